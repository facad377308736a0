"""The engine against the referee: what is legal, and the whole position after each move."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.reference_europe.comparing import SWITCHED, compare
from tests.turn import in_turn

BATTLES = 50
"""With each switch: a third from their deployment, the others from any position."""

IN_TURN = in_turn(SWITCHED, lambda one: (SWITCHED.index(one) + 1) // 2)
"""Always without a switch, and with one of each two of them."""

VERBS = {"move", "fire", "charge", "unsquare", "rally", "square", "carry-through", "pursue", "roll"}


@pytest.mark.parametrize("options", IN_TURN, ids=lambda one: " ".join(one) or "defaults")
def test_random_battles(options: dict[str, Any]) -> None:
    """N-33.1, N-33.2: skirmishes and great battles, of one to three nations a side."""
    played: Counter[str] = Counter()
    for seed in range(BATTLES):
        played += compare(np.random.default_rng((seed, SWITCHED.index(options))), options)
    assert played.keys() >= VERBS
