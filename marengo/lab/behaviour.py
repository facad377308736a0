"""How players play, as one hash: where it is the same, so are all games.

A finding is as old as the games that it rests on. Sources change every day, and most of that
changes no move: so what is compared is what players decide in games whose seeds are fixed.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from marengo.core.engine.policy import PolicyKind
from marengo.core.game import Game
from marengo.core.players import PlayerError, make_player
from marengo.core.players.engine_players import EnginePlayer
from marengo.core.players.nets import TEMPERATURE, Mixture
from marengo.lab.fingerprints import LENGTH
from marengo.lab.playing import BatchRunner, compiled_runner, runner_of
from marengo.lab.simulate import game_seed

__all__ = ["behaviour", "behaviour_by", "behaviour_of", "playouts"]

GAMES, THOUGHT = 200, 1
"""Most games that are played: without a tree, and with one, whose games take seconds."""

NODES = 16
"""Playouts of players that build a tree: few suffice, as the code is the same for many."""

ROOT = 14061800
"""Root of the seeds of these games, which no finding rests on."""


def behaviour(game: Game[Any], players: Sequence[str], games: int = GAMES) -> str:
    """Return a hash, 16 hexadecimal digits, of what players decide in a scenario's first games.

    It is the same on every machine and every Python as long as the same moves are chosen. If
    somebody builds a tree, one game is played, with 16 playouts at most, so that the strongest can
    be asked every day. Raise PlayerError if one depends on the clock, or there is no such player.
    """
    return behaviour_of(runner_of(game, [_quick(name, game) for name in players]), games)


def behaviour_by(game: Game[Any], mixture: Mixture) -> str:
    """Return the hash of what ``policy`` decides by a mixture of nets."""
    player = EnginePlayer(game, PolicyKind.LEARNED, TEMPERATURE)
    player.mixture = mixture
    return behaviour_of(compiled_runner(game, [player] * len(game.seats)))


def _quick(name: str, game: Game[Any]) -> str:
    """Return the name of a player with few playouts, for one with many."""
    if getattr(make_player(name, game), "seconds", None):
        raise PlayerError(f"{name}: depends on the clock: expected playouts")
    nodes = playouts(name, game)
    return re.sub(rf"(?<=[:=]){nodes}\b", str(NODES), name, count=1) if nodes > NODES else name


def playouts(name: str, game: Game[Any]) -> int:
    """Return how many playouts a player makes for a move, 0 if he builds no tree."""
    return getattr(make_player(name, game), "playouts", None) or 0


def behaviour_of(runner: BatchRunner, games: int = GAMES) -> str:
    """Return the hash of what is decided in the first games that something plays."""
    digest, games = hashlib.sha256(), games if runner.chunk > 1 else THOUGHT
    for first in range(0, games, runner.chunk):
        numbers = range(first, min(first + runner.chunk, games))
        results, log = runner.play([game_seed(ROOT, number) for number in numbers], logged=True)
        for moves, winner in zip(log, results["winner"], strict=True):
            digest.update(np.array([len(moves), winner, *moves], "<i8").tobytes())
    return digest.hexdigest()[:LENGTH]
