"""Positions as a linear evaluation sees them."""

from typing import Any

import numpy as np

from marengo.core.engine.compiled import entry, inlined, int64
from marengo.core.engine.driver import NONE, legal, play
from marengo.core.engine.policy import evaluate
from marengo.core.engine.record import Record, Records
from marengo.core.engine.search.primitives import whose_turn

Array = np.ndarray[Any, Any]


@inlined
def _write_features(t: Record, s: Any, w: Any, e: Record, units: Records, features: Array) -> None:
    """Write the value of each feature: the evaluation with the weights of which one is 1."""
    for feature in range(len(units)):
        features[feature] = evaluate(t, s, w, e, units[feature])


@entry
def features_of_turns(
    tables: Records,
    states: Records,
    works: Records,
    grounds: Records,
    units: Records,
    moves: Array,
    features: Array,
) -> int:
    """Play moves on ``states[0]``, write features as each turn begins, and return how many rows.

    The evaluation is linear in its weights: feature *j* is its value with the weights ``units[j]``.
    """
    t, s, w, e = tables[0], states[0], works[0], grounds[0]
    legal(t, s, w)
    turn, kept = int64(NONE), int64(0)
    for number in range(len(moves) + 1):
        if number > 0:
            play(t, s, w, int64(moves[number - 1]))
        ended = number == len(moves) and number > 0
        if whose_turn(t, s) != turn and not ended and kept < len(features):
            turn = whose_turn(t, s)
            _write_features(t, s, w, e, units, features[kept])
            kept += 1
    return kept
