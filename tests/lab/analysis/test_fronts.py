"""Fronts: toys whose front is known, chances that come true, and a search."""

import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marengo.cli import main
from marengo.core.scenarios import load
from marengo.lab import Run, Study, StudyError
from marengo.lab.analysis import FRONT_COLUMNS, Factor, front, search_front
from marengo.lab.analysis.fronts import Aim, aims_of, front_of, undominated
from tests.lab.analysis.made_up import made_up_run, winners

LESS, MORE = -np.inf, np.inf
AIMS = {"balance": Aim("balance", 0.5), "length": Aim("length", LESS)}


def played(wins: list[list[int]], rounds: list[list[int]], players: int = 1) -> Run:
    """Return a run of what-ifs with known results, and the last round of each game."""
    names = tuple(f"orders-{number}" for number in range(len(wins)))
    what_ifs = {
        name: {
            "extends": "triomphe",
            "title": f"orders {number}",
            "parameters": {"orders_per_turn": 2 + number},
        }
        for number, name in enumerate(names)
    }
    study = Study(
        name="variants",
        scenarios=names,
        players=("rule", "random")[:players],
        games=len(wins[0]),
        what_ifs=what_ifs,
    )
    rows = [
        pl.DataFrame({"cell": cell, "seed": range(len(won)), "last_round": long}).with_columns(
            winner=pl.Series(winners(won))
        )
        for cell, (won, long) in enumerate(zip(wins, rounds, strict=True))
    ]
    return made_up_run(study, pl.concat(rows))


def test_what_is_dominated_is_not_on_the_front() -> None:
    """The third is worse than the second in one thing, the last than the first in both."""
    losses = np.array([[0.0, 3.0], [1.0, 2.0], [1.0, 2.5], [2.0, 0.0], [0.5, 4.0]])
    assert undominated(losses).tolist() == [True, True, False, True, False]
    alike = np.array([[1.0, 1.0], [1.0, 1.0]])
    assert undominated(alike).tolist() == [True, True]


def test_a_front_that_games_leave_no_doubt_of() -> None:
    even, lopsided = [1, 0] * 50, [1, 1, 1, 1, 0] * 20
    long, short = [12, 13] * 50, [8, 9] * 50
    table = front(played([even, lopsided, lopsided], [long, short, long]), ("balance", "length"))
    assert table.schema == {name: dtype for name, (dtype, _) in FRONT_COLUMNS.items()}
    assert table["variant"].to_list() == ["orders 0"] * 2 + ["orders 1"] * 2 + ["orders 2"] * 2
    assert table["front"].to_list() == [True] * 4 + [False] * 2
    assert table["chance"].gather([0, 2, 4]).to_list() == pytest.approx([1, 1, 0], abs=0.01)
    assert table["value"].to_list() == pytest.approx([0, 12.5, 0.3, 8.5, 0.3, 12.5])
    balance = table.filter(aim="balance")
    assert balance["low"][0] == 0
    assert balance["high"][0] == pytest.approx(0.096, abs=0.001)  # Wilson's, folded


def test_a_number_may_be_wanted() -> None:
    """Of games of 8, 10 and 13 hours that are equally even, those of 10 are nearest to 11."""
    even = [1, 0] * 50
    rounds = [[hours, hours + 1] * 50 for hours in (8, 10, 13)]
    table = front(played([even] * 3, rounds), ("balance", "length:11")).filter(aim="length:11")
    assert dict(table.select("cell", "value").rows()) == pytest.approx({0: 2.5, 1: 0.5, 2: 2.5})
    assert table.filter("front")["cell"].to_list() == [1]
    assert table["better"].unique().to_list() == ["less"]


def test_games_on_common_seeds_tell_more_than_their_intervals() -> None:
    """In each game the first is an hour shorter, though games differ by far more than that."""
    rng = np.random.default_rng(4)
    hours = rng.integers(8, 16, 50)
    even = [1, 0] * 25
    table = front(played([even] * 2, [[*(hours - 1)], [*hours]]), ("balance", "length"))
    length = table.filter(aim="length").sort("cell")
    assert length["low"][1] < length["high"][0]  # the intervals overlap
    assert dict(table.select("cell", "chance").rows()) == {0: 1.0, 1: 0.0}


def made_up(rng: np.random.Generator, truths: np.ndarray, games: int) -> pl.DataFrame:
    """Return games of variants with true shares and lengths, partly alike on common seeds."""
    number, luck = len(truths), rng.normal(size=(2, games))
    own = rng.normal(size=(2, number, games))
    drawn = np.sqrt(0.5) * (luck[:, None] + own)
    from scipy.special import ndtr

    won = ndtr(drawn[0]) < truths[:, :1]
    return pl.DataFrame(
        {
            "cell": np.repeat(np.arange(number), games),
            "seed": np.tile(np.arange(games), number),
            "balance": won.ravel().astype(float),
            "length": (truths[:, 1:] + drawn[1]).ravel(),
        }
    )


def test_chances_come_true_and_intervals_hold() -> None:
    """Of variants that are said to be on the front with a chance, so many truly are."""
    rng, said, true, held = np.random.default_rng(21), [], [], []
    for _ in range(100):
        truths = np.column_stack([rng.uniform(0.3, 0.7, 16), rng.normal(12, 0.3, 16)])
        values = made_up(rng, truths, 200)
        table = front_of(values, [str(one) for one in range(16)], AIMS).sort("cell")
        losses = np.column_stack([abs(truths[:, 0] - 0.5), truths[:, 1]])
        said.append(table.filter(aim="length")["chance"].to_numpy())
        true.append(undominated(losses))
        for place, aim in enumerate(AIMS):
            mine = table.filter(aim=aim)
            low, high = mine["low"].to_numpy(), mine["high"].to_numpy()
            held.append((low <= losses[:, place]) & (losses[:, place] <= high))
    balance, length = np.mean(held[::2]), np.mean(held[1::2])
    assert length == pytest.approx(0.95, abs=0.02)
    assert balance == pytest.approx(0.955, abs=0.02)  # a little more where it is nearly even
    chances, truly = np.concatenate(said), np.concatenate(true)
    assert chances.sum() / truly.sum() == pytest.approx(1, abs=0.05)
    for fifth in range(5):
        some = np.minimum(5 * chances, 4).astype(int) == fifth
        assert chances[some].mean() == pytest.approx(truly[some].mean(), abs=0.06), fifth


def test_aims_that_cannot_be_are_refused() -> None:
    game = load("triomphe")
    assert aims_of(game, ("drama", "likeness", "length:more", "losses:less")) == {
        "drama": ("drama", MORE),
        "likeness": ("likeness", LESS),
        "length:more": ("length", MORE),
        "losses:less": ("losses", LESS),
    }
    with pytest.raises(StudyError, match=r"aims: expected some of balance, likeness, .*'beauty'"):
        aims_of(game, ("balance", "beauty"))
    with pytest.raises(StudyError, match="losses:more, losses:less or losses:NUMBER, not 'losses'"):
        aims_of(game, ("balance", "losses"))
    for texts in (("balance",), ("length", "length:more"), ()):
        with pytest.raises(StudyError, match="aims: expected two or more, each once"):
            aims_of(game, texts)
    with pytest.raises(StudyError, match="aims: expected some of balance, length"):
        aims_of(load("progress"), ("balance", "likeness"))


def test_runs_that_tell_no_front_are_refused() -> None:
    with pytest.raises(StudyError, match="players: expected one in the plan"):
        front(played([[1, 0]], [[8, 9]], players=2), ("balance", "length"))
    with pytest.raises(StudyError, match='observe: expected "turns"'):
        front(played([[1, 0]], [[8, 9]]))
    with pytest.raises(StudyError, match="games: expected two or more that all variants"):
        front(played([[1]], [[8]]), ("balance", "length"))


ORDERS = Factor(name="orders", field="parameters.orders_per_turn", low=2, high=4)
RAIN = Factor(name="surprise", field="parameters.surprise_hour", low=5, high=7)


def test_a_search_confirms_what_it_found_on_fresh_seeds(tmp_path: Path) -> None:
    asked = {"generations": 2, "population": 4, "games": 20, "confirm": 24, "player": "random"}
    said: list[str] = []
    found = search_front(
        "triomphe",
        [ORDERS, RAIN],
        ("balance", "length"),
        folder=tmp_path,
        say=said.append,
        **asked,  # type: ignore[arg-type]
    )
    assert found.finished
    assert (found.study.seed, found.study.games) == (1, 24)
    assert found.study.scenarios[0] == "triomphe"
    orders = [
        found.study.what_ifs[one]["parameters"]["orders_per_turn"]
        for one in found.study.scenarios[1:]
    ]
    assert set(orders) <= {2, 3, 4}
    assert len(orders) > 0
    assert said[0] == f"generation 1: {len(set_of(tmp_path))} new variants of 4"
    assert front(found, ("balance", "length"))["cell"].n_unique() == len(orders) + 1
    again = search_front(
        "triomphe",
        [ORDERS, RAIN],
        ("balance", "length"),
        folder=tmp_path,
        **asked,  # type: ignore[arg-type]
    )
    assert again.games.collect().equals(found.games.collect())


def set_of(folder: Path) -> tuple[str, ...]:
    """Return the variants of the first generation of a search."""
    from marengo.lab import load as load_run

    return load_run(folder / "generation-1").study.scenarios


def test_a_search_needs_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(ImportError, match=r"pip install 'marengo\[search\]'"):
        search_front("triomphe", [ORDERS], folder=tmp_path)


def test_the_command_tells_the_front_of_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--aims", "balance", "length", "--player", "random", "--generations", "1"]
    numbers = ["--games", "4", "--confirm", "10", "--out", str(tmp_path / "runs")]
    factors, chart = tmp_path / "factors.toml", tmp_path / "front.svg"
    factors.write_text(
        '[[factors]]\nname = "orders"\nfield = "parameters.orders_per_turn"\nlow = 2\nhigh = 4\n'
    )
    assert main(["fronts", "triomphe", *words, *numbers, "--factors", str(factors)]) == 0
    said = capsys.readouterr().out
    run = tmp_path / "runs" / "confirmed"
    assert f"variants in {run}" in said
    assert main(["fronts", str(run), "--aims", "balance", "length", "--chart", str(chart)]) == 0
    again = capsys.readouterr().out
    assert "%  triomphe\n         balance: 0." in again
    assert again.split("chart")[0] in said
    assert chart.read_text().startswith("<?xml")
