"""Maps of where an army stands and of where strength is lost."""

import math
from collections.abc import Sequence
from typing import Any, Final, Literal

import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Wedge

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, look_of
from marengo.charts.figures import tell
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.screen.drawing.board import points
from marengo.games.marengo.screen.drawing.labels import locality_name
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.drawing.writing import write
from marengo.games.marengo.screen.study_maps import base_map
from marengo.games.marengo.screen.study_maps.presence import held, losses
from marengo.lab.exchange import Frame

__all__ = ["loss_map", "presence_map"]

Measure = Literal["strength", "share"]

MEASURES: Final[dict[Measure, str]] = {
    "strength": "mean strength, strength points",
    "share": "games in which it has a piece there, per cent",
}
HALF: Final = 72.0  # radius of the largest half disc, units
_LEAST: Final = 0.05  # lesser numbers are not written: they would be 0.0


def presence_map(
    board: Board,
    presence: Frame,
    *,
    side: str,
    hour: int,
    games: int,
    measure: Measure = "strength",
) -> Figure:
    """Draw where an army stands at the end of an hour.

    Parameters
    ----------
    board : Board
        The board that was played on.
    presence : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Columns ``cell``, ``game``, ``hour``, ``side``, ``locality``, ``pieces``, ``strength``, as
        in the frame of presence of a run; of the cells that are to be put together.
    side : str
        ``"austrian"`` or ``"french"``.
    hour : int
        Hour of the 24-hour clock.
    games : int
        Games observed: means and shares are over all of them, also those without a row. For means
        over the games that still go on at that hour give their number, and their rows only.
    measure : str
        ``"strength"`` for its mean, in strength points; ``"share"`` for the share of games in
        which the side has a piece there.

    Returns
    -------
    Figure
        The darker the more; the figure is written in each locality, shares in per cent, above the
        locality's number. Localities of France are hatched as well.

    Raises
    ------
    ValueError
        If a column is missing, no such side, measure or hour is there, ``games`` is less than the
        games in the frame, or a locality is not on the board.
    """
    army = check_army(side)
    if measure not in MEASURES:
        raise ValueError(f"measure: expected strength or share, not {measure!r}")
    found = held(board, presence, games=games, hours=[hour]).filter(pl.col("side") == army)
    values = dict(zip(found["locality"].to_list(), found[measure].to_list(), strict=True))
    figure, axes, plan = base_map.map_figure(board)
    limits = presence_limits(values, measure)
    paint_presence(axes, plan, values, army, limits)
    form = "{:.1f}" if measure == "strength" else "{:.0%}"
    small = _LEAST if measure == "strength" else 0.005
    words = {n: form.format(value) for n, value in values.items() if value >= small}
    base_map.write_figures(axes, plan, {n: word.rstrip("%") for n, word in words.items()})
    what = MEASURES[measure]
    base_map.scale(figure, base_map.army_colours(army), limits, what, percent=measure == "share")
    heading = f"Where {look_of(army).name} stands at the end of {hour}:00"
    base_map.heading(figure, heading, f"{what}, of {games:,} games; small: number of the locality")
    ranked = sorted(words, key=lambda number: -values[number])
    unit = "" if measure == "share" else " strength points"
    lines = [f"{locality_name(board, number)}: {words[number]}{unit}" for number in ranked]
    return tell(figure, "\n".join([f"{heading}, {what}, of {games:,} games", *lines]))


def presence_limits(values: dict[int, float], measure: Measure) -> Normalize:
    """Return the ends of the scale of colours."""
    most = max(values.values(), default=1.0)
    return Normalize(0.0, 1.0 if measure == "share" else most)


def paint_presence(
    axes: Axes, plan: Layout, values: dict[int, float], army: Army, limits: Normalize
) -> None:
    """Fill localities the darker the more of an army stands there."""
    colours = base_map.army_colours(army)
    fills = {number: colours(limits(value)) for number, value in values.items() if value > 0}
    # a few games leave no lines of the hatching where hardly anybody stands
    dense = {n: look_of(army).hatch for n, value in values.items() if limits(value) >= 0.1}
    base_map.tint(axes, plan, fills, dense, look_of(army).light)


def loss_map(
    board: Board, presence: Frame, *, games: int, hours: Sequence[int] | None = None
) -> Figure:
    """Draw where both armies lose strength.

    Parameters
    ----------
    board, games
        As for :func:`presence_map`.
    presence : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        As for :func:`presence_map`, with ``lost`` instead of ``pieces`` and ``strength``.
    hours : sequence of int, optional
        Hours of the 24-hour clock; default: the whole day.

    Returns
    -------
    Figure
        Half discs whose area is the mean of what is lost: Austria's on the left and plain,
        France's on the right and hatched; with the number of strength points beside them.

    Raises
    ------
    ValueError
        As for :func:`presence_map`.
    """
    found = losses(board, presence, games=games, hours=hours)
    figure, axes, plan = base_map.map_figure(board)
    table = found.select("side", "locality", value="lost")
    most = largest(table)
    paint_halves(axes, plan, table, most)
    base_map.write_figures(axes, plan, {})
    halves_legend(figure, axes, plan, most, "mean of strength points lost; area counts")
    when = "in the whole day" if hours is None else f"in the hours {_listed(hours)}"
    heading = f"Where strength is lost {when}"
    total = ", ".join(f"{look_of(army).name} {_sum(table, army):.1f}" for army in ARMY_NAMES)
    note = f"mean of {games:,} games, strength points: {total}"
    base_map.heading(figure, heading, note)
    ranked = table.sort("value", "side", "locality", descending=[True, False, False])
    lines = [
        f"{locality_name(board, number)}: {look_of(side).name} {value:.2f}"
        for side, number, value in ranked.iter_rows()
        if value >= _LEAST
    ]
    return tell(figure, "\n".join([f"{heading}, {note}", *lines]))


def _sum(table: pl.DataFrame, army: Army) -> float:
    """Return the sum of an army's values."""
    return float(table.filter(pl.col("side") == army)["value"].sum())


def _listed(hours: Sequence[int]) -> str:
    """Write hours: those that follow one another with their ends only."""
    if len(hours) > 2 and list(hours) == list(range(hours[0], hours[-1] + 1)):
        return f"{hours[0]} to {hours[-1]}"
    return ", ".join(map(str, hours))


def largest(table: pl.DataFrame) -> float:
    """Return the largest value of a table; 1 if there is none."""
    return float(table["value"].max() or 1.0)  # type: ignore[arg-type] # numbers


def paint_halves(
    axes: Axes,
    plan: Layout,
    table: pl.DataFrame,
    most: float,
    *,
    numbers: bool = True,
    radius: float = HALF,
) -> None:
    """Draw half discs of values by side and locality; the value ``most`` has the whole radius."""
    ink = points(axes, plan)
    for row in table.iter_rows(named=True):
        army = check_army(row["side"])
        at = plan.anchors[Place(row["locality"])].at
        reach = radius * math.sqrt(row["value"] / most) * plan.unit
        axes.add_patch(_half(army, at, reach, ink))
        if numbers and row["value"] >= _LEAST:
            size, words = 0.9 * style.NUMBER_SIZE * ink, f"{row['value']:.1f}"
            _write_half(axes, army, at, reach + 3 * plan.unit, words, size, zorder=6.1)


def _write_half(
    axes: Axes, army: Army, at: Spot, away: float, words: str, size: float, **look: Any
) -> None:
    """Write beside the half disc of an army, so far away from its middle."""
    left = army == "austrian"
    spot = (at[0] - away if left else at[0] + away, at[1])
    bold = {"weight": "bold", "color": look_of(army).dark, "va": "center"}
    write(axes, spot, words, size, ha="right" if left else "left", **bold, **look)


def _half(army: Army, at: Spot, reach: float, ink: float) -> Wedge:
    """Return the half disc of an army."""
    turn = 90 if army == "austrian" else 270
    return Wedge(
        at,
        reach,
        turn,
        turn + 180,
        facecolor=look_of(army).colour,
        edgecolor=look_of(army).dark,
        hatch=look_of(army).hatch,
        hatchcolor=look_of(army).light,
        linewidth=0.9 * ink,
        alpha=0.92,
        zorder=4.4,
        gid=f"half of {army}",
    )


def halves_legend(
    figure: Figure, axes: Axes, plan: Layout, most: float, text: str, radius: float = HALF
) -> None:
    """Draw below the maps what half discs mean, at the scale of the base_map."""
    low, ink = base_map.foot(figure), points(axes, plan)
    size = min(radius * ink, 0.8 * 36 * base_map.FOOT)
    at = 0.27 * low.get_xlim()[1]
    for army in ARMY_NAMES:
        low.add_patch(_half(army, (at, 0.0), size, ink))
    value = most * (size / (radius * ink)) ** 2
    for army in ARMY_NAMES:
        _write_half(low, army, (at, 0.0), size + 5, f"{look_of(army).name} {value:.2g}", SMALL)
    low.text(at + size + 85, 0.0, text, va="center", fontsize=SMALL, color=style.INK)
