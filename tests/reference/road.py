"""Chapter 8: road marches (N3, N4), entries by road (N5) with chapter 15, no-crossing marches."""

from collections.abc import Iterator
from dataclasses import dataclass

from marengo.games.marengo.board import Place
from tests.reference.facts import CAVALRY, Piece
from tests.reference.ground import Way
from tests.reference.manoeuvre import may_attack, may_be_attacked
from tests.reference.situation import Situation, selections, unused

LAST_STEP = 3
"""T-8.10: a marching piece has three steps."""


@dataclass(frozen=True)
class Walker:
    """A piece on the road."""

    piece: Piece
    group: tuple[str, ...] | None  # the roads it is on; None: it may choose any (T-3.24)
    crossed: bool  # whether it has crossed, or attacked over, a crossing
    paid: bool  # whether the order for local road is paid (T-8.8)


def road_starts(now: Situation) -> set[str]:
    """Return the pieces that may begin a road march, or enter by road (T-6.1)."""
    found = set()
    waiting = [piece for box in now.boxes.values() for piece in box]
    on_map = [piece for place, here in now.places.items() if place.is_reserve for piece in here]
    # T-8.2: in reserve, or in a box. T-8.1: one piece.
    able = [piece for piece in unused([*on_map, *waiting]) if piece.side == now.side]
    for (piece,) in selections(able, [1]):
        walker = Walker(piece, None, crossed=False, paid=False)
        # T-8.25: it must be possible to cross something, at the latest in the last step (what is
        # possible in an earlier step is so in a later one), or to go into an approach at once.
        if _crossings(now, walker, LAST_STEP) or _continuations(now, walker):
            found.add(f"road {piece.name}")
    return found


def road_steps(now: Situation) -> set[str]:
    """Return the choices of one step of a march (N4)."""
    walker = _on_the_road(now)
    step = int(now.state.context["step"])
    found = set()
    if step <= LAST_STEP:
        found |= _crossings(now, walker, step)
    # T-8.11: waiting is allowed in any step. Without a crossing to come it is the same as stopping.
    if step < LAST_STEP and _crossings(now, walker, LAST_STEP):
        found.add("wait")
    if walker.crossed:
        found.add("stop")  # T-8.6; T-8.25 before the first crossing
    # T-12.9 after a march; T-12.11 for one of no crossing, which is begun by continuing.
    if walker.crossed or step == 1:
        found |= _continuations(now, walker)
    return found


def way_is_free(now: Situation, move: str) -> bool:
    """T-8.7: main road, or local road that is paid. T-15.7: entry roads are main roads."""
    walker = _on_the_road(now)
    if isinstance(walker.piece.place, str):
        return now.ground.entries[walker.piece.place].road == "main"
    return all(way.main or walker.paid for way in _ways(now, walker) if way.text == move)


def continuation_is_free(now: Situation, approach: Place) -> bool:
    """T-12.4: of several roads into the approach the cheapest is taken."""
    walker = _on_the_road(now)
    return any(way.main or walker.paid for way in _ways(now, walker) if way.approach == approach)


def _on_the_road(now: Situation) -> Walker:
    """Return the piece whose road march is asked for."""
    context = now.state.context
    (piece,) = [p for p in now.state.pieces if p.name == context["piece"]]
    group = None if context["group"] is None else tuple(context["group"])
    return Walker(piece, group, bool(context["crossed"]), bool(context["local_paid"]))


def _crossings(now: Situation, walker: Walker, step: int) -> set[str]:
    """Return the crossings a piece may use in that step."""
    if isinstance(walker.piece.place, str):
        return _entry(now, walker.piece, walker.piece.place, step)
    if not walker.piece.organised:
        # T-8.23; it is also what ends a march among disorganised pieces (T-8.24, T-14.17).
        return set()
    return {
        way.text
        for way in _ways(now, walker)
        if _free(now, way.crossing, way.end, step)
        and not now.closed(way.approach)  # T-8.20
        and not now.state.won(way.end)  # T-8.21
        and not now.protected(way.end, now.side)  # T-8.22
        and (way.main or walker.paid or now.affordable(1))  # T-8.7, T-8.8
        and _may_come(now, walker.piece, way)
    }


def _ways(now: Situation, walker: Walker) -> Iterator[Way]:
    """T-8.4: roads out of the locality that are connected with the road the piece is on."""
    assert isinstance(walker.piece.place, Place)
    for way in now.ground.ways[walker.piece.place.locality]:
        if walker.group is None or way.crossing in walker.group:
            yield way


def _free(now: Situation, crossing: str, entered: int, step: int) -> bool:
    """T-8.12, T-8.13: whether traffic leaves the crossing free in that step and direction."""
    return now.state.last_step(crossing) < step and now.state.direction(crossing) in (None, entered)


def _may_come(now: Situation, piece: Piece, way: Way) -> bool:
    """T-8.18, T-8.19, T-8.26: into an empty or own locality, or by attack."""
    if not now.occupied(way.end, now.enemy):
        return now.room_for(way.end, now.side, 1)  # T-8.19
    return (
        piece.kind == CAVALRY  # T-8.26, T-8.32
        and not now.state.road_attacked(way.crossing)  # T-8.29
        and may_be_attacked(now, way.approach)
        and may_attack(now, way.approach, (piece,))  # T-8.33
    )


def _entry(now: Situation, piece: Piece, box: str, step: int) -> set[str]:
    """T-15.4: the map edge is the first crossing of a piece that enters."""
    entry = now.ground.entries[box]
    may_enter = (
        now.may_enter_map(piece)
        and _free(now, f"entry:{box}", entry.locality, step)  # T-15.5
        and now.room_for(entry.locality, now.side, 1)  # T-15.8
        and not now.occupied(entry.locality, now.enemy)  # T-15.11: no attack in the first step
        and not now.state.won(entry.locality)  # T-8.21
        and (entry.road == "main" or now.affordable(1))  # T-15.7
    )
    return {f"cross {box}-{entry.locality}"} if may_enter else set()


def _continuations(now: Situation, walker: Walker) -> set[str]:
    """T-12.9, T-12.11: cavalry may go on along its road into an approach and block it."""
    piece = walker.piece
    if isinstance(piece.place, str) or piece.kind != CAVALRY or now.surprised(now.side):
        return set()  # T-12.1, T-12.15
    # A piece that is disorganised may do it, as it stays in the locality (T-12.16, T-14.24).
    return {
        f"continue {piece.name} {way.approach}"
        for way in _ways(now, walker)
        if now.enemy_opposite(way.approach)  # T-12.3
        and not now.ground.impassable(way.approach)  # T-12.3
        and (way.main or walker.paid or now.affordable(1))  # T-8.7, T-12.4
    }
