"""Roads: which crossings a march may look at, what they cost, and the traffic on them."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.position import Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, NONE


@compiled
def first_exit(t: SetUpTables, s: Position, piece: int) -> int:
    """Return the first road end the piece may look at: those of its locality, or its entry."""
    place = s.place[piece]
    if place >= FIRST_BOX:
        return t.box_end[place - FIRST_BOX]
    return t.first_end[place]


@compiled
def exits_end(t: SetUpTables, s: Position, piece: int) -> int:
    """Return the road end after the last one the piece may look at."""
    place = s.place[piece]
    if place >= FIRST_BOX:
        return t.box_end[place - FIRST_BOX] + 1
    return t.first_end[place + 1]


@compiled
def is_connected(t: SetUpTables, s: Position, end: int) -> int:
    """Return 1 if the march may go on by this road end (T-8.4, B-8.47, B-5.25 to B-5.27)."""
    return int(s.road_end == NONE or t.end_group[end] == t.end_group[s.road_end])


@compiled
def local_price(t: SetUpTables, s: Position, end: int) -> int:
    """Return the order or command due for going on by this road end.

    T-8.7, T-8.8, B-8.16, B-8.82.
    """
    if s.local_paid:
        return 0
    linked = s.road_end == NONE or t.end_main_group[end] == t.end_main_group[s.road_end]
    return int(not (t.end_main[end] and linked))


@compiled
def has_traffic_room(t: SetUpTables, s: Position, end: int, step: int) -> int:
    """Return 1 if a crossing may be used in a step: rising steps, one way (T-8.12, B-8.51)."""
    return int(is_with_traffic(t, s, end) and abs(s.crossing_use[t.end_crossing[end]]) < step)


@compiled
def is_with_traffic(t: SetUpTables, s: Position, end: int) -> int:
    """Return 1 unless a crossing was used in the other direction this turn (T-8.13, B-8.51)."""
    return int(s.crossing_use[t.end_crossing[end]] * t.end_way[end] >= 0)


@compiled
def use_crossing(t: SetUpTables, s: Position, end: int) -> int:
    """Count the traffic of the marching piece; return the locality beyond the crossing.

    The road end by which the piece arrives there is remembered.
    """
    s.crossing_use[t.end_crossing[end]] = s.march_step * t.end_way[end]
    s.march_step += 1
    s.crossed = 1
    arrives = t.end_other[end]
    s.road_end = end if arrives == NONE else arrives
    return t.end_locality[s.road_end]
