"""What cannot be in a position."""

from collections.abc import Mapping

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import soundness
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, ZONES, Piece, Stage
from marengo.games.europe.war.rules.ground import pair, place_of, stand
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import REGIONS, SEAS, WATERS, Decision

TROOPS, FORCE, TIRED, OWNER, MEANS, BATTLE, FLEEING, BOARD, SHIPS, RELATION = range(20, 30)

PROBLEMS: Mapping[int, str] = {
    **soundness.PROBLEMS,
    TROOPS: "troops: expected no fewer than none of each kind, in regions of the scenario",
    FORCE: "armies of a region: expected as many as there are units that are no leaders",
    TIRED: "units that have marched: expected no more than there are",
    OWNER: "owners: expected nations of the scenario",
    MEANS: "pp and pap: expected 0 or more",
    BATTLE: "battle: expected a region of which nobody has units on the map who fights there",
    BOARD: "battle board: expected nothing on it when no battle is fought",
    FLEEING: "retreat: expected units that retreat only after a battle",
    SHIPS: "squadrons: expected none below zero, and no more that have moved than there are",
    RELATION: "relations: expected the same of either nation towards the other",
}
"""Problems in words."""


@compiled
def list_problems(t: WarTables, s: War, w: Workspace) -> None:
    """List what cannot be in a position."""
    w.problem_count = 0
    for nation in range(NATIONS):
        _check_nation(t, s, w, nation)
    for region in range(REGIONS):
        owner = s.owner[region]
        wrong = owner != NONE and (region >= t.regions or not t.great[owner])
        soundness.note(w, wrong, OWNER)
    if s.decision == Decision.MARCH:
        _check_marches(s, w)
    on_board, units = 0, s.units
    for number in range(len(units)):
        on_board += units[number]
    soundness.note(w, on_board != 0 and s.stage == Stage.OVER, BOARD)
    if s.place != NONE:
        for side in range(2):
            for zone in range(ZONES):
                soundness.check_zone(s, w, side, zone)


@compiled
def _check_marches(s: War, w: Workspace) -> None:
    """List what is wrong with the units that have moved in this turn."""
    troops, tired, spent = s.troops, s.tired, s.spent
    for region in range(REGIONS):
        for kind in range(KINDS):
            place = place_of(region, kind)
            number = troops[stand(s.mover, region, kind)]
            wrong = min(tired[place], spent[place]) < 0 or tired[place] + spent[place] > number
            soundness.note(w, wrong, TIRED)


@compiled
def _check_nation(t: WarTables, s: War, w: Workspace, nation: int) -> None:
    """List what is wrong with the units of a nation, and its means."""
    soundness.note(w, s.pp[nation] < 0 or s.pap[nation] < 0, MEANS)
    troops, force, ships, port = s.troops, s.force, s.ships, t.port
    stranger = nation < GREAT and not t.great[nation]
    for region in range(REGIONS):
        armies, total = 0, 0
        absent = region >= t.regions or stranger
        for kind in range(KINDS):
            here = troops[stand(nation, region, kind)]
            total += here
            armies += here * int(kind != Piece.LEADER)
            soundness.note(w, here < 0, TROOPS)
        soundness.note(w, absent and total > 0, TROOPS)
        soundness.note(w, armies != force[nation * REGIONS + region], FORCE)
        if s.place == region and s.side[nation] != NONE and s.stage != Stage.OVER:
            soundness.note(w, total > 0, BATTLE)
    for other in range(GREAT):
        here, there = pair(nation, other), pair(other, nation)
        soundness.note(w, s.relation[here] != s.relation[there], RELATION)
    for water in range(WATERS):
        afloat = ships[nation * WATERS + water]
        done = s.sailed[water] if nation == s.mover else 0
        if water < SEAS:
            done += s.engaged[nation * SEAS + water]
        absent = water >= SEAS and (water - SEAS >= t.regions or not port[water - SEAS])
        soundness.note(w, afloat < max(done, 0) or (absent and afloat > 0), SHIPS)
    for kind in range(KINDS):
        left = s.fleeing[nation * KINDS + kind]
        retreats = s.place != NONE and s.stage == Stage.OVER
        soundness.note(w, left < 0 or (left > 0 and not retreats), FLEEING)
