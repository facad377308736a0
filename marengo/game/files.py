"""Scenario files: TOML with a schema, every number of the rules that a designer may bend."""

from pathlib import Path
from typing import Any

import msgspec

from marengo.game.errors import ScenarioError
from marengo.game.extending import extend
from marengo.game.faults import find_fault
from marengo.game.rulesets import RULESETS
from marengo.game.scenario import Scenario
from marengo.paths import data_path


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file, with what it extends.

    Raises
    ------
    ScenarioError
        If the file cannot be read, is not TOML, or does not fit the schema of its ruleset; or
        one that it extends, which the message then names.
    """
    return scenario_of(ancestry(path))


def scenario_of(chain: list[tuple[Path, dict[str, Any]]]) -> Scenario:
    """Return the scenario that tables make which extend each other, see :func:`ancestry`.

    Raises
    ------
    ScenarioError
        If a table does not fit; names the file it came with, and the field.
    """
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
    given = content.get("ruleset")
    if not isinstance(given, str) or given not in RULESETS:
        wrong = f"Invalid value {given!r} - at `$.ruleset`"
        fault = wrong if "ruleset" in content else "Object missing required field `ruleset`"
        raise ScenarioError(f"{path}: {fault}, expected one of {', '.join(RULESETS)}")
    schema = RULESETS[given].scenario
    try:
        return msgspec.convert(content, schema, str_keys=True)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{path}: {find_fault(content, schema) or error}") from error


def ancestry(path: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return a scenario file and those it extends in turn, each with what it says itself.

    Raises
    ------
    ScenarioError
        If one cannot be read or is not TOML, or if they extend each other in a circle.
    """
    chain: list[tuple[Path, dict[str, Any]]] = []
    following: Path | None = path
    while following is not None:
        files = [file for file, _ in chain]
        if following.resolve() in [file.resolve() for file in files]:
            circle = " extends ".join(map(str, [*files, following]))
            raise ScenarioError(f"{path}: extends: a circle: {circle}")
        content = _content(following)
        chain.append((following, content))
        following = _extended(following, content)
    return chain


def _content(path: Path) -> dict[str, Any]:
    """Return what a TOML file says."""
    try:
        content: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from error
    return content


def _extended(path: Path, content: dict[str, Any]) -> Path | None:
    """Return the file that a scenario extends: one that comes with marengo, or one near it."""
    if "extends" not in content:
        return None
    parent = content["extends"]
    if not isinstance(parent, str):
        raise ScenarioError(f"{path}: extends: expected a name or a path, not {parent!r}")
    shipped = _shipped(parent)
    file = path.parent / parent
    if shipped is None and not file.is_file():
        raise ScenarioError(f"{path}: extends: {_no_scenario(parent)}")
    return shipped or file


def parent_file(path: Path) -> Path | None:
    """Return the file that a scenario file extends, or None."""
    return _extended(path, _content(path))


def board_file(path: Path) -> Path:
    """Return the file of the board that a scenario file is played on."""
    return board_of(ancestry(path))


def board_of(chain: list[tuple[Path, dict[str, Any]]]) -> Path:
    """Return the file of the board of tables that extend each other, see :func:`ancestry`."""
    root, content = chain[-1]
    shipped = data_path(f"boards/{content['board']}.geojson")
    return shipped if shipped.is_file() else root.parent / content["board"]


def scenario_names() -> tuple[str, ...]:
    """Return the names of the games that come with marengo, as their rulebooks have them."""
    return _names("scenarios")


def what_if_names() -> tuple[str, ...]:
    """Return the names of the what-ifs that come with marengo."""
    return _names("what_if")


def _names(folder: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in data_path(folder).glob("*.toml")))


def find_scenario(name_or_path: str | Path) -> Path:
    """Return the file of a scenario named or given by its path.

    Raises
    ------
    ScenarioError
        If there is no such scenario; lists those that exist.
    """
    shipped = _shipped(name_or_path) if isinstance(name_or_path, str) else None
    path = shipped or Path(name_or_path)
    if not path.is_file():
        raise ScenarioError(_no_scenario(str(name_or_path)))
    return path


def _shipped(name: str) -> Path | None:
    """Return the file of a scenario that comes with marengo."""
    for folder in ("scenarios", "what_if"):
        if name in _names(folder):
            return data_path(f"{folder}/{name}.toml")
    return None


def _no_scenario(name: str) -> str:
    known = ", ".join([*scenario_names(), *what_if_names()])
    return f"no scenario {name!r}: expected a file or one of {known}"
