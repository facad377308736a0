"""A game between people and computer players, without a screen."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from marengo.core.errors import IllegalMove
from marengo.core.move import Move
from marengo.core.players import StoppedError, Thought
from marengo.core.records import scenario_in
from marengo.games.marengo.game import MarengoGame, on_field
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.play.saving import PlayedGame
from marengo.games.marengo.screen.play.seats import (
    ADVISER,
    HUMAN,
    Adviser,
    Computers,
    seat_of,
    start,
)
from marengo.games.marengo.screen.play.steps import Step, revealed, step_between, steps_of
from marengo.games.marengo.state import MarengoState


class Session:
    """A game in progress.

    Everything may be called from any thread. Players think in a thread of their own, and
    ``changed`` is called, there or here, whenever there is something new to show.
    """

    def __init__(
        self,
        game: MarengoGame,
        names: Mapping[Side, str],
        seed: int,
        adviser: str = ADVISER,
    ) -> None:
        self.lock = threading.RLock()
        self.changed: Callable[[], None] = lambda: None
        self.adviser = Adviser(adviser)
        self.delay = 0.0  # seconds between the moves of players that are watched
        self.thinking = False
        self.left = False  # True once nobody is at the screen any longer
        self._stop = threading.Event()
        self._begin(game, names, seed)

    def _begin(self, game: MarengoGame, names: Mapping[Side, str], seed: int) -> None:
        self._computers = Computers(game, names, seed)
        self.names = {side: names[side] for side in Side}
        self.seed = seed
        self.state = game.start(seed)
        self.steps: list[Step] = []
        self.resigned: Side | None = None
        self.trouble = ""  # what a player did wrong
        self.paused = not self.people  # the players wait to be told to go on
        self._at_screen: Side | None = None

    # --- who --------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[Side, ...]:
        """The sides that people play."""
        return tuple(side for side in Side if self.names[side] == HUMAN)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.resigned is not None or self.state.outcome is not None

    @property
    def winner(self) -> Side | None:
        """The side that has won."""
        if self.resigned is not None:
            return self.resigned.enemy
        return self.state.outcome.winner if self.state.outcome else None

    @property
    def covered(self) -> bool:
        """True if the screen must stay covered until the player who decides sits at it."""
        return len(self.people) > 1 and not self.over and self._at_screen != self.state.to_move

    @property
    def viewer(self) -> Side | None:
        """Whose view is shown; None where nobody who plays looks on, or all is over."""
        if self.over or not self.people:
            return None
        return self._at_screen if len(self.people) > 1 else self.people[0]

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
        """Show the board to the side that decides."""
        with self.lock:
            self._at_screen = self.state.to_move
        self.changed()

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

    def _take(self, after: MarengoState, thought: Thought | None = None) -> None:
        self.adviser.drop()
        self.steps.append(step_between(self.state, after, thought))
        self.state, self.trouble = after, ""
        if not self.people or after.to_move in self.people:
            self._computers.hurry(hurried=False)

    def resign(self) -> None:
        """Give up, for the person who looks at the board."""
        with self.lock:
            if self.over or self.viewer is None or self.covered:
                return
            self.stop()
            self.resigned = self.viewer
        self.changed()

    @property
    def kept(self) -> str:
        """Why the last decision cannot be taken back; empty if it can."""
        if not self.steps:
            return "Nothing has been decided yet."
        if self.over:
            return "The game is over."
        last = self.steps[-1]
        if last.side not in self.people or last.side != self.viewer or self.covered:
            return "The other side has decided since."
        return "It may have brought something hidden to light." if revealed(last) else ""

    def undo(self) -> bool:
        """Take back the last decision; return True if that was allowed.

        It must be one's own, the last that anybody took, and have revealed nothing that was hidden.
        """
        with self.lock:
            if self.kept:
                return False
            self.stop()
            self.state = self.steps.pop().before
        self.changed()
        return True

    # --- thinking ---------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show what is new, and let computer players decide until a person is asked."""
        with self.lock:
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
            self.adviser.think(self.state, self.seed, self.changed)
        self.changed()

    def _think(self, stop: threading.Event) -> None:
        """Let computer players decide, one after another."""
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
                self._goes_on(stop)  # so that what is shown next says who is asked
            self.changed()
            stop.wait(0.0 if self.people else self.delay)

    def _goes_on(self, stop: threading.Event) -> bool:
        """True if there is more to think about; otherwise end the thinking."""
        with self.lock:
            if not stop.is_set() and not self.awaited:
                self.thinking = False
            return self.thinking and not stop.is_set()

    def _fail(self, stop: threading.Event, error: Exception) -> None:
        """Say what a player did wrong; it is asked again when somebody lets the game go on."""
        with self.lock:
            if stop.is_set():
                return
            name = self.names[self.state.to_move]
            self.trouble = f"The player {name} failed: {type(error).__name__}: {error}"
            self.paused, self.thinking = True, False
        self.changed()

    # --- on paper ---------------------------------------------------------------------------

    def record(self) -> PlayedGame:
        """Return the game so far as a record."""
        austrian, french = (self.names[side] for side in Side)
        record = PlayedGame.of(self.state, self.seed, austrian, french)
        return replace(record, resigned=self.resigned)

    def restart(self, game: MarengoGame, names: Mapping[Side, str], seed: int) -> None:
        """Leave this game and begin another; if a player is unknown, this one goes on."""
        with self.lock:
            self.stop()
            self._begin(game, names, seed)
        self.go_on()

    def resume(self, record: PlayedGame) -> None:
        """Leave this game and play another on.

        Players whom the record does not name, or names as nobody knows them, are those of now.
        """
        steps = steps_of(record.positions())
        header = dict(zip(Side, record.players, strict=False))
        names = {side: seat_of(name, self.names[side]) for side, name in header.items()}
        with self.lock:
            self.stop()
            self._begin(on_field(record.game), names, record.seed)
            self.steps, self.resigned = steps, record.resigned
            self.state = steps[-1].after if steps else self.state
        self.go_on()

    def read(self, path: Path) -> PlayedGame:
        """Return the record in a file: of a scenario that comes with marengo, or of this game."""
        game = self.state.game
        return PlayedGame.load(path, game if scenario_in(path) == game.scenario.name else None)
