"""Maps and charts.

Importing this package also lets positions and views show themselves in a notebook.
"""

import io

from marengo.game import State, View, display
from marengo.plots.board import board
from marengo.plots.layout import Layout, layout
from marengo.plots.position import describe, position

__all__ = ["Layout", "board", "describe", "layout", "position"]


def _png(shown: State | View) -> bytes:
    """Return the picture of a position as PNG."""
    with io.BytesIO() as target:
        position(shown).savefig(target, format="png", dpi=100)
        return target.getvalue()


display.register("png", _png)
