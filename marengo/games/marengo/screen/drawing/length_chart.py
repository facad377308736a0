"""The chart of when games end, and how."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.charts.chart_frame import SMALL, chart, clean, finish, head, look_of
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.lab.exchange import Frame, need

__all__ = ["length_chart"]

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
        heading, room = "When armies are demoralised", 0.35  # for the legends
        parts = _demoralisations(rounds, frame), _victories(day, frame)
    else:
        heading, room = "When games end", 0.12
        parts = _endings(rounds, day, frame)
    rounds.set_ylabel("games")
    rounds.legend(loc="upper left", framealpha=1.0, edgecolor="none")
    for axes, text in zip((rounds, day), parts, strict=True):
        head(axes, text)
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
        axes.margins(y=room)
        axes.set_ylim(bottom=0)
        clean(axes, grid="y")
    lines = [text.replace("\n", " ") for text in parts]
    return finish(figure, f"{heading}: {frame.height:,} games", lines)


def _lasts_all_day(frame: pl.DataFrame) -> bool:
    """Return True if the games go on after a demoralisation: only they count stars at the end."""
    stars = "austrian_stars"  # empty for the other ruleset in a frame of both
    return stars in frame.columns and frame[stars].is_not_null().any()


def _endings(rounds: Axes, day: Axes, frame: pl.DataFrame) -> tuple[str, str]:
    """Draw in which round games ended decisively, and how many lasted to the night; say it."""
    decisive, marginal = (frame.filter(pl.col("kind") == k) for k in ("decisive", "marginal"))
    fell = {army: decisive.filter(pl.col("winner") == army)["last_round"] for army in ARMY_NAMES}
    _by_round(rounds, frame, fell, "wins")
    for army, shift in _SHIFTS.items():
        at_night = marginal.filter(pl.col("winner") == army).height
        _bars(day, [shift * 2.5], [at_night], 0.8, army)
    rounds.set_xlabel("round in which the game ended, o'clock")
    day.set_xticks([-0.5, 0.5], [look_of(army).name for army in ARMY_NAMES])
    day.set_xlim(-1.1, 1.1)
    return (
        f"Decisive victories, at any time:\n{_of(decisive.height, frame.height)}",
        f"Marginal, at nightfall:\n{_of(marginal.height, frame.height)}",
    )


def _demoralisations(axes: Axes, frame: pl.DataFrame) -> str:
    """Draw in which round each army was demoralised (B-13.2); say in how many games one was."""
    fell = {army: frame[f"{army}_demoralised"].drop_nulls() for army in ARMY_NAMES}
    _by_round(axes, frame, fell, "demoralised")
    axes.set_xlabel("round in which the army was demoralised, o'clock")
    broken = pl.any_horizontal(pl.col("^.*_demoralised$").is_not_null())
    return f"At least one army demoralised:\n{_of(frame.filter(broken).height, frame.height)}"


def _victories(axes: Axes, frame: pl.DataFrame) -> str:
    """Draw how many games each army won in either way, all at the end of the day."""
    for army, shift in _SHIFTS.items():
        won = frame.filter(pl.col("winner") == army)
        counts = [won.filter(pl.col("kind") == kind).height for kind in ("decisive", "marginal")]
        _bars(axes, [shift, 1 + shift], counts, 0.4, army)
    axes.set_xticks([0, 1], ["decisive", "marginal"])
    axes.set_xlim(-0.6, 1.6)
    axes.legend(loc="upper left", framealpha=1.0, edgecolor="none", fontsize=SMALL)
    return "Victories, all\nat nightfall"


def _by_round(axes: Axes, frame: pl.DataFrame, fell: dict[Army, pl.Series], does: str) -> None:
    """Draw in how many games something befell each army in each round, six or more of them."""
    last = int(frame["last_round"].max())  # type: ignore[arg-type] # an hour, as not empty
    hours = range(min([last - 5, *(hour for rounds in fell.values() for hour in rounds)]), last + 1)
    for army, shift in _SHIFTS.items():
        counts = [int((fell[army] == hour).sum()) for hour in hours]
        _bars(axes, [hour + shift for hour in hours], counts, 0.4, army, does)
    axes.set_xticks(hours, [str(hour) for hour in hours])


def _bars(
    axes: Axes, at: list[float], counts: list[int], width: float, army: Army, does: str = "wins"
) -> None:
    """Draw bars with their numbers; none, and no number, where nothing was counted."""
    look, numbers = look_of(army), [f"{count:,}" if count else "" for count in counts]
    bars = axes.bar(at, counts, width, **look.fill, linewidth=0.0, label=f"{look.name} {does}")
    axes.bar_label(bars, numbers, fontsize=SMALL, padding=2)


def _of(count: int, games: int) -> str:
    """Return a count with its share."""
    return f"{count:,} ({100 * count / games:.1f} %)"
