"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from marengo.games.europe import legality as battle
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.words import Nation
from marengo.games.europe.war.decisions import QUESTIONS, VERBS
from marengo.games.europe.war.rules import peace, production, sequence
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import FIRST, Decision, Verb

if TYPE_CHECKING:
    from marengo.games.europe.war.state import WarState

SENTENCES: Mapping[int, str] = {
    1_04_0: "it is no great nation of the scenario",
    1_04_1: "it is no minor nation",
    2_05_0: "Great Britain builds two land units in a production turn",
    2_06_0: "Great Britain alone gives PP, to player nations",
    2_06_1: "it has no PP",
    2_06_2: "expected 1 to {most}, as it has no more PP",
    2_08_0: "{nation} builds militia, irregulars and leaders alone",
    2_11_0: "{nation} builds no militia",
    2_12_0: "militia stays in its homeland",
    2_13_0: "Russia and the Ottomans alone build irregulars",
    3_05_0: "the straits are closed to it",
    3_08_0: "a port is entered from a sea area beside it",
    5_01_0: "it costs {cost} PP",
    5_05_0: "two infantry are bought with each elite infantry",
    6_01_0: "no such unit is there",
    6_01_1: "they have moved as far as they may",
    6_01_2: "say 'again' of units that have moved, and of no other",
    6_01_3: "expected 1 to {most}, as there are no more",
    6_02_0: "each step goes to an adjacent region",
    6_04_0: "the region may not be entered",
    6_06_0: "they have moved as far as they may, as enemies stop them",
    7_01_0: "a voyage comes to no sea area twice",
    7_01_1: "no squadron of the nation is there",
    7_01_2: "they have sailed in this turn",
    7_01_3: "it is not adjacent",
    7_02_0: "the port is neither the nation's own nor an ally's",
    7_03_0: "squadrons come to a port",
    7_04_0: "squadrons driven out of a port put to sea",
    8_02_0: "no battle is to be decided here",
    8_08_0: "who has fought enters a port beside the sea area, and does no more",
    8_08_1: "no port beside the sea area is open to squadrons that have fought",
    8_08_2: "say 'again' of squadrons that have fought, and of no other",
    8_11_0: "that nation has no squadron in the battle",
    8_12_0: "the port is not beside that sea area",
    8_12_1: "no squadron of an enemy lies in it",
    8_12_2: "no squadron there may attack it",
    8_12_3: "two squadrons attack a port in a turn",
    8_12_4: "expected 1 to {most}, as two squadrons attack a port in a turn",
    9_01_0: "units put to sea from a port",
    9_01_1: "a transport goes to another region",
    9_02_0: "units that are transported do not move before",
    9_03_0: "no open way leads there by sea",
    9_03_1: "it does not lie on that sea area",
    9_03_2: "units land at the end of the route, and not before",
    9_03_3: "a transport goes on to an adjacent sea area, and to none twice",
    9_04_0: "no friendly squadron is there to cover the landing",
    9_05_1: "expected 1 to {most}, as many as are there and squadrons can still cover",
    9_05_0: "each squadron there has covered a landing in this turn",
    9_08_0: "no other coast there may be entered",
    11_08_0: "PP are given in a production round",
    11_10_0: "it is no player nation",
    11_10_1: "it costs {cost} PP",
    11_12_0: "units come to the own part of the homeland, where no foreign army or uprising is",
    12_10_0: "it costs {cost} PAP",
    12_11_0: "it is no player nation",
    12_11_1: "the other nation has nothing to trade",
    12_11_2: "it is not the nation's own",
    12_11_3: "the other nation does not own it",
    13_01_0: "it is the nation itself, not another",
    13_07_0: "they are not allied",
    13_07_1: "one's own alliance is broken, not parted",
    13_08_0: "the other nation is there, or owns it",
    13_08_1: "units leave to an adjacent region",
    13_10_0: "the alliance is to be broken first",
    13_11_0: "only a neutral nation is asked",
    13_11_1: "it has the right of passage",
    13_13_0: "the other nation has no right of passage",
    13_14_0: "they are at war",
    13_17_0: "the nation does not act for it",
    13_17_1: "nobody declares war on a nation for which he acts",
    13_17_2: "say 'for' of another nation alone",
    13_19_0: "it is no player nation",
    13_19_1: "they are not at war",
    13_19_2: "each side pays {cost} PAP, which the other does not have",
    13_21_0: "enemy armies are there",
    14_01_0: "it is no player nation",
    14_02_0: "only a neutral nation is asked",
    14_02_1: "the two are not allied",
    14_03_0: "an alliance is offered to a neutral nation, and no war ends by it",
    14_04_0: "it has an owner already",
    15_01_0: "nobody acts for the other",
    15_02_0: "it is no neutral great nation",
    15_02_1: "the nation controls it already",
    16_01_0: "it has an owner already",
    16_01_1: "a nation annexes in its own turn",
    16_01_2: "an own army must be there",
    16_08_0: "it resists, and its army is still to be fought",
    17_06_0: "the nation does not act for it",
    17_06_1: "a nation at war sues for peace",
    17_06_2: "say 'for' of another nation alone",
    17_10_0: "it has sued for peace within twelve rounds",
    17_12_0: "the loser does not own it",
    17_13_0: "a capital goes last",
    18_01_0: "it has no owner",
    18_01_1: "it lies in a homeland",
    18_01_2: "it is in uprising already",
    18_05_0: "an army is lost, no leader",
    18_07_0: "the loser does not own it",
    18_08_0: "the loser's own homeland cannot be freed",
    19_01_0: "no battle is to be fought there",
    19_04_0: "it is for another to choose battles there",
    26_11_0: "no such unit retreats",
    26_12_0: "attackers go back to where they came from",
    26_12_1: "who only landed does not retreat by land",
    26_12_2: "enemy armies are there",
    26_13_0: "units retreat to an adjacent region",
    26_13_1: "enemy armies are there",
    26_13_2: "the attackers came from there",
    27_09_0: "it is gone",
    30_09_0: "units there may not move in the first round",
}
"""What is said of each statement that forbids a move."""


def reason_against(state: "WarState", code: int) -> str:
    """Return which rule forbids a move that is not legal: the first that does."""
    decision = int(state.decision)
    if decision < FIRST and decision != Decision.OVER:
        return battle.reason_against(state, code & ~DEFENDS)
    verb = codes.part(code, codes.VERB)
    asked = QUESTIONS.get(decision, battle.CHANCE)
    if verb in asked.verbs:
        nation = Nation(int(state.active)).name.replace("_", " ").title()
        statement = state.ask(sequence.ROWS[decision].barred, code)
        facts: dict[str, object] = {"cost": _cost(state, code), "nation": nation}
        if decision == Decision.NUMBER:
            facts["most"] = state.ask(sequence.waiting)
        return battle.said_of(SENTENCES, statement, **facts)
    return asked.asks


def _cost(state: "WarState", code: int) -> int:
    """Return what a move costs, in PAP or PP."""
    verb = codes.part(code, codes.VERB)
    if verb == Verb.BUY:
        return production.COSTS[codes.part(code, codes.PIECE)]
    if verb == Verb.ANNEX and state.decision == Decision.CONGRESS:
        return int(state.ask(peace.price, codes.part(code, codes.TO)))
    return VERBS[verb].cost
