"""Chapter 26: the end of a battle, and the pursuit."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes, leaders, movement
from marengo.games.europe.rules.board import at, next_nation, place_of, put
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    KINDS,
    NATIONS,
    PIECES,
    SQUARE,
    Arm,
    Decision,
    Stage,
    Verb,
    Zone,
)

NEVER = 7
"""Number that no die shows."""

NEEDS = ((6, NEVER, 5, 6), (3, NEVER, 3, 5))
"""Least rolls that eliminate infantry, cavalry, artillery and leaders: of infantry, and of cavalry,
whose need against cavalry a scenario sets (N-26.6, N-29.4)."""


@compiled
def lose_battle(s: Battle, loser: int, ending: int) -> None:
    """Note that a side has lost, and begin the pursuit (N-26.2).

    Each nation then has its units in two zones. Of the loser, cavalry that covers the retreat is
    in the reserve, all else is routed (N-26.7, N-26.9). Of the winner, who pursues is in the
    reserve, squares and reserve too (N-26.10).
    """
    s.winner, s.ending, s.stage, s.nation = 1 - loser, ending, Stage.PURSUIT, NONE
    movement.clear_actions(s)
    s.covered = 0
    for nation in range(NATIONS):
        if s.side[nation] != NONE:
            _gather(s, nation, s.side[nation] == loser)
    for nation in range(NATIONS):
        if s.side[nation] == loser:
            s.covered |= has_cover(s, nation)


@compiled
def _gather(s: Battle, nation: int, has_lost: bool) -> None:
    """Bring the units of a nation to its reserve and rout zone."""
    for piece in range(PIECES):
        pursues = ARMS[piece] == Arm.CAVALRY or not has_lost
        to = Zone.RESERVE if pursues else Zone.ROUT
        for zone in range(Zone.ROUT):
            number = s.units[at(nation, zone, piece)]
            put(s, nation, zone, piece, -number)
            put(s, nation, to, piece % SQUARE, number)


@compiled
def has_cover(s: Battle, nation: int) -> int:
    """Return 1 if a nation that has lost has cavalry that covers its retreat (N-26.7)."""
    number = 0
    for kind in range(KINDS):
        if ARMS[kind] == Arm.CAVALRY:
            number += s.units[at(nation, Zone.RESERVE, kind)]
    return int(number > 0)


@compiled
def covers(s: Battle) -> bool:
    """Return whether the loser has cavalry left that must be eliminated first (N-26.7)."""
    for nation in range(NATIONS):
        if s.side[nation] == 1 - s.winner and has_cover(s, nation):
            return True
    return False


@compiled
def seek_pursuer(s: Battle) -> None:
    """Let the nation pursue whose turn it is (N-19.8)."""
    if s.nation == NONE:
        s.nation = next_nation(s, s.winner, NONE)
        movement.clear_actions(s)
    s.decision, s.asked = Decision.PURSUE, s.winner


@compiled
def pursuit_need(t: BattleTables, piece: int, target: int) -> int:
    """Return what eliminates a target, more than a die shows if nothing does (N-26.6)."""
    if ARMS[piece] == Arm.CAVALRY and ARMS[target] == Arm.CAVALRY:
        return t.pursuit_cav_cav
    return NEEDS[ARMS[piece]][ARMS[target]]


@compiled
def list_pursuits(t: BattleTables, s: Battle, w: Workspace) -> None:
    """List who may pursue whom (N-26.6 to N-26.10); to stop is allowed."""
    aim = Zone.RESERVE if covers(s) else Zone.ROUT
    for piece in range(KINDS):
        if not bars_pursuer(s, piece):
            for nation in range(NATIONS):
                for target in range(KINDS):
                    if not bars_pursued(t, s, piece, nation, target, aim):
                        what = codes.unit_of(Verb.PURSUE, piece, Zone.RESERVE, 0)
                        codes.offer(w, what | codes.aimed(nation, target, aim))
    codes.offer_verb(w, Verb.END)


@compiled
def bars_pursuer(s: Battle, piece: int) -> int:
    """Return the statement that forbids a unit of the winner to pursue, 0 if none does."""
    if ARMS[piece] > Arm.CAVALRY:
        return 26_06_0
    if ARMS[piece] == Arm.INFANTRY and s.covered:
        return 26_07_1 if covers(s) else 26_08_0
    return 0 if pursuers(s, piece) > 0 else 26_06_1


@compiled
def bars_pursued(t: BattleTables, s: Battle, piece: int, nation: int, target: int, aim: int) -> int:
    """Return the statement that forbids to pursue a unit in a zone of the loser, 0 if none does."""
    if pursuit_need(t, piece, target) >= NEVER:
        return 26_06_2
    if s.side[nation] == 1 - s.winner and s.units[at(nation, aim, target)] > 0:
        return 0
    return 26_07_0 if aim == Zone.RESERVE and ARMS[target] != Arm.CAVALRY else 26_06_3


@compiled
def bars_pursuit(t: BattleTables, s: Battle, move: int) -> int:
    """Return the statement that forbids a pursuit, 0 if none does."""
    piece = codes.part(move, codes.PIECE)
    pursuer = bars_pursuer(s, piece)
    if pursuer:
        return pursuer
    nation, target = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    aim = Zone.RESERVE if covers(s) else Zone.ROUT
    return bars_pursued(t, s, piece, nation, target, aim)


@compiled
def pursuers(s: Battle, piece: int) -> int:
    """Return how many units of the nation have not pursued yet."""
    zone = Zone.RESERVE
    return s.units[at(s.nation, zone, piece)] - s.twice[place_of(zone, piece)]


@compiled
def pursue(s: Battle, move: int) -> None:
    """Let a unit pursue, or let the next nation do so; at the end all rejoin (N-26.11)."""
    if codes.part(move, codes.VERB) == Verb.END:
        s.nation = next_nation(s, s.winner, s.nation)
        movement.clear_actions(s)
        if s.nation == NONE:
            s.stage = Stage.OVER
        return
    s.piece, s.from_zone = codes.part(move, codes.PIECE), Zone.RESERVE
    s.target_nation, s.target = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    s.target_zone = codes.part(move, codes.TARGET_ZONE)
    s.twice[place_of(Zone.RESERVE, s.piece)] += 1
    s.decision, s.asked = Decision.PURSUIT_ROLL, CHANCE


@compiled
def roll_pursuit(t: BattleTables, s: Battle, roll: int) -> None:
    """Eliminate who is pursued, or not."""
    if roll >= pursuit_need(t, s.piece, s.target):
        leaders.lose(s, s.target_nation, s.target_zone, s.target)
