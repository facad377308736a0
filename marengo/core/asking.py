"""What a player is asked, and what he may answer: in words, a row for each decision and verb."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["Question", "Wording"]


@dataclass(frozen=True)
class Question:
    """A decision in words.

    Parameters
    ----------
    asks : str
        What is to be decided, with the statements of the rules that want it.
    verbs : tuple of int
        The verbs that answer it and of which a statement may forbid some moves.
    here : mapping of str to str
        Words for moves, by their text, that mean something else here than elsewhere.
    """

    asks: str
    verbs: tuple[int, ...] = ()
    here: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Wording:
    """A verb in words: how a move of it is written, and what it is called.

    Parameters
    ----------
    form : str
        How it is written, with fields in braces. An end in brackets may be left out; brackets
        elsewhere are for a game that reads its moves itself.
    says : str
        What is done, on a button and of who has done it, with facts in braces.
    headings : tuple of str
        The headings below which it is offered among many, the widest first.
    """

    form: str
    says: str = ""
    headings: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """How it is written, as messages show it: ``march KIND FROM TO [again]``."""
        return re.sub(r"{(\w+)}", lambda field: field[1].upper(), self.form)

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways to write it, that without the end in brackets first."""
        short, _, end = self.form.removesuffix("]").partition(" [")
        return (short, f"{short} {end}") if end else (short,)

    def facts(self, text: str) -> dict[str, str] | None:
        """Return the words of a move by field, or None if it is not written like this."""
        for pattern in self._patterns:
            if match := pattern.fullmatch(text):
                return match.groupdict()
        return None

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(
            re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^ ]+)", re.escape(form)))
            for form in self.forms
        )
