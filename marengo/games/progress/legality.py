"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from marengo.games.progress.decisions import QUESTIONS
from marengo.games.progress.rules.codes import KIND, part
from marengo.games.progress.rules.rounds import ROWS

if TYPE_CHECKING:
    from marengo.games.progress.state import ProgressState

SENTENCES: Mapping[int, str] = {
    6_01_0: "the card is not in the hand",
    6_03_0: "SCORE is never discarded",
    7_01_0: "an army goes to an adjacent country",
    7_01_1: "MOVE 1 moves one army",
    7_02_0: "armies go to an adjacent country",
    7_02_1: "MOVE 2 moves one army or two",
    7_04_0: "at least one army must move",
    7_10_0: "there are not so many such own armies, one on a capital apart",
    7_10_1: "no own army is on a capital there",
    9_01_0: "no such own army is there, one on a capital apart",
    9_01_1: "no own army is on a capital there",
    9_03_0: "a fortified army is chosen only if all are fortified",
    10_01_0: "own armies must be there, and enemy ones or the enemy's active garrison",
    10_05_0: "there are not so many fortified own armies, one on a capital apart",
    10_05_1: "no fortified own army is on a capital there",
    10_08_0: "a normal army that can attack must",
    10_09_0: "a country where a normal army can attack must be chosen",
    10_11_0: "an attack needs an army that stands",
    10_13_0: "the card is not in the hand",
    14_01_0: "a country is lowered by who controls it",
    14_01_1: "its VP die can go no lower",
    14_04_0: "the card is compulsory",
    15_02_0: "SCORE needs a card on the discard",
    16_02_0: "the end was offered: it is accepted or refused",
    16_02_1: "the end was not offered",
}
"""What is said of each statement that forbids a move."""


def reason_against(state: "ProgressState", code: int) -> str:
    """Return which rule forbids a move that is not legal."""
    asked = QUESTIONS[state.decision]
    if part(code, KIND) not in asked.verbs:
        return asked.asks
    statement = state.ask(ROWS[state.decision].barred, int(state.to_move), code)
    chapter, number = divmod(statement // 10, 100)
    return f"{SENTENCES[statement]} (M-{chapter}.{number})"
