"""What of a game depends on the rules that are played, as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from marengo.core.record import Record
from marengo.game.columns import Column
from marengo.game.notation import Form
from marengo.game.scenario import Scenario
from marengo.game.state import State
from marengo.game.things import Move
from marengo.game.view import View
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import Side


@dataclass(frozen=True)
class Ruleset:
    """Everything that the game layer and the lab ask of one ruleset.

    Parameters
    ----------
    name, title : str
        The name in scenario files, and that of the game.
    record, result : type of record
        What a position is for the engine, and how a game ended.
    scenario : type of Scenario
        The schema of its scenario files.
    state : type of State
        What a person holds of a position.
    build_tables : callable
        Makes the engine's tables of a scenario and the index of a board.
    build_position : callable
        Makes any position of a game.
    make_view : callable
        Makes the view of a state that one side has, or None.
    describe_context : callable
        Says by name what the decision of a state is about.
    why_illegal : callable
        Says which rule forbids a move that is not legal in a state.
    find_problems : callable
        Lists everything that cannot be in a position.
    columns : tuple of Column
        What a batch tells of a game beside the common columns.
    forms : mapping of kind of move to form
        How moves are written.
    """

    name: str
    title: str
    record: type[Record]
    result: type[Record]
    scenario: type[Scenario]
    state: type[State]
    build_tables: Callable[..., np.ndarray[Any, Any]]
    build_position: Callable[..., State]
    make_view: Callable[[Any, Side | None], View]
    describe_context: Callable[[Any], dict[str, Any]]
    why_illegal: Callable[[Any, Move], str]
    find_problems: Callable[[Any], list[str]]
    columns: tuple[Column, ...]
    forms: Mapping[MoveKind, Form]
