"""The games of strength ladders on the disk, and what they must share to be used again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.game import Game
from marengo.core.records import scenario_hash
from marengo.core.sealed import read_sealed
from marengo.lab.fingerprints import game_fingerprint
from marengo.lab.frames import save_frame, shared_columns, stored_columns
from marengo.lab.locks import locked
from marengo.lab.statistics import Columns, frame_of
from marengo.lab.steps import LadderError, LadderStep

TEMPORARY = "????????"
"""Pattern of the ends of names of files that are still being written."""

IDENTITY = ("scenario", "scenario_hash", "sources", "root")
"""Columns that must agree before stored games are taken for those of a ladder."""


def ladder_columns(game: type[Game[Any]]) -> Columns:
    """Return the columns of the games of a ladder: type and meaning with unit.

    Of what a game tells of itself only what its relatives tell too, and of no seat alone.

    Raises
    ------
    LadderError
        If one of these has the name of a column that every ladder has.
    """
    winner = stored_columns(game)["winner"]
    seats = zip(game.seat_names(), game.seat_titles(), strict=True)
    shared = shared_columns(game)
    own = [column.name for column in game.columns if column.name in shared and column.side is None]
    columns: Columns = {
        "scenario": (pl.String, "name of the scenario"),
        "scenario_hash": (pl.String, "fingerprint of scenario and board"),
        "sources": (pl.String, "fingerprint of rules, players and their data"),
        "root": (pl.Int64, "seed of the ladder"),
        "challenger": (pl.String, "player who has to win"),
        "holder": (pl.String, "player who is to be beaten"),
        "block": (pl.Int32, "number of the block in its step, from 0"),
        "block_pairs": (pl.Int32, "pairs in the block"),
        "pair": (pl.Int32, "number of the pair in its step, from 0"),
        "side": (winner[0], "side of the challenger"),
        **{seat: (pl.String, f"player of {title}") for seat, title in seats},
        "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
        "winner": winner,
    }
    if taken := columns.keys() & set(own):
        raise LadderError(f"{game.title}: column {min(taken)!r}: expected another name in a ladder")
    return {**columns, **{name: shared[name] for name in own}}


def ladder_games(games: pl.DataFrame, game: type[Game[Any]]) -> pl.DataFrame:
    """Return games with the columns of a ladder's, each of its type."""
    return games.select(
        pl.col(name).cast(dtype) for name, (dtype, _) in ladder_columns(game).items()
    )


def no_games(game: type[Game[Any]]) -> pl.DataFrame:
    """Return the games of a ladder before the first was played."""
    return frame_of(ladder_columns(game), [])


@dataclass(slots=True)
class Store:
    """The games of ladders on the disk, whose file this process alone writes."""

    path: Path  # of a Parquet file, which need not exist yet
    identity: dict[str, Any]  # values of the columns IDENTITY of the ladder that is run
    games: pl.DataFrame  # those that it holds

    @classmethod
    @contextmanager
    def open(cls, path: Path, game: Game[Any], seed: int) -> Iterator["Store"]:
        """Provide the store in a file, empty if there is none, alone until this is left."""
        taken = LadderError(f"{path}: another process climbs this ladder; expected one alone")
        with locked(path.with_name(f".{path.name}.lock"), taken):
            yield cls._read(path, game, seed)

    @classmethod
    def _read(cls, path: Path, game: Game[Any], seed: int) -> "Store":
        """Return the store in a file, without what a kill has left beside it."""
        hashes = (scenario_hash(game), game_fingerprint(type(game)))
        identity = dict(zip(IDENTITY, (game.scenario_name, *hashes, seed), strict=True))
        store = cls(path, identity, no_games(type(game)))
        for left in path.parent.glob(f".{escape(path.name)}{TEMPORARY}"):
            left.unlink()
        store.games = store._stored()
        return store

    def _stored(self) -> pl.DataFrame:
        """Return all games that the file holds."""
        if not self.path.exists():
            return self.games.clear()
        games, _ = read_sealed(self.path, "take it away, and its games are played again")
        if games.schema != self.games.schema:
            raise LadderError(f"{self.path}: holds no games of a ladder; expected another folder")
        return games

    @property
    def foreign(self) -> int:
        """Number of games of other ladders."""
        return self.games.height - self.games.filter(**self.identity).height

    def find(self, step: LadderStep, block: int, pairs: int) -> pl.DataFrame | None:
        """Return the games of a block if it was played before."""
        played = self.games.filter(
            **self.identity,
            challenger=step.challenger,
            holder=step.holder,
            block=block,
            block_pairs=pairs,
        )
        return played if played.height == 2 * pairs else None

    def add(self, games: pl.DataFrame) -> None:
        """Keep the games of a block, on the disk too: whole or not at all."""
        self.games = pl.concat([self.games, games]).unique(maintain_order=True)
        save_frame(self.games, self.path)
