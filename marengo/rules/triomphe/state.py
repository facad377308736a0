"""The records of *Triomphe à Marengo*: tables with parameters, state, workspace."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.rules.records import Int8, Int16, Int64, Record
from marengo.rules.shared.tables import BoardTables
from marengo.rules.vocabulary import (
    APPROACHES,
    BOXES,
    CROSSINGS,
    HOURS,
    LOCALITIES,
    PIECES,
    PLACES,
)


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


class Stage(IntEnum):
    """Which automatic step comes next once nothing is to be decided."""

    TURN_START = 0  # phases 1 and 2 (T-5.3)
    ACTIONS = 1  # phase 3: offer the next action
    ACTION_END = 2  # an action is finished (T-6.6)
    CLEAN_UP = 3  # phase 4, steps 1 and 2
    TURN_END = 4  # after phase 4, step 3
    ROAD_STEP = 5  # the marching piece goes on
    ATTACK_RESULT = 6  # manoeuvre attack, step 3
    ATTACK_FAILED = 7  # manoeuvre attack, step 4, after the commitment
    CONTINUATION = 8  # the cavalry of the action is asked, one by one
    BOMBARDED = 9  # pay for the bombardment
    ASSAULT_DEFENCE = 10  # assault, step 2
    ASSAULT_ATTACK = 11  # assault, step 3
    ASSAULT_FIRE = 12  # assault, step 4
    ASSAULT_COUNTER = 13  # assault, step 5
    ASSAULT_RESULT = 14  # assault, steps 6 and 7
    ASSAULT_ATTACKERS_ODD = 15  # assault, step 8: the attacker's leading pieces
    ASSAULT_ATTACKERS_REST = 16  # assault, step 8: his other pieces
    ASSAULT_DEFENDERS_ODD = 17  # assault, step 8: the defender's leading pieces
    ASSAULT_DEFENDERS_REST = 18  # assault, step 8: his other pieces
    ASSAULT_PAYMENT = 19  # the loser pays
    ASSAULT_END = 20  # assault, step 9
    RETREAT_REDUCTIONS = 21  # retreat, step 1, position by position
    RETREAT_PAYMENT = 22  # pay for the reductions
    RETREAT_MOVES = 23  # retreat, step 2
    RETREAT_LOST = 24  # pieces without destination
    RETREAT_COMMITMENT = 25  # T-13.23
    CONQUEST = 26  # the attackers advance
    ATTACK_END = 27  # manoeuvre attack: show infantry, then go on


class Bombardment(IntEnum):
    """State of an artillery piece's bombardment."""

    NONE = 0
    DECLARED = 1  # in its owner's current or last turn
    DUE = 2  # in its owner's turn after the declaration (T-10.10)
    COMPLETED = 3  # this turn; face-up until its end (T-10.18)


ACTED = 1
"""Mark of a piece that has taken part in an action this turn (T-6.7)."""

DISORGANISED = 2
"""Mark of a disorganised French piece (T-14.3)."""

SILENCED = 4
"""Mark of artillery that declared or completed in its owner's last or current turn (T-11.25)."""

MASK_WORD = 62
"""Members in one word of a set of approaches, crossings or localities."""

APPROACH_WORDS = -(-APPROACHES // MASK_WORD)
CROSSING_WORDS = -(-CROSSINGS // MASK_WORD)
LOCALITY_WORDS = -(-LOCALITIES // MASK_WORD)

MOVES = 4096
"""Most legal moves of one decision: 20 pieces, at most 83 groups a position, 12 ways out."""

GROUPS = 2048

PROBLEMS = 64
"""Most problems of a position that are listed."""


class Tables(BoardTables):
    """Board and parameters; everything a scenario may bend."""

    pieces: Annotated[list[int], np.int8, 2]  # slots used by each side
    start_kind: Annotated[list[int], np.int8, PIECES]  # Kind
    start_strength: Annotated[list[int], np.int8, PIECES]  # 0: the slot is empty
    start_place: Annotated[list[int], np.int16, PIECES]  # place
    start_disorganised: Annotated[list[int], np.int8, PIECES]  # 1: starts disorganised (T-14.3)
    pool: Annotated[list[int], np.int8, PIECES]  # pieces of one pool exchange places blindly
    earliest: Annotated[list[int], np.int8, PIECES]  # hour before which it may not enter (T-15.15)
    start_uncommitted: Annotated[list[int], np.int8, 2]  # discs (T-4.3)
    start_track: Annotated[list[int], np.int8, 2 * HOURS]  # discs by side and hour (T-4.2)

    boxes: Int8  # number of boxes
    box_side: Annotated[list[int], np.int8, BOXES]  # owner
    box_hour: Annotated[list[int], np.int8, BOXES]  # first hour of entry (T-15.1)
    box_locality: Annotated[list[int], np.int16, BOXES]  # entry locality
    box_end: Annotated[list[int], np.int16, BOXES]  # road end of the entry
    box_pontoon: Annotated[list[int], np.int8, BOXES]  # 1: has a pontoon bridge (T-15.12)

    first_hour: Int8  # T-5.1
    last_hour: Int8  # T-5.1
    orders_per_turn: Int8  # T-6.2
    group_limit: Int8  # pieces in one action (T-6.14)
    road_steps: Int8  # T-8.3
    surprise_hour: Int8  # last round in which no French piece may block (T-14.1)
    organised_for_pairs: Int8  # organised pieces from which two may be organised (T-14.12)
    return_until: Int8  # last hour of the French return of a disc (T-18.27)
    objective_pieces: Int8  # Austrian pieces needed east of the line (T-19.3)


class State(Record):
    """One position with everything that T-23.13 and T-23.14 ask an engine to remember.

    Pieces are indexed by slot; sets of pieces have bit *i* for slot *i*. Sides are 0 and 1.
    """

    hour: Int8  # the round, 6 to 21 o'clock
    turn: Int8  # side whose turn it is
    to_move: Int8  # side that decides
    decision: Int8  # Decision
    stage: Int8  # Stage that follows the decision
    orders: Int8  # orders left (T-6.2)
    winner: Int8  # side, or NONE
    victory: Int8  # Victory

    place: Annotated[list[int], np.int16, PIECES]  # place, NONE when out of the game
    kind: Annotated[list[int], np.int8, PIECES]  # Kind
    strength: Annotated[list[int], np.int8, PIECES]  # symbols, 0 when destroyed
    marks: Annotated[list[int], np.int8, PIECES]  # ACTED, DISORGANISED, SILENCED
    bombardment: Annotated[list[int], np.int8, PIECES]  # Bombardment
    candidates: Annotated[list[int], np.int32, PIECES]  # slots it may be (T-22.18)

    uncommitted: Annotated[list[int], np.int8, 2]  # discs
    track: Annotated[list[int], np.int8, 2 * HOURS]  # discs left, by side and hour
    committed: Annotated[list[int], np.int8, 2 * LOCALITIES]  # discs by side and locality
    shifted: Annotated[list[int], np.int8, 2 * LOCALITIES]  # of these, marked (T-18.14)
    entered_last: Annotated[list[int], np.int8, LOCALITIES]  # side, or NONE (T-18.31)

    # memory of the turn
    crossing_use: Annotated[list[int], np.int8, CROSSINGS]  # last step times way; 0 unused (T-8.12)
    road_attacked: Annotated[list[int], np.int64, CROSSING_WORDS]  # set of crossings (T-8.29)
    attacked: Annotated[list[int], np.int64, APPROACH_WORDS]  # set of defence approaches (T-9.23)
    barred: Annotated[list[int], np.int64, APPROACH_WORDS]  # set of approaches (T-11.50)
    won: Annotated[list[int], np.int64, LOCALITY_WORDS]  # localities won by assault (T-8.21)
    begun: Annotated[list[int], np.int64, LOCALITY_WORDS]  # localities being organised (T-14.15)
    pontoon_used: Int8  # 1: the pontoon bridge was used (T-15.12)

    # the action being carried out
    actors: Int64  # set of pieces that take part
    face_up: Int64  # set of pieces face-up in an assault or retreat (T-22.12)
    asked: Int64  # cavalry still to be asked for continuation
    only_approach: Int16  # the one approach it may continue into, or NONE (T-12.12)
    march_step: Int8  # step to be taken next, from 1
    road_end: Int16  # road end by which the marching piece came, or NONE
    crossed: Int8  # 1: it has crossed a crossing
    local_paid: Int8  # 1: the order for local road is paid
    by_road: Int8  # 1: the attack belongs to a road march
    road_fought: Int8  # 1: the march contained a manoeuvre attack (T-8.34)
    from_reserve: Int8  # 1: the attackers started from reserve (T-9.13)
    first_attack: Int8  # 1: first manoeuvre attack across the defence approach (T-9.23)
    attack_approach: Int16  # approach attacked from (T-1.6)

    # the assault
    leaders: Int64  # attacking leading pieces
    defence_leaders: Int64  # defending leading pieces
    counter: Int64  # pieces named to counter-attack
    fired: Int64  # artillery that fired
    attack_won: Int8  # 1: the attacker has won
    reductions: Annotated[list[int], np.int8, 2]  # still to be taken: attacker, defender
    losses: Annotated[list[int], np.int8, 2]  # reductions taken in this assault or retreat, by side

    # reductions being distributed
    pool: Int64  # pieces that may take them
    left: Int8  # how many are left
    least: Int8  # lowest slot that may be named next

    # the retreat
    retreat_from: Int16  # the defence locality
    retreat_place: Int16  # approach whose reductions come next
    retreating: Int64  # pieces still to be placed
    retreated: Int8  # pieces that have found a place

    # discs being paid or shifted
    due: Int8  # discs
    due_side: Int8  # whose discs
    due_to: Int16  # locality they are shifted to, or NONE when paying
    least_disc: Int16  # 2 * locality (+ 1 for shifted discs): lowest that may be named next


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
    group_disorganised: Annotated[list[int], np.int8, GROUPS]  # 1: has a disorganised piece
    group_count: Int16
    problem: Annotated[list[int], np.int16, PROBLEMS]  # Problem
    problem_where: Annotated[list[int], np.int16, PROBLEMS]  # slot, locality, side or hour
    problem_count: Int16
