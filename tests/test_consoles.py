"""Commands end well on every console: one that lacks letters, is closed, or is full."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from marengo.cli import consoles, main
from marengo.cli.failures import LONGEST

SCENARIOS = (sys.executable, "-m", "marengo.cli", "scenarios")

FULL = Path("/dev/full")


def called(command: str, folder: Path, **outside: str) -> "subprocess.CompletedProcess[bytes]":
    """Have a shell run ``marengo scenarios``, with what stands after it."""
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {command}', "sh", *SCENARIOS],
        env={**os.environ, "XDG_STATE_HOME": str(folder), **outside},
        cwd=folder,
        check=False,
        capture_output=True,
    )


@pytest.mark.parametrize(
    ("encoding", "written"),
    [("cp1251", "Triomphe a Marengo"), ("ascii:replace", "Triomphe ? Marengo")],
)
def test_letters_that_a_console_lacks_are_written_plainly(
    encoding: str, written: str, tmp_path: Path
) -> None:
    """Unless a person has chosen something else for them."""
    done = called("", tmp_path, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert written in done.stdout.decode(encoding.partition(":")[0])


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&- <&-"])
def test_a_command_does_its_work_though_nobody_listens(closed: str, tmp_path: Path) -> None:
    done = called(closed, tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not FULL.exists(), reason="a device that is full")
@pytest.mark.parametrize("words", ["", "--help"])
def test_what_cannot_be_printed_is_told_in_a_line(words: str, tmp_path: Path) -> None:
    done = called(f"{words} >{FULL}", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(b"marengo scenarios: what is printed")
    assert done.stderr.endswith(b": No space left on device\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not FULL.exists(), reason="a device that is full")
def test_what_went_wrong_need_not_be_heard(tmp_path: Path) -> None:
    assert called(f"--nonsense >{FULL} 2>{FULL}", tmp_path).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
def test_the_number_of_a_closed_stream_is_given_to_no_file(tmp_path: Path) -> None:
    """Or else what is printed by a process that is begun would be written into it."""
    program = (
        "import os, marengo.cli.consoles as c; c.prepare_consoles();"
        "kept = open('kept', 'w'); os.write(1, b'printed'); kept.write(str(kept.fileno() > 2))"
    )
    words = [sys.executable, "-c", program]
    subprocess.run(["/bin/sh", "-c", '"$@" >&-', "sh", *words], cwd=tmp_path, check=True)
    assert (tmp_path / "kept").read_text() == "True"


@pytest.mark.parametrize(
    ("letters", "plain"),
    [
        ("à", "a"),
        ("ß", "\\xdf"),
        ("–−×’", "--x'"),
        ("…", "..."),
        ("Маренго", None),
        ("\ud800", None),
    ],
)
def test_each_letter_has_a_plain_form(letters: str, plain: str | None) -> None:
    consoles.prepare_consoles()
    written = letters.encode("ascii", consoles.PLAINLY).decode()
    assert written == (ascii(letters)[1:-1] if plain is None else plain)


def test_a_fault_is_short_whatever_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["\ud800" * 100_000]) == 2
    assert len(capsys.readouterr().err) < 4 * LONGEST
