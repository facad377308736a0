"""Players in a process of their own, for contests: a line of text is all that they are given.

In one process a player can reach whatever Python can. So a contestant is named by its code
(``bots/timid.py:Timid``), and the referee neither imports nor makes it. It keeps the position, the
seed and the moves of the other seats in its own process. For each decision it writes a line of
JSON: the information set of the seat. From this the process of the player makes the view and the
legal moves, as the referee would, and answers with the number of a move. So the same player plays
the same games in either way.
What that process gives up first says :mod:`marengo.core.players.jail`.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import randbelow
from time import monotonic
from typing import Any

import numpy as np
from platformdirs import user_cache_path

import marengo
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.players.registry import ForfeitError, PlayerError, contestant_of
from marengo.core.records import scenario_hash
from marengo.core.scenarios import ancestry
from marengo.core.view import View
from marengo.paths import shipped

SECONDS = 60.0
"""Longest that a player may think about a decision, or take to be made."""

BEGINNING = 600.0
"""Seconds for Python and marengo to begin, which is no fault of a player."""

LONGEST = 4096
"""Bytes of an answer that are read."""

SAID = 500
"""Characters of a reason that it tells."""

ALONE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "POLARS_MAX_THREADS")
"""Variables by which libraries are told to begin one thread only."""

KEPT = ("SYSTEMROOT", "NUMBA_DISABLE_JIT")
"""Variables of the environment that it has from the referee's; others may be secrets."""

KILL_ALL = "import os, sys; os.setuid(int(sys.argv[1])); os.kill(-1, 9)"

TRIES = 10


class IsolatedPlayer:
    """A player that is named by its code, and plays in a process of its own.

    It may take ``longest`` seconds for an answer. Raise ForfeitError if it cannot be made, by its
    own fault; PlayerError if there is no such code or scenario, or no process can be begun.
    """

    def __init__(self, text: str, game: Game[Any], longest: float = SECONDS) -> None:
        check_source(text, game)
        from marengo.core.players import jail  # which is of POSIX alone

        contestant, user = contestant_of(text), _own_user()
        assert contestant is not None
        self.text, self.longest = text, longest
        self._rng: np.random.Generator | None = None
        request = {
            "player": text,
            "path": str(contestant.path),
            "folder": str(contestant.folder),
            "module": contestant.module,
            "name": contestant.name,
            "rest": contestant.rest,
            "scenario": game.source,
            "hash": scenario_hash(game),
            "user": user,
        }
        packages = [
            folder for folder in sys.path if Path(folder).name in ("site-packages", "dist-packages")
        ]
        if not user:
            jail.hide_memory()
        self._talk, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 -- what is run is Python itself
                [
                    *(sys.executable, "-I", jail.__file__, str(marengo.__file__)),
                    *(os.pathsep.join(packages), str(user_cache_path("marengo"))),
                    *(str(contestant.folder), str(theirs.fileno())),
                    *map(str, [*contestant.files, *_files_of(game)]),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env=_environment(),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self.close = weakref.finalize(self, _end, self._process, self._talk, user)
        self._answer(request, BEGINNING, PlayerError)  # nothing of the contestant's runs yet
        self._answer({}, longest)

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        """Return the legal move that it chooses; ForfeitError if it gives none in time."""
        assert view.side is not None
        request: dict[str, Any] = {"side": int(view.side), "seen": view.information_set.hex()}
        if rng is not self._rng:  # the chance of a game is its own from then on
            self._rng, request["rng"] = rng, rng.bit_generator.state
        number = self._answer(request, self.longest).get("move")
        if type(number) is not int or not 0 <= number < len(legal_moves):
            self.close()
            raise ForfeitError(f"player {self.text!r}: expected the number of a legal move")
        return legal_moves[number]

    def _answer(
        self, request: dict[str, Any], seconds: float, kind: type[PlayerError] = ForfeitError
    ) -> dict[str, Any]:
        """Return what the process answers to a line, or raise the kind of error."""
        answer: Any = None
        try:
            line = self._line(json.dumps(request).encode() + b"\n", monotonic() + seconds)
            answer = json.loads(line)
            reason = "" if isinstance(answer, dict) else "wrote what is no answer"
        except TimeoutError:
            reason = f"took more than {seconds:g} seconds"
        except OSError:
            reason = "its process ended"
        except (ValueError, RecursionError):
            reason = "wrote what is no answer"
        reason = reason or str(answer.get("error", ""))
        if reason:
            self.close()
            raise kind(f"player {self.text!r}: {_printable(reason[:SAID])}")
        return dict(answer)

    def _line(self, line: bytes, until: float) -> bytes:
        """Send a line, and return the one that comes back."""
        self._talk.settimeout(max(until - monotonic(), 0.0) or None)
        self._talk.sendall(line)
        got = b""
        while not got.endswith(b"\n"):
            left = until - monotonic()
            if left <= 0:
                raise TimeoutError
            self._talk.settimeout(left)
            part = self._talk.recv(LONGEST)
            if not part:
                raise ConnectionError
            got += part
            if len(got) > LONGEST or b"\n" in got[:-1]:
                raise ValueError(got[:SAID])
        return got


def check_source(text: str, game: Game[Any]) -> None:
    """Raise PlayerError if a contestant cannot be told in another process what is played."""
    if os.name != "posix":
        raise PlayerError(f"player {text!r}: isolated: expected Linux or macOS")
    if game.source is None:
        raise PlayerError(f"player {text!r}: isolated: expected a scenario by name or file")


def _printable(text: str) -> str:
    """Return a text of a stranger without what moves a console's cursor."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _files_of(game: Game[Any]) -> list[Path]:
    """Return what is read when the scenario of a game is loaded."""
    if not game.source or not Path(game.source).is_file():
        return [shipped("data")]
    chain = ancestry(Path(game.source))
    return [shipped("data"), *(path for path, _ in chain), *game.files_of(chain)]


def _environment() -> dict[str, str]:
    """Return what a contestant's process finds in its environment: what Python needs."""
    variables = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {"LANG": "C.UTF-8", **dict.fromkeys(ALONE, "1"), **variables}


def _own_user() -> int:
    """Return a number that is no user's, which root can become; 0 for who is not root."""
    if os.geteuid():
        return 0
    try:
        rows = [*map(str.split, Path("/proc/self/uid_map").read_text().splitlines())]
        first, many = max(((int(row[0]), int(row[2])) for row in rows), key=lambda row: row[1])
    except (OSError, ValueError):
        first, many = 0, 1 << 16
    half = min(many, 1 << 31) // 2  # in the upper half there are no people
    return first + half + randbelow(half) if half else 0


def _end(process: subprocess.Popen[bytes], talk: Any, user: int) -> None:
    """End a process and all that it began, whatever they do."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    talk.close()
    kill = [sys.executable, "-I", "-S", "-c", KILL_ALL, str(user)]
    for _ in range(TRIES if user else 0):  # who has left the group is still of this user
        ended = subprocess.run(  # noqa: S603 -- what is run is Python itself
            kill, check=False, env={}, cwd="/"
        )
        if not ended.returncode:
            break
