"""What is handed out: the wheel, installed where nothing is, plays the games."""

import base64
import io
import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parent.parent

SCENARIOS = ("bonaparte", "europe-1800", "europe-1805", "europe-battle", "progress", "triomphe")

PROGRAM = f"""
import marengo
for name in {SCENARIOS}:
    frame = marengo.simulate(name, 4, "rule", "search:nodes=10", seed=1, progress=False)
    print(name, *frame["winner"], *frame["decisions"])
print(marengo.__file__)
"""

CHECK = ("-m", "pip", "--disable-pip-version-check", "check")

STUDY = ("study", "--games", "4")

MOST_OF_WHEEL = 8_000_000
"""Bytes: half a minute of a slow line."""

EXECUTE = ("-m", "nbconvert", "--to", "notebook", "--execute", "--inplace")


def run(*command: str | Path, folder: Path) -> str:
    """Run a program somewhere else than in the checkout, and return what it prints."""
    outside = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=outside,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def python_named(version: str) -> Path:
    """Return an interpreter that can make environments, or leave the test out."""
    found = shutil.which(f"python{version}")
    ready = [found or "", "-c", "import ensurepip, venv"]
    # a name on the path may be an empty shim
    if not found or subprocess.run(ready, check=False, capture_output=True).returncode:
        pytest.skip(f"no Python {version} on the path that can make environments")
    return Path(found)


def games_of(said: list[str]) -> list[str]:
    """Return the lines that tell of games, without those that tell of compilation."""
    found = [line for line in said[:-1] if line.startswith(SCENARIOS)]
    assert len(found) == len(SCENARIOS)
    return found


def encoded(width: int) -> str:
    """Return a picture with more colours than are kept, as notebooks have it."""
    file = io.BytesIO()
    Image.radial_gradient("L").resize((width, 300)).convert("RGB").save(file, "png")
    return base64.b64encode(file.getvalue()).decode()


def test_the_pictures_of_notebooks_are_smaller_in_the_wheel_and_all_else_is_the_same() -> None:
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    wide, html = encoded(1_400), '<b>0</b><img src="data:image/png;base64,{}">'
    data = {"image/png": wide, "text/html": [html.format(wide)], "text/plain": ["0"]}
    cells = [{"source": ["a = 0"], "outputs": [{"data": data}, {"text": "x"}]}, {"source": "b"}]
    written = json.loads(hook["with_smaller_pictures"](json.dumps({"cells": cells})))
    found = written["cells"][0]["outputs"][0]["data"]
    picture = Image.open(io.BytesIO(base64.b64decode(found["image/png"])))
    assert picture.size == (hook["WIDTH"], 300 * hook["WIDTH"] // 1_400)
    assert found["text/html"] == html.format(found["image/png"])
    found.update(data)
    assert written == {"cells": cells}


def test_folders_that_jupyter_left_stay_out_of_the_wheel(tmp_path: Path) -> None:
    (tmp_path / "notebooks" / ".ipynb_checkpoints").mkdir(parents=True)
    (tmp_path / "notebooks" / "nbval_sanitize.cfg").write_text("a")
    made = runpy.run_path(str(ROOT / "hatch_build.py"))["SmallerNotebooks"]
    hook = made(str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    data: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize("standard", data)
    hook.finalize("standard")
    assert [*data["force_include"].values()] == ["marengo/notebooks/nbval_sanitize.cfg"]


@pytest.mark.release
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_the_wheel_plays_in_an_environment_of_its_own(version: str, tmp_path: Path) -> None:
    """With the newest of all that it needs; and the games are the same in every Python."""
    python = python_named(version)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, folder=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < MOST_OF_WHEEL
    run(python, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    programs = tmp_path / "venv" / "bin"
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    run(programs / "python", *install, wheel, folder=tmp_path)
    said = run(programs / "python", "-W", "ignore", "-c", PROGRAM, folder=tmp_path).splitlines()
    assert said[-1].startswith(str(tmp_path / "venv"))
    here = run(sys.executable, "-W", "ignore", "-c", PROGRAM, folder=ROOT).splitlines()
    assert games_of(said) == games_of(here)
    assert "triomphe-desaix-15" in run(programs / "marengo", "scenarios", folder=tmp_path)
    assert "No broken requirements" in run(programs / "python", *CHECK, folder=tmp_path)
    assert "games written to" in run(programs / "marengo", *STUDY, folder=tmp_path)
    run(programs / "marengo", "lab", "--", "--version", folder=tmp_path)
    for name in ("01_quickstart", "02_play", "12_scaling_out"):  # without Dask
        notebook = tmp_path / "marengo-notebooks" / "notebooks" / f"{name}.ipynb"
        run(programs / "python", *EXECUTE, notebook, folder=tmp_path)


@pytest.mark.release
def test_the_oldest_versions_allowed_give_the_same_games(tmp_path: Path) -> None:
    """The frames that are kept, bit for bit; and nothing warns of what will be gone."""
    run(python_named("3.11"), "-m", "venv", tmp_path, folder=ROOT)
    python = tmp_path / "bin" / "python"
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    run(python, *install, "-c", ROOT / "constraints-oldest.txt", f"{ROOT}[test]", folder=tmp_path)
    tests = ["tests/frames", "tests/lab/test_simulate.py", "tests/lab/test_store.py"]
    assert " passed" in run(python, "-m", "pytest", "-n", "2", *tests, folder=ROOT)
