"""Markdown that says what a text says, whatever the text holds."""

import re
from collections.abc import Iterable, Sequence

__all__ = ["code", "paragraph", "plain", "table"]

_MARKS = re.compile(
    r"[\\`*_\[\]|~$#]|<(?=[a-zA-Z/!?])|&(?=[#\w]+;)|:(?=//)|(?<=\bwww)\.|(?<=\w)@(?=\w)"
)
"""Marks with a meaning anywhere: emphasis, links, tags, cells, formulas, headings, addresses."""

_FIRST = re.compile(r"^(\d*)([-+>%(]|(?<=\d)[.)])")
"""Marks that begin no plain paragraph: lists, rules, quotations, comments, labels."""


def plain(text: str) -> str:
    """Return a text as it is read, in one line: nothing in it is taken for Markdown."""
    return _MARKS.sub(r"\\\g<0>", " ".join(text.splitlines()).strip())


def paragraph(text: str) -> str:
    """Return a text as a paragraph of its own."""
    return _FIRST.sub(r"\1\\\2", plain(text))


def code(text: str) -> str:
    """Return lines of code as a block."""
    return "\n".join(f"    {line}" for line in text.splitlines())


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts."""
    lines = [[*map(plain, head)], ["---"] * len(head), *([*map(plain, row)] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
