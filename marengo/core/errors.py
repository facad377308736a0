"""The errors a person can act on."""


class MarengoError(ValueError):
    """What all of marengo's own errors are; it is a ``ValueError``."""


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
