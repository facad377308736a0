"""A move is one 64-bit integer: kind, target, detail and set of pieces, packed in one place.

Bits 0-5 the kind, 6-15 the target (a place, a road end or a locality), 16-23 a detail of the
kind, 24-47 the set of the mover's pieces (bit *i* is his slot *i*).
"""

from enum import IntEnum

from marengo.core.engine.compiled import compiled, entry


class MoveKind(IntEnum):
    """Kind of a move; the comment names the decision node of T-23.6 or chapter B-18."""

    END = 0  # N1: end the action phase
    MARCH = 1  # N2, B-18.27: pieces to the place target
    ROAD = 2  # N3, N5, B-18.27: piece begins a road march
    PONTOON = 3  # N6, B-18.27: piece enters by the pontoon bridge
    ATTACK = 4  # N7, B-18.27: pieces attack across the approach target
    DECLARE = 5  # N10, B-18.38: artillery declares a bombardment
    COMPLETE = 6  # N11, B-18.11
    CANCEL = 7  # N11, B-18.11
    ASSAULT = 8  # N12, B-18.14: from the approach target
    ORGANISE = 9  # N13
    CROSS = 10  # N4, B-18.28: over the crossing of the road end target
    WAIT = 11  # N4, B-18.28
    STOP = 12  # N4, B-18.28
    CONTINUE = 13  # N4, N17, B-18.28, B-18.33: piece into the approach target
    STAY = 14  # N17, B-18.33
    RESPOND = 15  # N8, B-18.30
    ADVANCE = 16  # N9: all into the attack approach
    HOLD = 17  # N9: none
    TARGET = 18  # N14, B-18.13
    LEAD = 19  # N15a, B-18.15, B-18.18
    SEND = 20  # N15b: detail bit k set: the k-th of the pieces, by slot, leads
    FIRE = 21  # N15c, B-18.16
    HIT = 22  # N15d
    COUNTER = 23  # N15e
    REDUCE = 24  # N15f, N15g, N15h, N16a, B-18.19
    RETREAT = 25  # N16b, B-18.37: piece to the locality target
    TAKE = 26  # N18: a disc in the locality target; detail 1: a shifted one
    SHIFT = 27  # N19: as TAKE; target 0: no more
    RETURN = 28  # N20: a disc of the locality target; target 0: none
    SHOW = 29  # T-9.31, B-18.29: the infantry shown
    ACTIVATE = 30  # B-18.9: piece; none: no more
    SHUFFLE = 31  # B-18.10: the pieces of the place target; target 0: no more
    AIM = 32  # B-18.12: at the approach target
    JOIN = 33  # piece joins the group being named; none: it is complete
    STRIKE = 34  # B-18.17: a piece of the other side loses a point
    PURSUE = 35  # B-18.22
    FALL_BACK = 36  # B-18.27: piece leaves an approach that faces no enemy
    BLOCK = 37  # B-18.31: piece advances into the attack approach; none: all stay


TARGET_SHIFT = 6
DETAIL_SHIFT = 16
PIECES_SHIFT = 24
KIND_MASK = (1 << TARGET_SHIFT) - 1
TARGET_MASK = (1 << (DETAIL_SHIFT - TARGET_SHIFT)) - 1
DETAIL_MASK = (1 << (PIECES_SHIFT - DETAIL_SHIFT)) - 1


@entry
def pack(kind: int, target: int, detail: int, pieces: int) -> int:
    """Pack a move; ``pieces`` is a set of the mover's slots."""
    return kind | (target << TARGET_SHIFT) | (detail << DETAIL_SHIFT) | (pieces << PIECES_SHIFT)


@entry
def kind_of(move: int) -> int:
    """Return the :class:`MoveKind` of a move."""
    return move & KIND_MASK


@entry
def target_of(move: int) -> int:
    """Return the target of a move."""
    return (move >> TARGET_SHIFT) & TARGET_MASK


@entry
def detail_of(move: int) -> int:
    """Return the detail of a move."""
    return (move >> DETAIL_SHIFT) & DETAIL_MASK


@entry
def pieces_of(move: int) -> int:
    """Return the set of the mover's slots."""
    return move >> PIECES_SHIFT


@compiled
def only_piece(pieces: int) -> int:
    """Return the lowest slot of a set that is not empty."""
    slot = 0
    while not (pieces >> slot) & 1:
        slot += 1
    return slot


@compiled
def size_of(pieces: int) -> int:
    """Return how many pieces a set holds."""
    number = 0
    while pieces:
        pieces &= pieces - 1
        number += 1
    return number
