"""What is drawn of *Triomphe à Marengo* only: orders and the discs of morale."""

from collections.abc import Iterable, Iterator

from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.patches import Circle

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.armies import ARMY_OF, Army
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.header import draw_hours, morale_start
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.drawing.legend import Sample
from marengo.games.marengo.screen.drawing.pieces import piece_signs
from marengo.games.marengo.screen.drawing.renderer import Renderer
from marengo.games.triomphe.view import TriompheView
from marengo.languages import _, ngettext

__all__ = ["RENDERER"]


def _turn(view: TriompheView) -> str:
    words = ngettext("{number} order left", "{number} orders left", view.orders)
    return words.format(number=view.orders)


def _level(view: TriompheView, side: Side) -> str:
    return str(view.level(side))


def _morale(view: TriompheView, side: Side) -> str:
    words = _("morale {level}, uncommitted {discs}")
    return words.format(level=view.level(side), discs=view.uncommitted[side])


def _notes(_: TriompheView) -> list[str]:
    return []


def _draw(axes: Axes, plan: Layout, view: TriompheView, ink: float) -> None:
    """Draw the discs: committed, uncommitted and on the track (T-18.8)."""
    _committed(axes, plan, view, ink)
    unit = plan.unit
    step = 2.2 * style.DISC * unit
    for side, army in ARMY_OF.items():
        row = _row(morale_start(plan, side), view.uncommitted[side], step)
        _discs(axes, army, row, unit, ink, shifted=False)
    others = [hour for track in view.track.values() for hour in track]
    for hour, ((x, y), width) in draw_hours(axes, plan, view.hour, others, ink).items():
        for side, army in ARMY_OF.items():
            start = (x + 16 * unit + (0 if side == Side.AUSTRIAN else width / 2), y)
            row = _row(start, view.track[side].get(hour, 0), step)
            _discs(axes, army, row, unit, ink, shifted=False)


def _discs(
    axes: Axes, army: Army, at: Iterable[Spot], unit: float, ink: float, *, shifted: bool
) -> None:
    """Draw morale discs; shifted ones are hollow."""
    discs = [Circle(spot, style.DISC * unit) for spot in at]
    axes.add_collection(
        PatchCollection(
            discs,
            facecolors=look_of(army).light if shifted else look_of(army).colour,
            edgecolors=look_of(army).dark,
            linewidths=(1.8 if shifted else 1.0) * ink,
            zorder=7,
        )
    )


def _row(start: Spot, count: int, step: float) -> Iterator[Spot]:
    """Yield spots of discs in a row."""
    return ((start[0] + index * step, start[1]) for index in range(count))


def _committed(axes: Axes, plan: Layout, view: TriompheView, ink: float) -> None:
    """Draw the discs committed to localities above their labels (T-18.7)."""
    unit = plan.unit
    step = 1.9 * style.DISC * unit
    for side, army in ARMY_OF.items():
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


def _disc(*, shifted: bool) -> Sample:
    """Return a sample of a disc of each army."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        for shift, army in zip((-8, 8), ARMY_OF.values(), strict=True):
            _discs(axes, army, [(at[0] + shift * unit, at[1])], unit, ink, shifted=shifted)

    return draw


RENDERER = Renderer(
    turn=_turn,
    level=_level,
    morale=_morale,
    notes=_notes,
    draw=_draw,
    signs=(
        *piece_signs("disorganised"),
        (_disc(shifted=False), "morale"),
        (_disc(shifted=True), "morale, shifted"),
    ),
)
"""How positions of Triomphe are shown."""
