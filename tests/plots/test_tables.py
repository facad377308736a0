"""Tables to be read: numbers to the right, gaps as dashes, the same bytes for the same frame."""

import os
import re

import polars as pl
import pytest

from marengo import lab, plots

FRAME = pl.DataFrame({"side": ["austrian", None], "share": [0.12345, None], "games": [1800, 3]})


def cells(html: str) -> list[list[str]]:
    """Return what stands in the rows of a table below its heads."""
    rows = re.findall(r"<tr>(.*?)</tr>", html.split("<tbody")[1], re.DOTALL)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in rows]


def test_numbers_are_rounded_and_gaps_are_dashes() -> None:
    html = plots.table(FRAME, decimals=2)._repr_html_()
    assert cells(html) == [["austrian", "0.12", "1800"], ["–", "–", "3"]]


def test_what_is_true_or_false_is_told_in_words() -> None:
    html = plots.table(pl.DataFrame({"village": [True, False, None]}))._repr_html_()
    assert cells(html) == [["yes"], ["no"], ["–"]]


def test_the_same_frame_gives_the_same_page_and_another_one_its_own() -> None:
    html = plots.table(FRAME)._repr_html_()
    assert plots.table(lab.to_pandas(FRAME))._repr_html_() == html
    names = {re.findall(r'id="(T_\w+)"', one)[0] for one in (html, _html(FRAME.head(1)))}
    assert len(names) == 2


def _html(frame: pl.DataFrame) -> str:
    return plots.table(frame)._repr_html_()


def test_all_rows_are_in_the_text_too() -> None:
    many = pl.DataFrame({"what": ["a long line of words " * 5] * 40})
    assert repr(plots.table(many)).count("a long line of words " * 5) == 40


def test_the_text_tells_the_same_as_the_page() -> None:
    frame = FRAME.with_columns(whole=pl.Series([True, None]))
    first, last = map(str.split, repr(plots.table(frame, decimals=2)).splitlines()[1:])
    assert first == ["austrian", "0.12", "1800", "yes"]
    assert last == ["–", "–", "3", "–"]


def test_no_table_writes_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread that reads it meanwhile would bring the whole process down."""

    def written(*_: object) -> None:
        raise AssertionError("the environment was written to")

    with monkeypatch.context() as patch:  # pytest writes to it as well
        for name in ("putenv", "unsetenv"):
            patch.setattr(os, name, written)
        assert "austrian" in repr(plots.table(FRAME))
        assert "austrian" in _html(FRAME)
