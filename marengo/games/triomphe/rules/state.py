"""The records of *Triomphe à Marengo*: tables with parameters, and state."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.engine.record import Int8, Int16, Int64
from marengo.games.marengo.rules.position import (
    APPROACH_WORDS,
    CROSSING_WORDS,
    LOCALITY_WORDS,
    Position,
    SetUpTables,
)
from marengo.games.marengo.rules.vocabulary import HOURS, LOCALITIES, PIECES


class Stage(IntEnum):
    """Automatic step that comes next once nothing is to be decided."""

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


ACTED = 1
"""Mark of a piece that has taken part in an action this turn (T-6.7)."""

DISORGANISED = 2
"""Mark of a disorganised French piece (T-14.3)."""

SILENCED = 4
"""Mark of artillery that declared or completed in its owner's last or current turn (T-11.25)."""


class Tables(SetUpTables):
    """Board and parameters; everything a scenario may bend."""

    earliest: Annotated[list[int], np.int8, PIECES]  # hour before which it may not enter (T-15.15)
    start_uncommitted: Annotated[list[int], np.int8, 2]  # discs (T-4.3)
    start_track: Annotated[list[int], np.int8, 2 * HOURS]  # discs by side and hour (T-4.2)

    orders_per_turn: Int8  # T-6.2
    group_limit: Int8  # pieces in one action (T-6.14)
    surprise_hour: Int8  # last round in which no French piece may block (T-14.1)
    organised_for_pairs: Int8  # organised pieces from which two may be organised (T-14.12)
    return_until: Int8  # last hour of the French return of a disc (T-18.27)
    objective_pieces: Int8  # Austrian pieces needed east of the line (T-19.3)


class State(Position, versioned=True):
    """One position with everything that T-23.13 and T-23.14 ask an engine to remember.

    Pieces are indexed by slot; sets of pieces have bit *i* for slot *i*. Sides are 0 and 1.
    """

    orders: Int8  # orders left (T-6.2)

    uncommitted: Annotated[list[int], np.int8, 2]  # discs
    track: Annotated[list[int], np.int8, 2 * HOURS]  # discs left, by side and hour
    committed: Annotated[list[int], np.int8, 2 * LOCALITIES]  # discs by side and locality
    shifted: Annotated[list[int], np.int8, 2 * LOCALITIES]  # of these, marked (T-18.14)
    entered_last: Annotated[list[int], np.int8, LOCALITIES]  # side, or NONE (T-18.31)

    # memory of the turn
    road_attacked: Annotated[list[int], np.int64, CROSSING_WORDS]  # set of crossings (T-8.29)
    attacked: Annotated[list[int], np.int64, APPROACH_WORDS]  # set of defence approaches (T-9.23)
    begun: Annotated[list[int], np.int64, LOCALITY_WORDS]  # localities being organised (T-14.15)

    # the action being carried out
    only_approach: Int16  # the one approach it may continue into, or NONE (T-12.12)
    road_fought: Int8  # 1: the march contained a manoeuvre attack (T-8.34)
    first_attack: Int8  # 1: first manoeuvre attack across the defence approach (T-9.23)

    # the assault
    counter: Int64  # pieces named to counter-attack
    reductions: Annotated[list[int], np.int8, 2]  # still to be taken: attacker, defender
    losses: Annotated[list[int], np.int8, 2]  # reductions taken in this assault or retreat, by side

    # the retreat
    retreated: Int8  # pieces that have found a place

    # discs being paid or shifted
    due: Int8  # discs
    due_side: Int8  # whose discs
    due_to: Int16  # locality they are shifted to, or NONE when paying
    least_disc: Int16  # 2 * locality (+ 1 for shifted discs): lowest that may be named next
