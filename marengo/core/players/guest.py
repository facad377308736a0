"""The process of a contestant: it reads lines of the referee, and answers each."""

import json
import socket
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import numpy as np

from marengo.core.game import Game
from marengo.core.players.protocol import Player
from marengo.core.players.registry import PlayerError, made_of
from marengo.core.records import scenario_hash
from marengo.core.scenarios import load

SAID = 500
"""Characters of an error that it tells."""


def serve(line: int, leave: Callable[[int], None]) -> None:
    """Be the process of a contestant whose referee talks on a socket, and take another user."""
    talk = socket.socket(fileno=line).makefile("rwb")

    def answer(reply: dict[str, Any]) -> None:
        talk.write(json.dumps(reply).encode() + b"\n")
        talk.flush()

    request = json.loads(talk.readline())
    try:
        game = load(request["scenario"])
        if scenario_hash(game) != request["hash"]:
            raise PlayerError(f"isolated: {request['scenario']} is another scenario by now")
        leave(request["user"])
    except Exception as error:  # noqa: BLE001 -- of ours, and told to whoever holds the contest
        answer({"error": _said(error)})
        return
    answer({})  # now the contestant's own time begins
    try:
        talk.readline()
        player = _made(request, game)
        answer({})
        rng = np.random.default_rng()
        for asked in talk:
            answer({"move": _chosen(game, player, rng, json.loads(asked))})
    except BaseException as error:  # noqa: BLE001 -- somebody's code may raise anything
        answer({"error": _said(error)})


def _said(error: BaseException) -> str:
    """Return what an error says."""
    own = isinstance(error, PlayerError)
    return (str(error) if own else f"{type(error).__name__}: {error}")[:SAID]


def _made(request: dict[str, Any], game: Game[Any]) -> Player:
    """Return the player that the first line tells of, made by its own code."""
    sys.path.append(request["folder"])  # at the end: it takes the place of nothing
    if request["module"]:
        module = import_module(request["module"])
    else:
        spec = spec_from_file_location("contestant", request["path"])
        assert spec is not None
        assert spec.loader is not None
        sys.modules["contestant"] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
    if not hasattr(module, request["name"]):
        raise PlayerError(
            f"player {request['player']!r}: expected {request['name']} in {request['path']}"
        )
    return made_of(getattr(module, request["name"]), request["player"], request["rest"], game)


def _chosen(
    game: Game[Any], player: Player, rng: np.random.Generator, request: dict[str, Any]
) -> int:
    """Return the place of the move that a player chooses, asked by the line of a decision."""
    if "rng" in request:
        rng.bit_generator.state = request["rng"]
    state = game.state(game.engine.state.from_bytes(bytes.fromhex(request["seen"])))
    moves = state.legal_moves()
    move = player.choose(state.view(game.seats(request["side"])), moves, rng)
    if move not in moves:
        raise PlayerError(f"chose {str(move)[:80]!r}, expected a legal move")
    return int(moves.index(move))
