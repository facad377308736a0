"""A game begins in the same position, whatever was played in the same memory before."""

import numpy as np
import pytest

from marengo import load
from marengo.core.engine import driver
from marengo.core.engine.random import seeded

GAMES = ["bonaparte", "triomphe", "progress", "europe-battle", "europe-1800", "europe-1805"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("before", [1, 85])
def test_nothing_is_left_of_the_game_before(name: str, before: int) -> None:
    """The engine sets a game up in the record of another."""
    game = load(name)
    used = game.engine.state.array()
    used.view(np.uint8)[:] = before
    driver.start_game(game.tables, used, game.workspace(), seeded(7))
    fresh = game.start(7).record
    for field in game.engine.state.fields():
        assert np.array_equal(used[0][field], fresh[field]), field
