"""Chapter 7: cross-country marches (N2)."""

from marengo.games.marengo.board import Place
from tests.reference.facts import Piece, listed
from tests.reference.situation import Situation, selections, unused

GROUP = (1, 2, 3)
"""T-6.14, T-7.1: pieces that may march together."""


def marches(now: Situation) -> set[str]:
    """Return every cross-country march. T-7.2: the four kinds, and no others."""
    found: set[str] = set()
    for place in now.places:
        # T-7.1: the pieces of a march stand in one position. Each may march once (T-6.7); an
        # artillery piece that declared in its last turn may, which cancels that (T-10.20).
        for group in selections(unused(now.at(place, now.side)), GROUP):
            if place.is_reserve:
                found |= _to_neighbours(now, place, group)
                found |= _into_approaches(now, place, group)
            else:
                found |= _back_to_reserve(now, place, group)
                found |= _across(now, place, group)
    return found


def _to_neighbours(now: Situation, place: Place, group: tuple[Piece, ...]) -> set[str]:
    """T-7.2 (a): reserve to the reserve of an adjacent locality."""
    return {
        _text(group, Place(neighbour))
        for neighbour in now.ground.neighbours(place.locality)
        # T-3.29: one border that can be crossed is enough.
        if any(_may_cross(now, b, group) for b in now.ground.borders(place.locality, neighbour))
    }


def _into_approaches(now: Situation, place: Place, group: tuple[Piece, ...]) -> set[str]:
    """T-7.2 (b): reserve to an approach of the same locality."""
    found = set()
    for approach in now.ground.approaches[place.locality]:
        if now.ground.impassable(approach):  # T-7.11
            continue
        if not now.enemy_opposite(approach):  # T-7.10
            continue
        if now.surprised(now.side):  # T-7.13
            continue
        # Neither a barred border (T-11.51) nor disorganisation (T-14.8) stops it.
        if now.affordable(price_of_march(now, len(group), place, str(approach))):
            found.add(_text(group, approach))
    return found


def _back_to_reserve(now: Situation, place: Place, group: tuple[Piece, ...]) -> set[str]:
    """T-7.2 (c): approach to the reserve of the same locality. T-7.17: always for an order."""
    return {_text(group, Place(place.locality))} if now.affordable(1) else set()


def _across(now: Situation, place: Place, group: tuple[Piece, ...]) -> set[str]:
    """T-7.2 (d), T-7.18: approach to the reserve of the opposite locality."""
    beyond = place.opposite.locality
    return {_text(group, Place(beyond))} if _may_cross(now, place, group) else set()


def _may_cross(now: Situation, border: Place, group: tuple[Piece, ...]) -> bool:
    """Whether a group may march over a border into the reserve beyond it."""
    entered = border.opposite.locality
    return (
        now.affordable(1)  # T-7.14
        and not now.occupied(entered, now.enemy)  # T-7.3
        and not now.closed(border)  # T-7.4, T-7.6
        and now.room_for(entered, now.side, len(group))  # T-7.5
        and not now.protected(entered, now.side)  # T-7.7
        and all(piece.organised for piece in group)  # T-7.8
    )


def price_of_march(now: Situation, pieces: int, start: Place, goal: str) -> int:
    """T-7.14: one order for the whole group, none for a defensive march."""
    destination = Place.parse(goal)
    if not start.is_reserve or destination.is_reserve:
        return 1  # T-7.17
    # T-7.15: a defensive march fills the approach no further than full blocking needs; T-7.16: the
    # whole group is tested.
    after = len(now.at(destination, now.side)) + pieces
    return 0 if after <= now.ground.full(destination) else 1


def _text(group: tuple[Piece, ...], destination: Place) -> str:
    return f"march {listed(group)} {destination}"
