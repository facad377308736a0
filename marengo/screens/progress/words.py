"""*The March of Progress* in words: what is asked, can be done, happened, and how it stands."""

from collections.abc import Iterator, Sequence

from marengo.core.move import Move
from marengo.games.progress.decisions import QUESTIONS, VERBS
from marengo.games.progress.notation import CARDS
from marengo.games.progress.rules import information
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.games.progress.state import Armies, ProgressState, ProgressView, title_of
from marengo.languages import N_, _, ngettext

FACES = {
    Card.MOVE_1: (N_("MOVE 1"), N_("one army goes on")),
    Card.MOVE_2: (N_("MOVE 2"), N_("one or two go on")),
    Card.RECRUIT: (N_("RECRUIT"), N_("one army more")),
    Card.FORTIFY: (N_("FORTIFY"), N_("one lies down, +1")),
    Card.ATTACK: (N_("ATTACK"), N_("one fight")),
    Card.ATTACK_PLUS_1: (N_("ATTACK+1"), N_("+1, for a card")),
    Card.STRENGTHEN: (N_("STRENGTHEN"), N_("VP −1, strength +1")),
    Card.SCORE: (N_("SCORE"), N_("VP, and cards back")),
}
"""Texts on the cards: a title, and what they do."""

NONE = Armies(0, 0)


def title(card: Card) -> str:
    """Return what stands on a card."""
    return _(FACES[card][0])


def effect(card: Card) -> str:
    """Return what a card does."""
    return _(FACES[card][1])


def country(name: str) -> str:
    """Return what a country is called."""
    if home_of(name) is not None:
        return heading(name)
    number = name.partition("-")[2]
    return _("neutral {number}").format(number=number) if number else _("the neutral")


def heading(name: str) -> str:
    """Return what stands above a country."""
    home = home_of(name)
    if home is not None:
        return _("Home Blue") if home == Colour.BLUE else _("Home Orange")
    number = name.partition("-")[2]
    return _("Neutral {number}").format(number=number) if number else _("Neutral")


def counted(number: int) -> str:
    """Return how many armies there are."""
    if not number:
        return _("no armies")
    return ngettext("{number} army", "{number} armies", number).format(number=number)


def listed(cards: Sequence[Card]) -> str:
    """Return the names of cards."""
    return ", ".join(map(title, cards)) or _("none")


def said(text: str) -> str:
    """Return a move in plain words."""
    kind, facts = _read(text)
    return _(VERBS[kind].says).format(**facts)


def _read(text: str) -> tuple[str, dict[str, str]]:
    """Return which row of the answers a move is, and what fills it in."""
    match text.split():
        case ["play" | "discard" as verb, card]:
            return verb, {"card": title(Card(CARDS[card]))}
        case ["first", colour]:
            return "first", {"colour": title_of(Colour[colour.upper()])}
        case ["move", number, *which, here, there]:
            armies = f"{counted(int(number))}{_which(which)}"
            return "move", {"armies": armies, "origin": country(here), "place": country(there)}
        case ["fortify", *which, here]:
            return "fortify", {"which": _which(which), "place": country(here)}
        case ["attack", here]:
            return "attack", {"place": country(here)}
        case ["attack", here, _stand, number, *which]:
            armies = f"{counted(int(number))}{_which(which)}"
            return "stand", {"place": country(here), "armies": armies}
        case ["strengthen", here]:
            return "strengthen", {"place": country(here)}
        case ["end", answer]:
            return answer, {}
    return text, {}


def _which(states: Sequence[str]) -> str:
    parts = []
    if lying := states.count("fortified"):
        number = ngettext("{number} fortified", "{number} fortified", lying)
        parts.append(number.format(number=lying))
    if "capital" in states:
        parts.append(_("that on the capital"))
    return f" ({', '.join(parts)})" if parts else ""


def question(state: ProgressState) -> str:
    """Return what is to be decided, and by which rule."""
    asked = _(QUESTIONS[state.decision].asks)
    return f"{asked[:1].upper()}{asked[1:]}."


def choices(state: ProgressState) -> list[tuple[str, Move | None]]:
    """Return what can be done in words, each with its move; a card that is not legal has none."""
    legal = {str(move): move for move in state.legal_moves()}
    if state.decision != Decision.CARD:
        return [(said(text), move) for text, move in legal.items()]
    hand = [(card, legal.get(f"play {card.text}")) for card in state.hand(Colour(state.to_move))]
    none = _("needs a card on the discard")
    return [(f"{title(card)}: {effect(card) if move else none}", move) for card, move in hand]


def happened(
    before: ProgressState, move: Move, after: ProgressState, side: Colour | None
) -> Iterator[str]:
    """Tell what a move did; one that is sealed is told to nobody, but with the other player's."""
    seat, texts = Colour(before.to_move), dict[Colour, str]()
    other = Colour(1 - seat)
    if not after.ask(information.has_sealed, int(seat)):
        texts[seat] = str(move)
        if before.ask(information.has_sealed, int(other)):
            card = before.table(other) if before.decision == Decision.CARD else None
            plan = int(before.record["plan"][other])
            texts[other] = f"play {card.text}" if card else before.game.write_move(other, plan)
    for colour in sorted(texts):
        kind, facts = _read(texts[colour])
        yield _(VERBS[kind].told).format(seat=title_of(colour), **facts)
    yield from _changes(before, after)


def _changes(old: ProgressState, new: ProgressState) -> Iterator[str]:
    """Tell what is different after a choice."""
    for colour in Colour:
        name, enemy = title_of(colour), title_of(Colour(1 - colour))
        came = old.stock(colour) - new.stock(colour)
        if came:
            words = _("{seat} recruits {armies}.") if came > 0 else _("{seat} loses {armies}.")
            yield words.format(seat=name, armies=counted(abs(came)))
        if len(new.hand(colour)) > len(old.hand(colour)):
            words = _("{seat} scores {number} VP and takes all cards back.")
            yield words.format(seat=name, number=new.vp[colour] - old.vp[colour])
        if new.strength[colour] != old.strength[colour]:
            words = _("The armies of {seat} have strength {number} now.")
            yield words.format(seat=name, number=new.strength[colour])
        held, holds = (bool(state.record["capital"][colour]) for state in (old, new))
        if held != holds:
            words = _("The capital of {seat} is free now.")
            if holds:
                words = _("The capital of {seat} is occupied now.")
            yield words.format(seat=enemy)
    if old.holder != new.holder:
        yield _("{seat} has the initiative now.").format(seat=title_of(new.holder))


def turn(shown: ProgressState | ProgressView) -> Iterator[str]:
    """Yield what the turn of a position is called: its round."""
    yield _("Round {number}").format(number=shown.round)


def describe(view: ProgressView) -> str:
    """Return a position in words: a heading, and lines."""
    goal = view.scenario.numbers.goal
    asked = _("over")
    if view.to_move >= 0:
        asked = _("{seat} decides").format(seat=title_of(Colour(view.to_move)))
    points = _("{points} of {goal} VP, {supply} left; {seat} has the initiative")
    vp = _(" and ").join(f"{title_of(colour)} {view.vp[colour]}" for colour in Colour)
    lines = [
        f"{''.join(turn(view))}: {asked}",
        points.format(points=vp, goal=goal, supply=view.supply, seat=title_of(view.holder)),
    ]
    lines += [_place(view, name) for name in view.scenario.countries]
    for colour in Colour:
        words = _("{seat}: {armies} in stock; in hand: {hand}; discarded: {discards}")
        cards = {"hand": listed(view.hands[colour]), "discards": listed(view.discards[colour])}
        line = words.format(seat=title_of(colour), armies=counted(view.stock[colour]), **cards)
        if view.sealed and colour != view.side:
            line = _("{cards}; on the table: a card face down").format(cards=line)
        elif card := view.tables[colour]:
            line = _("{cards}; on the table: {card}").format(cards=line, card=title(card))
        lines.append(line)
    return "\n".join(lines)


def _place(view: ProgressView, name: str) -> str:
    facts, home = [_("{number} VP").format(number=view.vp_dice[name])], home_of(name)
    if home is not None:
        taken = _("garrison {strength}").format(strength=view.scenario.numbers.garrison)
        if capital(view, home):
            taken = _("capital occupied by the enemy")
        facts += [_("strength {number}").format(number=view.strength[home]), taken]
    for colour in Colour:
        armies = view.armies.get((name, colour), NONE)
        if number := armies.normal + armies.fortified:
            words = _("{armies} of {seat}")
            if lying := armies.fortified:
                words = _("{armies} of {seat}, {number} of these fortified")
            seat = title_of(colour)
            facts.append(words.format(armies=counted(number), seat=seat, number=lying))
    return f"{heading(name)}: {'; '.join(facts)}"


def home_of(name: str) -> Colour | None:
    """Return whose home a country is."""
    return Colour.__members__.get(name.upper())


def capital(view: ProgressView, home: Colour) -> str:
    """Return how the enemy stands on a capital, or nothing."""
    return view.armies.get((home.name.lower(), Colour(1 - home)), NONE).capital
