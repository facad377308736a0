"""Maps of where strength goes."""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from marengo.charts.chart_frame import look_of, seat_sign
from marengo.core.numbers import COUNT, POSITIVE, WHOLE, takes
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.games.marengo.board import Board
from marengo.games.marengo.study.presence import flows
from marengo.lab.exchange import Frame
from marengo.screens.marengo.drawing.layout import Spot
from marengo.screens.marengo.study_maps import base_map
from marengo.screens.marengo.study_maps.base_map import Layer, Map

__all__ = ["flow_map"]

WIDEST: Final = 24.0  # width of the strongest flow's arrow, units
SHARE: Final = 0.06  # of the strongest flow; lesser flows are left out
_BEND: Final = 0.16


@takes(hours=WHOLE, games=COUNT, least=POSITIVE)
def flow_map(
    board: Board,
    presence: Frame,
    *,
    hours: Sequence[int] | None = None,
    games: int,
    side: str | None = None,
    least: float | None = None,
) -> Figure:
    """Draw where strength goes, as arrows whose width is its mean.

    Parameters
    ----------
    board, games
        As for :func:`presence_map`.
    presence : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        As for :func:`presence_map`, with ``origin`` instead of ``pieces``.
    hours : sequence of int, optional
        Hours of the 24-hour clock whose moves are added up; default: the whole day.
    side : str, optional
        ``"austrian"`` or ``"french"``; default: both.
    least : float, optional
        Strength points a game below which a flow is left out; default: six hundredths of
        the strongest flow.

    Returns
    -------
    Figure
        Arrows from where strength stood when an hour began to where it stood at its end; bent to
        the right, so that those there and back lie apart. Austria's begin with a square and are
        plain, France's with a circle and are hatched. A cross marks where pieces come onto the
        map, its area counts.

    Raises
    ------
    ValueError
        As for :func:`presence_map`.
    """
    army = None if side is None else check_army(side)
    means = flows(board, presence, games=games, hours=hours)
    if army is not None:
        means = means.filter(pl.col("side") == army)
    most, whose = strongest(means), look_of(army).name if army else "strength"
    least = SHARE * most if least is None else least
    shown = means.filter(pl.col("strength") >= least)
    order = ("side", "origin", "locality", "strength")
    ranked = shown.select(order).sort(-pl.col("strength"), *order[:3])
    return base_map.study_map(
        board,
        {"": means},
        arrows(most, [army] if army else ARMY_NAMES, least),
        heading=f"Where {whose} goes {base_map.in_hours(hours)}",
        note=f"mean of {games:,} games, strength points, hour by hour; "
        f"flows of less than {least:.2g} are left out",
        lines=[
            f"{look_of(army).name}: {origin or 'onto the map'} to {locality}, {strength:.2f}"
            for army, origin, locality, strength in ranked.iter_rows()
        ],
        written={},
    )


def strongest(flows: pl.DataFrame) -> float:
    """Return the strongest flow from locality to locality; 1 if there is none."""
    return base_map.largest(flows.filter(pl.col("origin").is_not_null()), "strength")


def arrows(most: float, armies: Sequence[Army], least: float, widest: float = WIDEST) -> Layer:
    """Return flows as arrows, the strongest on top; the flow ``most`` has the full width."""

    def paint(panel: Map, table: pl.DataFrame) -> None:
        shown = table.filter(pl.col("strength") >= least).sort("strength", "origin", "locality")
        columns = shown.select("side", "origin", "locality", "strength")
        for army, origin, locality, strength in columns.iter_rows():
            look, width = look_of(army), widest * panel.ink * strength / most
            x, y = panel.at(locality)
            if origin is None:
                cross: dict[str, Any] = {"marker": "P", "color": look.colour, "zorder": 4.4}
                cross |= {"edgecolors": look.dark, "linewidths": 0.8 * panel.ink}
                above, size = y - 24 * panel.plan.unit, 60 * width * panel.ink
                panel.axes.scatter(x, above, s=size, gid=f"arrivals of {army}", **cross)
            else:
                start, size = panel.at(origin), max(1.25 * width, 3.5 * panel.ink)
                panel.axes.add_patch(_arrow(army, start, (x, y), width, panel.ink))
                sign = seat_sign(army, size) | {"markeredgewidth": 0.6 * panel.ink}
                panel.axes.plot(*start, **sign, zorder=4.3)

    def legend(figure: Figure, panel: Map) -> None:
        low, ink = base_map.foot(figure), panel.ink
        whole = low.get_xlim()[1]
        for place, army in enumerate(armies):
            left = (0.16 + 0.25 * place) * whole
            low.add_patch(_arrow(army, (left, 0.0), (left + 70, 0.0), widest * ink, ink))
            low.plot(left, 0.0, **seat_sign(army, 1.25 * widest * ink))
            base_map.explain(low, left + 78, f"{look_of(army).name} {most:.2g}")
        words = "strength points; width counts;\ncross: comes onto the map"
        base_map.explain(low, 0.68 * whole, words)

    return Layer(paint, legend)


def _arrow(army: Army, start: Spot, end: Spot, width: float, ink: float) -> FancyArrowPatch:
    """Return an arrow of some width in points."""
    top, look = max(1.9 * width, 15 * ink), look_of(army)
    shape = f"simple,tail_width={width},head_width={top},head_length={0.9 * top}"
    sizes: dict[str, Any] = {"mutation_scale": 1.0, "shrinkA": 0, "shrinkB": 5 * ink}
    bent = f"arc3,rad={_BEND}"
    arrow = FancyArrowPatch(start, end, arrowstyle=shape, connectionstyle=bent, **sizes)
    fill = look.fill | {"hatch": look.hatch * 2, "linewidth": 0.6 * ink, "alpha": 0.9}
    arrow.set(**fill, zorder=4.2, gid=f"flow of {army}")
    return arrow
