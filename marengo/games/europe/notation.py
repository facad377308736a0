"""How moves are written, and read."""

from collections.abc import Sequence

from marengo.core.errors import NotationError, did_you_mean
from marengo.games.europe.decisions import VERBS
from marengo.games.europe.rules.codes import (
    NATION,
    PIECE,
    TARGET,
    TO,
    VERB,
    WIDTH,
    WORN,
    ZONE,
    aimed,
    part,
    unit_of,
)
from marengo.games.europe.rules.words import SQUARE, Nation, Piece, Side, Verb, Zone

ADJECTIVES = ("french", "british", "prussian", "russian", "ottoman", "austrian", "spanish", "minor")
"""Adjectives that moves use for the pieces of each nation."""

NAMES = tuple(nation.name.lower().replace("_", "-") for nation in Nation)
"""Names of nations in files."""

PIECES = tuple(
    f"squared-{Piece(piece - SQUARE).name.lower()}" if piece >= SQUARE else piece.name.lower()
    for piece in Piece
)
"""Names of pieces in moves."""

COLUMNS = ("left", "centre", "right")

PLAIN = {wording.form: Verb(verb) for verb, wording in VERBS.items() if "{" not in wording.form}
"""Moves of one word."""


def zone_names(side: int) -> tuple[str, ...]:
    """Return what a side calls its zones; left and right are as it sees them (N-20.2)."""
    columns = COLUMNS if side == Side.ATTACKER else COLUMNS[::-1]
    return (*columns, *(f"middle-{name}" for name in columns), "reserve", "rout")


def write(side: int, code: int) -> str:
    """Return the text of a move of a side, or of chance."""
    verb, zones = part(code, VERB), zone_names(side)
    piece, zone, to = PIECES[part(code, PIECE)], zones[part(code, ZONE)], part(code, TO)
    whom = f"{ADJECTIVES[part(code, NATION)]} {PIECES[part(code, TARGET)]}"
    again = " again" * part(code, WORN)
    match verb:
        case Verb.DEPLOY:
            return f"deploy {to} {piece} {zone}"
        case Verb.MOVE:
            return f"move {piece} {zone} {zones[to]}{again}"
        case Verb.FIRE:
            return f"fire {piece} {zone} at {whom}{' far' * to}"
        case Verb.CHARGE:
            return f"charge {piece} {zone} at {whom}{again}"
        case Verb.UNSQUARE:
            return f"unsquare {PIECES[part(code, PIECE) - SQUARE]} {zone}"
        case Verb.RALLY:
            return f"rally {whom}{again}" if code >> WIDTH * NATION else f"rally{again}"
        case Verb.LOSE:
            return f"lose {whom}"
        case Verb.PURSUE:
            return f"pursue {whom} with {piece}"
        case Verb.ROLL:
            return f"roll {to}"
    return next(text for text, plain_verb in PLAIN.items() if plain_verb == verb)


def read(side: int, text: str) -> int:
    """Return the move of a text of a side; NotationError, which says what was expected, if none."""
    try:
        return _read(zone_names(side), text.split(" "))
    except ValueError as error:
        known_words = (*zone_names(side), *ADJECTIVES, *PIECES, *PLAIN)
        *_, last = text.split(" ")
        meant = "" if last in known_words else did_you_mean(last, known_words)
        *others, last_form = (wording.shown for wording in VERBS.values())
        forms = f"{', '.join(others)} or {last_form}"
        raise NotationError(f"{text!r}: expected {forms}{meant}") from error


def _read(zones: Sequence[str], words: list[str]) -> int:
    match words:
        case [word] if word in PLAIN:
            return int(PLAIN[word])
        case ["deploy", number, piece, zone] if is_number(number):
            return _unit(zones, Verb.DEPLOY, piece, zone) | int(number) << WIDTH * TO
        case ["move", piece, zone, to, *rest]:
            move = _unit(zones, Verb.MOVE, piece, zone, rest)
            return move | zones.index(to) << WIDTH * TO
        case ["unsquare", piece, zone]:
            return _unit(zones, Verb.UNSQUARE, f"squared-{piece}", zone)
        case ["roll", number] if is_number(number):
            return Verb.ROLL | int(number) << WIDTH * TO
    return _read_aimed(zones, words)


def _read_aimed(zones: Sequence[str], words: list[str]) -> int:
    """Return a move that is aimed at somebody."""
    match words:
        case ["fire", piece, zone, "at", nation, target, *rest] if rest in ([], ["far"]):
            move = _unit(zones, Verb.FIRE, piece, zone)
            aim = _ahead(zones.index(zone), len(rest))
            return move | _aimed(nation, target, aim) | len(rest) << WIDTH * TO
        case ["charge", piece, zone, "at", nation, target, *rest]:
            move = _unit(zones, Verb.CHARGE, piece, zone, rest)
            return move | _aimed(nation, target, _ahead(zones.index(zone), 0))
        case ["rally", *rest] if rest in ([], ["again"]):
            return _unit(zones, Verb.RALLY, "leader", "reserve", rest)
        case ["rally", nation, piece, *rest]:
            move = _unit(zones, Verb.RALLY, "leader", "reserve", rest)
            return move | _aimed(nation, piece, Zone.ROUT)
        case ["lose", nation, "leader"]:
            return Verb.LOSE | _aimed(nation, "leader", 0)
        case ["pursue", nation, target, "with", piece]:
            move = _unit(zones, Verb.PURSUE, piece, "reserve")
            return move | _aimed(nation, target, Zone.ROUT)
    raise ValueError(words)


def is_number(word: str) -> bool:
    """Return whether a word is a number of one or two digits."""
    return word.isascii() and word.isdigit() and len(word) <= 2


def _unit(zones: Sequence[str], verb: Verb, piece: str, zone: str, rest: Sequence[str] = ()) -> int:
    if rest not in ([], ["again"], ()):
        raise ValueError(rest)
    return int(unit_of(verb, PIECES.index(piece), zones.index(zone), len(rest)))


def _aimed(nation: str, piece: str, zone: int) -> int:
    return int(aimed(ADJECTIVES.index(nation), PIECES.index(piece), zone))


def _ahead(zone: int, far: int) -> int:
    """Return the zone straight ahead, or the one behind it, as the enemy has it."""
    if zone >= Zone.RESERVE:
        return int(Zone.RESERVE)
    return Zone.MIDDLE + zone if zone < Zone.MIDDLE and not far else zone % Zone.MIDDLE
