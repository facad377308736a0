"""Figures as text: SVG that is the same every time, and what a figure shows in words."""

import io
import re
from xml.sax.saxutils import escape

from matplotlib import rc_context
from matplotlib.figure import Figure

__all__ = ["figure_svg", "figure_words", "tell"]


def tell(figure: Figure, words: str) -> Figure:
    """Let a figure say in words what it shows, for readers who cannot see it; return it."""
    figure.set_label(words)
    return figure


def figure_words(figure: Figure) -> str:
    """Return in words what a figure shows; empty for a figure without words.

    Parameters
    ----------
    figure : Figure
        As the functions of this package return it.

    Returns
    -------
    str
        A heading line, then a line for each thing to be told.
    """
    return str(figure.get_label())


def figure_svg(figure: Figure) -> str:
    """Return a figure as SVG, the same text for the same figure.

    Parameters
    ----------
    figure : Figure
        Any figure; letters become outlines, so that it looks alike on every machine.

    Returns
    -------
    str
        A file of its own, without date and version of its maker. If the figure has words (see
        :func:`figure_words`), they are its ``title`` and ``desc``, which screen readers read.
    """
    text = io.StringIO()
    # names of parts are drawn by lot otherwise
    with rc_context({"svg.hashsalt": "marengo", "svg.fonttype": "path"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawn, words = _shortened(text.getvalue()), figure_words(figure)
    if not words:
        return drawn
    start = drawn.index(">", drawn.index("<svg ")) + 1
    head, _, rest = words.partition("\n")
    told = f"\n <title>{escape(head)}</title>\n <desc>{escape(rest or head)}</desc>"
    return drawn[: start - 1] + ' role="img">' + told + drawn[start:]


def _shortened(drawn: str) -> str:
    """Return a drawing whose outlines are told to a hundredth of a point, not to a millionth."""
    return re.sub(r'(?<= d=")[^"]+', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path[0]), drawn)
