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
from marengo.games.europe.war.decisions import VERBS
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import SEAS, Verb

_FORMS_OF: Mapping[int, list[tuple[str, list[str]]]] = {
    verb: [(form, re.findall(r"{(\w+)}", form)) for form in wording.forms]
    for verb, wording in VERBS.items()
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
    forms = ", ".join(wording.shown for wording in VERBS.values())
    meant = "" if last in known_words else did_you_mean(last, known_words)
    raise NotationError(f"{text!r}: expected {forms} or what a battle asks for{meant}")


def parse(names: Names, text: str) -> tuple[Verb, dict[str, str]] | None:
    """Return what a move of the war does, and the words that it is told with, if it is one."""
    for verb, wording in VERBS.items():
        facts = wording.facts(text)
        if facts is not None and all(facts[field] in names.fields[field][1] for field in facts):
            return Verb(verb), facts
    return None
