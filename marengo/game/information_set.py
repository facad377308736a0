"""The information set of a side in a state, as the engine's record."""

from typing import Any

import numpy as np

from marengo.core import policy
from marengo.game.state import State
from marengo.games.marengo.rules.information_set import DeterminizationScratch
from marengo.games.marengo.rules.vocabulary import Side


def information_set_of(state: State, side: Side) -> np.ndarray[Any, Any]:
    """Return a position that a side cannot tell from a state, shape ``(1,)``.

    It depends on what the side knows and on nothing else.
    """
    record = state.game.ruleset.record
    made, seen = record.array(), record.array()
    policy.see(state.game.tables, state._record, int(side), made, DeterminizationScratch.array())
    for name in made.dtype.names or ():  # all but the padding between fields, whatever is there
        seen[name] = made[name]
    return seen
