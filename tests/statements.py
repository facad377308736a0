"""Which statements of the rules digests are cited by tests: ``python -m tests.statements``.

A test cites a statement by writing its id whole, such as T-8 followed by .12: in a docstring, a
comment or a parametrisation of a test module (``test_*.py``) or of a module of cases for one
(``cases_*.py``). A range stands for none of its ids, and neither does the docstring of a module,
which only says what the module is about.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

TESTS = Path(__file__).parent
DIGESTS = TESTS.parent / "docs" / "rules"

STATEMENT = re.compile(r"\b([BMNT])-(\d+)\.(\d+)(?!\d)")
RANGE = re.compile(r"\b[BMNT]-\d+\.\d+(?:–|-| to )(?:[BMNT]-)?\d+(?:\.\d+)?")
MODULE_DOCSTRING = re.compile(r'\A(?:\s*#[^\n]*\n)*\s*"""(?s:.*?)"""')

CHAPTERS = {
    "triomphe": frozenset({*range(2, 20), 21, 22, 23}),
    "bonaparte": frozenset({*range(4, 15), 16, 17, 18}),
    "progress": frozenset({*range(1, 19), 21}),
    "europe": frozenset({*range(1, 29), 30}),
}
"""By digest, the chapters that say how the game is played.

The others are terms (T-1), differences from the older game (T-20), variants (B-15), and in The
March of Progress a list of switches, of decisions, and how to solve it (M-19, M-20, M-22).
Of Napoleon in Europe so are what is lost (N-29), switches and decisions (N-32, N-33).
"""

NOT_PLAYED = frozenset({"N-30.1", "N-30.24"})
"""What is known of the publisher's scenarios, whose set-ups are lost."""


def statements(digest: str, chapters: Iterable[int] | None = None) -> list[str]:
    """Return the ids that a digest states, in its order, of all chapters or of those given."""
    text = (DIGESTS / f"{digest}.md").read_text(encoding="utf-8")
    wanted = None if chapters is None else frozenset(chapters)
    found = re.finditer(r"^(?:- |\| )?\*\*([BMNT]-(\d+)\.\d+)\b", text, re.MULTILINE)
    return [match[1] for match in found if wanted is None or int(match[2]) in wanted]


def cited_in(source: str) -> set[str]:
    """Return the ids that the text of a test module cites."""
    body = MODULE_DOCSTRING.sub("", source)
    return {match[0] for match in STATEMENT.finditer(RANGE.sub("", body))}


def citations() -> dict[str, list[str]]:
    """Return for each cited id the test modules that cite it."""
    found: dict[str, list[str]] = {}
    modules = [*TESTS.rglob("test_*.py"), *TESTS.rglob("cases_*.py")]
    for module in sorted(modules):
        if module.name == "test_statements.py":
            continue
        for name in cited_in(module.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(module.relative_to(TESTS).as_posix())
    return found


def missing(digest: str) -> list[str]:
    """Return the statements on how a game is played that no test cites, in the digest's order."""
    cited = citations()
    wanted = statements(digest, CHAPTERS[digest])
    return [name for name in wanted if name not in cited and name not in NOT_PLAYED]


def main() -> int:
    """Print the missing ids, a line per chapter, and how many there are."""
    lacking = 0
    for digest, wanted in CHAPTERS.items():
        chapters: dict[str, list[str]] = {}
        for name in missing(digest):
            chapters.setdefault(name.partition(".")[0], []).append(name)
        for names in chapters.values():
            print(" ".join(names))
        total, without = len(statements(digest, wanted)), sum(map(len, chapters.values()))
        print(f"{digest}: {total - without} of {total} statements are cited by a test.")
        lacking += without
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
