"""Maps of where an army stands and of where strength is lost."""

import math
from collections.abc import Sequence
from typing import Any, Final, Literal

import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Wedge

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, look_of
from marengo.core.numbers import COUNT, WHOLE, takes
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.games.marengo.board import Board
from marengo.games.marengo.study.presence import held, losses
from marengo.lab.exchange import Frame
from marengo.screens.marengo.drawing.layout import Spot
from marengo.screens.marengo.drawing.symbols import write
from marengo.screens.marengo.study_maps import base_map
from marengo.screens.marengo.study_maps.base_map import Layer, Map

__all__ = ["loss_map", "presence_map"]

Measure = Literal["strength", "share"]

MEASURES: Final[dict[Measure, str]] = {
    "strength": "mean strength, strength points",
    "share": "games in which it has a piece there, per cent",
}
HALF: Final = 72.0  # radius of the largest half disc, units
_LEAST: Final = 0.05  # lesser numbers are not written: they would be 0.0


@takes(hour=WHOLE, games=COUNT)
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
    means = held(board, presence, games=games, hours=[hour]).filter(pl.col("side") == army)
    form, unit, least = "{:.1f}", " strength points", _LEAST
    if measure == "share":
        form, unit, least = "{:.0%}", "", 0.005
    ranked = means.filter(pl.col(measure) >= least).sort(-pl.col(measure), "locality")
    words = {n: form.format(value) for n, value in ranked.select("locality", measure).iter_rows()}
    return base_map.study_map(
        board,
        {"": means},
        shades(army, measure, base_map.largest(means, measure)),
        heading=f"Where {look_of(army).name} stands at the end of {hour}:00",
        note=f"{MEASURES[measure]}, of {games:,} games; small: number of the locality",
        lines=[f"{board.name_of(number)}: {word}{unit}" for number, word in words.items()],
        written={number: word.rstrip("%") for number, word in words.items()},
    )


def shades(army: Army, measure: Measure, most: float) -> Layer:
    """Return localities that are the darker the more of an army stands there."""
    look = look_of(army)
    colours = LinearSegmentedColormap.from_list(army, [style.PAPER, look.colour])
    limits = Normalize(0.0, 1.0 if measure == "share" else most)

    def paint(panel: Map, table: pl.DataFrame) -> None:
        for number, value in table.select("locality", measure).iter_rows():
            # a few games leave no lines of the hatching where hardly anybody stands
            hatch = look.hatch if limits(value) >= 0.1 else ""
            if value > 0:
                panel.tint(number, colours(limits(value)), hatch, look.light)

    def legend(figure: Figure, _: Map) -> None:
        base_map.scale(figure, colours, limits, MEASURES[measure], percent=measure == "share")

    return Layer(paint, legend)


@takes(games=COUNT, hours=WHOLE)
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
    means = losses(board, presence, games=games, hours=hours)
    sums = {army: means.filter(pl.col("side") == army)["lost"].sum() for army in ARMY_NAMES}
    total = ", ".join(f"{look_of(army).name} {lost:.1f}" for army, lost in sums.items())
    text = "mean of strength points lost; area counts"
    ranked = means.sort("lost", "side", "locality", descending=[True, False, False])
    return base_map.study_map(
        board,
        {"": means},
        halves("lost", base_map.largest(means, "lost"), text, numbers=True),
        heading=f"Where strength is lost {base_map.in_hours(hours)}",
        note=f"mean of {games:,} games, strength points: {total}",
        lines=[
            f"{board.name_of(number)}: {look_of(side).name} {value:.2f}"
            for side, number, value in ranked.iter_rows()
            if value >= _LEAST
        ],
        written={},
    )


def halves(
    column: str, most: float, text: str, *, numbers: bool = False, radius: float = HALF
) -> Layer:
    """Return half discs of a column by side and locality; ``most`` has the whole radius."""

    def paint(panel: Map, table: pl.DataFrame) -> None:
        for army, number, value in table.select("side", "locality", column).iter_rows():
            reach, at = radius * math.sqrt(value / most) * panel.plan.unit, panel.at(number)
            panel.axes.add_patch(_half(army, at, reach, panel.ink))
            if numbers and value >= _LEAST:
                size, away = 0.9 * style.NUMBER_SIZE * panel.ink, reach + 3 * panel.plan.unit
                _write_half(panel.axes, army, at, away, f"{value:.1f}", size, zorder=6.1)

    def legend(figure: Figure, panel: Map) -> None:
        low = base_map.foot(figure)
        size = min(radius * panel.ink, 0.8 * 36 * base_map.FOOT)
        at, value = (0.27 * low.get_xlim()[1], 0.0), most * (size / (radius * panel.ink)) ** 2
        for army in ARMY_NAMES:
            low.add_patch(_half(army, at, size, panel.ink))
            _write_half(low, army, at, size + 5, f"{look_of(army).name} {value:.2g}", SMALL)
        base_map.explain(low, at[0] + size + 85, text)

    return Layer(paint, legend)


def _write_half(
    axes: Axes, army: Army, at: Spot, away: float, words: str, size: float, **look: Any
) -> None:
    """Write beside the half disc of an army, so far away from its middle."""
    x, ha = (at[0] - away, "right") if army == "austrian" else (at[0] + away, "left")
    bold = {"weight": "bold", "color": look_of(army).dark, "va": "center"}
    write(axes, (x, at[1]), words, size, ha=ha, **bold, **look)


def _half(army: Army, at: Spot, reach: float, ink: float) -> Wedge:
    """Return the half disc of an army."""
    turn = 90 if army == "austrian" else 270
    look = look_of(army).fill | {"linewidth": 0.9 * ink, "alpha": 0.92, "zorder": 4.4}
    return Wedge(at, reach, turn, turn + 180, **look, gid=f"half of {army}")
