"""Renderers: what of a picture depends on the rules that are played."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

from marengo.game import Side, View
from marengo.plots.layout import Layout
from marengo.plots.legend import Sample


@dataclass(frozen=True)
class Renderer:
    """Shows the positions of one ruleset; each function takes a view of that ruleset."""

    turn: Callable[[Any], str]  # how far the turn is and what is left of it, in words
    level: Callable[[Any, Side], str]  # an army's morale, as briefly as can be
    morale: Callable[[Any, Side], str]  # the same in full
    notes: Callable[[Any], list[str]]  # what else everybody knows
    draw: Callable[[Axes, Layout, Any, float], None]  # morale, hours, what only this ruleset has
    signs: tuple[tuple[Sample, str], ...]  # what the legend explains


RENDERERS: dict[type[View], Renderer] = {}
"""By the type of view; marengo.plots enters those of both rulesets."""


def renderer_of(view: View) -> Renderer:
    """Return the renderer of a view's ruleset."""
    return RENDERERS[type(view)]
