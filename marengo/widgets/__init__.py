"""What moves in a notebook."""

from marengo.widgets.assault import Assault, assault
from marengo.widgets.explore import Explorer, explore
from marengo.widgets.replay import Replay, replay

__all__ = ["Assault", "Explorer", "Replay", "assault", "explore", "replay"]
