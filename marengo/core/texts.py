"""What editors and mailers do to texts, taken back: the one door for every text that comes in.

Files begin with a mark of their encoding, lines end in two ways and more, a mailer quotes what it
answers, and a line is pasted with the quotation marks round it. None of this is meant; whatever
else is wrong with a text is told, and not guessed.
"""

import codecs
import re
import reprlib
import unicodedata

UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Letters without a width, which nobody sees and programs leave round what is copied."""

PAIRS = ('""', "''", "``", "“”", "„“", "‘’", "«»", "‹›", "<>")  # noqa: RUF001
"""Marks that are put round a line."""

MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Marks at the beginning of a file that tell its encoding."""

QUOTED = re.compile(r"^(?:> ?)+", re.MULTILINE)
"""Marks that a mailer puts before each line of what it answers."""

HALF = re.compile("[\ud800-\udfff]")
"""Half a character, as JSON can write it: it cannot be written down as text."""

SAMPLE = 1_000
"""Bytes looked at to recognise UTF-16 without a mark."""


def decoded(content: bytes) -> str:
    r"""Return the text that bytes are, :func:`plain`.

    Raise ValueError if they are no text, or not in UTF-8 and without a mark that says in what.

    >>> decoded("\ufeffname = 1\r\n".encode("utf-16"))
    'name = 1\n'
    >>> decoded(b"name = 1\nd\xe9saix = 2")
    Traceback (most recent call last):
        ...
    ValueError: is not text in UTF-8: byte 0xE9 in line 2; save it as UTF-8
    """
    encoding = next((MARKS[mark] for mark in MARKS if content.startswith(mark)), None)
    if encoding is None and _is_wide(content):
        raise ValueError("is UTF-16; save it as UTF-8")
    try:
        text = content.decode(encoding or "utf-8")
    except UnicodeDecodeError as fault:
        wrong = f"byte 0x{content[fault.start]:02X} in line {_line(content[: fault.start])}"
        name = (encoding or "utf-8").upper()
        raise ValueError(f"is not text in {name}: {wrong}; save it as UTF-8") from fault
    text = plain(text)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise ValueError(f"is not text, or damaged: there is a NUL in line {line}")
    return text


def _is_wide(content: bytes) -> bool:
    """Return whether every other byte is a NUL, as in UTF-16 of Latin letters."""
    sample = content[: min(SAMPLE, len(content) // 2 * 2)]
    return any(3 * sample[first::2].count(0) > len(sample) for first in (0, 1))


def _line(before: bytes) -> int:
    """Return the number of the line that begins after some bytes."""
    return len(before.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))


def plain(text: str) -> str:
    r"""Return a text with plain ends of lines, without marks of its encoding and of a mailer.

    >>> plain("> one\r> two\r")
    'one\ntwo\n'
    """
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return QUOTED.sub("", text) if text.lstrip().startswith(">") else text


def bare(line: str) -> str:
    r"""Return a line without quotation marks and invisible signs round it.

    >>> bare(" “marengo1-abc”\u200b ")
    'marengo1-abc'
    """
    line = _stripped(line)
    if len(line) > 1 and line[0] + line[-1] in PAIRS:
        line = _stripped(line[1:-1])
    return line


def _stripped(line: str) -> str:
    before = None
    while line != before:
        before, line = line, line.strip().strip(UNSEEN)
    return line


def strange_signs(line: str) -> list[str]:
    """Return the names of the signs in a line that no keyboard of English has, for a message.

    >>> strange_signs("name = “mine”")
    ['LEFT DOUBLE QUOTATION MARK (U+201C)', 'RIGHT DOUBLE QUOTATION MARK (U+201D)']
    """
    signs = dict.fromkeys(sign for sign in line if not sign.isascii())
    return [f"{unicodedata.name(sign, 'a sign')} (U+{ord(sign):04X})" for sign in signs]


def writable(name: str, text: object, error: type[ValueError]) -> str:
    r"""Return a text that was given for an argument, if it can be written to a file.

    Raise ``error``, which names the argument, if it is no text, or holds half a character.

    >>> writable("name", "\ud800", ValueError)
    Traceback (most recent call last):
        ...
    ValueError: name: expected whole characters, not '\ud800'
    """
    if not isinstance(text, str):
        raise error(f"{name}: expected a text, not {reprlib.repr(text)}")
    if HALF.search(text):
        raise error(f"{name}: expected whole characters, not {reprlib.repr(text)}")
    return text
