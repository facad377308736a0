"""The attack itself: it finds what was planted, tells how to find it again, and nothing else."""

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from marengo.cli import build_parser
from marengo.core.errors import FileError
from tests.attack import previews
from tests.attack.__main__ import FRONTS, Plan, main
from tests.attack.commands import COMMANDS, LEFT_OUT, Said, fault_in
from tests.attack.kills import Job, gone
from tests.attack.readers import Target, attempt
from tests.attack.trying import Attempt
from tests.turn import in_turn

WRITTEN = b"number = 71\n"


def sound(path: Path) -> object:
    if path.read_bytes() != WRITTEN:
        raise FileError(f"{path}: is damaged")
    return WRITTEN


def confused(_: Path) -> NoReturn:
    raise KeyError("number")


def unnamed(_: Path) -> NoReturn:
    raise FileError("is damaged")


def trusting(path: Path) -> object:
    return path.read_bytes()


def patient(_: Path) -> NoReturn:
    time.sleep(600)
    raise AssertionError


def abrupt(_: Path) -> NoReturn:
    import os

    os._exit(9)


PLANTED = {
    "confused": (confused, "raised KeyError: 'number'"),
    "unnamed": (unnamed, "did not name planted.toml: is damaged"),
    "trusting": (trusting, "returned what was not written"),
    "patient": (patient, "no answer in 2 s"),
    "abrupt": (abrupt, "the process ended with 9"),
}


def planted(folder: Path) -> Mapping[str, Attempt]:
    """Return attempts on readers that are not as they should be, and on one that is."""
    target = partial(Target, folder / "planted.toml", WRITTEN, named="planted.toml")
    (folder / "planted.toml").write_bytes(WRITTEN)
    targets = {name: target(read) for name, (read, _) in PLANTED.items()}
    targets["trusting"] = target(trusting, wanted=WRITTEN)
    targets["sound"] = target(sound, wanted=WRITTEN)
    return {kind: partial(attempt, [one], [WRITTEN]) for kind, one in targets.items()}


def test_what_is_planted_is_found_and_found_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fronts = {"readers": Plan(planted, 1.0, 2.0)}
    attack = partial(main, fronts=fronts, folder=tmp_path)
    assert attack(["--minutes", "0"]) == 1
    told = (tmp_path / "defects.txt").read_text(encoding="utf-8").splitlines()
    found = dict(zip(told[::2], told[1::2], strict=True))
    for kind, (_, said) in PLANTED.items():
        again = f"--front readers --kind '{kind}' --seed 1800 --number 0"
        assert said in found[f"python -m tests.attack {again}"]
        capsys.readouterr()
        assert attack(["--front", "readers", "--kind", kind]) == 1
        assert said in capsys.readouterr().out
    assert not [line for line in told if "'sound'" in line]
    assert (tmp_path / "readers-trusting-1800-0").read_bytes() != WRITTEN


@pytest.mark.parametrize(
    ("said", "left", "fault"),
    [
        (Said(0, ""), {Path("games.parquet")}, ""),
        (Said(2, "marengo fuzz: games: expected 0 or more, not -1\n"), set(), ""),
        (Said(2, "usage: marengo fuzz\nmarengo fuzz: error: what?\n"), set(), ""),
        (Said(1, ""), set(), ""),
        (Said(130, "stopped\n"), set(), ""),
        (Said(3, "marengo fuzz: failed"), set(), "ended with 3"),
        (Said(0, "Traceback (most recent call last):"), set(), "ended with 0"),
        (Said(2, "marengo fuzz: one\nand two\n"), set(), "said 2 lines"),
        (Said(2, f"marengo fuzz: {'n' * 2_000}\n"), set(), "said 2014 letters"),
        (Said(1, "n\n" * 2_001), set(), "said 4002 letters"),
        (Said(2, "marengo fuzz: no\n"), {Path("half")}, "left behind ['half']"),
    ],
)
def test_a_command_that_breaks_a_promise_is_found(said: Said, left: set[Path], fault: str) -> None:
    assert fault_in(said, ["fuzz"], left).startswith(fault)
    assert bool(fault_in(said, ["fuzz"], left)) == bool(fault)


def test_every_command_is_attacked_or_left_out_for_a_reason() -> None:
    (choices,) = (one.choices for one in build_parser()._actions if isinstance(one.choices, dict))
    assert {line.split()[0] for line in COMMANDS.strip().splitlines()} | {*LEFT_OUT} == {*choices}


@pytest.mark.parametrize(
    ("answer", "let_in", "fault"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\nmarengo-here", True, ""),
        (b"HTTP/1.1 200 OK\r\n\r\nmarengo-here", False, "let a stranger in"),
        (b"HTTP/1.1 403 no\r\n\r\n", False, ""),
        (b"HTTP/1.1 503 later\r\n\r\n", True, ""),
        (b"HTTP/1.1 500 no\r\n\r\n", False, "answered"),
        (b"HTTP/1.1 404 no\r\n\r\nTraceback (most", False, "told ['Traceback']"),
        (b"", False, ""),
    ],
)
def test_a_page_that_breaks_a_promise_is_found(answer: bytes, let_in: bool, fault: str) -> None:
    found = previews.fault_in(answer, let_in)
    assert found.startswith(fault)
    assert bool(found) == bool(fault)


def write_slowly(folder: Path) -> None:
    """Write what takes some seconds, as nothing should be written."""
    with (folder / "slow.txt").open("w", encoding="utf-8") as file:
        for _ in range(100):
            print("half", file=file, flush=True)
            time.sleep(0.1)


def test_a_process_is_ended_in_the_middle_of_its_work(tmp_path: Path) -> None:
    code, _ = gone(Job(write_slowly, bool), tmp_path, 5.0, 9)
    assert code == -9
    assert (tmp_path / "slow.txt").read_text(encoding="utf-8").count("half") < 100


@pytest.mark.parametrize("front", in_turn(FRONTS))
@pytest.mark.parametrize("minutes", ["0.03", pytest.param("4", marks=pytest.mark.release)])
def test_an_attack_finds_nothing(
    front: str, minutes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--front", front, "--minutes", minutes]) == 0, capsys.readouterr().out
