"""A decision in one row: what is asked, by which rules, and what may be answered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marengo.core.asking import Question


def _no_facts(_: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class FieldQuestion(Question):
    """A decision on the field; names in braces in its question are facts of the position."""

    rules: str  # statements that it rests on
    reason: str  # what these say in short
    context: Callable[[Any], dict[str, Any]] = _no_facts  # facts of a position, by name
    given: bool = False  # true if it is about a piece that is given, and none is picked
    names: bool = False  # true if it says who fights or who leads, and not how
