"""Scenario files of the war, and the tables that the engine makes of them."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, permutations, product
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import numpy as np

from marengo.core.engine.driver import NONE
from marengo.core.errors import did_you_mean
from marengo.games.europe import scenario as battle
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, Nation
from marengo.games.europe.scenario import Account, Army, NationName, Table
from marengo.games.europe.war.rules.record import WarTables
from marengo.games.europe.war.rules.words import (
    NEAR,
    REGIONS,
    SEAS,
    WATERS,
    Relation,
    Seat,
    Victory,
)
from marengo.paths import data_path

Points = Annotated[int, msgspec.Meta(ge=0, le=100)]

MONTHS = 12

EARLIEST, LATEST = 1700, 1900
"""Years in which a war may begin: the ten scenarios begin from 1796 to 1820 (N-30.1)."""

MOST_ROUNDS = 300
"""Rounds of a war, at most: a campaign from 1796 to July 1815 has 232 (N-27.7)."""

NATION_OF = tuple(Nation[seat.name] for seat in Seat)
"""The nation of each seat of the war of two."""

MANY = 60
"""Pieces of a kind that a nation has at the start, at most."""


@cache
def regions_of_the_map() -> frozenset[str]:
    """Return the names of the regions that are drawn."""
    features = msgspec.json.decode(data_path("maps/europe.geojson").read_bytes())["features"]
    places = [feature["properties"] for feature in features]
    return frozenset(place["name"] for place in places if not place.get("sea")) - {""}


LEAST, MOST = 2, 12
"""Limits of a nation's commitment, against which two dice are rolled (N-17.2)."""

LEAST_PLAYERS = 2

NARROWS = ("mid-atlantic", "barbary-coast", "aegean-sea", "black-sea")
SHORES = ("constantinople", "anatolia")
"""The sea areas on either side of narrows, and the owners of the straits (N-3.5, N-8.5)."""

MOST_STEPS = 100
"""Distance of what cannot be reached."""


class NationTable(Table, frozen=True, kw_only=True):
    """Means of a nation beside its regions."""

    commitment: Annotated[int, msgspec.Meta(ge=LEAST, le=MOST)]
    pap: Points = 0
    pp: Points = 0


class Region(Table, frozen=True, kw_only=True):
    """A region, and what stands in it and lies in its port."""

    near: tuple[str, ...]
    coast: tuple[str, ...] = ()
    port: tuple[str, ...] = ()
    home: NationName | Literal[""] = ""
    capital: bool = False
    value: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    owner: NationName | Literal[""] = ""
    uprising: bool = False
    restless: bool = False
    disputed: bool = False
    waits: NationName | Literal[""] = ""
    troops: dict[NationName, Army] = msgspec.field(default_factory=dict)
    squadrons: dict[NationName, Points] = msgspec.field(default_factory=dict)


class Sea(Table, frozen=True, kw_only=True):
    """A sea area, and who sails there."""

    near: tuple[str, ...]
    squadrons: dict[NationName, Points] = msgspec.field(default_factory=dict)


class Options(battle.Options, frozen=True, kw_only=True):
    """The switches of chapter 32 that a war has, as :class:`WarTables` explains them."""

    annex_after_join: bool = True
    leader_stops_movement: bool = True
    window_rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    bosporus_two_owners: bool = False
    militia_when_held: bool = True
    militia_where_lost: bool = True
    foreign_troops_bar_placing: bool = True
    commitment_after_victory: bool = False
    landing_bonus_in_uprising: bool = False
    great_battle_pap: bool = True
    sea_retreat: bool = False


class Holding(Table, frozen=True, kw_only=True):
    """Numbers of disputed regions held by France that decide if nobody has sued for peace."""

    victory: Points
    draw: Points


Pair = tuple[NationName, NationName]
Together = tuple[NationName, ...]


class WarScenario(Account, frozen=True, kw_only=True, tag_field="ruleset", tag="europe-1800"):
    """A war of two nations."""

    SEATS: ClassVar[tuple[Nation, ...]] = NATION_OF

    first: NationName
    begins: Annotated[int, msgspec.Meta(ge=1, le=MONTHS)]
    year: Annotated[int, msgspec.Meta(ge=EARLIEST, le=LATEST)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    sudden_death: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    round_cap: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100
    victory: Literal["disputed", "historical", "levels"] = "disputed"
    holding: Holding = Holding(victory=0, draw=0)
    marginal: Together = ()
    players: tuple[Together, ...]
    wars: tuple[Pair, ...]
    alliances: tuple[Together, ...] = ()
    diplomacy: dict[NationName, dict[NationName, Points]] = msgspec.field(default_factory=dict)
    nations: dict[NationName, NationTable]
    regions: dict[str, Region]
    seas: dict[str, Sea] = msgspec.field(default_factory=dict)
    options: Options = Options()

    def told(self) -> Iterator[str]:
        """Yield what each nation has."""
        for name, table in self.nations.items():
            owned = sum(region.owner == name for region in self.regions.values())
            armies = sum(army.armies for army in self.armies(name))
            fleet = sum(where.squadrons.get(name, 0) for where in self.waters())
            ships = f", {fleet} squadrons" if fleet else ""
            yield f"{name}: {owned} regions, {armies} armies{ships}, commitment {table.commitment}"

    def waters(self) -> Iterator[Sea | Region]:
        """Yield the sea areas and, as ports, the regions."""
        yield from self.seas.values()
        yield from self.regions.values()

    def armies(self, name: str) -> list[Army]:
        """Return what a nation has in each region where it has anything."""
        stacks = (region.troops.items() for region in self.regions.values())
        return [army for troops in stacks for nation, army in troops if nation == name]

    def faults(self) -> Iterator[str]:
        """Yield which fields are not as others want them, with what is expected."""
        yield from _faults_of_nations(self)
        yield from _faults_of_victory(self)
        for field, most in (("regions", REGIONS), ("seas", SEAS)):
            if len(getattr(self, field)) > most:
                yield f"{field}: expected at most {most}"
        for name in self.nations:
            kinds = zip(*(army.numbers() for army in self.armies(name)), strict=True)
            if max(map(sum, kinds), default=0) > MANY:
                yield f"regions: expected at most {MANY} pieces of a kind of {name}"
        if strange := self.regions.keys() - regions_of_the_map():
            meant = did_you_mean(min(strange), regions_of_the_map())
            yield f"regions.{min(strange)}: expected a region of the map{meant}"
        for where, region in self.regions.items():
            yield from _faults_of_region(self, where, region)
        for where, sea in self.seas.items():
            yield from _faults_of_borders(where, sea.near, self.seas, "seas")
            for nation in sea.squadrons.keys() - self.nations.keys():
                yield f"seas.{where}.squadrons: expected a nation of the scenario, not {nation!r}"


class EuropeScenario(WarScenario, frozen=True, kw_only=True, tag="europe-1805"):
    """A war of all Europe."""

    SEATS: ClassVar[tuple[Nation, ...]] = tuple(Nation)[:GREAT]


def _faults_of_nations(scenario: WarScenario) -> Iterator[str]:
    wanted = sorted(NAMES[nation] for nation in scenario.SEATS)
    if sorted(scenario.nations) != wanted:
        yield f"nations: expected {', '.join(wanted)}"
    played = [name for names in scenario.players for name in names]
    if len(scenario.players) < LEAST_PLAYERS or not all(scenario.players):
        yield "players: expected two or more, each with a nation"
    if len(set(played)) < len(played):
        yield "players: expected each nation once"
    if scenario.SEATS == NATION_OF and len(played) < len(NATION_OF):
        yield f"players: expected {' and '.join(wanted)}"
    named = {"players": played, "marginal": scenario.marginal, "first": (scenario.first,)}
    named |= {"wars": [*chain(*scenario.wars)], "alliances": [*chain(*scenario.alliances)]}
    named |= {"diplomacy": [*scenario.diplomacy, *chain(*scenario.diplomacy.values())]}
    for field, names in named.items():
        for name in sorted({*names} - scenario.nations.keys()):
            yield f"{field}: expected a nation of the scenario, not {name!r}"
    for allies, (nation, other) in product(scenario.alliances, scenario.wars):
        if nation in allies and other in allies:
            yield f"wars: expected no war between allies, as {nation} and {other}"


def _faults_of_victory(scenario: WarScenario) -> Iterator[str]:
    if scenario.victory == "historical" and not any("france" in pair for pair in scenario.wars):
        yield "wars: expected one with France, as the game is historical (N-27.1)"
    if scenario.victory == "disputed" and scenario.SEATS != NATION_OF:
        yield "victory: expected 'historical' or 'levels' (N-30.21)"
    if not scenario.holding.draw <= scenario.holding.victory:
        yield f"holding.draw: expected at most {scenario.holding.victory}, as many as for victory"


def _faults_of_borders(name: str, near: Sequence[str], places: Any, field: str) -> Iterator[str]:
    """Yield what is wrong with what a region or a sea area is adjacent to (N-3.2)."""
    at = f"{field}.{name}.near"
    for other in near:
        if other not in places:
            yield f"{at}: expected one of the {field}, not {other!r}{did_you_mean(other, places)}"
        elif name not in places[other].near or other == name:
            yield f"{at}: expected {other!r} to be near to {name!r} too (N-3.2)"


def _faults_of_region(scenario: WarScenario, name: str, region: Region) -> Iterator[str]:
    at = f"regions.{name}"
    yield from _faults_of_borders(name, region.near, scenario.regions, "regions")
    if len(region.near) > NEAR:
        yield f"{at}.near: expected at most {NEAR} regions"
    for field in ("coast", "port"):
        for sea in getattr(region, field):
            if sea not in scenario.seas:
                meant = did_you_mean(sea, scenario.seas)
                yield f"{at}.{field}: expected a sea area, not {sea!r}{meant}"
    if strange := {*region.port} - {*region.coast}:
        yield f"{at}.port: expected a sea area of its coast, not {min(strange)!r} (N-3.8)"
    if region.squadrons and not region.port:
        yield f"{at}.squadrons: expected none without a port (N-7.2)"
    if region.capital and not region.home:
        yield f"{at}.capital: expected the homeland of a nation (N-2.3)"
    if region.uprising and not region.owner:
        yield f"{at}.uprising: expected a region with an owner (N-18.1)"
    if region.home and not region.owner:
        yield f"{at}.owner: expected one; a homeland has always an owner (N-1.6)"
    yield from _faults_of_pieces(scenario, at, region)


def _faults_of_pieces(scenario: WarScenario, at: str, region: Region) -> Iterator[str]:
    """Yield which nations and pieces a region cannot have."""
    named = [(field, getattr(region, field)) for field in ("home", "owner", "waits")]
    named += [
        (field, nation) for field in ("troops", "squadrons") for nation in getattr(region, field)
    ]
    for field, nation in named:
        if nation and nation not in scenario.nations:
            yield f"{at}.{field}: expected a nation of the scenario, not {nation!r}"
    for nation, army in region.troops.items():
        if army.militia and nation not in ("ottoman-empire", region.home):
            yield f"{at}.troops.{nation}: expected no militia outside its homeland (N-2.12)"
        if army.irregular and nation not in ("ottoman-empire", "russia"):
            yield f"{at}.troops.{nation}: expected no irregulars (N-2.13)"


def build_tables(scenario: WarScenario) -> np.ndarray[Any, Any]:
    """Return the engine's tables of a scenario, shape ``(1,)``."""
    tables = WarTables.array()
    t, names, seas = tables[0], list(scenario.regions), list(scenario.seas)
    for field, value in msgspec.to_builtins(scenario.options).items():
        t[field] = value
    for field in ("rounds", "round_cap", "sudden_death"):
        t[field] = getattr(scenario, field)
    t["begins"] = MONTHS * scenario.year + scenario.begins - 1
    t["victory"] = Victory[scenario.victory.upper()]
    t["first"], t["regions"] = NAMES.index(scenario.first), len(names)
    t["holder"] = Nation.FRANCE
    t["held_for_victory"], t["held_for_draw"] = scenario.holding.victory, scenario.holding.draw
    for field in ("near", "home", "owner", "waits", "seat", "player", "camp", "narrows", "shores"):
        t[field] = NONE
    _build_nations(t, scenario)
    for number, region in enumerate(scenario.regions.values()):
        _build_region(t, number, region, names, seas)
    for number, sea in enumerate(scenario.seas.values()):
        t["sea"][number] = _bits(sea.near, seas)
        for name, many in sea.squadrons.items():
            t["ships"][NAMES.index(name) * WATERS + number] = many
    for field, wanted, order in (("narrows", NARROWS, seas), ("shores", SHORES, names)):
        if {*wanted} <= {*order}:
            t[field] = [order.index(name) for name in wanted]
    _measure(t)
    return tables


def _build_nations(t: Any, scenario: WarScenario) -> None:
    """Write who plays the nations, how they stand and what they have, into the tables."""
    for name, table in scenario.nations.items():
        nation = NAMES.index(name)
        t["great"][nation], t["marginal"][nation] = 1, name in scenario.marginal
        for field in ("commitment", "pap", "pp"):
            t[field][nation] = getattr(table, field)
    for player, names in enumerate(scenario.players):
        for nation in map(NAMES.index, names):
            t["player"][nation], t["seat"][nation] = player, scenario.SEATS.index(Nation(nation))
    _build_relations(t, scenario)


def _build_relations(t: Any, scenario: WarScenario) -> None:
    """Write how the nations stand at the start (N-13.1, N-13.16) into the tables."""
    relation, since, diplomacy = (
        t[field].reshape(NATIONS, NATIONS) for field in ("relation", "war_since", "diplomacy")
    )
    for number, pair in enumerate(scenario.wars):
        nation, other = map(NAMES.index, pair)
        relation[[nation, other], [other, nation]] = Relation.WAR
        since[[nation, other], [other, nation]] = number + 1
    for names in scenario.alliances:
        for nation, other in permutations(map(NAMES.index, names), 2):
            relation[nation, other] = Relation.ALLIED
    for name, row in scenario.diplomacy.items():
        nation = NAMES.index(name)
        for other, value in ((NAMES.index(other), value) for other, value in row.items()):
            diplomacy[[nation, other], [other, nation]] = value
    if scenario.victory == "historical":
        t["camp"][:GREAT][relation[Nation.FRANCE, :GREAT] == Relation.WAR] = 1
        t["camp"][:GREAT][relation[Nation.FRANCE, :GREAT] == Relation.ALLIED] = 0
        t["camp"][Nation.FRANCE] = 0


def _bits(names: Sequence[str], order: list[str]) -> int:
    """Return a number with a bit for the place of each name."""
    return sum(1 << order.index(name) for name in names)


def _build_region(t: Any, number: int, region: Region, names: list[str], seas: list[str]) -> None:
    """Write what a region is, and what stands in it, into the tables."""
    near = [names.index(neighbour) for neighbour in region.near]
    t["near"][number * NEAR : number * NEAR + len(near)] = near
    t["coast"][number], t["port"][number] = _bits(region.coast, seas), _bits(region.port, seas)
    for field in ("home", "owner", "waits"):
        name = getattr(region, field)
        t[field][number] = NAMES.index(name) if name else NONE
    for field in ("capital", "value", "disputed", "uprising", "restless"):
        t[field][number] = getattr(region, field)
    for name, army in region.troops.items():
        first = (NAMES.index(name) * REGIONS + number) * KINDS
        t["troops"][first : first + KINDS] = army.numbers()
    for name, many in region.squadrons.items():
        t["ships"][NAMES.index(name) * WATERS + SEAS + number] = many


def _steps(t: Any) -> np.ndarray[Any, Any]:
    """Return the steps between any two sea areas or regions, which count one each (N-15.6)."""
    steps = np.full((WATERS, WATERS), WATERS, np.int16)
    np.fill_diagonal(steps, 0)
    for region in range(int(t["regions"])):
        for near in t["near"][region * NEAR : (region + 1) * NEAR]:
            if near != NONE:
                steps[SEAS + region, SEAS + near] = 1
    for sea in range(SEAS):
        for place in range(WATERS):
            touched = t["sea"][place] if place < SEAS else t["coast"][place - SEAS]
            if touched >> sea & 1:
                steps[sea, place] = steps[place, sea] = 1
    for middle in range(WATERS):
        steps = np.minimum(steps, steps[:, middle, None] + steps[None, middle])
    return steps


def _measure(t: Any) -> None:
    """Write the steps between capitals, and the nearest capital of each nation (N-15.10)."""
    between = _steps(t)[SEAS:, SEAS:]
    capitals = {
        nation: own
        for nation in range(GREAT)
        if len(own := np.flatnonzero((t["capital"] == 1) & (t["home"] == nation)))
    }
    for nation, own in capitals.items():
        nearest = own[np.argmin(between[own], axis=0)]
        t["nearest"][nation * REGIONS : (nation + 1) * REGIONS] = nearest
        for other, theirs in capitals.items():
            away = min(between[np.ix_(own, theirs)].min(), MOST_STEPS)
            t["distance"][nation * NATIONS + other] = away
