"""The worked examples of Triomphe about attacks and retreats (chapter T-21), as fights."""

from typing import Any

import pytest

from marengo.core.errors import IllegalMove
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import Fight, FightCourse, fight
from marengo.games.triomphe.state import TriompheState
from tests.toys import row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

NARROW, WIDE = "4/9", "19/20"
"""Borders with one infantry penalty on each side."""

BOTH = "send A1,A2 lead A1,A2"


def numbers(course: FightCourse) -> tuple[str, tuple[int, int], tuple[int, int], tuple[int, int]]:
    """Return winner, strength lost, change of morale, discs committed: attacker, defender."""
    found = course.outcome
    return found.winner, found.lost, found.morale, found.committed


def triomphe(
    border: str, attackers: Any, defenders: Any, kind: str = "assault", **given: Any
) -> Fight:
    return fight(given.pop("on", "triomphe"), border, attackers, defenders, kind, **given)


def test_the_figure_of_section_9() -> None:
    """T-21.6: K is 17, L is 29."""
    found = triomphe("17/29", "C1", "I2", "manoeuvre", side=FRENCH)
    course = found.course("respond A1")
    assert numbers(course) == ("defender", (0, 0), (0, 0), (0, 1))
    assert course.states[-1].decision is Decision.ADVANCE
    assert str(course.states[-1].piece("A1").place) == "29/17"


@pytest.mark.parametrize(
    ("face", "left", "discs", "committed"),
    [("I2", "I1", 1, 1), ("I1", "", 1, 0), ("C2", "C2", 0, 1), ("A1", "", 1, 0)],
)
def test_the_same_without_response(face: str, left: str, discs: int, committed: int) -> None:
    """T-21.7."""
    found = triomphe("17/29", "C1", face, "manoeuvre", side=FRENCH)
    course = found.course("respond none")
    assert numbers(course) == ("attacker", (0, discs), (0, -discs), (0, committed))
    assert course.outcome.left == ("C1", "" if not committed else left)
    assert str(course.states[-1].piece("F1").place) == "29"


def test_the_assault_of_the_rulebook() -> None:
    """T-21.9: K is 9, L is 4; P is infantry 2, Q cavalry 2."""
    found = triomphe("9/4", "I3 I2 C2", "I1 A1 C2", side=FRENCH)
    course = found.course("lead A1", "send F1,F2 lead F1", "fire A2", "counter A3")
    assert numbers(course) == ("defender", (3, 2), (-3, 0), (0, 2))
    assert course.outcome.left == ("I2 C2", "C1 A1")
    assert course.moves == (
        *("assault 9/4", "lead A1", "send F1,F2 lead F1"),
        *("fire A2", "counter A3"),
    )


def test_the_retreat_of_the_rulebook() -> None:
    """T-21.11: P is 2; neighbours are 1 north-west, 3 north, 4 east, 5 and 6 south.

    Infantry 1 in the approach attacked lets the assault be made, and falls in it.
    """
    ground = toy_game(
        {n: {} for n in range(1, 7)},
        [
            {"a": 1, "b": 2, "east": 2},
            {"a": 2, "b": 3},
            {"a": 2, "b": 4, "east": 4},
            {"a": 2, "b": 5},
            {"a": 2, "b": 6},
        ],
    )
    defenders = {"approach": "I1", "2/5": "C1 A1", "2/6": "I2", "reserve": "I1 C2"}
    found = triomphe("1/2", {"approach": "I3", "5": "I2", "6": "C2"}, defenders, on=ground)
    course = found.course("lead F1", "fire none")
    assert numbers(course) == ("attacker", (1, 5), (0, -5), (0, 0))
    assert course.outcome.left == ("I2", "I1 C2")
    places = {str(course.states[-1].piece(name).place) for name in ("F4", "F6")}
    assert places <= {"3", "4"}


def test_the_threat_of_section_23() -> None:
    """T-21.15: cavalry in 4/9 takes 9; the infantry there lose one strength in all."""
    found = triomphe(NARROW, "C2", "~I3 ~I2", "retreat", hour=7)
    assert numbers(found.best) == ("attacker", (0, 1), (0, -1), (0, 0))


def test_the_french_counter_blow_of_section_23() -> None:
    """T-21.16: from 6 on 4, whose only Austrian piece stands in 4/9 and cannot answer."""
    found = triomphe(
        *("6/4", {"reserve": "C2", "9": "~I2"}, {"4/9": "C2"}, "manoeuvre"),
        side=FRENCH,
        morale={AUSTRIAN: 2, FRENCH: 4},
    )
    assert numbers(found.best) == ("attacker", (0, 1), (0, -1), (0, 1))
    after = found.best.states[-1]
    assert isinstance(after, TriompheState)
    assert (after.uncommitted(AUSTRIAN), after.committed(AUSTRIAN)) == (0, {4: 1})


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([], ("defender", (0, 0), (0, 0), (0, 1))),
        (["5/4"], ("attacker", (0, 2), (0, -2), (0, 1))),
    ],
)
def test_the_second_attack_beats_a_partial_block(before: list[str], expected: Any) -> None:
    """T-21.21: the piece driven from the wide approach takes two reductions (T-13.5)."""
    found = triomphe("4/5", "C2", {"approach": "I3"}, "manoeuvre", side=FRENCH, attacked=before)
    assert numbers(found.best) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("respond A1,A2", ("defender", (0, 0), (0, 0), (0, 2))),
        ("respond A1", ("attacker", (0, 4), (0, -4), (0, 0))),
        ("respond none", ("attacker", (0, 2), (0, -2), (0, 1))),
    ],
)
def test_several_attackers_at_a_wide_approach(reply: str, expected: Any) -> None:
    """T-21.22; with no response the last number is for one piece left of two, or for two."""
    found = triomphe("4/5", "I3 I2 I1", "I2 I2", "manoeuvre", side=FRENCH)
    assert numbers(found.course("attack F1,F2,F3 4/5", reply)) == expected


def test_the_second_failure_commits_one() -> None:
    """T-21.23: the first attack by one piece, the second by two others."""
    defenders = {"approach": "I2", "reserve": "I2"}
    first = triomphe("4/5", "I3 I2 I1", defenders, "manoeuvre", side=FRENCH)
    assert numbers(first.course("attack F1 4/5", "respond none"))[::3] == ("defender", (0, 1))
    second = triomphe("4/5", "I2 I1", defenders, "manoeuvre", side=FRENCH, attacked=["5/4"])
    assert numbers(second.course("attack F1,F2 4/5", "respond A2"))[::3] == ("defender", (0, 1))
    with pytest.raises(IllegalMove, match=r"5/4 is fully blocked \(T-9.2\)"):
        triomphe("4/5", "I1", {"approach": "I2 I2"}, "manoeuvre", side=FRENCH)


def test_a_won_assault_at_a_wide_approach() -> None:
    """T-21.24: cavalry could continue afterwards; that is no part of the fight."""
    found = triomphe(
        WIDE, {"approach": "I3 I3 C2"}, {"approach": "I2 I2", "reserve": "I2", "33": "C2"}
    )
    course = found.course("lead F1,F2", "send A1,A2,A3 lead A1,A2")
    assert numbers(course) == ("attacker", (2, 6), (0, -6), (0, 0))
    assert course.outcome.left == ("I2 I2 C2", "")
    assert course.states[-1].decision is Decision.CONTINUATION


def test_heavy_defeat_of_one_leading_piece() -> None:
    """T-21.25."""
    found = triomphe(NARROW, "I2", "I3")
    assert numbers(found.course("lead F1")) == ("defender", (2, 1), (-2, 0), (0, 1))


def test_heavy_defeat_of_two_leading_pieces() -> None:
    """T-21.26."""
    course = triomphe(WIDE, "I2 I2", "I3 I3 I3").course("lead F1,F2", BOTH, "counter F3")
    assert numbers(course) == ("defender", (4, 4), (-4, 0), (0, 3))
    assert course.outcome.left == ("", "I2 I2 I1")


def test_a_result_of_0() -> None:
    """T-21.27: 10/20 has two infantry penalties; the defender stands by with infantry 3."""
    found = triomphe("10/20", "I2", "I3")
    course = found.course("lead none", "counter none")
    assert course.outcome.left == ("I2", "I2")
    assert numbers(course) == ("defender", (0, 1), (0, 0), (0, 0))


@pytest.mark.parametrize(
    ("attackers", "defenders", "moves", "left", "discs"),
    [
        ("I2 I2", "I1 I1 A1", ("lead F1,F2", BOTH, "fire F3"), "I1", 1 + 2),
        ("I2 I2", "I1 A1 C2 C2", ("lead F1", BOTH, "fire F2", "counter F3,F4"), "", 1 + 3),
        (
            "I2 I2 C2",
            "I3 I2 A1",
            ("lead F1,F2", "send A1,A2,A3 lead A1,A2", "fire F3"),
            "C1",
            1 + 4,
        ),
    ],
)
def test_even_spreading(
    attackers: str, defenders: str, moves: tuple[str, ...], left: str, discs: int
) -> None:
    """T-21.28: leading pieces of 2 and 1 after defensive fire."""
    outcome = triomphe(WIDE, attackers, defenders).course(*moves).outcome
    assert (outcome.winner, outcome.left[0]) == ("defender", left)
    assert (outcome.lost[0], outcome.morale[0]) == (discs, -discs)


def test_the_choice_of_discs_lost() -> None:
    """T-21.29: one uncommitted disc is lost, and two of three in 14 and 20."""
    found = triomphe(
        *("8/12", "I3 I2", "I3 A1", "manoeuvre"),
        uncommitted={AUSTRIAN: 6, FRENCH: 1},
        committed={FRENCH: {14: 2, 20: 1}},
    )
    for take in ("take 14", "take 20"):  # the first is taken from 14 in any case
        course = found.course("attack A1,A2 8/12", "respond none", take)
        assert course.moves[2] == take
        assert numbers(course) == ("attacker", (0, 3), (0, -3), (0, -2))
        after = course.states[-1]
        assert isinstance(after, TriompheState)
        assert after.level(FRENCH) == 1


@pytest.mark.parametrize("shifts", [("shift none",), ("shift 20", "shift none"), ("shift 20",) * 2])
def test_a_shortage_when_committing(shifts: tuple[str, ...]) -> None:
    """T-21.30: Z is 12, X is 20; the level is unchanged, whatever is shifted."""
    found = triomphe(
        *("8/12", "I3 I2", "I2 I2", "manoeuvre"),
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {20: 2}},
    )
    course = found.course("attack A1,A2 8/12", "respond F1,F2", *shifts)
    assert numbers(course) == ("defender", (0, 0), (0, 0), (0, 0))
    number = shifts.count("shift 20")
    left = {20: 2 - number, 12: number}
    after = course.states[-1]
    assert isinstance(after, TriompheState)
    assert after.committed(FRENCH) == {place: discs for place, discs in left.items() if discs}


def test_retreat_directions() -> None:
    """T-21.33: 3 lies east of 2 and holds one, 4 lies west and holds five."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {"capacity": 1}, 4: {"capacity": 5}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3, "east": 3}, {"a": 2, "b": 4, "east": 2}],
    )
    found = triomphe("1/2", "I2", "C2 I3", "retreat", on=ground)
    after = found.best.states[-1]
    assert sorted(str(after.piece(name).place) for name in ("F1", "F2")) == ["3", "4"]
    assert numbers(found.best) == ("attacker", (0, 1), (0, -1), (0, 0))


@pytest.mark.parametrize(("capacity", "lost"), [(3, 1), (2, 1 + 1), (1, 1 + 1 + 2), (0, 1 + 5)])
def test_a_retreat_without_room(capacity: int, lost: int) -> None:
    """T-21.34: I3, reduced to 2, C2 and C1 retreat; the owner saves the strongest."""
    ground = row(3, capacities=(20, 20, capacity + 1))
    found = triomphe("1/2", "I2", {"reserve": "I3 C2 C1", "3": "I1"}, "retreat", on=ground)
    assert numbers(found.best) == ("attacker", (0, lost), (0, -lost), (0, 0))


def test_an_austrian_retreat_with_few_discs() -> None:
    """T-21.39: Z is 10, X is 4; France may shift up to two discs."""
    found = triomphe(
        *("13/10", "I2", "I2 I2", "retreat"),
        side=FRENCH,
        uncommitted={AUSTRIAN: 1, FRENCH: 6},
        committed={AUSTRIAN: {4: 2}},
    )
    for shifts in (("shift none",), ("shift 4", "shift none"), ("shift 4", "shift 4")):
        course = found.course(*shifts)
        assert numbers(course) == ("attacker", (0, 1), (0, -1), (0, 0))
        assert course.moves[-len(shifts) :] == shifts
