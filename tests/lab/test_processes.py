"""Where games cannot be played, that is said: in a fork, and where a script is only read."""

import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import current_process
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import pytest

import marengo
from marengo.core.errors import MarengoError
from marengo.lab import Study, StudyError, processes, run, simulate
from marengo.lab.tasks import GameContext

PLAN = Study(name="small", scenarios=("triomphe",), players=("random",), games=2)

SCRIPT = """
from marengo.lab import Study, run
plan = Study(name="small", scenarios=("triomphe",), players=("random",), games=2)
run(plan, "run", "processes", workers=1, progress=False)
"""


def test_a_process_forked_after_a_game_plays_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for ever, as the threads of polars are not forked."""
    monkeypatch.setattr(processes, "_played_in", {os.getpid() + 1})
    with pytest.raises(MarengoError, match="was forked from one that had played games"):
        simulate("triomphe", 1, "random", "random", progress=False)
    with pytest.raises(MarengoError, match="spawn"):
        run(PLAN, tmp_path / "run", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_still_reads_a_script_begins_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_process(), "_inheriting", True, raising=False)
    with pytest.raises(SystemExit, match="has to stand below: if __name__"):
        run(PLAN, tmp_path / "run", "processes", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_tasks_are_small_however_large_the_game(tmp_path: Path) -> None:
    """Until Python 3.11.5 a pool whose processes die waits for ever if its tasks fill the pipe."""
    context = GameContext(marengo.load("triomphe"), {"of": "this"}, ())
    context.leave(tmp_path / "0")
    sent = ForkingPickler.dumps(context)
    assert len(sent) < 1_000
    arrived = ForkingPickler.loads(sent)
    assert (arrived.game.text(), arrived.identity) == (context.game.text(), context.identity)
    assert ForkingPickler.loads(sent) is arrived
    assert not arrived.here


class Dead(Executor):
    """An executor whose processes end as they begin."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        """Return what has failed already."""
        failed: Future[Any] = Future()
        failed.set_exception(BrokenExecutor())
        return failed


def test_processes_that_die_at_once_are_told_with_what_is_mostly_the_cause(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"died before a game was played\. Processes that play"):
        run(PLAN, tmp_path / "run", Dead(), progress=False)


@pytest.mark.release
def test_a_script_that_asks_for_processes_is_told_what_to_write(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    words = [sys.executable, "script.py"]
    done = subprocess.run(words, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"marengo: {processes.UNGUARDED}\n")
    assert done.stderr.endswith(f"died before a game was played. {processes.UNGUARDED}\n")
