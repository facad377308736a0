"""A state laid out on the map: who stands where, and the questions every chapter asks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from marengo.games.marengo.board import Place
from tests.reference.facts import ARTILLERY, AUSTRIAN, FRENCH, Piece, State, number
from tests.reference.ground import Ground, ground_of

SURPRISE = 6
"""The round in which no French piece may stand in an approach (T-14.1)."""

ARTILLERY_HOUR = 7
"""The first round in which the Austrian artillery may enter (T-15.15)."""


@dataclass(frozen=True)
class Situation:
    """The facts of one decision node; `side` is the active player, T-1.3."""

    state: State
    ground: Ground
    side: int
    enemy: int
    places: dict[Place, list[Piece]]  # pieces of both armies on the map, in order of their numbers
    boxes: dict[str, list[Piece]]  # pieces in holding boxes

    # Where pieces stand

    def at(self, place: Place, side: int) -> list[Piece]:
        """Return the pieces of an army in one position."""
        return [piece for piece in self.places.get(place, []) if piece.side == side]

    def inside(self, locality: int, side: int) -> list[Piece]:
        """Return the pieces of an army in any position of a locality."""
        return [
            piece
            for place in (Place(locality), *self.ground.approaches[locality])
            for piece in self.at(place, side)
        ]

    def occupied(self, locality: int, side: int) -> bool:
        """T-3.5: an army occupies a locality with at least one piece in any position."""
        return bool(self.inside(locality, side))

    def enemy_opposite(self, place: Place) -> bool:
        """Whether the locality beyond an approach of the active player is enemy-occupied."""
        return self.occupied(place.opposite.locality, self.enemy)

    def fully_blocked(self, place: Place, side: int) -> bool:
        """T-3.12: a narrow approach with a piece, a wide one with two."""
        return len(self.at(place, side)) >= self.ground.full(place)

    # Bans that several chapters share

    def room_for(self, locality: int, side: int, newcomers: int) -> bool:
        """T-3.20: own pieces in all positions count, enemy pieces do not."""
        capacity = self.ground.capacities[locality]
        return capacity is None or len(self.inside(locality, side)) + newcomers <= capacity

    def protected(self, locality: int, side: int) -> bool:
        """T-15.9, T-15.10: pieces wait in a box of the other army that leads into this locality."""
        owner = "french" if side == AUSTRIAN else "austrian"
        return any(
            entry.locality == locality and entry.army == owner and bool(self.boxes.get(name))
            for name, entry in self.ground.entries.items()
        )

    def closed(self, place: Place) -> bool:
        """T-3.16, T-11.50: nothing of the active player goes across this border this turn."""
        barred = self.state.barred(str(place)) or self.state.barred(str(place.opposite))
        return self.ground.impassable(place) or barred

    def surprised(self, side: int) -> bool:
        """T-14.1, T-14.2: in both turns of the 6:00 round no French piece may take an approach."""
        return side == FRENCH and self.state.hour == SURPRISE

    # Orders

    def affordable(self, price: int) -> bool:
        """T-6.4: what costs more than the orders left is illegal."""
        return price <= self.state.orders

    def may_enter_map(self, piece: Piece) -> bool:
        """T-15.1, T-15.15: the hour of the box has come; Austrian artillery waits for 7:00."""
        if not isinstance(piece.place, str) or self.state.hour < _hour(self.state, piece.place):
            return False
        waits = piece.kind == ARTILLERY and piece.side == AUSTRIAN
        return not waits or self.state.hour >= ARTILLERY_HOUR


def read(state: State) -> Situation:
    """Lay out a state."""
    places: dict[Place, list[Piece]] = {}
    boxes: dict[str, list[Piece]] = {}
    for piece in sorted(state.pieces, key=number):
        if piece.strength == 0 or piece.place is None:
            continue  # T-2.6: removed from the game
        if isinstance(piece.place, Place):
            places.setdefault(piece.place, []).append(piece)
        else:
            boxes.setdefault(piece.place, []).append(piece)
    side = int(state.turn)
    enemy = FRENCH if side == AUSTRIAN else AUSTRIAN
    return Situation(state, ground_of(state.game.board), side, enemy, places, boxes)


def unused(pieces: Iterable[Piece]) -> list[Piece]:
    """T-6.7: a piece takes part in one action a turn."""
    return [piece for piece in pieces if not piece.acted]


def likeness(piece: Piece) -> tuple[object, ...]:
    """Return what the pieces have in common that one move stands for."""
    return (
        piece.kind,
        piece.strength,
        piece.organised,
        piece.bombardment,
        piece.acted,
        str(piece.place),
    )


def selections(pieces: Iterable[Piece], sizes: Iterable[int]) -> Iterator[tuple[Piece, ...]]:
    """Yield every choice of that many pieces, those that differ in alike pieces only once.

    Combinations come in order of their numbers, so the one kept names the lowest of alike pieces.
    """
    ordered = sorted(pieces, key=number)
    for size in sizes:
        seen = set()
        for chosen in combinations(ordered, size):
            kinds = tuple(sorted(map(repr, map(likeness, chosen))))
            if kinds not in seen:
                seen.add(kinds)
                yield chosen


def _hour(state: State, box: str) -> int:
    """Return the hour printed for a box."""
    return int(state.boxes[box]["hour"])
