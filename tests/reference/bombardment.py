"""Chapter 10: bombardments (N10, N11) and their targets (N14)."""

from marengo.games.marengo.board import Place
from tests.reference.facts import ARTILLERY, Piece
from tests.reference.situation import Situation, unused

# What a piece's `bombardment` says of its owner's turn: nothing; declared in this turn; declared
# in the turn before and to be completed now or never (T-10.10); completed in this turn.
NONE, DECLARED, DUE, COMPLETED = "none", "declared", "due", "completed"


def bombardments(now: Situation) -> set[str]:
    """Return every declaration, completion and cancelling. T-10.2: none of them costs an order."""
    found = set()
    for place in now.places:
        if place.is_reserve:
            continue  # T-10.1: only from an approach
        for piece in unused(now.at(place, now.side)):
            if piece.kind != ARTILLERY:  # T-10.1
                continue
            if piece.bombardment == NONE and may_declare(now, piece, place):
                found.add(f"declare {piece.name}")
            if piece.bombardment == DUE:
                found.add(f"cancel {piece.name}")  # T-10.12
                if may_complete(now, piece, place):
                    found.add(f"complete {piece.name}")
    return found


def declarations_anew(now: Situation) -> set[str]:
    """Return declarations by artillery whose old one is due.

    T-10.20 can be read so that the new declaration cancels the old one. That is the same as
    cancelling first and declaring then (T-10.12), so it may be offered or not.
    """
    return {
        f"declare {piece.name}"
        for place in now.places
        if not place.is_reserve
        for piece in unused(now.at(place, now.side))
        if piece.bombardment == DUE and may_declare(now, piece, place)
    }


def may_declare(now: Situation, piece: Piece, place: Place) -> bool:
    """Whether artillery in this approach may declare a bombardment."""
    return (
        piece.organised  # T-10.6
        and now.ground.sides[place.opposite].artillery == 0  # T-10.4
        and now.enemy_opposite(place)  # T-10.5; T-10.8: protected or not
        and not now.closed(place)  # T-10.7
    )


def may_complete(now: Situation, piece: Piece, place: Place) -> bool:
    """Whether artillery may complete its bombardment. T-10.16: also when its target has gone."""
    return (
        piece.organised  # T-10.6
        and now.ground.sides[place.opposite].artillery == 0  # T-10.4
        and not now.closed(place)  # T-10.7
    )


def targets(now: Situation) -> set[str]:
    """T-10.15: the defender names one piece, in the first of three groups that has any (N14)."""
    artillery = str(now.state.context["artillery"])
    (stands,) = [place for place, here in now.places.items() if artillery in _names(here)]
    assert not stands.is_reserve
    locality = stands.opposite.locality
    opposite = now.at(stands.opposite, now.enemy)
    reserve = now.at(Place(locality), now.enemy)
    others = now.inside(locality, now.enemy)
    return {f"target {name}" for name in _names(opposite or reserve or others)}


def _names(pieces: list[Piece]) -> list[str]:
    return [piece.name for piece in pieces]
