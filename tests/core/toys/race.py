"""A race of three with a die: many seats, chance that decides, and no board.

In his turn a player rolls and goes on by as many steps, or rolls once more: the second roll counts
instead of the first. Who comes to the goal first has won. It can be learned: a move is known by the
roll it follows.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.columns import DECISIONS, Column
from marengo.core.engine import bulk, driver, learned, policy
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE, OVER
from marengo.core.engine.learned import HIDDEN, net_of
from marengo.core.engine.random import Generator
from marengo.core.engine.record import Int8, Record
from marengo.core.engine.search import primitives as search
from marengo.core.game import Engine, Game

PLAYERS, FACES = 3, 6
AGAIN, STAY = 7, 8  # moves; those of chance are the faces
ROWS = 2 * (FACES + 1)  # features of moves: what is done, and after which roll


class Player(IntEnum):
    ADA = 0
    BERTA = 1
    CLARA = 2


class Decision(IntEnum):
    ROLL = 1
    KEEP = 2
    OVER = OVER


class Tables(Record):
    goal: Int8  # steps to go


class Race(Record):
    decision: Int8
    to_move: Int8
    turn: Int8  # player
    rolled: Int8  # first roll of the turn, 0 before it
    steps: Annotated[list[int], np.int8, PLAYERS]  # gone


class Sight(Record):
    value: Annotated[list[float], np.float64, driver.MOVES]
    active: Annotated[list[int], np.int32, driver.MOVES]
    position: Annotated[list[float], np.float64, PLAYERS + 1]
    hidden: Annotated[list[float], np.float64, HIDDEN]


class Result(bulk.Result):
    steps: Annotated[list[int], np.int8, PLAYERS]


@compiled
def set_up(t: Tables, s: Race, g: Generator) -> None:
    """Put all at the start."""
    s.turn, s.rolled = 0, 0
    s.decision, s.to_move = Decision.ROLL, CHANCE
    for player in range(PLAYERS):
        s.steps[player] = 0


@compiled
def list_moves(t: Tables, s: Race, w: driver.Workspace) -> None:
    """List the faces of the die, or what the player may do with his roll."""
    w.move_count = 0
    if s.decision == Decision.ROLL:
        for face in range(FACES):
            w.moves[face] = face + 1
        w.move_count = FACES
    elif s.decision == Decision.KEEP:
        w.moves[0], w.moves[1], w.move_count = AGAIN, STAY, 2


@compiled
def _go(t: Tables, s: Race, steps: int) -> None:
    s.steps[s.turn] += steps
    s.rolled = 0
    if s.steps[s.turn] >= t.goal:
        s.decision, s.to_move = OVER, NONE
    else:
        s.turn = (s.turn + 1) % PLAYERS
        s.decision, s.to_move = Decision.ROLL, CHANCE


@compiled
def carry_out(t: Tables, s: Race, w: driver.Workspace, move: int) -> None:
    """Roll, or go on."""
    if move == AGAIN:
        s.decision, s.to_move = Decision.ROLL, CHANCE
    elif move == STAY:
        _go(t, s, s.rolled)
    elif s.rolled:
        _go(t, s, move)
    else:
        s.rolled = move
        s.decision, s.to_move = Decision.KEEP, s.turn


@compiled
def summarise(t: Tables, s: Race, decisions: int, r: Result) -> None:
    """Write who has come how far."""
    r.winner, r.decisions = s.turn, decisions
    for player in range(PLAYERS):
        r.steps[player] = s.steps[player]


@compiled
def returns(t: Tables, s: Race, seat: int) -> float:
    """Return 1 for the winner."""
    return 1.0 if s.turn == seat else 0.0


@compiled
def move_features(
    t: Tables, s: Race, w: driver.Workspace, e: policy.Nothing, v: Record, k: Sight
) -> None:
    """Tell moves apart by what they do and by the roll."""
    for number in range(w.move_count):
        k.active[number] = (FACES + 1) * (w.moves[number] == STAY) + s.rolled


@compiled
def position_features(t: Tables, s: Race, w: driver.Workspace, e: policy.Nothing, k: Sight) -> None:
    """Tell how far each has gone."""
    k.position[PLAYERS] = 1.0
    for player in range(PLAYERS):
        k.position[player] = s.steps[player] / t.goal


class RaceGame(Game):
    """A race of three with a die."""

    name, title, seats, decisions = "race", "The Race", Player, Decision
    columns = (
        DECISIONS,
        *(Column(f"{one.name.lower()}_steps", "steps gone", "steps", one) for one in Player),
    )
    engine = Engine(
        state=Race,
        result=Result,
        scores=Sight,
        net=net_of(ROWS, PLAYERS + 1),
        primitives={
            driver.set_up: set_up,
            driver.list_moves: list_moves,
            driver.carry_out: carry_out,
            bulk.summarise: summarise,
            search.returns: returns,
            learned.move_features: move_features,
            learned.position_features: position_features,
        },
    )

    def __init__(self, goal: int = 20) -> None:
        self.tables = Tables.array()
        self.tables["goal"] = goal

    def write_move(self, seat: int, code: int) -> str:
        """Return ``roll 4``, ``again`` or ``stay``."""
        return {AGAIN: "again", STAY: "stay"}.get(code, f"roll {code}")
