"""A figure on the screen that reports clicks, where the browser can do so."""

import io
import warnings
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from marengo.charts.figures import DRAWING
from marengo.widgets.elements import Picture

__all__ = ["Canvas"]

DPI = 100


class Canvas:
    """One figure on the screen: a canvas of ipympl where that is installed, else a picture.

    A click calls ``clicked`` with its place along the x axis, in the axis' units.
    """

    def __init__(self, size: tuple[float, float], clicked: Callable[[float], object]) -> None:
        self._clicked = clicked
        with DRAWING:
            self.figure = Figure(figsize=size, dpi=DPI, layout="constrained")
            made = _ipympl_canvas(self.figure)
        self.clickable = made is not None
        self.widget: Any = made or Picture()
        if self.clickable:
            self.widget.mpl_connect("button_press_event", self._press)
        else:
            FigureCanvasAgg(self.figure)

    def show(self, draw: Callable[[Figure], object]) -> None:
        """Draw the figure anew; meanwhile the browser gets nothing of it, and its clicks wait."""
        with DRAWING:
            draw(self.figure)
            if self.clickable:
                self.widget.draw_idle()
                return
            with io.BytesIO() as file:
                self.figure.savefig(file, format="png", dpi=2 * DPI)
                self.widget.value = file.getvalue()

    def _press(self, event: Any) -> None:
        """Report a click within the axes."""
        if event.inaxes is not None and event.xdata is not None:
            self._clicked(event.xdata)


def _ipympl_canvas(figure: Figure) -> Any:
    """Return a canvas of ipympl, without the signs and frames around it; None if there is none."""
    backend = mpl.get_backend(auto_select=False)
    try:
        from ipympl.backend_nbagg import Canvas as Drawn
        from ipympl.backend_nbagg import FigureManager
    except ImportError:
        return None
    finally:  # to import ipympl makes it the backend of pyplot, which is not for us to choose
        mpl.use(backend or "agg")

    class Locked(Drawn):  # type: ignore[misc] # ipympl has no types
        """A canvas that waits while its figure is changed.

        Newer kernels take what the browser says of it in a thread of their own.
        """

        def _handle_message(self, *said: Any) -> None:
            with DRAWING:
                super()._handle_message(*said)

    canvas = Locked(figure)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of how ipympl makes its toolbar
        FigureManager(canvas, 0)
    canvas.toolbar_visible = canvas.header_visible = canvas.footer_visible = False
    canvas.resizable = canvas.capture_scroll = False
    return canvas
