"""Chapters 8 to 18: what is said of each answer that the rules forbid."""

from collections.abc import Callable

import pytest

from marengo.core.uncompiled import call_python
from marengo.games.triomphe.rules.engine import ROWS
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play
from tests.rules.triomphe.attacking import AUSTRIAN, FRENCH, answer, assault, narrow, wide
from tests.toys import toy_game


def narrow_assault() -> TriompheState:
    """Return an assault that asks for leading defenders; F4 stands beside the approach."""
    return narrow("I3 I2 I1 A1", "I3 C2 A1", french={"9": "I2"}, austrian={"4": "I2"})


def wide_assault() -> TriompheState:
    """Return an assault over a wide border."""
    return wide("I3 I2 C2 I1", "I3 C2 I2 A1", french={"20": "I2"})


def obstacle() -> TriompheState:
    """Return an assault into an approach with a cavalry obstacle."""
    return assault("9/14", "I3 C2", "I3 I2 C2")


def unloading() -> TriompheState:
    """Return an assault on two artillery pieces, the second of which bombarded a turn ago."""
    return narrow("I3", "I3 A1 A1:silent")


def guns() -> TriompheState:
    """Return an assault on two artillery pieces that may fire."""
    return narrow("I3", "I3 A1 A1")


def small() -> TriompheState:
    """Return an assault on a locality that holds two pieces."""
    ground = toy_game({1: {}, 2: {"capacity": 2}, 3: {}}, [{"a": 1, "b": 2}, {"a": 2, "b": 3}])
    state = austrian_turn({"1/2": "I3 I2 I1"}, {"2/1": "I3"}, on=ground)
    return play(state, "assault 1/2")


def attacked() -> TriompheState:
    """Return an attack by one piece on a reserve of two."""
    return play(french_turn({"17": "I2"}, {"29": "I2 I3", "36": "I2"}), "attack F1 17/29")


def beaten() -> TriompheState:
    """Return a retreat from 9, whose neighbour 14 is full; 10 is the enemy's."""
    state = austrian_turn({"4/9": "I3", "10": "C1"}, {"9": "C2", "14": "I2 I2 I2", "58": "I3"})
    return play(state, "attack A1 4/9")


def driven_off() -> TriompheState:
    """Return an Austrian retreat from 84, beside whose neighbour 85 France waits to enter."""
    return play(french_turn({"75/84": "I3", "Tortona": "I2"}, {"84": "C2"}), "attack F1 75/84")


def driven_west() -> TriompheState:
    """Return a French retreat from 20: 33 lies east, 9 and 10 west."""
    return play(austrian_turn({"33/20": "I3"}, {"20": "C2 C1"}), "attack A1 33/20")


def spread() -> TriompheState:
    """Return an assault of which three defenders take two points, as nobody led."""
    state = wide("I3 I3", "I3 C2 I2", french={"20": "I2"})
    return play(state, "lead none", "send A1,A2 lead A1,A2", "counter none")


def shown() -> TriompheState:
    """Return an attack on an obstacle, after which one of two infantry pieces is shown."""
    state = austrian_turn({"9": "I3 I2 C2"}, {"14": "C2"})
    return play(state, "attack A1,A2,A3 9/14", "respond F1", "hold")


def bombarded() -> TriompheState:
    """Return a bombardment of two pieces opposite, with a third in reserve."""
    state = austrian_turn({"8/9": "A1:due"}, {"9/8": "I2 C2", "9": "I3"})
    return play(state, "complete A1")


def short() -> TriompheState:
    """Return a shortage of two discs that Austria may make up from three localities."""
    state = austrian_turn(
        {"8": "I3 I2"},
        {"12": "I3 I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {14: 1, 20: 1, 33: 1}},
    )
    return play(state, "attack A1,A2 8/12", "respond F1,F2")


def losing() -> TriompheState:
    """Return a retreat whose artillery is destroyed, and whose reserve loses a point."""
    return play(austrian_turn({"4/9": "I3"}, {"9": "I2 I3 C2"}), "attack A1 4/9")


def walled() -> TriompheState:
    """Return a retreat from a locality with an impassable border."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {}, 4: {}, 5: {}},
        [
            {"a": 1, "b": 2},
            {"a": 2, "b": 3, "impassable": True},
            {"a": 2, "b": 4},
            {"a": 2, "b": 5},
        ],
    )
    return play(austrian_turn({"1/2": "I3"}, {"2": "C2"}, on=ground), "attack A1 1/2")


def marched() -> TriompheState:
    """Return cavalry asked to go on, beside infantry, with one order left."""
    state = french_turn({"17": "C2 C1 I2"}, {"35": "I2", "36": "I3"}, orders=2)
    return play(state, "march F1,F2,F3 29")


def repelled() -> TriompheState:
    """Return cavalry whose attack from reserve failed, asked to go on."""
    state = french_turn({"9": "C2"}, {"4": "I2", "10": "I3"})
    return play(state, "attack F1 9/4", "respond A1", "hold")


def paying() -> TriompheState:
    """Return a loss of three discs, all of them committed."""
    state = austrian_turn(
        {"8": "I3 I2"},
        {"12": "I3 A1"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {14: 3, 20: 3, 33: 3}},
    )
    return play(state, "attack A1,A2 8/12", "respond none")


def returning() -> TriompheState:
    """Return the end of a French turn with a disc in 20, and a shifted one in 9."""
    state = french_turn(
        {"49": "I2", "9": "I3"},
        {"10": "I2"},
        committed={FRENCH: {9: 1, 20: 1}},
        shifted={FRENCH: {9: 1}},
    )
    return play(state, "end")


@pytest.mark.parametrize(
    ("before", "moves", "move", "rule"),
    [
        (narrow_assault, "", "lead F4", "T-11.10"),
        (narrow_assault, "", "lead F1,F2", "T-11.11"),
        (wide_assault, "", "lead F1,F2", "T-11.12"),
        (obstacle, "", "lead F3", "T-11.13"),
        (narrow_assault, "lead none", "send A5 lead A5", "T-11.16"),
        (narrow_assault, "lead none", "send A1,A2,A3,A4 lead A1", "T-11.16"),
        (narrow_assault, "lead none", "send A1,A2 lead A1,A2", "T-11.17"),
        (narrow_assault, "lead none", "send A3 lead A3", "T-11.18"),
        (narrow_assault, "lead none", "send A4 lead A4", "T-11.18"),
        (wide_assault, "lead none", "send A1,A3 lead A1,A3", "T-11.18"),
        (obstacle, "lead none", "send A2 lead A2", "T-11.19"),
        (small, "lead none", "send A1,A2,A3 lead A1", "T-11.21"),
        (narrow_assault, "lead none, send A1 lead A1", "fire F1", "T-11.23"),
        (narrow_assault, "lead none, send A1 lead A1", "fire F4", "T-11.23"),
        (unloading, "lead none", "fire F2,F3", "T-11.23"),
        (guns, "lead F2", "fire F2", "T-11.24"),
        (unloading, "lead none", "fire F3", "T-11.25"),
        (
            wide_assault,
            "lead none, send A1,A2,A3 lead A1,A2, fire F4",
            "hit A3",
            "T-11.27",
        ),
        (narrow_assault, "lead none, send A1 lead A1, fire none", "counter F4", "T-11.30"),
        (narrow_assault, "lead none, send A1 lead A1, fire none", "counter F1,F2", "T-11.31"),
        (narrow_assault, "lead F1, send A1 lead A1, fire none", "counter F1", "T-11.32"),
        (
            wide_assault,
            "lead none, send A1 lead A1, fire none",
            "counter F1,F2",
            "T-11.33",
        ),
        (narrow_assault, "lead none, send A1 lead A1, fire none", "counter F3", "T-11.34"),
        (narrow_assault, "lead none, send A1 lead A1, fire none", "counter F2", ""),
        (obstacle, "lead none, send A1 lead A1", "counter F3", "T-11.35"),
        (attacked, "", "respond A3", "T-9.13"),
        (attacked, "", "respond A1,A2", "T-9.14"),
        (beaten, "", "retreat F2 8", "T-13.20"),
        (beaten, "", "retreat F1 28", "T-13.12"),
        (beaten, "", "retreat F1 4", "T-13.13"),
        (beaten, "", "retreat F1 10", "T-13.14"),
        (beaten, "", "retreat F1 14", "14 holds at most 3 pieces (T-3.20)"),
        (driven_off, "", "retreat A1 85", "enemy pieces wait to enter 85 (T-15.9)"),
        (driven_west, "", "retreat F1 9", "T-13.17"),
        (spread, "", "reduce F4", "T-11.44"),
        (spread, "reduce F2", "reduce F1", "the rest must be taken too (T-11.44)"),
        (shown, "", "show A3", "T-9.31"),
        (bombarded, "", "target F3", "T-10.15"),
        (short, "", "shift 12", "T-18.13"),
        (short, "shift 20", "shift 14", "T-18.13"),
        (walled, "", "retreat F1 3", "T-3.16"),
        (losing, "", "reduce F3", "T-13.10"),
        (losing, "", "reduce F1,F2", "T-13.10"),
        (marched, "", "stay F3", "T-12.5"),
        (marched, "continue F1 29/35", "continue F2 29/36", "T-12.6"),
        (marched, "", "continue F1 35/29", "T-12.1"),
        (marched, "", "stay F1", ""),
        (marched, "", "continue F1 29/17", "T-12.3"),
        (repelled, "", "continue F1 9/10", "T-12.12"),
        (paying, "", "take 27", "T-18.20"),
        (paying, "", "take 20", ""),
        (paying, "take 20", "take 14", "and the rest must be paid too (T-18.20)"),
        (returning, "", "return 9", "T-18.29"),
        (returning, "", "return 20 shifted", "T-18.29"),
        (returning, "", "return 20", ""),
    ],
)
def test_the_reason_against_an_answer(
    before: Callable[[], TriompheState], moves: str, move: str, rule: str
) -> None:
    """T-23.6: the statement that forbids it, or none; none forbids what is listed."""
    state = answer(before(), *filter(None, moves.split(", ")))
    barred = ROWS[state.decision].barred
    listed = [legal.code for legal in state.legal_moves()]
    assert not any(call_python(barred, state.game, state._record, code) for code in listed)
    assert state.why_illegal(move).endswith(rule and (rule if "(" in rule else f"({rule})"))
    assert bool(rule) == bool(state.why_illegal(move))
