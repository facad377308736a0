"""The fingerprint of all that decides a game beside its scenario and seed."""

import ast
import hashlib
import json
import sys
import tomllib
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numba

from marengo.core.engine.compiled import room_of
from marengo.core.errors import MarengoError
from marengo.core.files import MOST_WEIGHTS, read_bytes
from marengo.core.game import Game
from marengo.paths import data_path

__all__ = ["code_text", "game_modules", "game_sources", "sources_hash", "study_sources"]

BESIDE = {"study", "screen", "commands"}
"""Folders and modules of a game with what only counts or shows games."""

WATCHING = ("engine/*.py", "watching.py", "columns.py")
"""Modules in the package ``study`` of a game that count what happens while it is watched."""

PLAYED_BY = ("playing.py", "simulate.py")
"""Modules of this room that decide how a game goes."""


def game_modules(game: type[Game[Any]]) -> list[ModuleType]:
    """Return the modules of a game's class, of those it derives from, and of its engine.

    With the rooms that the engine's modules say they stand on (``STANDS_ON``).
    """
    parts = (*game.__mro__, game.engine.state, *game.engine.primitives.values())
    names = {part.__module__ for part in parts}
    rooms = {room for name in names if (room := room_of(name))}
    names |= {name for room in rooms for name in import_module(room).STANDS_ON}
    return [
        import_module(name)
        for name in sorted(names)
        if name.partition(".")[0] not in sys.stdlib_module_names
    ]


def game_sources(game: type[Game[Any]]) -> list[Path]:
    """Return the files that decide a game beside its scenario: its code, and data of players.

    Its code is what lies in the packages of its modules, but for :data:`BESIDE`.
    """
    files = {Path(__file__).parent / name for name in PLAYED_BY}
    modules = {module.__file__: module for module in game_modules(game) if _has_file(module)}
    files |= {Path(str(path)) for path, module in modules.items() if not module.__package__}
    for folder in {
        Path(str(path)).parent for path, module in modules.items() if module.__package__
    }:
        files |= {
            source
            for source in folder.rglob("*.py")
            if not BESIDE & {Path(part).stem for part in source.relative_to(folder).parts}
        }
    files |= {path for path in data_path("players").rglob("*") if path.is_file()}
    return sorted(files)


def _has_file(module: ModuleType) -> bool:
    return getattr(module, "__file__", None) is not None


def study_sources(game: type[Game[Any]]) -> list[Path]:
    """Return the files that count what happens in a game while it is watched."""
    spec = find_spec(game.study_module) if game.study_module else None
    if spec is None or spec.origin is None:
        return []
    first = Path(spec.origin)
    forms = WATCHING if first.parent.name == "study" else ()
    return sorted({first, *(path for form in forms for path in first.parent.glob(form))})


def sources_hash(paths: Iterable[Path]) -> str:
    """Return the fingerprint of what decides a game: what files mean, and the version of Numba.

    A player who was changed must not be judged by games of the old one. A comment or docstring
    changes nobody, and hours of games must not be lost by correcting it. Nor does it matter where
    files lie, so that a checkout and an installed package agree.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for content in sorted(path.name.encode() + _meaning(path) for path in paths):
        digest.update(content)
    return digest.hexdigest()[:16]


def _meaning(path: Path) -> bytes:
    """Return a file without what only people read, as far as its kind is known."""
    content = read_bytes(path, MarengoError, MOST_WEIGHTS)  # of ours and of people's
    if path.suffix == ".py":
        return code_text(content.decode()).encode()
    if path.suffix == ".toml":
        return json.dumps(tomllib.loads(content.decode()), sort_keys=True).encode()
    return content


def code_text(source: str) -> str:
    """Return Python code as a text that neither comments nor docstrings nor layout can change.

    Empty lists of the syntax tree and empty texts in f-strings are left out, as versions of Python
    differ in which they have.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name, value in list(ast.iter_fields(node)):
            if isinstance(value, list):
                if meaningful := [part for part in value if not _says_nothing(node, part)]:
                    setattr(node, name, meaningful)
                else:
                    delattr(node, name)
    return ast.dump(tree)


def _says_nothing(node: ast.AST, part: object) -> bool:
    """Return whether a part is a docstring or the like, or an empty text in an f-string."""
    if isinstance(node, ast.JoinedStr):
        return isinstance(part, ast.Constant) and part.value == ""
    return (
        isinstance(part, ast.Expr)
        and isinstance(part.value, ast.Constant)
        and isinstance(part.value.value, str)
    )
