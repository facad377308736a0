"""The border of the calculator: a sort that both boards have, or any border of each."""

from collections.abc import Callable, Mapping

import ipywidgets as widgets

from marengo.games.marengo.study.fights import border_kinds, borders
from marengo.games.marengo.study.fights.borders import border_words
from marengo.screens.marengo.assault.setup import RULESETS
from marengo.widgets.elements import Quiet, labelled, wrapped_row

OWN = "borders chosen below, under More"
CHOSEN = -1


class BorderChoice:
    """Chooses a sort of border, by its number, or a border of one's own for each ruleset."""

    def __init__(self, border: int | Mapping[str, str], changed: Callable[[], None]) -> None:
        self._kinds = border_kinds()
        self._changed, self._quiet = changed, Quiet()
        if isinstance(border, int) and not 0 <= border < len(self._kinds):
            raise ValueError(f"border: expected 0 to {len(self._kinds) - 1}, not {border}")
        sorts = [*((kind.words, n) for n, kind in enumerate(self._kinds)), (OWN, CHOSEN)]
        chosen = border if isinstance(border, int) else CHOSEN
        self.sorts = labelled(widgets.Dropdown, "border", "64em", options=sorts, value=chosen)
        self._lists = {
            ruleset: labelled(
                widgets.Dropdown,
                f"{game.short_title}, from / on",
                "32em",
                "initial",
                options=_listed(ruleset),
            )
            for ruleset, game in RULESETS.items()
        }
        self.own = wrapped_row(*self._lists.values())
        self._put(dict(self._kinds[border].examples) if isinstance(border, int) else border)
        self._quiet.heed(self.sorts, self._new_sort)
        for dropdown in self._lists.values():
            self._quiet.heed(dropdown, self._new_border)

    @property
    def borders(self) -> tuple[tuple[str, str], ...]:
        """Name of each ruleset and the border chosen."""
        return tuple((ruleset, dropdown.value) for ruleset, dropdown in self._lists.items())

    def _put(self, chosen: Mapping[str, str]) -> None:
        for ruleset, dropdown in self._lists.items():
            border = chosen.get(ruleset, dropdown.value)
            if border not in dict(dropdown.options).values():
                raise ValueError(f"border: {border!r}: no such border on the board of {ruleset}")
            dropdown.value = border

    def _new_sort(self, number: int) -> None:
        with self._quiet():
            if number != CHOSEN:
                self._put(dict(self._kinds[number].examples))
        self._changed()

    def _new_border(self, _: object) -> None:
        with self._quiet():
            self.sorts.value = CHOSEN
        self._changed()


def _listed(ruleset: str) -> list[tuple[str, str]]:
    """Return the borders of a board with what is printed there."""
    rows = borders(ruleset).iter_rows(named=True)
    return [(f"{row['border']}: {border_words(row)}", row["border"]) for row in rows]
