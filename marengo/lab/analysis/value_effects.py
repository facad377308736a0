"""What a what-if changes about the value of a game: both sides learn to play it first.

Players who have not learned a what-if play on as if nothing had happened, so what they make of it
tells more of them than of it. Here each scenario's population goes on from the same players for
equally many rounds (:mod:`marengo.lab.analysis.value`), the standard's like any other's, and their
values are compared.
"""

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.game import Game
from marengo.core.numbers import COUNT, GAMES, SEED, WORKERS, takes
from marengo.core.scenarios import load
from marengo.lab.analysis.value import ValueOfGame, ValueOfGameError, value
from marengo.lab.frames import save_frame
from marengo.lab.statistics import Columns, frame_of

EFFECT_COLUMNS: Columns = {
    "scenario": (pl.String, "what was played; the first is the standard"),
    "rounds": (pl.Int64, "rounds in which its players learned it"),
    "games": (pl.Int64, "games that a best response learned from in each"),
    "value": (pl.Float64, "share that the first seat won, if both played by their mixtures"),
    "low": (pl.Float64, "lower end of its 95 % interval, which is of the number of games"),
    "high": (pl.Float64, "upper end of it"),
    "least": (pl.Float64, "the share, if the second seat gained all that is known"),
    "most": (pl.Float64, "the share, if the first seat did"),
    "effect": (pl.Float64, "value less that of the standard"),
    "effect_low": (pl.Float64, "lower end of its 95 % interval"),
    "effect_high": (pl.Float64, "upper end of it"),
}
"""Columns of a table of effects: type and meaning with unit."""

FOUND = "effects.parquet"
"""The table of effects, in a folder with one for each scenario."""

TWO = 2


@takes(rounds=COUNT, games=GAMES, seed=SEED, workers=WORKERS)
def value_effects(
    scenarios: Sequence[str | Path | Game[Any]],
    rounds: int = 2,
    games: int = 20_000,
    start: str | Path | Sequence[str | Path] | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    show: Callable[[pl.DataFrame], None] | None = None,
) -> pl.DataFrame:
    """Look for the values of a game and of what-ifs of it, each learned equally long.

    Parameters
    ----------
    scenarios : sequence of str, Path or Game
        The standard, and what is compared with it, with the same two seats.
    rounds, games : int
        How long each is learned, see :func:`marengo.lab.analysis.value`.
    start : str, Path or sequence of these, optional
        With whom all begin; default: what comes with each.
    out : str or Path, optional
        Folder with one for each scenario, from which the same call goes on, and the table.
    seed : int
        Of all chance.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show progress bars.
    show : callable, optional
        Called with the table after each scenario.

    Returns
    -------
    polars.DataFrame
        A row for each scenario, with the columns of :data:`EFFECT_COLUMNS`. The intervals are of
        the number of games; how far a value may be off by its players, the best responses tell.

    Raises
    ------
    ScenarioError, OutputError, FileError, ValueError
        As :func:`marengo.lab.analysis.value`.
    ValueOfGameError
        If there are fewer than two scenarios, one is there twice, or their seats differ.
    """
    loaded = [scenario if isinstance(scenario, Game) else load(scenario) for scenario in scenarios]
    names = [game.scenario_name for game in loaded]
    if len(loaded) < TWO or len({*names}) < len(names):
        raise ValueOfGameError("scenarios: expected at least two, each named once")
    for game in loaded:
        if game.seats is not loaded[0].seats:
            raise ValueOfGameError(f"{game.scenario_name}: expected the seats of {names[0]}")
    results: list[ValueOfGame] = []
    folder = None if out is None else Path(out)
    for game in loaded:
        own = folder and folder / game.scenario_name
        options: dict[str, Any] = {"start": start, "out": own, "seed": seed, "workers": workers}
        results.append(value(game, rounds, within=0, games=games, progress=progress, **options))
        table = frame_of(EFFECT_COLUMNS, _rows(names, results, rounds, games))
        if folder is not None:
            save_frame(table, folder / FOUND)
        if show is not None:
            show(table)
    return table


def with_reach(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table of effects with ``reach_low`` and ``reach_high``: the ends of what is open.

    They reach from the value with the second seat's best response, less that of the standard with
    the first seat's, to the reverse, and as far beyond as the number of games leaves open.
    """
    least, most = table.select("least", "most").row(0)
    effect, low, high = (pl.col(name) for name in ("effect", "effect_low", "effect_high"))
    return table.with_columns(
        reach_low=pl.col("least") - most - (effect - low),
        reach_high=pl.col("most") - least + (high - effect),
    )


def _rows(
    names: Sequence[str], results: Sequence[ValueOfGame], rounds: int, games: int
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table of effects."""
    standard = results[0]
    for name, result in zip(names, results, strict=False):  # those that are done
        low, high = result.interval
        effect = result.value - standard.value
        down = hypot(result.value - low, standard.interval[1] - standard.value)
        up = hypot(high - result.value, standard.value - standard.interval[0])
        if result is standard:
            down = up = 0.0
        yield (
            *(name, rounds, games, result.value, low, high),
            *result.bounds,
            *(effect, effect - down, effect + up),
        )
