"""Reports of runs: the sections that a run has figures for, and its own figures in them."""

from pathlib import Path

import polars as pl
import pytest

from marengo.cli import main
from marengo.lab import Run, Study, StudyError, run, share
from marengo.lab.analysis import handicap_study, restricted_play, sensitivity_study
from marengo.lab.analysis.factors import Factor
from marengo.plots.chart_parts import signed
from marengo.reports import Chart, Code, Heading, Report, Table, Text, make_report
from marengo.reports.worth import read_worth

GAMES = 12

STUDY = Study(
    name="small",
    scenarios=("triomphe", "two-orders"),
    players=("random", "rule"),
    games=GAMES,
    seed=3,
    observe=("turns", "events", "presence"),
    what_ifs={
        "two-orders": {
            "extends": "triomphe",
            "title": "Two orders",
            "parameters": {"orders_per_turn": 2},
        }
    },
)


def played(study: Study, folder: Path) -> Run:
    return run(study, folder, progress=False)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(STUDY, tmp_path_factory.mktemp("runs") / "small")


@pytest.fixture(scope="module")
def report(small: Run) -> Report:
    return make_report([small], "marengo report runs/small --out out")


def headings(report: Report) -> list[str]:
    return [part.text for part in report.parts if isinstance(part, Heading)]


def texts(report: Report) -> str:
    return "\n".join(part.text for part in report.parts if isinstance(part, Text))


def tables(report: Report) -> list[pl.DataFrame]:
    return [part.frame for part in report.parts if isinstance(part, Table)]


def test_a_report_has_the_sections_of_what_was_played(report: Report) -> None:
    assert headings(report) == [
        "Who wins",
        "Skill",
        "What is changed from triomphe",
        "How games end",
        "The day",
        "How good the games are",
        "Attacks",
        "On the map",
        "To find it again",
    ]


def test_what_was_not_observed_is_not_told(tmp_path: Path) -> None:
    plain = Study(name="plain", scenarios=("triomphe",), players=("random",), games=5)
    report = make_report([played(plain, tmp_path / "plain")], "command")
    assert headings(report) == ["Who wins", "How games end", "To find it again"]


def test_the_figures_are_those_of_the_run(small: Run, report: Report) -> None:
    for number, cell in enumerate(small.study.cells):
        games = small.games.filter(cell=number).collect()
        won = games.filter(winner="austrian").height
        low, high = share(won, GAMES).low, share(won, GAMES).high
        assert (
            f"{cell.scenario}, {cell.austrian} against {cell.french}: Austria won "
            f"{100 * won / GAMES:.1f} % of {GAMES} games ({100 * low:.1f} to {100 * high:.1f})"
        ) in texts(report)
        decisive = games.filter(winner="french", kind="decisive").height
        row = tables(report)[0].row(number, named=True)
        assert row["decisively: France"] == f"{100 * decisive / GAMES:.1f} %"


def test_differences_are_those_of_the_same_players(small: Run, report: Report) -> None:
    shares = [
        small.games.filter(cell=number).select((pl.col("winner") == "austrian").mean()).collect()
        for number in (1, 3)  # rule on both sides, as printed and with two orders
    ]
    standard, changed = (100 * one.item() for one in shares)
    table = [frame for frame in tables(report) if "what-if" in frame.columns][1]
    assert table["what-if"].to_list() == ["Two orders"]
    assert table["Austria wins"].to_list() == [f"{changed:.1f} %"]
    assert table["difference"].to_list() == [signed(changed - standard)]


def test_attacks_are_counted_by_kind(small: Run, report: Report) -> None:
    (table,) = (frame for frame in tables(report) if "attacker" in frame.columns)
    events = small.events.filter(cell=1, side="austrian", kind="assault").collect()
    row = table.filter(
        (pl.col("cell") == "triomphe: rule v rule")
        & (pl.col("attacker") == "Austria")
        & (pl.col("kind") == "assault")
    ).row(0, named=True)
    assert row["a game"] == f"{events.height / GAMES:.2f}"
    taken = events.filter(pl.col("taken")).height
    assert row["take the target"] == f"{100 * taken / events.height:.1f} %"


def test_charts_have_names_of_their_own(report: Report) -> None:
    names = [part.name for part in report.parts if isinstance(part, Chart)]
    assert len(names) == len(set(names))
    assert sum(name.startswith("front-") for name in names) == 4


def test_the_command_is_told(report: Report) -> None:
    (code,) = (part.text for part in report.parts if isinstance(part, Code))
    assert code.splitlines() == ["marengo study small", "marengo report runs/small --out out"]


def test_a_study_of_handicaps_becomes_a_curve(tmp_path: Path) -> None:
    study = handicap_study("bonaparte", "french", (0, 8), games=30)
    report = make_report([played(study, tmp_path / "run")], "command")
    assert headings(report) == ["The fair handicap", "To find it again"]
    curve = tables(report)[0]
    assert curve["points of morale taken off"].to_list() == ["0", "8"]
    assert "bonaparte, rule on both sides: even" in texts(report)


def test_a_study_of_sensitivity_becomes_a_ranking(tmp_path: Path) -> None:
    factors = [
        Factor(name="steps", field="parameters.road_steps", low=1, high=4),
        Factor(name="return", field="parameters.return_until", low=14, high=15),
    ]
    study = sensitivity_study("triomphe", factors, samples=3, games=10, name="sense")
    report = make_report([played(study, tmp_path / "run")], "command")
    assert headings(report) == ["What the odds of triomphe depend on", "To find it again"]
    assert set(tables(report)[0]["parameter"]) == {"steps", "return"}
    (code,) = (part.text for part in report.parts if isinstance(part, Code))
    assert code.splitlines()[0] == (
        "marengo sensitivity triomphe --method morris --samples 3 --player rule --games 10 --seed 0"
    )


def test_worths_are_told_side_by_side(small: Run, tmp_path: Path) -> None:
    table = restricted_play("triomphe", ["cavalry"], games=20, progress=False)
    path = tmp_path / "worth.parquet"
    table.write_parquet(path)
    assert read_worth(path)[0] == "triomphe"
    report = make_report([small], "command", worths=dict([read_worth(path)]))
    assert "What things are worth in triomphe" in headings(report)
    told = [frame for frame in tables(report) if "without" in frame.columns]
    assert [frame.columns[2] for frame in told] == ["Austria wins", "France wins"]
    assert told[0]["Austria wins"][0] == f"{100 * table['restricted'][0]:.1f} %"
    with pytest.raises(StudyError, match=r"games.parquet: expected the table"):
        read_worth(small.folder / "games.parquet")


def test_nothing_to_tell_is_said() -> None:
    with pytest.raises(StudyError, match="expected at least one"):
        make_report([], "command")


def test_the_command_writes_a_report(
    small: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report"
    assert main(["report", str(small.folder), "--title", "A title", "--out", str(out)]) == 0
    assert f"report written to {out / 'index.html'}" in capsys.readouterr().out
    assert "<h1>A title</h1>" in (out / "index.html").read_text(encoding="utf-8")
    assert (out / "odds.svg").exists()
