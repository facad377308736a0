"""What is seen and counted of a game is declared by name and type, and is found where it lies."""

import sys
from types import ModuleType

import pytest

import marengo
from marengo.core.hooks import GameScreen, GameStudy, screen_of, study_of
from marengo.core.scenarios import games


def test_every_game_has_what_its_modules_say() -> None:
    for game in games().values():
        assert game.screen().to_png is not None
        assert (game.screen().page is None) == (game.screen().question is not None)
    watched = {name for name, game in games().items() if game.study().watch_games}
    assert watched == {"bonaparte", "triomphe"}


def test_a_game_without_modules_offers_nothing() -> None:
    assert screen_of(None) == GameScreen()
    assert study_of(None) == GameStudy()


def test_no_hook_can_be_misspelt() -> None:
    with pytest.raises(TypeError, match="qestion"):
        GameScreen(qestion=str)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="watch_game"):
        GameStudy(watch_game=list)  # type: ignore[call-arg]


def test_restrictions_need_one_that_leaves_nothing_out() -> None:
    own = marengo.load("triomphe").study()
    with pytest.raises(TypeError, match="unrestricted: expected a restriction"):
        GameStudy(restrictions=own.restrictions)


@pytest.mark.parametrize(("name", "find"), [("SCREEN", screen_of), ("STUDY", study_of)])
def test_a_module_has_them_by_one_name(
    name: str, find: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(find)
    module = ModuleType("own_game")
    monkeypatch.setitem(sys.modules, "own_game", module)
    with pytest.raises(TypeError, match=f"own_game.{name}: expected a Game.*, not None"):
        find("own_game")
