"""A position of *The March of Progress* as a picture: countries in a row, and both hands."""

from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from marengo.charts import style
from marengo.charts.chart_frame import Look, look_of
from marengo.charts.figures import DRAWING, encoded, rendered, tell
from marengo.games.progress.rules.words import Card, Colour
from marengo.games.progress.state import Armies, ProgressState, ProgressView, title_of
from marengo.languages import _
from marengo.screens.progress import words

WIDTH, HEIGHT = 120.0, 100.0
"""Size of the drawing, in its own units; sizes of letters are in these too."""

CARD = (28.0, 9.6)
BOARD = (27.5, 72.5)
"""Size of a card; lowest and highest line of the countries."""


def position(shown: ProgressState | ProgressView) -> Figure:
    """Draw a position: Orange above, Blue below, the countries between them."""
    view = _view(shown)
    figure = Figure(figsize=(9.6, 9.6 * HEIGHT / WIDTH), facecolor=style.MARGIN)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(0, HEIGHT))
    axes.axis("off")
    for colour, low in ((Colour.ORANGE, 75.5), (Colour.BLUE, 1.0)):
        _hand(axes, view, colour, low)
    _countries(axes, view)
    _table(axes, view)
    return tell(figure, words.describe(view))


@DRAWING
def to_png(shown: ProgressState | ProgressView, *, width: int = 1200) -> bytes:
    """Draw a position, or what a side may know of it, as a PNG file that many pixels wide."""
    return encoded(rendered(position(shown), width).convert("RGB").quantize(256))


def _view(shown: ProgressState | ProgressView) -> ProgressView:
    return shown.view(None) if isinstance(shown, ProgressState) else shown


def _look(colour: Colour) -> Look:
    return look_of(colour.name.lower())


def _write(axes: Axes, at: tuple[float, float], text: str, size: float, **more: object) -> None:
    """Write a text whose letters are so many units high."""
    points = size * 9.6 * 72 / WIDTH
    look = {"ha": "center", "va": "center", "color": style.INK, "fontsize": points, **more}
    axes.text(*at, text, **look)  # type: ignore[arg-type] # all of them are texts or numbers


def _box(axes: Axes, at: tuple[float, float], size: tuple[float, float], **look: object) -> None:
    """Draw a card, its corners round."""
    shape = FancyBboxPatch(at, *size, boxstyle="round,pad=0,rounding_size=1.2", **look)  # type: ignore[arg-type]
    axes.add_patch(shape)


def _hand(axes: Axes, view: ProgressView, colour: Colour, low: float) -> None:
    """Draw the cards of a player, four in a row; those on the discard are pale and dashed."""
    look = _look(colour)
    vp, goal, top = view.vp[colour], view.scenario.numbers.goal, low + 20.6
    _write(axes, (2, top + 1.5), title_of(colour), 3.0, ha="left", color=look.dark, weight="bold")
    for width, face in ((40.0, style.FACE), (40.0 * min(vp / goal, 1.0), look.colour)):
        edge = {"edgecolor": look.dark, "linewidth": 1.2}
        axes.add_patch(Rectangle((18, top + 0.3), width, 2.4, facecolor=face, **edge))  # type: ignore[arg-type]
    points = _("{number} of {goal} VP").format(number=vp, goal=goal)
    _write(axes, (60, top + 1.5), points, 2.6, ha="left", weight="bold")
    left = _("{armies} in stock").format(armies=words.counted(view.stock[colour]))
    _write(axes, (WIDTH - 2, top + 1.5), left, 2.5, ha="right")
    cards = [card for card in Card if card.text in view.scenario.cards]
    for number, card in enumerate(cards):
        at = 2 + (number % 4) * (CARD[0] + 1.3), low + (1 - number // 4) * (CARD[1] + 0.8)
        _card(axes, at, card, look, there=card in view.hands[colour])


def _card(
    axes: Axes, at: tuple[float, float], card: Card | None, look: Look, *, there: bool = True
) -> None:
    """Draw a card, face up if it is known."""
    face = style.FACE if there and card else style.GAP
    edge = {"edgecolor": look.dark, "linewidth": 1.6 if there else 0.9}
    _box(axes, at, CARD, facecolor=face, linestyle="-" if there else (0, (3, 2)), **edge)
    middle = at[0] + CARD[0] / 2
    if card is None:
        _write(axes, (middle, at[1] + CARD[1] / 2), _("face down"), 2.4, color=look.dark)
        return
    weight = "bold" if there else "normal"
    _write(axes, (middle, at[1] + 6.4), words.title(card), 3.2, weight=weight)
    _write(axes, (middle, at[1] + 2.6), words.effect(card) if there else _("discarded"), 2.5)


def _table(axes: Axes, view: ProgressView) -> None:
    """Draw the cards of the round, and the supply, to the right of the countries."""
    left, middle = WIDTH - CARD[0] - 2, sum(BOARD) / 2
    lines = (
        "".join(words.turn(view)),
        _("{number} VP left").format(number=view.supply),
        _("initiative: {seat}").format(seat=title_of(view.holder)),
    )
    for number, line in enumerate(lines):
        _write(axes, (left + CARD[0] / 2, middle + 4.4 * (1 - number)), line, 2.7, weight="bold")
    for colour, low in ((Colour.ORANGE, BOARD[1] - CARD[1] - 3), (Colour.BLUE, BOARD[0] + 3)):
        if view.tables[colour] or (view.sealed and colour != view.side):
            _card(axes, (left, low), view.tables[colour], _look(colour))


def _countries(axes: Axes, view: ProgressView) -> None:
    """Draw the countries in a row, and a line wherever two of them touch."""
    names = view.scenario.countries
    room = (WIDTH - CARD[0] - 6) / len(names)
    lefts = {name: 2 + room * number for number, name in enumerate(names)}
    beside, middle = [set(pair) for pair in pairwise(names)], sum(BOARD) / 2
    around = [border for border in view.scenario.borders if set(border) not in beside]
    for border in view.scenario.borders:
        ends = sorted(lefts[name] + (room - 3) / 2 for name in border)
        level = middle
        if border in around:  # one below the countries, the next above them
            number = around.index(border)
            level = BOARD[number % 2] + (1.1 + number // 2) * (2 * (number % 2) - 1)
        route = ([ends[0], *ends, ends[1]], [middle, level, level, middle])
        axes.plot(*route, color=style.MAIN_ROAD, linewidth=5, zorder=0.5)
    for name in names:
        _country(axes, view, name, lefts[name], room - 3)


def _country(axes: Axes, view: ProgressView, name: str, left: float, width: float) -> None:
    """Draw a country: dice above, then Orange's armies, the capital, and Blue's armies."""
    home = words.home_of(name)
    look = None if home is None else _look(home)
    edge = {"edgecolor": look.dark if look else style.INK, "linewidth": 1.6}
    ground = look.light if look else style.PAPER
    _box(axes, (left, BOARD[0]), (width, BOARD[1] - BOARD[0]), facecolor=ground, **edge)
    middle = left + width / 2
    _write(axes, (middle, BOARD[1] - 3), words.heading(name), min(3.1, width / 8), weight="bold")
    _die(axes, (left + 2.2, BOARD[1] - 13), view.vp_dice[name], _("VP"), style.FACE)
    if home is not None:
        strength = (left + width - 9.2, BOARD[1] - 13)
        _die(axes, strength, view.strength[home], _("strength"), look_of(name).light)
        _capital(axes, view, home, (middle, 43.5))
    for colour, low in ((Colour.ORANGE, 50.5), (Colour.BLUE, BOARD[0] + 1.6)):
        _armies(axes, view.armies.get((name, colour), words.NONE), _look(colour), middle, low)


def _die(axes: Axes, at: tuple[float, float], value: int, what: str, face: str) -> None:
    axes.add_patch(Rectangle(at, 6.5, 6.5, facecolor=face, edgecolor=style.INK, linewidth=1.4))
    _write(axes, (at[0] + 3.25, at[1] + 3.25), str(value), 4.2, weight="bold")
    _write(axes, (at[0] + 3.25, at[1] - 1.7), what, 2.4)


def _capital(axes: Axes, view: ProgressView, home: Colour, at: tuple[float, float]) -> None:
    """Draw the printed capital, with the army that occupies it, and the garrison that it frees."""
    axes.add_patch(Circle(at, 4.4, facecolor=style.FACE, edgecolor=style.INK, linewidth=2.2))
    below = _("garrison {strength}").format(strength=view.scenario.numbers.garrison)
    if taken := words.capital(view, home):
        enemy, below = _look(Colour(1 - home)), _("occupied")
        _army(axes, (at[0] - 1.5, at[1] - 2.4), enemy, lying=taken == "fortified")
    else:
        _write(axes, at, _("capital"), 2.1)
    _write(axes, (at[0], at[1] - 6.2), below, 2.5)


def _armies(axes: Axes, armies: Armies, look: Look, middle: float, low: float) -> None:
    """Draw a player's armies in a country, but for the one on the capital."""
    standing = armies.normal - (armies.capital == "normal")
    lying = armies.fortified - (armies.capital == "fortified")
    x = middle - (4.4 * standing + 7.0 * lying) / 2
    for number in range(standing + lying):
        _army(axes, (x, low), look, lying=number >= standing)
        x += 4.4 if number < standing else 7.0


def _army(axes: Axes, at: tuple[float, float], look: Look, *, lying: bool) -> None:
    """Draw an army: a block that stands upright, or lies on its side."""
    size = (5.8, 3.0) if lying else (3.0, 5.0)
    paint = {"facecolor": look.colour, "edgecolor": look.dark, "linewidth": 1.2}
    axes.add_patch(Rectangle(at, *size, hatch=look.hatch, **paint))  # type: ignore[arg-type]
