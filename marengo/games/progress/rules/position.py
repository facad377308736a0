"""The records: tables with the numbers of a scenario, and the position."""

from typing import Annotated

import numpy as np

from marengo.core.engine import bulk, driver
from marengo.core.engine.record import Int8, Int16, Int64, Record

PLACES = 8
"""Countries that there is room for (M-3.1, M-17.4)."""

PROBLEMS = 16
"""Problems that there is room for."""


class Tables(Record):
    """Numbers of a scenario; options are 1 for yes. Places are in the order of its countries."""

    places: Int8  # how many countries there are
    home: Annotated[list[int], np.int8, 2]  # place of each player's
    borders: Annotated[list[int], np.int16, PLACES]  # bit i: place i is adjacent (M-3.2)
    start_die: Annotated[list[int], np.int8, PLACES]  # VP (M-3.5)
    lowest_die: Annotated[list[int], np.int8, PLACES]  # VP (M-14.2, M-17.6)
    cards: Int16  # bit i: each player has card i (M-2.3)
    initiative: Int8  # colour that has it at the start, NONE by die (M-3.9)
    home_vp_when_invaded: Int8  # 0: none for one's home while an enemy is there (M-17.7)

    goal: Int16  # VP (M-16.1)
    supply: Int16  # VP (M-3.4)
    round_cap: Int16  # rounds (M-16.6)
    armies: Int8  # of a player (M-1.4)
    armies_in_play: Int8  # of these, at the start at home (M-3.7)
    strength: Int8  # of an army at the start (M-3.6)
    highest_strength: Int8  # M-14.2
    garrison: Int8  # strength (M-1.8)

    fortified_defence: Int8  # 1: strength + 1, 0: 1 alone (M-9.4)
    idle_fortified_die: Int8  # M-11.9
    occupy_as_defender: Int8  # M-12.3
    capital_successor: Int8  # M-12.4
    score_occupied_take_back: Int8  # M-15.5
    score_occupied_total: Int8  # 1: no VP at all, 0: none for the home alone (M-15.3)
    strengthen_at_6: Int8  # 1: the VP die is lowered without gain, 0: no effect (M-14.6)
    strengthen_optional: Int8  # M-14.4
    attack_elsewhere: Int8  # M-10.9
    flip_on_fizzle: Int8  # M-5.5
    same_kind_choices_open: Int8  # M-4.5
    marlborough_base_vp: Int8  # M-17.7
    score_first_round: Int8  # M-15.2
    agreement: Int8  # M-16.7


class State(Record, versioned=True):
    """One position; players are 0 and 1, and what a place has of each is at ``of(seat, place)``.

    The rest of a player's cards lies on the discard (M-1.9).
    """

    decision: Int8  # Decision
    to_move: Int8  # colour
    turn: Int16  # round, from 1
    stage: Int8  # where in the round it is, see ``rounds``
    holder: Int8  # of the initiative (M-1.10)
    first_holder: Int8  # at the start of the game
    leader: Int8  # who is resolved first of the kind that is resolved, or NONE
    effects: Int8  # cards of that kind that had an effect
    offered: Int8  # 1: the end has been offered (M-16.7)
    ending: Int8  # Ending
    winner: Int8  # colour, or NONE

    supply: Int16  # VP left (M-1.11)
    vp: Annotated[list[int], np.int16, 2]
    strength: Annotated[list[int], np.int8, 2]  # M-1.6
    die: Annotated[list[int], np.int8, PLACES]  # VP (M-1.6)

    stock: Annotated[list[int], np.int8, 2]  # armies (M-1.4)
    normal: Annotated[list[int], np.int8, 2 * PLACES]  # armies (M-1.5)
    fortified: Annotated[list[int], np.int8, 2 * PLACES]
    capital: Annotated[list[int], np.int8, 2]  # NORMAL or FORTIFIED: its army on the enemy capital

    hand: Annotated[list[int], np.int16, 2]  # bit i: card i
    played: Annotated[list[int], np.int8, 2]  # card of this round, or 0
    plan: Annotated[list[int], np.int32, 2]  # packed choice that is not carried out yet, or 0


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
    """Result of a game."""

    ending: Int8  # Ending
    rounds: Int16
    supply: Int16  # VP left
    first_holder: Int8  # colour
    holder: Int8  # colour
    vp: Annotated[list[int], np.int16, 2]
    strength: Annotated[list[int], np.int8, 2]
    in_play: Annotated[list[int], np.int8, 2]  # armies
    in_hand: Annotated[list[int], np.int8, 2]  # cards
