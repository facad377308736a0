"""A decision in one row: what is asked, by which rules, and what may be answered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marengo.games.marengo.rules.moves import MoveKind


def _no_facts(_: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Node:
    """A decision.

    Parameters
    ----------
    question : str
        What is asked, with names in braces for facts of the position.
    rules, reason : str
        The statements that it rests on, and what these say in short.
    moves : tuple of MoveKind
        The kinds of move that answer it.
    lister : callable, optional
        The rule that lists its legal moves.
    allowed : str
        What is legal, where nothing else is found against a move.
    context : callable
        Returns the facts of a position that the decision is about, by name.
    given : bool
        Whether it is about a piece that is given, and none is picked.
    names : bool
        Whether it says who fights or who leads, and not how.
    """

    question: str
    rules: str
    reason: str
    moves: tuple[MoveKind, ...] = ()
    lister: Callable[..., None] | None = None
    allowed: str = ""
    context: Callable[[Any], dict[str, Any]] = _no_facts
    given: bool = False
    names: bool = False
