"""How games of a batch ended, and the defects that the hunt for them finds."""

from enum import IntEnum
from typing import Annotated

import numpy as np

from marengo.rules.compiled import compiled, int64
from marengo.rules.records import Int8, Int32, Record
from marengo.rules.shared.position import PROBLEMS, Workspace

MOST_DECISIONS = 20_000
"""Bound of a game's length: in each of 32 turns every piece acts a few times at most."""


class Defect(IntEnum):
    """What is wrong with a game."""

    NONE = 0
    DEAD_END = 1  # a decision without legal moves
    TOO_LONG = 2  # more than MOST_DECISIONS decisions
    UNSOUND = 3  # a position that cannot be
    CREATED = 4  # discs, morale or strength out of nothing
    OVERFLOW = 5  # more legal moves than the list holds
    COUNTS = 6  # counts that disagree with the position


class Result(Record):
    """How one game ended; each ruleset adds what only it knows."""

    winner: Int8  # side
    victory: Int8  # Victory
    last_round: Int8  # hour
    defect: Int8  # Defect
    decisions: Int32  # real choices made
    level: Annotated[list[int], np.int16, 2]  # discs (T-18.1) or points (B-13.1) at the end
    lost: Annotated[list[int], np.int16, 2]  # strength points lost


@compiled
def report(w: Workspace, problem: int, where: int) -> None:
    """Add to the workspace's list what cannot be in a position, and where it is."""
    number = int64(w.problem_count)
    if number < PROBLEMS:
        w.problem[number] = problem
        w.problem_where[number] = where
        w.problem_count = number + 1
