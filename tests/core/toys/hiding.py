"""Hide and seek: one hides in one of three places, the other looks into one of them.

Both choose at the same time. Who hides at random is found in one game of three, whatever the other
does; who has a habit is found more often by who knows it. It can be learned: a move is its place.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.columns import DECISIONS
from marengo.core.engine import bulk, driver, learned, policy
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, OVER
from marengo.core.engine.learned import HIDDEN, net_of
from marengo.core.engine.random import Generator, below
from marengo.core.engine.record import Int8, Record
from marengo.core.engine.search import primitives as search
from marengo.core.game import Engine, Game

PLACES = 3
VALUE = 2 / 3
"""What the one who hides gets."""


class Seat(IntEnum):
    HIDER = 0
    SEEKER = 1


class Decision(IntEnum):
    PLACE = 1
    OVER = OVER


class Tables(Record):
    nothing: Int8


class Hiding(Record):
    decision: Int8
    to_move: Int8
    hidden: Int8  # 1 to 3, 0 before that
    found: Int8


class Sight(Record):
    value: Annotated[list[float], np.float64, driver.MOVES]
    active: Annotated[list[int], np.int32, driver.MOVES]
    position: Annotated[list[float], np.float64, 1]
    hidden: Annotated[list[float], np.float64, HIDDEN]


@compiled
def set_up(t: Tables, s: Hiding, g: Generator) -> None:
    """Begin with the one who hides."""
    s.decision, s.to_move, s.hidden, s.found = Decision.PLACE, Seat.HIDER, 0, 0


@compiled
def list_moves(t: Tables, s: Hiding, w: driver.Workspace) -> None:
    """List the places."""
    w.move_count = 0
    if s.decision == Decision.PLACE:
        for place in range(PLACES):
            w.moves[place] = place + 1
        w.move_count = PLACES


@compiled
def carry_out(t: Tables, s: Hiding, w: driver.Workspace, move: int) -> None:
    """Hide, or look."""
    if s.to_move == Seat.HIDER:
        s.hidden, s.to_move = move, Seat.SEEKER
    else:
        s.found = s.hidden == move
        s.decision, s.to_move = OVER, NONE


@compiled
def summarise(t: Tables, s: Hiding, decisions: int, r: bulk.Result) -> None:
    """Write who has won."""
    r.winner, r.decisions = s.found, decisions


@compiled
def returns(t: Tables, s: Hiding, seat: int) -> float:
    """Return 1 for the winner."""
    return 1.0 if s.found == seat else 0.0


@compiled
def information_set(t: Tables, s: Hiding, side: int, seen: Hiding, d: Record) -> None:
    """Let the one who looks see the same wherever the other is."""
    if side == Seat.SEEKER and s.hidden:
        seen.hidden = 1


@compiled
def determinize(t: Tables, s: Hiding, side: int, g: Generator, d: Record) -> None:
    """Draw the place anew."""
    if side == Seat.SEEKER and s.hidden:
        s.hidden = 1 + below(g, PLACES)


@compiled
def move_features(
    t: Tables, s: Hiding, w: driver.Workspace, e: policy.Nothing, v: Record, k: Sight
) -> None:
    """Tell moves apart by their places."""
    for number in range(w.move_count):
        k.active[number] = w.moves[number] - 1


@compiled
def position_features(
    t: Tables, s: Hiding, w: driver.Workspace, e: policy.Nothing, k: Sight
) -> None:
    """Tell nothing: all positions are alike."""
    k.position[0] = 1.0


class HidingGame(Game):
    """Hide and seek."""

    name, title, seats, decisions = "hiding", "Hide and Seek", Seat, Decision
    columns = (DECISIONS,)
    engine = Engine(
        state=Hiding,
        scores=Sight,
        net=net_of(PLACES, 1),
        primitives={
            driver.set_up: set_up,
            driver.list_moves: list_moves,
            driver.carry_out: carry_out,
            bulk.summarise: summarise,
            search.returns: returns,
            policy.information_set: information_set,
            policy.determinize: determinize,
            learned.move_features: move_features,
            learned.position_features: position_features,
        },
    )

    def __init__(self) -> None:
        self.tables = Tables.array()

    def write_move(self, seat: int, code: int) -> str:
        """Return the place."""
        return f"place {code}"
