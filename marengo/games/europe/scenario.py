"""Scenario files of battles, and the tables that the engine makes of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import numpy as np

from marengo.core.engine.driver import NONE
from marengo.core.errors import ScenarioError
from marengo.core.files import fitted
from marengo.core.game import Content
from marengo.core.scenarios import merged
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.position import Tables
from marengo.games.europe.rules.words import KINDS, Nation, Side

NationName = Literal[
    "france", "great-britain", "prussia", "russia", "ottoman-empire", "austria", "spain"
]
Number = Annotated[int, msgspec.Meta(ge=0, le=60)]

MOST = 100
"""Most pieces of a nation in a battle."""

OWN = ("name", "title", "context", "sources", "extends")
"""Fields that describe one file; a what-if does not inherit them."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a file, without fields that nobody knows."""


class Army(Table, frozen=True, kw_only=True):
    """Numbers of pieces of each kind that a nation has in a battle."""

    infantry: Number = 0
    elite: Number = 0
    militia: Number = 0
    cavalry: Number = 0
    heavy: Number = 0
    irregular: Number = 0
    artillery: Number = 0
    leader: Number = 0

    @property
    def armies(self) -> int:
        """Number of armies; leaders are none (N-1.2)."""
        return sum(self.numbers()) - self.leader

    def numbers(self) -> tuple[int, ...]:
        """Return how many there are of each kind, in the order of :class:`Piece`."""
        return msgspec.structs.astuple(self)

    def __str__(self) -> str:
        parts = [f"{number} {kind}" for kind, number in msgspec.to_builtins(self).items() if number]
        return ", ".join(parts)


class Options(Table, frozen=True, kw_only=True):
    """The switches of chapter 32 that a battle has, as :class:`Tables` explains them."""

    leader_loss_by_defender: bool = True
    charges_count_as_activity: bool = True
    leader_blocks_fire: bool = False
    fire_anywhere_counts: bool = True
    rally_named_first: bool = False
    retest_break_off: bool = False
    pursuit_cav_cav: Annotated[int, msgspec.Meta(ge=1, le=7)] = 6


class Account(Table, frozen=True, kw_only=True):
    """Description in a scenario file; each kind of scenario adds what is played."""

    name: str
    title: str = ""
    context: str = ""
    sources: tuple[str, ...] = ()
    extends: str = ""

    def facts(self) -> Content:
        """Return what is played as plain data, without what only tells of it."""
        facts: Content = msgspec.json.decode(msgspec.json.encode(self))
        return {name: value for name, value in facts.items() if name not in OWN[1:]}

    def faults(self) -> Iterator[str]:
        """Yield which fields are not as others want them, with what is expected."""
        yield from ()

    def told(self) -> Iterator[str]:
        """Yield a line for each who fights."""
        yield from ()


class Scenario(Account, frozen=True, kw_only=True, tag_field="ruleset", tag="europe-battle"):
    """Two armies that meet."""

    attacker: dict[NationName, Army]
    defender: dict[NationName, Army]
    active: NationName | Literal[""] = ""
    landing: bool = False
    round_cap: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100
    options: Options = Options()

    def sides(self) -> Iterator[tuple[Side, Nation, Army]]:
        """Yield the armies, with their nations and sides."""
        for side, armies in zip(Side, (self.attacker, self.defender), strict=True):
            for name, army in armies.items():
                yield side, Nation(NAMES.index(name)), army

    def told(self) -> Iterator[str]:
        """Yield the armies of each nation."""
        for side, nation, army in self.sides():
            yield f"{NAMES[nation]} ({side.name.lower()}): {army}"

    def faults(self) -> Iterator[str]:
        """Yield which fields are not as others want them, with what is expected."""
        for side in ("attacker", "defender"):
            armies: dict[str, Army] = getattr(self, side)
            if not armies:
                yield f"{side}: expected a nation or more"
            for name, army in armies.items():
                if not 1 <= army.armies + army.leader <= MOST:
                    yield f"{side}.{name}: expected 1 to {MOST} pieces"
        if both := self.attacker.keys() & self.defender.keys():
            yield f"defender.{min(both)}: expected a nation that does not attack"
        if self.active and self.active not in self.attacker:
            yield "active: expected a nation that attacks (N-19.2)"
        if not any(army.armies for _, _, army in self.sides()):
            yield "attacker: expected an army on either side (N-19.1)"


AccountT = TypeVar("AccountT", bound=Account)


def scenario_of(chain: list[tuple[Path, Content]], kind: type[AccountT]) -> AccountT:
    """Return the scenario of files that extend each other; each must fit with what it extends.

    ScenarioError if one does not; names the file and the field.
    """
    (path, content), *children = reversed(chain)
    scenario = _checked(path, content, kind)
    for path, changes in children:
        if "ruleset" in changes:
            raise ScenarioError(f"{path}: ruleset: expected none, but that of what it extends")
        if changes.get("name") in (None, scenario.name):
            raise ScenarioError(f"{path}: name: expected a name of its own")
        content = merged({key: content[key] for key in content if key not in OWN}, changes)
        scenario = _checked(path, content, kind)
    return scenario


def _checked(path: Path, content: Content, kind: type[AccountT]) -> AccountT:
    scenario = fitted(content, kind, path, ScenarioError)
    for fault in scenario.faults():
        raise ScenarioError(f"{path}: {fault}")
    return scenario


def build_tables(scenario: Scenario) -> np.ndarray[Any, Any]:
    """Return the engine's tables of a scenario, shape ``(1,)``."""
    tables = Tables.array()
    t = tables[0]
    for field, value in msgspec.to_builtins(scenario.options).items():
        t[field] = value
    t["landing"], t["round_cap"] = scenario.landing, scenario.round_cap
    first = min(nation for side, nation, _ in scenario.sides() if side == Side.ATTACKER)
    t["active"] = NAMES.index(scenario.active) if scenario.active else first
    t["side"] = NONE
    for side, nation, army in scenario.sides():
        t["side"][nation] = side
        t["army"][nation * KINDS : (nation + 1) * KINDS] = army.numbers()
    return tables
