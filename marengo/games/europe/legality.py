"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from marengo.games.europe.rules import board, codes, leaders, movement, pursuit
from marengo.games.europe.rules.words import (
    PIECES,
    SQUARE,
    Arm,
    Decision,
    Nation,
    Piece,
    Verb,
    Zone,
)
from marengo.languages import N_

if TYPE_CHECKING:
    from marengo.games.europe.state import FoughtState

ASKED: Mapping[int, str] = {
    Decision.DEPLOY: N_("units of one kind after the other are to be deployed (N-20.6)"),
    Decision.ACT: N_("units of a phase are to act (N-21.1)"),
    Decision.ANSWER: N_("a charge is to be answered (N-23.11, N-24.1)"),
    Decision.PRESS: N_("a charge is to be carried through or broken off (N-24.3)"),
    Decision.FALL: N_("it is to be said which leader is lost (N-25.6)"),
    Decision.RALLY: N_("it is to be said who is rallied (N-25.3)"),
    Decision.PURSUE: N_("somebody is to be pursued (N-26.6)"),
    Decision.OVER: N_("the battle is over (N-26.1)"),
}

Broken = Iterator[tuple[bool, str]]
"""Pairs of whether a rule forbids a move, and its wording."""


def ready(state: "FoughtState", zone: int, piece: int) -> tuple[int, int]:
    """Return how many units of the nation that acts may act, and how many a second time."""
    if piece >= PIECES or movement.PHASES[piece] != state.phase:
        return 0, 0
    first, second = (int(state.ask(movement.ready, zone, piece, worn)) for worn in range(2))
    return first, second


def reason_against(state: "FoughtState", code: int) -> str:
    """Return which rule forbids a move that is not legal: the first that does."""
    return next(rule for is_broken, rule in _rules(state, code) if is_broken)


def _rules(state: "FoughtState", code: int) -> Broken:
    verb = codes.part(code, codes.VERB)
    decision = state.decision
    if decision == Decision.DEPLOY and verb == Verb.DEPLOY:
        yield from _deployment(state, code)
    elif decision == Decision.ACT:
        if verb == Verb.RETREAT:
            yield state.round < 2, "a side retreats from the second round on (N-26.5)"
            yield True, "a side retreats before any action of its phase (N-26.5)"
        elif verb in (Verb.MOVE, Verb.FIRE, Verb.CHARGE, Verb.UNSQUARE, Verb.RALLY):
            yield from _action(state, code, Verb(verb))
    elif decision == Decision.PURSUE and verb == Verb.PURSUE:
        yield from _pursuit(state, code)
    yield True, ASKED.get(int(decision), "it is chance that decides (N-28.4)")


def _deployment(state: "FoughtState", code: int) -> Broken:
    record, number = state.record, codes.part(code, codes.TO)
    kind, zone = codes.part(code, codes.PIECE), codes.part(code, codes.ZONE)
    wing = not state.ask(board.has_column, board.column_of(zone))
    yield wing, "a skirmish has a single column (N-20.3)"
    asked = kind == record["kind"] and zone == record["column"]
    yield not asked, ASKED[Decision.DEPLOY]
    reserve = record["units"][board.at(int(record["nation"]), Zone.RESERVE, kind)]
    yield number > reserve, "there are not so many of them"
    yield True, "each line zone must hold at least one army (N-20.7)"


def _action(state: "FoughtState", code: int, verb: Verb) -> Broken:
    """Yield what may be wrong with what a unit is to do."""
    piece, zone = codes.part(code, codes.PIECE), codes.part(code, codes.ZONE)
    worn, to = codes.part(code, codes.WORN), codes.part(code, codes.TO)
    side = int(state.record["asked"])
    acts = movement.PHASES[piece] == state.phase
    yield not acts, "units act in the phase of their arm (N-21.1)"
    yield zone == Zone.ROUT, "what is routed must rally first (N-21.11)"
    numbers, units = ready(state, zone, piece), state.record["units"]
    if not any(numbers):
        alike = piece - SQUARE if verb == Verb.UNSQUARE else piece
        number = units[board.at(int(state.record["nation"]), zone, alike)]
        yield verb == Verb.UNSQUARE and number > 0, "it is not in square (N-24.5)"
        yield verb == Verb.RALLY and not number, "a leader rallies in the reserve (N-25.2)"
        yield True, "no such unit there has an action left (N-21.3)"
    yield (
        not numbers[min(worn, 1)],
        "say 'again' of a unit that has acted, and of no other (N-21.3)",
    )
    if verb == Verb.MOVE:
        yield piece >= SQUARE, "a unit in square cannot move (N-21.12)"
        near = state.ask(board.are_adjacent, zone, to)
        yield not near, "units move to an adjacent zone (N-21.5, N-20.4)"
        held = board.is_middle(to) and state.ask(board.armies_in, 1 - side, to) > 0
        yield held, "a zone holding enemy armies cannot be entered (N-21.9)"
        yield True, "from a zone next to enemy armies none goes to another such (N-21.6)"
    elif verb in (Verb.FIRE, Verb.CHARGE) and zone == Zone.RESERVE:
        yield True, "units in a reserve do not attack (N-20.8)"
    elif verb == Verb.FIRE:
        yield movement.PHASES[piece] in (0, 3), "infantry and artillery fire (N-21.4)"
        yield from _target(state, code)
        yield True, "artillery fires two zones far over no army (N-22.1)"
    elif verb == Verb.CHARGE:
        arm = board.arm_of(piece)
        yield arm > Arm.CAVALRY, "infantry and cavalry charge (N-23.1)"
        yield piece >= SQUARE, "a unit in square cannot charge (N-24.5)"
        yield from _target(state, code)
        yield True, "artillery is covered by infantry or cavalry of its zone (N-23.4)"
    elif verb == Verb.RALLY:
        named_late = not state.game.tables[0]["rally_named_first"]
        yield named_late and state.ask(leaders.has_routed, side), "the roll comes first (N-25.3)"
        yield True, "a routed army of the own side is to be named (N-25.3)"


def _target(state: "FoughtState", code: int) -> Broken:
    """Yield what may be wrong with who is fired at or charged."""
    nation, zone = codes.part(code, codes.NATION), codes.part(code, codes.TARGET_ZONE)
    target = codes.part(code, codes.TARGET)
    yield target == Piece.LEADER, "an army is the target, no leader (N-22.6, N-23.1)"
    side = state.sides.get(Nation(nation))
    friend = side is None or side == state.record["asked"]
    yield friend, "an enemy army is the target (N-22.1, N-23.1)"
    number = state.record["units"][board.at(nation, zone, target)]
    yield zone >= Zone.RESERVE or not number, "no such army is straight ahead (N-22.1, N-23.1)"


def _pursuit(state: "FoughtState", code: int) -> Broken:
    piece, target = codes.part(code, codes.PIECE), codes.part(code, codes.TARGET)
    arm = board.arm_of(piece)
    yield arm > Arm.CAVALRY, "infantry and cavalry pursue (N-26.6)"
    on_foot = arm == Arm.INFANTRY and bool(state.record["covered"])
    yield on_foot, "where cavalry covers the retreat, only cavalry pursues (N-26.7, N-26.8)"
    yield state.ask(pursuit.pursuers, piece) <= 0, "each unit pursues once (N-26.6)"
    covered = state.ask(pursuit.covers)
    is_horse = board.arm_of(target) == Arm.CAVALRY
    yield covered and not is_horse, "covering cavalry is named first (N-26.7)"
    never = state.ask(pursuit.pursuit_need, piece, target) >= pursuit.NEVER
    yield never, "infantry does not pursue cavalry (N-26.6)"
    yield True, "a unit of the loser is pursued (N-26.6)"
