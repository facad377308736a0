"""The decisions of a game, and which of them may be undone: those that revealed nothing."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import SLOTS, Side
from marengo.screens.marengo.play.options import beyond, is_enemy
from marengo.widgets.playing.steps import Transition, step_between

FINAL = frozenset(
    [
        *("attack", "assault", "complete", "aim", "target", "respond", "send", "lead"),
        *("fire", "hit", "counter", "strike", "pursue"),
    ]
)
"""Verbs that the other side answers, if only by having no answer, which it need not tell
(T-22.14, B-17.15)."""


def steps_of(positions: Sequence[Any]) -> list[Transition]:
    """Return the decisions that lead from position to position; a group is one of them."""
    first, *rest = positions
    whole = [first, *(state for state in rest if state.decision != Decision.JOIN)]
    if rest and rest[-1].decision == Decision.JOIN:
        whole.append(rest[-1])
    return [step_between(before, after) for before, after in pairwise(whole)]


def revealed(step: Transition) -> bool:
    """Return whether a decision revealed something to its side.

    It did if the enemy had to answer, or if some enemy piece was moved, reduced, or shown.
    """
    return _answered(step) or any(_changed(step, slot) for slot in _slots(step.side.enemy))


def _answered(step: Transition) -> bool:
    state = step.before.copy()
    for move in step.moves:
        verb, *words = str(move).split()
        if verb in FINAL or (verb == "cross" and is_enemy(state, beyond(words[0]))):
            return True
        state.play(move)
    return False


def _slots(side: Side) -> range:
    return range(side * SLOTS, (side + 1) * SLOTS)


def _changed(step: Transition, slot: int) -> bool:
    """Return whether an enemy piece changed, or has fewer candidates than before."""
    old, new = step.before.record, step.after.record
    if old["place"][slot] != new["place"][slot] or old["strength"][slot] != new["strength"][slot]:
        return True
    return bool(int(old["candidates"][slot]) & ~int(new["candidates"][slot]))
