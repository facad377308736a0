"""Chapters 4 and 17: what losses show, and what is shuffled."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.demoralisation import lower_morale
from marengo.games.bonaparte.rules.state import INACTIVE, State, Tables
from marengo.games.marengo.rules.knowledge import fix_certain, mix, show
from marengo.games.marengo.rules.moves import size_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, lift, side_of
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import NONE, PIECES


@compiled
def reveal(t: Tables, s: State, pieces: int) -> None:
    """Show a set of pieces for a moment (B-17.11); by the option they stay face-up (B-15.10)."""
    if t.revealed_units:
        s.revealed |= pieces
    for piece in range(PIECES):
        if has(pieces, piece):
            show(t, s, piece)


@compiled
def turn_up(t: Tables, s: State, pieces: int) -> None:
    """Turn a set of pieces face-up until the end of the attack or retreat (B-17.11)."""
    s.face_up |= pieces
    reveal(t, s, pieces)


@compiled
def conceal(t: Tables, s: State, side: int) -> None:
    """Turn what the side could shuffle now face-down again (B-15.10)."""
    for piece in range(first_slot(side), end_slot(t, side)):
        if size_of(shufflable(t, s, piece)) > 1:
            s.revealed &= ~(1 << piece)


@compiled
def reduce(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Take a strength point from a piece: it is shown, morale falls (B-4.5, B-13.1, B-17.6)."""
    reveal(t, s, 1 << piece)
    s.strength[piece] -= 1
    lower_morale(s, side_of(piece))
    if s.strength[piece] == 0:
        s.bombardment[piece] = Bombardment.NONE  # it lapses (B-10.12)
        s.revealed &= ~(1 << piece)
        lift(t, s, w, piece)


@compiled
def eliminate(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Take a piece with all its strength out of the game."""
    for _ in range(s.strength[piece]):
        reduce(t, s, w, piece)


@compiled
def hide(s: State, pieces: int) -> None:
    """Turn a set of pieces face-down again."""
    s.face_up &= ~pieces


@compiled
def shufflable(t: Tables, s: State, piece: int) -> int:
    """Return the set of pieces that may be shuffled with a piece, itself among them.

    They stand in its position, are active or inactive as it is, and no bombardment is pending
    (B-4.14 to B-4.18). Empty if the piece itself may not be shuffled.
    """
    together = 0
    side = side_of(piece)
    if s.place[piece] == NONE or s.bombardment[piece] != Bombardment.NONE:
        return together
    for other in range(first_slot(side), end_slot(t, side)):
        if s.place[other] == s.place[piece] and s.bombardment[other] == Bombardment.NONE:
            if (s.marks[other] & INACTIVE) == (s.marks[piece] & INACTIVE):
                together |= 1 << other
    return together


@compiled
def shuffle(t: Tables, s: State, side: int) -> None:
    """Shuffle everything of a side that may be shuffled, boxes included (B-4.21, B-6.10)."""
    done = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if not has(done, piece):
            together = shufflable(t, s, piece)
            mix(s, together)
            done |= together
    fix_certain(t, s, side)


@compiled
def shuffle_place(t: Tables, s: State, side: int, place: int) -> None:
    """Shuffle one position of a side (B-4.14)."""
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == place:
            mix(s, shufflable(t, s, piece))
    fix_certain(t, s, side)
