"""The manners by ruleset: nothing else in the pictures knows which there are."""

from marengo.game import View
from marengo.game.bonaparte.view import BonaparteView
from marengo.game.triomphe.view import TriompheView
from marengo.plots.bonaparte import BONAPARTE
from marengo.plots.manner import Manner
from marengo.plots.triomphe import TRIOMPHE

MANNERS: dict[type[View], Manner] = {BonaparteView: BONAPARTE, TriompheView: TRIOMPHE}
"""How the views of each ruleset are shown."""


def manner_of(view: View) -> Manner:
    """Return how a view is shown."""
    return MANNERS[type(view)]
