"""Numbers of games by the names that people ask for: their length, their losses, their drama."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import polars as pl

from marengo.core.game import Game
from marengo.lab.analysis.quality import QUALITY_COLUMNS, measure, quality_by_game
from marengo.lab.frames import games_frame
from marengo.lab.plan import StudyError
from marengo.lab.playing import runner_of
from marengo.lab.run_folder import Run
from marengo.lab.simulate import game_seed, simulate


def measures_of(game: Game[Any] | type[Game[Any]]) -> Mapping[str, pl.Expr | None]:
    """Return what the games of a game can be measured by: an expression, or None if watched.

    The words that its columns count by, such as ``length``, its columns of numbers by their own
    names, and the measures of quality, if its turns can be watched.
    """
    words: dict[str, list[str]] = {}
    for column in game.columns:
        if not column.words:
            words.setdefault(column.counts, []).append(column.name)
            words[column.name] = [column.name]
    words.pop("", None)
    expressions: dict[str, pl.Expr | None] = {
        word: pl.sum_horizontal(names).cast(pl.Float64) for word, names in words.items()
    }
    watched = game.study().watch_games is not None
    return expressions | (dict.fromkeys(QUALITY_COLUMNS) if watched else {})


def check_measure(game: Game[Any] | type[Game[Any]], on: str) -> None:
    """Make sure that games can be measured so; raise StudyError if not."""
    if on not in (measures := measures_of(game)):
        raise StudyError(f"on: {game.title}: expected one of {', '.join(measures)}, not {on!r}")


def measured_games(
    game: Game[Any], games: int, players: Sequence[str], on: str, seed: int, workers: int | None
) -> pl.DataFrame:
    """Play games and return ``seed`` and ``value``; those finished, after Ctrl-C."""
    expression = measures_of(game)[on]
    if expression is not None:
        frame = simulate(game, games, *players, seed=seed, workers=workers, progress=False)
        return frame.select("seed", expression.alias("value"))
    watch = game.study().watch_games
    assert watch is not None  # else nothing is measured so
    runner = runner_of(game, players)
    seeds = [game_seed(seed, number) for number in range(games)]

    def play(first: int) -> pl.DataFrame:
        some = seeds[first : first + runner.chunk]
        results, log = runner.play(some, logged=True)
        played = games_frame(type(game), runner.players, range(len(some)), some, results)
        turns = watch(game, ("turns",), some, log)["turns"]
        both = (table.lazy().with_columns(cell=0) for table in (played, turns))
        return played.with_columns(value=measure(*both).collect()[on]).select("seed", "value")

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        return pl.concat(pool.map(play, range(0, games, runner.chunk)))


def measured_run(run: Run, on: str) -> pl.DataFrame:
    """Return ``seed`` and ``value`` of the games of a run."""
    return measured_cells(run, {"value": on}).select("seed", "value").collect()


def measured_cells(run: Run, names: Mapping[str, str]) -> pl.LazyFrame:
    """Return ``cell``, ``game``, ``seed`` and measures of the games of a run, by their new names.

    Raise StudyError if they cannot be measured so; of the measures of quality, if the run observes
    no turns.
    """
    for on in names.values():
        check_measure(run.game, on)
    expressions = measures_of(run.game)
    counted = {name: expressions[on] for name, on in names.items()}
    watched = {
        name: pl.col(names[name]) for name, expression in counted.items() if expression is None
    }
    columns = {name: expression for name, expression in counted.items() if expression is not None}
    values = run.games.select("cell", "game", "seed", **columns)
    if watched:
        quality = quality_by_game(run).select("cell", "game", **watched)
        values = values.join(quality, on=["cell", "game"])
    return values.select("cell", "game", "seed", *names)


def variant_names(run: Run) -> list[str]:
    """Return the title of each scenario of a run that one player or pairing has played."""
    cells = run.study.cells
    if len({cell.players for cell in cells}) > 1:
        raise StudyError("players: expected one in the plan, as what is compared is scenarios")
    titles = [run.study.what_ifs.get(cell.scenario, {}).get("title") for cell in cells]
    return [title or cell.scenario for title, cell in zip(titles, cells, strict=True)]
