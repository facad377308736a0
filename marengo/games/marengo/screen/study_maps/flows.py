"""Maps of where strength goes."""

from collections.abc import Sequence
from typing import Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, look_of, seat_sign
from marengo.charts.figures import tell
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.screen.drawing.board import points
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.study_maps import base_map
from marengo.games.marengo.screen.study_maps.presence import flows, hours_of
from marengo.lab.exchange import Frame

__all__ = ["flow_map"]

WIDEST: Final = 24.0  # width of the strongest flow's arrow, units
SHARE: Final = 0.06  # of the strongest flow; lesser flows are left out
_BEND: Final = 0.16


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
    found = flows(board, presence, games=games, hours=hours)
    if army is not None:
        found = found.filter(pl.col("side") == army)
    most = strongest(found)
    least = SHARE * most if least is None else least
    figure, axes, plan = base_map.map_figure(board)
    paint_flows(axes, plan, found, most, least)
    base_map.write_figures(axes, plan, {})
    flows_legend(figure, axes, plan, most, [army] if army else list(ARMY_NAMES))
    of = hours or hours_of(presence)
    each = ", ".join(f"{hour}:00" for hour in of)
    together = list(of) == list(range(min(of), max(of) + 1))
    when = f"from {min(of)}:00 to the end of {max(of)}:00" if together else f"in the hours {each}"
    heading = f"Where {look_of(army).name if army else 'strength'} goes {when}"
    kept = found.filter(pl.col("strength") >= least)
    note = (
        f"mean of {games:,} games, strength points, hour by hour; "
        f"flows of less than {least:.2g} are left out"
    )
    base_map.heading(figure, heading, note)
    ranked = kept.sort("strength", "side", "origin", "locality", descending=[True, *[False] * 3])
    lines = [
        f"{look_of(row['side']).name}: "
        f"{'onto the map' if row['origin'] is None else row['origin']} to {row['locality']}, "
        f"{row['strength']:.2f}"
        for row in ranked.iter_rows(named=True)
    ]
    return tell(figure, "\n".join([f"{heading}, {note}", *lines]))


def strongest(found: pl.DataFrame) -> float:
    """Return the strongest flow from locality to locality; 1 if there is none."""
    within = found.filter(pl.col("origin").is_not_null())
    return float(within["strength"].max() or 1.0)  # type: ignore[arg-type] # numbers


def paint_flows(
    axes: Axes,
    plan: Layout,
    found: pl.DataFrame,
    most: float,
    least: float,
    widest: float = WIDEST,
) -> None:
    """Draw flows, the strongest last; the flow ``most`` has the full width."""
    ink = points(axes, plan)
    kept = found.filter(pl.col("strength") >= least).sort("strength", "origin", "locality")
    for row in kept.iter_rows(named=True):
        army = check_army(row["side"])
        width = widest * ink * row["strength"] / most
        end = plan.anchors[Place(row["locality"])].at
        if row["origin"] is None:
            axes.scatter(
                [end[0]],
                [end[1] - 24 * plan.unit],
                s=60 * widest * ink**2 * row["strength"] / most,
                marker="P",
                color=look_of(army).colour,
                edgecolors=look_of(army).dark,
                linewidths=0.8 * ink,
                zorder=4.4,
                gid=f"arrivals of {army}",
            )
            continue
        start = plan.anchors[Place(row["origin"])].at
        axes.add_patch(_arrow(army, start, end, width, ink))
        size = max(1.25 * width, 3.5 * ink)
        axes.plot(*start, **seat_sign(army, size), markeredgewidth=0.6 * ink, zorder=4.3)


def _arrow(army: Army, start: Spot, end: Spot, width: float, ink: float) -> FancyArrowPatch:
    """Return an arrow of some width in points."""
    top = max(1.9 * width, 15 * ink)
    form = f"simple,tail_width={width},head_width={top},head_length={0.9 * top}"
    return FancyArrowPatch(
        start,
        end,
        arrowstyle=form,
        connectionstyle=f"arc3,rad={_BEND}",
        mutation_scale=1.0,
        shrinkA=0,
        shrinkB=5 * ink,
        facecolor=look_of(army).colour,
        edgecolor=look_of(army).dark,
        hatch=look_of(army).hatch * 2,
        hatchcolor=look_of(army).light,
        linewidth=0.6 * ink,
        alpha=0.9,
        zorder=4.2,
        gid=f"flow of {army}",
    )


def flows_legend(
    figure: Figure,
    axes: Axes,
    plan: Layout,
    most: float,
    armies: list[Army],
    widest: float = WIDEST,
) -> None:
    """Draw below the maps what arrows and crosses mean."""
    low, ink = base_map.foot(figure), points(axes, plan)
    width = low.get_xlim()[1]
    for place, army in enumerate(armies):
        left = (0.16 + 0.25 * place) * width
        low.add_patch(_arrow(army, (left, 0.0), (left + 70, 0.0), widest * ink, ink))
        low.add_line(Line2D([left], [0.0], **seat_sign(army, 1.25 * widest * ink)))
        low.text(left + 78, 0.0, f"{look_of(army).name} {most:.2g}", va="center", fontsize=SMALL)
    words = "strength points; width counts;\ncross: comes onto the map"
    low.text(0.68 * width, 0.0, words, va="center", fontsize=SMALL, color=style.INK)
