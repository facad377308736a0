"""Positions built by hand, and what the digest says of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from marengo.games.triomphe.state import TriompheState


@dataclass(frozen=True)
class Case:
    """A position, moves to play from it, and what must hold afterwards.

    Parameters
    ----------
    name : str
        The rule that the position is about.
    turn : Side
        Whose turn it is.
    austrian, french : mapping
        Pieces by place, as `MarengoGame.position` takes them.
    given : mapping
        Everything else that `MarengoGame.position` takes.
    walk : tuple of str
        Moves to play first.
    node : str
        The decision that is then to be made.
    legal, illegal : tuple of str
        Moves that are, or are not, among its choices.
    exactly : tuple of str or None
        All its choices.
    where : mapping
        Where pieces then stand.
    orders : int or None
        How many orders are then left.
    """

    name: str
    turn: Side
    austrian: Mapping[str, str]
    french: Mapping[str, str]
    given: Mapping[str, Any] = field(default_factory=dict)
    walk: tuple[str, ...] = ()
    node: str = "ACTION"
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    exactly: tuple[str, ...] | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    orders: int | None = None

    def position(self, game: TriompheGame) -> TriompheState:
        """Set the position up, at 9:00 with three orders unless something else is given."""
        given = {"hour": 9, "orders": 3, **self.given}
        return game.position(turn=self.turn, austrian=self.austrian, french=self.french, **given)
