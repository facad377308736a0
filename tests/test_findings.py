"""What notebooks say of differences rests on intervals that do not hold "no difference".

A page of text names the rows that it rests on in its metadata, as pairs of what is ``more`` and
``than`` what: ``rests_on`` for differences that it states, ``not_shown`` for those of which it
says that none was shown. The rows are those of tables with the columns ``more``, ``than``, ``low``
and ``high`` among the outputs of the same notebook.
"""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marengo import plots

ROOT = Path(__file__).parent.parent

Interval = tuple[float, float]

HEAD = {"more", "than", "low", "high"}


def tables(cell: Any) -> Iterator[list[list[str]]]:
    """Yield the rows of the tables that a cell shows, the head first."""
    for output in cell.get("outputs", ()):
        page = "".join(output.get("data", {}).get("text/html", ()))
        if rows := re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL):
            found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
            yield [[unescape(one) for one in row] for row in found]


def intervals(cells: list[Any]) -> dict[tuple[str, str], Interval]:
    """Return the interval of each difference that a notebook shows, by what is more than what."""
    found = {}
    for head, *rows in (table for cell in cells for table in tables(cell)):
        if set(head) >= HEAD:
            for row in rows:
                facts = dict(zip(head, row, strict=True))
                ends = float(facts["low"]), float(facts["high"])
                found[facts["more"], facts["than"]] = ends
    return found


def wrong(cells: list[Any]) -> list[str]:
    """Return what the texts of a notebook say that its tables do not show."""
    shown, faults = intervals(cells), []
    for cell in cells:
        for field, differs in (("rests_on", True), ("not_shown", False)):
            for more, than in cell["metadata"].get(field, ()):
                interval = shown.get((more, than))
                if interval is None:
                    faults.append(f"no table says how {more!r} differs from {than!r}")
                elif interval[0] <= 0 if differs else not interval[0] <= 0 <= interval[1]:
                    faults.append(f"{more!r} against {than!r}, {field}: {interval}")
    return faults


NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_is_said_of_differences_is_shown(notebook: Path) -> None:
    assert wrong(json.loads(notebook.read_text(encoding="utf-8"))["cells"]) == []


def test_the_battle_of_dice_states_differences() -> None:
    cells = json.loads((ROOT / "notebooks/18_battle_of_dice.ipynb").read_text("utf-8"))["cells"]
    stated = [pair for cell in cells for pair in cell["metadata"].get("rests_on", ())]
    assert len(stated) > 10


@pytest.mark.parametrize(
    ("field", "low", "high", "is_wrong"),
    [
        ("rests_on", 0.1, 4.0, False),
        ("rests_on", -0.1, 4.0, True),
        ("rests_on", -4.0, -0.1, True),
        ("not_shown", -0.1, 4.0, False),
        ("not_shown", 0.1, 4.0, True),
        ("not_shown", -4.0, -0.1, True),
    ],
)
def test_what_is_not_shown_is_found(field: str, low: float, high: float, *, is_wrong: bool) -> None:
    row = {"more": ["a gun"], "than": ["none"], "low": [low], "high": [high]}
    page = plots.table(pl.DataFrame(row), decimals=1)._repr_html_()
    table = {"metadata": {}, "outputs": [{"data": {"text/html": page}}]}
    said = {"metadata": {field: [["a gun", "none"]]}}
    assert bool(wrong([table, said])) is is_wrong
    assert wrong([said]) == ["no table says how 'a gun' differs from 'none'"]
