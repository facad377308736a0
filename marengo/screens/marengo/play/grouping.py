"""Groups that are named piece by piece: which pieces can act together, and the moves for it.

The first piece is named with the verb, each further one joins in the order of the numbers (B-18).
Where the rules leave only one piece to join, or none, that is done without asking.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from marengo.games.marengo.context import names_in
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.play.options import Option, read_option

_SIGNS = {
    "march": "place",
    "attack": "acted",
    "assault": "assaulted",
    "respond": "place",
    "block": "place",
    "join": "",
}
"""Verbs of groups that are named piece by piece, and the field that changes for their pieces."""


class Grouping:
    """The groups that can be named at one decision; of pieces alike, moves name the lowest."""

    def __init__(self, state: MarengoState, sorts: dict[str, int]) -> None:
        self._state, self._sorts = state.copy(), sorts
        self.piecewise = Decision.JOIN in state.game.questions

    def count(self, names: Iterable[str]) -> Counter[int]:
        """Return how many pieces of each sort there are among some."""
        return Counter(self._sorts[name] for name in names)

    def after(self, root: Option) -> MarengoState:
        """Return the position that the first move of an option leads to."""
        return self._state.copy().play(root.moves[0])

    def joining(self, state: MarengoState) -> list[Option]:
        """Return the pieces that may join a group, each as a move; none if no group is named."""
        if state.decision != Decision.JOIN:
            return []
        return [read_option(state, move) for move in state.legal_moves()]

    def covers(self, root: Option, wanted: Counter[int]) -> bool:
        """Return whether a group that a root begins can hold the pieces wanted."""
        named = self.count(root.pieces)
        if wanted <= named:
            return True
        if not self._grows(root) or not named <= wanted:
            return False
        return self._can_join(root, self.after(root), wanted - named, wanted)

    def _grows(self, root: Option) -> bool:
        """Return whether further pieces can join the one that a move names."""
        return self.piecewise and bool(root.pieces) and root.verb in _SIGNS

    def _can_join(
        self, root: Option, state: MarengoState, missing: Counter[int], wanted: Counter[int]
    ) -> bool:
        if not missing:
            return True
        if state.decision != Decision.JOIN:
            return wanted <= self.count(self._acting(state, root.verb))
        for join in self.joining(state):
            joined = self.count(join.pieces)
            if join.pieces and joined <= missing:
                after = state.copy().play(join.moves[0])
                if self._can_join(root, after, missing - joined, wanted):
                    return True
        return False

    def ways(self, root: Option, wanted: Counter[int]) -> Iterator[Option]:
        """Yield the ways to name exactly the pieces wanted, beginning with a root."""
        named = self.count(root.pieces)
        if not self._grows(root):
            if named == wanted:
                yield root
        elif named <= wanted:
            yield from self._joined(self.after(root), root, wanted - named, wanted)

    def _joined(
        self, state: MarengoState, option: Option, missing: Counter[int], wanted: Counter[int]
    ) -> Iterator[Option]:
        if state.decision != Decision.JOIN:
            yield from self._completed(state, option, wanted)
            return
        for join in self.joining(state):
            joined = self.count(join.pieces)
            longer = replace(
                option, moves=(*option.moves, *join.moves), pieces=(*option.pieces, *join.pieces)
            )
            if not join.pieces and not missing:
                yield longer
            elif join.pieces and joined <= missing:
                after = state.copy().play(join.moves[0])
                yield from self._joined(after, longer, missing - joined, wanted)

    def _completed(
        self, state: MarengoState, option: Option, wanted: Counter[int]
    ) -> Iterator[Option]:
        """Yield a way if exactly the pieces wanted act, counting those that had to join."""
        pieces = self._acting(state, option.verb)
        if self.count(pieces) == wanted:
            yield replace(option, pieces=pieces)

    def _acting(self, state: MarengoState, verb: str) -> tuple[str, ...]:
        """Return the pieces of a complete group, without those named before."""
        named: list[str] = []
        if self._state.decision == Decision.JOIN:
            named, verb = names_in(self._state, "group"), str(self._state.context["verb"])
        before = {piece.name: piece for piece in self._state.pieces}
        after = {piece.name: piece for piece in state.pieces}
        sign = _SIGNS[verb]
        return tuple(
            name
            for name, piece in before.items()
            if piece.side == self._state.to_move
            and name not in named
            and getattr(after[name], sign) != getattr(piece, sign)
        )
