"""What a map is made of: sheets that are drawn once, and what stands on them as plain data.

Everything is in the coordinates of the board, y downwards. Sheets are drawn by matplotlib, so that
the map and the pictures of a report are one; their colours become variables of the style sheet,
which has other values where the page is dark.
"""

import re
from dataclasses import dataclass, field

from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.figures import figure_svg

Frame = tuple[float, float, float, float]
"""Left, top, width and height."""

Box = tuple[float, float, float, float, str, str]
"""Left, top, width, height, colour, and colour of the edge."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the board that can be pointed at."""

    outline: str  # its ground, or the line that it is, as the path of an SVG
    name: str  # what a heading calls it
    lines: tuple[str, ...] = ()  # what is printed there, in words
    line: bool = False  # True for a line, such as an approach; lines lie above grounds


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """Parts of a map that never change during a game, drawn as SVG."""

    frame: Frame  # what there is to be seen of the map
    ground: str = field(repr=False)  # the sheet below the tints of places
    printed: str = field(repr=False)  # the sheet above them
    parts: dict[str, str] = field(repr=False)  # of pieces, each around the origin
    places: dict[str, Place] = field(repr=False)  # what can be pointed at
    legend: list[tuple[str, str]] = field(repr=False)  # signs around the origin, and what they mean


@dataclass(frozen=True, slots=True)
class Head:
    """Text above a map."""

    clock: str = ""  # what time it is, and whose turn
    sides: list[tuple[str, str]] = field(default_factory=list)  # how each side does, and its colour
    notes: str = ""  # what else everybody knows
    # the hours of the day, whether it is now, and what happens then: in words, and as signs with
    # their colours
    hours: list[tuple[str, bool, str, list[tuple[str, str]]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scene:
    """Things on a board, as somebody may know them."""

    words: str = ""  # all of it for readers who cannot see it
    tints: list[tuple[str, str]] = field(default_factory=list)  # places, and their colours
    boxes: list[Box] = field(default_factory=list)  # beside the map, in which pieces wait
    # x, y, angle in degrees, place, and the parts that the piece is put together of
    pieces: list[tuple[float, float, float, str, list[str]]] = field(default_factory=list)
    head: Head = field(default_factory=Head)  # what is said above it
    # what moved, each as the way it took; a single point is ringed
    arrows: list[list[tuple[float, float]]] = field(default_factory=list)
    # x, y, place, how many strength points were lost there, and the colour of who lost them
    losses: list[tuple[float, float, str, int, str]] = field(default_factory=list)
    # what is said of a place that is pointed at, beside what is printed there
    known: dict[str, list[str]] = field(default_factory=dict)


def sheet(figure: Figure, frame: Frame) -> str:
    """Return a transparent figure as a part of an SVG that fills a frame of the board.

    Letters stay letters, without the halo that the style sheet gives them.
    """
    figure.set_facecolor("none")
    for text in (text for axes in figure.axes for text in axes.texts):
        text.set_path_effects([])
    drawn = figure_svg(figure, letters=True)
    size = re.search(r'viewBox="([^"]+)"', drawn)
    assert size is not None
    inside = drawn[drawn.index(">", drawn.index("<svg ")) + 1 : drawn.rindex("</svg>")]
    inside = re.sub(r"<metadata>.*?</metadata>", "", inside, flags=re.DOTALL)
    inside = re.sub(r"\s*\n\s*", " ", inside)
    inside = re.sub(
        r"'DejaVu S[^;\"]*, (sans-)?serif[^;\"]*", lambda match: f"{match[1] or ''}serif", inside
    )
    inside = re.sub(r'(?<= d=")[^"]+', lambda path: re.sub(r"(\.\d)\d+", r"\1", path[0]), inside)
    x, y, width, height = frame
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<svg {at} viewBox="{size[1]}" overflow="visible">{themed(inside)}</svg>'


def themed(drawn: str) -> str:
    """Return a drawing whose colours are variables where they have others on a dark page."""
    names = "|".join(light[1:] for light in style.DARK)
    return re.sub(rf"#({names})\b", r"var(--map-\1, #\1)", drawn)


def dark_colours() -> str:
    """Return what a style sheet says of the colours of a dark page."""
    return " ".join(f"--map-{light[1:]}: {dark};" for light, dark in style.DARK.items())
