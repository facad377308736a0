"""Attempts, and the process that makes them: another looks on, and ends one that hangs."""

import multiprocessing
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from zlib import crc32

import numpy as np

PROCESSES = multiprocessing.get_context("spawn")

DEFECT = "defect"

ERRORS = "errors.txt"

MEMORY = Path("/dev", "shm")
"""Where files are written a thousand times as fast as on a disk, if there is such a place."""

START = 600.0
"""Seconds that a process may take to make what it attacks: the rules may be compiled first."""


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt: in a word, what was said, what was tried, and how often."""

    verdict: str
    said: str = ""
    tried: bytes = b""
    times: int = 1


Attempt = Callable[[np.random.Generator], Outcome]
Front = Callable[[Path], Mapping[str, Attempt]]
"""Given a folder, makes there what is attacked, and returns the attempts by kind."""


def chance_of(seed: int, kind: str, number: int) -> np.random.Generator:
    """Return all chance of an attempt: it is the same whatever was tried before."""
    return np.random.default_rng([seed, crc32(kind.encode()), number])


def _serve(pipe: Connection, front: Front, folder: Path) -> None:
    """Make attempts as they are asked for; what libraries say of panics goes into a file."""
    warnings.simplefilter("ignore")
    os.dup2(os.open(folder / ERRORS, os.O_WRONLY | os.O_CREAT), sys.stderr.fileno())
    attempts = front(folder)
    pipe.send(list(attempts))
    while True:
        try:
            kind, seed, first, most, seconds = pipe.recv()
        except EOFError:  # whoever asks has gone
            return
        until = time.monotonic() + seconds
        for number in range(first, first + most):
            pipe.send((number, attempts[kind](chance_of(seed, kind, number))))
            if time.monotonic() > until:
                break
        pipe.send(None)


class Attacker:
    """A process that makes the attempts of a front, and another if it hangs or ends.

    Parameters
    ----------
    front : Front
        Whose.
    seed : int
        Of all chance.
    limit : float
        Seconds that an attempt may take.
    """

    def __init__(self, front: Front, seed: int, limit: float) -> None:
        self.front, self.seed, self.limit = front, seed, limit
        self._begin()

    def _begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory(
            prefix="marengo-attack-", dir=MEMORY if MEMORY.is_dir() else None
        )
        self.pipe, theirs = PROCESSES.Pipe()
        arguments = (theirs, self.front, Path(self.folder.name))
        self.process = PROCESSES.Process(target=_serve, args=arguments)
        self.process.start()
        theirs.close()
        if not self.pipe.poll(START):
            raise TimeoutError("expected that what is attacked is made in time")
        self.kinds: list[str] = self.pipe.recv()

    def end(self) -> None:
        """End the process and remove its folder."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.folder.cleanup()

    def attempts(
        self, kind: str, first: int, most: int, seconds: float
    ) -> Iterator[tuple[int, Outcome]]:
        """Make some attempts of a kind, from a number on; none begins after so many seconds."""
        self.pipe.send((kind, self.seed, first, most, seconds))
        number = first
        while True:
            said = f"no answer in {self.limit:g} s"
            try:
                if self.pipe.poll(self.limit):
                    if (answer := self.pipe.recv()) is None:
                        return
                    number = answer[0] + 1
                    yield answer
                    continue
            except EOFError:
                self.process.join()
                said = f"the process ended with {self.process.exitcode}"
            told = Path(self.folder.name, ERRORS).read_bytes()[-2_000:]
            self.end()
            self._begin()
            yield number, Outcome(DEFECT, said, told)
            return
