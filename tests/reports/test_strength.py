"""The section on the balance by strength: what it says of runs whose truth is known."""

from typing import Any

import polars as pl

from marengo.lab import Study
from marengo.reports import Chart, Finding, Heading, Table, Text
from marengo.reports.strength import Strength, strength, strengths
from tests.lab.analysis.made_up import made_up_run, winners

LEVELS = ("policy", "search:4", "search:16")


def named(level: str, weights: str) -> str:
    """Return a player of a level with some weights."""
    return f"{level}{',' if ':' in level else ':'}weights={weights}"


def alike(share: dict[str, int], levels: tuple[str, ...] = LEVELS) -> Any:
    """Return a run in which two players of each level let the first seat win so many of 100."""
    players = [named(level, one) for level in levels for one in "ab"]
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
    heading, answer, chart, table, *figures = strength(Strength([alike(SHARES)], matches()))
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
    told = [figure for figure in figures if isinstance(figure, Finding)]
    assert [figure.value for figure in told] == table.frame["Austria wins"].to_list()
    assert told[1].name == "Austria wins triomphe, policy on both sides, mean of 2 players"


def test_of_few_strengths_no_limit_is_told() -> None:
    few = alike({**SHARES, "rule": 40}, LEVELS[:1])
    _, answer, _, table, *_ = strength(Strength([few], matches()))
    assert isinstance(answer, Text)
    assert answer.text.startswith("What it comes to is not known without matches of four")
    assert isinstance(table, Table)
    assert table.frame["both sides"].to_list() == ["rule", "policy"]


def test_runs_that_tell_a_strength_do_so_together() -> None:
    mirrors, pairs = alike(SHARES), matches()
    (found,) = strengths([mirrors, pairs])
    assert found.runs == [mirrors, pairs]


def test_others_are_told_of_as_ever() -> None:
    """A league, matches alone, players alone, and two who differ in more than what they learned."""
    alone = alike(SHARES)
    mixed = Study(
        name="league", scenarios=("triomphe",), players=("policy",), pairs=(("policy", "rule"),)
    )
    games = pl.DataFrame({"cell": [0], "seed": [0], "winner": ["french"]})
    league = made_up_run(mixed, games)
    assert strengths([alone]) == []
    assert strengths([matches()]) == []
    assert strengths([league, matches()]) == []
    plain = Study(name="plain", scenarios=("triomphe",), players=("rule", "policy"))
    assert strengths([made_up_run(plain, games), matches()]) == []
