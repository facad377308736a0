"""What a map is made of: sheets that are drawn once, and what stands on them as plain data.

Everything is in the coordinates of the board, y downwards. Sheets are drawn by matplotlib, so that
the map and the pictures of a report are one; their colours become variables of the style sheet,
which has other values where the page is dark.
"""

import re
from dataclasses import asdict, dataclass, field
from typing import Any

from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.figures import figure_svg

Frame = tuple[float, float, float, float]
"""Left, top, width and height."""

Box = tuple[float, float, float, float, str, str]
"""Left, top, width, height, colour, and colour of the edge."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the board that can be pointed at.

    Parameters
    ----------
    outline : str
        Its ground, or the line that it is, as the path of an SVG.
    name : str
        What a heading calls it.
    lines : tuple of str
        What is printed there, in words.
    line : bool
        True for a line, such as an approach; lines lie above grounds.
    """

    outline: str
    name: str
    lines: tuple[str, ...] = ()
    line: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What never changes while a game is played.

    Parameters
    ----------
    frame : Frame
        What there is to be seen of the map.
    head : Frame
        Where notes are that stand above the map, however closely it is looked at.
    ground, printed : str
        The sheets below and above the tints of places, as SVG.
    parts : dict of str to str
        What pieces are put together of, each around the origin, as SVG.
    places : dict of str to Place
        What can be pointed at.
    """

    frame: Frame
    head: Frame
    ground: str = field(repr=False)
    printed: str = field(repr=False)
    parts: dict[str, str] = field(repr=False)
    places: dict[str, Place] = field(repr=False)

    @property
    def data(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands on a board, as somebody may know it.

    Parameters
    ----------
    words : str
        All of it for readers who cannot see it.
    tints : list of (place, colour)
        Grounds that are coloured.
    boxes : list of Box
        Boxes beside the map in which pieces wait.
    pieces : list of (x, y, angle, place, parts)
        Where each piece stands, turned by so many degrees, and what it is put together of.
    notes : str
        What else is drawn, as SVG.
    arrows : list of list of (x, y)
        What moved, each as the way it took; a single point is ringed.
    known : dict of str to list of str
        What is said of a place that is pointed at, beside what is printed there.
    """

    words: str = ""
    tints: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    pieces: list[tuple[float, float, float, str, list[str]]] = field(default_factory=list)
    notes: str = ""
    arrows: list[list[tuple[float, float]]] = field(default_factory=list)
    known: dict[str, list[str]] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        return asdict(self)


def sheet(figure: Figure, frame: Frame) -> str:
    """Return a transparent figure as a part of an SVG that fills a frame of the board."""
    figure.set_facecolor("none")
    drawn = figure_svg(figure)
    size = re.search(r'viewBox="([^"]+)"', drawn)
    assert size is not None
    inside = drawn[drawn.index(">", drawn.index("<svg ")) + 1 : drawn.rindex("</svg>")]
    inside = re.sub(r"<metadata>.*?</metadata>", "", inside, flags=re.DOTALL)
    inside = re.sub(r"\s*\n\s*", " ", inside)
    inside = re.sub(r'(?<= d=")[^"]+', lambda path: re.sub(r"(\.\d)\d+", r"\1", path[0]), inside)
    x, y, width, height = frame
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<svg {at} viewBox="{size[1]}" overflow="visible">{themed(inside)}</svg>'


def themed(drawn: str) -> str:
    """Return a drawing whose colours are variables where they have others on a dark page."""
    return re.sub(r"#[0-9a-f]{6}", lambda found: colour(found[0]), drawn)


def colour(wanted: str) -> str:
    """Return a colour as a style sheet has it."""
    return f"var(--map-{wanted[1:]}, {wanted})" if wanted in style.DARK else wanted


def dark_colours() -> str:
    """Return what a style sheet says of the colours of a dark page."""
    return " ".join(f"--map-{light[1:]}: {dark};" for light, dark in style.DARK.items())
