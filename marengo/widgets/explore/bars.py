"""The bars of a column: a chart of how many games fall on each of its values."""

import html
from collections.abc import Callable
from typing import Any, Final

import ipywidgets as widgets
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, clean, look_of, title
from marengo.charts.figures import DRAWING, tell
from marengo.lab.labels import NOBODY, label_of, value_text
from marengo.widgets.canvas import Canvas
from marengo.widgets.elements import (
    Collapsible,
    Quiet,
    button,
    labelled,
    paragraphs,
    wrapped_row,
)
from marengo.widgets.explore.games import Bars, bar_columns

EVERY = -1
"""Value of the list of bars that stands for all of them."""

SIZE: Final = (7.2, 3.5)
"""Inches, of a hundred pixels each."""

MOST_NUMBERED: Final = 24
"""Most bars with their numbers written on them."""

_PLAIN: Final = {"color": style.SHORE, "edgecolor": style.INK}
_KINDS: Final[tuple[dict[str, Any], ...]] = (
    {"color": style.OBJECTIVE, "edgecolor": style.INK},
    {"color": style.FACE, "edgecolor": style.OBJECTIVE, "hatch": "...."},
    {"color": style.GAP, "edgecolor": style.INK, "hatch": "xxxx"},
)
"""Looks of parts of bars that belong to no seat, one after the other."""
_SPLITS: Final = {"winner": "by winner", "kind": "by victory", "": "all alike"}


class BarChart(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Bars of games, one of which may be chosen: from a list, by buttons, or by a click on it."""

    def __init__(self, games: pl.DataFrame, changed: Callable[[], object]) -> None:
        self._all = self._kept = games
        self._changed, self._quiet = changed, Quiet()
        columns = bar_columns(games) or ["winner"]
        first = "last_round" if "last_round" in columns else columns[0]
        named = [(label_of(name), name) for name in columns]
        self.column = labelled(widgets.Dropdown, "bars of", "20em", "4em", options=named)
        self.column.value = first
        # what the parts of a bar stand for: "winner", "kind" or ""
        parts = [(text, name) for name, text in _SPLITS.items() if name in ("", *games.columns)]
        self.split = labelled(widgets.Dropdown, "parts", "12em", "3em", options=parts)
        # number of the chosen bar, EVERY for all
        self.bar = labelled(widgets.Dropdown, "shown", "20em", "4em", options=[("all bars", EVERY)])
        before = button("chevron-left", "to the bar before", lambda: self._step(-1))
        after = button("chevron-right", "to the next bar", lambda: self._step(1))
        self.canvas = Canvas(SIZE, self._clicked)
        self.status = widgets.HTML()
        self._bars = Bars.of(games, first)
        self._show()
        self.column.observe(self._take_column, "value")
        self.split.observe(self._show, "value")
        self._quiet.heed(self.bar, lambda _: self._take_bar())
        super().__init__(
            [
                wrapped_row(self.column, self.split),
                self.canvas,
                wrapped_row(self.bar, before, after),
                Collapsible("The chart in words", self.status),
            ],
            layout=widgets.Layout(flex=f"1 0 {100 * SIZE[0] + 10:.0f}px"),  # no room: it goes below
        )

    @property
    def games(self) -> pl.DataFrame:
        """The games of the bar that is chosen, or of all bars."""
        if self.bar.value == EVERY:
            return self._kept
        return self._bars.games(self._kept, self.bar.value)

    @property
    @DRAWING
    def figure(self) -> Figure:
        """The chart as a figure of its own."""
        figure = Figure(figsize=SIZE, layout="constrained")
        self._draw_on(figure)
        return figure

    def take(self, games: pl.DataFrame) -> None:
        """Show other games of the run; the bars stay the same."""
        self._kept = games
        self._show()

    def _take_column(self, change: Any) -> None:
        self._bars = Bars.of(self._all, change["new"])
        with self._quiet():
            self.bar.value = EVERY
        self._take_bar()

    def _take_bar(self) -> None:
        self._show()
        self._changed()

    def _step(self, direction: int) -> None:
        """Choose the bar beside the one that is chosen; at the ends stay there."""
        self.bar.index = min(max(self.bar.index + direction, 0), len(self._bars.labels))

    def _clicked(self, x: float) -> None:
        """Choose the bar that was clicked; the same once more chooses all."""
        number = round(x)
        if 0 <= number < len(self._bars.labels):
            self.bar.value = EVERY if number == self.bar.value else number

    def _show(self, _: object = None) -> None:
        """Draw the bars and list them with their games; the chosen one stays chosen."""
        labels = self._bars.labels
        counts = self._bars.counts(self._kept).get("", [0] * len(labels))
        listed = zip(("all bars", *labels), (self._kept.height, *counts), strict=True)
        with self._quiet():
            chosen = self.bar.value
            self.bar.options = [
                (f"{label}: {_games(count)}", number)
                for number, (label, count) in enumerate(listed, start=EVERY)
            ]
            self.bar.value = chosen
        self.canvas.show(self._draw_on)
        first, *lines = self.canvas.words.splitlines()
        self.status.value = f"<p><b>{html.escape(first)}</b></p>{paragraphs(lines)}"

    def _draw_on(self, figure: Figure) -> None:
        chosen = None if self.bar.value == EVERY else self.bar.value
        draw_bars(figure, self._bars, self._kept, by=self.split.value, chosen=chosen)


def _games(number: int) -> str:
    return f"{number:,} {'game' if number == 1 else 'games'}"


def draw_bars(
    figure: Figure, bars: Bars, games: pl.DataFrame, *, by: str = "winner", chosen: int | None
) -> None:
    """Draw the number of games of each bar, split by a column of names; frame the chosen bar."""
    figure.clear()
    axes: Axes = figure.subplots()
    counts = bars.counts(games, by)
    places = range(len(bars.labels))
    tops = [0] * len(places)
    for name, numbers in counts.items():
        drawn = axes.bar(
            places,
            numbers,
            0.86,
            bottom=tops,
            linewidth=0.8,
            label=value_text(by, name) if by else None,
            **_look(games[by] if by else None, name),
        )
        tops = [top + number for top, number in zip(tops, numbers, strict=True)]
    if counts and len(places) <= MOST_NUMBERED:
        written = [f"{top:,}" if top else "" for top in tops]
        axes.bar_label(drawn, written, padding=2, fontsize=SMALL - 1, color=style.INK)
    if by and counts:  # before the bars fade, or their signs would fade with them
        axes.legend(
            loc="upper right", bbox_to_anchor=(1.0, 1.14), ncols=2, frameon=False, fontsize=SMALL
        )
    if chosen is not None:
        _frame(axes, chosen, max(tops, default=0))
    _name_bars(axes, bars.labels)
    axes.set_xlabel(label_of(bars.column), fontsize=SMALL)
    axes.set_ylabel("games", fontsize=SMALL)
    axes.set_xlim(-0.6, len(places) - 0.4)
    axes.set_ylim(0, 1.14 * max(1, *tops))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
    axes.tick_params(labelsize=SMALL)
    clean(axes, grid="y")
    title(figure, _games(games.height))
    tell(figure, _words(bars, games, counts, by, tops))


def _look(column: pl.Series | None, name: str) -> dict[str, Any]:
    """Return the look of the part of a bar for a value of a column."""
    if column is None or name == NOBODY:
        return _PLAIN
    if column.name != "winner":
        values = column.drop_nulls().unique().sort().to_list()  # all that plain text knows
        if isinstance(column.dtype, pl.Enum):
            values = column.dtype.categories.to_list()
        return _KINDS[values.index(name) % len(_KINDS)]
    seat = look_of(name)
    if not seat.hatch:
        return {"color": seat.colour, "edgecolor": seat.dark}
    return {"color": seat.colour, "edgecolor": seat.light, "hatch": seat.hatch}


def _frame(axes: Axes, chosen: int, top: int) -> None:
    for bar in axes.patches:
        if round(bar.get_x() + bar.get_width() / 2) != chosen:  # type: ignore[attr-defined]
            bar.set_alpha(0.35)
    axes.bar(
        [chosen], [1.1 * max(1, top)], 1.0, facecolor="none", edgecolor=style.INK, linewidth=2.0
    )


def _name_bars(axes: Axes, labels: tuple[str, ...]) -> None:
    """Write what the bars stand for: slanted, and some left out, where there is no room."""
    longest = max(map(len, labels))
    every = 1 if len(labels) * (longest + 2) <= 90 or longest > 12 else -(-len(labels) // 12)
    places = list(range(0, len(labels), every))
    slanted = longest > 12 or len(places) * (longest + 2) > 90
    axes.set_xticks(
        places,
        [labels[place] for place in places],
        rotation=20 if slanted else 0,
        ha="right" if slanted else "center",
    )


def _words(
    bars: Bars, games: pl.DataFrame, counts: dict[str, list[int]], by: str, tops: list[int]
) -> str:
    lines = [f"{_games(games.height)} by {label_of(bars.column)}"]
    for place, label in enumerate(bars.labels):
        parts = [
            f"{value_text(by, name)} {numbers[place]:,}"
            for name, numbers in counts.items()
            if by and numbers[place]
        ]
        if tops[place]:
            bracket = f" ({', '.join(parts)})" if parts else ""
            lines.append(f"{label}: {_games(tops[place])}{bracket}")
    return "\n".join(lines)
