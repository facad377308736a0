"""The records: what a scenario says, and the position."""

from typing import Annotated

import numpy as np

from marengo.core.engine import bulk, driver
from marengo.core.engine.record import Int8, Int16, Int64, Record
from marengo.games.europe.rules.words import KINDS, NATIONS, PIECES, ZONES

PROBLEMS = 16
"""Problems that there is room for."""


class BattleTables(Record):
    """Settings of a scenario for all its battles; options are 1 for yes."""

    leader_loss_by_defender: Int8  # N-25.5
    charges_count_as_activity: Int8  # N-26.4
    leader_blocks_fire: Int8  # N-22.1
    fire_anywhere_counts: Int8  # N-26.4: 0: only fire into the middle zones
    rally_named_first: Int8  # N-25.3
    retest_break_off: Int8  # N-24.4: 1: the charge may be broken off
    pursuit_cav_cav: Int8  # N-29.4
    round_cap: Int16  # rounds of battle, of ours


class Tables(BattleTables):
    """Settings of a scenario that is one battle."""

    army: Annotated[list[int], np.int8, NATIONS * KINDS]  # pieces of each nation and kind
    side: Annotated[list[int], np.int8, NATIONS]  # of each nation, or NONE
    active: Int8  # nation whose turn it is (N-19.2)
    landing: Int8  # the defender has the advantage of a landing battle (N-22.4, N-23.5)


class Battle(Record):
    """One battle; what a nation has of a piece in a zone is at ``at(nation, zone, piece)``."""

    decision: Int8  # Decision
    to_move: Int8  # who decides, or CHANCE
    asked: Int8  # Side, or CHANCE; in a battle that is played by itself the same
    stage: Int8  # Stage
    active: Int8  # nation whose turn it is; nations of a side act in turn order from it (N-19.8)
    side: Annotated[list[int], np.int8, NATIONS]  # Side of each nation, or NONE
    great: Int8  # 1: a great battle, 0: a skirmish (N-19.5)
    landing: Int8
    units: Annotated[list[int], np.int8, NATIONS * ZONES * PIECES]
    armies: Annotated[list[int], np.int16, 2 * ZONES]  # of each side and zone, leaders not counted
    lost: Annotated[list[int], np.int8, NATIONS * KINDS]  # eliminated

    turn: Int16  # round of battle, from 1
    phase: Int8  # Phase
    half: Int8  # Side that acts
    nation: Int8  # that acts, or NONE
    kind: Int8  # piece that is deployed
    column: Int8  # to which it is deployed
    opening: Int8  # 1: nobody of the side has acted in this phase yet (N-26.5)
    once: Annotated[list[int], np.int8, ZONES * PIECES]  # units of the nation that acts, one action
    twice: Annotated[list[int], np.int8, ZONES * PIECES]  # those that have no action left
    active_round: Int8  # 1: a unit has fired, charged or moved into a middle zone (N-26.4)
    quiet: Int8  # rounds since one did

    from_zone: Int8  # of the unit that acts
    piece: Int8  # that acts
    worn: Int8  # actions that it had taken before
    target_nation: Int8
    target: Int8  # piece
    target_zone: Int8  # as its side has it
    far: Int8  # 1: fired from two zones away
    roll: Int8  # of who acts, 0 before it
    counter_roll: Int8  # of who is charged
    falls: Annotated[list[int], np.int8, 2]  # 1: a leader of that side is lost (N-25.4)

    winner: Int8  # Side, or NONE
    ending: Int8  # Ending
    covered: Int8  # 1: cavalry covers the retreat (N-26.7)


class Position(Battle, versioned=True):
    """A battle that is played by itself."""


class Workspace(Record):
    """Scratch of one thread.

    Its own field comes first, so that Numba does not take it for the core's workspace and more.
    """

    problem: Annotated[list[int], np.int8, PROBLEMS]  # what is wrong, see ``soundness``
    moves: Annotated[list[int], np.int64, driver.MOVES]  # legal moves of the present decision
    move_count: Int64
    overflow: Int8  # 1 if there were more
    problem_count: Int8


class Result(bulk.Result):
    """Result of a battle."""

    ending: Int8  # Ending
    rounds: Int16
    great: Int8
    armies_lost: Annotated[list[int], np.int16, 2]  # eliminated, pursuit included
    leaders_lost: Annotated[list[int], np.int16, 2]
