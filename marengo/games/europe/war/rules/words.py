"""Steps of a month, decisions, moves and endings by number, and who plays a war."""

from enum import IntEnum

from marengo.core.engine import driver
from marengo.games.europe.rules import words as battle
from marengo.games.europe.rules.words import Nation


class Seat(IntEnum):
    """Seat in the scenario of two nations (N-30.4)."""

    FRANCE = 0
    AUSTRIA = 1


class Power(IntEnum):
    """Seat in the scenario of seven nations (N-30.15): each great nation is one."""

    FRANCE = Nation.FRANCE
    GREAT_BRITAIN = Nation.GREAT_BRITAIN
    PRUSSIA = Nation.PRUSSIA
    RUSSIA = Nation.RUSSIA
    OTTOMAN_EMPIRE = Nation.OTTOMAN_EMPIRE
    AUSTRIA = Nation.AUSTRIA
    SPAIN = Nation.SPAIN


class Relation(IntEnum):
    """Relation of two great nations (N-13.1)."""

    NEUTRAL = 0
    WAR = 1
    ALLIED = 2


class Parting(IntEnum):
    """Progress of a nation's parting from another with which it was on better terms."""

    NONE = 0
    BROKEN = 1  # it has just broken an alliance (N-13.8)
    PAST = 2  # it has done so, and troops have left
    LIFTED = 3  # it has just revoked the right of passage (N-13.13)


class Step(IntEnum):
    """Step of a turn or a production turn (N-4.4); some are windows (N-12.8)."""

    OPENING = 0  # window
    JOINING = 1  # of allies that move in this turn (N-4.9)
    MOVEMENT = 2
    AFTERWARDS = 3  # window
    BATTLES = 4
    BETWEEN = 5  # window after a battle
    CAPITALS = 6
    UPRISINGS = 7
    CLOSING = 8  # window
    PARTING = 9  # of nations that are not at war and stand together (N-13.9, N-13.21)
    BUDGET = 10  # window
    PURCHASES = 11


class Decision(IntEnum):
    """Decision in a war: D1 to D22 of chapter 33, and those of chance.

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
    PLEDGE = 23  # whether to declare war on who attacks a neutral nation, or annexes (D3)
    CONGRESS = 24
    LIBERATION = 25  # of a second region
    JOIN = 26  # whether to move with an ally (D21)
    MARCH = 27  # and sail
    NUMBER = 28  # of units that march or retreat, of squadrons that sail, or of PP given
    VOYAGE = 29  # where squadrons sail next
    ENGAGEMENT = 30  # whether to fight squadrons (D5)
    NAVAL_LOSS = 31  # whose squadrons are lost (D6)
    PASSAGE = 32  # next sea area of a transport
    NEXT_BATTLE = 33
    RETREAT = 34
    LEAVE = 35  # of units that must leave (D18)
    UPRISING = 36  # whether to fight it
    LOSS = 37  # of an army to an uprising
    PURCHASE = 38
    OVERTURE_ROLL = 50
    DIPLOMACY_ROLL = 51
    ANNEXATION_ROLL = 52
    INFANTRY_ROLL = 53
    CAVALRY_ROLL = 54
    ARTILLERY_ROLL = 55
    COMMITMENT_ROLL = 56
    UPRISING_ROLL = 57
    INTERCEPTION_ROLL = 58
    NAVAL_ROLL = 59
    NAVAL_COUNTER_ROLL = 60
    TRANSPORT_ROLL = 61
    LENGTH_ROLL = 62  # whether the game ends suddenly (N-27.8)
    LOT = 63  # which nation, all as likely (N-28.4)


FIRST = Decision.POLITICS
"""First decision that does not belong to a battle."""


class Verb(IntEnum):
    """Action that a move carries out; those below 32 are a battle's."""

    END = battle.Verb.END
    RETREAT = battle.Verb.RETREAT
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
    DECLARE = 51  # war
    BREAK = 52  # an alliance
    ALLY = 53  # overture to a player nation: an alliance
    PART = 54  # overture to a player nation: the end of its alliance with another
    WIN_OVER = 55  # overture to a neutral great nation
    REQUEST = 56  # right of passage
    REVOKE = 57  # right of passage
    GIVE = 58  # PP
    LIBERATE = 59
    JOIN = 60
    SAIL = 61
    STRIKE = 62  # at squadrons in port
    TRANSPORT = 63
    VIA = 64  # a sea area or port
    AVOID = 65  # a naval battle
    CHOOSE = 66  # a nation
    BUILD = 67  # a squadron
    STRAITS = 68  # permission to pass them; an offer, never a move
    CONSENT = 69  # to a retreat from battle; an offer, never a move
    ENGAGE = 70  # in a naval battle


class Victory(IntEnum):
    """Condition by which a war is won."""

    DISPUTED = 0  # regions held (N-30.10, N-30.11)
    HISTORICAL = 1  # N-27.1
    LEVELS = 2  # N-27.3


class Verdict(IntEnum):
    """Way in which a war ended (N-27.1, N-27.3, N-30.10, N-30.11, N-30.21)."""

    NONE = 0
    SUED = 1
    ARMISTICE = 2
    REGIONS = 3
    TIME = 4
    LEVELS = 5


class Level(IntEnum):
    """Level of victory that a nation has reached in the end (N-27.3)."""

    EXTINCTION = 0
    DEFEAT = 1
    SURVIVAL = 2
    SMALL = 3
    GREAT = 4
    TOTAL = 5


REGIONS, NEAR, SEAS, NEAR_SEA = 95, 8, 16, 4
"""Regions and sea areas of the map (N-3.1), and the most that one is adjacent to."""

WATERS = SEAS + REGIONS
"""Number of places of squadrons: the sea areas, and after them the ports of the regions."""
