"""What a what-if changes about a value: who learned it equally long."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marengo.lab.analysis import EFFECT_COLUMNS, ValueOfGameError, value, value_effects
from marengo.lab.frames import read_frame

FEW = 128

NAMES = ("progress-small", "progress-goal-12")


def found(names: Any = NAMES, **given: Any) -> pl.DataFrame:
    return value_effects(names, games=FEW, progress=False, **given)


def test_each_is_the_value_that_is_found_of_it_alone(tmp_path: Path) -> None:
    shown: list[int] = []
    table = found(out=tmp_path, show=lambda frame: shown.append(frame.height))
    assert shown == [1, 2]
    assert table.schema == {name: dtype for name, (dtype, _) in EFFECT_COLUMNS.items()}
    assert table["scenario"].to_list() == [*NAMES]
    assert read_frame(tmp_path / "effects.parquet").equals(table)
    for name, row in zip(NAMES, table.iter_rows(named=True), strict=True):
        alone = value(name, rounds=2, within=0, games=FEW, progress=False)
        assert alone.value == row["value"]
        assert alone.interval == (row["low"], row["high"])
        assert alone.bounds == (row["least"], row["most"])
        assert (row["rounds"], row["games"]) == (2, FEW)
        assert read_frame(tmp_path / name / "rounds.parquet").equals(alone.rounds)
    standard, other = table.iter_rows(named=True)
    assert standard["effect"] == standard["effect_low"] == standard["effect_high"] == 0
    assert other["effect"] == pytest.approx(other["value"] - standard["value"])
    wide = [(row["high"] - row["value"]) ** 2 for row in (standard, other)]
    assert other["effect_high"] - other["effect"] < sum(wide) ** 0.5 + 0.02
    assert other["effect_low"] < other["effect"] < other["effect_high"]
    assert other["effect_high"] - other["effect"] > max(wide) ** 0.5


def test_all_do_the_same_rounds_even_if_nobody_gains(tmp_path: Path) -> None:
    table = found(rounds=3, out=tmp_path)
    for name in NAMES:
        rounds = read_frame(tmp_path / name / "rounds.parquet")
        assert rounds["round"].unique().sort().to_list() == [1, 2, 3]
        assert rounds["games"].unique().to_list() == [FEW]
    assert table["rounds"].to_list() == [3, 3]


def test_others_are_refused() -> None:
    for names in ([], ["progress-small"], ["progress-small", "progress-small"]):
        with pytest.raises(ValueOfGameError, match="expected at least two, each named once"):
            found(names)
    with pytest.raises(ValueOfGameError, match="triomphe: expected the seats of progress-small"):
        found(["progress-small", "triomphe"])
