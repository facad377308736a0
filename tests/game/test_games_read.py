"""The games that docs/search.md tells of."""

from pathlib import Path

import pytest

from marengo import GameRecord

GAMES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_that_was_read_can_be_replayed(path: Path) -> None:
    record = GameRecord.load(path)
    assert set(record.players) == {"search:seconds=3"}
    assert record.positions()[-1].is_over


def test_there_are_five_of_each_ruleset() -> None:
    names = [path.stem.partition("-")[0] for path in GAMES]
    assert names == ["bonaparte"] * 5 + ["triomphe"] * 5
