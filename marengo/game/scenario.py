"""Scenario files: TOML with a schema, every number of the rules that a designer may bend."""

import json
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from marengo.game.errors import ScenarioError
from marengo.paths import data_path
from marengo.rules.vocabulary import SLOTS

Army = Literal["austrian", "french"]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Count = Annotated[int, msgspec.Meta(ge=1, le=SLOTS)]
Discs = Annotated[int, msgspec.Meta(ge=0, le=60)]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces alike: kind, strength, how many, and the hour before which they may not enter."""

    kind: Literal["infantry", "cavalry", "artillery"]
    strength: Annotated[int, msgspec.Meta(ge=1, le=4)]
    count: Count = 1
    earliest: Hour = 0


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that start together.

    ``places`` says how many start in each place or box; without it the board's French start
    symbols do. With ``draw`` they are assigned blindly (T-4.6), otherwise in the order written.
    """

    name: str
    army: Army
    pieces: tuple[Pieces, ...]
    places: dict[str, Count] | None = None
    draw: bool = False
    disorganised: bool = False


class ArmyMorale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs at the start: uncommitted, and on the time track by hour (T-4.2, T-4.3)."""

    uncommitted: Discs = 0
    track: dict[Hour, Discs] = {}


class Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs of both armies at the start."""

    austrian: ArmyMorale
    french: ArmyMorale


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules; the defaults are those of the rulebook."""

    first_hour: Hour = 6
    last_hour: Hour = 21
    orders_per_turn: Annotated[int, msgspec.Meta(ge=0, le=20)] = 3
    group_limit: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3
    road_steps: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    surprise_hour: Hour = 6
    organised_for_pairs: Annotated[int, msgspec.Meta(ge=0, le=SLOTS)] = 3
    return_until: Hour = 15
    objective_pieces: Count = 3


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up to be played: which rules, which board, which forces, which numbers."""

    name: str
    ruleset: Literal["triomphe"]
    board: str
    forces: tuple[Force, ...]
    morale: Morale
    hours: dict[str, Hour]
    title: str = ""
    parameters: Parameters = Parameters()

    def text(self) -> str:
        """Return the scenario as canonical JSON text, the same for equal scenarios."""
        return json.dumps(msgspec.to_builtins(self, str_keys=True), sort_keys=True)


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file.

    Raises
    ------
    ScenarioError
        If the file cannot be read, is not TOML, or does not fit the schema.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Scenario)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from error


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
