"""A player that does not play, but looks for what it must not know, in all ways that we know of."""

import gc
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import marengo.core.game
from marengo.core.engine.random import own_chance
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.players import match
from marengo.core.players.match import Seat
from marengo.core.state import State
from marengo.core.view import View

LOOKS = 4
"""Decisions at which it looks, and then plays on."""

GUESSES = 300
"""Seeds that it tries, from 0."""

Found = Iterator[bytes]


def _told_of(frame: FrameType | None) -> Found:
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, State):
                yield value.record_bytes()
        frame = frame.f_back


def frames(*_: Any) -> Found:
    """Look at the variables of those who called."""
    yield from _told_of(sys._getframe())


def frames_of_a_traceback(*_: Any) -> Found:
    """The same by way of an error."""
    try:
        raise KeyError
    except KeyError as error:
        yield from _told_of(error.__traceback__ and error.__traceback__.tb_frame)


def threads(*_: Any) -> Found:
    """Look at what all threads are doing."""
    for frame in sys._current_frames().values():
        yield from _told_of(frame)


def objects(*_: Any) -> Found:
    """Look at all there is."""
    for one in gc.get_objects():
        if isinstance(one, State):
            yield one.record_bytes()


def referrers(view: View, moves: Sequence[Move], *_: Any) -> Found:
    """Look at what knows of that which it is given."""
    for given in (view, moves, moves[0]):
        for one in gc.get_referrers(given):
            for other in gc.get_referrers(one):
                if isinstance(other, State):
                    yield other.record_bytes()
                elif isinstance(other, FrameType):
                    yield from _told_of(other)


def given(view: View, moves: Sequence[Move], *_: Any) -> Found:
    """Look at all that what it is given leads to."""
    seen, waiting = set[int](), [view, *moves]
    while waiting and len(seen) < 300_000:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            waiting += gc.get_referents(one)
            if isinstance(one, State):
                yield one.record_bytes()


def scratch(*_: Any) -> Found:
    """Look at what the engine was busy with."""
    for works in marengo.core.game._SCRATCH.works.values():
        yield works.tobytes()


def freed(view: View, *_: Any) -> Found:
    """Look at memory that was given back."""
    for _again in range(200):
        yield np.empty(len(view.information_set), np.uint8).tobytes()


_SEEN: list[bytes] = []
_REAL = Seat.play


def _watched(seat: Seat, state: State) -> None:
    _SEEN.append(state.record_bytes())
    _REAL(seat, state)


def patch(*_: Any) -> Found:
    """Put something of its own in the place of the referee."""
    match.Seat.play = _watched  # type: ignore[method-assign, assignment]
    yield from _SEEN


def profile(*_: Any) -> Found:
    """Be called whenever anything is called."""

    def hook(frame: FrameType, *_: Any) -> None:
        if len(_SEEN) < 50:
            _SEEN.extend(_told_of(frame))

    sys.setprofile(hook)
    threading.setprofile(hook)
    yield from _SEEN


def guess(view: View, _: Sequence[Move], rng: np.random.Generator, game: Game[Any]) -> Found:
    """Guess the seed by the generator that it was given, or by its own pieces."""
    side = view.to_move
    for seed in range(GUESSES):
        drawn = np.random.default_rng(own_chance(seed, 1 + side).generate_state(4).tolist())
        start = game.start(seed)
        if (
            drawn.bit_generator.state == rng.bit_generator.state
            or start.information_set(side).tobytes() == view.information_set
        ):
            yield start.record_bytes()


WAYS: dict[str, Callable[..., Found]] = {
    way.__name__: way
    for way in (
        frames,
        frames_of_a_traceback,
        threads,
        objects,
        referrers,
        given,
        scratch,
        freed,
        patch,
        profile,
        guess,
    )
}


def tidy() -> None:
    """Undo what was put in anybody's place."""
    match.Seat.play = _REAL  # type: ignore[method-assign]
    sys.setprofile(None)
    threading.setprofile(None)
    _SEEN.clear()


class FoundError(Exception):
    """What a cheat found that it was not given, told by failing."""


class Cheat:
    """Looks in some ways, and plays the first move; writes what it finds into a file.

    Without a file it counts, and says at its last look how many positions it saw that are not what
    it was given.
    """

    def __init__(self, game: Game[Any], way: str = "", out: str = "") -> None:
        self.game, self.out, self.looks = game, Path(out), 0
        self.given, self.found = set[bytes](), set[bytes]()
        self.ways = [WAYS[one] for one in way.split("+")]

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        if self.out == Path():
            return self.count(view, legal_moves, rng)
        if self.looks < LOOKS:
            self.looks += 1
            with self.out.open("a") as file:
                for way in self.ways:
                    for found in way(view, legal_moves, rng, self.game):
                        file.write(found.hex() + "\n")
                file.write("looked\n")
        return legal_moves[0]

    def count(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        self.looks += 1
        seen = self.game.engine.state.from_bytes(view.information_set)
        self.given.add(self.game.state(seen).record_bytes())
        for way in self.ways:
            self.found.update(way(view, legal_moves, rng, self.game))
        if self.looks == LOOKS:
            sizes = {len(one) for one in self.given}
            found = sum(len(one) in sizes for one in self.found - self.given)
            raise FoundError(f"looked {LOOKS} times, found {found}")
        return legal_moves[0]
