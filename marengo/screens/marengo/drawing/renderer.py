"""Renderers: what of a picture depends on the rules that are played."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from marengo.games.marengo.armies import Army
from marengo.games.marengo.game import marengo_games
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.view import MarengoView
from marengo.screens.marengo.drawing.layout import Layout, Spot
from marengo.screens.marengo.drawing.legend import Sample

Event = tuple[int, Army, str, str]
"""An hour, and what an army has there: a sign for it, and in words."""

Token = tuple[str, Spot]
"""The sort of a token, and where it lies."""


@dataclass(frozen=True)
class Renderer:
    """Shows the positions of a game, as ``RENDERER`` of its module; functions take a view."""

    turn: Callable[[Any], str]  # how far the turn is and what is left of it, in words
    level: Callable[[Any, Side], str]  # an army's morale, as briefly as can be
    morale: Callable[[Any, Side], str]  # the same in full
    notes: Callable[[Any], list[str]]  # what else everybody knows
    hours: Callable[[Any], Iterator[Event]]  # what happens when
    tokens: Callable[[Layout, Any], Iterator[Token]]  # what lies on the map beside pieces
    samples: dict[str, Sample]  # how each sort of token is drawn
    signs: tuple[tuple[Sample, str], ...]  # what the legend explains


def renderer_of(view: MarengoView) -> Renderer:
    """Return the renderer of a view's game."""
    return renderer_named(view.ruleset)


def renderer_named(ruleset: str) -> Renderer:
    """Return the renderer of a game."""
    renderer: Renderer = import_module(marengo_games()[ruleset].renderer).RENDERER
    return renderer
