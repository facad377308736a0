"""Files of what was learned: Parquet, written by :mod:`marengo.lab.learning`."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marengo.core.files import MOST_WEIGHTS, check_regular, reason
from marengo.core.game import Game
from marengo.core.sealed import read_sealed

Array = np.ndarray[Any, Any]

SCHEMA = {"seat": pl.UInt8, "part": pl.String, "row": pl.UInt32, "weight": pl.Float32}
"""Columns of a file: a row for each weight that is not 0."""

WANTED = "expected a file of `marengo learn`, which can make it again"


def net_path(game: Game[Any]) -> Path | None:
    """Return the file with what was learned: beside that of the scenario, or else of the game.

    None of a game that has no files.
    """
    return game.weights or named_net(game, game.name)


def named_net(game: Game[Any], name: str) -> Path | None:
    """Return the file of weights that comes with a game under a name, such as ``GAME-11``.

    None of a game that has no files.
    """
    return game.data and game.data / "players" / f"{name}.parquet"


def net_file(game: Game[Any], named: str | Path) -> Path:
    """Return the file of weights that a player names: one that comes with the game, or its path."""
    given = Path(named)
    known = None if given.suffix or len(given.parts) > 1 else named_net(game, str(named))
    return known if known and known.is_file() else given


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
        The file, or the name of one that comes with the game; default: see :func:`net_path`.

    Raises
    ------
    ValueError
        If the game cannot be learned, or the file cannot be read or is of other features.
    """
    check_learns(game)
    path = net_file(game, path) if path else net_path(game)
    if path is None:
        raise ValueError(f"{game.title} comes without weights: expected a file of `marengo learn`")
    try:
        check_regular(path, MOST_WEIGHTS)
        written = path.stat()
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: cannot be read: {reason(error)}; {WANTED}") from error
    stated, frame = _file_of(path, written.st_mtime_ns, written.st_size)
    if stated != net_text(game):
        raise ValueError(
            f"{path}: expected weights of {net_text(game)}, not of {stated or 'nothing known'}"
        )
    nets: Array = game.engine.net.array(len(game.seats))
    try:
        put_weights(frame.cast(pl.Schema(SCHEMA)), nets)
    except (pl.exceptions.PolarsError, IndexError, ValueError) as error:
        raise ValueError(f"{path}: expected seat, part, row and weight: {reason(error)}") from error
    if not all(np.isfinite(nets[part]).all() for part in nets.dtype.names or ()):
        raise ValueError(f"{path}: weight: expected finite numbers")
    return nets


@lru_cache(maxsize=8)
def _file_of(path: Path, *_: int) -> tuple[str | None, pl.DataFrame]:
    """Return what a file says: it is asked for each game anew, by when it was written last."""
    frame, notes = read_sealed(path, WANTED, MOST_WEIGHTS)
    return notes.get("net"), frame


def put_weights(frame: pl.DataFrame, nets: Any) -> None:
    """Put the weights of a frame of :func:`net_frame` into nets, or what is of the same parts."""
    for (seat, part), rows in frame.partition_by("seat", "part", as_dict=True).items():
        nets[part][seat, rows["row"]] = rows["weight"]


def net_frame(
    nets: Array | Mapping[str, Array], dtype: type[pl.DataType] = pl.Float32
) -> pl.DataFrame:
    """Return what the seats of a game have learned as :func:`read_net` reads it.

    Parameters
    ----------
    nets : array, shape (seats,), or dict of str to array
        Nets, or numbers for each of their weights, by part.
    dtype : polars type
        Of a weight.
    """
    frames: list[pl.DataFrame] = []
    schema: dict[str, Any] = {**SCHEMA, "weight": dtype}
    for part in nets if isinstance(nets, Mapping) else nets.dtype.names or ():
        seats, rows = np.nonzero(nets[part])
        columns = (seats, np.full(len(rows), part), rows, nets[part][seats, rows])
        frames.append(pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema))
    return pl.concat(frames)
