"""Scenario files of wars: what cannot be played is refused, with the name of the field."""

from pathlib import Path

import pytest

import marengo
from marengo.core.errors import PositionError, ScenarioError
from marengo.paths import data_path
from tests.rules.europe.war.playing import game

WHOLE = data_path("scenarios/europe-1800.toml").read_text(encoding="utf-8")

HEAD = 'extends = "europe-1800"\nname = "mine"\n'


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ("rounds = 0", "rounds"),
        ("begins = 13", "begins"),
        ('first = "russia"', "first: expected a nation of the scenario"),
        ('holding.nation = "austria"', "holding"),
        ("holding.draw = 5", r"holding\.draw: expected at most 4"),
        ("nations.france.commitment = 13", "commitment"),
        ("nations.russia = { commitment = 8 }", "nations: expected austria, france"),
        (
            'regions.paris.near = ["rome"]',
            r"regions\.paris\.near: expected one of the regions, not 'rome'",
        ),
        ('regions.paris.near = ["milan"]', r"expected 'milan' to be near to 'paris' too"),
        ('regions.milan.home = "spain"', r"regions\.milan\.home: expected a nation"),
        ("regions.milan.capital = true", r"regions\.milan\.capital: expected the homeland"),
        ('regions.paris.owner = ""', r"regions\.paris\.owner: expected one"),
        ("regions.milan.troops.russia = { infantry = 1 }", r"regions\.milan\.troops: expected"),
        ("regions.milan.troops.austria = { infantry = 50 }", "at most 60 pieces of a kind"),
        ("regions.milan.troops.austria = { grenadiers = 1 }", "grenadiers"),
        ("regions.milan.troops.austria = { militia = 1 }", "expected no militia"),
        ("regions.tuscany.uprising = true", r"regions\.tuscany\.uprising: expected a region with"),
        ("regions.rome = { near = [] }", r"regions\.rome: expected a region of the map"),
        ("options.window_rounds = 0", "window_rounds"),
        ("colour = 1", "colour"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"{HEAD}{changes}\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=expected) as caught:
        marengo.load(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ("", "name: expected a name of its own"),
        ('name = "mine"\nruleset = "europe-1800"', "ruleset: expected none"),
    ],
)
def test_what_extends_has_a_name_and_no_ruleset(
    changes: str, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "europe-1800"\n{changes}\n', encoding="utf-8")
    with pytest.raises(ScenarioError, match=expected):
        marengo.load(path)


def test_a_whole_file_is_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "europe-1800.toml"
    path.write_text(WHOLE, encoding="utf-8")
    assert marengo.load(path).text() == game().text()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"month": 13}, "month: expected 1 to 12"),
        ({"nation": "russia"}, "nation: expected one of"),
        ({"step": "noon"}, "step: expected one of"),
        ({"owners": {"rome": "france"}}, "owners: expected one of"),
        ({"owners": {"paris": ""}}, r"owners\.paris: expected one of"),
        ({"uprisings": ["rome"]}, "uprising: expected one of"),
        ({"pap": {"spain": 1}}, "pap: expected one of"),
        ({"pp": {"france": -1}}, r"pp\.france: expected 0 to"),
        ({"troops": {"spain": {}}}, "troops: expected one of"),
        ({"troops": {"france": {"rome": "1 infantry"}}}, r"troops\.france: expected one of"),
        ({"troops": {"france": {"milan": "1 guard"}}}, r"troops\.france\.milan: expected one of"),
        ({"troops": {"france": {"milan": "1 squared-elite"}}}, "expected no squares"),
        ({"troops": {"france": "1 infantry"}}, r"troops\.france: expected a mapping"),
        ({"pp": {"france": 1.5}}, r"pp\.france: expected a whole number, not 1.5"),
        ({"wars": [("france",)]}, r"wars\[0\]: expected 2 of them"),
    ],
)
def test_positions_that_cannot_be_are_refused(facts: dict[str, object], expected: str) -> None:
    with pytest.raises(PositionError, match=expected):
        game().position(**facts)  # type: ignore[arg-type] # they are wrong on purpose
