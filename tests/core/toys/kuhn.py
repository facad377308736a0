"""Kuhn's poker: three cards, one each, one bet; the smallest game in which bluffing is right.

Both put one coin into the pot. The first checks or bets one more; against a bet the other folds or
calls, and after a check he may bet himself. What a seat gets is scaled to 0 to 1: half for nothing
won, a quarter more or less for a coin.
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

CARDS = 3
PASS, BET = 0, 1  # moves: to pass is to check or to fold, to bet also to call


class Seat(IntEnum):
    ELDEST = 0
    DEALER = 1


class Decision(IntEnum):
    BET = 1
    OVER = OVER


class Tables(Record):
    cards: Int8


class Kuhn(Record):
    decision: Int8
    to_move: Int8
    card: Annotated[list[int], np.int8, 2]  # of each seat, the highest is the best
    paid: Annotated[list[int], np.int8, 2]  # coins in the pot
    passed: Int8  # how many moves were to pass


@compiled
def set_up(t: Tables, s: Kuhn, g: Generator) -> None:
    """Deal one card each."""
    s.card[0] = below(g, CARDS)
    s.card[1] = (s.card[0] + 1 + below(g, CARDS - 1)) % CARDS
    s.paid[0], s.paid[1], s.passed = 1, 1, 0
    s.decision, s.to_move = Decision.BET, Seat.ELDEST


@compiled
def list_moves(t: Tables, s: Kuhn, w: driver.Workspace) -> None:
    """List to pass and to bet."""
    w.move_count = 0
    if s.decision == Decision.BET:
        w.moves[0], w.moves[1], w.move_count = PASS, BET, 2


@compiled
def carry_out(t: Tables, s: Kuhn, w: driver.Workspace, move: int) -> None:
    """Pass or bet; it is over when somebody folds or calls, or both check."""
    seat, behind = s.to_move, s.paid[0] + s.paid[1] == 3
    if move == BET:
        s.paid[seat] += 1
    else:
        s.passed += 1
    s.to_move = 1 - seat
    if behind or s.passed == 2:
        s.decision, s.to_move = OVER, NONE


@compiled
def ahead(s: Kuhn) -> int:
    """Return the coins that the first seat has won."""
    if s.paid[0] != s.paid[1]:  # somebody has folded
        return 1 if s.paid[0] > s.paid[1] else -1
    return int(s.paid[0] if s.card[0] > s.card[1] else -s.paid[0])


@compiled
def summarise(t: Tables, s: Kuhn, decisions: int, r: bulk.Result) -> None:
    """Write who has won."""
    r.winner, r.decisions = int(ahead(s) < 0), decisions


@compiled
def returns(t: Tables, s: Kuhn, seat: int) -> float:
    """Return what was won, scaled."""
    return 0.5 + (ahead(s) if seat == 0 else -ahead(s)) / 4


@compiled
def information_set(t: Tables, s: Kuhn, side: int, seen: Kuhn, d: Record) -> None:
    """Hide the other card."""
    seen.card[1 - side] = -1


@compiled
def determinize(t: Tables, s: Kuhn, side: int, g: Generator, d: Record) -> None:
    """Deal the other card anew."""
    s.card[1 - side] = (s.card[side] + 1 + below(g, CARDS - 1)) % CARDS


class KuhnGame(Game):
    """Kuhn's poker."""

    name, title, seats, decisions = "kuhn", "Kuhn's Poker", Seat, Decision
    engine = Engine(
        state=Kuhn,
        primitives={
            driver.set_up: set_up,
            driver.list_moves: list_moves,
            driver.carry_out: carry_out,
            bulk.summarise: summarise,
            search.returns: returns,
            policy.information_set: information_set,
            policy.determinize: determinize,
        },
    )

    def __init__(self) -> None:
        self.tables = Tables.array()
        self.tables["cards"] = CARDS

    def write_move(self, seat: int, code: int) -> str:
        """Return ``pass`` or ``bet``."""
        return ("pass", "bet")[code]
