"""Rock, paper, scissors, best of three rounds: choices made at the same time, one after another.

The first choice lies sealed in the record until the second is made. The second player may not know
it: his information set has none, and what he imagines is drawn anew.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.engine import bulk, driver, policy
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, OVER
from marengo.core.engine.random import Generator, below
from marengo.core.engine.record import Int8, Record
from marengo.core.engine.search import primitives as search
from marengo.core.game import Engine, Game

FISTS = ("rock", "paper", "scissors")
NEEDED = 2


class Seat(IntEnum):
    LEFT = 0
    RIGHT = 1


class Decision(IntEnum):
    FIST = 1
    OVER = OVER


class Tables(Record):
    needed: Int8  # rounds to win


class Fists(Record):
    decision: Int8
    to_move: Int8
    sealed: Int8  # what the first has chosen: 1 to 3, 0 while that is open
    won: Annotated[list[int], np.int8, 2]  # rounds


@compiled
def set_up(t: Tables, s: Fists, g: Generator) -> None:
    """Begin with the first."""
    s.decision, s.to_move, s.sealed = Decision.FIST, Seat.LEFT, 0
    s.won[0], s.won[1] = 0, 0


@compiled
def list_moves(t: Tables, s: Fists, w: driver.Workspace) -> None:
    """List the three fists."""
    w.move_count = 0
    if s.decision == Decision.FIST:
        for fist in range(3):
            w.moves[fist] = fist + 1
        w.move_count = 3


@compiled
def carry_out(t: Tables, s: Fists, w: driver.Workspace, move: int) -> None:
    """Seal the choice of the first; with that of the second both are open."""
    if s.to_move == Seat.LEFT:
        s.sealed, s.to_move = move, Seat.RIGHT
        return
    ahead = (s.sealed - move) % 3  # 1: the first wins, 2: the second
    if ahead:
        s.won[ahead - 1] += 1
    s.sealed, s.to_move = 0, Seat.LEFT
    if s.won[0] == t.needed or s.won[1] == t.needed:
        s.decision, s.to_move = OVER, NONE


@compiled
def summarise(t: Tables, s: Fists, decisions: int, r: bulk.Result) -> None:
    """Write who has won."""
    r.winner, r.decisions = int(s.won[1] > s.won[0]), decisions


@compiled
def returns(t: Tables, s: Fists, seat: int) -> float:
    """Return 1 for the winner."""
    return 1.0 if s.won[seat] == t.needed else 0.0


@compiled
def information_set(t: Tables, s: Fists, side: int, seen: Fists, d: Record) -> None:
    """Hide the sealed choice from the second: what he sees is the same whatever it is."""
    if side == Seat.RIGHT and s.sealed:
        seen.sealed = 1


@compiled
def determinize(t: Tables, s: Fists, side: int, g: Generator, d: Record) -> None:
    """Draw the sealed choice anew."""
    if side == Seat.RIGHT and s.sealed:
        s.sealed = 1 + below(g, 3)


@compiled
def sealed(t: Tables, s: Fists) -> int:
    """Return who of the two is to choose."""
    return int(search.FIRST if s.to_move == Seat.LEFT else search.SECOND)


@compiled
def reopen(t: Tables, s: Fists) -> None:
    """Take the sealed choice back."""
    s.sealed, s.to_move = 0, Seat.LEFT


class FistsGame(Game):
    """Rock, paper, scissors."""

    name, title, seats, decisions = "fists", "Rock, Paper, Scissors", Seat, Decision
    engine = Engine(
        state=Fists,
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

    def __init__(self, needed: int = NEEDED) -> None:
        self.tables = Tables.array()
        self.tables["needed"] = needed

    def write_move(self, seat: int, code: int) -> str:
        """Return the name of a fist."""
        return FISTS[code - 1]
