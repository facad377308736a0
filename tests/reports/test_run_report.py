"""Reports of runs: the sections that a run has figures for, and its own figures in them."""

import shlex
from dataclasses import dataclass
from pathlib import Path

import msgspec
import polars as pl
import pytest

from marengo.charts.chart_frame import signed
from marengo.charts.figures import figure_words
from marengo.cli import main
from marengo.lab import Run, Study, StudyError, find_plan, load, read_study, run
from marengo.lab import share as share_of
from marengo.lab.analysis import (
    difference_table,
    handicap_study,
    restricted_play,
    sensitivity,
    sensitivity_study,
)
from marengo.lab.analysis.factors import Factor
from marengo.lab.analysis.restricted import WORTH_COLUMNS
from marengo.reports import (
    Chart,
    Code,
    Heading,
    Report,
    Table,
    Text,
    make_report,
    save_report,
)
from marengo.reports.conclusion import conclusion
from marengo.reports.phrases import points
from marengo.reports.run_report import _command
from marengo.reports.sections import skill
from marengo.reports.worth import read_worth, worth
from tests.lab.analysis.made_up import made_up_run, winners

GAMES = 12


@dataclass(frozen=True)
class PartOfRun(Run):
    """A run of which only some games are there."""

    rows: pl.DataFrame

    def _scan(self, kind: str) -> pl.LazyFrame:
        return self.rows.lazy() if kind == "games" else super()._scan(kind)

    @property
    def finished(self) -> bool:
        """It never is."""
        return False


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
def brief(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Play a run of which there is little to draw."""
    study = msgspec.structs.replace(STUDY, scenarios=("triomphe",), what_ifs={}, observe=())
    return played(study, tmp_path_factory.mktemp("runs") / "brief")


@pytest.fixture(scope="module")
def report(small: Run) -> Report:
    return make_report([small], "marengo report runs/small --out out")


def headings(report: Report) -> list[str]:
    return [part.text for part in report.parts if isinstance(part, Heading)]


def texts(report: Report) -> str:
    return "\n".join(part.text for part in report.parts if isinstance(part, Text))


def tables(report: Report) -> list[pl.DataFrame]:
    return [part.frame for part in report.parts if isinstance(part, Table)]


def who_won(report: Report) -> pl.DataFrame:
    """Return the table of who wins."""
    return next(frame for frame in tables(report) if "decisive: France" in frame.columns)


def test_a_report_has_the_sections_of_what_was_played(report: Report) -> None:
    assert headings(report) == [
        "What do the what-ifs of Triomphe à Marengo change?",
        "Who wins Triomphe à Marengo?",
        "Does it matter who plays Triomphe à Marengo?",
        "When do games end, and how?",
        "Who is ahead, and when is it known?",
        "How good are the games?",
        "How do attacks end?",
        "Where do armies stand, and where do they lose?",
        "Who played?",
        "To find it again",
    ]


def test_what_a_run_shows_is_told_in_lines_as_in_its_report(small: Run, report: Report) -> None:
    lines = list(conclusion(small))
    verdicts = [line.removeprefix("Verdict: ") for line in lines if line.startswith("Verdict: ")]
    assert len(verdicts) == len({cell.players for cell in small.study.cells})
    for verdict in verdicts:
        assert verdict.startswith(("Against triomphe, Austria wins ", "No shift is shown with "))
        assert ": " + verdict.replace("two-orders", "“Two orders”") in texts(report)
    heads = [line for line in lines if line.endswith("in points:")]
    assert all(head.startswith("Austria's wins less those in triomphe, ") for head in heads)
    assert len(heads) == len(verdicts)
    table = difference_table(small, against="triomphe")
    rows = [line.split() for line in lines if line.startswith("  ")]
    assert [row[:2] for row in rows] == [
        [scenario, points(shift)]
        for scenario, shift in table.select("scenario", "difference").iter_rows()
    ]


def test_without_what_ifs_the_verdict_is_who_is_favoured(brief: Run) -> None:
    lines = list(conclusion(brief))
    assert len(lines) == len(brief.study.cells)
    assert all(line.startswith("Verdict: triomphe, ") for line in lines)
    assert all("favoured." in line for line in lines)


@pytest.mark.parametrize(
    ("second", "verdict"),
    [(117, "who plays matters"), (95, "no dependence on who plays is shown")],
)
def test_whether_skill_matters_is_judged_by_the_difference(second: int, verdict: str) -> None:
    """45.0 and 58.5 % of 200 games: their intervals meet, and they do differ."""
    study = Study(name="skill", scenarios=("triomphe",), players=("random", "rule"), games=200)
    first = 90
    games = pl.DataFrame(
        {
            "cell": [0] * 200 + [1] * 200,
            "seed": [*range(200), *range(200)],  # half of the second's games lie on the first's
            "winner": winners(
                [1] * first + [0] * (200 - first)
                + [0] * (first - second // 2) + [1] * second
                + [0] * (200 - first + second // 2 - second)
            ),
        }
    )  # fmt: skip
    assert share_of(first, 200).high > share_of(second, 200).low
    told = [part.text for part in skill(made_up_run(study, games)) if isinstance(part, Text)]
    assert len(told) == 1
    assert told[0].endswith(f": {verdict}.")


def test_what_was_not_observed_is_not_told(tmp_path: Path) -> None:
    plain = Study(name="plain", scenarios=("triomphe",), players=("random",), games=5)
    report = make_report([played(plain, tmp_path / "plain")], "command")
    assert headings(report) == [
        "Who wins Triomphe à Marengo?",
        "When do games end, and how?",
        "Who played?",
        "To find it again",
    ]


def test_the_figures_are_those_of_the_run(small: Run, report: Report) -> None:
    for number, cell in enumerate(small.study.cells):
        games = small.games.filter(cell=number).collect()
        won = games.filter(winner="austrian").height
        low, high = share_of(won, GAMES).low, share_of(won, GAMES).high
        assert (
            f"{cell.scenario}, {' v '.join(cell.players)}: Austria won "
            f"{100 * won / GAMES:.1f} % of {GAMES} games ({100 * low:.1f} to {100 * high:.1f})"
        ) in texts(report)
        decisive = games.filter(winner="french", kind="decisive").height
        row = who_won(report).row(number, named=True)
        assert row["decisive: France"] == f"{100 * decisive / GAMES:.1f} %"


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
    found = share_of(taken, events.height)
    assert row["attacks"] == str(events.height)
    assert row["take the target"] == (
        f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
    )
    assert set(table.filter(kind="bombardment")["take the target"]) == {"–"}


def test_charts_have_names_of_their_own(report: Report) -> None:
    names = [part.name for part in report.parts if isinstance(part, Chart)]
    assert names[0] == "01-differences"
    assert len(names) == len(set(names))
    assert sum(name.endswith("-front") for name in names) == 4


def test_two_runs_of_one_study_fit_into_one_report(tmp_path: Path) -> None:
    study = msgspec.structs.replace(STUDY, scenarios=("triomphe",), observe=("turns",))
    small = played(study, tmp_path / "run")
    twice = make_report([small, small], "command")
    names = [part.name for part in twice.parts if isinstance(part, Chart)]
    assert len(names) == len(set(names))
    save_report(twice, tmp_path / "out")
    assert sorted(path.stem for path in (tmp_path / "out").glob("*.svg")) == sorted(names)
    (tmp_path / "out" / "mine.svg").write_text("")
    save_report(make_report([small], "command"), tmp_path / "out")  # fewer charts
    left = {path.stem for path in (tmp_path / "out").glob("*.svg")}
    assert len(left) == len(names) // 2 + 1
    assert "mine" in left


def test_a_run_that_is_not_finished_is_told_as_far_as_it_is(tmp_path: Path) -> None:
    """Its cells have played unlike numbers of games, one of them none."""
    folder, study = tmp_path / "part", msgspec.structs.replace(STUDY, observe=())
    played(study, folder)
    games = load(folder).games.collect()
    fewer = games.filter((pl.col("cell") != 3) & ((pl.col("cell") != 0) | (pl.col("game") < 5)))
    part = PartOfRun(folder, load(folder).manifest, study, fewer)
    report = make_report([part], "command")
    (played_table,) = (frame for frame in tables(report) if "cells" in frame.columns)
    assert played_table.row(0)[:3] == ("small", "3", f"5 to {GAMES}")
    assert "small is not finished" in texts(report)
    assert who_won(report).height == 3


def test_random_and_rule_are_not_told_as_one(report: Report) -> None:
    """Endings have a row for each cell, not for each scenario."""
    (figure,) = (p.figure for p in report.parts if isinstance(p, Chart) and "endings" in p.name)
    assert "triomphe: random v random" in figure_words(figure)
    assert "triomphe: rule v rule" in figure_words(figure)


def test_a_plan_of_ones_own_is_found_again(
    small: Run, report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = (part.text for part in report.parts if isinstance(part, Code))
    first, _ = code.split("\n")
    assert main(shlex.split(first)[1:]) == 0
    assert capsys.readouterr().out
    again = load(f"{small.folder}-again")
    order = ("cell", "game")
    assert again.games.sort(order).collect().equals(small.games.sort(order).collect())


def test_a_plan_that_comes_with_marengo_is_told_by_its_name(tmp_path: Path) -> None:
    plan = read_study(find_plan("balance"))
    assert (plan.name, "rule" in plan.players) == ("balance", True)
    for players, told in ((plan.players, "balance"), (("rule",), str(tmp_path))):
        one = Run(tmp_path, {}, plan.changed(players=players, games=7))
        assert _command(one).startswith(f"marengo study {told} --games 7 ")


def test_the_commands_are_told(small: Run, report: Report) -> None:
    (code,) = (part.text for part in report.parts if isinstance(part, Code))
    assert code.splitlines() == [
        f"marengo study {small.folder} --games {GAMES} --seed 3 --out {small.folder}-again",
        "marengo report runs/small --out out",
    ]


def test_a_study_of_handicaps_becomes_a_curve(tmp_path: Path) -> None:
    study = handicap_study("bonaparte", "french", (0, 8), ("rule",), games=30)
    report = make_report([played(study, tmp_path / "run")], "command")
    assert headings(report) == [
        "Which handicap makes Bonaparte at Marengo even, with rule on both sides?",
        "Who played?",
        "To find it again",
    ]
    curve = tables(report)[0]
    assert curve["points of morale taken off"].to_list() == ["0", "8"]
    played_games = load(tmp_path / "run").games
    shares = [
        played_games.filter(cell=number, winner="austrian").collect().height / 30
        for number in (0, 1)
    ]
    won = [cell.partition(" (")[0] for cell in curve["Austria wins, rule"]]
    assert won == [f"{100 * share:.1f} %" for share in shares]


def test_what_ifs_beside_handicaps_are_told_as_what_ifs(tmp_path: Path) -> None:
    """Games of another change must not count as games without a handicap."""
    mixed = Study(
        name="mixed",
        scenarios=("bonaparte", "bonaparte-desaix-never", "less"),
        players=("random",),
        games=5,
        what_ifs={"less": {"extends": "bonaparte", "morale": {"french": 15}}},
    )
    report = make_report([played(mixed, tmp_path / "run")], "command")
    assert headings(report)[:2] == [
        "What do the what-ifs of Bonaparte at Marengo change?",
        "Who wins Bonaparte at Marengo?",
    ]


def test_a_study_of_sensitivity_becomes_a_ranking(tmp_path: Path) -> None:
    factors = [
        Factor(name="steps", field="parameters.road_steps", low=1, high=4),
        Factor(name="return", field="parameters.return_until", low=14, high=15),
    ]
    study = sensitivity_study("triomphe", factors, samples=3, games=10, name="sense")
    run = played(study, tmp_path / "run")
    report = make_report([run], "command")
    assert headings(report) == [
        "What do the odds of Triomphe à Marengo depend on?",
        "Who played?",
        "To find it again",
    ]
    assert set(tables(report)[0]["parameter"]) == {"steps", "return"}
    (code,) = (part.text for part in report.parts if isinstance(part, Code))
    assert code.splitlines()[0] == (
        f"marengo study {run.folder} --games 10 --seed 0 --out {run.folder}-again"
    )
    ranked = sensitivity(run)
    shown = tables(report)[0]
    assert shown["absolute"].to_list() == [
        f"{row['mu_star']:.1f} ± {row['mu_star_confidence']:.1f}" for row in ranked.to_dicts()
    ]
    matter = ranked.filter(pl.col("mu_star") > pl.col("noise_high"))["factor"].to_list()
    assert all(f"{name} (" in texts(report) for name in matter)
    assert not any(f"{name} (" in texts(report) for name in {"steps", "return"} - set(matter))


def test_nothing_that_matters_is_said_so(tmp_path: Path) -> None:
    factors = [Factor(name="return", field="parameters.return_until", low=14, high=15)]
    study = sensitivity_study(
        "triomphe", factors, samples=2, games=5, players=("random",), name="flat"
    )
    report = make_report([played(study, tmp_path / "run")], "command")
    assert "Of no parameter an effect is shown" in texts(report)


def test_worths_are_told_side_by_side(brief: Run, tmp_path: Path) -> None:
    table = restricted_play("triomphe", ["cavalry"], games=20, progress=False)
    path = tmp_path / "worth.parquet"
    table.write_parquet(path)
    report = make_report([brief], "command", worths={path: read_worth(path)})
    assert "What are arms, roads and orders worth in triomphe?" in headings(report)
    account = [frame for frame in tables(report) if "without" in frame.columns]
    assert [frame.columns[2] for frame in account] == ["Austria wins", "France wins"]
    assert account[0]["Austria wins"][0] == f"{100 * table['restricted'][0]:.1f} %"
    (code,) = (part.text for part in report.parts if isinstance(part, Code))
    line = f"marengo worth triomphe --without cavalry --games 20 --seed 0 --out {path}"
    assert line in code.splitlines()
    with pytest.raises(StudyError, match=r"games.parquet: expected the table"):
        read_worth(next(brief.folder.glob("parts/*/games.parquet")))
    for column, wanted in (("side", "french, not 'blue'"), ("restriction", "road, .*, not 'blue'")):
        table.with_columns(pl.lit("blue").alias(column)).write_parquet(path)
        with pytest.raises(StudyError, match=rf"{column}: expected one of .*{wanted}"):
            read_worth(path)


def test_what_is_better_left_out_is_said() -> None:
    row = dict.fromkeys(WORTH_COLUMNS, 0.0)
    row |= {"scenario": "triomphe", "seed": 0, "games": 100, "side": "french"}  # type: ignore[dict-item]
    rows = [
        {**row, "restriction": "assault", "worth": -30.0, "low": -40.0, "high": -20.0},
        {**row, "restriction": "cavalry", "worth": 10.0, "low": 5.0, "high": 15.0},
        {**row, "restriction": "artillery", "worth": 1.0, "low": -2.0, "high": 4.0},
    ]
    account = [part.text for part in worth(pl.DataFrame(rows)) if isinstance(part, Text)]
    assert account[0].startswith("What costs France points of win rate: ")
    assert account[0].endswith(": 10.0.")
    assert "rules of thumb use badly" in account[1]
    assert account[1].endswith(": 30.0.")
    assert not any("artillery enters" in text for text in account[:2])


def test_nothing_to_tell_is_said() -> None:
    with pytest.raises(StudyError, match="expected at least one"):
        make_report([], "command")


def test_the_command_writes_a_report(
    brief: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report"
    assert main(["report", str(brief.folder), "--title", "A title", "--out", str(out)]) == 0
    assert f"report written to {out / 'index.html'}" in capsys.readouterr().out
    assert "<h1>A title</h1>" in (out / "index.html").read_text(encoding="utf-8")
    assert (out / "01-odds.svg").exists()
