"""Pictures of studies look as they did when somebody last looked at them.

The pictures are in ``tests/plots/baseline``. After a change that is meant, renew them with ::

    MARENGO_RENEW_BASELINES=1 pytest tests/plots/test_baselines.py

look at every one that git says has changed, and commit them with the change. Renewing fails the
tests, so that it cannot be left switched on.
"""

import io
import os
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.testing.compare import compare_images
from PIL import Image

from marengo.charts.tornado import tornado_plot
from marengo.charts.win_rates import difference_plot, forest_plot, skill_plot
from marengo.games.marengo.board import Board
from marengo.paths import data_path
from marengo.screens.marengo.drawing.handicap import handicap_plot
from marengo.screens.marengo.drawing.hourly_charts import day_plot, ending_plot
from marengo.screens.marengo.study_maps import (
    flow_map,
    front_map,
    loss_map,
    presence_map,
    small_multiples,
)
from tests.plots.study_frames import (
    CURVE,
    DIFFERENCES,
    EFFECTS,
    ENDINGS,
    GAMES,
    POINTS,
    RATES,
    SKILL,
    TURNS,
    swept,
)

FOLDER = Path(__file__).parent / "baseline"

TOLERANCE = 3.0
"""Root of the mean square of how far apart pixels may be, of 255: less than a moved label."""

WIDTH = 480
"""Pixels."""

LARGEST = 60_000
"""Bytes."""

BOARD = Board.read(data_path("boards/triomphe.geojson"))
SWEPT = swept(BOARD)

FIGURES: dict[str, Callable[[], Figure]] = {
    "forest": lambda: forest_plot(RATES, reference="as printed"),
    "difference": lambda: difference_plot(DIFFERENCES, against="triomphe"),
    "skill": lambda: skill_plot(SKILL),
    "handicap": lambda: handicap_plot(POINTS, CURVE, (2.3, 1.9, 2.8)),
    "tornado": lambda: tornado_plot(EFFECTS),
    "day": lambda: day_plot(TURNS, GAMES),
    "ending": lambda: ending_plot(ENDINGS),
    "presence": lambda: presence_map(BOARD, SWEPT, side="french", hour=13, games=10),
    "loss": lambda: loss_map(BOARD, SWEPT, games=10),
    "flow": lambda: flow_map(BOARD, SWEPT, games=10, hours=[13], least=0.8),
    "front": lambda: front_map(BOARD, SWEPT, hour=13, games=10, lines=[9]),
    "small": lambda: small_multiples(BOARD, SWEPT, hours=[9, 13, 17], games=10, kind="front"),
}


def drawn(figure: Figure) -> bytes:
    """Return a figure as a small PNG file, with 64 colours."""
    figure.set_dpi(WIDTH / figure.get_size_inches()[0])
    agg = FigureCanvasAgg(figure)
    agg.draw()  # type: ignore[no-untyped-call]
    size = agg.get_width_height()
    whole = Image.frombuffer("RGBA", size, agg.buffer_rgba())  # type: ignore[no-untyped-call]
    with io.BytesIO() as target:
        small = whole.convert("RGB").quantize(64, dither=Image.Dither.NONE)
        small.save(target, format="png", optimize=True)
        return target.getvalue()


def differs(name: str, picture: bytes, folder: Path) -> str | None:
    """Return how a picture differs from that of its name; None if it does not."""
    actual = folder / f"{name}.png"
    actual.write_bytes(picture)
    expected = folder / f"{name}-expected.png"
    expected.write_bytes((FOLDER / actual.name).read_bytes())  # what differs is written beside it
    found = compare_images(str(expected), str(actual), TOLERANCE)
    assert found is None or isinstance(found, str)
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_looks_as_it_did(name: str, tmp_path: Path) -> None:
    """Agg with DejaVu Sans, which come with matplotlib: no font of the machine is used."""
    with mpl.rc_context(mpl.rcParamsDefault):
        picture = drawn(FIGURES[name]())
    assert len(picture) < LARGEST
    if os.environ.get("MARENGO_RENEW_BASELINES"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.png").write_bytes(picture)
        pytest.fail(f"renewed {name}.png: look at it")
    assert differs(name, picture, tmp_path) is None


def test_every_picture_belongs_to_a_figure() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(FIGURES)


def test_another_figure_does_not_pass(tmp_path: Path) -> None:
    """The tolerance tells a single row of a chart, and a tint of a map, from another."""
    moved = RATES.with_columns(share=pl.Series([0.50, 0.48, 0.61]))
    assert differs("forest", drawn(forest_plot(moved, reference="as printed")), tmp_path)
    other = presence_map(BOARD, SWEPT, side="french", hour=9, games=10)
    assert differs("presence", drawn(other), tmp_path)
    mirrored = SWEPT.with_columns(
        side=pl.col("side").replace({"austrian": "french", "french": "austrian"})
    )
    assert differs(
        "front", drawn(front_map(BOARD, mirrored, hour=13, games=10, lines=[9])), tmp_path
    )
