"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from marengo.core.engine.driver import NONE
from marengo.games.europe import legality as battle
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.war.rules import ground, march, minors, peace, production, uprising
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import FIRST, Decision, Step, Verb
from marengo.languages import N_

if TYPE_CHECKING:
    from marengo.games.europe.war.state import WarState

ASKED: Mapping[int, str] = {
    Decision.POLITICS: N_("a political action may be taken, or none (N-12.8)"),
    Decision.EXCHANGE: N_("it is to be said what is wanted for a region (N-12.11)"),
    Decision.REPLY: N_("an offer is to be accepted or refused (N-12.11, N-13.19)"),
    Decision.MARCH: N_("units may march (N-6.1)"),
    Decision.NUMBER: N_("it is to be said how many of them (N-6.1)"),
    Decision.NEXT_BATTLE: N_("the next battle is to be chosen (N-19.4)"),
    Decision.RETREAT: N_("units are to retreat (N-26.12, N-26.13)"),
    Decision.UPRISING: N_("an uprising may be fought (N-18.5)"),
    Decision.LOSS: N_("an army is to be lost to an uprising (N-18.5)"),
    Decision.PURCHASE: N_("units may be bought (N-11.2)"),
    Decision.OVER: N_("the war is over (N-30.10, N-30.11)"),
}

VERBS: Mapping[int, tuple[Verb, ...]] = {
    Decision.POLITICS: (
        *(Verb.PASS, Verb.SUE, Verb.ARMISTICE, Verb.OVERTURE, Verb.ANNEX, Verb.INCITE),
        Verb.TRADE,
    ),
    Decision.EXCHANGE: (Verb.EXCHANGE,),
    Decision.REPLY: (Verb.ACCEPT, Verb.REFUSE),
    Decision.MARCH: (Verb.MARCH, Verb.END),
    Decision.NUMBER: (Verb.NUMBER,),
    Decision.NEXT_BATTLE: (Verb.FIGHT,),
    Decision.RETREAT: (Verb.WITHDRAW,),
    Decision.UPRISING: (Verb.SUPPRESS, Verb.SPARE),
    Decision.LOSS: (Verb.SACRIFICE,),
    Decision.PURCHASE: (Verb.BUY, Verb.BUY_PAP, Verb.END),
}
"""What may be done, by what is decided."""

OTHERWISE: Mapping[int, str] = {
    Verb.OVERTURE: f"it costs {minors.OVERTURE} PAP (N-12.5, N-12.10)",
    Verb.ANNEX: f"it costs {minors.ANNEX} PAP (N-12.5, N-12.10)",
    Verb.INCITE: f"it costs {uprising.INCITE} PAP (N-12.5, N-12.10)",
    Verb.ARMISTICE: f"it costs either side {peace.ARMISTICE} PAP (N-13.19)",
    Verb.TRADE: "the other nation has nothing to trade, or is none (N-12.11)",
    Verb.EXCHANGE: "the other nation does not own it (N-12.11)",
    Verb.FIGHT: "no battle is to be fought there (N-19.1)",
    Verb.SACRIFICE: "there is no such army (N-18.5)",
    Verb.BUY_PAP: f"it costs {production.PAP} PP (N-11.10)",
}
"""What is wrong with a move when nothing else is."""

Broken = Iterator[tuple[bool, str]]
"""Whether a rule forbids a move, and what it says."""


def reason_against(state: "WarState", code: int) -> str:
    """Return which rule forbids a move that is not legal: the first that does."""
    decision = int(state.decision)
    if decision < FIRST and decision != Decision.OVER:
        return battle.reason_against(state, code & ~DEFENDS)
    verb = codes.part(code, codes.VERB)
    if verb in VERBS.get(decision, ()):
        return next(rule for is_broken, rule in _rules(state, code, verb) if is_broken)
    return ASKED.get(decision, "it is chance that decides (N-28.4)")


def _rules(state: "WarState", code: int, verb: int) -> Broken:
    kind = codes.part(code, codes.PIECE)
    if verb in VERBS[Decision.POLITICS]:
        yield from _politics(state, code, verb)
    elif verb == Verb.MARCH:
        yield from _march(state, code, kind)
    elif verb == Verb.WITHDRAW:
        first = next(iter(state.retreating))
        yield Piece(kind) not in state.retreating[first], "no such unit retreats (N-26.11)"
        told = "attackers go back to where they came from, and defenders to where nobody came from"
        yield True, f"{told}; enemy armies are in neither (N-26.12, N-26.13)"
    elif verb == Verb.SACRIFICE:
        yield kind == Piece.LEADER, "an army is lost, no leader (N-18.5)"
    elif verb == Verb.BUY:
        yield from _purchase(state, kind, codes.part(code, codes.TO))
    yield True, OTHERWISE.get(verb, ASKED[int(state.decision)])


def _politics(state: "WarState", code: int, verb: int) -> Broken:
    region, other = codes.part(code, codes.TO), codes.part(code, codes.NATION)
    owner, speaker = int(state.record["owner"][region]), int(state.record["speaker"])
    minor = state.ask(ground.is_minor, region)
    if verb in (Verb.OVERTURE, Verb.ANNEX):
        yield not minor, "it is no minor nation (N-1.4)"
        yield owner != NONE, "it has an owner already (N-14.4, N-16.1)"
    if verb == Verb.ANNEX:
        own_turn = state.active == speaker and state.step < Step.BUDGET
        yield not own_turn, "a nation annexes in its own turn (N-16.1)"
        there = state.ask(ground.armies_at, speaker, region)
        yield not there, "an own army must be there (N-16.1)"
    elif verb == Verb.INCITE:
        yield owner == NONE, "it has no owner (N-18.1)"
        yield not minor, "it lies in a homeland (N-18.1)"
        yield bool(state.record["uprising"][region]), "it is in uprising already (N-18.1)"
    elif verb == Verb.ARMISTICE:
        yield not state.ask(ground.are_enemies, speaker, other), "they are not at war (N-13.19)"
    elif verb == Verb.TRADE:
        yield owner != speaker, "it is not the nation's own (N-12.11)"


def _march(state: "WarState", code: int, kind: int) -> Broken:
    to = codes.part(code, codes.TO)
    region, worn = codes.part(code, codes.ZONE), codes.part(code, codes.WORN)
    near = state.ask(ground.number_of, region, to) != NONE
    yield not near, "each step goes to an adjacent region (N-6.2)"
    numbers = [int(state.ask(march.ready, region, kind, step)) for step in range(2)]
    here = state.record["troops"][ground.stand(int(state.active), region, kind)]
    yield not here, "no such unit is there (N-6.1)"
    waits = state.month == 1 and state.game.tables[0]["waits"][region] == state.active
    yield waits and not any(numbers), "units there may not move in the first round (N-30.9)"
    yield not any(numbers), "they have moved as far as they may (N-6.1, N-6.6)"
    yield not numbers[worn], "say 'again' of units that have moved, and of no other (N-6.1)"
    yield True, "the region may not be entered (N-6.4, N-6.5)"


def _purchase(state: "WarState", kind: int, region: int) -> Broken:
    nation, record = int(state.active), state.record
    placed = state.ask(production.may_place, nation, region)
    yield not placed, "units come to the own homeland, where no enemy or uprising is (N-11.12)"
    yield kind == Piece.MILITIA, f"{Nation(nation).name.title()} builds no militia (N-2.11)"
    yield kind == Piece.IRREGULAR, "Russia and the Ottomans alone build irregulars (N-2.13)"
    cost = production.COSTS[kind]
    yield record["pp"][nation] < cost, f"it costs {cost} PP (N-5.1)"
    yield True, "two infantry are bought with each elite infantry (N-5.5)"
