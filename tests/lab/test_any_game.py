"""The laboratory plays and counts any game: a race of three, and rock, paper, scissors."""

import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.text import Text as Written

import marengo
from marengo import lab, plots
from marengo.cli import main
from marengo.core import scenarios
from marengo.lab import analysis
from marengo.lab.bench import measure
from marengo.lab.labels import NOBODY
from marengo.lab.ladder import climb
from marengo.lab.plan import StudyError
from marengo.lab.simulate import game_seed
from marengo.lab.steps import Bound, Ladder, LadderError, LadderStep
from marengo.reports import Table, Text, make_report, save_report
from marengo.widgets import TurnReplay, explore
from marengo.widgets.explore.games import Bars, is_named
from tests.core.toys import fists, race

RACE = lab.Study(
    name="race",
    scenarios=("race",),
    players=("random", "rule"),
    pairs=(("search:playouts=4", "random", "random"),),
    seats=3,
    games=6,
)


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    """Make the toys known, as their modules have them now: other tests load these anew."""
    for game in (race.RaceGame, fists.FistsGame):
        marengo.register_game(game)
    yield
    for name in ("race", "fists"):
        scenarios._BY_HAND.pop(name)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> lab.Run:
    return lab.run(RACE, tmp_path_factory.mktemp("runs") / "race", progress=False)


def test_a_study_of_three_seats_is_played_and_loaded_again(played: lab.Run) -> None:
    assert [cell.players for cell in RACE.cells] == [
        ("random",) * 3,
        ("rule",) * 3,
        ("search:playouts=4", "random", "random"),
        ("random", "random", "search:playouts=4"),
        ("random", "search:playouts=4", "random"),
    ]
    games = lab.load(played.folder).games.collect()
    assert games.height == 5 * 6
    assert games.columns[:8] == [
        *("cell", "game", "scenario", "seed"),
        *("ada_player", "berta_player", "clara_player", "winner"),
    ]
    first = games.filter(cell=3).drop("cell", "scenario")
    again = marengo.simulate("race", 6, *RACE.cells[3].players, progress=False)
    assert first.equals(again.select(first.columns))


def test_other_processes_play_the_same(played: lab.Run, tmp_path: Path) -> None:
    other = lab.run(RACE, tmp_path / "other", executor="processes", workers=2, progress=False)
    assert other.games.collect().equals(played.games.collect())


def test_wins_are_counted_by_seat(played: lab.Run) -> None:
    games = played.games.filter(cell=0).collect()
    table = lab.win_table(games)
    assert table["winner"].to_list() == ["ada", "berta", "clara"]
    assert table["kind"].unique().to_list() == ["any"]
    won = [games.filter(winner=seat).height for seat in ("ada", "berta", "clara")]
    assert table["games"].to_list() == won
    assert [label.get_text() for label in plots.win_chart(table).axes[0].get_yticklabels()] == [
        *("Ada wins", "Berta wins", "Clara wins")
    ]


def test_drawn_games_count_as_games() -> None:
    games = marengo.simulate("fists", 60, "random", "random", progress=False)
    games = games.with_columns(winner=pl.when(pl.col("game") % 3 > 0).then("winner"))
    figure = plots.win_chart(lab.win_table(games))
    assert figure.get_suptitle() == "How often each side wins: 60 games"


def test_differences_of_three_seats_have_no_one_enemy() -> None:
    rows = {"label": ["less", "more"], "difference": [-0.4, 0.3], "low": [-0.6, 0.1]}
    table = pl.DataFrame({**rows, "high": [-0.2, 0.5]})
    figure = plots.difference_plot(table, side="ada")
    written = {text.get_text() for text in figure.findobj(Written)}
    assert {"◀ for the others", "for Ada ▶"} <= written
    assert "−40.0  (−60.0 to −20.0)  for the others" in written
    assert "+30.0  (+10.0 to +50.0)  for Ada" in written


def test_cells_are_compared_for_any_seat(played: lab.Run) -> None:
    games = played.games.collect()
    for seat in ("ada", "berta", "clara"):
        found = analysis.paired_difference(played, 2, 0, side=seat)
        won = [games.filter(cell=number, winner=seat).height / 6 for number in (2, 0)]
        assert (found.value, found.other_value) == pytest.approx(won)
    shares = analysis.difference_table(played, against=0, side="clara")["share"].to_list()
    won = [games.filter(cell=number, winner="clara").height / 6 for number in range(1, 5)]
    assert shares == pytest.approx(won)
    with pytest.raises(ValueError, match="expected 'ada' or 'berta' or 'clara', not 'dora'"):
        analysis.paired_difference(played, 2, 0, side="dora")
    columns = analysis.difference_table(played).columns
    assert columns[1:5] == ["scenario", "ada_player", "berta_player", "clara_player"]


def test_a_report_tells_of_any_game(played: lab.Run, tmp_path: Path) -> None:
    report = make_report([played], "marengo report race")
    (first, *_) = [part for part in report.parts if isinstance(part, Table)]
    assert first.frame.columns[1] == "Ada v Berta v Clara"
    assert "Ada wins" in first.frame.columns
    said = " ".join(part.text for part in report.parts if isinstance(part, Text))
    assert re.search(r"Ada is shown to be favoured in \d of 5 cells, the others in \d", said)
    assert save_report(report, tmp_path / "report").is_file()


def test_games_of_a_run_are_looked_through_and_opened(played: lab.Run) -> None:
    explorer = explore(played)
    assert "ada_player" in explorer.filters.lists
    assert "Ada" in explorer.chart.status.value
    row = played.games.filter(cell=2).collect().row(0, named=True)
    assert explorer.open_game(row)
    explorer.opening.work.wait()
    assert "It ends as the run says" in explorer.opening.status.value
    assert isinstance(explorer.opening.stepper, TurnReplay)
    assert explorer.opening.stepper.slider.max == row["decisions"]
    explorer.close()


def test_a_plan_says_how_many_play(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="pairs: random v random: expected 3 players"):
        lab.Study(name="a", scenarios=("race",), pairs=(("random", "random"),), seats=3)
    two = lab.Study(name="a", scenarios=("race",), players=("random",))
    with pytest.raises(StudyError, match="seats: expected 3, as race has, not 2"):
        lab.run(two, tmp_path / "run", progress=False)
    seen = RACE.changed(observe=("turns",))
    with pytest.raises(StudyError, match="observe: expected nothing, as nobody can watch The Race"):
        lab.run(seen, tmp_path / "run", progress=False)
    both = lab.Study(name="a", scenarios=("fists", "triomphe"), players=("random",))
    with pytest.raises(StudyError, match="scenarios: triomphe: expected the seats of the others"):
        lab.run(both, tmp_path / "run", progress=False)


def test_what_a_game_lacks_is_refused_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["worth", "race"], "The Race declares nothing that a seat could do without"),
        (["sensitivity", "race"], "factors: none come with marengo for race"),
    ):
        assert main(words) == 2
        assert said in capsys.readouterr().err
    own = lab.Study(
        name="a", scenarios=("b",), players=("rule",), seats=3, what_ifs={"b": {"extends": "race"}}
    )
    with pytest.raises(StudyError, match="race has no file: expected a scenario in one"):
        own.check()


def test_any_game_is_timed() -> None:
    figures = {what: value for what, value, _ in measure(race.RaceGame(), games=3)}
    assert figures["search playouts, one thread"] > 0
    assert figures["decisions in a Python loop"] > 0
    assert 2 < figures["legal moves a decision"] < 6


def test_a_ladder_of_any_game_for_two(tmp_path: Path) -> None:
    step = LadderStep(
        challenger="oracle:playouts=30", holder="random", pairs=Bound(0.5, 0.6), most=20
    )
    ladder, path = Ladder(steps=(step,)), tmp_path / "ladder.parquet"
    climbed = climb(fists.FistsGame(), ladder, path, say=lambda _: None)
    table = climbed.table()
    assert table["claim"].to_list() == ["pairs", "left", "right"]
    assert table["score"][2] == 1.0  # who sees the sealed choice wins
    assert climbed.ratings().filter(kind="side")["name"].to_list() == ["Left"]
    figure = plots.ladder_chart(table, climbed.ratings())
    assert any("oracle:playouts=30" in one.get_text() for one in figure.findobj(Written))
    assert climb(fists.FistsGame(), ladder, path, say=lambda _: None).games.equals(climbed.games)
    with pytest.raises(LadderError, match="expected a game for two, not for 3"):
        climb(race.RaceGame(), ladder, path)


def test_scenarios_of_any_game_for_two_are_compared() -> None:
    one, other = fists.FistsGame(), fists.FistsGame(needed=1)
    found = analysis.compare(one, other, "random", "rule", most=20, progress=False)
    games = marengo.simulate(other, 20, "random", "rule", seed=game_seed(0, 0), progress=False)
    assert found.paired.value == (games["winner"] == "left").mean()
    assert found.paired.pairs == 20
    assert "Left wins" in found.line()
    with pytest.raises(StudyError, match="expected the same seats in both"):
        analysis.compare(one, race.RaceGame(), most=20, progress=False)


def test_a_game_is_sent_as_it_is() -> None:
    other = fists.FistsGame(needed=1)
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(fists.FistsGame.text, other).result() == other.text()
    assert other.text() != fists.FistsGame().text()


def test_games_that_nobody_won_are_counted_for_nobody() -> None:
    """Half of the games of the second cell were won by Ada, and half by nobody."""
    schema: dict[str, Any] = {
        "cell": pl.Int32,
        "seed": pl.Int64,
        "winner": pl.Enum(["ada", "berta", "clara"]),
    }
    won = ["ada"] * 4 + ["ada", "ada", None, None]
    games = pl.DataFrame(
        {"cell": [0] * 4 + [1] * 4, "seed": [*range(4)] * 2, "winner": won}, schema
    )
    found = analysis.paired_difference(games, 1, 0)
    assert (found.pairs, found.value, found.other_value) == (4, 0.5, 1.0)
    table = lab.win_table(games.filter(cell=1))
    assert table["games"].to_list() == [2, 0, 0]
    assert table["share"].to_list() == [0.5, 0.0, 0.0]
    bars = Bars.of(games, "seed").counts(games, "winner")
    assert bars == {"ada": [2, 2, 1, 1], NOBODY: [0, 0, 1, 1]}
    assert games.filter(is_named("winner", NOBODY)).height == 2


def test_the_command_line_takes_players_by_their_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.parquet"
    words = ["simulate", "race", "--games", "3", "--out", str(out)]
    assert main([*words, "--berta", "rule"]) == 0
    assert pl.read_parquet(out)["berta_player"].unique().to_list() == ["rule"]
    assert main(["simulate", "--clara", "rule", *words[1:]]) == 0
    assert pl.read_parquet(out).select("berta_player", "clara_player").row(0) == ("random", "rule")
    for wrong, said in (
        (["--dora=rule"], "unrecognized arguments: --dora=rule"),
        (["--berta"], "argument --berta: expected one argument"),
        (["--progress", "no"], "unrecognized arguments: --progress no"),
    ):
        with pytest.raises(SystemExit):
            main([*words, *wrong])
        assert said in capsys.readouterr().err
    assert main([*words, "--austrian", "rule"]) == 2
    assert "austrian=: expected a player for each seat, once: ada" in capsys.readouterr().err
    assert main([*words, "--ada=search:playouts=4", "--clara", "search:playouts=4"]) == 0
    first = pl.read_parquet(out).select("ada_player", "berta_player", "clara_player").row(0)
    assert first == ("search:playouts=4", "random", "search:playouts=4")
