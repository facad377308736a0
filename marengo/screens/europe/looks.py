"""How nations are told apart, on every screen alike: as in charts, where France is blue."""

from marengo.charts import style
from marengo.charts.chart_frame import HATCHES, MARKERS, Look
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.words import Nation
from marengo.games.europe.war.game import ContinentGame

LOOKS = {
    nation: Look(
        NAMES[nation],
        *(style.SEAT[place], style.SEAT_DARK[place], style.SEAT_LIGHT[place]),
        *(MARKERS[place], HATCHES[place]),
    )
    for nation, place in zip(Nation, ContinentGame.palette, strict=False)
} | {Nation.MINOR: Look("minor", style.GAP, style.INK, style.PAPER, "X", "")}
"""The look of each nation."""
