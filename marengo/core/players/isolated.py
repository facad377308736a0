"""Players in a process of their own, for contests: a line of text is all that they are given.

In one process a player can reach whatever Python can. Here the referee keeps the position, the seed
and the moves of the other seats in its own process. For each decision it writes a line of JSON: the
information set of the seat, and the state of the player's generator. From these the process of the
player makes the view and the legal moves, as the referee would, and answers with the number of a
move. So the same player plays the same games in either way.
"""

import json
import os
import runpy
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np

from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.players.protocol import Player
from marengo.core.players.registry import PlayerError, make_player
from marengo.core.records import scenario_hash
from marengo.core.scenarios import load
from marengo.core.view import View

SECONDS = 60.0
"""Longest that a player may think about a decision, or take to be made."""

LONGEST = 10_000
"""Characters of an answer that are read."""

SAID = 500
"""Characters of an error that it tells."""

KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "XDG_CACHE_HOME", "SYSTEMROOT", "NUMBA_DISABLE_JIT")
"""Variables of the environment that a player's process has; others may be secrets."""


class IsolatedPlayer:
    """A player that is registered, and plays in a process of its own.

    Parameters
    ----------
    text : str
        Its name and parameters.
    game : Game
        What is played, loaded by :func:`marengo.load`.
    module : str
        The module that registers it.
    seconds : float
        Longest that it may take for an answer.

    Raises
    ------
    PlayerError
        If it is defined in no file, the scenario is none, or it cannot be made.
    """

    def __init__(self, text: str, game: Game[Any], module: str, seconds: float = SECONDS) -> None:
        self.text, self.seconds = text, seconds
        own = getattr(sys.modules["__main__"], "__spec__", None)
        if own is not None and own.name == __name__:  # this is the process of a player
            raise PlayerError(
                "isolated: the file of the player plays games itself when it is read, expected "
                'that below: if __name__ == "__main__":'
            )
        if game.source is None:
            raise PlayerError(f"player {text!r}: isolated: expected a scenario by name or file")
        told = {
            "player": text,
            "code": _code_of(text, module),
            "scenario": game.source,
            "hash": scenario_hash(game),
        }
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        self._process = subprocess.Popen(  # noqa: S603 -- what is run is Python itself
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
            encoding="utf-8",
        )
        self.close = weakref.finalize(self, _end, self._process)
        self._answer(told)

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        """Return the legal move that it chooses in its process.

        Raises
        ------
        PlayerError
            If it fails, answers nothing in time, or what is no legal move.
        """
        assert view.side is not None
        told = {
            "side": int(view.side),
            "seen": view.information_set.hex(),
            "rng": rng.bit_generator.state,
        }
        answer = self._answer(told)
        number, after = answer.get("move"), answer.get("rng")
        if type(number) is not int or not 0 <= number < len(legal_moves):
            raise PlayerError(f"player {self.text!r}: chose {number!r}, expected a legal move")
        try:
            rng.bit_generator.state = after if isinstance(after, dict) else {}
        except (TypeError, ValueError, KeyError, OverflowError) as error:
            raise PlayerError(f"player {self.text!r}: rng: {error}") from error
        return legal_moves[number]

    def _answer(self, told: dict[str, Any]) -> dict[str, Any]:
        """Return what the process answers to a line."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        clock = Timer(self.seconds, process.kill)
        clock.start()
        try:
            process.stdin.write(json.dumps(told) + "\n")
            process.stdin.flush()
            line = process.stdout.readline(LONGEST)
            answer = json.loads(line)
        except (OSError, ValueError, RecursionError) as error:
            self.close()
            raise PlayerError(
                f"player {self.text!r}: its process ended, took more than {self.seconds:g} "
                "seconds, or wrote what is no answer"
            ) from error
        finally:
            clock.cancel()
        if not isinstance(answer, dict) or "error" in answer:
            said = answer.get("error") if isinstance(answer, dict) else answer
            raise PlayerError(str(said)[:SAID])
        return answer


def _end(process: subprocess.Popen[str]) -> None:
    """End a process, whatever it does."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(BrokenPipeError):  # of a line that nobody reads any more
            pipe.close()


def _code_of(text: str, module: str) -> str:
    """Return the module that registers a player, or its file if it is the script that runs."""
    if module != "__main__":
        return module
    path = getattr(sys.modules[module], "__file__", None)
    if path is None:
        raise PlayerError(
            f"player {text!r}: isolated: is defined in a notebook or at a prompt, expected a "
            "module or a file: begin its cell with %%writefile my_player.py, and import my_player"
        )
    return str(Path(path).resolve())


def _made(told: dict[str, Any]) -> tuple[Game[Any], Player]:
    """Return the game and the player that the first line tells of."""
    if told["code"].endswith(".py"):
        runpy.run_path(told["code"], run_name="player")
    else:
        import_module(told["code"])
    game = load(told["scenario"])
    if scenario_hash(game) != told["hash"]:
        raise PlayerError(f"isolated: {told['scenario']} is another scenario by now")
    return game, make_player(told["player"], game)


def _chosen(game: Game[Any], player: Player, told: dict[str, Any]) -> dict[str, Any]:
    """Return what a player answers to the line of a decision."""
    state = game.state(game.engine.state.from_bytes(bytes.fromhex(told["seen"])))
    moves, rng = state.legal_moves(), np.random.default_rng()
    rng.bit_generator.state = told["rng"]
    move = player.choose(state.view(game.seats(told["side"])), moves, rng)
    if move not in moves:
        raise PlayerError(f"{type(player).__name__}: chose {move!r}, expected a legal move")
    return {"move": moves.index(move), "rng": rng.bit_generator.state}


def serve() -> None:
    """Be the process of a player: read lines, and answer each."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what it prints is no answer
    made, name = None, ""
    for line in sys.stdin:
        told = json.loads(line)
        try:
            if made is None:
                name = told["player"]
                made, answer = _made(told), {}
            else:
                answer = _chosen(*made, told)
        except PlayerError as error:
            answer = {"error": str(error)[:SAID]}
        except Exception as error:  # noqa: BLE001 -- a player of somebody's may raise anything
            answer = {"error": f"player {name!r}: {type(error).__name__}: {error}"[:SAID]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve()
