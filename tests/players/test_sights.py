"""Judging moves by the whole position: what is seen, and what is learned of it."""

from typing import Any

import numpy as np
import pytest

import marengo
from marengo.core.engine.compiled import entry
from marengo.core.engine.learned import COARSE, UNITS, net_of
from marengo.core.engine.learning import Memory
from marengo.core.engine.policy import logits_of
from marengo.core.engine.record import first
from marengo.core.engine.rows import ROW, add_row, product_of, sum_rows
from marengo.core.engine.sights import keep_sights, learn_sights
from marengo.core.players.weights import read_weights
from marengo.core.state import Chance, State

GAMES = ("triomphe", "bonaparte")

MORE = (0.7, -0.4, 0.2, -0.1)
"""How much more likely moves should be."""


def a_decision(name: str, seed: int) -> State:
    """Return a position some decisions after the start in which somebody has a choice."""
    state, rng = marengo.load(name).start(seed), np.random.default_rng(seed)
    while len(state.moves) < 40 or state.to_move is Chance.CHANCE or len(state.legal_moves()) < 4:
        if state.to_move is Chance.CHANCE:
            state.draw(rng)
        else:
            moves = state.legal_moves()
            state.play(moves[int(rng.integers(len(moves)))])
    return state


class Judge:
    """A net, and all else that a decision is judged with."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.game = state, state.game
        self.net: Any = self.game.engine.net.array()
        rng = np.random.default_rng(seed)
        for part in ("look", "steer"):
            self.net[part] = rng.normal(0, 0.2, self.net[part].shape)
        self.scores: Any = self.game.engine.scores.array()
        self.seen = state.information_set(state.to_move)
        self.works = self.game.engine.workspace.array()
        self.weights = read_weights(self.game)

    def logits(self) -> Any:
        """Return the logits of the legal moves."""
        nets = np.concatenate([self.net, self.net])
        given = (self.game.tables, self.seen, self.works, self.game.ground, self.weights)
        logits_of(*given, nets, self.scores)
        return self.scores["value"][0, : int(self.works["move_count"][0])].copy()


@pytest.mark.parametrize("name", GAMES)
def test_units_learn_what_makes_moves_likelier(name: str) -> None:
    """What is added is the gradient: a small step changes the logits as it says."""
    judge = Judge(a_decision(name, 3), 5)
    before = judge.logits() @ np.resize(MORE, len(judge.logits()))
    change: Any = judge.game.engine.net.array()
    memory: Any = Memory.array()
    t, s, w, n = map(first, (judge.game.tables, judge.seen, judge.works, judge.net))
    k, x = first(judge.scores), first(memory)
    more = np.resize(MORE, len(judge.logits()))
    x.moves[0] = len(more)
    keep_sights(t, s, w, k, x, 0)
    k.value[: len(more)] = more
    learn_sights(t, s, n, k, x, 0, first(change))
    for part in ("look", "steer"):
        gradient = change[part][0].astype(float)
        step = 1e-2 * gradient / np.linalg.norm(gradient)
        judge.net[part][0] += step.astype(np.float32)
        gained = judge.logits() @ more - before
        judge.net[part][0] -= step.astype(np.float32)
        assert gained == pytest.approx(1e-2 * np.linalg.norm(gradient), rel=0.05)


@pytest.mark.parametrize("name", GAMES)
def test_without_steering_the_sights_change_nothing(name: str) -> None:
    judge = Judge(a_decision(name, 4), 6)
    judge.net["steer"] = 0
    assert not judge.logits().any()


def test_a_net_has_no_more_sights_than_are_kept() -> None:
    with pytest.raises(ValueError, match="0 to 96 sights, not 5, 4 and 97"):
        net_of(5, 4, 97, 3)
    with pytest.raises(ValueError, match="at most 65536 coarse features, not 65537"):
        net_of(5, 4, 3, COARSE + 1)
    assert "look" not in net_of(5, 4).fields()
    assert net_of(5, 4, 3, 2).array()["steer"].shape == (1, 2 * UNITS)


@entry
def on_rows(to: Any, rows: Any, times: Any, whole: Any) -> float:
    """Add a row to another, sum all rows, and return the product of two of them."""
    add_row(to, ROW, rows, 2 * ROW, times[1])
    sum_rows(whole, times, rows)
    return product_of(whole, rows, ROW)


def test_rows_are_worked_on_compiled_as_in_python() -> None:
    rng = np.random.default_rng(1)
    rows, times, to = (rng.normal(0, 1, size).astype(np.float32) for size in (3 * ROW, 3, 2 * ROW))
    got = []
    for way in (on_rows, on_rows.py_func):  # type: ignore[attr-defined]
        added, whole = to.copy(), np.zeros(ROW, np.float32)
        got.append((way(added, rows, times, whole), added.tolist(), whole.tolist()))
    assert got[0] == got[1]
    assert got[0][2] == pytest.approx((times @ rows.reshape(3, ROW)).tolist(), rel=1e-5)
    assert got[0][0] == pytest.approx(float(rows[ROW : 2 * ROW] @ np.array(got[0][2])), rel=1e-5)
    expected = [*to[:ROW], *(to[ROW:] + times[1] * rows[2 * ROW :])]
    assert got[0][1] == pytest.approx(expected, rel=1e-5)
