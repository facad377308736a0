"""Seats, steps of a month, decisions, moves and endings by number."""

from enum import IntEnum

from marengo.core.engine import driver
from marengo.games.europe.rules import words as battle
from marengo.games.europe.rules.words import Nation


class Seat(IntEnum):
    """Who plays the scenario of two nations (N-30.4)."""

    FRANCE = 0
    AUSTRIA = 1


NATION_OF = (Nation.FRANCE, Nation.AUSTRIA)
"""The nation of each seat."""


class Relation(IntEnum):
    """How two great nations stand (N-13.1)."""

    NEUTRAL = 0
    WAR = 1
    ALLIED = 2


class Step(IntEnum):
    """How far a turn or a production turn has come (N-4.4); some are windows (N-12.8)."""

    OPENING = 0  # window
    MOVEMENT = 1
    AFTERWARDS = 2  # window
    BATTLES = 3
    BETWEEN = 4  # window after a battle
    CAPITALS = 5
    UPRISINGS = 6
    CLOSING = 7  # window
    BUDGET = 8  # window
    PURCHASES = 9


class Decision(IntEnum):
    """What is decided: D1 to D17 of chapter 33, and what chance decides.

    In a battle it is what a battle asks.
    """

    DEPLOY = battle.Decision.DEPLOY
    ACT = battle.Decision.ACT
    ANSWER = battle.Decision.ANSWER
    PRESS = battle.Decision.PRESS
    FALL = battle.Decision.FALL
    RALLY = battle.Decision.RALLY
    PURSUE = battle.Decision.PURSUE
    FIRE_ROLL = battle.Decision.FIRE_ROLL
    EFFECT_ROLL = battle.Decision.EFFECT_ROLL
    SQUARE_ROLL = battle.Decision.SQUARE_ROLL
    CHARGE_ROLL = battle.Decision.CHARGE_ROLL
    COUNTER_ROLL = battle.Decision.COUNTER_ROLL
    RALLY_ROLL = battle.Decision.RALLY_ROLL
    PURSUIT_ROLL = battle.Decision.PURSUIT_ROLL
    OVER = driver.OVER
    POLITICS = 20
    EXCHANGE = 21  # what is asked for a region
    REPLY = 22
    MARCH = 23
    NUMBER = 24  # of units that march or retreat
    NEXT_BATTLE = 25
    RETREAT = 26
    UPRISING = 27  # whether to fight it
    LOSS = 28  # of an army to an uprising
    PURCHASE = 29
    OVERTURE_ROLL = 40
    ANNEXATION_ROLL = 41
    INFANTRY_ROLL = 42
    CAVALRY_ROLL = 43
    ARTILLERY_ROLL = 44
    COMMITMENT_ROLL = 45
    UPRISING_ROLL = 46


FIRST = Decision.POLITICS
"""The first decision that is none of a battle; moves of such are told apart in the same way."""


class Verb(IntEnum):
    """What a move does; those below 32 are a battle's."""

    END = battle.Verb.END
    ROLL = battle.Verb.ROLL
    PASS = 32
    SUE = 33
    ARMISTICE = 34
    OVERTURE = 35
    ANNEX = 36
    INCITE = 37
    TRADE = 38
    EXCHANGE = 39
    ACCEPT = 40
    REFUSE = 41
    MARCH = 42
    NUMBER = 43
    FIGHT = 44
    WITHDRAW = 45
    SUPPRESS = 46
    SPARE = 47
    SACRIFICE = 48
    BUY = 49
    BUY_PAP = 50


class Verdict(IntEnum):
    """How a war ended (N-30.10, N-30.11)."""

    NONE = 0
    SUED = 1
    ARMISTICE = 2
    REGIONS = 3


REGIONS, NEAR = 95, 8
"""Regions of the map (N-3.1), and the most that one is adjacent to."""
