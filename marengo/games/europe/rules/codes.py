"""Moves as one number: what is done, and eight numbers more."""

from marengo.core.engine.compiled import compiled
from marengo.games.europe.rules.position import Workspace

VERB, PIECE, ZONE, WORN, TO, NATION, TARGET, TARGET_ZONE = range(8)
"""Parts of a move: a verb; a piece, its zone and how many actions it has taken; the zone to which
it goes, or else a roll or a number of pieces; and the nation, piece and zone that are its target.
"""

WIDTH, WHOLE = 7, 127
"""Bits of a part, and all of them set."""


@compiled
def part(move: int, number: int) -> int:
    """Return a part of a move."""
    return move >> WIDTH * number & WHOLE


@compiled
def unit_of(verb: int, piece: int, zone: int, worn: int) -> int:
    """Return what a unit does, without whither or at whom."""
    return verb | piece << WIDTH | zone << WIDTH * ZONE | worn << WIDTH * WORN


@compiled
def aimed(nation: int, target: int, zone: int) -> int:
    """Return the part of a move that says at whom."""
    return nation << WIDTH * NATION | target << WIDTH * TARGET | zone << WIDTH * TARGET_ZONE


@compiled
def counted(move: int, number: int) -> int:
    """Return a move with a number, roll or zone."""
    return move | number << WIDTH * TO


@compiled
def offer(w: Workspace, move: int) -> None:
    """Add a move to the legal ones."""
    if w.move_count < len(w.moves):
        w.moves[w.move_count] = move
        w.move_count += 1
    else:
        w.overflow = 1


@compiled
def offer_unless(w: Workspace, statement: int, move: int) -> None:
    """Add a move if no statement forbids it."""
    if not statement:
        offer(w, move)


@compiled
def offer_rolls(w: Workspace, verb: int, two: bool) -> None:
    """Add all sums that a die, or two, may show."""
    for roll in range(1 + two, 7 + 6 * two):
        offer(w, counted(verb, roll))


@compiled
def weigh_roll(w: Workspace, number: int, two: bool) -> float:
    """Return how likely one of these sums is against the others (N-31.98)."""
    return 6.0 - abs(7 - part(w.moves[number], TO)) if two else 1.0


@compiled
def offer_verb(w: Workspace, verb: int) -> None:
    """Add a move that says no more than what is done."""
    offer(w, verb)
