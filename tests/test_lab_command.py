"""``marengo lab`` opens notebooks in its own environment; ``./lab`` calls what it should."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

from marengo.cli import copies, main, notebooks
from marengo.cli.copies import working_copy
from marengo.cli.notebooks import check_kernel
from marengo.core.errors import FileError, MarengoError

ROOT = Path(__file__).parent.parent


def kernel(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Let Jupyter know of one kernel only, which starts a program."""
    spec = folder / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [program, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"})
    )
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(folder))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")


def test_our_own_kernel_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    check_kernel()


def test_a_kernel_of_another_environment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(other)], check=True)
    kernel(tmp_path / "data", monkeypatch, str(other / "bin" / "python"))
    with pytest.raises(
        MarengoError, match=rf"belongs to {re.escape(str(other))}: expected one of"
    ) as caught:
        check_kernel()
    assert f"{sys.executable} -m ipykernel install --sys-prefix" in str(caught.value)


def test_a_kernel_that_does_not_start_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel(tmp_path / "data", monkeypatch, str(tmp_path / "gone"))
    with pytest.raises(MarengoError, match=r"does not start .*: expected one of"):
        check_kernel()


@pytest.fixture(autouse=True)
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be root, as whom JupyterLab is begun in another way."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


@pytest.mark.parametrize(("words", "said"), [([], True), (["--allow-root"], False)])
def test_root_is_let_in_and_told_so(
    words: list[str],
    said: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    called: list[str] = []

    def call(command: list[str]) -> int:
        called[:] = command
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(notebooks, "settings", dict)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert main(["lab", str(tmp_path), "--", *words]) == 0
    assert called.count("--allow-root") == 1
    assert ("JupyterLab is started with --allow-root" in capsys.readouterr().out) == said


def test_the_command_opens_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    def call(command: list[str]) -> int:
        called.append(command)
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")  # so that it is put back
    for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH"):
        monkeypatch.setenv(name, "elsewhere")
    folder = tmp_path / "my notebooks"
    folder.mkdir()
    jupyter = [sys.executable, "-m", "jupyter", "lab", f"--ServerApp.root_dir={tmp_path}"]
    assert main(["lab", str(folder)]) == 0
    assert called == [[*jupyter, "--LabApp.default_url=/lab/tree/my%20notebooks"]]
    assert os.environ["JUPYTER_PREFER_ENV_PATH"] == "1"
    own, users = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert (Path(own) / "labconfig").is_dir()
    assert users == "elsewhere"
    own, users = os.environ["JUPYTER_PATH"].split(os.pathsep)
    assert (Path(own) / "voila/templates/marengo/index.html.j2").is_file()
    assert users == "elsewhere"
    # where there is a notebook that leads to the others, it is opened
    (folder / "index.ipynb").touch()
    assert main(["lab", str(folder), "--", "--no-browser", "--allow-root"]) == 0
    assert called[1][-2:] == ["--no-browser", "--allow-root"]
    assert called[1][:-2] == [*jupyter, "--LabApp.default_url=/lab/tree/my%20notebooks/index.ipynb"]


def test_a_home_that_cannot_be_written_to_starts_kernels_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or else each page is an error of the server, number 500."""
    (tmp_path / "home").touch()  # so that not even root can make a folder in it
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "home" / "runtime"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = Path(notebooks.settings()["JUPYTER_RUNTIME_DIR"])
    assert kept.is_dir()
    assert kept.parent == tmp_path
    assert f"what Jupyter needs while it runs is kept in {kept}\n" in capsys.readouterr().err
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    assert "JUPYTER_RUNTIME_DIR" not in notebooks.settings()
    assert capsys.readouterr().err == ""


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return how JupyterLab would be begun, in a folder that is empty."""
    called: list[str] = []

    def call(command: list[str]) -> int:
        called[:] = command
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(notebooks, "settings", dict)
    monkeypatch.chdir(tmp_path)
    return called


def test_the_notebooks_that_come_with_marengo_are_copied_and_opened(
    opened: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "--", "--no-browser"]) == 0
    folder = tmp_path / "marengo-notebooks"
    told = f"{folder}: the notebooks that come with marengo are copied"
    assert told in capsys.readouterr().out
    assert opened[-3:] == [
        f"--ServerApp.root_dir={folder}",
        "--LabApp.default_url=/lab/tree/notebooks/index.ipynb",
        "--no-browser",
    ]
    made = folder / "notebooks"
    assert {path.name for path in made.iterdir()} >= {"index.ipynb", "01_quickstart.ipynb"}
    assert (made / ".." / "docs" / "players.md").is_file()
    assert not list(tmp_path.rglob("*.py"))
    assert [path.name for path in tmp_path.iterdir()] == ["marengo-notebooks"]
    (made / "01_quickstart.ipynb").write_text("with notes of mine")
    (made / "02_play.ipynb").unlink()
    assert main(["lab"]) == 0
    assert (made / "01_quickstart.ipynb").read_text() == "with notes of mine"
    assert (made / "02_play.ipynb").is_file()
    assert not list(made.glob("*.new*"))
    assert "marengo-notebooks" not in capsys.readouterr().out


def test_they_are_copied_here_if_that_is_wanted(opened: list[str], tmp_path: Path) -> None:
    assert main(["lab", "--here"]) == 0
    assert f"--ServerApp.root_dir={tmp_path}" in opened
    assert (tmp_path / "notebooks" / "index.ipynb").is_file()


def test_a_checkout_opens_its_own_notebooks_here(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["lab", "--here"]) == 0
    assert f"--ServerApp.root_dir={ROOT}" in opened
    assert not (ROOT / copies.RECORD).exists()


def test_here_and_a_folder_exclude_each_other(
    opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "notebooks", "--here"]) == 2
    assert "--here: expected no folder beside it, not notebooks" in capsys.readouterr().err
    assert opened == []


KEPT = "which is left as it is"


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small installation, with one notebook."""
    folder = tmp_path / "installed"
    for part in copies.PARTS:
        (folder / part).mkdir(parents=True)
    (folder / "notebooks" / "a.ipynb").write_text("first")
    monkeypatch.setattr(copies, "shipped", lambda part: folder / part)
    return folder


def test_a_newer_notebook_goes_beside_the_one_that_is_there_once(
    ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = working_copy(tmp_path / "work")

    def lying() -> dict[str, str]:
        return {path.name: path.read_text() for path in made.iterdir()}

    for number, text in enumerate(("second", "third", "second"), start=1):
        (ours / "notebooks" / "a.ipynb").write_text(text)
        capsys.readouterr()
        working_copy(tmp_path / "work")
        said = capsys.readouterr().out
        name = {1: "a.new.ipynb", 2: "a.new2.ipynb"}.get(number)
        assert said == (f"{made / name}: newer than the one beside it, {KEPT}\n" if name else "")
        before = lying()
        working_copy(tmp_path / "work")
        assert lying() == before
        assert capsys.readouterr().out == ""
    assert lying() == {"a.ipynb": "first", "a.new.ipynb": "second", "a.new2.ipynb": "third"}


def test_a_file_of_that_name_that_was_there_before_is_kept(
    ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "work" / "notebooks" / "a.ipynb"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    assert working_copy(tmp_path / "work") == mine.parent
    assert mine.read_text() == "mine"
    assert mine.with_name("a.new.ipynb").read_text() == "first"
    assert "a.new.ipynb: newer" in capsys.readouterr().out
    assert ours.is_dir()


@pytest.mark.parametrize("text", ["[]", "{"])
def test_a_record_of_copies_that_is_damaged_is_told(text: str, ours: Path, tmp_path: Path) -> None:
    made = working_copy(tmp_path / "work")
    (made.parent / copies.RECORD).write_text(text)
    with pytest.raises(FileError, match=rf"{copies.RECORD}: expected "):
        working_copy(tmp_path / "work")
    assert ours.is_dir()


class Checkout:
    """The script ``lab`` in a folder of its own, whose programs only write down their calls.

    Parameters
    ----------
    folder : Path
        Where it lies.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = folder / ".venv" / "bin"
        programs.mkdir(parents=True)
        for name in ("lab", "pyproject.toml", "constraints.txt"):
            shutil.copy(ROOT / name, folder)
        (folder / ".venv" / "made-in").write_text(f"{folder}\n")
        (folder / "notebooks").mkdir()
        for name in ("01_quickstart", "02_play"):
            (folder / "notebooks" / f"{name}.ipynb").touch()
        self.calls = folder / "calls"
        for name in ("python", "ruff", "mypy", "lint-imports", "chromium", "marengo"):
            program = programs / name
            program.write_text(
                f'#!/bin/sh\necho "{name} $*" >>"{self.calls}"\n'
                'case "$*" in $FAILING) exit 1 ;; *tests.touched*) printf "$TOUCHED" ;; esac\n'
            )
            program.chmod(0o755)

    def lab(
        self, *arguments: str, failing: str = "nothing", touched: str = ""
    ) -> tuple[int, list[str], str]:
        """Run a command; return its exit code, the calls it made, and what it said.

        Calls fail whose arguments match a pattern of the shell; a change touches what is given.
        """
        self.calls.write_text("")
        path = f"{self.folder}/.venv/bin:{os.environ['PATH']}"
        done = subprocess.run(
            [self.folder / "lab", *arguments],
            env={**os.environ, "PATH": path, "FAILING": failing, "TOUCHED": touched},
            check=False,
            capture_output=True,
            text=True,
        )
        calls = [call.strip() for call in self.calls.read_text().splitlines()]
        asked = ("python -c", "python -m tests.touched")
        beside = ("python -W error -m tests.compilation",)  # in no order
        return done.returncode, [c for c in calls if not c.startswith(asked + beside)], done.stderr


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a checkout in which all has been installed."""
    made = Checkout(tmp_path)
    assert made.lab("test", "quick")[0] == 0
    return made


STYLE = ["ruff check", "ruff format --check", "mypy", "lint-imports"]


def test_the_quick_test_runs_a_part_of_each_kind(checkout: Checkout) -> None:
    code, calls, said = checkout.lab("test", "quick")
    assert code == 0
    assert calls[:4] == STYLE
    assert calls[4] == "python -m tests.quick"
    assert calls[5].endswith(" notebooks/01_quickstart.ipynb")
    assert len(calls) == 6
    assert said.endswith("All checks passed.\n")


def test_the_test_runs_what_a_change_touches(checkout: Checkout) -> None:
    code, calls, said = checkout.lab("test", touched="one\ntwo\n")
    assert code == 0
    assert calls[:4] == STYLE
    assert calls[4] == "python -m pytest -n 2 --dist worksteal one two"
    assert calls[5] == "marengo reports --check"
    assert calls[6] == "python -m tests.coverage_of_rules one two"
    assert calls[7].startswith("python -m pytest ")
    assert calls[7].endswith(".cfg one two")
    assert len(calls) == 8
    assert "LEFT OUT" not in said


def test_what_no_change_touches_is_left_out(checkout: Checkout) -> None:
    code, calls, said = checkout.lab("test")
    assert code == 0
    assert [*calls[:4]] == STYLE
    assert calls[4:] == ["python -m pytest -n 2 --dist worksteal"]
    assert said.endswith("All checks passed.\n")


def test_nothing_is_run_where_it_cannot_be_told_what_is_touched(checkout: Checkout) -> None:
    code, calls, said = checkout.lab("test", failing="*tests.touched*")
    assert code != 0
    assert calls == STYLE
    assert "All checks passed." not in said


def test_the_full_test_leaves_nothing_out(checkout: Checkout) -> None:
    _, usual, _ = checkout.lab("test", touched="one\n")
    code, calls, _ = checkout.lab("test", "full", touched="one\n")
    assert code == 0
    assert calls[4] == f"{usual[4]} -m  -o faulthandler_timeout=3600"  # all marks: an empty word
    assert calls[:4] + calls[5:] == usual[:4] + usual[5:]


def test_a_commit_that_was_checked_whole_is_noted(checkout: Checkout) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(checkout.folder)]
    (checkout.folder / "tests").mkdir()
    (checkout.folder / "tests" / "checked.txt").touch()
    (checkout.folder / ".gitignore").write_text(".venv\ncalls\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *words], check=True)
    noted = checkout.folder / "tests" / "checked.txt"
    checkout.lab("test", "full", failing="*pytest*")
    assert noted.read_text() == ""
    checkout.lab("test", "full")
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    assert noted.read_text() == head.stdout
    noted.write_text("of before\n")  # so something is not committed
    checkout.lab("test", "full")
    assert noted.read_text() == "of before\n"


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (["play", "bonaparte", "--against", "easy"], "marengo play bonaparte --against easy"),
        (["open", "--here"], "marengo lab --here"),
        (["study"], "marengo study"),
    ],
)
def test_what_is_installed_is_begun_with_the_options_given(
    words: list[str], called: str, checkout: Checkout
) -> None:
    assert checkout.lab(*words)[1][-1] == called


@pytest.mark.parametrize("what", ["", "quick", "full"])
def test_a_check_that_fails_is_told_at_the_end(checkout: Checkout, what: str) -> None:
    words = filter(None, ["test", what])
    code, calls, said = checkout.lab(*words, failing="format*", touched="one")
    assert code == 1
    assert said.endswith("\nFAILED:\n  format (ruff)\n")
    assert calls[-1].startswith("python -m pytest")  # what comes after it is checked too


def test_what_takes_long_is_left_out_unless_asked_for() -> None:
    """Of two options -m pytest takes the last one, so each that is given must say it again."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    options = settings["tool"]["pytest"]["ini_options"]["addopts"]
    assert options[options.index("-m") + 1] == "not release"
    for path in (ROOT / "tests" / "coverage_of_rules.py", ROOT / "tests" / "quick.py"):
        for given in re.findall(r'"-m", "([^"]* [^"]*)"', path.read_text(encoding="utf-8")):
            assert "not release" in given


def test_the_versions_tested_together_are_installed(checkout: Checkout) -> None:
    """Once for each state of the two files that say which; others only where these are not had."""
    installing = "python -m pip install"
    assert checkout.lab("study")[1] == ["marengo study"]
    for name in ("constraints.txt", "pyproject.toml"):
        with (checkout.folder / name).open("a") as file:
            file.write("# changed\n")
        first, *others = checkout.lab("study")[1]
        assert first.startswith(installing)
        assert first.endswith(" --constraint constraints.txt --editable .")
        assert others == ["marengo study"]
        assert checkout.lab("study")[1] == ["marengo study"]
    (checkout.folder / "constraints.txt").write_text("nothing==0\n")
    code, calls, said = checkout.lab("study", failing="*--constraint*")
    assert code == 0
    assert [call.split("--no-compile ")[-1] for call in calls] == [
        "--constraint constraints.txt --editable .",
        "--editable .",
        "marengo study",
    ]
    assert "not to be had here: taking the newest that fit" in said


ANOTHERS = ".venv was not made by ./lab, which leaves it as it is"


def maker(folder: Path) -> Path:
    """Write a Python that makes environments which only say that they were made."""
    program = folder / "maker"
    program.write_text(
        "#!/bin/sh\n"
        'case "$*" in "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python"\n'
        'printf "#!/bin/sh\\necho made" >"$3/bin/marengo"; chmod 755 "$3/bin/marengo" ;; esac\n'
    )
    program.chmod(0o755)
    return program


def begun(folder: Path, **outside: str) -> "subprocess.CompletedProcess[str]":
    """Run ``./lab study`` where no environment of ours need be."""
    for name in ("lab", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    return subprocess.run(
        [folder / "lab", "study"],
        env={**os.environ, "MARENGO_PYTHON": str(maker(folder)), **outside},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("kind", ["folder", "link", "dangling link", "file"])
def test_an_environment_of_another_is_left_as_it_is(kind: str, tmp_path: Path) -> None:
    """``uv run`` makes a .venv too, and a person may have installed much in it."""
    other, elsewhere = tmp_path / ".venv", tmp_path / "elsewhere"
    if kind != "dangling link":
        elsewhere.mkdir()
        (elsewhere / "pyvenv.cfg").write_text("uv = 0.9")
    if kind == "folder":
        elsewhere.rename(other)
    elif kind == "file":
        other.write_text("mine")
    else:
        other.symlink_to(elsewhere)
    done = begun(tmp_path)
    assert (done.returncode, done.stdout) == (0, "made\n")
    assert done.stderr.startswith(ANOTHERS)
    assert "Making .venv-marengo with" in done.stderr
    assert (tmp_path / ".venv-marengo" / "made-in").read_text() == f"{tmp_path}\n"
    if kind in ("folder", "link"):
        assert [path.name for path in other.iterdir()] == ["pyvenv.cfg"]
    else:
        assert other.is_symlink() or other.read_text() == "mine"
    again = begun(tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, "made\n", "")


def test_where_both_places_are_taken_nothing_is_made(tmp_path: Path) -> None:
    for name in (".venv", ".venv-marengo"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine").touch()
    done = begun(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(".venv and .venv-marengo were not made by ./lab")
    assert all((tmp_path / name / "mine").exists() for name in (".venv", ".venv-marengo"))


@pytest.mark.parametrize("left", ["nothing", "begun", "moved", "empty"])
def test_an_environment_of_ours_is_made_in_its_place(left: str, tmp_path: Path) -> None:
    """One that was begun and interrupted, or made where the checkout lay before, is ours."""
    ours = tmp_path / ".venv"
    if left != "nothing":
        ours.mkdir()
    if left in ("begun", "moved"):
        (ours / "made-in").write_text("begun\n" if left == "begun" else "/elsewhere\n")
        (ours / "old").touch()
    done = begun(tmp_path)
    assert (done.returncode, done.stdout) == (0, "made\n")
    assert "Making .venv with" in done.stderr
    assert (ours / "made-in").read_text() == f"{tmp_path}\n"
    assert not (ours / "old").exists()
    assert not (tmp_path / ".venv-marengo").exists()


def test_what_uv_leaves_behind_is_no_part_of_the_checkout() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"uv.lock", ".venv/", ".venv-marengo/"} <= {*ignored}


@pytest.mark.parametrize(
    ("named", "tried"),
    [("python0.1", "python0.1"), ("", "python3.13 python3.12 python3.11 python3")],
)
def test_without_a_python_that_is_new_enough_nothing_is_made(
    named: str, tried: str, tmp_path: Path
) -> None:
    """One that is asked for by name is not put aside for another."""
    shutil.copy(ROOT / "lab", tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "dirname", "cat"):
        (programs / name).symlink_to(str(shutil.which(name)))
    done = subprocess.run(
        [programs / "sh", tmp_path / "lab", "study"],
        env={"PATH": str(programs), "MARENGO_PYTHON": named},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == f"marengo needs Python 3.11 or later; found none in: {tried}.\n"
    assert not (tmp_path / ".venv").exists()
