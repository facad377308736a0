"""Compiling what games are played by, before somebody waits for it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from filelock import FileLock
from numba.core import event
from tqdm.auto import tqdm

from marengo.core.engine.policy import Nothing
from marengo.core.game import Game
from marengo.core.players import ask, default_player
from marengo.core.state import Chance
from marengo.paths import cache_path

BAR = "{desc}: {n}/{total}|{bar}| {elapsed}{postfix}"

DECISIONS = 12
"""Number of decisions played: by then a search has also reused what it thought before."""


def compile_game(game: Game[Any], progress: bool = True) -> None:
    """Compile what a game is played by on the screen, and keep it, unless that was done.

    Another process that does the same is waited for.
    """
    parts = _parts_of(game)
    bar = tqdm(total=len(parts), bar_format=BAR, disable=not progress, dynamic_ncols=True)
    with _alone(game), bar, event.install_listener("numba:compile", _Teller(bar)):
        for part, compile_it in parts.items():
            bar.set_description(f"Compiling {game.title}, {part}")
            compile_it()
            bar.update()
        bar.set_postfix_str("compiled")


def _alone(game: Game[Any]) -> AbstractContextManager[object]:
    """Wait for who compiles the same game; where no lock can be had, nothing can be kept either."""
    try:
        return FileLock(cache_path() / f"compiling-{game.name}.lock").acquire()
    except OSError:
        return nullcontext()


def _parts_of(game: Game[Any]) -> Mapping[str, Callable[[], None]]:
    """Return what is compiled, in the order in which a first game needs it."""
    players = {"the player that has learned": default_player(game)}
    if game.engine.weights is not Nothing:
        players["rules of thumb"] = "rule"
    players["the player that thinks ahead"] = "search:playouts=8"
    parts: dict[str, Callable[[], None]] = {"the rules": lambda: _play(game, "")}
    return parts | {
        part: lambda player=player: _play(game, player) for part, player in players.items()
    }


def _play(game: Game[Any], player: str) -> None:
    """Play the first decisions of a game, by a player or by the first legal move."""
    state = game.start(0)
    for number in range(DECISIONS):
        if state.is_over:
            return
        if state.to_move is Chance.CHANCE:
            state.draw(number)
            continue
        state.view(state.to_move)
        state.play(ask(state, player, number).move if player else state.legal_moves()[0])


class _Teller(event.Listener):
    """Listener that shows on a bar which function is being compiled."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def on_start(self, compiled: Any) -> None:
        """Name it."""
        self._bar.set_postfix_str(compiled.data["dispatcher"].py_func.__name__)

    def on_end(self, compiled: Any) -> None:
        """Say nothing: another one goes on, or begins."""
