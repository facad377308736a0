"""Ratings: strengths and sides that are known come out again."""

from itertools import pairwise
from typing import Any

import choix
import numpy as np
import polars as pl
import pytest

from marengo.lab.ratings import ELO, RATING_COLUMNS, RatingError, _comparisons, ratings

SIDE = "Austria"

STRENGTHS = {"random": -3.0, "rule": 0.0, "quick": 0.8, "deep": 1.3}
"""In logits."""


def games(
    strengths: dict[str, float], side: float, pairs: int, seed: int = 0, spread: float = 0.0
) -> pl.DataFrame:
    """Return games of every player against the next, in pairs whose set-ups favour a side."""
    chance = np.random.default_rng(seed)
    names = list(strengths)
    rows = []
    for one, other in pairwise(names):
        for pair in range(pairs):
            favour = side + spread * chance.normal()
            for austrian, french in ((one, other), (other, one)):
                logit = strengths[austrian] - strengths[french] + favour
                won = chance.random() < 1 / (1 + np.exp(-logit))
                name = f"{one} {other} {pair}"
                rows.append((austrian, french, "austrian" if won else "french", name))
    return pl.DataFrame(rows, schema=["austrian", "french", "winner", "pair"], orient="row")


def by_name(table: pl.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in table.iter_rows(named=True)}


def test_known_strengths_and_a_known_side_are_found() -> None:
    table = ratings(games(STRENGTHS, 0.4, 3000), "rule")
    assert table.schema == {name: dtype for name, (dtype, _) in RATING_COLUMNS.items()}
    assert table["name"].to_list() == ["deep", "quick", "rule", "random", SIDE]
    rows = by_name(table)
    assert rows["rule"]["rating"] == 0.0
    assert rows["rule"]["low"] is rows["rule"]["high"] is None
    truth = {**STRENGTHS, SIDE: 0.4}
    for name in ("random", "quick", "deep", SIDE):
        assert rows[name]["rating"] == pytest.approx(truth[name] * ELO, abs=25)
        assert rows[name]["low"] < truth[name] * ELO < rows[name]["high"]
    assert (rows["random"]["games"], rows["quick"]["games"], rows[SIDE]["games"]) == (
        6000,
        12000,
        18000,
    )


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    table = ratings(games({"one": np.log(10), "other": 0.0}, 0.0, 5000), "other")
    assert by_name(table)["one"]["rating"] == pytest.approx(400, abs=25)


def test_where_one_won_all_games_the_rating_is_a_bound() -> None:
    even = {"high": 40.0, "higher": 40.5, "even": 0.0, "also": 0.3, "low": -40.0, "lower": -40.5}
    frame = pl.concat(
        games({one: even[one], other: even[other]}, 0.0, 50)
        for one, other in pairwise(("higher", "high", "even", "also", "low", "lower"))
    )
    table = ratings(frame, "even").filter(kind="player")
    assert dict(table.select("name", "bound").iter_rows()) == {
        **dict.fromkeys(("higher", "high"), "at least"),
        **dict.fromkeys(("even", "also"), ""),
        **dict.fromkeys(("low", "lower"), "at most"),
    }


def test_without_a_side_choix_finds_the_same() -> None:
    frame = games(STRENGTHS, 0.0, 800)
    names = list(STRENGTHS)
    won = [
        (names.index(one), names.index(other))
        if winner == "austrian"
        else (names.index(other), names.index(one))
        for one, other, winner, _ in frame.iter_rows()
    ]
    found = choix.opt_pairwise(len(names), won)
    rows = by_name(ratings(frame, "rule"))
    for place, name in enumerate(names):
        expected = (found[place] - found[names.index("rule")]) * ELO
        assert rows[name]["rating"] == pytest.approx(expected, abs=6)


def test_intervals_cover_though_set_ups_favour_a_side() -> None:
    """Games of a pair are alike then; were they taken as independent, the side's would be short.

    Strength and side are those of an average set-up, which lie nearer to zero than in any one.
    """
    truth = by_name(ratings(games({"a": 0.5, "b": 0.0}, 0.3, 20_000, 99, spread=2.0), "b"))
    covered = {"a": 0, SIDE: 0}
    for seed in range(60):
        rows = by_name(ratings(games({"a": 0.5, "b": 0.0}, 0.3, 100, seed, spread=2.0), "b"))
        for name in covered:
            covered[name] += rows[name]["low"] <= truth[name]["rating"] <= rows[name]["high"]
    assert min(covered.values()) >= 52


def test_who_never_lost_is_rated_all_the_same() -> None:
    frame = games({"one": 50.0, "other": 0.0}, 0.0, 100)
    row = by_name(ratings(frame, "other"))["one"]
    assert 600 < row["low"] < row["rating"] < row["high"] < 1600


def test_who_cannot_be_compared_is_left_out() -> None:
    frame = pl.concat([games({"a": 1.0, "b": 0.0}, 0.0, 50), games({"c": 1.0, "d": 0.0}, 0.0, 50)])
    assert set(by_name(ratings(frame, "a"))) == {"a", "b", SIDE}
    assert set(by_name(ratings(frame, "d"))) == {"c", "d", SIDE}
    assert set(by_name(ratings(frame))) == {"a", "b", SIDE}


def test_a_player_against_itself_tells_what_a_side_is_worth() -> None:
    frame = pl.DataFrame(
        {"austrian": ["a"] * 40, "french": ["a"] * 40, "pair": [n // 2 for n in range(40)]}
    ).with_columns(winner=pl.Series(["austrian", "austrian", "austrian", "french"] * 10))
    rows = by_name(ratings(frame))
    assert rows["a"]["games"] == 40
    assert rows[SIDE]["rating"] == pytest.approx(np.log(30.5 / 10.5) * ELO)


def test_games_that_tell_nothing_are_refused() -> None:
    frame = games({"a": 1.0, "b": 0.0}, 0.0, 10)
    with pytest.raises(RatingError, match="at least one game"):
        ratings(frame.head(0))
    with pytest.raises(RatingError, match="anchor 'c': expected one of a, b"):
        ratings(frame, "c")
    with pytest.raises(RatingError, match="both players play both"):
        ratings(frame.filter(pl.col("austrian") == "a"))


# --- more than two seats ------------------------------------------------------------------------

WORTH = {"north": 0.0, "east": 0.4, "south": -0.3, "west": 0.2, "up": -0.6}
PLAYERS = {"a": 0.0, "b": 0.5, "c": -1.0}


def ranked(number: int, seed: int = 0, worth: dict[str, float] = WORTH) -> pl.DataFrame:
    """Return games whose seats come in one after the other, by players drawn for each."""
    chance, seats, names = np.random.default_rng(seed), list(worth), list(PLAYERS)
    rows = []
    for game in range(number):
        who = [names[one] for one in chance.integers(len(names), size=len(seats))]
        strengths = [PLAYERS[name] + worth[seat] for name, seat in zip(who, seats, strict=True)]
        places = np.argsort(np.argsort(-np.array(strengths) - chance.gumbel(size=len(seats))))
        results = 1 - places / (len(seats) - 1)
        rows.append((game, *who, seats[int(np.argmax(results))], *results))
    schema: dict[str, Any] = {"seed": pl.Int64, **{f"{seat}_player": pl.String for seat in seats}}
    schema |= {"winner": pl.Enum(seats), **{f"{seat}_result": pl.Float64 for seat in seats}}
    return pl.DataFrame(rows, schema=schema, orient="row")


def winners_only(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.drop([f"{seat}_result" for seat in WORTH])


@pytest.mark.parametrize("told", [lambda frame: frame, winners_only])
def test_ranks_of_five_seats_tell_strengths_and_seats(told: Any) -> None:
    """Also where it is only known who came first; then the others share a rank."""
    truth = {**PLAYERS, **{seat.title(): worth for seat, worth in WORTH.items()}}
    table = ratings(told(ranked(6000)))
    assert table["name"].to_list() == ["b", "a", "c", "East", "South", "West", "Up"]
    assert set(table["games"]) == {*table.filter(kind="player")["games"], 6000}
    for row in table.filter(pl.col("low").is_not_null()).iter_rows(named=True):
        assert row["rating"] == pytest.approx(truth[row["name"]] * ELO, abs=25)
        assert row["low"] < row["rating"] < row["high"]


def test_intervals_cover_for_five_seats() -> None:
    """Pairs of seats of a game are not independent: as if they were, too few would cover."""
    truth = {**PLAYERS, **{seat.title(): worth for seat, worth in WORTH.items()}}
    covered = 0
    for seed in range(40):
        rows = ratings(ranked(60, seed)).filter(pl.col("low").is_not_null()).iter_rows(named=True)
        covered += sum(row["low"] <= truth[row["name"]] * ELO <= row["high"] for row in rows)
    assert 0.92 <= covered / (40 * 6) <= 0.98


def test_without_worth_of_seats_choix_finds_the_same() -> None:
    """It maximises the whole likelihood, for which every player comes once a game."""
    chance, names = np.random.default_rng(1), ["a", "b", "c", "d"]
    strengths, rows, orders = np.array([0.0, 0.5, -1.0, 0.2]), [], []
    for game in range(3000):
        who = chance.permutation(4)
        order = [int(one) for one in np.argsort(-strengths - chance.gumbel(size=4))]
        orders.append(tuple(order))
        results = [1 - order.index(one) / 3 for one in who]
        rows.append((game, *(names[one] for one in who), f"s{int(np.argmax(results))}", *results))
    seats = [f"s{one}" for one in range(4)]
    schema: dict[str, Any] = {"seed": pl.Int64, **dict.fromkeys(seats, pl.String)}
    schema |= {"winner": pl.Enum(seats), **{f"{seat}_result": pl.Float64 for seat in seats}}
    table = by_name(ratings(pl.DataFrame(rows, schema=schema, orient="row")))
    found = choix.opt_rankings(4, orders)
    for place, name in enumerate(names):
        expected = (found[place] - found[0]) * ELO
        assert table[name]["rating"] == pytest.approx(expected, abs=8)


def test_allies_tell_nothing_of_each_other() -> None:
    """One and two win and lose together: that a plays two well is told by three alone."""
    rows = [("a", "b", "b", 1.0, 1.0, 0.0)] * 30 + [("b", "a", "b", 0.0, 0.0, 1.0)] * 10
    draws = [("a", "b", "b", 0.5, 0.5, 0.5)] * 8
    seats = ["one", "two", "three"]
    schema = [*seats, *(f"{seat}_result" for seat in seats)]
    frame = pl.DataFrame(rows + rows + draws, schema=schema, orient="row").with_columns(
        winner=pl.lit(None, pl.Enum(seats)), seed=pl.int_range(pl.len())
    )
    met = _comparisons(frame)
    assert set(met.select("seat", "other_seat").iter_rows()) == {("one", "three"), ("two", "three")}
    assert met["won"].value_counts().sort("won").rows() == [(0.0, 40), (0.5, 16), (1.0, 120)]
    assert [row["games"] for row in ratings(frame).iter_rows(named=True)] == [88] * 4


def test_a_seat_that_nobody_plays_is_not_rated() -> None:
    frame = ranked(200).with_columns(up_result=pl.lit(None, pl.Float64))
    assert "Up" not in ratings(frame)["name"].to_list()
