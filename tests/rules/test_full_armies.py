"""Armies of as many pieces as there is room for: the last of them counts as the others do."""

import pytest

from marengo.core.players.match import result_of
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import SLOTS, Side


@pytest.mark.parametrize("name", ["bonaparte", "triomphe"])
def test_the_strength_that_the_last_piece_loses_is_counted(name: str) -> None:
    army = {str(place): "I2 I2" for place in range(40, 40 + SLOTS // 2)}
    state = load(name).position(hour=9, turn=Side.FRENCH, austrian={"5": "I2"}, french=army)
    assert state.piece(f"F{SLOTS}").strength == 2
    before = result_of(state)["lost"][0, Side.FRENCH]
    state.record["strength"][-1] -= 1
    assert result_of(state)["lost"][0, Side.FRENCH] == before + 1
