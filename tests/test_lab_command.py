"""``marengo lab`` opens notebooks in the environment it runs in, and says what is missing."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from marengo.cli import main, notebooks
from marengo.cli.notebooks import check_kernel
from marengo.game import MarengoError


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


@pytest.mark.parametrize("absent", [True, False])
def test_the_command_opens_the_folder_and_says_if_clicks_are_missing(
    absent: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    called: list[list[str]] = []

    def call(command: list[str]) -> int:
        called.append(command)
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(notebooks, "find_spec", lambda _: None if absent else object())
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")  # so that it is put back
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "elsewhere")
    folder = tmp_path / "my notebooks"
    folder.mkdir()
    jupyter = [sys.executable, "-m", "jupyter", "lab", f"--ServerApp.root_dir={tmp_path}"]
    assert main(["lab", str(folder)]) == 0
    assert called == [[*jupyter, "--LabApp.default_url=/lab/tree/my%20notebooks"]]
    assert os.environ["JUPYTER_PREFER_ENV_PATH"] == "1"
    own, users = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert (Path(own) / "labconfig").is_dir()
    assert users == "elsewhere"
    said = capsys.readouterr().out
    assert ("pip install ipympl" in said) == absent
    # where there is a notebook that leads to the others, it is opened
    (folder / "index.ipynb").touch()
    assert main(["lab", str(folder), "--", "--no-browser", "--allow-root"]) == 0
    assert called[1][-2:] == ["--no-browser", "--allow-root"]
    assert called[1][:-2] == [*jupyter, "--LabApp.default_url=/lab/tree/my%20notebooks/index.ipynb"]
