"""The engine's invariants in words."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from marengo.core.engine import bulk
from marengo.games.marengo.rules.vocabulary import Side

if TYPE_CHECKING:
    from marengo.games.marengo.state import MarengoState

Words = Mapping[int, tuple[Callable[[int], str], str]]
"""By problem: function that names its place, and what is wrong there."""


def locality_name(number: int) -> str:
    """Return what problems call a locality."""
    return f"locality {number}"


def side_name(side: int) -> str:
    """Return what problems call a side."""
    return Side(side).name.title()


def listed_problems(state: "MarengoState", words: Words) -> list[str]:
    """Return everything unsound in a position, with where it is; empty if it is sound."""
    works = state.game.workspace()
    bulk.problems_of(state.game.tables, state._record, works)
    w = works[0]
    problems = []
    for number in range(int(w["problem_count"])):
        name, text = words[int(w["problem"][number])]
        problems.append(f"{name(int(w['problem_where'][number]))}: {text}")
    return problems
