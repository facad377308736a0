"""Sections on what is observed, of runs in which some of it never happens."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from marengo.games.marengo.screen import observed
from marengo.lab.plan import Cell
from marengo.reports.document import Text

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
