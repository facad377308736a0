"""How a game ended, and what studies ask of a position."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Int16
from marengo.games.marengo.rules.pieces import side_of, strength_in_game
from marengo.games.marengo.rules.results import Result as GameResult
from marengo.games.marengo.rules.vocabulary import HOURS, PIECES
from marengo.games.triomphe.rules.invariants import (
    discs_in_game,
)
from marengo.games.triomphe.rules.morale import level
from marengo.games.triomphe.rules.state import State, Tables
from marengo.games.triomphe.rules.victory import east_of_objective


class Result(GameResult):
    """Result of one game."""

    east: Int16  # Austrian pieces east of the objective line (T-19.3)


@compiled
def summarise(t: Tables, s: State, decisions: int, r: Result) -> None:
    """Write how a game ended into a row of results."""
    r.winner = s.winner
    r.victory = s.victory
    r.last_round = s.hour
    r.decisions = decisions
    r.east = east_of_objective(t, s)
    for side in range(2):
        r.level[side] = level(t, s, side)
        r.lost[side] = 0
    for piece in range(PIECES):
        r.lost[side_of(piece)] += t.start_strength[piece] - s.strength[piece]


@compiled
def stock(t: Tables, s: State) -> tuple[int, int]:
    """Return what never rises: discs and strength in the game."""
    return discs_in_game(t, s), strength_in_game(s)


@compiled
def coming(t: Tables, s: State, side: int) -> int:
    """Return the discs that the morale update of the next turn brings (T-18.6)."""
    hour = s.hour + s.turn
    if side == s.turn or hour >= HOURS:
        return 0
    return s.track[side * HOURS + hour]


@compiled
def orders_left(t: Tables, s: State) -> int:
    """Return the orders left (T-6.2)."""
    return s.orders
