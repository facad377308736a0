"""The numbers of paths are those of the files, by the engine and by the second enumeration."""

import pytest

from marengo.core import scenarios
from tests.perft.counting import REFEREES, Count, Games, read_counts

COUNTS = read_counts()

COVERED = {"triomphe": {*range(7, 17), 18}, "bonaparte": {4, *range(6, 15)}}
"""Chapters whose moves can be counted."""


@pytest.fixture(scope="module")
def games() -> Games:
    return Games()


def test_every_ruleset_is_counted() -> None:
    assert set(REFEREES) == set(COVERED) == set(scenarios.games())


@pytest.mark.parametrize("ruleset", COVERED)
def test_the_file_covers_every_chapter(ruleset: str) -> None:
    counts = [count for count in COUNTS if count.ruleset == ruleset]
    assert len(counts) >= 12
    assert {chapter for count in counts for chapter in count.chapters} >= COVERED[ruleset]
    assert len({count.name for count in counts}) == len(counts)
    assert sum(count.hand >= 3 for count in counts) >= 2
    assert all(0 < count.referee <= len(count.paths) for count in counts)


def _named(count: Count) -> str:
    return f"{count.ruleset}: {count.name}"


@pytest.mark.parametrize("count", COUNTS, ids=_named)
def test_the_engine_counts_these_paths(games: Games, count: Count) -> None:
    assert count.engine_paths(games) == count.paths


@pytest.mark.parametrize("count", COUNTS, ids=_named)
def test_the_second_enumeration_counts_them_too(games: Games, count: Count) -> None:
    assert count.referee_paths(games) == count.paths[: count.referee]
