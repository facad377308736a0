"""What marengo needs is declared, and has been tried in its oldest versions."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

NEVER_IMPORTED = {
    "jupyterlab": "marengo lab starts it as a program",
    "openpyxl": "pandas reads .xlsx by it",
}
"""What is declared and not imported, and what it is for."""


def plain(name: str) -> str:
    """Return the name of a package as all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def bounds(requirements: list[str]) -> dict[str, str]:
    """Return the lower bound of each package."""
    return {plain(one.split(">=")[0]): one.split(">=")[1] for one in requirements}


def places(version: str) -> list[int]:
    """Return the numbers of a version."""
    return [int(number) for number in re.findall(r"\d+", version)]


def pinned(file: str) -> dict[str, str]:
    """Return the version of each package in a list of them."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {plain(name): version for name, version in pins}


def imported(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the packages that statements import when they run: not what is for type checkers."""
    for statement in body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            yield from imported(statement.orelse)
            continue
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.stmt | ast.ExceptHandler):
                yield from imported([node])  # type: ignore[list-item] # has statements too
        if isinstance(statement, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            yield statement.module.partition(".")[0]


def packages() -> set[str]:
    """Return what marengo's modules import that is neither Python's nor marengo's own."""
    sources = (ROOT / "marengo").rglob("*.py")
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sources)
    found = {name for tree in trees for name in imported(tree.body)}
    return found - sys.stdlib_module_names - {"marengo"}


REQUIRED = bounds(SETTINGS["dependencies"])
EXTRAS = SETTINGS["optional-dependencies"]
OPTIONAL = bounds([*EXTRAS["cluster"], *EXTRAS["search"]])


def test_what_is_imported_is_declared_and_what_is_declared_is_used() -> None:
    known = packages_distributions()
    found = {plain(known.get(name, [name])[0]) for name in packages()}
    assert sorted(found - {*REQUIRED, *OPTIONAL}) == []
    assert sorted({*REQUIRED, *OPTIONAL} - found) == sorted(NEVER_IMPORTED)


def test_imports_that_hide_are_found() -> None:
    text = """
if TYPE_CHECKING:
    import typing_extensions
else:
    import one
try:
    import two.part
except ImportError:
    from three import name
def late():
    with suppress(OSError):
        from . import beside
        import four
"""
    assert [*imported(ast.parse(text).body)] == ["one", "two", "three", "four"]


@pytest.mark.parametrize("extras", [REQUIRED, OPTIONAL], ids=["plain", "extras"])
def test_the_oldest_versions_allowed_are_those_that_were_tried(extras: dict[str, str]) -> None:
    """A version may have more places than its bound: of polars there is no 1.44.0."""
    oldest, newest = pinned("constraints-oldest.txt"), pinned("constraints.txt")
    for name, bound in extras.items():
        assert places(oldest[name])[: len(places(bound))] == places(bound), name
        assert name in newest


def test_versions_tested_together_are_allowed() -> None:
    """No bound of those that tests have is above what is installed for them."""
    newest = pinned("constraints.txt")
    for name, bound in {**REQUIRED, **OPTIONAL, **bounds(EXTRAS["test"])}.items():
        assert places(newest[name]) >= places(bound), name
