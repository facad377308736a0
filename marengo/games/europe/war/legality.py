"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from marengo.games.europe import legality as battle
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.war.rules import (
    march,
    peace,
    points,
    politics,
    production,
)
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import FIRST, Decision, Verb
from marengo.languages import N_

if TYPE_CHECKING:
    from marengo.games.europe.war.state import WarState

ASKED: Mapping[int, str] = {
    Decision.POLITICS: N_("a political action may be taken, or none (N-12.8)"),
    Decision.EXCHANGE: N_("it is to be said what is wanted for a region (N-12.11)"),
    Decision.REPLY: N_("an offer is to be accepted or refused (N-12.9)"),
    Decision.PLEDGE: N_("war may be declared now, or not (N-15.5, N-16.4)"),
    Decision.CONGRESS: N_("a congress sits (N-17.11)"),
    Decision.LIBERATION: N_("a second region may be liberated (N-18.7)"),
    Decision.JOIN: N_("an ally may move in this turn (N-4.9)"),
    Decision.MARCH: N_("units and squadrons may move (N-4.7)"),
    Decision.NUMBER: N_("it is to be said how many of them (N-6.1)"),
    Decision.VOYAGE: N_("it is to be said where the squadrons sail (N-7.1)"),
    Decision.ENGAGEMENT: N_("a naval battle is to be fought or avoided (N-8.1)"),
    Decision.NAVAL_LOSS: N_("it is to be said whose squadron is lost (N-8.11)"),
    Decision.PASSAGE: N_("it is to be said where the transport goes (N-9.3)"),
    Decision.NEXT_BATTLE: N_("the next battle is to be chosen (N-19.4)"),
    Decision.RETREAT: N_("units are to retreat (N-26.12, N-26.13)"),
    Decision.LEAVE: N_("units are to leave (N-13.8, N-13.13, N-13.21)"),
    Decision.UPRISING: N_("an uprising may be fought (N-18.5)"),
    Decision.LOSS: N_("an army is to be lost to an uprising (N-18.5)"),
    Decision.PURCHASE: N_("units may be bought (N-11.2)"),
    Decision.OVER: N_("the war is over (N-27.1, N-27.7, N-30.10)"),
}

VERBS: Mapping[int, tuple[Verb, ...]] = {
    Decision.POLITICS: (
        *(Verb.PASS, Verb.SUE, Verb.ARMISTICE, Verb.OVERTURE, Verb.ANNEX, Verb.INCITE),
        *(Verb.TRADE, Verb.DECLARE, Verb.BREAK, Verb.ALLY, Verb.PART, Verb.WIN_OVER),
        *(Verb.REQUEST, Verb.REVOKE, Verb.GIVE),
    ),
    Decision.EXCHANGE: (Verb.EXCHANGE,),
    Decision.REPLY: (Verb.ACCEPT, Verb.REFUSE),
    Decision.PLEDGE: (Verb.ACCEPT, Verb.REFUSE),
    Decision.CONGRESS: (Verb.ANNEX, Verb.LIBERATE, Verb.PASS),
    Decision.LIBERATION: (Verb.LIBERATE, Verb.PASS),
    Decision.JOIN: (Verb.JOIN, Verb.PASS),
    Decision.MARCH: (Verb.MARCH, Verb.TRANSPORT, Verb.SAIL, Verb.STRIKE, Verb.END),
    Decision.NUMBER: (Verb.NUMBER,),
    Decision.VOYAGE: (Verb.VIA, Verb.ENGAGE, Verb.END),
    Decision.ENGAGEMENT: (Verb.ENGAGE, Verb.AVOID),
    Decision.NAVAL_LOSS: (Verb.CHOOSE,),
    Decision.PASSAGE: (Verb.VIA,),
    Decision.NEXT_BATTLE: (Verb.FIGHT,),
    Decision.RETREAT: (Verb.WITHDRAW,),
    Decision.LEAVE: (Verb.WITHDRAW,),
    Decision.UPRISING: (Verb.SUPPRESS, Verb.SPARE),
    Decision.LOSS: (Verb.SACRIFICE,),
    Decision.PURCHASE: (Verb.BUY, Verb.BUILD, Verb.BUY_PAP, Verb.END),
}
"""Verbs of the moves that each decision allows."""

BARRED: Mapping[int, Callable[..., int]] = {
    Decision.POLITICS: politics.bars_action,
    Decision.CONGRESS: peace.bars_step,
    Decision.LIBERATION: peace.bars_step,
    Decision.MARCH: march.bars_movement,
    Decision.PURCHASE: production.bars_purchase,
}
"""What returns the statement that forbids a move, by decision."""

COSTS: Mapping[int, int] = {
    **points.COSTS,
    Verb.SUE: points.SUE,
    Verb.LIBERATE: points.LIBERATE,
    Verb.BUILD: production.SQUADRON,
    Verb.BUY_PAP: production.PAP,
}
"""What moves cost, in PAP or PP."""

SENTENCES: Mapping[int, str] = {
    1_04_0: "it is no great nation of the scenario",
    1_04_1: "it is no minor nation",
    2_05_0: "Great Britain builds two land units in a production turn",
    2_06_0: "Great Britain alone gives PP, to player nations",
    2_06_1: "it has no PP",
    2_08_0: "{nation} builds militia, irregulars and leaders alone",
    2_11_0: "{nation} builds no militia",
    2_12_0: "militia stays in its homeland",
    2_13_0: "Russia and the Ottomans alone build irregulars",
    5_01_0: "it costs {cost} PP",
    5_05_0: "two infantry are bought with each elite infantry",
    6_01_0: "no such unit is there",
    6_01_1: "they have moved as far as they may",
    6_01_2: "say 'again' of units that have moved, and of no other",
    6_02_0: "each step goes to an adjacent region",
    6_04_0: "the region may not be entered",
    6_06_0: "they have moved as far as they may, as enemies stop them",
    7_03_0: "squadrons come to a port",
    11_08_0: "PP are given in a production round",
    11_10_0: "it is no player nation",
    11_10_1: "it costs {cost} PP",
    11_12_0: "units come to the own homeland, where no foreign army or uprising is",
    12_10_0: "it costs {cost} PAP",
    12_11_0: "it is no player nation",
    12_11_1: "the other nation has nothing to trade",
    12_11_2: "it is not the nation's own",
    13_01_0: "it is the nation itself, not another",
    13_07_0: "they are not allied",
    13_07_1: "one's own alliance is broken, not parted",
    13_10_0: "the alliance is to be broken first",
    13_11_0: "only a neutral nation is asked",
    13_11_1: "it has the right of passage",
    13_13_0: "the other nation has no right of passage",
    13_14_0: "they are at war",
    13_17_0: "the nation does not act for it",
    13_17_1: "nobody declares war on a nation for which he acts",
    13_19_0: "it is no player nation",
    13_19_1: "they are not at war",
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
    17_10_0: "it has sued for peace within twelve rounds",
    17_12_0: "the loser does not own it",
    17_13_0: "a capital goes last",
    18_01_0: "it has no owner",
    18_01_1: "it lies in a homeland",
    18_01_2: "it is in uprising already",
    18_07_0: "the loser does not own it",
    18_08_0: "the loser's own homeland cannot be freed",
    27_09_0: "it is gone",
    30_09_0: "units there may not move in the first round",
}
"""What is said of each statement that forbids a move."""

OTHERWISE: Mapping[int, str] = {
    Verb.EXCHANGE: "the other nation does not own it (N-12.11)",
    Verb.TRANSPORT: "there is no way by sea, no squadron for it, or no coast there (N-9.1, N-9.4)",
    Verb.SAIL: "no squadron there may sail any more (N-7.1, N-8.8)",
    Verb.STRIKE: "two squadrons beside a port attack enemies in it, once a turn (N-8.12)",
    Verb.VIA: "it is not adjacent, not open or not friendly (N-3.5, N-7.1, N-7.2)",
    Verb.ENGAGE: "it is settled that there is no battle here (N-8.2)",
    Verb.CHOOSE: "that nation has no squadron in the battle (N-8.11)",
    Verb.FIGHT: "no battle of who chooses is to be fought there (N-19.1, N-19.4)",
    Verb.SACRIFICE: "there is no such army (N-18.5)",
}
"""Reason against a move, by verb, where no other is found."""

Broken = Iterator[tuple[bool, str]]
"""Pairs of whether a rule forbids a move, and its wording."""


def reason_against(state: "WarState", code: int) -> str:
    """Return which rule forbids a move that is not legal: the first that does."""
    decision = int(state.decision)
    if decision < FIRST and decision != Decision.OVER:
        return battle.reason_against(state, code & ~DEFENDS)
    verb = codes.part(code, codes.VERB)
    if verb in VERBS.get(decision, ()):
        barred = BARRED.get(decision)
        statement = state.ask(barred, code) if barred else 0
        if statement:
            return _sentence(state, statement, code)
        return next(rule for is_broken, rule in _rules(state, code, verb) if is_broken)
    return ASKED.get(decision, "it is chance that decides (N-28.4)")


def _rules(state: "WarState", code: int, verb: int) -> Broken:
    kind = codes.part(code, codes.PIECE)
    if verb == Verb.WITHDRAW and state.battle is None:
        yield True, "it goes where it may enter and the other nation is not (N-13.8)"
    elif verb == Verb.WITHDRAW:
        first = next(iter(state.retreating))
        yield Piece(kind) not in state.retreating[first], "no such unit retreats (N-26.11)"
        reason = (
            "attackers go back to where they came from, and defenders to where nobody came from"
        )
        yield True, f"{reason}; enemy armies are in neither (N-26.12, N-26.13)"
    elif verb == Verb.SACRIFICE:
        yield kind == Piece.LEADER, "an army is lost, no leader (N-18.5)"
    yield True, OTHERWISE.get(verb, ASKED[int(state.decision)])


def _sentence(state: "WarState", statement: int, code: int) -> str:
    """Return what is said of a statement, and which it is."""
    chapter, number = divmod(statement // 10, 100)
    nation = Nation(int(state.active)).name.replace("_", " ").title()
    words = SENTENCES[statement].format(cost=_cost(state, code), nation=nation)
    return f"{words} (N-{chapter}.{number})"


def _cost(state: "WarState", code: int) -> int:
    """Return what a move costs, in PAP or PP."""
    verb = codes.part(code, codes.VERB)
    if verb == Verb.BUY:
        return production.COSTS[codes.part(code, codes.PIECE)]
    if verb == Verb.ANNEX and state.decision == Decision.CONGRESS:
        return int(state.ask(peace.price, codes.part(code, codes.TO)))
    return COSTS.get(verb, 0)
