"""The atlas: what the reports of a folder are cited for on one page, each figure once."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import polars as pl

from marengo.lab.findings import Finding, age_text, findings_of, title_of
from marengo.reports.document import Code, Heading, Part, Report, Table, Text
from marengo.reports.phrases import WHAT_INTERVALS_HOLD

__all__ = ["make_atlas"]

MOST = 40
"""Most figures; of more, those go first whose page tells most."""

HOW_TO_READ = (
    "What a section of a report is cited for, one figure or two, stands here once, with its "
    f"interval ({WHAT_INTERVALS_HOLD}), the games it is made of, and the cell they come from: the "
    "plan, the scenario and the players of each side. It says how these players play, and no more."
)

HOW_TO_CITE = (
    "Name the figure as it is called here, its value, its interval, its games and their cell, and "
    "the version of marengo, as below. The report that tells it names the code that played, and "
    "the commands that play the same games again; CITATION.cff cites marengo itself."
)


def make_atlas(changed: Mapping[Path, Sequence[str]]) -> Report:
    """Return the page that tells the figures of others.

    Parameters
    ----------
    changed : mapping of Path to sequence of str
        The other pages, with what is played otherwise today.

    Returns
    -------
    Report
        A section for each page that has headlines. Of those called alike it tells the one with the
        most games.

    Raises
    ------
    FindingError
        If a file beside a page cannot be read.
    """
    headlines = [
        (page, figure) for page in changed for figure in findings_of(page) if figure.headline
    ]
    best = {
        figure.name: (page, figure)
        for page, figure in sorted(headlines, key=lambda at: at[1].games)
    }
    by_page = {
        page: [
            figure for at, figure in headlines if at == page and best[figure.name] == (at, figure)
        ]
        for page in changed
    }
    while sum(map(len, by_page.values())) > MOST:
        max(by_page.values(), key=len).pop()
    parts: list[Part] = [Text(HOW_TO_READ), Heading("How is a figure cited?"), Text(HOW_TO_CITE)]
    first = next((figure for figures in by_page.values() for figure in figures), None)
    if first is not None:
        parts.append(Code(_citation(first)))
    for page, figures in by_page.items():
        parts += _of_page(page, figures, changed[page]) if figures else ()
    return Report("The atlas: every figure once", parts)


def _citation(figure: Finding) -> str:
    """Return how a figure is cited."""
    return (
        f"{figure.name}: {figure.value} ({figure.interval}), {figure.games:,} games\n"
        f"({figure.cell}; the marengo authors, marengo {version('marengo')}, reports/atlas)"
    )


def _of_page(page: Path, figures: Sequence[Finding], changed: Sequence[str]) -> Iterator[Part]:
    """Tell the figures of a page."""
    yield Heading(title_of(page))
    if changed:
        yield Text(f"These figures are {age_text(changed)}.")
    head = "figure", "value", "interval", "games", "cell"
    rows = [
        (figure.name, figure.value, figure.interval, f"{figure.games:,}", figure.cell)
        for figure in figures
    ]
    told_in = f"Told in {page.parent.name}/{page.name}."
    yield Table(pl.DataFrame(rows, schema=head, orient="row"), told_in)
    yield from map(Text, dict.fromkeys(figure.remark for figure in figures if figure.remark))
