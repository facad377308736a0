"""Consoles as they come: some cannot write every letter, are closed, or are full."""

import codecs
import os
import sys
import unicodedata
from contextlib import suppress
from io import TextIOWrapper

STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
"""Standard streams in the order of their numbers, with the modes that open them."""

PLAINLY = "marengo-plainly"
"""The name by which Python knows :func:`_plainly`."""

PLAIN = {"–": "-", "−": "-", "×": "x", "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->"}  # noqa: RUF001
"""Substitutes for letters that are not just plain ones with an accent."""

REFUSING = ("strict", "surrogateescape")
"""Default ways of streams to treat letters that they cannot write."""


def prepare_consoles() -> None:
    """Let whatever is printed be printed: plainly where an encoding lacks a letter, or nowhere.

    A number of a stream that is closed is taken by nothing else: or else the first file that is
    opened would get what is printed.
    """
    for number, (name, mode) in enumerate(STREAMS.items()):
        if getattr(sys, name) is None:
            _fill(number)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    codecs.register_error(PLAINLY, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in REFUSING:
            stream.reconfigure(errors=PLAINLY)


def _fill(number: int) -> None:
    """Have a number of a stream lead nowhere if it is free."""
    try:
        os.fstat(number)
    except OSError:
        handle = os.open(os.devnull, os.O_RDWR)
        if handle != number:
            os.dup2(handle, number)
            os.close(handle)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for letters that an encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_plain, lacking)), error.end


def _plain(letter: str) -> str:
    """Return a letter in ASCII: without its accent, or as Python names it."""
    bare = PLAIN.get(letter) or unicodedata.normalize("NFKD", letter)
    bare = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return bare if bare.isascii() else ascii(letter)[1:-1]


def print_out() -> None:
    """Have what was printed written; OSError if it cannot be, as to a full disk.

    BrokenPipeError if nobody reads it any more.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "what is printed") from error


def say(line: str) -> None:
    """Print a line of what went wrong, if there is anywhere to print it."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def give_up() -> None:
    """Let streams lead nowhere that cannot be written to: Python would fail when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                handle = os.open(os.devnull, os.O_WRONLY)
                os.dup2(handle, stream.fileno())
                os.close(handle)
