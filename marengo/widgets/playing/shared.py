"""A game on several machines: what stands in its file counts, and each page is of one seat.

Served by one machine to all players the file stays with it. Otherwise, as by mail, it goes from one
to the other.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import ipywidgets as widgets

from marengo.core.engine.random import new_seed
from marengo.core.errors import MarengoError, RecordError
from marengo.core.files import read_text
from marengo.core.game import Game
from marengo.core.players import Thought
from marengo.core.records import GameRecord, Header, scenario_hash
from marengo.core.scenarios import load
from marengo.core.state import Chance, State
from marengo.lab.locks import locked
from marengo.languages import N_, _, speak
from marengo.widgets.elements import in_cell, said
from marengo.widgets.playing.choices import page_of
from marengo.widgets.playing.mail import Draws, Keeper, MailedGame, file_of
from marengo.widgets.playing.saving import visitors_folder
from marengo.widgets.playing.seats import ADVISER, HUMAN, Computers, start
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.steps import step_between

LOG = logging.getLogger(__name__)
"""Log for whoever serves a game."""

POLL = 0.3
"""Seconds between two looks at the file."""

PATIENCE = 10.0
"""Seconds to wait for another who writes; it takes him a fraction of one."""

LATE = N_("Your decision came too late: the game has gone on elsewhere. This is the position now.")
KEPT = N_("While it is played, the game lies with whoever serves it, and nobody else has its file.")
FAILED = N_("something failed where the game is served; whoever serves it can read what")
NO_OTHER = N_(
    "Another game has a file of its own, and begins with the command that began this one."
)


def read(path: Path, game: Game[Any] | None = None) -> GameRecord:
    """Return the record of a game that people alone play, or raise RecordError."""
    record = GameRecord.load(path, game)
    if "mail" in Header.of("", read_text(path, RecordError)).said:
        raise RecordError(f"{path}: is played by mail: expected no --host")
    if machines := {name for name in record.players if name not in (HUMAN, "?")}:
        listed = " and ".join(sorted(machines))
        raise RecordError(f"{path}: header: expected {HUMAN!r} at every seat, not {listed}")
    return record


def begin(path: Path, game: Game[Any]) -> None:
    """Write the file of a new game between people; one that is there is left as it is."""
    with _lock(path):
        if not path.exists():
            asked = game.asking(single=True)
            GameRecord(asked, new_seed(), (), (HUMAN,) * len(game.seats)).save(path)


def _lock(path: Path) -> Any:
    taken = RecordError(f"{path}: another program writes to it and does not end")
    return locked(path.with_name(f".{path.name}.lock"), taken, PATIENCE)


class Shared(Session):
    """A game in a file, as the player of ``seat`` sees it; RecordError if it is no such file.

    If it is ``served``, that player must not have the file, as it tells what is hidden from him.
    """

    def __init__(
        self, game: Game[Any], path: Path, seat: Any, *, served: bool, adviser: str = ADVISER
    ) -> None:
        self.path, self.seat, self.served = path, seat, served
        self._seen: tuple[int, ...] = ()
        self._changing = False
        record = self._in_file(game)
        super().__init__(record.game, dict.fromkeys(game.seats, HUMAN), record.seed, adviser)
        self._computers = Computers(game, self.names, new_seed())  # so that pages draw differently
        self.look()
        start(self._watch, Event())

    # --- who --------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[IntEnum, ...]:
        """The side of the person here."""
        return (self.seat,)

    @property
    def awaited(self) -> bool:
        """True if chance is to be drawn."""
        return super().awaited and self.state.to_move not in self.names

    def waiting(self, who: str) -> str:
        """Say where the one who decides is, and what to do with the file."""
        if self.served:
            return _("{seat} decides, on another machine.").format(seat=who)
        words = _(
            "{seat} decides. Send the file {name} to that player. When it has come back, put it in "
            "its place here, or upload it below, by “Copy, save and load”."
        )
        return words.format(seat=who, name=self.path.name)

    # --- deciding ---------------------------------------------------------------------------

    def _take(self, after: State, thought: Thought | None = None) -> None:
        decides = self.state.to_move in self.names  # and chance only needs to be drawn once
        self._change(partial(super()._take, after, thought), LATE if decides else "")

    def _go_where_one_may(self) -> None:
        if self.asked and len(self.state.legal_moves()) == 1:
            self._change(super()._go_where_one_may, "")

    def resign(self) -> None:
        """Give up, for the person here."""
        self._changed(super().resign)

    @property
    def kept(self) -> str:
        """Reason why the last decision cannot be taken back; empty if it can."""
        seen = "" if self.over or self.asked else N_("The other side may have seen it.")
        return super().kept or seen

    def undo(self, *, whole_turn: bool = False) -> bool:
        """Take back the last decision, or those of a turn; return True if that was allowed."""
        return not self.kept and self._changed(partial(super().undo, whole_turn=whole_turn))

    def redo(self) -> bool:
        """Decide again as it was before the last undo; return True if there was one."""
        return bool(self.undone) and self._changed(super().redo)

    # --- the file ---------------------------------------------------------------------------

    def look(self) -> bool:
        """Take over what stands in the file; return whether it is other than what was here.

        If it is damaged or gone (RecordError), the game here stays as it is, and is not written.
        """
        with self.lock:
            other = self._follow()
        if other:
            self.go_on()
        return other

    def _follow(self) -> bool:
        if (stamp := self._stamp()) == self._seen:
            return False
        record = self._in_file(self.state.game)
        self._seen, self.trouble = stamp, ""
        other = record != replace(self._written(), players=record.players)
        if other:
            self._take_over(record)
        return other

    def _in_file(self, game: Game[Any]) -> GameRecord:
        """Return what stands in the file."""
        return read(self.path, game)

    def _written(self) -> GameRecord:
        """Return what the file is to say of the game here."""
        return super().record()

    def _save(self) -> None:
        """Write the file."""
        self._written().save(self.path)

    def _take_over(self, record: GameRecord) -> None:
        """Set the game to what a record says."""
        self.stop()
        moves = super().record().moves
        common = len(moves)
        if record.seed != self.seed or record.moves[:common] != moves:  # something was taken back
            common, self.state, self.steps = 0, record.game.start(record.seed), []
        positions = [self.state]
        for move in record.moves[common:]:
            positions.append(positions[-1].copy().play(move))
        self.seed, self.resigned, self.state = record.seed, record.resigned, positions[-1]
        self.steps, self.undone = [*self.steps, *self.steps_of(positions)], []

    def _stamp(self) -> tuple[int, ...]:
        """Return what changes whenever the file is written."""
        try:
            status = self.path.stat()
        except OSError:  # there is none
            return (0,)
        return (status.st_mtime_ns, status.st_size, status.st_ino)

    def _change(self, change: Callable[[], object], late: str = LATE) -> bool:
        """Change the game here and in its file, or in neither and say why; return which.

        ``late`` is said if another page was first.
        """
        with self.lock:
            if self._changing:  # a part of another change
                change()
                return True
            before, written = self._now(), self._says()
            self._changing, trouble = True, ""
            try:
                with _lock(self.path):
                    if self._follow():
                        trouble = _(late) if late else ""
                    else:
                        change()
                        if self._says() != written:
                            self._save()
                            self._seen = self._stamp()
                        return True
            except (MarengoError, OSError) as error:
                self._go_back(before)
                trouble = self._told(error)
            finally:
                self._changing = False
            self.trouble = trouble or self.trouble
        self.changed()
        return False

    def _says(self) -> object:
        """Return what is written anew when it has changed."""
        return self.state, self.resigned

    def _now(self) -> tuple[Any, ...]:
        """Return all that a change may change."""
        return self.state, [*self.steps], [*self.undone], self.resigned

    def _go_back(self, before: tuple[Any, ...]) -> None:
        """Undo a change that could not be written."""
        self.state, self.steps, self.undone, self.resigned = before

    def _changed(self, change: Callable[[], object]) -> bool:
        """Change the game, or go on with what it has become."""
        if not (done := self._change(change)):
            self.go_on()
        return done

    def told_of(self, error: Exception) -> str:
        """Return what the person here is told of an error: a visitor nothing of its words."""
        if not self.served:
            return super().told_of(error)
        LOG.error("%s: %s", self.path, error, exc_info=error)
        return _(FAILED)

    def _told(self, error: Exception) -> str:
        """Return what went wrong, but not where the file lies."""
        if self.served and isinstance(error, OSError):  # which names files
            return error.strerror or self.told_of(error)
        return str(error).replace(f"{self.path.parent}{os.sep}", "")

    def _watch(self, stop: Event) -> None:
        """Take over what others write, until the page is left."""
        while not (stop.wait(POLL) or self.left):
            with self.lock:
                before = self.trouble
                try:
                    if not self.look() and self.awaited and not self.thinking:
                        self.go_on()  # what was drawn here came too late
                except MarengoError as error:
                    self.trouble = self._told(error)
                if self.trouble != before:
                    self.changed()

    # --- what a page may ask for besides ----------------------------------------------------

    def record(self) -> GameRecord:
        """Return the game so far; RecordError if the player must not have it yet."""
        self._check_own()
        return super().record()

    def _parsed(self, text: str, source: str) -> GameRecord:
        self._check_own()
        return super()._parsed(text, source)

    def resume(self, record: GameRecord) -> None:
        """Go on with a file that came back; RecordError if it is not this game, gone further."""
        with self.lock:
            mine = self.record()
            further = record.moves[: len(mine.moves)] == mine.moves and record.seed == mine.seed
            if not further or scenario_hash(record.game) != scenario_hash(mine.game):
                raise RecordError(_("Expected this game, with all moves that there are here."))
            if not self._change(partial(self._take_over, record)):
                raise RecordError(self.trouble)
        self.go_on()

    def restart(self, *others: Any) -> None:  # noqa: ARG002 -- as of any session
        """Refuse: others play this game."""
        raise RecordError(_(NO_OTHER))

    def _check_own(self) -> None:
        if self.served and not self.over:
            raise RecordError(_(KEPT))


class Mailed(Shared):
    """A game that goes from seat to seat, by mail or in a folder.

    Chance is made of secrets of the seats, and only a file that goes on from what this seat has
    seen is taken over, see :mod:`marengo.widgets.playing.mail`.
    """

    def __init__(
        self, game: Game[Any], path: Path, seat: Any, *, served: bool, adviser: str = ADVISER
    ) -> None:
        begun = self._of_mail(file_of(path, game), path)
        self._mail, self._chains, self._proof = begun.mail, begun.chains, begun.proof
        super().__init__(game, path, seat, served=served, adviser=adviser)

    @property
    def _keeper(self) -> Keeper:
        """File of the seat, read anew as another page of it may have changed it."""
        return Keeper.load(self._mail, self.seat)

    @staticmethod
    def _of_mail(record: object, source: object) -> MailedGame:
        if not isinstance(record, MailedGame):
            raise RecordError(f"{source}: the game has not begun: some seats have added no secret")
        return record

    @property
    def awaited(self) -> bool:
        """False: nobody thinks here, and what chance decides is drawn at once, or elsewhere."""
        return False

    def waiting(self, who: str) -> str:
        """Say what to do with the file."""
        if self.state.to_move is Chance.CHANCE and (lacks := self._draws().lacks) is not None:
            seat = _(self.state.game.seat_titles()[self.state.game.played[lacks]])
            words = _(
                "What is drawn now is made of secrets of several seats. Send the file {name} to "
                "{seat}, whose page adds one; then it goes on."
            )
            return words.format(name=self.path.name, seat=seat)
        return super().waiting(who)

    def _draws(self) -> Draws:
        """Return what is drawn, at the position of now."""
        draws = self._written().draws()
        for state in (*(step.before for step in self.steps), self.state):
            draws.look(state)
        return draws

    def _go_where_one_may(self) -> None:
        super()._go_where_one_may()
        if self.state.to_move is Chance.CHANCE and not self.over and self._has_part():
            self._change(self._draw, "")
            super()._go_where_one_may()

    def _has_part(self) -> bool:
        lacks = self._draws().lacks
        return lacks is None or self.state.game.played[lacks] == self.seat

    def _draw(self) -> None:
        """Reveal the secret that is asked for, and draw if it was the last."""
        draws, mine = self._draws(), self.state.game.played.index(self.seat)
        if draws.lacks == mine:
            chains = [*self._chains]
            chains[mine] = self._keeper.chain(chains[mine].count + 1)
            self._chains = draws.chains = tuple(chains)
        while draws.lacks is None and self.state.to_move is Chance.CHANCE and not self.over:
            after = self.state.copy()
            draws.draw(after)
            self.steps.append(step_between(self.state, after))
            self.state = after
            draws.look(after)

    def _in_file(self, game: Game[Any]) -> MailedGame:
        record = self._of_mail(file_of(self.path, game), self.path)
        self._keeper.check(record, self.path)
        return record

    def _written(self) -> MailedGame:
        record = super()._written()
        own = self.resigned is not None and self.resigned == self.seat
        proof = self._keeper.kept.secret if own else self._proof
        return MailedGame(
            game=record.game,
            seed=record.seed,
            moves=record.moves,
            players=record.players,
            resigned=record.resigned,
            mail=self._mail,
            chains=self._chains,
            proof=proof,
        )

    def record(self) -> GameRecord:
        """Return the game so far, as its file has it."""
        return self._written()

    def _says(self) -> object:
        return super()._says(), self._chains

    def _save(self) -> None:
        record = self._written()
        self._keeper.will_write(record)
        record.save(self.path)
        self._keeper.has_seen(record)

    def _now(self) -> tuple[Any, ...]:
        return *super()._now(), self._chains

    def _go_back(self, before: tuple[Any, ...]) -> None:
        *inherited, self._chains = before
        super()._go_back(tuple(inherited))

    def _take_over(self, record: GameRecord) -> None:
        mailed = self._of_mail(record, self.path)
        self._keeper.check(mailed, self.path)
        self._chains, self._proof = mailed.chains, mailed.proof
        super()._take_over(record)
        self._keeper.has_seen(self._written())

    def _parsed(self, text: str, source: str) -> GameRecord:
        record = MailedGame.parse(text, source, self.state.game)
        self._keeper.check(record, source)
        return record


def shared(kind: type[Session], how: type[Shared] = Shared) -> type[Shared]:
    """Return sessions of a game's own kind that share their game."""
    return type("SharedSession", (how, kind), {})


def join(scenario: str, path: str, seat: str, *, served: bool) -> Any:
    """Return the page of one seat of a game in a file, or what is wrong with the file."""
    speak()
    game = load(scenario)
    page = page_of(game)
    place = game.seats[seat.upper()]
    try:
        kind = shared(page.session_type(), Shared if served else Mailed)
        session = kind(game, Path(path), place, served=served)
    except MarengoError as error:
        return widgets.HTML(said(str(error).replace(path, Path(path).name)))
    made = page(session, visitors_folder() or Path())
    made.new_game.children = [widgets.HTML(said(_(NO_OTHER)))]
    return in_cell(made)
