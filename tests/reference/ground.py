"""Chapter 3: the map as plain dictionaries, read from the public board."""

from dataclasses import dataclass

from marengo.games.marengo.board import Approach, Board, Entry, Place


@dataclass(frozen=True)
class Way:
    """A road out of a locality: one crossing, used in one direction."""

    crossing: str
    start: int
    end: int
    approach: Place  # the approach of `start` through which the road leads
    main: bool
    text: str  # as a move names it


@dataclass(frozen=True)
class Ground:
    """What the referee asks of the map."""

    sides: dict[Place, Approach]
    approaches: dict[int, list[Place]]  # of a locality, in board order
    capacities: dict[int, int | None]
    ways: dict[int, list[Way]]  # out of a locality
    groups: dict[int, list[tuple[str, ...]]]
    entries: dict[str, Entry]

    def neighbours(self, locality: int) -> set[int]:
        """T-3.7: the localities that share a border with this one."""
        return {place.opposite.locality for place in self.approaches[locality]}

    def borders(self, start: int, end: int) -> list[Place]:
        """T-3.29: the approaches of one locality towards another; there may be two."""
        return [place for place in self.approaches[start] if place.opposite.locality == end]

    def full(self, place: Place) -> int:
        """T-3.12: how many pieces block this approach fully."""
        return 2 if self.sides[place].wide else 1

    def impassable(self, place: Place) -> bool:
        """T-3.16: the border cannot be used; a symbol on either side is enough."""
        return self.sides[place].impassable or self.sides[place.opposite].impassable


_READ: dict[int, tuple[Board, Ground]] = {}  # a board is a large thing to compare or hash


def ground_of(board: Board) -> Ground:
    """Return a board as plain dictionaries; each board is read once."""
    if id(board) not in _READ:
        _READ[id(board)] = board, _read(board)
    return _READ[id(board)][1]


def _read(board: Board) -> Ground:
    sides = {side.place: side for side in board.approaches if side.opposite is not None}
    approaches: dict[int, list[Place]] = {each.number: [] for each in board.localities}
    for place in sides:
        approaches[place.locality].append(place)
    groups: dict[int, list[tuple[str, ...]]] = {each.number: [] for each in board.localities}
    for group in board.road_groups:
        groups[group.locality].append(tuple(group.crossings))
        # Where main roads of a group are joined by local road only, the price of going from one
        # to the other depends on the crossing by which the piece came, which is not public.
        assert len(group.main_groups) <= 1, "the referee does not know this kind of board"
    return Ground(
        sides,
        approaches,
        {each.number: each.capacity for each in board.localities},
        _ways(board, list(approaches)),
        groups,
        {entry.name: entry for entry in board.entries},
    )


def _ways(board: Board, localities: list[int]) -> dict[int, list[Way]]:
    """T-3.22: each crossing leads both ways."""
    ways: dict[int, list[Way]] = {locality: [] for locality in localities}
    for crossing in board.crossings:
        same = [c for c in board.crossings if set(c.between) == set(crossing.between)]
        one, two = crossing.between
        for start, end in ((one, two), (two, one)):
            # Only where two roads lead from one locality to the other has the text to say which.
            which = f":{crossing.id}" if len(same) > 1 else ""
            ways[start].append(
                Way(
                    crossing.id,
                    start,
                    end,
                    Place(start, end, crossing.pair),
                    crossing.road == "main",
                    f"cross {start}-{end}{which}",
                )
            )
    return ways
