"""What moves in a notebook."""

from marengo.widgets.replay import Replay, replay

__all__ = ["Replay", "replay"]
