"""What can be wrong with a board."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One defect of a board.

    Parameters
    ----------
    where : str
        The part concerned, for example ``"locality 8"`` or ``"approach 8/4"``.
    text : str
        What was found and what was expected.
    """

    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class BoardError(ValueError):
    """A board that cannot be used; ``problems`` lists every defect found.

    Parameters
    ----------
    source : str
        The file or the board concerned.
    problems : iterable of Problem
        Its defects.
    """

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        count = len(self.problems)
        heading = f"{self.source}: {count} problem{'' if count == 1 else 's'}"
        return "\n  ".join([heading, *map(str, self.problems)])
