"""What observers ask of each game."""

from marengo.core.engine.dispatch import primitive
from marengo.games.marengo.rules.position import Position, SetUpTables


@primitive
def level(t: SetUpTables, s: Position, side: int) -> int:  # type: ignore[empty-body]
    """Return an army's morale: points (B-13.1) or discs (T-18.1)."""


@primitive
def coming(t: SetUpTables, s: Position, side: int) -> int:  # type: ignore[empty-body]
    """Return the morale that an army is credited as the turn after this one begins."""


@primitive
def orders_left(t: SetUpTables, s: Position) -> int:  # type: ignore[empty-body]
    """Return the commands (B-8.13) or orders (T-6.2) that are left in this turn."""
