"""The records of observers: the rows they keep, and what they remember of a game."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.engine.record import Int8, Int16, Int32, Int64, Record
from marengo.games.marengo.rules.vocabulary import PIECES

Float32 = Annotated[float, np.float32]

ENTRIES = 512
"""Most rows of presence in an hour: 48 pieces, and where each may have lost strength before."""


class AttackKind(IntEnum):
    """Kind of an attack."""

    MANOEUVRE = 0  # T-9.1, B-9.1
    ROAD = 1  # T-8.26, B-9.9
    ASSAULT = 2  # T-11.1, B-11.1
    BOMBARDMENT = 3  # T-10.10, B-10.8


class TurnRow(Record):
    """One player's turn."""

    game: Int32
    turn: Int16
    hour: Int8
    side: Int8
    level: Annotated[list[int], np.int16, 2]  # morale by side
    strength: Annotated[list[int], np.int16, 2]
    pieces: Annotated[list[int], np.int8, 2]
    localities: Annotated[list[int], np.int8, 2]
    estimate: Float32
    decisions: Int16
    choices: Int16
    options: Int32
    orders: Int8
    attacks: Int16


class EventRow(Record):
    """One attack."""

    game: Int32
    event: Int16
    hour: Int8
    side: Int8
    kind: Int8  # Fight
    origin: Int16
    target: Int16
    pieces: Annotated[list[int], np.int8, 2]  # of the attacker, of the defender
    strength: Annotated[list[int], np.int16, 2]
    lost: Annotated[list[int], np.int16, 2]
    taken: Int8
    change: Annotated[list[int], np.int16, 2]  # morale by side


class PresenceRow(Record):
    """Pieces of a side that came from one locality and stand, or lost strength, in another."""

    game: Int32
    hour: Int8
    side: Int8
    origin: Int16  # NONE: they were not on the map
    locality: Int16
    pieces: Int8
    strength: Int16
    lost: Int16


class Watch(Record, versioned=True):
    """Memory of the game being watched."""

    turns: Int8  # 1: rows of turns are wanted
    events: Int8
    presence: Int8
    full: Int8  # 1: there was no room for a row
    turn_rows: Int32  # rows written
    event_rows: Int32
    presence_rows: Int32
    game: Int32

    # the turn
    turn: Int16
    hour: Int8
    side: Int8
    decisions: Int16
    choices: Int16
    options: Int32
    attacks: Int16
    orders: Int8  # orders or commands at its beginning
    left: Int8  # orders or commands when its actions ended, NONE before
    coming: Annotated[list[int], np.int16, 2]  # morale that the next turn begins with crediting

    # the attack
    event: Int16
    fighting: Int8  # 1: an attack is going on
    kind: Int8  # Fight, NONE: it began before the game was watched
    naming: Int8  # 1: the next pieces named join the attackers
    approach: Int16  # approach attacked from
    attackers: Int64  # set of pieces
    level: Annotated[list[int], np.int16, 2]  # morale before it
    stood: Annotated[list[int], np.int16, PIECES]  # locality of each piece before it
    had: Annotated[list[int], np.int8, PIECES]  # strength of each piece before it

    # the hour
    origin: Annotated[list[int], np.int16, PIECES]  # locality of each piece as it began
    entries: Int16
    key: Annotated[list[int], np.int32, ENTRIES]  # side, origin and locality, ascending
    pieces: Annotated[list[int], np.int8, ENTRIES]
    strength: Annotated[list[int], np.int16, ENTRIES]
    lost: Annotated[list[int], np.int16, ENTRIES]
