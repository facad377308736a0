"""Renderers: what of a picture depends on the rules that are played."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from matplotlib.axes import Axes

from marengo.games.marengo.game import marengo_games
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.layout import Layout
from marengo.games.marengo.screen.drawing.legend import Sample
from marengo.games.marengo.view import MarengoView


@dataclass(frozen=True)
class Renderer:
    """Shows the positions of a game, as ``RENDERER`` of its module; functions take a view."""

    turn: Callable[[Any], str]  # how far the turn is and what is left of it, in words
    level: Callable[[Any, Side], str]  # an army's morale, as briefly as can be
    morale: Callable[[Any, Side], str]  # the same in full
    notes: Callable[[Any], list[str]]  # what else everybody knows
    draw: Callable[[Axes, Layout, Any, float], None]  # morale, hours, what only this ruleset has
    signs: tuple[tuple[Sample, str], ...]  # what the legend explains


def renderer_of(view: MarengoView) -> Renderer:
    """Return the renderer of a view's game."""
    game = marengo_games()[view.ruleset]
    renderer: Renderer = import_module(game.renderer).RENDERER
    return renderer
