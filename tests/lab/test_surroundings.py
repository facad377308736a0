"""A study gives the same frames and fingerprints wherever, and by however many, it is played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from marengo.lab.run_folder import Run, load
from tests.lab.runs import assert_same_frames

PLAN = """
name = "small"
scenarios = ["triomphe", "bonaparte"]
players = ["random"]
pairs = [["rule", "search:8"]]
games = 3
seed = 7
observe = ["turns", "events", "presence"]
"""


def locale_of(wanted: str) -> str:
    """Return a locale of this machine, one that is its own if there is one, or else C."""
    if (tool := shutil.which("locale")) is None:
        return "C"
    there = subprocess.run([tool, "-a"], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"^{wanted}.*$", there, re.MULTILINE)
    return found[0] if found else "C"


def played(folder: Path, seed: str, locale: str, zone: str, *options: str) -> Run:
    """Return a run that a process of its own played."""
    plan = folder.with_suffix(".toml")
    plan.write_text(PLAN)
    own = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone}
    words = [sys.executable, "-m", "marengo.cli", "study", str(plan), "--out", str(folder)]
    subprocess.run([*words, *options], env=os.environ | own, check=True, capture_output=True)
    return load(folder)


@pytest.mark.plays_much
@pytest.mark.release
def test_frames_depend_on_the_plan_alone(tmp_path: Path) -> None:
    """Hash seed, locale, time zone, number of workers, and one process or several."""
    first = played(tmp_path / "one", "0", "C", "UTC", "--workers", "1")
    assert first.finished
    others = (
        ("1", locale_of("tr_TR"), "Asia/Kathmandu", "--workers", "3"),
        ("2", locale_of("de_DE"), "XXX-14", "--workers", "2", "--executor", "processes"),
    )
    for number, other in enumerate(others):
        run = played(tmp_path / str(number), *other)
        assert_same_frames(run, first)
        for what in ("plan", "scenarios", "code", "players", "weights"):
            assert run.manifest[what] == first.manifest[what]
