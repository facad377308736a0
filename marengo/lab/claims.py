"""Claims: who plays which games of a run, so that several processes play it and none twice.

While a run is played there is a ledger in its folder, ``.claims.json``: the games that are left,
and those that somebody has claimed. It is read and written under the lock of the folder, some times
a second at most. A session, that is a process that plays the run, locks a file of its own as long
as it lives; the system lets go of it however the process ends. So claims of the dead are known
without looking at a clock.

A claim has a number, which its part will have, and an empty hidden folder among the parts. Whoever
has played the games writes their rows into it and renames it: then they are a part. To take back a
claim is to rename its folder first. One of the two finds no folder any more, so rows of a process
that was thought dead, or is cut off, never appear beside those of the one that plays in its stead.
"""

import shutil
from collections.abc import Collection
from pathlib import Path

import msgspec

from marengo.lab.frames import OutputError
from marengo.lab.locks import is_locked
from marengo.lab.parts import PARTS, part_path
from marengo.lab.plan import StudyError
from marengo.lab.spans import Span, Spans

__all__ = [
    "Claim",
    "Ledger",
    "discard",
    "living",
    "read_ledger",
    "retire",
    "save_ledger",
    "session_path",
]

LEDGER = ".claims.json"

SESSION = ".session-"


class Claim(msgspec.Struct, frozen=True):
    """Games that a session plays or lets play."""

    number: int  # of the part that its rows become
    session: str
    spans: list[Span]

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(stop - first for _, first, stop in self.spans)

    def hidden(self, folder: Path) -> Path:
        """Return the folder that becomes the part in the folder of a run."""
        return folder / PARTS / f".{self.number:06}-{self.session}"

    def part(self, folder: Path) -> Path:
        """Return the part that its rows become."""
        return part_path(folder, self.number)


class Ledger(msgspec.Struct):
    """Games of a run that are left, and those being played."""

    games: int = 0  # of each cell, as planned by the session that wrote it
    following: int = 0  # number of the next claim
    left: Spans = msgspec.field(default_factory=dict)  # that nobody has claimed
    claims: dict[int, Claim] = msgspec.field(default_factory=dict)  # not finished, by number


def read_ledger(folder: Path) -> Ledger:
    """Return the ledger in a folder; an empty one if there is none."""
    path = folder / LEDGER
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ledger)
    except FileNotFoundError:
        return Ledger()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        problem = "is damaged: end all processes that play this run, and begin one again"
        raise StudyError(f"{path}: {problem}") from error


def save_ledger(ledger: Ledger, folder: Path) -> None:
    """Write the ledger of a folder, whole; if the power fails, nobody lives who needs it."""
    path = folder / LEDGER
    beside = path.with_name(f"{LEDGER}.new")
    try:
        beside.write_bytes(msgspec.json.encode(ledger))
        beside.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error


def session_path(folder: Path, session: str) -> Path:
    """Return the file that a session locks as long as it lives."""
    return folder / f"{SESSION}{session}"


def living(folder: Path) -> set[str]:
    """Return the sessions that play in a folder; files of those that have ended go."""
    alive = set()
    for path in folder.glob(f"{SESSION}*"):
        if is_locked(path):
            alive.add(path.name.removeprefix(SESSION))
        else:
            path.unlink(missing_ok=True)
    return alive


def retire(folder: Path, alive: Collection[str]) -> None:
    """Take back the claims of all sessions that do not live: no part comes of them any more."""
    for path in (folder / PARTS).glob(".[0-9]*"):
        if path.name.rpartition("-")[2] not in alive:
            discard(path)


def discard(hidden: Path) -> None:
    """Remove the hidden folder of a claim, in one step for who writes into it."""
    gone = hidden.with_name(f".0-{hidden.name.lstrip('.')}-gone")
    try:
        hidden.rename(gone)
    except FileNotFoundError:
        return  # it has become a part in this moment
    shutil.rmtree(gone, ignore_errors=True)
