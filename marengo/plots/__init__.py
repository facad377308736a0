"""Maps and charts.

Importing this package also lets positions, views and figures show themselves in a notebook.
"""

from marengo import display
from marengo.plots.animation import animate_front, animate_record
from marengo.plots.board import board, boards
from marengo.plots.charts import length_chart, win_chart
from marengo.plots.figure_text import figure_svg, figure_words
from marengo.plots.hourly_charts import day_plot, ending_plot
from marengo.plots.layout import Layout, layout
from marengo.plots.picture import show_figures, to_html, to_png
from marengo.plots.position import position
from marengo.plots.position_text import describe
from marengo.plots.responses import handicap_plot, tornado_plot
from marengo.plots.study_maps import (
    flow_map,
    front_map,
    loss_map,
    presence_map,
    small_multiples,
)
from marengo.plots.win_rates import difference_plot, forest_plot, skill_plot

__all__ = [
    "Layout",
    "animate_front",
    "animate_record",
    "board",
    "boards",
    "day_plot",
    "describe",
    "difference_plot",
    "ending_plot",
    "figure_svg",
    "figure_words",
    "flow_map",
    "forest_plot",
    "front_map",
    "handicap_plot",
    "layout",
    "length_chart",
    "loss_map",
    "position",
    "presence_map",
    "skill_plot",
    "small_multiples",
    "to_html",
    "to_png",
    "tornado_plot",
    "win_chart",
]

display.register("png", to_png)
display.register("html", to_html)
show_figures()
