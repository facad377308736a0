"""Borders: those of the boards, and the sorts that both have."""

import polars as pl
import pytest

from marengo.games.marengo.game import load
from marengo.games.marengo.study.fights import BORDER_COLUMNS, border_kinds, borders
from marengo.games.marengo.study.fights.borders import SYMBOLS

RULESETS = ("bonaparte", "triomphe")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_border_is_there_from_both_sides(ruleset: str) -> None:
    table, board = borders(ruleset), load(ruleset).board
    assert table.columns == list(BORDER_COLUMNS)
    open_sides = [a for a in board.approaches if a.opposite is not None and not a.impassable]
    assert table["border"].to_list() == [str(a.place) for a in open_sides]
    opposite = {border: str(board.opposite(border).place) for border in table["border"]}
    rows = {row["border"]: row for row in table.iter_rows(named=True)}
    for border, row in rows.items():
        other = rows[opposite[border]]
        assert row["wide"] == other["wide"]
        for symbol in ("infantry", "cavalry", "artillery", "obstacle"):
            assert row[symbol] == other[f"own_{symbol}"]
        assert row["capacity"] == other["own_capacity"]


def test_what_is_printed_counts_on_the_side_of_the_defender() -> None:
    """8/14 has a cavalry obstacle before 14, and nothing of the sort before 8."""
    row = borders("triomphe").row(by_predicate=pl.col("border") == "8/14", named=True)
    assert (row["obstacle"], row["own_obstacle"]) == (True, False)
    assert (row["infantry"], row["cavalry"], row["artillery"]) == (1, 0, 1)
    assert (row["capacity"], row["ways"]) == (3, 2)


def test_the_sorts_of_borders_have_the_same_print_on_both_boards() -> None:
    kinds = border_kinds()
    assert len(kinds) >= 5
    assert [kind.number for kind in kinds] == sorted((k.number for k in kinds), reverse=True)
    for kind in kinds:
        rows = [
            borders(ruleset).row(by_predicate=pl.col("border") == kind.on(ruleset), named=True)
            for ruleset in RULESETS
        ]
        assert [rows[0][name] for name in SYMBOLS] == [rows[1][name] for name in SYMBOLS]
        counted = [
            borders(ruleset).filter(*(pl.col(n) == rows[0][n] for n in SYMBOLS)).height
            for ruleset in RULESETS
        ]
        assert sum(counted) == kind.number


def test_there_are_representatives_of_every_feature() -> None:
    """Narrow and wide, penalties of each arm, an obstacle before either side."""
    found = [
        borders("triomphe").row(by_predicate=pl.col("border") == k.on("triomphe"), named=True)
        for k in border_kinds()
    ]
    for feature in ("wide", "infantry", "cavalry", "artillery", "obstacle"):
        assert any(row[feature] for row in found), feature
    assert any(not row["wide"] for row in found)
    assert any(row["own_obstacle"] and not row["obstacle"] for row in found)
    assert any(row["own_artillery"] for row in found)  # no defensive fire (T-3.15)


def test_examples_have_room_and_ways_out() -> None:
    for kind in border_kinds():
        for ruleset in RULESETS:
            at = borders(ruleset).row(by_predicate=pl.col("border") == kind.on(ruleset), named=True)
            assert at["capacity"] >= 3
            assert at["ways"] >= 2


def test_borders_are_told_in_words() -> None:
    words = [kind.words for kind in border_kinds()]
    assert words[:2] == [
        "narrow; on both sides infantry −1",
        "wide; on both sides infantry −1",
    ]
    assert any(
        "before the defender infantry −1, artillery −1, cavalry obstacle" in w for w in words
    )
    assert len(set(words)) == len(words)
