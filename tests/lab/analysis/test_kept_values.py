"""Folders of values: read again as they were found, and refused if they are not of today."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import marengo
from marengo.core.errors import FileError
from marengo.core.sealed import read_sealed
from marengo.lab.analysis import value, value_effects
from marengo.lab.analysis.kept_values import CALL, KeptEffects, KeptValue, read_kept
from marengo.lab.behaviour import behaviour_by
from marengo.lab.frames import save_frame

FEW: dict[str, Any] = {"games": 128, "progress": False}


def test_a_value_is_read_as_it_was_found(tmp_path: Path) -> None:
    found = value("progress-small", rounds=2, seed=3, out=tmp_path, search=4, **FEW)
    kept = read_kept(tmp_path)
    assert isinstance(kept, KeptValue)
    assert kept.result.sentence == found.sentence
    assert kept.result.rounds.equals(found.rounds)
    assert kept.result.matrix.equals(found.matrix)
    assert len(kept.call.pop("players")) == 12
    asked = {"games": "128", "within": "5.0", "seed": "3", "start": "what comes with it"}
    assert kept.call == asked
    assert (kept.scenario, kept.last["round"], kept.values) == ("progress-small", 2, (kept,))
    assert kept.behaviour == behaviour_by(kept.game, found.mixture)
    (tmp_path / "search.parquet").unlink()
    assert read_kept(tmp_path).result.by_search is None  # type: ignore[union-attr]


def test_files_to_begin_with_may_be_called_anything() -> None:
    call = CALL.fullmatch(
        "hiding 1a2b, games 64, within 5.0, seed 0, players 3c4d, from a 'two\nlines, odd'"
    )
    assert call is not None
    assert call["start"] == "a 'two\nlines, odd'"


def test_of_a_search_whose_file_does_not_tell_it_nothing_is_told(tmp_path: Path) -> None:
    value("progress-small", rounds=1, out=tmp_path, search=4, **FEW)
    path = tmp_path / "search.parquet"
    save_frame(read_sealed(path, "")[0], path)
    assert read_kept(tmp_path).result.by_search is None  # type: ignore[union-attr]


def test_players_ship_if_they_come_with_the_game(tmp_path: Path) -> None:
    weights = marengo.load("progress-small")
    value(weights, rounds=1, out=tmp_path, **FEW)
    kept = read_kept(tmp_path)
    assert isinstance(kept, KeptValue)
    assert kept.ships  # with one round the last mixture is what it began with


def test_a_scenario_in_a_file_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "sooner.toml"
    text = 'extends = "progress"\nname = "sooner"\n[numbers]\ngoal = 12\nsupply = 23\n'
    path.write_text(text, encoding="utf-8")
    value(path, rounds=1, out=tmp_path / "found", **FEW)
    kept = read_kept(tmp_path / "found")
    assert isinstance(kept, KeptValue)
    assert kept.scenario == str(path.resolve())
    path.write_text(text.replace("23", "22"), encoding="utf-8")
    with pytest.raises(FileError, match=r"expected what was found of .*sooner.toml as it is today"):
        read_kept(tmp_path / "found")


def test_effects_are_read_with_the_values_they_are_made_of(tmp_path: Path) -> None:
    names = ("progress-small", "progress-goal-12")
    table = value_effects(names, rounds=1, out=tmp_path, **FEW)
    kept = read_kept(tmp_path)
    assert isinstance(kept, KeptEffects)
    assert kept.table.equals(table)
    assert kept.plan is None
    assert [one.scenario for one in kept.values] == [*names]
    assert [one.result.value for one in kept.values] == table["value"].to_list()
    save_frame(table.head(1), tmp_path / "effects.parquet")
    with pytest.raises(FileError, match=r"effects.parquet: expected two scenarios"):
        read_kept(tmp_path)


def test_another_folder_holds_none(tmp_path: Path) -> None:
    assert read_kept(tmp_path) is None


def test_what_is_damaged_is_refused(tmp_path: Path) -> None:
    value("progress-small", rounds=1, out=tmp_path, **FEW)
    rounds = read_sealed(tmp_path / "rounds.parquet", "")[0]
    save_frame(rounds.drop("gain"), tmp_path / "rounds.parquet")
    with pytest.raises(FileError, match=r"rounds.parquet: expected columns round, seat"):
        read_kept(tmp_path)
    save_frame(rounds.clear(), tmp_path / "rounds.parquet")
    with pytest.raises(FileError, match=r"rounds.parquet: expected columns"):
        read_kept(tmp_path)
    save_frame(pl.DataFrame({"a": [1]}), tmp_path / "policy.parquet")
    with pytest.raises(FileError, match=r"policy.parquet: is damaged: 'course'"):
        read_kept(tmp_path)
