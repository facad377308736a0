"""Chapter 30: the first position."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, UNDECIDED
from marengo.core.engine.random import Generator
from marengo.games.europe.rules import rounds, setup
from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, Stage
from marengo.games.europe.war.rules import politics, sea
from marengo.games.europe.war.rules.ground import copy, fill, is_played, put
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sequence import begin_turn
from marengo.games.europe.war.rules.words import REGIONS, Verdict

SUDDEN = 12
"""Least roll of two dice that ends the game at first (N-27.8)."""


@compiled
def set_up(t: WarTables, s: War, g: Generator) -> None:
    """Put the armies of a scenario on the map and begin the first turn; nothing of it is drawn."""
    clear(t, s)
    muster(t, s)
    begin_turn(t, s, t.first)


@compiled
def muster(t: WarTables, s: War) -> None:
    """Put the armies and squadrons of a scenario on the map."""
    troops = t.troops
    for nation in range(GREAT):
        for region in range(REGIONS):
            for kind in range(KINDS):
                number = troops[(nation * REGIONS + region) * KINDS + kind]
                if number:
                    put(s, nation, region, kind, number)
    copy(t.ships, s.ships)


@compiled
def clear(t: WarTables, s: War) -> None:
    """Make a position without troops, of the scenario's owners, relations and means."""
    s.active, s.mover, s.joiner = t.first, t.first, t.first
    setup.clear_board(s)
    rounds.begin_battle(t, s)
    s.stage, s.decision, s.landing, s.to_move = Stage.OVER, UNDECIDED, 0, 0
    s.month, s.step, s.place, s.quarrel, s.pending = 1, 0, NONE, NONE, 0
    s.cargo, s.cargo_kind, s.origin, s.route, s.checked = 0, 0, NONE, NONE, 0
    sea.forget_voyage(s)
    politics.forget_offer(s)
    s.aggressor, s.lots, s.lot, s.parted, s.wars = NONE, 0, 0, 0, 0
    s.loser, s.sitting, s.yields, s.freed = NONE, 0, 0, NONE
    s.free_nation, s.free_region, s.unrest = NONE, NONE, NONE
    s.battles, s.great_battles, s.sea_battles, s.end_number = 0, 0, 0, SUDDEN
    s.victor, s.verdict = NONE, Verdict.NONE
    fill(s.troops, 0)
    fill(s.force, 0)
    fill(s.ships, 0)
    fill(s.fallen, 0)
    fill(s.fleeing, 0)
    fill(s.dead, 0)
    fill(s.ban, 0)
    fill(s.passage, 0)
    fill(s.broke, 0)
    fill(s.truce, 0)
    fill(s.intruders, 0)
    fill(s.answers_for, 0)
    fill(s.debt, 0)
    fill(s.loose, 0)
    fill(s.has_sued, 0)
    fill(s.doubts, 0)
    fill(s.joined, 0)
    fill(s.sunk, 0)
    copy(t.owner, s.owner)
    copy(t.uprising, s.uprising)
    copy(t.pp, s.pp)
    copy(t.camp, s.camp)
    fill(s.winners, NONE)
    copy(t.relation, s.relation)
    copy(t.war_since, s.war_since)
    for place in range(NATIONS * NATIONS):
        s.wars = max(s.wars, s.war_since[place])
    for nation in range(NATIONS):
        s.pap[nation] = t.pap[nation] * is_played(t, nation)  # N-12.2
        s.controller[nation] = nation if is_played(t, nation) else NONE
