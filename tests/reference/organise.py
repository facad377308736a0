"""Chapter 14: organising (N13)."""

from collections import Counter

from marengo.games.marengo.board import Place
from tests.reference.facts import FRENCH, Piece, listed
from tests.reference.situation import Situation, selections

ENOUGH = 3
"""T-14.12: from this many organised pieces on the map on, an action may organise two."""


def organise(now: Situation) -> set[str]:
    """Return every organise action (T-14.11). Having acted does not matter (T-6.8)."""
    if now.side != FRENCH or not now.affordable(1):
        return set()
    on_map = [p for here in now.places.values() for p in here if p.side == FRENCH]  # T-15.16
    loose = [piece for piece in on_map if not piece.organised]
    organised = len(on_map) - len(loose)
    sizes = (1, 2) if organised >= ENOUGH else (1,)  # T-14.12; T-14.13: wherever they are
    begun = {int(locality) for locality in now.state.begun}
    return {
        f"organise {listed(chosen)}"
        for chosen in selections(loose, sizes)
        # T-14.15: while a locality is begun, a piece of one such locality must be among them.
        if not begun or any(_locality(piece) in begun for piece in chosen)
        if now.affordable(1 + _still_to_pay(begun, loose, organised, chosen))  # T-14.15
    }


def may_do_other_things(now: Situation) -> bool:
    """T-14.15: while a locality is begun there is nothing but organising, not even ending."""
    return not list(now.state.begun)


def orders_needed(pieces: int, organised: int) -> int:
    """T-14.15, T-21.32: one order per piece until three are organised, then one per two."""
    orders = 0
    while pieces > 0:
        at_once = 2 if organised >= ENOUGH else 1
        pieces -= at_once
        organised += at_once
        orders += 1
    return orders


def _still_to_pay(
    begun: set[int], loose: list[Piece], organised: int, chosen: tuple[Piece, ...]
) -> int:
    """Return the orders needed after this action for what it and earlier ones have begun."""
    left = Counter(_locality(piece) for piece in loose)
    left.subtract(_locality(piece) for piece in chosen)
    to_finish = begun | {_locality(piece) for piece in chosen}
    remaining = sum(left[locality] for locality in to_finish)
    return orders_needed(remaining, organised + len(chosen))


def _locality(piece: Piece) -> int:
    assert isinstance(piece.place, Place)
    return piece.place.locality
