"""The records of *Bonaparte at Marengo*: tables with parameters, and state."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.core.engine.record import Int8, Int16, Int64
from marengo.games.marengo.rules.position import APPROACH_WORDS, Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import LOCALITIES


class Stage(IntEnum):
    """Automatic step that comes next once nothing is to be decided."""

    TURN_START = 0  # bonus, then automatic activation (B-7.3, B-6.12)
    ACTIVATION = 1  # the French player chooses (B-6.14, B-6.15)
    SHUFFLING = 2  # B-4.14
    BOMBARDMENT = 3  # step 1: the next bombardment that is due (B-7.5)
    ASSAULTS = 4  # step 2: the next assault (B-7.6)
    MOVES = 5  # step 3: the next move (B-7.7)
    FALL_BACK = 6  # the end of step 3 (B-8.40)
    DECLARATION = 7  # step 4: the next piece that may declare (B-7.8)
    TURN_END = 8
    ACTION_END = 9  # a bombardment, an assault or a move is over
    GROUP = 10  # the group is complete, and acts
    ATTACK = 11  # manoeuvre attack: the reply (B-9.13)
    ATTACK_RESULT = 12  # manoeuvre attack: blocked or not
    CONTINUATION = 13  # the cavalry of the group is asked, one by one
    ROAD_STEP = 14  # the marching piece goes on
    FIRE = 15  # the bombardment hits (B-10.17)
    ASSAULT_FIRE = 16  # assault, step 2
    ASSAULT_DEFENCE = 17  # assault, step 4
    ASSAULT_RESULT = 18  # assault, steps 5 and 6
    ASSAULT_LOSER = 19  # assault, step 7: the loser's losses
    ASSAULT_PURSUIT = 20  # assault, step 8
    PURSUED = 21  # assault, step 10: the losses of the pursued
    ASSAULT_END = 22  # assault, step 11
    LOSSES = 23  # losses fall on leading pieces, then on the others (B-11.17)
    RETREAT_LOSSES = 24  # retreat: losses position by position (B-12.12)
    RETREAT_MOVES = 25  # retreat: the routes
    CONQUEST = 26  # the attackers advance


class Step(IntEnum):
    """The steps of a turn (B-7.4 to B-7.8)."""

    START = 0
    BOMBARDMENT = 1
    ASSAULTS = 2
    MOVES = 3
    DECLARATION = 4


MOVED = 1
"""Mark of a piece that has moved this turn (B-8.3)."""

INACTIVE = 2
"""Mark of an inactive French piece (B-6.6)."""

SILENCED = 4
"""Mark of artillery that declared or fired in its owner's latest turn (B-11.26)."""

ASSAULTED = 8
"""Mark of a piece that took part in an assault this turn (B-8.4)."""


class Tables(SetUpTables):
    """Board and parameters; everything a scenario may bend."""

    star: Annotated[list[int], np.int8, LOCALITIES]  # colour from 1, 0: no star (B-5.22)
    french_start: Annotated[list[int], np.int8, LOCALITIES]  # start symbols (B-5.21)
    start_morale: Annotated[list[int], np.int16, 2]  # B-6.2, lowered by a bid (B-15.3, B-15.7)

    commands_per_turn: Int8  # B-8.13
    group_limit: Int8  # pieces in a group or assault; the rules set none (B-8.10)
    leading_strength: Int8  # least strength of a piece that leads an assault (B-11.23)
    first_activations: Int8  # chosen activations in the first French turn (B-6.14)
    later_activations: Int8  # in each later one (B-6.15)
    activation_hour: Int8  # round from which they need no other condition (B-6.17)
    morale_bonus: Int8  # points (B-13.6)
    stars_needed: Int8  # star localities the Austrians need (B-14.3)
    colours_needed: Int8  # colours these must have (B-14.3)
    obstacle_needs_infantry: Int8  # 0: the balance option drops B-9.6 to B-9.8 (B-15.9)
    automatic_shuffling: Int8  # 1: all that may be shuffled is (B-4.21)
    revealed_units: Int8  # 1: what was shown lies face-up until it could be shuffled (B-15.10)


class State(Position, versioned=True):
    """One position with everything that B-18.1 to B-18.3 ask an engine to remember."""

    step: Int8  # Step of the turn
    commands: Int8  # commands left (B-8.13)
    activations: Int8  # chosen activations left (B-6.15)
    flag: Int8  # 1: a French set-up locality has been enemy-occupied (B-6.16)

    morale: Annotated[list[int], np.int16, 2]  # points (B-13.1)
    demoralised: Annotated[list[int], np.int8, 2]  # round in which it happened, or NONE (B-13.2)
    bonus_due: Int8  # side that gains the bonus, or NONE (B-13.7)

    # memory of the turn
    assaulted: Annotated[list[int], np.int64, APPROACH_WORDS]  # attack approaches (B-11.9)
    shuffled: Int16  # lowest place that may be shuffled next (B-18.10)

    revealed: Int64  # set of pieces face-up by the option of revealed units (B-15.10)

    # the group being named, and what it does (B-8.9)
    verb: Int8  # MoveKind of the move begun
    goal: Int16  # place it goes to, or that is fired at
    group: Int64  # set of pieces named so far

    # losses being distributed (B-11.17)
    front: Int64  # leading or pursuing pieces, struck by the enemy
    rest: Int64  # participants who take what is left, reduced by their owner
    losses: Int16  # points still to be taken
    after_losses: Int8  # Stage that follows

    # the assault
    points: Int16  # losses of the loser, then strength of the pursuit
    pursuers: Int64  # cavalry that pursues (B-11.54)
