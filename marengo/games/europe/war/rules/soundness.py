"""What cannot be in a position."""

from collections.abc import Mapping

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import soundness
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, ZONES, Piece, Stage
from marengo.games.europe.war.rules.ground import place_of, stand
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import REGIONS, Decision

TROOPS, FORCE, TIRED, OWNER, MEANS, BATTLE, FLEEING, BOARD = range(20, 28)

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
}
"""In words."""


@compiled
def list_problems(t: WarTables, s: War, w: Workspace) -> None:
    """List what cannot be in a position."""
    w.problem_count = 0
    for nation in range(NATIONS):
        _check_nation(t, s, w, int64(nation))
    for region in range(REGIONS):
        owner = int64(s.owner[region])
        wrong = owner != NONE and (region >= t.regions or t.seat[owner] == NONE)
        soundness.note(w, wrong, int64(OWNER))
        for kind in range(KINDS):
            place = place_of(int64(region), int64(kind))
            here = int64(s.troops[stand(int64(s.active), int64(region), int64(kind))])
            moved = (
                min(s.tired[place], s.spent[place]) < 0 or s.tired[place] + s.spent[place] > here
            )
            soundness.note(w, moved and s.decision == Decision.MARCH, int64(TIRED))
    units = int64(0)
    for number in range(len(s.units)):
        units += int64(s.units[number])
    soundness.note(w, units != 0 and s.stage == Stage.OVER, int64(BOARD))
    if s.place != NONE:
        for side in range(2):
            for zone in range(ZONES):
                soundness.check_zone(s, w, int64(side), int64(zone))


@compiled
def _check_nation(t: WarTables, s: War, w: Workspace, nation: int) -> None:
    """List what is wrong with the units of a nation, and its means."""
    soundness.note(w, s.pp[nation] < 0 or s.pap[nation] < 0, int64(MEANS))
    for region in range(REGIONS):
        armies = int64(0)
        for kind in range(KINDS):
            here = int64(s.troops[stand(nation, int64(region), int64(kind))])
            absent = region >= t.regions or t.seat[nation] == NONE
            soundness.note(w, here < 0 or (absent and here > 0), int64(TROOPS))
            if kind != Piece.LEADER:
                armies += here
            fights = s.place == region and s.side[nation] != NONE and s.stage != Stage.OVER
            soundness.note(w, fights and here > 0, int64(BATTLE))
        soundness.note(w, armies != s.force[nation * REGIONS + region], int64(FORCE))
    for kind in range(KINDS):
        left = int64(s.fleeing[nation * KINDS + kind])
        retreats = s.place != NONE and s.stage == Stage.OVER
        soundness.note(w, left < 0 or (left > 0 and not retreats), int64(FLEEING))
