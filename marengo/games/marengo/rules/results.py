"""How games of a batch ended, and the problems that a position may have."""

from typing import Annotated

import numpy as np

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Int8, Int32, Record
from marengo.games.marengo.rules.position import PROBLEMS, Workspace


class Result(Record):
    """Result of one game; each ruleset adds what only it knows."""

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
    number = w.problem_count
    if number < PROBLEMS:
        w.problem[number] = problem
        w.problem_where[number] = where
        w.problem_count = number + 1
