"""The page on which any game is played: a picture, and a button for each choice."""

import html
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import ipywidgets as widgets

from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.state import State
from marengo.languages import N_, _
from marengo.widgets.background import Latest
from marengo.widgets.elements import (
    Collapsible,
    Picture,
    button,
    checkbox,
    paragraphs,
    set_visible,
)
from marengo.widgets.playing import saying
from marengo.widgets.playing.buttons import Buttons, Press
from marengo.widgets.playing.page import ANSWERS, Page
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.showing import (
    IN_WORDS,
    Choice,
    Told,
    caption_of,
    choices_of,
    folded,
    happened,
    has_matrices,
    how_to_play,
    matrix_of,
    png_of,
    question_of,
    said_of,
    turn_of,
    words_of,
)

STYLE = """<style>
.marengo-matrix { margin: 0; max-width: calc(100vw - 48px); }
.marengo-matrix > div { overflow-x: auto; }
.marengo-matrix table { border-collapse: collapse; line-height: 1.3; }
.marengo-matrix th, .marengo-matrix td { border-bottom: 1px solid #b8ad96; padding: 2px 8px;
  text-align: right; }
.marengo-matrix figcaption { max-width: 50em; line-height: 1.35; }
</style>"""

MATRIX = N_("The payoff matrix of this decision")


class ChoicePage(Page):
    """A game on the screen, played with buttons.

    Made by :func:`marengo.widgets.play` for a game whose screen has no page of its own. What there
    is to be seen and said is asked of its screen.

    Attributes
    ----------
    first : ipywidgets.VBox
        The first page, which says how to play, and its button ``to_game``.
    picture : ipywidgets.Image
        The position.
    question : ipywidgets.HTML
        What is to be decided.
    choices : Buttons
        A button for each answer, or where there are many for their headings, which unfold them.
    matrix : ipywidgets.HTML
        What each choice is worth, while it is unfolded.
    """

    STYLE: ClassVar = Page.STYLE + STYLE

    def __init__(self, session: Session, folder: Path) -> None:
        game = session.state.game
        self._begun: tuple[Any, ...] = ()
        self._choices: list[Choice] = []
        self._unfolded: tuple[str, ...] = ()  # headings, the widest first
        self._offered: list[Choice | str] = []
        self.picture, self.question = Picture(min_width="0"), widgets.HTML()
        self.shown = (self.picture, self.question)
        self.choices = Buttons("", self._press)
        self.choices.add_class("marengo-options")
        self.matrix = widgets.HTML()
        self._work = Latest(self._fill_matrix)
        self._start, self._how = Picture(max_width="700px"), how_to_play(game)
        self.to_game = button(
            "play", _("leave this page"), lambda: self._turn(first=False), _("To the game")
        )
        self.to_first = button("book", _("how this game is played"), self._turn, _("How to play"))
        words = widgets.HTML(f"<h3>{html.escape(_(game.title))}</h3>{paragraphs(self._how)}")
        words.add_class("marengo-first")
        self.first = widgets.VBox([words, self.to_game, self._start])
        for control in (self.to_game, self.to_first):
            control.layout.align_self = "flex-start"
        self.above, self._reading = (self.first,), bool(self._how)
        super().__init__(session, folder)

    def _laid_out(self) -> widgets.VBox:
        wish = self.session.state.game.screen().idle_wish
        self.waits = checkbox(_(wish), "")
        self.waits.observe(self._wait, "value")
        set_visible(self.waits, bool(wish))
        hints, answers = widgets.VBox([self.hints, self.hinted]), widgets.VBox([self.choices])
        answers.add_class(ANSWERS)
        side = (self.status, self.question, answers, self.waits, self.orders, hints)
        middle = self._placed(self.picture, *side)
        below = {
            MATRIX: self.matrix,
            IN_WORDS: self.words,
            N_("Copy, save and load"): self.files,
            N_("New game"): self.new_game,
        }
        self.folded = {title: Collapsible(_(title), part) for title, part in below.items()}
        self.folded[MATRIX].button.observe(self._unfold, "value")
        set_visible(self.folded[MATRIX], has_matrices(self.session.state.game))
        set_visible(self.to_first, bool(self._how))
        return widgets.VBox(
            [self.head, self.to_first, self.watching, middle, *self.folded.values()]
        )

    def _wait(self, _change: Any) -> None:
        self.session.waits = self.waits.value
        self.session.go_on()

    def describe(self) -> str:
        """Return the position in words, as the viewer may know it; a heading comes first."""
        return words_of(self.session.state, self.viewer)

    def png(self) -> bytes:
        """Return the picture that is shown; empty where there is none."""
        return bytes(self.picture.value)

    def _turn(self, *, first: bool = True) -> None:
        """Turn to the first page, or from it to the game."""
        self._reading = first
        self.refresh()

    def refresh(self) -> None:
        """Bring everything up to date."""
        with self.session.lock:
            super().refresh()
            if self._reading:
                self._show_start()
            set_visible(self.first, self._reading)
            for part in (self.cover, self._table) if self._reading else ():
                set_visible(part, False)

    def _show_start(self) -> None:
        """Show on the first page how the game begins.

        It is this very game if one person plays; between people another one, that tells nothing.
        """
        session = self.session
        alone = session.people[0] if session.alone else None
        begun = session.steps[0].before if session.steps else session.state
        drawn = (begun if alone is not None else begun.game, alone)
        if drawn == self._begun:
            return
        start = begun if alone is not None else begun.game.start(0)
        self._start.paint(png_of(start, alone), caption_of(start, alone))
        self._begun = drawn

    def _press(self, number: int) -> None:
        if not self.is_read:
            return
        if self._unfolded and number == 0:
            *above, last = self._unfolded
            self._turn_to(above, last)
            return
        pressed = self._offered[number - bool(self._unfolded)]
        if isinstance(pressed, str):
            self._turn_to([*self._unfolded, pressed])
        elif pressed.move is not None:
            self.answer([pressed.move])

    def _turn_to(self, unfolded: list[str], heading: str = "") -> None:
        """Offer what is below a heading, and go to one of the headings there or to the first."""
        self._offer(*unfolded)
        self.newly_asked()
        at = self._offered.index(heading) if heading else 0
        self.choices.focus(at + bool(unfolded))

    def _offer(self, *unfolded: str) -> None:
        """Offer what is to be chosen from, below what is unfolded."""
        self._unfolded, self._offered = unfolded, folded(self._choices, unfolded)
        back = Press(_("back"), _("to the other choices"), icon="arrow-left")
        self.choices.show([back] * bool(unfolded) + [_press_of(offer) for offer in self._offered])

    def _hide(self) -> None:
        self._work.stop()
        self.question.value = self.matrix.value = ""
        self.picture.paint(b"", "")
        self._choices = []
        self._offer()

    def _draw(self, viewer: Any) -> None:
        drawn = (self.session.state, viewer)
        if self._drawn != drawn:
            self.picture.paint(png_of(*drawn), caption_of(*drawn))
            self._drawn = drawn

    def _happened(self, viewer: Any) -> Told:
        steps = self.session.steps
        turns = [turn_of(step.before) for step in steps]
        since = max(turns[-1], turn_of(self.session.state)) - 1 if turns else 0
        latest = [step for step, turn in zip(steps, turns, strict=True) if turn >= since]
        return happened(latest, viewer)

    def _advised(self) -> Iterator[tuple[str, list[Move]]]:
        state = self.session.state
        for line, hope in saying.advice(self.session):
            words = ": ".join(filter(None, [said_of(state.game, line[0]), hope]))
            yield words, [state.move(line[0])]

    def _ask(self, state: State | None) -> None:
        self._choices = [] if state is None else choices_of(state)
        question = html.escape(question_of(state)) if state is not None else ""
        self._offer()
        self.question.value = f"<p class='marengo-ask'><b>{question}</b></p>" if question else ""
        self._unfold()

    def _unfold(self, _change: Any = None) -> None:
        """Compute the matrix of the present question anew, if it is to be seen."""
        self._work.stop()
        self.matrix.value = ""
        if self.folded[MATRIX].button.value and self._asked is not None:
            self.matrix.value = f"<p role='status'>{_('One moment …')}</p>"
            self._work.ask()

    def _fill_matrix(self, stop: Event) -> None:
        """Show the matrix of what is asked, unless something else is asked meanwhile."""
        state = self._asked
        filled = matrix_of(state.copy(), self.session.players) if state is not None else ""
        with self.session.lock:
            if not stop.is_set() and self._asked is state:
                self.matrix.value = filled


def _press_of(offered: Choice | str) -> Press:
    """Return what the button of a choice or of a heading says."""
    if isinstance(offered, str):
        return Press(offered, _("unfold the choices"), icon="caret-right")
    return Press(offered.text, offered.text, disabled=offered.move is None)


def page_of(game: Game[Any]) -> type[ChoicePage]:
    """Return the kind of page that a game is played on: its own, or that for any game."""
    own = game.screen().page
    return own() if own else ChoicePage
