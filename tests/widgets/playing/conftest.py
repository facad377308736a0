"""Pages on which games of any rules are played."""

import pytest

from marengo.widgets.playing import page, showing


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small pictures, and let a question be answered as soon as it is there."""
    monkeypatch.setattr(showing, "WIDTH", 240)
    monkeypatch.setattr(page, "DOUBLE_CLICK", 0.0)
