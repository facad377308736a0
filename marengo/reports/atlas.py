"""The atlas: the figures of all reports of a folder on one page, each once, to be quoted."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import polars as pl

from marengo.core.errors import MarengoError
from marengo.core.files import read_text
from marengo.lab.findings import Finding, age_text, findings_of
from marengo.reports.document import Code, Heading, Part, Report, Table, Text

__all__ = ["make_atlas"]

HOW_TO_READ = (
    "Each figure stands here once, with its 95 % interval, the games it is made of, and the cell "
    "they come from: the plan, the scenario and the players of each side. It says how these "
    "players play, and no more: of two that learned the same way each has found a game of its own."
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
        A section for each page that has figures. Of those called alike it tells the one with the
        most games.

    Raises
    ------
    FindingError
        If a file beside a page cannot be read.
    """
    found = {page: findings_of(page) for page in changed}
    best: dict[str, tuple[int, Path]] = {}
    for page, figures in found.items():
        for figure in figures:
            told = best.get(figure.name, (0, page))
            best[figure.name] = (figure.games, page) if figure.games > told[0] else told
    parts: list[Part] = [Text(HOW_TO_READ), Heading("How is a figure cited?"), Text(HOW_TO_CITE)]
    first = next((figure for figures in found.values() for figure in figures), None)
    if first is not None:
        parts.append(Code(_citation(first)))
    for page, figures in found.items():
        told_here = [one for one in figures if best[one.name] == (one.games, page)]
        if told_here:
            parts += _of_page(page, told_here, changed[page])
    return Report("The atlas: every figure once", parts)


def _citation(figure: Finding) -> str:
    """Return how a figure is cited."""
    return (
        f"{figure.name}: {figure.value} ({figure.interval}), {figure.games:,} games\n"
        f"({figure.cell}; the marengo authors, marengo {version('marengo')}, reports/atlas)"
    )


def _of_page(page: Path, figures: Sequence[Finding], changed: Sequence[str]) -> Iterator[Part]:
    """Tell the figures of a page."""
    yield Heading(read_text(page, MarengoError).partition("\n")[0].removeprefix("# "))
    if changed:
        yield Text(f"These figures are {age_text(changed)}.")
    head = "figure", "value", "95 % interval", "games", "cell"
    rows = [(one.name, one.value, one.interval, f"{one.games:,}", one.cell) for one in figures]
    told_in = f"Told in {page.parent.name}/{page.name}."
    yield Table(pl.DataFrame(rows, schema=head, orient="row"), told_in)
    yield from (Text(one.remark) for one in figures if one.remark)
