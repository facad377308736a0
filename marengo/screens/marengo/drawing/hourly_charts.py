"""Charts by hour of the day: chances, morale and strength, and when games end."""

from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    Row,
    chart,
    clean,
    clock,
    dashed_line,
    diamond,
    draw_rows,
    finish,
    head,
    interval,
    legend_beside,
    look_of,
    percents,
    seat_sign,
    sign,
)
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.lab.exchange import Frame, as_polars, need, need_lazy

__all__ = ["day_plot", "ending_plot", "length_chart"]

_GAME: Final = ("cell", "game")
_MEASURED: Final = tuple(f"{army}_{what}" for what in ("level", "strength") for army in ARMY_NAMES)
_BAND: Final = (0.1, 0.9)
_VICTORIES: Final[tuple[tuple[Army, str], ...]] = (
    ("austrian", "decisive"),
    ("austrian", "marginal"),
    ("french", "marginal"),
    ("french", "decisive"),
)
"""The parts of a bar of endings, from left to right."""
_SHIFTS: Final[dict[Army, float]] = {"austrian": -0.2, "french": 0.2}


def day_plot(turns: Frame, games: Frame, *, heading: str = "") -> Figure:
    """Draw how the chance to win, morale and strength of both sides go through the day.

    Parameters
    ----------
    turns : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Columns ``cell``, ``game``, ``turn``, ``hour``, ``estimate``, ``austrian_level``,
        ``french_level``, ``austrian_strength``, ``french_strength``, as in the frame of turns of a
        run; of the cells that are to be put together.
    games : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Columns ``cell``, ``game``, ``winner``; games that are not there are left out.
    heading : str
        Title of the figure; default: what is drawn.

    Returns
    -------
    Figure
        Above Austria's probability of winning, as was learned: the mean of all
        games with a band from the tenth to the ninetieth per cent of them, and the means of the
        games that each side won in the end. Below the means and bands of morale, in discs or
        points, and of strength on the map, in strength points. All at the end of each hour; games
        that are over keep what they had, their estimate 0 or 1.

    Raises
    ------
    ValueError
        If a frame lacks a column, or no game is in both.
    """
    turns = need_lazy(turns, "turns", (*_GAME, "turn", "hour", "estimate", *_MEASURED))
    games = need_lazy(games, "games", (*_GAME, "winner"))
    table, won, count = _hours(turns, games)
    if not count:
        raise ValueError("turns: expected at least one game that is in the frame of games as well")
    hours = table["hour"].to_list()
    figure, charts = chart(9.5, 9.0, nrows=3, sharex=True, height_ratios=(1.3, 1, 1))
    above, middle, below = charts
    _chances(above, table, won)
    _both(middle, table, "level")
    _both(below, table, "strength")
    middle.set_ylabel("discs or points")
    below.set_ylabel("strength points")
    below.set_xlabel("end of the hour, o'clock; lines: means; bands: four games of five")
    heads = ("Austria's probability of winning, estimated", "Morale", "Strength on the map")
    for axes, text in zip(charts, heads, strict=True):
        head(axes, text)
        clock(axes, hours)
        clean(axes, grid="y")
        legend_beside(axes, fontsize=SMALL)
    lines = [
        f"{row['hour']}:00: Austria's chance {100 * row['estimate']:.0f} %, morale of Austria "
        f"{row['austrian_level']:.1f}, of France {row['french_level']:.1f}, strength "
        f"{row['austrian_strength']:.1f} and {row['french_strength']:.1f}"
        for row in table.iter_rows(named=True)
    ]
    return finish(figure, heading or f"How the day goes: {count:,} games", lines)


def _hours(turns: pl.LazyFrame, games: pl.LazyFrame) -> tuple[pl.DataFrame, pl.DataFrame, int]:
    """Return means and quantiles by hour, mean estimates by hour and winner, and the games."""
    winners = games.select(*_GAME, "winner")
    ends = (
        turns.group_by(*_GAME, "hour")
        .agg(pl.col("estimate", *_MEASURED).sort_by("turn").last())
        .join(winners, on=_GAME)
    )
    rounds = ends.select("hour").unique()
    filled = (
        ends.select(*_GAME, "winner")
        .unique()
        .join(rounds, how="cross")
        .join(ends.drop("winner"), on=[*_GAME, "hour"], how="left")
        .sort(*_GAME, "hour")
        .with_columns(pl.col("estimate", *_MEASURED).forward_fill().over(_GAME))
    )
    values = pl.col("estimate", *_MEASURED).cast(pl.Float64)
    low, high = (values.quantile(share, "linear") for share in _BAND)
    table, won, count = pl.collect_all(
        [
            filled.group_by("hour")
            .agg(values.mean(), low.name.suffix("_low"), high.name.suffix("_high"))
            .sort("hour"),
            filled.group_by("hour", "winner").agg(pl.col("estimate").mean()).sort("hour", "winner"),
            ends.select(pl.struct(_GAME).n_unique()),
        ]
    )
    return table, won, int(count.item())


def _chances(axes: Axes, table: pl.DataFrame, won: pl.DataFrame) -> None:
    """Draw the estimates: of all games with their band, and by who won."""
    low, high, violet = table["estimate_low"], table["estimate_high"], style.OBJECTIVE
    dashed_line(axes, 0.5, along="x", width=1.0)
    axes.fill_between(table["hour"], low, high, color=violet, alpha=0.15, linewidth=0)
    whole = sign("D", 5, violet, violet, linestyle="-", linewidth=2.6, label="all games")
    axes.plot(table["hour"], table["estimate"], **whole)
    for army in ARMY_NAMES:
        part = won.filter(pl.col("winner") == army)
        if not part.is_empty():
            _line(axes, part["hour"], part["estimate"], army, "won by ")
    axes.set_ylim(-0.03, 1.03)
    percents(axes, "y")


def _line(axes: Axes, hours: pl.Series, values: pl.Series, army: Army, before: str = "") -> None:
    """Draw the line of an army: Austria's whole with squares, France's dashed with circles."""
    look = seat_sign(army, 5) | {"linestyle": "-" if army == "austrian" else (0, (5, 2))}
    axes.plot(hours, values, **look, linewidth=2.0, label=f"{before}{look_of(army).name}")


def _both(axes: Axes, table: pl.DataFrame, what: str) -> None:
    """Draw means and bands of both armies."""
    for army in ARMY_NAMES:
        mean, low, high = (table[f"{army}_{what}{end}"] for end in ("", "_low", "_high"))
        edge = to_rgba(look_of(army).colour, 0.5)
        colours = {"facecolor": to_rgba(edge, 0.2), "edgecolor": edge, "hatchcolor": edge}
        look: dict[str, Any] = look_of(army).fill | colours
        axes.fill_between(table["hour"], low, high, **look, linewidth=0.8)
        _line(axes, table["hour"], mean, army)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))


def ending_plot(games: Frame, *, by: str = "", heading: str = "") -> Figure:
    """Draw how and when games end, a row for each scenario or cell.

    For one scenario :func:`marengo.plots.length_chart` shows more.

    Parameters
    ----------
    games : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Columns ``winner``, ``kind``, ``last_round`` and the one that ``by`` names.
    by : str
        Column whose values are the rows; default: ``"scenario"`` if there is one, else ``"cell"``.
    heading : str
        Title of the figure; default: what is drawn.

    Returns
    -------
    Figure
        Left the shares of both sides' decisive and marginal victories (T-19.1, T-19.2, B-14.2,
        B-14.3), from Austria's decisive ones to France's. Right in which rounds games end: the
        mean, a thick line that holds half of the games and a thin one that holds four of five.

    Raises
    ------
    ValueError
        If the frame lacks a column or has no row.
    """
    games = as_polars(games)
    by = by or ("scenario" if "scenario" in games.collect_schema().names() else "cell")
    games = need_lazy(games, "games", ("winner", "kind", "last_round", by))
    rows = _rows_of(games, by)
    if not rows:
        raise ValueError("games: expected at least one row")
    height = 2.2 + 0.5 * len(rows)
    figure, (left, right) = chart(11.0, height, ncols=2, sharey=True, width_ratios=(1.5, 1))
    drawn, lines = list[Row](), list[str]()
    for place, row in enumerate(rows):
        shares, mean, number = _kinds(left, place, row), row["mean"], f"{row['games']:,}"
        half = (row["quarter"], row["three_quarters"])
        interval(right, half, place, style.OBJECTIVE, 7.0, alpha=0.55)
        name, words, ends = str(row["name"]), f"{mean:.1f}  ({number})", (row["low"], row["high"])
        drawn.append(Row(name, words, mean, ends, width=2.0, point=diamond(8)))
        lines.append(f"{name}: {shares}; last round {mean:.1f}; {number} games")
    draw_rows(right, drawn)
    head(right, "When they end")
    clean(left, grid="x")
    head(left, "How they end")
    left.set_xlim(0, 1)
    percents(left)
    left.set_xlabel("share of games")
    first, last = min(row["low"] for row in rows), max(row["high"] for row in rows)
    right.set_xlim(min(first, last - 3) - 0.5, last + 0.5)
    right.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    right.set_xlabel(
        "last round, o'clock; thick: half of the games, thin: four of five;\n"
        "at the right: mean, and number of games"
    )
    keys, names = left.get_legend_handles_labels()
    look: dict[str, Any] = {"ncols": 4, "frameon": False, "fontsize": SMALL}
    figure.legend(keys[:4], names[:4], loc="outside upper right", **look)
    return finish(figure, heading or "How and when games end", lines)


def _rows_of(games: pl.LazyFrame, by: str) -> list[dict[str, Any]]:
    """Return, for each row of the chart, the shares of victories and the last rounds."""
    last = pl.col("last_round").cast(pl.Float64)
    shares = {
        f"{army}_{kind}": ((pl.col("winner") == army) & (pl.col("kind") == kind)).mean()
        for army, kind in _VICTORIES
    }
    quantiles = {"low": 0.1, "quarter": 0.25, "three_quarters": 0.75, "high": 0.9}
    lengths = {name: last.quantile(share, "nearest") for name, share in quantiles.items()}
    numbered = games.with_row_index("order")
    return (
        numbered.group_by(name=pl.col(by))
        .agg(pl.col("order").min(), games=pl.len(), mean=last.mean(), **shares, **lengths)
        .sort("order")
        .collect()
        .to_dicts()
    )


def _kinds(axes: Axes, place: int, row: dict[str, Any]) -> str:
    """Draw the bar of the four victories and return their shares in words."""
    left, words = 0.0, []
    box = {"facecolor": style.FACE, "edgecolor": "none", "pad": 1.5, "alpha": 0.9}
    number: dict[str, Any] = {"size": SMALL, "weight": "bold", "color": style.INK, "bbox": box}
    for army, kind in _VICTORIES:
        share, look = row[f"{army}_{kind}"], look_of(army)
        fill, label = look.fill if kind == "decisive" else look.pale, f"{look.name}, {kind}"
        bar = axes.barh(place, share, 0.68, left=left, **fill, linewidth=0.8, label=label)
        percentages = [f"{100 * share:.0f}" if share >= 0.06 else ""]
        axes.bar_label(bar, percentages, label_type="center", **number)
        left += share
        words.append(f"{look.name} {kind} {100 * share:.1f} %")
    return ", ".join(words)


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
