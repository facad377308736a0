"""Compiled code that is damaged, lost or refused costs a compilation, and no more."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import marengo

ROOM = """
from marengo.core.engine.compiled import entry

@entry
def double(number):
    return 2 * number
"""

DOUBLE = """
from toy.doubling import double

print([double(number) for number in {numbers}], sum(double.stats.cache_hits.values()))
"""

AGAIN = "is damaged, and compiled again"
NOT_KEPT = "cannot be kept, and is compiled at every start"


def make_home(folder: Path) -> Path:
    """Make a room of one function and an empty cache in a folder."""
    (folder / "toy").mkdir()
    (folder / "toy" / "__init__.py").write_text("STANDS_ON = ()\n", encoding="utf-8")
    (folder / "toy" / "doubling.py").write_text(ROOM, encoding="utf-8")
    (folder / "cache").mkdir()
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder in which nothing has been compiled."""
    return make_home(tmp_path)


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the function has been compiled for two kinds of numbers."""
    folder = make_home(tmp_path_factory.mktemp("warm"))
    double(folder, 21, 2.5)
    return folder


def begin(
    home: Path, *numbers: float, before: str = "", cache: str = "cache"
) -> subprocess.Popen[str]:
    """Begin a process that doubles numbers."""
    places = dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"), str(home / cache))
    root = str(Path(marengo.__file__).parent.parent)
    return subprocess.Popen(
        [sys.executable, "-c", before + DOUBLE.format(numbers=list(numbers))],
        cwd=home,
        env={**os.environ, **places, "PYTHONPATH": root, "NUMBA_DISABLE_JIT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> tuple[str, list[str]]:
    """Return what a process printed, and the lines that it said besides."""
    out, said = process.communicate(timeout=600)
    return out.strip(), said.splitlines()


def double(
    home: Path, *numbers: float, before: str = "", cache: str = "cache"
) -> tuple[str, list[str]]:
    """Double numbers in a process of its own."""
    return end(begin(home, *numbers, before=before, cache=cache))


def files(home: Path) -> list[Path]:
    """Return what is kept."""
    return [path for path in (home / "cache").rglob("*") if path.is_file()]


def test_compiled_code_is_kept(home: Path) -> None:
    assert double(home, 21) == ("[42] 0", [])
    assert double(home, 21, 2.5) == ("[42, 5.0] 1", [])
    before = files(home)
    assert double(home, 2.5, 21) == ("[5.0, 42] 2", [])
    assert files(home) == before


def test_compiled_code_is_found_again_from_another_place(home: Path, tmp_path: Path) -> None:
    """A clone, and an installed wheel, have the same sources at other places and of other times."""
    assert double(home, 21) == ("[42] 0", [])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    make_home(elsewhere)
    assert double(elsewhere, 21, cache="../cache") == ("[42] 1", [])


def signed(content: bytes) -> bytes:
    """Return a pickle as if it were what had been compiled."""
    return content + sha256(content).digest()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut short": lambda content: content[: len(content) // 2],
    "a byte short": lambda content: content[:-1],
    "garbage": lambda content: bytes(index * 37 % 251 for index in range(len(content))),
    "zeros": lambda content: bytes(len(content)),
    "zeros within": lambda content: content[:-3000] + bytes(2000) + content[-1000:],
    "of a module that is gone": lambda _: signed(b"cnowhere\nThing\n."),
    "refused by a class": lambda _: signed(b"cbuiltins\nint\n(S'x'\ntR."),
    "a fault of the system": lambda _: signed(b"cio\nopen\n(S'/nowhere/file'\ntR."),
    "no compiled code": lambda _: signed(b")."),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_what_is_damaged_is_compiled_again(warm: Path, kind: str) -> None:
    """Once: then it is whole. One line tells of all that is damaged."""
    damaged = {path: DAMAGE[kind](path.read_bytes()) for path in files(warm)}
    for path, content in damaged.items():
        path.write_bytes(content)
    answer, (said,) = double(warm, 21, 2.5)
    assert answer == "[42, 5.0] 0"
    assert AGAIN in said
    assert len(damaged) == 2
    for path, content in damaged.items():
        now = path.read_bytes()
        assert now != content
        assert now == signed(now[: -sha256().digest_size])


TOGETHER = """
import os, time
from pathlib import Path

replace = os.replace

def replace_together(*paths):
    os.replace = replace
    Path("{own}").touch()
    while not Path("{other}").exists():
        time.sleep(0.01)
    replace(*paths)

os.replace = replace_together
"""


@pytest.mark.parametrize("other", [21, 2.5])
def test_two_processes_that_compile_at_once_keep_both(home: Path, other: float) -> None:
    """Both have compiled before either of them keeps anything."""
    one = begin(home, 21, before=TOGETHER.format(own="one", other="another"))
    another = begin(home, other, before=TOGETHER.format(own="another", other="one"))
    assert end(one) == ("[42] 0", [])
    assert end(another) == (f"[{2 * other}] 0", [])
    assert double(home, 21, other) == (f"[42, {2 * other}] {len({21, other})}", [])


KILLED = """
import os, signal

replace, times = os.replace, [{times}]

def replace_or_die(*paths):
    times[0] -= 1
    if not times[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(*paths)

os.replace = replace_or_die
"""


@pytest.mark.parametrize("times", [1, 2])
def test_after_a_process_was_killed_the_next_one_compiles(home: Path, times: int) -> None:
    """It dies with its first or second file written, but not yet in place."""
    killed = begin(home, 21, 2.5, before=KILLED.format(times=times))
    assert end(killed) == ("", [])
    assert killed.returncode == -signal.SIGKILL
    assert double(home, 21, 2.5) == (f"[42, 5.0] {times - 1}", [])
    assert double(home, 21, 2.5) == ("[42, 5.0] 2", [])


def test_without_a_folder_for_it_it_is_kept_for_a_while(home: Path) -> None:
    """And never beside the sources, where nothing tells what else it was compiled from."""
    (home / "file").touch()
    kept = f"import os; os.environ['TMPDIR'] = {str(home / 'cache')!r}\n"
    for found in (0, 2):
        answer, (said,) = double(home, 21, 2.5, cache="file", before=kept)
        assert answer == f"[42, 5.0] {found}"
        assert f"file/marengo: cannot be used, so what is compiled is kept in {home}" in said
    assert not list((home / "toy").rglob("*.nbc"))


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"


def test_on_a_full_disk_nothing_is_kept(home: Path) -> None:
    """Each file breaks off after a thousand bytes."""
    answer, (said,) = double(home, 21, 2.5, before=FULL)
    assert answer == "[42, 5.0] 0"
    assert NOT_KEPT in said
    assert files(home) == []
    assert double(home, 21, 2.5) == ("[42, 5.0] 0", [])


def test_what_lies_in_a_folder_that_cannot_be_written_to_is_used(home: Path) -> None:
    double(home, 21)
    answer, (said,) = double(home, 21, 2.5, before=FULL)
    assert answer == "[42, 5.0] 1"
    assert NOT_KEPT in said
