"""What is drawn of *Bonaparte at Marengo* only: steps, commands, morale in points, stars."""

from collections import Counter

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.bonaparte.view import BonaparteView
from marengo.games.marengo.armies import ARMY_OF, Army
from marengo.games.marengo.board import Locality, Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.header import LAST_HOUR, draw_hours, morale_start
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.drawing.legend import draw_star
from marengo.games.marengo.screen.drawing.pieces import drawables, piece_signs
from marengo.games.marengo.screen.drawing.renderer import Renderer
from marengo.games.marengo.screen.drawing.writing import write, write_star
from marengo.games.marengo.types import ARMIES
from marengo.languages import N_, _, ngettext

__all__ = ["RENDERER"]

_COLOURS = {"red": N_("red"), "green": N_("green"), "blue": N_("blue")}

_STEPS = (
    N_("start of the turn"),
    N_("step 1: bombardment"),
    N_("step 2: assaults"),
    N_("step 3: moves"),
    N_("step 4: declaration"),
)

# A point of morale is a bar; every fifth is followed by a gap, to be counted at a glance.
_BAR: tuple[float, float] = (6.0, 22.0)
_BAR_STEP, _GAP, _FIVE = 8.4, 6.0, 5


def _turn(view: BonaparteView) -> str:
    """Say the step and what is left (B-7.4 to B-7.8, B-8.13, B-6.15)."""
    number = view.commands
    left = ngettext("{number} command left", "{number} commands left", number)
    words = [_(_STEPS[view.step]), left.format(number=number)]
    if number := view.activations:
        left = ngettext("{number} activation left", "{number} activations left", number)
        words.append(left.format(number=number))
    return ", ".join(words)


def _level(view: BonaparteView, side: Side) -> str:
    return _("demoralised") if view.demoralised[side] is not None else str(view.morale[side])


def _morale(view: BonaparteView, side: Side) -> str:
    hour = view.demoralised[side]
    if hour is None:
        return _("morale {level}").format(level=view.morale[side])
    return _("demoralised since {hour}:00").format(hour=hour)


def _notes(view: BonaparteView) -> list[str]:
    """List what is marked on no piece: stars held, assaults made, the flag, the bonus."""
    notes = []
    stars = Counter(spot.star for spot in _held(view, "austrian") if spot.star)
    if stars:
        counted = _("{number} {colour}")
        held = ", ".join(
            counted.format(number=stars[one], colour=_(_COLOURS[one])) for one in sorted(stars)
        )
        notes.append(_("stars held by Austria: {stars}").format(stars=held))
    if view.assaulted:
        places = ", ".join(sorted(view.assaulted))
        notes.append(_("assaults made from {places}").format(places=places))
    if view.flag:
        notes.append(_("Austrians have reached a French start"))
    bonus = _bonus(view)
    if bonus is not None:
        notes.append(_("morale bonus due to {army}").format(army=_(ARMIES[bonus])))
    return notes


def _bonus(view: BonaparteView) -> Side | None:
    """Return who gains a bonus in the next round; after the last there is none (B-13.7)."""
    return view.bonus_due if view.hour < LAST_HOUR else None


def _held(view: BonaparteView, *armies: Army) -> list[Locality]:
    """List the star localities that these armies occupy (B-14.4)."""
    held = {
        piece.place.locality
        for piece in drawables(view)
        if isinstance(piece.place, Place) and piece.army in armies
    }
    return [spot for spot in view.board.localities if spot.star and spot.number in held]


def _draw(axes: Axes, plan: Layout, view: BonaparteView, ink: float) -> None:
    """Draw morale as bars, the hours with demoralisation and bonus (B-13.7), stars over pieces."""
    for spot in _held(view, *ARMY_OF.values()):
        if spot.star:
            write_star(axes, plan, spot.number, spot.star, ink, zorder=7)
    for side, army in ARMY_OF.items():
        _bars(axes, army, morale_start(plan, side), view.morale[side], plan.unit, ink)
    events: dict[int, dict[str, list[Side]]] = {}
    for side, hour in view.demoralised.items():
        if hour is not None:
            events.setdefault(hour, {}).setdefault(_("demoralised"), []).append(side)
    bonus = _bonus(view)
    if bonus is not None:
        events.setdefault(view.hour + 1, {})[_("bonus")] = [bonus]
    for hour, (at, width) in draw_hours(axes, plan, view.hour, events, ink).items():
        for text, sides in events.get(hour, {}).items():
            _event(axes, at, width, text, sides, plan.unit, ink)


def _bars(axes: Axes, army: Army, start: Spot, count: int, unit: float, ink: float) -> None:
    """Draw an army's morale, a bar for each point (B-13.1)."""
    width, half = _BAR[0] * unit, _BAR[1] / 2 * unit
    bars = []
    for index in range(count):
        x = start[0] + (index * _BAR_STEP + index // _FIVE * _GAP) * unit
        y = start[1]
        bars.append([(x, y - half), (x + width, y - half), (x + width, y + half), (x, y + half)])
    if bars:
        axes.add_collection(
            PolyCollection(
                bars,
                facecolors=look_of(army).colour,
                edgecolors=look_of(army).dark,
                linewidths=0.7 * ink,
                zorder=7,
                gid=f"morale of {army}",
            )
        )


def _event(
    axes: Axes, at: Spot, width: float, text: str, sides: list[Side], unit: float, ink: float
) -> None:
    """Write into an hour what happens then, above it the initials of the armies."""
    for index, side in enumerate(sides):
        write(
            axes,
            (at[0] + width - (16 + 20 * index) * unit, at[1] - 26 * unit),
            ARMY_OF[side][0].upper(),
            style.NOTE_SIZE * ink * 0.75,
            weight="bold",
            color="white",
            bbox={
                "boxstyle": "square,pad=0.25",
                "facecolor": look_of(ARMY_OF[side]).colour,
                "edgecolor": look_of(ARMY_OF[side]).dark,
                "linewidth": 0.7 * ink,
            },
            zorder=5,
        )
    write(axes, (at[0] + width / 2, at[1]), text, style.NOTE_SIZE * ink * 0.8, zorder=5)


RENDERER = Renderer(
    turn=_turn,
    level=_level,
    morale=_morale,
    notes=_notes,
    draw=_draw,
    signs=(*piece_signs("inactive"), (draw_star, "star locality")),
)
"""How positions of Bonaparte are shown."""
