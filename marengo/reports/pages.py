"""Reports as files: one HTML page that needs nothing else, and Markdown with charts beside it."""

import re
from html import escape
from pathlib import Path

import polars as pl
from great_tables import GT, loc, style

from marengo.charts.figures import figure_svg
from marengo.lab.frames import made_folder, save_text
from marengo.lab.markdown import code, paragraph, plain, table
from marengo.reports.document import (
    Chart,
    Code,
    Finding,
    Heading,
    Report,
    Shown,
    Source,
    Table,
    Text,
)

__all__ = ["save_report", "to_html", "to_markdown"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #2e2a25; background: #fff;
  font: 16px/1.5 Georgia, "Times New Roman", serif; }}
h1, h2 {{ line-height: 1.2; }}
p {{ max-width: 42rem; }}
pre {{ background: #fbf8f0; padding: 0.6rem 1rem; overflow-x: auto; }}
figure {{ margin: 1.5rem 0; }}
figure svg {{ max-width: 100%; height: auto; }}
figcaption {{ max-width: 42rem; color: #6f675a; font-size: 0.9rem; }}
.source {{ margin-top: -0.6rem; color: #6f675a; font-size: 0.9rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def to_html(report: Report) -> str:
    """Return a report as one HTML page: its charts are inside, and nothing is fetched."""
    shown = [part for part in report.parts if not isinstance(part, Finding)]
    parts = [_html_of(part, number) for number, part in enumerate(shown)]
    return _PAGE.format(title=escape(report.title), body="\n".join(parts))


def _html_of(part: Shown, number: int) -> str:
    match part:
        case Heading(text):
            return f"<h2>{escape(text)}</h2>"
        case Text(text):
            return f"<p>{escape(text)}</p>"
        case Source(words, title, page):
            to = escape(re.sub(r"README\.md$", "index.html", page))
            return f'<p class="source">{escape(words)}: <a href="{to}">{escape(title)}</a></p>'
        case Code(text):
            return f"<pre>{escape(text)}</pre>"
        case Table():
            return _html_table(part, f"table-{number}")
        case Chart():
            caption = f"<figcaption>{escape(part.words)}</figcaption>"
            return f"<figure>{_inside(part)}{caption}</figure>"


def _inside(chart: Chart) -> str:
    """Return a chart as SVG inside a page: without the head that a file of its own needs.

    Names of its parts get the name of the chart in front, as all charts share the page.
    """
    drawing = figure_svg(chart.figure)
    drawing = drawing[drawing.index("<svg") :]
    for mark in (' id="', "url(#", 'xlink:href="#'):
        drawing = drawing.replace(mark, f"{mark}{chart.name}-")
    return drawing


def _html_table(table: Table, name: str) -> str:
    frame = table.frame
    figures = [column for column in frame.columns if _is_of_figures(frame[column])]
    made = (
        GT(frame, id=name)
        .cols_align("right", figures)
        .tab_style(style.text(weight="bold"), loc.column_labels())
        .tab_options(
            table_font_size="14px",
            data_row_padding="3px",
            table_margin_left="0",
            table_font_names=["Georgia", "serif"],
        )
    )
    if table.note:
        made = made.tab_source_note(table.note)
    return str(made.as_raw_html())


def _is_of_figures(column: pl.Series) -> bool:
    """Return whether a column of texts holds figures, which are set to the right."""
    return bool(column.str.contains(r"^[+−–-]?\d|^$|^–$").all())


def to_markdown(report: Report) -> str:
    """Return a report as Markdown; its charts are files beside it."""
    shown = (part for part in report.parts if not isinstance(part, Finding))
    parts = [f"# {plain(report.title)}", *map(_markdown_of, shown)]
    return "\n\n".join(parts) + "\n"


def _markdown_of(part: Shown) -> str:
    match part:
        case Heading(text):
            return f"## {plain(text)}"
        case Text(text):
            return paragraph(text)
        case Source(words, title, page):
            return f"*{plain(words)}: [{plain(title)}]({page})*"
        case Code(text):
            return code(text)
        case Table(frame, note):
            shown = table(frame.columns, frame.iter_rows())
            return f"{shown}\n\n{paragraph(note)}" if note else shown
        case Chart():
            words = plain(part.words)
            return f"![{words}]({part.name}.svg)\n\n*{words}*"


def save_report(report: Report, folder: str | Path) -> Path:
    """Write a report as ``index.html``, ``README.md`` and its charts, and return the page.

    Numbered charts of a report that was there before go.

    Raises
    ------
    OutputError
        If the folder cannot be made or written to.
    ValueError
        If two charts have the same name.
    """
    names = [part.name for part in report.parts if isinstance(part, Chart)]
    if len(set(names)) < len(names):
        raise ValueError(f"report: expected charts with names of their own, not {sorted(names)}")
    with made_folder(folder) as folder:
        for old in folder.glob("[0-9][0-9]-*.svg"):  # of a report that was here before
            if old.stem not in names:
                old.unlink()
        for part in report.parts:
            if isinstance(part, Chart):
                save_text(figure_svg(part.figure), folder / f"{part.name}.svg")
        save_text(to_markdown(report), folder / "README.md")
        return save_text(to_html(report), folder / "index.html")
