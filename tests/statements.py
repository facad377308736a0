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

STATEMENT = re.compile(r"\b([BT])-(\d+)\.(\d+)(?!\d)")
RANGE = re.compile(r"\b[BT]-\d+\.\d+(?:–|-| to )(?:[BT]-)?\d+(?:\.\d+)?")
MODULE_DOCSTRING = re.compile(r'\A(?:\s*#[^\n]*\n)*\s*"""(?s:.*?)"""')

# The chapters that say how Triomphe à Marengo is played; the others are terms (1) and
# differences from the older game (20).
TRIOMPHE_CHAPTERS = frozenset({*range(2, 20), 21, 22, 23})


def statements(digest: str, chapters: Iterable[int] | None = None) -> list[str]:
    """Return the ids that a digest states, in its order, of all chapters or of those given."""
    text = (DIGESTS / f"{digest}.md").read_text(encoding="utf-8")
    wanted = None if chapters is None else frozenset(chapters)
    found = re.finditer(r"^(?:- |\| )?\*\*([BT]-(\d+)\.\d+)\b", text, re.MULTILINE)
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


def missing() -> list[str]:
    """Return the statements of Triomphe à Marengo that no test cites, in the digest's order."""
    cited = citations()
    return [name for name in statements("triomphe", TRIOMPHE_CHAPTERS) if name not in cited]


def main() -> int:
    """Print the missing ids, a line per chapter, and how many there are."""
    chapters: dict[str, list[str]] = {}
    for name in missing():
        chapters.setdefault(name.partition(".")[0], []).append(name)
    for names in chapters.values():
        print(" ".join(names))
    total = len(statements("triomphe", TRIOMPHE_CHAPTERS))
    lacking = sum(map(len, chapters.values()))
    print(f"{total - lacking} of {total} statements are cited by a test, {lacking} are not.")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
