"""Scenario and board together as the engine's tables: what both rulesets have."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from marengo.core.errors import ScenarioError, did_you_mean
from marengo.games.marengo.board import Board
from marengo.games.marengo.rules.position import SetUpTables
from marengo.games.marengo.rules.tables import BoardIndex, fill_board
from marengo.games.marengo.rules.vocabulary import (
    BOXES,
    CROSSINGS,
    FIRST_BOX,
    NONE,
    ROAD_ENDS,
    SLOTS,
    Kind,
    Side,
)
from marengo.games.marengo.scenario import Force, Scenario

KINDS = {"infantry": Kind.INFANTRY, "cavalry": Kind.CAVALRY, "artillery": Kind.ARTILLERY}
SIDES = {"austrian": Side.AUSTRIAN, "french": Side.FRENCH}


def common_tables(
    kind: type[SetUpTables], scenario: Scenario, index: BoardIndex
) -> np.ndarray[Any, Any]:
    """Return tables of a ruleset, shape ``(1,)``, with board, parameters and boxes filled in.

    ScenarioError if the scenario names places the board lacks, or its numbers do not agree.
    """
    tables = kind.array()
    if len(index.crossings) > CROSSINGS or len(index.ends) > ROAD_ENDS:
        name, most = index.board.name, f"{CROSSINGS} crossings and entries, {ROAD_ENDS} road ends"
        raise ScenarioError(f"board {name}: too many roads for the engine's tables: at most {most}")
    try:
        fill_board(tables, index)
    except (KeyError, TypeError, ValueError) as error:
        listed = "; ".join(str(problem) for problem in index.board.problems()) or str(error)
        raise ScenarioError(f"board {index.board.name} cannot be played: {listed}") from error
    t, parameters = tables[0], scenario.parameters
    for name in parameters.__struct_fields__:
        t[name] = getattr(parameters, name)
    if parameters.last_hour < parameters.first_hour:
        raise ScenarioError(f"{scenario.name}: parameters.last_hour: expected first_hour or later")
    _fill_boxes(t, scenario, index)
    return tables


def _fill_boxes(t: Any, scenario: Scenario, index: BoardIndex) -> None:
    entries = index.board.entries
    if len(entries) > BOXES:
        raise ScenarioError(f"board {index.board.name}: more than {BOXES} boxes")
    for name in scenario.hours:
        if name not in index.boxes:
            boxes = ", ".join(index.boxes)
            wrong = f"no such box, expected {boxes}{did_you_mean(name, index.boxes)}"
            raise ScenarioError(f"{scenario.name}: hours.{name}: {wrong}")
    t["boxes"] = len(entries)
    for box, entry in enumerate(entries):
        if entry.name not in scenario.hours:
            raise ScenarioError(f"{scenario.name}: hours: expected an hour for {entry.name}")
        t["box_side"][box] = SIDES[entry.army]
        t["box_hour"][box] = scenario.hours[entry.name]
        t["box_locality"][box] = entry.locality
        t["box_end"][box] = index.end_at[(entry.locality, f"entry:{entry.name}")]
        t["box_pontoon"][box] = entry.pontoon


def fill_forces(t: Any, scenario: Scenario, index: BoardIndex) -> list[tuple[int, Any, Any]]:
    """Write the forces slot by slot; return each slot with its force and kind of pieces."""
    filled: list[tuple[int, Any, Any]] = []
    used = [0, 0]
    t["pool"][:] = NONE
    for number, force in enumerate(scenario.forces):
        side = SIDES[force.army]
        places = list(_places(scenario, force, index))
        pieces = [piece for piece in force.pieces for _ in range(piece.count)]
        if len(places) != len(pieces):
            raise ScenarioError(
                f"{scenario.name}: forces.{force.name}: {len(pieces)} pieces for "
                f"{len(places)} places, expected as many"
            )
        for piece, place in zip(pieces, places, strict=True):
            if used[side] == SLOTS:
                raise ScenarioError(f"{scenario.name}: more than {SLOTS} {force.army} pieces")
            slot = side * SLOTS + used[side]
            used[side] += 1
            t["start_kind"][slot] = KINDS[piece.kind]
            t["start_strength"][slot] = piece.strength
            t["start_place"][slot] = place
            t["pool"][slot] = number if force.draw else NONE
            filled.append((slot, force, piece))
    t["pieces"] = used
    return filled


def check_start(t: Any, scenario: Scenario) -> None:
    """Raise ScenarioError if both armies start in a locality, or more pieces than it holds."""
    for locality in range(1, int(t["localities"])):
        present = (t["locality_of"][t["start_place"]] == locality) & (t["start_strength"] > 0)
        armies = [int(present[side * SLOTS : (side + 1) * SLOTS].sum()) for side in SIDES.values()]
        if all(armies):
            raise ScenarioError(
                f"{scenario.name}: forces: both armies start in locality {locality}"
            )
        if max(armies) > t["capacity"][locality]:
            raise ScenarioError(
                f"{scenario.name}: forces: {max(armies)} pieces start in locality {locality}, "
                f"which holds at most {t['capacity'][locality]}"
            )


def _places(scenario: Scenario, force: Force, index: BoardIndex) -> Iterator[int]:
    """Yield the place of each piece of a force, in the order written."""
    board: Board = index.board
    symbols = {str(place.number): place.french_start for place in board.localities}
    for name, number in (symbols if force.places is None else force.places).items():
        try:
            code = index.place_code(name)
        except ValueError as error:
            raise ScenarioError(f"{scenario.name}: forces.{force.name}: {error}") from error
        if code >= FIRST_BOX and board.entries[code - FIRST_BOX].army != force.army:
            raise ScenarioError(
                f"{scenario.name}: forces.{force.name}: the box {name} belongs to the other army"
            )
        yield from [code] * number
