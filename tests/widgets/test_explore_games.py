"""Which games of a run are kept, and how they fall into bars."""

import polars as pl
import pytest
from matplotlib.figure import Figure

from marengo.charts.figures import figure_words
from marengo.lab import GAME_COLUMNS
from marengo.lab.labels import label_of, meaning_of, value_text
from marengo.widgets.explore.bars import draw_bars
from marengo.widgets.explore.filters import Filters
from marengo.widgets.explore.games import Bars, bar_columns, is_named, ranges_of

GAMES = pl.DataFrame(
    {
        "cell": [0, 0, 0, 1, 1],
        "game": [0, 1, 2, 0, 1],
        "seed": [11, 12, 13, 11, 12],
        "scenario": ["triomphe"] * 3 + ["bonaparte"] * 2,
        "austrian_player": ["rule"] * 5,
        "winner": pl.Series(
            ["french", "austrian", "french", "french", "austrian"], dtype=GAME_COLUMNS["winner"][0]
        ),
        "kind": pl.Series(
            ["decisive", "marginal", "marginal", "decisive", "decisive"],
            dtype=GAME_COLUMNS["kind"][0],
        ),
        "last_round": [14, 21, 21, 21, 17],
        "decisions": [120, 310, 305, 1040, 800],
        "austrian_demoralised": [None, None, None, 20, None],
    }
)


def numbers(games: pl.DataFrame) -> list[tuple[int, int]]:
    return games.select("cell", "game").rows()


def test_games_are_kept_that_fulfil_all_conditions() -> None:
    form = Filters(GAMES, lambda: None)
    assert numbers(form.kept(GAMES)) == numbers(GAMES)
    form.lists["winner"].value = "french"
    assert numbers(form.kept(GAMES)) == [(0, 0), (0, 2), (1, 0)]
    form.sliders["last_round"].value = (20, 21)
    assert numbers(form.kept(GAMES)) == [(0, 2), (1, 0)]


def test_a_game_without_a_number_is_in_no_range() -> None:
    games = GAMES.with_columns(austrian_demoralised=pl.Series([None, 8, None, 20, None]))
    form = Filters(games, lambda: None)
    form.other.value = "austrian_demoralised"
    assert numbers(form.kept(games)) == numbers(games)
    form.other_range.value = (9, 20)
    assert numbers(form.kept(games)) == [(1, 0)]


def test_columns_are_offered_that_tell_games_apart() -> None:
    offered = bar_columns(GAMES)
    assert offered == [
        *("scenario", "winner", "kind", "last_round", "decisions"),
        "austrian_demoralised",
    ]
    assert ranges_of(GAMES) == {"last_round": (14, 21), "decisions": (120, 1040)}


def test_few_numbers_have_a_bar_each_also_those_without_a_game() -> None:
    bars = Bars.of(GAMES, "last_round")
    assert bars.labels == tuple(f"{hour}:00" for hour in range(14, 22))
    assert bars.counts(GAMES, "winner") == {
        "austrian": [0, 0, 0, 1, 0, 0, 0, 1],
        "french": [1, 0, 0, 0, 0, 0, 0, 2],
    }
    assert bars.counts(GAMES) == {"": [1, 0, 0, 1, 0, 0, 0, 3]}
    assert numbers(bars.games(GAMES, 7)) == [(0, 1), (0, 2), (1, 0)]
    fewer = GAMES.filter(is_named("winner", "austrian"))
    assert bars.counts(fewer) == {"": [0, 0, 0, 1, 0, 0, 0, 1]}
    assert bars.counts(GAMES[:0]) == {}


def test_many_numbers_share_bars_of_a_round_width() -> None:
    bars = Bars.of(GAMES, "decisions")
    assert bars.width == 50
    assert (bars.labels[0], bars.labels[-1]) == ("100–149", "1,000–1,049")
    assert numbers(bars.games(GAMES, 4)) == [(0, 1), (0, 2)]  # 300 to 349
    assert sum(bars.counts(GAMES)[""]) == GAMES.height


@pytest.mark.parametrize(
    ("numbers_", "width"), [(24, 1), (25, 2), (48, 2), (49, 5), (240, 10), (241, 20), (2401, 200)]
)
def test_bars_are_as_narrow_as_can_be(numbers_: int, width: int) -> None:
    games = pl.DataFrame({"decisions": [0, numbers_ - 1]})
    bars = Bars.of(games, "decisions")
    assert bars.width == width
    assert len(bars.labels) <= 25


def test_games_without_a_number_have_the_last_bar() -> None:
    bars = Bars.of(GAMES, "austrian_demoralised")
    assert bars.labels == ("20:00", "never")
    assert numbers(bars.games(GAMES, 0)) == [(1, 0)]
    assert bars.games(GAMES, 1).height == 4


def test_names_have_a_bar_each() -> None:
    bars = Bars.of(GAMES, "winner")
    assert bars.labels == ("Austria", "France")
    assert bars.counts(GAMES, "kind") == {"decisive": [1, 2], "marginal": [1, 1]}
    assert Bars.of(GAMES, "scenario").labels == ("bonaparte", "triomphe")
    assert numbers(Bars.of(GAMES, "scenario").games(GAMES, 1)) == [(0, 0), (0, 1), (0, 2)]


def test_a_column_without_values_has_no_bars() -> None:
    with pytest.raises(ValueError, match="austrian_demoralised: expected at least one value"):
        Bars.of(GAMES[:1], "austrian_demoralised")


def test_values_and_columns_are_told_in_words() -> None:
    assert value_text("last_round", 14) == "14:00"
    assert value_text("french_demoralised", None) == "never"
    assert value_text("austrian_stars", None) == "–"
    assert value_text("decisions", 1040) == "1,040"
    assert value_text("winner", "french") == "France"
    assert value_text("french_player", "rule") == "rule"
    assert label_of("french_level") == "morale of France"
    assert label_of("a_new_one") == "a new one"
    assert "T-18.1" in meaning_of("french_level")
    assert meaning_of("a_new_one") == ""


def test_plain_text_is_drawn_as_well() -> None:
    text = GAMES.with_columns(pl.col("winner", "kind").cast(pl.String))
    figure = Figure()
    draw_bars(figure, Bars.of(text, "winner"), text, by="kind", chosen=None)
    assert "Austria: 2 games (decisive 1, marginal 1)" in figure_words(figure).splitlines()
