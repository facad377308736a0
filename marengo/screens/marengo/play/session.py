"""A game on the field between people and computer players, without a screen."""

from typing import Any

from marengo.core.game import Game
from marengo.games.marengo.game import on_field
from marengo.games.marengo.rules.vocabulary import Side
from marengo.languages import N_, _
from marengo.screens.marengo.play.steps import revealed, steps_of
from marengo.widgets.playing import session

_WON = {
    (Side.AUSTRIAN, "decisive"): N_("Austria has won (decisive)"),
    (Side.AUSTRIAN, "marginal"): N_("Austria has won (marginal)"),
    (Side.FRENCH, "decisive"): N_("France has won (decisive)"),
    (Side.FRENCH, "marginal"): N_("France has won (marginal)"),
}


class MarengoSession(session.Session):
    """A game in progress."""

    @property
    def outcome(self) -> str:
        """Winner and reason, in a sentence."""
        outcome = self.state.outcome
        won = _WON[outcome.winner, outcome.kind]
        return _("{won}: {reason}").format(won=_(won), reason=_(outcome.reason))

    def playable(self, game: Game[Any]) -> Game[Any]:
        """Return a game of either rules, or raise ScenarioError."""
        return on_field(game)

    steps_of = staticmethod(steps_of)
    revealed = staticmethod(revealed)
