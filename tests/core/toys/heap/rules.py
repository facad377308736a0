"""What is decided about a heap: what lists the moves, carries one out and forbids one."""

from collections.abc import Mapping
from enum import IntEnum

from marengo.core.engine import bulk, driver
from marengo.core.engine.cases import Row, by_case
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, OVER
from marengo.core.engine.random import Generator
from marengo.core.engine.record import Int8, Record

NAME, PIECES, MOST = "heap", 7, 3


class Seat(IntEnum):
    """Who takes."""

    FIRST = 0
    SECOND = 1


class Decision(IntEnum):
    """What is decided."""

    TAKE = 1
    OVER = OVER


class Verb(IntEnum):
    """What a move does."""

    TAKE = 1


class Tables(Record):
    """Nothing differs from game to game."""

    most: Int8


class Heap(Record):
    """The position."""

    decision: Int8
    to_move: Int8
    pieces: Int8
    taker: Int8  # who took last


@compiled
def pack(verb: int, number: int) -> int:
    """Return a move."""
    return verb | number << 4


@compiled
def verb_of(move: int) -> int:
    """Return what a move does."""
    return move & 15


@compiled
def number_of(move: int) -> int:
    """Return the number that a move names."""
    return move >> 4


@compiled
def offer(w: driver.Workspace, move: int) -> None:
    """Add a move to the legal ones."""
    w.moves[w.move_count] = move
    w.move_count += 1


@compiled
def next_turn(s: Heap) -> None:
    """Let the other seat take, if anything is left."""
    s.decision, s.to_move = Decision.TAKE, 1 - s.to_move
    if s.pieces == 0:
        s.decision, s.to_move = OVER, NONE


# --- 1. taking ------------------------------------------------------------------------------


@compiled
def bars_take(s: Heap, move: int) -> int:
    """Return the statement that forbids to take so many, 0 if none does."""
    if number_of(move) < 1 or number_of(move) > MOST:
        return 1_01_0
    return 1_02_0 if number_of(move) > s.pieces else 0


@compiled
def list_takes(s: Heap, w: driver.Workspace) -> None:
    """List how many may be taken."""
    for number in range(1, MOST + 1):
        if not bars_take(s, pack(Verb.TAKE, number)):
            offer(w, pack(Verb.TAKE, number))


@compiled
def take(s: Heap, move: int) -> None:
    """Take pieces."""
    s.pieces -= number_of(move)
    s.taker = s.to_move
    next_turn(s)


ROWS: Mapping[int, Row] = {
    Decision.TAKE: Row(take, list_takes, bars_take),
}


@compiled
def set_up(t: Tables, s: Heap, g: Generator) -> None:
    """Make a heap."""
    s.pieces, s.taker, s.decision, s.to_move = PIECES, NONE, Decision.TAKE, Seat.FIRST


@by_case({decision: row.lister for decision, row in ROWS.items()})
def _list(decision: int, s: Heap, w: driver.Workspace) -> None:
    """List the moves of a decision."""


@compiled
def list_moves(t: Tables, s: Heap, w: driver.Workspace) -> None:
    """List the legal moves."""
    w.move_count = 0
    _list(s.decision, s, w)


@by_case({decision: row.effect for decision, row in ROWS.items()})
def _play(decision: int, s: Heap, move: int) -> None:
    """Carry out a move of a decision."""


@compiled
def carry_out(t: Tables, s: Heap, w: driver.Workspace, move: int) -> None:
    """Carry out a move."""
    _play(s.decision, s, move)


@compiled
def summarise(t: Tables, s: Heap, decisions: int, r: bulk.Result) -> None:
    """Write who has won."""
    r.winner, r.decisions = s.taker, decisions


@compiled
def returns(t: Tables, s: Heap, seat: int) -> float:
    """Return 1 for who took last."""
    return 1.0 if s.taker == seat else 0.0
