"""The lab without a browser: what its controls do, and what they say."""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import ipywidgets as widgets
import pytest
from matplotlib.artist import Artist

from marengo.core.errors import ScenarioError
from marengo.games.marengo.game import load
from marengo.games.marengo.scenario import Scenario
from marengo.games.triomphe.scenario import TriompheScenario
from marengo.screens.marengo.scenario_lab import ScenarioLab, scenario_lab
from marengo.screens.marengo.scenario_lab.forces import Face
from marengo.screens.marengo.scenario_lab.study_panel import BOTH_WAYS, CHANGED_SINCE
from tests.conftest import StillAlive
from tests.widgets.left import left_of

PATIENCE = 120
ORDERS = "parameters.orders_per_turn"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Draw small maps, and let files fall where nobody minds."""
    monkeypatch.setattr(
        sys.modules["marengo.screens.marengo.scenario_lab.piece_panel"], "WIDTH", 240
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def lab() -> Iterator[ScenarioLab]:
    made = scenario_lab("triomphe")
    yield made
    made.study.bench.stop()
    assert made.study.bench.join(PATIENCE)


def control(lab: ScenarioLab, path: str) -> Any:
    """Return the control of a field."""
    return next(panel.controls[path] for panel in lab.numbers.values() if path in panel.controls)


def reset_of(lab: ScenarioLab, path: str) -> Any:
    """Return the button that sets a field back."""
    resets = (pair for panel in lab.numbers.values() for pair in panel._resets)
    return next(made for fields, made in resets if path in [field.path for field in fields])


def play(lab: ScenarioLab, games: int = 30, player: str = "random") -> None:
    """Press Run and wait."""
    lab.study.austrian.listed.value = lab.study.french.listed.value = player
    lab.study.games.value = games
    lab.study.runner.click()
    assert lab.study.bench.join(PATIENCE)


def everything(widget: Any) -> Iterator[Any]:
    """Yield a widget and all in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def orders_in(scenario: Scenario) -> int:
    """Return the orders per turn of a scenario of Triomphe."""
    assert isinstance(scenario, TriompheScenario)
    return scenario.parameters.orders_per_turn


def test_a_slider_changes_the_what_if_and_says_so(lab: ScenarioLab) -> None:
    assert "Nothing is changed yet." in lab.status.value
    assert (lab.resetter.disabled, reset_of(lab, ORDERS).disabled) == (True, True)
    control(lab, ORDERS).value = 2
    assert orders_in(lab.draft.game.scenario) == 2
    assert "orders per turn: 2 instead of 3 (T-6.2)" in lab.status.value
    assert "[parameters]\norders_per_turn = 2" in lab.file.text.value
    assert "marengo-changed" in control(lab, ORDERS)._dom_classes
    assert (lab.resetter.disabled, reset_of(lab, ORDERS).disabled) == (False, False)


def test_what_was_changed_is_set_back_alone_or_all_at_once(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    control(lab, "hours.Novi").value = 14
    control(lab, "morale.french.track.12").value = 5
    control(lab, "morale.french.track.20").value = 1
    reset_of(lab, ORDERS).click()
    assert control(lab, ORDERS).value == 3
    assert "marengo-changed" not in control(lab, ORDERS)._dom_classes
    reset_of(lab, "morale.french.track.12").click()
    assert [control(lab, f"morale.french.track.{hour}").value for hour in (12, 20)] == [2, 0]
    assert lab.draft.differences == ["Novi opens at 14:00 instead of 16:00 (T-15.1)"]
    lab.resetter.click()
    assert not lab.draft.changed
    assert control(lab, "hours.Novi").value == 16


def test_changes_are_taken_back_one_by_one(lab: ScenarioLab) -> None:
    assert lab.undoer.disabled
    control(lab, ORDERS).value = 2
    control(lab, ORDERS).value = 1
    lab.scenario.value = "triomphe-lapoype"
    lab.game.value = "bonaparte"
    for value in (None, 1, 2, 3):
        lab.undoer.click()
        if value:
            assert control(lab, ORDERS).value == value
    assert lab.undoer.disabled
    assert (lab.game.value, lab.scenario.value) == ("triomphe", "triomphe")


def test_every_field_shows_the_standard_and_its_rule(lab: ScenarioLab) -> None:
    for game in ("triomphe", "bonaparte"):
        lab.game.value = game
        notes = [note.value for panel in lab.numbers.values() for note in panel._notes.values()]
        assert notes
        assert all(re.search(r"standard: \w+(:00)? \([TB]-\d+\.\d+\)", note) for note in notes)


def test_a_mistake_is_told_as_the_scenarios_check_tells_it(lab: ScenarioLab) -> None:
    control(lab, "parameters.last_hour").value = 5
    assert "parameters.last_hour: expected first_hour or later" in lab.status.value
    assert 'role="alert"' in lab.status.value
    assert "The map shows the last start that can be played." in lab.pieces.problem.value
    assert (lab.study.runner.disabled, lab.file.saver.disabled) == (True, True)
    assert "Cannot be played yet: see 3." in lab.study.status.value
    control(lab, "parameters.last_hour").value = 20
    assert (lab.study.runner.disabled, lab.file.saver.disabled) == (False, False)
    assert lab.pieces.problem.value == ""


def test_what_ifs_are_opened_from_the_list_and_from_files(lab: ScenarioLab, tmp_path: Path) -> None:
    lab.scenario.value = "triomphe-ott-waits"
    assert "Ott opens at" in lab.status.value
    assert "Zach expected the French main army from Sale." in lab.opened.value
    assert "T. E. Crowdy" in lab.opened.value
    assert "hours.Ott" in lab.numbers["Boxes"].controls
    assert reset_of(lab, "hours.Ott").disabled  # the standard has no such box
    assert "not in the standard" in lab.numbers["Boxes"]._notes["hours.Ott"].value
    text = 'extends = "bonaparte"\nname = "mine"\n[morale]\nfrench = 20\n'
    (tmp_path / "mine.toml").write_text(text)
    lab.path.value = " "
    lab.opener.click()
    assert "Name a file first." in lab.opened.value
    lab.path.value = "mine"  # as Save takes it
    lab.opener.click()
    assert (lab.game.value, lab.draft.name) == ("bonaparte", "mine")
    assert "French morale at the start: 20 points instead of 17 points" in lab.status.value
    lab.path.value = "nowhere.toml"
    lab.opener.click()
    assert "no scenario &#x27;nowhere.toml&#x27;" in lab.opened.value
    assert lab.draft.name == "mine"


def test_the_other_game_has_other_fields(lab: ScenarioLab) -> None:
    assert list(lab.numbers) == ["Rules", "Morale", "Boxes"]
    lab.game.value = "bonaparte"
    assert list(lab.numbers) == ["Rules", "Morale", "Boxes", "Bid", "What is shown"]
    assert lab.shown.options == (*lab.numbers, "Pieces")
    switch = control(lab, "parameters.obstacle_needs_infantry")
    assert isinstance(switch, widgets.Dropdown)
    switch.value = False
    assert "needs infantry: no instead of yes (B-15.9)" in lab.status.value
    assert {name.rpartition("-")[0] for _, name in lab.scenario.options} != {""}
    assert all(name.startswith("bonaparte") for _, name in lab.scenario.options)


def test_pieces_are_moved_by_lists_and_the_map_follows(lab: ScenarioLab) -> None:
    pieces = lab.pieces
    before = pieces.map.scene
    pieces.target.value = "5"
    assert pieces.map.scene != before  # an arrow shows what would be moved
    assert pieces.piece.value == Face("infantry", 3)
    pieces.number.value = 2
    pieces.mover.click()
    assert "2 infantry of 3 in 5 instead of in Alessandria" in lab.status.value
    assert "5: infantry 3, infantry 3" in pieces.words.value
    assert [value for _, value in pieces.origin.options] == ["Alessandria", "5"]
    pieces.origin.value = "5"
    pieces.number.value = 1
    pieces.remover.click()
    pieces.kind.value, pieces.strength.value, pieces.target.value = "cavalry", 2, "1"
    pieces.post.value = "1/5a"
    pieces.adder.click()
    (force,) = lab.draft.table["forces"]
    assert force["places"] == {"Alessandria": 18, "5": 1, "1/5a": 1}
    pieces.number.value = 5
    pieces.mover.click()
    assert "start in 5, not 5" in pieces.problem.value
    assert 'role="alert"' in pieces.problem.value


def test_a_pool_says_that_it_is_one(lab: ScenarioLab) -> None:
    assert lab.pieces.hint.value == ""
    lab.pieces.force.value = "French reinforcements"
    assert "chance decides in each game" in lab.pieces.hint.value
    shown = [tick for tick in lab.pieces._ticks.values() if tick.layout.display is None]
    drawn, disorganised = shown
    assert (drawn.value, disorganised.value) == (True, False)
    drawn.value = False
    assert "assigned in the order written" in lab.status.value
    assert lab.pieces.hint.value == ""
    assert drawn.comm is not None  # the keyboard stays where it is


def test_games_are_played_told_and_drawn(lab: ScenarioLab) -> None:
    assert lab.study.runner.disabled
    assert "nothing is changed yet" in lab.study.status.value
    control(lab, ORDERS).value = 2
    lab.study.games.value = 30
    assert lab.study.runner.description == "Run 30 pairs of games"
    play(lab)
    study = lab.study
    assert "Finished: 30 of 30 pairs of games." in study.status.value
    assert (study.bar.value, study.bar.max) == (60, 60)
    assert "In 30 pairs of games on the same seeds" in study.words.value
    assert study.picture.tooltip.startswith("How often Austria wins")
    assert (study.stopper.disabled, study.runner.disabled) == (True, False)
    assert study.runner.description == "Play 30 more pairs"
    study.games.value = 80
    assert study.runner.description == "Go on to 80 pairs"
    assert study.since.value == ""
    control(lab, ORDERS).value = 1
    assert CHANGED_SINCE in study.since.value
    assert study.runner.description == "Run 80 pairs of games"
    control(lab, ORDERS).value = 2
    assert study.since.value == ""


def test_stop_stops(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    lab.study.games.value = 1_000_000
    lab.study.austrian.listed.value = lab.study.french.listed.value = "random"
    lab.study.runner.click()
    assert (lab.study.runner.disabled, lab.study.stopper.disabled) == (True, False)
    lab.study.stopper.click()
    assert lab.study.bench.join(PATIENCE)
    assert "Stopped: " in lab.study.status.value
    assert lab.study.stopper.disabled
    assert not lab.study.runner.disabled


def test_a_stopped_study_goes_on_to_where_it_wanted_to(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    lab.study.games.value = 1_000_000
    lab.study.austrian.listed.value = lab.study.french.listed.value = "random"
    lab.study.runner.click()
    since = monotonic()
    while not lab.study.bench.progress.played and monotonic() - since < PATIENCE:
        sleep(0.01)
    lab.study.stopper.click()
    assert lab.study.bench.join(PATIENCE)
    lab.study.games.value = 77
    assert lab.study.runner.description == "Go on to 1,000,000 pairs"


def test_players_that_differ_are_another_study_and_play_both_ways_round(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    assert lab.study.both_ways.value == ""
    play(lab, games=1)
    study = lab.study
    assert "Finished: 1 of 1 pair of games." in study.status.value
    assert "In 1 pair of games on" in study.words.value
    assert study.runner.description == "Play 1 more pair"
    study.austrian.listed.value = "rule"
    assert study.runner.description == "Run 1 pair of games"
    assert CHANGED_SINCE in study.since.value
    assert BOTH_WAYS in study.both_ways.value
    study.austrian.listed.value = "random"
    assert (study.since.value, study.both_ways.value) == ("", "")
    study.seed.value = 5
    assert CHANGED_SINCE in study.since.value


def test_a_folder_of_another_plan_is_not_offered(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    lab.study.folder.value = "mine"
    play(lab, games=1)
    assert lab.study.runner.description == "Play 1 more pair"
    control(lab, ORDERS).value = 1
    assert lab.study.runner.disabled
    assert "mine: holds the games of another plan" in lab.study.status.value
    lab.study.folder.value = "other"
    assert lab.study.runner.description == "Run 1 pair of games"


def test_players_are_chosen_from_a_list_or_written(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    chooser = lab.study.austrian
    assert (chooser.value, chooser.written.disabled) == ("policy", True)
    chooser.listed.value = ""
    assert not chooser.written.disabled
    chooser.written.value = "rule:bold=1.2"
    assert lab.study.order().austrian == "rule:bold=1.2"
    assert not lab.study.runner.disabled
    chooser.written.value = "melas"
    assert lab.study.runner.disabled
    assert "no player &#x27;melas&#x27;" in lab.study.status.value


def test_a_failure_is_told(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    lab.study.austrian.listed.value = lab.study.french.listed.value = ""
    lab.study.austrian.written.value = lab.study.french.written.value = "search:seconds=1"
    lab.study.runner.click()
    assert lab.study.bench.join(PATIENCE)
    assert "depends on the clock" in lab.study.status.value
    assert 'role="alert"' in lab.study.status.value
    control(lab, ORDERS).value = 1
    assert "depends on the clock" not in lab.study.status.value
    control(lab, ORDERS).value = 2
    assert "depends on the clock" in lab.study.status.value
    lab.game.value = "bonaparte"
    assert "depends on the clock" not in lab.study.status.value


def test_a_failure_takes_the_chart_before_it_away(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    assert lab.study.picture.layout.display == "none"
    play(lab, games=1)
    assert lab.study.picture.layout.display is None
    lab.study.austrian.listed.value = lab.study.french.listed.value = ""
    lab.study.austrian.written.value = lab.study.french.written.value = "search:seconds=1"
    lab.study.runner.click()
    assert lab.study.bench.join(PATIENCE)
    assert bytes(lab.study.picture.value) == b""
    assert str(lab.study.picture.layout.display) == "none"


def test_another_seed_shows_another_draw(lab: ScenarioLab) -> None:
    before = lab.pieces.words.value
    lab.study.seed.value = 7
    assert lab.pieces.words.value != before


def test_a_what_if_is_saved_and_never_over_another(lab: ScenarioLab, tmp_path: Path) -> None:
    control(lab, ORDERS).value = 2
    lab.file.name.value = "few-orders"
    lab.file.title.value = "Few orders"
    assert lab.file.path.value == "few-orders.toml"
    lab.file.saver.click()
    assert "Saved as <b>few-orders.toml</b>" in lab.file.status.value
    saved = load(tmp_path / "few-orders.toml").scenario
    assert (saved.title, orders_in(saved)) == ("Few orders", 2)
    control(lab, ORDERS).value = 1
    assert lab.file.status.value == ""
    lab.file.saver.click()
    assert "There is a file few-orders.toml." in lab.file.status.value
    assert orders_in(load(tmp_path / "few-orders.toml").scenario) == 2
    lab.file.replace.value = True
    lab.file.saver.click()
    assert orders_in(load(tmp_path / "few-orders.toml").scenario) == 1
    assert not lab.file.replace.value
    lab.file.path.value = "nowhere/few.toml"
    lab.file.saver.click()
    assert "does not exist" in lab.file.status.value
    lab.file.name.value = "two words"
    assert lab.file.saver.disabled


def test_a_static_picture_and_words_stay_where_no_kernel_runs(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    left = left_of(lab)
    assert left.png.startswith(b"\x89PNG")
    assert left.words.splitlines() == [
        "Scenario lab: my-triomphe, a what-if of triomphe",
        "orders per turn: 2 instead of 3 (T-6.2)",
    ]
    play(lab)
    chart = left_of(lab)
    assert chart.png != left.png
    assert "In 30 pairs of games on the same seeds" in chart.words


def test_every_control_has_words_and_every_picture_too(lab: ScenarioLab) -> None:
    for game in ("triomphe", "bonaparte"):
        lab.game.value = game
        controls = [*lab.numbers.values(), *everything(lab)]
        for one in (inner for control in controls for inner in everything(control)):
            if isinstance(one, widgets.DOMWidget) and hasattr(one, "description"):
                known = isinstance(one, widgets.HTML | widgets.IntProgress | widgets.ToggleButtons)
                known |= isinstance(one, widgets.Image) and not one.value  # nothing to be seen yet
                assert known or one.description or one.tooltip, one
        assert lab.pieces.map.scene["words"]


def test_redraws_leave_nothing_behind(lab: ScenarioLab, still_alive: StillAlive) -> None:
    alive = still_alive(Artist)
    control(lab, ORDERS).value = 2
    play(lab)
    before = alive()
    for number in range(10):  # of the map, and as many of the chart
        lab.pieces.target.value = str(1 + number % 5)
        lab.study.draw(lab.study.bench.progress)
    assert alive() <= before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()


def test_a_scenario_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(ScenarioError, match="no scenario 'melas'"):
        scenario_lab("melas")


def test_a_lab_that_is_closed_stops_its_games(lab: ScenarioLab) -> None:
    control(lab, ORDERS).value = 2
    lab.study.games.value = 100_000
    lab.study.runner.click()
    lab.close()
    assert lab.study.bench.join(60)
    assert lab.study.bench.progress.phase == "stopped"
