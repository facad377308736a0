"""Every row of the table of differences is told apart by a test, or says why not."""

import re
from pathlib import Path

from tests.statements import STATEMENT

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "docs" / "rules" / "differences.md"
NOTHING_TO_PLAY = "(nothing to play)"
ROW = re.compile(r"^\| (D-\d+) \|(.*)\|$", re.MULTILINE)
DOCSTRING = re.compile(r"^ {4}\"\"\"((?:D-\d+(?:, )?)+):", re.MULTILINE)


def rows() -> dict[str, list[str]]:
    """Return the cells of each row after its number."""
    text = TABLE.read_text(encoding="utf-8")
    found = ROW.findall(text)
    assert len(found) == len(dict(found))
    return {number: [cell.strip() for cell in cells.split("|")] for number, cells in found}


def cited() -> set[str]:
    """Return the rows with which the docstring of a test begins."""
    sources = (path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    return {
        number
        for source in sources
        for match in DOCSTRING.finditer(source)
        for number in match[1].split(", ")
    }


def test_rows_are_numbered_in_order() -> None:
    found = rows()
    assert list(found) == [f"D-{number}" for number in range(1, len(found) + 1)]
    assert {len(cells) for cells in found.values()} == {4}


def test_every_row_is_cited_by_a_test() -> None:
    playable = {name for name, cells in rows().items() if NOTHING_TO_PLAY not in cells[-1]}
    assert cited() == playable


def test_every_row_names_statements_of_both_games() -> None:
    for name, (_, basic, triomphe, statements) in rows().items():
        assert basic != triomphe, name
        games = {match[1] for match in STATEMENT.finditer(statements)}
        assert games == ({"B"} if triomphe == "none" and basic == "optional rules" else {"B", "T"})
