"""Maps of whose ground it is, and of the line between the armies."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl
import shapely
from matplotlib.contour import QuadContourSet
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke
from scipy.ndimage import gaussian_filter

from marengo.charts import style
from marengo.core.numbers import COUNT, WHOLE, takes
from marengo.games.marengo.board import Board
from marengo.games.marengo.study.presence import held
from marengo.lab.exchange import Frame
from marengo.screens.marengo.drawing.layout import layout
from marengo.screens.marengo.drawing.symbols import write
from marengo.screens.marengo.study_maps import base_map
from marengo.screens.marengo.study_maps.base_map import Layer, Map

__all__ = ["front_map"]

Array = np.ndarray[Any, Any]

REACH: Final = 75.0  # standard deviation of the bell over which the front line averages, units
SELDOM: Final = 0.05  # share of games below which a locality that is held counts as empty
_STEP: Final = 15.0  # of the raster, units
_DASHES: Final = ((0.0, (5.0, 1.5)), (0.0, (1.5, 1.5)), (0.0, (6.0, 1.5, 1.5, 1.5)))
_NONE: Final[Mapping[int, pl.DataFrame]] = {}
_FAINTEST: Final = 0.02  # share of games below which there is no front either


class Shade(NamedTuple):
    """Filling of a locality up to some chance that it is French."""

    upto: float
    words: str
    colour: str
    hatch: str = ""
    edge: str = style.FACE  # of the hatching


SHADES: Final = (
    Shade(0.2, "Austria, 80 % or more", "#e08a4c"),
    Shade(0.4, "Austria, 60 to 80 %", "#f2c9a8"),
    Shade(0.6, "in between", style.FACE, "...", style.FAINT),
    Shade(0.8, "France, 60 to 80 %", "#b9d6e8", "//"),
    Shade(1.0, "France, 80 % or more", "#6aaed6", "////"),
)
"""Shades from Austrian to French ground."""


@takes(hour=WHOLE, games=COUNT, lines=WHOLE)
def front_map(
    board: Board, presence: Frame, *, hour: int, games: int, lines: Sequence[int] = ()
) -> Figure:
    """Draw how likely localities are Austrian or French at the end of an hour, and the front.

    Parameters
    ----------
    board, presence, hour, games
        As for :func:`presence_map`.
    lines : sequence of int
        Further hours whose front lines are drawn thin, with the hour beside them.

    Returns
    -------
    Figure
        Of the games in which a locality is held, how many are French; blank if it is held in fewer
        than 5 % of the games. The front is where both armies are as likely: the chances of all
        localities, spread over their ground, are averaged with a bell (Nadaraya 1964; Watson
        1964), and the line of even chances is drawn where anybody is near.

    Raises
    ------
    ValueError
        As for :func:`presence_map`.
    """
    hours = sorted({hour, *lines})
    means = held(board, presence, games=games, hours=hours)
    tables = {other: means.filter(pl.col("hour") == other) for other in hours}
    now = tables.pop(hour)
    chances = french_chances(now)
    return base_map.study_map(
        board,
        {"": now},
        fronts(6.0, hour, tables),
        heading=f"Whose ground it is at the end of {hour}:00",
        note="of the games in which a locality is held, per cent Austrian (A) or French (F); "
        f"blank: held in under 5 % of the {games:,} games",
        lines=_told(board, chances),
        written={
            number: f"F {100 * chance:.0f}" if chance >= 0.5 else f"A {100 - 100 * chance:.0f}"
            for number, chance in chances.items()
        },
    )


def _told(board: Board, chances: dict[int, float]) -> list[str]:
    """Return in words which localities are whose."""
    names: dict[str, list[str]] = {shade.words: [] for shade in SHADES}
    for number, chance in chances.items():
        names[shade_of(chance).words].append(board.name_of(number))
    return [f"{words}: {', '.join(places) or 'none'}" for words, places in names.items()]


def french_chances(now: pl.DataFrame) -> dict[int, float]:
    """Return, of the games in which a locality is held, the French share; not if seldom held."""
    share = pl.col("share")
    sums = {"french": share.filter(pl.col("side") == "french").sum(), "whole": share.sum()}
    held_often = now.group_by("locality").agg(**sums).filter(pl.col("whole") >= SELDOM)
    chances = held_often.select("locality", pl.col("french") / pl.col("whole"))
    return dict(chances.sort("locality").iter_rows())


def shade_of(chance: float) -> Shade:
    """Return how a locality is filled whose chance to be French is known."""
    return next((shade for shade in SHADES if chance <= shade.upto), SHADES[-1])


def fronts(width: float, hour: int = 0, others: Mapping[int, pl.DataFrame] = _NONE) -> Layer:
    """Return the chances of localities, a front line some units wide, and those of other hours."""

    def paint(panel: Map, table: pl.DataFrame) -> None:
        for number, chance in french_chances(table).items():
            shade = shade_of(chance)
            panel.tint(number, shade.colour, shade.hatch, shade.edge)
        for place, (other, part) in enumerate(others.items()):
            look = {"linestyles": [_DASHES[place % len(_DASHES)]]}
            line = _paint_front(panel, part, 3.4, f"front at {other}", **look)
            _name_line(panel, line, other, (place + 1) / (len(others) + 1))
        line = _paint_front(panel, table, width)
        if others:
            _name_line(panel, line, hour, 0.0)

    return Layer(paint, _legend)


def _paint_front(
    panel: Map, now: pl.DataFrame, width: float, gid: str = "front", **look: Any
) -> QuadContourSet | None:
    """Draw the front line of an hour, some units wide; None if the armies are nowhere near."""
    x, y, chance = chance_field(panel.plan.board, now)
    chances = chance.compressed()
    if not chances.size or chances.min() > 0.5 or chances.max() < 0.5:
        return None
    look = {"colors": style.INK, "linewidths": width * panel.ink, "zorder": 4.6, **look}
    line = panel.axes.contour(x, y, chance, levels=[0.5], **look)
    halo = withStroke(linewidth=(width + 4) * panel.ink, foreground=style.FACE)
    line.set(path_effects=[halo], gid=gid)
    return line


def _name_line(panel: Map, line: QuadContourSet | None, hour: int, share: float) -> None:
    """Write the hour of a front line, some share of the way along its longest part."""
    parts = [part for part in line.allsegs[0] if len(part) > 1] if line else []
    if not parts:
        return
    longest = max(parts, key=len)
    if longest[0][1] > longest[-1][1]:
        longest = longest[::-1]  # from the north
    at, ink = longest[round(share * (len(longest) - 1))], panel.ink
    box = {"facecolor": style.FACE, "edgecolor": style.INK, "linewidth": ink, "pad": 3 * ink}
    look = {"weight": "bold", "va": "center", "bbox": box, "zorder": 5.4}
    write(panel.axes, (at[0], at[1]), f"{hour}:00", 1.1 * style.NUMBER_SIZE * ink, **look)


def chance_field(
    board: Board, now: pl.DataFrame
) -> tuple[Array, Array, np.ma.MaskedArray[Any, Any]]:
    """Return x, y and the chance that ground is French, smoothed over a raster of the map.

    The chance has a row for each y; it is masked outside the board and where hardly anybody is.
    """
    x, y, owner = _raster(board)
    numbers = [locality.number for locality in board.localities]
    inside = owner >= 0
    spread = REACH / _STEP
    room = gaussian_filter(inside.astype(float), spread)
    fields = {}
    for side in ("austrian", "french"):
        part = now.filter(pl.col("side") == side)
        shares = dict(zip(part["locality"].to_list(), part["share"].to_list(), strict=True))
        values = np.array([*(shares.get(number, 0.0) for number in numbers), 0.0])
        fields[side] = gaussian_filter(values[owner], spread) / np.maximum(room, 1e-9)
    whole = fields["austrian"] + fields["french"]
    chance = fields["french"] / np.maximum(whole, 1e-12)
    return x, y, np.ma.masked_array(chance, mask=~inside | (whole < _FAINTEST))


@lru_cache(maxsize=8)
def _raster(board: Board) -> tuple[Array, Array, Array]:
    """Return a raster of the map and which locality each point is in, by index; -1 for none."""
    plan = layout(board)
    left, top, right, bottom = plan.frame
    step = _STEP * plan.unit
    x, y = np.arange(left, right + step, step), np.arange(top, bottom + step, step)
    across, down = np.meshgrid(x, y)
    owner = np.full(across.shape, -1)
    for index, locality in enumerate(board.localities):
        owner[shapely.contains_xy(plan.shapes[locality.number], across, down)] = index
    return x, y, owner


def _legend(figure: Figure, _: Map) -> None:
    """Say below the maps what the fills and the line mean."""
    low = base_map.foot(figure)
    step = low.get_xlim()[1] / (len(SHADES) + 1.3)
    for place, shade in enumerate(SHADES):
        left = (place + 0.15) * step
        fill = {"facecolor": shade.colour, "hatch": shade.hatch, "hatchcolor": shade.edge}
        edge = {"edgecolor": style.FAINT, "linewidth": 0.6}
        low.add_patch(Rectangle((left, -7), 22, 14, **fill, **edge))  # type: ignore[arg-type]
        base_map.explain(low, left + 28, shade.words.replace(", ", ",\n"))
    left = (len(SHADES) + 0.15) * step
    low.plot([left, left + 24], [0.0, 0.0], color=style.INK, linewidth=2.5)
    base_map.explain(low, left + 30, "front: even\nchances")
