"""What players reckon with: chances of dice, and what pieces are worth."""

from typing import Annotated

import numpy as np

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import MOVES
from marengo.core.engine.learned import HIDDEN, net_of
from marengo.core.engine.record import Float64, Record
from marengo.games.europe.rules import fire
from marengo.games.europe.rules.board import armies_in, at
from marengo.games.europe.rules.charge import ELIMINATES, ELIMINATES_ELITE, eliminates
from marengo.games.europe.rules.position import Battle
from marengo.games.europe.rules.words import NATIONS, PIECES, Piece, Zone

PRICES = (6.0, 9.0, 4.0, 10.0, 13.0, 7.0, 12.0, 12.0, 6.0, 9.0, 4.0)
"""Cost of each piece in PP (N-5.1); a square costs what its infantry does."""

INFANTRY = PRICES[Piece.INFANTRY]

AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
"""Rolls of two dice, of 36, that reach each number (N-31.98)."""

AHEAD = (1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1)
"""Rolls of two dice against two, of 1296, with each difference from -10 on (N-31.99)."""

ROLLS, PAIRS, FACES = 36.0, 1296.0, 6.0


ACTIVE, KINDS, VALUES = 8, 64, 64
"""Features of a move; and numbers of values of an action, and of each fact about it."""

SIDE_NUMBERS = 15
"""Features of a position that are of one side."""

ROWS, NUMBERS = ACTIVE * KINDS * VALUES, 2 * SIDE_NUMBERS + 11
"""Features that moves can have, and those of a position."""

Net = net_of(ROWS, NUMBERS)
"""Record of all that a player can learn."""


class Weights(Record):
    """Weights of the rules of thumb; before sharpening, scores are in pieces of infantry."""

    sharpness: Float64  # factor on all scores
    column: Float64  # column of the enemy that has no army left
    rout: Float64  # share of its worth that a routed unit loses
    leader: Float64  # factor on the worth of a leader that may fall
    balance: Float64  # column in which the own armies outweigh the enemy's
    hold: Float64  # column that would be held by one army, or none
    advance: Float64  # unit that goes forward where its side is stronger
    pin: Float64  # enemy that has formed square
    square: Float64  # unit that leaves its square while no cavalry threatens it
    evade: Float64  # cavalry that evades
    stay: Float64  # move without aim
    retreat: Float64  # battle that is given up
    even: Float64  # unit that is deployed apart from an even line
    horse: Float64  # cavalry of the defender that is not deployed in reserve
    van: Float64  # the same of the attacker
    mount: Float64  # factor on the worth of cavalry that may be lost in an attack
    shots: Float64  # the same as pin, for each gun and each infantry that may fire at the square


class Scores(Record, versioned=True):
    """Scores of the legal moves, and their features."""

    value: Annotated[list[float], np.float64, MOVES]  # logits
    active: Annotated[list[int], np.uint32, MOVES * ACTIVE]  # rows of the features of each move
    position: Annotated[list[float], np.float64, NUMBERS]
    hidden: Annotated[list[float], np.float64, HIDDEN]


@compiled
def at_least(need: int) -> float:
    """Return the chance that two dice show a number or more."""
    if need > 12:
        return 0.0
    return AT_LEAST[max(need, 0)] / ROLLS


@compiled
def ahead_by(least: int) -> float:
    """Return the chance that one roll of two dice is ahead of another by a number or more."""
    total = 0.0
    for number in range(len(AHEAD)):
        if number - 10 >= least:
            total += AHEAD[number]
    return total / PAIRS


@compiled
def hit_chance(piece: int, target: int, far: int, landing: int) -> float:
    """Return the chance that fire hits."""
    need = fire.fire_need(piece, target, far) - fire.fire_modifier(piece, target, landing)
    return at_least(need)


@compiled
def deadly_chance(target: int) -> float:
    """Return the chance that a hit eliminates."""
    number = 0
    for roll in range(1, 7):
        number += fire.is_deadly(target, roll)
    return number / FACES


@compiled
def elimination_margin(loser: int) -> int:
    """Return by how much a charge must be lost for its loser to be eliminated."""
    return ELIMINATES if eliminates(loser, ELIMINATES) else ELIMINATES_ELITE


@compiled
def worth(piece: int) -> float:
    """Return what a piece is worth, in pieces of infantry."""
    return PRICES[piece] / INFANTRY


@compiled
def weight_in(s: Battle, side: int, zone: int) -> float:
    """Return what the armies of a side in a zone are worth."""
    total = 0.0
    if armies_in(s, side, zone) > 0:
        for nation in range(NATIONS):
            if s.side[nation] == side:
                for piece in range(PIECES):
                    if piece != Piece.LEADER:
                        number = s.units[at(nation, zone, piece)]
                        total += number * worth(piece)
    return total


@compiled
def column_weight(s: Battle, side: int, column: int) -> float:
    """Return what the armies of a side in a column are worth."""
    return weight_in(s, side, column) + weight_in(s, side, Zone.MIDDLE + column)


@compiled
def column_armies(s: Battle, side: int, column: int) -> int:
    """Return how many armies of a side hold a column."""
    return armies_in(s, side, column) + armies_in(s, side, Zone.MIDDLE + column)
