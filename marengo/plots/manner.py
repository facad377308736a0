"""What of a picture depends on the rules that are played, as data."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

from marengo.game import Side
from marengo.plots.layout import Layout
from marengo.plots.legend import Sample


@dataclass(frozen=True)
class Manner:
    """How the positions of one ruleset are shown; each function takes a view of that ruleset.

    Parameters
    ----------
    turn : callable
        Says how far the turn is and what is left of it.
    level : callable
        Says an army's morale as briefly as can be.
    morale : callable
        Says it in full.
    notes : callable
        Lists what else everybody knows.
    draw : callable
        Draws morale, the hours, and what only this ruleset has; given axes, layout, view and the
        points of ink in a unit.
    signs : tuple of (Sample, str)
        What the legend explains.
    """

    turn: Callable[[Any], str]
    level: Callable[[Any, Side], str]
    morale: Callable[[Any, Side], str]
    notes: Callable[[Any], list[str]]
    draw: Callable[[Axes, Layout, Any, float], None]
    signs: tuple[tuple[Sample, str], ...]
