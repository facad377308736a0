"""A notebook that is made a page shows what stood on the screen, without a kernel and the net."""

import html
import re
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from marengo import load
from marengo.widgets.playing.showing import words_of

CELLS = """\
from marengo import load, plots
from marengo.widgets import play
load("progress").start(1)

from matplotlib.figure import Figure
figure = Figure(figsize=(2, 1))
figure.add_subplot(title="Shares")
figure

play("progress", against="rule", seed=1)
"""


@pytest.fixture(scope="module")
def page() -> str:
    """A notebook that plays, run and made a page as `nbconvert --execute --to html` does."""
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "metadata": {},
            "source": cell,
            "outputs": [],
            "execution_count": None,
        }
        for cell in CELLS.split("\n\n")
    ]
    notebook = nbformat.from_dict(  # type: ignore[no-untyped-call] # nbformat has few types
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    )
    NotebookClient(notebook, timeout=300).execute()
    assert notebook.metadata["widgets"], "where the widget is kept, its view takes precedence"
    written, _ = HTMLExporter().from_notebook_node(notebook)  # type: ignore[no-untyped-call] # as above
    return str(written)


def test_every_picture_has_its_text(page: str) -> None:
    told = words_of(load("progress").start(1), None)
    texts = [html.unescape(text) for text in re.findall(r'<img alt="([^"]*)"', page)]
    assert texts == [told, "Shares", told]
    assert page.count("<img") == len(texts)
    assert "No description has been provided" not in page


def test_what_is_left_of_a_widget_hides_where_that_is_and_nowhere_else(page: str) -> None:
    (rule,) = re.findall(r"body:has\(\.(.*?)\) \.(.*?) { display: none }", page)
    shown = [name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()]
    assert [shown.count(name) for name in rule] == [0, 1]
