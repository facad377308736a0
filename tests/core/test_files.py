"""What files may hold and be that are read for people, and what is said of those that may not."""

from pathlib import Path

import pytest

from marengo.core import files
from marengo.core.errors import RecordError
from marengo.core.files import is_file, parse_json, read_bytes, read_text, read_toml
from marengo.core.records import GameRecord


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a.b = [1, [2, 1e999]]", r"a\.b\[1\]\[1\]: expected a finite number, not inf"),
        ("[[a]]\nb = nan", r"a\[0\]\.b: expected a finite number, not nan"),
        (f"a = -{2**63 + 1}", "a: expected a number of up to 64 bits, not -9223372036854775809"),
        ("a" + 60 * ".a" + " = 1", "expected up to 50 tables and lists"),
        ("a = " + 10_000 * "[", "is too deep: expected up to 50 lists in lists"),
        ("a = " + 5_000 * "9", "expected numbers of up to 20 digits"),
        ("a = ", "bad.toml: expected TOML: Invalid value"),
    ],
)
def test_the_field_is_named_that_cannot_be(text: str, wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(RecordError, match=wanted) as refused:
        read_toml(path, RecordError)
    assert str(refused.value).startswith(f"{path}: ")


def test_what_may_be_is_read(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_bytes(f"a.b = [1.5, [{2**63}]]\r\nc = true\r\n".encode())
    assert read_toml(path, RecordError) == {"a": {"b": [1.5, [2**63]]}, "c": True}
    assert read_text(path, RecordError).count("\n") == 2
    assert parse_json(b'{"a": [1, null]}', path, RecordError) == {"a": [1, None]}


def test_a_text_may_have_so_many_bytes_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"12345")
    assert read_bytes(path, RecordError, most=5) == b"12345"
    with pytest.raises(RecordError, match="expected at most 4 bytes, not 5"):
        read_bytes(path, RecordError, most=4)
    monkeypatch.setattr(files, "MOST_DEPTH", 1)
    with pytest.raises(RecordError, match="expected up to 1 tables"):
        parse_json(b"[[[]]]", path, RecordError)


@pytest.mark.parametrize("name", ["n" * 300, "n\0n", "none", "."])
def test_what_cannot_be_a_file_is_none(name: str, tmp_path: Path) -> None:
    assert not is_file(tmp_path / name)
    with pytest.raises(RecordError, match="cannot be read: "):
        read_bytes(tmp_path / name, RecordError)


@pytest.mark.parametrize("key", ["seed", "moves"])
def test_a_record_with_a_number_of_many_digits_is_refused(key: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    header = {"scenario": "triomphe", "scenario-hash": "", "seed": "1", "moves": "1", "final": ""}
    lines = [f"{name}: {value}" for name, value in (header | {key: "9" * 5_000}).items()]
    path.write_text("\n".join(["marengo game 1", *lines, "", "end of game record"]))
    with pytest.raises(RecordError, match=rf"line \d: {key}: expected a number of up to 300"):
        GameRecord.load(path)
