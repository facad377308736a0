"""A game on the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.play import Play, play, widget
from marengo.widgets.playing import page
from tests.widgets.play import opponents  # noqa: F401 -- registers them


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small pictures, and let a question be answered as soon as it is there."""
    monkeypatch.setattr(widget, "WIDTH", 240)
    monkeypatch.setattr(page, "DOUBLE_CLICK", 0.0)


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Play]:
    """Return a game of Austria against a player who only ends its turns."""
    made = play("triomphe", Side.AUSTRIAN, "test-ends", seed=7, adviser="rule", folder=tmp_path)
    yield made
    made.session.stop()
