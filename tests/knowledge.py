"""What a side sees of the enemy, in the short form in which positions write pieces: "C2", "I3"."""

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.state import MarengoState

KINDS = {kind.name[0]: kind for kind in Kind}


def blocks(state: MarengoState, by: Side, place: str) -> list[set[str]]:
    """Return for each enemy block at a place the faces which that side must reckon with."""
    found = [
        {f"{Kind(kind).name[0]}{strength}" for kind, strength in block.faces}
        for block in state.view(by).enemy
        if str(block.place) == place
    ]
    return sorted(found, key=sorted)


def certain(state: MarengoState, by: Side, place: str, face: str) -> int:
    """Return how many enemy pieces with that face certainly stand at a place on the map."""
    return state.view(by).at_least(Place.parse(place), KINDS[face[0]], int(face[1]))


def remaining(state: MarengoState, by: Side) -> dict[str, int]:
    """Return the public list of the enemy's remaining pieces, without those that number none."""
    listed = state.view(by).enemy_remaining
    return {f"{Kind(k).name[0]}{strength}": n for (k, strength), n in listed.items() if n}
