"""Players: everything that answers "which move?"; they lie in ``marengo.core.players``."""

from marengo.core.players import *  # noqa: F403 - all that it offers
from marengo.core.players import __all__ as __all__
