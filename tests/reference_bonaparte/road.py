"""Chapter 8 by road: beginning a march or an entry, and each step of it (B-18.27, B-18.28)."""

from collections.abc import Iterator
from dataclasses import dataclass

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import CAVALRY, Piece
from tests.reference_bonaparte.ground import Way
from tests.reference_bonaparte.manoeuvre import may_attack_by_road
from tests.reference_bonaparte.march import may_enter
from tests.reference_bonaparte.situation import Situation, selections

LAST_STEP = 3
"""B-8.46: a march has up to three steps."""


@dataclass(frozen=True)
class Walker:
    """A piece on the road."""

    piece: Piece
    came_by: str | None  # the crossing by which it entered its locality
    crossed: bool  # whether it has used any crossing
    paid: bool  # whether the command of a side road is paid (B-8.16, B-8.59)


def road_starts(now: Situation) -> set[str]:
    """Return the pieces that may begin a road march, or enter by road."""
    # B-8.45: any type, in reserve at the start of the turn; B-8.12: always one piece.
    able = [piece for place in now.places if place.is_reserve for piece in now.movable(place)]
    found = set()
    for (piece,) in selections(able, [1]):
        walker = Walker(piece, None, crossed=False, paid=False)
        # What can be crossed in any step can be crossed in the last, after waiting (B-8.54).
        if _crossings(now, walker, LAST_STEP) or _continuations(now, walker, 1):
            found.add(f"road {piece.name}")
    for box, waiting in now.boxes.items():
        own = [piece for piece in waiting if now.may_move(piece)]
        if _may_enter_by_road(now, box):
            found |= {f"road {piece.name}" for (piece,) in selections(own, [1])}  # B-8.71
    return found


def _may_enter_by_road(now: Situation, box: str) -> bool:
    """B-8.72: the first entrant uses step 1, the second step 2, the third step 3; no fourth."""
    return may_enter(now, box) and now.state.last_step(f"entry:{box}") < LAST_STEP


def road_steps(now: Situation) -> set[str]:
    """Return the choices at one point of a road march."""
    context = now.state.context
    (piece,) = [each for each in now.state.pieces if each.name == context["piece"]]
    if isinstance(piece.place, str):
        # B-8.72: an entrant does not wait outside the map.
        return {f"cross {piece.place}-{now.ground.entries[piece.place].locality}"}
    came_by = context["came_by"]
    walker = Walker(
        piece,
        None if came_by is None else str(came_by),
        bool(context["crossed"]),
        bool(context["side_paid"]),
    )
    step = int(context["step"])
    found = _crossings(now, walker, step)
    # B-8.54, B-8.55: waiting is always allowed; it is offered while it can lead to anything.
    if step < LAST_STEP and _crossings(now, walker, LAST_STEP):
        found.add("wait")
    if walker.crossed:
        found.add("stop")  # B-8.46: it may stop earlier
    return found | _continuations(now, walker, step)


def _crossings(now: Situation, walker: Walker, step: int) -> set[str]:
    """Return the crossings that a piece may use in that step."""
    if step > LAST_STEP:
        return set()
    return {
        way.text
        for way in _ways(now, walker)
        if now.may_cross(way.approach)  # B-8.48, B-11.13, B-11.14
        and _traffic_lets(now, way, step)
        and _affordable(now, walker, way)
        and _may_come(now, walker.piece, way)
    }


def _ways(now: Situation, walker: Walker) -> Iterator[Way]:
    """B-8.47: roads joined with the one the piece came by; B-5.27: at first any road."""
    assert isinstance(walker.piece.place, Place)
    locality = walker.piece.place.locality
    for way in now.ground.ways[locality]:
        came_by = walker.came_by
        if came_by is None or now.ground.joined(locality, came_by, way.crossing):
            yield way


def _traffic_lets(now: Situation, way: Way, step: int) -> bool:
    """B-8.51, B-8.52: a step higher than all used there; B-8.53: in the one direction."""
    state = now.state
    return state.last_step(way.crossing) < step and state.direction(way.crossing) in (None, way.end)


def _affordable(now: Situation, walker: Walker, way: Way) -> bool:
    """B-8.59: a command must be free when a side road is first used."""
    return walker.paid or not uses_side_road(now, walker.came_by, way) or now.affordable(1)


def uses_side_road(now: Situation, came_by: str | None, way: Way) -> bool:
    """B-8.16; B-8.82: also between main roads that only a side road joins."""
    if not way.main:
        return True
    if came_by is None:
        return False  # B-8.82: who begins there may leave by either main road
    return not now.ground.joined_by_main_road(way.start, came_by, way.crossing)


def _may_come(now: Situation, piece: Piece, way: Way) -> bool:
    """B-8.48: into a locality without enemy, or as cavalry by attack."""
    if now.enemy_occupied(way.end):
        return may_attack_by_road(now, piece, way.approach)
    return now.room(way.end, now.side) > 0  # B-8.24, B-8.25


def _continuations(now: Situation, walker: Walker, step: int) -> set[str]:
    """Return the approaches into which cavalry may go at the end of its march."""
    if walker.piece.kind != CAVALRY:  # B-8.60, B-8.69
        return set()
    if walker.crossed:
        # B-8.63: an approach crossed by a road of the group; B-8.64: its price.
        ways = [way for way in _ways(now, walker) if _affordable(now, walker, way)]
    elif step == 1:
        # B-8.65: a march of no steps, over a main road, free.
        ways = [way for way in _ways(now, walker) if way.main]
    else:
        ways = []
    return {
        f"continue {walker.piece.name} {way.approach}"
        for way in ways
        if now.may_enter_approach(way.approach)  # B-8.60
    }
