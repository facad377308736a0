"""The numbers of paths are those of the file, by the engine and by the second enumeration."""

import pytest

from tests.perft.counting import Count, Games, engine_moves, paths, read_counts, referee_moves

COUNTS = read_counts()

COVERED = {*range(7, 17), 18}
"""Chapters whose moves can be counted."""


@pytest.fixture(scope="module")
def games() -> Games:
    return Games()


def test_the_file_covers_every_chapter() -> None:
    assert len(COUNTS) >= 12
    assert {chapter for count in COUNTS for chapter in count.chapters} >= COVERED
    assert len({count.name for count in COUNTS}) == len(COUNTS)
    assert sum(count.hand >= 3 for count in COUNTS) >= 2
    assert all(0 < count.referee <= len(count.paths) for count in COUNTS)


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.name)
def test_the_engine_counts_these_paths(games: Games, count: Count) -> None:
    assert paths(count.state(games), len(count.paths), engine_moves) == count.paths


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.name)
def test_the_second_enumeration_counts_them_too(games: Games, count: Count) -> None:
    found = paths(count.state(games), count.referee, referee_moves)
    assert found == count.paths[: count.referee]
