"""Means of B and A until an interval says so: verdicts, measures, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.core.scenarios import load as load_any
from marengo.games.marengo.game import MarengoGame, load
from marengo.lab import Study, StudyError, run
from marengo.lab.analysis import compare_on, comparing_means, mean_difference
from marengo.lab.analysis.measures import measured_games, measured_run, measures_of
from marengo.lab.analysis.quality import quality_by_game


@pytest.fixture
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games of triomphe last 10 rounds on average, those of all else 12, or as long."""

    def played(game: MarengoGame, games: int, *asked: Any) -> pl.DataFrame:
        rng = np.random.default_rng(asked[-2])
        longer = {"triomphe": 10.0, "bonaparte": 12.0}.get(game.scenario.name, 10.0)
        values = rng.normal(longer, 2, games) + rng.normal(0, 0.1, games)
        return pl.DataFrame({"seed": range(games), "value": values})

    monkeypatch.setattr(comparing_means, "measured_games", played)


@pytest.mark.usefixtures("lasting")
def test_a_difference_is_found_and_told() -> None:
    found = compare_on("triomphe", "bonaparte", on="length", by=1, progress=False)
    assert (found.verdict, found.paired.pairs) == ("higher", 100)
    assert found.paired.low <= 2 <= found.paired.high
    assert "bonaparte against triomphe: mean length 1" in found.line()
    assert "which holds at any time) in 100 games each, policy v policy" in found.line()
    back = compare_on("bonaparte", "triomphe", on="length", by=1, progress=False)
    assert (back.verdict, back.paired.difference) == ("lower", -found.paired.difference)


@pytest.mark.usefixtures("lasting")
def test_where_there_is_none_it_is_said_so() -> None:
    alike = compare_on("triomphe", "triomphe-bridge", on="length", by=0.1, progress=False)
    assert alike.verdict == "no difference of that size"
    assert "Verdict: no difference of 0.1" in alike.line()


def test_games_are_measured_as_their_frames_and_their_quality_say(tmp_path: Path) -> None:
    game = load("triomphe")
    study = Study(
        name="one", scenarios=("triomphe",), players=("random",), games=30, observe=("turns",)
    )
    played = run(study, tmp_path / "one", progress=False)
    games, quality = played.games.collect(), quality_by_game(played).collect()
    expected = {
        "length": games["last_round"],
        "losses": games["austrian_lost"] + games["french_lost"],
        "decisions": games["decisions"],
        "drama": quality["drama"],
        "branching": quality["branching"],
    }
    for on, values in expected.items():
        for made in (
            measured_games(game, 30, ("random", "random"), on, 0, 1),
            measured_run(played, on),
        ):
            found = dict(made.select("seed", "value").iter_rows())
            assert [found[seed] for seed in games["seed"]] == pytest.approx(values.to_list())


def test_runs_are_compared_whole_with_students_interval(tmp_path: Path) -> None:
    names = ("triomphe", "triomphe-desaix-never")
    runs = [
        run(Study(name=one, scenarios=(one,), players=("random",), games=40), tmp_path / one)
        for one in names
    ]
    found = compare_on(runs[0], runs[1], on="decisions", by=5)
    assert not found.sequential
    both = pl.concat([one.games.collect().with_columns(cell=at) for at, one in enumerate(runs)])
    expected = mean_difference(both, 1, 0, "decisions")
    told = (found.paired.difference, found.paired.low, found.paired.high)
    assert told == pytest.approx((expected.difference, expected.low, expected.high))
    with pytest.raises(StudyError, match=r'observe: expected "turns" in the plan'):
        compare_on(runs[0], runs[1], on="drama", by=0.1)
    with pytest.raises(StudyError, match="expected two scenarios or two runs"):
        compare_on(runs[0], "triomphe", on="length", by=1)


def test_what_a_game_does_not_tell_is_refused() -> None:
    cards = load_any("progress")
    assert {"length", "rounds", "decisions"} <= measures_of(cards).keys()
    with pytest.raises(StudyError, match=r"on: .*: expected one of length, rounds.*, not 'drama'"):
        compare_on(cards, cards, on="drama", by=0.1, progress=False)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"by": 0.0}, "by: expected more than 0"),
        ({"by": 1.0, "alpha": 0.7}, "alpha: expected"),
        ({"by": 1.0, "most": 1}, "most: expected 2 or more"),
    ],
)
def test_numbers_out_of_range_are_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compare_on("triomphe", "triomphe", on="length", **wrong)
