"""Somebody who comes at another hour: the what-if that is played, and what is said of it."""

from pathlib import Path

import polars as pl
import pytest

from marengo.core.errors import MarengoError, ScenarioError
from marengo.core.scenarios import load, scenario_names
from marengo.games.marengo.game import on_field
from marengo.lab.analysis import difference_table
from marengo.lab.asking import HOUR_COLUMNS, NEVER, ByHour, Event, _changed, ask_when, events
from marengo.lab.plan import Study
from marengo.lab.statistics import frame_of, share
from tests.lab.runs import quiet

WHAT_IFS = [
    ("triomphe", "desaix", 15, "triomphe-desaix-15"),
    ("triomphe", "desaix", 19, "triomphe-desaix-19"),
    ("triomphe", "desaix", NEVER, "triomphe-desaix-never"),
    ("triomphe", "monnier", 9, "triomphe-monnier-noon"),
    ("triomphe", "monnier", NEVER, "triomphe-monnier-never"),
    ("triomphe", "rivaud", 12, "triomphe-rivaud-noon"),
    ("bonaparte", "desaix", 15, "bonaparte-desaix-15"),
    ("bonaparte", "desaix", NEVER, "bonaparte-desaix-never"),
    ("bonaparte", "monnier", 10, "bonaparte-monnier-noon"),
    ("bonaparte", "monnier", NEVER, "bonaparte-monnier-never"),
    ("bonaparte", "rivaud", 12, "bonaparte-rivaud-noon"),
]


def study_of(scenario: str, event: str, hour: int | str) -> Study:
    game = load(scenario)
    change = _changed(game, scenario, events(game)[event], hour)
    return Study(name="a", scenarios=("x",), players=("rule",), what_ifs={"x": change}).check()


@pytest.mark.parametrize(("scenario", "event", "hour", "name"), WHAT_IFS)
def test_an_hour_is_the_what_if_from_history(
    scenario: str, event: str, hour: int | str, name: str
) -> None:
    played = on_field(study_of(scenario, event, hour).game("x")).scenario
    assert played.diff(on_field(load(name)).scenario) == []


def test_discs_are_added_to_those_of_the_other_hour() -> None:
    """Desaix at 17:00 brings three discs to the one that is Rivaud's."""
    track = study_of("triomphe", "desaix", 17).game("x").scenario.morale.french.track
    assert (track[16], track[17]) == (0, 4)


def test_the_answer_is_that_of_a_study(tmp_path: Path) -> None:
    asked = ask_when(
        "triomphe", "Desaix", ("never", 15, 16), games=12, player="rule", seed=3, progress=False
    )
    names = ("triomphe", "triomphe-desaix-15", "triomphe-desaix-never")
    ran = quiet(
        Study(name="a", scenarios=names, players=("rule",), games=12, seed=3), tmp_path / "run"
    )
    table = asked.table
    assert table.schema == {name: dtype for name, (dtype, _) in HOUR_COLUMNS.items()}
    assert table["hour"].to_list() == [15, 16, None]
    assert asked.reference == "Desaix at 16:00, as printed"
    assert (asked.side, asked.player, asked.finished) == ("french", "rule", True)
    won = ran.games.group_by("cell").agg((pl.col("winner") == "french").sum()).collect()
    counts = dict(won.iter_rows())
    for row, cell in ((0, 1), (1, 0), (2, 2)):
        one = share(counts[cell], 12)
        assert table.row(row)[2:6] == (12, one.value, one.low, one.high)
    compared = difference_table(ran, 0, "french").select("difference", "low", "high").rows()
    assert [table.row(0)[6:], table.row(2)[6:]] == compared
    assert table.row(1)[6:] == (None, None, None)


def test_a_sentence_claims_no_more_than_its_interval() -> None:
    rows = [
        ("Desaix at 15:00", 15, 400, 0.71, 0.66, 0.75, 0.09, 0.04, 0.14),
        ("Desaix at 16:00, as printed", 16, 400, 0.62, 0.57, 0.67, None, None, None),
        ("Desaix at 19:00", 19, 1400, 0.6, 0.57, 0.62, -0.02, -0.06, 0.021),
        ("Desaix never", None, 400, 0.42, 0.37, 0.47, -0.2, -0.26, -0.14),
    ]
    desaix = Event(title="Desaix", box="Novi")
    told = ByHour(frame_of(HOUR_COLUMNS, rows), desaix, "french", "policy", 16, finished=True)
    won = "France would have won"
    assert list(told.sentences()) == [
        (
            f"If Desaix had come at 15:00, {won} 71 % (66 to 75) of 400 games by policy, "
            "9 points more (4 to 14) than at the printed 16:00."
        ),
        "With Desaix at 16:00, as printed, France won 62 % (57 to 67) of 400 games by policy.",
        (
            f"If Desaix had come at 19:00, {won} 60 % (57 to 62) of 1,400 games by policy, "
            "2 points less (−2 to 6) than at the printed 16:00: no difference is shown."
        ),
        (
            f"If Desaix had never come, {won} 42 % (37 to 47) of 400 games by policy, "
            "20 points less (14 to 26) than at the printed 16:00."
        ),
    ]


def test_every_event_is_in_its_game() -> None:
    for name in scenario_names():
        game = load(name)
        hours = getattr(game.scenario, "hours", {})
        known = events(game)
        assert sorted(event.box for event in known.values()) == sorted(hours)
        assert {event.seat for event in known.values()} <= {"", *game.seat_names()}


def test_every_other_box_is_known_by_its_name() -> None:
    (ott,) = ask_when(
        "triomphe-ott-waits", "ott", (15,), games=2, player="random", progress=False
    ).table["label"]
    assert ott == "those of Ott at 15:00, as printed"


@pytest.mark.parametrize(
    ("scenario", "event", "at", "said"),
    [
        ("triomphe", "desai", [15], "event: .*monnier, desaix, rivaud.*did you mean desaix"),
        ("progress", "desaix", [15], "event: expected one of none, as nobody comes at an hour"),
        ("triomphe", "desaix", ["noon"], "at: expected hours from 0 to 23, or 'never', not 'noon'"),
        ("triomphe", "desaix", [99], "at: expected hours from 0 to 23, or 'never', not 99"),
        ("triomphe", "rivaud", [NEVER], "nobody says what triomphe is without Rivaud's horse"),
        ("triomphe-lapoype", "desaix", [NEVER], "nobody says what triomphe-lapoype is without"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    scenario: str, event: str, at: list[int], said: str
) -> None:
    with pytest.raises(MarengoError, match=said):
        ask_when(scenario, event, at, games=1, progress=False)


def test_a_side_that_does_not_play_is_refused() -> None:
    with pytest.raises(MarengoError, match="side: expected one of austrian, french, not 'frensh'"):
        ask_when("triomphe", "desaix", [15], games=1, side="frensh", progress=False)


def test_a_table_of_events_that_does_not_fit_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("triomphe")
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "triomphe.toml").write_text("[desaix]\ntitle = 1\n")
    monkeypatch.setattr(type(game), "data", tmp_path)
    with pytest.raises(ScenarioError, match=r"triomphe\.toml: "):
        events(game)
