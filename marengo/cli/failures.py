"""What the command line says when something goes wrong: one line, whatever the input was."""

import os
import re
import sys
import tempfile
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

QUOTED, LONGEST = 200, 1_000
"""Letters that are left of a word or of something in quotes, and of a whole message before half
of it is left out: the longest of ours lists all scenarios."""

_QUOTED = re.compile("|".join(rf"{mark}[^{mark}]{{{QUOTED},}}{mark}" for mark in "'\"`"))
_WORD = re.compile(rf"\S{{{QUOTED},}}")


def shortened(text: str) -> str:
    """Return a message as it can be printed, in one line, with little of the input in it."""
    line = " ".join(part.strip() for part in text.split("\n"))
    plain = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)
    for long in (_QUOTED, _WORD):
        plain = long.sub(lambda match: _middle_out(match[0], QUOTED), plain)
    return plain if len(plain) <= LONGEST else _middle_out(plain, LONGEST // 2)


def _middle_out(text: str, most: int) -> str:
    return f"{text[: most // 2]} … {text[-most // 2 :]}"


def name_fault(error: ValueError | OSError) -> str:
    """Return what to say of bad input, or of a file that the system refuses."""
    if isinstance(error, OSError) and error.strerror:
        return shortened(f"{error.filename or 'what is printed, or a file'}: {error.strerror}")
    return shortened(str(error))


def tell_failure(error: BaseException, words: Iterable[str]) -> str:
    """Return what to say of a failure of marengo itself, of which the details are written down."""
    summary = shortened(" ".join([type(error).__name__, *str(error).split("\n")[:1]]))
    place = _write_details(error, words)
    return f"failed, please report it: {summary}; details {f'in {place}' if place else 'are lost'}"


def _write_details(error: BaseException, words: Iterable[str]) -> Path | None:
    """Write the traceback to the user's log folder, or else to the one for temporary files."""
    from platformdirs import user_log_path

    details = "".join(traceback.format_exception(error))
    text = f"marengo {' '.join(words)}\nPython {sys.version}\n\n{details}"
    name = f"marengo-{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in (user_log_path("marengo"), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError:
            continue
        return folder / name
    return None
