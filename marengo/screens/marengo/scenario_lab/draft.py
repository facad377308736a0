"""A draft of a what-if: a scenario, what is changed in it, and whether it can be played.

A draft never changes; each change makes another one. So the drafts before it are the way back.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from marengo.core.errors import ScenarioError
from marengo.core.scenarios import ancestry, find_scenario, scenario_names, what_if_names
from marengo.games.marengo.board import Board, BoardError
from marengo.games.marengo.files import board_file, read_scenario, scenario_of
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.scenario import Scenario
from marengo.games.marengo.terms import Term
from marengo.lab.what_ifs import TABLE
from marengo.paths import data_path
from marengo.screens.marengo.scenario_lab.contents import (
    Table,
    changes_of,
    content_of,
    value_at,
    with_value_at,
)

TOLD = ("title", "context", "sources")
"""Fields in which a what-if tells of itself, besides its name."""

_NAME = re.compile(r"[\w-]+")


@dataclass(frozen=True, eq=False)  # each is made once, and a board takes long to compare
class Standard:
    """The scenario that a what-if extends, and is compared with."""

    extends: str  # name or path by which the what-if names it
    game: MarengoGame
    board: Board  # as printed

    @property
    def scenario(self) -> Scenario:
        """The scenario itself."""
        return self.game.scenario

    @cached_property
    def content(self) -> Table:
        """The scenario as plain tables."""
        return content_of(self.scenario)


@dataclass(frozen=True)
class Draft:
    """A what-if that is being made."""

    standard: Standard
    content: Table  # all that the what-if makes of it, see `content_of`; not to be changed
    opened: str = field(default="", compare=False)  # the name or file that it was opened from

    @property
    def name(self) -> str:
        """The name of the what-if."""
        return str(self.content["name"])

    @property
    def forces(self) -> list[Table]:
        """The forces, as plain tables."""
        forces: list[Table] = self.content["forces"]
        return forces

    def value(self, path: str) -> Any:
        """Return the value at a path such as ``"hours.Novi"``, or its default."""
        return self.term(path).filled(value_at(self.content, path))

    def standard_value(self, path: str) -> Any:
        """Return the value that the standard has at a path."""
        return self.term(path).filled(value_at(self.standard.content, path))

    def term(self, path: str) -> Term:
        """Return what a field is called, with its unit and its rule."""
        terms, before = self.standard.scenario.terms, path.rpartition(".")[0]
        return terms.get(path) or terms.get(f"{before}.*") or Term(path.replace("_", " "))

    def with_value(self, path: str, value: Any) -> "Draft":
        """Return the draft with another value at a path."""
        unstated = value_at(self.standard.content, path) is None
        if unstated and value == self.term(path).absent:
            value = None  # what the standard leaves unsaid need not be said
        return replace(self, content=with_value_at(self.content, path, value))

    def with_force(self, force: Table) -> "Draft":
        """Return the draft with a force put in, or dropped if it has no pieces."""
        stated = {old["name"]: old for old in self.forces} | {force["name"]: force}
        # known ones first, in their order, as the what-if will be read
        names = dict.fromkeys([*(old["name"] for old in self.standard.content["forces"]), *stated])
        forces = [stated[name] for name in names if name in stated and stated[name]["pieces"]]
        return replace(self, content={**self.content, "forces": forces})

    def as_printed(self) -> "Draft":
        """Return the draft without its changes; what it tells of itself stays."""
        own = {name: self.content[name] for name in ("name", *TOLD)}
        return replace(self, content={**self.standard.content, **own})

    @cached_property
    def table(self) -> Table:
        """The what-if as its file states it; ``extends`` is what a plan would say."""
        own = {name: self.content[name] for name in TOLD if self.content[name]}
        schema = type(self.standard.scenario)
        changes = changes_of(self.content, self.standard.content, schema)
        return {"extends": self.standard.extends, "name": self.name, **own, **changes}

    @property
    def tables(self) -> dict[str, Table]:
        """The what-if as a plan has it: by its name."""
        return {self.name: {key: value for key, value in self.table.items() if key != "name"}}

    @cached_property
    def scenario(self) -> Scenario:
        """The what-if as a scenario; an error names the field that is wrong."""
        if not _NAME.fullmatch(self.name):
            raise ScenarioError(f"name: expected letters, digits, - and _, not {self.name!r}")
        if self.name in (*scenario_names(), *what_if_names()):
            raise ScenarioError(f"name: {self.name!r} comes with marengo: expected another name")
        own = (Path(f"{TABLE}.{self.name}"), self.table)
        with self._without_label():
            return scenario_of([own, *ancestry(find_scenario(self.standard.extends))])

    @cached_property
    def game(self) -> MarengoGame:
        """The what-if as a game; an error names the field that cannot be played."""
        scenario = self.scenario
        with self._without_label():
            return MarengoGame.from_parts(self.standard.board, scenario)

    @cached_property
    def problem(self) -> str:
        """Reason why it cannot be played; empty if it can."""
        try:
            _ = self.game
        except ScenarioError as error:
            return str(error)
        return ""

    @cached_property
    def differences(self) -> list[str]:
        """Differences from the standard, in the words of `Scenario.diff`."""
        scenario = self.scenario
        with self._without_label():
            return scenario.diff(self.standard.scenario, self.standard.board)

    @property
    def changed(self) -> bool:
        """True if it states anything that the standard does not."""
        return bool(changes_of(self.content, self.standard.content, type(self.standard.scenario)))

    @contextmanager
    def _without_label(self) -> Iterator[None]:
        """Let messages begin with the field, without the draft's name, which the reader knows."""
        try:
            yield
        except ScenarioError as error:
            message = str(error)
            for label in (f"{TABLE}.{self.name}: ", f"{self.name}: "):
                message = message.removeprefix(label)
            raise ScenarioError(message) from error


def open_draft(name_or_path: str | Path) -> Draft:
    """Return a draft to begin with: a scenario as it is, or a what-if with all that it changes.

    A what-if of a what-if becomes one of the scenario that all of them go back to. The draft has a
    name of its own, unless a file of the user's was opened.
    """
    path = find_scenario(name_or_path)
    content = content_of(read_scenario(path))
    root = ancestry(path)[-1][0]
    if path == root or content["name"] in (*scenario_names(), *what_if_names()):
        content["name"] = f"my-{content['name']}"
    if path == root:
        content = {**content, "title": "", "context": "", "sources": []}
    draft = Draft(_standard(root, root.read_bytes()), content, str(name_or_path))
    if draft.problem:
        raise ScenarioError(f"{path}: {draft.problem}")
    return draft


@lru_cache(maxsize=16)
def _standard(root: Path, content: bytes) -> Standard:
    """Return the standard in a file; it is kept, as to read a board takes a while."""
    del content
    scenario = read_scenario(root)
    shipped = data_path(f"scenarios/{root.stem}.toml") == root
    try:
        board = Board.read(board_file(root))
    except BoardError as error:
        raise ScenarioError(f"{root}: board: {error}") from error
    return Standard(
        root.stem if shipped else str(root.resolve()),
        MarengoGame.from_parts(board, scenario),
        board,
    )
