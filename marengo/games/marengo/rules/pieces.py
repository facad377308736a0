"""Pieces, positions, and who stands where."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.position import MASK_WORD, Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import (
    LOCALITIES,
    NONE,
    PIECES,
    PLACES,
    SLOTS,
    Kind,
)


@compiled
def side_of(piece: int) -> int:
    """Return the side of a slot."""
    return int(piece >= SLOTS)


@compiled
def first_slot(side: int) -> int:
    """Return the first slot of a side."""
    return side * SLOTS


@compiled
def end_slot(t: SetUpTables, side: int) -> int:
    """Return the slot after the last one a side uses."""
    return side * SLOTS + t.pieces[side]


@compiled
def has(pieces: int, piece: int) -> int:
    """Return 1 if the set of slots contains the slot."""
    return (pieces >> piece) & 1


@compiled
def recount(t: SetUpTables, s: Position, w: Workspace) -> None:
    """Count who stands where: every function below expects counts that agree with the state."""
    for place in range(PLACES):
        w.count[place] = 0
    for locality in range(LOCALITIES):
        w.present[locality] = 0
        w.holder[locality] = NONE
    for piece in range(PIECES):
        place = s.place[piece]
        if place != NONE:
            w.count[place] += 1
            locality = t.locality_of[place]
            if locality != NONE:
                w.present[locality] += 1
                w.holder[locality] = piece >= SLOTS


@compiled
def locality_of(t: SetUpTables, s: Position, piece: int) -> int:
    """Return the locality a piece stands in, or NONE."""
    place = s.place[piece]
    return t.locality_of[place] if place != NONE else NONE


@compiled
def enemy_holds(w: Workspace, side: int, locality: int) -> int:
    """Return 1 if the enemy of ``side`` occupies the locality (T-3.5)."""
    return int(w.holder[locality] == 1 - side)


@compiled
def room(t: SetUpTables, w: Workspace, locality: int) -> int:
    """Return how many more pieces the locality can hold (T-3.20)."""
    return t.capacity[locality] - w.present[locality]


@compiled
def is_cavalry(s: Position, piece: int) -> int:
    """Return 1 for cavalry."""
    return int(s.kind[piece] == Kind.CAVALRY)


@compiled
def in_set(words: list[int], index: int) -> int:
    """Return 1 if a set of approaches, crossings or localities contains the index."""
    return (words[index // MASK_WORD] >> (index % MASK_WORD)) & 1


@compiled
def add_to_set(words: list[int], index: int) -> None:
    """Put an index into a set of approaches, crossings or localities."""
    words[index // MASK_WORD] |= 1 << (index % MASK_WORD)


@compiled
def remove_from_set(words: list[int], index: int) -> None:
    """Take an index out of a set of approaches, crossings or localities."""
    words[index // MASK_WORD] &= ~(1 << (index % MASK_WORD))


@compiled
def lift(t: SetUpTables, s: Position, w: Workspace, piece: int) -> None:
    """Take a piece from its place."""
    place = s.place[piece]
    s.place[piece] = NONE
    w.count[place] -= 1
    locality = t.locality_of[place]
    if locality != NONE:
        w.present[locality] -= 1
        if w.present[locality] == 0:
            w.holder[locality] = NONE


@compiled
def set_down(t: SetUpTables, s: Position, w: Workspace, piece: int, place: int) -> None:
    """Put a piece that has no place on the map."""
    s.place[piece] = place
    w.count[place] += 1
    locality = t.locality_of[place]
    w.present[locality] += 1
    w.holder[locality] = piece >= SLOTS


@compiled
def strength_in_game(s: Position) -> int:
    """Return the strength of both armies together: it never rises (T-2.2, B-4.6)."""
    total = 0
    for piece in range(PIECES):
        total += s.strength[piece]
    return total


@compiled
def counted(t: SetUpTables, s: Position, w: Workspace) -> int:
    """Return a sum that tells counts of pieces apart."""
    total = 0
    for place in range(PLACES):
        total = (31 * total + w.count[place]) % 1_000_003
    for locality in range(LOCALITIES):
        code = 5 * w.present[locality] + w.holder[locality]
        total = (31 * total + code) % 1_000_003
    return total
