"""Pages say themselves when what they tell of is played otherwise today, and only then."""

import json
from pathlib import Path
from typing import Any

import pytest

import marengo
from marengo.cli import main
from marengo.lab import findings
from marengo.lab.analysis.restricted import restricted_play
from marengo.lab.findings import Basis, FindingError, basis_of, basis_of_ladder, changes
from marengo.lab.frames import save_frame
from marengo.lab.ladder import climb
from marengo.lab.manifest import save_manifest
from marengo.lab.metadata import games_provenance
from marengo.lab.plan import Study
from marengo.lab.run_folder import load
from marengo.lab.steps import Bound, Ladder, LadderStep
from tests.lab.runs import quiet

STUDY = Study(
    name="orders",
    scenarios=("triomphe", "two-orders", "later"),
    players=("random",),
    games=4,
    what_ifs={
        "two-orders": {"extends": "triomphe", "parameters": {"orders_per_turn": 2}},
        "later": {"extends": "two-orders", "parameters": {"last_hour": 20}},
    },
)


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """Return the page of a report that has just been made."""
    quiet(STUDY, tmp_path / "run")
    page = tmp_path / "reports" / "orders" / "README.md"
    assert main(["report", str(tmp_path / "run"), "--out", str(page.parent)]) == 0
    return page


def reports(page: Path, *options: str) -> int:
    return main(["reports", str(page.parents[1]), *options])


def forged(page: Path, place: int) -> None:
    """Let one of the cells that a page rests on have been played otherwise."""
    path = page.with_suffix(".json")
    written = json.loads(path.read_text())
    written["rests_on"][place]["behaviour"] = "0" * 16
    path.write_text(json.dumps(written))


def test_a_new_report_is_fresh(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rests_on = json.loads(report.with_suffix(".json").read_text())["rests_on"]
    assert [one["scenario"] for one in rests_on] == list(STUDY.scenarios)
    assert len({one["behaviour"] for one in rests_on}) == 3
    before = report.read_bytes(), report.with_name("index.html").read_bytes()
    assert reports(report) == reports(report, "--check") == 0
    assert capsys.readouterr().out.count(": fresh\n") == 2
    assert (report.read_bytes(), report.with_name("index.html").read_bytes()) == before


def test_who_plays_otherwise_makes_a_page_old_until_it_is_made_again(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = report.with_name("index.html")
    before = report.read_text(), page.read_text()
    rests_on = report.with_suffix(".json").read_bytes()
    forged(report, 1)
    forged(report, 2)
    assert reports(report, "--check") == 1
    assert "expected a banner" in capsys.readouterr().out
    assert (report.read_text(), page.read_text()) == before
    assert reports(report) == 0
    assert reports(report, "--check") == 0
    said = "two-orders: random v random: is played otherwise, and 1 more."
    assert report.read_text().splitlines()[2].startswith("> **Old figures.** They may")
    assert report.read_text().splitlines()[2].endswith(said)
    assert f"{said}</p>" in page.read_text()
    report.with_suffix(".json").write_bytes(rests_on)
    assert reports(report, "--check") == 1
    assert "expected no banner" in capsys.readouterr().out
    assert reports(report) == 0
    assert (report.read_text(), page.read_text()) == before


def test_a_page_of_which_nothing_is_known_is_old(report: Path) -> None:
    report.with_suffix(".json").unlink()
    assert changes(report) == ["nobody wrote down how it was played"]


def test_how_a_run_of_other_code_was_played_is_not_known(tmp_path: Path) -> None:
    run = quiet(STUDY, tmp_path / "run")
    save_manifest({**run.manifest, "code": {"triomphe": "0" * 16}}, run.folder)
    basis = basis_of([load(run.folder)], {})
    assert {one.behaviour for one in basis} == {""}
    page = tmp_path / "page.md"
    findings.save_basis(page, basis, ())
    assert changes(page)[0] == "triomphe: random v random: was played by other code"


def test_a_scenario_that_is_gone_makes_a_page_old(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    findings.save_basis(page, [Basis("waterloo", ("random", "random"), "0" * 16)], ())
    (told,) = changes(page)
    assert told.startswith("waterloo: random v random: cannot be played any more (")


def test_of_a_large_run_some_cells_stand_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "MOST", 4)
    names = [f"late-{number}" for number in range(10)]
    what_ifs: dict[str, Any] = {
        name: {"extends": "triomphe", "title": name, "parameters": {"orders_per_turn": 2}}
        for name in names
    }
    study = STUDY.changed(games=1, scenarios=tuple(names), what_ifs=what_ifs)
    basis = findings.basis_of_run(quiet(study, tmp_path / "run"))
    assert len(basis) == 4
    assert basis[1].scenario == "late-3"
    assert set(basis[1].what_ifs) == {"late-3"}


def test_a_table_of_worth_rests_on_what_was_left_out(tmp_path: Path) -> None:
    table = restricted_play("triomphe", ["cavalry"], games=2, progress=False)
    game, path = marengo.load("triomphe"), tmp_path / "worth.parquet"
    save_frame(table, path, games_provenance("marengo worth", [game], ["rule"], 0))
    whole, austrian, french = basis_of([], {path: table})
    assert austrian.without == ("cavalry", "")
    assert len({whole.behaviour, austrian.behaviour, french.behaviour}) == 3
    assert whole.behaviour == Basis("triomphe", ("rule", "rule")).today()
    save_frame(table, path)
    assert {one.behaviour for one in basis_of([], {path: table})} == {""}


def test_a_ladder_rests_on_who_met_whom_but_by_the_clock(tmp_path: Path) -> None:
    game = marengo.load("progress-small")
    asked = Bound(p0=0.5, p1=0.6)
    steps = tuple(
        LadderStep(challenger=name, holder="random", pairs=asked, block=1, most=1)
        for name in ("rule", "search:seconds=0.01")
    )
    climbed = climb(game, Ladder(steps=steps), tmp_path / "games.parquet", say=str)
    basis = basis_of_ladder(climbed)
    assert [one.players for one in basis] == [("rule", "random"), ("random", "rule")]
    assert all(len(one.behaviour) == 16 for one in basis)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{", "page.json: expected JSON"),
        ('{"format": "marengo finding 1"}', "page.json: .*made_by"),
        (
            '{"format": "marengo 9", "made_by": [], "rests_on": []}',
            "page.json: format: expected",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(text: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / "page.json").write_text(text)
    with pytest.raises(FindingError, match=wanted):
        changes(tmp_path / "page.md")


def test_what_is_old_is_played_again_as_far_as_there_is_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = Path("reports/day/README.md")
    assert main(["study", "day", "--games", "3", "--out", "runs/day"]) == 0
    assert main(["report", "runs/day", "--out", "reports/day", "--title", "The day"]) == 0
    before = {path.name: path.read_bytes() for path in page.parent.iterdir()}
    forged(page, 0)
    (page.parent / "99-older.svg").write_text("a chart that is no longer made")
    assert main(["reports", "--refresh", "0"]) == 0
    assert "not all is played: the same command goes on" in capfd.readouterr().out
    assert page.read_text().splitlines()[2].startswith("> **Old figures.**")
    assert main(["reports", "--refresh", "10"]) == 0
    assert "reports/day/README.md: made again, fresh" in capfd.readouterr().out
    after = {path.name: path.read_bytes() for path in page.parent.iterdir()}
    assert after.keys() == before.keys()
    assert after["README.json"] == before["README.json"]
    assert b"Old figures." not in after["README.md"] + after["index.html"]


def test_a_page_without_commands_stays_old(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report.with_suffix(".json").unlink()
    assert reports(report, "--refresh", "1") == 0
    assert "nobody wrote down which commands make it" in capsys.readouterr().out
    assert reports(report, "--check", "--refresh", "1") == 2


def test_reports_that_come_with_marengo_have_figures_of_known_age(root: Path) -> None:
    """Whether they are still played so, `./lab test` asks."""
    pages = findings.pages(root / "reports")
    assert len(pages) >= 8
    for page in pages:
        written = json.loads(page.with_suffix(".json").read_text())
        assert all(cell["behaviour"] for cell in written["rests_on"])
        assert findings.findings_of(page)
