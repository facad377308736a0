"""Which piece each enemy block may be, all blocks considered together (T-22.17, B-17.19).

Every block has candidates: the pieces it may be. Any assignment of pieces to blocks that agrees
with the candidates of every block is possible, and what holds in all of them is certain.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import numpy as np

from marengo.games.marengo.rules import information_set
from marengo.games.marengo.rules.vocabulary import SLOTS, Kind, Side
from marengo.games.marengo.state import MarengoState

Face = tuple[Kind, int]
Pairs = np.ndarray[Any, np.dtype[np.bool_]]

IMPOSSIBLE = -1000.0


@dataclass(frozen=True)
class Constraint:
    """Fact that the game in progress makes certain: one of the blocks has one of the faces.

    Legal necessity is knowledge too (T-22.13, B-17.14).
    """

    slots: tuple[int, ...]  # of the blocks
    faces: frozenset[Face]


def constraint_of(state: MarengoState, enemy: Side) -> Constraint | None:
    """Return what the enemy's attack in progress makes certain, or None."""
    blocks, pieces = information_set.attack_constraint(state.game.tables, state._record, int(enemy))
    if not blocks:
        return None
    kinds, strengths = state.record["kind"], state.record["strength"]
    return Constraint(
        tuple(slot for slot in state.slots() if blocks >> slot & 1),
        frozenset(
            (Kind(int(kinds[slot])), int(strengths[slot]))
            for slot in state.slots()
            if pieces >> slot & 1
        ),
    )


class Deduction:
    """Inferences about the blocks of ``enemy``: the faces each may have, and what is certain.

    Of the state its public facts and candidates are used, and the list of all faces. ``shown`` are
    slots of blocks whose face is open to everybody.
    """

    def __init__(
        self,
        state: MarengoState,
        enemy: Side,
        constraint: Constraint | None = None,
        shown: Container[int] = (),
    ) -> None:
        first = enemy * SLOTS
        s = state.record
        self.slots = [slot for slot in state.slots() if slot // SLOTS == enemy]
        self.faces = [(Kind(int(s["kind"][b])), int(s["strength"][b])) for b in self.slots]
        self.places = [int(s["place"][slot]) for slot in self.slots]
        masks = [int(s["candidates"][slot]) for slot in self.slots]
        self.allowed: Pairs = np.array(
            [[bool(mask >> (slot - first) & 1) for slot in self.slots] for mask in masks]
        ).reshape(len(masks), len(masks))
        for row, slot in enumerate(self.slots):
            if slot in shown:
                self.allowed[row] &= self._columns(frozenset({self.faces[row]}))
        self._constrained = constraint.slots if constraint else ()
        self._worlds = self._worlds_under(constraint)

    def _most(self, wanted: Pairs) -> int:
        """Return the most wanted pairs that an assignment that keeps the constraint can have."""
        return max(self._most_with(allowed, wanted) for allowed in self._worlds)

    def _most_with(self, allowed: Pairs, wanted: Pairs) -> int:
        """Return the most wanted pairs of an assignment of allowed pairs; negative without any."""
        from scipy.optimize import linear_sum_assignment  # slow to import, and needed only here

        gain = np.where(allowed, wanted.astype(float), IMPOSSIBLE)
        rows, columns = linear_sum_assignment(gain, maximize=True)
        return round(float(gain[rows, columns].sum()))

    def _worlds_under(self, constraint: Constraint | None) -> list[Pairs]:
        """Return the allowed pairs for each block that may be the one constrained."""
        if constraint is None:
            return [self.allowed]
        worlds = []
        for row, slot in enumerate(self.slots):
            if slot in constraint.slots:
                allowed = self.allowed.copy()
                allowed[row] &= self._columns(constraint.faces)
                worlds.append(allowed)
        return worlds

    def _columns(self, faces: frozenset[Face]) -> Pairs:
        return np.array([face in faces for face in self.faces])

    def possible_faces(self) -> list[frozenset[Face]]:
        """Return for each block the faces it may have."""
        seen: dict[tuple[int, bytes, bool], frozenset[Face]] = {}
        result = []
        for row, (slot, place) in enumerate(zip(self.slots, self.places, strict=True)):
            key = (place, self.allowed[row].tobytes(), slot in self._constrained)
            if key not in seen:
                faces = (face for face in sorted(set(self.faces)) if self._may_be(row, face))
                seen[key] = frozenset(faces)
            result.append(seen[key])
        return result

    def _may_be(self, row: int, face: Face) -> bool:
        """Return whether the block may have this face."""
        wanted = np.zeros_like(self.allowed)
        wanted[row] = self._columns(frozenset({face}))
        return self._most(wanted) == 1

    def certain(self, place: int, face: Face) -> int:
        """Return how many pieces of a face certainly stand in a place."""
        rows = np.array([at == place for at in self.places])
        other_faces = np.outer(rows, ~self._columns(frozenset({face})))
        return int(rows.sum()) - self._most(other_faces)
