"""How a game ended, and what studies ask of a position."""

from typing import Annotated

import numpy as np

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Int16
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.bonaparte.rules.victory import stars_held
from marengo.games.marengo.rules.pieces import side_of, strength_in_game
from marengo.games.marengo.rules.results import Result as GameResult
from marengo.games.marengo.rules.vocabulary import PIECES, Side


class Result(GameResult):
    """Result of one game."""

    demoralised: Annotated[list[int], np.int8, 2]  # round of demoralisation, or NONE (B-13.2)
    stars: Int16  # star localities the Austrians occupy (B-14.3)
    colours: Int16  # colours of these


@compiled
def summarise(t: Tables, s: State, decisions: int, r: Result) -> None:
    """Write how a game ended into a row of results."""
    r.winner = s.winner
    r.victory = s.victory
    r.last_round = s.hour
    r.decisions = decisions
    r.stars, r.colours = stars_held(t, s)
    for side in range(2):
        r.level[side] = s.morale[side]
        r.demoralised[side] = s.demoralised[side]
        r.lost[side] = 0
    for piece in range(PIECES):
        r.lost[side_of(piece)] += t.start_strength[piece] - s.strength[piece]


@compiled
def stock(t: Tables, s: State) -> tuple[int, int]:
    """Return what never rises: strength in the game."""
    return strength_in_game(s), 0


@compiled
def level(t: Tables, s: State, side: int) -> int:
    """Return an army's morale (B-13.1)."""
    return s.morale[side]


@compiled
def coming(t: Tables, s: State, side: int) -> int:
    """Return the bonus that is credited as the next round begins (B-7.3, B-13.7)."""
    due = s.turn == Side.FRENCH and s.bonus_due == side
    return t.morale_bonus if due else 0


@compiled
def orders_left(t: Tables, s: State) -> int:
    """Return the commands left (B-8.13)."""
    return s.commands
