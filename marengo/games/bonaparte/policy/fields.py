"""The fields over the board that all rules of thumb read.

``k.near`` holds what a piece in reserve of a locality is worth to the side that decides,
``k.far`` the points its occupier would lose if he had to retreat from it (B-12.7, B-12.9).
"""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.policy.ground import COLOURS, Ground
from marengo.games.bonaparte.policy.margins import assault_margin
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    LOCALITIES,
    NONE,
    SLOTS,
    Side,
)


@compiled
def fill_fields(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Fill in both fields for the side that decides; ``k.believed`` must be up to date."""
    side = s.to_move
    _spread(t, s, e, k, 0)
    _spread(t, s, e, k, 1)
    if side == Side.AUSTRIAN:
        _austrian_worth(t, s, w, e, v, k)
    else:
        _french_worth(t, s, w, e, v, k)
    _stakes(t, s, w, k)
    _threats(t, s, w, v, k, side)


@compiled
def _spread(t: Tables, s: State, e: Ground, k: Scores, side: int) -> None:
    """Sum the influence of the pieces of a side, if they do not stand as they did last time."""
    localities, strength, row = t.localities, k.gathered, side * LOCALITIES
    for locality in range(localities):
        strength[locality] = 0.0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place != NONE and t.locality_of[place] != NONE:
            strength[t.locality_of[place]] += k.believed[piece]
    changed = False
    for locality in range(localities):
        changed |= k.massed[row + locality] != strength[locality]
    if changed:
        _sum_up(t, e, k, row)


@compiled
def _sum_up(t: Tables, e: Ground, k: Scores, row: int) -> None:
    """Sum the influence of the strength gathered, locality by locality."""
    localities = t.localities
    for locality in range(localities):
        k.massed[row + locality] = k.gathered[locality]
        k.influence[row + locality] = 0.0
    for locality in range(localities):
        strength = k.gathered[locality]
        if strength > 0.0:
            felt = locality * LOCALITIES
            for other in range(localities):
                k.influence[row + other] += strength * e.influence[felt + other]


@compiled
def held_colours(t: Tables, w: Workspace) -> int:
    """Return the set of colours of the stars that the Austrians occupy (B-14.3)."""
    colours = 0
    for locality in range(t.localities):
        if t.star[locality] and w.holder[locality] == Side.AUSTRIAN:
            colours |= 1 << t.star[locality]
    return colours


@compiled
def day(t: Tables, s: State) -> float:
    """Return how much of the day has gone, 0 to 1."""
    return (s.hour - t.first_hour) / max(t.last_hour - t.first_hour, 1)


@compiled
def _austrian_worth(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Draw the Austrians to stars of two colours, together, and towards the enemy."""
    held = held_colours(t, w)
    star = v.star * day(t, s) ** 2
    for locality in range(t.localities):
        own, enemy = k.influence[locality], k.influence[LOCALITIES + locality]
        goal = 99.0
        for colour in range(1, COLOURS):
            distance = e.colour_distance[colour * LOCALITIES + locality]
            goal = min(goal, distance + v.colour_held * ((held >> colour) & 1))
        worth = v.support * min(own, v.enough) + v.contact * min(enemy, v.enough)
        worth -= v.goal * goal + v.danger * max(enemy - own, 0.0)
        if t.star[locality]:
            worth += star
        k.near[locality] = worth
        k.far[locality] = 0.0


@compiled
def _front(t: Tables, s: State, e: Ground) -> float:
    """Return how far the foremost Austrians have come, 0 to 1."""
    total, weight = 0.0, 1e-9
    for piece in range(SLOTS):
        place = s.place[piece]
        if place != NONE:
            locality = t.locality_of[place]
            if locality != NONE:
                total += e.lead[locality] * e.progress[locality]
                weight += e.lead[locality]
    return total / weight


@compiled
def _french_worth(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Draw the French before the stars, a little behind the Austrian spearhead."""
    line = _front(t, s, e) + v.line_distance
    star = v.star * day(t, s) ** 2
    for locality in range(t.localities):
        own, enemy = k.influence[LOCALITIES + locality], k.influence[locality]
        gap = e.progress[locality] - line
        worth = v.support * min(own, v.enough) + v.contact * min(enemy, v.enough)
        worth -= v.behind_line * max(gap, 0.0) + v.before_line * max(-gap, 0.0)
        worth -= v.detour * e.detour[locality]
        worth -= v.danger * max(enemy - own, 0.0)
        if t.star[locality]:
            worth += star
        k.near[locality] = worth
        k.far[locality] = 0.0


@compiled
def _stakes(t: Tables, s: State, w: Workspace, k: Scores) -> None:
    """Expect one point for infantry in reserve and one for each approach held."""
    for side in range(2):
        for piece in range(first_slot(side), end_slot(t, side)):
            place = s.place[piece]
            if 0 <= place < LOCALITIES:
                k.far[place] += 1.0 - k.cavalry[piece]
    for locality in range(t.localities):
        if w.holder[locality] != NONE:
            points = min(k.far[locality], 1.0)
            for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
                points += w.count[FIRST_APPROACH + approach] > 0
            k.far[locality] = points


@compiled
def _threats(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, side: int) -> None:
    """Lower the worth where no attack can be blocked, raise it where a reserve is missing."""
    for enemy in range(t.localities):
        if w.holder[enemy] != 1 - side:
            continue
        for theirs in range(t.first_approach[enemy], t.first_approach[enemy + 1]):
            locality = t.neighbour[theirs]
            if w.holder[locality] != side or t.impassable[theirs]:
                continue
            if w.count[FIRST_APPROACH + theirs] > 0:
                if w.count[FIRST_APPROACH + t.opposite[theirs]] == 0:
                    k.near[locality] -= v.doomed
                else:
                    danger = assault_margin(t, s, k, theirs)
                    k.near[locality] -= v.overrun * min(max(danger, 0.0), 3.0)
            elif w.count[locality] == 0:
                k.near[locality] += v.guard
