"""Several processes that play one run: each game once, whoever is killed, and the same rows."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.lab import parts, running, store
from marengo.lab.claims import Claim, Ledger, discard, living, read_ledger, save_ledger
from marengo.lab.frames import OutputError
from marengo.lab.locks import is_locked
from marengo.lab.parts import number_of, write_part
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run, load
from marengo.lab.running import Pace
from marengo.lab.tasks import Task, TaskResult
from marengo.reports import make_report
from tests.lab.runs import PATIENCE, STUDY, assert_same_frames, parts_in, quiet

SHARED = Study(
    name="shared",
    scenarios=("bonaparte",),
    players=("random", "search:nodes=2"),
    games=4,
    seed=5,
    observe=("turns",),
)

PLAY = """
import sys
from marengo import lab
from tests.lab.test_sharing import SHARED
ran = lab.run(SHARED, sys.argv[1], workers=1, progress=False)
print(ran.finished)
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run that one process has played."""
    return quiet(SHARED, tmp_path_factory.mktemp("alone") / "run", workers=1)


def begin(folder: Path) -> "subprocess.Popen[str]":
    """Begin a process that plays a run."""
    command = [sys.executable, "-c", PLAY, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def wait_for(seen: Callable[[], Any]) -> None:
    """Wait until something is there."""
    deadline = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def halted(process: "subprocess.Popen[str]", folder: Path) -> bool:
    """Halt a process that plays a run, unless it holds the lock for which others would wait."""
    process.send_signal(signal.SIGSTOP)
    if not is_locked(folder / ".lock"):
        return True
    process.send_signal(signal.SIGCONT)
    return False


def test_two_processes_play_one_run_and_who_is_killed_is_replaced(
    alone: Run, tmp_path: Path
) -> None:
    """The second takes over what the first had claimed; each row is there once."""
    folder = tmp_path / "run"
    killed = begin(folder)
    wait_for(lambda: (folder / "parts").is_dir() and list((folder / "parts").glob(".0000*")))
    wait_for(lambda: halted(killed, folder))  # or it may have played all before the other is there
    other = begin(folder)
    wait_for(lambda: len(list(folder.glob(".session-*"))) == 2)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    said, _ = other.communicate(timeout=PATIENCE)
    assert said == "True\n"
    assert_same_frames(load(folder), alone)
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == [".lock"]
    assert len(parts_in(folder)) == 1
    assert len(load(folder).manifest["sessions"]) == 1


def test_threads_of_two_sessions_share_a_run(alone: Run, tmp_path: Path) -> None:
    """As on two machines with a common folder; each returns when all is played."""
    ran: list[Run] = []

    def play() -> None:
        ran.append(quiet(SHARED, tmp_path / "run", workers=1))

    both = [Thread(target=play) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join(PATIENCE)
    assert [one.finished for one in ran] == [True, True]
    assert_same_frames(load(tmp_path / "run"), alone)


@pytest.fixture(scope="module")
def process() -> Iterator[Executor]:
    """Provide another process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


class Kept(Executor):
    """Plays in another process, and notes what tasks bring back."""

    def __init__(self, process: Executor) -> None:
        self.process = process
        self.futures: list[Future[TaskResult]] = []

    @staticmethod
    def sent(task: Task) -> Task:
        """Return a task as it is sent."""
        return task

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = self.process.submit(function, self.sent(args[0]), **kwargs)
        self.futures.append(future)
        return future


def test_another_process_writes_its_rows_itself(
    alone: Run, process: Executor, tmp_path: Path
) -> None:
    pool = Kept(process)
    ran = quiet(SHARED, tmp_path / "run", executor=pool)
    found = [future.result() for future in pool.futures]
    assert all(one.written and one.rows is None for one in found)
    assert sum(one.number for one in found) == ran.played == 8
    assert_same_frames(ran, alone)
    files = [parts_in(one.folder)[0] / "games.parquet" for one in (ran, alone)]
    assert pl.read_parquet(files[0]).equals(pl.read_parquet(files[1]))


def test_where_it_does_not_see_the_folder_they_travel(
    alone: Run, process: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And this process writes them, in the same way."""
    monkeypatch.setattr(Kept, "sent", staticmethod(lambda task: replace(task, folder=tmp_path)))
    pool = Kept(process)
    ran = quiet(SHARED, tmp_path / "run", executor=pool)
    assert all(future.result().rows for future in pool.futures)
    assert_same_frames(ran, alone)


class LikeDask(Kept):
    """Calls every task cancelled, and its worker goes on with it."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        told: Future[Any] = Future()
        future = super().submit(function, *args, **kwargs)

        def tell(_: Future[TaskResult]) -> None:
            if not told.cancelled():
                told.set_result(future.result())

        future.add_done_callback(tell)
        return told


def test_what_a_worker_ends_after_its_client_is_kept(process: Executor, tmp_path: Path) -> None:
    """The client stops; the worker writes the games it is at, and nobody plays them again."""
    pool, stop = LikeDask(process), Event()

    def leave() -> None:
        wait_for(lambda: len(pool.futures) > 1)
        stop.set()

    Thread(target=leave).start()
    assert not quiet(SHARED, tmp_path / "run", executor=pool, stop=stop).finished
    kept = sum(one.result().number for one in pool.futures)
    assert load(tmp_path / "run").played == kept > 0


def test_a_run_that_another_begins_in_this_moment_is_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, look = tmp_path / "run", store._is_unused
    folder.mkdir()

    def late(looked_at: Path) -> bool:
        monkeypatch.setattr(store, "_is_unused", look)
        quiet(STUDY, folder)
        return look(looked_at)

    monkeypatch.setattr(store, "_is_unused", late)
    assert len(quiet(STUDY, folder).manifest["sessions"]) == 0  # nothing was left to play


def test_a_run_that_another_extends_is_told_as_extended(tmp_path: Path) -> None:
    """The other leaves at once; this one plays all, and so its rows say."""
    leaves = Event()
    leaves.set()
    more = STUDY.changed(games=40)
    ran = quiet(
        STUDY, tmp_path / "run", on_update=lambda _: quiet(more, tmp_path / "run", stop=leaves)
    )
    assert ran.finished
    assert ran.study == more
    assert_same_frames(load(tmp_path / "run"), quiet(more, tmp_path / "whole"))


def test_no_part_has_the_number_of_one_that_holds_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever whoever makes it is killed, and others go on."""
    numbers: list[tuple[int, int]] = []
    new_part = parts.new_part

    def looking(path: Path, claimed: Path | None = None) -> Any:
        numbers.append((number_of(path), read_ledger(tmp_path / "run").following))
        return new_part(path, claimed)

    monkeypatch.setattr(parts, "new_part", looking)
    monkeypatch.setattr(running, "FLUSH", 0.0)
    quiet(STUDY, tmp_path / "run", workers=1)
    assert len(numbers) > 2
    assert all(number < following for number, following in numbers)


def test_a_claim_that_was_taken_back_never_becomes_a_part(tmp_path: Path) -> None:
    """Of a worker that was cut off and thought dead, and of two that play the same."""
    claim = Claim(3, "abcd", [(0, 0, 5)])
    (tmp_path / "parts").mkdir()
    frame = {"failures": pl.DataFrame({"cell": [0], "game": [1]})}
    for taken_back in (True, False):
        claim.hidden(tmp_path).mkdir()
        if taken_back:
            discard(claim.hidden(tmp_path))
        written = write_part(claim.part(tmp_path), claim.hidden(tmp_path), frame, {})
        assert written == claim.part(tmp_path).exists() == (not taken_back)
    assert write_part(claim.part(tmp_path), claim.hidden(tmp_path), frame, {})
    assert [path.name for path in (tmp_path / "parts").iterdir()] == ["000003"]


def test_a_full_disk_is_told_where_games_are_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Path.mkdir

    def full(path: Path, *args: Any, **kwargs: Any) -> None:
        if path.name.startswith(".0000"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        make(path, *args, **kwargs)

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(OutputError, match="run: No space left on device"):
        quiet(STUDY, tmp_path / "run")
    monkeypatch.undo()
    assert quiet(STUDY, tmp_path / "run").finished


def test_what_a_killed_worker_left_is_no_part_of_what_the_next_one_writes(tmp_path: Path) -> None:
    claim = Claim(0, "abcd", [(0, 0, 5)])
    claim.hidden(tmp_path).mkdir(parents=True)
    (claim.hidden(tmp_path) / "turns.parquet").write_text("half")
    frame = {"failures": pl.DataFrame({"cell": [0], "game": [1]})}
    assert write_part(claim.part(tmp_path), claim.hidden(tmp_path), frame, {})
    names = {path.name for path in claim.part(tmp_path).iterdir()}
    assert names == {"failures.parquet", "SHA256SUMS"}


def test_a_ledger_is_read_as_it_was_written_and_damage_is_named(tmp_path: Path) -> None:
    ledger = Ledger(9, 4, {0: [(2, 5), (7, 9)]}, {3: Claim(3, "abcd", [(0, 5, 7)])})
    save_ledger(ledger, tmp_path)
    assert read_ledger(tmp_path) == ledger
    (tmp_path / ".claims.json").write_text("{")
    with pytest.raises(StudyError, match=r"\.claims\.json: is damaged: end all processes"):
        read_ledger(tmp_path)
    (tmp_path / ".session-abcd").write_text("")
    assert living(tmp_path) == set()
    assert not (tmp_path / ".session-abcd").exists()


def test_failures_are_forgotten_by_who_plays_alone(tmp_path: Path) -> None:
    said: list[str] = []

    def look(_: Run) -> None:
        with pytest.raises(StudyError) as refused:
            quiet(STUDY, tmp_path / "run", retry_failed=True)
        said.append(str(refused.value))

    quiet(STUDY, tmp_path / "run", on_update=look)
    assert said[0].endswith("run: another process plays this run; expected one alone")


def test_a_task_is_as_long_as_games_were_measured() -> None:
    """45 seconds of games; fewer where they have many rows, or few are left for each worker."""
    pace, claim = Pace(), Claim(0, "abcd", [(0, 0, 600)])
    pace.take(TaskResult(claim, 600, 0.3, 600))
    assert pace.games_in(45) == 90_000
    pace.take(TaskResult(claim, 600, 0.9, 600))
    assert pace.games_in(45) == 45_000
    pace.take(TaskResult(claim, 600, 0.6, 600 * 100))
    assert pace.games_in(45) == running.MOST_ROWS * 1800 // 61_200


@pytest.mark.parametrize("width", [2, 8])
def test_tasks_get_shorter_towards_the_end(
    width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker is given more than its share of half of what is left, if that is not too little."""
    monkeypatch.setattr(running, "_Pool", partial(running._Pool, shortest=0.0))
    claims: list[Claim] = []

    class Noting(ThreadPoolExecutor):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            claims.append(args[0].claim)
            return super().submit(function, *args, **kwargs)

    study = Study(name="tail", scenarios=("bonaparte",), players=("random",), games=3000)
    with Noting(2) as pool:
        assert quiet(study, tmp_path / "run", executor=pool, workers=width).finished
    left = 3000
    for claim in claims:
        assert claim.games <= max(600, left // (2 * width))
        left -= claim.games
    assert left == 0


COUNTED = Study(
    name="counted",
    scenarios=("triomphe", "bonaparte"),
    players=("random",),
    pairs=(("rule", "random"),),
    games=30,
    seed=7,
    keep="counts",
)


def test_counts_are_those_of_the_rows(whole: pl.DataFrame, tmp_path: Path) -> None:
    counts = quiet(COUNTED, tmp_path / "run").counts
    wanted = whole.group_by("cell", "winner", "kind").agg(games=pl.len().cast(pl.Int64))
    keys = ["cell", "winner", "kind"]
    told = counts.select(*keys, "games").cast(wanted.schema)  # which keeps their order
    assert_frame_equal(told, wanted, check_row_order=False)
    rows = quiet(STUDY, tmp_path / "rows")
    assert_frame_equal(rows.counts, counts)
    assert load(tmp_path / "run").games.collect().is_empty()
    assert load(tmp_path / "run").played == rows.played == 180
    assert not list((tmp_path / "run").rglob("games.parquet"))
    with pytest.raises(StudyError, match="run: keeps no rows of games, expected some"):
        make_report([load(tmp_path / "run")], "marengo report")


def test_counts_are_stopped_extended_and_counted_on(tmp_path: Path) -> None:
    """By another process too, with games that failed left out."""
    stop = Event()
    fewer = COUNTED.changed(games=7)
    quiet(fewer, tmp_path / "run", workers=1, on_update=lambda _: stop.set(), stop=stop)
    quiet(fewer, tmp_path / "run", executor="processes", workers=1)
    ran = quiet(COUNTED, tmp_path / "run")
    assert_frame_equal(ran.counts, quiet(COUNTED, tmp_path / "whole").counts)
    spans = pl.read_parquet(parts_in(tmp_path / "run")[0] / "counts.parquet")
    assert spans.select("game", "last").unique().rows() == [(0, 29)]


def test_counts_have_no_rows_to_observe_and_no_bound_of_rows() -> None:
    with pytest.raises(StudyError, match="observe: expected nothing, as keep = 'counts'"):
        COUNTED.changed(observe=("turns",))
    assert COUNTED.changed(games=10**9).games == 10**9
    with pytest.raises(StudyError, match="games: expected 10,000,000 or less"):
        STUDY.changed(games=10**9)
    assert COUNTED.plan()["keep"] == "counts"
