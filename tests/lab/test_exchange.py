"""Every frame of the lab goes to pandas by one call and comes back as it was."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import marengo
from marengo import lab
from marengo.core.scenarios import games
from marengo.lab import analysis
from marengo.lab.plan import Study
from marengo.lab.ranking import TABLE_COLUMNS
from marengo.lab.ratings import RATING_COLUMNS, ratings
from marengo.lab.run_folder import Run
from marengo.lab.statistics import Columns
from marengo.lab.study import balance_table, cell_table
from marengo.plots import read_day
from tests.lab.analysis.test_discovery import toy
from tests.lab.analysis.test_fronts import played as dealt
from tests.lab.runs import frames_of, quiet

STUDY = Study(
    name="exchange",
    scenarios=("triomphe", "triomphe-desaix-never"),
    players=("random",),
    pairs=(("rule", "random"),),
    games=30,
    seed=3,
    observe=("turns", "events", "presence"),
)

Make = Callable[[Run], pl.DataFrame | pl.LazyFrame]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return quiet(STUDY, tmp_path_factory.mktemp("exchange") / "run")


def declared() -> Iterator[tuple[str, Columns]]:
    """Yield the columns of every frame that the lab declares, by name."""
    for face in (lab, analysis):
        for name in face.__all__:
            if name.endswith("_COLUMNS") and name != "OBSERVED_COLUMNS":
                yield name, getattr(face, name)
    yield from lab.OBSERVED_COLUMNS.items()
    yield from {"ladder": TABLE_COLUMNS, "ratings": RATING_COLUMNS}.items()
    for name, game in games().items():
        yield f"games of {name}", lab.game_columns(game)


def edges(dtype: Any) -> list[Any]:
    """Return values of a type that a program likes to lose."""
    if dtype.is_integer():
        return [pl.select(dtype.min()).item(), pl.select(dtype.max()).item() - 1]
    if isinstance(dtype, pl.Enum):
        return [dtype.categories[-1], dtype.categories[0]]
    plain: dict[Any, list[Any]] = {pl.Boolean: [True, False], pl.String: ["", "Austria’s é"]}
    return plain.get(dtype, [0.1, -1e300])


@pytest.mark.parametrize("missing", [False, True], ids=["whole", "with gaps"])
@pytest.mark.parametrize("columns", [pytest.param(one, id=name) for name, one in declared()])
def test_every_declared_frame_comes_back(columns: Columns, missing: bool) -> None:
    schema = {column: dtype for column, (dtype, _) in columns.items()}
    gap = [None] if missing else []
    made = {column: gap + edges(pl.Series(dtype=dtype).dtype) for column, dtype in schema.items()}
    frame = pl.DataFrame(made, schema=schema)
    for one in (frame, frame.clear(), frame.head(1)):
        assert_frame_equal(lab.as_polars(lab.to_pandas(one)), one)


CASES = toy(200)

DIFFERENT = pl.DataFrame({"difference": [0.1, 0.0, -0.1], "low": [0.0, -0.1, -0.3], "high": 0.2})

GRID = pl.DataFrame({"x": range(6), "y": [0, 1, 2] * 2, "games": 9, "won": range(2, 8)})

GIVEN: dict[str, Make] = {
    "simulate": lambda _: marengo.simulate("bonaparte", 4, "random", seed=1, progress=False),
    "simulate cards": lambda _: marengo.simulate("progress", 4, "rule", seed=1, progress=False),
    "win_table": lambda run: lab.win_table(run.games.collect()),
    "balance_table": lambda run: balance_table(run.games.collect()),
    "cell_table": cell_table,
    "quality_by_game": analysis.quality_by_game,
    "quality_table": analysis.quality_table,
    "skill_table": analysis.skill_table,
    "front": lambda _: analysis.front(dealt([[1, 0]] * 2, [[8, 9]] * 2), ("balance", "length")),
    "surface": lambda _: analysis.response_surface(GRID).along("x", {"y": 1}),
    "likeness": analysis.likeness,
    "likeness_by_hour": analysis.likeness_by_hour,
    "odds_given": lambda run: analysis.odds_given(run, analysis.likeness(run), 0),
    "mechanisms": lambda run: analysis.mechanisms(run, 15),
    "mediation": lambda run: analysis.mediation(run, 3, 0, analysis.mechanisms(run, 15)),
    "early_cases": lambda run: analysis.early_cases(run, 12),
    "boxes": lambda _: analysis.discover(CASES).boxes,
    "limits": lambda _: analysis.discover(CASES).limits,
    "calibration_table": analysis.calibration_table,
    "calibration_by_hour": analysis.calibration_by_hour,
    "difference_table": lambda run: analysis.difference_table(run, "triomphe"),
    "shrunk_differences": lambda _: analysis.shrunk_differences(DIFFERENT),
    "value_lost": lambda _: analysis.value_lost("triomphe", ["random"], 3, progress=False),
    "strength_table": lambda _: lab.strength_table("triomphe", "2/3"),
    "places": lambda _: read_day().places_on(marengo.load("triomphe").board),
    "stands": lambda _: read_day().on_boards(marengo.load("triomphe").board),
}


@pytest.mark.parametrize("name", GIVEN)
def test_every_frame_that_is_given_comes_back(name: str, run: Run) -> None:
    frame = GIVEN[name](run)
    assert_frame_equal(lab.as_polars(lab.to_pandas(frame)), frame.lazy().collect())


def test_a_run_is_handed_over_with_where_it_comes_from(run: Run, tmp_path: Path) -> None:
    handed, own = run.to_pandas(), frames_of(run)
    assert set(handed) == set(own)
    for kind, frame in own.items():
        assert_frame_equal(lab.as_polars(handed[kind]), frame)
        path = tmp_path / f"{kind}.parquet"
        handed[kind].to_parquet(path)
        assert json.loads(pd.read_parquet(path).attrs["manifest"]) == run.manifest


def test_pandas_reads_what_the_lab_saves(run: Run, tmp_path: Path) -> None:
    frame = run.games.collect()
    read = pd.read_parquet(lab.save_frame(lab.to_pandas(frame), tmp_path / "games.parquet"))
    assert_frame_equal(lab.win_table(read), lab.win_table(frame))


@pytest.mark.parametrize(
    "read", [pd.read_excel, lambda path: pl.read_excel(path, engine="openpyxl")]
)
def test_excel_is_read_back(read: Callable[[Path], Any], run: Run, tmp_path: Path) -> None:
    frame = run.games.collect()
    back = read(lab.save_table(lab.to_pandas(frame), tmp_path / "games.xlsx"))
    assert [int(seed) for seed in back["seed"]] == frame["seed"].to_list()
    assert_frame_equal(lab.win_table(back), lab.win_table(frame))


def matches(run: Run) -> pl.LazyFrame:
    """Return games as a ladder has them."""
    names = {"austrian_player": "austrian", "french_player": "french", "seed": "pair"}
    return run.games.rename(names)


DESIGN = pl.DataFrame({"cell": [0, 1], "later": [False, True]})


def tossed() -> pl.DataFrame:
    """Return games of two cells on common seeds, which a coin has decided."""
    heads = np.random.default_rng(1800).random(200) < 0.4
    winner = pl.Series(np.where(heads, "austrian", "french"), dtype=pl.Enum(["austrian", "french"]))
    return pl.DataFrame({"cell": [0, 1] * 100, "seed": np.repeat(range(100), 2), "winner": winner})


COUNTED: dict[str, tuple[Make, Callable[[Any], Any]]] = {
    "win_table": (lambda run: run.games.collect(), lab.win_table),
    "paired_difference": (
        lambda run: run.games,
        lambda games: analysis.paired_difference(games, 0, 2),
    ),
    "mean_difference": (
        lambda run: run.games,
        lambda games: analysis.mean_difference(games, 0, 2, "decisions"),
    ),
    "outcome_regression": (
        lambda _: tossed(),
        lambda games: analysis.outcome_regression(games, lab.to_pandas(DESIGN)),
    ),
    "discover": (lambda _: CASES, lambda cases: analysis.discover(cases).boxes),
    "ratings": (matches, ratings),
    "calibration_error": (
        analysis.calibration_table,
        analysis.calibration_error,
    ),
    "mean_lost": (GIVEN["value_lost"], analysis.mean_lost),
}


@pytest.mark.parametrize(
    "hand_over", [lab.to_pandas, pl.DataFrame.to_pandas], ids=["lab", "polars"]
)
@pytest.mark.parametrize("name", COUNTED)
def test_pandas_is_counted_as_polars_is(
    name: str, hand_over: Callable[[pl.DataFrame], Any], run: Run
) -> None:
    make, count = COUNTED[name]
    frame = make(run)
    expected, found = count(frame), count(hand_over(frame.lazy().collect()))
    if isinstance(expected, pl.DataFrame):
        assert_frame_equal(found, expected)
    else:
        assert found == expected


def test_what_is_no_frame_is_refused() -> None:
    with pytest.raises(TypeError, match="frame: expected one of polars or of pandas, not list"):
        lab.win_table([1])
