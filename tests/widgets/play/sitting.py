"""Sessions, without a screen."""

from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.play.session import MarengoSession
from marengo.widgets.playing.seats import HUMAN

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def session(austrian: str, french: str, *, seed: int = 7) -> MarengoSession:
    return MarengoSession(load("triomphe"), {AUSTRIAN: austrian, FRENCH: french}, seed, "rule")


def begun(state: MarengoState, austrian: str = HUMAN, french: str = HUMAN) -> MarengoSession:
    """Return a session in the middle of a game, for who decides."""
    made = session(austrian, french)
    made.state = state
    made.uncover()
    return made


def play(made: MarengoSession, *texts: str) -> None:
    """Play moves, each a decision of its own."""
    for text in texts:
        made.play([made.state.move(text)])
