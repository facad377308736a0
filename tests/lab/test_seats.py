"""Games of seven seats: what each got, one row a seat, and who won with whom."""

import polars as pl
import pytest

import marengo
from marengo import lab
from marengo.core.scenarios import game_of_seats, games_by_seat
from marengo.games.europe.war.game import ContinentGame, WarGame
from marengo.lab.analysis import paired_difference
from marengo.lab.frames import game_of
from marengo.lab.kinds import counted
from marengo.reports.phrases import odds_sentence

CAMPS = ({"france", "spain"}, {"great_britain", "russia", "austria"})


@pytest.fixture(scope="module")
def wars() -> pl.DataFrame:
    return marengo.simulate("europe-1805", 20, players=["random"] * 7, seed=3, progress=False)


def test_allies_get_the_same_and_whoever_nobody_plays_nothing(wars: pl.DataFrame) -> None:
    rows = lab.by_seat(wars)
    assert rows.columns[:5] == ["game", "seed", "seat", "player", "result"]
    assert rows.height == 5 * 20
    assert rows["game"].is_sorted()
    for camp in CAMPS:
        results = rows.filter(pl.col("seat").is_in(camp)).group_by("game")
        assert results.agg(pl.col("result").n_unique())["result"].to_list() == [1] * 20
    winners = rows.filter(pl.col("winner").cast(pl.String) == pl.col("seat").cast(pl.String))
    assert set(winners["result"]) == {1.0}


def test_columns_of_a_nation_lose_its_name(wars: pl.DataFrame) -> None:
    rows = lab.by_seat(wars)
    for seat in ("france", "great_britain"):
        mine = rows.filter(seat=seat)
        for name in ("armies_lost", "regions_owned", "level"):
            assert mine[name].to_list() == wars[f"{seat}_{name}"].to_list()
    assert rows.filter(seat="spain")["months"].to_list() == wars["months"].to_list()


def test_seats_of_a_game_without_results_are_told_by_the_winner() -> None:
    games = marengo.simulate("triomphe", 4, "random", "random", progress=False)
    rows = lab.by_seat(games)
    assert rows.group_by("game").agg(pl.sum("result"))["result"].to_list() == [1.0] * 4
    drawn = lab.by_seat(games.with_columns(winner=pl.lit(None, games.schema["winner"])))
    assert drawn["result"].to_list() == [0.5] * 8


def test_a_table_of_wins_counts_allies(wars: pl.DataFrame) -> None:
    table = lab.win_table(wars)
    won = dict(table.filter(kind="any").select("winner", "games").iter_rows())
    assert set(won) == CAMPS[0] | CAMPS[1]
    assert [{won[seat] for seat in camp} for camp in CAMPS] == [{won["spain"]}, {won["austria"]}]
    assert table["kind"].unique().sort().to_list() == ["any", "levels", "sued", "time"]
    counts = counted(wars.with_columns(cell=pl.lit(0, pl.Int32)), ContinentGame)
    assert lab.win_table(counts).equals(table)


@pytest.mark.parametrize("side", ["france", "russia", "austria"])
def test_differences_count_allies(wars: pl.DataFrame, side: str) -> None:
    other = wars.with_columns(
        winner=pl.lit("great_britain", wars.schema["winner"]),
        france_result=pl.lit(0.0),
        russia_result=pl.lit(1.0),
        austria_result=pl.lit(1.0),
    )
    cells = [wars.with_columns(cell=pl.lit(0)), other.with_columns(cell=pl.lit(1))]
    found = paired_difference(pl.concat(cells), 1, 0, side)
    assert (found.value, found.other_value) == (side != "france", wars[f"{side}_result"].mean())


def test_who_is_favoured_among_camps_and_among_seven() -> None:
    """N-27.1, N-27.3: France wins half of the games of two camps, and a seventh of those of all."""
    historical, levels = marengo.load("europe-1805"), marengo.load("europe-1805-seven")
    assert (historical.even, levels.even) == (1 / 2, 1 / 7)
    titles = historical.seat_titles()
    told = [
        odds_sentence("x", titles, 100, 0.3, 0.25, 0.35, one.even) for one in (historical, levels)
    ]
    assert [line.split(": ")[-1] for line in told] == [
        "the others are favoured.",
        "France is favoured.",
    ]


def test_games_that_share_names_of_seats_are_told_apart(wars: pl.DataFrame) -> None:
    assert games_by_seat()["france"] is WarGame
    assert game_of_seats(WarGame.seat_names()) is WarGame
    assert game_of_seats(ContinentGame.seat_names()) is ContinentGame
    plain = wars.with_columns(pl.col("winner").cast(pl.String))
    assert game_of(plain) is ContinentGame
    assert lab.by_seat(plain)["result"].equals(lab.by_seat(wars)["result"])


def test_ratings_take_wars_as_they_are(wars: pl.DataFrame) -> None:
    mixed = marengo.simulate(
        "europe-1805", 20, players=["rule", *["random"] * 6], seed=3, progress=False
    )
    table = lab.ratings(pl.concat([wars, mixed]), "random")
    assert table["name"].to_list()[2:] == ["Great Britain", "Russia", "Austria", "Spain"]
    assert table.filter(name="rule")["low"].item() > 0
