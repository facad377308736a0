"""Modules that lie elsewhere now are found by their old names, with a warning that says where."""

import re
import sys
import warnings
from importlib import import_module
from types import ModuleType

import pytest

import marengo
from marengo import moved

BELOW = {
    "marengo.board.geometry": "marengo.games.marengo.board.geometry",
    "marengo.game": "marengo",
    "marengo.game.notation": "marengo.games.marengo.notation",
    "marengo.game.triomphe.view": "marengo.games.triomphe.view",
    "marengo.players.match": "marengo.core.players.match",
    "marengo.plots.study_maps.fronts": "marengo.games.marengo.screen.study_maps.fronts",
}
"""Modules that moved with the package they lie in."""

PUBLIC = {
    "marengo.board": "Approach Army Board BoardError Crossing Direction EdgeRoad Entry Ground "
    "Locality Place Point Problem Road RoadGroup RoadLine change_board check",
    "marengo.game.bonaparte.game": "BonaparteGame",
    "marengo.game.triomphe.game": "TriompheGame",
    "marengo.game.things": "Attack AttackKind Block Bombarding Outcome Piece Role Spot",
    "marengo.game.errors": "IllegalMove MarengoError NotationError PositionError RecordError "
    "ScenarioError",
    "marengo.game.record": "GameRecord",
    "marengo.lab.analysis.handicap": "handicap_curve handicap_study is_handicap_study",
    "marengo.lab.analysis.handicap_fit": "EvenPoint HandicapCurve LINE_COLUMNS POINT_COLUMNS",
    "marengo.lab.analysis.restricted": "FREE RESTRICTIONS WORTH_COLUMNS restricted_play",
    "marengo.lab.fights": "BORDER_COLUMNS CHOICE_COLUMNS LINE_COLUMNS MEASURES STRENGTH_COLUMNS "
    "Border Course Fight FightError Measure Outcome border_kinds borders fight strength_table",
    "marengo.lab.frames": "GAME_COLUMNS game_columns save_frame",
    "marengo.lab.kinds": "FAILURE_COLUMNS RUN_COLUMNS",
    "marengo.lab.map_files": "board_with_edits",
    "marengo.lab.plans": "find_plan plan_names",
    "marengo.lab.run_folder": "FAILURE_COLUMNS RUN_COLUMNS Run load",
    "marengo.lab.watching": "OBSERVED_COLUMNS WatchingError watch_games watch_record",
    "marengo.lab.watching_columns": "FIELDS OBSERVED_COLUMNS",
    "marengo.players": "OPPONENT Answer Choice EnginePlayer OraclePlayer Player PlayerError "
    "RandomPlayer RulePlayer SearchPlayer StoppedError Thought ask check_player make_player "
    "player_names register",
    "marengo.players.knowledge": "read_weights",
    "marengo.plots.animation": "animate_front animate_record",
    "marengo.plots.board": "board boards",
    "marengo.plots.chart_frame": "chart finish",
    "marengo.plots.charts": "length_chart win_chart",
    "marengo.plots.fights": "fight_plot strength_plot",
    "marengo.plots.figure_text": "figure_svg figure_words tell",
    "marengo.plots.game_course": "CoursePicture course_plot",
    "marengo.plots.ground_map": "ground_map",
    "marengo.plots.header": "HEADER FIRST_HOUR LAST_HOUR",
    "marengo.plots.history": "Arrival Day Event Spot Stand locality_at read_day",
    "marengo.plots.history_map": "arrivals_plot hour_map hours_map start_map",
    "marengo.plots.hourly_charts": "day_plot ending_plot",
    "marengo.plots.labels": "Label place_labels",
    "marengo.plots.ladder": "ladder_chart",
    "marengo.plots.layout": "Layout layout",
    "marengo.plots.legend": "draw_legend",
    "marengo.plots.picture": "figure_png show_figures to_html to_png",
    "marengo.plots.pieces": "draw_blocks drawables",
    "marengo.plots.places": "Area stacks target_spot",
    "marengo.plots.position": "position",
    "marengo.plots.position_text": "describe",
    "marengo.plots.renderer": "Renderer renderer_of",
    "marengo.plots.responses": "handicap_plot tornado_plot",
    "marengo.plots.study_maps": "flow_map front_map loss_map presence_map small_multiples",
    "marengo.plots.study_maps.presence": "flows held hours_of losses",
    "marengo.plots.style": "INK",
    "marengo.plots.symbols": "add_symbol",
    "marengo.plots.win_rates": "difference_plot forest_plot skill_plot",
    "marengo.plots.writing": "write write_label write_star",
    "marengo.reports.observed": "attacks day endings maps quality",
    "marengo.reports.responses": "handicap is_of_sensitivity sensitive standard_of",
    "marengo.widgets.assault": "Assault assault",
    "marengo.widgets.hours": "Hours hours",
    "marengo.widgets.lesson": "Scene Story Verdicts allowed close_up play_out",
    "marengo.widgets.narration": "narrate",
    "marengo.widgets.play": "Play Session play",
    "marengo.widgets.quiz": "ChoiceQuiz NumberQuiz Quiz quiz quiz_number",
    "marengo.widgets.replay": "Replay replay",
    "marengo.widgets.scenario_lab": "Bench Draft Order Progress ScenarioLab open_draft save_draft "
    "scenario_lab",
}
"""What old modules offered, by their old names, before the laboratory and games parted."""


def moved_modules() -> list[tuple[str, str]]:
    """Return the old names of modules, and the new ones."""
    return [pair for pair in (moved.MOVED | BELOW).items() if pair[0] not in moved.KEPT]


@pytest.mark.parametrize(("old", "new"), moved_modules())
def test_an_old_name_leads_to_the_module(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    found = import_module(new)
    spec = found.__spec__
    with warnings.catch_warnings(record=True) as account:
        warnings.simplefilter("always")
        assert import_module(old) is found
    assert f"{old} is {new} now" in str(account[-1].message)
    assert found.__spec__ is spec


@pytest.mark.parametrize(("old", "names"), PUBLIC.items())
def test_an_old_module_has_all_that_it_offered(old: str, names: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        module = import_module(old)
        assert [name for name in names.split() if not hasattr(module, name)] == []


def test_nothing_was_moved_that_is_not_tried() -> None:
    tried = set(PUBLIC) | {name.rpartition(".")[0] for name in PUBLIC}
    assert set(moved.MOVED) <= tried


@pytest.mark.parametrize("name", moved.NAMES)
def test_a_name_that_left_its_module_says_where_it_is(name: str) -> None:
    old, _, last = name.rpartition(".")
    new = moved.NAMES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        module = import_module(old)
    with pytest.warns(DeprecationWarning, match=re.escape(f"{name} is {new}.{last} now")):
        found = getattr(module, last)
    assert found is getattr(import_module(new), last)
    with pytest.raises(AttributeError, match="has no attribute 'melas'"):
        _ = module.melas


def test_old_names_are_there_without_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "marengo.game", raising=False)
    monkeypatch.delattr(marengo, "game", raising=False)
    with pytest.warns(DeprecationWarning, match=r"marengo\.game is marengo now"):
        assert marengo.game is marengo  # type: ignore[attr-defined]
    assert marengo.ScenarioError is import_module("marengo.core.errors").ScenarioError


def test_an_old_module_hides_no_function_of_its_name() -> None:
    import_module("marengo.plots")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name in ("marengo.plots.board", "marengo.widgets.play"):
            assert isinstance(import_module(name), ModuleType)
    assert callable(marengo.plots.board)
    assert callable(marengo.widgets.play)


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'marengo\.melas'"):
        import_module("marengo.melas")
    with pytest.raises(
        ModuleNotFoundError, match=r"No module named 'marengo\.games\.marengo\.melas'"
    ):
        import_module("marengo.game.melas")
