"""The decisions of both rulesets: every choice a player can have."""

from enum import IntEnum

from marengo.core.engine import driver


class Decision(IntEnum):
    """Decision to be made: the nodes of T-23.6 (N1, N2…) and of chapter B-18."""

    NONE = driver.UNDECIDED  # nothing: automatic steps are due
    ACTION = 1  # N1 with the choices of N2, N3, N5, N6, N7 and N10 to N13; B-18.27
    ROAD_STEP = 2  # N4; B-18.28
    RESPONSE = 3  # N8; B-18.30
    ADVANCE = 4  # N9; B-18.31
    TARGET = 5  # N14; B-18.13
    DEFENCE_LEADERS = 6  # N15a; B-18.18
    ASSAULT_PIECES = 7  # N15b
    FIRE = 8  # N15c; B-18.16
    HIT = 9  # N15d
    COUNTER_ATTACK = 10  # N15e
    REDUCTION = 11  # N15f, N15g, N15h, N16a; B-18.19, B-18.21, B-18.24, B-18.35, B-18.36
    RETREAT = 12  # N16b; B-18.37
    CONTINUATION = 13  # N17; B-18.26, B-18.33
    PAYMENT = 14  # N18
    SHIFT = 15  # N19
    RETURN = 16  # N20
    SHOW = 17  # which infantry is shown at an attack over an obstacle (T-9.31); B-18.29
    OVER = driver.OVER  # the game has ended
    ACTIVATION = 19  # B-18.9
    SHUFFLE = 20  # B-18.10
    BOMBARDMENT = 21  # B-18.11
    AIM = 22  # B-18.12
    ASSAULT = 23  # B-18.14
    JOIN = 24  # the next piece of the group named by an assault, a move, a reply or an advance
    LEADERS = 25  # B-18.15
    STRIKE = 26  # B-18.17, B-18.19, B-18.20, B-18.23, B-18.24: the enemy names the loser
    PURSUIT = 27  # B-18.22
    DECLARATION = 28  # B-18.38
