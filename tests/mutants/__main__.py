"""Plants single faults in the rules, and counts how many the tests notice.

    python -m tests.mutants [--sample 400] [--all] [--seed N] [--workers N] [--minutes M]

The tests run in plain Python. What is known of the same sources and tests lies in
``.cache/mutants``: called again, the command goes on where it ended. Faults that change nothing are
listed in ``equivalent.toml``, each with its reason.
"""

import argparse
import json
import os
import sys
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.mutants.faults import Fault, faults_of, in_turn
from tests.mutants.trying import Ground, measured, tried

ROOT = Path(__file__).parents[2]

RULES = Ground(
    root=ROOT,
    rules="marengo/games/**/rules/*.py",
    tests=("tests/rules", "tests/reference", "tests/reference_bonaparte"),
    sources=("marengo/**/*.py", "data/**/*", "tests/*.py"),
    options=("-p", "tests.coverage_of_rules", "-m", "not plays_much and not release"),
)

EQUIVALENT = Path(__file__).with_name("equivalent.toml")

Key = tuple[str, str, str, str]
"""File, function, and the statement before and after: what stays when lines move."""


def key_of(fault: Fault) -> Key:
    """Return what a fault is known by in the list of those that change nothing."""
    return fault.file, fault.function, fault.before, fault.after


def equivalent(path: Path) -> dict[Key, str]:
    """Return the faults that change nothing, and why each does not."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return {(row["file"], row["function"], row["before"], row["after"]): row["why"] for row in rows}


def try_each(ground: Ground, faults: Iterable[Fault], workers: int, until: float) -> dict[str, str]:
    """Try faults that were not tried yet, and return what came of each; begin none after a time."""
    path = ground.folder / "answers.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    answers: dict[str, str] = dict(json.loads(line) for line in lines)

    def answer(fault: Fault) -> tuple[str, str, float]:
        begun = time.monotonic()
        verdict = tried(ground, fault) if begun < until else ""
        return str(fault), verdict, time.monotonic() - begun

    pool = ThreadPoolExecutor(workers)
    try:
        futures = [pool.submit(answer, fault) for fault in faults if str(fault) not in answers]
        with path.open("a", encoding="utf-8") as file:
            for future in as_completed(futures):
                fault, verdict, seconds = future.result()
                if verdict:
                    answers[fault] = verdict
                    print(f"{verdict:<11} {seconds:5.1f} s  {fault}", flush=True)
                    print(json.dumps([fault, verdict], ensure_ascii=False), file=file, flush=True)
    finally:
        pool.shutdown(cancel_futures=True)
    return answers


def report(verdicts: dict[str, str], alike: int) -> None:
    """Print what was not noticed, and the score."""
    found: dict[str, list[str]] = {}
    for fault, verdict in verdicts.items():
        found.setdefault(verdict, []).append(fault)
    number = {verdict: len(faults) for verdict, faults in found.items()}
    for verdict in ("not reached", "survived"):
        print(f"{verdict}: {number.get(verdict, 0)}", *sorted(found.get(verdict, ())), sep="\n  ")
    by_time = number.get("timeout", 0)
    noticed = number.get("killed", 0) + by_time
    reached = noticed + number.get("survived", 0)
    print(f"{noticed} of {reached} faults that tests reach were noticed", end="")
    print(f" ({noticed / max(1, reached):.1%}), {by_time} of them by the time limit; ", end="")
    print(f"{alike} more change nothing.")


def run(ground: Ground, alike: dict[Key, str], given: argparse.Namespace) -> int:
    """Measure, try and report; return 1 if a fault survived."""
    until = time.monotonic() + 60 * given.minutes
    if not measured(ground):
        print("Tests fail without a fault.")
        return 1
    faults = in_turn([faults_of(ground.root, file) for file in ground.files], given.seed)
    chosen = faults if given.all else faults[: given.sample]
    to_try = [fault for fault in chosen if key_of(fault) not in alike]
    answers = try_each(ground, to_try, given.workers, until)
    verdicts = {str(fault): answers[str(fault)] for fault in to_try if str(fault) in answers}
    report(verdicts, len(chosen) - len(to_try))
    return int("survived" in verdicts.values())


def options() -> argparse.ArgumentParser:
    """Return what the command may be given."""
    parser = argparse.ArgumentParser("python -m tests.mutants")
    parser.add_argument("--sample", type=int, default=400, help="faults to try (%(default)s)")
    parser.add_argument("--all", action="store_true", help="try all of them")
    parser.add_argument("--seed", type=int, default=1800, help="of the sample (%(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time (%(default)s)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none later")
    return parser


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.exit(run(RULES, equivalent(EQUIVALENT), options().parse_args()))
