"""The games of strength ladders on the disk, and what they must share to be used again."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.records import scenario_hash
from marengo.games.marengo.game import MarengoGame
from marengo.lab.frames import GAME_COLUMNS, save_frame
from marengo.lab.sources import game_sources, sources_hash
from marengo.lab.statistics import Columns, frame_of
from marengo.lab.steps import LadderError, Step

IDENTITY = ("scenario", "scenario_hash", "sources", "root")
"""Columns that must agree before stored games are taken for those of a ladder."""

LADDER_COLUMNS: Columns = {
    "scenario": (pl.String, "name of the scenario"),
    "scenario_hash": (pl.String, "fingerprint of scenario and board"),
    "sources": (pl.String, "fingerprint of rules, players and their data"),
    "root": (pl.Int64, "seed of the ladder"),
    "challenger": (pl.String, "player who has to win"),
    "holder": (pl.String, "player who is to be beaten"),
    "block": (pl.Int32, "number of the block in its step, from 0"),
    "block_pairs": (pl.Int32, "pairs in the block"),
    "pair": (pl.Int32, "number of the pair in its step, from 0"),
    "side": (GAME_COLUMNS["winner"][0], "side of the challenger"),
    "austrian": (pl.String, "player of Austria"),
    "french": (pl.String, "player of France"),
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "winner": GAME_COLUMNS["winner"],
    "kind": GAME_COLUMNS["kind"],
    "last_round": GAME_COLUMNS["last_round"],
    "decisions": GAME_COLUMNS["decisions"],
}
"""Columns of the games of a ladder: type and meaning with unit."""


def ladder_games(games: pl.DataFrame) -> pl.DataFrame:
    """Return games with the columns of a ladder's, each of its type."""
    return games.select(pl.col(name).cast(dtype) for name, (dtype, _) in LADDER_COLUMNS.items())


def no_games() -> pl.DataFrame:
    """Return the games of a ladder before the first was played."""
    return frame_of(LADDER_COLUMNS, [])


@dataclass(slots=True)
class Store:
    """The games of ladders on the disk."""

    path: Path  # of a Parquet file, which need not exist yet
    identity: dict[str, Any]  # values of the columns IDENTITY of the ladder that is run
    games: pl.DataFrame = field(default_factory=no_games)

    @classmethod
    def read(cls, path: Path, game: MarengoGame, seed: int) -> "Store":
        """Return the store in a file, empty if there is none."""
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
    def foreign(self) -> int:
        """Number of games of other ladders."""
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

        The file is read again, as another step may be played beside this one. If it was the same
        step, both played the same games, and one of each is kept.
        """
        self.games = pl.concat([self.stored(), games]).unique(maintain_order=True)
        save_frame(self.games, self.path)
