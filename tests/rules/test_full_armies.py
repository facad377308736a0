"""Armies of as many pieces as there is room for: the last of them counts as the others do."""

import pytest

from marengo.core.players.match import result_of
from marengo.games.bonaparte.rules.continuation import ask_continuation, extra_positions
from marengo.games.bonaparte.rules.knowledge import reveal
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.pieces import strength_in_game
from marengo.games.marengo.rules.vocabulary import NONE, PIECES, SLOTS, Kind, Side
from tests.plain import first


@pytest.mark.parametrize("name", ["bonaparte", "triomphe"])
def test_the_strength_that_the_last_piece_loses_is_counted(name: str) -> None:
    army = {str(place): "I2 I2" for place in range(40, 40 + SLOTS // 2)}
    state = load(name).position(hour=9, turn=Side.FRENCH, austrian={"5": "I2"}, french=army)
    assert state.piece(f"F{SLOTS}").strength == 2
    before = result_of(state)["lost"][0, Side.FRENCH]
    state.record["strength"][-1] -= 1
    assert result_of(state)["lost"][0, Side.FRENCH] == before + 1


def test_the_strength_of_the_last_piece_counts_in_what_never_rises() -> None:
    state = first(load("triomphe").engine.state.array())
    state.strength[PIECES - 1] = 3
    assert strength_in_game(state) == 3


def test_the_position_in_which_the_last_piece_ends_is_counted() -> None:
    """B-8.20: it and the piece before it end in two, one more than the first."""
    state = first(load("bonaparte").engine.state.array())
    state.actors, state.place[PIECES - 2], state.place[PIECES - 1] = 3 << (PIECES - 2), 5, 6
    assert extra_positions(state, NONE) == 1


def test_the_last_piece_is_not_asked_to_continue_unless_it_is_cavalry() -> None:
    """B-8.60, B-18.33: infantry goes no further."""
    state = first(load("bonaparte").engine.state.array())
    state.asked, state.kind[PIECES - 1] = 1 << (PIECES - 1), Kind.INFANTRY
    ask_continuation(state)
    assert state.asked == 0


def test_the_last_piece_is_shown_as_the_others_are() -> None:
    """B-17.11: it may be any of the 24 before, and the cavalry that it is afterwards."""
    army = {str(place): "I2 I2" for place in range(40, 40 + SLOTS // 2 - 1)}
    armies = {"austrian": {"5": "I2"}, "french": {**army, "51": "I2 C2"}}
    state = load("bonaparte").position(hour=9, turn=Side.FRENCH, **armies)
    assert state.record["candidates"][-1] == (1 << SLOTS) - 1
    reveal(first(state.game.tables), first(state._record), 1 << (PIECES - 1))
    assert state.record["candidates"][-1] == 1 << (SLOTS - 1)
