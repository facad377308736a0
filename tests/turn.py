"""What a check plays of cases that are alike: one in turn, or all where everything is checked.

``./lab test full`` sets ``MARENGO_CHECK=full``. Which one an ordinary check plays comes from the
commit, so that everybody who checks it plays the same, and the next commit another.
"""

import os
import subprocess
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parent.parent


def is_full() -> bool:
    """Return whether everything is checked."""
    return os.environ.get("MARENGO_CHECK") == "full"


@cache
def turn() -> int:
    """Return a number that belongs to the commit; 0 where there is none."""
    asked = ["git", "rev-parse", "--verify", "--quiet", "HEAD"]
    try:
        done = subprocess.run(asked, cwd=ROOT, check=False, capture_output=True, text=True)
    except OSError:
        return 0
    return int(done.stdout or "0", 16)


def in_turn(cases: Iterable[T], kind: Callable[[T], Hashable] = lambda _: "") -> list[T]:
    """Return all cases where everything is checked, else one of each kind."""
    kinds: dict[Hashable, list[T]] = {}
    for case in cases:
        kinds.setdefault(kind(case), []).append(case)
    if is_full():
        return [case for alike in kinds.values() for case in alike]
    return [alike[turn() % len(alike)] for alike in kinds.values()]
