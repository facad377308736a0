"""Changing a scenario on the screen: numbers, pieces, a study in the background, a what-if file."""

from marengo.screens.marengo.scenario_lab.bench import Bench, Order, Progress
from marengo.screens.marengo.scenario_lab.draft import Draft, open_draft
from marengo.screens.marengo.scenario_lab.lab import ScenarioLab, scenario_lab
from marengo.screens.marengo.scenario_lab.whatif_file import save_draft

__all__ = [
    "Bench",
    "Draft",
    "Order",
    "Progress",
    "ScenarioLab",
    "open_draft",
    "save_draft",
    "scenario_lab",
]
