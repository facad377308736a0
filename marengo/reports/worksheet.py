"""A page to print for a class: a position as a side knows it, a question, and lines to write on."""

import io
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image

from marengo.charts import style
from marengo.charts.figures import DRAWING
from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.records import position
from marengo.core.scenarios import seat_title
from marengo.core.state import State
from marengo.core.view import View
from marengo.lab.frames import OutputError, writing_whole

__all__ = ["pages", "sheet"]

A4 = (8.27, 11.69)  # inches
EDGE = 0.7  # inches
LINE = 0.33  # between lines to write on, inches
TEXT_LINE = 0.23  # between lines of text, inches
LETTERS = 82  # in a line of text
MOST_LINES = 24
"""Of a question or an answer; more leave no room on the page."""

PIXELS = 2000
"""Width of the map: 290 in an inch."""


def sheet(
    shown: State | str,
    question: str,
    path: str | Path,
    *,
    side: str | None = None,
    answer: str | None = None,
) -> Path:
    """Write a page to print: the map as a side knows it, a question, and lines to write on.

    Parameters
    ----------
    shown : State or str
        A position, or its text, see :func:`marengo.text_of`.
    question : str
        What is asked, up to 24 lines.
    path : str or Path
        The PDF file, A4.
    side : str, optional
        The seat that looks, such as ``"french"``; default: the one that decides.
    answer : str, optional
        Stands on a second page, with the map as it is, on which nothing is hidden.

    Returns
    -------
    Path
        The file, the same for the same question.

    Raises
    ------
    RecordError
        If the text is none of a position.
    MarengoError
        If there is no such side, the text is too long, or nothing draws the game.
    OutputError
        If the file cannot be written, or its name does not end in ``.pdf``.
    """
    if Path(path).suffix != ".pdf":
        raise OutputError(f"{path}: expected a name that ends in .pdf")
    figures = pages(shown, question, side=side, answer=answer)
    with writing_whole(path) as file, DRAWING:
        nameless = {"CreationDate": None, "Creator": None, "Producer": None}
        with PdfPages(file, metadata=nameless) as book:
            for figure in figures:
                book.savefig(figure)
    return Path(path)


def pages(
    shown: State | str, question: str, *, side: str | None = None, answer: str | None = None
) -> list[Figure]:
    """Return the pages of :func:`sheet` as figures, one, or two with an answer."""
    state = position(shown) if isinstance(shown, str) else shown
    seats = state.game.seat_names()
    name = side or state.to_move.name.lower()
    if name not in seats:
        meant = did_you_mean(name, seats)
        raise MarengoError(f"side: expected one of {', '.join(seats)}, not {name!r}{meant}")
    view = state.view(state.game.seats(seats.index(name)))
    title = state.game.scenario_title
    figure, low = _page(
        title, f"as {seat_title(name)} knows it", view, _lines("question", question)
    )
    while low > EDGE:
        ends = [EDGE / A4[0], 1 - EDGE / A4[0]]
        figure.add_artist(Line2D(ends, [low / A4[1]] * 2, color=style.FAINT, linewidth=0.6))
        low -= LINE
    if answer is None:
        return [figure]
    lines = [*_lines("question", question), "", *_lines("answer", answer)]
    return [figure, _page(title, "the answer, and the map as it is", state.view(None), lines)[0]]


def _lines(what: str, text: str) -> list[str]:
    """Return a text in lines that fit the page."""
    lines = [line for part in text.splitlines() for line in wrap(part, LETTERS) or [""]]
    if not 1 <= len(lines) <= MOST_LINES:
        raise MarengoError(f"{what}: expected 1 to {MOST_LINES} lines, not {len(lines)}")
    return lines


@DRAWING
def _page(title: str, under: str, view: View, lines: list[str]) -> tuple[Figure, float]:
    """Return a page with a map and text, and how far from its foot the text ends, in inches."""
    wide, high = A4
    figure = Figure(figsize=A4, facecolor="white")
    top = high - EDGE
    _write(figure, top, title, fontsize=15, weight="bold")
    _write(figure, top - 0.3, under, fontsize=10, color=style.INK)
    picture = _picture(view)
    tall = (wide - 2 * EDGE) * picture.shape[0] / picture.shape[1]
    top -= 0.55 + tall
    place = (EDGE / wide, top / high, 1 - 2 * EDGE / wide, tall / high)
    axes = figure.add_axes(place)
    axes.imshow(picture, interpolation="none", aspect="auto")
    axes.axis("off")
    top -= 0.2
    for line in lines:
        _write(figure, top, line, fontsize=11)
        top -= TEXT_LINE
    return figure, top - LINE


def _picture(view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return the map of a view as pixels."""
    draw = view._screen().to_png
    if not draw:
        raise MarengoError(f"nothing draws {view.ruleset}: expected a game with a map")
    return np.asarray(Image.open(io.BytesIO(draw(view, width=PIXELS))).convert("RGB"))


def _write(figure: Figure, low: float, text: str, **look: Any) -> None:
    figure.text(EDGE / A4[0], low / A4[1], text, va="top", parse_math=False, **look)
