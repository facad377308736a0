"""Figures as text: SVG that is the same every time, and what a figure shows in words."""

import io
import re
from xml.sax.saxutils import escape

from matplotlib import rc_context
from matplotlib.figure import Figure

__all__ = ["figure_svg", "figure_words", "tell"]


def tell(figure: Figure, words: str) -> Figure:
    """Give a figure words for readers who cannot see it, and return it."""
    figure.set_label(words)
    return figure


def figure_words(figure: Figure) -> str:
    """Return what a figure shows in words; empty for a figure without words.

    Parameters
    ----------
    figure : Figure
        As the functions of this package return it.

    Returns
    -------
    str
        A heading, then a line for each row, hour or place.
    """
    return str(figure.get_label())


def figure_svg(figure: Figure) -> str:
    """Return a figure as SVG, the same text for the same figure.

    Parameters
    ----------
    figure : Figure
        Any figure; letters become outlines, so that it looks the same on every machine.

    Returns
    -------
    str
        A file of its own, without date and version of its maker. If the figure has words (see
        :func:`figure_words`), they are its ``title`` and ``desc``, which screen readers read.
    """
    text = io.StringIO()
    # without a salt, the names of parts are random
    with rc_context({"svg.hashsalt": "marengo", "svg.fonttype": "path"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    drawn, words = _shortened(text.getvalue()), figure_words(figure)
    if not words:
        return drawn
    start = drawn.index(">", drawn.index("<svg ")) + 1
    head, _, rest = words.partition("\n")
    tags = f"\n <title>{escape(head)}</title>\n <desc>{escape(rest or head)}</desc>"
    return drawn[: start - 1] + ' role="img">' + tags + drawn[start:]


def _shortened(drawn: str) -> str:
    """Return a drawing with outlines to a hundredth of a point instead of a millionth."""
    return re.sub(r'(?<= d=")[^"]+', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path[0]), drawn)
