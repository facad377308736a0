"""Files of what was learned: Parquet, written by :mod:`marengo.lab.learning`."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marengo.core.game import Game

Array = np.ndarray[Any, Any]

SCHEMA = {"seat": pl.UInt8, "part": pl.String, "row": pl.UInt32, "weight": pl.Float32}
"""Columns of a file: a row for each weight that is not 0."""


def net_path(game: Game[Any]) -> Path:
    """Return the file with what was learned of a game that comes with it."""
    return (game.data or Path()) / "players" / f"{game.name}.parquet"


def check_learns(game: Game[Any]) -> None:
    """Make sure that a game can be learned.

    Raises
    ------
    ValueError
        If it declares no features.
    """
    if not game.learns():
        raise ValueError(f"{game.title} declares no features of moves: it cannot be learned")


def net_text(game: Game[Any]) -> str:
    """Return what the nets of a game consist of; weights are only read for the same."""
    dtype = game.engine.net.dtype()
    parts = ", ".join(f"{name} {dtype[name].shape[0]}" for name in dtype.names or ())
    return f"{game.name}: {len(game.seats)} seats, {parts}"


def read_net(game: Game[Any], path: str | Path | None = None) -> Array:
    """Return what the seats of a game have learned, shape (seats,).

    Parameters
    ----------
    game : Game
        Whose seats.
    path : str or Path, optional
        The file; default: the one that comes with the game.

    Raises
    ------
    ValueError
        If the game cannot be learned, or the file cannot be read or is of other features.
    """
    check_learns(game)
    path = Path(path) if path else net_path(game)
    try:
        stated = pl.read_parquet_metadata(path).get("net")
        frame = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ValueError(f"{path}: expected a file of `marengo learn`: {error}") from error
    if stated != net_text(game):
        raise ValueError(
            f"{path}: expected weights of {net_text(game)}, not of {stated or 'nothing known'}"
        )
    nets: Array = game.engine.net.array(len(game.seats))
    try:
        for (seat, part), rows in (
            frame.cast(pl.Schema(SCHEMA)).partition_by("seat", "part", as_dict=True).items()
        ):
            nets[part][seat, rows["row"]] = rows["weight"]
    except (pl.exceptions.PolarsError, IndexError, ValueError) as error:
        raise ValueError(f"{path}: expected seat, part, row and weight: {error}") from error
    if not all(np.isfinite(nets[part]).all() for part in nets.dtype.names or ()):
        raise ValueError(f"{path}: weight: expected finite numbers")
    return nets
