"""The records: what a scenario says, and the position of a war."""

from typing import Annotated

import numpy as np

from marengo.core.engine import bulk
from marengo.core.engine.record import Int8, Int16, Int32, Int64
from marengo.games.europe.rules.position import Battle, BattleTables
from marengo.games.europe.rules.words import KINDS, NATIONS
from marengo.games.europe.war.rules.words import NEAR, REGIONS, SEAS, WATERS


class WarTables(BattleTables):
    """Settings of a scenario; options are 1 for yes."""

    annex_after_join: Int8  # N-16.9
    leader_stops_movement: Int8  # N-6.6
    window_rounds: Int8  # N-12.8
    bosporus_two_owners: Int8  # N-3.5: 1: both are asked
    militia_when_held: Int8  # N-9.10
    militia_where_lost: Int8  # N-9.9: 0: only where the homeland is still its nation's
    foreign_troops_bar_placing: Int8  # N-11.12: 0: only those of enemies do
    commitment_after_victory: Int8  # N-17.2: 1: who has won a battle with such losses rolls too
    landing_bonus_in_uprising: Int8  # N-9.13
    great_battle_pap: Int8  # N-12.3: 0: the first nation of the side alone
    sea_retreat: Int8  # N-26.12: 1: who only landed returns whence it came

    regions: Int8  # how many there are; those beyond stay empty
    near: Annotated[list[int], np.int8, REGIONS * NEAR]  # those adjacent, NONE after the last
    home: Annotated[list[int], np.int8, REGIONS]  # nation whose homeland it belongs to, or NONE
    capital: Annotated[list[int], np.int8, REGIONS]
    value: Annotated[list[int], np.int8, REGIONS]  # PP (N-11.3, N-11.4)
    restless: Annotated[list[int], np.int8, REGIONS]  # 1: homeland that may rise (N-18.1)
    disputed: Annotated[list[int], np.int8, REGIONS]  # 1: who holds it counts in the end (N-30.11)
    waits: Annotated[list[int], np.int8, REGIONS]  # nation whose units may not move at first
    owner: Annotated[list[int], np.int8, REGIONS]  # at the start, or NONE
    uprising: Annotated[list[int], np.int8, REGIONS]
    troops: Annotated[list[int], np.int8, NATIONS * REGIONS * KINDS]

    sea: Annotated[list[int], np.int32, SEAS]  # sea areas adjacent to each, a bit for each
    coast: Annotated[list[int], np.int32, REGIONS]  # sea areas on which it lies
    port: Annotated[list[int], np.int32, REGIONS]  # sea areas that its port touches
    ships: Annotated[list[int], np.int8, NATIONS * WATERS]  # squadrons at the start
    narrows: Annotated[list[int], np.int8, 4]  # Mid Atlantic, Barbary Coast, Aegean, Black Sea
    shores: Annotated[list[int], np.int8, 2]  # Constantinople and Anatolia

    seat: Annotated[list[int], np.int8, NATIONS]  # who plays a player nation, or NONE
    player: Annotated[list[int], np.int8, NATIONS]  # nations of one player have one number
    great: Annotated[list[int], np.int8, NATIONS]  # 1: it is in the scenario
    camp: Annotated[list[int], np.int8, NATIONS]  # 0: the French side, 1: the other (N-27.2)
    marginal: Annotated[list[int], np.int8, NATIONS]  # 1: its peace counts for France (N-30.21)
    relation: Annotated[list[int], np.int8, NATIONS * NATIONS]  # Relation at the start
    war_since: Annotated[list[int], np.int16, NATIONS * NATIONS]  # wars are numbered as they begin
    diplomacy: Annotated[list[int], np.int8, NATIONS * NATIONS]  # D (N-15.2)
    distance: Annotated[list[int], np.int8, NATIONS * NATIONS]  # between capitals (N-15.6)
    nearest: Annotated[list[int], np.int8, NATIONS * REGIONS]  # capital of a nation from each
    commitment: Annotated[list[int], np.int8, NATIONS]
    pap: Annotated[list[int], np.int16, NATIONS]
    pp: Annotated[list[int], np.int16, NATIONS]

    first: Int8  # nation that begins each round (N-4.1)
    begins: Int16  # month of the first round, counted from January of the year 0
    rounds: Int16
    sudden_death: Int16  # round from which the dice may end the game, or 0 (N-27.8)
    victory: Int8  # Victory
    holder: Int8  # nation that is to hold the disputed regions
    held_for_victory: Int8  # so many of them
    held_for_draw: Int8


class War(Battle, versioned=True):
    """A position; ``troops`` of a nation are at ``stand(nation, region, kind)``.

    Of the battle's fields, ``active`` is the nation whose turn it is all the time, and the rest is
    of use while ``place`` is the region of a battle, whose units are off the map.
    """

    month: Int16  # round, from 1
    step: Int8  # Step
    place: Int8  # region of the battle that is fought, or NONE
    quarrel: Int8  # nation that is fought there though there is no war with it, or NONE (N-13.9)
    owner: Annotated[list[int], np.int8, REGIONS]  # Nation, or NONE
    uprising: Annotated[list[int], np.int8, REGIONS]
    troops: Annotated[list[int], np.int16, NATIONS * REGIONS * KINDS]
    force: Annotated[list[int], np.int16, NATIONS * REGIONS]  # armies, leaders not counted
    ships: Annotated[list[int], np.int16, NATIONS * WATERS]  # squadrons in sea areas and ports
    relation: Annotated[list[int], np.int8, NATIONS * NATIONS]
    pap: Annotated[list[int], np.int16, NATIONS]
    debt: Annotated[list[int], np.int8, NATIONS]  # PAP owed (N-17.7)
    pp: Annotated[list[int], np.int16, NATIONS]

    wars: Int16  # how many have begun
    war_since: Annotated[list[int], np.int16, NATIONS * NATIONS]  # the older, the smaller (N-13.15)
    ban: Annotated[list[int], np.int16, NATIONS * NATIONS]  # last round of no war on (N-17.10)
    passage: Annotated[list[int], np.int8, NATIONS * NATIONS]  # 1: granted to (N-13.11)
    broke: Annotated[list[int], np.int8, NATIONS * NATIONS]  # Parting, of one from another
    truce: Annotated[list[int], np.int8, NATIONS * NATIONS]  # own turns left to leave (N-17.17)
    parted: Int8  # Parting: the most urgent for which units must leave
    intruders: Annotated[list[int], np.int8, REGIONS]  # nations without right to be there, bits
    controller: Annotated[list[int], np.int8, NATIONS]  # who acts for it, or NONE
    loose: Annotated[list[int], np.int8, NATIONS]  # 1 + who attacked: controlled for that war
    answers_for: Annotated[list[int], np.int8, NATIONS * NATIONS]  # 1: has won it over (N-27.6)
    camp: Annotated[list[int], np.int8, NATIONS]
    has_sued: Annotated[list[int], np.int8, NATIONS]

    mover: Int8  # nation that moves, the active one first (N-4.9)
    joined: Annotated[list[int], np.int8, NATIONS]  # 1: moves in an ally's turn, 2: has done so
    joiner: Int8  # nation that was asked last whether it moves with the active one
    tired: Annotated[list[int], np.int16, REGIONS * KINDS]  # of the mover, one step left
    spent: Annotated[list[int], np.int16, REGIONS * KINDS]  # that have no step left
    came: Annotated[list[int], np.int8, REGIONS * NEAR]  # 1: units came from there in this turn
    landed: Annotated[list[int], np.int8, REGIONS]  # region from which units landed, or NONE
    called_up: Annotated[list[int], np.int8, REGIONS]  # 1: militia was, in this turn (N-9.10)
    pending: Int64  # move that waits for the number of its units

    sailed: Annotated[list[int], np.int16, WATERS]  # squadrons of the mover that are done
    engaged: Annotated[list[int], np.int16, NATIONS * SEAS]  # that have fought (N-8.8)
    struck: Annotated[list[int], np.int8, REGIONS]  # squadrons that attacked a port (N-8.12)
    served: Annotated[list[int], np.int16, SEAS]  # squadrons that have covered landings (N-9.5)
    fleet: Int8  # nation whose squadrons are under way, or that attacks at sea, or NONE
    water: Int8  # where they are
    squadrons: Int16  # how many
    wake: Int8  # where they were before, or NONE
    visited: Int32  # sea areas of the voyage
    tested: Int8  # 1: it is settled whether there is a battle where they are
    driven: Int8  # 1: they leave a port that is theirs no more (N-7.4), 2: they may but enter one
    refused: Int8  # 1: the straits are closed to them, 2: they are open
    harbour: Int8  # region of the port that is attacked, or NONE
    wishes: Int8  # 1: who sails wants a battle, 2: the others do too
    seeker: Int8  # nation that is asked about a battle
    sea_roll: Int8  # of who sails
    sea_loss: Int8  # squadrons still to be lost
    sea_loser: Int8  # 0: of who sails and its allies, 1: of the others
    cargo: Int16  # units that are transported
    cargo_kind: Int8
    origin: Int8  # region of the port that they have left
    checked: Int16  # of them, those that have rolled in this sea area
    route: Int8  # sea area where the transport ends

    opener: Int8  # nation that was asked first in a window
    speaker: Int8  # nation that is asked
    passes: Int8  # in succession
    askings: Int8  # rounds of asking
    offer: Int8  # Verb that another is asked to agree to, or 0
    addressee: Int8  # nation that is asked, won over, or must leave
    given: Int8  # region that is offered
    wanted: Int8  # region that is asked for
    third: Int8  # nation of which an offer is, that is attacked, or that others must leave
    aggressor: Int8  # nation on which others may declare war (D3)
    lots: Int16  # nations of which chance draws one, a bit for each
    lot: Int8  # Verb for which it does

    loser: Int8  # nation that has sued and over which a congress sits, or NONE
    winners: Annotated[list[int], np.int8, NATIONS]  # in the order of their wars, NONE after them
    sitting: Int8  # whose turn it is among them
    yields: Int8  # of them that have passed in succession
    freed: Int8  # region that was liberated, so that a second may be, or NONE

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
    sea_battles: Int16
    dead: Annotated[list[int], np.int16, NATIONS * KINDS]  # eliminated in the whole war
    sunk: Annotated[list[int], np.int16, NATIONS]  # squadrons lost in the whole war
    end_number: Int8  # what two dice must show to end the game (N-27.8)
    victor: Int8  # nation, or NONE
    verdict: Int8  # Verdict


class WarResult(bulk.Result):
    """Result of a war."""

    verdict: Int8  # Verdict
    months: Int16
    battles: Int16
    great_battles: Int16
    sea_battles: Int16
    held: Int8  # disputed regions that count for their holder
    armies_lost: Annotated[list[int], np.int16, NATIONS]
    leaders_lost: Annotated[list[int], np.int16, NATIONS]
    squadrons_lost: Annotated[list[int], np.int16, NATIONS]
    regions_owned: Annotated[list[int], np.int8, NATIONS]
    level: Annotated[list[int], np.int8, NATIONS]  # Level
    result: Annotated[list[float], np.float64, NATIONS]  # returns, NONE of whom nobody plays
