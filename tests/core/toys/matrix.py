"""One choice of two seats at the same time, and a table of what that brings."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.engine import bulk, driver, policy
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, OVER
from marengo.core.engine.random import Generator, below
from marengo.core.engine.record import Float64, Int8, Int16, Record
from marengo.core.engine.search import primitives as search
from marengo.core.game import Engine, Game

MOST = 4


class Seat(IntEnum):
    ROW = 0
    COLUMN = 1


class Decision(IntEnum):
    CHOICE = 1
    OVER = OVER


class Tables(Record):
    rows: Int8
    columns: Int8
    payoff: Annotated[list[float], np.float64, MOST * MOST]  # of the first seat, 0 to 1


class Pair(Record):
    decision: Int8
    to_move: Int8
    row: Int16  # chosen, or NONE
    payoff: Float64


@compiled
def set_up(t: Tables, s: Pair, g: Generator) -> None:
    """Let the first choose."""
    s.decision, s.to_move, s.row, s.payoff = Decision.CHOICE, Seat.ROW, NONE, 0.0


@compiled
def list_moves(t: Tables, s: Pair, w: driver.Workspace) -> None:
    """List rows or columns."""
    w.move_count = 0
    if s.decision == Decision.CHOICE:
        w.move_count = int(t.rows if s.to_move == Seat.ROW else t.columns)
    for number in range(w.move_count):
        w.moves[number] = number


@compiled
def carry_out(t: Tables, s: Pair, w: driver.Workspace, move: int) -> None:
    """Seal the row; with the column it is over."""
    if s.to_move == Seat.ROW:
        s.row, s.to_move = move, Seat.COLUMN
    else:
        s.payoff = t.payoff[s.row * MOST + move]
        s.decision, s.to_move = OVER, NONE


@compiled
def summarise(t: Tables, s: Pair, decisions: int, r: bulk.Result) -> None:
    """Write who has more."""
    r.winner, r.decisions = int(s.payoff < 0.5), decisions


@compiled
def returns(t: Tables, s: Pair, seat: int) -> float:
    """Return what the table says."""
    return s.payoff if seat == Seat.ROW else 1.0 - s.payoff


@compiled
def information_set(t: Tables, s: Pair, side: int, seen: Pair, d: Record) -> None:
    """Hide the row."""
    if side == Seat.COLUMN and s.row != NONE:
        seen.row = 0


@compiled
def determinize(t: Tables, s: Pair, side: int, g: Generator, d: Record) -> None:
    """Draw the row anew."""
    if side == Seat.COLUMN and s.row != NONE:
        s.row = below(g, t.rows)


@compiled
def sealed(t: Tables, s: Pair) -> int:
    """Return who of both is to choose."""
    return int(search.FIRST if s.to_move == Seat.ROW else search.SECOND)


@compiled
def reopen(t: Tables, s: Pair) -> None:
    """Take the row back."""
    s.row, s.to_move = NONE, Seat.ROW


class MatrixGame(Game):
    """A matrix of payoffs of the first seat, each from 0 to 1."""

    name, title, seats, decisions = "matrix", "Matrix", Seat, Decision
    engine = Engine(
        state=Pair,
        primitives={
            driver.set_up: set_up,
            driver.list_moves: list_moves,
            driver.carry_out: carry_out,
            bulk.summarise: summarise,
            search.returns: returns,
            search.sealed: sealed,
            search.reopen: reopen,
            policy.information_set: information_set,
            policy.determinize: determinize,
        },
    )

    def __init__(self, payoffs: Sequence[Sequence[float]] = ((1, 0), (0, 1))) -> None:
        self.tables = Tables.array()
        self.tables["rows"], self.tables["columns"] = len(payoffs), len(payoffs[0])
        for row, line in enumerate(payoffs):
            for column, payoff in enumerate(line):
                self.tables["payoff"][0, row * MOST + column] = payoff

    def write_move(self, seat: int, code: int) -> str:
        """Return the number of a row or column."""
        return str(code)
