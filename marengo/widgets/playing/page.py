"""What every page has on which a game is played: the cover, and who begins, loads and answers."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from enum import IntEnum
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, ClassVar

import ipywidgets as widgets

from marengo.core.errors import MarengoError
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.records import GameRecord
from marengo.core.scenarios import load
from marengo.languages import _
from marengo.widgets.elements import Whole, paragraphs, said, set_visible
from marengo.widgets.playing import buttons, saying
from marengo.widgets.playing.bell import PAGE
from marengo.widgets.playing.buttons import Buttons, Press
from marengo.widgets.playing.files import FilesBox
from marengo.widgets.playing.new_game import NewGameBox
from marengo.widgets.playing.orders import Orders
from marengo.widgets.playing.seats import start
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.watching import Cover, Watching

DOUBLE_CLICK = 0.35
"""Seconds in which a new question takes no answer: the click was meant for the one before."""

ASKED = ("marengo-asked", "marengo-asked-anew")
"""Classes that a page has in turn, so that the style sheet notices each new question."""

ANSWERS = "marengo-answers"
"""Class of the box of answers, which is always there: shown anew it would be grey again."""

STYLE = "".join(
    f".{name} .{ANSWERS}, .{name} .marks {{ animation: {name} {DOUBLE_CLICK}s steps(1, end) }}"
    f"\n@keyframes {name} {{ from {{ opacity: 0.65 }} to {{ opacity: 1 }} }}\n"
    for name in ASKED
)
"""Style that greys the answers for as long as none is taken."""

PLACES = """
.marengo-page .marengo-desk { container-type: inline-size; }
.marengo-page .marengo-places { display: grid; gap: 0 8px; overflow: visible;
  grid-template: "map told" auto "map side" 1fr / minmax(0, 1fr) 320px; }
.marengo-map { grid-area: map; }
.marengo-told { grid-area: told; }
.marengo-side { grid-area: side; }
@container (max-width: 860px) {
  .marengo-page .marengo-places { grid-template: "map" "told" "side" / minmax(0, 1fr); }
}
@container (min-width: 1200px) {
  .marengo-page .marengo-places { grid-template: "map side told" / minmax(0, 1fr) 320px 280px; }
  .marengo-page .marengo-told { contain: size; }
  .marengo-told > .widget-html-content, .marengo-told .marengo-news { height: 100%; }
  .marengo-told .marengo-news { max-height: none; box-sizing: border-box; }
}
"""
"""Style that gives news a column of its own where there is room, else before the question."""


class Page(Whole):
    """A game on the screen, which can be saved in ``folder``."""

    STYLE: ClassVar = f"<style>{STYLE}{PLACES}</style>{buttons.STYLE}{saying.STYLE}"

    above: tuple[widgets.Widget, ...] = ()
    """Widgets that are always there, cover or no cover."""

    shown: tuple[widgets.Widget, ...] = ()
    """Widgets that change together with the texts."""

    def __init__(self, session: Session, folder: Path) -> None:
        self.session = session  # may be looked at from other cells: game.session.state
        self.asked_at = 0.0  # when the question was first to be seen
        self._asked: Any = None  # the position that is asked about
        self._drawn: tuple[Any, ...] = ()  # what the picture shows
        self.orders, self.watching = Orders(session), Watching(session, self.refresh)
        self.head, self.status, self.news, self.hints = (widgets.HTML() for _part in range(4))
        self._hinted: list[Sequence[Move]] = []
        self.hinted = Buttons("", lambda number: self.answer(self._hinted[number]))
        self.words = widgets.HTML()  # the position in words
        self.files = FilesBox(session, folder, self._load)
        self.new_game = NewGameBox(session.state.game, *self._proposed(), self._begin)
        self.cover, self._table = Cover(session.uncover), self._laid_out()
        super().__init__([widgets.HTML(self.STYLE), *self.above, self.cover, self._table])
        self.add_class(PAGE)
        self._table.add_class("marengo-desk")
        self.make_ready(session.state.game)
        session.changed = self.refresh
        session.go_on()

    def end(self) -> None:
        """End the game: nobody thinks any longer, and nothing is shown."""
        super().end()
        if "session" in vars(self):
            self.session.leave()

    # --- what each page has of its own ------------------------------------------------------

    @classmethod
    def session_type(cls) -> type[Session]:
        """Return what a game in progress is."""
        return Session

    @abstractmethod
    def _laid_out(self) -> widgets.Box:
        """Return all that the cover hides."""

    @abstractmethod
    def _draw(self, viewer: Any) -> None:
        """Draw the position as the viewer may see it."""

    @abstractmethod
    def _ask(self, state: Any) -> None:
        """Ask for another decision, or for none."""

    @abstractmethod
    def _happened(self, viewer: Any) -> Sequence[tuple[str, Sequence[str]]]:
        """Return what happened of late, turn by turn: a heading, and lines."""

    @abstractmethod
    def _advised(self) -> Iterable[tuple[str, Sequence[Move]]]:
        """Return the choices of a hint in words, each with its moves."""

    def _hint(self) -> str:
        """Return who gives the hint, and what he expects."""
        return saying.hints(self.session, str)

    def _show_besides(self, viewer: Any) -> None:
        """Show what only this page has."""

    @abstractmethod
    def _hide(self) -> None:
        """Take from the screen, besides the texts, all that only one side may see."""

    @abstractmethod
    def describe(self) -> str:
        """Return the position in words, as the viewer may know it; a heading comes first."""

    @abstractmethod
    def png(self) -> bytes:
        """Return the picture that is shown; empty where there is none."""

    def _placed(self, shown: widgets.DOMWidget, *side: widgets.Widget) -> widgets.Box:
        """Return what is shown, what happened, and what there is to do, each in its place."""
        places = {"map": shown, "told": self.news, "side": widgets.VBox(side)}
        for name, part in places.items():
            part.add_class(f"marengo-{name}")
        box = widgets.Box([*places.values()])
        box.add_class("marengo-places")
        return box

    def make_ready(self, game: Game[Any]) -> None:
        """Compile all that the screen will need of a game, before anybody waits for it.

        Numba compiles one thing at a time: what is missing then would wait until a player that is
        being compiled is ready.
        """
        state = game.start(0)
        state.play(str(state.legal_moves()[0]))

    def _proposed(self) -> tuple[type[Game[Any]], str]:
        """Return the kind of games that can be begun here, and the scenario proposed."""
        game = self.session.state.game
        return type(game), game.scenario_name

    # --- what the controls do ---------------------------------------------------------------

    def answer(self, moves: Iterable[Move]) -> None:
        """Play what was clicked, unless the question has only just changed under the click."""
        if self.is_read:
            self.carry_out(moves)

    @property
    def is_read(self) -> bool:
        """True if the question has been there for long enough to be meant by a click."""
        return monotonic() - self.asked_at >= DOUBLE_CLICK

    def newly_asked(self) -> None:
        """Take no answer for a moment, and show that, as there is a new question."""
        self.asked_at = monotonic()
        old, new = ASKED if ASKED[0] in self._table._dom_classes else ASKED[::-1]
        self._table.remove_class(old)
        self._table.add_class(new)

    def carry_out(self, moves: Iterable[Move]) -> None:
        """Play the moves of a decision for the person who is asked."""
        self.orders.calm()
        try:
            self.session.play(moves)
        except MarengoError as error:  # the position has changed meanwhile
            self.status.value = said(str(error))

    def _show_hints(self, choices: Iterable[tuple[str, Sequence[Move]]]) -> None:
        hints = list(choices)
        self._hinted = [moves for _, moves in hints]
        words = [f"{number}. {words}" for number, (words, _) in enumerate(hints, 1)]
        self.hinted.show([Press(text, _("do this")) for text in words])

    def _load(self, record: GameRecord) -> None:
        def resume() -> str:
            self.make_ready(self.session.playable(record.game))
            self.orders.calm()
            self.session.resume(record)
            return _("Loaded: {position}.").format(position=self.describe().splitlines()[0])

        _later(resume, self.files.say)

    def _begin(self, scenario: str, names: Mapping[IntEnum, str], seed: int) -> None:
        def begin() -> str:
            game = load(scenario)
            self.make_ready(game)
            self.orders.calm()
            self.session.restart(game, names, seed)
            return _("A new game was begun: {scenario}.").format(scenario=scenario)

        _later(begin, self.new_game.say)

    # --- what is shown ----------------------------------------------------------------------

    @property
    def viewer(self) -> Any:
        """Seat whose view is shown; None shows everything."""
        if self.session.people and not self.session.over:
            return self.session.viewer
        return self.watching.viewer

    def refresh(self) -> None:
        """Bring everything up to date."""
        with self.session.lock:
            if self.session.left:
                return
            covered = self.session.covered
            set_visible(self._table, not covered)
            set_visible(self.cover, covered)
            if covered:
                self.cover.hand_to(saying.title_of(self.session, self.session.state.to_move))
                for text in (self.head, self.status, self.news, self.hints, self.words):
                    text.value = ""
                self.files.forget()
                self._show_hints([])
                self._asked, self._drawn = None, ()
                self._hide()
                return
            with ExitStack() as held:  # what is worked out one by one is to be seen at once
                texts = (self.head, self.status, self.news, self.words)
                for part in (self.files.line, *self.shown, *texts):
                    held.enter_context(part.hold_sync())
                self._show()

    def _show(self) -> None:
        """Show everything: controls first, then the words that invite to use them."""
        session, viewer = self.session, self.viewer
        self._draw(viewer)
        asked = session.state if session.asked else None
        anew, self._asked = asked is not self._asked, asked
        if anew:
            self._ask(asked)
        for part in (self.orders, self.watching, self.files):
            part.refresh()
        self.news.value = saying.news(self._happened(viewer))
        self.hints.value = self._hint()
        self._show_hints(self._advised())
        self._show_besides(viewer)
        self.words.value = paragraphs(self.describe().splitlines())
        self.head.value, self.status.value = saying.heading(session), saying.status(session)
        if anew and asked is not None:  # only now may the page show all of the new question
            self.newly_asked()

    def still(self) -> tuple[bytes, str]:
        """Return the position as it may be seen, and it in words."""
        with self.session.lock:
            if self.session.covered:
                return b"", _("A game between people at one screen.")
            return self.png() or b"", self.describe()


def _later(work: Callable[[], str], say: Callable[[str], None]) -> None:
    """Do work that takes time in a thread, and say what came of it."""
    say(_("One moment …"))

    def do(_stop: Event) -> None:
        try:
            say(work())
        except MarengoError as error:
            say(str(error))

    start(do, Event())
