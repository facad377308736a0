"""Sections on what is observed, of runs in which some of it never happens."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from marengo.games.marengo.study.handicap_fit import OUTSIDE, UNKNOWN, EvenPoint, HandicapCurve
from marengo.lab.analysis import handicap_study
from marengo.lab.plan import Cell, Study
from marengo.reports.document import Finding, Heading, Text
from marengo.screens.marengo import observed
from tests.lab.analysis.made_up import made_up_run, winners

CELL = Cell("triomphe", ("rule", "rule"))


def first_text(parts: Any) -> str:
    """Return the first paragraph of a section; what comes after it is not made."""
    return next(part.text for part in parts if isinstance(part, Text))


def fired(kinds: list[str]) -> Any:
    """Return a run of one game with attacks of some kinds, none of which takes its target."""
    some = pl.LazyFrame({"cell": [0], "game": [0]})
    events = pl.LazyFrame({"kind": kinds}).with_columns(
        cell=pl.lit(0),
        side=pl.lit("french"),
        defenders=pl.lit(1),
        taken=pl.lit(value=False),
        attacker_lost=pl.lit(0),
        defender_lost=pl.lit(1),
    )
    return SimpleNamespace(games=some, events=events, study=SimpleNamespace(cells=[CELL]))


def test_attacks_of_whom_there_are_none_are_not_counted() -> None:
    assert first_text(observed.attacks(fired(["bombardment", "assault"]))).endswith(
        "take their target: assault 0.0 % of 1."
    )
    said = first_text(observed.attacks(fired(["bombardment"])))
    assert said == "There are only bombardments, which take nothing."


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (0, "No game lasts until noon."),
        (8, f"{CELL}: who is ahead at noon wins 75.0 % of 8 games."),
    ],
)
def test_who_is_ahead_is_told_of_games_that_last(
    games: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observed, "cells_of", lambda _: [(0, CELL)])
    monkeypatch.setattr(observed, "_ahead_at_noon", lambda *_: (0.75, games))
    assert first_text(observed.day(fired([]))) == said


def curve(player: str, even: EvenPoint, first: int = 0) -> HandicapCurve:
    """Return a curve of four handicaps that is even somewhere."""
    points = pl.DataFrame({"handicap": range(first, first + 4)})
    return HandicapCurve(
        "bonaparte", "french", player, points, pl.DataFrame(), 0.5, 0.1, even, misfit=None
    )


@pytest.mark.parametrize(
    ("even", "first", "said"),
    [
        (EvenPoint(1.4, 0.9, 2.0), 0, "holds this bid"),
        (EvenPoint(0.4, None, 1.2), 0, "holds this bid"),
        (EvenPoint(2.4, 1.9, 3.0), 0, "does not hold this bid"),
        (EvenPoint(None, 2.7, None), 0, "does not hold this bid"),
        (OUTSIDE, 0, "does not hold this bid"),
        (UNKNOWN, 0, "may hold this bid or not"),
        (EvenPoint(5.0, 4.5, 5.5), 4, "does not hold this bid"),
        (EvenPoint(4.5, None, 5.0), 4, "may hold this bid or not"),
        (OUTSIDE, 4, "may hold this bid or not"),
        (EvenPoint(-1.5, -2.0, None), -4, "may hold this bid or not"),
    ],
)
def test_no_more_is_said_of_what_people_bid_than_was_played(
    even: EvenPoint, first: int, said: str
) -> None:
    """Of an even point outside what was played it is known only that it is not inside."""
    assert observed.of_people(1, [curve("rule", even, first)]) == (
        "Players of a tournament ladder bid about 1 point for the French. The interval of the even "
        f"point {said} with rule. The bid is a fact about people, and the handicap one about these "
        "players; neither is the value of the game."
    )


def test_a_bid_is_told_of_all_who_play() -> None:
    inside, beyond = EvenPoint(1.4, 0.9, 2.0), EvenPoint(2.4, 1.9, None)
    found = {"a": inside, "b": beyond, "c": inside, "d": UNKNOWN}
    assert (
        "The interval of the even point holds this bid with a and c, does not hold this bid with b "
        "and may hold this bid or not with d."
    ) in observed.of_people(1, [curve(player, even) for player, even in found.items()])


def steady(study: Study) -> Any:
    """Return a run in which Austria wins 30, 50, 70 and 90 of 100 games as a side has less."""
    parts = []
    for number, cell in enumerate(study.cells):
        won = 30 + 20 * study.scenarios.index(cell.scenario)
        winner = winners([1] * won + [0] * (100 - won))
        parts.append(pl.DataFrame({"cell": number, "seed": range(100), "winner": winner}))
    return made_up_run(study, pl.concat(parts))


@pytest.mark.parametrize(
    ("scenario", "side", "known"),
    [
        ("bonaparte", "french", True),
        ("bonaparte", "austrian", False),
        ("triomphe", "french", False),
    ],
)
def test_what_people_bid_is_told_where_it_is_known(scenario: str, side: Any, known: bool) -> None:
    study = handicap_study(scenario, side, range(4), ("policy", "rule"), games=100)
    parts = list(observed.handicap(steady(study)))
    (heading,) = (part.text for part in parts if isinstance(part, Heading))
    assert heading.endswith(" even, with policy and rule on both sides?")
    told = [part.text for part in parts if isinstance(part, Text) and "tournament" in part.text]
    remarks = [part.remark for part in parts if isinstance(part, Finding)]
    assert remarks == [*told, ""] if known else ["", ""]
    assert len(told) == known
    assert all("holds this bid with policy and rule" in one for one in told)
