"""The table of all leading strengths, against results worked out by hand."""

from typing import Any

import polars as pl
import pytest

from marengo.core.errors import PositionError
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import STRENGTH_COLUMNS, strength_table
from tests.toys import row

NARROW = {"bonaparte": "16/29", "triomphe": "4/9"}


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    """Return the tables of a narrow border with one infantry penalty."""
    return {name: strength_table(name, border) for name, border in NARROW.items()}


def cell(table: pl.DataFrame, attack: str, defence: str) -> tuple[str, int, int] | None:
    found = table.row(
        by_predicate=(pl.col("attack") == attack) & (pl.col("defence") == defence), named=True
    )
    if not found["possible"]:
        assert found["winner"] is None
        return None
    return found["winner"][0], found["attacker_lost"], found["defender_lost"]


@pytest.mark.parametrize("ruleset", NARROW)
def test_every_pair_is_there(tables: dict[str, pl.DataFrame], ruleset: str) -> None:
    table = tables[ruleset]
    assert table.columns == list(STRENGTH_COLUMNS)
    assert table["attack"].unique(maintain_order=True).to_list() == ["I3", "I2", "C2"]
    defence = ["", "I3", "I2", "I1", "C2", "C1", "A1"]
    assert table["defence"].unique(maintain_order=True).to_list() == defence
    assert table.height == 3 * 7


@pytest.mark.parametrize(
    ("attack", "defence", "basic", "triomphe"),
    [
        # 3 - 1 against nobody: Basic 1 and 1 + 2 of the infantry 2, which has only 2;
        # Triomphe 0 and 1, and 1 more in the retreat
        ("I3", "", ("a", 1, 2), ("a", 0, 2)),
        # 3 - 1 - 2 = 0
        ("I3", "I2", ("d", 1, 1), ("d", 1, 1)),
        # 3 - 1 - 1 = 1: Basic 1 and 2, of which there is 1
        ("I3", "I1", ("a", 1, 1), ("a", 1, 1)),
        # 2 - 1 - 3 = -2: Basic 1 + 2, of which there are 2; Triomphe a heavy defeat, 1 + 1
        ("I2", "I3", ("d", 2, 1), ("d", 2, 1)),
        # 3 - 1 - 3 = -1: Basic 1 + 1; Triomphe 1, for 1 is less than 3
        ("I3", "I3", ("d", 2, 1), ("d", 1, 1)),
        # cavalry has no penalty here: 2 - 1 = 1
        ("C2", "I1", ("a", 1, 1), ("a", 1, 1)),
        ("C2", "C2", ("d", 1, 1), ("d", 1, 1)),
        # artillery leads in Triomphe only (T-11.15, B-11.33): 3 - 1 - 1 = 1
        ("I3", "A1", None, ("a", 1, 1)),
    ],
)
def test_results_worked_out_by_hand(
    tables: dict[str, pl.DataFrame], attack: str, defence: str, basic: Any, triomphe: Any
) -> None:
    assert cell(tables["bonaparte"], attack, defence) == basic
    assert cell(tables["triomphe"], attack, defence) == triomphe


def test_two_pieces_lead_at_a_wide_border() -> None:
    """B-16.14 and T-21.24, with nobody beside those who lead."""
    for ruleset, two, heavy in (
        # 4 - 1 - 4 = -1: 2 and 1; 1 for each leader: 2 and 2, for 1 is less than 4
        ("bonaparte", ("d", 2, 1), ("a", 1, 4)),
        # 6 - 1 - 4 = 1: Basic 1 and 2, one more in no approach but this; Triomphe 2, and 2 + 2
        ("triomphe", ("d", 2, 2), ("a", 2, 4)),
    ):
        on = row(6, borders={2: {"wide": True, "b_infantry": 1}}, ruleset=ruleset)
        table = strength_table(on, "2/3")
        assert table.height == 7 * 16
        assert cell(table, "I2+I2", "I2+I2") == two
        found = cell(table, "I3+I3", "I2+I2")
        assert found == (("a", 1, 2) if ruleset == "bonaparte" else heavy)


def test_what_cannot_lead_is_marked() -> None:
    """Cavalry at an obstacle (T-11.19, B-11.24), strength against penalties (B-11.23)."""
    for ruleset, weak in (("bonaparte", False), ("triomphe", True)):
        facts = {"b_obstacle": True, "b_infantry": 2}
        table = strength_table(row(6, borders={2: facts}, ruleset=ruleset), "2/3")
        possible = dict(table.group_by("attack").agg(pl.col("possible").any()).iter_rows())
        assert possible == {"I3": True, "I2": weak, "C2": False}
        defending = table.filter(attack="I3", possible=True)["defence"].to_list()
        assert not {"C2", "C1"} & set(defending)


def test_who_attacks_makes_no_difference_to_the_border(tables: dict[str, pl.DataFrame]) -> None:
    """An Austrian retreat commits discs (T-13.23), a French one does not."""
    french = strength_table("triomphe", NARROW["triomphe"], side=Side.FRENCH)
    columns = ["attack", "defence", "possible", "winner", "attacker_lost", "defender_lost"]
    assert french.select(columns).equals(tables["triomphe"].select(columns))


def test_a_border_that_is_none_is_refused() -> None:
    with pytest.raises(PositionError, match="expected an approach"):
        strength_table("triomphe", "4/99")
