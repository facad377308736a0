"""Chapters 12 and 14: windows for political actions, who may take which, and talks."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, Nation
from marengo.games.europe.war.rules import landing, neutrals, peace, relations, sea
from marengo.games.europe.war.rules.ground import (
    count_players,
    count_regions,
    has_passage,
    is_active,
    is_at_war,
    is_played,
    next_player,
    pair,
    seat_of,
)
from marengo.games.europe.war.rules.minors import (
    announce,
    approach,
    bars_annexation,
    bars_overture,
)
from marengo.games.europe.war.rules.points import BREAK, OVERTURE, bars_payment
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.uprising import bars_incitement, incite
from marengo.games.europe.war.rules.words import Decision, Relation, Step, Verb

TOWARDS = tuple(
    map(int, (Verb.ARMISTICE, Verb.BREAK, Verb.WIN_OVER, Verb.REQUEST, Verb.REVOKE, Verb.ALLY))
)
"""Actions towards one other great nation, in the order in which they are listed."""


@compiled
def is_window(step: int) -> bool:
    """Return whether a step is a window for political actions (N-12.8)."""
    return step in (Step.OPENING, Step.AFTERWARDS, Step.BETWEEN, Step.CLOSING, Step.BUDGET)


@compiled
def open_window(t: WarTables, s: War) -> None:
    """Ask the active nation first, or who acts for it (N-12.8)."""
    s.opener, s.passes, s.askings = s.controller[s.active], 0, 0
    if s.opener == NONE:
        s.opener = next_player(t, s.active)
    s.speaker = s.opener


@compiled
def seek_speaker(t: WarTables, s: War) -> bool:
    """Ask the next nation, until all have passed in succession or enough rounds were asked.

    Return whether somebody is asked.
    """
    if s.passes >= count_players(t) or s.askings >= t.window_rounds:
        return False
    s.decision, s.to_move = Decision.POLITICS, t.seat[s.speaker]
    return True


@compiled
def _next_speaker(t: WarTables, s: War) -> None:
    s.speaker = next_player(t, s.speaker)
    s.askings += int(s.speaker == s.opener)


@compiled
def list_replies(w: Workspace) -> None:
    """List the replies to an offer."""
    codes.offer_verb(w, Verb.ACCEPT)
    codes.offer_verb(w, Verb.REFUSE)


@compiled
def list_actions(t: WarTables, s: War, w: Workspace) -> None:
    """List the political actions of a nation, and to pass (N-12.5).

    It declares war and sues for those too that it controls (N-13.17, N-17.6).
    """
    nation = s.speaker
    codes.offer_verb(w, Verb.PASS)
    for actor in range(GREAT):
        who = 0 if actor == nation else (actor + 1) << codes.WIDTH
        codes.offer_unless(w, bars_suit(s, nation, actor), Verb.SUE | who)
        for other in range(GREAT):
            codes.offer_unless(
                w,
                bars_war(t, s, nation, actor, other),
                Verb.DECLARE | who | other << codes.WIDTH * codes.NATION,
            )
    for other in range(GREAT):
        if not relations.bars_address(t, nation, other):
            _list_with(t, s, w, nation, other)
    _list_regions(t, s, w, Verb.OVERTURE)
    _list_regions(t, s, w, Verb.ANNEX)
    _list_regions(t, s, w, Verb.INCITE)


@compiled
def _list_with(t: WarTables, s: War, w: Workspace, nation: int, other: int) -> None:
    """List what a nation may do with another, or say to it."""
    whom = other << codes.WIDTH * codes.NATION
    for verb in TOWARDS:
        codes.offer_unless(w, bars_towards(t, s, verb, nation, other, NONE), verb | whom)
    for third in range(GREAT):
        codes.offer_unless(
            w,
            bars_parting(t, s, nation, other, third),
            Verb.PART | whom | third << codes.WIDTH * codes.TARGET,
        )
    codes.offer_unless(w, bars_gift(t, s, nation, other), Verb.GIVE | whom)
    if not bars_trade(t, s, other):
        _list_regions(t, s, w, Verb.TRADE | whom)


@compiled
def bars_suit(s: War, nation: int, actor: int) -> int:
    """Return the statement that forbids a nation to sue for one it acts for, 0 if none does."""
    if s.controller[actor] != nation:
        return 17_06_0
    return 0 if is_at_war(s, actor) else 17_06_1


@compiled
def bars_war(t: WarTables, s: War, nation: int, actor: int, other: int) -> int:
    """Return the statement that forbids to declare war for a nation on another, 0 if none does."""
    if s.controller[actor] != nation:
        return 13_17_0
    return relations.bars_declaration(t, s, actor, other)


@compiled
def bars_alliance(t: WarTables, s: War, nation: int, other: int) -> int:
    """Return the statement that forbids to offer a nation an alliance, 0 if none does."""
    if not is_played(t, other):
        return 14_01_0
    relation = s.relation[pair(nation, other)]
    if relation == Relation.WAR:
        return 14_03_0
    if relation == Relation.ALLIED:
        return 14_02_0
    return bars_payment(s, nation, OVERTURE)


@compiled
def bars_parting(t: WarTables, s: War, nation: int, other: int, third: int) -> int:
    """Return the statement that forbids to ask a nation to leave a third, 0 if none does."""
    if not is_played(t, other):
        return 14_01_0
    if third == nation:
        return 13_07_1
    if third >= GREAT or s.relation[pair(other, third)] != Relation.ALLIED:
        return 14_02_1
    return bars_payment(s, nation, OVERTURE)


@compiled
def bars_gift(t: WarTables, s: War, nation: int, other: int) -> int:
    """Return the statement that forbids a nation to give PP to another, 0 if none does."""
    if nation != Nation.GREAT_BRITAIN or not is_played(t, other):
        return 2_06_0
    if s.step < Step.BUDGET:
        return 11_08_0
    return 0 if s.pp[nation] > 0 else 2_06_1


@compiled
def bars_trade(t: WarTables, s: War, other: int) -> int:
    """Return the statement that forbids to trade with a nation, 0 if none does."""
    if not is_played(t, other):
        return 12_11_0
    return 0 if count_regions(t, s, other) > 0 else 12_11_1


@compiled
def bars_at(t: WarTables, s: War, verb: int, nation: int, region: int) -> int:
    """Return the statement that forbids an action aimed at a region, 0 if none does."""
    if verb == Verb.OVERTURE:
        return bars_overture(t, s, nation, region)
    if verb == Verb.ANNEX:
        return bars_annexation(t, s, nation, region)
    if verb == Verb.INCITE:
        return bars_incitement(t, s, nation, region)
    return 0 if s.owner[region] == nation else 12_11_2


@compiled
def _list_regions(t: WarTables, s: War, w: Workspace, what: int) -> None:
    """List the regions at which a political action may be aimed."""
    verb = codes.part(what, codes.VERB)
    for region in range(t.regions):
        codes.offer_unless(w, bars_at(t, s, verb, s.speaker, region), codes.counted(what, region))


@compiled
def bars_action(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids a political action, 0 if none does."""
    verb, region = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    other, third = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    nation, actor = s.speaker, codes.part(move, codes.PIECE) - 1  # of whom one acts for another
    if actor == nation:  # it is named, though it speaks for itself
        return 17_06_2 if verb == Verb.SUE else 13_17_2
    if actor < 0:
        actor = nation
    if verb == Verb.SUE:
        return bars_suit(s, nation, actor)
    if verb == Verb.DECLARE:
        return bars_war(t, s, nation, actor, other)
    if verb in (Verb.OVERTURE, Verb.ANNEX, Verb.INCITE):
        return bars_at(t, s, verb, nation, region)
    stranger = relations.bars_address(t, nation, other)
    if stranger:
        return stranger
    if verb == Verb.TRADE:
        barred = bars_trade(t, s, other)
        return barred if barred else bars_at(t, s, verb, nation, region)
    return bars_towards(t, s, verb, nation, other, third)


@compiled
def bars_towards(t: WarTables, s: War, verb: int, nation: int, other: int, third: int) -> int:
    """Return the statement that forbids an action towards another great nation, 0 if none does."""
    if verb == Verb.ARMISTICE:
        return relations.bars_armistice(t, s, nation, other)
    if verb == Verb.BREAK:
        return relations.bars_break(s, nation, other)
    if verb == Verb.WIN_OVER:
        return neutrals.bars_winning_over(t, s, nation, other)
    if verb == Verb.REQUEST:
        return relations.bars_request(s, nation, other)
    if verb == Verb.REVOKE:
        return 0 if has_passage(s, other, nation) else 13_13_0
    if verb == Verb.ALLY:
        return bars_alliance(t, s, nation, other)
    if verb == Verb.PART:
        return bars_parting(t, s, nation, other, third)
    return bars_gift(t, s, nation, other)


@compiled
def list_exchanges(t: WarTables, s: War, w: Workspace) -> None:
    """List what may be asked for a region that is offered (N-12.11)."""
    for region in range(t.regions):
        move = codes.counted(Verb.EXCHANGE, region)
        codes.offer_unless(w, bars_exchange(s, move), move)


@compiled
def bars_exchange(s: War, move: int) -> int:
    """Return the statement that forbids to ask for a region, 0 if the other nation owns it."""
    return 0 if s.owner[codes.part(move, codes.TO)] == s.addressee else 12_11_3


@compiled
def take_action(t: WarTables, s: War, move: int) -> None:
    """Take a political action, offer something, or pass."""
    nation, verb = s.speaker, codes.part(move, codes.VERB)
    other, third = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    s.passes = s.passes + 1 if verb == Verb.PASS else 0
    if verb == Verb.TRADE:
        s.offer, s.given, s.addressee = Verb.TRADE, codes.part(move, codes.TO), other
        s.decision, s.to_move = Decision.EXCHANGE, t.seat[nation]
    elif verb == Verb.GIVE:
        s.pending, s.decision, s.to_move = move, Decision.NUMBER, t.seat[nation]
    elif verb == Verb.ARMISTICE or verb == Verb.REQUEST:
        _ask(t, s, verb, other)
    elif verb == Verb.ALLY or verb == Verb.PART:
        s.pap[nation] -= OVERTURE
        s.third = third if verb == Verb.PART else NONE
        _ask(t, s, verb, other)
    else:
        _act(t, s, move, verb, nation)
        _next_speaker(t, s)


@compiled
def _act(t: WarTables, s: War, move: int, verb: int, nation: int) -> None:
    """Take an action that needs nobody's consent."""
    other, region = codes.part(move, codes.NATION), codes.part(move, codes.TO)
    actor = codes.part(move, codes.PIECE) - 1  # of whom one acts for another
    if actor < 0:
        actor = nation
    if verb == Verb.SUE:
        peace.sue(t, s, actor)
    elif verb == Verb.DECLARE:
        declare(t, s, actor, other)
    elif verb == Verb.BREAK:
        s.pap[nation] -= BREAK
        relations.part_from(s, nation, other)
    elif verb == Verb.WIN_OVER:
        neutrals.win_over(s, nation, other)
    elif verb == Verb.REVOKE:
        relations.revoke(s, nation, other)
    elif verb == Verb.OVERTURE:
        approach(s, nation, region)
    elif verb == Verb.ANNEX:
        announce(t, s, nation, region)
    elif verb == Verb.INCITE:
        incite(s, nation, region)


@compiled
def declare(t: WarTables, s: War, nation: int, other: int) -> None:
    """Declare war; a neutral nation that nobody controls finds a protector (N-15.4, N-15.8)."""
    relations.declare_war(t, s, nation, other)
    if not is_active(s, other):
        neutrals.seek_protector(t, s, other, nation)


@compiled
def _ask(t: WarTables, s: War, offer: int, other: int) -> None:
    """Ask another nation whether it agrees; for a neutral one who controls it says."""
    s.offer, s.addressee = offer, other
    s.decision, s.to_move = Decision.REPLY, seat_of(t, s, other)


@compiled
def name_price(t: WarTables, s: War, move: int) -> None:
    """Say what is wanted for a region."""
    s.wanted = codes.part(move, codes.TO)
    _ask(t, s, Verb.TRADE, s.addressee)


@compiled
def reply(t: WarTables, s: War, verb: int) -> None:
    """Agree to an offer, or not."""
    nation, other, third = s.speaker, s.addressee, s.third
    offer, given, wanted = s.offer, s.given, s.wanted
    forget_offer(s)
    if verb == Verb.ACCEPT:
        if offer == Verb.ARMISTICE:
            peace.make_armistice(t, s, nation, other)
        elif offer == Verb.ALLY:
            relations.set_relation(s, nation, other, Relation.ALLIED)
        elif offer == Verb.PART:
            relations.part_from(s, other, third)
        elif offer == Verb.REQUEST:
            relations.grant(s, other, nation)
        else:
            s.owner[given], s.owner[wanted] = other, nation
    _next_speaker(t, s)


@compiled
def forget_offer(s: War) -> None:
    """Forget an offer."""
    s.offer, s.given, s.wanted, s.addressee, s.third = 0, NONE, NONE, NONE, NONE


@compiled
def give(t: WarTables, s: War, move: int, number: int) -> None:
    """Give PP to another nation (N-2.6)."""
    s.pp[s.speaker] -= number
    s.pp[codes.part(move, codes.NATION)] += number
    _next_speaker(t, s)


@compiled
def open_straits(t: WarTables, s: War, agrees: bool) -> None:
    """Let squadrons or a transport pass the straits, or not (N-3.5, N-3.6)."""
    move = s.pending
    s.offer, s.pending = 0, 0
    if not agrees:
        s.refused, s.addressee = 1, NONE
        return
    nation = s.mover if s.cargo else s.fleet
    if not sea.asks_for_straits(t, s, nation, codes.part(move, codes.TO), move):
        s.refused, s.addressee = 2, NONE
        if s.cargo:
            landing.go_on(t, s, move)
        else:
            sea.sail(t, s, move)
