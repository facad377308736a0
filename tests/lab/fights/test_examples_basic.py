"""The worked examples of Basic about attacks and retreats (chapter B-16), as fights."""

import pytest

from marengo.core.errors import IllegalMove
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import FightCourse, fight
from tests.toys import row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def ground(**border: bool | int) -> MarengoGame:
    """Return a row of localities whose border from X, 2, to Y, 3, has these symbols."""
    made: MarengoGame = row(6, borders={2: border}, ruleset="bonaparte")
    return made


def numbers(course: FightCourse) -> tuple[str, tuple[int, int]]:
    """Return the winner, and the strength lost by attacker and defender, which morale pays."""
    found = course.outcome
    assert found.morale == (-found.lost[0], -found.lost[1])
    assert found.committed == (0, 0)
    return found.winner, found.lost


SYMBOLS = toy_game(
    {1: {"capacity": 4}, 2: {}, 3: {}, 4: {}},
    [
        {"a": 1, "b": 2, "a_infantry": 1, "a_artillery": 1, "a_obstacle": True},
        {"a": 1, "b": 3, "impassable": True},
        {"a": 1, "b": 4, "a_infantry": 1, "a_cavalry": 1},
    ],
    ruleset="bonaparte",
)
"""L is 1; its top is towards 2, its left towards 3, its right towards 4."""


@pytest.mark.parametrize(("border", "piece"), [("2/1", "I2"), ("4/1", "I2"), ("4/1", "C2")])
def test_symbols_of_a_locality(border: str, piece: str) -> None:
    """B-16.1: a strength of 2 - 1 wins against nobody; winner 1, loser 1 + 1."""
    assert numbers(fight(SYMBOLS, border, piece, "I3").course("lead none")) == ("attacker", (1, 2))


def test_an_obstacle_of_a_locality() -> None:
    """B-16.1: cavalry does not lead over the top."""
    with pytest.raises(IllegalMove, match=r"could lead can take part with A1 \(B-11.5\)"):
        fight(SYMBOLS, "2/1", "C2", "I2")
    attacks = fight(SYMBOLS, "2/1", "I2 C2", "I2").choices["attack"].unique().to_list()
    assert sorted(attacks) == ["I2", "I2+C2, I2 leads"]


@pytest.mark.parametrize(
    ("border", "side", "lost"), [("2/3", AUSTRIAN, (1, 2)), ("3/2", FRENCH, (1, 3))]
)
def test_an_unequal_pair(border: str, side: Side, lost: tuple[int, int]) -> None:
    """B-16.3: U is 2, W is 3; without leading defenders 2 - 1 costs two points, 2 three."""
    found = fight(ground(b_cavalry=1), border, "C2", "I3", side=side)
    assert numbers(found.course("lead none")) == ("attacker", lost)


@pytest.mark.parametrize(
    ("reply", "winner"), [("respond F1", "defender"), ("respond none", "attacker")]
)
def test_a_manoeuvre_attack(reply: str, winner: str) -> None:
    """B-16.9, B-16.10: no losses either way."""
    found = fight(ground(), "2/3", "I2", "C2", "manoeuvre")
    course = found.course(reply)
    assert numbers(course) == (winner, (0, 0))
    places = [str(course.states[-1].piece(name).place) for name in ("A1", "F1")]
    assert places == (["2", "3/2"] if winner == "defender" else ["3", "4"])


@pytest.mark.parametrize("wide", [False, True])
def test_the_assault_of_the_rulebook(wide: bool) -> None:
    """B-16.12."""
    found = fight(ground(wide=wide, b_infantry=1, a_cavalry=1), "2/3", "I3 I2", "A1 I2 C2")
    moves = ("assault A1 2/3", "join A2", "lead A1", "fire F1", "lead F2", "pursue F3")
    course = found.course(*moves)
    assert course.moves == moves
    assert numbers(course) == ("defender", (4, 2))
    assert course.outcome.left == ("I1", "I1 C1 A1")
    assert str(course.states[-1].piece("A2").place) == "2"


def test_the_retreat_of_the_rulebook() -> None:
    """B-16.13: D is 1; T is 2, Lf 3, the bottom 4, R 5; two infantry 2 beat infantry 3."""
    cross = toy_game(
        {1: {}, 2: {}, 3: {}, 4: {}, 5: {"capacity": 2}},
        [
            {"a": 1, "b": 2, "wide": True},
            {"a": 1, "b": 3},
            {"a": 1, "b": 4, "impassable": True},
            {"a": 1, "b": 5},
        ],
        ruleset="bonaparte",
    )
    defenders = {"approach": "I3", "reserve": "C2", "flank": "I1"}
    found = fight(cross, "2/1", "I2 I2", defenders)
    assert str(found.state.piece("F3").place) == "1/3"
    assert str(found.state.piece("A3").place) == "3"
    course = found.course("assault A1 2/1", "join A2", "lead A1,A2", "lead F1")
    assert numbers(course) == ("attacker", (1, 2 + 1))
    assert course.outcome.left == ("I2 I1", "I1 C2")
    assert {str(course.states[-1].piece(name).place) for name in ("F1", "F2")} == {"5"}


@pytest.mark.parametrize("defenders", ["I2 I2", "I3 I1", "I3 I1 I2"])
@pytest.mark.parametrize("attackers", ["I2 I2", "I2 I2 I1"])
def test_the_assault_of_the_summary(attackers: str, defenders: str) -> None:
    """B-16.14: 4 - 1 against 4; the defender loses 1, the attacker 2."""
    found = fight(ground(wide=True, b_infantry=1), "2/3", attackers, defenders)
    course = found.course("assault A1 2/3", "join A2", "join A3", "lead A1,A2", "lead F1,F2")
    assert numbers(course) == ("defender", (2, 1))


def test_a_tie() -> None:
    """B-16.17."""
    assert numbers(fight(ground(), "2/3", "I2", "I2").course("lead F1")) == ("defender", (1, 1))


def test_a_defender_without_leading_pieces() -> None:
    """B-16.18: of two points the artillery takes one, and only that one costs morale."""
    found = fight(ground(b_infantry=1), "2/3", "I2", "A1")
    assert numbers(found.course("fire none")) == ("attacker", (1, 1))


def test_a_victory_without_survivor() -> None:
    """B-16.19: won, though 3 stays empty; the cavalry in reserve retreats without loss."""
    found = fight(ground(), "2/3", "I2", {"approach": "A1", "reserve": "C2"})
    course = found.course("fire F1")
    assert numbers(course) == ("attacker", (2, 1))
    assert course.outcome.left == ("", "C2")
    assert course.states[-1].occupier(3) is None


@pytest.mark.parametrize(("morale", "winner"), [({FRENCH: 0}, "attacker"), (None, "defender")])
def test_a_demoralised_defender(morale: dict[Side, int] | None, winner: str) -> None:
    """B-16.20: (2 - 1) + (1 - 1) against 2; a demoralised army has no morale to lose."""
    found = fight(ground(wide=True), "2/3", "I2", "C2 C1", morale=morale)
    outcome = found.course("lead F1,F2").outcome
    assert outcome.winner == winner
    assert outcome.morale == ((-1, 0) if morale else (-2, -1))


@pytest.mark.parametrize(
    ("leader", "points", "winner", "french"),
    [("I2", 1, "defender", 1), ("I1", 1, "attacker", 2), ("I2", 9, "attacker", 3)],
)
def test_demoralised_by_fire(leader: str, points: int, winner: str, french: int) -> None:
    """B-16.21: a strength of 2 draws against 2 and beats 1; not demoralised it would be 4."""
    on = ground(wide=True, b_infantry=1)
    found = fight(on, "2/3", "I3 I3", f"{leader} A1", morale={AUSTRIAN: points})
    course = found.course("assault A1 2/3", "join A2", "lead A1,A2", "fire F2", "lead F1")
    assert (course.outcome.winner, course.outcome.lost[0]) == (winner, 2)
    assert course.outcome.morale == (-min(points, 2), -french)


@pytest.mark.parametrize(("blocker", "left"), [("I2", "I1"), ("C1", ""), ("A1", "")])
def test_a_two_front_attack(blocker: str, left: str) -> None:
    """B-16.23: what blocks 1/2 is not in reserve when the attack from 3 comes."""
    hub = toy_game(
        {n: {} for n in range(1, 5)},
        [{"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 1, "b": 4}],
        ruleset="bonaparte",
    )
    found = fight(hub, "3/1", {"reserve": "I3", "2": "I3 I2"}, {"1/2": blocker}, "manoeuvre")
    assert numbers(found.best) == ("attacker", (0, 1))
    assert found.best.outcome.left == ("I3", left)


def test_an_attack_that_cannot_be_blocked() -> None:
    """B-16.24: from X/Y the defender is not asked."""
    found = fight(ground(), "2/3", "I2", "C2", "retreat")
    assert found.lines["moves"].to_list() == ["attack A1 2/3"]
    assert numbers(found.best) == ("attacker", (0, 0))
    assert all(state.decision is not Decision.RESPONSE for state in found.best.states)


@pytest.mark.parametrize(("saved", "lost"), [("F2", 4), ("F1", 5)])
def test_not_enough_room(saved: str, lost: int) -> None:
    """B-16.25: Y is 1, the attack comes from 2, and 3 has room for one; F1 is reduced to 1."""
    cramped = toy_game(
        {1: {}, 2: {}, 3: {"capacity": 2}},
        [{"a": 1, "b": 2}, {"a": 1, "b": 3}],
        ruleset="bonaparte",
    )
    defenders = {"reserve": "I2 I2 I2", "3": "C2"}
    found = fight(cramped, "2/1", "I3", defenders, "manoeuvre")
    assert numbers(found.course("respond none", f"retreat {saved} 3")) == ("attacker", (0, lost))
    assert numbers(found.course("respond none")) == ("attacker", (0, 4))
