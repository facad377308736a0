"""What a search asks of a Marengo position: turns, and moves as a side sees them."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.random import hashed
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.information_set import SILENCED
from marengo.games.marengo.rules.moves import (
    DETAIL_SHIFT,
    TARGET_SHIFT,
    MoveKind,
    detail_of,
    kind_of,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import first_slot, has
from marengo.games.marengo.rules.position import Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import PIECES, PLACES, SLOTS

SHOWING = sum(
    1 << kind
    for kind in (
        MoveKind.LEAD,
        MoveKind.FIRE,
        MoveKind.HIT,
        MoveKind.COUNTER,
        MoveKind.REDUCE,
        MoveKind.SHOW,
        MoveKind.PURSUE,
        MoveKind.DECLARE,
        MoveKind.COMPLETE,
        MoveKind.CANCEL,
        MoveKind.CONTINUE,
        MoveKind.TARGET,
    )
)
"""Kinds of move by which pieces are shown, or that name pieces face-up: a set of bits."""


@compiled
def _seen_piece(s: Position, slot: int, shown: int) -> int:
    """Return what a side sees of a piece that an enemy move names."""
    place = hashed(s.place[slot] + (s.marks[slot] & ~SILENCED) * PLACES)
    if shown:
        return hashed(place + 1 + s.kind[slot] + 4 * s.strength[slot])
    return hashed(place ^ hashed(s.candidates[slot]))


@compiled
def observation_key(t: SetUpTables, s: Position, move: int) -> int:
    """Return a number that is equal for enemy moves that a side cannot tell apart, negative if so.

    A move tells its kind and target, and of each block where it stands, and its face if the move
    shows it or else which pieces it may be (T-22.17, B-17.19). One that names pieces of the side
    itself is seen as it is.
    """
    kind = kind_of(move)
    if kind == MoveKind.STRIKE:
        return move
    pieces, blocks = pieces_of(move), 0
    leads, named = detail_of(move), 0
    first = first_slot(s.to_move)
    for number in range(SLOTS):
        if has(pieces, number):
            shown = (SHOWING >> kind) & 1
            if kind == MoveKind.SEND:  # the leading ones are shown
                shown = has(leads, named)
                named += 1
            blocks += _seen_piece(s, first + number, shown)
    public = kind | target_of(move) << DETAIL_SHIFT
    if kind != MoveKind.SEND:
        public |= leads << TARGET_SHIFT
    return -1 - (hashed(blocks) << 31 | hashed(public))


@compiled
def has_learned(t: SetUpTables, s: Position, before: Position) -> int:
    """Return 1 if it is known of some block, as it was not before, which pieces it may be."""
    for piece in range(PIECES):
        if s.candidates[piece] != before.candidates[piece]:
            return 1
    return 0


@compiled
def turn_number(t: SetUpTables, s: Position) -> int:
    """Return the number of a turn, counted through the day."""
    return 2 * s.hour + s.turn


@compiled
def whose_turn(t: SetUpTables, s: Position) -> int:
    """Return the side whose turn it is."""
    return s.turn


@compiled
def may_reply(t: SetUpTables, s: Position, side: int) -> int:
    """Return 1 if the enemy of a side chooses an action in his own turn."""
    return int(s.turn != side and s.decision == Decision.ACTION)


@compiled
def returns(t: SetUpTables, s: Position, seat: int) -> float:
    """Return 1 if a side has won, else 0."""
    return 1.0 if s.winner == seat else 0.0
