"""Numbers of paths in The March of Progress, by the engine and by the referee.

A card that lies sealed is a decision like any other. A decision with a single choice makes itself
and is not counted.
"""

from collections.abc import Callable

import pytest

from tests.reference_progress import INTRODUCTION, MARLBOROUGH, Referee, beginning
from tests.rules.progress.playing import game

RULES = {"progress": INTRODUCTION, "progress-marlborough": MARLBOROUGH}

MOVES_MET = ("play move-1", "play move-1", "first blue", "play recruit", "play recruit")
TWO_TO_MOVE = ("play recruit", "play recruit", "play move-2", "play fortify")

COUNTS = (
    # By hand. Decision 1: seven cards, SCORE is none of them.                                 7
    # Decision 2: seven cards against each.                                                   49
    # Decision 3: 8 pairs, four of move and four of attack cards, ask who is first.           16
    #             After the 41 others Blue has six cards and SCORE.                          287
    ("progress", (), (7, 49, 303, 2121, 10974)),
    # By hand. The same with 6 cards; 5 of 36 pairs ask, and 31 leave five cards and SCORE.   196
    ("progress-marlborough", (), (6, 36, 196, 1176, 5141)),
    ("progress", MOVES_MET, (6, 36, 120, 592)),
    # By hand. Of two armies at home one goes, or both.                                        2
    # Then Blue has five cards and SCORE, and so has Orange.                              12, 72
    ("progress", TWO_TO_MOVE, (2, 12, 72, 234)),
)
"""By scenario and the moves before: paths of 1, 2, 3 ... decisions; Blue is the holder."""

Choices = Callable[[tuple[str, ...]], list[str]]


def paths(choices: Choices, walk: tuple[str, ...], depth: int) -> list[int]:
    """Count the paths of 1 to ``depth`` decisions after a walk."""
    found = choices(walk)
    later = [0] * (depth - 1)
    for move in found if depth > 1 else []:
        following = paths(choices, (*walk, move), depth - 1)
        later = [one + other for one, other in zip(later, following, strict=True)]
    return [len(found), *later]


@pytest.mark.parametrize(("scenario", "walk", "counted"), COUNTS)
def test_the_engine_counts_these_paths(
    scenario: str, walk: tuple[str, ...], counted: tuple[int, ...]
) -> None:
    """M-20.1, M-5.1, M-15.2."""

    def choices(moves: tuple[str, ...]) -> list[str]:
        state = game(scenario).position(holder="blue")
        for move in moves:
            state.play(move)
        return [str(move) for move in state.legal_moves()]

    assert paths(choices, walk, len(counted)) == list(counted)


@pytest.mark.parametrize(("scenario", "walk", "counted"), COUNTS)
def test_the_referee_counts_them_too(
    scenario: str, walk: tuple[str, ...], counted: tuple[int, ...]
) -> None:
    def choices(moves: tuple[str, ...]) -> list[str]:
        referee = Referee(RULES[scenario], beginning(RULES[scenario], "blue"))
        for move in moves:
            referee.play(move)
        return referee.asked[2] if referee.asked else []

    assert paths(choices, walk, len(counted)) == list(counted)
