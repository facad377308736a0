"""What players look at: margins of attacks, and what SCORE would bring."""

from typing import Annotated

import numpy as np

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import MOVES
from marengo.core.engine.learned import HIDDEN, net_of
from marengo.core.engine.record import Float64, Record
from marengo.games.progress.rules import attacks, hand
from marengo.games.progress.rules.control import armies_in, is_occupied
from marengo.games.progress.rules.position import State, Tables
from marengo.games.progress.rules.words import Card

ACTIVE, KINDS, VALUES = 7, 16, 64
"""Features of a move; and numbers that what is done at a decision has, and each fact beside it."""

ROWS, NUMBERS = ACTIVE * 8 * KINDS * VALUES, 36
"""Features that moves can have, and those of a position."""

NOWHERE = -99
"""The margin of who can attack nowhere."""

Net = net_of(ROWS, NUMBERS)
"""Record of what a player can learn."""


class Weights(Record):
    """Weights of the rules of thumb, in logits."""

    boldness: Float64  # factor on all that attacks
    sharpness: Float64  # factor on all scores
    win: Float64  # ending the game
    point: Float64  # VP received
    wait: Float64  # card in hand that SCORE would not bring back
    threat: Float64  # capital that the enemy may occupy
    army: Float64  # army destroyed
    capital: Float64  # capital occupied
    useless: Float64  # card without effect
    recruit: Float64  # army recruited
    step: Float64  # move card
    strengthen: Float64  # strength gained, for each army in play
    fortify: Float64  # army fortified


class Scores(Record, versioned=True):
    """Scores of the legal moves, and their features."""

    value: Annotated[list[float], np.float64, MOVES]  # logits
    active: Annotated[list[int], np.uint32, MOVES * ACTIVE]  # rows of the features of each move
    position: Annotated[list[float], np.float64, NUMBERS]
    hidden: Annotated[list[float], np.float64, HIDDEN]


@compiled
def margin(t: Tables, s: State, seat: int, place: int) -> int:
    """Return by how much a player's attack in a country would be ahead, all his armies standing."""
    if not attacks.is_target(t, s, seat, place, False):
        return NOWHERE
    total = armies_in(s, seat, place) * s.strength[seat]
    return total - attacks.defence_total(t, s, 1 - seat, place)


@compiled
def best_margin(t: Tables, s: State, seat: int) -> int:
    """Return the best margin of a player's attacks."""
    best = NOWHERE
    for place in range(t.places):
        best = max(best, margin(t, s, seat, place))
    return best


@compiled
def is_threatened(t: Tables, s: State, seat: int) -> bool:
    """Return whether the enemy may occupy a player's capital in this round."""
    cards = hand.playable(t, s, 1 - seat)
    bonus = cards >> Card.ATTACK_PLUS_1 & 1
    ahead = margin(t, s, 1 - seat, t.home[seat]) + bonus > 0
    return ahead and not is_occupied(s, seat) and cards >> Card.ATTACK & 3 != 0


@compiled
def number_of(cards: int) -> int:
    """Return how many cards there are."""
    number = 0
    for card in range(1, Card.SCORE + 1):
        number += cards >> card & 1
    return number
