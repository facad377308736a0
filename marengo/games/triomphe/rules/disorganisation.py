"""Chapter 14: French disorganisation, organising and its spreading."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, list_groups, named, offer
from marengo.games.marengo.rules.moves import MoveKind, pieces_of, size_of
from marengo.games.marengo.rules.pieces import (
    add_to_set,
    end_slot,
    first_slot,
    has,
    in_set,
    locality_of,
    remove_from_set,
)
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import NONE, Side
from marengo.games.triomphe.rules.pieces import is_organised
from marengo.games.triomphe.rules.state import DISORGANISED, Stage, State, Tables

FRENCH = Side.FRENCH


@compiled
def spread(t: Tables, s: State, locality: int) -> None:
    """Disorganise all French pieces of a locality where both sorts have met (T-14.16)."""
    organised, disorganised = 0, 0
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if locality_of(t, s, piece) == locality:
            if is_organised(s, piece):
                organised = 1
            else:
                disorganised = 1
    if not (organised and disorganised):
        return
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if locality_of(t, s, piece) == locality:
            s.marks[piece] |= DISORGANISED


@compiled
def orders_needed(t: Tables, pieces: int, organised: int) -> int:
    """Return the orders that organising ``pieces`` takes with so many organised.

    T-14.12; a locality may be begun only if its whole is within reach (T-14.15).
    """
    orders = 0
    while pieces > 0 and organised < t.organised_for_pairs:
        orders += 1
        pieces -= 1
        organised += 1
    return orders + (pieces + 1) // 2


@compiled
def organised_on_map(t: Tables, s: State) -> int:
    """Count the organised French pieces on the map (T-14.12)."""
    number = 0
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if locality_of(t, s, piece) != NONE:
            number += is_organised(s, piece)
    return number


@compiled
def disorganised_in(t: Tables, s: State, locality: int) -> int:
    """Count the disorganised French pieces of a locality."""
    number = 0
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if locality_of(t, s, piece) == locality and not is_organised(s, piece):
            number += 1
    return number


@compiled
def is_begun(s: State) -> int:
    """Return 1 while a locality is begun but not finished (T-14.15)."""
    return int(s.begun[0] != 0 or s.begun[1] != 0)


@compiled
def organise_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer organise actions of one piece, or of one or two (T-14.11 to T-14.15)."""
    if s.orders < 1:
        return
    organised = organised_on_map(t, s)
    candidates = 0
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if locality_of(t, s, piece) != NONE and not is_organised(s, piece):
            candidates |= 1 << piece
    gather_set(t, s, w, FRENCH, candidates)
    list_groups(s, w, 2 if organised >= t.organised_for_pairs else 1)
    for group in range(w.group_count):
        pieces = named(FRENCH, w.group_pieces[group])
        if not _bars_order(t, s, pieces, organised + w.group_size[group]):
            offer(w, MoveKind.ORGANISE, 0, 0, w.group_pieces[group])


@compiled
def _bars_order(t: Tables, s: State, pieces: int, organised: int) -> int:
    """Return the statement that forbids to organise pieces, 0 if none does.

    So many are organised after it.
    """
    touches, remaining = _after_organising(t, s, pieces)
    if is_begun(s) and not touches:
        return 14_15_0
    return 0 if orders_needed(t, remaining, organised) <= s.orders - 1 else 14_15_1


@compiled
def bars_organising(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids to organise pieces, 0 if none does."""
    if s.turn != FRENCH:
        return 14_05_0
    if s.orders < 1:
        return 6_04_0
    pieces, organised = named(FRENCH, pieces_of(move)), organised_on_map(t, s)
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if has(pieces, piece):
            if locality_of(t, s, piece) == NONE:
                return 15_16_0
            if is_organised(s, piece):
                return 14_11_0
    number = size_of(pieces)
    if not 0 < number <= (2 if organised >= t.organised_for_pairs else 1):
        return 14_12_0
    return _bars_order(t, s, pieces, organised + number)


@compiled
def _after_organising(t: Tables, s: State, pieces: int) -> tuple[int, int]:
    """Return whether a piece of a begun locality is among the pieces, and what remains to do.

    What remains are the disorganised pieces of all localities then begun.
    """
    touches, remaining = 0, 0
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        locality = locality_of(t, s, piece)
        if locality == NONE or is_organised(s, piece):
            continue
        if has(pieces, piece):
            touches |= in_set(s.begun, locality)
        elif in_set(s.begun, locality) or _shares(t, s, pieces, locality):
            remaining += 1
    return touches, remaining


@compiled
def _shares(t: Tables, s: State, pieces: int, locality: int) -> int:
    """Return 1 if one of the pieces stands in the locality."""
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if has(pieces, piece) and locality_of(t, s, piece) == locality:
            return 1
    return 0


@compiled
def play_organise(t: Tables, s: State, move: int) -> None:
    """Organise one or two pieces for 1 order; it is no action of theirs (T-6.8, T-14.11)."""
    pieces = named(FRENCH, pieces_of(move))
    s.orders -= 1
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if has(pieces, piece):
            s.marks[piece] &= ~DISORGANISED
            add_to_set(s.begun, locality_of(t, s, piece))
    for locality in range(t.localities):
        if in_set(s.begun, locality) and disorganised_in(t, s, locality) == 0:
            remove_from_set(s.begun, locality)
    s.stage = Stage.ACTION_END
