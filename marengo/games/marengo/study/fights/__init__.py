"""Fights: an assault, a manoeuvre attack or a retreat played out in all variations.

What a designer, a historian or a teacher asks of one attack: who wins for each choice, what it
costs, and what is best for either side. All of it comes from the engine.
"""

from marengo.games.marengo.study.fights.borders import BORDER_COLUMNS, Border, border_kinds, borders
from marengo.games.marengo.study.fights.columns import CHOICE_COLUMNS, LINE_COLUMNS
from marengo.games.marengo.study.fights.fight import Fight, FightCourse, fight
from marengo.games.marengo.study.fights.measures import MEASURES, FightOutcome, Measure
from marengo.games.marengo.study.fights.strengths import STRENGTH_COLUMNS, strength_table
from marengo.games.marengo.study.fights.tree import FightError

__all__ = [
    "BORDER_COLUMNS",
    "CHOICE_COLUMNS",
    "LINE_COLUMNS",
    "MEASURES",
    "STRENGTH_COLUMNS",
    "Border",
    "Fight",
    "FightCourse",
    "FightError",
    "FightOutcome",
    "Measure",
    "border_kinds",
    "borders",
    "fight",
    "strength_table",
]
