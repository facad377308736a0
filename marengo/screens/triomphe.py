"""What is drawn of *Triomphe à Marengo* only: orders and the discs of morale."""

from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.patches import Circle

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.armies import ARMY_NAMES, ARMY_OF, Army
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.view import TriompheView
from marengo.languages import _, ngettext
from marengo.screens.marengo.drawing.layout import Layout, Spot
from marengo.screens.marengo.drawing.legend import Sample
from marengo.screens.marengo.drawing.pieces import piece_signs
from marengo.screens.marengo.drawing.renderer import Event, Renderer, Token

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


def _hours(view: TriompheView) -> Iterator[Event]:
    """Yield the discs on the track (T-18.8)."""
    for side, army in ARMY_OF.items():
        for hour, count in view.track[side].items():
            if count:
                yield hour, army, "●" * count, _("discs: {count}").format(count=count)


def _tokens(plan: Layout, view: TriompheView) -> Iterator[Token]:
    """Yield the discs committed to localities above their labels (T-18.7), shifted ones last."""
    unit = plan.unit
    step = 1.9 * style.DISC * unit
    for side, army in ARMY_OF.items():
        for number, count in view.committed[side].items():
            x, y = plan.labels[number].at
            left = count - view.shifted[side].get(number, 0)
            up = 23 if side == Side.FRENCH else 38  # both may have discs in one locality
            for index in range(count):
                at = (x + (index - (count - 1) / 2) * step, y - up * unit)
                yield f"{army} disc{'' if index < left else ' shifted'}", at


def _disc(*armies: Army, shifted: bool = False) -> Sample:
    """Return a sample of a disc of each army; shifted ones are hollow."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        for index, army in enumerate(armies):
            x, look = at[0] + (index - (len(armies) - 1) / 2) * 16 * unit, look_of(army)
            face, width = (look.light, 1.8) if shifted else (look.colour, 1.0)
            paint = {"facecolor": face, "edgecolor": look.dark, "linewidth": width * ink}
            axes.add_patch(Circle((x, at[1]), style.DISC * unit)).set(zorder=7, **paint)

    return draw


RENDERER = Renderer(
    turn=_turn,
    level=_level,
    morale=_morale,
    notes=_notes,
    hours=_hours,
    tokens=_tokens,
    samples={
        f"{army} disc{' shifted' * shifted}": _disc(army, shifted=shifted)
        for army in ARMY_NAMES
        for shifted in (False, True)
    },
    signs=(
        *piece_signs("disorganised"),
        (_disc(*ARMY_NAMES), "morale"),
        (_disc(*ARMY_NAMES, shifted=True), "morale, shifted"),
    ),
)
"""Renderer of positions of Triomphe."""
