"""What a side sees of the whole position as it decides: mass, contact, its own strength by zone.

The features of a move tell of a locality and those about it. Here is what players read of a board
at a glance: where either army is massed, where they touch, and how the day stands.
"""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.move_features import actions, morale
from marengo.games.marengo.policy.scores import ZONES, Scores
from marengo.games.marengo.policy.way import Way
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, NONE, Side

AUSTRIANS, FRENCH, TOUCHING, STRENGTH = 0, ZONES, 2 * ZONES, 3 * ZONES
"""First sights by zone: pieces of either side, approaches between both, own strength."""

WHOLE = 4 * ZONES
"""First of the other sights."""


@compiled
def _write_board(t: SetUpTables, w: Workspace, e: Way, k: Scores) -> None:
    """Count pieces of both sides and approaches between them, by zone."""
    for locality in range(t.localities):
        holder = w.holder[locality]
        if holder == NONE:
            continue
        zone = e.zone[locality]
        k.sight[holder * ZONES + zone] += w.present[locality] / 4.0
        if holder == Side.AUSTRIAN:
            for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
                if w.holder[t.neighbour[a]] == Side.FRENCH and not t.impassable[a]:
                    k.sight[TOUCHING + zone] += 0.5


@compiled
def _write_strength(t: SetUpTables, s: Position, e: Way, k: Scores, side: int) -> None:
    """Add up the strength of the pieces of a side, by zone."""
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place != NONE and place < FIRST_BOX:
            zone = e.zone[t.locality_of[place]]
            k.sight[STRENGTH + zone] += s.strength[piece] / 8.0


@compiled
def _write_ways(t: SetUpTables, s: Position, e: Way, k: Scores, first: int) -> None:
    """Write the mean way to the goal of the pieces of both sides, and how many wait in boxes."""
    for side in range(2):
        number, total, waiting = 0.0, 0.0, 0.0
        for piece in range(first_slot(side), end_slot(t, side)):
            place = s.place[piece]
            if place == NONE:
                continue
            if place >= FIRST_BOX:
                waiting += 1.0
            else:
                number += 1.0
                total += e.goal[t.locality_of[place]]
        k.sight[first + 2 * side] = total / max(number, 1.0) / 10.0
        k.sight[first + 2 * side + 1] = waiting / 4.0


@compiled
def write_sights(t: SetUpTables, s: Position, w: Workspace, e: Way, k: Scores) -> None:
    """Write the sights of the side that decides; ``k.front`` is known by the features of moves."""
    for number in range(len(k.sight)):
        k.sight[number] = 0.0
    side = s.to_move
    _write_board(t, w, e, k)
    _write_strength(t, s, e, k, side)
    left = (t.last_hour - s.hour) / max(float(t.last_hour - t.first_hour), 1.0)
    f = k.sight
    f[WHOLE], f[WHOLE + 1], f[WHOLE + 2] = 1.0, left, 1.0 if s.turn == side else 0.0
    f[WHOLE + 3] = actions(t, s) / 4.0
    for other in range(2):
        level = morale(t, s, other)
        f[WHOLE + 4 + other], f[WHOLE + 6 + other] = level / 4.0, 2.0 / (1.0 + level)
    f[WHOLE + 8], f[WHOLE + 9] = k.front / 10.0, (k.front - 2.0 * left * 10.0) / 10.0
    _write_ways(t, s, e, k, WHOLE + 10)
