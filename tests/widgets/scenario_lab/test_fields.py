"""Fields that can be bent: all that the schema has, between the very bounds that it sets."""

from typing import Any

import msgspec
import pytest

from marengo.screens.marengo.scenario_lab.draft import Draft, open_draft
from marengo.screens.marengo.scenario_lab.fields import Field, fields_of, sections_of
from tests.field import scenario_names

CASES = [
    pytest.param(name, field, id=f"{name} {field.path}")
    for name in scenario_names()
    for field in fields_of(open_draft(name))
    if "track" not in field.path
]


def is_read(draft: Draft, path: str, value: Any) -> bool:
    """Whether the schema lets a value stand."""
    content = draft.with_value(path, value).content
    try:
        msgspec.convert(content, type(draft.standard.scenario), str_keys=True)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", scenario_names())
def test_every_number_and_switch_of_the_game_is_offered(name: str) -> None:
    draft = open_draft(name)
    offered = {field.path for field in fields_of(draft)}

    def leaves(table: dict[str, Any], before: str) -> set[str]:
        found = set()
        for key, value in table.items():
            inner = leaves(value, f"{before}{key}.") if isinstance(value, dict) else None
            found |= {f"{before}{key}"} if inner is None else inner
        return found

    tables = ("parameters", "morale", "hours", "bid", "options")
    there = {key: draft.content[key] for key in tables if key in draft.content}
    assert leaves(there, "") <= offered
    assert {path.partition(".")[0] for path in offered} == set(there)


@pytest.mark.parametrize(("name", "field"), CASES)
def test_bounds_are_those_of_the_schema(name: str, field: Field) -> None:
    draft = open_draft(name)
    if field.choices and field.unit != "hour":
        assert field.choices == (True, False)
        return
    low, high = (field.choices[0], field.choices[-1]) if field.choices else (field.low, field.high)
    for value, fits in ((low - 1, False), (low, True), (high, True), (high + 1, False)):
        assert is_read(draft, field.path, value) == fits
    assert low <= draft.value(field.path) <= high


def test_fields_have_names_units_and_rules() -> None:
    fields = {field.path: field for field in fields_of(open_draft("triomphe"))}
    orders = fields["parameters.orders_per_turn"]
    assert (orders.words, orders.rule) == ("orders per turn", "T-6.2")
    assert (orders.low, orders.high) == (0, 20)
    novi = fields["hours.Novi"]
    assert (novi.words, novi.rule, novi.shown(9)) == ("Novi opens at", "T-15.1", "9:00")
    disc = fields["morale.french.track.12"]
    assert (disc.words, disc.rule) == ("French discs on the track at 12:00", "T-4.2")
    points = {field.path: field for field in fields_of(open_draft("bonaparte"))}
    assert points["morale.french"].unit == "points"
    assert points["options.open_pieces"].shown(True) == "yes"
    for field in (*fields.values(), *points.values()):
        assert field.rule
        assert "." not in field.words


def test_sections_hold_all_fields_once() -> None:
    draft = open_draft("triomphe")
    sections = sections_of(draft)
    assert [one.heading for one in sections] == ["Rules", "Morale", "Boxes"]
    held = [one for part in sections for one in (*part.fields, *sum(part.tables, ()))]
    assert sorted(field.path for field in held) == sorted(field.path for field in fields_of(draft))
    austrian, french = sections[1].tables
    hours = [field.path.rpartition(".")[2] for field in french]
    assert hours == [str(hour) for hour in range(6, 22)]
    assert len(austrian) == 16


def test_a_new_box_has_its_hour() -> None:
    sections = {one.heading: one for one in sections_of(open_draft("triomphe-ott-waits"))}
    assert [field.path for field in sections["Boxes"].fields][-1] == "hours.Ott"


def test_discs_before_the_first_round_are_offered_where_there_are_any() -> None:
    draft = open_draft("triomphe").with_value("morale.austrian.track.5", 1)
    (austrian, _) = {one.heading: one for one in sections_of(draft)}["Morale"].tables
    assert austrian[0].path == "morale.austrian.track.5"
