"""*The March of Progress* in words: what is asked, can be done, happened, and how it stands."""

from collections.abc import Iterator, Sequence

from marengo.core.move import Move
from marengo.games.progress import legality
from marengo.games.progress.notation import CARDS
from marengo.games.progress.rules import information
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.games.progress.state import Armies, ProgressState, ProgressView

TURN = "Round"
"""What a turn is called."""

EFFECTS = {
    Card.MOVE_1: "one army goes on",
    Card.MOVE_2: "one or two go on",
    Card.RECRUIT: "one army more",
    Card.FORTIFY: "one lies down, +1",
    Card.ATTACK: "one fight",
    Card.ATTACK_PLUS_1: "+1, for a card",
    Card.STRENGTHEN: "VP −1, strength +1",
    Card.SCORE: "VP, and cards back",
}

NONE = Armies(0, 0)


def title(card: Card) -> str:
    """Return what stands on a card."""
    return card.text.replace("-", " ").upper()


def country(name: str) -> str:
    """Return what a country is called."""
    if home_of(name) is not None:
        return f"Home {name.title()}"
    return name.replace("-", " ") if "-" in name else f"the {name}"


def heading(name: str) -> str:
    """Return what stands above a country."""
    return country(name).removeprefix("the ").replace("neutral", "Neutral")


def counted(number: int) -> str:
    """Return how many armies there are."""
    return f"{number or 'no'} {'army' if number == 1 else 'armies'}"


def listed(cards: Sequence[Card]) -> str:
    """Return the names of cards."""
    return ", ".join(map(title, cards)) or "none"


def said(text: str) -> str:
    """Return a move in plain words."""
    match text.split():
        case ["play" | "discard" as verb, card]:
            return f"{verb} {title(Card(CARDS[card]))}"
        case ["first", colour]:
            return f"put {colour.title()} first"
        case ["move", number, *which, here, there]:
            whole = f"{counted(int(number))}{_which(which)}"
            return f"move {whole} from {country(here)} to {country(there)}"
        case ["fortify", *which, here]:
            return f"fortify an army{_which(which)} in {country(here)}"
        case ["attack", here, *which]:
            stood = f", standing up {counted(int(which[1]))}{_which(which[2:])}" if which else ""
            return f"attack in {country(here)}{stood}"
        case ["strengthen", here]:
            return f"lower the VP die of {country(here)}"
        case ["end", answer]:
            return {"offer": "offer to end", "accept": "agree to end"}.get(answer, "play on")
    return "do nothing"


def _which(states: Sequence[str]) -> str:
    lying = states.count("fortified")
    parts = [f"{lying} fortified"] * bool(lying) + ["that on the capital"] * ("capital" in states)
    return f" ({', '.join(parts)})" if parts else ""


def question(state: ProgressState) -> str:
    """Return what is to be decided, and by which rule."""
    asked = legality.ASKED[state.decision]
    return f"{asked[:1].upper()}{asked[1:]}."


def choices(state: ProgressState) -> list[tuple[str, Move | None]]:
    """Return what can be done in words, each with its move; a card that is not legal has none."""
    legal = {str(move): move for move in state.legal_moves()}
    if state.decision != Decision.CARD:
        return [(said(text), move) for text, move in legal.items()]
    hand = [(card, legal.get(f"play {card.text}")) for card in state.hand(Colour(state.to_move))]
    none = "needs a card on the discard"
    return [(f"{title(card)}: {EFFECTS[card] if move else none}", move) for card, move in hand]


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
    for one in sorted(texts):
        verb, _, rest = said(texts[one]).partition(" ")
        does = {"do": "does", "fortify": "fortifies"}.get(verb, f"{verb}s")
        yield f"{one.name.title()} {does} {rest}."
    yield from _changes(before, after)


def _changes(old: ProgressState, new: ProgressState) -> Iterator[str]:
    """Tell what is different after a choice."""
    for colour in Colour:
        name, enemy = colour.name.title(), Colour(1 - colour).name.title()
        came = old.stock(colour) - new.stock(colour)
        if came:
            yield f"{name} {'recruits' if came > 0 else 'loses'} {counted(abs(came))}."
        if len(new.hand(colour)) > len(old.hand(colour)):
            yield f"{name} scores {new.vp[colour] - old.vp[colour]} VP and takes all cards back."
        if new.strength[colour] != old.strength[colour]:
            yield f"The armies of {name} have strength {new.strength[colour]} now."
        held, holds = (bool(one.record["capital"][colour]) for one in (old, new))
        if held != holds:
            yield f"The capital of {enemy} is {'occupied' if holds else 'free'} now."
    if old.holder != new.holder:
        yield f"{new.holder.name.title()} has the initiative now."


def describe(view: ProgressView) -> str:
    """Return a position in words: a heading, and lines."""
    goal = view.scenario.numbers.goal
    asked = f"{Colour(view.to_move).name.title()} decides" if view.to_move >= 0 else "over"
    vp = " and ".join(f"{one.name.title()} {view.vp[one]}" for one in Colour)
    holder = f"{view.holder.name.title()} has the initiative"
    lines = [f"Round {view.round}: {asked}", f"{vp} of {goal} VP, {view.supply} left; {holder}"]
    lines += [_place(view, name) for name in view.scenario.countries]
    for one in Colour:
        card = view.tables[one]
        table = f"; on the table: {title(card)}" if card else ""
        if view.sealed and one != view.side:
            table = "; on the table: a card face down"
        cards = f"in hand: {listed(view.hands[one])}; discarded: {listed(view.discards[one])}"
        lines.append(f"{one.name.title()}: {counted(view.stock[one])} in stock; {cards}{table}")
    return "\n".join(lines)


def _place(view: ProgressView, name: str) -> str:
    facts, home = [f"{view.vp_dice[name]} VP"], home_of(name)
    if home is not None:
        free = f"garrison {view.scenario.numbers.garrison}"
        taken = "capital occupied by the enemy" if capital(view, home) else free
        facts += [f"strength {view.strength[home]}", taken]
    for colour in Colour:
        here = view.armies.get((name, colour), NONE)
        lying = f", {here.fortified} of these fortified" if here.fortified else ""
        if number := here.normal + here.fortified:
            facts.append(f"{counted(number)} of {colour.name.title()}{lying}")
    return f"{heading(name)}: {'; '.join(facts)}"


def home_of(name: str) -> Colour | None:
    """Return whose home a country is."""
    return Colour.__members__.get(name.upper())


def capital(view: ProgressView, home: Colour) -> str:
    """Return how the enemy stands on a capital, or nothing."""
    return view.armies.get((home.name.lower(), Colour(1 - home)), NONE).capital
