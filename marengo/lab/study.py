"""The first study: how often each side wins each ruleset, with intervals."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, whole
from marengo.core.players import default_player
from marengo.core.scenarios import load, scenario_names
from marengo.lab.run_folder import Run
from marengo.lab.simulate import simulate
from marengo.lab.statistics import win_table

GAMES = 4_000
"""Games for each ruleset: a 95 % interval of at most ± 1.6 points."""


def balanced() -> list[Game[Any]]:
    """Return the scenarios that come with a game and have the seats of the first.

    Games of others would fit into no frame of it.
    """
    first, *others = map(load, scenario_names())
    return [first, *(other for other in others if other.seats is first.seats)]


def balance_study(
    games: int = GAMES,
    player: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Play the scenarios of :func:`balanced` and return all games in one frame.

    Parameters
    ----------
    games : int
        Games of each scenario.
    player : str, optional
        Who plays all seats; default: as for ``simulate``.
    seed, workers, progress
        As for :func:`marengo.lab.simulate`.

    Returns
    -------
    polars.DataFrame
        The games, with a first column ``scenario``; columns that a ruleset does not have are
        null in its games. After Ctrl-C only the games finished by then.

    Raises
    ------
    ValueError
        If there are no games.
    PlayerError
        If there is no such player.
    """
    games = whole("games", games, 1, MOST_GAMES)
    frames = []
    for game in balanced():
        players = [player or default_player(game)] * len(game.seats)
        frame = simulate(
            game, games, players=players, seed=seed, workers=workers, progress=progress
        )
        frames.append(frame.select(pl.lit(game.scenario_name).alias("scenario"), pl.all()))
        if frame.height < games:
            break
    return pl.concat(frames, how="diagonal")


def balance_table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the share of wins by scenario, winner and kind, with 95 % Wilson intervals.

    Raises
    ------
    ValueError
        If there are no games.
    """
    if frame.is_empty():
        raise ValueError("games: expected 1 or more")
    tables = [
        win_table(part).select(pl.lit(name).alias("scenario"), pl.all())
        for (name,), part in frame.group_by("scenario", maintain_order=True)
    ]
    return pl.concat(tables)


def cell_table(run: Run) -> pl.DataFrame:
    """Return the share of wins by cell, winner and kind, with 95 % Wilson intervals."""
    counts = run.counts
    parts, tables = counts.partition_by("cell", as_dict=True), []
    for number, cell in enumerate(run.study.cells):
        table = win_table(parts.get((number,), counts.clear()))
        tables.append(table.select(pl.lit(str(cell)).alias("cell"), pl.all()))
    return pl.concat([table for table in tables if table.height] or tables[:1])


def study_path(folder: str | Path | None = None) -> Path:
    """Return a fresh file name for a study, in ``folder`` or the working directory."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return Path(folder or Path.cwd()) / f"balance-{stamp}-{os.getpid()}.parquet"
