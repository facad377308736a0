"""Scenario files: TOML with a schema, every number of the rules that a designer may bend."""

from pathlib import Path
from typing import Any

from marengo.core.errors import ScenarioError
from marengo.core.files import fitted, is_file
from marengo.core.scenarios import ancestry, game_of
from marengo.games.marengo.extending import extend
from marengo.games.marengo.scenario import Scenario
from marengo.paths import data_path


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file with what it extends; ScenarioError names the file that does not fit."""
    return scenario_of(ancestry(path))


def scenario_of(chain: list[tuple[Path, dict[str, Any]]]) -> Scenario:
    """Return the scenario of a chain as of :func:`ancestry`; ScenarioError names file and field."""
    (root, content), *children = reversed(chain)
    scenario = _checked(root, content)
    for file, changes in children:
        try:
            content = extend(content, changes)
        except ScenarioError as error:
            raise ScenarioError(f"{file}: {error}") from error
        scenario = _checked(file, content)
    return scenario


def _checked(path: Path, content: dict[str, Any]) -> Scenario:
    """Return the scenario with some content."""
    schema: type[Scenario] = game_of(path, content).schema
    return fitted(content, schema, path, ScenarioError)


def board_file(path: Path) -> Path:
    """Return the file of the board that a scenario file is played on."""
    return board_of(ancestry(path))


def board_of(chain: list[tuple[Path, dict[str, Any]]]) -> Path:
    """Return the file of the board of a chain as of :func:`ancestry`."""
    root, content = chain[-1]
    shipped = data_path(f"boards/{content['board']}.geojson")
    return shipped if is_file(shipped) else root.parent / content["board"]
