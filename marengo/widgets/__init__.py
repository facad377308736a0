"""What moves in a notebook."""

from marengo.widgets.assault import Assault, assault
from marengo.widgets.explore import Explorer, explore
from marengo.widgets.replay import Replay, replay
from marengo.widgets.scenario_lab import ScenarioLab, scenario_lab

__all__ = [
    "Assault",
    "Explorer",
    "Replay",
    "ScenarioLab",
    "assault",
    "explore",
    "replay",
    "scenario_lab",
]
