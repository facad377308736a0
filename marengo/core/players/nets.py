"""What players have learned, and its files: Parquet, written by :mod:`marengo.lab.learning`.

A seat may have several nets, one of which it draws for each game: then nobody who knows them all
can know by which of them it plays.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl

from marengo.core.engine.policy import draw_net_once
from marengo.core.files import MOST_WEIGHTS, check_regular, reason
from marengo.core.game import Game
from marengo.core.sealed import read_sealed, sealed

Array = np.ndarray[Any, Any]

SCHEMA = {"seat": pl.UInt8, "part": pl.String, "row": pl.UInt32, "weight": pl.Float32}
"""Columns of a frame of nets: a row for each weight that is not 0."""

FILE_SCHEMA = {"seat": pl.UInt8, "member": pl.UInt8} | SCHEMA
"""Columns of a file, whose seats may have several nets each."""

TEMPERATURE = 0.5
"""Temperature of the choices of ``policy``: it learns at 1, which is looser than is best."""

MOST_MEMBERS = 256
"""Nets that a seat may have."""

WANTED = "expected a file of `marengo learn`, which can make it again"


@dataclass(frozen=True)
class Mixture:
    """Nets by which seats play, and how often each seat draws which of its own."""

    members: tuple[Array, ...]  # the nets of each seat, shape (number of them,)
    shares: tuple[Array, ...]  # how often each of them is drawn; those of a seat add up to 1

    @classmethod
    def of(cls, nets: Array) -> "Mixture":
        """Return what plays by one net a seat, of shape (seats,)."""
        seats = range(len(nets))
        return cls(tuple(nets[seat : seat + 1] for seat in seats), tuple(np.ones(1) for _ in seats))

    @classmethod
    def joined(cls, several: "Sequence[Mixture]") -> "Mixture | None":
        """Return all nets of several, who count alike; nothing if there are none."""
        if not several:
            return None
        members = zip(*(mixture.members for mixture in several), strict=True)
        shares = zip(*(mixture.shares for mixture in several), strict=True)
        return cls(
            tuple(np.concatenate(nets) for nets in members),
            tuple(np.concatenate(of) / len(several) for of in shares),
        )

    @cached_property
    def likeliest(self) -> Array:
        """The net that each seat draws most often, shape (seats,)."""
        best = [int(np.argmax(shares)) for shares in self.shares]
        pairs = zip(self.members, best, strict=True)
        return np.concatenate([nets[index : index + 1] for nets, index in pairs])

    def drawn(self, seat: int, generators: Array) -> Array:
        """Return the likeliest nets, but that of a seat drawn by its shares, if it has several."""
        if len(self.members[seat]) == 1:
            return self.likeliest
        nets = self.likeliest.copy()
        nets[seat] = self.members[seat][draw_net_once(self.shares[seat], generators)]
        return nets

    def sharper(self, temperature: float = TEMPERATURE) -> "Mixture":
        """Return what chooses at temperature 1 as this does at another one, as ``policy`` does."""
        members = tuple(nets.copy() for nets in self.members)
        for nets in members:
            for part in {"moves", "steer"} & {*(nets.dtype.names or ())}:
                nets[part] /= temperature
        return Mixture(members, self.shares)

    def facing(self, seat: int, generators: Array, own: Array | None = None) -> Array:
        """Return the nets that a seat expects in a game: its own, and others' as they draw them."""
        nets = self.likeliest if own is None else own
        for other, members in enumerate(self.members):
            if other != seat and len(members) > 1:
                nets = nets.copy()
                nets[other] = self.drawn(other, generators)[other]
        return nets


def net_path(game: Game[Any]) -> Path | None:
    """Return the file with what was learned: beside that of the scenario, or else of the game.

    None of a game that has no files.
    """
    return game.weights_file or named_net(game, game.name)


def named_net(game: Game[Any], name: str) -> Path | None:
    """Return the file of weights that comes with a game under a name.

    None of a game that has no files.
    """
    return game.data and game.data / "players" / f"{name}.parquet"


def net_file(game: Game[Any], named: str | Path) -> Path:
    """Return the file of weights that a player names: one that comes with the game, or its path."""
    path = Path(named)
    shipped = None if path.suffix or len(path.parts) > 1 else named_net(game, str(named))
    return shipped if shipped and shipped.is_file() else path


def check_learns(game: Game[Any]) -> None:
    """Raise ValueError if a game cannot be learned, as it declares no features."""
    if not game.learns():
        raise ValueError(f"{game.title} declares no features of moves: it cannot be learned")


def net_text(game: Game[Any]) -> str:
    """Return what the nets of a game consist of; weights are only read for the same."""
    dtype = game.engine.net.dtype()
    parts = ", ".join(f"{name} {dtype[name].shape[0]}" for name in dtype.names or ())
    return f"{game.name}: {len(game.seats)} seats, {parts}"


def read_net(game: Game[Any], path: str | Path | None = None) -> Array:
    """Return the nets that the seats of a game play by most often, shape (seats,).

    As :func:`read_mixture`, which tells of the file and errors.
    """
    return read_mixture(game, path).likeliest


def read_mixture(game: Game[Any], path: str | Path | None = None) -> Mixture:
    """Return what the seats of a game have learned, by default from the file of :func:`net_path`.

    ``path`` may be the name of a file that comes with the game. Raise ValueError if the game cannot
    be learned, or the file cannot be read or is of other features.
    """
    check_learns(game)
    path = net_file(game, path) if path else net_path(game)
    if path is None:
        raise ValueError(f"{game.title} comes without weights: expected a file of `marengo learn`")
    notes, frame = _read(path)
    stated = notes.get("net")
    if stated != net_text(game):
        raise ValueError(
            f"{path}: expected weights of {net_text(game)}, not of {stated or 'nothing known'}"
        )
    shares = _shares(notes.get("shares"), len(game.seats), path)
    members = tuple(game.engine.net.array(len(seat_shares)) for seat_shares in shares)
    try:
        for (seat, part), rows in (
            frame.cast(pl.Schema(FILE_SCHEMA)).partition_by("seat", "part", as_dict=True).items()
        ):
            members[seat][part][rows["member"], rows["row"]] = rows["weight"]
    except (pl.exceptions.PolarsError, IndexError, ValueError) as error:
        wanted = ", ".join(FILE_SCHEMA)
        raise ValueError(f"{path}: expected columns {wanted}: {reason(error)}") from error
    for nets in members:
        if not all(np.isfinite(nets[part]).all() for part in nets.dtype.names or ()):
            raise ValueError(f"{path}: weight: expected finite numbers")
    return Mixture(members, shares)


def _shares(text: str | None, seats: int, path: Path) -> tuple[Array, ...]:
    """Return how often each seat draws which net, as a file says; one a seat if it says nothing."""
    try:
        stated = tuple(np.array(numbers, float) for numbers in json.loads(text)) if text else None
        shares = stated or tuple(np.ones(1) for _ in range(seats))
        fits = all(
            array.ndim == 1 and 0 < len(array) <= MOST_MEMBERS and (array >= 0).all()
            for array in shares
        )
        whole = fits and all(abs(array.sum() - 1) < 1e-6 for array in shares)
    except (TypeError, ValueError, RecursionError):
        whole = False
    if not whole or len(shares) != seats:
        raise ValueError(
            f"{path}: shares: expected for each of {seats} seats a list of up to {MOST_MEMBERS} "
            "shares, not below 0, that add up to 1"
        )
    return shares


def net_notes(path: Path) -> dict[str, str]:
    """Return what a file of weights says of how they were learned; else raise ValueError."""
    return _read(path)[0]


def _read(path: Path) -> tuple[dict[str, str], pl.DataFrame]:
    """Return what a file says, and its weights; an error if it cannot be read."""
    try:
        check_regular(path, MOST_WEIGHTS)
        written = path.stat()
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: cannot be read: {reason(error)}; {WANTED}") from error
    return _file_of(path, written.st_mtime_ns, written.st_size)


@lru_cache(maxsize=8)
def _file_of(path: Path, *_: int) -> tuple[dict[str, str], pl.DataFrame]:
    """Return what a file says: it is asked for each game anew, by when it was written last."""
    frame, notes = read_sealed(path, WANTED, MOST_WEIGHTS)
    return notes, frame


def put_weights(frame: pl.DataFrame, nets: Any) -> None:
    """Put the weights of a frame of :func:`net_frame` into nets, or what is of the same parts."""
    for (seat, part), rows in frame.partition_by("seat", "part", as_dict=True).items():
        nets[part][seat, rows["row"]] = rows["weight"]


def net_frame(
    nets: Array | Mapping[str, Array], dtype: type[pl.DataType] = pl.Float32
) -> pl.DataFrame:
    """Return what the seats of a game have learned as :func:`read_net` reads it.

    ``nets`` are of shape (seats,), or numbers for each of their weights, by part.
    """
    frames: list[pl.DataFrame] = []
    schema: dict[str, Any] = {**SCHEMA, "weight": dtype}
    for part in nets if isinstance(nets, Mapping) else nets.dtype.names or ():
        seats, rows = np.nonzero(nets[part])
        columns = (seats, np.full(len(rows), part), rows, nets[part][seats, rows])
        frames.append(pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema))
    return pl.concat(frames)


def sealed_mixture(
    game: Game[Any], mixture: Mixture, notes: Mapping[str, str] = MappingProxyType({}), **how: Any
) -> bytes:
    """Return the file with what the seats of a game have learned, as :func:`read_mixture` reads it.

    ``notes``, how it was learned, go into the metadata; ``how`` goes to polars' ``write_parquet``.
    """
    frames = [
        net_frame(nets[member : member + 1]).with_columns(
            seat=pl.lit(seat, pl.UInt8), member=pl.lit(member, pl.UInt8)
        )
        for seat, nets in enumerate(mixture.members)
        for member in range(len(nets))
    ]
    shares = json.dumps([array.tolist() for array in mixture.shares])
    metadata = {"net": net_text(game), "shares": shares, **notes}
    return sealed(pl.concat(frames).select(*FILE_SCHEMA), metadata, **how)
