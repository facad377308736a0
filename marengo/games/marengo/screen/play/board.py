"""The map to click on: a picture with buttons on it, for the mouse and for the keyboard.

The buttons are widgets like all others, so that the map works wherever widgets do, in JupyterLab
and on a page that Voilà serves, and can be reached with the Tab key and be read aloud.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import ipywidgets as widgets

from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.places import stacks, target_spot
from marengo.games.marengo.screen.narration import faces
from marengo.games.marengo.screen.play.choosing import Chooser
from marengo.games.marengo.screen.play.options import Option
from marengo.games.marengo.screen.play.wording import full_words, place_words, price_words
from marengo.games.marengo.state import MarengoState
from marengo.widgets.elements import NO_TEXT, Picture, Pool

STYLE = """<style>
.marengo-map { position: relative; overflow: hidden; }
.marengo-map img { display: block; margin: 0; }
.jupyter-widgets.jupyter-button.marengo-spot {
  position: absolute; transform: translate(-50%, -50%); margin: 0; padding: 0;
  font-size: 13px; font-weight: bold; line-height: 1; color: #1a1a1a; overflow: visible;
  background: #f0e442; border: 2px solid #2e2a25; border-radius: 50%; opacity: 0.95; z-index: 2;
}
.jupyter-widgets.jupyter-button.marengo-spot:hover,
.jupyter-widgets.jupyter-button.marengo-spot:focus { outline: 3px solid #1a1a1a; z-index: 9; }
.jupyter-widgets.jupyter-button.marengo-spot.mod-warning {
  border-radius: 2px; border-width: 3px; background: #ffffff;
}
.jupyter-widgets.jupyter-button.marengo-spot.mod-info {
  background: transparent; border: 2px dashed #2e2a25; border-radius: 6px; min-width: 22px;
  min-height: 22px;
}
.jupyter-widgets.jupyter-button.marengo-spot.mod-success {
  background: transparent; border: 3px solid #f0e442; border-radius: 6px; min-width: 28px;
  min-height: 26px; box-shadow: 0 0 0 2px #2e2a25;
}
.jupyter-widgets.jupyter-button.marengo-spot.mod-info,
.jupyter-widgets.jupyter-button.marengo-spot.mod-success { z-index: 1; }
.marengo-legend { line-height: 1.4; }
.marengo-legend b { display: inline-block; width: 15px; height: 15px; margin: 0 3px 0 9px;
  box-sizing: border-box; vertical-align: -2px; border: 2px solid #2e2a25; }
</style>"""
"""The look of the buttons on the map: round for a place to go to, square for an attack.

Pieces lie below places to go to, in a small locality in the same spot, even while they have the
focus, as they do when they were just picked.
"""

STACK, PICKED, GOAL, ATTACK = "info", "success", "", "warning"
"""What a mark stands for, as ipywidgets' styles of a button."""

LEGEND = (
    "<div class='marengo-legend'><b style='border-style: dashed; border-radius: 4px'></b>pieces to "
    "pick <b style='background: #f0e442; border-radius: 50%'></b>go there, with the price "
    "<b style='background: #fff; border-radius: 2px'></b>attack there</div>"
)
"""What the marks mean, in signs that look like them."""

SIZE = "24px"
"""Size of the mark of a goal."""


@dataclass(frozen=True)
class Mark:
    """A button on the map."""

    what: str  # STACK, PICKED, GOAL or ATTACK
    place: str  # what it stands for
    x: float  # middle, as a share of the picture's width
    y: float  # and of its height
    words: str  # the tooltip
    text: str = ""  # what is written on it
    width: float = 0.0  # as a share; 0 for that of a goal
    height: float = 0.0


NOTHING = Mark(GOAL, "", 0.0, 0.0, "")
"""What a button says that is not needed."""


class BoardPicture(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The picture of a position with marks to click on."""

    def __init__(self, clicked: Callable[[Mark], None]) -> None:
        self._clicked = clicked
        self.marks: tuple[Mark, ...] = ()
        self.picture = Picture(width="100%")
        self._map = widgets.Box([self.picture], layout=_whole())
        self._map.add_class("marengo-map")
        self._pool = Pool(self._map, self._new, lambda button: _set(button, NOTHING))
        self._frame = widgets.Box([self._map], layout=_whole(overflow="auto"))
        self.zoom = widgets.ToggleButtons(
            options=[("1 ×", 1.0), ("1.5 ×", 1.5), ("2 ×", 2.0)],
            tooltips=["as wide as there is room", "larger, to be scrolled", "twice as large"],
            style={"button_width": "auto"},
        )
        self.zoom.observe(lambda change: self._zoom(change["new"]), "value")
        below = widgets.HBox(
            [widgets.Label("map"), self.zoom, widgets.HTML(LEGEND)],
            layout=widgets.Layout(flex_flow="row wrap"),
        )
        super().__init__(
            [self._frame, below], layout=widgets.Layout(flex="3 1 680px", min_width="300px")
        )

    @property
    def buttons(self) -> tuple[widgets.Button, ...]:
        """The buttons on the map."""
        return tuple(self._map.children[1:])

    def _zoom(self, times: float) -> None:
        self._map.layout.width = self._map.layout.min_width = f"{times:.0%}"
        self._frame.layout.max_height = "85vh" if times > 1 else None

    def show(self, png: bytes, words: str) -> None:
        """Show another picture, with words for readers who cannot see it."""
        self.picture.paint(png, words)

    def mark(self, marks: Sequence[Mark]) -> None:
        """Put marks on the map in the place of those before."""
        self.marks = tuple(marks)
        for button, mark in zip(self._pool.take(len(marks)), marks, strict=True):
            _set(button, mark)

    def _new(self, number: int) -> widgets.Button:
        button = widgets.Button()
        button.add_class("marengo-spot")
        button.on_click(lambda _: self._press(number))
        return button

    def _press(self, number: int) -> None:
        if number < len(self.marks):  # it may just have gone
            self._clicked(self.marks[number])


def _whole(**more: str) -> widgets.Layout:
    """Return the layout of a box as wide as possible that does not stretch what it holds."""
    return widgets.Layout(width="100%", align_items="flex-start", **more)


def _set(button: widgets.Button, mark: Mark) -> None:
    with button.hold_sync():
        button.description, button.tooltip = mark.text or NO_TEXT, mark.words
        button.button_style = mark.what
    with button.layout.hold_sync():
        button.layout.left, button.layout.top = f"{mark.x:.2%}", f"{mark.y:.2%}"
        button.layout.width = f"{mark.width:.2%}" if mark.width else SIZE
        button.layout.height = f"{mark.height:.2%}" if mark.height else SIZE


def marks_of(state: MarengoState, chooser: Chooser, viewer: Side | None) -> list[Mark]:
    """Return the marks of a decision, from west to east; those of goals after those of pieces."""
    marks = [*_stack_marks(state, chooser, viewer), *_goal_marks(state, chooser)]
    return sorted(marks, key=lambda mark: (mark.what in (GOAL, ATTACK), mark.x))


def _stack_marks(state: MarengoState, chooser: Chooser, viewer: Side | None) -> list[Mark]:
    areas, marks = stacks(state, side=viewer), []
    for place in chooser.places():
        picked = [name for name in chooser.picked if str(chooser.piece(name).place) == place]
        area = areas.get(place)
        if area is None:  # a box that the board does not draw
            continue
        words = f"pick from {place_words(place)}: {faces(chooser.here(place))}"
        if picked:
            words = f"picked: {faces(map(chooser.piece, picked))}; click for more, or for none"
        what = PICKED if picked else STACK
        marks.append(Mark(what, place, area.x, area.y, words, "", area.width, area.height))
    return marks


def _goal_marks(state: MarengoState, chooser: Chooser) -> list[Mark]:
    goals: dict[tuple[str, bool], list[Option]] = {}
    for option in chooser.options:
        if option.target is not None and option.target[0].isdigit():
            goals.setdefault((option.target, option.attacks), []).append(option)
    marks = []
    for (target, attacks), options in goals.items():
        x, y = target_spot(state.game.board, target, attacks=attacks)
        words = "; ".join(full_words(state, option) for option in options)
        text = str(min(option.price for option in options))
        if not any(price_words(state, option) for option in options):
            text = ""
        marks.append(Mark(ATTACK if attacks else GOAL, target, x, y, words, text))
    return marks
