"""Batches: the same frame whatever the threads, and bad input refused."""

import threading
from dataclasses import replace
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import marengo
from marengo.core.engine.bulk import Defect
from marengo.core.errors import MarengoError, ScenarioError
from marengo.core.players import PlayerError
from marengo.lab import GAME_COLUMNS, game_columns, share, simulate, win_table
from marengo.lab import simulate as simulate_function
from marengo.lab.playing import RANDOM_CHUNK as CHUNK
from marengo.lab.playing import runner_of
from marengo.lab.simulate import Batch
from tests.helpers import game

CHANCE = ("random", "random")


def test_the_frame_does_not_depend_on_the_threads() -> None:
    games = 2 * CHUNK + 7
    one = simulate(game, games, *CHANCE, workers=1, progress=False)
    three = simulate("triomphe", games, *CHANCE, workers=3, progress=False)
    assert_frame_equal(one, three)
    assert one.columns == [*GAME_COLUMNS, "austrian_east"]
    assert one["game"].to_list() == list(range(games))
    assert one["seed"].n_unique() == games


def test_a_longer_batch_begins_with_the_shorter_one() -> None:
    short, long = (simulate(game, games, *CHANCE, progress=False) for games in (20, 300))
    assert_frame_equal(short, long.head(20))


def test_another_seed_gives_other_games() -> None:
    one, other = (simulate(game, 50, *CHANCE, seed=seed, progress=False) for seed in (0, 1))
    assert not one.equals(other)


def test_rows_agree_with_the_rules() -> None:
    frame = simulate(game, 2000, *CHANCE, progress=False)
    decisive = frame.filter(pl.col("kind") == "decisive")
    beaten_at_zero = pl.when(pl.col("winner") == "french").then("austrian_level")
    assert decisive.select(beaten_at_zero.otherwise(pl.col("french_level"))).sum().item() == 0
    marginal = frame.filter(pl.col("kind") == "marginal")
    assert marginal["last_round"].unique().to_list() == [21]
    austrian = marginal.filter(pl.col("winner") == "austrian")
    assert (austrian["austrian_east"] >= 3).all()
    assert (marginal.filter(pl.col("winner") == "french")["austrian_east"] < 3).all()
    assert (frame["austrian_lost"] >= 0).all()


def test_a_row_can_be_looked_up_by_its_seed() -> None:
    seed = simulate(game, 3, *CHANCE, progress=False)["seed"][2]
    assert game.start(seed) == game.start(seed)
    assert marengo.load("triomphe").start(seed).hash() == game.start(seed).hash()


def test_who_is_not_named_is_the_default_player_and_the_frame_says_so() -> None:
    frame = simulate(game, 1, french="random", progress=False)
    assert frame.select("austrian_player", "french_player").rows() == [("policy", "random")]


def test_no_games_give_an_empty_frame() -> None:
    frame = simulate(game, 0, *CHANCE, progress=False)
    assert frame.height == 0
    assert frame.schema == {name: dtype for name, (dtype, _) in game_columns(type(game)).items()}
    assert win_table(frame).height == 0


def test_ctrl_c_returns_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Batch._count
    calls = []

    def interrupt(waiting, bar):  # type: ignore[no-untyped-def]
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return counted(waiting, bar)

    monkeypatch.setattr(Batch, "_count", staticmethod(interrupt))
    frame = simulate_function(game, 40 * CHUNK, *CHANCE, workers=1, progress=False)
    assert 2 * CHUNK <= frame.height < 40 * CHUNK
    assert frame.height % CHUNK == 0
    assert_frame_equal(frame, simulate(game, frame.height, *CHANCE, progress=False))
    assert threading.active_count() < 20


def test_a_failing_rule_is_not_swallowed() -> None:
    def broken(seeds: list[int], logged: bool = False) -> tuple[Any, Any]:  # noqa: ARG001
        raise RuntimeError("broken rule")

    runner = replace(runner_of(game, CHANCE), play=broken)
    with pytest.raises(RuntimeError, match="broken rule"):
        Batch(game, 3, 0, runner).run(1, progress=False)


def test_a_game_that_cannot_go_on_is_no_victory() -> None:
    """A defect of the engine must never count as somebody's win."""
    sound = runner_of(game, CHANCE)

    def stuck(seeds: list[int], logged: bool = False) -> tuple[Any, Any]:
        results, log = sound.play(seeds, logged)
        results["defect"][1] = Defect.DEAD_END
        return results, log

    played = Batch(game, 3, 0, replace(sound, play=stuck))
    played.run(1, progress=False)
    with pytest.raises(RuntimeError, match=rf"game 1 \(seed {played.seeds[1]}\)"):
        played.frame()


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ({"scenario": "waterloo", "games": 1}, "waterloo.*file or one of bonaparte, europe-1800"),
        ({"scenario": "triomphe", "games": -1}, "games: expected 0 or more"),
        ({"scenario": "triomphe", "games": 1, "austrian": "melas"}, "melas.*expected one of"),
        ({"scenario": "triomphe", "games": 1, "french": "desaix"}, "desaix"),
        ({"scenario": "triomphe", "games": 1, "seed": -5}, "seed"),
        ({"scenario": "triomphe", "games": 1, "workers": 0}, "workers"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], wanted: str) -> None:
    with pytest.raises(ValueError, match=wanted) as caught:
        simulate(**arguments, progress=False)  # type: ignore[arg-type]
    assert type(caught.value) in (MarengoError, ScenarioError, PlayerError)


def test_shares_have_wilson_intervals() -> None:
    """Wilson's interval of 5 in 10 (Newcombe 1998 gives 0.2366 to 0.7634)."""
    one = share(5, 10)
    assert (one.value, round(one.low, 4), round(one.high, 4)) == (0.5, 0.2366, 0.7634)
    with pytest.raises(ValueError, match="count: expected 10 or less, not 11"):
        share(11, 10)


def test_the_table_counts_every_game_once() -> None:
    frame = simulate(game, 500, *CHANCE, progress=False)
    table = win_table(frame)
    assert table.filter(pl.col("kind") == "any")["games"].sum() == 500
    assert table.filter(pl.col("kind") != "any")["games"].sum() == 500
    assert ((table["low"] <= table["share"]) & (table["share"] <= table["high"])).all()
