"""The fingerprint of all that decides a game beside its scenario and seed."""

import ast
import hashlib
import json
import tomllib
from collections.abc import Iterable
from pathlib import Path

import numba

from marengo.paths import data_path

__all__ = ["code_text", "game_sources", "sources_hash", "study_sources"]

ROOMS = ("core", "games")
"""Parts of the package that decide how a game goes, but for :data:`BESIDE`."""

BESIDE = {"study", "screen", "commands"}
"""Folders and modules of a game with what only counts or shows games."""

WATCHING = ("study/engine/*.py", "study/watching.py", "study/columns.py")
"""Modules of a game that count what happens while a game is watched."""

PLAYED_BY = ("playing.py", "simulate.py")
"""Modules of this room that decide how a game goes."""


def game_sources() -> list[Path]:
    """Return the files that decide a game beside its scenario: our code, and data of players."""
    package = Path(__file__).parent.parent
    files = [
        path
        for room in ROOMS
        for path in sorted((package / room).rglob("*.py"))
        if not BESIDE & {Path(part).stem for part in path.relative_to(package).parts}
    ]
    files += [package / "lab" / name for name in PLAYED_BY]
    return files + [path for path in sorted(data_path("players").rglob("*")) if path.is_file()]


def study_sources() -> list[Path]:
    """Return the files that count what happens in games."""
    folder = Path(__file__).parent.parent / "games"
    return sorted(path for form in WATCHING for path in folder.glob(f"*/{form}"))


def sources_hash(paths: Iterable[Path]) -> str:
    """Return the fingerprint of what decides a game: what files mean, and the version of Numba.

    A player who was changed must not be judged by games of the old one. A comment or docstring
    changes nobody, and hours of games must not be lost by correcting it.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(path.name.encode() + _meaning(path))
    return digest.hexdigest()[:16]


def _meaning(path: Path) -> bytes:
    """Return a file without what only people read, as far as its kind is known."""
    content = path.read_bytes()
    if path.suffix == ".py":
        return code_text(content.decode()).encode()
    if path.suffix == ".toml":
        return json.dumps(tomllib.loads(content.decode()), sort_keys=True).encode()
    return content


def code_text(source: str) -> str:
    """Return Python code as a text that neither comments nor docstrings nor layout can change.

    Empty lists of the syntax tree are left out, as versions of Python differ in which they have.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name, value in list(ast.iter_fields(node)):
            if isinstance(value, list):
                if kept := [part for part in value if not _is_docstring(part)]:
                    setattr(node, name, kept)
                else:
                    delattr(node, name)
    return ast.dump(tree)


def _is_docstring(part: object) -> bool:
    """Whether a statement is a text alone: a docstring, or one that tells of an attribute."""
    return (
        isinstance(part, ast.Expr)
        and isinstance(part.value, ast.Constant)
        and isinstance(part.value.value, str)
    )
