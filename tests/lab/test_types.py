"""Frames that people hold can be reckoned with and put together."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import polars as pl
import pytest

import marengo
from marengo.lab import Study, load, read_frame, run, save_frame, simulate, win_table
from marengo.lab.frames import in_words, seats_in, stored_columns
from tests.field import scenario_names

NARROW = (pl.Int8, pl.Int16, pl.UInt8, pl.UInt16, pl.UInt32, pl.UInt64, pl.Float32)

QUIET: dict[str, Any] = {"progress": False, "workers": 1}


def tables() -> Iterator[tuple[str, dict[str, tuple[Any, str]]]]:
    """Yield all tables of columns that modules have."""
    for found in walk_packages(marengo.__path__, "marengo."):
        if found.name.startswith(("marengo.lab", "marengo.games")) and "__main__" not in found.name:
            for name, value in vars(import_module(found.name)).items():
                if name.endswith("_COLUMNS") and name[0] != "_" and isinstance(value, dict):
                    parts = value.values() if name == "OBSERVED_COLUMNS" else (value,)
                    for part in parts:
                        yield f"{found.name}.{name}", part


def test_no_column_that_is_told_of_has_a_small_type() -> None:
    found = dict(tables())
    assert len(found) > 30
    small = [
        f"{name}: {column}"
        for name, columns in found.items()
        for column, (dtype, *_) in columns.items()
        if dtype in NARROW
    ]
    assert small == []


def test_numbers_of_frames_do_not_wrap() -> None:
    frame = simulate("triomphe", 2, "random", "random", **QUIET)
    hours = frame["last_round"].to_list()
    assert (frame["last_round"] * 1_000).to_list() == [1_000 * hour for hour in hours]
    assert [name for name, dtype in frame.schema.items() if dtype in NARROW] == []


def test_frames_of_several_games_are_put_together(tmp_path: Any) -> None:
    frames = [simulate(name, 2, player, player, **QUIET) for name, player in PLAYED]
    whole = pl.concat(frames, how="diagonal")
    assert whole.height == 2 * len(PLAYED)
    assert whole.schema["winner"] == whole.schema["kind"] == pl.String
    kept = read_frame(save_frame(whole, tmp_path / "whole.parquet"))
    assert kept.equals(whole)


PLAYED = [("triomphe", "random"), ("bonaparte", "random"), ("progress", "random")]


def test_a_run_tells_what_a_batch_tells(tmp_path: Any) -> None:
    study = Study(
        name="a", scenarios=("triomphe",), players=("random",), games=3, observe=("turns",)
    )
    ran = run(study, tmp_path / "run", **QUIET)
    games, turns = ran.games.collect(), ran.turns.collect()
    assert games.schema["winner"] == games.schema["kind"] == pl.String
    small = [one.name for frame in (games, turns) for one in frame if one.dtype in NARROW]
    assert small == []
    assert win_table(games).equals(win_table(ran.counts))
    assert load(tmp_path / "run").games.collect().equals(games)


@pytest.mark.parametrize("name", scenario_names())
def test_seats_are_known_in_their_order_without_a_winner(name: str) -> None:
    game = marengo.load(name)
    frame = simulate(game, 1, *["random"] * len(game.seats), **QUIET)
    assert seats_in(frame) == game.seat_names()
    assert seats_in(frame.clear()) == game.seat_names()
    dtype = stored_columns(type(game))["winner"][0]
    worded = frame.with_columns(pl.col("winner").cast(dtype))
    assert seats_in(worded) == game.seat_names()
    assert in_words(worded).equals(frame)
