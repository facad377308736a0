"""How moves are written, and read."""

from collections.abc import Mapping, Sequence

from marengo.core.errors import NotationError, did_you_mean
from marengo.games.progress.decisions import VERBS
from marengo.games.progress.rules.codes import DECLINE, pack, parts
from marengo.games.progress.rules.words import Answer, Card, Colour, Decision

CARDS = {card.text: int(card) for card in Card}
COLOURS = {colour.name.lower(): int(colour) for colour in Colour}
ENDS = {answer.name.lower(): int(answer) for answer in Answer}
"""Texts, and what they stand for."""


def _plain(places: Sequence[str]) -> Mapping[str, tuple[Decision, Mapping[str, int]]]:
    """Return the moves of two words: the first, the decision, and what may follow."""
    return {
        "play": (Decision.CARD, CARDS),
        "first": (Decision.FIRST, COLOURS),
        "attack": (Decision.ATTACK, {name: number for number, name in enumerate(places)}),
        "discard": (Decision.DISCARD, CARDS),
        "strengthen": (Decision.STRENGTHEN, {name: number for number, name in enumerate(places)}),
        "end": (Decision.END, ENDS),
    }


def write(places: Sequence[str], code: int) -> str:
    """Return the text of a move."""
    if code == DECLINE:
        return "decline"
    kind, place, to, standing, lying, capital = parts(code)
    which = " ".join([*["fortified"] * lying, *["capital"] * capital, places[place % len(places)]])
    if kind == Decision.MOVE:
        return f"move {standing + lying + capital} {which} {places[to]}"
    if kind == Decision.FORTIFY:
        return f"fortify {which}"
    verb, names = next(
        (verb, names) for verb, (decision, names) in _plain(places).items() if decision == kind
    )
    text = f"{verb} {next(name for name, number in names.items() if number == place)}"
    stand = f" stand {lying + capital}{' capital' * capital}"
    return text + stand if lying + capital else text


def read(places: Sequence[str], text: str) -> int:
    """Return the move of a text; NotationError, which says what was expected, if it is none."""
    try:
        return _read(places, text.replace("capital fortified", "fortified capital").split(" "))
    except (KeyError, ValueError) as error:
        listed = f"places {', '.join(places)}, cards {', '.join(CARDS)}"
        *_, last = text.split(" ")
        meant = "" if last in {*places, *CARDS} else did_you_mean(last, [*places, *CARDS])
        forms = ", ".join(wording.shown for wording in VERBS.values())
        raise NotationError(f"{text!r}: expected {forms}; {listed}{meant}") from error


def _read(places: Sequence[str], words: list[str]) -> int:
    lying, capital = words.count("fortified"), words.count("capital")
    chosen = lying + capital
    match words:
        case ["decline"]:
            return DECLINE
        case [verb, name] if verb in (plain := _plain(places)):
            kind, names = plain[verb]
            return pack(kind, names[name], 0, 0, 0, 0)
        case ["move", ("1" | "2") as number, *states, here, there] if len(states) == chosen:
            if chosen <= int(number) and capital <= 1:
                ends = places.index(here), places.index(there)
                return pack(Decision.MOVE, *ends, int(number) - chosen, lying, capital)
        case ["fortify", *states, here] if len(states) == chosen <= 1:
            return pack(Decision.FORTIFY, places.index(here), 0, 1 - chosen, lying, capital)
        case ["attack", here, "stand", number, *rest] if rest in ([], ["capital"]):
            if number in map(str, range(1, 10)):
                stood = int(number) - capital
                return pack(Decision.ATTACK, places.index(here), 0, 0, stood, capital)
    raise ValueError(words)
