"""What the fields of scenarios are called, in which unit, and by which rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Term:
    """A field of scenarios in words."""

    words: str  # what it is called; ``{0}`` stands for the last part of its path
    unit: str = ""  # of numbers: "hour", or a word to stand behind them
    rule: str = ""  # statement of the rulebook that it bends
    between: str = ": "  # between the words and the value
    absent: Any = None  # value where it is not stated, if that is known

    def line(self, key: str, new: Any, old: Any) -> str:
        """Return the difference between two values in words."""
        start, rule = self.words.format(key) + self.between, f" ({self.rule})" if self.rule else ""
        if new is None:
            return f"no more: {start}{self._shown(old)}{rule}"
        instead = "" if old is None else f" instead of {self._shown(old)}"
        return f"{start}{self._shown(new)}{instead}{rule}"

    def filled(self, value: Any) -> Any:
        """Return a value, or what it is where it is not stated."""
        return self.absent if value is None else value

    def _shown(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.unit == "hour":
            return f"{value}:00"
        return f"{value} {self.unit}".strip()


Terms = Mapping[str, Term]
"""Fields by their path; ``*`` is any last part."""
