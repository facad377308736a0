"""Payoff matrices: of rock, paper, scissors exactly, and of cards with a value of one's own."""

from collections.abc import Sequence

import numpy as np
import pytest

import marengo
from marengo.core.move import Move
from marengo.games.progress import ProgressState
from marengo.lab.analysis import payoffs, played_value
from tests.core.toys.fists import FistsGame
from tests.core.toys.race import RaceGame
from tests.rules.progress.playing import game

FISTS = ["rock", "paper", "scissors"]


def half(_: object) -> float:
    return 0.5


def won(state: marengo.State) -> float:
    """Return what the first seat got, and a half where the game goes on."""
    return 0.5 if state.returns is None else state.returns[0]


def test_one_round_of_rock_paper_scissors() -> None:
    found = payoffs(FistsGame(1).start(0), won, "random")
    assert [str(move) for move in found.rows] == [str(move) for move in found.columns] == FISTS
    assert found.values.tolist() == [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]


@pytest.mark.parametrize("sealed", FISTS)
def test_who_chooses_second_sees_the_same_turned_whatever_is_sealed(sealed: str) -> None:
    first = payoffs(FistsGame(1).start(0), won, "random")
    second = payoffs(FistsGame(1).start(0).play(sealed), won, "random")
    assert np.array_equal(second.values, 1.0 - first.values.T)
    assert second.rows == first.columns
    assert np.array_equal(second.turned().values, first.values)


def test_a_round_of_cards_is_carried_out_before_it_is_valued() -> None:
    """M-4.4, M-8.1, M-14.1: the value is asked of the position in which the next card is due."""
    asked: list[ProgressState] = []

    def armies_of_blue(state: ProgressState) -> float:
        asked.append(state)
        return 1.0 - state.stock(state.game.seats(0)) / 3

    found = payoffs(game().start(3), armies_of_blue)
    assert found.values.shape == (7, 7)  # M-15.2: all but SCORE
    assert {state.round for state in asked} == {2}
    by_card = dict(zip(map(str, found.rows), found.values.tolist(), strict=True))
    assert by_card["play recruit"] == pytest.approx([2 / 3] * 7)
    assert by_card["play strengthen"] == pytest.approx([1 / 3] * 7)


def test_what_was_learned_values_what_ends_the_game_as_it_ended() -> None:
    """M-16.1: who has SCORE at 17 VP and cannot be stopped has won."""
    state = game().position(vp=(17, 0), hands=("score fortify", "score fortify"))
    found = payoffs(state)
    by_card = dict(zip(map(str, found.rows), found.values.tolist(), strict=True))
    assert by_card["play score"] == [1.0, 1.0]
    begun = payoffs(game().start(3)).values
    assert ((begun > 0.0) & (begun < 1.0)).all()


def test_where_nobody_chooses_in_secret_there_is_no_matrix() -> None:
    state = game().position(armies={"blue": "B1", "neutral": "B1"})
    state.play("play move-1").play("play recruit")
    with pytest.raises(ValueError, match="both take without seeing the other's"):
        payoffs(state, half)
    with pytest.raises(ValueError, match="The Race: expected two seats, not 3"):
        payoffs(RaceGame().start(0), half)
    with pytest.raises(ValueError, match="learn"):
        payoffs(FistsGame().start(0), player="random")


def test_a_position_is_valued_by_games_that_are_played_on_from_it() -> None:
    """Of three rounds one is won, one lost and one drawn on average: by chance, within 4 errors."""
    start = FistsGame(3).start(0)
    level = played_value(start.game, "random", games=2000)
    ahead = start.copy().play("rock").play("scissors")
    assert abs(level(start) - 0.5) < 0.04
    assert level(ahead) > 0.6
    assert level(start) != level(start)  # other games
    again = played_value(start.game, "random", games=50, seed=1)(start)
    assert played_value(start.game, "random", games=50, seed=1)(start) == again
    over = FistsGame(1).start(0).play("rock").play("scissors")
    assert played_value(over.game, "random")(over) == 1.0


class Knowing:
    """Knows what positions are worth."""

    def choose(self, _view: object, legal_moves: Sequence[Move], _rng: np.random.Generator) -> Move:
        return legal_moves[0]

    def value(self, _: object) -> float:
        return 0.25


def test_who_knows_what_positions_are_worth_is_asked() -> None:
    assert (payoffs(FistsGame(1).start(0), player=Knowing()).values == 0.25).all()
    assert (payoffs(FistsGame(1).start(0), half, Knowing()).values == 0.5).all()
