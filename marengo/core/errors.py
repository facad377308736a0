"""The errors a person can act on."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 100
"""Letters of what was typed that are compared with names."""


def did_you_mean(given: object, known: Iterable[object]) -> str:
    """Return the end of a message on an unknown name: the known name most like it, if any is.

    >>> did_you_mean("Desaix-nevr", ["desaix-15", "desaix-never"])
    '; did you mean desaix-never?'
    >>> did_you_mean("waterloo", ["desaix-15", "desaix-never"])
    ''
    """
    names = {str(name).casefold(): str(name) for name in known}
    close = get_close_matches(str(given)[:LONGEST_NAME].casefold(), names, n=1)
    return f"; did you mean {names[close[0]]}?" if close else ""


class MarengoError(ValueError):
    """Base of all of marengo's own errors; it is a ``ValueError``."""


class FileError(MarengoError):
    """A file that cannot be read or is not as it was written; names it and what to do."""


class ScenarioError(MarengoError):
    """A scenario file or object that cannot be played; names the file, the field and the want."""


class NotationError(MarengoError):
    """A text that is no move, place or record; names what was expected."""


class IllegalMove(MarengoError):  # noqa: N818 - a name others rely on
    """A move the rules forbid in this position; says which rule does."""


class RecordError(MarengoError):
    """A saved game that is torn, edited or of another scenario; names the line."""


class PositionError(MarengoError):
    """A position that cannot be built; names the place and what was expected."""
