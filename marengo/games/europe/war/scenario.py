"""Scenario files of the war, and the tables that the engine makes of them."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from marengo.core.engine.driver import NONE
from marengo.core.errors import did_you_mean
from marengo.games.europe import scenario as battle
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.words import KINDS, Nation
from marengo.games.europe.scenario import Account, Army, NationName, Table
from marengo.games.europe.war.rules.record import WarTables
from marengo.games.europe.war.rules.words import NATION_OF, NEAR, REGIONS, Relation
from marengo.paths import data_path

Points = Annotated[int, msgspec.Meta(ge=0, le=100)]

MONTHS = 12

MANY = 60
"""Pieces of a kind that a nation has at the start, at most."""


@cache
def regions_of_the_map() -> frozenset[str]:
    """Return the names of the regions that are drawn."""
    features = msgspec.json.decode(data_path("maps/europe.geojson").read_bytes())["features"]
    return frozenset(one["properties"]["name"] for one in features) - {""}


LEAST, MOST = 2, 12
"""What a nation's commitment can be, as two dice are rolled against it (N-17.2)."""


class NationTable(Table, frozen=True, kw_only=True):
    """What a nation has beside its regions."""

    commitment: Annotated[int, msgspec.Meta(ge=LEAST, le=MOST)]
    pap: Points = 0
    pp: Points = 0


class Region(Table, frozen=True, kw_only=True):
    """A region, and what stands in it."""

    near: tuple[str, ...]
    home: NationName | Literal[""] = ""
    capital: bool = False
    value: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    owner: NationName | Literal[""] = ""
    uprising: bool = False
    disputed: bool = False
    waits: NationName | Literal[""] = ""
    troops: dict[NationName, Army] = msgspec.field(default_factory=dict)


class Options(battle.Options, frozen=True, kw_only=True):
    """The switches of chapter 32 that a war on land has, as :class:`WarTables` explains them."""

    annex_after_join: bool = True
    leader_stops_movement: bool = False
    window_rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3


class Holding(Table, frozen=True, kw_only=True):
    """What decides if nobody has sued for peace: how many disputed regions France holds."""

    victory: Points
    draw: Points


class WarScenario(Account, frozen=True, kw_only=True, tag_field="ruleset", tag="europe-1800"):
    """A war of two nations on land."""

    first: NationName
    begins: Annotated[int, msgspec.Meta(ge=1, le=MONTHS)]
    year: Annotated[int, msgspec.Meta(ge=1789, le=1815)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=24)]
    round_cap: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100
    holding: Holding
    nations: dict[NationName, NationTable]
    regions: dict[str, Region]
    options: Options = Options()

    def nation(self, nation: Nation) -> NationTable:
        """Return what a nation has beside its regions."""
        return self.nations[NAMES[nation]]  # type: ignore[index] # a name of a nation

    def told(self) -> Iterator[str]:
        """Yield what each nation has."""
        for nation in NATION_OF:
            name, commitment = NAMES[nation], self.nation(nation).commitment
            owned = sum(region.owner == name for region in self.regions.values())
            armies = sum(army.armies for army in self.armies(name))
            yield f"{name}: {owned} regions, {armies} armies, commitment {commitment}"

    def armies(self, name: str) -> list[Army]:
        """Return what a nation has in each region where it has anything."""
        found = (region.troops.items() for region in self.regions.values())
        return [army for troops in found for nation, army in troops if nation == name]

    def faults(self) -> Iterator[str]:
        """Yield which fields are not as others want them, with what is expected."""
        wanted = sorted(NAMES[nation] for nation in NATION_OF)
        if sorted(self.nations) != wanted:
            yield f"nations: expected {' and '.join(wanted)}"
        if self.first not in self.nations:
            yield f"first: expected a nation of the scenario, not {self.first!r}"
        if not self.holding.draw <= self.holding.victory:
            yield f"holding.draw: expected at most {self.holding.victory}, as many as for victory"
        if len(self.regions) > REGIONS:
            yield f"regions: expected at most {REGIONS}"
        for name in self.nations:
            kinds = zip(*(army.numbers() for army in self.armies(name)), strict=True)
            if max(map(sum, kinds), default=0) > MANY:
                yield f"regions: expected at most {MANY} pieces of a kind of {name}"
            if any(army.militia or army.irregular for army in self.armies(name)):
                yield f"regions: expected no militia and no irregulars of {name} (N-2.11, N-2.13)"
        if strange := self.regions.keys() - regions_of_the_map():
            known = did_you_mean(min(strange), regions_of_the_map())
            yield f"regions.{min(strange)}: expected a region of the map{known}"
        for where, region in self.regions.items():
            yield from _faults_of_region(self, where, region)


def _faults_of_region(one: WarScenario, name: str, region: Region) -> Iterator[str]:
    at = f"regions.{name}"
    for near in region.near:
        if near not in one.regions:
            yield f"{at}.near: expected a region, not {near!r}{did_you_mean(near, one.regions)}"
        elif name not in one.regions[near].near or near == name:
            yield f"{at}.near: expected {near!r} to be near to {name!r} too (N-3.2)"
    if len(region.near) > NEAR:
        yield f"{at}.near: expected at most {NEAR} regions"
    if region.capital and not region.home:
        yield f"{at}.capital: expected the homeland of a nation (N-2.3)"
    named = {field: getattr(region, field) for field in ("home", "owner", "waits")}
    for field, nation in (*named.items(), *(("troops", nation) for nation in region.troops)):
        if nation and nation not in one.nations:
            yield f"{at}.{field}: expected a nation of the scenario, not {nation!r}"
    if region.uprising and not region.owner:
        yield f"{at}.uprising: expected a region with an owner (N-18.1)"
    if region.home and not region.owner:
        yield f"{at}.owner: expected one; a homeland has always an owner (N-1.6)"


def build_tables(scenario: WarScenario) -> np.ndarray[Any, Any]:
    """Return the engine's tables of a scenario, shape ``(1,)``."""
    tables = WarTables.array()
    t, names = tables[0], list(scenario.regions)
    for field, value in msgspec.to_builtins(scenario.options).items():
        t[field] = value
    for field in ("begins", "rounds", "round_cap"):
        t[field] = getattr(scenario, field)
    t["first"], t["regions"] = NAMES.index(scenario.first), len(names)
    t["holder"] = Nation.FRANCE
    t["held_for_victory"], t["held_for_draw"] = scenario.holding.victory, scenario.holding.draw
    for field in ("near", "home", "owner", "waits", "seat"):
        t[field] = NONE
    for seat, nation in enumerate(NATION_OF):
        t["seat"][nation] = seat
        for field in ("commitment", "pap", "pp"):
            t[field][nation] = getattr(scenario.nation(nation), field)
        for other in {*NATION_OF} - {nation}:
            t["relation"][nation * len(NAMES) + other] = Relation.WAR
    for number, region in enumerate(scenario.regions.values()):
        _build_region(t, number, region, names)
    return tables


def _build_region(t: Any, number: int, region: Region, names: list[str]) -> None:
    """Write what a region is, and what stands in it, into the tables."""
    near = [names.index(one) for one in region.near]
    t["near"][number * NEAR : number * NEAR + len(near)] = near
    for field in ("home", "owner", "waits"):
        name = getattr(region, field)
        t[field][number] = NAMES.index(name) if name else NONE
    for field in ("capital", "value", "disputed", "uprising"):
        t[field][number] = getattr(region, field)
    for name, army in region.troops.items():
        first = (NAMES.index(name) * REGIONS + number) * KINDS
        t["troops"][first : first + KINDS] = army.numbers()
