"""The command on a toy, and the list of faults that change nothing."""

import json
from pathlib import Path

import pytest

from tests.mutants.__main__ import EQUIVALENT, ROOT, Key, equivalent, key_of, options, run
from tests.mutants.faults import Fault, faults_of, in_turn
from tests.mutants.trying import Ground

RULES = """
def is_large(number):
    return number > 10


def counted_down(number):
    while number:
        number -= 1
    return number


def numbers():
    return [4]


def unasked(number):
    return -number
"""

TESTS = """
import pytest

from toy.rules import counted_down, is_large, numbers


@pytest.mark.parametrize("number", numbers())
def test_numbers(number):
    assert number > 0


def test_large():
    assert is_large(11)
    assert not is_large(9)


def test_counted_down():
    assert counted_down(3) == 0
"""

VERDICTS = {
    "toy/rules.py:3: return number > 10 → return number >= 10": "survived",
    "toy/rules.py:3: return number > 10 → return number <= 10": "killed",
    "toy/rules.py:3: return number > 10 → return number > 9": "survived",
    "toy/rules.py:3: return number > 10 → return number > 11": "killed",
    "toy/rules.py:7: while number → while True": "timeout",
    "toy/rules.py:7: while number → while False": "killed",
    "toy/rules.py:8: number -= 1 → number += 1": "timeout",
    "toy/rules.py:8: number -= 1 → number -= 0": "timeout",
    "toy/rules.py:13: return [4] → return [3]": "survived",
    "toy/rules.py:13: return [4] → return [5]": "survived",
    "toy/rules.py:17: return -number → return number": "not reached",
}

ALIKE: dict[Key, str] = {
    ("toy/rules.py", "is_large", "return number > 10", "return number >= 10"): "nobody asks",
    ("toy/rules.py", "is_large", "return number > 10", "return number > 9"): "nobody asks",
    ("toy/rules.py", "numbers", "return [4]", "return [3]"): "a test of another name",
    ("toy/rules.py", "numbers", "return [4]", "return [5]"): "a test of another name",
}


def toy_of(root: Path, tests: str = TESTS) -> Ground:
    for file, text in {
        "pytest.ini": "[pytest]\npythonpath = .\n",
        "toy/rules.py": RULES,
        "checks/test_toy.py": tests,
    }.items():
        (root / file).parent.mkdir(exist_ok=True)
        (root / file).write_text(text, encoding="utf-8")
    return Ground(root, "toy/*.py", ("checks",), ("toy/*.py",), patience=1.0)


def answers_of(ground: Ground) -> list[list[str]]:
    lines = (ground.folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_what_was_tried_is_not_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toy = toy_of(tmp_path)
    given = options().parse_args
    run(toy, {}, given(["--sample", "2"]))
    first = answers_of(toy)
    assert len(first) == 2
    run(toy, {}, given(["--all", "--minutes", "0"]))
    assert answers_of(toy) == first

    assert run(toy, {}, given(["--all"])) == 1
    answers = answers_of(toy)
    assert answers[:2] == first
    assert len(answers) == len(VERDICTS)
    assert dict(answers) == VERDICTS
    assert (tmp_path / "toy" / "rules.py").read_text(encoding="utf-8") == RULES

    capsys.readouterr()
    assert run(toy, ALIKE, given(["--all"])) == 0
    assert capsys.readouterr().out == (
        "not reached: 1\n"
        "  toy/rules.py:17: return -number → return number\n"
        "survived: 0\n"
        "6 of 6 faults that tests reach were noticed (100.0%), 3 of them by the time limit; "
        "4 more change nothing.\n"
    )
    assert len(answers_of(toy)) == len(VERDICTS)


def test_tests_must_pass_without_a_fault(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    toy = toy_of(tmp_path, TESTS.replace("== 0", "== 1"))
    assert run(toy, {}, options().parse_args([])) == 1
    assert "Tests fail without a fault." in capfd.readouterr().out
    assert not (toy.folder / "answers.jsonl").exists()


def test_a_change_of_tests_begins_anew(tmp_path: Path) -> None:
    before = toy_of(tmp_path).folder
    assert toy_of(tmp_path).folder == before
    assert toy_of(tmp_path, TESTS + "\n").folder != before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a < b", {"x = a <= b", "x = a >= b"}),
        ("x = a == -b", {"x = a != -b", "x = a == b"}),
        ("x = a and b and c", {"x = b and c", "x = a and c", "x = a and b", "x = a or b or c"}),
        ("x = not True", {"x = True", "x = not False"}),
        ("x += 1", {"x -= 1", "x += 0"}),
        ("x = a[2] & b", {"x = a[1] & b", "x = a[3] & b", "x = a[2] | b"}),
        ("if a:\n        pass\n    else:\n        pass", {"if True", "if False"}),
        ("for x in range(a):\n        pass", {"for x in range(a - 1)"}),
        ("for x in range(a, b):\n        pass", {"for x in range(a, b - 1)"}),
        ("call(x)", {"pass"}),
        ("x: int | None = 'word'", set()),
    ],
)
def test_what_is_put_in_place_of_what(tmp_path: Path, before: str, after: set[str]) -> None:
    (tmp_path / "rules.py").write_text(f"def f():\n    {before}\n", encoding="utf-8")
    faults = faults_of(tmp_path, "rules.py")
    assert {fault.after for fault in faults} == after
    assert {fault.before for fault in faults} <= {before.partition(":\n")[0]}
    assert {(fault.function, fault.lines[0]) for fault in faults} <= {("f", 2)}


def test_a_sample_is_spread_over_the_files() -> None:
    found = [
        [Fault(f"{file}.py", "f", range(i, i + 1), "a", "b") for i in range(10 * file)]
        for file in range(1, 5)
    ]
    every = in_turn(found, seed=1)
    assert len(every) == len(set(every)) == 100
    files = [fault.file for fault in every[:40]]
    assert {files.count(file) for file in set(files)} == {10}
    assert in_turn(found, seed=1) == every
    assert in_turn(found, seed=2) != every


def test_what_is_said_to_change_nothing_can_still_be_planted() -> None:
    listed = equivalent(EQUIVALENT)
    there = {
        key_of(fault) for file in {key[0] for key in listed} for fault in faults_of(ROOT, file)
    }
    assert [key for key in listed if key not in there] == []
    assert all(listed.values())
