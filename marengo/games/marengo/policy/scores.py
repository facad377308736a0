"""What a player thinks of the moves of a decision."""

from typing import Annotated

import numpy as np

from marengo.core.engine.learned import HIDDEN, UNITS
from marengo.core.engine.record import Float64, Int32, Int64, Record
from marengo.games.marengo.rules.position import MOVES
from marengo.games.marengo.rules.vocabulary import (
    APPROACHES,
    LOCALITIES,
    PIECES,
    PLACES,
)

ACTIVE, COARSE = 15, 7
"""Features of a move, and coarse ones."""

NUMBERS = 48
"""Features of a position."""

COARSE_ROWS = 4096
"""Most coarse features that moves can have."""

ZONES = 12
"""Parts of the board, see :class:`marengo.games.marengo.policy.way.Way`."""

SIGHTS = 4 * ZONES + 16
"""Sights of a decision, see :func:`marengo.games.marengo.policy.sights.write_sights`."""


class Scores(Record):
    """Scratch of one thread beside the workspace, for games of one scenario.

    Fields over the board change little from one decision to the next. The last group keeps them
    with what they were made of, so that only what has changed is worked out again.
    """

    value: Annotated[list[float], np.float64, MOVES]  # of the moves in the workspace, in logits
    active: Annotated[list[int], np.uint32, MOVES * ACTIVE]  # rows of the features of these moves
    coarse: Annotated[list[int], np.uint16, MOVES * COARSE]  # and of their coarse features
    position: Annotated[list[float], np.float64, NUMBERS]  # features of the position
    hidden: Annotated[list[float], np.float64, HIDDEN]  # hidden units
    sight: Annotated[list[float], np.float32, SIGHTS]  # what is seen of the whole position,
    unit: Annotated[list[float], np.float32, UNITS]  # what units make of it,
    asked: Annotated[list[float], np.float32, UNITS]  # and what is asked of them while learning
    look: Int64  # how often units have looked; for each coarse feature
    seen: Annotated[list[int], np.int64, COARSE_ROWS]  # when it was looked at last,
    worth: Annotated[list[float], np.float32, COARSE_ROWS]  # and what it is worth since
    rows: Annotated[list[int], np.uint16, COARSE_ROWS]  # those that are learned from
    believed: Annotated[list[float], np.float64, PIECES]  # expected strength of each piece
    cavalry: Annotated[list[float], np.float64, PIECES]  # probability that it is cavalry
    near: Annotated[list[float], np.float64, LOCALITIES]  # scratch by locality
    gathered: Annotated[list[float], np.float64, LOCALITIES]  # strength of a side, by locality
    exposed: Annotated[list[float], np.float64, LOCALITIES]  # expected loss, below 0 if not known
    far: Annotated[list[float], np.float64, LOCALITIES]  # scratch by locality
    marches: Annotated[list[float], np.float64, 2 * PLACES]  # best road march, by place and arm
    left: Int64  # who leaves a place, as one number, NONE if not known
    leaving: Float64  # and what is gained by it

    massed: Annotated[list[float], np.float64, 2 * LOCALITIES]  # strength by side and locality,
    influence: Annotated[list[float], np.float64, 2 * LOCALITIES]  # and how far it is felt
    wanted: Annotated[list[float], np.float64, LOCALITIES]  # pieces wanted in each locality,
    fade: Float64  # how fast a post loses its pull,
    posts: Annotated[list[float], np.float64, LOCALITIES]  # and the pull of all posts
    enemies: Annotated[list[float], np.float64, LOCALITIES]  # detour around those in a locality,
    cost: Annotated[list[float], np.float64, APPROACHES]  # of entering across a side of it,
    way: Annotated[list[float], np.float64, LOCALITIES]  # and the way to the goal
    has_way: Int32  # 1 once it is filled

    # features of moves
    size: Int64  # pieces of the move,
    arm: Int64  # 1 + their Kind, 0 without any, 4 if they differ,
    strength: Int64  # together,
    start: Int64  # and the place of the first
    here: Int64  # locality it leads from, or NONE,
    there: Int64  # and to,
    exited: Int64  # approach it leaves, or NONE,
    entered: Int64  # and enters
    front: Float64  # how far the Austrian spearhead is from the goal
    threat: Annotated[list[int], np.int16, LOCALITIES]  # what threatens there, NONE if not known
    company: Annotated[list[int], np.int16, LOCALITIES]  # who is there and about, NONE likewise
    traffic: Annotated[list[float], np.float64, LOCALITIES]  # Austrians to come through
    has_belief: Int32  # 1 once ``believed`` is filled
