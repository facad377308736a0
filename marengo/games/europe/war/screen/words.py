"""A war in words: what is asked, can be done, happened, and how it stands."""

from collections.abc import Iterator, Mapping

from marengo.core.move import Move
from marengo.core.state import Chance
from marengo.games.europe.notation import NAMES, PIECES
from marengo.games.europe.rules.words import Nation, Piece
from marengo.games.europe.screen import words as battle
from marengo.games.europe.screen.words import begun, listed, nation_title, piece_title
from marengo.games.europe.war import legality
from marengo.games.europe.war.rules import minors, peace, production, uprising
from marengo.games.europe.war.rules.words import NATION_OF, Decision, Seat, Step
from marengo.games.europe.war.scenario import MONTHS
from marengo.games.europe.war.state import WarState, WarView
from marengo.languages import N_, _

TURN = N_("Month {number}")
"""What a turn is called: the log has only its number, and tells the date where a month begins."""

MONTH = (
    *(N_("January {year}"), N_("February {year}"), N_("March {year}"), N_("April {year}")),
    *(N_("May {year}"), N_("June {year}"), N_("July {year}"), N_("August {year}")),
    *(N_("September {year}"), N_("October {year}"), N_("November {year}"), N_("December {year}")),
)

STEPS = {
    Step.OPENING: N_("before the marches"),
    Step.MOVEMENT: N_("marches"),
    Step.AFTERWARDS: N_("after the marches"),
    Step.BATTLES: N_("battles"),
    Step.BETWEEN: N_("after a battle"),
    Step.CAPITALS: N_("capitals"),
    Step.UPRISINGS: N_("uprisings"),
    Step.CLOSING: N_("end of the turn"),
    Step.BUDGET: N_("before production"),
    Step.PURCHASES: N_("production"),
}

_TITLES = (
    *(N_("Paris"), N_("Burgundy"), N_("Central France"), N_("Provence"), N_("Lorraine")),
    *(N_("Switzerland"), N_("Baden-Wurtt"), N_("Bavaria"), N_("Piedmont"), N_("Milan")),
    *(N_("Tuscany"), N_("Papal States"), N_("Venice"), N_("Tyrol"), N_("Vienna")),
    *(N_("Illyria"), N_("Bohemia"), N_("Hungary")),
)
REGIONS = {title.lower().replace(" ", "-"): title for title in _TITLES}
"""What the rulebook calls the regions, by their names in files."""

# The first words of a move -> what it does.
_MOVES = {
    "pass": N_("pass"),
    "sue": N_("sue for peace: the war is lost"),
    "armistice": N_("offer an armistice: a draw ({cost} PAP)"),
    "overture": N_("overture to {place} ({cost} PAP)"),
    "annex": N_("annex {place} ({cost} PAP)"),
    "incite": N_("cause an uprising in {place} ({cost} PAP)"),
    "trade": N_("offer {place} to {nation}"),
    "for": N_("for {place}"),
    "accept": N_("accept"),
    "refuse": N_("refuse"),
    "march": N_("march: {piece}{again}, {origin} → {place}"),
    "number": N_("{number} of them"),
    "march number": N_("{number} {piece}: {origin} → {place}"),
    "march end": N_("no more marches"),
    "fight": N_("battle in {place}"),
    "withdraw": N_("retreat: {piece} → {place}"),
    "withdraw number": N_("retreat: {number} {piece} → {place}"),
    "suppress": N_("fight the uprising"),
    "spare": N_("leave the uprising alone"),
    "sacrifice": N_("lose {piece}"),
    "buy": N_("buy {piece} for {place} ({cost} PP)"),
    "buy pap": N_("buy a political action point ({cost} PP)"),
    "buy end": N_("no more purchases"),
}

COSTS = {
    "armistice": peace.ARMISTICE,
    "overture": minors.OVERTURE,
    "annex": minors.ANNEX,
    "incite": uprising.INCITE,
    "buy pap": production.PAP,
}

Shown = WarState | WarView


def region_title(name: str) -> str:
    """Return what a region is called."""
    return _(REGIONS.get(name, name.replace("-", " ").title()))


def seat_title(seat: int) -> str:
    """Return what a seat is called."""
    return nation_title(NATION_OF[Seat(seat)])


def date(shown: Shown) -> str:
    """Return the month of a position."""
    scenario = shown.scenario if isinstance(shown, WarView) else shown.game.scenario
    years, month = divmod(scenario.begins - 2 + shown.month, MONTHS)
    return _(MONTH[month]).format(year=scenario.year + years)


def is_fought(shown: Shown) -> bool:
    """Whether a battle is fought; those who retreat from it are off its board."""
    return shown.battle is not None and bool(shown.units)


def said(text: str) -> str:
    """Return a move in plain words."""
    kind, facts = _read(text)
    return _(_MOVES[kind]).format(**facts) if kind in _MOVES else battle.said(text)


def _read(text: str) -> tuple[str, dict[str, object]]:
    """Return which row of the moves a move is, and what fills it in."""
    cost = {"cost": COSTS.get(text) or COSTS.get(text.split(maxsplit=1)[0])}
    match text.split():
        case ["overture" | "annex" | "incite" | "for" | "fight" as verb, place]:
            return verb, {"place": region_title(place), **cost}
        case ["armistice", nation]:
            return "armistice", {"nation": _nation(nation), **cost}
        case ["trade", place, _to, nation]:
            return "trade", {"place": region_title(place), "nation": _nation(nation)}
        case ["march", piece, origin, place, *again]:
            facts = {"origin": region_title(origin), "place": region_title(place)}
            return "march", {"piece": _piece(piece), "again": _(" again") if again else "", **facts}
        case ["number", number]:
            return "number", {"number": number}
        case ["withdraw", piece, place]:
            return "withdraw", {"piece": _piece(piece), "place": region_title(place)}
        case ["sacrifice", piece]:
            return "sacrifice", {"piece": _piece(piece)}
        case ["buy", piece, place]:
            facts = {"piece": _piece(piece), "place": region_title(place)}
            return "buy", {**facts, "cost": production.COSTS[PIECES.index(piece)]}
    return text, {**cost}


def _piece(name: str) -> str:
    return piece_title(Piece(PIECES.index(name)))


def _nation(name: str) -> str:
    return nation_title(Nation(NAMES.index(name)))


def choices(state: WarState) -> list[tuple[str, Move | None]]:
    """Return what can be done, in words, each with its move; to end before all that may be done."""
    legal = state.legal_moves()
    if not is_fought(state):
        legal = sorted(legal, key=lambda move: str(move) != "end")
    return [(_told(state, str(move)), move) for move in legal]


def _told(state: WarState, text: str) -> str:
    """Return a move in plain words, with what was chosen before."""
    if state.decision == Decision.NUMBER:
        kind, facts = _read(state.context["pending"])
        return _(_MOVES[f"{kind} number"]).format(**facts, number=text.removeprefix("number "))
    if text == "end" and state.decision in (Decision.MARCH, Decision.PURCHASE):
        return _(_MOVES["march end" if state.decision == Decision.MARCH else "buy end"])
    return said(text)


def question(state: WarState) -> str:
    """Return what is to be decided, and by which rule."""
    if is_fought(state):
        return battle.question(state)
    asked = _(legality.ASKED.get(int(state.decision), N_("the dice are rolled (N-28.4)")))
    who = state.to_move if state.to_move in Seat else None
    if state.decision == Decision.POLITICS and who is not None:
        asked = f"{seat_title(who)}, {_(STEPS[state.step])}: {asked}"
    elif state.decision == Decision.NUMBER:
        asked = f"{said(state.context['pending'])}: {asked}"
    elif state.decision == Decision.RETREAT:
        nation, pieces = next(iter(state.retreating.items()))
        asked = f"{nation_title(nation)}, {listed(pieces)}: {asked}"
    elif state.decision in (Decision.UPRISING, Decision.LOSS):
        asked = f"{region_title(state.context['uprising'])}: {asked}"
    elif state.decision == Decision.REPLY:
        asked = f"{offer(state)}: {asked}"
    elif state.decision == Decision.PURCHASE:
        asked = _("{number} PP: {asked}").format(number=state.pp[state.active], asked=asked)
    return f"{begun(asked)}."


def offer(shown: Shown) -> str:
    """Return what a nation is asked to agree to, or nothing."""
    match (shown.offered or "").split():
        case ["armistice"]:
            return _("an armistice is offered")
        case ["trade", given, _for, wanted]:
            words = _("{given} is offered for {wanted}")
            return words.format(given=region_title(given), wanted=region_title(wanted))
    return ""


# --- what happened --------------------------------------------------------------------------


def happened(before: WarState, move: Move, after: WarState, side: Seat | None) -> Iterator[str]:
    """Tell what a move did; the rest of a battle is told as in a battle by itself."""
    fought = is_fought(before)
    if fought:
        yield from battle.acted(before, move, side, seat_title)
    elif after.decision != Decision.NUMBER:  # how many march or retreat is told together
        who = _("Chance") if before.to_move is Chance.CHANCE else seat_title(before.to_move)
        yield f"{who}: {_told(before, str(move))}."
    yield from battle.eliminated(_losses(before), _losses(after))
    if fought and after.battle == before.battle:
        yield from battle.routed(before, after)
    yield from _fights(before, after)
    yield from _arrivals(before, after)
    yield from _politics(before, after)
    if before.month != after.month:
        yield f"{date(after)}."


def _losses(state: WarState) -> dict[Nation, dict[Piece, int]]:
    """Return what was eliminated in all battles so far."""
    lost, dead = state.lost, state.dead
    return {
        nation: {
            piece: dead[nation].get(piece, 0) + lost.get(nation, {}).get(piece, 0)
            for piece in Piece
        }
        for nation in dead
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
        yield begun(words.format(nation=" ".join(map(nation_title, attackers)), place=place))


def _arrivals(old: WarState, new: WarState) -> Iterator[str]:
    """Tell who retreats without a choice, and which free army comes."""
    free = Decision.INFANTRY_ROLL <= old.decision <= Decision.ARTILLERY_ROLL
    if not (free or (is_fought(old) and not is_fought(new))):
        return
    words = _("{nation} retreats to {place}: {pieces}.")
    if free:
        words = _("A free army of {nation} in {place}: {pieces}.")
    for name, troops in new.troops.items():
        for nation, pieces in troops.items() if name != old.battle else ():
            there = old.troops.get(name, {}).get(nation, {})
            more = {piece: number - there.get(piece, 0) for piece, number in pieces.items()}
            if came := {piece: number for piece, number in more.items() if number > 0}:
                facts = {"nation": nation_title(nation), "place": region_title(name)}
                yield begun(words.format(pieces=listed(came), **facts))


def _politics(old: WarState, new: WarState) -> Iterator[str]:
    """Tell what is different on the map and in the treasuries."""
    for name, owner in new.owners.items():
        if owner != old.owners[name] and owner is not None:
            words = _("{place} belongs to {nation} now.")
            yield words.format(place=region_title(name), nation=nation_title(owner))
    for name in old.uprisings:
        if name not in new.uprisings:
            yield _("The uprising in {place} is over.").format(place=region_title(name))
    refused = old.decision in (Decision.OVERTURE_ROLL, Decision.ANNEXATION_ROLL)
    if refused and old.owners == new.owners:
        place = old.region(int(old.record["free_region"])) or ""
        yield _("{place} stays without an owner.").format(place=region_title(place))
    if old.decision == Decision.COMMITMENT_ROLL and not new.is_over:
        nation = Nation(int(old.ask(peace.doubting)))
        yield begun(_("{nation} holds out (N-17.2).").format(nation=nation_title(nation)))
    for nation in NATION_OF:
        for before, now, what in ((old.pap, new.pap, "PAP"), (old.pp, new.pp, "PP")):
            if (more := now[nation] - before[nation]) > 0 and old.decision != Decision.PURCHASE:
                words = _("{nation} receives {number} {what}.")
                name = nation_title(nation)
                yield begun(words.format(nation=name, number=more, what=what))


# --- how it stands --------------------------------------------------------------------------


def heading(view: WarView) -> str:
    """Return when it is, and how far the turn has come."""
    facts = {"date": date(view), "nation": nation_title(view.active), "step": _(STEPS[view.step])}
    if view.to_move not in Seat and view.to_move is not Chance.CHANCE:
        return _("{date}: the war is over").format(**facts)
    if view.battle is None:
        return _("{date}, turn of {nation}: {step}").format(**facts)
    place = region_title(view.battle)
    if not is_fought(view):
        return _("{date}: retreat from {place}").format(**facts, place=place)
    told = battle.describe(view).split("\n")[0]
    if view.winner is not None:
        winners = [nation for nation, side in view.sides.items() if side == view.winner]
        told = begun(_("{nation} has won").format(nation=nation_title(winners[0])))
    return _("{date}, battle in {place}: {told}").format(**facts, place=place, told=told)


def describe(view: WarView) -> str:
    """Return a position in words: a heading, and lines."""
    if is_fought(view):
        return "\n".join([heading(view), *battle.describe(view).split("\n")[1:]])
    lines = [heading(view), *filter(None, [begun(offer(view))])]
    for nation in NATION_OF:
        line = begun(treasury(view, nation))
        if lost := view.dead[nation]:
            line = _("{line}; has lost {pieces}").format(line=line, pieces=listed(lost))
        lines.append(line)
    lines.append(goal(view))
    lines += [_place(view, name) for name in view.owners]
    return "\n".join(lines)


def treasury(view: WarView, nation: Nation) -> str:
    """Return the points that a nation has."""
    words = _("{nation}: {pap} PAP, {pp} PP")
    facts = {"pap": view.pap[nation], "pp": view.pp[nation]}
    return words.format(nation=nation_title(nation), **facts)


def goal(view: WarView) -> str:
    """Return how many disputed regions France holds, and how many it wants."""
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
    there = standing(view, name).items()
    told = [f"{nation_title(nation)} {listed(pieces)}" for nation, pieces in there]
    return f"{region_title(name)} ({', '.join(facts)}): {'; '.join(told) or _('nobody')}"


def standing(view: WarView, name: str) -> dict[Nation, Mapping[Piece, int]]:
    """Return what stands in a region, with those who are still to retreat from it."""
    there = dict(view.troops.get(name, {}))
    return there | (dict(view.retreating) if name == view.battle else {})
