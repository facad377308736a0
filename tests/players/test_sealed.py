"""Choices made at the same time: they are mixed, near an equilibrium, and answer no sealed card."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import marengo
from marengo.core.engine.driver import NONE
from marengo.core.engine.random import seeded
from marengo.core.players import SearchPlayer, Thought, ask, make_player
from marengo.core.state import State
from marengo.games.progress import Colour, Decision
from tests.core.toys.matrix import MatrixGame, Seat
from tests.rules.progress.playing import Facts, bent, game

Array = np.ndarray[Any, Any]

STAKES = (np.array([[0, 2, -1], [-1, 0, 1], [1, -1, 0]]) + 1) / 3
"""Rock, paper, scissors with unequal stakes: no row and no column is ever left out."""

CLOSED = "[options]\nsame_kind_choices_open = false"

SADDLE = np.array([[0.2, 0.9, 0.3], [0.5, 0.7, 0.6], [0.1, 0.4, 0.8]])
"""Row 1 and column 0 are the best answers to each other."""


def solved(payoffs: Array) -> tuple[Array, float]:
    """Return the first seat's equilibrium strategy, and its value."""
    rows, columns = payoffs.shape
    found = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0)],
        b_eq=[1],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    assert found.x is not None
    return found.x[:rows], float(found.x[rows])


def thought(state: State, playouts: int, seed: int = 1) -> Thought:
    found = ask(state, f"search:{playouts}", seed=seed).thought
    assert found is not None
    return found


def mixed(payoffs: Array, seat: Seat, playouts: int, seed: int = 1) -> Array:
    """Return the probabilities with which a search chooses rows or columns."""
    state = MatrixGame(payoffs.tolist()).start(0)
    if seat is Seat.COLUMN:
        state.play("2")
    strategy = np.zeros(payoffs.shape[seat])
    for choice in thought(state, playouts, seed).choices:
        strategy[int(choice.move)] = choice.probability
    assert strategy.sum() == pytest.approx(1)
    return strategy


def lost(payoffs: Array, seat: Seat, strategy: Array) -> float:
    """Return how much less than the value a strategy gets from whoever knows it."""
    value = solved(payoffs)[1]
    if seat is Seat.ROW:
        return value - float((strategy @ payoffs).min())
    return float((payoffs @ strategy).max()) - value


@pytest.mark.parametrize("seat", Seat)
def test_unequal_stakes_are_mixed_as_the_equilibrium_is(seat: Seat) -> None:
    payoffs = STAKES if seat is Seat.ROW else 1 - STAKES.T
    exact, _ = solved(payoffs)
    assert exact.min() > 0.2
    found = mixed(STAKES, seat, 20_000)
    assert np.abs(found - exact).max() < 0.03
    few, many = (
        np.mean([lost(STAKES, seat, mixed(STAKES, seat, playouts, seed)) for seed in range(8)])
        for playouts in (100, 10_000)
    )
    assert many < few / 2
    assert many < 0.02


@pytest.mark.parametrize(("seat", "best"), [(Seat.ROW, 1), (Seat.COLUMN, 0)])
def test_the_best_answers_to_each_other_are_played(seat: Seat, best: int) -> None:
    assert mixed(SADDLE, seat, 2000)[best] == 1
    assert lost(SADDLE, seat, mixed(SADDLE, seat, 2000)) == pytest.approx(0)


def test_the_estimate_is_what_the_game_is_worth() -> None:
    state = MatrixGame(SADDLE.tolist()).start(0)
    assert thought(state, 4000).winning == pytest.approx(0.5, abs=0.03)
    assert thought(state.play("0"), 4000).winning == pytest.approx(0.5, abs=0.03)


def test_choices_are_drawn_as_often_as_it_says() -> None:
    state = MatrixGame(STAKES.tolist()).start(0)
    drawn = [str(ask(state, "search:500", seed=seed).move) for seed in range(120)]
    exact, _ = solved(STAKES)
    for row, share in enumerate(exact):
        assert drawn.count(str(row)) / 120 == pytest.approx(share, abs=0.15)


def answered(state: State) -> list[State]:
    """Return the position after each choice that there is."""
    return [state.copy().play(move) for move in state.legal_moves()]


def test_orange_chooses_the_same_whatever_card_blue_has_sealed() -> None:
    """M-18.2, M-4.2: and thinks the same."""
    contact: Facts = {"armies": {"blue": "B2", "neutral": "B1 O1"}, "vp": (6, 9)}
    for given in ({}, contact):
        sealed = answered(game().position(**given))
        for seed in range(3):
            answers = [ask(state, "search:120", seed=seed) for state in sealed]
            assert len({str(answer.move) for answer in answers}) == 1
            assert len({answer.thought for answer in answers}) == 1


def test_what_is_chosen_in_secret_of_the_same_kind_is_mixed_too(tmp_path: Path) -> None:
    """M-4.5: neither sees where the other goes."""
    state = bent(tmp_path, CLOSED).position(
        armies={"neutral": "B2 O2", "blue": "B1", "orange": "O1"}
    )
    state.play("play move-1").play("play move-1").play("first blue")
    assert state.decision is Decision.MOVE
    for position in (state, *answered(state)):
        found = [choice.probability for choice in thought(position, 120).choices]
        assert sum(one or 0 for one in found) == pytest.approx(1)
    assert len({thought(position, 120) for position in answered(state)}) == 1


@pytest.mark.parametrize("options", ["", CLOSED])
def test_games_of_it_are_repeated_by_their_seed(options: str, tmp_path: Path) -> None:
    played = bent(tmp_path, options)
    frames = [
        marengo.simulate(played, 6, "search:30", "search:30", seed=4, workers=n, progress=False)
        for n in (1, 2)
    ]
    assert frames[0].equals(frames[1])


def test_a_sealed_choice_is_thought_anew() -> None:
    """The tree of one decision is not kept for the next where one of both is sealed."""
    player = make_player("search:60", game())
    assert isinstance(player, SearchPlayer)
    state = game().start(3)
    while state.outcome is None:
        seen = state.information_set(state.to_move)
        chosen = state.legal_moves()[player.choose_index(seen, seeded(2))]
        assert player.thought is not None
        if state.decision is Decision.CARD:
            assert player.kept == NONE
            assert player.thought.playouts == 60
            assert {one.move for one in player.thought.choices} <= set(
                map(str, state.legal_moves())
            )
        else:
            assert player.thought.choices[0].probability is None
        assert player.thought.line[0] == str(chosen)
        state.play(chosen)
    assert state.round > 4


def test_both_seats_of_a_tree_count_every_playout() -> None:
    state = game().start(3).play("play recruit")
    for position in (state.copy().undo(), state):
        player = make_player("search:300", game())
        assert isinstance(player, SearchPlayer)
        player.choose_index(position.information_set(position.to_move), seeded(1))
        tree = player.tree[: int(player.search["nodes"][0])]
        other = int(tree["other"][0])
        mine = (tree["parent"] == 0) & (np.arange(len(tree)) != other)
        theirs = tree["parent"] == other
        assert set(tree["side"][mine]) == {int(position.to_move)}
        assert set(tree["side"][theirs]) == {1 - int(position.to_move)}
        assert tree["visits"][mine].sum() == tree["visits"][theirs].sum() == 300
    assert position.to_move is Colour.ORANGE
