"""The engine compiled, in plain Python, and compiled with bounds checked: the same games."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from marengo.games.marengo.game import MarengoGame, load
from tests.field import scenario_names
from tests.plain import hash_of, play_on_records
from tests.turn import in_turn

GAMES = {"triomphe": 100, "bonaparte": 100}
"""Games of each scenario played both compiled and in plain Python."""

PARTS = 2
"""So many processes, so that they can run side by side."""

ON_RECORDS = 2
"""Games in plain Python on NumPy's records, where arithmetic that overflows is noticed."""

CHECKED = 20
"""Games with bounds checked."""


@cache
def game_of(scenario: str) -> MarengoGame:
    return load(scenario)


UNKEPT = "ignore:Cannot cache compiled function"
"""Some functions cannot be kept on disk if they are compiled without being optimised.

Those that cannot be kept at all fail in ``tests.compilation``.
"""


def printed(root: Path, program: str, *but: str, **environment: str) -> str:
    """Run a program in a fresh interpreter, where every warning is an error, but for some."""
    filters = [part for one in ("error", *but) for part in ("-W", one)]
    done = subprocess.run(
        [sys.executable, *filters, "-c", program],
        cwd=root,
        env={**os.environ, **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def uncompiled(root: Path, scenario: str, how: str, seeds: range) -> list[str]:
    """Return the fingerprints of games played in plain Python."""
    program = f"from tests.plain import print_hashes; print_hashes({scenario!r}, {how!r}, {seeds})"
    return printed(root, program, NUMBA_DISABLE_JIT="1").split()


def compiled(scenario: str, seeds: range) -> list[str]:
    """Return the fingerprints of the same games played by the compiled engine."""
    return [hash_of(play_on_records(game_of(scenario), seed)) for seed in seeds]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("scenario", in_turn(scenario_names()))
def test_plain_python_plays_the_same_games(root: Path, scenario: str, part: int) -> None:
    games = GAMES[scenario]
    seeds = range(part * games // PARTS, (part + 1) * games // PARTS)
    found = uncompiled(root, scenario, "plain", seeds)
    assert len(set(found)) == len(seeds)
    assert found == compiled(scenario, seeds)


@pytest.mark.parametrize("scenario", in_turn(scenario_names()))
def test_nothing_overflows_on_records(root: Path, scenario: str) -> None:
    seeds = range(ON_RECORDS)
    assert uncompiled(root, scenario, "records", seeds) == compiled(scenario, seeds)


CHECKING = """
import json
from tests.fresh import hashes_of, signatures_of

print(json.dumps({{"hashes": hashes_of({scenario!r}, {games}), "signatures": signatures_of()}}))
"""


@pytest.mark.release
@pytest.mark.parametrize("scenario", in_turn(scenario_names()))
def test_bounds_are_kept_and_every_rule_is_compiled_once(
    root: Path, tmp_path: Path, scenario: str
) -> None:
    """The engine is compiled anew, with every index checked; not optimised, to save time.

    A second signature of a rule would take its time again, and could differ where numbers
    overflow. Rules that rulesets share have one for each; here only one of them is played.
    """
    places = dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"), str(tmp_path))
    program = CHECKING.format(scenario=scenario, games=CHECKED)
    places |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}
    lines = printed(root, program, UNKEPT, **places).splitlines()
    answer: dict[str, Any] = json.loads(lines[-1])
    assert answer["hashes"] == compiled(scenario, range(CHECKED))
    assert len(answer["signatures"]) > 100
    several = {name: found for name, found in answer["signatures"].items() if len(found) > 1}
    assert several == {}
