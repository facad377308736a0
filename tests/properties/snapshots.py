"""What is compared from one decision to the next."""

from dataclasses import dataclass

from marengo.board import Place
from marengo.game import Decision, Piece, Side, State


@dataclass(frozen=True)
class Snapshot:
    """The facts of one position that later positions are held against.

    Parameters
    ----------
    hour, turn, orders
        As in the state.
    pieces : dict of name to Piece
        All pieces of both armies.
    levels : dict of Side to int
        Morale levels (T-18.1).
    tracks : dict of Side to {hour: discs}
        Discs still on the time track.
    over : bool
        Whether the game has ended.
    cleaned : bool
        Whether the morale clean-up of the turn is under way or done (T-18.24).
    """

    hour: int
    turn: Side
    orders: int
    pieces: dict[str, Piece]
    levels: dict[Side, int]
    tracks: dict[Side, dict[int, int]]
    over: bool
    cleaned: bool

    @property
    def time(self) -> tuple[int, Side]:
        """The turn."""
        return self.hour, self.turn

    def strength(self, side: Side) -> int:
        """Return the strength of an army, boxes included."""
        return sum(piece.strength for piece in self.pieces.values() if piece.side is side)


def taken(state: State) -> Snapshot:
    """Return the snapshot of a state."""
    return Snapshot(
        state.hour,
        state.turn,
        state.orders,
        {piece.name: piece for piece in state.pieces},
        {side: state.level(side) for side in Side},
        {side: state.track(side) for side in Side},
        state.outcome is not None,
        state.decision is Decision.RETURN or state.outcome is not None,
    )


def on_map(piece: Piece) -> Place | None:
    """Return the place of a piece on the map, None for one in a box or out of the game."""
    return piece.place if isinstance(piece.place, Place) else None


def in_box(piece: Piece) -> bool:
    """Whether a piece waits in a box."""
    return isinstance(piece.place, str)
