"""A part of the map, close up, and the base of all that a lesson shows."""

import base64
import html
import io
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PIL import Image

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.board import extent
from marengo.games.marengo.screen.drawing.header import HEADER
from marengo.games.marengo.screen.drawing.layout import Layout, layout
from marengo.games.marengo.screen.drawing.picture import Arrow, to_png
from marengo.games.marengo.screen.drawing.places import stacks
from marengo.games.marengo.screen.drawing.position_text import clock_of, describe, view_of
from marengo.games.marengo.screen.drawing.renderer import renderer_of
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import ARMIES
from marengo.widgets.elements import paragraphs

__all__ = ["Scene", "Shown", "close_up", "levels", "table"]

WIDTH: Final = 2600
"""Width of the whole map that a close-up is cut from, in pixels."""

MARGIN: Final = 0.012
"""Room around what is shown close up, in widths of the whole map."""

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom as shares of the whole map's width and height."""


class Shown(ABC):
    """Something that shows itself in a notebook, as HTML and as plain text."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The same as plain text."""

    @abstractmethod
    def _repr_html_(self) -> str: ...

    def __repr__(self) -> str:
        return self.text


def levels(state: MarengoState) -> dict[Side, str]:
    """Say each army's morale; both sides see that (T-18.3, B-17.1)."""
    view = view_of(state, None)
    return {
        side: f"{army}: {renderer_of(view).morale(view, side)}." for side, army in ARMIES.items()
    }


def table(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """Return a table in HTML, aligned for reading."""
    style = 'style="text-align: left; vertical-align: top"'
    top = "".join(f'<th scope="col" {style}>{name}</th>' for name in head)
    rows = "".join(
        f"<tr>{''.join(f'<td {style}>{cell}</td>' for cell in row)}</tr>" for row in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"


@dataclass(frozen=True, repr=False)
class Scene(Shown):
    """A part of the map with the pieces on it; made by `close_up`."""

    png: bytes
    caption: str  # time, turn and morale
    words: str  # the whole position in words

    @property
    def text(self) -> str:
        """The position in words."""
        return self.words

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.png).decode()
        lines = self.words.splitlines()
        return (
            f'<figure style="margin: 0"><img alt="Part of the map: {html.escape(" ".join(lines))}" '
            f'src="data:image/png;base64,{picture}" style="max-width: 100%">'
            f"<figcaption>{html.escape(self.caption)}</figcaption>"
            f"<details><summary>The position in words</summary>{paragraphs(lines)}</details>"
            "</figure>"
        )


def close_up(
    state: MarengoState,
    *around: int | str,
    side: Side | None = None,
    arrows: Iterable[tuple[str, str]] = (),
) -> Scene:
    """Show a part of the map with the pieces on it.

    Parameters
    ----------
    state : State
        The position.
    *around : int or str
        Localities and boxes to be seen, such as ``4`` or ``"Alessandria"``.
    side : Side, optional
        Show what this side may know; without it everything is shown.
    arrows : iterable of (from, to)
        Places such as ``"4"`` and ``"9/4"``, or boxes, to draw arrows between; a ring where both
        are the same.

    Returns
    -------
    Scene
        Picture and words; it shows itself at the end of a notebook's cell.

    Raises
    ------
    ValueError
        If nothing is to be seen, or there is no such locality or box with pieces in it.
    """
    ends: list[Arrow] = [(_spot(state, start), _spot(state, end)) for start, end in arrows]
    whole = Image.open(io.BytesIO(to_png(state, side=side, width=WIDTH, arrows=ends)))
    part = whole.crop(_frame(state, around, whole.width, whole.height))
    with io.BytesIO() as file:
        part.save(file, format="png")
        png = file.getvalue()
    view = view_of(state, side)
    caption = f"{clock_of(view)}. {' '.join(levels(state).values())}"
    return Scene(png, caption, describe(state, side=side))


def _spot(state: MarengoState, place: str) -> Place | str:
    return place if place in _boxes(state) else Place.parse(place)


def _boxes(state: MarengoState) -> set[str]:
    return {entry.name for entry in state.game.board.entries}


def _frame(
    state: MarengoState, around: Iterable[int | str], width: int, height: int
) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the part to be shown, in pixels."""
    bounds = [_bounds(state, one) for one in around]
    if not bounds:
        raise ValueError("around: expected at least one locality or box")
    left, top, right, bottom = zip(*bounds, strict=True)
    across, down = MARGIN, MARGIN * width / height
    return (
        max(0, round((min(left) - across) * width)),
        max(0, round((min(top) - down) * height)),
        min(width, round((max(right) + across) * width)),
        min(height, round((max(bottom) + down) * height)),
    )


def _bounds(state: MarengoState, one: int | str) -> Bounds:
    """Return where a locality, or a box with its pieces, is on the whole map."""
    plan = layout(state.game.board)
    if isinstance(one, int) and one in plan.shapes:
        return _shares(plan, plan.shapes[one].bounds)
    waiting = stacks(state)
    if one not in _boxes(state) or one not in waiting:
        raise ValueError(f"around: {one!r}: no such locality, nor a box with pieces in it")
    area = waiting[str(one)]
    half = (area.width / 2, area.height / 2)
    x0, y0, x1, y1 = area.x - half[0], area.y - half[1], area.x + half[0], area.y + half[1]
    return _shares(plan, (x0, y0, x1, y1))


def _shares(plan: Layout, bounds: Bounds) -> Bounds:
    """Return bounds as shares of the picture's width and height."""
    left, top, right, bottom = extent(plan, HEADER)
    across, down = right - left, bottom - top
    x0, y0, x1, y1 = bounds
    return (x0 - left) / across, (y0 - top) / down, (x1 - left) / across, (y1 - top) / down
