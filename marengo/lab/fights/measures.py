"""What comes out of a fight, and what "best" means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

Role = Literal["attacker", "defender"]

ROLES: Final[tuple[Role, Role]] = ("attacker", "defender")
ATTACKER, DEFENDER = 0, 1

Value = tuple[int, ...]
"""How good an outcome is for the attacker, compared part by part; the defender wants the least."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes out of a fight; pairs are attacker, defender.

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
        """Whether the attacker has won."""
        return self.winner == "attacker"


NOTHING: Final = Outcome("defender", (0, 0), (0, 0), (0, 0), False, ("", ""))
"""What comes out of not attacking."""


def _game(outcome: Outcome) -> int:
    return (1 if outcome.won else -1) if outcome.over else 0


def _border(outcome: Outcome) -> int:
    return int(outcome.won)


def _morale(outcome: Outcome) -> int:
    return outcome.morale[ATTACKER] - outcome.morale[DEFENDER]


def _strength(outcome: Outcome) -> int:
    return outcome.lost[DEFENDER] - outcome.lost[ATTACKER]


def _committed(outcome: Outcome) -> int:
    return outcome.committed[DEFENDER] - outcome.committed[ATTACKER]


def _free(outcome: Outcome) -> int:
    return _morale(outcome) + _committed(outcome)


Criterion = Callable[[Outcome], int]


@dataclass(frozen=True, slots=True)
class Measure:
    """What the two sides want, the attacker as much of it as he can, the defender as little.

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

    def value(self, outcome: Outcome) -> Value:
        """Return how good an outcome is for the attacker."""
        return tuple(criterion(outcome) for criterion in self.criteria)


# Losing the game outright is worse than anything (T-18.4), and all that is alike otherwise is told
# apart by what is left, so that no side gives anything away.
MEASURES: Final[Mapping[str, Measure]] = {
    "border": Measure(
        "the border first, then morale, then strength",
        (_game, _border, _morale, _strength, _committed),
    ),
    "morale": Measure(
        "morale first, then the border, then strength",
        (_game, _morale, _border, _strength, _committed),
    ),
    "strength": Measure(
        "strength first, then the border, then morale",
        (_game, _strength, _border, _morale, _committed),
    ),
    "free morale": Measure(
        "free morale first: discs committed count as lost; then the border, then strength",
        (_game, _free, _border, _strength, _morale),
    ),
}
"""The measures by name; all but their order is alike."""


def find_measure(measure: str | Measure) -> Measure:
    """Return a measure by name; a measure as it is."""
    if isinstance(measure, Measure):
        return measure
    if measure not in MEASURES:
        names = ", ".join(repr(name) for name in MEASURES)
        raise ValueError(f"measure: expected {names} or a Measure, not {measure!r}")
    return MEASURES[measure]
