"""The board as flat tables: what the engine reads of localities, approaches and roads."""

from typing import Annotated, Any

import numpy as np

from marengo.core.engine.record import Int16, Record
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.rules.vocabulary import (
    APPROACHES,
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    NONE,
    PLACES,
    ROAD_ENDS,
    Direction,
)

DIRECTIONS = {"west": Direction.WEST, None: Direction.UNMARKED, "east": Direction.EAST}


class BoardTables(Record):
    """One board. Localities are indexed by number; a road end is one side of one crossing.

    The road ends of a locality stand together, as do its approaches. An entry from a box is a
    road end of the entry locality whose ``end_other`` is NONE.
    """

    localities: Int16  # highest locality number + 1
    capacity: Annotated[list[int], np.int16, LOCALITIES]  # pieces (T-3.20)
    east_of_objective: Annotated[list[int], np.int8, LOCALITIES]  # 1 east of the line (T-3.26)
    first_approach: Annotated[list[int], np.int16, LOCALITIES + 1]  # index into the approaches
    first_end: Annotated[list[int], np.int16, LOCALITIES + 1]  # index into the road ends
    locality_of: Annotated[list[int], np.int16, PLACES]  # of a place; NONE for boxes

    opposite: Annotated[list[int], np.int16, APPROACHES]  # the approach face to face (T-3.8)
    owner: Annotated[list[int], np.int16, APPROACHES]  # locality the approach belongs to
    neighbour: Annotated[list[int], np.int16, APPROACHES]  # locality beyond the border
    wide: Annotated[list[int], np.int8, APPROACHES]  # 1 wide, 0 narrow (T-3.10)
    infantry_penalty: Annotated[list[int], np.int8, APPROACHES]  # symbols (T-3.13)
    cavalry_penalty: Annotated[list[int], np.int8, APPROACHES]  # symbols (T-3.13)
    artillery_penalty: Annotated[list[int], np.int8, APPROACHES]  # symbols (T-3.14)
    obstacle: Annotated[list[int], np.int8, APPROACHES]  # 1: cavalry obstacle (T-3.17)
    impassable: Annotated[list[int], np.int8, APPROACHES]  # 1: on either side of the border
    direction: Annotated[list[int], np.int8, APPROACHES]  # leaving by it (T-3.27)

    end_other: Annotated[list[int], np.int16, ROAD_ENDS]  # road end on the far side, or NONE
    end_crossing: Annotated[list[int], np.int16, ROAD_ENDS]  # crossing (T-3.22)
    end_group: Annotated[list[int], np.int16, ROAD_ENDS]  # road group in its locality (T-3.24)
    end_main_group: Annotated[list[int], np.int16, ROAD_ENDS]  # joined by main road within it
    end_main: Annotated[list[int], np.int8, ROAD_ENDS]  # 1 main road, 0 local road
    end_approach: Annotated[list[int], np.int16, ROAD_ENDS]  # approach it goes through, or NONE
    end_locality: Annotated[list[int], np.int16, ROAD_ENDS]  # locality it lies in
    end_way: Annotated[list[int], np.int8, ROAD_ENDS]  # +1, -1: direction of leaving by it


class BoardIndex:
    """Index of the things of a board in its tables, and the way back from index to name."""

    def __init__(self, board: Board) -> None:
        self.board = board
        by_locality = sorted(
            (side for side in board.approaches if side.opposite is not None),
            key=lambda side: side.locality,  # stable: keeps the board's order within a locality
        )
        self.approaches = tuple(by_locality)
        self.approach_at = {str(side.place): i for i, side in enumerate(by_locality)}
        self.crossings = (
            *(c.id for c in board.crossings),
            *(f"entry:{e.name}" for e in board.entries),
        )
        self.boxes = tuple(entry.name for entry in board.entries)
        self.ends: list[tuple[int, str]] = []  # (locality, crossing)
        for group in sorted(board.road_groups, key=lambda group: group.locality):
            self.ends += [(group.locality, crossing) for crossing in group.crossings]
        self.end_at = {end: i for i, end in enumerate(self.ends)}

    def place_code(self, text: str) -> int:
        """Return the number of a place such as ``8``, ``8/4`` or a box, or raise ValueError."""
        if text in self.boxes:
            return FIRST_BOX + self.boxes.index(text)
        if text in self.approach_at:
            return FIRST_APPROACH + self.approach_at[text]
        if text.isdecimal() and any(place.number == int(text) for place in self.board.localities):
            return int(text)
        raise ValueError(f"no place {text!r} on the board {self.board.name}")

    def place(self, code: int) -> Place | str:
        """Return the place with this number, or the name of the box."""
        if code >= FIRST_BOX:
            return self.boxes[code - FIRST_BOX]
        if code >= FIRST_APPROACH:
            return self.approaches[code - FIRST_APPROACH].place
        return Place(code)

    def place_text(self, code: int) -> str:
        """Return how the place with this number is written."""
        return str(self.place(code))


def fill_board(tables: np.ndarray[Any, Any], index: BoardIndex) -> None:
    """Write a board into the first record of ``tables``, which must be zeroed."""
    board, t = index.board, tables[0]
    numbers = [place.number for place in board.localities]
    if max(numbers) >= LOCALITIES or len(index.approaches) > APPROACHES:
        raise ValueError(f"board {board.name}: too large for the engine's tables")
    t["localities"] = max(numbers) + 1
    for place in board.localities:
        t["capacity"][place.number] = place.capacity
        t["east_of_objective"][place.number] = bool(place.east_of_objective)
    t["locality_of"][:] = NONE
    t["locality_of"][numbers] = numbers
    _fill_approaches(t, index)
    _fill_road_ends(t, index)


def _first(localities: list[int]) -> list[int]:
    """Return, for each locality number, where its entries begin in a list sorted by locality."""
    return [int(i) for i in np.searchsorted(localities, np.arange(LOCALITIES + 1))]


def _fill_approaches(t: Any, index: BoardIndex) -> None:
    sides = index.approaches
    t["first_approach"][:] = _first([side.locality for side in sides])
    for i, side in enumerate(sides):
        opposite = index.approach_at[str(side.place.opposite)]
        t["opposite"][i] = opposite
        t["owner"][i] = side.locality
        t["neighbour"][i] = side.opposite
        t["wide"][i] = side.wide
        t["infantry_penalty"][i] = side.infantry
        t["cavalry_penalty"][i] = side.cavalry
        t["artillery_penalty"][i] = side.artillery
        t["obstacle"][i] = side.cavalry_obstacle
        t["impassable"][i] = side.impassable or sides[opposite].impassable
        t["direction"][i] = DIRECTIONS[side.direction]
        t["locality_of"][FIRST_APPROACH + i] = side.locality


def _fill_road_ends(t: Any, index: BoardIndex) -> None:
    board = index.board
    crossings = {crossing.id: crossing for crossing in board.crossings}
    entries = {f"entry:{entry.name}": entry for entry in board.entries}
    t["first_end"][:] = _first([locality for locality, _ in index.ends])
    i = 0
    for number, group in enumerate(sorted(board.road_groups, key=lambda group: group.locality)):
        main_groups = group.main_groups or (group.crossings,)
        for name in group.crossings:
            t["end_crossing"][i] = index.crossings.index(name)
            t["end_group"][i] = number
            inner = next((k for k, joined in enumerate(main_groups) if name in joined), 0)
            t["end_main_group"][i] = number * 8 + inner
            t["end_locality"][i] = group.locality
            if name in entries:
                t["end_main"][i] = entries[name].road == "main"
                t["end_other"][i] = t["end_approach"][i] = NONE
                t["end_way"][i] = -1
            else:
                crossing = crossings[name]
                own_index = crossing.between.index(group.locality)
                beyond = crossing.between[1 - own_index]
                place = Place(group.locality, beyond, crossing.pair)
                t["end_main"][i] = crossing.road == "main"
                t["end_other"][i] = index.end_at[(beyond, name)]
                t["end_approach"][i] = index.approach_at[str(place)]
                t["end_way"][i] = 1 - 2 * own_index
            i += 1
