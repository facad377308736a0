"""Games end in time and with an outcome, moves have texts, and records bring them back."""

from pathlib import Path

import pytest

from marengo.core.engine.bulk import MOST_DECISIONS
from marengo.core.records import GameRecord
from marengo.games.marengo.rules.vocabulary import Side
from tests.conformance.walking import MANNERS, SEEDS, Walk, game_of, walk
from tests.field import games, scenario_names
from tests.turn import is_full


def test_every_game_has_a_scenario() -> None:
    assert {game_of(scenario).name for scenario in scenario_names()} == set(games())


def test_games_end_within_the_declared_bound(any_game: Walk) -> None:
    assert 0 < len(any_game.moves) <= MOST_DECISIONS


def test_outcomes_come_at_the_end_and_within_range(played: Walk) -> None:
    parameters = played.game.scenario.parameters
    for state in played.states():
        over = len(state.moves) == len(played.moves)
        assert (state.outcome is not None) == over
        assert (state.legal_moves() == []) == over
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner in Side
    assert outcome.kind in ("decisive", "marginal")
    assert parameters.first_hour <= outcome.round <= parameters.last_hour
    if outcome.kind == "marginal":
        assert outcome.round == parameters.last_hour
    assert outcome.reason


def test_positions_are_sound(any_game: Walk) -> None:
    for state in any_game.states():
        assert state.problems() == []


def test_the_same_seed_and_moves_give_the_same_game(any_game: Walk) -> None:
    for one, other in zip(any_game.states(), any_game.states(), strict=True):
        assert one == other
        assert one.hash() == other.hash()


def test_moves_are_unique_and_round_trip_as_text(any_game: Walk) -> None:
    for state in any_game.sampled(1 if is_full() else 3):
        moves = state.legal_moves()
        texts = [str(move) for move in moves]
        assert len(set(moves)) == len(set(texts)) == len(moves)
        for move, text in zip(moves, texts, strict=True):
            assert state.move(text) == move
            assert move.side is state.to_move


def test_records_bring_games_back(any_game: Walk, tmp_path: Path) -> None:
    """After 1, 2, 4, 8, … moves, and at the end."""
    stops = {2**power for power in range(15)} | {len(any_game.moves)}
    for state in any_game.states():
        done = len(state.moves)
        if done not in stops:
            continue
        record = GameRecord.of(state, any_game.seed, *state.game.seat_names())
        loaded = GameRecord.load(record.save(tmp_path / f"{done}.txt"), any_game.game)
        assert loaded == record
        assert loaded.moves == any_game.moves[:done]
        assert loaded.positions()[-1] == state
        assert loaded.text() == record.text()


def test_records_find_their_scenario_by_name(any_game: Walk, tmp_path: Path) -> None:
    record = GameRecord(any_game.game, any_game.seed, any_game.moves[:8])
    loaded = GameRecord.load(record.save(tmp_path / "game.txt"))
    assert loaded.game is not any_game.game
    assert loaded.positions()[-1].hash() == record.positions()[-1].hash()


@pytest.mark.parametrize("manner", MANNERS)
def test_the_games_looked_at_differ(manner: str) -> None:
    for scenario in scenario_names():
        walked = {walk(scenario, seed, manner).moves for seed in SEEDS}
        assert len(walked) == len(SEEDS)
