"""Outcomes of fights, and measures of how good they are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from marengo.core.errors import did_you_mean

Role = Literal["attacker", "defender"]

ATTACKER, DEFENDER = 0, 1

Value = tuple[int, ...]
"""The value of an outcome for the attacker, compared part by part; the defender minimises it."""


@dataclass(frozen=True, slots=True)
class FightOutcome:
    """The outcome of a fight; pairs are attacker, defender.

    Parameters
    ----------
    winner : str
        ``"attacker"`` if the defence locality is lost, else ``"defender"``.
    lost : (int, int)
        Strength points lost, in the attack and in the retreat that follows it.
    morale : (int, int)
        Change of morale: points (B-13.1) or discs of the level (T-18.1); 0 or less.
    committed : (int, int)
        Discs committed to places by it (T-18.7); always 0 in Basic.
    over : bool
        Whether the loser's army is demoralised and the game over (T-18.4).
    left : (str, str)
        The pieces left, such as ``"I2 C2"``.
    """

    winner: Role
    lost: tuple[int, int]
    morale: tuple[int, int]
    committed: tuple[int, int]
    over: bool
    left: tuple[str, str]

    @property
    def won(self) -> bool:
        """True if the attacker has won."""
        return self.winner == "attacker"


NOTHING: Final = FightOutcome("defender", (0, 0), (0, 0), (0, 0), False, ("", ""))
"""The outcome of not attacking."""


Criterion = Callable[[FightOutcome], int]

_CRITERIA: Final[Mapping[str, Criterion]] = {
    "game": lambda outcome: (1 if outcome.won else -1) if outcome.over else 0,
    "border": lambda outcome: int(outcome.won),
    "morale": lambda outcome: outcome.morale[ATTACKER] - outcome.morale[DEFENDER],
    "strength": lambda outcome: outcome.lost[DEFENDER] - outcome.lost[ATTACKER],
    "committed": lambda outcome: outcome.committed[DEFENDER] - outcome.committed[ATTACKER],
    "free": lambda outcome: _CRITERIA["morale"](outcome) + _CRITERIA["committed"](outcome),
}
"""Criteria of an outcome; higher is better for the attacker."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Aim of a fight: the attacker wants as much of it as he can, the defender as little.

    Parameters
    ----------
    words : str
        In words, for a reader.
    criteria : tuple of callable
        What counts, the weightiest first; each returns a whole number from an outcome, higher
        being better for the attacker.
    """

    words: str
    criteria: tuple[Criterion, ...]

    def value(self, outcome: FightOutcome) -> Value:
        """Return how good an outcome is for the attacker."""
        return tuple(criterion(outcome) for criterion in self.criteria)


def _measure(words: str, *criteria: str) -> Measure:
    return Measure(words, tuple(_CRITERIA[name] for name in criteria))


# Losing the game outright is worse than anything (T-18.4), and what is otherwise equal is decided
# by what is left, so that no side gives anything away.
MEASURES: Final[Mapping[str, Measure]] = {
    "border": _measure(
        "the border first, then morale, then strength",
        *("game", "border", "morale", "strength", "committed"),
    ),
    "morale": _measure(
        "morale first, then the border, then strength",
        *("game", "morale", "border", "strength", "committed"),
    ),
    "strength": _measure(
        "strength first, then the border, then morale",
        *("game", "strength", "border", "morale", "committed"),
    ),
    "free morale": _measure(
        "free morale first: discs committed count as lost; then the border, then strength",
        *("game", "free", "border", "strength", "morale"),
    ),
}
"""The measures by name; they differ in the order of their criteria."""


def find_measure(measure: str | Measure) -> Measure:
    """Return a measure by name; a measure as it is."""
    if isinstance(measure, Measure):
        return measure
    if measure not in MEASURES:
        names = ", ".join(repr(name) for name in MEASURES)
        meant = did_you_mean(measure, MEASURES)
        raise ValueError(f"measure: expected {names} or a Measure, not {measure!r}{meant}")
    return MEASURES[measure]
