"""Reports as files: complete, the same every time, and nothing fetched from anywhere."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from matplotlib.figure import Figure

from marengo.lab.frames import OutputError
from marengo.reports import Chart, Code, Heading, Report, Table, Text
from marengo.reports.pages import save_report, to_html, to_markdown


def drawing(heights: list[float]) -> Figure:
    figure = Figure(figsize=(3, 2))
    figure.subplots().plot(heights)
    return figure


def report() -> Report:
    return Report(
        "Two & three",
        [
            Heading("Odds < even"),
            Text("A sentence."),
            Code("marengo study a\nmarengo study b"),
            Table(pl.DataFrame({"cell": ["a | b", "c"], "wins": ["40.8 %", "−3"]}), "A note."),
            Chart("one", drawing([1, 2]), "Going up."),
            Chart("two", drawing([2, 1]), "Going down."),
        ],
    )


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = to_html(report())
    fetched = re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\((?!#)', page)
    assert [one for one in fetched if not one.startswith('xlink:href="#')] == []
    assert page.count("<svg") == 2
    assert "<h1>Two &amp; three</h1>" in page
    assert "<h2>Odds &lt; even</h2>" in page
    assert "<pre>marengo study a\nmarengo study b</pre>" in page
    assert "A note." in page


def test_parts_of_charts_keep_their_names_apart() -> None:
    """All charts share the page: a clip path of one must not cut another."""
    page = to_html(report())
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    used = re.findall(r'url\(#([^)]+)\)|xlink:href="#([^"]+)"', page)
    assert used
    assert {first or second for first, second in used} <= set(names)


def test_figures_stand_on_the_right_and_words_on_the_left() -> None:
    page = to_html(report())
    assert re.search(r'gt_left"[^>]*>a \| b<', page)
    assert re.search(r'gt_right"[^>]*>40.8 %<', page)


def test_markdown_says_the_same() -> None:
    text = to_markdown(report())
    assert text.startswith(
        "# Two & three\n\n## Odds < even\n\nA sentence.\n\n    marengo study a\n"
    )
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [cell.strip() for cell in re.split(r"(?<!\\)\|", rows[2])[1:-1]] == [
        "a \\| b",
        "40.8 %",
    ]
    assert "![Going up.](one.svg)" in text


def test_a_saved_report_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("first", "second"):
        assert save_report(report(), tmp_path / name) == tmp_path / name / "index.html"
    files = sorted(path.name for path in (tmp_path / "first").iterdir())
    assert files == ["README.md", "index.html", "one.svg", "two.svg"]
    for file in files:
        assert (tmp_path / "first" / file).read_bytes() == (tmp_path / "second" / file).read_bytes()
    ET.parse(tmp_path / "first" / "one.svg")  # noqa: S314 - our own drawing


def test_two_charts_of_one_name_are_refused(tmp_path: Path) -> None:
    twice = Report("Twice", [Chart("one", drawing([1, 2]), ""), Chart("one", drawing([2, 1]), "")])
    with pytest.raises(ValueError, match="names of their own"):
        save_report(twice, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="file"):
        save_report(report(), tmp_path / "file")
