"""The scenarios that come with marengo, in words."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from marengo.core.scenarios import find_scenario, parent_file, scenario_names, what_if_names
from marengo.games.marengo.board import Board
from marengo.games.marengo.files import board_file, read_scenario
from marengo.games.marengo.game import load

WIDTH = 88
"""Characters in a line of text."""


def listing() -> Iterator[str]:
    """Yield a line for each scenario that comes with marengo: name, ruleset, parent and title."""
    names = (*scenario_names(), *what_if_names())
    scenarios = [read_scenario(find_scenario(name)) for name in names]
    rows = [
        (one.name, one.ruleset, f"what if of {one.extends}" if one.extends else "", one.title)
        for one in scenarios
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def description(name_or_path: str | Path) -> Iterator[str]:
    """Yield what there is to be told of a scenario.

    Raises
    ------
    ScenarioError
        If there is no such scenario or it cannot be played.
    """
    scenario = load(name_or_path).scenario
    yield f"{scenario.name}: {scenario.title}" if scenario.title else scenario.name
    yield f"ruleset {scenario.ruleset}, board {scenario.board}"
    for paragraph in scenario.context.split("\n\n"):
        yield from ["", *wrap(paragraph, WIDTH)] if paragraph.strip() else []
    if scenario.sources:
        yield from ["", "Sources:"]
        yield from (f"- {source}" for source in scenario.sources)
    yield from _changes(find_scenario(name_or_path))


def _changes(path: Path) -> Iterator[str]:
    """Yield what is different from the scenario that a file extends."""
    parent = parent_file(path)
    if parent is None:
        return
    other = read_scenario(parent)
    lines = read_scenario(path).diff(other, Board.read(board_file(path)))
    yield from [
        "",
        f"What is different from {other.name}:" if lines else f"Plays like {other.name}.",
    ]
    yield from (f"- {line}" for line in lines)
