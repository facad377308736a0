"""A game of one's own that lies in a file from its beginning: a page loaded anew goes on with it.

Every decision is written before it is shown. Two pages of one game follow its file, and each other.
"""

from collections.abc import Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import ipywidgets as widgets
from platformdirs import user_data_path

from marengo.core.engine.random import new_seed
from marengo.core.errors import MarengoError, RecordError
from marengo.core.game import Game
from marengo.core.patience import be_patient
from marengo.core.players import Thought
from marengo.core.records import GameRecord, scenario_hash
from marengo.core.scenarios import load
from marengo.core.state import State
from marengo.lab.locks import locked
from marengo.languages import N_, _, speak
from marengo.widgets.elements import button, in_cell, note, said, set_visible
from marengo.widgets.playing.address import GAME, Address, given
from marengo.widgets.playing.choices import page_of
from marengo.widgets.playing.new_game import seats
from marengo.widgets.playing.opening import follow_link
from marengo.widgets.playing.saving import SUFFIX, file_in, visitors_folder
from marengo.widgets.playing.seats import start
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.showing import words_of

POLL = 0.5
"""Seconds between two looks at the file."""

RARELY, SHARE = 0.5, 10
"""Least time between two writings of what machines decide: in seconds, and as a multiple of what
one takes, since to write a game is to play it once more."""

PATIENCE = 10.0
"""Seconds to wait for another page that writes; it takes it a fraction of one."""

ELSEWHERE = N_("The game has gone on in another page. This is the position now.")
UNKEPT = N_("The game cannot be kept, and ends with this page: {error}")
GOES_ON = N_("You go on with your game: {position}.")


def games_folder() -> Path:
    """Return where games are kept: a folder below the user's data, which need not be there yet."""
    return user_data_path("marengo") / "games"


class KeptSession(Session):
    """A game in a file of its own; a new one gets a new file.

    What cannot be written is told, and played on without it.
    """

    folder: Path | None = None  # without one nothing is kept
    path: Path | None = None
    _seen: tuple[int, ...] = ()  # how the file was when it was last read or written
    _kept: tuple[Any, ...] = ()  # what it held
    _shown: tuple[Any, ...] = ()  # the position and who resigned when that was looked at
    _due = 0.0  # when what machines decide is to be written next
    _follows = False

    def keep_in(self, folder: Path, path: Path | None = None) -> None:
        """Keep the game in a folder from now on: in a new file, or as it goes on from one.

        RecordError if that file is no such game.
        """
        self.folder = folder
        if path is None:
            self.path = self._unused()
            self._keep()
        else:
            self._follow(path)
        start(self._watch, Event())

    def _begin(self, game: Game[Any], names: Mapping[Any, str], seed: int) -> None:
        super()._begin(game, names, seed)
        if self.folder is not None and not self._follows:
            self.path, self._seen = self._unused(), ()

    def _unused(self) -> Path:
        """Return a file that is not there yet, named by the scenario and the time."""
        assert self.folder is not None
        begun = f"{self.state.game.scenario_name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        names = (file_in(self.folder, f"{begun}-{number}") for number in count(1))
        return next(path for path in names if not path.exists())

    # --- deciding ---------------------------------------------------------------------------

    def _take(self, after: State, thought: Thought | None = None) -> None:
        if self._is_overtaken():
            return
        own = self.asked
        super()._take(after, thought)
        if own or self.asked or self.over or monotonic() >= self._due:
            self._keep()

    def _take_back(self) -> str:
        reason = super()._take_back()
        self._keep()
        return reason

    def undo(self, *, whole_turn: bool = False) -> bool:
        """Take back the last decision, or those of a turn; return True if that was allowed."""
        with self.lock:
            return not self._is_overtaken() and super().undo(whole_turn=whole_turn)

    def redo(self) -> bool:
        """Decide again as it was before the last undo; return True if there was one."""
        with self.lock:
            return not self._is_overtaken() and super().redo()

    def resign(self) -> None:
        """Give up, for the person who looks at the board."""
        with self.lock:
            if not self._is_overtaken():
                super().resign()
                self._keep()

    def go_on(self) -> None:
        """Show what is new, and let computer players decide until a person is asked."""
        with self.lock:
            self._go_where_one_may()
            self._keep()
        super().go_on()

    # --- the file ---------------------------------------------------------------------------

    def _stamp(self) -> tuple[int, ...]:
        """Return what changes whenever the file is written."""
        assert self.path is not None
        try:
            status = self.path.stat()
        except OSError:  # there is none
            return ()
        return (status.st_mtime_ns, status.st_size, status.st_ino)

    def _lock(self) -> Any:
        assert self.path is not None
        taken = RecordError(f"{self.path.name}: another program writes to it and does not end")
        return locked(self.path.with_name(f".{self.path.name}.lock"), taken, PATIENCE)

    def _keep(self) -> None:
        """Write the game if it is another than what the file holds, and no other page was first."""
        shown = (self.state, self.resigned)
        if self.path is None or self._follows or shown == self._shown:
            return
        self._shown = shown
        record = self.record()
        content = _content(record)
        if content == self._kept:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock():
                if self._stamp() == self._seen:
                    begun = monotonic()
                    record.save(self.path)
                    self._due = monotonic() + max(RARELY, SHARE * (monotonic() - begun))
                    self._seen, self._kept = self._stamp(), content
                    return
            self._is_overtaken()
        except (MarengoError, OSError) as error:
            self.trouble = _(UNKEPT).format(error=getattr(error, "strerror", None) or error)
            self.path = None

    def _is_overtaken(self) -> bool:
        """Return whether another page has gone on with the game; then go where that is."""
        if self.path is None or self._follows or self._stamp() in ((), self._seen):
            return False
        asked = self.asked
        self._follow(self.path)
        if asked:
            self.trouble = _(ELSEWHERE)
        return True

    def _follow(self, path: Path) -> None:
        """Go on with what lies in a file, which is this game's from now on."""
        with self.lock:
            before, self.path, self._follows = self.path, path, True
            try:
                stamp = self._stamp()
                record = self.read(path)
                self.resume(record)
            except MarengoError:
                self.path = before
                raise
            finally:
                self._follows = False
            self._seen, self._kept, self._shown = stamp, _content(record), ()
            self._keep()

    def _watch(self, stop: Event) -> None:
        """Go on as other pages of the game do, until this one is left."""
        while not (stop.wait(POLL) or self.left):
            with self.lock:
                try:
                    if self._is_overtaken():
                        self.changed()
                except MarengoError as error:
                    self.trouble, self.path = str(error), None
                    self.changed()


def _content(record: GameRecord) -> tuple[Any, ...]:
    return (record.game.scenario_name, record.seed, record.moves, record.players, record.resigned)


def kept(kind: type[Session]) -> type[KeptSession]:
    """Return sessions of a game's own kind that keep their game."""
    return type("KeptSession", (KeptSession, kind), {})


def open_game(scenario: str, you: str, against: str, folder: str | Path | None = None) -> Any:
    """Return the page of the game that its address names, or of one to be gone on with, or new.

    It goes on with the last game of the same scenario and players, if that is not over.
    """
    speak()
    game = load(scenario)
    names = seats(game, you, against)
    be_patient(game)
    where = games_folder() if folder is None else Path(folder)
    page = page_of(game)
    session = kept(page.session_type())(game, names, new_seed())
    trouble, path = _asked(where)
    message = ""
    if not path and not trouble and not (trouble := follow_link(session)) and not session.steps:
        path = _unfinished(where, session)
        message = _position(session, path)
    try:
        session.keep_in(where, path)
    except MarengoError as error:
        trouble, message = str(error), ""
        session.keep_in(where)
    made = page(session, visitors_folder() or where)
    return in_cell(_framed(made, session, message, trouble))


def _asked(folder: Path) -> tuple[str, Path | None]:
    """Return what is wrong with the name of a game in the page's address, or else its file."""
    if not (name := given(GAME)):
        return "", None
    try:
        path = file_in(folder, name)
    except MarengoError as error:
        return str(error), None
    if path.exists():
        return "", path
    return _("{name}: there is no such file here").format(name=path.name), None


def _unfinished(folder: Path, session: Session) -> Path | None:
    """Return the file of the last game like that of a session if it can be gone on with."""
    game, players = session.state.game, tuple(session.names.values())
    files = folder.glob(f"{game.scenario_name}-2*{SUFFIX}")
    for path in sorted(files, key=lambda path: path.name, reverse=True):
        try:
            record = session.read(path)
            same = record.players == players and scenario_hash(record.game) == scenario_hash(game)
            if same:
                over = record.resigned is not None or record.positions()[-1].is_over
                return None if over else path
        except MarengoError:  # it stays where it is
            continue
    return None


def _position(session: Session, path: Path | None) -> str:
    """Say which game is gone on with; nothing where nothing has been decided in it."""
    if path is None:
        return ""
    record = session.read(path)
    if not record.moves:
        return ""
    state = record.positions()[-1]
    heading = words_of(state, session.people[0] if session.alone else None).splitlines()[0]
    return _(GOES_ON).format(position=heading.rstrip("."))


def _framed(made: Any, session: KeptSession, message: str, trouble: str) -> Any:
    """Return a page that names its game in the address, and says which one is gone on with."""
    begun = len(session.state.moves)
    address, line = Address(), widgets.HTML(said(message))

    def begin() -> None:
        session.restart(session.state.game, dict(session.names), new_seed())

    fresh = button("", _("that one stays where it is kept"), begin, _("Begin a new game"))
    bar = widgets.HBox([line, fresh], layout={"flex_flow": "row wrap", "align_items": "center"})
    show = session.changed

    def changed() -> None:
        show()
        address.game = session.path.stem if session.path else ""
        set_visible(bar, bool(message) and len(session.state.moves) == begun)

    session.changed = changed
    changed()
    alert = [widgets.HTML(note(trouble, alert=True))] if trouble else []
    made.children = (*alert, bar, *made.children, address)
    return made
