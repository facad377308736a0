"""Chapter 12: windows for political actions, and who may take which."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import NATIONS
from marengo.games.europe.war.rules.ground import count_nations, next_in_order
from marengo.games.europe.war.rules.minors import announce, approach, may_annex, may_approach
from marengo.games.europe.war.rules.peace import (
    make_armistice,
    may_offer_armistice,
    may_sue,
    sue,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.uprising import incite, may_incite
from marengo.games.europe.war.rules.words import Decision, Step, Verb


@compiled
def is_window(step: int) -> bool:
    """Whether a step is a window for political actions (N-12.8)."""
    return step in (Step.OPENING, Step.AFTERWARDS, Step.BETWEEN, Step.CLOSING, Step.BUDGET)


@compiled
def open_window(s: War) -> None:
    """Ask the active nation first (N-12.8)."""
    s.speaker, s.passes, s.askings = s.active, 0, 0


@compiled
def seek_speaker(t: WarTables, s: War) -> bool:
    """Ask the next nation, until all have passed in succession or enough rounds were asked.

    Return whether somebody is asked.
    """
    if s.passes >= count_nations(t) or s.askings >= t.window_rounds:
        return False
    s.decision, s.to_move = Decision.POLITICS, t.seat[s.speaker]
    return True


@compiled
def _next_speaker(t: WarTables, s: War) -> None:
    s.speaker = next_in_order(t, int64(s.speaker))
    s.askings += int64(s.speaker == s.active)


@compiled
def list_moves(t: WarTables, s: War, w: Workspace) -> None:
    """List the actions of a nation, what it may ask for a region, or the replies to an offer."""
    if s.decision == Decision.POLITICS:
        list_actions(t, s, w)
    elif s.decision == Decision.EXCHANGE:
        list_exchanges(t, s, w)
    else:
        codes.offer_verb(w, int64(Verb.ACCEPT))
        codes.offer_verb(w, int64(Verb.REFUSE))


@compiled
def carry_out(t: WarTables, s: War, decision: int, move: int) -> None:
    """Carry out an action, the naming of a price, or a reply."""
    if decision == Decision.POLITICS:
        take_action(t, s, move)
    elif decision == Decision.EXCHANGE:
        name_price(t, s, codes.part(move, codes.TO))
    else:
        reply(t, s, codes.part(move, codes.VERB))


@compiled
def list_actions(t: WarTables, s: War, w: Workspace) -> None:
    """List the political actions of a nation, and to pass (N-12.5)."""
    nation = int64(s.speaker)
    codes.offer_verb(w, int64(Verb.PASS))
    if may_sue(t, s, nation):
        codes.offer_verb(w, int64(Verb.SUE))
    for other in range(NATIONS):
        if other != nation and t.seat[other] != NONE:
            whom = int64(other) << codes.WIDTH * codes.NATION
            if may_offer_armistice(s, nation, int64(other)):
                codes.offer(w, int64(Verb.ARMISTICE) | whom)
            if owns_any(t, s, int64(other)):
                _list_regions(t, s, w, int64(Verb.TRADE) | whom)
    _list_regions(t, s, w, int64(Verb.OVERTURE))
    _list_regions(t, s, w, int64(Verb.ANNEX))
    _list_regions(t, s, w, int64(Verb.INCITE))


@compiled
def _list_regions(t: WarTables, s: War, w: Workspace, what: int) -> None:
    """List the regions at which a political action may be aimed."""
    nation, verb = int64(s.speaker), codes.part(what, codes.VERB)
    for number in range(t.regions):
        region, fits = int64(number), False
        if verb == Verb.OVERTURE:
            fits = may_approach(t, s, nation, region)
        elif verb == Verb.ANNEX:
            fits = may_annex(t, s, nation, region)
        elif verb == Verb.INCITE:
            fits = may_incite(t, s, nation, region)
        else:
            fits = s.owner[region] == nation
        if fits:
            codes.offer(w, codes.counted(what, region))


@compiled
def owns_any(t: WarTables, s: War, nation: int) -> bool:
    """Whether a nation owns a region that it can trade (N-12.11)."""
    number = int64(0)
    for region in range(t.regions):
        number += int64(s.owner[region] == nation)
    return number > 0


@compiled
def list_exchanges(t: WarTables, s: War, w: Workspace) -> None:
    """List what may be asked for a region that is offered (N-12.11)."""
    for region in range(t.regions):
        if s.owner[region] == s.addressee:
            codes.offer(w, codes.counted(int64(Verb.EXCHANGE), int64(region)))


@compiled
def take_action(t: WarTables, s: War, move: int) -> None:
    """Take a political action, offer something, or pass."""
    nation, verb = int64(s.speaker), codes.part(move, codes.VERB)
    region, other = codes.part(move, codes.TO), codes.part(move, codes.NATION)
    s.passes = s.passes + 1 if verb == Verb.PASS else 0
    if verb == Verb.TRADE:
        s.offer, s.given, s.addressee = Verb.TRADE, region, other
        s.decision, s.to_move = Decision.EXCHANGE, t.seat[nation]
        return
    if verb == Verb.ARMISTICE:
        _ask(t, s, verb, other)
        return
    if verb == Verb.SUE:
        sue(t, s, nation)
    elif verb == Verb.OVERTURE:
        approach(s, nation, region)
    elif verb == Verb.ANNEX:
        announce(s, nation, region)
    elif verb == Verb.INCITE:
        incite(s, nation, region)
    _next_speaker(t, s)


@compiled
def _ask(t: WarTables, s: War, offer: int, other: int) -> None:
    """Ask another nation whether it agrees."""
    s.offer, s.addressee = offer, other
    s.decision, s.to_move = Decision.REPLY, t.seat[other]


@compiled
def name_price(t: WarTables, s: War, region: int) -> None:
    """Say what is wanted for a region."""
    s.wanted = region
    _ask(t, s, int64(Verb.TRADE), int64(s.addressee))


@compiled
def reply(t: WarTables, s: War, verb: int) -> None:
    """Agree to an offer, or not."""
    nation, other = int64(s.speaker), int64(s.addressee)
    if verb == Verb.ACCEPT:
        if s.offer == Verb.ARMISTICE:
            make_armistice(s, nation, other)
        else:
            s.owner[s.given], s.owner[s.wanted] = other, nation
    s.offer, s.given, s.wanted, s.addressee = 0, NONE, NONE, NONE
    _next_speaker(t, s)
