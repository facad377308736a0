"""Values and effects as folders keep them: found once, and reported as often as one likes."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import polars as pl

from marengo.core.errors import FileError, MarengoError
from marengo.core.files import is_file, reason
from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.core.players.nets import Mixture, net_path, read_mixture
from marengo.core.records import scenario_hash
from marengo.core.scenarios import load
from marengo.core.sealed import read_sealed
from marengo.lab.analysis.matrices import MATRIX_COLUMNS
from marengo.lab.analysis.value import BY_SEARCH, POLICY, ROUND_COLUMNS, SEARCHED, ValueOfGame
from marengo.lab.analysis.value_by_search import ValueBySearch
from marengo.lab.analysis.value_effects import EFFECT_COLUMNS, FOUND
from marengo.lab.learning import AWAY
from marengo.lab.plan import Study, find_plan, plan_names, read_study
from marengo.lab.statistics import Columns

CALL = re.compile(
    r".* (?P<hash>\w+), games (?P<games>\d+), within (?P<within>.+), seed (?P<seed>\d+), "
    r"players (?P<players>\w+), from (?P<start>.+)",
    re.DOTALL,  # a file may be called anything
)
"""Pattern of the call that found a value, in the files of its players."""


@dataclass(frozen=True)
class KeptValue:
    """Result of :func:`marengo.lab.analysis.value`, read from a folder."""

    plan: ClassVar[None] = None  # a folder of several scenarios may have one

    folder: Path
    game: Game[Any]
    scenario: str  # its name or file
    result: ValueOfGame
    call: dict[str, str]  # what was asked for: games, within, seed, players (a digest) and start
    behaviour: str  # how the mixture played then

    @property
    def values(self) -> "tuple[KeptValue]":
        """Tuple of this value alone, as :class:`KeptEffects` has one of several."""
        return (self,)

    @property
    def last(self) -> dict[str, Any]:
        """The last row of its rounds."""
        return self.result.rounds.row(-1, named=True)

    @property
    def ships(self) -> bool:
        """True if the players found are those that come with the scenario."""
        path = net_path(self.game)
        return bool(path and path.is_file()) and _bytes_of(read_mixture(self.game)) == _bytes_of(
            self.result.mixture
        )


@dataclass(frozen=True)
class KeptEffects:
    """Result of :func:`marengo.lab.analysis.value_effects`, read from a folder."""

    folder: Path
    table: pl.DataFrame  # with the columns of EFFECT_COLUMNS
    values: tuple[KeptValue, ...]  # one for each row
    plan: Study | None  # that of these scenarios which comes with marengo


@takes(FileError)
def read_kept(folder: str | Path) -> KeptValue | KeptEffects | None:
    """Return what ``marengo value`` found in a folder; nothing if it is no such folder.

    Parameters
    ----------
    folder : str or Path
        Of one scenario, or of several.

    Raises
    ------
    FileError
        If a file is damaged, or is of a scenario that is otherwise today.
    ScenarioError
        If there is no such scenario any more.
    """
    folder = Path(folder)
    if is_file(folder / FOUND):
        return _read_effects(folder)
    return _read_value(folder) if is_file(folder / POLICY) else None


def _read_effects(folder: Path) -> KeptEffects:
    """Return what was found of several scenarios."""
    table, _ = _table(folder / FOUND, EFFECT_COLUMNS)
    names = tuple(table["scenario"])
    plans = (read_study(find_plan(name)) for name in plan_names())
    plan = next((candidate for candidate in plans if candidate.scenarios == names), None)
    if len(names) < 2:
        raise FileError(f"{folder / FOUND}: expected two scenarios that are done; {AWAY}")
    games: Sequence[Game[Any] | None] = [plan.game(name) if plan else None for name in names]
    values = (_read_value(folder / name, game) for name, game in zip(names, games, strict=True))
    return KeptEffects(folder, table, tuple(values), plan)


def _read_value(folder: Path, game: Game[Any] | None = None) -> KeptValue:
    """Return what was found of one scenario."""
    path = folder / POLICY
    _, notes = read_sealed(path, AWAY)
    try:
        course, call = json.loads(notes["course"]), CALL.fullmatch(notes["command"])
        scenario = notes.get("source", notes["scenario"])
        game = game or load(scenario)
        if call is None:
            raise FileError(f"{path}: expected what this version of marengo finds; {AWAY}")
        asked = call.groupdict()
        if asked.pop("hash") != scenario_hash(game):
            raise FileError(f"{path}: expected what was found of {scenario} as it is today; {AWAY}")
        rounds, _ = _table(folder / "rounds.parquet", ROUND_COLUMNS)
        matrix, _ = _table(folder / "matrix.parquet", MATRIX_COLUMNS)
        first, second = game.seat_names()
        settled, behaviour = course["quiet"] > 1, course["behaviour"]
        mixture = read_mixture(game, path)
        searched = _searched(folder / SEARCHED)
    except MarengoError:
        raise
    except (LookupError, TypeError, ValueError) as error:
        raise FileError(f"{path}: is damaged: {reason(error)}; {AWAY}") from error
    result = ValueOfGame(rounds, matrix, mixture, (first, second), settled, searched)
    return KeptValue(folder, game, scenario, result, asked, behaviour)


def _searched(path: Path) -> ValueBySearch | None:
    """Return the value by search, if there is one in the file."""
    if not is_file(path):
        return None
    matrix, notes = _table(path, MATRIX_COLUMNS)
    if not {*BY_SEARCH} <= {*notes}:
        return None
    value, low, high = (float(notes[name]) for name in BY_SEARCH[1:])
    return ValueBySearch(int(notes[BY_SEARCH[0]]), value, low, high, matrix)


def _table(path: Path, columns: Columns) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return a table of a folder and its notes."""
    table, notes = read_sealed(path, AWAY)
    if table.schema != {name: dtype for name, (dtype, _) in columns.items()} or table.is_empty():
        raise FileError(f"{path}: expected columns {', '.join(columns)}, and a row; {AWAY}")
    return table, notes


def _bytes_of(mixture: Mixture) -> list[bytes]:
    """Return bytes that are equal for mixtures that play alike."""
    return [array.tobytes() for array in (*mixture.members, *mixture.shares)]
