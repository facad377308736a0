"""A state laid out on the map: who stands where, and the questions every chapter asks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import AUSTRIAN, FRENCH, Piece, State, number
from tests.reference_bonaparte.ground import Ground, ground_of


@dataclass(frozen=True)
class Situation:
    """The facts of one decision node; `side` is the active player."""

    state: State
    ground: Ground
    side: int
    enemy: int
    places: dict[Place, list[Piece]]  # pieces of both armies on the map, in order of their numbers
    boxes: dict[str, list[Piece]]  # pieces not yet on the map
    strict: bool  # without moves that lead to nothing that others do not lead to

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

    def enemy_occupied(self, locality: int) -> bool:
        """Whether the locality holds a piece of the opponent, in whatever position."""
        return bool(self.inside(locality, self.enemy))

    def enemy_opposite(self, approach: Place) -> bool:
        """Whether the opposite locality is enemy-occupied, seen by the active player."""
        return self.enemy_occupied(approach.opposite.locality)

    def blocked_opposite(self, approach: Place) -> bool:
        """B-5.11: one enemy piece of any type closes the opposite approach, a wide one too."""
        return bool(self.at(approach.opposite, self.enemy))

    # Bans that several chapters share

    def room(self, locality: int, side: int) -> int:
        """B-5.20, B-8.26: how many more pieces of an army the locality holds."""
        capacity = self.ground.capacities[locality]
        return 999 if capacity is None else capacity - len(self.inside(locality, side))

    def may_cross(self, approach: Place) -> bool:
        """Whether the active player's pieces may go out over this approach at all, this turn."""
        return not (
            self.ground.impassable(approach)  # B-5.19
            or self.blocked_opposite(approach)  # B-8.31, B-8.48
            or self.state.barred(str(approach))  # B-11.14
            or self.state.barred(str(approach.opposite))  # B-11.14: in both directions
            or self.state.won(approach.opposite.locality)  # B-11.13
        )

    def may_enter_approach(self, approach: Place) -> bool:
        """B-8.28: into an approach only while the opposite locality is enemy-occupied."""
        return self.enemy_opposite(approach) and not self.ground.impassable(approach)  # B-5.19

    def affordable(self, price: int) -> bool:
        """B-8.21: what costs more than the commands left is impossible."""
        return price <= self.state.commands

    # Who may act

    def may_move(self, piece: Piece) -> bool:
        """Whether a piece may still move this turn."""
        return (
            piece.side == self.side
            and piece.active  # B-6.11
            # B-8.3: at most once; B-8.4: not after an assault; B-8.5: not after firing.
            and not piece.acted
        )

    def movable(self, place: Place) -> list[Piece]:
        """Return the pieces of a position that may move."""
        return [piece for piece in self.at(place, self.side) if self.may_move(piece)]

    def named(self, key: str) -> list[Piece]:
        """Return the surviving pieces that the context names, in the order of their numbers."""
        names = {str(name) for name in self.state.context[key]}
        return [piece for piece in everybody(self.state) if piece.name in names]


def everybody(state: State) -> list[Piece]:
    """B-4.5: all pieces still in the game, in the order of their numbers."""
    return sorted((piece for piece in state.pieces if piece.strength > 0), key=number)


def read(state: State, *, strict: bool = True) -> Situation:
    """Lay out a state."""
    places: dict[Place, list[Piece]] = {}
    boxes: dict[str, list[Piece]] = {}
    for piece in everybody(state):
        if isinstance(piece.place, Place):
            places.setdefault(piece.place, []).append(piece)
        elif piece.place is not None:
            boxes.setdefault(piece.place, []).append(piece)
    side = int(state.turn)
    enemy = FRENCH if side == AUSTRIAN else AUSTRIAN
    return Situation(state, ground_of(state.game.board), side, enemy, places, boxes, strict)


def likeness(piece: Piece) -> tuple[object, ...]:
    """Return what pieces have in common that one move stands for."""
    return (
        int(piece.kind),
        piece.strength,
        piece.active,
        piece.acted,
        piece.assaulted,
        piece.bombardment,
        piece.silenced,
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
            kinds = tuple(sorted(repr(likeness(piece)) for piece in chosen))
            if kinds not in seen:
                seen.add(kinds)
                yield chosen
