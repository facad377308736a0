"""The decisions of both rulesets: every choice a player can have."""

from enum import IntEnum


class Decision(IntEnum):
    """What is being decided: the nodes of T-23.6."""

    NONE = 0  # nothing: automatic steps are due
    ACTION = 1  # N1, with the choices of N2, N3, N5, N6, N7 and N10 to N13
    ROAD_STEP = 2  # N4
    RESPONSE = 3  # N8
    ADVANCE = 4  # N9
    TARGET = 5  # N14
    DEFENCE_LEADERS = 6  # N15a
    ASSAULT_PIECES = 7  # N15b
    FIRE = 8  # N15c
    HIT = 9  # N15d
    COUNTER_ATTACK = 10  # N15e
    REDUCTION = 11  # N15f, N15g, N15h, N16a
    RETREAT = 12  # N16b
    CONTINUATION = 13  # N17
    PAYMENT = 14  # N18
    SHIFT = 15  # N19
    RETURN = 16  # N20
    SHOW = 17  # which infantry is shown at the end of an attack (T-9.31)
    OVER = 18  # the game has ended
