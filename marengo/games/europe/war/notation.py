"""How moves of the war are written, and read; in a battle they are a battle's."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from marengo.core.errors import NotationError, did_you_mean
from marengo.games.europe import notation as battle
from marengo.games.europe.notation import NAMES, PIECES
from marengo.games.europe.rules.codes import NATION, PIECE, TARGET, TO, WIDTH, WORN, ZONE, part
from marengo.games.europe.rules.codes import VERB as VERB_PART
from marengo.games.europe.rules.words import KINDS, Side
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import SEAS, Verb

FORMS: Sequence[tuple[Verb, str]] = (
    (Verb.PASS, "pass"),
    (Verb.SUE, "sue"),
    (Verb.SUE, "sue for {actor}"),
    (Verb.DECLARE, "declare-war {nation}"),
    (Verb.DECLARE, "declare-war {nation} for {actor}"),
    (Verb.ARMISTICE, "armistice {nation}"),
    (Verb.ALLY, "ally {nation}"),
    (Verb.PART, "part {nation} from {third}"),
    (Verb.BREAK, "break {nation}"),
    (Verb.WIN_OVER, "win-over {nation}"),
    (Verb.REQUEST, "passage {nation}"),
    (Verb.REVOKE, "revoke {nation}"),
    (Verb.GIVE, "give {nation}"),
    (Verb.OVERTURE, "overture {to}"),
    (Verb.ANNEX, "annex {to}"),
    (Verb.INCITE, "incite {to}"),
    (Verb.LIBERATE, "liberate {to}"),
    (Verb.TRADE, "trade {to} to {nation}"),
    (Verb.EXCHANGE, "for {to}"),
    (Verb.ACCEPT, "accept"),
    (Verb.REFUSE, "refuse"),
    (Verb.JOIN, "join"),
    (Verb.MARCH, "march {kind} {from} {to}"),
    (Verb.MARCH, "march {kind} {from} {to} {again}"),
    (Verb.TRANSPORT, "transport {kind} {from} {sea}"),
    (Verb.SAIL, "sail {berth}"),
    (Verb.SAIL, "sail {berth} {again}"),
    (Verb.STRIKE, "strike {to} from {waters}"),
    (Verb.VIA, "via {water}"),
    (Verb.ENGAGE, "engage"),
    (Verb.AVOID, "avoid"),
    (Verb.CHOOSE, "choose {nation}"),
    (Verb.NUMBER, "number {number}"),
    (Verb.FIGHT, "fight {to}"),
    (Verb.WITHDRAW, "withdraw {kind} {to}"),
    (Verb.SUPPRESS, "suppress"),
    (Verb.SPARE, "spare"),
    (Verb.SACRIFICE, "sacrifice {kind}"),
    (Verb.BUY, "buy {kind} {to}"),
    (Verb.BUILD, "buy squadron {to}"),
    (Verb.BUY_PAP, "buy pap"),
    (Verb.END, "end"),
    (Verb.ROLL, "roll {number}"),
)
"""Form of each move; each word in braces is a row of :attr:`Names.fields`."""

_FORMS_OF: Mapping[int, list[tuple[str, list[str]]]] = {
    verb: [(form, re.findall(r"{(\w+)}", form)) for form_verb, form in FORMS if form_verb == verb]
    for verb, _form in FORMS
}
"""The forms of each verb, with the fields in them."""

UNITS = PIECES[:KINDS]


@dataclass(frozen=True)
class Names:
    """Names of the regions and sea areas of a scenario in moves."""

    regions: tuple[str, ...]
    seas: tuple[str, ...]

    @cached_property
    def waters(self) -> tuple[str, ...]:
        """The sea areas and the ports, by their numbers."""
        return (*self.seas, *("",) * (SEAS - len(self.seas)), *self.regions)

    @cached_property
    def fields(self) -> Mapping[str, tuple[int, Sequence[str]]]:
        """The part of a move that each field stands for, and the words of its numbers."""
        return {
            "kind": (PIECE, UNITS),
            "actor": (PIECE, ("", *NAMES)),
            "from": (ZONE, self.regions),
            "berth": (ZONE, self.waters),
            "waters": (ZONE, self.seas),
            "again": (WORN, ("", "again")),
            "to": (TO, self.regions),
            "sea": (TO, self.seas),
            "water": (TO, self.waters),
            "number": (TO, tuple(map(str, range(1 << WIDTH)))),
            "nation": (NATION, NAMES),
            "third": (TARGET, NAMES),
        }


def write(names: Names, code: int) -> str:
    """Return the text of a move."""
    verb = part(code, VERB_PART)
    for form, fields in _FORMS_OF.get(verb, ()):
        rows = {field: names.fields[field] for field in fields}
        rest = code - sum(part(code, at) << WIDTH * at for at, _ in rows.values())
        if rest == verb:
            return form.format(
                **{field: words[part(code, at)] for field, (at, words) in rows.items()}
            )
    return battle.write(Side.DEFENDER if code & DEFENDS else Side.ATTACKER, code & ~DEFENDS)


def read(names: Names, side: int | None, text: str) -> int:
    """Return the move of a text; ``side`` is that of a battle that is fought.

    NotationError, which says what was expected, if it is none.
    """
    if parsed := parse(names, text):
        verb, facts = parsed
        fields = names.fields
        parts = {fields[field][0]: fields[field][1].index(word) for field, word in facts.items()}
        return sum((number << WIDTH * at for at, number in parts.items()), start=int(verb))
    if side is not None:
        return battle.read(side, text) | DEFENDS * (side == Side.DEFENDER)
    *_, last = text.split(" ")
    known_words = (*names.regions, *names.seas, *NAMES, *UNITS)
    forms = ", ".join(re.sub(r"{(\w+)}", lambda match: match[1].upper(), form) for _, form in FORMS)
    meant = "" if last in known_words else did_you_mean(last, known_words)
    raise NotationError(f"{text!r}: expected {forms} or what a battle asks for{meant}")


def parse(names: Names, text: str) -> tuple[Verb, dict[str, str]] | None:
    """Return what a move of the war does, and the words that it is told with, if it is one."""
    words = text.split(" ")
    for verb, form in FORMS:
        pattern, facts = form.split(" "), {}
        if len(pattern) == len(words):
            for wanted, word in zip(pattern, words, strict=True):
                if wanted[0] != "{":
                    if wanted != word:
                        break
                elif word and word in names.fields[wanted[1:-1]][1]:
                    facts[wanted[1:-1]] = word
                else:
                    break
            else:
                return verb, facts
    return None
