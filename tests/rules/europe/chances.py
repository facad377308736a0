"""Exact chances: the outcomes of dice, each with what it weighs in the engine."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from marengo.core.engine import driver
from marengo.core.state import Chance
from marengo.core.uncompiled import call_python
from marengo.games.europe import BattleState


def weights(state: BattleState) -> dict[str, Fraction]:
    """Return the rolls of a position in which chance decides, with how likely each is."""
    found = call_python(_weigh, state.game, state.record.copy().reshape(1))
    whole = sum(found)
    texts = [str(move) for move in state.legal_moves()]
    return {text: one / whole for text, one in zip(texts, found, strict=True)}


def _weigh(t: Any, s: Any, w: Any) -> list[Fraction]:
    driver.list_moves(t, s, w)
    return [Fraction(float(driver.weigh(t, s, w, number))) for number in range(w.move_count)]


def outcomes(state: BattleState, told: Callable[[BattleState], Any]) -> dict[Any, Fraction]:
    """Return how likely each result is once no dice are rolled any more."""
    if state.to_move is not Chance.CHANCE:
        return {told(state): Fraction(1)}
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for roll, chance in weights(state).items():
        for result, further in outcomes(state.copy().play(roll), told).items():
            found[result] += chance * further
    return found
