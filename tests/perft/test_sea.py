"""Chances at sea and of a draw among nations, worked by hand and by going through all rolls."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from marengo.core.state import Chance
from marengo.games.europe.war import WarState
from tests.rules.europe.continent.playing import play, position

pytestmark = pytest.mark.plays_much

# Of two sums of two dice, in 1296ths: the first ahead by so much (N-31.99).
AHEAD = {0: 146, 1: 140, 2: 125, 3: 104, 4: 80, 5: 56, 6: 35, 7: 20, 8: 10, 9: 4, 10: 1}


def share(wanted: Callable[[int], bool]) -> Fraction:
    """Return how likely the first of two sums of two dice is ahead by what is wanted."""
    ways = sum(AHEAD[abs(ahead)] for ahead in range(-10, 11) if wanted(ahead))
    return Fraction(ways, 1296)


def outcomes(state: WarState, told: Callable[[WarState], Any]) -> dict[Any, Fraction]:
    """Return how likely each outcome of the rolls is that follow one another now."""
    if state.to_move is not Chance.CHANCE:
        return {told(state): Fraction(1)}
    found: dict[Any, Fraction] = {}
    for move, chance in state.chances():
        part = Fraction(chance).limit_denominator(36)
        for outcome, weight in outcomes(state.copy().play(move), told).items():
            found[outcome] = found.get(outcome, Fraction(0)) + part * weight
    return found


def fleets(state: WarState) -> tuple[int, int]:
    """Return how many squadrons France and Great Britain have."""
    ships = state.record["ships"].reshape(8, -1).sum(axis=1)
    return int(ships[0]), int(ships[1])


@pytest.mark.parametrize(
    ("water", "way", "caught"),
    [
        ("brittany", "bay-of-biscay", Fraction(4, 6)),
        ("mid-atlantic", "bay-of-biscay", Fraction(2, 6)),
    ],
)
def test_a_squadron_that_avoids_another(water: str, way: str, caught: Fraction) -> None:
    """N-8.4, N-8.5, N-8.10, N-2.4: caught on 3 to 6 by a port, else on 5 and 6, then one battle.

    One against one, of which the British adds one: who is behind loses his squadron, so France is
    ahead if its dice are by two or more, and behind if they are not by one.
    """
    state = position("", "FR", squadrons=f"FR {water} 1; GB {way} 1")
    play(state, f"sail {water}, via {way}, avoid, engage")
    wins, loses = share(lambda ahead: ahead > 1), share(lambda ahead: ahead < 1)
    even = share(lambda ahead: ahead == 1)
    assert outcomes(state, fleets) == {
        (1, 0): caught * wins,
        (0, 1): caught * loses,
        (1, 1): 1 - caught + caught * even,
    }


def test_an_attack_on_a_port() -> None:
    """N-8.10, N-8.12, N-31.56: two British with one more against three French with two more."""
    state = position("", "GB", squadrons="GB bay-of-biscay 2; FR brittany 3")
    play(state, "strike brittany from bay-of-biscay, number 2")
    ahead = -2  # of 2 + 1 against 3 + 2
    assert outcomes(state, fleets) == {
        (3, 2): share(lambda dice: dice + ahead == 0),
        (2, 2): share(lambda dice: 1 <= dice + ahead <= 2),
        (1, 2): share(lambda dice: 3 <= dice + ahead <= 4),
        (0, 2): share(lambda dice: dice + ahead >= 5),
        (3, 1): share(lambda dice: -2 <= dice + ahead <= -1),
        (3, 0): share(lambda dice: dice + ahead <= -3),
    }


def test_a_transport_that_passes_enemies() -> None:
    """N-9.7, N-31.62, N-31.63: three units at a rate of three, each lost by half."""
    state = position(
        "GB london 3I", "GB", squadrons="GB english-channel 3; FR english-channel 6", month=2
    )
    play(state, "transport infantry london english-channel, number 3")
    while "transport" not in state.decision.name.lower():
        state.play(min(map(str, state.legal_moves())))
    left = outcomes(state, lambda after: int(after.record["cargo"]))
    assert left == {3: Fraction(1, 8), 2: Fraction(3, 8), 1: Fraction(3, 8), 0: Fraction(1, 8)}


def test_a_lot_is_fair() -> None:
    """N-15.4, N-28.4, N-31.89: each of three enemies of France is as likely to control Prussia."""
    state = play(position("", "FR", step="opening", pap="FR 1"), "declare-war prussia")
    drawn = outcomes(state, lambda after: next(iter(after.controllers.values())).name)
    assert drawn == dict.fromkeys(("GREAT_BRITAIN", "RUSSIA", "AUSTRIA"), Fraction(1, 3))
