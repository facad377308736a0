"""Chapters 2, 17 and 22: what reductions show, and what is shuffled."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.knowledge import fix_certain, mix, show
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, side_of
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import NONE
from marengo.games.triomphe.rules.pieces import is_face_up, take_off
from marengo.games.triomphe.rules.state import ACTED, DISORGANISED, State, Tables


@compiled
def reduce(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Reduce a piece by one; both faces are seen (T-2.5 to T-2.7)."""
    show(t, s, piece)
    s.strength[piece] -= 1
    if s.strength[piece] == 0:
        take_off(t, s, w, piece)


@compiled
def destroy(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Remove a piece with all its strength, and return that strength."""
    strength = s.strength[piece]
    for _ in range(strength):
        reduce(t, s, w, piece)
    return strength


@compiled
def shuffling_class(t: Tables, s: State, piece: int) -> int:
    """Return the class within which a piece may be mixed at its place (T-17.3, T-17.4, T-22.18)."""
    apart = s.marks[piece] & DISORGANISED
    if side_of(piece) == s.turn:  # acted status separates in the owner's turn only
        apart |= s.marks[piece] & ACTED
    if is_face_up(t, s, piece):
        apart = 64 + piece
    return apart


@compiled
def shuffled_with(t: Tables, s: State, piece: int, first: int) -> int:
    """Return the set of pieces, from a slot on, that a piece may be mixed with."""
    together = 0
    side, wanted = side_of(piece), shuffling_class(t, s, piece)
    for other in range(first, end_slot(t, side)):
        if s.place[other] == s.place[piece] and shuffling_class(t, s, other) == wanted:
            together |= 1 << other
    return together


@compiled
def shuffle(t: Tables, s: State) -> None:
    """Shuffle all that may be shuffled, as every player would (T-17.1, T-17.5)."""
    for side in range(2):
        done = 0
        for piece in range(first_slot(side), end_slot(t, side)):
            if s.place[piece] != NONE and not has(done, piece):
                together = shuffled_with(t, s, piece, piece)
                mix(s, together)
                done |= together
        fix_certain(t, s, side)


@compiled
def hide_again(t: Tables, s: State, piece: int) -> None:
    """Hide artillery whose bombardment is cancelled, and mix it at its place (T-10.20)."""
    s.bombardment[piece] = Bombardment.NONE
    side = side_of(piece)
    mix(s, shuffled_with(t, s, piece, first_slot(side)))
    fix_certain(t, s, side)
