"""What a map is made of: sheets that are drawn once, and what stands on them as plain data.

Everything is in the coordinates of the board, y downwards. Sheets are drawn by matplotlib, so that
the map and the pictures of a report are one; their colours become variables of the style sheet,
which has other values where the page is dark.
"""

import re
from dataclasses import dataclass, field

from matplotlib.figure import Figure
from matplotlib.text import Text

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
    ground, printed : str
        The sheets below and above the tints of places, as SVG.
    parts : dict of str to str
        What pieces are put together of, each around the origin, as SVG.
    places : dict of str to Place
        What can be pointed at.
    legend : list of (str, str)
        What signs look like, as SVG around the origin, and what they mean.
    """

    frame: Frame
    ground: str = field(repr=False)
    printed: str = field(repr=False)
    parts: dict[str, str] = field(repr=False)
    places: dict[str, Place] = field(repr=False)
    legend: list[tuple[str, str]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Head:
    """What is said above a map, as text.

    Parameters
    ----------
    clock : str
        What time it is, and whose turn.
    sides : list of (words, colour)
        How each side does.
    notes : str
        What else everybody knows.
    hours : list of (hour, now, words, signs)
        The hours of the day, whether it is now, and what happens then: in words, and as signs with
        their colours.
    """

    clock: str = ""
    sides: list[tuple[str, str]] = field(default_factory=list)
    notes: str = ""
    hours: list[tuple[str, bool, str, list[tuple[str, str]]]] = field(default_factory=list)


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
    head : Head
        What is said above it.
    arrows : list of list of (x, y)
        What moved, each as the way it took; a single point is ringed.
    losses : list of (x, y, place, number, colour)
        Where how many strength points were lost, and the colour of who lost them.
    known : dict of str to list of str
        What is said of a place that is pointed at, beside what is printed there.
    """

    words: str = ""
    tints: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    pieces: list[tuple[float, float, float, str, list[str]]] = field(default_factory=list)
    head: Head = field(default_factory=Head)
    arrows: list[list[tuple[float, float]]] = field(default_factory=list)
    losses: list[tuple[float, float, str, int, str]] = field(default_factory=list)
    known: dict[str, list[str]] = field(default_factory=dict)


def sheet(figure: Figure, frame: Frame) -> str:
    """Return a transparent figure as a part of an SVG that fills a frame of the board.

    Letters stay letters, without the halo that the style sheet gives them.
    """
    figure.set_facecolor("none")
    for text in figure.findobj(Text):
        text.set_path_effects([])
    drawn = figure_svg(figure, letters=True)
    size = re.search(r'viewBox="([^"]+)"', drawn)
    assert size is not None
    inside = drawn[drawn.index(">", drawn.index("<svg ")) + 1 : drawn.rindex("</svg>")]
    inside = re.sub(r"<metadata>.*?</metadata>", "", inside, flags=re.DOTALL)
    inside = re.sub(r"\s*\n\s*", " ", inside)
    inside = re.sub(
        r"'DejaVu S[^;\"]*, (sans-)?serif[^;\"]*", lambda one: f"{one[1] or ''}serif", inside
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
