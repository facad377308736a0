"""Rolls dice against exact odds: ``python -m tests.games.europe --rolls 1000000``.

Prints for each action how far from the exact chances what was rolled lies, and exits with 1 where
that is further than chance allows once in 10,000 times.
"""

import argparse
import sys
from collections import Counter
from functools import cache

import numpy as np
from scipy.stats import chi2

from marengo.core.engine import driver
from marengo.core.engine.random import seeded
from marengo.core.state import Chance
from marengo.games.europe.odds import odds, told
from marengo.games.europe.state import BattleState
from tests.rules.europe.playing import Case

GIVEN = "FR middle-left 2C 1I 1A 1L; GB right 2I 1M 1L; "

ROLLED = [
    (f"{GIVEN}cavalry", "charge cavalry middle-left at british infantry, stand"),
    (f"{GIVEN}cavalry", "charge cavalry middle-left at british militia, square, carry-through"),
    (f"{GIVEN}infantry", "fire infantry middle-left at british infantry"),
    (f"{GIVEN}infantry", "charge infantry middle-left at british infantry"),
    (f"{GIVEN}artillery", "fire artillery middle-left at british militia"),
    ("FR left 2I 1A; GB right 2C 1L; artillery", "fire artillery left at british cavalry far"),
    ("FR reserve 1L, rout 2I, left 1I; GB left 1I; leaders", "rally"),
]
"""Positions as the tests of the rules give them, and what is done, until the dice are done."""

UNLIKELY = 1e-4


def roll(
    given: str, moves: str, rolls: int, seed: int = 14
) -> tuple[str, dict[str, float], Counter[str]]:
    """Return an action, the exact chance of each result, and how often each was rolled."""
    start, done = Case("", given, "", "").start(), moves.split(", ")
    game, generator = start.game, seeded(seed)
    works = game.workspace()

    @cache
    def then(drawn: tuple[int, ...]) -> BattleState:
        """Return the position after some draws, with the moves that follow them played."""
        if not drawn:
            return play(start.copy().play(done[0]), done[1:])
        before = then(drawn[:-1])
        return play(before.copy().play(before.legal_moves()[drawn[-1]]), done[1:])

    counted = Counter[tuple[int, ...]]()
    for _ in range(rolls):
        drawn: tuple[int, ...] = ()
        while (state := then(drawn)).to_move is Chance.CHANCE:
            drawn += (
                int(driver.draw_once(game.tables, state.record.reshape(1), works, generator)),
            )
        counted[drawn] += 1
    results = Counter[str]()
    for drawn, number in counted.items():
        results[told(start, then(drawn))] += number
    return done[0], dict(odds(start, *done).rows()), results


def play(state: BattleState, moves: list[str]) -> BattleState:
    """Play those of some moves that are legal, in their order, and return the position."""
    for move in moves:
        if state.to_move is not Chance.CHANCE and move in map(str, state.legal_moves()):
            state.play(move)
    return state


def main() -> int:
    """Roll, print, and say whether all agrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.europe", description=__doc__)
    parser.add_argument("--rolls", type=int, default=1_000_000, help="of all actions together")
    parser.add_argument("--seed", type=int, default=14)
    given = parser.parse_args()
    number, agreed = given.rolls // len(ROLLED), True
    for position, moves in ROLLED:
        action, wanted, counted = roll(position, moves, number, given.seed)
        expected = np.array([*wanted.values()]) * number
        found = np.array([counted[result] for result in wanted])
        square = float(((found - expected) ** 2 / expected).sum())
        likely = float(chi2.sf(square, max(len(wanted) - 1, 1)))
        agreed &= likely > UNLIKELY and counted.keys() <= wanted.keys()
        far = np.abs(found - expected).max() / number
        said = f"{len(wanted)} results, at most {far:.5f} off, p {likely:.3f}"
        print(f"{action}: {number:,} times, {said}")
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
