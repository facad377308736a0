"""Figures as PNG and SVG that are the same every time, and what a figure shows in words."""

import io
import re
import sys
from contextlib import ContextDecorator
from threading import RLock
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from marengo.core.view import picture_html

__all__ = ["figure_png", "figure_svg", "figure_words", "show_figures", "tell"]

WIDTH = 1400  # of a picture that ends a notebook's cell, pixels
_LARGE = 400_000  # bytes from which the picture of a figure is stored with 256 colours


class Turns(ContextDecorator):
    """Lock that threads take in turn, each as deep as it likes; decorates functions too."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


DRAWING = Turns()
"""Lock for drawing: matplotlib does not promise that two threads can draw at once."""


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


@DRAWING
def figure_svg(figure: Figure, *, letters: bool = False) -> str:
    """Return a figure as SVG, the same text for the same figure.

    Parameters
    ----------
    figure : Figure
        Any figure.
    letters : bool
        True to leave letters to whoever shows it; else they become outlines, so that it looks the
        same on every machine.

    Returns
    -------
    str
        A file of its own, without date and version of its maker. If the figure has words (see
        :func:`figure_words`), they are its ``title`` and ``desc``, which screen readers read.
    """
    text = io.StringIO()
    # without a salt, the names of parts are random
    with rc_context({"svg.hashsalt": "marengo", "svg.fonttype": "none" if letters else "path"}):
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


@DRAWING
def figure_png(figure: Figure) -> bytes:
    """Draw a figure as a PNG file, the same every time; large ones with 256 colours."""
    width = min(WIDTH, round(110 * figure.get_size_inches()[0]))
    whole = rendered(figure, width).convert("RGB")
    result = encoded(whole)
    # refined by k-means, or the few pixels of a star would get the nearest common colour
    return result if len(result) < _LARGE else encoded(whole.quantize(256, kmeans=1))


def show_figures() -> None:
    """Let figures show themselves at the end of a notebook's cell; without a notebook, do nothing.

    IPython does so only for figures of pyplot's, which ours are not.
    """
    interpreter = sys.modules.get("IPython")
    shell = interpreter.get_ipython() if interpreter else None
    if shell is not None:
        shell.display_formatter.mimebundle_formatter.for_type(Figure, _outputs)


def _outputs(figure: Figure) -> dict[str, Any]:
    """Return what a notebook shows: HTML, as a mere picture has no words, or where none is read."""
    plain, png = repr(figure), figure_png(figure)  # which changes its size in dots
    html = picture_html(png, figure_words(figure) or _titles(figure))
    return {"text/html": html, "image/png": png, "text/plain": plain}


def _titles(figure: Figure) -> str:
    """Return what is written around the axes of a figure that has no words."""
    around = (Axes.get_title, Axes.get_xlabel, Axes.get_ylabel)
    written = [figure.get_suptitle(), *(get(axes) for axes in figure.axes for get in around)]
    return "; ".join(filter(None, written)) or "chart"


@DRAWING
def rendered(figure: Figure, width: int) -> Image.Image:
    """Draw a figure that many pixels wide."""
    figure.set_dpi(width / figure.get_size_inches()[0])
    agg = FigureCanvasAgg(figure)
    agg.draw()  # type: ignore[no-untyped-call]
    pixels = np.asarray(agg.buffer_rgba())  # type: ignore[no-untyped-call]
    return Image.fromarray(pixels)


def encoded(picture: Image.Image) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    with io.BytesIO() as target:
        picture.save(target, format="png")
        return target.getvalue()
