"""The sight that a side has of a state, as the engine's record."""

from typing import Any

import numpy as np

from marengo.game.state import State
from marengo.rules.sight import Blocks, see
from marengo.rules.vocabulary import Side


def sight_of(state: State, side: Side) -> np.ndarray[Any, Any]:
    """Return a position that a side cannot tell from a state, shape ``(1,)``.

    It depends on what the side knows and on nothing else, see :mod:`marengo.rules.sight`.
    """
    seen, sight = state.game.ruleset.record.array(), state.game.ruleset.record.array()
    see(state.game.tables, state._record, int(side), seen, Blocks.array())
    for name in seen.dtype.names or ():  # all but the padding between fields, whatever is there
        sight[name] = seen[name]
    return sight
