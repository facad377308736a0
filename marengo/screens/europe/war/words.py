"""A war in words: what is asked, can be done, happened, and how it stands."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import combinations

from marengo.core.move import Move
from marengo.core.state import Chance
from marengo.games.europe.notation import NAMES, PIECES
from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.war import notation
from marengo.games.europe.war.decisions import QUESTIONS, VERBS
from marengo.games.europe.war.rules import peace, production
from marengo.games.europe.war.rules.words import FIRST, Decision, Power, Relation, Seat, Step, Verb
from marengo.games.europe.war.scenario import MONTHS, NATION_OF, WarScenario
from marengo.games.europe.war.state import WarState, WarView
from marengo.languages import N_, _
from marengo.screens.europe import words as battle
from marengo.screens.europe.words import begun, listed, nation_title, piece_title

MONTH = (
    *(N_("January {year}"), N_("February {year}"), N_("March {year}"), N_("April {year}")),
    *(N_("May {year}"), N_("June {year}"), N_("July {year}"), N_("August {year}")),
    *(N_("September {year}"), N_("October {year}"), N_("November {year}"), N_("December {year}")),
)

STEPS = {
    Step.OPENING: N_("before the marches"),
    Step.JOINING: N_("allies that join"),
    Step.MOVEMENT: N_("marches"),
    Step.AFTERWARDS: N_("after the marches"),
    Step.BATTLES: N_("battles"),
    Step.BETWEEN: N_("after a battle"),
    Step.CAPITALS: N_("capitals"),
    Step.UPRISINGS: N_("uprisings"),
    Step.CLOSING: N_("end of the turn"),
    Step.PARTING: N_("neutral units part"),
    Step.BUDGET: N_("before production"),
    Step.PURCHASES: N_("production"),
}

_TITLES = (
    *(N_("Paris"), N_("Burgundy"), N_("Central France"), N_("Provence"), N_("Gascony")),
    *(N_("Vendee"), N_("Brittany"), N_("Normandy"), N_("Picardy"), N_("Lorraine")),
    *(N_("London"), N_("Cornwall"), N_("Wales"), N_("Midlands"), N_("Scotland"), N_("Highlands")),
    *(N_("Ulster"), N_("Ireland")),
    *(N_("Berlin"), N_("Silesia"), N_("Pomerania"), N_("East Prussia")),
    *(N_("St. Petersburg"), N_("Moscow"), N_("Estonia"), N_("Courland"), N_("Lithuania")),
    *(N_("Volhynia"), N_("Ukraine"), N_("Crimea"), N_("Don Basin"), N_("Caucasus")),
    *(N_("Northern Russia"), N_("Novgorod"), N_("Minsk-Smolensk")),
    *(N_("Constantinople"), N_("Anatolia"), N_("Ankara"), N_("Southern Turkey"), N_("Armenia")),
    *(N_("Syria"), N_("Arabia")),
    *(N_("Vienna"), N_("Tyrol"), N_("Illyria"), N_("Hungary"), N_("Transylvania"), N_("Galicia")),
    N_("Bohemia"),
    *(N_("Madrid"), N_("Asturias"), N_("Navarre"), N_("Catalonia"), N_("Andalusia")),
    N_("Western Spain"),
    *(N_("Portugal"), N_("Gibraltar"), N_("Switzerland"), N_("Baden-Wurtt"), N_("Bavaria")),
    *(N_("Belgium"), N_("Hesse-Berg"), N_("Thuringia"), N_("Saxony"), N_("Westphalia")),
    *(N_("Holland"), N_("Hanover"), N_("Mecklenburg"), N_("Denmark"), N_("Norway"), N_("Sweden")),
    *(N_("Finland"), N_("Grand Duchy of Warsaw"), N_("Moldavia"), N_("Wallachia"), N_("Bulgaria")),
    *(N_("Serbia"), N_("Bosnia"), N_("Albania"), N_("Macedonia"), N_("Greece"), N_("Sicily")),
    *(N_("Naples"), N_("Papal States"), N_("Tuscany"), N_("Venice"), N_("Milan"), N_("Piedmont")),
    *(N_("Morocco"), N_("Oran"), N_("Algiers"), N_("Tunisia"), N_("Tripolitania")),
    *(N_("Cyrenaica"), N_("Egypt")),
)
_SEA_TITLES = (
    *(N_("Gulf of Bothnia"), N_("Baltic Sea"), N_("North Sea"), N_("North Atlantic")),
    *(N_("Irish Sea"), N_("English Channel"), N_("Bay of Biscay"), N_("Mid Atlantic")),
    *(N_("Barbary Coast"), N_("Gulf of Marseilles"), N_("Tyrrhenian Sea"), N_("Ionian Sea")),
    *(N_("Adriatic Sea"), N_("Eastern Mediterranean"), N_("Aegean Sea"), N_("Black Sea")),
)


def _keyed(titles: Sequence[str]) -> dict[str, str]:
    return {title.lower().replace(".", "").replace(" ", "-"): title for title in titles}


REGIONS, SEAS = _keyed(_TITLES), _keyed(_SEA_TITLES)
"""Names of regions and sea areas in the rulebook, by their names in files."""

OTTOMANS = N_("Ottoman Empire")
"""Name of a seat; as a nation it has an article in sentences."""

Shown = WarState | WarView


def region_title(name: str) -> str:
    """Return what a region is called."""
    return _(REGIONS.get(name, name.replace("-", " ").title()))


def water_title(name: str) -> str:
    """Return what a sea area is called, or the region of a port."""
    return _(SEAS[name]) if name in SEAS else region_title(name)


def seat_title(seat: IntEnum) -> str:
    """Return what a seat is called."""
    return nation_title(Nation[seat.name])


def date(shown: Shown) -> str:
    """Return the month of a position."""
    scenario = _scenario(shown)
    years, month = divmod(scenario.begins - 2 + shown.month, MONTHS)
    return _(MONTH[month]).format(year=scenario.year + years)


def turn(state: WarState) -> Iterator[str]:
    """Yield what the turn of a position is called: the month, and whose turn in it."""
    yield date(state)
    words = _("Production of {nation}") if state.step >= Step.BUDGET else _("Turn of {nation}")
    yield words.format(nation=nation_title(state.active))


def _scenario(shown: Shown) -> WarScenario:
    return shown.scenario if isinstance(shown, WarView) else shown.game.scenario


def is_of_two(shown: Shown) -> bool:
    """Return whether it is the war of two nations."""
    return _scenario(shown).SEATS == NATION_OF


def is_fought(shown: Shown) -> bool:
    """Return whether a battle is fought; units that retreat from it are off its board."""
    return shown.battle is not None and bool(shown.units)


_NAMES = notation.Names(tuple(REGIONS), tuple(SEAS))
"""Names of regions and sea areas of any scenario in moves."""


def said(text: str) -> str:
    """Return a move in plain words."""
    verb, facts = _read(text)
    return _(words).format(**facts) if (words := VERBS[verb].says) else battle.said(text)


def _read(text: str) -> tuple[Verb, dict[str, object]]:
    """Return what a move does, with a roll for what is a battle's, and the words that tell it."""
    verb, named = notation.parse(_NAMES, text) or (Verb.ROLL, {})
    facts = {key: title(named[field]) for field, (key, title) in _FACTS.items() if field in named}
    cost = VERBS[verb].cost
    if verb == Verb.BUY:
        cost = production.COSTS[PIECES.index(named["kind"])]
    elif verb == Verb.SUE and "actor" in named:
        cost = 0  # a neutral nation pays nothing (N-17.7)
    return verb, {"again": "", "actor": "", "cost": cost, **facts}


def _nation(name: str) -> str:
    return nation_title(Nation(NAMES.index(name)))


_FACTS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "kind": ("piece", lambda name: piece_title(Piece(PIECES.index(name)))),
    "from": ("origin", region_title),
    "to": ("place", region_title),
    **dict.fromkeys(("sea", "water", "berth", "waters"), ("water", water_title)),
    "nation": ("nation", _nation),
    "third": ("third", _nation),
    "actor": ("actor", lambda name: _(" for {nation}").format(nation=_nation(name))),
    "number": ("number", str),
    "again": ("again", lambda _again: _(" again")),
}
"""Facts that a move is told with, by the fields of the notation."""


def headings(text: str) -> Iterator[str]:
    """Yield the headings under which a move is offered where there are many, the widest first."""
    verb, facts = _read(text)
    if not VERBS[verb].says:
        yield from battle.headings(text)
    for heading in VERBS[verb].headings:
        yield _(heading).format(**facts)


def choices(state: WarState) -> list[tuple[str, Move | None]]:
    """Return what can be done, in words, each with its move; to end before all that may be done."""
    legal = state.legal_moves()
    if not is_fought(state):
        legal = sorted(legal, key=lambda move: str(move) != "end")
    if state.decision in (Decision.NUMBER, Decision.DEPLOY):  # the question tells of what
        return [(str(move).split(" ")[1], move) for move in legal]
    return [(_told(state, str(move)), move) for move in legal]


IDLE = N_("political actions in my own turn only")
"""Wish of a player who would rather not be asked in the windows of others (N-12.8)."""


def idle(state: WarState) -> str:
    """Return what one does with that wish, or nothing if he has to decide."""
    turn_of_another = state.active != Nation[state.to_move.name]
    return "pass" if state.decision == Decision.POLITICS and turn_of_another else ""


def _told(state: WarState, text: str) -> str:
    """Return a move in plain words, with what was chosen before."""
    if state.decision == Decision.NUMBER:
        verb, facts = _read(state.context["pending"])
        return _(VERBS[verb].of_several).format(**facts, number=text.removeprefix("number "))
    if state.decision in QUESTIONS and (words := QUESTIONS[state.decision].here.get(text)):
        return _(words)
    verb, facts = _read(text)
    if state.decision == Decision.LIBERATION:
        facts["cost"] = 0
    elif state.decision == Decision.CONGRESS and verb == Verb.ANNEX:
        facts["cost"] = state.ask(peace.price, state.game.regions.index(text.split()[1]))
    wording = VERBS[verb]
    words = (is_of_two(state) and wording.of_two) or wording.says
    return _(words).format(**facts) if words else battle.said(text)


def question(state: WarState) -> str:
    """Return what is to be decided, and by which rule."""
    if is_fought(state) and state.decision < FIRST:
        return battle.question(state)
    asked = _(QUESTIONS.get(state.decision, battle.ROLLED).asks)
    if state.decision == Decision.PURCHASE:
        asked = _("{number} PP: {asked}").format(number=state.pp[state.active], asked=asked)
    elif state.decision in _ABOUT:
        asked = f"{_ABOUT[Decision(state.decision)](state)}: {asked}"
    return f"{begun(asked)}."


def _named(state: WarState, field: str) -> str:
    """Return what the nation is called that a field of the record has."""
    return nation_title(Nation(int(state.record[field])))


def _retreat(state: WarState) -> str:
    nation, pieces = next(iter(state.retreating.items()))
    return f"{nation_title(nation)}, {listed(pieces)}"


def _reply(state: WarState) -> str:
    if is_of_two(state):
        return offer(state)
    words = _("{nation} is asked: {offer}")
    return words.format(nation=_named(state, "addressee"), offer=offer(state))


def _pledge(state: WarState) -> str:
    words, nation = _("{nation} has declared war on {other}"), _named(state, "aggressor")
    if state.record["offer"] == Verb.ANNEX:
        place = region_title(state.region(int(state.record["free_region"])) or "")
        return _("{nation} is to annex {place}").format(nation=nation, place=place)
    return words.format(nation=nation, other=_named(state, "third"))


def _congress(state: WarState) -> str:
    winner = Nation(int(state.record["winners"][state.record["sitting"]]))
    facts = {"nation": nation_title(winner), "number": state.pap[winner]}
    words = _("peace with {other}, {nation} has {number} PAP")
    return words.format(other=_named(state, "loser"), **facts)


def _fleet(state: WarState) -> str:
    words = _("{nation}, squadrons in {place}: {number}")
    facts = {"place": _water(state), "number": state.record["squadrons"]}
    return words.format(nation=_named(state, "fleet"), **facts)


def _cargo(state: WarState) -> str:
    piece = Piece(int(state.record["cargo_kind"]))
    return f"{_water(state)}, {listed({piece: int(state.record['cargo'])})}"


def _water(state: WarState) -> str:
    """Return where squadrons or transports under way are."""
    return water_title(state.game.names.waters[int(state.record["water"])])


_ABOUT: Mapping[int, Callable[[WarState], str]] = {
    Decision.POLITICS: lambda state: f"{seat_title(state.to_move)}, {_(STEPS[state.step])}",
    Decision.NUMBER: lambda state: said(state.context["pending"]),
    Decision.RETREAT: _retreat,
    Decision.LEAVE: lambda state: (
        f"{_named(state, 'addressee')}, {region_title(state.game.regions[state.record['given']])}"
    ),
    Decision.UPRISING: lambda state: region_title(state.context["uprising"]),
    Decision.LOSS: lambda state: region_title(state.context["uprising"]),
    Decision.REPLY: _reply,
    Decision.PLEDGE: _pledge,
    Decision.CONGRESS: _congress,
    Decision.LIBERATION: _congress,
    Decision.JOIN: lambda state: _("{nation} with {other}").format(
        nation=_named(state, "joiner"), other=nation_title(state.active)
    ),
    Decision.VOYAGE: _fleet,
    Decision.ENGAGEMENT: _fleet,
    Decision.NAVAL_LOSS: lambda state: f"{_named(state, 'seeker')}, {_water(state)}",
    Decision.PASSAGE: _cargo,
}
"""Subject of a decision in words."""

_OFFERS = {
    "armistice": N_("an armistice is offered"),
    "ally": N_("an alliance is offered"),
    "part": N_("the alliance with {nation} is to end"),
    "request": N_("passage is asked for"),
    "straits": N_("squadrons are to pass the straits"),
    "consent": N_("friends are to retreat from battle"),
}


def offer(shown: Shown) -> str:
    """Return what a nation is asked to agree to, or nothing."""
    match (shown.offered or "").split():
        case ["trade", given, _for, wanted]:
            words = _("{given} is offered for {wanted}")
            return words.format(given=region_title(given), wanted=region_title(wanted))
        case [what, *nations] if what in _OFFERS:
            return _(_OFFERS[what]).format(nation="".join(map(_nation, nations)))
    return ""


# --- what happened --------------------------------------------------------------------------


def happened(before: WarState, move: Move, after: WarState, side: Seat | None) -> Iterator[str]:
    """Tell what a move did; the rest of a battle is told as in a battle by itself."""
    fought = is_fought(before) and before.decision < FIRST
    if fought:
        yield from battle.acted(before, move, side, seat_title)
    elif after.decision != Decision.NUMBER:  # how many march or retreat is told together
        who = _("Chance") if before.to_move is Chance.CHANCE else seat_title(before.to_move)
        yield begun(f"{who}: {_told(before, str(move))}.")
    yield from battle.eliminated(_losses(before), _losses(after))
    if fought and after.battle == before.battle:
        yield from battle.routed(before, after)
    yield from _fights(before, after)
    yield from _arrivals(before, after)
    yield from _at_sea(before, after)
    yield from _regions(before, after)
    yield from _politics(before, after)
    yield from _relations(before, after)


def _losses(state: WarState) -> dict[Nation, dict[Piece, int]]:
    """Return what was eliminated in all battles so far."""
    lost, dead = state.lost, state.dead
    return {
        nation: {
            piece: dead.get(nation, {}).get(piece, 0) + lost.get(nation, {}).get(piece, 0)
            for piece in Piece
        }
        for nation in dict.fromkeys((*dead, *lost))
    }


def _fights(old: WarState, new: WarState) -> Iterator[str]:
    """Tell which battle begins, and who has won it."""
    if is_fought(old) and not is_fought(new) and old.battle:
        stayed = (new.troops.get(old.battle, {}).keys() & old.sides.keys()) - new.retreating.keys()
        for nation in stayed:
            words = _("{nation} has won the battle in {place}.")
            yield begun(words.format(nation=nation_title(nation), place=region_title(old.battle)))
    if new.battle and new.battle != old.battle:
        words = _("{nation} attacks in {place}.")
        place = region_title(new.battle)
        attackers = [nation for nation, side in new.sides.items() if side == 0]
        yield begun(words.format(nation=", ".join(map(nation_title, attackers)), place=place))


def _arrivals(old: WarState, new: WarState) -> Iterator[str]:
    """Tell who retreats without a choice, and which free army comes."""
    free = Decision.INFANTRY_ROLL <= old.decision <= Decision.ARTILLERY_ROLL
    if not (free or (is_fought(old) and not is_fought(new))):
        return
    words = _("{nation} retreats to {place}: {pieces}.")
    if free:
        words = _("A free army of {nation} in {place}: {pieces}.")
    stood = old.troops
    for name, troops in new.troops.items():
        for nation, pieces in troops.items() if name != old.battle else ():
            before = stood.get(name, {}).get(nation, {})
            more = {piece: number - before.get(piece, 0) for piece, number in pieces.items()}
            if came := {piece: number for piece, number in more.items() if number > 0}:
                facts = {"nation": nation_title(nation), "place": region_title(name)}
                yield begun(words.format(pieces=listed(came), **facts))


def _regions(old: WarState, new: WarState) -> Iterator[str]:
    """Tell which regions have other owners, and which uprisings are over."""
    before, risen = old.owners, new.uprisings
    for name, owner in new.owners.items():
        if owner != before[name]:
            words = _("{place} belongs to {nation} now.")
            if owner is None:
                words = _("{place} belongs to nobody now.")
            nation = "" if owner is None else nation_title(owner)
            yield words.format(place=region_title(name), nation=nation)
    for name in old.uprisings:
        if name not in risen:
            yield _("The uprising in {place} is over.").format(place=region_title(name))


def _politics(old: WarState, new: WarState) -> Iterator[str]:
    """Tell what dice have left as it was, and what is different in the treasuries."""
    refused = old.decision in (Decision.OVERTURE_ROLL, Decision.ANNEXATION_ROLL)
    if refused and old.owners == new.owners:
        place = old.region(int(old.record["free_region"])) or ""
        yield _("{place} stays without an owner.").format(place=region_title(place))
    failed = new.is_over or old.relations != new.relations
    if old.decision == Decision.COMMITMENT_ROLL and not failed:
        nation = Nation(int(old.ask(peace.doubting)))
        yield begun(_("{nation} holds out (N-17.2).").format(nation=nation_title(nation)))
    means = ((old.pap, new.pap, "PAP"), (old.pp, new.pp, "PP"))
    for nation in new.game.nations:
        for before, now, what in means:
            if (more := now[nation] - before[nation]) > 0 and old.decision != Decision.PURCHASE:
                words = _("{nation} receives {number} {what}.")
                name = nation_title(nation)
                yield begun(words.format(nation=name, number=more, what=what))


def _at_sea(old: WarState, new: WarState) -> Iterator[str]:
    """Tell where a naval battle begins, and who loses squadrons."""
    if new.record["sea_battles"] > old.record["sea_battles"]:
        yield _("Naval battle: {place}.").format(place=_water(new))
    for nation in new.game.nations:
        if (lost := int(new.record["sunk"][nation] - old.record["sunk"][nation])) > 0:
            words = _("{nation} loses squadrons: {number}.")
            yield begun(words.format(nation=nation_title(nation), number=lost))


_RELATIONS = {
    (Relation.NEUTRAL, Relation.WAR): N_("{nation} and {other}: war."),
    (Relation.ALLIED, Relation.WAR): N_("{nation} and {other}: war."),
    (Relation.NEUTRAL, Relation.ALLIED): N_("{nation} and {other}: alliance."),
    (Relation.WAR, Relation.ALLIED): N_("{nation} and {other}: alliance."),
    (Relation.WAR, Relation.NEUTRAL): N_("{nation} and {other}: peace."),
    (Relation.ALLIED, Relation.NEUTRAL): N_("{nation} and {other}: the alliance is over."),
}
"""Words for two nations whose relation has changed."""


def _relations(old: WarState, new: WarState) -> Iterator[str]:
    """Tell how nations stand that stood otherwise, and who controls neutral ones."""
    if new.is_over:
        return
    both = old.relations, new.relations
    for pair in combinations(new.game.nations, 2):
        before, now = (relations.get(pair, Relation.NEUTRAL) for relations in both)
        if before != now:
            title, other = map(nation_title, pair)
            yield begun(_(_RELATIONS[before, now]).format(nation=title, other=other))
    controlled, controllers = old.controllers, new.controllers
    for nation in new.game.nations:
        controller = controllers.get(nation)
        if controller != controlled.get(nation):
            words = _("{nation} is controlled by {other} now.")
            if controller is None:
                words = _("{nation} is controlled by nobody now.")
            other = "" if controller is None else nation_title(controller)
            yield begun(words.format(nation=nation_title(nation), other=other))


# --- how it stands --------------------------------------------------------------------------


def heading(view: WarView) -> str:
    """Return when it is, and how far the turn has come."""
    facts = {"date": date(view), "nation": nation_title(view.active), "step": _(STEPS[view.step])}
    if not isinstance(view.to_move, Seat | Power | Chance):
        return _("{date}: the war is over").format(**facts)
    if view.battle is None:
        return _("{date}, turn of {nation}: {step}").format(**facts)
    place = region_title(view.battle)
    if not is_fought(view):
        return _("{date}: retreat from {place}").format(**facts, place=place)
    line = battle.describe(view).split("\n")[0]
    if view.winner is not None:
        winners = [nation for nation, side in view.sides.items() if side == view.winner]
        line = begun(_("{nation} has won").format(nation=nation_title(winners[0])))
    return _("{date}, battle in {place}: {told}").format(**facts, place=place, told=line)


def describe(view: WarView) -> str:
    """Return a position in words: a heading, and lines."""
    if is_fought(view):
        return "\n".join([heading(view), *battle.describe(view).split("\n")[1:]])
    lines = [heading(view), *filter(None, [begun(offer(view))])]
    for nation in view.pap:
        line = begun("; ".join([treasury(view, nation), *_standing(view, nation)]))
        if lost := view.dead[nation]:
            line = _("{line}; has lost {pieces}").format(line=line, pieces=listed(lost))
        lines.append(line)
    lines.append(goal(view))
    few = is_of_two(view)
    names = [name for name in view.owners if few or standing(view, name) or name in view.uprisings]
    lines += [_place(view, name) for name in names]
    lines += [_fleets(view, name) for name in view.squadrons]
    return "\n".join(lines)


def _standing(view: WarView, nation: Nation) -> Iterator[str]:
    """Tell how one of many nations stands: with others, and what it has."""
    if is_of_two(view):
        return
    if nation in view.controllers:
        yield _("controlled by {nation}").format(nation=nation_title(view.controllers[nation]))
    relations = ((Relation.WAR, _("at war: {nations}")), (Relation.ALLIED, _("allied: {nations}")))
    for relation, words in relations:
        others = [other for other in view.pap if view.relations.get((nation, other)) == relation]
        if others:
            yield words.format(nations=", ".join(map(nation_title, others)))
    pieces = Counter[Piece]()
    for troops in view.troops.values():
        pieces.update(troops.get(nation, {}))
    if pieces:
        yield listed({piece: pieces[piece] for piece in sorted(pieces)})
    if number := sum(fleets.get(nation, 0) for fleets in view.squadrons.values()):
        yield _("squadrons: {number}").format(number=number)
    if own := [region_title(name) for name, owner in view.owners.items() if owner == nation]:
        yield _("regions: {regions}").format(regions=", ".join(own))


def _fleets(view: WarView, name: str) -> str:
    """Return whose squadrons are in a sea area or port."""
    fleets = [f"{nation_title(nation)} {many}" for nation, many in view.squadrons[name].items()]
    words = _("Squadrons, {place}: {fleets}")
    return words.format(place=water_title(name), fleets="; ".join(fleets))


def treasury(view: WarView, nation: Nation) -> str:
    """Return the points that a nation has."""
    words = _("{nation}: {pap} PAP, {pp} PP")
    facts = {"pap": view.pap[nation], "pp": view.pp[nation]}
    return words.format(nation=nation_title(nation), **facts)


_GOALS = {
    "historical": N_("A side wins when all who fought against it have sued for peace (N-27.1)"),
    "levels": N_("Who reaches the highest level of victory wins (N-27.3)"),
}


def goal(view: WarView) -> str:
    """Return what decides: in the war of two, how many disputed regions France holds."""
    if view.scenario.victory != "disputed":
        return _(_GOALS[view.scenario.victory])
    holding, regions = view.scenario.holding, view.scenario.regions.values()
    words = _("{nation} holds {held} of {number} disputed regions; {victory} win, {draw} draw")
    return words.format(
        nation=nation_title(Nation.FRANCE),
        held=view.held,
        number=sum(region.disputed for region in regions),
        victory=holding.victory,
        draw=holding.draw,
    )


def _place(view: WarView, name: str) -> str:
    """Return who owns a region, and who stands there."""
    owner, facts = view.owners[name], list[str]()
    facts.append(
        _("no owner") if owner is None else _("of {nation}").format(nation=nation_title(owner))
    )
    if view.scenario.regions[name].disputed:
        facts.append(_("disputed"))
    if name in view.uprisings:
        facts.append(_("uprising"))
    troops = standing(view, name).items()
    armies = [f"{nation_title(nation)} {listed(pieces)}" for nation, pieces in troops]
    return f"{region_title(name)} ({', '.join(facts)}): {'; '.join(armies) or _('nobody')}"


def standing(view: WarView, name: str) -> dict[Nation, Mapping[Piece, int]]:
    """Return what stands in a region, with those who are still to retreat from it."""
    troops = dict(view.troops.get(name, {}))
    return troops | (dict(view.retreating) if name == view.battle else {})
