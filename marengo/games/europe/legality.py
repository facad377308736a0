"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from marengo.core.asking import Question
from marengo.games.europe.decisions import QUESTIONS
from marengo.games.europe.rules import codes, rounds

if TYPE_CHECKING:
    from marengo.games.europe.state import FoughtState

CHANCE = Question("it is chance that decides (N-28.4)")
"""What is said at any other decision."""

SENTENCES: Mapping[int, str] = {
    20_03_0: "a skirmish has a single column",
    20_06_0: "units of one kind after the other are to be deployed",
    20_06_1: "there are not so many of them",
    20_06_2: "units are deployed in line zones, and the rest is the reserve",
    20_07_0: "each line zone must hold at least one army",
    20_08_0: "units in a reserve do not attack",
    21_01_0: "units act in the phase of their arm",
    21_03_0: "no such unit there has an action left",
    21_03_1: "say 'again' of a unit that has acted, and of no other",
    21_04_0: "infantry and artillery fire",
    21_05_0: "units move to an adjacent zone",
    21_06_0: "from a zone next to enemy armies none goes to another such",
    21_09_0: "a zone holding enemy armies cannot be entered",
    21_11_0: "what is routed must rally first",
    21_12_0: "a unit in square cannot move",
    22_01_0: "artillery in its line fires two zones far, over no army",
    22_01_1: "an enemy army is the target",
    22_01_2: "no such army is straight ahead",
    22_06_0: "an army is the target, no leader",
    23_01_0: "infantry and cavalry charge",
    23_01_1: "an enemy army straight ahead is charged, no leader",
    23_04_0: "artillery is covered by infantry or cavalry of its zone",
    23_11_0: "cavalry alone evades",
    24_01_0: "infantry alone forms square",
    24_05_0: "it is not in square",
    24_05_1: "a unit in square cannot charge",
    24_05_2: "it is in square",
    25_02_0: "a leader rallies in the reserve",
    25_03_0: "only a routed army of the own side is rallied",
    25_03_1: "the roll comes first",
    25_03_2: "the roll is too low for it",
    25_06_0: "that nation has no leader there",
    26_05_0: "a side retreats from the second round on",
    26_05_1: "a side retreats before any action of its phase",
    26_06_0: "infantry and cavalry pursue",
    26_06_1: "no such unit is left that has not pursued",
    26_06_2: "such a unit does not pursue cavalry",
    26_06_3: "a unit of the loser is pursued",
    26_07_0: "covering cavalry is named first",
    26_07_1: "where cavalry covers the retreat, only cavalry pursues",
    26_08_0: "where cavalry has covered the retreat, only cavalry pursues",
}
"""What is said of each statement that forbids a move."""


def reason_against(state: "FoughtState", code: int) -> str:
    """Return which rule forbids a move that is not legal."""
    decision = int(state.decision)
    asked = QUESTIONS.get(decision, CHANCE)
    if codes.part(code, codes.VERB) in asked.verbs:
        return said_of(SENTENCES, state.ask(rounds.ROWS[decision].barred, code))
    return asked.asks


def said_of(sentences: Mapping[int, str], statement: int, **facts: object) -> str:
    """Return what is said of a statement, and which it is."""
    chapter, number = divmod(statement // 10, 100)
    return f"{sentences[statement].format(**facts)} (N-{chapter}.{number})"
