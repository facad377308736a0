"""One half of the calculator: the result of the set-up under one ruleset."""

from collections.abc import Callable
from threading import Event

import ipywidgets as widgets

from marengo.charts.figures import figure_png, figure_words
from marengo.games.marengo.armies import ARMY_NAMES
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import FightCourse, strength_table
from marengo.screens.marengo.assault.pages import (
    choices_page,
    collapsible,
    looked_at,
    numbered,
    sentences,
)
from marengo.screens.marengo.assault.sentences import advice, steps, summary
from marengo.screens.marengo.assault.setup import RULESETS, FightOrReason, Setup, fight_of
from marengo.screens.marengo.drawing.fights import fight_plot, strength_plot
from marengo.screens.marengo.drawing.places import region
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from marengo.screens.marengo.narration import losses_between
from marengo.widgets.elements import Picture, Quiet, wrapped_row
from marengo.widgets.map import VectorMap

BEST = "best play"

MARGIN = 40.0
"""Room around the ground of a fight, in units of drawing."""

KEPT = 32
"""Tables of strengths kept, about 50 kB each."""

Key = tuple[str, Side, str]
"""Border, attacker and measure of a table of strengths."""


def _title(ruleset: str) -> str:
    """Return what a game is called, for short and as on its box."""
    game = RULESETS[ruleset]
    short, title = game.short_title, game.title
    return title if title.startswith(short) else f"{short} ({title})"


class Column(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The result of the set-up under one ruleset."""

    def __init__(self, ruleset: str, changed: Callable[[], None]) -> None:
        self.ruleset = ruleset
        self.found = FightOrReason(None)
        self._setup: Setup | None = None
        self._drawn: tuple[str, ...] | None = None
        self._tables: dict[Key, tuple[bytes, str]] = {}
        self._quiet = Quiet()
        self.verdict = widgets.HTML()  # who wins
        # what happens, step by step
        self.status, self.choices, self.table_words = (widgets.HTML() for _ in range(3))
        self.attack, self.reply = (
            self._quiet.control(
                lambda _: changed(),
                widgets.Dropdown,
                what,
                "auto",
                f"{what} to look at",
                options={BEST: ""},
            )
            for what in ("attack", "reply")
        )
        self.when = widgets.ToggleButtons(
            options=["before", "after"],
            value="after",
            description=f"{RULESETS[ruleset].short_title}, shown",
        )
        self.when.observe(lambda _: self._show_map(), "value")
        self.map, self.table = VectorMap(), Picture()
        self._rest = widgets.VBox(
            [
                wrapped_row(widgets.Label("Look at"), self.attack, self.reply),
                self.when,
                self.map,
                self.status,
                widgets.HTML('<h4 style="margin: 0.6em 0 0">All choices</h4>'),
                self.choices,
                self.table,
                self.table_words,
            ]
        )
        super().__init__(
            [
                widgets.HTML(f'<h3 style="margin: 0.2em 0">{_title(ruleset)}</h3>'),
                self.verdict,
                self._rest,
            ],
            layout={"flex": "1 1 28em", "min_width": "0", "padding": "0 0.6em 0 0"},
        )

    @property
    def text(self) -> str:
        """The column as plain text."""
        title = f"{_title(self.ruleset)}:"
        if self.found.fight is None:
            return f"{title} {self.found.why}"
        course = self._course()
        lines = [*summary(self.found.fight, course), *advice(self.found.fight)]
        listed = [f"{number}. {step}" for number, step in enumerate(steps(course), 1)]
        return "\n".join([f"{title} {' '.join(lines)}", *listed])

    def update(self, setup: Setup, stop: Event) -> None:
        """Bring the words and the picture of the fight up to date, unless stopped."""
        if setup != self._setup:
            outcome = fight_of(setup, self.ruleset, stop)
            page = choices_page(outcome.fight) if outcome.fight else ""
            self.found, self._setup, self._drawn = outcome, setup, None
            self._offer()
            self.choices.value = page
        fight = self.found.fight
        self._rest.layout.display = "none" if fight is None else ""
        if fight is None:
            self.verdict.value = sentences([f"Not possible: {self.found.why}."])
            return
        course = self._course()
        if course.moves == self._drawn:
            return
        self._drawn = course.moves
        first, *rest = summary(fight, course)
        played = "With best play: " if course.moves == fight.best.moves else "With this choice: "
        self.verdict.value = (
            sentences([played + first], strong=True) + sentences(rest) + sentences(advice(fight))
        )
        self.status.value = numbered(steps(course))
        self._show_map()

    def _show_map(self) -> None:
        """Show the ground of the fight, before it with the attack, or after it."""
        if self.found.fight is None:
            return
        course, attack = self._course(), Place.parse(self.found.fight.border)
        before = self.when.value == "before"
        view = course.states[0 if before else -1].view(None)
        arrows = [(attack, attack.opposite)] if before else []
        losses = [] if before else losses_between(course.states)
        self.map.show(board_of(view), scene_of(view, arrows, losses))
        self.map.start = list(region(view, (attack.locality, attack.opposite.locality), MARGIN))

    @property
    def png(self) -> bytes:
        """Picture where no kernel runs: the fight before and after."""
        fight = self.found.fight
        return b"" if fight is None else figure_png(fight_plot(fight, self._course()))

    def update_table(self, setup: Setup, stop: Event) -> None:
        """Bring the table of all strengths up to date, for an assault."""
        if setup.kind != "assault":
            self.table.paint(b"", "")
            self.table_words.value = ""
            return
        picture, words = self._strengths(setup, stop)
        self.table.paint(picture, f"{words.splitlines()[0]}; in words below")
        self.table_words.value = collapsible("This table in words", words.split("\n")[1:])

    def _strengths(self, setup: Setup, stop: Event) -> tuple[bytes, str]:
        """Return the table of all strengths as a picture and in words, kept for going back."""
        key = (setup.border(self.ruleset), setup.side, setup.measure)
        if key not in self._tables:
            border, side, measure = key
            table = strength_table(self.ruleset, border, side=side, measure=measure, stop=stop)
            heading = f"All leading strengths, {border}"
            figure = strength_plot(table, side=ARMY_NAMES[side], heading=heading)
            if len(self._tables) >= KEPT:
                del self._tables[next(iter(self._tables))]
            self._tables[key] = (figure_png(figure), figure_words(figure))
        return self._tables[key]

    def _course(self) -> FightCourse:
        """Return the course of the fight that is looked at."""
        assert self.found.fight is not None
        chosen = [*self.attack.value.split("; "), *self.reply.value.split("; ")]
        return self.found.fight.course(*filter(None, chosen))

    def _offer(self) -> None:
        """Offer the choices of the fight to be looked at; best play first."""
        fight = self.found.fight
        with self._quiet():
            for what, dropdown in (("attack", self.attack), ("reply", self.reply)):
                choices = looked_at(fight, what) if fight else {}
                dropdown.options = list({BEST: "", **choices}.items())
                dropdown.value, dropdown.disabled = "", len(choices) < 2
