"""Chapters 4 and 6: what happens at the start of a turn (B-18.8 to B-18.10)."""

from collections import Counter

from tests.reference_bonaparte.facts import FRENCH, Piece, State
from tests.reference_bonaparte.situation import Situation, everybody, selections

FIRST_HOUR, ELEVEN = 6, 11
"""B-6.1: the first round. B-6.17: from here on choosing needs no other condition."""


def activations(now: Situation) -> set[str]:
    """B-6.14, B-6.15: any inactive piece, wherever it stands; B-6.18: or no more of them."""
    # B-6.6, B-6.21: only the start group is ever inactive, and it is on the map.
    inactive = [piece for here in now.places.values() for piece in here if not piece.active]
    return {"activate none"} | {f"activate {piece.name}" for (piece,) in selections(inactive, [1])}


def activations_allowed(state: State) -> int:
    """Return how many pieces may be chosen in this French turn."""
    if int(state.turn) != FRENCH:
        return 0  # B-6.21
    if state.hour == FIRST_HOUR:
        return 1  # B-6.14
    return 2 if state.flag or state.hour >= ELEVEN else 0  # B-6.15 to B-6.17


def overlooked(now: Situation) -> list[Piece]:
    """B-6.12: inactive pieces next to an enemy; at the start of the French turn there are none."""
    return [
        piece
        for place, here in now.places.items()
        for piece in here
        if not piece.active
        and any(now.enemy_occupied(each) for each in now.ground.neighbours(place.locality))
    ]


def shuffles(now: Situation) -> set[str]:
    """B-4.14: separately for every position with two pieces or more that may be shuffled."""
    together: Counter[tuple[str, bool]] = Counter()
    for piece in everybody(now.state):
        waiting = isinstance(piece.place, str)
        if waiting and now.strict:
            continue  # B-6.10: the order in a box means nothing, so shuffling it may be left out
        # B-4.17: not artillery that has declared. B-4.18: not active ones with inactive ones.
        if piece.side == now.side and piece.bombardment == "none":
            together[str(piece.place), piece.active] += 1
    done = {str(place) for place in now.state.context["done"]}
    places = {place for (place, _), count in together.items() if count > 1} - done
    return {"shuffle none"} | {f"shuffle {place}" for place in places}
