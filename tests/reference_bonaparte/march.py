"""Chapter 8 without road: groups from one position (B-18.27), fall-backs, the pontoon bridge."""

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import AUSTRIAN, Piece
from tests.reference_bonaparte.groups import Group
from tests.reference_bonaparte.situation import Situation, selections

UNLIMITED = 999


def marches(now: Situation) -> set[str]:
    """Return every group move to every goal, by its first piece."""
    found: set[str] = set()
    if not now.affordable(1):  # B-8.15
        return found
    for start in now.places:
        for goal in _goals(now, start):
            group = marching(now, start, goal)
            found |= {f"march {piece.name} {goal}" for piece in group.next_pieces()}
    return found


def marching(now: Situation, start: Place, goal: Place) -> Group:
    """B-8.9, B-8.10: pieces of one position that go to one goal; of any size and any mix."""
    goes_elsewhere = goal.locality != start.locality
    # B-8.24 for those who enter; B-8.27: none inside a locality.
    most = now.room(goal.locality, now.side) if goes_elsewhere else UNLIMITED
    return Group(now.movable(start), most, strict=now.strict)


def _goals(now: Situation, start: Place) -> set[Place]:
    """Return where a group from this position may go, capacity apart."""
    if not start.is_reserve:
        return _goals_from_approach(now, start)
    approaches = now.ground.approaches[start.locality]
    # B-8.41: into an approach of its own locality, for which no pair is crossed.
    blocking = {approach for approach in approaches if now.may_enter_approach(approach)}
    # B-8.42: into the reserve of an adjacent locality; B-5.7: by either of two pairs.
    return blocking | {Place(a.opposite.locality) for a in approaches if _may_march_over(now, a)}


def _goals_from_approach(now: Situation, start: Place) -> set[Place]:
    """B-8.43, B-8.44: its own reserve, or straight on over its own approach."""
    goals = set()
    if now.enemy_opposite(start):
        # B-8.15: for a command as long as the enemy is opposite; afterwards it is a fall-back.
        goals.add(Place(start.locality))
    if _may_march_over(now, start):  # B-8.36, B-8.37
        goals.add(Place(start.opposite.locality))
    return goals


def _may_march_over(now: Situation, approach: Place) -> bool:
    """B-8.42: the locality beyond must not be enemy-occupied."""
    return now.may_cross(approach) and not now.enemy_opposite(approach)


def fall_backs(now: Situation) -> set[str]:
    """B-8.35, B-8.36: out of an approach without enemy opposite, piece by piece, without command.

    B-8.38: also pieces that moved, assaulted or fired. B-6.26: also inactive ones.
    """
    return {
        f"fall-back {piece.name}"
        for place in now.places
        if must_leave(now, place, now.side)
        for (piece,) in selections(now.at(place, now.side), [1])
    }


def must_leave(now: Situation, place: Place, side: int) -> bool:
    """B-8.34: an approach whose opposite locality holds no enemy any more."""
    enemy = now.enemy if side == now.side else now.side
    return not place.is_reserve and not now.inside(place.opposite.locality, enemy)


def pontoon(now: Situation) -> set[str]:
    """B-8.77: one Austrian piece a turn over the pontoon bridge, for a command."""
    if now.side != AUSTRIAN or now.state.pontoon_used or not now.affordable(1):
        return set()
    return {
        f"pontoon {piece.name}"
        for box, waiting in now.boxes.items()
        if now.ground.entries[box].pontoon and may_enter(now, box)  # B-8.78
        for (piece,) in selections(_own(now, waiting), [1])
    }


def may_enter(now: Situation, box: str) -> bool:
    """Whether pieces of a box may come onto the map now."""
    entry = now.ground.entries[box].locality
    return (
        now.state.hour >= printed_hour(box)  # B-8.70
        and now.room(entry, now.side) > 0  # B-8.74
        and not now.enemy_occupied(entry)  # B-8.74
        and not now.state.won(entry)  # B-11.13
    )


def printed_hour(box: str) -> int:
    """B-8.70: a box has its hour for a name, "12:00"."""
    return int(box.partition(":")[0])


def _own(now: Situation, waiting: list[Piece]) -> list[Piece]:
    return [piece for piece in waiting if piece.side == now.side]
