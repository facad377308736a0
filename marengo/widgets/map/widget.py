"""The map on the page: what it shows, what can be clicked on, and what was."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import ipywidgets as widgets
from traitlets import Dict, Int, List, Unicode

from marengo.charts.sheets import BoardSheet, Frame, Scene, dark_colours
from marengo.languages import N_, _

HERE = Path(__file__).parent

Way = list[tuple[float, float]]
"""Points of the board, one after another."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on the map to click on."""

    what: str  # for the style sheet: "goal", "attack", "stack" or "picked"
    place: str
    x: float  # of its middle
    y: float
    words: str  # what it does
    text: str = ""  # what is written on it
    width: float = 0.0  # if it lies around something; else it is a sign of its own
    height: float = 0.0


TOOLS = {
    "map": N_("Map"),
    "closer": N_("look more closely (+)"),
    "farther": N_("look from farther away (-)"),
    "whole": N_("the whole map (0)"),
    "there": N_("where the pieces are (p)"),
    "bare": N_("hide the pieces, or show them (h)"),
    "names": N_("names of places (n)"),
    "explained": N_("what the signs mean (?)"),
    "hours": N_("hours of the day"),
}
"""Tooltips of the tools of the map, by the names they have on the page."""


class VectorMap(anywidget.AnyWidget):
    """A map that the browser draws, to be looked at closely and clicked on."""

    _esm: ClassVar = HERE / "map.js"
    _css: ClassVar = HERE / "map.css"

    board = Dict().tag(sync=True)
    scene = Dict().tag(sync=True)
    start: List[float] = List().tag(sync=True)
    signs: List[dict[str, Any]] = List().tag(sync=True)
    hints: List[Way] = List().tag(sync=True)
    asked = Int(0).tag(sync=True)
    tools = Dict().tag(sync=True)
    dark = Unicode(dark_colours()).tag(sync=True)

    def __init__(
        self,
        clicked: Callable[[Mark], object] = lambda _: None,
        start: Frame | tuple[()] = (),  # looked at first; else the board, or the pieces
    ) -> None:
        self._clicked = clicked
        self.marks: tuple[Mark, ...] = ()
        self._shown: BoardSheet | None = None
        self.tools = {name: _(does) for name, does in TOOLS.items()}
        layout = {"flex": "0 0 auto", "min_width": "0", "width": "100%"}
        super().__init__(start=list(start), layout=layout)
        self.on_msg(self._heard)

    def show(self, board: BoardSheet | None, scene: Scene) -> None:
        """Show a board, or the one that is there already if it is None, and what stands on it."""
        if board is not None and board is not self._shown:
            self._shown, self.board = board, asdict(board)
        self.scene = asdict(scene)

    def mark(self, marks: Sequence[Mark]) -> None:
        """Put marks on the map in the place of those before."""
        if tuple(marks) != self.marks:
            self.marks = tuple(marks)
            with self.hold_sync():
                self.asked, self.signs = self.asked + 1, [asdict(mark) for mark in marks]

    def hint(self, ways: Sequence[Way]) -> None:
        """Show where choices lead, the first one first; an empty way is none to be shown."""
        self.hints = list(ways)

    def press(self, number: int) -> None:
        """Do what a click on a mark does."""
        self._clicked(self.marks[number])

    def _heard(self, _map: Any, message: dict[str, Any], _buffers: Any) -> None:
        """Take a click, unless it was on a mark that has gone meanwhile."""
        if message.get("asked") == self.asked and message.get("mark") in range(len(self.marks)):
            self.press(message["mark"])


def side_by_side(shown: VectorMap, width: str, *below: widgets.Widget) -> widgets.VBox:
    """Return a map for a row that is wrapped where there is less room than a width of CSS."""
    layout = {"flex": f"3 1 {width}", "min_width": "0", "overflow": "hidden"}
    return widgets.VBox([shown, *below], layout=layout)
