"""Expert iteration: a policy comes nearer to the search that teaches it, on a small game."""

import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.cli import main
from marengo.core.engine.policy import logits_of
from marengo.core.errors import FileError
from marengo.core.players import learner as players_learner
from marengo.core.players.learner import BATCH, Learner
from marengo.core.players.nets import read_net
from marengo.lab import Taught, expert, learn, learn_from_search
from marengo.lab.frames import OutputError
from marengo.lab.learning import write_net
from tests.core.toys.race import RaceGame

Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def nets() -> Array:
    return learn(RaceGame(), games=40 * BATCH, seed=1, workers=1, progress=False).nets


@pytest.fixture
def taught(nets: Array, tmp_path: Path) -> Callable[..., Taught]:
    """Return a function that lets a search teach the race."""
    before = {"command": "by night", "after": "by hand"}
    write_net(RaceGame(), nets, tmp_path / "start.parquet", before)
    fixed = {"playouts": 40, "start": tmp_path / "start.parquet", "progress": False}

    def learned(**given: Any) -> Taught:
        return learn_from_search(RaceGame(), tmp_path / "race.parquet", **{**fixed, **given})

    return learned


def test_a_policy_comes_nearer_to_the_search_that_teaches_it(
    taught: Callable[..., Taught], tmp_path: Path
) -> None:
    learned = taught(games=100, workers=2)
    before, after = learned.losses["choices"]
    assert after < before - 0.02
    assert read_net(RaceGame(), tmp_path / "race.parquet").tobytes() == learned.nets.tobytes()
    notes = pl.read_parquet_metadata(tmp_path / "race.parquet")
    expected = "marengo learn race --games 100 --playouts 40 --seed 0 --from start.parquet"
    assert (notes["command"], notes["after"]) == (expected, "by hand; by night")
    assert not (tmp_path / "race.parquet.lessons").exists()
    assert taught(games=100, workers=1).nets.tobytes() == learned.nets.tobytes()


def test_the_value_alone_can_learn(
    taught: Callable[..., Taught], nets: Array, tmp_path: Path
) -> None:
    learned = taught(games=100, value_only=True)
    choices, results = learned.losses["choices"], learned.losses["results"]
    assert choices[0] == choices[1]
    assert results[0] != results[1]
    assert learned.nets["moves"].tobytes() == nets["moves"].tobytes()
    assert learned.nets["direct"].tobytes() != nets["direct"].tobytes()
    notes = pl.read_parquet_metadata(tmp_path / "race.parquet")
    assert notes["command"].endswith("--seed 0 --value-only --from start.parquet")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--value-only"], "--value-only: expected --playouts with it"),
        (["--playouts", "5", "--minutes", "1"], "--minutes, --vary: expected none"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    given: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "triomphe", "--out", str(tmp_path / "out.parquet"), *given]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_steps_are_as_small_for_many_games_as_for_few(
    taught: Callable[..., Taught], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = list[float]()
    monkeypatch.setattr(expert, "study", lambda learner, *_: rates.append(learner.rate))
    taught(games=20)
    monkeypatch.setattr(players_learner, "LONG", 1)
    taught(games=20)
    taught(games=20, value_only=True)
    assert rates == [expert.STEP, expert.STEP, expert.VALUE_STEP]


def test_games_of_a_teacher_are_not_played_twice(
    taught: Callable[..., Taught], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, play, number = taught(games=100), expert.play_lesson, 0

    def stopped(*given: Any) -> pl.DataFrame:
        nonlocal number
        number += 1
        if number == 80:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(expert, "play_lesson", stopped)
    with pytest.raises(KeyboardInterrupt):
        taught(games=100, workers=1)
    number, folder = 1000, tmp_path / "race.parquet.lessons"
    with pytest.raises(OutputError, match="expected games of the same players, scenario and seed"):
        taught(games=100, seed=1)
    assert number == 1000  # said before anything is played
    [part] = folder.iterdir()
    shutil.copy(part, tmp_path / "kept")
    part.write_bytes(part.read_bytes()[:300])
    with pytest.raises(FileError, match=r"games-0-to-64.parquet: cannot .*; take it away, and"):
        taught(games=100)
    shutil.copy(tmp_path / "kept", part)
    assert taught(games=100).nets.tobytes() == whole.nets.tobytes()
    assert number == 1000 + 36
    assert not folder.exists()


def test_more_games_go_on_from_those_that_there_are(
    taught: Callable[..., Taught], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A last file with fewer games than others is not taken for a full one."""
    monkeypatch.setattr(shutil, "rmtree", lambda _: None)
    taught(games=70)
    more = taught(games=130)
    monkeypatch.undo()
    shutil.rmtree(tmp_path / "race.parquet.lessons")
    assert more.nets.tobytes() == taught(games=130).nets.tobytes()


def test_lessons_of_another_game_are_refused(taught: Callable[..., Taught]) -> None:
    longer = Learner(RaceGame(goal=30), BATCH, workers=1)
    game = RaceGame()
    lesson = expert.play_lesson(game, game.engine.net.array(3), 4, 7, Event())
    with pytest.raises(ValueError, match="expected games of this scenario"):
        expert.loss(longer, lesson)
    with pytest.raises(ValueError, match="games: expected 20 or more, not 5"):
        taught(games=5)


def test_the_losses_are_those_of_the_formula() -> None:
    """By hand: shares and probabilities of each choice, and what the first seat expected."""
    game = RaceGame()
    one = Learner(game, BATCH, seed=1, workers=1)
    one.nets["moves"][:] = np.random.default_rng(5).normal(size=one.nets["moves"].shape)
    one.nets["direct"][:] = 0.3
    lesson = expert.play_lesson(game, one.nets, 30, 11, Event())
    said = expert.loss(one, lesson)
    state, scores, works = game.start(11), game.engine.scores.array(), game.workspace()
    shares, lost = iter(lesson["shares"][0].to_list()), []
    for code, count in zip(lesson["moves"][0], lesson["counts"][0], strict=True):
        position = state.record.reshape(1).copy()
        if count:
            logits_of(game.tables, position, works, game.ground, one.weights, one.nets, scores)
            logits = scores["value"][0, :count]
            wanted = np.array([next(shares) for _ in range(count)])
            lost.append(-wanted @ (logits - np.log(np.exp(logits).sum())))
        [move] = [move for move in state.legal_moves() if move.code == code]
        state.play(move)
    assert said["choices"] == pytest.approx(np.mean(lost), rel=1e-5)
    assert 0 < said["results"] < 3
