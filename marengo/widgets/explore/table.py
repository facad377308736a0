"""A table of games, some to a page, each with a button that opens it."""

import html
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets
import polars as pl

from marengo.lab.labels import label_of, meaning_of, value_text
from marengo.widgets.elements import (
    button,
    checkbox,
    labelled,
    set_visible,
    step_button,
    wrapped_row,
)

PAGE = 10
"""Games on a page."""

ROW, HEAD = 30, 66
"""Heights of a row and of the head in pixels: buttons and rows stand side by side."""

ALWAYS = ("game", "winner", "kind", "last_round")
NEVER = ("cell", "seed")
_CELL = "padding: 0 0.7em; border-bottom: 1px solid #8884"
_HEAD = "max-width: 6.5em; vertical-align: bottom"


class GameTable(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Games to leaf through; the columns are those that differ among all games of the run."""

    def __init__(self, games: pl.DataFrame, opened: Callable[[Mapping[str, Any]], object]) -> None:
        self._games, self._opened = games, opened
        self._columns = [
            name
            for name in games.columns
            if name in ALWAYS or (name not in NEVER and games[name].n_unique() > 1)
        ]
        columns = [("the plan", "cell"), *((label_of(name), name) for name in self._columns)]
        self.by = labelled(widgets.Dropdown, "sorted by", "20em", "5em", options=columns)
        self.downwards = checkbox("greatest first", "turn the order round")
        self.page = labelled(widgets.BoundedIntText, "page", "8em", "3em", value=1, min=1, max=1)
        self.pages = widgets.Label()
        self.table = widgets.HTML(layout=widgets.Layout(overflow="auto", margin="0"))
        self.openers = [self._opener(number) for number in range(PAGE)]
        self._shown: list[dict[str, Any]] = []
        for part in (self.by, self.downwards):
            part.observe(self._from_start, "value")
        self.page.observe(self._show, "value")
        before = step_button(self.page, -1, "to the page before")
        after = step_button(self.page, 1, "to the next page")
        space = widgets.Box(layout={"height": f"{HEAD}px", "flex": "0 0 auto"})
        openers = widgets.VBox([space, *self.openers], layout={"flex": "0 0 auto"})
        self.take(games)
        sorting = (self.by, self.downwards, before, self.page, self.pages, after)
        super().__init__(
            [wrapped_row(*sorting, align_items="center"), widgets.HBox([openers, self.table])]
        )

    def take(self, games: pl.DataFrame) -> None:
        """Show other games, from the first page on."""
        self._games = games
        self._known = [name for name in self._columns if games[name].null_count() < games.height]
        self._from_start()

    def _opener(self, number: int) -> widgets.Button:
        made = button("play-circle", "open", lambda: self._opened(self._shown[number]), "Open")
        made.layout.width, made.layout.height, made.layout.margin = "6em", f"{ROW - 4}px", "2px 0"
        return made

    def _from_start(self, _: object = None) -> None:
        """Sort the games and show the first page."""
        by = [self.by.value] if self.by.value != "cell" else []
        down = [self.downwards.value] * len(by)
        self._sorted = self._games.sort(
            *by, "cell", "game", descending=[*down, False, False], nulls_last=True
        )
        self.page.max = max(1, -(-self._games.height // PAGE))
        self.pages.value = f"of {self.page.max:,}"
        if self.page.value == 1:
            self._show()
        else:
            self.page.value = 1

    def _show(self, _: object = None) -> None:
        page = self._sorted.slice((self.page.value - 1) * PAGE, PAGE)
        self._shown = page.to_dicts()
        for number, opener in enumerate(self.openers):
            has_row = number < len(self._shown)
            set_visible(opener, has_row)
            opener.disabled = not has_row
            if has_row:
                row = self._shown[number]
                opener.tooltip = f"open game {row['game']} of cell {row['cell']}"
        self.table.value = self._page_text() if self._shown else "<p>No game fulfils this.</p>"

    def _page_text(self) -> str:
        """Return the page as HTML; the head of a column says on hover what it means."""
        columns = [self._column(name) for name in self._known]
        head, *rows = ("".join(cells) for cells in zip(*columns, strict=True))
        lines = "".join(f'<tr style="height: {ROW}px">{row}</tr>' for row in rows)
        return (
            f'<table style="border-collapse: collapse; line-height: 1.15">'
            f'<thead><tr style="height: {HEAD}px">{head}</tr></thead><tbody>{lines}</tbody></table>'
        )

    def _column(self, name: str) -> list[str]:
        """Return the cells of a column, its head first."""
        values = [row[name] for row in self._shown]
        numbers = all(isinstance(value, int | None) for value in values)
        look = f"{_CELL}; text-align: {'right' if numbers else 'left'}"
        means, label = html.escape(meaning_of(name)), html.escape(label_of(name))
        cells = (html.escape(value_text(name, value)) for value in values)
        return [
            f'<th scope="col" style="{look}; {_HEAD}" title="{means}">{label}</th>',
            *(f'<td style="{look}; white-space: nowrap">{cell}</td>' for cell in cells),
        ]
