"""Chapter 5: the map as plain dictionaries, read from the public board."""

from dataclasses import dataclass

from marengo.games.marengo.board import Approach, Board, Entry, Place, RoadGroup


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
    groups: dict[int, list[RoadGroup]]
    entries: dict[str, Entry]
    set_up: set[int]  # B-5.21: French set-up localities
    stars: dict[int, str]  # B-5.22

    def neighbours(self, locality: int) -> set[int]:
        """B-5.5, B-5.6: localities that share a pair with this one, an impassable one too."""
        return {place.opposite.locality for place in self.approaches[locality]}

    def borders(self, start: int, end: int) -> list[Place]:
        """B-5.7: the approaches of one locality towards another; there may be two."""
        return [place for place in self.approaches[start] if place.opposite.locality == end]

    def impassable(self, approach: Place) -> bool:
        """B-5.19: a symbol on either side closes the pair."""
        return self.sides[approach].impassable or self.sides[approach.opposite].impassable

    def width(self, attacked: Place) -> int:
        """B-5.9, B-5.10: pieces that may lead or pursue; the attacked approach decides."""
        return 2 if self.sides[attacked].wide else 1

    def obstacle(self, approach: Place) -> bool:
        """B-5.17: the cavalry obstacle printed in this approach, against attacks into it."""
        return self.sides[approach].cavalry_obstacle

    def joined(self, locality: int, one: str, other: str) -> bool:
        """B-5.25, B-5.26: whether two crossings of a locality are joined by road inside it."""
        return any(
            one in group.crossings and other in group.crossings for group in self.groups[locality]
        )

    def joined_by_main_road(self, locality: int, one: str, other: str) -> bool:
        """B-8.82: whether main roads alone lead from one main crossing to another."""
        for group in self.groups[locality]:
            if one in group.crossings and other in group.crossings:
                main = group.main_groups
                return not main or any(one in each and other in each for each in main)
        return False


_READ: dict[int, tuple[Board, Ground]] = {}  # a board is a large thing to compare or hash


def ground_of(board: Board) -> Ground:
    """Return a board as plain dictionaries; each board is read once."""
    if id(board) not in _READ:
        _READ[id(board)] = board, _read(board)
    return _READ[id(board)][1]


def _read(board: Board) -> Ground:
    # B-5.4: a side without partner leads nowhere.
    sides = {side.place: side for side in board.approaches if side.opposite is not None}
    approaches: dict[int, list[Place]] = {each.number: [] for each in board.localities}
    for place in sides:
        approaches[place.locality].append(place)
    groups: dict[int, list[RoadGroup]] = {each.number: [] for each in board.localities}
    for group in board.road_groups:
        groups[group.locality].append(group)
    return Ground(
        sides,
        approaches,
        {each.number: each.capacity for each in board.localities},
        _ways(board, list(approaches)),
        groups,
        {entry.name: entry for entry in board.entries},
        {each.number for each in board.localities if each.french_start},
        {each.number: each.star for each in board.localities if each.star},
    )


def _ways(board: Board, localities: list[int]) -> dict[int, list[Way]]:
    """B-5.24, B-5.28: each crossing leads both ways, and each is one of its own."""
    ways: dict[int, list[Way]] = {locality: [] for locality in localities}
    for crossing in board.crossings:
        same = [c for c in board.crossings if set(c.between) == set(crossing.between)]
        one, two = crossing.between
        for start, end in ((one, two), (two, one)):
            # B-8.83: only where several crossings join the two the text says which.
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
