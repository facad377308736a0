"""The numbers and switches of a scenario that can be changed, as its schema has them.

Nothing is listed here: what there is, and between which bounds, is asked of the schema of the
ruleset; names, units and rules of the terms that `Scenario.diff` uses as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import msgspec.inspect as schema_of
from msgspec.inspect import BoolType, DictType, IntType, LiteralType, StructType

from marengo.games.marengo.extending import FIXED, OWN
from marengo.screens.marengo.scenario_lab.draft import Draft

ASIDE = {*OWN, *FIXED, "forces", "ground"}
"""Fields that are no numbers: they describe the file, or stand on the map."""

HEADINGS = {
    "parameters": "Rules",
    "morale": "Morale",
    "hours": "Boxes",
    "bid": "Bid",
    "options": "What is shown",
}
"""Headings of the tables of a scenario; a table that is not here has its own name."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a scenario that can be changed."""

    path: str  # such as "parameters.orders_per_turn"
    words: str
    unit: str  # "hour", a word to stand behind the number, or nothing
    rule: str  # the rule that it changes, or nothing
    choices: tuple[Any, ...] = ()  # in order, where it is not a range of numbers
    low: int = 0
    high: int = 0

    @property
    def by_hour(self) -> bool:
        """True if it stands in a table by hour."""
        return self.path.rpartition(".")[2].isdecimal()

    def shown(self, value: Any) -> str:
        """Return a value as it is read."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value}:00" if self.unit == "hour" else str(value)


@dataclass(frozen=True, slots=True)
class Section:
    """Fields that stand together."""

    heading: str
    fields: tuple[Field, ...]  # those with a row each
    tables: tuple[tuple[Field, ...], ...]  # of each table by hour its fields, in order


def sections_of(draft: Draft) -> list[Section]:
    """Return the fields of a draft by the tables of the scenario."""
    fields: dict[str, list[Field]] = {name: [] for name in HEADINGS}
    for field in fields_of(draft):
        fields.setdefault(field.path.partition(".")[0], []).append(field)
    sections = []
    for name, members in fields.items():
        by_hour = groupby(
            (field for field in members if field.by_hour),
            lambda field: field.path.rpartition(".")[0],
        )
        single = tuple(field for field in members if not field.by_hour)
        tables = tuple(tuple(rows) for _, rows in by_hour)
        sections.append(Section(HEADINGS.get(name, name.replace("_", " ")), single, tables))
    return [section for section in sections if section.fields or section.tables]


def fields_of(draft: Draft) -> Iterator[Field]:
    """Yield all fields of a draft, in the order of the schema."""
    schema = schema_of.type_info(type(draft.standard.scenario))
    assert isinstance(schema, StructType)
    for field in schema.fields:
        if field.name not in ASIDE:
            yield from _fields(draft, field.name, field.type)


def _fields(draft: Draft, path: str, kind: Any) -> Iterator[Field]:
    """Yield the fields at a path and below it."""
    if isinstance(kind, StructType):
        for field in kind.fields:
            yield from _fields(draft, f"{path}.{field.encode_name}", field.type)
    elif isinstance(kind, DictType):
        for key in _keys(draft, path, kind.key_type):
            yield from _fields(draft, f"{path}.{key}", kind.value_type)
    else:
        yield _field(draft, path, kind)


def _keys(draft: Draft, path: str, kind: Any) -> list[Any]:
    """Return the keys of a table: those that are stated, and every hour of the day."""
    stated = [*(draft.standard_value(path) or {}), *(draft.value(path) or {})]
    if not isinstance(kind, IntType):
        return list(dict.fromkeys(stated))
    first, last = (draft.standard_value(f"parameters.{end}_hour") for end in ("first", "last"))
    return sorted({*map(int, stated), *range(first, last + 1)})


def _field(draft: Draft, path: str, kind: Any) -> Field:
    """Return the field at a path; one of an unknown kind is an error of ours."""
    term = draft.term(path)
    field = Field(path, term.words.format(path.rpartition(".")[2]), term.unit, term.rule)
    if isinstance(kind, BoolType):
        return replace(field, choices=(True, False))
    if isinstance(kind, LiteralType):
        return replace(field, choices=tuple(kind.values))
    if isinstance(kind, IntType):
        low = kind.ge if kind.ge is not None else 0
        high = kind.le if kind.le is not None else max(MOST, draft.standard_value(path))
        hours = tuple(range(low, high + 1)) if term.unit == "hour" else ()
        return replace(field, choices=hours, low=low, high=high)
    raise TypeError(f"{path}: expected a number, a switch or a choice, not {kind}")


MOST = 100
"""The most that a number without an upper bound can be set to."""
