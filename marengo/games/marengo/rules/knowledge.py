"""What is shown, and how shuffling loses it again: the same in both games.

What a side knows of an enemy block is the set of pieces that the block may be, its candidates.
Showing narrows the set; shuffling joins the sets of all blocks shuffled. Who stands where is then
any assignment of pieces to blocks that agrees with all sets: knowledge of what left a position and
of what stayed remains linked (T-22.22, B-17.19). When parts of two mixed groups change places, the
sets forget how many of each stayed: they may tell less than a perfect memory would, never more.
"""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, side_of
from marengo.games.marengo.rules.position import Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import NONE, PIECES


@compiled
def may_be(t: SetUpTables, s: Position, piece: int, kind: int) -> int:
    """Return 1 if a block may be of a kind, by what the enemy knows.

    Where it is, its side is asked what such a piece may do, be there one or not: a question that
    is not asked would tell (T-23.2, B-17.15).
    """
    side = side_of(piece)
    for other in range(first_slot(side), end_slot(t, side)):
        if has(s.candidates[piece], other - first_slot(side)) and s.kind[other] == kind:
            return 1
    return 0


@compiled
def show(t: SetUpTables, s: Position, piece: int) -> None:
    """Show a face (T-22.11): the enemy knows the type and strength of this block from now on."""
    side = side_of(piece)
    me = 1 << (piece - first_slot(side))
    if s.candidates[piece] != me:
        _give_its_name(t, s, piece, me)
    for other in range(first_slot(side), end_slot(t, side)):
        s.candidates[other] &= ~me
    s.candidates[piece] = me


@compiled
def _give_its_name(t: SetUpTables, s: Position, piece: int, me: int) -> None:
    """Let a block whose face is seen be the piece it is: the enemy cannot say which of those alike.

    For all he knows it is the one that fewest blocks may be, since any block that may be that one
    may be the others too; so the block takes its own identity, and its place among the candidates
    goes to that most confined like. What he knows afterwards depends on what he knew before and on
    the face, not on which like it was.
    """
    side = side_of(piece)
    first = first_slot(side)
    likes, confined, spare = 0, 0, 0
    for other in range(first, end_slot(t, side)):
        if s.kind[other] == s.kind[piece] and s.strength[other] == s.strength[piece]:
            likes |= 1 << (other - first)
    likes &= s.candidates[piece]
    mine = _blocks(t, s, side, me)
    for other in range(first, end_slot(t, side)):
        like = 1 << (other - first)
        if likes & like and _is_confined(t, s, side, like, likes):
            its = _blocks(t, s, side, like)
            confined |= its
            if its & ~mine == 0 and (spare == 0 or like == me):
                spare = like
    for other in range(first, end_slot(t, side)):
        if s.candidates[other] & me:
            s.candidates[other] |= spare
        if (confined >> (other - first)) & 1:
            s.candidates[other] |= likes


@compiled
def _blocks(t: SetUpTables, s: Position, side: int, candidate: int) -> int:
    """Return the set of blocks, counted from the side's first, that may be a piece."""
    blocks = 0
    for other in range(first_slot(side), end_slot(t, side)):
        if s.candidates[other] & candidate:
            blocks |= 1 << (other - first_slot(side))
    return blocks


@compiled
def _is_confined(t: SetUpTables, s: Position, side: int, like: int, likes: int) -> int:
    """Return 1 if no other of the likes is confined to fewer of the blocks that may be this one."""
    its = _blocks(t, s, side, like)
    for slot in range(t.pieces[side]):
        other = (likes >> slot) & 1
        if other:
            blocks = _blocks(t, s, side, 1 << slot)
            if blocks != its and blocks & ~its == 0:
                return 0
    return 1


@compiled
def fix_certain(t: SetUpTables, s: Position, side: int) -> None:
    """Fix every block whose candidates are all alike: the enemy knows its face already."""
    again = 1
    while again:
        again, different = 0, 0
        for piece in range(first_slot(side), end_slot(t, side)):
            mine = s.candidates[piece]
            if mine & (mine - 1) == 0 or mine == different:
                continue
            if not _are_alike(t, s, side, mine):
                different = mine  # blocks shuffled together often follow one another
            elif not _take_own_names(t, s, side, mine):
                show(t, s, piece)
                again = 1


@compiled
def _take_own_names(t: SetUpTables, s: Position, side: int, pieces: int) -> int:
    """Let pieces that are alike be themselves, and return 1, if they alone may be one of them.

    So it would end if each was shown in turn; but they are shuffled, and known again, every turn.
    """
    first = first_slot(side)
    for piece in range(first, end_slot(t, side)):
        mine = s.candidates[piece]
        if (pieces >> (piece - first)) & 1:
            if mine != pieces:
                return 0
        elif mine & pieces:
            return 0
    for piece in range(first, end_slot(t, side)):
        if (pieces >> (piece - first)) & 1:
            s.candidates[piece] = 1 << (piece - first)
    return 1


@compiled
def _are_alike(t: SetUpTables, s: Position, side: int, pieces: int) -> int:
    """Return 1 if all of a set of pieces, counted from the side's first, have one face."""
    reference = NONE
    for piece in range(first_slot(side), end_slot(t, side)):
        if not (pieces >> (piece - first_slot(side))) & 1:
            continue
        if reference == NONE:
            reference = piece
        elif s.kind[piece] != s.kind[reference] or s.strength[piece] != s.strength[reference]:
            return 0
    return 1


@compiled
def turn_up(t: SetUpTables, s: Position, pieces: int) -> None:
    """Turn a set of pieces face-up until the end of the attack or retreat (T-22.12, B-17.11)."""
    s.face_up |= pieces
    for piece in range(PIECES):
        if has(pieces, piece):
            show(t, s, piece)


@compiled
def alike(t: SetUpTables, s: Position, piece: int, other: int) -> int:
    """Return 1 if two pieces of a position differ in nothing that matters to anybody.

    The enemy must not tell them apart either: his knowledge is the same with the two exchanged.
    """
    if s.kind[piece] != s.kind[other] or s.strength[piece] != s.strength[other]:
        return 0
    if s.marks[piece] != s.marks[other] or s.bombardment[piece] or s.bombardment[other]:
        return 0
    side = side_of(piece)
    first = first_slot(side)
    me, you = 1 << (piece - first), 1 << (other - first)
    both = me | you
    mine, yours = s.candidates[piece], s.candidates[other]
    if mine == yours:
        return 1
    # otherwise they may only differ in their own names, each of which the other block cannot be
    if mine & ~both != yours & ~both or mine & you or yours & me:
        return 0
    for third in range(first, end_slot(t, side)):
        seen = s.candidates[third] & both
        if seen != 0 and seen != both and third != piece and third != other:
            return 0
    return 1


@compiled
def mix(s: Position, pieces: int) -> None:
    """Shuffle a set of pieces of one side: each may now be any that one of them may have been."""
    if pieces & (pieces - 1) == 0:  # a piece by itself: there is nothing to mix
        return
    together = 0
    for piece in range(PIECES):
        if has(pieces, piece):
            together |= s.candidates[piece]
    for piece in range(PIECES):
        if has(pieces, piece):
            s.candidates[piece] = together
