"""Nations, sides, pieces, zones, decisions and endings by number."""

from enum import IntEnum

from marengo.core.engine import driver


class Nation(IntEnum):
    """A great nation, in turn order (N-2.1), and a minor one that fights for itself (N-16.7)."""

    FRANCE = 0
    GREAT_BRITAIN = 1
    PRUSSIA = 2
    RUSSIA = 3
    OTTOMAN_EMPIRE = 4
    AUSTRIA = 5
    SPAIN = 6
    MINOR = 7


class Side(IntEnum):
    """A side of a battle (N-19.2)."""

    ATTACKER = 0
    DEFENDER = 1


class Arm(IntEnum):
    """Column and row of the tables of fire, charge and pursuit."""

    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2
    LEADER = 3


class Piece(IntEnum):
    """A land piece (N-1.1); the last three are infantry in square (chapter 24)."""

    INFANTRY = 0
    ELITE = 1
    MILITIA = 2
    CAVALRY = 3
    HEAVY = 4
    IRREGULAR = 5
    ARTILLERY = 6
    LEADER = 7
    INFANTRY_SQUARE = 8
    ELITE_SQUARE = 9
    MILITIA_SQUARE = 10


NATIONS, GREAT, PIECES, KINDS = len(Nation), len(Nation) - 1, len(Piece), 8
"""Numbers of nations, of great ones, and of pieces with and without squares."""

SQUARE = 8
"""Number added to a piece of infantry when it forms square."""

ARMS = (0, 0, 0, 1, 1, 1, 2, 3, 0, 0, 0)
"""The arm of each piece."""

GRADES = (0, 1, -1, 0, 1, -1, 0, 0, 0, 1, -1)
"""Modifier of each piece in a charge (N-23.5); of infantry also in fire (N-22.4)."""


class Zone(IntEnum):
    """A zone of the battle board as one of the sides has it (N-20.1).

    Columns are numbered as the attacker sees them from left to right, for the defender too.
    """

    LINE = 0  # and the next two: the line zones
    MIDDLE = 3  # and the next two: the middle zones, which the sides share
    RESERVE = 6
    ROUT = 7


ZONES, COLUMNS, CENTRE = len((*range(8),)), 3, 1
"""Zones of a side, columns of a great battle, and the column of a skirmish (N-20.3)."""


class Phase(IntEnum):
    """A phase of a round of battle (N-21.1)."""

    CAVALRY = 0
    ARTILLERY = 1
    INFANTRY = 2
    LEADERS = 3


class Stage(IntEnum):
    """Stage that a battle has reached."""

    DEPLOYMENT = 0
    ROUNDS = 1
    PURSUIT = 2
    OVER = 3


class Decision(IntEnum):
    """Decision in a battle: D8 to D13 of chapter 33, and those of chance."""

    DEPLOY = 1
    ACT = 2
    ANSWER = 3  # a charge
    PRESS = 4  # it, or break off
    FALL = 5  # which leader does
    RALLY = 6  # which unit, by option after the roll (N-25.3)
    PURSUE = 7
    FIRE_ROLL = 8
    EFFECT_ROLL = 9
    SQUARE_ROLL = 10
    CHARGE_ROLL = 11
    COUNTER_ROLL = 12
    RALLY_ROLL = 13
    PURSUIT_ROLL = 14
    OVER = driver.OVER


class Verb(IntEnum):
    """Action that a move carries out."""

    DEPLOY = 0
    MOVE = 1
    FIRE = 2
    CHARGE = 3
    UNSQUARE = 4
    RALLY = 5
    END = 6
    RETREAT = 7
    STAND = 8
    FORM_SQUARE = 9
    EVADE = 10
    CARRY_THROUGH = 11
    BREAK_OFF = 12
    LOSE = 13
    PURSUE = 14
    ROLL = 15


class Ending(IntEnum):
    """Reason why a side lost a battle (N-19.7, N-26.1, N-26.4)."""

    NONE = 0
    COLUMN = 1
    RETREAT = 2
    INACTIVITY = 3
    NO_ARMIES = 4
