"""Positions of the war of all Europe as short texts; what is played with is that of any war."""

from typing import Any

from marengo.games.europe.war.game import WarGame
from marengo.games.europe.war.state import WarState
from tests.rules.europe.war import playing
from tests.rules.europe.war.playing import (
    asked,
    fight,
    may,
    nation,
    play,
    refused,
    retreat,
    texts,
    there,
)

__all__ = [
    "asked",
    "fight",
    "may",
    "nation",
    "play",
    "position",
    "refused",
    "retreat",
    "scenario",
    "start",
    "texts",
    "there",
]


def scenario(lines: str = "") -> WarGame:
    """Return the scenario, or one of which some lines are different."""
    return playing.game("", "europe-1805", lines)


def start(lines: str = "") -> WarState:
    return scenario(lines).start(0)


def position(troops: str | None = "", nation: str = "AU", **facts: Any) -> WarState:
    """Return a position such as ``position("FR milan 3I", "FR", squadrons="FR brittany 2")``.

    ``wars="FR AU, FR GB"`` and ``alliances`` name all there are, in order, ``passages="PR FR"``
    lets the second pass where the first is, ``controllers="PR RU"`` says that Russia controls
    Prussia; all else is as in the war of two nations.
    """
    return playing.position(troops, nation, name="europe-1805", **facts)
