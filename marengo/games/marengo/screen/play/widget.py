"""A game on the screen: against the machine, between two people, or to be watched."""

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import ipywidgets as widgets

from marengo.core.engine.random import new_seed
from marengo.core.errors import MarengoError
from marengo.core.players import OPPONENT
from marengo.core.records import GameRecord
from marengo.games.marengo.game import STANDARD, MarengoGame, load, on_field
from marengo.games.marengo.rules.moves import detail_of
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.picture import to_png
from marengo.games.marengo.screen.drawing.position_text import clock_of, describe
from marengo.games.marengo.screen.play import board, pages, panel
from marengo.games.marengo.screen.play.board import ATTACK, GOAL, BoardPicture, Mark, marks_of
from marengo.games.marengo.screen.play.choosing import Chooser
from marengo.games.marengo.screen.play.files import FilesBox
from marengo.games.marengo.screen.play.known import known_table
from marengo.games.marengo.screen.play.new_game import NewGameBox, seats
from marengo.games.marengo.screen.play.news import arrows_of, latest, notation
from marengo.games.marengo.screen.play.options import Option
from marengo.games.marengo.screen.play.orders import Orders
from marengo.games.marengo.screen.play.panel import ChoicePanel
from marengo.games.marengo.screen.play.saving import PlayedGame, visitors_folder
from marengo.games.marengo.screen.play.seats import ADVISER, start
from marengo.games.marengo.screen.play.session import Session
from marengo.games.marengo.screen.play.steps import FINAL
from marengo.games.marengo.screen.play.watching import Cover, Watching
from marengo.games.marengo.state import MarengoState
from marengo.widgets.elements import Collapsible, Whole, in_cell, paragraphs, set_visible

WIDTH = 1500
"""Width of the pictures, in pixels."""

DOUBLE_CLICK = 0.35
"""Seconds in which a new question takes no answer: the click was meant for the one before."""


def play(
    scenario: str | Path | MarengoGame | GameRecord[MarengoState] = STANDARD,
    you: Side | None = Side.FRENCH,
    against: str | tuple[str, str] | None = OPPONENT,
    *,
    seed: int | None = None,
    adviser: str = ADVISER,
    folder: str | Path | None = None,
) -> "Play":
    """Play a game on the screen.

    Parameters
    ----------
    scenario : str, Path, Game or GameRecord
        What is played: the name of a scenario or its file, a game, or a record to be played on.
    you : Side or None
        Your side; None to watch two players.
    against : str, pair of str, or None
        The player of the other side; None or ``"hot-seat"`` for a second person at the same screen.
        To watch, one player for both sides or two, Austria's first.
    seed : int, optional
        Seed of the set-up and of the players' chance; without it nobody knows the set-up before.
    adviser : str
        The player that gives hints.
    folder : str or Path, optional
        Where games are saved. Without it beside the notebook; on a page that Voilà serves, in a
        folder of the visitor's own, which is gone when he has left.

    Returns
    -------
    Play
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    ScenarioError
        If there is no such scenario.
    PlayerError
        If there is no such player.
    RecordError
        If a move of the record is illegal.
    ValueError
        If who plays does not fit together.
    """
    names = seats(you, against)
    if isinstance(scenario, GameRecord):
        session = Session(on_field(scenario.game), names, scenario.seed, adviser)
        session.resume(_played(scenario, names))
    else:
        game = scenario if isinstance(scenario, MarengoGame) else load(scenario)
        session = Session(game, names, new_seed() if seed is None else seed, adviser)
    saves = (visitors_folder() or Path()) if folder is None else Path(folder)
    return in_cell(Play(session, saves))


def _played(record: GameRecord[MarengoState], names: Mapping[Side, str]) -> PlayedGame:
    """Return a record with other players: those who play it on."""
    return PlayedGame(record.game, record.seed, record.moves, tuple(names[side] for side in Side))


class Play(Whole):
    """A game on the screen.

    Made by :func:`play`. Where no kernel runs, as in a notebook that was just opened, a picture of
    the position takes its place.

    Parameters
    ----------
    session : Session
        The game.
    folder : Path
        Where games are saved.

    Attributes
    ----------
    session : Session
        The game, which can be looked at from other cells: ``game.session.state``.
    board : BoardPicture
        The map, with marks to click on.
    panel : ChoicePanel
        The question and the controls to answer it.
    orders : Orders
        Undo, a hint, move now, resign.
    watching : Watching
        Controls of a game that is watched.
    cover : Cover
        What is shown between the turns of two people.
    head, status, news, hints, known, words, thoughts : ipywidgets.HTML
        What is said around the board.
    moves : ipywidgets.Textarea
        The moves so far, to be copied.
    files : FilesBox
        Saving and loading.
    new_game : NewGameBox
        Beginning another game.
    """

    def __init__(self, session: Session, folder: Path) -> None:
        self.session = session
        self._chooser: Chooser | None = None
        self._asked: MarengoState | None = None
        self._drawn: tuple[Any, ...] = ()
        self._asked_at = 0.0
        self.board = BoardPicture(self._clicked)
        self.panel = ChoicePanel(self._answer, self._picked)
        self.orders, self.watching = Orders(session), Watching(session, self.refresh)
        self.head, self.status, self.news, self.hints = (widgets.HTML() for _ in range(4))
        self.known, self.words, self.thoughts = (widgets.HTML() for _ in range(3))
        self.moves = widgets.Textarea(rows=10, description="moves", layout={"width": "98%"})
        self.files = FilesBox(session, folder, self._load)
        self.new_game = NewGameBox(self._begin)
        self.cover, self._table = Cover(session.uncover), self._laid_out()
        super().__init__(
            [widgets.HTML(board.STYLE + panel.STYLE + pages.STYLE), self.cover, self._table]
        )
        _ready(session.state.game)
        session.changed = self.refresh
        session.go_on()

    def end(self) -> None:
        """End the game: nobody thinks any longer, and nothing is shown."""
        if "session" in vars(self):
            self.session.leave()

    def _laid_out(self) -> widgets.VBox:
        side = widgets.VBox(
            [self.status, self.news, self.panel, self.orders, self.hints],
            layout=widgets.Layout(flex="1 1 300px", min_width="290px", padding="0 0 0 8px"),
        )
        below = {
            "What is known of the enemy": self.known,
            "The moves so far": self.moves,
            "The position in words": self.words,
            "What the machine thinks": self.thoughts,
            "Save and load": self.files,
            "New game": self.new_game,
        }
        middle = widgets.Box([self.board, side], layout={"flex_flow": "row wrap"})
        parts = [Collapsible(title, part) for title, part in below.items()]
        return widgets.VBox([self.head, self.watching, middle, *parts])

    # --- what the controls do ---------------------------------------------------------------

    def _clicked(self, mark: Mark) -> None:
        """Pick pieces where the map was clicked, or do what can be done there."""
        chooser = self._chooser
        if chooser is None:
            return
        if mark.what not in (GOAL, ATTACK):
            chooser.pick_at(mark.place)
            self._picked()
            return
        options = sorted(
            chooser.at(mark.place, attacks=mark.what == ATTACK), key=lambda one: one.price
        )
        alone = len(options) == 1 or options[0].price < options[1].price
        if alone and not options[0].attacks and options[0].verb not in FINAL:
            self._answer(options[0])
        else:
            self.panel.refresh(pointed=options)

    def _picked(self) -> None:
        self.panel.refresh()
        self._mark()

    def _answer(self, option: Option) -> None:
        """Play what was clicked, unless the question has only just changed under the click."""
        if monotonic() - self._asked_at >= DOUBLE_CLICK:
            self._play(option)

    def _play(self, option: Option) -> None:
        self.orders.calm()
        try:
            self.session.play(option.moves)
        except MarengoError as error:  # the position has changed meanwhile
            self.status.value = pages.said(str(error))

    def _load(self, record: PlayedGame) -> None:
        def resume() -> str:
            _ready(on_field(record.game))
            self.orders.calm()
            self.session.resume(record)
            return f"Loaded: {clock_of(self.session.state.view(None))}."

        _later(resume, self.files.say)

    def _begin(self, scenario: str, names: Mapping[Side, str], seed: int) -> None:
        def begin() -> str:
            game = load(scenario)
            _ready(game)
            self.orders.calm()
            self.session.restart(game, names, seed)
            return f"A new game was begun: {scenario}."

        _later(begin, self.new_game.say)

    # --- what is shown ----------------------------------------------------------------------

    @property
    def viewer(self) -> Side | None:
        """Whose view is shown; None shows everything."""
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
                self._hide()
            else:
                self._show()

    def _hide(self) -> None:
        """Take everything from the screen that only one side may see."""
        self.cover.hand_to(self.session.state.to_move)
        above, below = (self.head, self.status), (self.known, self.words, self.thoughts)
        for text in (*above, self.news, self.hints, *below, self.moves):
            text.value = ""
        self.files.forget()
        self.panel.ask(None, None)
        self.board.mark([])
        self.board.show(b"", "")
        self._chooser, self._asked, self._drawn = None, None, ()

    def _show(self) -> None:
        """Show everything: controls first, then the words that invite to use them."""
        session, viewer, asked = self.session, self.viewer, self._asked
        self._draw(viewer)
        self._ask()
        self.orders.refresh()
        self.watching.refresh()
        self.files.refresh()
        self.news.value, self.hints.value = pages.news(session, viewer), pages.hints(session)
        self.known.value = known_table(session.state.view(viewer))
        self.thoughts.value = pages.thoughts(session, viewer)
        self.words.value = paragraphs(describe(session.state, side=viewer).splitlines())
        self.moves.value = "\n".join(notation(session.steps, viewer))
        self.head.value, self.status.value = pages.heading(session), pages.status(session)
        if self._asked is not asked:  # only now may the page show all of the new question
            self._asked_at = monotonic()

    def _draw(self, viewer: Side | None) -> None:
        """Draw the position, with arrows for what happened since one's last decision."""
        state, steps = self.session.state, latest(self.session.steps, viewer)
        key = (state, viewer, len(steps))
        if key == self._drawn:
            return
        png = to_png(state, side=viewer, width=WIDTH, arrows=arrows_of(steps))
        clock = clock_of(state.view(viewer))
        self.board.show(png, f"Map of the position at {clock}; in words below")
        self._drawn = key

    def _ask(self) -> None:
        """Ask for the decision that is due, or for none."""
        state = self.session.state if self.session.asked else None
        if state is not self._asked or state is None:
            self._asked = state
            self._chooser = Chooser(state) if state is not None else None
            self.panel.ask(state, self._chooser)
        self._mark()

    def _mark(self) -> None:
        state, chooser = self._asked, self._chooser
        if state is None or chooser is None:
            self.board.mark([])
        else:
            self.board.mark(marks_of(state, chooser, self.viewer))

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**asked)
        with self.session.lock:
            if self.session.covered:
                bundle["text/plain"] = "A game between two people at one screen."
                return bundle
            bundle["image/png"] = bytes(self.board.picture.value)
            bundle["text/plain"] = describe(self.session.state, side=self.viewer)
        return bundle


def _later(work: Callable[[], str], say: Callable[[str], None]) -> None:
    """Do work that takes time in a thread, and say what came of it."""
    say("One moment …")

    def do(_: Event) -> None:
        try:
            say(work())
        except MarengoError as error:
            say(str(error))

    start(do, Event())


def _ready(game: MarengoGame) -> None:
    """Compile and draw all that the screen will need of a game, before anybody waits for it.

    Numba compiles one thing at a time: what is missing then would wait until a player that is being
    compiled is ready.
    """
    state = game.start(0)
    to_png(state, side=state.to_move, width=WIDTH)
    state.play(str(state.legal_moves()[0]))
    detail_of(0)  # few moves are written with it, and not the first one
