"""A game between people and computer players, without a screen."""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from time import monotonic
from typing import Any

from marengo.core.errors import IllegalMove, RecordError, ScenarioError
from marengo.core.files import read_text
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.players import Player, StoppedError, Thought, opponent_of
from marengo.core.records import GameRecord, scenario_in
from marengo.core.short import restored
from marengo.core.state import State
from marengo.languages import N_, _
from marengo.widgets.playing.seats import ADVISER, HUMAN, Adviser, Computers, seat_of, start
from marengo.widgets.playing.showing import turn_of
from marengo.widgets.playing.steps import (
    Names,
    Transition,
    is_open,
    revealed,
    step_between,
    steps_of,
)


class Session:
    """A game in progress.

    Everything may be called from any thread. Players think in a thread of their own, and
    ``changed`` is called, there or here, whenever there is something new to show.
    """

    def __init__(self, game: Game[Any], names: Names, seed: int, adviser: str = ADVISER) -> None:
        self.lock = threading.RLock()
        self.changed: Callable[[], None] = lambda: None
        self.adviser = Adviser(adviser)
        self.delay = 0.0  # seconds between the moves of players that are watched
        self.thinking = False
        self.waits = False  # whether people are asked no more than a game's ``idle`` leaves
        self.left = False  # True once nobody is at the screen any longer
        self._stop = threading.Event()
        self._begin(game, names, seed)

    def _begin(self, game: Game[Any], names: Names, seed: int) -> None:
        self._computers = Computers(game, names, seed)
        self.names = {side: names[side] for side in game.seats}
        self.seed = seed
        asked = game if self._alone_in(game) else game.asking(single=True)
        self.state: Any = asked.start(seed)
        self.steps: list[Transition] = []
        self.undone: list[Transition] = []  # which can be done again, the last one first
        self.resigned: IntEnum | None = None
        self.trouble = ""  # what a player did wrong
        self.paused = not self.people  # the players wait to be told to go on
        self._at_screen: IntEnum | None = None
        self._looked_on = False  # whether others may have looked on since

    # --- what a game may say otherwise -------------------------------------------------------

    @property
    def outcome(self) -> str:
        """Winner, and why, in words."""
        return str(self.state.outcome)

    def waiting(self, who: str) -> str:
        """Say what one who decides waits for, while nobody at this screen does."""
        return _("{seat} decides, and waits for you to let the game go on.").format(seat=who)

    def playable(self, game: Game[Any]) -> Game[Any]:
        """Return a game that can be played here in place of this one, or raise ScenarioError."""
        if type(game) is not type(self.state.game):
            raise ScenarioError(f"{game.title} is not played on a page of {self.state.game.title}")
        return game

    steps_of = staticmethod(steps_of)
    revealed = staticmethod(revealed)

    # --- who --------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Player, ...]:
        """The computer players."""
        return self._computers.players

    @property
    def people(self) -> tuple[IntEnum, ...]:
        """The sides that people play."""
        return tuple(side for side, name in self.names.items() if name == HUMAN)

    @property
    def alone(self) -> bool:
        """True if one person plays, be it several sides."""
        return bool(self.people) and self._alone_in(self.state.game)

    def _alone_in(self, game: Game[Any]) -> bool:
        return any({*self.people} <= {*party} for party in game.parties)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.resigned is not None or self.state.is_over

    @property
    def winner(self) -> IntEnum | None:
        """The side that has won; None before the end, and where several share it."""
        if self.resigned is not None:
            return next(side for side in self.names if side != self.resigned)
        got = self.state.returns or ()
        best = [side for side, score in zip(self.names, got, strict=False) if score == max(got)]
        return best[0] if len(best) == 1 else None

    @property
    def may_resign(self) -> bool:
        """True if a side can give up, so that the other wins."""
        return len(self.names) == 2 and not self.over

    @property
    def covered(self) -> bool:
        """True if the screen must stay covered until the player who decides sits at it."""
        if not self.people or self.alone or self.over:
            return False
        decides = self.state.to_move
        return self._at_screen is None or (decides in self.people and decides != self._at_screen)

    @property
    def viewer(self) -> Any:
        """Seat whose view is shown; None where nobody who plays looks on, or all is over."""
        if self.over or not self.people:
            return None
        if not self.alone:
            return self._at_screen
        return self.state.to_move if self.state.to_move in self.people else self.people[0]

    @property
    def asked(self) -> bool:
        """True if a person at the screen is to decide."""
        return not self.over and self.state.to_move in self.people and not self.covered

    @property
    def awaited(self) -> bool:
        """True if a computer player is to decide, and is not paused."""
        going = not (self.over or self.paused or self.left)
        return going and self.state.to_move not in self.people

    def uncover(self) -> None:
        """Show the board to the person who decides."""
        with self.lock:
            if self.state.to_move in self.people:
                self._at_screen, self._looked_on = self.state.to_move, False
        self.go_on()

    # --- deciding ---------------------------------------------------------------------------

    def play(self, moves: Iterable[Move]) -> None:
        """Play the moves of one decision for the person who is asked; if one is illegal, none."""
        with self.lock:
            if not self.asked:
                raise IllegalMove("nobody at the screen is asked to decide now")
            after = self.state.copy()
            for move in moves:
                after.play(move)
            self._take(after)
        self.go_on()

    def _take(self, after: State, thought: Thought | None = None) -> None:
        self.adviser.drop()
        self.steps.append(step_between(self.state, after, thought))
        self.state, self.trouble, self.undone = after, "", []
        self._go_where_one_may()
        if not self.people or self.state.to_move in self.people:
            self._computers.hurry(hurried=False)

    def _go_where_one_may(self) -> None:
        """Decide for the person who is asked where there is one answer, or he wishes no other.

        But whoever can still take back what he decided has another: the turn is his to end.
        """
        self._pass_on()
        while self.asked and (move := self._answer()) is not None:
            after = self.state.copy().play(move)
            if after.to_move != self.state.to_move and not self.kept:
                return
            self.steps.append(step_between(self.state, after))
            self.state = after
            self._pass_on()

    def _answer(self) -> Move | None:
        legal: Sequence[Move] = self.state.legal_moves()
        if len(legal) == 1 and not self._would_tell():
            return legal[0]
        idle = self.state.game.screen().idle
        wished = idle(self.state) if self.waits and idle else ""
        return next((move for move in legal if str(move) == wished), None)

    def _would_tell(self) -> bool:
        """Return whether others would know at once that there was no choice (T-23.2, B-17.15).

        They would not if who decides has only just done so, or is asked again before they are.
        """
        decides = self.state.to_move
        if not self.state.game.asks_single or (self.steps and self.steps[-1].side == decides):
            return False
        after = self.state.copy()
        while after.to_move == decides and len(legal := after.legal_moves()) == 1:
            after.play(legal[0])
        return after.to_move != decides and not is_open(self.state, self.names)

    def _pass_on(self) -> None:
        """Let all look on at an open question, and only who decides at one that has secrets.

        That depends on what is asked, never on an answer: else the cover would tell it.
        """
        if self.alone or self._at_screen is None or self.state.to_move not in self.people:
            return
        if is_open(self.state, self.people):
            self._at_screen, self._looked_on = self.state.to_move, True
        elif self._looked_on:
            self._at_screen, self._looked_on = None, False

    def resign(self) -> None:
        """Give up, for the person who looks at the board."""
        with self.lock:
            if not self.may_resign or self.viewer is None or self.covered:
                return
            self.stop()
            self.resigned = self.viewer
        self.changed()

    @property
    def kept(self) -> str:
        """Reason why the last decision cannot be taken back; empty if it can."""
        if self.over:
            return N_("The game is over.")
        for step in reversed(self.steps):
            if step.side not in self.people or step.side != self.viewer or self.covered:
                return N_("The other side has decided since.")
            if self.revealed(step):
                return N_("It may have brought something hidden to light.")
            if not step.forced:
                return ""
        return N_("Nothing has been decided yet.")

    def undo(self, *, whole_turn: bool = False) -> bool:
        """Take back the last decision, with what followed without a choice.

        It must be one's own, the last that anybody took, and have revealed nothing that was hidden.
        Of a whole turn all decisions go of which that is true. Returns True if one went.
        """
        with self.lock:
            if self.kept:
                return False
            self.stop()
            begun = turn_of(next(step for step in reversed(self.steps) if not step.forced).before)
            reason = self._take_back()
            while whole_turn and not reason and turn_of(self.steps[-1].before) == begun:
                reason = self._take_back()
            self._pass_on()
        self.changed()
        return True

    def _take_back(self) -> str:
        """Take back one decision, and return why the one before it cannot be."""
        forced = True
        while forced:
            self.undone.append(self.steps.pop())
            forced = self.undone[-1].forced
        self.state = self.undone[-1].before
        return self.kept

    def redo(self) -> bool:
        """Decide again as it was before the last undo; return True if there was one."""
        with self.lock:
            if not self.undone:
                return False
            self.stop()
            self.steps.append(self.undone.pop())
            while self.undone and self.undone[-1].forced:
                self.steps.append(self.undone.pop())
            self.state = self.steps[-1].after
        self.go_on()
        return True

    # --- thinking ---------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show what is new, and let computer players decide until a person is asked."""
        with self.lock:
            self._go_where_one_may()
            begins = self.awaited and not self.thinking
            if begins:
                self.thinking, self._stop = True, threading.Event()
            stop = self._stop
        self.changed()
        if begins:
            start(self._think, stop)

    def pause(self, *, paused: bool) -> None:
        """Let the players wait, or go on."""
        with self.lock:
            self.stop()
            self.paused = paused
        self.go_on()

    def stop(self) -> None:
        """Give up all thinking at once; what was thought is lost."""
        with self.lock:
            self._stop.set()
            self.thinking = False
            self.adviser.drop()

    def leave(self) -> None:
        """Give up all thinking for good."""
        with self.lock:
            self.stop()
            self.left = True

    def hurry(self) -> None:
        """Let the player move now; where a person plays, quickly until that one is asked."""
        self._computers.hurry(hurried=True)

    def advise(self) -> None:
        """Let the adviser think about this decision."""
        with self.lock:
            if self.adviser.thinking or not self.asked:
                return
            self.adviser.think(self.state, self.seed, self.changed, self.told_of)
        self.changed()

    def _think(self, stop: threading.Event) -> None:
        """Let computer players decide, one after another.

        While none of the people is asked, no more time goes into showing it than into deciding.
        """
        shown = took = 0.0
        while self._goes_on(stop):
            before = self.state
            try:
                after, thought = self._computers.decide(before, stop)
            except StoppedError:
                return
            except Exception as error:  # noqa: BLE001 -- a player of one's own may raise anything
                self._fail(stop, error)
                return
            with self.lock:
                if stop.is_set():
                    return
                self._take(after, thought)
                going = self._goes_on(stop)  # so that what is shown next says who is asked
            begun = monotonic()
            if not (self.people and going) or begun > shown + took:
                self.changed()
                shown = monotonic()
                took = shown - begun
            stop.wait(0.0 if self.people else self.delay)

    def _goes_on(self, stop: threading.Event) -> bool:
        """Return whether there is more to think about; otherwise end the thinking."""
        with self.lock:
            if stop.is_set() or stop is not self._stop:  # another thread thinks now
                return False
            self.thinking = self.awaited
            return self.thinking

    def told_of(self, error: Exception) -> str:
        """Return what the person here is told of an error."""
        return str(error)

    def _fail(self, stop: threading.Event, error: Exception) -> None:
        """Say what a player did wrong; it is asked again when somebody lets the game go on."""
        with self.lock:
            if stop.is_set():
                return
            name = opponent_of(self.names[self.state.to_move], self.state.game)
            words = _("The player {player} failed: {error}")
            self.trouble = words.format(
                player=name, error=f"{type(error).__name__}: {self.told_of(error)}"
            )
            self.paused, self.thinking = True, False
        self.changed()

    # --- on paper ---------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """Return the game so far as a record."""
        record = GameRecord.of(self.state, self.seed, *self.names.values())
        return replace(record, resigned=self.resigned)

    def restart(self, game: Game[Any], names: Names, seed: int) -> None:
        """Leave this game and begin another; if a player is unknown, this one goes on."""
        with self.lock:
            self.stop()
            self._begin(game, names, seed)
        self.go_on()

    def resume(self, record: GameRecord) -> None:
        """Leave this game and play another on.

        Players whom the record does not name, or names as nobody knows them, are those of now.
        """
        steps = self.steps_of(record.positions())
        header = dict(zip(self.playable(record.game).seats, record.players, strict=False))
        names = {side: seat_of(name, self.names[side]) for side, name in header.items()}
        with self.lock:
            self.stop()
            self._begin(record.game, names, record.seed)
            self.steps, self.resigned = steps, record.resigned
            self.state = steps[-1].after if steps else self.state
        self.go_on()

    def read(self, path: Path) -> GameRecord:
        """Return the record in a file: of a scenario that comes with marengo, or of this game."""
        return self._parsed(read_text(path, RecordError), str(path))

    def read_line(self, line: str) -> GameRecord:
        """Return the record in a short line, of the same scenarios as :meth:`read`."""
        return self.seated(self._parsed(restored(line), "text of a game"))

    def seated(self, record: GameRecord[Any]) -> GameRecord:
        """Return a record with the players of now.

        One person among them takes the seat of the person in it, or else the one that decides.
        """
        names = dict(self.names)
        seat = dict(zip(record.players, names, strict=False)).get(HUMAN)
        seat = record.positions()[-1].to_move if seat is None else seat
        if len(self.people) == 1 and seat in names:
            names[self.people[0]], names[seat] = names[seat], HUMAN
        return GameRecord(record.game, record.seed, record.moves, tuple(names.values()))

    def _parsed(self, text: str, source: str) -> GameRecord:
        game = self.state.game
        own = game if scenario_in(text) == game.scenario_name else None
        return GameRecord.parse(text, source, own)
