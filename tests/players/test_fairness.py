"""Players see what their side may know: what is hidden makes no difference to what they choose."""

import numpy as np
import pytest

from marengo.core.engine.policy import logits_of
from marengo.core.players import make_player
from marengo.core.players.match import Seat
from marengo.core.players.nets import read_net
from marengo.core.players.weights import read_weights
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from tests.conformance.identities import faces_exchanged, hidden_pairs
from tests.conformance.walking import game_of, walk
from tests.field import scenario_names

PLAYERS = (
    "random",
    "rule",
    "rule:temperature=0",
    "policy",
    "search:nodes=40",
    "search:nodes=12,horizon=0",
)

EVERY = 23
"""Positions between two that are looked at."""

EXCHANGES = 5


def exchanged(state: MarengoState, chance: np.random.Generator) -> MarengoState:
    """Return a position that the side which decides cannot tell from a state."""
    other = state
    for _ in range(EXCHANGES):
        pairs = hidden_pairs(other, state.to_move.enemy)
        if pairs:
            other = faces_exchanged(other, *pairs[chance.integers(len(pairs))])
    return other


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("scenario", scenario_names())
def test_hidden_pieces_do_not_change_the_move(scenario: str, player: str) -> None:
    one, other = (make_player(player, game_of(scenario)) for _ in range(2))
    different = 0
    for number, state in enumerate(walk(scenario, 1, "any verb").states()):
        if number % EVERY or state.decision == Decision.OVER:
            continue
        twin = exchanged(state, np.random.default_rng(number))
        different += twin != state
        moves, view, same = state.legal_moves(), state.view(state.to_move), twin.view(state.to_move)
        chosen = one.choose(view, moves, np.random.default_rng(7))
        assert chosen in moves
        if (
            state.decision != Decision.STRIKE
        ):  # in which enemy pieces are named, by numbers of theirs
            again = other.choose(same, twin.legal_moves(), np.random.default_rng(7))
            assert str(chosen) == str(again)
    assert different > 5


@pytest.mark.parametrize("player", ["rule", "policy", "search:nodes=40"])
@pytest.mark.parametrize("scenario", scenario_names())
def test_hidden_pieces_do_not_change_the_move_in_batches(scenario: str, player: str) -> None:
    """The way that games in bulk are played, without views."""
    seats = [
        Seat(make_player(player, game_of(scenario)), np.random.SeedSequence(5)) for _ in range(2)
    ]
    for number, state in enumerate(walk(scenario, 3, "any verb").states()):
        over = state.decision in (Decision.OVER, Decision.STRIKE)
        if number % EVERY or over or len(state.legal_moves()) == 1:
            continue
        one, twin = state.copy(), exchanged(state, np.random.default_rng(number)).copy()
        for seat, each in zip(seats, (one, twin), strict=True):
            seat.play(each)
        assert str(one.moves[-1]) == str(twin.moves[-1])


@pytest.mark.parametrize("scenario", scenario_names())
def test_what_is_learned_from_is_the_same_for_all_hidden_pieces(scenario: str) -> None:
    """While it learns, a policy is shown the position itself: its logits must not tell."""
    game = game_of(scenario)
    nets, ground, scores = read_net(game), game.ground, game.engine.scores.array()
    weights = read_weights(game)
    for part in {"look", "steer"} & {*(nets.dtype.names or ())}:
        nets[part] = np.random.default_rng(7).normal(0, 0.2, nets[part].shape)
    seen = 0
    for number, state in enumerate(walk(scenario, 5, "any verb").states()):
        if number % EVERY or state.decision == Decision.OVER:
            continue
        told = []
        for one in (state, exchanged(state, np.random.default_rng(number))):
            position, works = one.record.copy().reshape(1), game.engine.workspace.array()
            logits_of(game.tables, position, works, ground, weights, nets, scores)
            told.append(scores["value"][0, : works["move_count"][0]].tolist())
        if state.decision == Decision.STRIKE:  # of enemy pieces, face-up, in an order of theirs
            told = [sorted(one) for one in told]
        assert told[0] == told[1]
        assert len(told[0]) > 0
        seen += len(set(told[0])) > 1
    assert seen > 5


@pytest.mark.parametrize("scenario", scenario_names())
def test_the_oracle_cannot_play_from_a_view(scenario: str) -> None:
    """It must be given the position, and every result that uses it carries its name."""
    state = game_of(scenario).start(0)
    with pytest.raises(ValueError, match=r"oracle: .* given the position"):
        make_player("oracle:nodes=5", game_of(scenario)).choose(
            state.view(state.to_move), state.legal_moves(), np.random.default_rng(0)
        )
