"""A war as a picture: the map with who owns the regions and what stands there, or a battle."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Polygon, Rectangle
from matplotlib.path import Path
from PIL import Image

from marengo.charts import style
from marengo.charts.figures import DRAWING, encoded, rendered, tell
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.war.rules.words import Relation
from marengo.games.europe.war.state import WarState, WarView
from marengo.languages import _
from marengo.paths import data_path
from marengo.screens.europe.drawing import WIDTH, Paint, board, sign, write
from marengo.screens.europe.looks import LOOKS
from marengo.screens.europe.war import words
from marengo.screens.europe.words import initials

HEAD = 13.0
"""Height of the lines above the map."""

CAPITAL, DISPUTED, UPRISING = "◉", "◆", "✸"
LEADER, SHIP, AT_WAR = "★", "⚓", "⚔"
"""Signs beside the names of regions, and beside numbers and nations."""

NAME, CELL = 2.7, (6.9, 3.1)
"""Size of names, and of the place of a block and its number, where a sheet has its full size."""

WRAP, NUMBER = 13, 2.9
"""Letters in a line of a name, and size of numbers of pieces, on smaller sheets."""

TURNS = 120
"""Number of times that labels are pushed."""

LETTER = 0.66
"""Width of a letter relative to its size."""

LINE, GAP = 3.4, 0.7
"""Height of a line with a name, and the distance between labels."""

REACH = 16.0
"""Distance, beyond their sizes, of homes of labels that may push each other."""

Place = np.ndarray[Any, Any]
"""Point or size in the drawing."""


@dataclass(frozen=True)
class Sheet:
    """Part of the map to be drawn, in degrees, and the size of what is written on it."""

    west: float
    south: float
    east: float
    north: float
    narrowing: float  # a degree of longitude against one of latitude, in the middle
    unit: float = 1.0  # size of letters and blocks; only in full size each kind of piece has one

    @property
    def scale(self) -> float:
        """Units of the drawing in a degree of latitude."""
        return WIDTH / (self.narrowing * (self.east - self.west))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the map."""
        return WIDTH, self.scale * (self.north - self.south)

    @property
    def cell(self) -> tuple[float, float]:
        """Size of the place of a block and its number."""
        return CELL[0] * self.unit, CELL[1] * self.unit

    def drawn(self, places: Any) -> Place:
        """Return where places of the map are in the drawing."""
        degrees = np.array(places, float) - (self.west, self.south)
        drawn: Place = degrees * (self.scale * self.narrowing, self.scale)
        return drawn


LANDS = Sheet(-0.4, 40.7, 23.6, 51.4, 0.69)
EUROPE = Sheet(-12.0, 29.0, 46.0, 66.0, 0.82, unit=0.5)
"""Parts of the map drawn of wars without and with sea areas."""


@dataclass(frozen=True)
class Box:
    """Units of a nation in one place, in cells beside its initials."""

    nation: Nation
    cells: tuple[tuple[Piece | None, str], ...]  # the sign of a piece, and what is beside it
    columns: int
    afloat: bool = False

    @property
    def rows(self) -> int:
        """Number of rows of cells; the first has the initials of the nation."""
        return -(-(1 + len(self.cells)) // self.columns)


@dataclass
class Label:
    """Label of a region, a sea area or a port: its name, and below it who is there."""

    sheet: Sheet
    lines: list[str]  # of the name
    mark: str  # below them
    boxes: list[Box]
    home: Place  # where its middle should be
    sea: bool = False
    at: Place = field(init=False)  # and is
    size: Place = field(init=False)

    @property
    def gap(self) -> float:
        """The distance to the next label."""
        return GAP * self.sheet.unit

    def __post_init__(self) -> None:
        texts, unit = list(filter(None, (*self.lines, self.mark))), self.sheet.unit
        widths = [LETTER * NAME * unit * len(text) for text in texts]
        widths += [box.columns * self.sheet.cell[0] for box in self.boxes]
        height = LINE * len(texts) + sum(box.rows * CELL[1] + GAP for box in self.boxes)
        self.at, self.size = self.home.copy(), np.array((max(widths), height * unit))


def position(shown: WarState | WarView) -> Figure:
    """Draw a position: the map, or the battle that is fought."""
    view = _view(shown)
    if words.is_fought(view):
        return board(view, words.describe(view))
    figure = _paper(_sheet(view), style.MARGIN)
    _draw_land(figure.axes[0], _land(view))
    _draw_names(figure.axes[0], view)
    return tell(figure, words.describe(view))


@DRAWING
def to_png(shown: WarState | WarView, *, width: int = 1200) -> bytes:
    """Draw a position, or what a seat may know of it, as a PNG file that many pixels wide."""
    view = _view(shown)
    if words.is_fought(view):
        whole = rendered(position(view), width)
    else:
        figure = _paper(_sheet(view), "none")
        _draw_names(figure.axes[0], view)
        whole = Image.alpha_composite(_painted(_land(view), width), rendered(figure, width))
    return encoded(whole.convert("RGB").quantize(256))


def _paper(sheet: Sheet, colour: str) -> Figure:
    """Return a figure with axes in units of the drawing, for the map and the lines above it."""
    height = sheet.size[1] + HEAD
    figure = Figure(figsize=(9.6, 9.6 * height / WIDTH), facecolor=colour)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    axes.axis("off")
    return figure


def _draw_names(axes: Axes, view: WarView) -> None:
    """Draw all that stands on the land, and the lines above the map."""
    for label in _labels(view):
        _label(axes, label)
    _head(axes, view)


def _view(shown: WarState | WarView) -> WarView:
    return shown.view(None) if isinstance(shown, WarState) else shown


def _sheet(view: WarView) -> Sheet:
    return EUROPE if view.scenario.seas else LANDS


# --- the ground -----------------------------------------------------------------------------


@cache
def _features(sheet: Sheet) -> tuple[tuple[dict[str, Any], Path], ...]:
    """Return what is known of each region and sea area of the map, and its outline."""
    content = json.loads(data_path("maps/europe.geojson").read_text(encoding="utf-8"))
    features = content["features"]
    return tuple(
        (feature["properties"], _outline(sheet, feature["geometry"])) for feature in features
    )


def _outline(sheet: Sheet, geometry: dict[str, Any]) -> Path:
    """Return the outline of a polygon or of several, in units of the drawing."""
    parts = geometry["coordinates"]
    polygons = parts if geometry["type"] == "MultiPolygon" else [parts]
    rings = [Path(sheet.drawn(ring), closed=True) for polygon in polygons for ring in polygon]
    return Path.make_compound_path(*rings)


@dataclass(frozen=True)
class Land:
    """All that the ground of a picture depends on."""

    sheet: Sheet
    seas: tuple[str, ...]
    homes: tuple[tuple[Nation, tuple[str, ...]], ...]
    owners: tuple[tuple[str, Nation | None], ...]
    battle: str | None


def _land(view: WarView) -> Land:
    homes = defaultdict[Nation, list[str]](list)
    for name, region in view.scenario.regions.items():
        if region.home:
            homes[Nation(NAMES.index(region.home))].append(name)
    return Land(
        sheet=_sheet(view),
        seas=tuple(view.scenario.seas),
        homes=tuple((nation, tuple(names)) for nation, names in homes.items()),
        owners=tuple(view.owners.items()),
        battle=view.battle,
    )


@lru_cache(maxsize=4)
def _painted(land: Land, width: int) -> Image.Image:
    """Return the ground as a picture: it takes longer than all that stands on it, and stays."""
    figure = _paper(land.sheet, style.MARGIN)
    _draw_land(figure.axes[0], land)
    return rendered(figure, width)


def _draw_land(axes: Axes, land: Land) -> None:
    """Draw the sea, and the regions in the colours of their owners; homelands have wide borders."""
    sheet, owners = land.sheet, dict(land.owners)
    axes.add_patch(Rectangle((0, 0), *sheet.size, facecolor=style.WATER, alpha=0.5, zorder=0))
    outlines = {about["name"]: outline for about, outline in _features(sheet)}
    for about, outline in _features(sheet):
        name = about["name"]
        if name in owners:
            _ground(axes, sheet, outline, owners[name], 0.1)
        elif not about.get("sea"):  # off the map of this scenario
            _fill(axes, sheet, outline, facecolor=style.GAP, edgecolor=style.GAP, zorder=0.1)
        elif name in land.seas:
            shore: Paint = {"edgecolor": style.SHORE, "linewidth": 0.6, "zorder": 0.05}
            _fill(axes, sheet, outline, fill=False, **shore)
    for nation, names in land.homes:
        border: Paint = {"edgecolor": LOOKS[nation].dark, "linewidth": 5.0 * sheet.unit}
        for name in names:
            _fill(axes, sheet, outlines[name], fill=False, zorder=0.2, **border)
        for name in names:
            _ground(axes, sheet, outlines[name], owners[name], 0.3)
    if land.battle:
        _fill(axes, sheet, outlines[land.battle], fill=False, linewidth=3.0, zorder=0.4)


def _ground(axes: Axes, sheet: Sheet, outline: Path, owner: Nation | None, order: float) -> None:
    """Draw the ground of a region; of nobody's without a colour."""
    plain: Paint = {"edgecolor": style.FAINT, "zorder": order}
    _fill(axes, sheet, outline, facecolor=style.PAPER, **plain)
    if owner is not None:
        look = LOOKS[owner]
        paint: Paint = {"facecolor": look.colour, "hatch": look.hatch, "hatchcolor": look.light}
        _fill(axes, sheet, outline, alpha=0.36, **paint, **plain)


def _fill(axes: Axes, sheet: Sheet, outline: Path, **look: Any) -> None:
    common = {"linewidth": 0.8 * sheet.unit, "edgecolor": style.INK, "joinstyle": "round"}
    patch = axes.add_artist(PathPatch(outline, **{**common, **look}))  # no limits to be found
    patch.set_clip_path(Rectangle((0, 0), *sheet.size, transform=axes.transData))


# --- labels -----------------------------------------------------------------------------------


def _labels(view: WarView) -> list[Label]:
    """Return the labels of all places, moved so far that none hides another."""
    sheet, labels = _sheet(view), list[Label]()
    for about, _outline in _features(sheet):
        name, at = about["name"], sheet.drawn(about["label"])
        if name in view.owners:
            mark = f"{UPRISING} {_('uprising')}" if name in view.uprisings else ""
            labels.append(Label(sheet, _title(view, name), mark, _armies(view, name), at))
            if name in view.squadrons:
                port = sheet.drawn(about["port"])
                labels.append(Label(sheet, [], "", _ships(view, name), port, sea=True))
        elif name in view.scenario.seas:
            labels.append(Label(sheet, _title(view, name), "", _ships(view, name), at, sea=True))
    _part(labels)
    return labels


def _title(view: WarView, name: str) -> list[str]:
    """Return the lines of the name of a region, with its signs, or of a sea area."""
    title, region = words.water_title(name), view.scenario.regions.get(name)
    lines = [title] if _sheet(view).unit == 1 else wrap(title, WRAP, break_long_words=False)
    if region and region.capital:
        lines[0] = f"{CAPITAL} {lines[0]}"
    if region and region.disputed:
        lines[-1] = f"{lines[-1]} {DISPUTED}"
    return lines


def _armies(view: WarView, name: str) -> list[Box]:
    """Return a box for each army in a region: a cell for each kind of its pieces, or for all."""
    armies = words.standing(view, name)
    if _sheet(view).unit < 1:
        return [Box(nation, ((None, _total(pieces)),), 2) for nation, pieces in armies.items()]
    most = max((len(pieces) for pieces in armies.values()), default=0)
    across = 3 if len(armies) > 1 or most > 5 else 2
    return [
        Box(
            nation,
            tuple((piece, f"{many}") for piece, many in pieces.items()),
            min(across, 1 + len(pieces)),
        )
        for nation, pieces in armies.items()
    ]


def _total(pieces: Mapping[Piece, int]) -> str:
    """Return how many units an army has, with a star for each leader."""
    units = sum(many for piece, many in pieces.items() if piece != Piece.LEADER)
    return f"{units or ''}{LEADER * pieces.get(Piece.LEADER, 0)}"


def _ships(view: WarView, name: str) -> list[Box]:
    """Return a box for the squadrons of each nation in a sea area or a port."""
    fleets = view.squadrons.get(name, {})
    return [Box(nation, ((None, f"{SHIP}{many}"),), 2, True) for nation, many in fleets.items()]


def _part(labels: list[Label]) -> None:
    """Push labels apart that overlap, back onto the map, and for a while towards their homes."""
    places, near = [label.at.tolist() for label in labels], list[list[tuple[int, float, float]]]()
    for number, label in enumerate(labels):
        rooms = (
            (other, (label.size + labels[other].size) / 2 + label.gap)
            for other in range(number)
            if _may_meet(label, labels[other])
        )
        near.append([(other, float(room[0]), float(room[1])) for other, room in rooms])
    for turn in range(TURNS):
        for label, mine, neighbours in zip(labels, places, near, strict=True):
            for other, wide, high in neighbours:
                x, y = places[other]
                if abs(mine[0] - x) < wide and abs(mine[1] - y) < high:
                    _push(mine, places[other], wide, high)
            for axis in range(2):
                if turn < TURNS // 2:
                    mine[axis] += 0.1 * (float(label.home[axis]) - mine[axis])
                edge = float(label.size[axis]) / 2 + label.gap
                mine[axis] = min(max(mine[axis], edge), label.sheet.size[axis] - edge)
    for label, place in zip(labels, places, strict=True):
        label.at = np.array(place)


def _push(mine: list[float], theirs: list[float], wide: float, high: float) -> None:
    """Push two labels apart that overlap, the shorter way."""
    apart = mine[0] - theirs[0], mine[1] - theirs[1]
    over = wide - abs(apart[0]), high - abs(apart[1])
    axis = int(over[1] < over[0])
    push = over[axis] / 2 * (1 if apart[axis] >= 0 else -1)
    mine[axis] += push
    theirs[axis] -= push


def _may_meet(label: Label, other: Label) -> bool:
    """Return whether labels are near enough to push each other."""
    return bool(all(np.abs(label.home - other.home) < (label.size + other.size) / 2 + REACH))


def _label(axes: Axes, label: Label) -> None:
    """Draw a name, a box for each nation there, and if need be a line to the place."""
    unit = label.sheet.unit
    if any(np.abs(label.at - label.home) > label.size / 2 + LINE * unit):
        ends = zip(label.home, label.at, strict=True)
        line: Paint = {"linewidth": 1.4 * unit, "marker": "o", "markersize": 6 * unit}
        axes.plot(*ends, color=style.INK, markevery=[0], zorder=0.6, **line)
    x, y = label.at[0], label.at[1] + label.size[1] / 2
    look = {"style": "italic", "color": style.SEAT_DARK[1]} if label.sea else {"weight": "bold"}
    for line_of_title in label.lines:
        write(axes, (x, y - LINE * unit / 2), line_of_title, NAME * unit, **look)
        y -= LINE * unit
    if label.mark:
        box = {"boxstyle": "round,pad=0.15", "facecolor": style.OBJECTIVE, "edgecolor": style.INK}
        at = (x, y - LINE * unit / 2)
        write(axes, at, label.mark, 2.3 * unit, color=style.FACE, bbox=box, weight="bold")
        y -= LINE * unit
    for nation_box in label.boxes:
        y -= nation_box.rows * label.sheet.cell[1]
        _box(axes, (x - nation_box.columns * label.sheet.cell[0] / 2, y), label.sheet, nation_box)
        y -= GAP * unit


def _box(axes: Axes, at: tuple[float, float], sheet: Sheet, box: Box) -> None:
    """Draw a box with the initials of a nation, and what it has; that of squadrons is a pennant."""
    look, (left, bottom), (wide, high), unit = LOOKS[box.nation], at, sheet.cell, sheet.unit
    width, height = box.columns * wide, box.rows * high
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)])
    if box.afloat:
        corners = np.insert(corners, 2, (width - high / 3, height / 2), axis=0)
    edge: Paint = {"edgecolor": look.dark, "linewidth": unit}
    axes.add_patch(Polygon(corners + at, facecolor=look.light, **edge))
    top = bottom + height - high
    _tag(axes, (left, top), sheet, box.nation)
    for number, (piece, text) in enumerate(box.cells, start=1):
        x, y = left + number % box.columns * wide, top - number // box.columns * high
        if piece is None:
            middle = (x + wide / 2, y + high / 2)
            write(axes, middle, text, min(NUMBER, 8.5 / len(text)) * unit, weight="bold")
        else:
            sign(axes, (x + 0.35, y + 0.4, 2.9, high - 0.8), look, piece)
            write(axes, (x + 3.4, y + high / 2), text, 2.5, ha="left", weight="bold")


def _tag(axes: Axes, at: tuple[float, float], sheet: Sheet, nation: Nation) -> None:
    """Draw the initials of a nation."""
    (wide, high), look = sheet.cell, LOOKS[nation]
    axes.add_patch(Rectangle(at, wide, high, facecolor=look.dark))
    middle = (at[0] + wide / 2, at[1] + high / 2)
    write(axes, middle, initials(nation), 2.5 * sheet.unit, color=style.FACE, weight="bold")


# --- the heading ------------------------------------------------------------------------------


def _head(axes: Axes, view: WarView) -> None:
    """Write when it is, what each nation has and whom it fights, and what decides in the end."""
    sheet, nations = _sheet(view), tuple(view.pap)
    top, unit, columns = sheet.size[1] + HEAD, sheet.unit, min(len(nations), 4)
    write(axes, (2, top - 2.6), words.heading(view), 3.4, ha="left", weight="bold")
    for number, nation in enumerate(nations):
        left, y = 2 + number % columns * WIDTH / columns, top - 6.5 - 3.8 * (number // columns)
        _tag(axes, (left, y - 1.5 * unit), sheet, nation)
        beside, text = left + sheet.cell[0] + 1, words.treasury(view, nation)
        write(axes, (beside, y), text, 2.8 * unit, ha="left")
        wars = [initials(other) for other in nations if _at_war(view, nation, other)]
        if wars and unit < 1:
            write(axes, (beside, y - 1.8), f"{AT_WAR} {' '.join(wars)}", 2.8 * unit, ha="left")
    if any(region.disputed for region in view.scenario.regions.values()):
        write(axes, (2, top - 10.6), f"{DISPUTED} {words.goal(view)}", 2.8, ha="left")


def _at_war(view: WarView, nation: Nation, other: Nation) -> bool:
    return view.relations.get((nation, other)) == Relation.WAR
