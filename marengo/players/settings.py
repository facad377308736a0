"""How a player of the two sides is set, as compiled code reads it."""

from enum import IntEnum

from marengo.rules.records import Float64, Int8, Record


class Manner(IntEnum):
    """How a player chooses."""

    RANDOM = 0  # any legal move
    RULE = 1  # by rules of thumb
    SEARCH = 2  # by growing a tree


class Setting(Record):
    """One player."""

    manner: Int8  # Manner
    temperature: Float64  # of the choice by score; 0: always the best
