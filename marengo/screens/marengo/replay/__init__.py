"""Stepping through a game: a slider over its moves, a map, its course, and the same in words."""

import html
from bisect import bisect_right
from collections.abc import Sequence
from threading import Event, RLock
from time import monotonic
from typing import Any

import ipywidgets as widgets

from marengo.core.errors import MarengoError
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.drawing.game_course import CoursePicture
from marengo.screens.marengo.drawing.picture import to_png
from marengo.screens.marengo.drawing.position_text import describe
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from marengo.screens.marengo.replay.course import Course, course_of
from marengo.screens.marengo.replay.saving import Saving
from marengo.screens.marengo.replay.steps import Steps
from marengo.widgets.background import Background
from marengo.widgets.elements import (
    Collapsible,
    Picture,
    Whole,
    button,
    labelled,
    paragraphs,
    step_slider,
    wrapped_row,
)
from marengo.widgets.map import VectorMap, side_by_side
from marengo.widgets.playing.opening import replay

__all__ = ["Replay", "replay"]

SEERS: dict[str, Side | None] = {
    "both sides": None,
    "Austria": Side.AUSTRIAN,
    "France": Side.FRENCH,
}

PACES = {
    "a move a second": ("move", 1.0),
    "two moves a second": ("move", 0.5),
    "a turn every two seconds": ("turn", 2.0),
    "an attack every three seconds": ("attack", 3.0),
}
"""Paces of playing on: the unit, and seconds from one picture to the next."""

NO_ATTACK = -1
"""Value of the list of attacks before the first one."""

WIDTH = 1200
"""Width of the picture where no kernel runs, in pixels."""

CHART_WIDTH = 560
"""Width of the chart of the game's course, in pixels; it is shown about half as wide."""


class Replay(Whole):
    """A game to step through.

    Made by :func:`marengo.widgets.replay`. Where no kernel runs, as in a notebook that was just
    opened, the picture of the first position shown takes its place.

    Parameters
    ----------
    positions : list of State
        The positions, each one move after the one before; those in which a group is half named
        are left out.
    at : int
        Index of the position shown first.

    Attributes
    ----------
    slider : ipywidgets.IntSlider
        Number of moves played, a group that is named piece by piece being one.
    seen_by : ipywidgets.ToggleButtons
        Whose view is shown: ``"both sides"``, ``"Austria"`` or ``"France"``.
    pace : ipywidgets.Dropdown
        How play goes on: by what, and how fast.
    attack : ipywidgets.Dropdown
        The attacks of the game; shows the last one begun, and goes to the one that is chosen.
    map : VectorMap
        The position.
    chart : ipywidgets.Image
        Morale, strength and attacks, with a mark at the move that is shown.
    status, words, course_words : ipywidgets.HTML
        The last move with the clock and morale; the whole position, and the course of the game.
    saving : Saving
        The form for pictures and films.
    """

    def __init__(self, positions: list[MarengoState], at: int = 0) -> None:
        self._steps = Steps(positions)
        last = self._steps.last
        if not -last - 1 <= at <= last:
            raise ValueError(f"at: expected a move from 0 to {last}, not {at}")
        self._lock, self._playing, self._watching = RLock(), Background(), Background()
        turns = [*self._steps.turns, last]
        self._stops: dict[str, Sequence[int]] = {
            "move": range(last + 1),
            "turn": turns,
            "attack": [],
        }
        self._course: Course | None = None
        self._charts: dict[Side | None, tuple[CoursePicture, str]] = {}  # and in words
        self._make_controls(at % len(self._steps))
        self.map = VectorMap()
        self.chart = Picture(flex="1 1 230px", max_width="300px")
        self.status, self.words, self.course_words = (widgets.HTML() for _ in range(3))
        self.saving = Saving(self._steps, lambda: (self.slider.value, self.side))
        below = {
            "The position in words": self.words,
            "The course of the game in words": self.course_words,
            "Save a picture or a film": self.saving,
        }
        self._show()
        for part in (self.slider, self.seen_by):
            part.observe(self._show, "value")
        self.attack.observe(self._to_chosen, "value")
        seen_by = widgets.HBox([widgets.Label("seen by"), self.seen_by])
        super().__init__(
            [
                self._stepping,
                wrapped_row(seen_by, self.pace, self._attacks, align_items="center"),
                self.status,
                wrapped_row(side_by_side(self.map, "460px"), self.chart, align_items="flex-start"),
                *(Collapsible(title, part) for title, part in below.items()),
            ]
        )
        self._watching.begin(self._watch)

    def _make_controls(self, at: int) -> None:
        self.slider = step_slider(at, self._steps.last, "move")
        self.slider.style.description_width = "initial"
        self.seen_by = widgets.ToggleButtons(options=list(SEERS), style={"button_width": "auto"})
        self.play = button("play", "play", self._toggle)
        self._stepping = widgets.HBox(
            [
                self._goer("step-backward", "to the turn before", "turn", -1),
                self._goer("chevron-left", "back", "move", -1),
                self.play,
                self._goer("chevron-right", "forward", "move", 1),
                self._goer("step-forward", "to the next turn", "turn", 1),
                self.slider,
            ]
        )
        self.pace = labelled(widgets.Dropdown, "play", "17em", "2.5em", options=list(PACES))
        looking = [("looking for the attacks …", NO_ATTACK)]
        self.attack = labelled(widgets.Dropdown, "attacks", "auto", "4em", options=looking)
        self.attack.disabled = True
        self.attack.layout.flex, self.attack.layout.min_width = "1 1 auto", "12em"
        before = self._goer("angle-double-left", "to the attack before", "attack", -1)
        after = self._goer("angle-double-right", "to the next attack", "attack", 1)
        self._attacks = widgets.HBox([self.attack, before, after], layout={"flex": "1 1 26em"})

    def _goer(self, icon: str, does: str, by: str, direction: int) -> widgets.Button:
        return button(icon, does, lambda: self._go(by, direction))

    @property
    def position(self) -> MarengoState:
        """The position shown, a copy that can be played on."""
        index: int = self.slider.value
        return self._steps[index].copy()

    @property
    def side(self) -> Side | None:
        """Side whose view is shown; None shows everything."""
        return SEERS[self.seen_by.value]

    def wait(self) -> None:
        """Wait until the attacks are listed and the chart is drawn."""
        self._watching.wait()

    # --- going from place to place ----------------------------------------------------------

    def _go(self, by: str, direction: int) -> None:
        """Go on or back to where the next move, turn or attack begins; stay if none does."""
        index = self.slider.value
        beyond = [stop for stop in self._stops[by] if direction * stop > direction * index]
        self.slider.value = min(beyond, key=lambda stop: abs(stop - index), default=index)

    def _to_chosen(self, change: Any) -> None:
        """Go to the attack that was chosen from the list; stay if the list only follows."""
        chosen = change["new"]
        if chosen != self._attack_now():
            self.slider.value = 0 if chosen == NO_ATTACK else self._stops["attack"][chosen]

    def _attack_now(self) -> int:
        """Return the number of the last attack that has begun."""
        return bisect_right(self._stops["attack"], self.slider.value) - 1

    # --- playing ----------------------------------------------------------------------------

    def _toggle(self) -> None:
        """Play on, or pause; from the end begin again."""
        if self._playing.busy:
            self._playing.stop()
            return
        if self.slider.value == self.slider.max:
            self.slider.value = 0
        self._playing.begin(self._play_on)

    def _play_on(self, stop: Event) -> None:
        """Go on at the pace that is chosen until the end or a pause."""
        self.play.icon, self.play.tooltip = "pause", "pause"
        before = -1
        while not stop.is_set() and self.slider.value not in (before, self.slider.max):
            before, began = self.slider.value, monotonic()
            by, seconds = PACES[self.pace.value]
            self._go(by, 1)
            stop.wait(max(0.0, seconds - (monotonic() - began)))
        self.play.icon, self.play.tooltip = "play", "play"

    # --- showing ----------------------------------------------------------------------------

    def _show(self, _: Any = None) -> None:
        with self._lock:  # play goes on in a thread of its own
            index, side = self.slider.value, self.side
            shown = self._steps[index]
            # first, so that map and words change together
            view = shown.view(side)
            scene = scene_of(view, self._steps.arrows(index), self._steps.losses(index))
            lines = describe(shown, side=side).splitlines()[1:]
            sentence, text = (html.escape(part) for part in self._steps.happened(index, side))
            written = f" <code>{text}</code>" if text else ""
            ended = html.escape(self._steps.ended(index))
            self.status.value = (
                f"<p><b>{sentence}</b>{written}{f' <b>{ended}</b>' if ended else ''}</p>"
            )
            self.words.value = paragraphs(lines)
            self.map.show(board_of(view), scene)
            self.saving.refresh()
            self._show_course()

    def _watch(self, stop: Event) -> None:
        """Find the attacks and draw the charts; the first time, this compiles."""
        try:
            course = course_of(self._steps)
        except MarengoError as error:
            self.attack.options = [(f"no attacks can be told: {error}", NO_ATTACK)]
            return
        attacks = [(attack.words, number) for number, attack in enumerate(course.attacks)]
        none = "before the first attack" if attacks else "no attack in this game"
        with self._lock:
            self.attack.options = [(none, NO_ATTACK), *attacks]
            self.attack.disabled = not attacks
            self._stops["attack"] = [attack.index for attack in course.attacks]
            self._course = course
        for side in SEERS.values():
            if stop.is_set():
                return
            chart = CoursePicture(course.figure(side), CHART_WIDTH)
            words = paragraphs(course.words(side))
            with self._lock:
                self._charts[side] = chart, words
                self._show_course()

    def _show_course(self) -> None:
        """Mark the move that is shown in the chart and in the list of attacks."""
        side = self.side
        self.attack.value = self._attack_now()
        if self._course is not None and side in self._charts:
            chart, self.course_words.value = self._charts[side]
            drawn = chart.png(self._course.places[self.slider.value])
            self.chart.paint(drawn, "Chart of morale, strength and attacks; in words below")

    def still(self) -> tuple[bytes, str]:
        """Return a picture of the position, and it in words."""
        index, side = self.slider.value, self.side
        shown, arrows = self._steps[index], self._steps.arrows(index)
        drawn = to_png(shown, side=side, width=WIDTH, arrows=arrows)
        return drawn, describe(shown, side=side)
