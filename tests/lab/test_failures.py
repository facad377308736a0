"""What fails in a run: players, whose games become rows that say so, and the machine."""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import polars as pl
import pytest

from marengo.lab import parts, running
from marengo.lab.frames import OutputError, save_frame, writing_whole
from marengo.lab.kinds import FAILURE_COLUMNS
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import load
from tests.lab.runs import STUDY, Mutinous, Timid, assert_same_frames, quiet, registered

FULL = Path("/dev/full")


def test_games_that_fail_are_rows_and_not_the_end(tmp_path: Path) -> None:
    with registered("mutinous", Mutinous):
        study = Study(name="own", scenarios=("bonaparte",), pairs=(("mutinous", "random"),))
        study = study.changed(games=10, observe=("turns",))
        ran = quiet(study, tmp_path / "run")
        failures = ran.failures.collect()
        assert failures.height > 0
        assert ran.finished
        assert ran.played == 20
        assert set(failures["error"]) == {"RuntimeError: the troops mutiny"}
        assert failures.columns == list(FAILURE_COLUMNS)
        for frame in (ran.games.collect(), ran.turns.collect()):
            assert failures.join(frame, on=["cell", "game"]).height == 0
        assert quiet(study, tmp_path / "run").failures.collect().equals(failures)


def test_games_that_failed_are_played_again_if_wished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the machine, and not the player, was at fault."""
    with registered("mutinous", Mutinous):
        study = Study(name="own", scenarios=("bonaparte",), pairs=(("mutinous", "random"),))
        study = study.changed(games=6, observe=("turns",))
        failures = quiet(study, tmp_path / "run").failures.collect()
        again = quiet(study, tmp_path / "run", retry_failed=True)
        assert again.failures.collect().equals(failures)
        assert again.finished
        monkeypatch.setattr(Mutinous, "appeased", True)
        assert quiet(study, tmp_path / "run").failures.collect().equals(failures)
        whole = quiet(study, tmp_path / "whole")
        assert whole.failures.collect().height == 0
        assert_same_frames(quiet(study, tmp_path / "run", retry_failed=True), whole)
        assert quiet(study, tmp_path / "run", retry_failed=True).finished


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("step", ["write", "join"])
def test_a_full_disk_is_named_and_the_run_goes_on_later(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full when rows are added, and when they are compacted."""
    real, study = getattr(parts, step), STUDY.changed(games=2)
    monkeypatch.setattr(running, "FLUSH", 0.0)

    @contextmanager
    def full(path: Path) -> Iterator[IO[bytes]]:
        with writing_whole(path), FULL.open("wb") as device:
            yield device

    def on_a_full_disk(*args: Any) -> None:
        with monkeypatch.context() as disk:
            disk.setattr(parts, "writing_whole", full)
            real(*args)

    with monkeypatch.context() as patch:
        patch.setattr(parts, step, on_a_full_disk)
        with pytest.raises(OutputError, match=r"run/parts/.*games.parquet.*: .*No space left"):
            quiet(study, tmp_path / "run", workers=1)
    assert_same_frames(quiet(study, tmp_path / "run"), quiet(study, tmp_path / "whole"))


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_is_named_when_a_frame_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = pl.DataFrame.write_parquet

    def full(frame: pl.DataFrame, *_: Any, **__: Any) -> None:
        with FULL.open("wb") as device:
            real(frame, device)

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    with pytest.raises(OutputError, match=r"one.parquet: cannot be written: .*No space"):
        save_frame(pl.DataFrame({"game": [0]}), tmp_path / "one.parquet")


class Weary(Timid):
    """Ends every game with an error."""

    error: Exception

    def choose(self, *_: object) -> Any:
        raise self.error


@pytest.mark.parametrize(
    "error", [TimeoutError("no answer"), FileNotFoundError(2, "no book"), ConnectionError("lost")]
)
def test_errors_of_a_player_that_asks_the_system_are_failures_too(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Weary, "error", error, raising=False)
    with registered("weary", Weary):
        study = Study(name="own", scenarios=("bonaparte",), players=("weary",), games=2)
        ran = quiet(study, tmp_path / "run")
    assert ran.failures.collect()["error"].to_list() == 2 * [f"{type(error).__name__}: {error}"]
    assert ran.finished


@pytest.mark.parametrize(
    "error", [MemoryError("8 GiB"), OSError(errno.ENOSPC, "full"), OSError(errno.EMFILE, "many")]
)
def test_a_machine_that_fails_ends_the_run_with_cell_and_game(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Weary, "error", error, raising=False)
    with registered("weary", Weary):
        study = Study(name="own", scenarios=("bonaparte",), players=("weary",), games=1)
        said = f"bonaparte: weary v weary: game 0: {type(error).__name__}: {error}; the same call"
        with pytest.raises(StudyError, match=re.escape(said)):
            quiet(study, tmp_path / "run", workers=1)
        assert load(tmp_path / "run").played == 0
