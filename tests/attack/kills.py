"""The third front: what is written when its process is ended without warning, and gone on with.

Whenever a process ends, each file is whole or not there. The same call then goes on, or begins
anew, and what lies there in the end is what an undisturbed one leaves.
"""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from marengo.cli import main
from marengo.core.records import GameRecord
from marengo.core.sealed import read_sealed
from marengo.lab import learning, load, running
from marengo.lab.manifest import MANIFEST
from marengo.widgets.playing.saving import save
from tests.attack.mutations import Chance, pick
from tests.attack.readers import ROOT
from tests.attack.trying import DEFECT, Attempt, Outcome

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])

SIGNALS = (*[signal.SIGKILL] * 8, signal.SIGTERM, signal.SIGINT)

MOST_KILLS = 3

SAVED = 200
"""Times that a game is saved over another."""

PLAN = """
name = "killed"
scenarios = ["triomphe"]
players = ["random"]
games = 40
seed = 7
observe = ["turns"]
"""

STEPS = """
[[steps]]
challenger = "rule"
holder = "random"
pairs = { p0 = 0.5, p1 = 0.9 }
block = 2
most = 8
"""


def save_games(folder: Path) -> None:
    """Save two games of the page in turn into one file, again and again."""
    for number in range(SAVED):
        record = GameRecord.load(ROOT / f"docs/games/triomphe-{3 + number % 2}.txt")
        save(record, folder / "game.txt")


def command(line: str) -> Callable[[Path], None]:
    """Return what calls a command in a folder."""
    return partial(_call, line)


def _call(line: str, folder: Path) -> None:
    os.chdir(folder)
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    (folder / "steps.toml").write_text(STEPS, encoding="utf-8")
    sys.exit(main(line.split()))


def rows(file: str, folder: Path) -> object:
    """Return the bytes of a file, which must be whole, or None if it is not there."""
    path = folder / file
    if not path.exists():
        return None
    read_sealed(path, "")
    return path.read_bytes()


def run_in(folder: Path) -> object:
    """Return the rows of a run, which can be read whenever its first file is there."""
    if not (folder / "run" / MANIFEST).exists():
        return None
    found = load(folder / "run")
    return [getattr(found, kind).collect().rows() for kind in ("games", "failures", "turns")]


def ladder_in(folder: Path) -> object:
    """Return the games of a ladder, and the bytes of its report."""
    report = folder / "ladder" / "triomphe.md"
    text = report.read_text(encoding="utf-8") if report.exists() else None
    return rows("ladder/triomphe.parquet", folder), text


def game_in(folder: Path) -> object:
    """Return the game that was saved, as it is read."""
    path = folder / "game.txt"
    return GameRecord.load(path).moves if path.exists() else None


@dataclass(frozen=True)
class Job:
    """What is ended, and a look at what it leaves that raises an error if a file is not whole."""

    begin: Callable[[Path], None]
    look: Callable[[Path], object]


JOBS = {
    "study": Job(command("study plan.toml --out run --workers 1"), run_in),
    "ladder": Job(
        command("ladder triomphe --steps steps.toml --out ladder --workers 1"), ladder_in
    ),
    "learn": Job(
        command("learn triomphe --games 192 --seed 1 --workers 1 --out w.parquet"),
        partial(rows, "w.parquet"),
    ),
    "learn from search": Job(
        command("learn triomphe --games 20 --playouts 2 --seed 1 --workers 1 --out w.parquet"),
        partial(rows, "w.parquet"),
    ),
    "simulate": Job(
        command("simulate triomphe --games 30 --seed 1 --workers 1 --out games.parquet"),
        partial(rows, "games.parquet"),
    ),
    "worth": Job(
        command("worth triomphe --without cavalry --games 10 --workers 1 --out worth.parquet"),
        partial(rows, "worth.parquet"),
    ),
    "solve": Job(
        command("mistakes triomphe random --positions 2 --workers 1 --out lost.parquet"),
        partial(rows, "lost.parquet"),
    ),
    "save": Job(save_games, game_in),
}


def _go(begin: Callable[[Path], None], folder: Path) -> None:
    """Do a job in this process; parts are written and strength is measured often and quickly."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    running.FLUSH, learning.MEASURED, learning.OUTGROWN = 0.05, 4, 4
    begin(folder)


def gone(job: Job, folder: Path, seconds: float | None, how: int = 0) -> tuple[int, float]:
    """Do a job, ended after so many seconds; return its exit code and how long it took."""
    process = PROCESSES.Process(target=_go, args=(job.begin, folder))
    process.start()
    begun = time.monotonic()
    process.join(seconds)
    if process.exitcode is None and process.pid:
        os.kill(process.pid, how)
        process.join()
    assert process.exitcode is not None
    return process.exitcode, time.monotonic() - begun


def seen(job: Job, place: Path) -> tuple[object, set[str]]:
    """Return what a job has left, and the names that anybody sees there."""
    return job.look(place), {one.name for one in place.iterdir() if not one.name.startswith(".")}


def attempt(name: str, folder: Path, chance: Chance) -> Outcome:
    """Do a job that is ended some times, and see that it ends as an undisturbed one."""
    job, (wanted, seconds) = JOBS[name], undisturbed(name, folder)
    place, kills, told = Path(tempfile.mkdtemp(dir=folder)), 0, ""
    try:
        for _ in range(int(chance.integers(1, MOST_KILLS + 1))):
            how: signal.Signals = pick(SIGNALS, chance)
            code, _ = gone(job, place, chance.uniform(0, seconds), how)
            kills += code != 0
            told += f"{how.name} ended it with {code}; "
            # 1: of Python, before the command has begun, or of what is none
            if code not in (0, -how, 130, *([1] if how == signal.SIGINT else [])):
                return Outcome(DEFECT, told)
            job.look(place)
        code, _ = gone(job, place, None)
        found = seen(job, place)
    except Exception as error:  # noqa: BLE001 - whatever is not whole
        return Outcome(DEFECT, f"{told}{type(error).__name__}: {error}")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    if code or found != wanted:
        return Outcome(DEFECT, f"{told}the last ended with {code} and left something else")
    return Outcome("killed", times=kills) if kills else Outcome("in time")


@cache
def undisturbed(name: str, folder: Path) -> tuple[object, float]:
    """Return what an undisturbed job leaves, and how many seconds it takes."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        code, seconds = gone(JOBS[name], Path(place), None)
        found = seen(JOBS[name], Path(place))
    assert code == 0, f"{name}: ended with {code}"
    assert found[0] is not None
    return found, seconds


def kills(folder: Path) -> Mapping[str, Attempt]:
    """Return the attempts of this front."""
    return {name: partial(attempt, name, folder) for name in JOBS}
