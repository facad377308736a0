"""Chapter 16, the worked examples of movement: marches, roads, manoeuvre attacks, commands."""

from collections import Counter

import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn
from tests.toys import Facts, row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

LINE = row(6, ruleset="bonaparte")
"""X is 2, Y is 3, Z is 4; pieces in 1 and 6 keep faces from being guessed from the open lists."""

ATTACKER = {"2": "I2", "1": "C2"}
DEFENDER = {"3": "C2", "6": "I2"}


def hub(*sides: Facts) -> BonaparteGame:
    """Build locality 1 with its neighbours 2, 3, …, without roads; the facts are its borders'."""
    made: BonaparteGame = toy_game(
        {n: {} for n in range(1, len(sides) + 2)},
        [{"a": 1, "b": n, **facts} for n, facts in enumerate(sides, 2)],
        ruleset="bonaparte",
    )
    return made


def moves_of(state: BonaparteState, name: str) -> set[str]:
    """Return the legal moves that name a piece."""
    return {text for text in texts(state) if name in text.split()}


def morale(state: BonaparteState) -> tuple[int, int]:
    """Return the morale of Austrians and French; untouched it is 16 and 17."""
    return state.morale(AUSTRIAN), state.morale(FRENCH)


def steps(state: BonaparteState) -> list[int]:
    """Return the last steps in which the first three crossings of a row were used."""
    return [state.last_step(crossing) for crossing in ("r1", "r2", "r3")]


@pytest.mark.parametrize(
    ("start", "among"),
    [
        ("1", {"cross 1-2", "cross 1-3", "wait"}),
        ("2", {"cross 2-1", "wait"}),
        ("3", {"cross 3-1", "wait"}),
    ],
)
def test_road_through_a_locality(start: str, among: set[str]) -> None:
    """B-16.4: L is 1, left 2, bottom 3, right 4, to which no road leads."""
    ground = toy_game(
        {n: {} for n in range(1, 5)},
        [{"a": 1, "b": n} for n in (2, 3, 4)],
        [{"id": "left", "between": (1, 2)}, {"id": "bottom", "between": (1, 3)}],
        ruleset="bonaparte",
    )
    state = austrian_turn({start: "I2", "4": "I3"}, on=ground)
    assert {"march A2 1"} == moves_of(state, "A2")
    assert texts(play(state, "road A1")) == among
    if start != "1":
        play(state, f"cross {start}-1")
        other = {"2": "3", "3": "2"}[start]
        assert texts(state) == {f"cross 1-{other}", "wait", "stop"}


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_moving_from_reserve(strength: int) -> None:
    """B-16.5: T is 2, R is 3, and the left side towards 4 is impassable."""
    ground = hub({}, {}, {"impassable": True})
    state = austrian_turn({"1": f"I{strength}"}, {"2/1": "I2"}, on=ground)
    assert texts(state) == {"end", "march A1 1/2", "march A1 3"}
    for goal in ("1/2", "3"):
        moved = play(state.copy(), f"march A1 {goal}")
        assert (where(moved, "A1"), moved.commands) == (goal, 2)
    play(state, "end")
    assert where(state, "A1") == "1"


def test_moving_from_an_approach() -> None:
    """B-16.6: T is 2, B is 3; P is infantry 3, Q infantry 2."""
    state = austrian_turn({"1/2": "I3", "1/3": "I2"}, {"2/1": "I2"}, on=hub({}, {}))
    assert texts(state) == {"end", "march A1 1", "fall-back A2", "march A2 3"}
    for move, name, goal, commands in [
        ("march A1 1", "A1", "1", 2),
        ("fall-back A2", "A2", "1", 3),
        ("march A2 3", "A2", "3", 2),
    ]:
        moved = play(state.copy(), move)
        assert (where(moved, name), moved.commands) == (goal, commands)
        assert moves_of(moved, name) == set()
    play(state, "end")
    assert (where(state, "A1"), where(state, "A2")) == ("1/2", "1")


@pytest.mark.parametrize(("road", "commands"), [("main", 3), ("local", 0)])
def test_road_march_of_three(road: str, commands: int) -> None:
    """B-16.7: S, M, N, O are 1 to 4; cavalry, infantry, artillery, and a fourth piece."""
    state = austrian_turn({"1": "C2 I2 A1 I3"}, on=row(4, road=road, ruleset="bonaparte"))
    play(state, "road A1", "cross 1-2", "cross 2-3", "cross 3-4")
    assert (where(state, "A1"), steps(state)) == ("4", [1, 2, 3])
    play(state, "road A2")
    assert (where(state, "A2"), texts(state)) == ("1", {"cross 1-2", "wait"})
    play(state, "cross 1-2")
    assert texts(state) == {"cross 2-3", "stop"}
    play(state, "cross 2-3")
    assert (where(state, "A2"), steps(state)) == ("3", [2, 3, 3])
    play(state, "road A3")
    assert (state.decision, where(state, "A3")) == (Decision.ACTION, "2")
    assert steps(state) == [3, 3, 3]
    assert [state.direction(crossing) for crossing in ("r1", "r2", "r3")] == [2, 3, 4]
    assert "road A4" not in texts(state)
    assert state.commands == commands


def test_order_of_marches() -> None:
    """B-16.16: after infantry in step 1 the cavalry crosses in step 2 or 3 only."""
    state = austrian_turn({"1": "C2 I2"}, on=row(4, ruleset="bonaparte"))
    play(state, "road A2", "cross 1-2", "cross 2-3", "stop", "road A1")
    assert (steps(state)[:2], where(state, "A1")) == ([1, 2], "1")
    assert texts(state) == {"cross 1-2", "wait"}
    late = play(state.copy(), "wait")
    assert (late.decision, where(late, "A1"), late.last_step("r1")) == (Decision.ACTION, "2", 3)
    play(state, "cross 1-2")
    assert texts(state) == {"cross 2-3", "stop"}
    play(state, "cross 2-3")
    assert (state.decision, where(state, "A1"), steps(state)[:2]) == (Decision.ACTION, "3", [2, 3])


@pytest.mark.parametrize("piece", ["I2", "A1", "C2"])
@pytest.mark.parametrize("goal", ["1", "1/3", "1/4"])
def test_continuation(piece: str, goal: str) -> None:
    """B-16.8: from 2 to L, which is 1; the enemy is in 3 and 4, the left one is 5."""
    state = austrian_turn(
        {"2": piece, "5": "I3"}, {"3": "I2", "4": "C2"}, on=hub({}, {}, {}, {}), commands=1
    )
    play(state, "march A1 1")
    if piece == "C2":
        assert texts(state) == {"stay A1", "continue A1 1/3", "continue A1 1/4"}
        play(state, "stay A1" if goal == "1" else f"continue A1 {goal}")
    end = goal if piece == "C2" else "1"
    assert (state.decision, where(state, "A1"), state.commands) == (Decision.ACTION, end, 0)
    assert known(state, FRENCH, end) == Counter(["?" if end == "1" else "C2"])
    assert not state.piece("A1").face_up


@pytest.mark.parametrize(("answer", "place"), [("block none", "2"), ("block A1", "2/3")])
def test_manoeuvre_attack_blocked(answer: str, place: str) -> None:
    """B-16.9: one command either way, nothing is shown, nothing lost."""
    state = play(austrian_turn(ATTACKER, DEFENDER, on=LINE), "attack A1 2/3")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, FRENCH)
    assert texts(state) == {"respond none", "respond F1"}
    play(state, "respond F1")
    assert (state.decision, state.to_move) == (Decision.ADVANCE, AUSTRIAN)
    assert texts(state) == {"block none", "block A1"}
    play(state, answer)
    assert (where(state, "A1"), where(state, "F1"), state.commands) == (place, "3/2", 2)
    assert known(state, FRENCH, place) == known(state, AUSTRIAN, "3/2") == Counter("?")
    assert [state.piece(name).strength for name in ("A1", "F1")] == [2, 2]
    assert morale(state) == (16, 17)
    assert moves_of(state, "A1") == set()


def test_manoeuvre_attack_successful() -> None:
    """B-16.10: the cavalry is shown and goes to Z, the infantry stays hidden."""
    state = play(austrian_turn(ATTACKER, DEFENDER, on=LINE), "attack A1 2/3")
    assert known(state, AUSTRIAN, "3") == Counter("?")
    play(state, "respond none")
    assert (where(state, "A1"), where(state, "F1"), state.commands) == ("3", "4", 2)
    assert known(state, AUSTRIAN, "4") == Counter(["C2"])
    assert known(state, FRENCH, "3") == Counter("?")
    assert not state.piece("F1").face_up
    assert [state.piece(name).strength for name in ("A1", "F1")] == [2, 2]
    assert morale(state) == (16, 17)
    assert state.decision is Decision.ACTION


def test_unblockable_attack() -> None:
    """B-16.24: from X/Y the defender is not asked; his cavalry retreats."""
    state = austrian_turn({"2/3": "I2", "1": "C2"}, DEFENDER, on=LINE)
    play(state, "attack A1 2/3")
    assert (state.decision, state.to_move) == (Decision.ACTION, AUSTRIAN)
    assert (where(state, "A1"), where(state, "F1"), state.commands) == ("3", "4", 2)
    assert (state.piece("F1").strength, morale(state)) == (2, (16, 17))


@pytest.mark.parametrize("assaults", [0, 1, 2, 3])
def test_command_sums(assaults: int) -> None:
    """B-16.15: assaults and moves together are three, main-road marches come on top.

    Four assaults would be possible from 1, each ending in a draw; four groups could go to 7.
    """
    ground = toy_game(
        {n: {} for n in range(1, 8)},
        [
            *({"a": 1, "b": n} for n in (2, 3, 4, 5)),
            {"a": 5, "b": 6, "impassable": True},
            {"a": 6, "b": 7},
        ],
        [{"id": "main", "between": (6, 7)}],
        ruleset="bonaparte",
    )
    state = austrian_turn(
        {**{f"1/{n}": "I3" for n in (2, 3, 4, 5)}, "6": "I3 I2 I1 C2 C1"},
        {f"{n}/1": "I3" for n in (2, 3, 4, 5)},
        on=ground,
        step=2,
    )
    for number in range(1, assaults + 1):
        play(state, f"assault A{number} 1/{number + 1}", f"lead F{number}")
        assert state.commands == 3 - number
    if assaults < 3:
        left = {f"assault A{n} 1/{n + 1}" for n in range(assaults + 1, 5)}
        assert starting(state, "assault") == left
        play(state, "end")
    assert (state.decision, state.step) == (Decision.ACTION, 3)
    for number in range(3 - assaults):
        play(state, f"march A{number + 5} 7", "join none")
    assert state.commands == 0
    assert starting(state, "march") == starting(state, "attack") == set()
    play(state, "road A8", "cross 6-7", "road A9", "cross 6-7")
    assert (where(state, "A8"), where(state, "A9"), state.commands) == ("7", "7", 0)


@pytest.mark.parametrize(
    ("blocker", "beyond", "place", "left", "french"),
    [
        ("I2", {}, "4", 1, 16),
        ("C2", {}, "4", 1, 16),
        ("A1", {}, "", 0, 16),
        ("I2", {"4": "I1"}, "", 0, 15),
    ],
)
@pytest.mark.parametrize(
    ("advance", "places", "commands"),
    [
        (["block none"], ["2", "2"], 1),
        (["block A1", "join A2"], ["2/1", "2/1"], 1),
        (["block A1", "join none"], ["2/1", "2"], 0),
    ],
)
def test_two_front_attack(
    blocker: str,
    beyond: dict[str, str],
    place: str,
    left: int,
    french: int,
    advance: list[str],
    places: list[str],
    commands: int,
) -> None:
    """B-16.23: Y is 1, X is 2, Z is 3; the blocker could retreat to 4 only."""
    state = austrian_turn({"2": "I3 I2", "3": "I3", **beyond}, {"1": blocker}, on=hub({}, {}, {}))
    play(state, "attack A1 2/1", "join A2", "respond F1")
    assert where(state, "F1") == "1/2"
    play(state, *advance)
    assert [where(state, "A1"), where(state, "A2")] == places
    play(state, "attack A3 3/1")
    assert (state.decision, where(state, "A3"), state.commands) == (Decision.ACTION, "1", commands)
    assert (where(state, "F1"), state.piece("F1").strength) == (place, left)
    assert morale(state) == (16, french)
    advanced = {f"fall-back A{n}" for n in (1, 2) if places[n - 1] == "2/1"}
    assert starting(state, "fall-back") == advanced
    for move in sorted(advanced):
        assert play(state.copy(), move).commands == commands
    play(state, "end")
    assert [where(state, "A1"), where(state, "A2")] == ["2", "2"]
