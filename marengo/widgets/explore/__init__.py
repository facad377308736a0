"""Looking through the games of a run, down to the moves of one."""

import html
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import polars as pl

from marengo.charts.figures import figure_png, figure_words
from marengo.core.numbers import takes
from marengo.core.records import GameRecord
from marengo.lab import Run, load
from marengo.widgets.elements import Whole, button, in_cell, release, set_visible, wrapped_row
from marengo.widgets.explore.bars import BarChart
from marengo.widgets.explore.filters import Filters
from marengo.widgets.explore.opening import Opening
from marengo.widgets.explore.table import GameTable

__all__ = ["Explorer", "explore"]


@takes()
def explore(run: Run | str | Path) -> "Explorer":
    """Look through the games of a run.

    Parameters
    ----------
    run : Run, str or Path
        A run, or the folder in which it lies; it may still be played.

    Returns
    -------
    Explorer
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    StudyError
        If there is no run in the folder, or it is damaged.
    ValueError
        If no game of it was played to its end yet.
    """
    return in_cell(Explorer(run if isinstance(run, Run) else load(run)))


class Explorer(Whole):
    """The games of a run to look through.

    Made by :func:`explore`. Where no kernel runs, as in a notebook that was just opened, the chart
    of all games takes its place.

    Parameters
    ----------
    run : Run
        The run.

    Attributes
    ----------
    run : Run
        The run.
    filters : Filters
        Which games are looked at.
    chart : BarChart
        How they fall into bars, one of which may be chosen.
    table : GameTable
        The games of the bar, each with a button that opens it.
    opening : Opening
        The game that is open.
    status : ipywidgets.HTML
        What run it is, and how many games are shown.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.status = widgets.HTML()
        self.again = button("refresh", "read the run again", self._read, "Read again")
        self.opening = Opening(lambda: self.run)
        apart = {"justify_content": "space-between", "align_items": "center"}
        self._heading = widgets.HBox([self.status, self.again], layout=apart)
        self._fill()
        super().__init__(self._parts())

    @property
    def games(self) -> pl.DataFrame:
        """The games in the table: those that fulfil the conditions and lie in the bar chosen."""
        return self.chart.games

    @property
    def record(self) -> GameRecord | None:
        """The game that is open."""
        return self.opening.record

    def open_game(self, row: Mapping[str, Any]) -> bool:
        """Open a game, given by its row in the frame of games; return whether that was begun."""
        return self.opening.open_game(row)

    def _fill(self) -> None:
        self._all = games = self.run.games.collect()
        if games.is_empty():
            raise ValueError(f"{self.run.folder}: no game of this run was played to its end yet")
        self.filters = Filters(games, self._filter)
        self.chart = BarChart(games, self._tabulate)
        self.table = GameTable(games, self.open_game)
        self._middle = wrapped_row(self.filters, self.chart, align_items="flex-start")
        self._tell()

    def _parts(self) -> list[widgets.Widget]:
        return [self._heading, self._middle, self.table, self.opening]

    def _read(self) -> None:
        """Read the run anew, as it may have been played on meanwhile."""
        self.run = load(self.run.folder)
        old = (self._middle, self.table)
        self._fill()
        self.children = self._parts()
        for part in old:
            release(part)

    def _filter(self) -> None:
        self.chart.take(self.filters.kept(self._all))
        self._tabulate()

    def _tabulate(self) -> None:
        self.table.take(self.chart.games)
        self._tell()

    def _tell(self) -> None:
        study, played = self.run.study, self.run.played
        planned = len(study.cells) * study.games
        account = f"{self.chart.games.height:,} of {self._all.height:,} games are shown."
        set_visible(self.again, played < planned)
        if played < planned:
            account += f" The run is not finished: {played:,} of {planned:,} were played."
        if played > self._all.height:
            account += f" {played - self._all.height:,} failed."
        self.status.value = f'<p role="status"><b>{html.escape(study.name)}</b>: {account}</p>'

    def still(self) -> tuple[bytes, str]:
        """Return the chart, and it in words."""
        figure = self.chart.figure
        return figure_png(figure), figure_words(figure)
