"""How moves of the war are written, and read; in a battle they are a battle's."""

from collections.abc import Sequence

from marengo.core.errors import NotationError, did_you_mean
from marengo.games.europe import notation as battle
from marengo.games.europe.notation import NAMES, PIECES
from marengo.games.europe.rules.codes import (
    NATION,
    PIECE,
    TO,
    WIDTH,
    WORN,
    ZONE,
    part,
    unit_of,
)
from marengo.games.europe.rules.codes import VERB as VERB_PART
from marengo.games.europe.rules.words import KINDS, Side
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import Verb

FORMS = (
    "pass, sue, armistice NATION, overture REGION, annex REGION, incite REGION, "
    "trade REGION to NATION, for REGION, accept, refuse, march KIND REGION REGION [again], "
    "number NUMBER, fight REGION, withdraw KIND REGION, suppress, spare, sacrifice KIND, "
    "buy KIND REGION, buy pap, end, roll NUMBER or what a battle asks for"
)

PLAIN = {
    "end": Verb.END,
    "pass": Verb.PASS,
    "sue": Verb.SUE,
    "accept": Verb.ACCEPT,
    "refuse": Verb.REFUSE,
    "suppress": Verb.SUPPRESS,
    "spare": Verb.SPARE,
    "buy pap": Verb.BUY_PAP,
}
"""Moves that say no more than what is done."""

AIMED = {
    "overture": Verb.OVERTURE,
    "annex": Verb.ANNEX,
    "incite": Verb.INCITE,
    "for": Verb.EXCHANGE,
    "fight": Verb.FIGHT,
}
"""Moves that are aimed at a region."""

UNITS = PIECES[:KINDS]


def write(regions: Sequence[str], code: int) -> str:
    """Return the text of a move."""
    verb, to = part(code, VERB_PART), part(code, TO)
    kind = PIECES[part(code, PIECE)]
    match verb:
        case Verb.MARCH:
            again = " again" * part(code, WORN)
            return f"march {kind} {regions[part(code, ZONE)]} {regions[to]}{again}"
        case Verb.NUMBER:
            return f"number {to}"
        case Verb.WITHDRAW:
            return f"withdraw {kind} {regions[to]}"
        case Verb.SACRIFICE:
            return f"sacrifice {kind}"
        case Verb.BUY:
            return f"buy {kind} {regions[to]}"
        case Verb.ARMISTICE:
            return f"armistice {NAMES[part(code, NATION)]}"
        case Verb.TRADE:
            return f"trade {regions[to]} to {NAMES[part(code, NATION)]}"
    for known, one in (*PLAIN.items(), *AIMED.items()):
        if one == verb:
            return f"{known} {regions[to]}" if known in AIMED else known
    return battle.write(Side.DEFENDER if code & DEFENDS else Side.ATTACKER, code & ~DEFENDS)


def read(regions: Sequence[str], side: int | None, text: str) -> int:
    """Return the move of a text; ``side`` is that of a battle that is fought.

    NotationError, which says what was expected, if it is none.
    """
    try:
        return _read(regions, text)
    except ValueError as error:
        if side is not None:
            return battle.read(side, text) | DEFENDS * (side == Side.DEFENDER)
        *_, last = text.split(" ")
        known = (*regions, *NAMES, *UNITS)
        meant = "" if last in known else did_you_mean(last, known)
        raise NotationError(f"{text!r}: expected {FORMS}{meant}") from error


def _read(regions: Sequence[str], text: str) -> int:
    if text in PLAIN:
        return int(PLAIN[text])
    match text.split(" "):
        case ["roll" | "number" as verb, number] if battle.is_number(number):
            return (Verb.ROLL if verb == "roll" else Verb.NUMBER) | int(number) << WIDTH * TO
        case ["armistice", nation]:
            return Verb.ARMISTICE | NAMES.index(nation) << WIDTH * NATION
        case ["trade", region, "to", nation]:
            whom = NAMES.index(nation) << WIDTH * NATION
            return Verb.TRADE | whom | regions.index(region) << WIDTH * TO
        case [verb, region] if verb in AIMED:
            return AIMED[verb] | regions.index(region) << WIDTH * TO
    return _read_units(regions, text.split(" "))


def _read_units(regions: Sequence[str], words: list[str]) -> int:
    """Return a move of units."""
    match words:
        case ["march", kind, region, to, *rest] if rest in ([], ["again"]):
            what = unit_of(Verb.MARCH, UNITS.index(kind), regions.index(region), len(rest))
            return int(what | regions.index(to) << WIDTH * TO)
        case ["withdraw" | "buy" as verb, kind, to]:
            what = Verb.WITHDRAW if verb == "withdraw" else Verb.BUY
            return what | UNITS.index(kind) << WIDTH * PIECE | regions.index(to) << WIDTH * TO
        case ["sacrifice", kind]:
            return Verb.SACRIFICE | UNITS.index(kind) << WIDTH * PIECE
    raise ValueError(words)
