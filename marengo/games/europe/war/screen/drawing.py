"""A war as a picture: the map with who owns the regions and what stands there, or a battle."""

import base64
import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from marengo.charts import style
from marengo.charts.chart_frame import Look, look_of
from marengo.charts.figures import DRAWING, encoded, rendered, tell
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.screen.drawing import WIDTH, Paint, board, sign, write
from marengo.games.europe.screen.words import initials
from marengo.games.europe.war.rules.words import NATION_OF
from marengo.games.europe.war.screen import words
from marengo.games.europe.war.state import WarState, WarView
from marengo.languages import _
from marengo.paths import data_path

SHEET = (-0.4, 40.7, 23.6, 51.4)
"""Longitudes and latitudes between which the map lies: west, south, east, north."""

NARROWING = 0.69
"""A degree of longitude against one of latitude, in the middle of the map."""

SCALE = WIDTH / (NARROWING * (SHEET[2] - SHEET[0]))
HEIGHT = SCALE * (SHEET[3] - SHEET[1])
"""Units of the drawing in a degree of latitude, and in the height of the map."""

HEAD = 13.0
"""Height of the lines above the map."""

CAPITAL, DISPUTED, UPRISING = "◉", "◆", "✸"
"""Signs beside the names of regions."""

NAME, CELL = 2.7, (6.9, 3.1)
"""Size of names, and of the place of a block and its number."""

TURNS = 120
"""How often labels are pushed."""

LETTER = 0.66
"""How wide a letter is against its size."""

LINE, GAP = 3.4, 0.7
"""Height of a line with a name, and the distance between labels."""

Place = np.ndarray[Any, Any]
"""Where something is in the drawing, or how large it is."""


@dataclass
class Label:
    """What is written of a region: its name, and below it who stands there."""

    title: str
    mark: str  # below the title
    armies: Mapping[Nation, Mapping[Piece, int]]
    home: Place  # where its middle should be
    at: Place = field(init=False)  # and is
    size: Place = field(init=False)

    def __post_init__(self) -> None:
        texts = list(filter(None, (self.title, self.mark)))
        widths = [LETTER * NAME * len(text) for text in texts]
        widths += [columns * CELL[0] for columns, _rows in self.boxes]
        height = LINE * len(texts) + sum(rows * CELL[1] + GAP for _columns, rows in self.boxes)
        self.at, self.size = self.home.copy(), np.array((max(widths), height))

    @property
    def boxes(self) -> list[tuple[int, int]]:
        """Columns and rows of the box of each army, the initials of its nation in the first."""
        most = max((len(pieces) for pieces in self.armies.values()), default=0)
        across = 3 if len(self.armies) > 1 or most > 5 else 2
        counts = [1 + len(pieces) for pieces in self.armies.values()]
        return [(min(across, count), -(-count // across)) for count in counts]


def position(shown: WarState | WarView) -> Figure:
    """Draw a position: the map, or the battle that is fought."""
    view, told = _view(shown), words.describe(_view(shown))
    if words.is_fought(view):
        looks = {side: _look(nation) for nation, side in view.sides.items()}
        return board(view, told, looks)
    height = HEIGHT + HEAD
    figure = Figure(figsize=(9.6, 9.6 * height / WIDTH), facecolor=style.MARGIN)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    axes.axis("off")
    _land(axes, view)
    for label in _labels(view):
        _label(axes, label)
    _head(axes, view)
    return tell(figure, told)


@DRAWING
def to_png(shown: WarState | WarView, *, width: int = 1200) -> bytes:
    """Draw a position, or what a seat may know of it, as a PNG file that many pixels wide."""
    return encoded(rendered(position(shown), width).convert("RGB").quantize(256))


def to_html(shown: WarState | WarView) -> str:
    """Show a position as a picture, with all that it shows as its text for those who hear it."""
    told = html.escape(words.describe(_view(shown)), quote=True)
    picture = base64.b64encode(to_png(shown)).decode()
    return f'<img alt="{told}" src="data:image/png;base64,{picture}" style="max-width: 100%">'


def _view(shown: WarState | WarView) -> WarView:
    return shown.view(None) if isinstance(shown, WarState) else shown


def _look(nation: Nation) -> Look:
    return look_of(NAMES[nation])


# --- the ground -----------------------------------------------------------------------------


@cache
def _features() -> tuple[tuple[dict[str, Any], Path], ...]:
    """Return what is known of each region of the map, and its outline."""
    content = json.loads(data_path("maps/europe.geojson").read_text(encoding="utf-8"))
    return tuple((one["properties"], _outline(one["geometry"])) for one in content["features"])


def _outline(geometry: dict[str, Any]) -> Path:
    """Return the outline of a polygon or of several, in units of the drawing."""
    parts = geometry["coordinates"]
    polygons = parts if geometry["type"] == "MultiPolygon" else [parts]
    rings = [Path(_drawn(ring), closed=True) for polygon in polygons for ring in polygon]
    return Path.make_compound_path(*rings)


def _drawn(places: Any) -> Place:
    """Return where places of the map are in the drawing."""
    drawn: Place = (np.array(places, float) - SHEET[:2]) * (SCALE * NARROWING, SCALE)
    return drawn


def _land(axes: Axes, view: WarView) -> None:
    """Draw the sea, and the regions in the colours of their owners; homelands have wide borders."""
    axes.add_patch(Rectangle((0, 0), WIDTH, HEIGHT, facecolor=style.WATER, alpha=0.5, zorder=0))
    lands = {about["name"]: outline for about, outline in _features()}
    for name, outline in lands.items():
        _ground(axes, view, name, outline, 0.1)
    for home in view.scenario.nations:
        own = {name for name, region in view.scenario.regions.items() if region.home == home}
        for name in own:
            border: Paint = {"edgecolor": look_of(home).dark, "linewidth": 5.0, "zorder": 0.2}
            _fill(axes, lands[name], fill=False, **border)
        for name in own:
            _ground(axes, view, name, lands[name], 0.3)
    if view.battle:
        _fill(axes, lands[view.battle], fill=False, linewidth=3.0, zorder=0.4)


def _ground(axes: Axes, view: WarView, name: str, outline: Path, order: float) -> None:
    """Draw the ground of a region; of nobody's, or that is off the map, without a colour."""
    plain: Paint = {"edgecolor": style.FAINT, "zorder": order}
    _fill(axes, outline, facecolor=style.PAPER if name in view.owners else style.GAP, **plain)
    owner = view.owners.get(name)
    if owner is not None:
        look = _look(owner)
        _fill(
            axes,
            outline,
            facecolor=look.colour,
            hatch=look.hatch,
            alpha=0.36,
            hatchcolor=look.light,
            **plain,
        )


def _fill(axes: Axes, outline: Path, **look: Any) -> None:
    common = {"linewidth": 0.8, "edgecolor": style.INK, "joinstyle": "round"}
    axes.add_patch(PathPatch(outline, **{**common, **look}))


# --- labels -----------------------------------------------------------------------------------


def _labels(view: WarView) -> list[Label]:
    """Return the labels of all regions, moved so far that none hides another."""
    found = []
    for about, _outline in _features():
        if (name := about["name"]) in view.owners:
            region, title = view.scenario.regions[name], words.region_title(name)
            signs = CAPITAL * region.capital, title, DISPUTED * region.disputed
            mark = f"{UPRISING} {_('uprising')}" if name in view.uprisings else ""
            title = " ".join(filter(None, signs))
            at = _drawn(about["label"])
            found.append(Label(title, mark, words.standing(view, name), at))
    _part(found)
    return found


def _part(labels: list[Label]) -> None:
    """Push labels apart that overlap, back onto the map, and for a while towards their homes."""
    for turn in range(TURNS):
        for number, one in enumerate(labels):
            for other in labels[:number]:
                apart = one.at - other.at
                over = (one.size + other.size) / 2 + GAP - np.abs(apart)
                if min(over) > 0:
                    axis = int(over[1] < over[0])
                    push = over[axis] / 2 * (1 if apart[axis] >= 0 else -1)
                    one.at[axis] += push
                    other.at[axis] -= push
            if turn < TURNS // 2:
                one.at += 0.1 * (one.home - one.at)
            edge = one.size / 2 + GAP
            one.at = np.clip(one.at, edge, (WIDTH, HEIGHT) - edge)


def _label(axes: Axes, label: Label) -> None:
    """Draw a name, a box for each nation with its blocks, and if need be a line to the region."""
    if any(np.abs(label.at - label.home) > label.size / 2 + LINE):
        ends = zip(label.home, label.at, strict=True)
        axes.plot(*ends, color=style.INK, linewidth=1.4, marker="o", markevery=[0], zorder=0.6)
    x, y = label.at[0], label.at[1] + label.size[1] / 2
    write(axes, (x, y - LINE / 2), label.title, NAME, weight="bold")
    if label.mark:
        y -= LINE
        box = {"boxstyle": "round,pad=0.15", "facecolor": style.OBJECTIVE, "edgecolor": style.INK}
        at = (x, y - LINE / 2)
        write(axes, at, label.mark, 2.3, color=style.FACE, bbox=box, weight="bold")
    y -= LINE
    for (columns, rows), (nation, pieces) in zip(label.boxes, label.armies.items(), strict=True):
        y -= rows * CELL[1]
        _army(axes, (x - columns * CELL[0] / 2, y), (columns, rows), nation, pieces)
        y -= GAP


def _army(
    axes: Axes,
    at: tuple[float, float],
    size: tuple[int, int],
    nation: Nation,
    pieces: Mapping[Piece, int],
) -> None:
    """Draw a box with the initials of a nation, and a block for each kind of its pieces."""
    look, (left, bottom), (columns, rows) = _look(nation), at, size
    width, height = columns * CELL[0], rows * CELL[1]
    edge: Paint = {"edgecolor": look.dark, "linewidth": 1.0}
    axes.add_patch(Rectangle(at, width, height, facecolor=look.light, **edge))
    top = bottom + height - CELL[1]
    _tag(axes, (left, top), nation)
    for number, (piece, many) in enumerate(pieces.items(), start=1):
        x, y = left + number % columns * CELL[0], top - number // columns * CELL[1]
        sign(axes, (x + 0.35, y + 0.4, 2.9, CELL[1] - 0.8), look, piece)
        write(axes, (x + 3.4, y + CELL[1] / 2), f"{many}", 2.5, ha="left", weight="bold")


def _tag(axes: Axes, at: tuple[float, float], nation: Nation) -> None:
    """Draw the initials of a nation."""
    axes.add_patch(Rectangle(at, *CELL, facecolor=_look(nation).dark))
    middle = (at[0] + CELL[0] / 2, at[1] + CELL[1] / 2)
    write(axes, middle, initials(nation), 2.5, color=style.FACE, weight="bold")


# --- the heading ------------------------------------------------------------------------------


def _head(axes: Axes, view: WarView) -> None:
    """Write when it is, what each nation has, and what decides in the end."""
    top = HEIGHT + HEAD
    write(axes, (2, top - 2.6), words.heading(view), 3.4, ha="left", weight="bold")
    for number, nation in enumerate(NATION_OF):
        left = 2 + number * WIDTH / len(NATION_OF)
        _tag(axes, (left, top - 8.0), nation)
        told = words.treasury(view, nation)
        write(axes, (left + CELL[0] + 1, top - 6.5), told, 2.8, ha="left")
    write(axes, (2, top - 10.6), f"{DISPUTED} {words.goal(view)}", 2.8, ha="left")
