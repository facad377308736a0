"""What must be the same for games to belong to one run: our code, and every player's."""

import hashlib
import inspect
import platform
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import numba

from marengo.core.engine.compiled import version_of_modules
from marengo.core.errors import MarengoError
from marengo.core.files import MOST_WEIGHTS, read_bytes
from marengo.core.game import Game
from marengo.core.players import make_player
from marengo.core.players.nets import net_file
from marengo.core.players.registry import contestant_of
from marengo.core.records import scenario_hash
from marengo.lab import sources
from marengo.lab.frames import save_text
from marengo.lab.sources import (
    code_text,
    game_modules,
    game_sources,
    sources_hash,
    study_sources,
)
from marengo.paths import cache_path

__all__ = ["changed_field", "code_hash", "fingerprints", "game_fingerprint", "player_fingerprint"]

MAIN = ("__main__", "__mp_main__")
"""The module of a script or notebook, and how a process calls it that a script has begun."""

FILES = ("weights",)
"""Parameters of players that name a file, which decides how they play."""

LENGTH = 16
"""Hexadecimal digits of a fingerprint."""

Fingerprints = dict[str, Any]


def fingerprints(
    games: Iterable[Game[Any]], players: Mapping[str, Game[Any]], observed: bool = False
) -> Fingerprints:
    """Return the fingerprints of all that decides the rows of a run beside its plan.

    ``players`` has, for each as named, a game that it can play; if ``observed``, what watches games
    counts. ``weights`` in the result are the SHA-256 of the files with what was learned beside
    those of scenarios, by the hash of the scenario.
    """
    games = list(games)
    kinds = {game.name: type(game) for game in games}
    beside = {scenario_hash(game): game.weights_file for game in games if game.weights_file}
    return {
        "code": {name: game_fingerprint(kind, observed) for name, kind in kinds.items()},
        "players": {name: player_fingerprint(name, game) for name, game in players.items()},
        "weights": {scenario: _sum_of(path) for scenario, path in beside.items()},
    }


def _sum_of(path: Path) -> str:
    """Return the SHA-256 of a file; of one that is not there, as on another machine, nothing."""
    if not path.is_file():
        return ""
    return hashlib.sha256(read_bytes(path, MarengoError, MOST_WEIGHTS)).hexdigest()


def game_fingerprint(game: type[Game[Any]], observed: bool = False) -> str:
    """Return what identifies the code of a game and of our players, and what watches it if so."""
    files = game_sources(game) + (study_sources(game) if observed else [])
    unfiled = [
        module.__name__ for module in game_modules(game) if not getattr(module, "__file__", None)
    ]
    own = f"-{version_of_modules(unfiled)}" if unfiled else ""  # of a notebook
    return code_hash(files) + own


def code_hash(paths: Iterable[Path]) -> str:
    """Return :func:`sources_hash` of files, kept for the next time they are the same bytes.

    To read what code means takes a third of a second; to see that not a byte changed, nothing.
    """
    files = list(paths)
    digest = hashlib.sha256(f"{platform.python_version()} {numba.__version__}".encode())
    for path in (Path(sources.__file__), *files):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)} ".encode() + content)
    cache_file = cache_path() / "sources" / digest.hexdigest()[:LENGTH]
    try:
        cached = cache_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        cached = ""
    if cached == _with_sum(cached[:LENGTH]):
        return cached[:LENGTH]
    fresh = sources_hash(files)
    try:
        cache_file.parent.mkdir(parents=True, exist_ok=True)
        save_text(_with_sum(fresh), cache_file)
    except (OSError, MarengoError):
        return fresh  # a folder that nobody may write to only costs time
    return fresh


def _with_sum(text: str) -> str:
    """Return a text and its SHA-256, so that a file that was damaged is not believed."""
    return f"{text} {hashlib.sha256(text.encode()).hexdigest()}"


def player_fingerprint(text: str, game: Game[Any]) -> dict[str, str | None]:
    """Return what identifies a player as named; ``game`` is one that it can play.

    ``code`` is of its class and all that this derives from, None if no source is to be had; of a
    contestant, which is named by its code, the SHA-256 of this. Each parameter that names a file
    (:data:`FILES`) adds what the file says.
    """
    contestant = contestant_of(text)
    if contestant is not None:
        return {"code": _sum_of(contestant.path)[:LENGTH]}
    _, _, rest = text.partition(":")
    parameters = dict(part.partition("=")[::2] for part in rest.split(",")) if rest else {}
    named = {key: net_file(game, parameters[key]) for key in FILES if key in parameters}
    files = {key: path for key, path in named.items() if path.is_file()}
    return {
        "code": _code_of(type(make_player(text, game))),
        **{key: sources_hash([path]) for key, path in files.items()},
    }


def _code_of(player: type) -> str | None:
    """Return the fingerprint of a class and of those it derives from, but for Python's own."""
    texts = [
        _class_text(base)
        for base in player.__mro__
        if base.__module__.partition(".")[0] not in sys.stdlib_module_names
    ]
    if not all(texts):
        return None
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:LENGTH]


def _class_text(player: type) -> str:
    """Return what a class means; with all that its module helps it with, if that is a file."""
    module = sys.modules.get(player.__module__)
    try:
        if player.__module__ not in MAIN and module and module.__file__:
            return code_hash([Path(module.__file__)])
        return code_text(dedent(inspect.getsource(player)))
    except (OSError, TypeError, SyntaxError, UnicodeDecodeError):
        return _text_of_methods(player)


def _text_of_methods(player: type) -> str:
    """Return what the methods of a class mean: of a notebook, Python finds no more than these."""
    methods = [method for method in vars(player).values() if inspect.isfunction(method)]
    try:
        return "\n".join(code_text(dedent(inspect.getsource(method))) for method in methods)
    except (OSError, SyntaxError):
        return ""


def changed_field(before: Mapping[str, Any], now: Mapping[str, Any]) -> str | None:
    """Return the first field in which two tables differ, tables in them included; None if none.

    >>> changed_field({"players": {"rule": {"code": "a"}}}, {"players": {"rule": {"code": "b"}}})
    'players.rule.code'
    """
    for name in sorted({*before, *now}):
        old, new = before.get(name), now.get(name)
        if old != new:
            if isinstance(old, Mapping) and isinstance(new, Mapping):
                return f"{name}.{changed_field(old, new)}"
            return name
    return None
