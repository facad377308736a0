"""The words both rulesets share: sides, kinds of piece, kinds of road, and what is not there."""

from enum import IntEnum


class Side(IntEnum):
    """One of the two armies (T-1.1)."""

    AUSTRIAN = 0
    FRENCH = 1

    @property
    def enemy(self) -> "Side":
        """The other side."""
        return Side(1 - self)


class Kind(IntEnum):
    """Type of a piece (T-2.1)."""

    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2


class Direction(IntEnum):
    """Direction of leaving a locality across a border (T-3.27)."""

    WEST = -1
    UNMARKED = 0
    EAST = 1


class Victory(IntEnum):
    """Kind of victory (T-19.1, T-19.2)."""

    NONE = 0
    DECISIVE = 1
    MARGINAL = 2


NONE = -1
"""No piece, no place, no side."""

SLOTS = 24
"""Most pieces of one army; Austrian pieces have the slots 0 to 23, French ones 24 to 47."""

PIECES = 2 * SLOTS

LOCALITIES = 96
"""Localities are indexed by their number on the board, 1 to 95."""

APPROACHES = 352
CROSSINGS = 176
ROAD_ENDS = 352
BOXES = 8

FIRST_APPROACH = LOCALITIES
"""Places: n is the reserve of locality n, FIRST_APPROACH + a the approach a, then the boxes."""

FIRST_BOX = FIRST_APPROACH + APPROACHES
PLACES = FIRST_BOX + BOXES

HOURS = 24
"""Tables by hour of the day are indexed 0 to 23."""
