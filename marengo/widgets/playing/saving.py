"""Games in files: a game record with the players' names, and who resigned."""

import atexit
import os
import re
import shutil
import tempfile
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Self

from marengo.core.errors import RecordError
from marengo.core.game import Game
from marengo.core.records import GameRecord
from marengo.core.state import State

SUFFIX = ".txt"

_NAME = re.compile(r"[\w][\w .-]*")
_RESULT = "result: resigned by "


@dataclass(frozen=True)
class PlayedGame(GameRecord[State]):
    """A record of a game that somebody may have resigned.

    The header then has a line ``result: resigned by`` with the name of the seat. To the engine the
    game goes on.
    """

    resigned: IntEnum | None = None

    def text(self) -> str:
        """Return the record as text."""
        text = super().text()
        if self.resigned is None:
            return text
        header, moves = text.split("\n\n", 1)
        return f"{header}\n{_RESULT}{self.resigned.name.lower()}\n\n{moves}"

    @classmethod
    def parse(cls, text: str, source: str, game: Game[Any] | None = None) -> Self:
        """Check the text of a record, and see who resigned."""
        record = super().parse(text, source, game)
        header = text.split("\n\n", 1)[0].split("\n")
        results = [line for line in header if line.startswith("result:")]
        if not results:
            return record
        seats = {f"{_RESULT}{seat.name.lower()}": seat for seat in record.game.seats}
        if results[0] not in seats:
            expected = " or ".join(record.game.seat_names())
            raise RecordError(f"{source}: header: result: expected 'resigned by' {expected}")
        return replace(record, resigned=seats[results[0]])


def visitors_folder() -> Path | None:
    """Return the folder of a visitor to a page that Voilà serves; None elsewhere.

    Each visitor has a kernel of his own, and the folder goes with it.
    """
    return _passing_folder() if "VOILA_PREHEAT" in os.environ else None  # Voilà's kernels have it


@cache
def _passing_folder() -> Path:
    """Make a folder that is gone when the kernel ends."""
    folder = Path(tempfile.mkdtemp(prefix="marengo-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def file_in(folder: Path, name: str) -> Path:
    """Return the file that a name stands for.

    Names lead nowhere else, as a page that is served may be used by anybody.
    """
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise RecordError(
            f"{name!r} is no name for a file: expected letters, digits, spaces, '.', '-' and '_'"
        )
    return folder / (name if name.endswith(SUFFIX) else name + SUFFIX)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that nobody else on this machine can read, whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}", delete=False) as file:
        file.write(content)  # the system lets its owner alone read a file of this kind
    Path(file.name).replace(path)


def save(record: GameRecord, path: Path) -> None:
    """Write a record to a file, which may hold an older record but nothing else."""
    try:
        if path.exists() and not path.read_text(encoding="utf-8").startswith("marengo game "):
            raise RecordError(f"{path.name}: is there already and is no game: choose another name")
        record.save(path)
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path.name}: cannot be written: {error}") from error
