"""Presence: hour by hour, who stands where, whence he came, and what he lost."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Records
from marengo.games.marengo.rules.pieces import end_slot, first_slot, locality_of
from marengo.games.marengo.rules.position import Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import NONE
from marengo.games.marengo.study.engine.rows import ENTRIES, Watch

LOCALITY_BITS = 7
SIDE_SHIFT = 2 * LOCALITY_BITS
LOCALITY_MASK = (1 << LOCALITY_BITS) - 1


@compiled
def begin_hour(t: SetUpTables, s: Position, m: Watch) -> None:
    """Remember where each piece stands as an hour begins."""
    m.entries = 0
    for side in range(2):
        for piece in range(first_slot(side), end_slot(t, side)):
            m.origin[piece] = locality_of(t, s, piece)


@compiled
def entry_of(m: Watch, side: int, origin: int, locality: int) -> int:
    """Return the entry of a side's pieces from one locality in another, made if it is new.

    Entries are in the order of rows. NONE if there is no room for a new one.
    """
    key = (side << SIDE_SHIFT) | ((origin + 1) << LOCALITY_BITS) | locality
    last = m.entries
    while last > 0 and m.key[last - 1] > key:
        last -= 1
    if last > 0 and m.key[last - 1] == key:
        return last - 1
    if m.entries == ENTRIES:
        m.full = 1
        return NONE
    for entry in range(m.entries, last, -1):
        m.key[entry] = m.key[entry - 1]
        m.pieces[entry] = m.pieces[entry - 1]
        m.strength[entry] = m.strength[entry - 1]
        m.lost[entry] = m.lost[entry - 1]
    m.entries += 1
    m.key[last] = key
    m.pieces[last] = 0
    m.strength[last] = 0
    m.lost[last] = 0
    return last


@compiled
def book_loss(m: Watch, side: int, piece: int, locality: int, points: int) -> None:
    """Book strength points that a piece lost in a locality."""
    if locality == NONE:  # no rule lets a piece lose strength outside the map
        return
    entry = entry_of(m, side, m.origin[piece], locality)
    if entry != NONE:
        m.lost[entry] += points


@compiled
def end_hour(t: SetUpTables, s: Position, m: Watch, rows: Records) -> None:
    """Write the rows of an hour: who stands where now, and what was lost in it."""
    for side in range(2):
        for piece in range(first_slot(side), end_slot(t, side)):
            locality = locality_of(t, s, piece)
            if locality != NONE:
                entry = entry_of(m, side, m.origin[piece], locality)
                if entry != NONE:
                    m.pieces[entry] += 1
                    m.strength[entry] += s.strength[piece]
    if m.presence_rows + m.entries > len(rows):
        m.full = 1
        return
    for entry in range(m.entries):
        row = rows[m.presence_rows]
        key = m.key[entry]
        row.game = m.game
        row.hour = m.hour
        row.side = key >> SIDE_SHIFT
        row.origin = ((key >> LOCALITY_BITS) & LOCALITY_MASK) - 1
        row.locality = key & LOCALITY_MASK
        row.pieces = m.pieces[entry]
        row.strength = m.strength[entry]
        row.lost = m.lost[entry]
        m.presence_rows += 1
