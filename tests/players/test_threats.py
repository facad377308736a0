"""What either army may lose, in positions made for it."""

from typing import Any

import pytest

from marengo.core.engine import driver
from marengo.games.marengo.policy.threats import storm_margin, threats
from marengo.games.marengo.rules.vocabulary import Side
from tests.conformance.walking import game_of
from tests.field import scenario_names
from tests.plain import first


def border(scenario: str, wide: bool) -> tuple[int, int, int]:
    """Return two neighbours, and the approach of the second towards the first.

    Nothing else joins them, and cavalry may lead across.
    """
    game = game_of(scenario)
    t = game.tables[0]
    for a in range(len(game.index.approaches)):
        owner, other = int(t["owner"][a]), int(t["neighbour"][a])
        between = [
            b
            for b in range(len(game.index.approaches))
            if t["owner"][b] == owner and t["neighbour"][b] == other
        ]
        passable = not t["impassable"][a] and not t["obstacle"][a]
        if len(between) == 1 and passable and bool(t["wide"][a]) == wide:
            return owner, other, a
    raise AssertionError("no such border")


def neighbours(scenario: str, number: int) -> list[int]:
    """Return the neighbours of a locality across borders of one approach a side."""
    t = game_of(scenario).tables[0]
    rows = range(int(t["first_approach"][number]), int(t["first_approach"][number + 1]))
    there = [int(t["neighbour"][a]) for a in rows if not t["impassable"][a]]
    return [one for one in there if there.count(one) == 1]


def at(here: int, there: int) -> str:
    return f"{here}/{there}"


def seen(scenario: str, side: Side = Side.FRENCH, **facts: Any) -> tuple[float, ...]:
    """Return the threats to a side in a position: doomed, open, stormed, covered."""
    game = game_of(scenario)
    position = game.position(hour=9, turn=Side.AUSTRIAN, **facts).record.reshape(1).copy()
    works = game.workspace()
    driver.legal_moves(game.tables, position, works)
    found: Any = threats(first(game.tables), first(position), first(works), int(side))
    return tuple(map(float, found))


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_reserve_covers_one_side(scenario: str) -> None:
    here, there, _ = border(scenario, wide=False)
    french, austrian = {str(here): "I2"}, {str(there): "I2"}
    for side in Side:  # either may attack the other
        assert seen(scenario, side, french=french, austrian=austrian) == pytest.approx((0, 0, 0, 1))


@pytest.mark.parametrize("scenario", scenario_names())
def test_one_reserve_does_not_cover_two_sides(scenario: str) -> None:
    numbers = [place.number for place in game_of(scenario).board.localities]
    here = next(n for n in numbers if len(neighbours(scenario, n)) > 1)
    first, second, *_ = neighbours(scenario, here)
    enemies = {str(first): "I2", str(second): "I2"}
    alone = seen(scenario, french={str(here): "I2"}, austrian=enemies)
    assert alone == pytest.approx((0, 1, 0, 0))
    two = seen(scenario, french={str(here): "I2 I2"}, austrian=enemies)
    assert two == pytest.approx((0, 0, 0, 1))


@pytest.mark.parametrize("scenario", scenario_names())
def test_nobody_answers_an_attack_from_an_approach_that_faces_a_gap(scenario: str) -> None:
    """B-9.14, T-9.17; cavalry leaves a reserve for nothing in Basic (B-12.7)."""
    here, there, _ = border(scenario, wide=False)
    pinned = {at(there, here): "I2"}
    assert seen(scenario, french={str(here): "I2"}, austrian=pinned) == pytest.approx((1, 0, 0, 0))
    riders = seen(scenario, french={str(here): "C2 C2"}, austrian=pinned)
    assert riders == pytest.approx((0 if scenario == "bonaparte" else 1, 0, 0, 0))
    blocked = {str(here): "I2", at(here, there): "I2"}
    doomed, opened, _, covered = seen(scenario, french=blocked, austrian=pinned)
    assert (doomed, opened, covered) == (0, 0, 0)


@pytest.mark.parametrize("scenario", scenario_names())
def test_approaches_held_are_at_stake(scenario: str) -> None:
    """One each in Basic (B-12.9), as much as they are wide in Triomphe (T-13.5)."""
    t = game_of(scenario).tables[0]
    numbers = [place.number for place in game_of(scenario).board.localities]
    here = next(n for n in numbers if len(neighbours(scenario, n)) > 1)
    there, other, *_ = neighbours(scenario, here)
    (a,) = (
        a
        for a in range(int(t["first_approach"][here]), int(t["first_approach"][here + 1]))
        if t["neighbour"][a] == other
    )
    french = {str(here): "I2", at(here, other): "I2"}
    doomed, *_ = seen(scenario, french=french, austrian={at(there, here): "I2"})
    assert doomed == 2 + (int(t["wide"][a]) if scenario == "triomphe" else 0)


def test_discs_are_at_stake_where_they_are_committed() -> None:
    here, there, _ = border("triomphe", wide=False)
    doomed, *_ = seen(
        "triomphe",
        french={str(here): "I2"},
        austrian={at(there, here): "I2"},
        committed={Side.FRENCH: {here: 3}},
    )
    assert doomed == 4


@pytest.mark.parametrize("scenario", scenario_names())
@pytest.mark.parametrize("wide", [False, True])
def test_the_result_of_an_assault(scenario: str, wide: bool) -> None:
    """Infantry or cavalry leads, less its penalty; the defenders' best stand against it."""
    here, there, a = border(scenario, wide)
    game = game_of(scenario)
    t = game.tables[0]
    foot, horse = int(t["infantry_penalty"][a]), int(t["cavalry_penalty"][a])

    def margin(attack: str, defence: str) -> float:
        position = game.position(
            hour=9,
            turn=Side.AUSTRIAN,
            austrian={at(there, here): attack},
            french={at(here, there): defence},
        )
        return float(
            storm_margin(
                first(game.tables), first(position.record.reshape(1)), int(t["opposite"][a])
            )
        )

    assert margin("I3", "I2") == 3 - foot - 2
    assert margin("I3 I2", "I2 I1") == (5 - foot - 3 if wide else 3 - foot - 2)
    assert margin("I2 C3", "I1") == max(2 - foot, 3 - horse) - 1
    assert margin("I1", "I1") == -10  # nobody can lead
    french = {at(here, there): "I1"}
    austrian = {at(there, here): "I3 I3"}
    stormed = seen(scenario, french=french, austrian=austrian)[2]
    if not wide:
        assert stormed == max(0, 3 - foot - 1)
