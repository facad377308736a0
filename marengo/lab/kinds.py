"""The frames of a run: which there are, and their columns."""

from typing import Any, get_args

import polars as pl

from marengo.core.game import Game
from marengo.lab.frames import relatives, stored_columns, told, widened
from marengo.lab.plan import Observed, Study
from marengo.lab.spans import spans_of

__all__ = [
    "COMMITTED",
    "COUNTED",
    "FAILURE_COLUMNS",
    "FORFEITS",
    "FORFEIT_COLUMNS",
    "OBSERVED",
    "ORDER",
    "columns_of",
    "counted",
    "kinds_of",
    "schema_of",
]

Columns = dict[str, tuple[Any, str]]

ORDER = ("cell", "game")
"""Columns by which the rows of every frame stand; those of one game as they came about."""

_CELL = (pl.Int32, "number of the cell in its plan, from 0")
_GAME = (pl.Int64, "number of the game in its cell, from 0")

_FIRST = (pl.Int64, "number of the first of the games that are counted")
_LAST = (pl.Int64, "number of the last of them; none between them is missing")
_GAMES = (pl.Int64, "games of these that came out so")

FAILURE_COLUMNS: Columns = {
    "cell": _CELL,
    "game": _GAME,
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "error": (pl.String, "what went wrong"),
}
"""Columns of the games that could not be played to their end: type and meaning with unit."""

FORFEITS = "forfeits"
"""The kind that is there of contests, beside the games that were lost so."""

FORFEIT_COLUMNS: Columns = {
    "cell": _CELL,
    "game": _GAME,
    "seat": (pl.String, "who has lost it by a fault of its own"),
    "reason": (pl.String, "what was done wrong"),
}
"""Columns of games that a player has lost without being beaten: type and meaning."""

OBSERVED: tuple[str, ...] = get_args(Observed)
"""Kinds of frames that are there if the plan says so."""

COMMITTED = "games"
"""The kind whose file in order appears last: what it holds, all others hold."""

COUNTED = "counts"
"""The kind that stands for it in a run whose plan keeps no rows of games."""


def kinds_of(study: Study) -> tuple[str, ...]:
    """Return the kinds of frames of a run."""
    contests = (FORFEITS,) if study.is_contest else ()
    return (COUNTED if study.keep == "counts" else COMMITTED, "failures", *contests, *study.observe)


def columns_of(kind: str, game: type[Game[Any]]) -> Columns:
    """Return the columns of one kind of frame of runs of a game: type and meaning with unit.

    Frames of games have the columns of its relatives too, as they may be played in one run.
    """
    return told(_stored(kind, game))


def _stored(kind: str, game: type[Game[Any]]) -> Columns:
    """Return the columns of one kind of frame as files have them."""
    if kind == "failures":
        return FAILURE_COLUMNS
    if kind == FORFEITS:
        return FORFEIT_COLUMNS
    if kind in OBSERVED:
        return {"cell": _CELL, "game": _GAME, **game.study().observed_columns[kind]}
    own = {
        name: column for each in relatives(game) for name, column in stored_columns(each).items()
    }
    if kind == COUNTED:
        worded = {
            name: column
            for name, column in own.items()
            if isinstance(column[0], pl.Enum) or name.endswith("_result")
        }
        return {"cell": _CELL, "game": _FIRST, "last": _LAST, **worded, "games": _GAMES}
    scenario = (pl.String, "name or file of the scenario, as the plan has it")
    return {"cell": _CELL, "game": _GAME, "scenario": scenario, **own} | {"game": _GAME}


def schema_of(kind: str, game: type[Game[Any]]) -> pl.Schema:
    """Return the names and types of the columns of one kind of file of runs of a game."""
    schema = pl.Schema({name: dtype for name, (dtype, _) in _stored(kind, game).items()})
    return widened(schema)


def counted(games: pl.DataFrame, game: type[Game[Any]]) -> pl.DataFrame:
    """Return how many games came out alike, of those that follow one another without a gap.

    ``games`` may also be such counts, which are added up.
    """
    schema = schema_of(COUNTED, game)
    games = games.cast({name: schema[name] for name in games.columns if name in schema})
    if "games" not in games.columns:
        games = games.with_columns(last="game", games=pl.lit(1, pl.Int64))
    spans = spans_of(games).sort("game")
    outcomes = (
        games.drop("last")
        .sort("game")
        .join_asof(spans.with_columns(first="game"), on="game", by="cell", check_sortedness=False)
    )
    alike = [name for name in schema if name not in ("game", "games")]
    groups = outcomes.drop("game").rename({"first": "game"}).group_by("game", *alike)
    return groups.agg(pl.sum("games")).match_to_schema(schema, integer_cast="upcast").sort(*schema)
