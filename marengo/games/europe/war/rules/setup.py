"""Chapter 30: the first position."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE, UNDECIDED
from marengo.core.engine.random import Generator
from marengo.games.europe.rules import rounds, setup
from marengo.games.europe.rules.words import KINDS, NATIONS, Stage
from marengo.games.europe.war.rules.ground import put
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sequence import begin_turn
from marengo.games.europe.war.rules.words import REGIONS, Verdict


@compiled
def set_up(t: WarTables, s: War, g: Generator) -> None:
    """Put the armies of a scenario on the map and begin the first turn; nothing of it is drawn."""
    clear(t, s)
    muster(t, s)
    begin_turn(t, s, int64(t.first))


@compiled
def muster(t: WarTables, s: War) -> None:
    """Put the armies of a scenario on the map."""
    for nation in range(NATIONS):
        for region in range(REGIONS):
            for kind in range(KINDS):
                number = int64(t.troops[(nation * REGIONS + region) * KINDS + kind])
                put(s, int64(nation), int64(region), int64(kind), number)


@compiled
def clear(t: WarTables, s: War) -> None:
    """Make a position without troops, of the scenario's owners, relations and means."""
    s.active = t.first
    setup.clear_board(s)
    rounds.begin_battle(t, s)
    s.stage, s.decision, s.landing, s.to_move = Stage.OVER, UNDECIDED, 0, 0
    s.month, s.step, s.place, s.pending = 1, 0, NONE, 0
    s.offer, s.given, s.wanted, s.addressee = 0, NONE, NONE, NONE
    s.free_nation, s.free_region, s.unrest = NONE, NONE, NONE
    s.battles, s.great_battles, s.victor, s.verdict = 0, 0, NONE, Verdict.NONE
    for place in range(NATIONS * REGIONS * KINDS):
        s.troops[place] = 0
    for place in range(NATIONS * REGIONS):
        s.force[place] = 0
    for region in range(REGIONS):
        s.owner[region], s.uprising[region] = t.owner[region], t.uprising[region]
        s.fallen[region] = 0
    for place in range(NATIONS * NATIONS):
        s.relation[place] = t.relation[place]
    for nation in range(NATIONS):
        s.pap[nation], s.pp[nation], s.doubts[nation] = t.pap[nation], t.pp[nation], 0
    for place in range(NATIONS * KINDS):
        s.fleeing[place], s.dead[place] = 0, 0
