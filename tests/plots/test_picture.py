"""Pictures for the screen: the same as the slow drawing, the same every time."""

import base64
import io
import re
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from marengo import plots
from marengo.charts.figures import figure_png, show_figures, tell
from marengo.games.marengo.board import Place
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.drawing.picture import to_html, to_png

WIDTH = 800


def position() -> MarengoState:
    """Return a position with something of everything."""
    return load("triomphe").position(
        hour=10,
        turn=Side.AUSTRIAN,
        orders=2,
        austrian={"9/14": "I3 A1:declared", "10": "I2 C2!", "Alessandria": "I2 I2"},
        french={"14/9": "I3", "20/10": "I3 I2", "12": "~C2", "Sale": "A1"},
        uncommitted={Side.AUSTRIAN: 7, Side.FRENCH: 4},
        committed={Side.AUSTRIAN: {9: 2}, Side.FRENCH: {20: 1}},
        track={Side.AUSTRIAN: {11: 2}, Side.FRENCH: {11: 1, 16: 3}},
        barred=["9/20"],
    )


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


def pixels(picture: Image.Image) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.asarray(picture.convert("RGB"), dtype=np.int64)


def drawn_at_once(figure: Figure) -> Image.Image:
    """Draw a figure the usual way."""
    figure.set_dpi(WIDTH / figure.get_size_inches()[0])
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    return Image.fromarray(np.asarray(canvas.buffer_rgba()))  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("side", [None, Side.FRENCH])
def test_sheet_upon_sheet_gives_the_same_picture(side: Side | None) -> None:
    state = position()
    quick = pixels(opened(to_png(state, side=side, width=WIDTH)))
    slow = pixels(drawn_at_once(plots.position(state, side=side)))
    assert quick.shape == slow.shape
    apart = np.abs(quick - slow).max(axis=2)
    assert apart.mean() < 2
    assert (apart > 60).mean() < 0.0005


def test_the_same_position_gives_the_same_bytes() -> None:
    """Nothing in the file tells when or by what it was made."""
    picture = to_png(position(), width=WIDTH)
    assert picture == to_png(position(), width=WIDTH)
    assert opened(picture).info == {}
    assert opened(picture).width == WIDTH
    assert figure_png(plots.board(position().game.board)) == figure_png(
        plots.board(position().game.board)
    )


def test_arrows_and_rings_are_drawn() -> None:
    state = position()
    plain = pixels(opened(to_png(state, width=WIDTH)))

    def changed(*arrows: tuple[Place | str, Place | str]) -> int:
        marked = pixels(opened(to_png(state, width=WIDTH, arrows=arrows)))
        return int((np.abs(marked - plain).max(axis=2) > 60).sum())

    assert changed() == 0
    near, far = changed((Place(9), Place(14))), changed((Place(9), Place(32)))
    assert 0 < near < far
    assert changed(("Alessandria", Place(5))) > 0
    assert changed((Place(32), Place(32))) > 0


def test_a_picture_without_width_is_refused() -> None:
    with pytest.raises(ValueError, match="width: expected 1 or more, not 0"):
        to_png(position(), width=0)


def test_html_holds_the_picture_and_the_words() -> None:
    text = to_html(position(), side=Side.FRENCH, width=300)
    picture = re.search(r'src="data:image/png;base64,([^"]+)"', text)
    assert picture is not None
    assert base64.b64decode(picture[1]) == to_png(position(), side=Side.FRENCH, width=300)
    clock, *armies = plots.describe(position(), side=Side.FRENCH).splitlines()
    assert f'alt="Map of the position: {clock}"' in text
    assert all(f"<p>{line}</p>" in text for line in armies)


def test_positions_and_views_show_themselves_as_html() -> None:
    for shown in (position(), position().view(Side.AUSTRIAN)):
        text = shown._repr_html_()
        assert text is not None
        assert "The position in words" in text


def test_large_figures_are_stored_with_few_colours() -> None:
    assert opened(figure_png(plots.board(position().game.board))).mode == "P"
    small = Figure(figsize=(2, 1))
    assert opened(figure_png(small)).mode == "RGB"
    assert opened(figure_png(small)).size == (220, 110)


def test_figures_show_themselves_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[type, Any] = {}
    formatter = SimpleNamespace(for_type=known.__setitem__)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(mimebundle_formatter=formatter))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    show_figures()
    (show,) = known.values()
    figure = Figure(figsize=(2, 1))
    assert '<img alt="chart" src="data:image/png;base64,' in show(figure)["text/html"]
    figure.add_subplot(title="Shares", xlabel="hour")
    assert '<img alt="Shares; hour" ' in show(figure)["text/html"]
    shown = show(tell(figure, "Shares <by> hour\n9:00: half"))
    assert '<img alt="Shares &lt;by&gt; hour\n9:00: half" ' in shown["text/html"]
    assert shown["image/png"] == figure_png(figure)


def test_without_a_notebook_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    show_figures()
    monkeypatch.delitem(sys.modules, "IPython")
    show_figures()
