"""Moves as one number: the decision that they answer, and five numbers more."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules.position import Workspace

KIND, PLACE, TO, STANDING, LYING, ON_CAPITAL = range(6)
"""Parts of a move: the decision; a place, or else a card, colour or answer; where armies go; and
how many are chosen of those that stand and lie, and 1 if the one on the enemy capital is."""

WIDTH, DECLINE = 4, 15
"""Bits of a part; and the move that does nothing (M-10.10, and by option M-14.4)."""


@compiled
def pack(kind: int, place: int, to: int, standing: int, lying: int, capital: int) -> int:
    """Return a move."""
    low = kind | place << WIDTH | to << WIDTH * TO
    return (
        low | standing << WIDTH * STANDING | lying << WIDTH * LYING | capital << WIDTH * ON_CAPITAL
    )


@compiled
def naming(kind: int, place: int) -> int:
    """Return a move with one part."""
    return pack(kind, place, 0, 0, 0, 0)


@compiled
def part(move: int, number: int) -> int:
    """Return a part of a move."""
    return move >> WIDTH * number & 15


def parts(move: int) -> tuple[int, ...]:
    """Return all parts of a move in their order."""
    return tuple(part(move, number) for number in range(6))


@compiled
def offer(w: Workspace, move: int) -> None:
    """Add a move to the legal ones."""
    w.moves[w.move_count] = move
    w.move_count += 1


@compiled
def offer_unless(w: Workspace, statement: int, move: int) -> None:
    """Add a move if no statement forbids it."""
    if not statement:
        offer(w, move)
