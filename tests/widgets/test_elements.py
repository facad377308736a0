"""A cell that is run again ends what its widgets before were doing."""

import ipywidgets as widgets
import pytest

from marengo.widgets import elements
from marengo.widgets.elements import in_cell


class Thing(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Something that can be closed."""

    def __init__(self) -> None:
        self.left = 0
        super().__init__()

    def close(self) -> None:
        self.left += 1


@pytest.fixture(autouse=True)
def nothing_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elements, "_MADE", {})


def made_in(monkeypatch: pytest.MonkeyPatch, running: tuple[str, int] | None) -> Thing:
    monkeypatch.setattr(elements, "_running", lambda: running)
    return in_cell(Thing())


def test_a_rerun_closes_what_the_cell_made_before(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = made_in(monkeypatch, ("a", 1)), made_in(monkeypatch, ("a", 1))
    other = made_in(monkeypatch, ("b", 2))
    assert [thing.left for thing in (one, two, other)] == [0, 0, 0]
    again = made_in(monkeypatch, ("a", 3))
    assert [thing.left for thing in (one, two, other, again)] == [1, 1, 0, 0]
    made_in(monkeypatch, ("a", 4))
    assert [thing.left for thing in (one, two, other, again)] == [1, 1, 0, 1]


def test_outside_of_a_notebook_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert elements._running() is None
    assert [made_in(monkeypatch, None).left for _ in range(2)] == [0, 0]
