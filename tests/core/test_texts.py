"""What editors and mailers do to a text does no harm, wherever it comes in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from marengo import GameRecord, load, position, text_of
from marengo.core.errors import RecordError, ScenarioError
from marengo.core.short import MOST_BYTES
from marengo.lab import read_study
from tests.helpers import game

SCENARIO = """\
extends = "triomphe"
name = "mine"
title = "Désaix à quinze heures"

[hours]
Novi = 15
"""

PLAN = 'name = "small"\nscenarios = ["triomphe"]\nplayers = ["rule"]\n'

Change = Callable[[str], bytes]

HARMLESS: dict[str, Change] = {
    "mark of UTF-8": lambda text: text.encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, the other way": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "ends of old": lambda text: text.replace("\n", "\r").encode(),
    "an answer": lambda text: "".join(f"> {line}\n" for line in text.splitlines()).encode(),
    "an answer to one": lambda text: "".join(f">> {line}\n" for line in text.splitlines()).encode(),
    "spaces at ends": lambda text: text.replace("\n", " \t\n").encode(),
    "empty lines in between": lambda text: text.replace("\n", "\n\n").encode(),
    "empty lines with blanks": lambda text: text.replace("\n", " \n\t\n").encode(),
    "empty lines at the end": lambda text: f"{text}\n\n".encode(),
}


def record() -> GameRecord:
    state = game.start(7)
    for text in ("pontoon A1", "end"):
        state.play(text)
    return GameRecord.of(state, None, "Ann", "Bob Müller")


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_programs_do_to_files_does_no_harm(change: Change, tmp_path: Path) -> None:
    written = tmp_path / "a.toml"
    written.write_bytes(change(SCENARIO))
    assert load(written).scenario_title == "Désaix à quinze heures"
    written.write_bytes(change(PLAN))
    assert read_study(written).name == "small"
    played = tmp_path / "game.txt"
    played.write_bytes(change(record().text()))
    assert GameRecord.load(played, game) == record()


@pytest.mark.parametrize(
    "change",
    [
        lambda line: f'"{line}"',
        lambda line: f"“{line}”",
        lambda line: f"<{line}>",
        lambda line: f"\u200b{line}\u200b\n",
        lambda line: f"\ufeff `{line}` ",
        lambda line: f"> {line[:30]}\r\n> {line[30:60]}\u00ad\n> {line[60:]}",
    ],
)
def test_what_mailers_do_to_a_line_does_no_harm(change: Callable[[str], str]) -> None:
    state = game.start(7).play("pontoon A1")
    assert position(change(text_of(state))) == state


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (SCENARIO.encode("cp1252"), "byte 0xE9 in line 3; save it as UTF-8"),
        (SCENARIO.encode("utf-16-le"), "is UTF-16; save it as UTF-8"),
        (SCENARIO.encode("utf-16-be"), "is UTF-16; save it as UTF-8"),
        (SCENARIO.encode("utf-16")[:-1], "is not text in UTF-16: .*; save it as UTF-8"),
        (SCENARIO.encode() + b"\0", "there is a NUL in line 7"),
        (SCENARIO.replace(" = 15", "\xa0=\xa015").encode(), r"line 6.*NO-BREAK SPACE \(U\+00A0\)"),
        (SCENARIO.replace("Novi", "Nоvi").encode(), "CYRILLIC SMALL LETTER O"),  # noqa: RUF001
        (SCENARIO.replace('"mine"', "“mine”").encode(), "LEFT DOUBLE QUOTATION MARK"),
        (SCENARIO.replace("15", "15,0").encode(), "line 6.*'Novi = 15,0'"),
        (SCENARIO.replace("15", "15.0").encode(), "hours.Novi: expected a whole number, not 15.0"),
        (SCENARIO.replace("15", '"15"').encode(), "hours.Novi: expected a whole number, not '15'"),
        (SCENARIO.replace("15", "15:00:00").encode(), "a whole number, not 15:00:00"),
    ],
)
def test_what_is_wrong_with_a_text_is_told(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError, match=f"^{path}: .*{said}") as refused:
        load(path)
    assert "$" not in str(refused.value)


def test_a_line_of_damage_is_told_as_the_file_has_it(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"\n\n{record().text()}".replace("\nend\n", "\njump\n"))
    with pytest.raises(RecordError, match=r"game.txt: line 14: 'jump'"):
        GameRecord.load(path)


def test_no_line_is_written_that_is_too_long_to_be_read() -> None:
    long = GameRecord(game, 7, (), ("a" * MOST_BYTES, "b"))
    with pytest.raises(RecordError, match="text of a game: expected at most 1,048,576 bytes"):
        long.line()
