"""Texts of people in Markdown and HTML: read as they were written, they mean nothing else."""

from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from matplotlib.figure import Figure

import marengo
from marengo.lab.ladder import climb
from marengo.lab.ladder_report import report_text
from marengo.lab.steps import Bound, Ladder, LadderStep
from marengo.reports import Chart, Code, Heading, Report, Table, Text
from marengo.reports.document import Part
from marengo.reports.pages import to_html, to_markdown

NAMES = (
    *("a | b", "*bold* **x**", "_a_ b_c", "`code`", "[x](javascript:alert(1))", "![x](http://y.z)"),
    *("<script>alert(1)</script>", "<b>", "a < b > c", "&amp; &lt;", "back\\slash\\", "\\|", "$x$"),
    *("# one", "C #", "1. one", "2) two", "- one", "+ one", "---", "> one", "~~gone~~", "~~~"),
    *("% no", "(here)=", "http://a.bc", "www.a.bc", "me@a.bc", "<me@a.bc>", "=", ":a", "+++"),
    *("Bücher 🐎", "50 %", "+1.5", '"quoted"', "it's", "{role}`x`", "!", "x" * 2000),
)

BROKEN = ("two\nlines", "a\r\n\r\n# b", "a\u2028b", "a\x85| b", "\n    code")


def words(token: Token) -> str:
    """Return what is read of a part of a paragraph, of a picture what stands for it."""
    return "".join(map(words, token.children)) if token.children else token.content


def read(markdown: str) -> tuple[list[str], set[str]]:
    """Return the texts of each heading, paragraph and cell of Markdown, and what else is in it."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    texts, kinds = [], set[str]()
    for token in parser.parse(markdown):
        kinds.add(token.type)
        if token.type == "inline":
            texts.append("".join(map(words, token.children or ())))
            kinds |= {one.type for one in token.children or ()}
    return texts, kinds


class Page(HTMLParser):
    """The texts of a page, and its tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.texts = set[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def report(name: str) -> Report:
    frame = pl.DataFrame({name: [name, "next"], "other": ["1", "2"]})
    figure = Figure(figsize=(1, 1))
    chart = Chart("one", figure, name)
    return Report(name, [Heading(name), Text(name), Table(frame, name), chart, Code(name)])


@pytest.mark.parametrize("name", [*NAMES, *BROKEN])
def test_names_mean_nothing_in_markdown(name: str) -> None:
    texts, kinds = read(to_markdown(report(name)))
    line = " ".join(name.splitlines()).strip()
    assert texts == [line, line, line, line, "other", line, "1", "next", "2", line, line, line]
    made = {"html_inline", "html_block", "link_open", "s_open", "strong_open", "list_item_open"}
    assert not kinds & {*made, "code_inline", "hr", "blockquote_open", "fence", "entity"}


def test_names_mean_nothing_on_a_page() -> None:
    pages = []
    for names in (NAMES, ("name",) * len(NAMES)):
        parts: list[Part] = []
        for name in names:
            parts += (Heading(name), Text(name), Code(name))
        frame = pl.DataFrame({"name": names})
        parts += [Table(frame, name) for name in names[:9]]
        figure = Figure(figsize=(1, 1))
        parts.append(Chart("one", figure, names[6]))
        pages.append(Page(to_html(Report(names[6], parts))))
    page, harmless = pages
    assert page.tags == harmless.tags
    for name in NAMES:
        assert page.texts.count(name) >= 3 + 9, name


def test_names_mean_nothing_in_the_report_of_a_ladder(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    title = "A | *b* <script>x</script> [c](d)"
    file.write_text(f"extends = 'triomphe'\nname = '{title}'\n")
    game = marengo.load(file)
    assert title in game.scenario_title
    step = LadderStep(challenger="random", holder="random", pairs=Bound(0.5, 0.6), block=2, most=2)
    climbed = climb(game, Ladder(steps=(step,)), tmp_path / "games.parquet", say=lambda _: None)
    text = report_text(
        climbed, "marengo ladder 'a\nb'", "odd.svg", datetime(1800, 6, 14, tzinfo=UTC)
    )
    texts, kinds = read(text)
    assert f"Strength ladder: {game.scenario_title}" in texts
    assert not kinds & {"html_inline", "html_block", "link_open", "em_open"}
    assert "    marengo ladder 'a\n    b'\n" in text
