"""Where the rows of a Parquet file come from, as its metadata tell.

A file that is copied out of its run, or sent by mail, still says which plan, seed, scenarios,
players and code made it.
"""

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.errors import FileError
from marengo.core.files import from_parquet
from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.core.players import learned_by
from marengo.core.records import scenario_hash
from marengo.lab.fingerprints import fingerprints

__all__ = ["games_provenance", "provenance", "told", "versions"]

KEY = "marengo"
"""Key of the metadata."""

DEPENDENCIES = ("marengo", "numba", "numpy", "polars", "msgspec")
"""Packages whose versions are told."""


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that games are played by."""
    return {name: version(name) for name in DEPENDENCIES} | {"python": platform.python_version()}


def told(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return facts of where rows come from as metadata of their file."""
    return {KEY: json.dumps(facts, sort_keys=True)}


def games_provenance(
    command: str, games: Iterable[Game[Any]], players: Sequence[str], seed: int | None
) -> dict[str, str]:
    """Return as metadata what decides the rows of games that some players played.

    ``command`` makes the file again; ``seed``, the root of all, is None if only the rows know it.
    """
    games = list(games)
    identity = fingerprints(games, {player: game for game in games for player in players})
    scenarios = {game.scenario_name: scenario_hash(game) for game in games}
    facts = {"command": command, "scenarios": scenarios, "seed": seed, "versions": versions()}
    facts["learned"] = learned_by(players, games)
    return told({**facts, **identity})


@takes()
def provenance(path: str | Path) -> dict[str, Any]:
    """Return what a Parquet file of ours says of where its rows come from.

    Parameters
    ----------
    path : str or Path
        A file of a run, or one that a command wrote.

    Returns
    -------
    dict
        ``scenarios``: their hashes, by name; ``code``, ``players`` and ``weights``: fingerprints,
        as in the manifest of a run; ``learned``: of players who have not learned all that they
        played, from which scenario their weights come; ``versions``; of a run its ``plan`` and when
        it was ``begun``, of other files the ``command`` and the ``seed``.

    Raises
    ------
    FileError
        If the file cannot be read, is no Parquet or says nothing.
    """
    wrong = "expected a Parquet file that marengo wrote"
    notes = from_parquet(pl.read_parquet_metadata, Path(path), FileError, wrong)
    if KEY not in notes:
        raise FileError(f"{path}: does not say where its rows come from; {wrong}")
    facts: dict[str, Any] = json.loads(notes[KEY])
    return facts
