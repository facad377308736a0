"""Endings solved exactly: a game with a known answer, and those that come with marengo."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.core.engine.policy import PolicyKind
from marengo.core.players.engine_players import EnginePlayer
from marengo.core.players.registry import PlayerError
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.endings import endings
from marengo.lab.analysis import ENDING_COLUMNS, ending_table, solve_ending
from marengo.lab.analysis.endings import SolvedEnding, exploitability
from marengo.lab.analysis.game_trees import worlds_of
from tests.core.toys.fists import FistsGame
from tests.core.toys.kuhn import KuhnGame
from tests.core.toys.race import RaceGame

VALUES = {
    "triomphe": {
        "two-doors": 3 / 4,
        "three-in-the-east": 5 / 6,
        "one-symbol": 1 / 2,
        "the-corner": 1 / 3,
        "one-order": 4 / 9,
    },
    "bonaparte": {
        "one-try": 3 / 4,
        "both-broken": 1 / 2,
        "strong-and-weak": 3 / 4,
        "two-obstacles": 19 / 36,
        "one-assault": 13 / 18,
    },
}
"""What Austria gets in each ending that comes with marengo."""

EXACT = 1e-6


class Always(EnginePlayer):
    """Plays the same move always, counted from 0; the last if there are fewer."""

    def __init__(self, game: Any, number: int) -> None:
        super().__init__(game, PolicyKind.RANDOM)
        self.number = number

    def choose_index(self, *_: Any) -> int:
        return self.number


@pytest.fixture(scope="module")
def kuhn() -> SolvedEnding:
    return solve_ending(KuhnGame().start(0))


def test_the_value_of_poker_with_three_cards(kuhn: SolvedEnding) -> None:
    """H. W. Kuhn (1950): the first loses an eighteenth of a coin, and a coin is a quarter here."""
    assert kuhn.value == pytest.approx((1 / 2 - 1 / 72, 1 / 2 + 1 / 72))
    assert abs(kuhn.gap) < EXACT
    assert (kuhn.tree.worlds, kuhn.information_sets) == (6, (6, 6))


def test_who_bluffs_bets_the_lowest_card_a_third_as_often_as_the_highest(
    kuhn: SolvedEnding,
) -> None:
    choices, strategy = kuhn.tree.choices[0], kuhn.strategies[0]
    bets = {
        int(seen["card"][0, 0]): strategy[part][1]
        for seen, (parent, part) in zip(choices.seen, choices.parts(), strict=True)
        if parent == 0
    }
    assert bets[0] == pytest.approx(bets[2] / 3)
    assert bets[1] == pytest.approx(0)


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        (0, (1 / 4, 1 / 4)),  # who always passes is always bet against, and loses a coin
        (1, (5 / 12, 5 / 12)),  # who always bets is called by the better half
    ],
)
def test_a_player_of_one_move_loses_what_is_known(
    kuhn: SolvedEnding, number: int, kept: tuple[float, float]
) -> None:
    lost = exploitability(kuhn, Always(kuhn.tree.game, number), times=2)
    assert np.subtract(kuhn.value, lost) == pytest.approx(kept)


def test_nobody_who_mixes_well_loses(kuhn: SolvedEnding) -> None:
    table = ending_table({"poker": kuhn}, ("random", "search:playouts=20"), times=20)
    assert table.schema == {name: dtype for name, (dtype, _) in ENDING_COLUMNS.items()}
    assert table["seat"].to_list() == ["eldest", "dealer"] * 2
    assert (table["lost"] > 0).all()
    assert table.filter(pl.col("lost") > pl.col("value")).is_empty()


def test_what_cannot_be_solved_is_refused(kuhn: SolvedEnding) -> None:
    with pytest.raises(ValueError, match="The Race: expected a game of two seats"):
        solve_ending(RaceGame().start(0))
    with pytest.raises(ValueError, match="more than 100 positions"):
        solve_ending(FistsGame().start(0), most_nodes=100)
    with pytest.raises(ValueError, match="more than 5 worlds"):
        solve_ending(KuhnGame().start(0), most_worlds=5)
    with pytest.raises(PlayerError, match="oracle: expected a player that chooses from what"):
        exploitability(kuhn, "oracle")


def test_worlds_are_all_assignments_that_both_sides_must_reckon_with() -> None:
    """Two of three Austrian pieces that differ lie in one place; two French ones are apart."""
    game = load("triomphe")
    facts = {"austrian": {"83": "C2 I2", "79": "A1"}, "french": {"90/83": "I3", "76/83": "I2"}}
    worlds = worlds_of(game.position(hour=21, turn=Side.AUSTRIAN, **facts))
    assert len(worlds) == 3 * 2
    assert len({world.hash() for world in worlds}) == 6
    assert all(world.problems() == [] for world in worlds)


@pytest.mark.plays_much
def test_only_what_is_hidden_counts_and_not_how_pieces_are_written() -> None:
    """Of six pairs that may stand in the way three have one weak piece, and France guesses once."""
    game = load("bonaparte")
    facts = {"french": {"58/62": "I3", "61/62": "I3"}, "morale": {Side.AUSTRIAN: 6, Side.FRENCH: 2}}
    for here, there in (("I3 I1", "I2! C2!"), ("C2 I2", "I1! I3!")):
        pieces = {"62": here, "65": there}
        state = game.position(hour=21, turn=Side.AUSTRIAN, step=3, austrian=pieces, **facts)
        assert solve_ending(state).value[0] == pytest.approx(1 - 3 / 6 / 2)


@pytest.mark.plays_much
@pytest.mark.parametrize("name", VALUES)
def test_endings_that_come_with_marengo_are_solved(name: str) -> None:
    game = load(name)
    shipped = endings(game)
    assert list(shipped) == list(VALUES[name])
    for ending, state in shipped.items():
        solution = solve_ending(state)
        assert solution.value[0] == pytest.approx(VALUES[name][ending])
        assert state.record["hour"] == game.tables["last_hour"][0]
        assert abs(solution.gap) < EXACT
        assert 0 < solution.value[0] < 1
        assert min(exploitability(solution, "rule", times=4)) > -EXACT
