"""A battle as a picture: the board with the attacker above, and what stands in each zone."""

from collections.abc import Iterator, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from marengo.charts import style
from marengo.charts.chart_frame import Look
from marengo.charts.figures import DRAWING, encoded, rendered, tell
from marengo.games.europe.notation import zone_names
from marengo.games.europe.rules.words import ARMS, GRADES, SQUARE, Arm, Nation, Piece, Side, Zone
from marengo.games.europe.state import BattleState, BattleView
from marengo.languages import _
from marengo.screens.europe import words
from marengo.screens.europe.looks import LOOKS

WIDTH = 120.0
"""Width of the drawing, in its own units; sizes of letters are in these too."""

ROWS = (10.5, 10.5, 18.0, 18.0, 18.0, 10.5, 10.5)
"""Heights of rout zone, reserve and line of the attacker, of the middle, and of the defender's."""

GAP = 0.8
"""Distance between two zones."""

HEAD = 6.0
"""Height of the line above the board."""

LINE = 200.0
"""Letters of a line as wide as the board, times their size."""

BLOCK, PITCH = (7.2, 4.6), 12.2
"""Size of a block that stands for the units of one piece, and the distance to the next."""

Box = tuple[float, float, float, float]
"""Left, bottom, width and height."""

Paint = dict[str, Any]
"""Style of a line or an area, as matplotlib takes it."""


def position(shown: BattleState | BattleView) -> Figure:
    """Draw a position."""
    view = _view(shown)
    return board(view, words.describe(view))


def board(view: BattleView, text: str) -> Figure:
    """Draw the board of a battle, with what it shows in words; the first line stands above it.

    The zones of a side look as the first nation on it does, and blocks as their own.
    """
    looks = {side: LOOKS[nation] for nation, side in reversed([*view.sides.items()])}
    height = sum(ROWS) + HEAD
    figure = Figure(figsize=(9.6, 9.6 * height / WIDTH), facecolor=style.MARGIN)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    axes.axis("off")
    heading = text.split("\n", maxsplit=1)[0]
    write(axes, (2, height - 3), heading, min(3.0, LINE / len(heading)), ha="left")
    for side, name, box in _zones(great=view.great):
        _zone(axes, view, looks, side, name, box)
    return tell(figure, text)


@DRAWING
def to_png(shown: BattleState | BattleView, *, width: int = 1200) -> bytes:
    """Draw a position, or what a side may know of it, as a PNG file that many pixels wide."""
    return encoded(rendered(position(shown), width).convert("RGB").quantize(256))


def _view(shown: BattleState | BattleView) -> BattleView:
    return shown.view(None) if isinstance(shown, BattleState) else shown


def _zones(*, great: bool) -> Iterator[tuple[Side | None, str, Box]]:
    """Yield the zones from above: whose they are, what the attacker or the side calls them."""
    top = sum(ROWS)
    tops = [top - sum(ROWS[:number]) for number in range(len(ROWS))]
    columns = range(3) if great else range(1, 2)
    width = (WIDTH - 4 + GAP) / 3
    for row, (side, zone) in enumerate(
        (
            (Side.ATTACKER, Zone.ROUT),
            (Side.ATTACKER, Zone.RESERVE),
            (Side.ATTACKER, Zone.LINE),
            (None, Zone.MIDDLE),
            (Side.DEFENDER, Zone.LINE),
            (Side.DEFENDER, Zone.RESERVE),
            (Side.DEFENDER, Zone.ROUT),
        )
    ):
        bottom, height = tops[row] - ROWS[row] + GAP, ROWS[row] - GAP
        names = zone_names(Side.DEFENDER if side == Side.DEFENDER else Side.ATTACKER)
        if zone >= Zone.RESERVE:
            yield side, names[zone], (2, bottom, WIDTH - 4, height)
            continue
        for column in columns:
            left = 2 + column * width if great else 2
            room = width - GAP if great else WIDTH - 4
            yield side, names[zone + column], (left, bottom, room, height)


def _zone(
    axes: Axes,
    view: BattleView,
    looks: Mapping[Side, Look],
    side: Side | None,
    name: str,
    box: Box,
) -> None:
    """Draw a zone with all that stands in it; of a middle zone, that of either side."""
    left, bottom, width, height = box
    look = None if side is None else looks[side]
    ground, edge = (look.light, look.dark) if look else (style.PAPER, style.INK)
    shape = Rectangle(
        (left, bottom), width, height, facecolor=ground, edgecolor=edge, linewidth=1.4
    )
    axes.add_patch(shape)
    title = words.zone_title(name) if side is not None else _("middle")
    write(axes, (left + 1, bottom + height - 1.8), title, 2.2, ha="left", color=style.FAINT)
    if side in view.hidden and name == "reserve":
        write(axes, (left + width / 2, bottom + 2.4), _("not shown yet"), 2.4)
    at = 0
    for nation, its_side in view.sides.items():
        called = name if side is not None or its_side == Side.ATTACKER else _mirrored(name)
        if side in (None, its_side):
            for piece, number in view.units.get((nation, called), {}).items():
                room = max(1, int((width - 1.4) // PITCH))
                x = left + 1.4 + (at % room) * PITCH
                y = bottom + height - 3.6 - (at // room + 1) * (BLOCK[1] + 0.6)
                _block(axes, (x, y), nation, piece, number)
                at += 1


def _mirrored(name: str) -> str:
    """Return what the defender calls a zone of the attacker's name."""
    return zone_names(Side.DEFENDER)[zone_names(Side.ATTACKER).index(name)]


def _block(axes: Axes, at: tuple[float, float], nation: Nation, piece: Piece, number: int) -> None:
    """Draw the units of one piece: the sign of their arm, and how many they are."""
    (x, y), (width, height) = at, BLOCK
    sign(axes, (*at, width, height), LOOKS[nation], piece)
    beside = x + width + 0.6
    write(axes, (beside, y + height / 2 + 0.9), f"{number}", 3.0, ha="left", weight="bold")
    write(axes, (beside, y + 0.9), words.initials(nation), 1.7, ha="left")


def sign(axes: Axes, box: Box, look: Look, piece: Piece) -> None:
    """Draw the sign of a piece as large as a box."""
    x, y, width, height = box
    line: Paint = {"color": look.dark, "linewidth": 0.28 * height}
    edge: Paint = {
        "edgecolor": look.dark,
        "linewidth": (0.57 if piece >= SQUARE else 0.28) * height,
    }
    axes.add_patch(Rectangle((x, y), width, height, facecolor=style.FACE, **edge))
    arm = ARMS[piece]
    if arm in (Arm.INFANTRY, Arm.CAVALRY):
        axes.plot([x, x + width], [y, y + height], **line)
    if arm == Arm.INFANTRY:
        axes.plot([x, x + width], [y + height, y], **line)
    if piece >= SQUARE:
        axes.add_patch(Rectangle((x + 0.7, y + 0.7), width - 1.4, height - 1.4, fill=False, **edge))
    middle = (x + width / 2, y + height / 2)
    if arm == Arm.ARTILLERY:
        axes.add_patch(Circle(middle, 0.2 * height, color=look.dark))
    if arm == Arm.LEADER:
        write(axes, (middle[0], middle[1] - 0.2), "★", 0.78 * height, color=look.dark)
    elif GRADES[piece]:
        grade = "+" if GRADES[piece] > 0 else "−"
        write(axes, middle, grade, height, color=look.dark, weight="bold")


def write(axes: Axes, at: tuple[float, float], text: str, size: float, **more: object) -> None:
    """Write a text whose letters are so many units high."""
    points = size * 9.6 * 72 / WIDTH
    look = {"ha": "center", "va": "center", "color": style.INK, "fontsize": points, **more}
    axes.text(*at, text, **look)  # type: ignore[arg-type] # all of them are texts or numbers
