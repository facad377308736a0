"""The quick tests leave out no chapter, and their list is up to date."""

import ast
from pathlib import Path

import pytest

from tests.quick import FOLDERS, POSITIONS
from tests.statements import CHAPTERS, cited_in

ROOT = Path(__file__).parent.parent


def test_each_chapter_that_is_played_has_one() -> None:
    letters = {"bonaparte": "B", "europe": "N", "progress": "M", "triomphe": "T"}
    wanted = {f"{letters[name]}-{chapter}" for name in CHAPTERS for chapter in CHAPTERS[name]}
    assert set(POSITIONS) == wanted


@pytest.mark.parametrize("chapter", POSITIONS)
def test_the_test_of_a_chapter_speaks_of_it(chapter: str) -> None:
    file, _, name = POSITIONS[chapter].partition("::")
    source = (ROOT / FOLDERS[chapter[0]] / file).read_text(encoding="utf-8")
    (test,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    first = min([test.lineno, *(decorator.lineno for decorator in test.decorator_list)])
    lines = source.splitlines()[first - 1 : test.end_lineno]
    assert any(cited.startswith(f"{chapter}.") for cited in cited_in("\n".join(lines)))
