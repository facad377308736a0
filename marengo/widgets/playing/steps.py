"""The decisions of a game, as they were taken."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from marengo.core.engine.record import first
from marengo.core.engine.search.primitives import has_learned
from marengo.core.move import Move
from marengo.core.players import Thought
from marengo.core.state import State
from marengo.core.uncompiled import call_python

Names = Mapping[Any, str]
"""The player of each seat."""


@dataclass(frozen=True)
class Transition:
    """A decision as it was taken."""

    side: Any  # the seat that decided
    before: Any
    after: Any  # what followed without a choice included
    moves: tuple[Move, ...]  # the move, or those that together are one decision
    thought: Thought | None = None  # what a search found before

    @property
    def forced(self) -> bool:
        """True if nothing else was allowed."""
        return len(self.moves) == 1 and len(self.before.legal_moves()) == 1


def step_between(before: State, after: State, thought: Thought | None = None) -> Transition:
    """Return the decision that leads from one position to another."""
    return Transition(before.to_move, before, after, after.moves[len(before.moves) :], thought)


def steps_of(positions: Sequence[State]) -> list[Transition]:
    """Return the decisions that lead from position to position."""
    return [step_between(before, after) for before, after in pairwise(positions)]


def is_open(state: State, sides: Iterable[Any]) -> bool:
    """Return whether all of some seats may look on at this decision, whatever the answer."""
    return not any(map(state.hides, sides))


def revealed(step: Transition) -> bool:
    """Return whether a decision may have revealed to its side what was hidden from it."""
    before, after = (state.record.reshape(1) for state in (step.before, step.after))
    return bool(call_python(has_learned, step.after.game, after, first(before)))
