"""Looking through a run without a browser: what the parts of the widget hold after each choice."""

import gc
import html
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import polars as pl
import pytest
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

from marengo.lab import Run, Study, StudyError, run
from marengo.lab.rerun import rerun
from marengo.widgets.explore import Explorer, explore, opening
from marengo.widgets.explore.bars import EVERY
from marengo.widgets.explore.table import PAGE
from tests.widgets.left import left_of

SECONDS = 120
GAMES = 200


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run of rules of thumb and of chance, 200 games each."""
    study = Study(
        name="small", scenarios=("triomphe",), players=("rule", "random"), games=GAMES, seed=7
    )
    return run(study, tmp_path_factory.mktemp("runs") / "small", progress=False)


@pytest.fixture(scope="module")
def games(small: Run) -> pl.DataFrame:
    return small.games.collect()


@pytest.fixture
def shown(small: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Explorer]:
    monkeypatch.setattr(import_module("marengo.screens.marengo.replay"), "WIDTH", 120)
    made = explore(small)
    yield made
    made.close()
    assert made.opening.work.wait(SECONDS)


def text(part: Any) -> str:
    return " ".join(html.unescape(re.sub("<.*?>", " ", part.value)).split())


def hidden(part: Any) -> bool:
    return bool(part.layout.display == "none")


def rows(shown: Explorer) -> list[list[str]]:
    """Return what the table shows, row by row."""
    found = re.findall("<tr.*?</tr>", shown.table.table.value)[1:]
    return [re.findall("<td.*?>(.*?)</td>", row) for row in found]


def press(part: Any, tooltip: str) -> None:
    """Press the button within a part that does that."""
    if getattr(part, "tooltip", "") == tooltip:
        part.click()
    for child in getattr(part, "children", ()):
        press(child, tooltip)


def test_all_games_are_shown_at_first(shown: Explorer, small: Run) -> None:
    assert shown.run is small
    assert shown.games.height == 2 * GAMES
    assert shown.status.value.endswith("<b>small</b>: 400 of 400 games are shown.</p>")
    assert len(rows(shown)) == PAGE
    assert shown.chart.bar.label == "all bars: 400 games"
    assert hidden(shown.again)  # a finished run stays as it is


def test_a_run_is_found_by_its_folder(small: Run, tmp_path: Path) -> None:
    assert explore(str(small.folder)).games.height == 2 * GAMES
    with pytest.raises(StudyError, match="cannot be read"):
        explore(tmp_path)


def test_lists_and_sliders_filter_games(shown: Explorer, games: pl.DataFrame) -> None:
    filters = shown.filters
    filters.lists["winner"].value = "austrian"
    filters.lists["austrian_player"].value = "rule"
    wanted = games.filter(winner="austrian", austrian_player="rule")
    assert 0 < wanted.height < GAMES
    assert shown.games.equals(wanted)
    assert {row[3] for row in rows(shown)} == {"Austria"}
    filters.sliders["last_round"].value = (6, 20)
    wanted = wanted.filter(pl.col("last_round") <= 20)
    assert shown.games.equals(wanted)
    assert f"{wanted.height} of 400 games" in text(shown.status)
    filters.clear.click()
    assert shown.games.equals(games)
    assert filters.lists["winner"].value == ""


def test_any_other_column_filters_too(shown: Explorer, games: pl.DataFrame) -> None:
    filters = shown.filters
    assert hidden(filters.other_range)
    filters.other.value = "decisions"
    assert not hidden(filters.other_range)
    low, high = filters.other_range.min, filters.other_range.max
    assert (low, high) == (games["decisions"].min(), games["decisions"].max())
    assert shown.games.equals(games)
    filters.other_range.value = (low, 300)
    assert shown.games.equals(games.filter(pl.col("decisions") <= 300))
    filters.other.value = "austrian_east"
    assert shown.games.equals(games)
    assert (filters.other_range.min, filters.other_range.max) == (
        games["austrian_east"].min(),
        games["austrian_east"].max(),
    )


def test_a_bar_shows_its_games(shown: Explorer, games: pl.DataFrame) -> None:
    chart = shown.chart
    assert chart.column.value == "last_round"
    late = next(number for label, number in chart.bar.options if label.startswith("21:00"))
    chart.bar.value = late
    wanted = games.filter(last_round=21)
    assert shown.games.equals(wanted)
    assert chart.bar.label == f"21:00: {wanted.height} games"
    assert {row[5] for row in rows(shown)} == {"21:00"}
    shown.filters.lists["winner"].value = "french"
    assert chart.bar.value == late  # stays chosen
    assert shown.games.equals(wanted.filter(winner="french"))
    press(chart, "to the bar before")
    assert chart.bar.value == late - 1
    chart.column.value = "winner"
    assert chart.bar.value == EVERY
    assert [label for label, _ in chart.bar.options][1:] == [
        "Austria: 0 games",
        f"France: {games.filter(winner='french').height} games",
    ]


def test_a_click_chooses_a_bar_and_another_one_all(shown: Explorer, games: pl.DataFrame) -> None:
    chart = shown.chart
    chart.column.value = "winner"
    chart._clicked(1.2)
    assert shown.games.equals(games.filter(winner="french"))
    chart._clicked(0.8)
    assert shown.games.equals(games)
    chart._clicked(7.0)  # beside all bars
    assert shown.games.equals(games)


def test_bars_are_drawn_and_told_by_winner(shown: Explorer, games: pl.DataFrame) -> None:
    shown.chart.column.value = "winner"
    shown.chart.split.value = "kind"
    axes = shown.chart.figure.axes[0]
    decisive, marginal = (part for part in axes.containers if isinstance(part, BarContainer))
    for number, winner in enumerate(("austrian", "french")):
        won = games.filter(winner=winner)
        for bars, kind in ((decisive, "decisive"), (marginal, "marginal")):
            height = bars.patches[number].get_height()
            assert height == won.filter(kind=kind).height, (winner, kind)
    hatches = {bool(bars.patches[0].get_hatch()) for bars in (decisive, marginal)}
    assert hatches == {True, False}  # not by colour alone
    austrian = games.filter(winner="austrian")
    decisively = austrian.filter(kind="decisive").height
    marginally = austrian.height - decisively
    assert (
        f"Austria: {austrian.height} games (decisive {decisively}, marginal {marginally})"
        in text(shown.chart.status)
    )


def test_pages_are_turned_and_sorted(shown: Explorer, games: pl.DataFrame) -> None:
    table = shown.table
    assert (table.page.max, table.pages.value) == (40, "of 40")
    press(table, "to the next page")
    assert [row[0] for row in rows(shown)] == [str(number) for number in range(10, 20)]
    table.by.value = "decisions"
    assert table.page.value == 1
    place = table._columns.index("decisions")
    least = games["decisions"].sort().head(PAGE).to_list()
    assert [int(row[place].replace(",", "")) for row in rows(shown)] == least
    table.downwards.value = True
    most = games["decisions"].sort(descending=True).head(PAGE).to_list()
    assert [int(row[place].replace(",", "")) for row in rows(shown)] == most
    table.page.value = 40
    press(table, "to the next page")
    assert table.page.value == 40


def test_a_page_that_is_not_full_has_no_buttons_too_many(shown: Explorer) -> None:
    shown.filters.sliders["last_round"].value = (6, 6)
    left = shown.games.height
    assert left < PAGE
    assert [opener.disabled for opener in shown.table.openers] == [
        number >= left for number in range(PAGE)
    ]
    shown.filters.lists["winner"].value = "austrian"
    shown.filters.lists["kind"].value = "marginal"
    assert shown.games.is_empty()
    assert "No game fulfils this." in text(shown.table.table)


@pytest.mark.parametrize("player", ["rule", "random"])
def test_a_game_is_opened_and_is_the_one_of_the_run(shown: Explorer, player: str) -> None:
    shown.filters.lists["austrian_player"].value = player
    shown.table.openers[3].click()
    assert shown.opening.work.wait(SECONDS)
    row = shown.games.row(3, named=True)
    said = text(shown.opening.status)
    assert f"Game 3 of triomphe, {player} (Austria) against {player} (France)" in said
    assert said.endswith("It ends as the run says.")
    assert shown.record is not None
    assert (shown.record.seed, len(shown.record.moves)) == (row["seed"], row["decisions"])
    stepper = shown.opening.stepper
    assert stepper is not None
    assert stepper in shown.opening.children
    stepper.slider.value = stepper.slider.max
    outcome = stepper.position.outcome
    assert outcome is not None
    assert (outcome.winner.name.lower(), outcome.round) == (row["winner"], row["last_round"])
    stepper.wait()
    shown.close()
    assert stepper.comm is None  # it does not play on without its explorer


def test_another_game_takes_the_place_of_the_first(shown: Explorer) -> None:
    for number in (0, 1):
        shown.table.openers[number].click()
        assert shown.opening.work.wait(SECONDS)
        if number == 0:
            first = shown.opening.stepper
    assert first is not None
    first.wait()
    assert first.comm is None  # closed
    assert sum(child is shown.opening.stepper for child in shown.opening.children) == 1
    assert first not in shown.opening.children


def test_it_is_said_when_a_game_is_another_one_now(small: Run) -> None:
    """As after a change of the rules: the row says what nobody plays any more."""
    old = replace(small, manifest={**small.manifest, "code": {}})
    shown = explore(old)
    row = shown.games.row(0, named=True) | {"last_round": 5}
    assert shown.open_game(row)
    assert shown.opening.work.wait(SECONDS)
    said = text(shown.opening.status)
    assert "This is NOT the game of the run" in said
    assert "and in the run 5:00" in said
    assert "Changed since the run was played: the code of the rules or players" in said
    assert shown.opening.stepper is not None  # to be looked at all the same
    shown.opening.stepper.wait()


def test_it_is_said_when_a_game_cannot_be_played(shown: Explorer) -> None:
    row = shown.games.row(0, named=True) | {"austrian_player": "forgotten"}
    shown.open_game(row)
    assert shown.opening.work.wait(SECONDS)
    assert "cannot be played again: no player 'forgotten'" in text(shown.opening.status)
    assert shown.record is None
    assert shown.opening._busy.layout.display == "none"


def test_stop_answers_at_once(shown: Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Event()

    def slow(*asked: Any) -> Iterator[Any]:
        for state in rerun(*asked):
            begun.set()
            yield state

    monkeypatch.setattr(opening, "rerun", slow)
    row = shown.games.row(0, named=True) | {"austrian_player": "search:nodes=8000"}
    assert shown.open_game(row)
    assert not shown.open_game(row)  # one at a time
    assert shown.opening._busy.layout.display is None
    assert begun.wait(SECONDS)
    shown.opening.stop.click()
    assert shown.opening.work.wait(20)  # of minutes that it would have taken
    assert "Stopped" in text(shown.opening.status)


def test_a_run_that_is_played_is_read_again(tmp_path: Path) -> None:
    study = Study(name="growing", scenarios=("triomphe",), players=("random",), games=20)
    small = run(study, tmp_path / "growing", progress=False)
    shown = explore(replace(small, study=study.changed(games=30)))
    assert "20 of 30 were played" in text(shown.status)
    assert not hidden(shown.again)
    run(study.changed(games=30), tmp_path / "growing", progress=False)
    shown.again.click()
    assert shown.games.height == 30
    assert shown.table in shown.children
    assert hidden(shown.again)
    shown.close()


def test_an_empty_run_is_refused(small: Run, tmp_path: Path) -> None:
    empty = replace(small, folder=tmp_path)
    with pytest.raises(ValueError, match="no game of this run was played to its end yet"):
        explore(empty)


def test_redraws_leave_nothing_behind(shown: Explorer) -> None:
    def figures() -> int:
        gc.collect()
        return sum(isinstance(thing, Figure) for thing in gc.get_objects())

    before = figures()
    for number in range(20):
        shown.chart._clicked(number % 10)
    assert figures() <= before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()


def test_the_chart_is_a_picture_that_says_what_it_shows(shown: Explorer) -> None:
    canvas = shown.chart.canvas
    before = bytes(canvas.png)
    assert before.startswith(b"\x89PNG")
    assert canvas.words.startswith("400 games by last round")
    press(shown.chart, "to the next bar")
    assert bytes(canvas.png) != before


def test_a_click_on_the_canvas_reaches_the_bar_under_it(
    shown: Explorer, games: pl.DataFrame
) -> None:
    """What the browser says of a click, in shares of the picture from its lower left corner."""
    shown.chart.column.value = "winner"
    canvas = shown.chart.canvas
    axes = canvas.figure.axes[0]
    to_share = axes.transData + canvas.figure.transFigure.inverted()
    for place in ((1, 1), (1, -1)):  # within the bar, and below the axis, where nothing is
        x, y = to_share.transform(place)
        canvas._handle_custom_msg({"x": x, "y": y}, [])
        assert shown.games.equals(games.filter(winner="french"))


def test_a_static_chart_stays_where_no_kernel_runs(shown: Explorer) -> None:
    left = left_of(shown)
    assert left.png.startswith(b"\x89PNG")
    assert left.words.startswith("400 games by last round")
