"""What the command line makes of files and numbers that are meant to break it.

Each ends with code 2 and one line that names the file or the option, and leaves nothing behind.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from polars.exceptions import PanicException

from marengo.cli import main
from marengo.lab.plan import Study
from marengo.paths import data_path
from tests.lab.runs import quiet

DEEP = 100_000
"""Brackets: more than any parser of Python goes down."""

DIGITS = "9" * 5_000
"""More than Python makes a number of."""

BREAKING = (b"[" * DEEP, b'{"a":' * DEEP, b"9" * 5_000, b"1e999", b"\xff")
"""What stands where JSON should."""

TOML: dict[str, list[str]] = {
    "scenario": ["simulate", "{file}", "--games", "1", "--out", "{out}.parquet"],
    "plan": ["study", "{file}", "--out", "{out}"],
    "steps": ["ladder", "triomphe", "--steps", "{file}", "--out", "{out}"],
    "factors": ["sensitivity", "triomphe", "--factors", "{file}", "--out", "{out}"],
    "weights": [
        *("simulate", "triomphe", "--games", "1", "--out", "{out}.parquet"),
        *("--players", "rule:weights={file}"),
    ],
}
"""Commands that read a TOML file."""

PARQUET: dict[str, list[str]] = {
    "policy": [
        *("simulate", "triomphe", "--games", "1", "--out", "{out}.parquet"),
        *("--players", "policy:weights={file}"),
    ],
    "from": ["learn", "triomphe", "--games", "64", "--from", "{file}", "--out", "{out}"],
    "value": ["value", "triomphe", "--games", "64", "--from", "{file}", "--out", "{out}"],
    "worth": ["report", "{run}", "--worth", "{file}", "--out", "{out}"],
}
"""Commands that read a Parquet file."""

TEXTS = {
    "deep list": b"name = " + b"[" * DEEP,
    "deep table": b"name = " + b"{a=" * DEEP,
    "deep key": b"name." * 2_000 + b"x = 1",
    "many digits": b"name = " + DIGITS.encode(),
    "number of 70 bits": f"name = {2**70}".encode(),
    "infinite number": b"name = 1e99999",
    "no text": b"\xff\xfe\x00",
    "long name": b"n" * 20_000 + b" = 1",
    "long value": b'name = "' + b"v" * 20_000 + b'"',
}

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: whole[:0],
    "text": lambda whole: b"seat,part\n1,2\n" + whole[:0],
    "torn": lambda whole: whole[: len(whole) // 2],
    "no start": lambda whole: whole[len(whole) // 2 :],
    "foot changed": lambda whole: whole[:-300] + b"\x7f" * 200 + whole[-100:],
    "length of the foot": lambda whole: whole[:-8] + b"\xff\xff\xff\x7f" + whole[-4:],
}

NUMBERS = [
    "simulate triomphe --out games.parquet --games",
    "simulate triomphe --games 1 --out games.parquet --seed",
    "simulate triomphe --games 1 --out games.parquet --workers",
    "study --games",
    "study balance --games",
    "study balance --seed",
    "study balance --games 1 --workers",
    "compare triomphe bonaparte --games",
    "compare triomphe bonaparte --seed",
    "compare triomphe bonaparte --workers",
    "worth triomphe --games",
    "worth triomphe --games 1 --workers",
    "sensitivity triomphe --samples",
    "sensitivity triomphe --games",
    "sensitivity triomphe --workers",
    "balance triomphe --games",
    "balance triomphe --within",
    "balance triomphe --learn",
    "balance triomphe --most",
    "learn triomphe --games",
    "learn triomphe --games 64 --workers",
    "learn triomphe --minutes",
    "learn triomphe --games 20 --playouts",
    "learn triomphe --playouts 2 --games",
    "ladder triomphe --pairs",
    "ladder triomphe --only",
    "ladder triomphe --seed",
    "ladder triomphe --workers",
    "mistakes triomphe rule --positions",
    "mistakes triomphe rule --workers",
    "fuzz triomphe --games",
    "fuzz triomphe --games 1 --workers",
    "bench triomphe --games",
]
"""Commands, up to a number."""


def make_pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def make_endless(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path


def make_folder(path: Path) -> Path:
    path.mkdir()
    return path


NO_FILES: dict[str, Callable[[Path], Path]] = {
    "pipe": make_pipe,
    "device": make_endless,
    "folder": make_folder,
    "missing": lambda path: path,
    "name of 300 letters": lambda path: path.with_name("n" * 300),
    "name with NUL": lambda path: path.with_name("n\0n"),
}


def refused(
    words: list[str], places: dict[str, Path], folder: Path, capsys: pytest.CaptureFixture[str]
) -> str:
    """Return the one line that a command says, which leaves the folder as it is."""
    before = sorted(folder.rglob("*"))
    assert main([word.format(**places) for word in words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"marengo {words[0]}: ")
    assert told.count("\n") == 1
    assert len(told) < 1_200
    assert sorted(folder.rglob("*")) == before
    return told


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run."""
    study = Study(name="played", scenarios=("triomphe",), players=("random",), games=2)
    return quiet(study, tmp_path_factory.mktemp("played") / "run").folder


@pytest.mark.parametrize("reader", TOML)
@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_that_is_meant_to_break_its_reader_is_refused(
    reader: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(TEXTS[kind])
    places = {"file": path, "out": tmp_path / "out"}
    assert f"{path}: " in refused(TOML[reader], places, tmp_path, capsys)


@pytest.mark.parametrize("reader", [*TOML, *PARQUET])
@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_refused_at_once(
    reader: str, kind: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = NO_FILES[kind](tmp_path / "bad.toml")
    places = {"file": path, "out": tmp_path / "out", "run": played}
    told = refused({**TOML, **PARQUET}[reader], places, tmp_path, capsys)
    assert "expected" in told
    assert ascii(path.name)[1:-1][:50] in told


@pytest.mark.parametrize("reader", TOML)
def test_a_text_of_a_terabyte_is_not_read(
    reader: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.touch()
    os.truncate(path, 2**40)
    told = refused(TOML[reader], {"file": path, "out": tmp_path / "out"}, tmp_path, capsys)
    assert f"{path}: cannot be read: expected at most 16,777,216 bytes" in told


@pytest.mark.parametrize("reader", PARQUET)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_parquet_file_is_refused(
    reader: str, damage: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.parquet"
    path.write_bytes(DAMAGES[damage](data_path("players/triomphe.parquet").read_bytes()))
    places = {"file": path, "out": tmp_path / "out", "run": played}
    told = refused(PARQUET[reader], places, tmp_path, capsys)
    assert re.search(rf"{re.escape(str(path))}: ([^;]+; )?expected a ", told)


@pytest.mark.parametrize("reader", PARQUET)
def test_a_panic_of_the_library_is_an_error_of_the_file(
    reader: str,
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def panic(*_: object, **__: object) -> None:
        raise PanicException("index out of bounds")

    path = tmp_path / "bad.parquet"
    path.write_bytes(data_path("players/triomphe.parquet").read_bytes())
    monkeypatch.setattr(pl, "read_parquet", panic)
    places = {"file": path, "out": tmp_path / "out", "run": played}
    told = refused(PARQUET[reader], places, tmp_path, capsys)
    assert re.search(rf"{re.escape(str(path))}: ([^;]+; )?expected a ", told)
    assert "index out of bounds" in told


@pytest.mark.parametrize("text", [*BREAKING, b'{"plan": "\\ud800"}', b'{"\\udfff": 1}'])
def test_a_manifest_that_is_meant_to_break_its_reader_is_refused(
    text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "manifest.json").write_bytes(text)
    words = ["report", "{run}", "--out", "{out}"]
    told = refused(words, {"run": run, "out": tmp_path / "out"}, tmp_path, capsys)
    assert f"{run / 'manifest.json'}: " in told


@pytest.mark.parametrize("text", BREAKING)
def test_a_board_that_is_meant_to_break_its_reader_has_a_problem(
    text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "bad.geojson"
    board.write_bytes(text)
    assert main(["board", "check", str(board)]) == 1
    assert re.match("file: (expected a GeoJSON|is not text in UTF-8)", capsys.readouterr().out)


def test_problems_of_a_board_are_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.geojson").write_text("{")
    own = data_path("scenarios/triomphe.toml").read_text()
    path = tmp_path / "own.toml"
    path.write_text(own.replace('board = "triomphe"', 'board = "bad.geojson"'))
    words = ["simulate", str(path), "--games", "1", "--out", "{out}.parquet"]
    told = refused(words, {"out": tmp_path / "out"}, tmp_path, capsys)
    assert f"{path}: board: " in told
    assert "bad.geojson: 1 problem file: expected a GeoJSON" in told


def test_words_with_a_break_are_quoted_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fuzz", "triomphe", "one\ntwo"])
    assert capsys.readouterr().err.endswith("unrecognized arguments: one two\n")


@pytest.mark.parametrize(
    "words",
    [
        ["report", "run", "--title", "\udced\udca0", "--out", "report"],
        ["study", "--games", "1", "--player", "random", "--out", "\udcff\udcfe"],
    ],
)
def test_words_that_are_no_text_are_refused_before_anything_is_made(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert capsys.readouterr().err.endswith(": expected text in UTF-8\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", ["1" + 19 * "0", "1" + 30 * "0", DIGITS, "-1", "many"])
@pytest.mark.parametrize("command", NUMBERS)
def test_numbers_are_looked_at_before_anything_is_made(
    command: str,
    number: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    *_, option = words = command.split()
    with pytest.raises(SystemExit, match="2"):  # the parser leaves for what is no number
        sys.exit(main([*words, number]))
    told = capsys.readouterr().err
    assert option.removeprefix("--") in told
    assert len(told.splitlines()[-1]) < 1_200
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["n" * 300, "n" * 100_000, "n" * 90 + "\0"])
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "triomphe", "--games", "1"],
        ["study", "balance", "--games", "1"],
        ["study", "--games", "1"],
        ["learn", "triomphe", "--games", "64"],
        ["learn", "triomphe", "--games", "20", "--playouts", "2"],
        ["worth", "triomphe", "--games", "1"],
    ],
)
def test_a_place_that_cannot_be_written_to_is_named_at_once(
    words: list[str],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--out", name]) == 2
    assert name[:90] in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let a command fail, and return the folder of logs."""

    def panic(*_: object) -> None:
        raise PanicException("index out of bounds")

    logs = tmp_path / "logs"
    monkeypatch.setattr("platformdirs.user_log_path", lambda _: logs)
    monkeypatch.setattr("marengo.core.scenarios.listing", panic)
    return logs


def test_a_failure_of_ours_is_one_line_and_a_file_with_the_details(
    failing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios"]) == 3
    told = capsys.readouterr().err
    (details,) = failing.iterdir()
    assert told.count("\n") == 1
    assert told.startswith("marengo scenarios: failed, please report it: ")
    assert str(details) in told
    text = details.read_text()
    assert "marengo scenarios" in text
    assert "Traceback" in text
    assert "index out of bounds" in text


def test_where_the_log_folder_cannot_be_made_the_details_are_a_temporary_file(
    failing: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    failing.write_text("a file in its place")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert main(["scenarios"]) == 3
    (details,) = tmp_path.glob("marengo-*.txt")
    assert str(details) in capsys.readouterr().err


def test_a_name_with_brackets_is_no_pattern(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run and a file of weights are found whatever they are called."""
    run, weights = tmp_path / "run[1]", tmp_path / "w[1].parquet"
    shutil.copytree(played, run)
    shutil.copyfile(data_path("players/triomphe.parquet"), weights)
    words = ["simulate", "triomphe", "--games", "1", "--players", f"policy:weights={weights}"]
    assert main([*words, "--out", str(tmp_path / "games.parquet")]) == 0
    assert main(["compare", str(run), str(run)]) == 0
    assert "in 2 games each" in capsys.readouterr().out
