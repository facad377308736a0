"""Records survive a round trip, and every kind of damage is found."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from marengo import GameRecord
from marengo.core.errors import RecordError
from marengo.games.triomphe.state import TriompheState
from tests.helpers import game


def played(seed: int, moves: int) -> TriompheState:
    state, chance = game.start(seed), np.random.default_rng(seed)
    for _ in range(moves):
        legal = state.legal_moves()
        state.play(legal[int(chance.integers(len(legal)))])
    return state


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return GameRecord.of(played(3, 40), 3, "random", "random").save(tmp_path / "game.txt")


def test_a_record_comes_back_as_it_was(saved: Path) -> None:
    record = GameRecord.load(saved)
    assert record == GameRecord.load(saved, record.game)
    positions = record.positions()
    assert len(positions) == 41
    assert positions[-1] == played(3, 40)
    assert (record.players, record.seed) == (("random", "random"), 3)


@pytest.mark.parametrize(
    ("damage", "wanted"),
    [
        (lambda text: text.replace("marengo game 1", "marengo game 9"), "line 1"),
        (lambda text: text[: len(text) // 2], "torn"),
        (lambda text: text[:0], "line 1"),
        (lambda text: text.replace("\n\n", "\n"), "empty line"),
        (lambda text: text.replace("seed: 3", "seed: three"), "seed: expected a number"),
        (lambda text: text.replace("seed: 3\n", ""), "expected a line 'seed"),
        (lambda text: text.replace("scenario-hash: ", "scenario-hash: 0"), "another scenario"),
        (lambda text: text.replace("moves: 40", "moves: 41"), "40 moves, expected 41"),
        (lambda text: text.replace("\nend\n", "\nend\nend\n", 1), "41 moves, expected 40"),
        (lambda text: text.replace("final: ", "final: 0"), "another position"),
        (lambda text: text.replace("\nend\n", "\nmarch A1 90\n", 1), "line [0-9]+: march A1 90"),
        (lambda text: text.replace("\nend\n", "\njump\n", 1), "line [0-9]+: 'jump'"),
        (lambda text: text.replace("scenario: triomphe", "scenario: waterloo"), "waterloo"),
    ],
)
def test_damage_is_found(saved: Path, damage: Callable[[str], str], wanted: str) -> None:
    saved.write_text(damage(saved.read_text()))
    with pytest.raises(ValueError, match=wanted):
        GameRecord.load(saved)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        GameRecord.load(tmp_path / "nothing.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="is not text"):
        GameRecord.load(tmp_path / "binary")


def test_saving_leaves_the_old_file_if_it_fails(saved: Path) -> None:
    before = saved.read_text()
    broken = GameRecord(game, 3, ("march A1 90",))
    with pytest.raises(RecordError, match="move 1"):
        broken.save(saved)
    assert saved.read_text() == before
    assert [path.name for path in saved.parent.iterdir()] == ["game.txt"]
