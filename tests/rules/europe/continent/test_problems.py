"""What cannot be in a position of a war: each is found and named, alone."""

import pytest

from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.war.rules.ground import pair, place_of, stand
from marengo.games.europe.war.rules.soundness import (
    BOARD,
    FLEEING,
    FORCE,
    MEANS,
    OWNER,
    PROBLEMS,
    RELATION,
    SHIPS,
    TIRED,
    TROOPS,
)
from marengo.games.europe.war.rules.words import REGIONS, SEAS, WATERS
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import position

FR, PR = int(Nation.FRANCE), int(Nation.PRUSSIA)
PARIS, LONDON = 0, 10
"""Regions by their numbers; the first has no port, the other has one."""


def sound() -> WarState:
    """Return a position in which France marches, with units in Paris and squadrons at sea."""
    return position("FR paris 2I", "FR", squadrons="FR north-sea 1; FR brittany 1")


def changed(field: str, place: int, value: int) -> list[str]:
    """Return the problems of the position with something else in a field of its record."""
    state = sound()
    record = state.record.copy().reshape(1)
    record[field][0, place] = value
    return state.game.state(record).problems()


NORTH_SEA = 2


@pytest.mark.parametrize(
    ("field", "place", "value", "problem"),
    [
        ("troops", stand(PR, PARIS, Piece.LEADER), -1, TROOPS),
        ("force", FR * REGIONS + PARIS, 1, FORCE),
        ("tired", place_of(PARIS, Piece.INFANTRY), 3, TIRED),
        ("spent", place_of(PARIS, Piece.INFANTRY), 3, TIRED),
        ("tired", place_of(PARIS, Piece.INFANTRY), -1, TIRED),
        ("owner", PARIS, int(Nation.MINOR), OWNER),
        ("pp", FR, -1, MEANS),
        ("pap", PR, -1, MEANS),
        ("units", 0, 1, BOARD),
        ("fleeing", 0, 1, FLEEING),
        ("relation", pair(FR, PR), 1, RELATION),
        ("ships", FR * WATERS + NORTH_SEA, -1, SHIPS),
        ("ships", PR * WATERS + SEAS + PARIS, 1, SHIPS),
        ("sailed", NORTH_SEA, 2, SHIPS),
        ("engaged", FR * SEAS + NORTH_SEA, 2, SHIPS),
        ("engaged", PR * SEAS + NORTH_SEA, 1, SHIPS),
    ],
)
def test_what_cannot_be_is_found(field: str, place: int, value: int, problem: int) -> None:
    assert changed(field, place, value) == [PROBLEMS[problem]]


def test_what_can_be_is_not() -> None:
    assert sound().problems() == []
    for field, place in (("sailed", NORTH_SEA), ("engaged", FR * SEAS + NORTH_SEA)):
        assert changed(field, place, 1) == []
    assert changed("ships", PR * WATERS + SEAS + LONDON, 1) == []
