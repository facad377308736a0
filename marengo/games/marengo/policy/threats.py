"""What either army may lose to the next moves of the other, in both rulesets.

A search values positions at the end of a turn. What the enemy can do then is seen here, so that no
piece is left where he takes it.
"""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.dispatch import primitive
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    NONE,
    PIECES,
    Kind,
)

NO_LEADER = -9.0
"""Result of an assault that nobody can lead."""

MOST_MARGIN = 4.0
"""A better result of an assault changes nothing."""


@compiled
def _two_best(s: Position, place: int, kind: int, least: int) -> tuple[float, float]:
    """Return the two greatest strengths in a place, of pieces of a type if it is one.

    Pieces below the least strength do not count.
    """
    best, second = 0.0, 0.0
    for piece in range(PIECES):
        alike = kind == NONE or s.kind[piece] == kind
        if s.place[piece] == place and s.strength[piece] >= least and alike:
            strength = float(s.strength[piece])
            best, second = max(best, strength), max(min(best, strength), second)
    return best, second


@compiled
def storm_margin(t: SetUpTables, s: Position, approach: int) -> float:
    """Return the result of an assault from an approach, if each side leads with its best pieces.

    Infantry or cavalry leads, whichever has more after its penalty; strength 1 never does
    (B-11.23, T-11.18).
    """
    place, defence = FIRST_APPROACH + approach, t.opposite[approach]
    wide, result = t.wide[defence], NO_LEADER
    first, second = _two_best(s, place, Kind.INFANTRY, 2)
    if first > 0:
        result = first + wide * second - t.infantry_penalty[defence]
    first, second = _two_best(s, place, Kind.CAVALRY, 2)
    if first > 0 and not t.obstacle[defence]:
        result = max(result, first + wide * second - t.cavalry_penalty[defence])
    first, second = _two_best(s, FIRST_APPROACH + defence, NONE, 1)
    return result - first - wide * second


@primitive
def at_stake(  # type: ignore[empty-body]
    t: SetUpTables, s: Position, w: Workspace, side: int, locality: int
) -> float:
    """Return how much morale a side loses when it is thrown out of a locality."""


@compiled
def _threats_to(
    t: SetUpTables, s: Position, w: Workspace, side: int, locality: int
) -> tuple[float, float, float, float]:
    """Return the same as :func:`threats` for one locality of the side."""
    danger, storm, gaps = 0, 0.0, 0
    for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
        own = w.count[FIRST_APPROACH + a]
        neighbour = t.neighbour[a]
        if w.holder[neighbour] != 1 - side or t.impassable[a]:
            continue
        facing = w.count[FIRST_APPROACH + t.opposite[a]]
        if facing > 0 and own <= t.wide[a] and (own == 0 or facing > 1):
            danger = 1
        elif facing > 0:
            storm = max(storm, storm_margin(t, s, t.opposite[a]))
        elif w.count[neighbour] > 0 and own <= t.wide[a]:
            gaps += 1
    storm = min(storm, MOST_MARGIN)
    stake = at_stake(t, s, w, side, locality)
    if danger:
        return stake, 0.0, storm, 0.0
    if gaps > w.count[locality]:
        return 0.0, stake, storm, 0.0
    return 0.0, 0.0, storm, float(min(gaps, 1))


@compiled
def threats(
    t: SetUpTables, s: Position, w: Workspace, side: int
) -> tuple[float, float, float, float]:
    """Return what a side may lose where the enemy could strike at once, as four numbers.

    Morale at stake where an attack comes from an approach that faces a gap, so that nobody can
    answer it (B-9.14, T-9.17); morale where only reserves could answer and there are too few;
    results of assaults that favour the attacker; localities where a reserve answers.
    """
    doomed, opened, stormed, covered = 0.0, 0.0, 0.0, 0.0
    for locality in range(t.localities):
        if w.holder[locality] == side:
            stake, exposed, storm, answered = _threats_to(t, s, w, side, locality)
            doomed, opened = doomed + stake, opened + exposed
            stormed, covered = stormed + storm, covered + answered
    return doomed, opened, stormed, covered


@compiled
def write_threats(t: SetUpTables, s: Position, w: Workspace, k: Scores, first: int) -> None:
    """Write 16 features of a position from one on: threats to each side, at once or later."""
    for side in range(2):
        at_once = first + 8 * side
        later = at_once + 4
        if s.turn == side:
            at_once, later = later, at_once
        doomed, opened, stormed, covered = threats(t, s, w, side)
        f = k.position
        f[at_once], f[at_once + 1] = doomed / 3.0, opened / 3.0
        f[at_once + 2], f[at_once + 3] = stormed / 3.0, covered / 3.0
        for other in range(later, later + 4):
            f[other] = 0.0
