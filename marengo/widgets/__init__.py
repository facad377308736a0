"""What moves in a notebook."""

from marengo.widgets.assault import Assault, assault
from marengo.widgets.explore import Explorer, explore
from marengo.widgets.hours import Hours, hours
from marengo.widgets.play import Play, play
from marengo.widgets.quiz import quiz, quiz_number
from marengo.widgets.replay import Replay, replay
from marengo.widgets.scenario_lab import ScenarioLab, scenario_lab

__all__ = [
    "Assault",
    "Explorer",
    "Hours",
    "Play",
    "Replay",
    "ScenarioLab",
    "assault",
    "explore",
    "hours",
    "play",
    "quiz",
    "quiz_number",
    "replay",
    "scenario_lab",
]
