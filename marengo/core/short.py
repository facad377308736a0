"""Text in one short line, to be sent, pasted, or put behind a link.

A mark that names the version, then base64 as addresses have it: eight bytes of a BLAKE2b hash of
the text, and the text deflated with a dictionary of what games on paper begin and end with.
"""

import base64
import hashlib
import zlib

from marengo.core.errors import RecordError
from marengo.core.texts import UNSEEN, bare, plain

NAME, VERSION = "marengo", 1

MOST_BYTES = 2**20
"""Most bytes of a text: 1 MiB, a hundred times the longest game."""

SUM = 8
"""Bytes of the hash."""

WORDS = (
    b"none join play pursue counter fire hold advance continue retreat reduce attack assault cross "
    b"stop wait end\nmarengo game 1\nscenario: scenario-hash: 0123456789abcdef\nseed: ?\nmarengo: "
    b"0.1.0\nmoves: \nfinal: \n\nend\nend of game record\n"
)
"""The dictionary; another one would be another version."""

_UNSEEN = dict.fromkeys(map(ord, UNSEEN))


def is_short(text: str) -> bool:
    """Return whether a text is such a line, of whatever version."""
    begins, dash, _ = _joined(text).partition("-")
    return bool(dash) and begins[: len(NAME)] == NAME and begins[len(NAME) :].isdecimal()


def shortened(text: str) -> str:
    """Return a text as one line; RecordError if it is too long for :func:`restored`."""
    content = text.encode()
    if len(content) > MOST_BYTES:
        raise RecordError(f"text of a game: expected at most {MOST_BYTES:,} bytes")
    packer = zlib.compressobj(9, zdict=WORDS)
    packed = packer.compress(content) + packer.flush()
    return f"{NAME}{VERSION}-{_in_address(_sum(content) + packed)}"


def restored(line: str) -> str:
    """Return the text that a line holds; what mail adds, such as breaks, does no harm.

    Raise RecordError if it is no such line, one of another version, or damaged.
    """
    if not is_short(line):
        raise RecordError(f"text of a game: expected it to begin with '{NAME}{VERSION}-'")
    begins, _, packed = _joined(line).partition("-")
    if begins != f"{NAME}{VERSION}":
        expected = f"expected version {VERSION}, not {begins.removeprefix(NAME)}"
        raise RecordError(f"text of a game: {expected}: another version of marengo wrote it")
    try:
        content = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        inflating = zlib.decompressobj(zdict=WORDS)
        text = inflating.decompress(content[SUM:], MOST_BYTES)
        whole = inflating.eof and not inflating.unused_data and _in_address(content) == packed
        if whole and content[:SUM] == _sum(text):
            return text.decode()
    except (ValueError, zlib.error):  # of base64 and of UTF-8, too
        pass
    raise RecordError("text of a game: is damaged: copy all of it, from its first to its last sign")


def _joined(text: str) -> str:
    """Return a line without what mailers and copying have put into it."""
    return "".join(bare(plain(text)).translate(_UNSEEN).split())


def _in_address(content: bytes) -> str:
    """Return bytes as base64 that an address can hold."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _sum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SUM).digest()
