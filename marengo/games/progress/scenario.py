"""Scenario files of *The March of Progress*, and the tables that the engine makes of them."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from marengo.core.engine.driver import NONE
from marengo.core.errors import ScenarioError
from marengo.core.files import fitted
from marengo.core.game import Content
from marengo.core.scenarios import merged
from marengo.games.progress.rules.position import PLACES, Tables
from marengo.games.progress.rules.words import Card, Colour

CardName = Literal[
    "move-1", "move-2", "recruit", "fortify", "attack", "attack+1", "strengthen", "score"
]
Country = Annotated[
    str, msgspec.Meta(pattern="^[a-z]+(-[0-9]+)?$", description="a country, such as red or red-2")
]
Die = Annotated[int, msgspec.Meta(ge=0, le=6)]
Few = Annotated[int, msgspec.Meta(ge=1, le=9)]
Points = Annotated[int, msgspec.Meta(ge=1, le=1000)]

OWN = ("name", "title", "context", "sources", "extends")
"""Fields that describe one file; a what-if does not inherit them."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a file, without fields that nobody knows."""


class Numbers(_Table, frozen=True, kw_only=True):
    """Numbers of the rules, as :class:`Tables` explains them; here those of the rulebook."""

    goal: Points = 18
    supply: Points = 35
    round_cap: Points = 200
    armies: Few = 3
    armies_in_play: Annotated[int, msgspec.Meta(ge=0, le=9)] = 1
    strength: Few = 1
    highest_strength: Few = 6
    garrison: Annotated[int, msgspec.Meta(ge=0, le=99)] = 2
    vp_home: Die = 3
    vp_neutral: Die = 2
    lowest_home: Die = 0


class Options(_Table, frozen=True, kw_only=True):
    """The switches of chapter 19, as :class:`Tables` explains them."""

    fortified_defence: Literal["strength + 1", "1"] = "strength + 1"
    strengthen_at_6: Literal["lower", "no effect"] = "lower"
    idle_fortified_die: bool = True
    occupy_as_defender: bool = False
    capital_successor: bool = False
    score_occupied_take_back: bool = True
    score_occupied_total: bool = True
    strengthen_optional: bool = False
    attack_elsewhere: bool = True
    flip_on_fizzle: bool = True
    same_kind_choices_open: bool = True
    marlborough_base_vp: bool = True
    score_first_round: bool = False
    agreement: bool = False


class Scenario(_Table, frozen=True, kw_only=True, tag_field="ruleset", tag="progress"):
    """A set-up to be played."""

    name: str
    title: str = ""
    context: str = ""
    sources: tuple[str, ...] = ()
    extends: str = ""
    countries: Annotated[tuple[Country, ...], msgspec.Meta(min_length=2, max_length=PLACES)]
    borders: tuple[tuple[str, str], ...]
    cards: tuple[CardName, ...]
    initiative: Literal["die", "blue", "orange"] = "die"
    home_vp_when_invaded: bool = True
    numbers: Numbers = Numbers()
    options: Options = Options()

    def facts(self) -> Content:
        """Return what is played as plain data, without what only tells of it."""
        facts: Content = msgspec.json.decode(msgspec.json.encode(self))
        return {name: value for name, value in facts.items() if name not in OWN[1:]}


def scenario_of(chain: list[tuple[Path, Content]]) -> Scenario:
    """Return the scenario of files that extend each other; each must fit with what it extends.

    ScenarioError if one does not; names the file and the field.
    """
    (path, content), *children = reversed(chain)
    scenario = _checked(path, content)
    for path, changes in children:
        if "ruleset" in changes:
            raise ScenarioError(f"{path}: ruleset: expected none, but that of what it extends")
        if changes.get("name") in (None, scenario.name):
            raise ScenarioError(f"{path}: name: expected a name of its own")
        content = merged({key: content[key] for key in content if key not in OWN}, changes)
        scenario = _checked(path, content)
    return scenario


def _checked(path: Path, content: Content) -> Scenario:
    scenario = fitted(content, Scenario, path, ScenarioError)
    for field, wanted, is_so in _conditions(scenario):
        if not is_so:
            raise ScenarioError(f"{path}: {field}: expected {wanted}")
    return scenario


def _conditions(scenario: Scenario) -> list[tuple[str, str, bool]]:
    """Return fields that depend on others, with what is expected of them and whether it is so."""
    countries, numbers = set(scenario.countries), scenario.numbers
    touched = {name for border in scenario.borders for name in border}
    is_border = all(len(set(border)) == 2 for border in scenario.borders)
    lowest = numbers.lowest_home
    return [
        ("countries", "names that differ", len(countries) == len(scenario.countries)),
        ("countries", "blue and orange among them", {"blue", "orange"} <= countries),
        ("countries", "other names than words of moves", not countries & {"fortified", "capital"}),
        ("borders", "pairs of the countries", is_border and touched <= countries),
        ("borders", "a neighbour for each country (M-7.6)", touched >= countries),
        ("cards", "cards that differ", len(set(scenario.cards)) == len(scenario.cards)),
        ("cards", "score and another one (M-6.4, M-15.2)", {"score"} < set(scenario.cards)),
        ("numbers.armies_in_play", "at most the armies", numbers.armies_in_play <= numbers.armies),
        ("numbers.strength", "at most the highest", numbers.strength <= numbers.highest_strength),
        ("numbers.lowest_home", "at most vp_home", lowest <= numbers.vp_home),
    ]


def build_tables(scenario: Scenario) -> np.ndarray[Any, Any]:
    """Return the engine's tables of a scenario, shape ``(1,)``."""
    tables = Tables.array()
    t, numbers, places = tables[0], scenario.numbers, list(scenario.countries)
    stated = {**msgspec.to_builtins(numbers), **msgspec.to_builtins(scenario.options)}
    words = {"strength + 1": 1, "1": 0, "lower": 1, "no effect": 0}
    for field in stated.keys() & set(Tables.fields()):
        t[field] = words.get(stated[field], stated[field])
    t["places"], t["home"] = len(places), [places.index(colour.name.lower()) for colour in Colour]
    homes = [place in t["home"] for place in range(len(places))]
    for place, home in enumerate(homes):
        t["start_die"][place] = numbers.vp_home if home else numbers.vp_neutral
        t["lowest_die"][place] = numbers.lowest_home if home else 0
    for border in scenario.borders:
        here, there = map(places.index, border)
        t["borders"][here] |= 1 << there
        t["borders"][there] |= 1 << here
    t["cards"] = sum(1 << card for card in Card if card.text in scenario.cards)
    t["home_vp_when_invaded"] = scenario.home_vp_when_invaded
    first = {colour.name.lower(): int(colour) for colour in Colour}
    t["initiative"] = first.get(scenario.initiative, NONE)
    return tables
