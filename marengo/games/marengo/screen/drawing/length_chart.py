"""The chart of when games end, and how."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.charts.chart_frame import SMALL, chart, clean, head, look_of, need, title
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.lab.exchange import Frame

__all__ = ["length_chart"]

_DEMORALISED: dict[Army, str] = {army: f"{army}_demoralised" for army in ARMY_NAMES}
_SHIFTS: dict[Army, float] = {"austrian": -0.2, "french": 0.2}


def length_chart(frame: Frame) -> Figure:
    """Draw when games end, and how.

    Parameters
    ----------
    frame : polars.DataFrame or pandas.DataFrame
        Games of one scenario as :func:`marengo.lab.simulate` returns them.

    Returns
    -------
    Figure
        Where demoralisation ends the game (T-19.1): left the decisive victories by the round in
        which they fell, right the marginal ones at the end of the day (T-19.2). Where every game
        lasts the whole day (B-14.1): left the rounds in which armies were demoralised, right the
        victories of both kinds (B-14.2, B-14.3). Each part has a scale of its own, as one is often
        much rarer; the number of games is written on every bar.

    Raises
    ------
    ValueError
        If the frame lacks a column, holds no game or games of several scenarios.
    """
    frame = need(frame, "a frame of games", ("winner", "kind", "last_round"))
    if "scenario" in frame.columns and frame["scenario"].n_unique() > 1:
        raise ValueError("a frame of games is expected to be of one scenario: filter it first")
    figure, (rounds, day) = chart(9.5, 4.2, ncols=2, width_ratios=(3, 1))
    if _lasts_all_day(frame):
        heading = "When armies are demoralised"
        _demoralisations(rounds, frame)
        _victories(day, frame)
        room = 0.35  # for the legends
    else:
        heading = "When games end"
        _endings(rounds, day, frame)
        room = 0.12
    rounds.set_ylabel("games")
    rounds.legend(loc="upper left", framealpha=1.0, edgecolor="none")
    for axes in (rounds, day):
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
        axes.margins(y=room)
        axes.set_ylim(bottom=0)
        clean(axes, grid="y")
    title(figure, f"{heading}: {frame.height:,} games")
    return figure


def _lasts_all_day(frame: pl.DataFrame) -> bool:
    """Return True if the games go on after a demoralisation: only they count stars at the end."""
    stars = "austrian_stars"  # empty for the other ruleset in a frame of both
    return stars in frame.columns and frame[stars].is_not_null().any()


def _endings(rounds: Axes, day: Axes, frame: pl.DataFrame) -> None:
    """Draw in which round games ended decisively, and how many lasted to the night."""
    decisive = frame.filter(pl.col("kind") == "decisive")
    marginal = frame.filter(pl.col("kind") == "marginal")
    last = int(frame["last_round"].max())  # type: ignore[arg-type] # an hour, as not empty
    first = int(decisive["last_round"].min() or last)  # type: ignore[arg-type]
    hours = range(min(first, last - 5), last + 1)
    for army, shift in _SHIFTS.items():
        won = decisive.filter(pl.col("winner") == army)
        counts = [won.filter(pl.col("last_round") == hour).height for hour in hours]
        _bars(rounds, [hour + shift for hour in hours], counts, 0.4, army)
        at_night = marginal.filter(pl.col("winner") == army).height
        _bars(day, [shift * 2.5], [at_night], 0.8, army)
    rounds.set_xticks(hours, [str(hour) for hour in hours])
    rounds.set_xlabel("round in which the game ended, o'clock")
    day.set_xticks([-0.5, 0.5], [look_of(army).name for army in ARMY_NAMES])
    day.set_xlim(-1.1, 1.1)
    head(rounds, f"Decisive victories, at any time:\n{_of(decisive.height, frame.height)}")
    head(day, f"Marginal, at nightfall:\n{_of(marginal.height, frame.height)}")


def _demoralisations(axes: Axes, frame: pl.DataFrame) -> None:
    """Draw in which round each army was demoralised (B-13.2)."""
    last = int(frame["last_round"].max())  # type: ignore[arg-type] # an hour, as not empty
    found = [hour for column in _DEMORALISED.values() for hour in frame[column].drop_nulls()]
    hours = range(min([*found, last - 5]), last + 1)
    for army, column in _DEMORALISED.items():
        counts = [frame.filter(pl.col(column) == hour).height for hour in hours]
        label = f"{look_of(army).name} demoralised"
        _bars(axes, [hour + _SHIFTS[army] for hour in hours], counts, 0.4, army, label)
    axes.set_xticks(hours, [str(hour) for hour in hours])
    axes.set_xlabel("round in which the army was demoralised, o'clock")
    broken = frame.filter(pl.any_horizontal(pl.col(*_DEMORALISED.values()).is_not_null())).height
    head(axes, f"At least one army demoralised:\n{_of(broken, frame.height)}")


def _victories(axes: Axes, frame: pl.DataFrame) -> None:
    """Draw how many games each army won in either way, all at the end of the day."""
    for army, shift in _SHIFTS.items():
        won = frame.filter(pl.col("winner") == army)
        counts = [won.filter(pl.col("kind") == kind).height for kind in ("decisive", "marginal")]
        _bars(axes, [shift, 1 + shift], counts, 0.4, army, f"{look_of(army).name} wins")
    axes.set_xticks([0, 1], ["decisive", "marginal"])
    axes.set_xlim(-0.6, 1.6)
    axes.legend(loc="upper left", framealpha=1.0, edgecolor="none", fontsize=SMALL)
    head(axes, "Victories, all\nat nightfall")


def _bars(
    axes: Axes,
    at: list[float],
    counts: list[int],
    width: float,
    army: Army,
    label: str = "",
) -> None:
    """Draw bars with their numbers; none, and no number, where nothing was counted."""
    bars = axes.bar(
        at,
        counts,
        width,
        color=look_of(army).colour,
        edgecolor=look_of(army).light,
        hatch=look_of(army).hatch,
        linewidth=0.0,
        label=label or f"{look_of(army).name} wins",
    )
    axes.bar_label(
        bars, [f"{count:,}" if count else "" for count in counts], fontsize=SMALL, padding=2
    )


def _of(count: int, games: int) -> str:
    """Return a count with its share."""
    return f"{count:,} ({100 * count / games:.1f} %)"
