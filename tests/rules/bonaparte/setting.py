"""Positions of *Bonaparte at Marengo* on its real board, in one line."""

from collections.abc import Mapping
from typing import Any

from marengo import load
from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.vocabulary import Side

game: BonaparteGame = load("bonaparte")
"""The standard game on its real board."""

NOBODY: Mapping[str, str] = {}


def austrian_turn(
    austrian: Mapping[str, str],
    french: Mapping[str, str] = NOBODY,
    *,
    on: BonaparteGame = game,
    hour: int = 9,
    step: int = 3,
    **given: Any,
) -> BonaparteState:
    """Return a position in a step of an Austrian turn: the moves at 9:00 unless said."""
    return on.position(
        hour=hour, turn=Side.AUSTRIAN, step=step, austrian=austrian, french=french, **given
    )


def french_turn(
    french: Mapping[str, str],
    austrian: Mapping[str, str] = NOBODY,
    *,
    on: BonaparteGame = game,
    hour: int = 9,
    step: int = 3,
    **given: Any,
) -> BonaparteState:
    """Return a position in a step of a French turn: the moves at 9:00 unless said."""
    return on.position(
        hour=hour, turn=Side.FRENCH, step=step, austrian=austrian, french=french, **given
    )
