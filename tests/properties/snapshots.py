"""What is compared from one decision to the next, and what of it must hold in either ruleset."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import Piece
from tests.properties.positions import Position

StateT = TypeVar("StateT", bound=MarengoState)


@dataclass(frozen=True)
class Snapshot:
    """The facts of one position that later positions are held against.

    Parameters
    ----------
    hour, turn
        As in the state.
    pieces : dict of name to Piece
        All pieces of both armies.
    over : bool
        Whether the game has ended.
    """

    hour: int
    turn: Side
    pieces: dict[str, Piece]
    over: bool

    @property
    def time(self) -> tuple[int, Side]:
        """The turn."""
        return self.hour, self.turn

    def strength(self, side: Side) -> int:
        """Return the strength of an army, boxes included."""
        return sum(piece.strength for piece in self.pieces.values() if piece.side is side)


@dataclass(frozen=True)
class Watched(Generic[StateT]):
    """What is watched in the play of one ruleset.

    Parameters
    ----------
    taken : callable
        Takes the snapshot of a state.
    check_change : callable
        Holds a snapshot against those before it, all of the game up to it.
    memory : tuple of str
        Names of what views show of the turn, and is forgotten at its end.
    invariants : tuple of callables
        What holds in every position beside what holds in both rulesets.
    verbs : tuple of str
        Moves of fighting and the like, chosen more often.
    """

    taken: Callable[[StateT], Snapshot]
    check_change: Callable[[list[Snapshot], Snapshot], None]
    memory: tuple[str, ...]
    invariants: tuple[Callable[[Position[StateT]], None], ...]
    verbs: tuple[str, ...]


def named(state: MarengoState) -> dict[str, Piece]:
    """Return all pieces by their names."""
    return {piece.name: piece for piece in state.pieces}


def turn_of(seen: list[Snapshot]) -> Snapshot:
    """Return the first snapshot of the turn that the last one belongs to."""
    return next(snapshot for snapshot in seen if snapshot.time == seen[-1].time)


def in_box(piece: Piece) -> bool:
    """Whether a piece waits in a box."""
    return isinstance(piece.place, str)


def check_time(before: Snapshot, after: Snapshot) -> None:
    """T-5.1, T-5.2, B-7.1, B-7.2: turns follow each other, Austria first, and never go back."""
    following = (before.hour, Side.FRENCH)
    if before.turn is Side.FRENCH:
        following = (before.hour + 1, Side.AUSTRIAN)
    assert after.time in (before.time, following)


def check_pieces(before: Snapshot, after: Snapshot) -> None:
    """T-2.5, T-2.6, B-4.2, B-4.6: strengths fall, and nobody comes back to a box or to life."""
    assert after.pieces.keys() == before.pieces.keys()
    for name, was in before.pieces.items():
        now = after.pieces[name]
        assert (now.side, now.kind) == (was.side, was.kind)
        assert 0 <= now.strength <= was.strength
        if in_box(now):
            assert now.place == was.place
        if was.place is None:
            assert now.place is None
        if before.time == after.time and was.acted and not after.over:
            assert now.acted or now.strength == 0  # T-6.7, B-8.3


def check_memory(state: MarengoState, memory: tuple[str, ...]) -> None:
    """T-5.6, B-18.3: at the start of a turn nothing is remembered of the one before."""
    view = state.view(state.turn)
    assert not any(piece.acted for piece in state.pieces)
    assert [name for name in memory if getattr(view, name)] == []
