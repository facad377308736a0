"""Every statement of the rules has a test, and nothing cites a statement that does not exist."""

from pathlib import Path

import pytest

from tests.statements import (
    CHAPTERS,
    NOT_PLAYED,
    RANGE,
    STATEMENT,
    citations,
    cited_in,
    missing,
    statements,
)

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("digest", CHAPTERS)
def test_every_statement_is_cited_by_a_test(digest: str) -> None:
    lacking = missing(digest)
    assert lacking == [], f"{len(lacking)} statements have no test: {' '.join(lacking)}"


def test_what_is_cited_is_played() -> None:
    assert sorted(NOT_PLAYED & citations().keys()) == []


@pytest.mark.parametrize(
    ("digest", "chapters"), [("triomphe", 23), ("bonaparte", 15), ("progress", 22), ("europe", 32)]
)
def test_the_digests_state_each_id_once(digest: str, chapters: int) -> None:
    ids = statements(digest)
    assert len(ids) == len(set(ids))
    assert len({name.partition(".")[0] for name in ids}) == chapters


@pytest.mark.parametrize(
    ("digest", "stated", "played"),
    [
        ("triomphe", 465, 455),
        ("bonaparte", 447, 431),
        ("progress", 232, 217),
        ("europe", 444, 332),
    ],
)
def test_the_digests_are_complete(digest: str, stated: int, played: int) -> None:
    """The numbers guard the pattern that finds the ids."""
    assert len(statements(digest)) == stated
    assert len(statements(digest, CHAPTERS[digest])) == played


def test_nothing_cites_a_statement_that_does_not_exist() -> None:
    known = {name for digest in CHAPTERS for name in statements(digest)}
    wrong = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("marengo", "tests", "docs", "data")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".md", ".toml", ".geojson"} and path != Path(__file__)
        for match in STATEMENT.finditer(path.read_text(encoding="utf-8"))
        if match[0] not in known
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ('"""A module about T-8.1."""\n', set()),
        ('"""About T-8.1."""\ndef test_a():\n    """T-8.2, T-8.21."""\n', {"T-8.2", "T-8.21"}),
        ("# T-18.24-18.31, T-8.1–8.3 and T-2.1 to T-2.5\n", set()),
        ('@pytest.mark.parametrize("id", ["T-9.4"])\n', {"T-9.4"}),
    ],
)
def test_what_counts_as_a_citation(source: str, ids: set[str]) -> None:
    assert cited_in(source) == ids
    assert bool(RANGE.search(source)) == ("18.31" in source)
