"""The computer players of a game, and the one who gives hints."""

import threading
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from marengo.core.game import Game
from marengo.core.players import (
    OPPONENT,
    Answer,
    PlayerError,
    SearchPlayer,
    StoppedError,
    Thought,
    ask,
    check_player,
    make_player,
    opponent_of,
)
from marengo.core.players.match import seats_of
from marengo.core.state import Chance, State
from marengo.languages import _

HUMAN = "human"
"""Name of a person at the screen in a record."""

ADVISER = OPPONENT
"""Player that gives hints unless another is named."""

HURRY = 0.1
"""Seconds a turn for a search that is asked to move now."""


def titles_of(game: type[Game[Any]]) -> dict[IntEnum, str]:
    """Return what sentences call the seats of a game."""
    return dict(zip(game.seats, map(_, game.seat_titles()), strict=True))


def seat_of(name: str, otherwise: str) -> str:
    """Return the player that a record names if he can play again, else another."""
    try:
        return name if name == HUMAN else check_player(name)
    except PlayerError:
        return otherwise


def start(work: Callable[[threading.Event], None], stop: threading.Event) -> None:
    """Do something in a thread of its own, which ends when Python does."""
    threading.Thread(target=work, args=(stop,), daemon=True).start()


class Computers:
    """The players of a game; people are left out."""

    def __init__(self, game: Game[Any], names: Mapping[Any, str], seed: int) -> None:
        players = {side: make_player(name, game) for side, name in names.items() if name != HUMAN}
        self.players = tuple(players.values())
        self._seats = seats_of(players, seed)
        self._chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0,)))
        self._searches = {
            side: (player, player.seconds)
            for side, player in players.items()
            if isinstance(player, SearchPlayer)
        }
        self._one_thought = threading.Lock()
        self._hurried = False

    def decide(self, state: State, stop: threading.Event) -> tuple[State, Thought | None]:
        """Return the position that the side's player goes on to, and what a search thought.

        Chance is drawn.
        """
        side, after = state.to_move, state.copy()
        if side is Chance.CHANCE:
            return after.draw(self._chance), None
        with self._one_thought:  # one that was given up may not have ended yet
            if stop.is_set():
                raise StoppedError
            self._set_pace()
            if side not in self._searches:
                self._seats[side].play(after)
                return after, None
            player = self._searches[side][0]
            player.stop, player.thought = stop, None  # it is not asked where there is no choice
            self._seats[side].play(after)
            return after, player.thought

    def hurry(self, *, hurried: bool) -> None:
        """Let searches move now, and then quickly; or take their time again."""
        self._hurried = hurried
        self._set_pace()

    def _set_pace(self) -> None:
        for player, seconds in self._searches.values():  # they look at the clock all the time
            player.seconds = HURRY if self._hurried else seconds


class Adviser:
    """A player that gives hints."""

    def __init__(self, player: str) -> None:
        self.player = check_player(player)
        self.answer: Answer | None = None
        self.thinking = False
        self.hinted = False  # True once there has been a hint
        self.trouble = ""  # why there is none
        self._stop = threading.Event()
        self._lock = threading.Lock()

    def think(
        self,
        state: State,
        seed: int,
        done: Callable[[], None],
        describe: Callable[[Exception], str] = str,
    ) -> None:
        """Think about a position in a thread; ``done`` is called when ``answer`` is there.

        What the person here may know of an error is what ``describe`` makes of it.
        """
        self.drop()
        self.thinking, position = True, state.copy()

        def consult(stop: threading.Event) -> None:
            answer, trouble = None, ""
            try:
                answer = ask(position, self.player, seed, stop)
            except StoppedError:
                return
            except Exception as error:  # noqa: BLE001 -- a player of one's own may raise anything
                words = _("The player {player} has no hint: {error}")
                who = opponent_of(self.player, position.game)
                trouble = words.format(player=who, error=describe(error))
            with self._lock:
                if stop.is_set():
                    return
                self.answer, self.trouble, self.thinking = answer, trouble, False
                self.hinted = True
            done()

        self._stop = threading.Event()
        start(consult, self._stop)

    def drop(self) -> None:
        """Give the hint up, or forget it."""
        with self._lock:
            self._stop.set()
            self.answer, self.trouble, self.thinking = None, "", False
