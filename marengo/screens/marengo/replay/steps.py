"""A game step by step, without a screen: what each step was, in words and as arrows."""

import re

from marengo.core.move import Move
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import ARMIES, Piece
from marengo.screens.marengo.drawing.picture import Arrow
from marengo.screens.marengo.narration import (
    Loss,
    losses_between,
    narrate,
    narrate_activations,
    narrate_losses,
)
from marengo.screens.marengo.play.steps import steps_of

Turn = tuple[int, Side]


class Steps(list[MarengoState]):
    """The positions of a game that are worth a look, and what led from each to the next.

    Positions in which a group is half named are left out.
    """

    def __init__(self, positions: list[MarengoState]) -> None:
        self._steps = steps_of(positions)
        super().__init__([positions[0], *(step.after for step in self._steps)])

    @property
    def last(self) -> int:
        """Index of the last position."""
        return len(self) - 1

    def turn(self, index: int) -> Turn:
        """Return the hour and the side whose turn it is."""
        return (self[index].hour, self[index].turn)

    @property
    def turns(self) -> list[int]:
        """Index of the first position of each turn."""
        return [i for i in range(len(self)) if i == 0 or self.turn(i) != self.turn(i - 1)]

    def moves(self, index: int) -> tuple[Move, ...]:
        """Return the move that led to a position, with those that named the rest of its group."""
        return self._steps[index - 1].moves

    def happened(self, index: int, side: Side | None) -> tuple[str, str]:
        """Describe the move that led to a position, and write it if ``side`` may read it."""
        if index == 0:
            return "Before the first move.", ""
        before, shown = self[index - 1], self[index]
        first, *joined = self.moves(index)
        sentences = [narrate(before, first, side, joined), narrate_losses(before, shown, side)]
        sentences.append(narrate_activations(before, shown))
        text = "; ".join(map(str, (first, *joined)))
        unseen = side is not None and side.enemy.name[0] in re.findall(r"\b([AF])\d", text)
        hidden = unseen or side == before.to_move.enemy
        return " ".join(filter(None, sentences)), "" if hidden else text

    def ended(self, index: int) -> str:
        """Say who has won and why; nothing while the game goes on."""
        outcome = self[index].outcome
        return "" if outcome is None else f"{ARMIES[outcome.winner]} has won: {outcome.reason}."

    def arrows(self, index: int) -> list[Arrow]:
        """Return arrows for pieces that went and for attacks, and rings for pieces that changed."""
        if index == 0:
            return []
        arrows: set[Arrow] = set()
        for old, new in zip(self[index - 1].pieces, self[index].pieces, strict=True):
            if old.place is not None and (old.place != new.place or _changed(old, new)):
                arrows.add((old.place, old.place if new.place is None else new.place))
        verb, *rest = str(self.moves(index)[0]).split()
        if verb in ("attack", "assault"):
            attack = Place.parse(rest[-1])
            arrows.add((attack, attack.opposite))
        return sorted(arrows, key=str)

    def losses(self, index: int) -> list[Loss]:
        """Return where strength was lost in the move that led to a position."""
        return losses_between(self[max(index - 1, 0) : index + 1])


def _changed(old: Piece, new: Piece) -> bool:
    """Return whether a piece that stayed where it was changed."""
    readied = (new.organised, new.active) > (old.organised, old.active)
    shot = new.bombardment != old.bombardment and new.bombardment in ("declared", "completed")
    return readied or shot or old.strength > new.strength
