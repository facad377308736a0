"""What the tests of differences share: a position played under both rulesets.

The ground is made for both of them. 1 borders on 2 and 3, 2 also on 3 and 4, 4 also on 5; the
higher number lies east. All borders are narrow and without symbols unless a test says otherwise. A
main road leads 1 - 2 - 4 - 5, side roads lead 2 - 3 and 1 - 3. Austria enters at 1, France at 5.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.triomphe.state import TriompheState
from tests.helpers import texts
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

Facts = Mapping[str, Any]

ROADS = (
    {"id": "m12", "between": (1, 2)},
    {"id": "m24", "between": (2, 4)},
    {"id": "m45", "between": (4, 5)},
    {"id": "s23", "between": (2, 3), "road": "local"},
    {"id": "s13", "between": (1, 3), "road": "local"},
)

ENTRIES = (
    {"name": "Austria", "army": "austrian", "locality": 1, "pontoon": True},
    {"name": "France", "army": "french", "locality": 5},
)

BETWEEN = (Decision.ACTION, Decision.ASSAULT, Decision.OVER)
"""The decisions between one assault or move and the next."""

IDLE = ("end", "hold", "stop", "cancel", "stay")


def differs(*, basic: object, triomphe: object) -> pytest.MarkDecorator:
    """Run a test under both rulesets, with what is wanted of each."""
    assert basic != triomphe, "nothing differs"
    cases = [("bonaparte", basic), ("triomphe", triomphe)]
    return pytest.mark.parametrize(("ruleset", "wanted"), cases, ids=["basic", "triomphe"])


def ground(
    ruleset: str,
    *,
    localities: Mapping[int, Facts] | None = None,
    borders: Mapping[tuple[int, int], Facts] | None = None,
    crossings: Sequence[Facts] = ROADS,
) -> MarengoGame:
    """Return the game on the ground above, with what else is printed on it."""
    printed, given = localities or {}, borders or {}
    sides = ((1, 2), (2, 3), (2, 4), (4, 5), (1, 3))
    made: MarengoGame = toy_game(
        {number: printed.get(number, {}) for number in range(1, 6)},
        [{"a": a, "b": b, "east": b, **given.get((a, b), {})} for a, b in sides],
        crossings,
        entries=ENTRIES,
        ruleset=ruleset,
    )
    return made


def position(
    ruleset: str,
    austrian: Mapping[str, str],
    french: Mapping[str, str],
    *,
    turn: Side = AUSTRIAN,
    hour: int = 9,
    step: int = 3,
    basic: Facts | None = None,
    triomphe: Facts | None = None,
    on: MarengoGame | None = None,
    **printed: Any,
) -> MarengoState:
    """Return the same position under a ruleset; ``step`` and ``basic`` matter to Basic only.

    What each ruleset remembers in its own way is said in ``basic`` and ``triomphe``.
    """
    own: dict[str, Any] = {"step": step, **(basic or {})}
    if ruleset == "triomphe":
        own = {"uncommitted": {AUSTRIAN: 10, FRENCH: 10}, **(triomphe or {})}
    game = on or ground(ruleset, **printed)
    return game.position(hour=hour, turn=turn, austrian=austrian, french=french, **own)


def together(state: MarengoState, verb: str, names: str, goal: str) -> MarengoState:
    """March or attack with several pieces, "A1,A2", whichever way the ruleset names them."""
    if f"{verb} {names} {goal}" in texts(state):
        return state.play(f"{verb} {names} {goal}")
    first, *others = names.split(",")
    state.play(f"{verb} {first} {goal}")
    for name in others:
        if state.decision is Decision.JOIN:
            state.play(f"join {name}")
    if state.decision is Decision.JOIN:
        state.play("join none")
    return state


def assault(state: MarengoState, names: str, approach: str) -> MarengoState:
    """Declare an assault; in Basic those who take part are named at once."""
    if f"assault {approach}" in texts(state):
        return state.play(f"assault {approach}")
    return together(state, "assault", names, approach)


def once(state: MarengoState, *answers: str, until: Sequence[Decision] = ()) -> MarengoState:
    """Play on to the next move or assault, or to one of these decisions.

    At each decision the first of the answers that is legal is given, else whatever may be
    declined is declined, else the first move is played.
    """
    while state.decision not in (*BETWEEN, *until):
        moves = [str(move) for move in state.legal_moves()]
        fitting = (answer for answer in answers if answer in moves)
        idle = (move for move in moves if move.split()[-1] == "none" or move.split()[0] in IDLE)
        state.play(next(fitting, next(idle, moves[0])))
    return state


def end_turn(state: MarengoState, *answers: str) -> MarengoState:
    """End the turn and play on to the enemy's first move or assault."""
    side = state.turn
    while state.turn is side and state.decision is not Decision.OVER:
        if state.decision in BETWEEN:
            state.play("end")
        else:
            once(state, *answers)
    return state


def left(state: MarengoState) -> int:
    """Return the commands or orders left."""
    if isinstance(state, BonaparteState):
        return state.commands
    assert isinstance(state, TriompheState)
    return state.orders


def level(state: MarengoState, side: Side) -> int:
    """Return the morale or the morale level of an army."""
    if isinstance(state, BonaparteState):
        return state.morale(side)
    assert isinstance(state, TriompheState)
    return state.level(side)


def committed(state: MarengoState, side: Side) -> dict[int, int]:
    """Return the discs an army has committed; Basic has none."""
    if isinstance(state, BonaparteState):
        return {}
    assert isinstance(state, TriompheState)
    return state.committed(side)


def ready(state: MarengoState, name: str) -> bool:
    """Return whether a piece is active or organised."""
    piece = state.piece(name)
    basic = state.game.scenario.ruleset == "bonaparte"
    return bool(piece.active if basic else piece.organised)


def offers(state: MarengoState, *moves: str) -> list[bool]:
    """Return of each move, or first words of moves, whether it is legal now."""
    legal = texts(state)
    return [
        any(text == move or text.startswith((f"{move} ", f"{move},")) for text in legal)
        for move in moves
    ]


def strengths(state: MarengoState, *names: str) -> list[int]:
    """Return the strengths of pieces, 0 for one that is gone."""
    return [state.piece(name).strength for name in names]


def asked(state: MarengoState) -> tuple[Decision, Side]:
    """Return what is decided, and by whom."""
    return state.decision, state.to_move


def shown(state: MarengoState, by: Side, place: str) -> list[bool]:
    """Return for each enemy block at a place whether it lies face-up before that side."""
    return [block.face_up for block in state.view(by).enemy if str(block.place) == place]
