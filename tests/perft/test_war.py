"""Numbers of paths in a war of Napoleon in Europe, counted by hand.

A roll of the dice is a decision of chance; a decision with a single choice makes itself and is not
counted. A path weighs as much as its rolls are likely.
"""

from typing import Any

import pytest

from marengo.core.state import Chance
from marengo.games.europe.war import WarState
from tests.rules.europe.war.playing import game

UPRISING, RETREAT, MARCH = "uprising", "retreat", "march"

NOTHING = {"france": 0, "austria": 0}

POSITIONS: dict[str, dict[str, Any]] = {
    UPRISING: {
        "troops": {"france": {"switzerland": "2 infantry"}},
        "uprisings": ["switzerland"],
        "pap": NOTHING,
        "nation": "france",
        "step": "uprisings",
    },
    RETREAT: {
        "troops": {"france": {"paris": "3 infantry"}, "austria": {"paris": "2 leader"}},
        "pap": NOTHING,
        "nation": "france",
        "step": "battles",
    },
    MARCH: {
        "troops": {"austria": {"hungary": "2 infantry, 1 cavalry"}},
        "pap": NOTHING,
        "nation": "austria",
        "step": "movement",
    },
}

COUNTS = (
    # By hand. France fights the uprising or not.                                               2
    # It rolls: 11 sums. Or a window opens: it passes, sues, or offers one of 6 regions.    11 + 8
    # After each sum the same window: 11 × 8. Passed, Austria passes, sues or offers one of
    # 9 regions; sued, it is over; offered, one of 9 is wanted: 11 + 6 × 9.                88 + 65
    (UPRISING, ((2, 2.0), (19, 9.0), (153, 73.0))),
    # By hand. An infantry pursues a leader of two, or none does.                               2
    # It rolls: 6 faces. If none does, the leaders retreat to one of 2 regions.             6 + 2
    # After the roll the second pursues or none does: 6 × 2. Where they go, one or both: 2 × 2.
    (RETREAT, ((2, 2.0), (8, 3.0), (16, 6.0))),
    # By hand. Infantry or cavalry to one of 3 regions, or none.                                7
    # Of the infantry one or both: 3 × 2. The cavalry goes on from Vienna to 5 regions, from
    # Illyria to 4, from Bohemia to 3, or else the infantry to 3, or there is an end:  9 + 8 + 7.
    # At the end a window: Austria passes, sues, or offers one of 9 regions.                   11
    (MARCH, ((7, 7.0), (41, 41.0))),
)
"""By position: how many paths there are of 1, 2 ... decisions, and what they weigh."""


def paths(state: WarState, decisions: int) -> tuple[int, float]:
    """Return how many paths of so many decisions there are, and what they weigh."""
    if decisions == 0:
        return 1, 1.0
    if state.is_over:
        return 0, 0.0
    if state.to_move is Chance.CHANCE:
        outcomes = list(state.chances())
    else:
        outcomes = [(move, 1.0) for move in state.legal_moves()]
    number, weight = 0, 0.0
    for move, chance in outcomes:
        further, weighs = paths(state.copy().play(move), decisions - 1)
        number, weight = number + further, weight + chance * weighs
    return number, weight


@pytest.mark.parametrize(
    ("name", "decisions", "counted"),
    [(name, depth, one) for name, counts in COUNTS for depth, one in enumerate(counts, start=1)],
)
def test_paths_are_those_counted_by_hand(
    name: str, decisions: int, counted: tuple[int, float]
) -> None:
    number, weight = paths(game().position(**POSITIONS[name]), decisions)
    assert number == counted[0]
    assert weight == pytest.approx(counted[1])
