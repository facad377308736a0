"""Scenario files: TOML with a schema, every number of the rules that a designer may bend."""

from functools import reduce
from operator import or_
from pathlib import Path

import msgspec

from marengo.game.errors import ScenarioError
from marengo.game.rulesets import RULESETS
from marengo.game.scenario import Scenario
from marengo.paths import data_path


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file; its field ``ruleset`` says which schema it follows.

    Raises
    ------
    ScenarioError
        If the file cannot be read, is not TOML, or does not fit the schema.
    """
    schema = reduce(or_, (ruleset.scenario for ruleset in RULESETS.values()))
    try:
        scenario: Scenario = msgspec.toml.decode(path.read_bytes(), type=schema)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from error
    return scenario


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios that come with marengo."""
    return tuple(sorted(path.stem for path in data_path("scenarios").glob("*.toml")))


def find_scenario(name_or_path: str | Path) -> Path:
    """Return the file of a scenario named or given by its path.

    Raises
    ------
    ScenarioError
        If there is no such scenario; lists those that exist.
    """
    if isinstance(name_or_path, str) and name_or_path in scenario_names():
        return data_path(f"scenarios/{name_or_path}.toml")
    path = Path(name_or_path)
    if path.is_file():
        return path
    known = ", ".join(scenario_names())
    raise ScenarioError(f"no scenario {str(name_or_path)!r}: expected a file or one of {known}")
