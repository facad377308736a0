"""Auto-balance: toys whose least change is known, and Triomphe itself."""

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marengo.cli import main
from marengo.core.scenarios import load
from marengo.lab import StudyError
from marengo.lab.analysis import (
    BALANCE_TRIED_COLUMNS,
    Balanced,
    auto_balance,
    least_changes,
    variants,
)
from marengo.lab.analysis.auto_balance import Changes, Play, values_of
from marengo.lab.analysis.factors import Factor, Value, read_factors
from marengo.lab.statistics import share

WEATHER = Factor(name="weather", field="weather", low=0, high=4)
BRIDGES = Factor(name="bridges", field="bridges", low=1, high=3)
FOG = Factor(name="fog", field="fog", low=0, high=1, switch=True)
SPEED = Factor(name="speed", field="speed", low=0.5, high=1.5, integer=False)
STANDARD: dict[str, Value] = {"weather": 0, "bridges": 2, "fog": False, "speed": 1.0}


def toy(effects: Mapping[str, float], start: float, learning: float = 0.0) -> Play:
    """Return a game whose logit moves by so much a unit, and by ``learning`` if it is learned."""

    def play(changes: Changes, games: int, seed: int, learned: bool) -> int:
        logit = start + learning * (learned and bool(changes))
        logit += sum(effects[name] * (value - STANDARD[name]) for name, value in changes.items())
        rng = np.random.default_rng([seed, len(changes), games])
        return int(rng.binomial(games, 1 / (1 + np.exp(-logit))))

    return play


def found_in(play: Play, *factors: Factor, most: int = 2) -> tuple[Changes, bool]:
    """Return what is changed, and whether that is shown to be even."""
    changes, _, final, tried = least_changes(factors, STANDARD, play, most=most, games=4000)
    assert tried.schema == {name: dtype for name, (dtype, _) in BALANCE_TRIED_COLUMNS.items()}
    return changes, final.low >= 0.48 and final.high <= 0.52


def test_one_change_is_preferred_to_two() -> None:
    """Three steps of the weather make it even, as do two of them with a bridge more."""
    play = toy({"weather": 0.3, "bridges": 0.3, "fog": 2.0, "speed": 0.0}, start=-0.9)
    assert found_in(play, WEATHER, BRIDGES, FOG, SPEED) == ({"weather": 3}, True)


def test_nothing_is_changed_where_it_is_even() -> None:
    play = toy({"weather": 0.3, "bridges": 0.3, "fog": 2.0}, start=0.0)
    assert found_in(play, WEATHER, BRIDGES, FOG) == ({}, True)


def test_of_those_alike_the_smaller_change_is_taken() -> None:
    """A bridge less is half of its range, fog all of its own."""
    play = toy({"weather": 0.0, "bridges": -0.8, "fog": 0.8, "speed": 0.0}, start=-0.8)
    assert found_in(play, WEATHER, BRIDGES, FOG) == ({"bridges": 1}, True)


def test_two_changes_are_found_where_one_is_not_enough() -> None:
    play = toy({"weather": 0.1, "bridges": 0.7, "fog": 0.0, "speed": 0.0}, start=-1.1)
    assert found_in(play, WEATHER, BRIDGES) == ({"weather": 4, "bridges": 3}, True)


def test_a_number_that_is_not_whole_has_five_values() -> None:
    assert values_of(SPEED, 1.0) == [0.5, 0.75, 1.25, 1.5]
    play = toy({"speed": 2.0}, start=-0.5)
    assert found_in(play, SPEED) == ({"speed": 1.25}, True)


def test_what_a_player_learns_of_a_change_is_counted() -> None:
    """Who learns a change wins 0.4 logits more by it than who does not know of it."""
    play = toy({"weather": 0.25, "bridges": 0.0, "fog": 0.0, "speed": 0.0}, -0.9, learning=0.4)
    assert found_in(play, WEATHER, BRIDGES) == ({"weather": 2}, True)


def test_where_nothing_is_even_the_nearest_is_told() -> None:
    play = toy({"weather": 0.1, "bridges": 0.0, "fog": 0.0, "speed": 0.0}, start=-2.0)
    changes, shown = found_in(play, WEATHER, BRIDGES, most=1)
    assert not shown
    nothing = Balanced({}, {}, share(12, 100), share(1200, 10_000), 0.02, 0.5, pl.DataFrame())
    assert not nothing.found
    assert nothing.sentence == (
        "Nothing that was tried is shown to be even; the nearest is nothing changed: 12.0 % of "
        "10,000 fresh games (11.4 to 12.7 %), not 12.0 %."
    )
    assert changes in ({}, {"weather": 4})


def test_the_confirmation_is_of_games_that_nothing_was_chosen_by() -> None:
    seeds: list[tuple[int, int]] = []
    inner = toy({"weather": 0.3}, start=-0.9)

    def play(changes: Changes, games: int, seed: int, learned: bool) -> int:
        seeds.append((seed, games))
        return inner(changes, games, seed, learned)

    least_changes([WEATHER], STANDARD, play, games=4000, confirm=9999, seed=5)
    assert {seed for seed, games in seeds if games != 9999} == {5}
    assert {seed for seed, games in seeds if games == 9999} == {6}


def test_variants_have_values_from_all_of_the_ranges() -> None:
    factors = read_factors("triomphe")
    games = variants("triomphe", factors, number=12, seed=3)
    orders = {one.facts()["parameters"]["orders_per_turn"] for one in games}
    assert orders == {2, 3, 4}
    again = variants("triomphe", factors, number=12, seed=3)
    assert [one.text() for one in games] == [one.text() for one in again]


def test_a_factor_that_is_no_number_is_refused() -> None:
    wrong = Factor(name="melas", field="parameters.melas", low=0, high=1)
    with pytest.raises(StudyError, match=r"melas: parameters\.melas: expected a number"):
        auto_balance("triomphe", [wrong])
    with pytest.raises(ValueError, match=r"within: expected .* less than 0\.5, not 0\.5"):
        auto_balance("triomphe", within=0.5)


def test_the_command_writes_a_what_if_that_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is, Austria wins less than a quarter: not within half of 45 points of even."""
    fewer = partial(auto_balance, confirm=400)
    monkeypatch.setattr(sys.modules[auto_balance.__module__], "auto_balance", fewer)
    factors, out = tmp_path / "factors.toml", tmp_path / "even.toml"
    factors.write_text(
        '[[factors]]\nname = "discs"\nfield = "morale.french.uncommitted"\nlow = 0\nhigh = 2\n'
    )
    words = ["--within", "45", "--factors", str(factors), "--learn", "64", "--games", "20"]
    assert main(["balance", "triomphe-no-surprise", *words, "--seed", "2", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "Even within 45 points with discs " in said
    changed = load(out)
    own = tmp_path / "mine" / "own.toml"
    own.parent.mkdir()
    own.write_text(
        'extends = "triomphe"\nname = "own"\ntitle = "Our own"\n[morale.french]\nuncommitted = 8\n'
    )
    assert main(["balance", str(own), *words, "--seed", "2", "--out", str(out)]) == 0
    assert load(out).extends == str(own)
    assert changed.facts()["morale"]["french"]["uncommitted"] != 3
    assert changed.extends == "triomphe-no-surprise"
