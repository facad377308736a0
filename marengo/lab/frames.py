"""Frames of results, and how they reach the disk whole."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
import polars as pl

from marengo.core.columns import Column
from marengo.core.errors import MarengoError
from marengo.core.game import Game
from marengo.games.marengo.rules.vocabulary import NONE, Side, Victory

ARMIES = pl.Enum(["austrian", "french"])
KINDS = pl.Enum(["decisive", "marginal"])

GAME_COLUMNS: dict[str, tuple[Any, str]] = {
    "game": (pl.Int64, "number of the game in its batch, from 0"),
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "austrian_player": (pl.String, "who played Austria, as named"),
    "french_player": (pl.String, "who played France, as named"),
    "winner": (ARMIES, "side that won"),
    "kind": (KINDS, "decisive (T-19.1, B-14.2) or marginal (T-19.2, B-14.3)"),
    "last_round": (pl.Int8, "round in which the game ended, hours of the 24-hour clock"),
    "decisions": (pl.Int32, "real choices made, forced moves not counted"),
    "austrian_level": (pl.Int16, "Austrian morale at the end, discs (T-18.1) or points (B-13.1)"),
    "french_level": (pl.Int16, "French morale at the end, discs (T-18.1) or points (B-13.1)"),
    "austrian_lost": (pl.Int16, "Austrian strength lost, strength points"),
    "french_lost": (pl.Int16, "French strength lost, strength points"),
}
"""Columns that frames of games of every ruleset begin with: type and meaning with unit."""


def game_columns(game: type[Game[Any]]) -> dict[str, tuple[Any, str]]:
    """Return the columns of a frame of games of one ruleset: type and meaning with unit."""
    own = {column.name: (pl.Int16, column.text) for column in game.columns}
    return {**GAME_COLUMNS, **own}


NOT_FOR_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)
"""What systems answer that cannot write down a folder, or not one that may not be read."""


class OutputError(MarengoError):
    """A file that cannot be written; names it and the reason."""


def games_frame(
    game: type[Game[Any]],
    players: tuple[str, str],
    numbers: Any,
    seeds: Any,
    results: np.ndarray[Any, Any],
) -> pl.DataFrame:
    """Return the frame of games from the engine's results, one row a game."""
    austrian, french = players
    army = np.array([side.name.lower() for side in Side])
    kind = np.array([victory.name.lower() for victory in Victory])
    columns = {
        "game": numbers,
        "seed": seeds,
        "austrian_player": np.full(len(results), austrian),
        "french_player": np.full(len(results), french),
        "winner": army[results["winner"]],
        "kind": kind[results["victory"]],
        "last_round": results["last_round"],
        "decisions": results["decisions"],
        "austrian_level": results["level"][:, Side.AUSTRIAN],
        "french_level": results["level"][:, Side.FRENCH],
        "austrian_lost": results["lost"][:, Side.AUSTRIAN],
        "french_lost": results["lost"][:, Side.FRENCH],
        **{column.name: _values(column, results) for column in game.columns},
    }
    schema = {name: dtype for name, (dtype, _) in game_columns(game).items()}
    return pl.DataFrame(columns, schema=schema)


def _values(column: Column, results: np.ndarray[Any, Any]) -> pl.Series:
    """Return what a column of the ruleset's own takes from the results."""
    field = results[column.field]
    values = pl.Series(field if column.side is None else field[:, column.side], dtype=pl.Int16)
    return values.replace(NONE, None) if column.missing else values


def check_writable(path: str | Path) -> Path:
    """Return the path if a file can be written there.

    Raises
    ------
    OutputError
        If not; better before an hour of games than after it.
    """
    path = Path(path)
    if path.is_dir():
        raise OutputError(f"{path}: is a folder, expected a file name such as games.parquet")
    if not path.parent.is_dir():
        raise OutputError(f"{path}: the folder {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise OutputError(f"{path}: not allowed to write there")
    return path


@contextmanager
def writing_whole(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file that appears at its place when it was written without an error, or not at all.

    Once this is left, it is there even if the power fails.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    path = check_writable(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(0o644)  # temporary files are private
            Path(temporary).replace(path)
            sync_folder(path.parent)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error
    except pl.exceptions.PolarsError as error:  # so it tells of a full disk
        raise OutputError(f"{path}: cannot be written: {error}") from error


def sync_folder(folder: Path) -> None:
    """Have the system write down what was moved into a folder, where it can do so for folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in NOT_FOR_FOLDERS:
            raise


def save_frame(frame: pl.DataFrame, path: str | Path) -> Path:
    """Write a frame as Parquet, whole or not at all, and return its path.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    with writing_whole(path) as file:
        frame.write_parquet(file)
    return Path(path)


def save_text(text: str, path: str | Path) -> Path:
    """Write a text file as UTF-8, whole or not at all, and return its path.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    with writing_whole(path) as file:
        file.write(text.encode())
    return Path(path)
