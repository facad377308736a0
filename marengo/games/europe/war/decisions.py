"""What is asked in a war, and what may be answered: a row for each decision and verb."""

from collections.abc import Mapping
from dataclasses import dataclass

from marengo.core.asking import Question, Wording
from marengo.games.europe.war.rules import points, production
from marengo.games.europe.war.rules.words import Decision, Verb
from marengo.languages import N_


@dataclass(frozen=True)
class WarWording(Wording):
    """A verb of the war in words.

    Parameters
    ----------
    of_several : str
        What is done by as many units as were named, or with so many points.
    of_two : str
        What is done in the war of two nations, which it ends.
    cost : int
        Its cost in PAP or PP, if all moves of it cost the same.
    """

    of_several: str = ""
    of_two: str = ""
    cost: int = 0


QUESTIONS: Mapping[int, Question] = {
    Decision.POLITICS: Question(
        N_("a political action may be taken, or none (N-12.8)"),
        (
            *(Verb.SUE, Verb.ARMISTICE, Verb.OVERTURE, Verb.ANNEX, Verb.INCITE),
            *(Verb.TRADE, Verb.DECLARE, Verb.BREAK, Verb.ALLY, Verb.PART),
            *(Verb.WIN_OVER, Verb.REQUEST, Verb.REVOKE, Verb.GIVE),
        ),
    ),
    Decision.EXCHANGE: Question(
        N_("it is to be said what is wanted for a region (N-12.11)"), (Verb.EXCHANGE,)
    ),
    Decision.REPLY: Question(N_("an offer is to be accepted or refused (N-12.9)")),
    Decision.PLEDGE: Question(
        N_("war may be declared now, or not (N-15.5, N-16.4)"),
        here={"accept": N_("declare war"), "refuse": N_("declare no war")},
    ),
    Decision.CONGRESS: Question(N_("a congress sits (N-17.11)"), (Verb.ANNEX, Verb.LIBERATE)),
    Decision.LIBERATION: Question(
        N_("a second region may be liberated (N-18.7)"), (Verb.LIBERATE,)
    ),
    Decision.JOIN: Question(
        N_("an ally may move in this turn (N-4.9)"), here={"pass": N_("wait for the own turn")}
    ),
    Decision.MARCH: Question(
        N_("units and squadrons may move (N-4.7)"),
        (Verb.MARCH, Verb.TRANSPORT, Verb.SAIL, Verb.STRIKE),
        {"end": N_("no more marches")},
    ),
    Decision.NUMBER: Question(N_("it is to be said how many of them (N-6.1)"), (Verb.NUMBER,)),
    Decision.VOYAGE: Question(
        N_("it is to be said where the squadrons sail (N-7.1)"),
        (Verb.VIA, Verb.ENGAGE, Verb.END),
        {"end": N_("stay there")},
    ),
    Decision.ENGAGEMENT: Question(N_("a naval battle is to be fought or avoided (N-8.1)")),
    Decision.NAVAL_LOSS: Question(
        N_("it is to be said whose squadron is lost (N-8.11)"), (Verb.CHOOSE,)
    ),
    Decision.PASSAGE: Question(
        N_("it is to be said where the transport goes (N-9.3)"), (Verb.VIA,)
    ),
    Decision.NEXT_BATTLE: Question(N_("the next battle is to be chosen (N-19.4)"), (Verb.FIGHT,)),
    Decision.RETREAT: Question(N_("units are to retreat (N-26.12, N-26.13)"), (Verb.WITHDRAW,)),
    Decision.LEAVE: Question(N_("units are to leave (N-13.8, N-13.13, N-13.21)"), (Verb.WITHDRAW,)),
    Decision.UPRISING: Question(N_("an uprising may be fought (N-18.5)")),
    Decision.LOSS: Question(N_("an army is to be lost to an uprising (N-18.5)"), (Verb.SACRIFICE,)),
    Decision.PURCHASE: Question(
        N_("units may be bought (N-11.2)"),
        (Verb.BUY, Verb.BUILD, Verb.BUY_PAP),
        {"end": N_("no more purchases")},
    ),
    Decision.OVER: Question(N_("the war is over (N-27.1, N-27.7, N-30.10)")),
}
"""The decisions on the map, in the order of the rulebook."""

VERBS: Mapping[int, WarWording] = {
    Verb.PASS: WarWording("pass", N_("pass")),
    Verb.SUE: WarWording(
        "sue [for {actor}]",
        N_("sue for peace{actor} ({cost} PAP)"),
        of_two=N_("sue for peace: the war is lost"),
        cost=points.SUE,
    ),
    Verb.DECLARE: WarWording(
        "declare-war {nation} [for {actor}]",
        N_("declare war on {nation}{actor} ({cost} PAP)"),
        (N_("declare war ({cost} PAP) …"),),
        cost=points.DECLARE,
    ),
    Verb.ARMISTICE: WarWording(
        "armistice {nation}",
        N_("offer an armistice to {nation} ({cost} PAP)"),
        (N_("offer an armistice ({cost} PAP) …"),),
        of_two=N_("offer an armistice: a draw ({cost} PAP)"),
        cost=points.ARMISTICE,
    ),
    Verb.ALLY: WarWording(
        "ally {nation}",
        N_("offer an alliance to {nation} ({cost} PAP)"),
        (N_("offer an alliance ({cost} PAP) …"),),
        cost=points.OVERTURE,
    ),
    Verb.PART: WarWording(
        "part {nation} from {third}",
        N_("ask {nation} to leave its alliance with {third} ({cost} PAP)"),
        (N_("ask for the end of an alliance ({cost} PAP) …"),),
        cost=points.OVERTURE,
    ),
    Verb.BREAK: WarWording(
        "break {nation}",
        N_("break the alliance with {nation} ({cost} PAP)"),
        (N_("break an alliance ({cost} PAP) …"),),
        cost=points.BREAK,
    ),
    Verb.WIN_OVER: WarWording(
        "win-over {nation}",
        N_("win over {nation} ({cost} PAP)"),
        (N_("win over a neutral nation ({cost} PAP) …"),),
        cost=points.OVERTURE,
    ),
    Verb.REQUEST: WarWording(
        "passage {nation}", N_("ask {nation} for passage"), (N_("ask for passage …"),)
    ),
    Verb.REVOKE: WarWording(
        "revoke {nation}", N_("revoke the passage of {nation}"), (N_("revoke a passage …"),)
    ),
    Verb.GIVE: WarWording(
        "give {nation}",
        N_("give PP to {nation}"),
        (N_("give PP …"),),
        of_several=N_("give {number} PP to {nation}"),
    ),
    Verb.OVERTURE: WarWording(
        "overture {to}",
        N_("overture to {place} ({cost} PAP)"),
        (N_("overture to a minor nation ({cost} PAP) …"),),
        cost=points.OVERTURE,
    ),
    Verb.ANNEX: WarWording(
        "annex {to}", N_("annex {place} ({cost} PAP)"), (N_("annex a region …"),), cost=points.ANNEX
    ),
    Verb.INCITE: WarWording(
        "incite {to}",
        N_("cause an uprising in {place} ({cost} PAP)"),
        (N_("cause an uprising ({cost} PAP) …"),),
        cost=points.INCITE,
    ),
    Verb.LIBERATE: WarWording(
        "liberate {to}",
        N_("liberate {place} ({cost} PAP)"),
        (N_("liberate a region …"),),
        cost=points.LIBERATE,
    ),
    Verb.TRADE: WarWording(
        "trade {to} to {nation}",
        N_("offer {place} to {nation}"),
        (N_("offer a region …"), N_("offer a region to {nation} …")),
    ),
    Verb.EXCHANGE: WarWording("for {to}", N_("for {place}")),
    Verb.ACCEPT: WarWording("accept", N_("accept")),
    Verb.REFUSE: WarWording("refuse", N_("refuse")),
    Verb.JOIN: WarWording("join", N_("move in this turn too")),
    Verb.MARCH: WarWording(
        "march {kind} {from} {to} [{again}]",
        N_("march: {piece}{again}, {origin} → {place}"),
        (N_("march from {origin} …"), N_("march: {piece}{again}, {origin} → …")),
        of_several=N_("{number} {piece}: {origin} → {place}"),
    ),
    Verb.TRANSPORT: WarWording(
        "transport {kind} {from} {sea}",
        N_("by sea: {piece}, {origin} → {water}"),
        (N_("by sea from {origin} …"), N_("by sea: {piece}, {origin} → …")),
        of_several=N_("by sea: {number} {piece}, {origin} → {water}"),
    ),
    Verb.SAIL: WarWording(
        "sail {berth} [{again}]",
        N_("squadrons{again}: sail from {water}"),
        (N_("squadrons: sail …"),),
        of_several=N_("squadrons ({number}): sail from {water}"),
    ),
    Verb.STRIKE: WarWording(
        "strike {to} from {waters}",
        N_("squadrons: attack the port of {place} from {water}"),
        (N_("squadrons: attack a port …"),),
        of_several=N_("squadrons ({number}): attack the port of {place} from {water}"),
    ),
    Verb.VIA: WarWording("via {water}", N_("on to {water}")),
    Verb.ENGAGE: WarWording("engage", N_("seek a naval battle")),
    Verb.AVOID: WarWording("avoid", N_("avoid a naval battle")),
    Verb.CHOOSE: WarWording("choose {nation}", N_("the choice falls on {nation}")),
    Verb.NUMBER: WarWording("number {number}", N_("{number} of them")),
    Verb.FIGHT: WarWording("fight {to}", N_("battle in {place}")),
    Verb.WITHDRAW: WarWording(
        "withdraw {kind} {to}",
        N_("retreat: {piece} → {place}"),
        (N_("retreat: {piece} → …"),),
        of_several=N_("retreat: {number} {piece} → {place}"),
    ),
    Verb.SUPPRESS: WarWording("suppress", N_("fight the uprising")),
    Verb.SPARE: WarWording("spare", N_("leave the uprising alone")),
    Verb.SACRIFICE: WarWording("sacrifice {kind}", N_("lose {piece}")),
    Verb.BUY: WarWording(
        "buy {kind} {to}",
        N_("buy {piece} for {place} ({cost} PP)"),
        (N_("buy {piece} ({cost} PP) …"),),
    ),
    Verb.BUILD: WarWording(
        "buy squadron {to}",
        N_("build a squadron in {place} ({cost} PP)"),
        (N_("build a squadron ({cost} PP) …"),),
        cost=production.SQUADRON,
    ),
    Verb.BUY_PAP: WarWording(
        "buy pap", N_("buy a political action point ({cost} PP)"), cost=production.PAP
    ),
    Verb.END: WarWording("end"),
    Verb.ROLL: WarWording("roll {number}"),
}
"""What can be done on the map, and what chance decides."""
