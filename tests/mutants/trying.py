"""Trying a fault: in a process of its own, in which one module is imported with the fault in it."""

import hashlib
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cached_property
from importlib.machinery import SourceFileLoader
from itertools import groupby
from pathlib import Path
from types import CodeType

import pytest
from coverage import Coverage, CoverageData

from tests.mutants.faults import Fault, tree_with
from tests.turn import is_full

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    ["hypothesis", "numba", "pytest", "scipy.sparse.csgraph", "shapely"]
)

PYTEST = ("-q", "--disable-plugin-autoload", "-p", "no:cacheprovider")

TIMES = 10.0
"""Tests may take so many times what they take without a fault."""

LOST, TRIES = 255, 3
"""What multiprocessing says of a process whose end it was not told; and how often one is begun."""

NOTICED = 9
"""Exit code of a process in which a test has failed."""


@dataclass(frozen=True)
class Ground:
    """A checkout: patterns of the rules' files, folders of tests, patterns of what else matters."""

    root: Path
    rules: str
    tests: tuple[str, ...]
    sources: tuple[str, ...]
    options: tuple[str, ...] = ()
    patience: float = 10.0
    """Seconds of processor time that the tests of a file may always take."""

    @cached_property
    def files(self) -> list[str]:
        """Return the files of the rules."""
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.glob(self.rules))

    @cached_property
    def folder(self) -> Path:
        """Return the folder for what is known of these sources and tests, or of those in turn."""
        digest = hashlib.sha256(b"all" if is_full() else b"in turn")
        patterns = (*self.sources, *(f"{folder}/**/*.py" for folder in self.tests))
        for path in sorted(path for pattern in patterns for path in self.root.glob(pattern)):
            if path.is_file():
                digest.update(str(path.relative_to(self.root)).encode() + path.read_bytes())
        return self.root / ".cache" / "mutants" / digest.hexdigest()[:16]

    @cached_property
    def seconds(self) -> dict[str, float]:
        """Return how long each test takes."""
        text = (self.folder / "seconds.json").read_text(encoding="utf-8")
        return {str(test): float(seconds) for test, seconds in json.loads(text).items()}

    def reach(self, fault: Fault) -> list[list[str]]:
        """Return the tests that reach a fault, file by file, the quickest first.

        First come files that take little time and most of whose tests reach it. What runs outside
        tests, while modules are imported, may matter to all of them.
        """
        data = CoverageData(str(self.folder / "coverage"))
        data.read()
        lines = data.contexts_by_lineno(str(self.root / fault.file))
        found = {test for line in fault.lines for test in lines.get(line, ())}
        ranked = []
        for _, every in groupby(self.seconds, key=lambda test: test.partition("::")[0]):
            tests = sorted(every, key=self.seconds.__getitem__)
            near = [test for test in tests if test in found]
            chosen = tests if "" in found else near
            cost = 1 + sum(self.seconds[test] for test in chosen)
            ranked.append((cost * len(tests) / (len(near) + 0.01), chosen))
        return [chosen for _, chosen in sorted(ranked) if chosen]


class Timing:
    """A plugin of pytest: tells coverage which test runs, and notes how long it took."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Measure a test, its fixtures included."""
        self.coverage.switch_context(item.nodeid)
        begun = time.process_time()
        answer = yield
        self.seconds[item.nodeid] = time.process_time() - begun
        self.coverage.switch_context("")
        return answer


class Choosing:
    """A plugin of pytest: runs certain tests alone, in their order."""

    def __init__(self, tests: list[str]) -> None:
        self.tests = tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose them; a fault may have renamed some, which is no failure."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.tests if test in found]


def _enter(root: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # else Ctrl-C would look like a test that fails
    os.chdir(root)
    sys.path.insert(0, str(root))


def _measure(ground: Ground) -> None:
    _enter(ground.root)
    ground.folder.mkdir(parents=True, exist_ok=True)
    rules = [str(ground.root / file) for file in ground.files]
    coverage = Coverage(str(ground.folder / "coverage"), include=rules, config_file=False)
    coverage.set_option("run:core", "ctrace")  # which can tell tests apart
    coverage.start()
    timing = Timing(coverage)
    if pytest.main([*PYTEST, *ground.options, *ground.tests], plugins=[timing]):
        sys.exit(NOTICED)
    coverage.stop()
    coverage.save()
    text = json.dumps(timing.seconds, indent=1)
    (ground.folder / "seconds.json").write_text(text, encoding="utf-8")


def _import_with(ground: Ground, fault: Fault) -> None:
    """Let one module be imported with a fault, whatever its file holds."""
    module = ".".join(Path(fault.file).with_suffix("").parts)
    faulty = compile(tree_with(ground.root, fault), str(ground.root / fault.file), "exec")
    from_file = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return faulty if name == module else from_file(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]


def _try(ground: Ground, fault: Fault, tests: list[list[str]]) -> None:
    _enter(ground.root)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    _import_with(ground, fault)
    for chosen in tests:
        usual = sum(ground.seconds[test] for test in chosen)
        limit = ground.patience + TIMES * usual
        signal.setitimer(signal.ITIMER_PROF, limit)  # the signal ends the process
        file = chosen[0].partition("::")[0]
        code = pytest.main([*PYTEST, "-x", "--tb=no", *ground.options, file], [Choosing(chosen)])
        if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            sys.exit(NOTICED)


def _exit_code(work: Callable[..., None], *given: object) -> int:
    """Return how a process ends; one that the server of forks lost sight of is begun again."""
    for _ in range(TRIES):
        process = PROCESSES.Process(target=work, args=given)
        process.start()
        process.join()
        if process.exitcode != LOST:
            break
    return process.exitcode or 0


def measured(ground: Ground) -> bool:
    """Run all tests without a fault, once for the same sources; return whether they passed."""
    return (ground.folder / "seconds.json").exists() or _exit_code(_measure, ground) == 0


def tried(ground: Ground, fault: Fault) -> str:
    """Return "killed", "timeout", "survived" or "not reached"."""
    tests = ground.reach(fault)
    if not tests:
        return "not reached"
    answers = {0: "survived", NOTICED: "killed", -signal.SIGPROF: "timeout"}
    return answers[_exit_code(_try, ground, fault, tests)]
