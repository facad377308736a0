"""Frames of results, and how they reach the disk whole."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np
import polars as pl
from polars import selectors

from marengo.core.columns import Column
from marengo.core.engine.driver import NONE
from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.files import reason
from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.core.scenarios import game_of_seats, games, games_by_seat
from marengo.core.sealed import read_sealed, sealed
from marengo.core.writing import written_whole
from marengo.lab.exchange import Frame, collected

Columns = dict[str, tuple[Any, str]]

AnyFrame = TypeVar("AnyFrame", pl.DataFrame, pl.LazyFrame)

WIDE: dict[Any, Any] = {pl.Int8: pl.Int32, pl.Int16: pl.Int32, pl.Float32: pl.Float64}
"""Types to replace those too small to calculate with: ten times an hour overflows 8 bits."""


def player_columns(game: type[Game[Any]]) -> Columns:
    """Return the columns of who played: type and meaning."""
    seats = zip(game.seat_names(), game.seat_titles(), strict=True)
    return {f"{seat}_player": (pl.String, f"who played {title}, as named") for seat, title in seats}


@takes()
def game_columns(game: type[Game[Any]]) -> Columns:
    """Return the columns of a frame of games: type and meaning with unit."""
    return told(stored_columns(game))


def told(columns: Columns) -> Columns:
    """Return columns as people hold them, whose words are texts as :func:`in_words` makes them."""
    return {
        name: (pl.String if isinstance(dtype, pl.Enum) else dtype, text)
        for name, (dtype, text) in columns.items()
    }


def in_words(frame: AnyFrame) -> AnyFrame:
    """Return a frame with texts for what files know as one of some words.

    Frames of several games can then be put together, whatever words each of them has.
    """
    return frame.cast({selectors.enum(): pl.String})


def stored_columns(game: type[Game[Any]]) -> Columns:
    """Return the columns of a frame of games as files have them, which know all words of each."""
    return {
        "game": (pl.Int64, "number of the game in its batch, from 0"),
        "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
        **player_columns(game),
        "winner": (pl.Enum(game.seat_names()), "side that won"),
        **{column.name: (_type_of(column), column.text) for column in game.columns},
    }


def _type_of(column: Column) -> Any:
    """Return the type of a column, wide enough to reckon with."""
    dtype = getattr(pl, column.dtype)
    return pl.Enum(list(column.words.values())) if column.words else WIDE.get(dtype, dtype)


def widened(schema: pl.Schema) -> pl.Schema:
    """Return a schema without small types, in which a sum or a product overflows."""
    return pl.Schema({name: WIDE.get(dtype, dtype) for name, dtype in schema.items()})


def seats_in(frame: pl.DataFrame | pl.LazyFrame) -> list[str]:
    """Return the seats of a frame of games, in their order.

    Its column ``winner`` knows them, or the columns of who played. Where there are none, they are
    those of the game with such a winner.
    """
    schema = frame.lazy().collect_schema()
    if isinstance(schema["winner"], pl.Enum):
        return schema["winner"].categories.to_list()
    players = [column.removesuffix("_player") for column in schema if column.endswith("_player")]
    if len(players) > 1 and game_of_seats(players) is None:
        return players  # of a game that nobody has registered
    game = game_of_seats(players) or game_of(frame)
    return list(game.seat_names()) if game else []


def game_of(frame: pl.DataFrame | pl.LazyFrame) -> type[Game[Any]] | None:
    """Return the game of a frame of games, known by its seats and who won the first; else none."""
    won = frame.lazy().select(pl.col("winner").drop_nulls().cast(pl.String).head(1)).collect()
    if won.is_empty():
        return None
    name, by_seat = won.item(), games_by_seat()
    if name not in by_seat:
        raise ValueError(f"winner: expected {' or '.join(by_seat)}, not {name!r}")
    players = [column for column in frame.lazy().collect_schema() if column.endswith("_player")]
    return game_of_seats(column.removesuffix("_player") for column in players) or by_seat[name]


def seat_in(frame: pl.DataFrame | pl.LazyFrame, seat: str | None) -> str:
    """Return a seat of a frame of games if it is one; without a name the first."""
    seats = seats_in(frame)
    if not seats:
        raise ValueError("games: expected at least one with a winner")
    if seat is not None and seat not in seats:
        listed, meant = " or ".join(map(repr, seats)), did_you_mean(seat, seats)
        raise ValueError(f"side: expected {listed}, not {seat!r}{meant}")
    return seats[0] if seat is None else seat


def relatives(game: type[Game[Any]]) -> list[type[Game[Any]]]:
    """Return the games with the seats of a game, whose results may stand in one frame."""
    related = [other for other in games().values() if other.seats is game.seats]
    return related if game in related else [*related, game]


def shared_columns(game: type[Game[Any]]) -> Columns:
    """Return the columns that frames of a game and its relatives begin with."""
    first, *others = map(stored_columns, relatives(game))
    return {
        name: column
        for name, column in first.items()
        if all(other.get(name) == column for other in others)
    }


class OutputError(MarengoError):
    """A file that cannot be written; names it and the reason."""


def games_frame(
    game: type[Game[Any]],
    players: Sequence[str],
    numbers: Any,
    seeds: Any,
    results: np.ndarray[Any, Any],
) -> pl.DataFrame:
    """Return the frame of games from the engine's results, one row a game."""
    winner = Column("winner", "", "winner", words=dict(enumerate(game.seat_names())))
    seats = zip(game.seat_names(), players, strict=True)
    columns = {
        "game": numbers,
        "seed": seeds,
        **{f"{seat}_player": np.full(len(results), player) for seat, player in seats},
        **{column.name: _values(column, results) for column in (winner, *game.columns)},
    }
    schema = {name: dtype for name, (dtype, _) in stored_columns(game).items()}
    return pl.DataFrame(columns, schema=schema)


def _values(column: Column, results: np.ndarray[Any, Any]) -> pl.Series:
    """Return what a column takes from the results."""
    field = results[column.field]
    values = pl.Series(field if column.side is None else field[:, column.side])
    if column.words:
        return values.replace_strict(column.words, default=None, return_dtype=_type_of(column))
    values = values.cast(_type_of(column))
    return values.replace(NONE, None) if column.missing else values


def check_writable(path: str | Path) -> Path:
    """Return the path if a file can be written there.

    An OutputError is better before an hour of games than after it.
    """
    path = Path(path)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError) as error:  # a name that cannot be one
        raise OutputError(f"{path}: {reason(error)}; expected the name of a file") from error
    if path.is_dir():
        raise OutputError(f"{path}: is a folder, expected a file name such as games.parquet")
    if not path.parent.is_dir():
        raise OutputError(f"{path}: the folder {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise OutputError(f"{path}: not allowed to write there")
    return path


@contextmanager
def made_folder(folder: str | Path) -> Iterator[Path]:
    """Make a folder with those above it; if what is done within fails, empty ones go again."""
    folder = Path(folder)
    made = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise OutputError(f"{folder}: {reason(error)}") from error
        yield folder
    except BaseException:
        for path in made:
            with suppress(OSError, ValueError):
                path.rmdir()
        raise


@contextmanager
def writing_whole(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file that appears at its place when it was written without an error, or not at all.

    Once this is left, it is there even if the power fails.
    """
    path = check_writable(path)
    try:
        with written_whole(path) as file:
            yield file
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error
    except pl.exceptions.PolarsError as error:  # so it tells of a full disk
        raise OutputError(f"{path}: cannot be written: {error}") from error


@takes()
def save_frame(frame: Frame, path: str | Path, notes: Mapping[str, str] | None = None) -> Path:
    """Write a frame as Parquet, whole or not at all, and return its path.

    The file holds its own checksum, by which :func:`read_frame` knows that no bit has changed, and
    whatever notes are given as metadata.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    with writing_whole(path) as file:
        file.write(sealed(collected(frame), notes))
    return Path(path)


@takes()
def read_frame(path: str | Path) -> pl.DataFrame:
    """Return a frame that :func:`save_frame` wrote, if its file is as it was written.

    Raises
    ------
    FileError
        If it cannot be read, or was changed, be it by a single bit.
    """
    return read_sealed(path, "expected a frame as it was saved: make it again")[0]


def save_text(text: str, path: str | Path) -> Path:
    """Write a text file as UTF-8, whole or not at all, and return its path."""
    with writing_whole(path) as file:
        file.write(text.encode())
    return Path(path)
