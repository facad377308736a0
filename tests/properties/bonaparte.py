"""What is watched in the play of Bonaparte at Marengo."""

from dataclasses import dataclass

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.types import Piece
from tests.properties.positions import Position, on_map
from tests.properties.snapshots import (
    Snapshot,
    Watched,
    check_pieces,
    check_time,
    in_box,
    named,
)

STEPS = {
    Decision.ACTIVATION: 0,
    Decision.SHUFFLE: 0,
    Decision.BOMBARDMENT: 1,
    Decision.AIM: 1,
    Decision.TARGET: 1,
    Decision.ASSAULT: 2,
    Decision.LEADERS: 2,
    Decision.FIRE: 2,
    Decision.DEFENCE_LEADERS: 2,
    Decision.STRIKE: 2,
    Decision.PURSUIT: 2,
    Decision.ACTION: 3,
    Decision.ROAD_STEP: 3,
    Decision.SHOW: 3,
    Decision.RESPONSE: 3,
    Decision.ADVANCE: 3,
    Decision.DECLARATION: 4,
}
"""The step of the turn in which each decision falls; the others fall in steps 2 and 3."""

BETWEEN = (Decision.ASSAULT, Decision.ACTION)
"""Decisions at which nothing is under way (B-7.13)."""


@dataclass(frozen=True)
class BonaparteSnapshot(Snapshot):
    """A snapshot with commands, morale and the memory of the turn.

    Parameters
    ----------
    decision, step, commands, flag, bonus_due
        As in the state.
    morale, demoralised : dict by side
        As in the state.
    traffic : dict of crossing to (last step, locality entered)
        Crossings used this turn.
    bans : set of str
        Approaches barred, localities won and approaches assaulted from this turn.
    """

    decision: Decision
    step: int
    commands: int
    flag: bool
    bonus_due: Side | None
    morale: dict[Side, int]
    demoralised: dict[Side, int | None]
    traffic: dict[str, tuple[int, int | None]]
    bans: frozenset[str]


def taken(state: BonaparteState) -> BonaparteSnapshot:
    """Return the snapshot of a state."""
    crossings = [name for name in state.game.index.crossings if state.last_step(name)]
    sides = [str(approach.place) for approach in state.game.index.approaches]
    localities = [place.number for place in state.game.board.localities]
    return BonaparteSnapshot(
        state.hour,
        state.turn,
        named(state),
        state.outcome is not None,
        state.decision,
        state.step,
        state.commands,
        state.flag,
        state.bonus_due,
        {side: state.morale(side) for side in Side},
        {side: state.demoralised(side) for side in Side},
        {name: (state.last_step(name), state.direction(name)) for name in crossings},
        frozenset(
            [
                *(f"barred {side}" for side in sides if state.barred(side)),
                *(f"assaulted {side}" for side in sides if state.assaulted(side)),
                *(f"won {number}" for number in localities if state.won(number)),
            ]
        ),
    )


def check_step(position: Position[BonaparteState]) -> None:
    """B-7.5 to B-7.9: each decision falls in its step of the turn."""
    state = position.state
    if state.outcome is None:
        assert state.step == STEPS.get(state.decision, state.step)
        assert state.decision in STEPS or state.step in (2, 3)


def check_commands(position: Position[BonaparteState]) -> None:
    """B-8.13, B-8.21: commands never fall below zero, nor are there more than three."""
    state = position.state
    assert 0 <= state.commands <= state.game.scenario.parameters.commands_per_turn


def check_inactive(position: Position[BonaparteState]) -> None:
    """B-6.11, B-6.21: inactive pieces are French, on the map, and have done nothing."""
    for piece in position.pieces:
        if not piece.active and piece.place is not None:
            assert piece.side is Side.FRENCH
            assert not in_box(piece)
            assert not piece.acted
            assert not piece.assaulted


def check_morale(position: Position[BonaparteState]) -> None:
    """B-13.2, B-13.3, B-13.6: an army is demoralised at zero; no such army is due a bonus."""
    state = position.state
    for side in Side:
        hour = state.demoralised(side)
        assert state.morale(side) >= 0
        assert (state.morale(side) == 0) == (hour is not None)
        assert hour is None or hour <= state.hour
    if state.bonus_due is not None:
        assert state.demoralised(state.bonus_due) is None
        assert state.demoralised(state.bonus_due.enemy) is not None


def check_no_assault_when_demoralised(position: Position[BonaparteState]) -> None:
    """B-13.8: a demoralised army is not asked for an assault."""
    state = position.state
    if state.decision is Decision.ASSAULT:
        assert state.demoralised(state.turn) is None


def check_flag(position: Position[BonaparteState]) -> None:
    """B-6.16: the flag is set at the latest when Austrians stand in a French set-up locality."""
    state = position.state
    starts = [place.number for place in state.game.board.localities if place.french_start]
    if any(state.occupier(number) is Side.AUSTRIAN for number in starts):
        assert state.flag


def check_won(position: Position[BonaparteState]) -> None:
    """B-11.13: in a locality won by assault stand those who took part, and nobody else."""
    state = position.state
    if state.decision not in BETWEEN:
        return
    for piece in position.pieces:
        place = on_map(piece)
        if place is not None and state.won(place.locality):
            assert piece.side is state.turn
            assert piece.assaulted


def check_activations(position: Position[BonaparteState]) -> None:
    """B-6.14, B-6.15, B-6.18: there are choices only while the French player is asked."""
    state = position.state
    assert 0 <= state.activations <= 2
    if state.activations:
        assert (state.decision, state.turn) == (Decision.ACTIVATION, Side.FRENCH)


def check_traffic(position: Position[BonaparteState]) -> None:
    """B-8.51: nobody crosses in a step beyond the third."""
    state = position.state
    for crossing in state.game.index.crossings:
        step = state.last_step(crossing)
        assert 0 <= step <= 3
        assert (state.direction(crossing) is not None) == (step > 0)


def check_end(position: Position[BonaparteState]) -> None:
    """B-14.1 to B-14.5: the game ends after the last round, whatever the morale."""
    state = position.state
    outcome = state.outcome
    if outcome is None:
        assert position.moves
        return
    assert position.moves == []
    assert state.hour == state.game.scenario.parameters.last_hour
    beaten = [side for side in Side if state.demoralised(side) is not None]
    stars = {
        place.number: place.star
        for place in state.game.board.localities
        if place.star and state.occupier(place.number) is Side.AUSTRIAN
    }
    if len(beaten) == 1:
        assert (outcome.winner, outcome.kind) == (beaten[0].enemy, "decisive")
    else:
        held = len(stars) >= 2 and len(set(stars.values())) >= 2
        winner = Side.AUSTRIAN if held else Side.FRENCH
        assert (outcome.winner, outcome.kind) == (winner, "marginal")


def check_change(seen: list[Snapshot], after: Snapshot) -> None:
    """Hold a position against those before it."""
    before = seen[-1]
    assert isinstance(before, BonaparteSnapshot)
    assert isinstance(after, BonaparteSnapshot)
    check_time(before, after)
    check_pieces(before, after)
    check_for_good(before, after)
    check_losses(before, after)
    check_spending(before, after)
    if before.time == after.time and not after.over:
        check_turn(before, after)
        check_one_move(seen, after)
    else:
        check_nobody_faces_nobody(before.turn, after)


def check_for_good(before: BonaparteSnapshot, after: BonaparteSnapshot) -> None:
    """B-6.16, B-6.20, B-13.2: activation, the flag and demoralisation are for good."""
    assert after.flag >= before.flag
    for name, was in before.pieces.items():
        now = after.pieces[name]
        assert now.active >= was.active
        if now.active > was.active:  # B-6.12 to B-6.15
            assert after.turn is Side.FRENCH
            assert before.step == 0 or before.time != after.time
    for side in Side:
        if before.demoralised[side] is not None:
            assert after.demoralised[side] == before.demoralised[side]
        elif after.demoralised[side] is not None:
            assert after.demoralised[side] == before.hour


def check_losses(before: BonaparteSnapshot, after: BonaparteSnapshot) -> None:
    """B-13.1, B-13.3, B-13.7: morale falls by exactly the strength lost; a bonus comes once."""
    round_begins = after.hour > before.hour
    for side in Side:
        lost = before.strength(side) - after.strength(side)
        bonus = 5 if round_begins and before.bonus_due is side else 0
        assert after.morale[side] == max(0, before.morale[side] - lost) + bonus
    if round_begins:
        assert after.bonus_due is None
    elif after.bonus_due is not before.bonus_due:
        fallen = [side for side in Side if after.demoralised[side] is not None]
        fell = [side for side in fallen if before.demoralised[side] is None]
        wanted = fallen[0].enemy if len(fallen) == 1 and fell else None
        assert after.bonus_due is wanted


def check_spending(before: BonaparteSnapshot, after: BonaparteSnapshot) -> None:
    """B-8.13, B-8.14, B-8.22: commands are spent, never refunded, and come anew with each turn."""
    if before.time == after.time:
        assert after.commands <= before.commands
    elif not after.over:
        assert after.commands == 3


def check_turn(before: BonaparteSnapshot, after: BonaparteSnapshot) -> None:
    """B-7.9, B-8.52, B-8.53, B-11.9, B-11.14: steps, traffic and bans go one way."""
    assert after.step >= before.step
    assert after.bans >= before.bans
    for crossing, (step, towards) in before.traffic.items():
        later, still_towards = after.traffic[crossing]
        assert step <= later <= 3
        assert still_towards == towards


def check_one_move(seen: list[Snapshot], after: BonaparteSnapshot) -> None:
    """B-8.3, B-8.4, B-8.5, B-8.38: who has moved, assaulted or fired only falls back any more."""
    if after.decision not in BETWEEN:
        return
    earlier = next((one for one in reversed(seen) if _between(one)), None)
    if earlier is None or earlier.time != after.time:
        return
    for name, was in earlier.pieces.items():
        now = after.pieces[name]
        if was.side is after.turn and was.acted and now.place is not None:
            assert now.place == was.place or _own_reserve(was, now)


def _between(snapshot: Snapshot) -> bool:
    assert isinstance(snapshot, BonaparteSnapshot)
    return snapshot.decision in BETWEEN


def _own_reserve(was: Piece, now: Piece) -> bool:
    """Whether a piece went from an approach into the reserve of its locality."""
    start, end = on_map(was), on_map(now)
    assert start is not None
    assert end is not None
    return start.locality == end.locality and start.towards is not None and end.towards is None


def check_nobody_faces_nobody(side: Side, after: Snapshot) -> None:
    """B-8.34, B-8.40: after a turn no piece of its side blocks where there is no enemy opposite."""
    held = {
        place.locality
        for place in (on_map(piece) for piece in after.pieces.values() if piece.side is not side)
        if place is not None
    }
    for piece in after.pieces.values():
        place = on_map(piece)
        if piece.side is side and place is not None and place.towards is not None:
            assert place.towards in held


BONAPARTE = Watched(
    taken,
    check_change,
    ("traffic", "barred", "won", "assaulted", "pontoon_used"),
    (
        check_step,
        check_commands,
        check_inactive,
        check_morale,
        check_no_assault_when_demoralised,
        check_flag,
        check_won,
        check_activations,
        check_traffic,
        check_end,
    ),
    ("assault", "attack", "complete", "declare", "activate", "block", "respond", "end"),
)
