"""The records: what a scenario says, and the position of a war."""

from typing import Annotated

import numpy as np

from marengo.core.engine import bulk
from marengo.core.engine.record import Int8, Int16, Int64
from marengo.games.europe.rules.position import Battle, BattleTables
from marengo.games.europe.rules.words import KINDS, NATIONS
from marengo.games.europe.war.rules.words import NEAR, REGIONS


class WarTables(BattleTables):
    """What a scenario says; options are 1 for yes."""

    annex_after_join: Int8  # N-16.9
    leader_stops_movement: Int8  # N-6.6
    window_rounds: Int8  # N-12.8

    regions: Int8  # how many there are; those beyond stay empty
    near: Annotated[list[int], np.int8, REGIONS * NEAR]  # those adjacent, NONE after the last
    home: Annotated[list[int], np.int8, REGIONS]  # nation whose homeland it belongs to, or NONE
    capital: Annotated[list[int], np.int8, REGIONS]
    value: Annotated[list[int], np.int8, REGIONS]  # PP (N-11.3, N-11.4)
    disputed: Annotated[list[int], np.int8, REGIONS]  # 1: who holds it counts in the end (N-30.11)
    waits: Annotated[list[int], np.int8, REGIONS]  # nation whose units may not move at first
    owner: Annotated[list[int], np.int8, REGIONS]  # at the start, or NONE
    uprising: Annotated[list[int], np.int8, REGIONS]
    troops: Annotated[list[int], np.int8, NATIONS * REGIONS * KINDS]

    seat: Annotated[list[int], np.int8, NATIONS]  # who plays a nation, or NONE
    relation: Annotated[list[int], np.int8, NATIONS * NATIONS]  # Relation at the start
    commitment: Annotated[list[int], np.int8, NATIONS]
    pap: Annotated[list[int], np.int16, NATIONS]
    pp: Annotated[list[int], np.int16, NATIONS]

    first: Int8  # nation that begins each round (N-4.1)
    begins: Int8  # month of the year of the first round
    rounds: Int8
    holder: Int8  # nation that is to hold the disputed regions
    held_for_victory: Int8  # so many of them
    held_for_draw: Int8


class War(Battle, versioned=True):
    """A position; ``troops`` of a nation are at ``stand(nation, region, kind)``.

    Of the battle's fields, ``active`` is the nation whose turn it is all the time, and the rest is
    of use while ``place`` is the region of a battle, whose units are off the map.
    """

    month: Int8  # round, from 1
    step: Int8  # Step
    place: Int8  # region of the battle that is fought, or NONE
    owner: Annotated[list[int], np.int8, REGIONS]  # Nation, or NONE
    uprising: Annotated[list[int], np.int8, REGIONS]
    troops: Annotated[list[int], np.int16, NATIONS * REGIONS * KINDS]
    force: Annotated[list[int], np.int16, NATIONS * REGIONS]  # armies, leaders not counted
    relation: Annotated[list[int], np.int8, NATIONS * NATIONS]
    pap: Annotated[list[int], np.int16, NATIONS]
    pp: Annotated[list[int], np.int16, NATIONS]

    tired: Annotated[list[int], np.int16, REGIONS * KINDS]  # of the active nation, one step left
    spent: Annotated[list[int], np.int16, REGIONS * KINDS]  # that have no step left
    came: Annotated[list[int], np.int8, REGIONS * NEAR]  # 1: units came from there in this turn
    pending: Int64  # move that waits for the number of its units

    speaker: Int8  # nation that is asked in a window
    passes: Int8  # in succession
    askings: Int8  # rounds of asking
    offer: Int8  # Verb that another is asked to agree to, or 0
    addressee: Int8  # nation that is asked
    given: Int8  # region that is offered
    wanted: Int8  # region that is asked for

    free_nation: Int8  # that a free army will belong to
    free_region: Int8
    assailant: Annotated[list[int], np.int8, REGIONS]  # who attacks a free army, or NONE (N-14.9)
    annexing: Annotated[list[int], np.int8, REGIONS]  # who owns it if he wins there, or NONE

    fleeing: Annotated[list[int], np.int16, NATIONS * KINDS]  # units that have lost and retreat
    doubts: Annotated[list[int], np.int8, NATIONS]  # rolls against commitment that are due
    fallen: Annotated[list[int], np.int8, REGIONS]  # 1: capital whose fall was tested (N-17.5)
    quelled: Annotated[list[int], np.int8, REGIONS]  # 1: uprising that was met in this turn
    unrest: Int8  # region whose uprising is fought
    bought: Annotated[list[int], np.int8, KINDS]  # in this production turn

    battles: Int16
    great_battles: Int16
    dead: Annotated[list[int], np.int16, NATIONS * KINDS]  # eliminated in the whole war
    victor: Int8  # nation, or NONE
    verdict: Int8  # Verdict


class WarResult(bulk.Result):
    """How a war ended."""

    verdict: Int8  # Verdict
    months: Int8
    battles: Int16
    great_battles: Int16
    held: Int8  # disputed regions that count for their holder
    armies_lost: Annotated[list[int], np.int16, 2]  # of each seat
    leaders_lost: Annotated[list[int], np.int16, 2]
    regions_owned: Annotated[list[int], np.int8, 2]
