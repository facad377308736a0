"""Fields over the board that a player keeps are those it would work out anew."""

import numpy as np
import pytest

from marengo.core.engine.random import seeded
from marengo.core.players.engine_players import RulePlayer
from marengo.games.marengo.game import load
from marengo.games.marengo.policy.scores import Scores
from tests.field import scenario_names


@pytest.mark.parametrize("scenario", scenario_names())
def test_moves_have_the_same_values_with_scratch_that_was_used_and_with_new(scenario: str) -> None:
    game = load(scenario)
    state, rng, games = game.start(5), np.random.default_rng(5), 1
    kept, anew = RulePlayer(game), RulePlayer(game)
    for decision in range(300):
        if not state.legal_moves():  # the next game, with the same scratch
            state, games = game.start(5 + games), games + 1
        moves = state.legal_moves()
        anew.scores = Scores.array()
        for player in (kept, anew):
            chosen = player.choose_index(state.information_set(state.to_move), seeded(decision))
        number = len(moves)
        same = kept.scores["value"][0, :number] == anew.scores["value"][0, :number]
        assert same.all() or number == 1  # a move without a choice is not valued
        # now and then any move, so that games come to where rules of thumb do not lead
        state.play(moves[rng.integers(number) if decision % 4 == 0 else chosen])
    assert games < 4
