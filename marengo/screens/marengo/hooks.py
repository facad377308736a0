"""What any page, picture and report asks of games on the field of Marengo."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from marengo.core.hooks import GameScreen
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView
from marengo.screens.marengo.drawing.picture import to_html, to_png

if TYPE_CHECKING:
    from marengo.lab.analysis.kept_values import KeptEffects
    from marengo.lab.run_folder import Run
    from marengo.reports.run_report import Section
    from marengo.reports.values import EffectSection
    from marengo.screens.marengo.play import Play
    from marengo.screens.marengo.replay import Replay


def page() -> "type[Play]":
    """Return the page with the map."""
    from marengo.screens.marengo.play import Play

    return Play


def replay(positions: list[MarengoState], at: int = 0) -> "Replay":
    """Step through a game move by move, turn by turn, or from attack to attack."""
    from marengo.screens.marengo.replay import Replay

    return Replay(positions, at)


def sections(run: "Run", general: "Sequence[Section]") -> "Sequence[Section]":
    """Return the sections of a report of a run."""
    from marengo.screens.marengo.observed import sections

    return sections(run, general)


def effects(
    runs: "Sequence[KeptEffects]", general: "Sequence[EffectSection]"
) -> "Sequence[EffectSection]":
    """Return the sections of a report of runs that found the values of several scenarios."""
    from marengo.screens.marengo.observed import effects

    return effects(runs, general)


SCREEN: GameScreen[MarengoState, MarengoView, Side] = GameScreen(
    to_png=to_png, to_html=to_html, page=page, replay=replay, sections=sections, effects=effects
)
