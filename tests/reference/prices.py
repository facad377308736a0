"""Chapter 6: what a move costs in orders."""

from marengo.games.marengo.board import Place
from tests.reference.continuation import price_of_position
from tests.reference.facts import State
from tests.reference.march import price_of_march
from tests.reference.road import continuation_is_free, way_is_free
from tests.reference.situation import Situation, read

FREE, ONE, EITHER = {0}, {1}, {0, 1}


def prices(state: State, move: str) -> set[int]:
    """Return what a move may cost, the choices included that follow from it without being asked.

    T-6.3: the price list; T-6.5: prices are paid when the choice is made.
    """
    now = read(state)
    verb, _, rest = move.partition(" ")
    words = rest.split()
    if verb in ("attack", "assault", "organise"):
        return ONE
    if verb == "march":
        return {price_of_march(now, len(words[0].split(",")), _start(now, words[0]), words[1])}
    if verb == "continue" and state.decision.name == "CONTINUATION":
        return {price_of_position(now, words[0], words[1])}
    if verb == "stay":
        return {price_of_position(now, words[0], str(_start(now, words[0])))}
    if verb == "continue":
        return FREE if continuation_is_free(now, Place.parse(words[1])) else ONE
    if verb == "cross":
        return FREE if way_is_free(now, move) else ONE
    # A road march may go on over local road without being asked.
    return EITHER if verb in ("road", "wait") else FREE


def _start(now: Situation, names: str) -> Place:
    """Return where the pieces of a move stand."""
    first = names.split(",", maxsplit=1)[0]
    (place,) = [piece.place for piece in now.state.pieces if piece.name == first]
    assert isinstance(place, Place)
    return place
