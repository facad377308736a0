"""The games of strength ladders on the disk, and what they must agree in to be taken again."""

import ast
import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numba
import polars as pl

from marengo.game import Game
from marengo.game.record import scenario_hash
from marengo.lab.frames import ARMIES, KINDS, save_frame
from marengo.lab.steps import LadderError, Step
from marengo.paths import data_path

__all__ = [
    "IDENTITY",
    "LADDER_COLUMNS",
    "Store",
    "code_text",
    "game_sources",
    "ladder_games",
    "no_games",
    "sources_hash",
]

COMPILED_ROOMS = ("rules", "players")
"""Parts of the package by whose sources the cache of compiled players is named."""

PLAYED_BY = ("playing.py", "simulate.py")
"""Modules of this room that decide how a game goes."""

IDENTITY = ("scenario", "scenario_hash", "sources", "root")
"""Columns that must agree before stored games are taken for those of a ladder."""

LADDER_COLUMNS: dict[str, tuple[Any, str]] = {
    "scenario": (pl.String, "name of the scenario"),
    "scenario_hash": (pl.String, "fingerprint of scenario and board"),
    "sources": (pl.String, "fingerprint of rules, players and their data"),
    "root": (pl.Int64, "seed of the ladder"),
    "challenger": (pl.String, "player who has to win"),
    "holder": (pl.String, "player who is to be beaten"),
    "block": (pl.Int32, "number of the block in its step, from 0"),
    "block_pairs": (pl.Int32, "pairs in the block"),
    "pair": (pl.Int32, "number of the pair in its step, from 0"),
    "side": (ARMIES, "side of the challenger"),
    "austrian": (pl.String, "player of Austria"),
    "french": (pl.String, "player of France"),
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "winner": (ARMIES, "side that won"),
    "kind": (KINDS, "decisive (T-19.1, B-14.2) or marginal (T-19.2, B-14.3)"),
    "last_round": (pl.Int8, "round in which the game ended, hours of the 24-hour clock"),
    "decisions": (pl.Int32, "real choices made, forced moves not counted"),
}
"""Columns of the games of a ladder: type and meaning with unit."""


def ladder_games(games: pl.DataFrame) -> pl.DataFrame:
    """Return games with the columns of a ladder's, each of its type."""
    return games.select(pl.col(name).cast(dtype) for name, (dtype, _) in LADDER_COLUMNS.items())


def no_games() -> pl.DataFrame:
    """Return the games of a ladder before the first was played."""
    return pl.DataFrame(schema={name: dtype for name, (dtype, _) in LADDER_COLUMNS.items()})


@dataclass(slots=True)
class Store:
    """Games on the disk.

    Parameters
    ----------
    path : Path
        Their Parquet file; it need not exist yet.
    identity : dict
        Values of the columns :data:`IDENTITY` of the ladder that is climbed.
    games : polars.DataFrame
        All games in the file, those of other ladders too.
    """

    path: Path
    identity: dict[str, Any]
    games: pl.DataFrame = field(default_factory=no_games)

    @classmethod
    def read(cls, path: Path, game: Game, seed: int) -> "Store":
        """Return the store in a file, empty if there is none.

        Raises
        ------
        LadderError
            If the file cannot be read or is none of a ladder.
        """
        hashes = (scenario_hash(game), sources_hash(game_sources()))
        store = cls(path, dict(zip(IDENTITY, (game.scenario.name, *hashes, seed), strict=True)))
        store.games = store.stored()
        return store

    def stored(self) -> pl.DataFrame:
        """Return all games that the file holds now."""
        if not self.path.exists():
            return no_games()
        try:
            games = pl.read_parquet(self.path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise LadderError(f"{self.path}: cannot be read as Parquet: {error}") from error
        if games.schema != no_games().schema:
            raise LadderError(f"{self.path}: holds no games of a ladder; expected another folder")
        return games

    @property
    def strangers(self) -> int:
        """How many games belong to other ladders."""
        return self.games.height - self.games.filter(**self.identity).height

    def find(self, step: Step, block: int, pairs: int) -> pl.DataFrame | None:
        """Return the games of a block if it was played before."""
        found = self.games.filter(
            **self.identity,
            challenger=step.challenger,
            holder=step.holder,
            block=block,
            block_pairs=pairs,
        )
        return found if found.height == 2 * pairs else None

    def add(self, games: pl.DataFrame) -> None:
        """Keep the games of a block, on the disk too: whole or not at all.

        The file is read again, as another step may be climbed beside this one. If it was the same
        step, both played the same games, and one of each is kept.
        """
        self.games = pl.concat([self.stored(), games]).unique(maintain_order=True)
        save_frame(self.games, self.path)


def game_sources() -> list[Path]:
    """Return the files that decide a game beside its scenario: our code, and data of players."""
    package = Path(__file__).parent.parent
    files = [path for room in COMPILED_ROOMS for path in sorted((package / room).rglob("*.py"))]
    files += [package / "lab" / name for name in PLAYED_BY]
    return files + [path for path in sorted(data_path("players").rglob("*")) if path.is_file()]


def sources_hash(paths: Iterable[Path]) -> str:
    """Return the fingerprint of what decides a game: what files mean, and the version of Numba.

    A player who was changed must not be judged by games of the old one. A comment or docstring
    changes nobody, and hours of games must not be lost by correcting it.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(path.name.encode() + _meaning(path))
    return digest.hexdigest()[:16]


def _meaning(path: Path) -> bytes:
    """Return a file without what only people read, as far as its kind is known."""
    content = path.read_bytes()
    if path.suffix == ".py":
        return code_text(content.decode()).encode()
    if path.suffix == ".toml":
        return json.dumps(tomllib.loads(content.decode()), sort_keys=True).encode()
    return content


def code_text(source: str) -> str:
    """Return Python code as a text that neither comments nor docstrings nor layout can change.

    Empty lists of the syntax tree are left out, as versions of Python differ in which they have.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name, value in list(ast.iter_fields(node)):
            if isinstance(value, list):
                if kept := [part for part in value if not _is_docstring(part)]:
                    setattr(node, name, kept)
                else:
                    delattr(node, name)
    return ast.dump(tree)


def _is_docstring(part: object) -> bool:
    """Whether a statement is a text alone: a docstring, or one that tells of an attribute."""
    return (
        isinstance(part, ast.Expr)
        and isinstance(part.value, ast.Constant)
        and isinstance(part.value.value, str)
    )
