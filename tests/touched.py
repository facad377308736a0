"""What a change can touch: ``python -m tests.touched [--but] notebooks`` (or browser …).

Prints the notebooks, the tests in a browser, the kinds of games' rules, or the reports that stand
on a file which differs from the commit in ``tests/checked.txt``, the last in which ``./lab test
full`` found nothing. A full check looks at all; where that commit is not known, as in a shallow
clone or before the first such test (zeros), it is one of three, in turn by the commit.
With ``--but`` it prints what pytest is told to leave the others out; without a kind, what it
compares with.

Imports run one way (``pyproject.toml``): what imports a room stands on all that the room may
import. Of the games it stands on those that it names, and on all if it names none.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tests.turn import in_turn, is_full

ROOT = Path(__file__).parent.parent

CHECKED = ROOT / "tests" / "checked.txt"


def _rooms() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["id"] == "layers"
    )
    rooms = [layer.removeprefix("marengo.") for layer in reversed(layers)]
    return rooms[rooms.index("core") :]


ROOMS = _rooms()
"""Folders of the package, each after those that it may import."""

GAMES = {"bonaparte": "field", "triomphe": "field", "progress": "progress", "europe": "europe"}
"""What each game is checked with: two share their board and much of their rules."""

FOLDERS = {**GAMES, "marengo": "field"}
"""The same of each folder of games."""

ALL_GAMES = re.compile(r"\b(scenario|what_if|player|game)_names\b")
"""Words of a program that asks for whatever games there are."""

IDLE = re.compile(r"[^/]+\.(md|cff)|LICENSE|NOTICE|\.github/.*|\.ci/.*|docs/.*|reports/.*")
"""Files that nothing here reads; those of documents have tests of their own."""


@dataclass(frozen=True)
class Check:
    """Something to be run: its name, the files of its own, and what it stands on.

    ``own`` are paths, or folders that end with a slash; ``rooms`` those of the package.
    """

    name: str
    own: tuple[str, ...]
    rooms: tuple[str, ...]
    games: frozenset[str]

    def stands_on(self, path: str) -> bool:
        """Return whether a changed file can make a difference to it."""
        if path.startswith(self.own):
            return True
        room, *inner = PurePosixPath(path).parts
        if room in ("tests", "notebooks") or IDLE.fullmatch(path):
            return False
        if room == "marengo" and inner[0] in ROOMS:
            return inner[0] in self.rooms and self._may_play(inner[1])
        return room != "data" or self._may_play(inner[-1])

    def _may_play(self, name: str) -> bool:
        kinds = {kind for game, kind in FOLDERS.items() if game in name}
        return not kinds or not kinds.isdisjoint(self.games)


def check_of(path: Path, program: str, *more: str) -> Check:
    """Return the check that a program makes, by what it names; ``more`` are other files of its."""
    rooms = [place for place, room in enumerate(ROOMS) if re.search(rf"\b{room}\b", program)]
    games = {kind for game, kind in GAMES.items() if re.search(rf"[\"'./]{game}\b", program)}
    if not games or ALL_GAMES.search(program):
        games = {*GAMES.values()}
    name = path.relative_to(ROOT).as_posix()
    highest = ROOMS[max(rooms, default=-1)]
    shown = (*_up_to(highest), "screens")  # a position shows itself
    return Check(name, (name, *more), shown, frozenset(games))


def _up_to(room: str) -> tuple[str, ...]:
    """Return a room and all that it may import."""
    return tuple(ROOMS[: ROOMS.index(room) + 1])


def notebooks() -> list[Check]:
    """Return the notebooks, from the last on, which takes longest."""
    return [
        check_of(path, _program(path), "notebooks/nbval_sanitize.cfg")
        for path in sorted((ROOT / "notebooks").glob("*.ipynb"), reverse=True)
    ]


def _program(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def browser() -> list[Check]:
    """Return the tests in a browser; all stand on what they share."""
    folder = ROOT / "tests" / "browser"
    shared = [path.relative_to(ROOT).as_posix() for path in folder.glob("[!t]*.py")]
    return [
        check_of(path, path.read_text(encoding="utf-8") + " cli", *shared)
        for path in sorted(folder.glob("test_*.py"))
    ]


def rules() -> list[Check]:
    """Return the rules of each game, and of those that share them.

    What is reached of them is for them and their tests to say, not for what runs them.
    """
    own = ("tests/rules/", "tests/plain.py", "tests/helpers.py", "tests/coverage_of_rules.py")
    kinds = dict.fromkeys(GAMES.values())
    return [Check(kind, own, ("games", "screens"), frozenset({kind})) for kind in kinds]


def reports() -> list[Check]:
    """Return the reports, whose games are played again by who played them."""
    return [Check("reports", ("reports/",), _up_to("lab"), frozenset({"field", "progress"}))]


KINDS: dict[str, Callable[[], list[Check]]] = {
    "notebooks": notebooks,
    "browser": browser,
    "rules": rules,
    "reports": reports,
}


def changed() -> list[str] | None:
    """Return the files that differ from what was checked whole; None if that cannot be told."""
    diff = _git("diff", "--name-only", CHECKED.read_text(encoding="ascii").strip())
    new = _git("ls-files", "--others", "--exclude-standard")
    return None if diff is None or new is None else [*diff, *new]


def _git(*words: str) -> list[str] | None:
    try:
        command = ["git", "-c", "core.quotePath=false", *words]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.splitlines() if done.returncode == 0 else None


def touched(checks: list[Check], paths: list[str] | None) -> list[Check]:
    """Return those to which the changed files can make a difference; one of three if not known."""
    if paths is None:
        return in_turn(checks, lambda check: checks.index(check) // 3)
    return [check for check in checks if any(map(check.stands_on, paths))]


def main(kind: str, *, but: bool) -> None:
    """Print what is to be run, or left out, a line each."""
    checks = KINDS[kind]()
    chosen = checks if is_full() else touched(checks, changed())
    if but:
        names = [f"--ignore={check.name}" for check in checks if check not in chosen]
    else:
        names = [check.name for check in chosen]
    print(*names, sep="\n")


def compared() -> str:
    """Return what an ordinary check looks at of what takes long."""
    if is_full():
        return "Everything is looked at."
    paths = changed()
    if paths is None:
        return "What was last checked whole is not known here: one of three is looked at, in turn."
    commit = CHECKED.read_text(encoding="ascii")[:7]
    return f"Of what takes long only what {len(paths)} changed files touch (since {commit})."


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[-1], but="--but" in sys.argv)
    else:
        print(compared())
