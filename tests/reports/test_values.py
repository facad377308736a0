"""Sections on values: what is said of values and bounds that are known."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import marengo
from marengo.cli import main
from marengo.core.players.nets import Mixture, read_mixture
from marengo.games.marengo.study.handicap import handicap_values
from marengo.lab.analysis import EFFECT_COLUMNS, MATRIX_COLUMNS, ROUND_COLUMNS, ValueOfGame
from marengo.lab.analysis.kept_values import KeptEffects, KeptValue, read_kept
from marengo.lab.plan import Study, StudyError, find_plan, read_study
from marengo.lab.statistics import frame_of
from marengo.reports import Chart, Finding, Heading, Table, Text, make_report
from marengo.reports.document import Part
from marengo.reports.run_report import played_by
from marengo.reports.values import effects, value, values

GAME = marengo.load("triomphe")

SEATS = ("austrian", "french")


def kept(
    share: float = 0.2,
    gains: tuple[float, float] = (0.02, 0.03),
    *,
    settled: bool = True,
    seed: int = 0,
    scenario: str = "triomphe",
    ships: bool = True,
) -> KeptValue:
    """Return a folder of a value, of a share for Austria known to a point."""
    found = share, share - 0.01, share + 0.01
    rows = [
        (2, seat, 6400, gain, gain - 0.01, gain + 0.01, gain - 0.1, None, None, *found)
        for seat, gain in zip(SEATS, gains, strict=True)
    ]
    sent = [
        ("begun 1", "begun 1", 600, share, share - 0.03, share + 0.03, 0.25, 1.0),
        ("round 1", "begun 1", 600, share, share - 0.03, share + 0.03, 0.75, 1.0),
    ]
    mixture = read_mixture(GAME) if ships else Mixture.of(GAME.engine.net.array(2))
    rounds, matrix = frame_of(ROUND_COLUMNS, rows), frame_of(MATRIX_COLUMNS, sent)
    one = ValueOfGame(rounds, matrix, mixture, ("austrian", "french"), settled)
    call = {"games": "3200", "within": "5.0", "seed": str(seed), "players": "3c4d"}
    call["start"] = "what comes with it"
    game = marengo.load(scenario)
    return KeptValue(Path(f"runs/value-{seed}"), game, scenario, one, call, "")


def test_the_command_names_all_with_whom_it_began() -> None:
    one = kept()
    several = replace(one, call=one.call | {"start": "triomphe 'my own.parquet' -a.parquet"})
    (command,) = played_by([], {}, [several])
    begun = "--from triomphe --from 'my own.parquet' --from=-a.parquet"
    assert command.endswith(f" --seed 0 {begun} --out runs/value-0")


def texts(parts: list[Part]) -> list[str]:
    return [part.text for part in parts if isinstance(part, Text)]


@pytest.mark.parametrize(
    ("runs", "begins"),
    [
        ([kept()], "France is favoured: Austria wins 20.0 % if both sides play by the mixtures "),
        ([kept(0.8)], "Austria is favoured: Austria wins 80.0 %"),
        ([kept(settled=False)], "France is favoured by what was found so far: Austria wins"),
        ([kept(gains=(0.29, 0.0))], "No side is shown to be favoured: Austria wins 20.0 %"),
        ([kept(0.2), kept(0.49, seed=1)], "No side is shown to be favoured: "),
        ([kept(0.2), kept(0.49, (0.3, 0.3), seed=1)], "France is favoured: "),
    ],
)
def test_a_side_is_favoured_where_all_bounds_say_so(runs: list[KeptValue], begins: str) -> None:
    assert texts(list(value(runs)))[0].startswith(begins)


def test_the_section_begins_with_its_answer_and_keeps_three_things_apart() -> None:
    heading, answer, limits, chart, runs, sent, figure = value([kept()])
    assert heading == Heading("How even is Triomphe à Marengo?")
    assert isinstance(answer, Text)
    assert answer.text.endswith(
        "and between 17.0 and 22.0 % by best responses to them, which learned from 6,400 games "
        "(settled after 2 rounds); no second run was compared."
    )
    assert isinstance(limits, Text)
    assert "the 95 % interval of the value is 19.0 to 21.0 %" in limits.text
    gained = "gain +2.0 (+1.0 to +3.0) points as Austria and +3.0 (+2.0 to +4.0) points as France"
    rules = "the rules of thumb −8.0 points as Austria and −7.0 points as France"
    assert f"{gained}, and {rules}; better ones would gain more" in limits.text
    assert limits.text.endswith("The players found are those that come with marengo.")
    assert isinstance(chart, Chart)
    assert isinstance(runs, Table)
    assert runs.frame.select("Austria wins", "settled", "by best responses").row(0) == (
        *("20.0 %", "yes"),
        "17.0 to 22.0",
    )
    assert isinstance(sent, Table)
    assert sent.frame.rows() == [
        ("Austria", "round 1", "75 %"),
        ("Austria", "begun 1", "25 %"),
        ("France", "begun 1", "100 %"),
    ]
    assert isinstance(figure, Finding)
    assert (figure.value, figure.interval, figure.games) == ("20.0 %", "16.0 to 23.0", 1200)
    assert figure.remark == f"triomphe: {answer.text}"


def test_independent_runs_are_compared_and_the_least_exploited_is_told() -> None:
    loose = kept(0.3, (0.1, 0.1), seed=1, ships=False)
    parts = list(value([loose, kept(0.2)]))
    said = texts(parts)
    assert "Austria wins 20.0 %" in said[0]
    assert said[0].endswith(
        "; an independent run says 30.0 % (20.0 to 40.0 % by best responses, begun with what comes "
        "with it), 10.0 points off."
    )
    three = texts(list(value([loose, kept(0.2), kept(0.2, seed=2)])))[0]
    assert "; independent runs say 30.0 % (" in three
    assert three.endswith("begun with what comes with it), at most 10.0 points off.")
    (runs, _) = (part.frame for part in parts if isinstance(part, Table))
    assert runs["run"].to_list() == ["value-1", "value-0"]
    assert "not those that come with marengo" in texts(list(value([loose])))[1]
    with pytest.raises(StudyError, match="value-1: expected another seed or beginning than runs"):
        list(value([loose, kept(seed=1)]))


def effect(*shares: float, reach: float = 0.02, seed: int = 0) -> KeptEffects:
    """Return effects of what-ifs with some values, beginning with that of the standard."""
    names = ("triomphe", "triomphe-desaix-never", "triomphe-bridge")
    rows = []
    for name, share in zip(names, shares, strict=True):
        change = share - shares[0]
        ends = (share - 0.01, share + 0.01, share - reach, share + reach)
        rows.append((name, 2, 3200, share, *ends, change, change - 0.015, change + 0.015))
    values = [kept(one, seed=seed, scenario=name) for name, one in zip(names, shares, strict=True)]
    return KeptEffects(
        Path(f"runs/effects-{seed}"), frame_of(EFFECT_COLUMNS, rows), tuple(values), None
    )


def test_effects_are_claimed_where_their_intervals_say_so() -> None:
    parts = list(effects([effect(0.2, 0.3, 0.21)]))
    assert texts(parts)[0] == (
        "If both sides have learned what they play, Austria wins 10.0 points more with “Desaix "
        "never” and 1.0 points more with “A bridge more over the Fontanone” than in triomphe. "
        "Best responses to these players could undo all but the shift with “Desaix never”."
    )
    (table,) = (part.frame for part in parts if isinstance(part, Table))
    assert table["difference"].to_list() == ["+10.0", "+1.0"]
    assert table["left open"][0] == "+4.5 to +15.5"
    first, second = (part for part in parts if isinstance(part, Finding))
    assert (first.value, first.interval, first.games) == ("+10.0", "+4.5 to +15.5", 2400)
    assert second.name == (
        "Austria wins more in triomphe-bridge than in triomphe, points, by value"
    )
    said = texts(list(effects([effect(0.2, 0.3, 0.21, reach=0.06)])))[0]
    assert "10.0 points more with “Desaix never”" in said
    assert said.endswith("Best responses to these players could undo each of these shifts.")


def test_effects_of_several_runs_are_claimed_where_all_agree() -> None:
    runs = [effect(0.2, 0.3, 0.21), effect(0.2, 0.19, 0.3, seed=1)]
    parts = list(effects(runs))
    assert texts(parts)[0].endswith("could undo each of these shifts.")
    assert "(mean of 2 independent runs)" in texts(parts)[1]
    (table,) = (part.frame for part in parts if isinstance(part, Table))
    assert table["run"].to_list() == ["effects-0"] * 2 + ["effects-1"] * 2
    first, _ = (part for part in parts if isinstance(part, Finding))
    assert (first.value, first.games) == ("+4.5", 4800)


def bids(*shares: float, reach: float = 0.02, seed: int = 0) -> KeptEffects:
    """Return values of Triomphe with discs taken off France."""
    return bids_of(read_study(find_plan("handicap-triomphe")), *shares, reach=reach, seed=seed)


def bids_of(plan: Study, *shares: float, reach: float = 0.02, seed: int = 0) -> KeptEffects:
    """Return values of the scenarios of a plan."""
    rows = [
        (name, 2, 3200, share, *(share,) * 4, share - shares[0], 0.0, 0.0)
        for name, share in zip(plan.scenarios, shares, strict=True)
    ]
    values = tuple(
        replace(kept(share, (reach, reach), seed=seed), game=plan.game(name))
        for name, share in zip(plan.scenarios, shares, strict=True)
    )
    return KeptEffects(Path(f"runs/bid-{seed}"), frame_of(EFFECT_COLUMNS, rows), values, plan)


def test_a_fair_handicap_is_told_of_the_game_that_the_plan_changes() -> None:
    plan = read_study(find_plan("handicap-triomphe"))
    standard, _, less, *_ = plan.scenarios
    some = {less: plan.what_ifs[less]}
    other = plan.changed(scenarios=(less, standard), what_ifs=some)
    heading, *_ = values([bids_of(other, 0.6, 0.4)])
    assert heading == Heading("Which handicap makes Triomphe à Marengo even, by value?")


def test_fair_handicaps_of_two_plans_are_not_told_together() -> None:
    plan = read_study(find_plan("handicap-triomphe"))
    standard, less, *_ = plan.scenarios
    some = {less: plan.what_ifs[less]}
    other = plan.changed(scenarios=(standard, less), what_ifs=some)
    with pytest.raises(StudyError, match="runs/bid-0, runs/bid-1: expected runs of one plan"):
        handicap_values([bids_of(plan, *(0.4,) * 5), bids_of(other, 0.4, 0.6, seed=1)])
    with pytest.raises(StudyError, match="no run: expected runs of one plan"):
        handicap_values([])


def test_the_fair_handicap_is_told_by_value() -> None:
    heading, said, chart, table, figure = values([bids(0.3, 0.4, 0.6, 0.6, 0.7, reach=0.15)])
    assert heading == Heading("Which handicap makes Triomphe à Marengo even, by value?")
    assert isinstance(said, Text)
    assert said.text == (
        "Discs taken off France that make it even, if both sides have learned what they play: "
        "+1.5, and +0.5 to +3.5 as far as best responses leave it open (one run; each handicap was "
        "learned for 2 rounds of 3,200 games as either side). Best responses that learn from more "
        "games leave more open."
    )
    assert isinstance(chart, Chart)
    assert isinstance(table, Table)
    assert table.frame.row(1) == ("1", "40.0 %", "25.0 to 55.0")
    assert isinstance(figure, Finding)
    assert figure.name == "discs taken off France that make it even, triomphe, by value"
    assert (figure.value, figure.interval, figure.games) == ("+1.5", "+0.5 to +3.5", 6000)
    assert figure.headline


def test_a_fair_handicap_is_as_open_as_all_its_runs_leave_it() -> None:
    runs = [bids(0.3, 0.4, 0.6, 0.6, 0.7), bids(0.5, 0.4, 0.4, 0.4, 0.9, seed=1)]
    *_, figure = values(runs)
    assert isinstance(figure, Finding)
    assert (figure.value, figure.interval) == ("+2.0", "below 0.0 to +3.4")
    *_, figure = values([bids(0.2, 0.2, 0.3, 0.3, 0.3)])
    assert isinstance(figure, Finding)
    assert (figure.value, figure.interval, figure.headline) == ("none played", "none played", False)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which two values and effects were found of the small game of cards."""
    folder = tmp_path_factory.mktemp("values")
    few = ["--games", "128", "--rounds", "1", "--out"]
    names = ["progress-small", "progress-goal-12"]
    for seed in ("0", "1"):
        out = str(folder / f"value-{seed}")
        command = ["value", names[0], "--seed", seed, *few, out]
        assert main(command + ["--search", "4"] * (seed == "1")) == 0
    assert main(["value", *names, *few, str(folder / "effects")]) == 0
    return folder


def made(folders: Path, *names: str) -> Path:
    out = folders / "reports" / "values"
    assert main(["report", *(str(folders / name) for name in names), "--out", str(out)]) == 0
    return out / "README.md"


def test_a_report_of_values_knows_its_age(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = made(folders, "value-0", "value-1", "effects")
    text = page.read_text("utf-8")
    assert text.startswith("# Report of value-0, value-1, effects\n\n## How even is The Thirty")
    assert text.index("## What do the what-ifs of The Thirty") > text.index("(01-value.svg)")
    assert "If they search with 4 playouts, Blue wins " in text or "value-0, drawn anew" in text
    written = json.loads(page.with_suffix(".json").read_text("utf-8"))
    assert [one["scenario"] for one in written["rests_on"]] == [
        *("progress-small", "progress-goal-12")
    ]
    assert {tuple(one["players"]) for one in written["rests_on"]} == {("policy", "policy")}
    few, names = "--rounds 1 --games 128", "progress-small progress-goal-12"
    assert [one.replace(f"{folders}/", "") for one in written["made_by"][:3]] == [
        f"marengo value progress-small {few} --within 5.0 --seed 0 --out value-0",
        f"marengo value progress-small {few} --within 5.0 --seed 1 --search 4 --out value-1",
        f"marengo value {names} {few} --seed 0 --out effects",
    ]
    assert main(["reports", str(page.parents[1])]) == 0
    assert main(["reports", str(page.parents[1]), "--check"]) == 0
    assert "README.md: fresh" in capsys.readouterr().out
    assert "Blue wins progress-small, by value" in (
        page.parents[1] / "atlas" / "README.md"
    ).read_text("utf-8")


def test_what_other_code_found_is_old(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marengo.lab.findings.behaviour_by", lambda *_: "otherwise")
    page = made(folders, "value-0")
    (one,) = json.loads(page.with_suffix(".json").read_text("utf-8"))["rests_on"]
    assert one["behaviour"] == ""


def test_an_older_folder_that_does_not_tell_how_they_played_is_believed(folders: Path) -> None:
    one = read_kept(folders / "value-0")
    assert isinstance(one, KeptValue)
    assert len(one.behaviour) == 16
    assert make_report([], "marengo report", results=[one]).parts


def test_the_sent_are_who_bears_weight() -> None:
    one = kept()
    weights: Any = pl.when(pl.col("first") == "begun 1").then(0.001).otherwise(0.999)
    matrix = one.result.matrix.with_columns(first_weight=weights)
    found = ValueOfGame(one.result.rounds, matrix, one.result.mixture, one.result.seats, True)
    *_, sent, _ = value([KeptValue(one.folder, GAME, one.scenario, found, one.call, "")])
    assert isinstance(sent, Table)
    assert sent.frame["player"].to_list() == ["round 1", "begun 1"]
    assert np.isclose(found.value, 0.2)
