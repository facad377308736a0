"""Modules that lie elsewhere now are found by their old names, with a warning that says where."""

import sys
import warnings
from importlib import import_module
from types import ModuleType

import pytest

import marengo

NAMES = [
    ("marengo.board", "marengo.games.marengo.board"),
    ("marengo.board.geometry", "marengo.games.marengo.board.geometry"),
    ("marengo.game", "marengo"),
    ("marengo.game.errors", "marengo.core.errors"),
    ("marengo.game.notation", "marengo.games.marengo.notation"),
    ("marengo.game.record", "marengo.core.records"),
    ("marengo.game.triomphe.view", "marengo.games.triomphe.view"),
    ("marengo.lab.fights", "marengo.games.marengo.study.fights"),
    ("marengo.players.match", "marengo.core.players.match"),
    ("marengo.plots.board", "marengo.games.marengo.screen.drawing.board"),
    ("marengo.plots.study_maps.fronts", "marengo.games.marengo.screen.study_maps.fronts"),
    ("marengo.plots.win_rates", "marengo.charts.win_rates"),
    ("marengo.widgets.play", "marengo.games.marengo.screen.play"),
]


@pytest.mark.parametrize(("old", "new"), NAMES)
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
