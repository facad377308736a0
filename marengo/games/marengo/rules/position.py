"""What both rulesets remember of a position, and the scratch of one thread."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.engine.record import Int8, Int16, Int64, Record
from marengo.games.marengo.rules.tables import BoardTables
from marengo.games.marengo.rules.vocabulary import (
    APPROACHES,
    BOXES,
    CROSSINGS,
    LOCALITIES,
    PIECES,
    PLACES,
)


class Bombardment(IntEnum):
    """State of an artillery piece's bombardment."""

    NONE = 0
    DECLARED = 1  # in its owner's current or last turn
    DUE = 2  # in its owner's turn after the declaration (T-10.10, B-10.8)
    COMPLETED = 3  # this turn; face-up until its end (T-10.18, B-10.20)


MASK_WORD = 62
"""Members in one word of a set of approaches, crossings or localities."""

APPROACH_WORDS = -(-APPROACHES // MASK_WORD)
CROSSING_WORDS = -(-CROSSINGS // MASK_WORD)
LOCALITY_WORDS = -(-LOCALITIES // MASK_WORD)

MOVES = 4096
"""Most legal moves of one decision: 24 pieces, 83 groups a position as printed, 12 ways out."""

GROUPS = 2048

PROBLEMS = 64
"""Most problems of a position that are listed."""


class SetUpTables(BoardTables):
    """A board, what starts where on it, and the numbers of the rules that both games have."""

    pieces: Annotated[list[int], np.int8, 2]  # slots used by each side
    start_kind: Annotated[list[int], np.int8, PIECES]  # Kind
    start_strength: Annotated[list[int], np.int8, PIECES]  # 0: the slot is empty
    start_place: Annotated[list[int], np.int16, PIECES]  # place
    start_marks: Annotated[list[int], np.int8, PIECES]  # marks of the ruleset
    pool: Annotated[list[int], np.int8, PIECES]  # pieces of one pool exchange places blindly

    boxes: Int8  # number of boxes
    box_side: Annotated[list[int], np.int8, BOXES]  # owner
    box_hour: Annotated[list[int], np.int8, BOXES]  # first hour of entry (T-15.1, B-8.70)
    box_locality: Annotated[list[int], np.int16, BOXES]  # entry locality
    box_end: Annotated[list[int], np.int16, BOXES]  # road end of the entry
    box_pontoon: Annotated[list[int], np.int8, BOXES]  # 1: has a pontoon bridge (T-15.12, B-8.77)

    first_hour: Int8  # T-5.1, B-7.1
    last_hour: Int8  # T-5.1, B-7.1
    road_steps: Int8  # T-8.3, B-8.46


class Position(Record):
    """The part of a position that both rulesets have.

    Pieces are indexed by slot; sets of pieces have bit *i* for slot *i*. Sides are 0 and 1.
    """

    hour: Int8  # the round, 6 to 21 o'clock
    turn: Int8  # side whose turn it is
    to_move: Int8  # side that decides
    decision: Int8  # Decision
    stage: Int8  # Stage of the ruleset that follows the decision
    winner: Int8  # side, or NONE
    victory: Int8  # Victory

    place: Annotated[list[int], np.int16, PIECES]  # place, NONE when out of the game
    kind: Annotated[list[int], np.int8, PIECES]  # Kind
    strength: Annotated[list[int], np.int8, PIECES]  # symbols, 0 when destroyed
    marks: Annotated[list[int], np.int8, PIECES]  # marks of the ruleset
    bombardment: Annotated[list[int], np.int8, PIECES]  # Bombardment
    candidates: Annotated[list[int], np.int32, PIECES]  # slots it may be (T-22.18, B-17.19)

    # memory of the turn
    crossing_use: Annotated[list[int], np.int8, CROSSINGS]  # last step times way (T-8.12, B-8.51)
    barred: Annotated[list[int], np.int64, APPROACH_WORDS]  # set of approaches (T-11.50, B-11.14)
    won: Annotated[list[int], np.int64, LOCALITY_WORDS]  # won by assault (T-8.21, B-11.13)
    pontoon_used: Int8  # 1: the pontoon bridge was used (T-15.12, B-8.77)

    # the action being carried out
    actors: Int64  # set of pieces that take part
    face_up: Int64  # set of pieces face-up for the time being (T-22.12, B-17.11)
    asked: Int64  # cavalry still to be asked for continuation
    march_step: Int8  # step to be taken next, from 1
    road_end: Int16  # road end by which the marching piece came, or NONE
    crossed: Int8  # 1: it has crossed a crossing
    local_paid: Int8  # 1: the order or command for local road is paid
    by_road: Int8  # 1: the attack belongs to a road march
    from_reserve: Int8  # 1: the attackers started from reserve (T-9.13, B-9.13)
    attack_approach: Int16  # approach attacked from (T-1.6)

    # the assault
    leaders: Int64  # attacking leading pieces
    defence_leaders: Int64  # defending leading pieces
    fired: Int64  # artillery that fired
    attack_won: Int8  # 1: the attacker has won

    # losses being distributed
    pool: Int64  # pieces that may take them
    left: Int8  # how many are left
    least: Int8  # lowest slot that may be named next, NONE before the first

    # the retreat
    retreat_from: Int16  # the locality lost
    retreat_place: Int16  # approach whose losses come next
    retreating: Int64  # pieces still to be placed


class Workspace(Record):
    """Scratch of one thread: counts that agree with one state, and lists."""

    count: Annotated[list[int], np.int8, PLACES]  # pieces in a place
    present: Annotated[list[int], np.int8, LOCALITIES]  # pieces in a locality
    holder: Annotated[list[int], np.int8, LOCALITIES]  # its occupier, or NONE
    moves: Annotated[list[int], np.int64, MOVES]  # legal moves of the decision
    move_count: Int16
    overflow: Int8  # 1: a list was too short; a defect
    members: Annotated[list[int], np.int8, PIECES]  # pieces of a position, by slot
    member_count: Int8
    like: Annotated[list[int], np.int8, PIECES]  # previous member alike, or NONE
    group: Annotated[list[int], np.int64, GROUPS]  # set of members (bit = index in members)
    group_last: Annotated[list[int], np.int8, GROUPS]  # last member in it
    group_size: Annotated[list[int], np.int8, GROUPS]
    group_pieces: Annotated[list[int], np.int64, GROUPS]  # set of the side's slots
    group_infantry: Annotated[list[int], np.int8, GROUPS]  # 1: has infantry
    group_marks: Annotated[list[int], np.int8, GROUPS]  # marks of any piece in it
    group_count: Int16
    problem: Annotated[list[int], np.int16, PROBLEMS]  # Problem
    problem_where: Annotated[list[int], np.int16, PROBLEMS]  # slot, locality, side or hour
    problem_count: Int16
