"""The section on the balance by strength: what it says of runs whose truth is known."""

from typing import Any

import polars as pl
import pytest

from marengo.lab import Study
from marengo.reports import Chart, Heading, Table, Text
from marengo.reports.strength import is_of_strength, strength
from tests.lab.analysis.made_up import made_up_run, winners

LEVELS = ("policy", "search:4", "search:16")


def named(level: str, weights: str) -> str:
    """Return a player of a level with some weights."""
    return f"{level}{',' if ':' in level else ':'}weights={weights}"


def alike(share: dict[str, int]) -> Any:
    """Return a run in which two players of each level let the first seat win so many of 100."""
    players = [named(level, one) for level in LEVELS for one in "ab"]
    study = Study(name="alike", scenarios=("triomphe",), players=("rule", *players), games=100)
    frames = []
    for number, cell in enumerate(study.cells):
        won = share[cell.players[0]]
        frame = pl.DataFrame({"cell": number, "seed": range(100)})
        frames.append(frame.with_columns(winner=pl.Series(winners([1] * won + [0] * (100 - won)))))
    return made_up_run(study, pl.concat(frames))


def matches() -> Any:
    """Return a run in which each level beats the one below it in three games of four."""
    pairs = [(named(LEVELS[0], one), "rule") for one in "ab"]
    for upper, lower in zip(LEVELS[1:], LEVELS, strict=False):
        pairs += [(named(upper, one), named(lower, one)) for one in "ab"]
    study = Study(name="matches", scenarios=("triomphe",), pairs=tuple(pairs), games=100)
    frames = []
    for number in range(len(study.cells)):
        won = 25 if number % 2 else 75  # the stronger sits first in every other cell
        frame = pl.DataFrame({"cell": number, "seed": range(100)})
        frames.append(frame.with_columns(winner=pl.Series(winners([1] * won + [0] * (100 - won)))))
    return made_up_run(study, pl.concat(frames))


SHARES = {"rule": 40} | {
    named(level, one): 45 + 10 * (one == "b") for level in LEVELS for one in "ab"
}


def test_the_section_begins_with_its_answer() -> None:
    heading, answer, chart, table = strength([alike(SHARES), matches()])
    assert isinstance(heading, Heading)
    assert heading.text == "How even is Triomphe à Marengo among ever stronger players?"
    assert isinstance(answer, Text)
    assert answer.text.startswith("It does not converge by what was played: search:16, the strong")
    assert "Austria wins 45 % to 55 %, by what they have learned." in answer.text
    assert isinstance(chart, Chart)
    assert isinstance(table, Table)
    assert table.frame["both sides"].to_list() == ["rule", *LEVELS]
    assert table.frame["Austria wins"].to_list() == ["40.0 %", *["50.0 %"] * 3]
    assert table.frame["by player"].to_list() == ["–", *["45.0 to 55.0"] * 3]
    assert table.frame["Elo"][0] == "+0"


def test_without_matches_nothing_is_said_of_a_limit() -> None:
    _, answer, table = strength([alike(SHARES)])
    assert isinstance(answer, Text)
    assert answer.text.startswith("What it comes to is not known without matches")
    assert isinstance(table, Table)
    assert set(table.frame["Elo"]) == {"–"}


@pytest.mark.parametrize(
    ("players", "expected"),
    [(("rule", "policy"), False), (("policy", "policy:weights=triomphe-11"), True)],
)
def test_a_run_of_strength_has_several_players_of_one(
    players: tuple[str, ...], expected: bool
) -> None:
    study = Study(name="one", scenarios=("triomphe",), players=players)
    games = pl.DataFrame({"cell": [0], "seed": [0], "winner": ["french"]})
    assert is_of_strength(made_up_run(study, games)) is expected
