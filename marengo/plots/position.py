"""The map of a board with the pieces and discs of a position on it."""

from collections.abc import Iterable, Iterator

import shapely
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch, Rectangle

from marengo.board import Entry, Place
from marengo.game import Block, Piece, Side, State, View
from marengo.plots import style
from marengo.plots.board import canvas, draw, outline_of, outward_of, points
from marengo.plots.layout import Layout, Spot, layout
from marengo.plots.pieces import (
    Drawable,
    by_place,
    draw_blocks,
    draw_pieces,
    drawable,
)

__all__ = ["describe", "position"]

HEADER = 90.0
"""Room above the map for clock and track, in units."""

_ARMIES: dict[Side, style.Side] = {Side.AUSTRIAN: "austrian", Side.FRENCH: "french"}
_FIRST_HOUR, _LAST_HOUR = 6, 21


def position(
    shown: State | View,
    *,
    side: Side | None = None,
    figure_size: tuple[float, float] | None = None,
    numbers: bool = True,
    names: bool = False,
) -> Figure:
    """Draw a position on the map of its board.

    Shown pieces carry a symbol for each strength point, hidden ones are plain. Disorganised pieces
    are hatched with a dashed outline, pieces that have acted have a dark corner, pieces that lie
    face-up for everybody a heavy outline.

    Parameters
    ----------
    shown : State or View
        The position, or what one side knows of it.
    side : Side, optional
        Of a State: draw what this side may know. Without it everything is shown.
    figure_size : (width, height), optional
        Size in inches; without it 16 inches wide.
    numbers, names : bool
        Whether to write numbers and names of the localities.

    Returns
    -------
    Figure
        A figure of its own, not one of pyplot's.

    Raises
    ------
    ValueError
        ``side`` asks for more than a View of one side contains.
    """
    view = view_of(shown, side)
    plan = layout(view.board)
    figure, axes = canvas(plan, figure_size, HEADER)
    draw_held(axes, plan, view)
    draw(axes, plan, numbers=numbers, names=names)
    draw_position(axes, plan, view)
    return figure


def draw_held(axes: Axes, plan: Layout, view: View) -> None:
    """Tint the localities that an army occupies (T-3.5); the map is drawn over it."""
    _occupied(axes, plan, _pieces(view))


def draw_position(axes: Axes, plan: Layout, view: View) -> None:
    """Draw pieces, discs, clock and track over the map."""
    ink = points(axes, plan)
    pieces = _pieces(view)
    draw_pieces(axes, plan, pieces, ink)
    boxes = by_place(piece for piece in pieces if isinstance(piece.place, str))
    for entry in view.board.entries:
        _box(axes, plan, entry, boxes.get(entry.name, []), ink)
    _barred(axes, plan, view, ink)
    _committed(axes, plan, view, ink)
    _heading(axes, plan, view, ink)
    _track(axes, plan, view, ink)


def describe(shown: State | View, *, side: Side | None = None) -> str:
    """Describe in words what `position` draws, for readers who cannot see the picture.

    Parameters
    ----------
    shown : State or View
        The position, or what one side knows of it.
    side : Side, optional
        Of a State: describe what this side may know.

    Returns
    -------
    str
        A heading line, then a line for each army.
    """
    view = view_of(shown, side)
    lines = [_clock(view)]
    for army_side, army in _ARMIES.items():
        here = by_place(piece for piece in _pieces(view) if piece.army == army)
        places = sorted(here, key=_order)
        listed = "; ".join(f"{place}: {', '.join(map(_words, here[place]))}" for place in places)
        discs = f"morale {view.level(army_side)}, uncommitted {view.uncommitted[army_side]}"
        lines.append(f"{army.capitalize()}, {discs}. {listed or 'no pieces'}")
    return "\n".join(lines)


def view_of(shown: State | View, side: Side | None) -> View:
    """Return the view to draw."""
    if isinstance(shown, State):
        return shown.view(side)
    if side is not None and shown.side != side:
        raise ValueError(f"a view of {shown.side!r} cannot be drawn as that of {side!r}")
    return shown


def _pieces(view: View) -> list[Drawable]:
    """List all pieces that are still in the game."""
    given: list[Piece | Block] = [*view.own, *view.enemy]
    return [found for piece in given if (found := drawable(piece)) is not None]


def _order(place: Place | str) -> tuple[int, int, str]:
    """Sort places by locality, the reserve first, and boxes last."""
    if isinstance(place, str):
        return (10**9, 0, place)
    return (place.locality, place.towards or 0, place.pair or "")


def _words(piece: Drawable) -> str:
    """Name a piece in words."""
    face = "hidden" if piece.kind is None else f"{piece.kind.name.lower()} {piece.strength}"
    marks = ["" if piece.organised else "disorganised", "acted" if piece.acted else ""]
    marks += [f"bombardment {piece.bombardment}" if piece.bombardment != "none" else ""]
    return " ".join([face, *(f"({mark})" for mark in marks if mark)])


def _clock(view: View) -> str:
    """Say what time it is and whose turn."""
    turn = _ARMIES[view.turn].capitalize()
    orders = f"{view.orders} order{'' if view.orders == 1 else 's'} left"
    decides = _ARMIES[view.to_move].capitalize()
    asked = "" if view.to_move == view.turn else f", {decides} player to decide"
    return f"{view.hour}:00, {turn} turn, {orders}{asked}"


def _occupied(axes: Axes, plan: Layout, pieces: Iterable[Drawable]) -> None:
    """Tint the localities that an army occupies (T-3.5)."""
    held = {p.place.locality: p.army for p in pieces if isinstance(p.place, Place)}
    inset = style.INSET * plan.unit
    for number, army in held.items():
        for part in shapely.get_parts(plan.shapes[number].buffer(-inset, join_style="mitre")):
            axes.add_patch(
                PathPatch(
                    outline_of(part),
                    facecolor=style.ARMY_LIGHT[army],
                    edgecolor="none",
                    zorder=1.2,
                    gid=f"held by {army}",
                )
            )


def _box(axes: Axes, plan: Layout, entry: Entry, here: list[Drawable], ink: float) -> None:
    """Draw the pieces that wait in a box beside its arrow."""
    if entry.at is None or not here:
        return
    at, unit = plan.project(entry.at), plan.unit
    outward = outward_of(plan, at)
    columns = 2 if len(here) > 1 else 1
    rows = -(-len(here) // columns)
    width = columns * (style.BLOCK[0] + 3) + 8
    height = rows * (style.BLOCK[1] + 2.5) + 8
    if abs(outward[0]) > 0.5:
        middle = (at[0] + outward[0] * 68 * unit, at[1] + (90 + height / 2) * unit)
    else:
        middle = (at[0] + (50 + width / 2) * unit, at[1] + outward[1] * 52 * unit)
    axes.add_patch(
        Rectangle(
            (middle[0] - width / 2 * unit, middle[1] - height / 2 * unit),
            width * unit,
            height * unit,
            facecolor=style.ARMY_LIGHT[entry.army],
            edgecolor=style.ARMY_DARK[entry.army],
            linewidth=0.8 * ink,
            zorder=4,
        )
    )
    top = (middle[0], middle[1] - (rows - 1) / 2 * (style.BLOCK[1] + 2.5) * unit)
    for index, piece in enumerate(here):
        row, column = divmod(index, columns)
        x = top[0] + (column - (columns - 1) / 2) * (style.BLOCK[0] + 3) * unit
        y = top[1] + row * (style.BLOCK[1] + 2.5) * unit
        draw_blocks(axes, [(piece, ((x, y), (1.0, 0.0)))], unit, ink)


def _discs(
    axes: Axes, army: style.Side, at: Iterable[Spot], unit: float, ink: float, *, shifted: bool
) -> None:
    """Draw morale discs; shifted ones are hollow."""
    discs = [Circle(spot, style.DISC * unit) for spot in at]
    axes.add_collection(
        PatchCollection(
            discs,
            facecolors=style.ARMY_LIGHT[army] if shifted else style.ARMY[army],
            edgecolors=style.ARMY_DARK[army],
            linewidths=(1.8 if shifted else 1.0) * ink,
            zorder=7,
        )
    )


def _row(start: Spot, count: int, step: float) -> Iterator[Spot]:
    """Yield spots of discs in a row."""
    return ((start[0] + index * step, start[1]) for index in range(count))


def _committed(axes: Axes, plan: Layout, view: View, ink: float) -> None:
    """Draw the discs committed to localities above their labels (T-18.7)."""
    unit = plan.unit
    step = 1.9 * style.DISC * unit
    for side, army in _ARMIES.items():
        for number, count in view.committed[side].items():
            x, y = plan.labels[number].at
            shifted = view.shifted[side].get(number, 0)
            # both armies may have discs in one locality
            up = 23 if side == Side.FRENCH else 38
            start = (x - (count - 1) / 2 * step, y - up * unit)
            row = list(_row(start, count, step))
            _discs(axes, army, row[: count - shifted], unit, ink, shifted=False)
            if shifted:
                _discs(axes, army, row[count - shifted :], unit, ink, shifted=True)


def _barred(axes: Axes, plan: Layout, view: View, ink: float) -> None:
    """Cross out the borders over which an assault was lost this turn (T-11.50)."""
    crosses = [
        ((x0 + x1) / 2, (y0 + y1) / 2)
        for side in plan.sides
        for (x0, y0), (x1, y1) in [side.border]
        if side.approach.opposite is not None and str(side.approach.place) in view.barred
    ]
    if crosses:
        x, y = zip(*crosses, strict=True)
        size = (22 * ink) ** 2
        axes.scatter(
            x, y, s=size, marker="X", c=style.INK, edgecolors="white", zorder=7.5, gid="barred"
        )


def _heading(axes: Axes, plan: Layout, view: View, ink: float) -> None:
    """Write the clock, and beside it each army's morale."""
    left, top, right, _ = plan.frame
    unit = plan.unit
    y = top - (HEADER + 70) * unit
    size = style.TITLE_SIZE * ink * 0.8
    axes.text(
        (left + right) / 2,
        y,
        _clock(view),
        fontsize=size,
        family="serif",
        color=style.INK,
        ha="center",
        va="center",
    )
    for side, army in _ARMIES.items():
        count = view.uncommitted[side]
        x = left if side == Side.AUSTRIAN else right - 420 * unit
        axes.text(
            x,
            y,
            f"{army.capitalize()}  {view.level(side)}",
            fontsize=style.NOTE_SIZE * ink * 1.3,
            weight="bold",
            color=style.ARMY_DARK[army],
            ha="left",
            va="center_baseline",
        )
        start = (x + 190 * unit, y)
        _discs(axes, army, _row(start, count, 2.2 * style.DISC * unit), unit, ink, shifted=False)


def _track(axes: Axes, plan: Layout, view: View, ink: float) -> None:
    """Draw the hours with the discs that still lie on them; the present hour is framed."""
    left, top, right, _ = plan.frame
    unit = plan.unit
    hours = {view.hour, _FIRST_HOUR, _LAST_HOUR}.union(*view.track.values())
    span = range(min(hours), max(hours) + 1)
    width = (right - left) / len(span)
    y = top - (HEADER + 28) * unit
    height = 62 * unit
    for index, hour in enumerate(span):
        x = left + index * width
        now = hour == view.hour
        axes.add_patch(
            Rectangle(
                (x + 2 * unit, y),
                width - 4 * unit,
                height,
                facecolor=style.FACE if now else style.PAPER if hour > view.hour else style.GAP,
                edgecolor=style.INK if now else style.FAINT,
                linewidth=(2.8 if now else 0.7) * ink,
                zorder=4,
            )
        )
        axes.text(
            x + 10 * unit,
            y + 17 * unit,
            f"{hour}:00",
            fontsize=style.NOTE_SIZE * ink,
            weight="bold" if now else "normal",
            color=style.INK,
            va="center_baseline",
            zorder=5,
        )
        for side, army in _ARMIES.items():
            count = view.track[side].get(hour, 0)
            start = (x + 16 * unit + (0 if side == Side.AUSTRIAN else width / 2), y + 43 * unit)
            row = _row(start, count, 2.2 * style.DISC * unit)
            _discs(axes, army, row, unit, ink, shifted=False)
