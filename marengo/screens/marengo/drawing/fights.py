"""Pictures of fights: a position before and after, and the table of leading strengths."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, look_of, sign
from marengo.charts.figures import DRAWING, tell
from marengo.games.marengo.armies import Army, check_army, enemy_of
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights import Fight, FightCourse
from marengo.games.marengo.types import Piece
from marengo.lab.exchange import Frame, need
from marengo.screens.marengo.drawing.layout import ApproachLine
from marengo.screens.marengo.drawing.pieces import draw_blocks, drawable
from marengo.screens.marengo.drawing.symbols import Strokes, add_box, add_side, write

__all__ = ["fight_plot", "strength_plot"]

_NEEDED = ("attack", "defence", "possible", "winner", "attacker_lost", "defender_lost")

# The table of leading strengths, in inches.
_CELL: Final = (0.74, 0.33)  # width and height
_AROUND: Final = (1.25, 1.35)  # room beside and above the cells
_LEAST: Final = 6.4  # width, that of a wide border, so that letters are always as large

_DEEP: Final = 4  # difference of losses from which a cell is as dark as can be, strength points


@DRAWING
def strength_plot(
    table: Frame, *, side: str = "austrian", bystander: str = "I2", heading: str = ""
) -> Figure:
    """Draw who wins an assault for all leading pieces, and what it costs.

    ``table`` is as :func:`marengo.games.marengo.study.fights.strength_table` returns it, ``side``
    the attacker, and ``bystander`` stands in the defence approach if nobody leads there. Attackers
    are from left to right, defenders from top to bottom. A cell has the colour and the sign of the
    winner, and the losses of both; it is the darker the more the loser loses than the winner.
    """
    table = need(table, "a table of strengths", _NEEDED)
    army = check_army(side)
    enemy = enemy_of(army)
    attack, defence = (table[who].unique(maintain_order=True).to_list() for who in _NEEDED[:2])
    names = [who or f"nobody ({bystander})" for who in defence]
    width = max(len(attack) * _CELL[0] + _AROUND[0], _LEAST)
    height = len(defence) * _CELL[1] + _AROUND[1]
    figure = Figure(figsize=(width, height), facecolor=style.MARGIN)
    size = (len(attack) * _CELL[0] / width, len(defence) * _CELL[1] / height)
    axes = figure.add_axes((1.15 / width, 0.42 / height, *size))
    holders = {"attacker": army, "defender": enemy}
    lines = [heading or "All leading strengths"]
    for row in table.iter_rows(named=True):
        place = defence.index(row["defence"])
        winner = holders[row["winner"]] if row["possible"] else None
        words = _cell(axes, (attack.index(row["attack"]), place), winner, row)
        lines.append(f"{row['attack']} against {names[place]}: {words}")
    axes.set(xlim=(-0.5, len(attack) - 0.5), ylim=(len(defence) - 0.5, -0.5))
    axes.set_xticks(range(len(attack)), attack)
    axes.set_yticks(range(len(defence)), names)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=SMALL + 0.5, labelcolor=style.INK)
    axes.spines[:].set_visible(False)
    own, other = look_of(army).name, look_of(enemy).name
    lost = f"strength lost: {own} / {other}"
    written: dict[str, Any] = {"va": "center", "color": style.INK}
    figure.text(0.1 / width, 1 - 0.17 / height, heading, weight="bold", size=SMALL + 1.5, **written)
    for x, y, words in (
        (1.15, height - 0.47, f"{own} leads with"),
        (0.1, height - 0.72, f"{other}\nleads with"),
        (0.1, 0.2, f"■ Austria wins   ● France wins   {lost}"),
    ):
        figure.text(x / width, y / height, words, size=SMALL, **written)
    return tell(figure, "\n".join(lines))


def _cell(axes: Axes, at: tuple[int, int], winner: Army | None, row: dict[str, Any]) -> str:
    """Draw the cell of an outcome, or of a pair that the rules forbid; return it in words."""
    x, y = at
    cell = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=style.MARGIN, edgecolor=style.MARGIN)
    axes.add_patch(cell)
    if winner is None:
        cell.set(edgecolor=style.GAP, hatch="////", linewidth=0.0)
        return "not possible"
    look, lost, gained = look_of(winner), row["attacker_lost"], row["defender_lost"]
    gain = gained - lost if row["winner"] == "attacker" else lost - gained
    share = 0.5 * min(max(gain, -1) + 1, _DEEP + 1) / (_DEEP + 1)
    shades = LinearSegmentedColormap.from_list(winner, [look.light, look.colour])
    cell.set(facecolor=shades(share), linewidth=2)
    axes.plot(x - 0.32, y, **sign(look.marker, 6.5, look.dark, look.dark))
    write(axes, (x + 0.1, y), f"{lost} / {gained}", SMALL + 0.5)
    return f"{look.name} wins; the attacker loses {lost}, the defender {gained}"


# The ground of a fight: an attack locality on the left and the defence locality on the right, in
# units of the maps, y downwards.
_WIDTH: Final = 800.0
_INCHES: Final = 8.0  # width of the figure
_INK: Final = 72 * _INCHES / _WIDTH  # how many points a unit is long
_ROOM: Final = 176.0  # height of one position
_TOP: Final = 26.0
_FIELD: Final = 142.0  # height of a locality
_BORDER: Final = (298.0, 322.0)  # the two approaches
_ENDS: Final = (34.0, 636.0)  # left end of the attack locality, right end of the defence locality
_COLUMNS: Final = {"own": 98.0, "attack": 238.0, "defence": 382.0, "reserve": 490.0, "flank": 590.0}
_BEYOND: Final = 716.0
_PITCH: Final = style.BLOCK[1] + 4.0


@DRAWING
def fight_plot(fight: Fight, course: FightCourse | None = None) -> Figure:
    """Draw who stands where before a fight and after it, the attacker on the left.

    ``course`` is how it goes; default: best play of both sides.
    """
    course = course or fight.best
    before, after = course.states[0], course.states[-1]
    height = 2 * _ROOM + 22
    figure = Figure(figsize=(_INCHES, _INCHES * height / _WIDTH), facecolor=style.MARGIN)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, _WIDTH), ylim=(height, 0))
    axes.set_axis_off()
    lines = [f"{fight.border} before and after"]
    for row, (name, state) in enumerate((("before", before), ("after", after))):
        _ground(axes, fight, row * _ROOM, name)
        lines.append(f"{name}: {_pieces(axes, fight, state, row * _ROOM)}")
    gone = [piece for piece in before.pieces if after.piece(piece.name).place is None]
    lines.append(f"destroyed: {_faces(gone) or 'nobody'}")
    _write(axes, _ENDS[0], 2 * _ROOM + 8, lines[-1], ha="left", color=style.INK)
    return tell(figure, "\n".join(lines))


def _write(axes: Axes, x: float, y: float, words: str, size: float = 13.0, **how: object) -> None:
    """Write something around a spot; sizes are in units."""
    write(axes, (x, y), words, size * _INK, **{"color": style.FAINT, **how})


def _ground(axes: Axes, fight: Fight, top: float, name: str) -> None:
    """Draw the two localities, and what is printed on their border."""
    board, attack = fight.game.board, Place.parse(fight.border)
    y0, y1 = top + _TOP, top + _TOP + _FIELD
    for x0, x1 in ((_ENDS[0], _BORDER[0] + 6), (_BORDER[1] - 6, _ENDS[1])):
        add_box(axes, (x0, y0), (x1 - x0, y1 - y0), style.PAPER, "none", 1.0)
    strokes = Strokes()
    sides = (board.approach(attack), -1.0), (board.opposite(attack), 1.0)
    for (approach, inward), x in zip(sides, _BORDER, strict=True):
        line = ((x, y0), (x, y1))
        add_side(strokes, ApproachLine(approach, line, line, (inward, 0.0)), 1.0)
    strokes.draw(axes, _INK, 3, ink=style.INK, paper=style.FACE)
    upright = {"rotation": 90, "weight": "bold", "va": "center", "color": style.INK}
    _write(axes, 16, (y0 + y1) / 2, name, 15, **upright)
    for column, words in (
        ("own", f"reserve of {attack.locality}"),
        ("attack", f"approach {attack}"),
        ("defence", f"approach {attack.opposite}"),
        ("reserve", f"reserve of {attack.towards}"),
    ):
        _write(axes, _COLUMNS[column], top + 14, words)


def _pieces(axes: Axes, fight: Fight, state: MarengoState, top: float) -> str:
    """Draw the pieces of a position, and return in words where they stand."""
    attack = Place.parse(fight.border)
    columns = {
        Place(attack.locality): _COLUMNS["own"],
        attack: _COLUMNS["attack"],
        attack.opposite: _COLUMNS["defence"],
        Place(int(attack.towards or 0)): _COLUMNS["reserve"],
    }
    by_place: dict[Place, list[Piece]] = {}
    for piece in state.pieces:
        if isinstance(piece.place, Place):
            by_place.setdefault(piece.place, []).append(piece)
    beyond = [p for p in by_place if p not in columns and p.locality != attack.towards]
    room = (_FIELD - 18 * len(beyond)) / max(1, sum(len(by_place[place]) for place in beyond))
    middle, y = top + _TOP + _FIELD / 2, top + 14
    for place, pieces in by_place.items():
        if place in columns:
            _stack(axes, pieces, columns[place], middle, _FIELD / len(pieces))
        elif place.locality == attack.towards:
            _stack(axes, pieces, _COLUMNS["flank"], middle, _FIELD / len(pieces))
            _write(axes, _COLUMNS["flank"], top + 14, str(place))
        else:
            _write(axes, _BEYOND, y, f"in {place}")
            height = len(pieces) * min(_PITCH, room)
            _stack(axes, pieces, _BEYOND, y + 12 + height / 2, room)
            y += height + 26
    return "; ".join(f"{place}: {_faces(pieces)}" for place, pieces in by_place.items())


def _stack(axes: Axes, pieces: list[Piece], x: float, y: float, room: float) -> None:
    """Draw the pieces of a place one below the other around a spot, or over one another."""
    drawn = [
        replace(shown, acted=False) for piece in pieces if (shown := drawable(piece)) is not None
    ]
    pitch = min(_PITCH, room)
    first = y - (len(drawn) - 1) / 2 * pitch
    spots = [((x, first + index * pitch), (1.0, 0.0)) for index in range(len(drawn))]
    draw_blocks(axes, list(zip(drawn, spots, strict=True)), 1.0, _INK)


def _faces(pieces: Iterable[Piece]) -> str:
    """Return pieces in words, with their army."""
    return ", ".join(
        f"{'Austrian' if p.side == Side.AUSTRIAN else 'French'} {p.kind.name.lower()} {p.strength}"
        for p in pieces
    )
