"""Maps and charts.

Importing this package also lets positions, views and figures show themselves in a notebook.
"""

from marengo.game import display
from marengo.plots.board import board, boards
from marengo.plots.charts import length_chart, win_chart
from marengo.plots.layout import Layout, layout
from marengo.plots.picture import show_figures, to_html, to_png
from marengo.plots.position import position
from marengo.plots.words import describe

__all__ = [
    "Layout",
    "board",
    "boards",
    "describe",
    "layout",
    "length_chart",
    "position",
    "to_html",
    "to_png",
    "win_chart",
]

display.register("png", to_png)
display.register("html", to_html)
show_figures()
