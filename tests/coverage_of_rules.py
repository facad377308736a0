"""Coverage of the rules, every line and branch: ``python -m tests.coverage_of_rules [KIND ...]``.

Compiled code is invisible to coverage. So the tests of the rules run once more with the compiler
switched off, on plain Python objects, in two processes; those of some kinds of games
(``tests.touched.GAMES``), or of all. Exits with 1 if a test fails, or if a line or branch was not
reached for which no reason is given below.
"""

import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Container
from pathlib import Path

import pytest
from coverage import Coverage

from tests.touched import FOLDERS

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "marengo" / "games"
TESTS = {**FOLDERS, "differences": "field"}
"""What kind of games each folder of ``tests/rules`` is about."""

Gap = tuple[str, str]
"""A file of the rules and a function, method or class in it; an empty name is the module's own."""

STUDIES = "asked by studies only, whose tests play compiled games"
PLAYERS = "asked by players only, whose tests work compiled"

RARE = "comes about in long wars of many nations, whose tests play compiled games"

ALWAYS_FOUND = "answers for a case that its callers and the checks of files rule out"

ALWAYS = (
    ("ending", "_leader_of_coalition"),
    ("fight", "fleeing_nation"),
    ("ground", "next_in_order"),
    ("sea", "seek_driven"),
)

OF_LONG_WARS = (
    ("fight", "_take_sides"),
    ("fight", "end_battle"),
    ("sea", "seek_loss"),
    ("sequence", "fighter"),
)

REASONS: dict[Gap, str] = {
    **{
        ("marengo/rules/observation.py", name): PLAYERS
        for name in (
            *("_seen_piece", "observation_key", "has_learned", "turn_number"),
            *("whose_turn", "may_reply", "returns"),
        )
    },
    ("bonaparte/rules/retreat.py", "at_stake"): PLAYERS,
    ("bonaparte/rules/movement.py", "hold_back"): STUDIES,
    ("bonaparte/rules/results.py", "level"): STUDIES,
    ("bonaparte/rules/results.py", "coming"): STUDIES,
    ("bonaparte/rules/results.py", "orders_left"): STUDIES,
    ("europe/rules/codes.py", "offer"): "there is room for more moves than a battle has",
    ("europe/rules/ending.py", "returns"): PLAYERS,
    ("europe/rules/ending.py", "turn_number"): PLAYERS,
    ("europe/rules/ending.py", "summarise"): STUDIES,
    ("europe/rules/information.py", "deploy_anew"): PLAYERS,
    ("europe/rules/information.py", "determinize"): PLAYERS,
    ("europe/rules/information.py", "has_learned"): PLAYERS,
    ("europe/rules/soundness.py", "stock"): STUDIES,
    ("europe/war/rules/ending.py", "summarise"): STUDIES,
    ("europe/war/rules/information.py", "determinize"): PLAYERS,
    ("europe/war/rules/information.py", "has_learned"): PLAYERS,
    **{(f"europe/war/rules/{file}.py", name): RARE for file, name in OF_LONG_WARS},
    **{(f"europe/war/rules/{file}.py", name): ALWAYS_FOUND for file, name in ALWAYS},
    ("progress/rules/control.py", "in_play"): STUDIES,
    ("progress/rules/ending.py", "summarise"): STUDIES,
    ("progress/rules/information.py", "determinize"): PLAYERS,
    ("progress/rules/information.py", "reopen"): PLAYERS,
    ("progress/rules/information.py", "sealed"): PLAYERS,
    ("progress/rules/information.py", "has_learned"): PLAYERS,
    ("progress/rules/rounds.py", "turn_number"): PLAYERS,
    ("progress/rules/soundness.py", "stock"): STUDIES,
    ("triomphe/rules/retreat.py", "at_stake"): PLAYERS,
    ("triomphe/rules/orders.py", "hold_back"): STUDIES,
    ("triomphe/rules/results.py", "coming"): STUDIES,
    ("triomphe/rules/results.py", "orders_left"): STUDIES,
}
"""Why parts of a function are never reached."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Switch to plain objects; this module is a plugin of the tests that are measured."""
    from tests.plain import use_plain_records  # only now, so that its imports are measured too

    del session
    use_plain_records()


def rooms(kinds: Container[str]) -> list[Path]:
    """Return the folders of the rules of some kinds of games."""
    folders = sorted(folder for folder, kind in FOLDERS.items() if kind in kinds)
    return [room for folder in folders for room in sorted((GAMES / folder).rglob("rules"))]


def run_tests(data: Path, kinds: Container[str]) -> int:
    """Run the tests of the rules in plain Python and write what they reached."""
    options = ["-q", "-n", "2", "-p", "tests.coverage_of_rules", "-p", "no:cacheprovider"]
    # Whole games and hundreds of draws reach no more lines. Of two -m the last one counts.
    options += ["-m", "not plays_much and not release"]
    coverage = [*(f"--cov={room}" for room in rooms(kinds)), "--cov-branch", "--cov-report="]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
    others = [
        f"--ignore=tests/rules/{folder}" for folder, kind in TESTS.items() if kind not in kinds
    ]
    command = [sys.executable, "-m", "pytest", *options, *coverage, *others, "tests/rules"]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def gaps(data: Path, kinds: Container[str]) -> dict[Gap, list[str]]:
    """Return what was not reached, by file and function."""
    measured = rooms(kinds)
    coverage = Coverage(data_file=data, branch=True, source=[str(room) for room in measured])
    coverage.load()
    found: dict[Gap, list[str]] = {}
    for path in sorted(path for room in measured for path in room.rglob("*.py")):
        name = path.relative_to(GAMES).as_posix()
        _, _, _, missing, _ = coverage.analysis2(str(path))
        arcs = coverage.branch_stats(str(path))
        owners = _owners(path)
        for line in missing:
            found.setdefault((name, owners.get(line, "")), []).append(f"line {line}")
        for line, (total, taken) in arcs.items():
            if 0 < taken < total:
                found.setdefault((name, owners.get(line, "")), []).append(f"a branch of {line}")
    return found


def _owners(path: Path) -> dict[int, str]:
    """Return for each line the innermost function or class it belongs to."""
    owners: dict[int, str] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):  # outer ones come first
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            end = node.end_lineno or node.lineno
            owners.update(dict.fromkeys(range(node.lineno, end + 1), node.name))
    return owners


def report(found: dict[Gap, list[str]], kinds: Container[str]) -> int:
    """Print gaps and reasons, and return how many of them do not match."""
    for gap, where in found.items():
        reason = REASONS.get(gap, "NO REASON GIVEN")
        print(f"marengo/games/{gap[0]}, {gap[1] or 'module'}: {', '.join(where)}: {reason}")
    measured = [gap for gap in REASONS if FOLDERS[gap[0].split("/")[0]] in kinds]
    needless = [gap for gap in measured if gap not in found]
    for file, function in needless:
        print(f"marengo/games/{file}, {function}: is reached; take its reason out of REASONS")
    missing = [gap for gap in found if gap not in REASONS]
    print(f"Coverage of the rules: {len(found)} gaps, {len(missing)} without a reason.")
    return len(missing) + len(needless)


def main(kinds: Container[str]) -> int:
    """Measure and report."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "coverage"
        failed = run_tests(data, kinds)
        if not data.exists():
            print("No coverage was measured.")
            return 1
        return int(bool(report(gaps(data, kinds), kinds) or failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or {*FOLDERS.values()}))
