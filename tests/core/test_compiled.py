"""Compiled code never outlives its sources, and primitives find the game that is meant."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import marengo
from marengo.core.engine.compiled import COMPILES, compiled, room_of, version_of
from marengo.core.engine.dispatch import implement, optional, primitive
from marengo.core.engine.record import Int8, Record

PACKAGE = Path(marengo.__file__).parent

ROOMS = sorted(
    ".".join(path.parent.relative_to(PACKAGE.parent).parts)
    for path in PACKAGE.rglob("__init__.py")
    if "STANDS_ON" in path.read_text(encoding="utf-8")
)


def imports_of(room: str) -> Iterator[str]:
    """Yield the modules that the files of a room import."""
    for path in (PACKAGE.parent / room.replace(".", "/")).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield from (f"{node.module}.{one.name}" for one in node.names)


def test_there_are_rooms() -> None:
    assert {"marengo.core.engine", "marengo.games.marengo.rules"} < set(ROOMS)
    assert room_of("marengo.games.triomphe.rules.march") == "marengo.games.triomphe.rules"
    assert room_of("__main__") is None


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_names_all_that_it_stands_on(room: str) -> None:
    """Else a change of what it calls would leave old machine code in the cache."""
    used = {other for name in imports_of(room) for other in ROOMS if name.startswith(f"{other}.")}
    assert used - {room} <= set(import_module(room).STANDS_ON)


@pytest.mark.parametrize("game", ["bonaparte", "triomphe"])
def test_what_the_core_calls_makes_another_type_when_it_changes(game: str) -> None:
    """Functions that see no ground of a player bear the version of the rules alone."""
    table = import_module(f"marengo.games.{game}.primitives").PRIMITIVES
    thoughts = {one.__name__ for one, own in table.items() if "policy" in own.__module__}
    given = {"score_moves", "move_features", "position_features", "write_sights"}  # the ground
    within = {"morale", "actions", "purpose", "group_goal", "margin"}  # of move_features alone
    assert thoughts == given | within
    for record in ("rules.state.State", "policy.ground.Ground"):
        module, _, name = f"marengo.games.{game}.{record}".rpartition(".")
        kind: type[Record] = getattr(import_module(module), name)
        assert (kind.dtype().names or ())[-1] == f"version_{version_of(room_of(module) or '')}"


def in_copy(folder: Path, program: str, cache: Path | None = None) -> str:
    """Run a program with the copy of the package in a folder, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    if cache is not None:
        environment |= dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"), str(cache))
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package and its data."""
    folder = tmp_path / "copy"
    for name in ("marengo", "data"):
        shutil.copytree(PACKAGE.parent / name, folder / name)
    return folder


def edit(folder: Path, old: str, new: str) -> None:
    """Change a rule of Triomphe in a copy."""
    path = folder / "marengo" / "games" / "triomphe" / "rules" / "sequence.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


VERSIONS = f"""
from marengo.core.engine.compiled import version_of
for room in {ROOMS!r}:
    print(room, version_of(room))
"""


def test_an_edit_of_one_game_changes_that_game_alone(copied: Path) -> None:
    before = dict(line.split() for line in in_copy(copied, VERSIONS).splitlines())
    assert before == {room: version_of(room) for room in ROOMS}
    edit(copied, "s.orders = 0", "s.orders = 1")
    after = dict(line.split() for line in in_copy(copied, VERSIONS).splitlines())
    changed = {room for room in ROOMS if before[room] != after[room]}
    assert changed == {"marengo.games.triomphe.rules", "marengo.games.triomphe.policy"}


ORDERS = "import marengo; print(marengo.load('triomphe').start(0).orders)"


@pytest.mark.release
def test_an_edited_rule_is_played_at_once(copied: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert in_copy(copied, ORDERS, cache) == "3\n"
    edit(copied, "s.orders = t.orders_per_turn", "s.orders = 1")
    assert in_copy(copied, ORDERS, cache) == "1\n"


class One(Record):
    first: Int8


class Other(Record):
    second: Int8


class Like(Record):
    first: Int8


@primitive
def named(t: Record, s: Record) -> int:  # type: ignore[empty-body]
    """Return a number."""


@optional
def doubled(t: Record, s: Record, number: int) -> int:  # noqa: ARG001
    """Return twice a number."""
    return 2 * number


def test_a_primitive_is_that_of_the_record() -> None:
    implement(One, {named: lambda *_: 1})
    implement(Other, {named: lambda *_: 2, doubled: lambda *_: 0})
    t, one, other = (kind.array()[0] for kind in (One, One, Other))
    assert (named(t, one), named(t, other)) == (1, 2)
    assert (doubled(t, one, 4), doubled(t, other, 4)) == (8, 0)
    assert named(One(), Other()) == 2
    with pytest.raises(NotImplementedError, match="named: not implemented for tests"):
        named(t, Like())


def test_records_that_cannot_be_told_apart_are_refused() -> None:
    implement(One, {doubled: lambda *_: 1})
    with pytest.raises(ValueError, match=r"Like and .*One have the same fields"):
        implement(Like, {doubled: lambda *_: 3})


@compiled
def half(number: int) -> int:
    """Return half of a number."""
    return number // 2


def test_python_may_call_what_has_no_wrapper() -> None:
    """It runs uncompiled; into machine code there is no way."""
    assert half(9) == 4
    assert COMPILES is hasattr(half, "py_func")
    assert np.int64(half(8)) == 4


GAMES_WORDS = re.compile(
    r"austria|french|france|triomphe|bonaparte|\b(?:locality|localities|approach|discs?)\b|\b[TB]-\d",
    re.IGNORECASE,
)


def test_the_core_speaks_of_no_game() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {word}"
        for path in (PACKAGE / "core").rglob("*.py")
        for word in GAMES_WORDS.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []
