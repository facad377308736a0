"""The frames of a run: which there are, and their columns."""

from typing import Any, get_args

import polars as pl

from marengo.core.game import Game
from marengo.lab.frames import game_columns, relatives
from marengo.lab.plan import Observed, Study

__all__ = [
    "COMMITTED",
    "FAILURE_COLUMNS",
    "OBSERVED",
    "ORDER",
    "columns_of",
    "kinds_of",
    "schema_of",
]

Columns = dict[str, tuple[Any, str]]

ORDER = ("cell", "game")
"""Columns by which the rows of every frame stand; those of one game as they came about."""

_CELL = (pl.Int32, "number of the cell in its plan, from 0")
_GAME = (pl.Int64, "number of the game in its cell, from 0")

FAILURE_COLUMNS: Columns = {
    "cell": _CELL,
    "game": _GAME,
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "error": (pl.String, "what went wrong"),
}
"""Columns of the games that could not be played to their end: type and meaning with unit."""

OBSERVED: tuple[str, ...] = get_args(Observed)
"""Kinds of frames that are there if the plan says so."""

COMMITTED = "games"
"""The kind whose file in order appears last: what it holds, all others hold."""


def kinds_of(study: Study) -> tuple[str, ...]:
    """Return the kinds of frames of a run."""
    return (COMMITTED, "failures", *study.observe)


def columns_of(kind: str, game: type[Game[Any]]) -> Columns:
    """Return the columns of one kind of frame of runs of a game: type and meaning with unit.

    Frames of games have the columns of its relatives too, as they may be played in one run.
    """
    if kind == "failures":
        return FAILURE_COLUMNS
    if kind in OBSERVED:
        return {"cell": _CELL, "game": _GAME, **game.room("study").OBSERVED_COLUMNS[kind]}
    scenario = (pl.String, "name or file of the scenario, as the plan has it")
    own = {name: one for each in relatives(game) for name, one in game_columns(each).items()}
    return {"cell": _CELL, "game": _GAME, "scenario": scenario, **own} | {"game": _GAME}


def schema_of(kind: str, game: type[Game[Any]]) -> pl.Schema:
    """Return the names and types of the columns of one kind of frame of runs of a game."""
    return pl.Schema({name: dtype for name, (dtype, _) in columns_of(kind, game).items()})
