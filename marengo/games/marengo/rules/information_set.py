"""What a side may know and no more: its information set, and positions drawn from it.

In an attack on three shuffled blocks that may be two infantry of 3 and a cavalry of 2, the enemy of
their owner knows of each block the *candidates* {I3, I3, C2}. :func:`information_set` makes one
position of it, the same for every assignment that the viewer cannot tell from the real one, byte
for byte (T-22.17, B-17.19); :func:`determinize` draws an assignment, all of them equally likely.

In a record the slot says which piece something is (type and strength); place, marks and all else
belong to the block that lies on the map, and go with it when two pieces exchange their blocks.
"""

from typing import Annotated

import numpy as np

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.dispatch import primitive
from marengo.core.engine.random import Generator, below, hashed, next_word
from marengo.core.engine.record import Int16, Record, Records
from marengo.games.marengo.rules.pieces import first_slot, has
from marengo.games.marengo.rules.position import Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import NONE, SLOTS

SILENCED = 4
"""Mark of both rulesets that belongs to the piece and not to its block (T-11.25, B-11.26)."""

POOL = 1 << 6
"""The bit of the set of pieces that may take losses, see ``roles.shared_roles``."""

ROUNDS = 2
"""Rounds of telling blocks and pieces apart by each other."""

SLOT_MASK = (1 << SLOTS) - 1

SWEEPS = 2
"""Times that every two blocks may exchange their pieces when a position is drawn."""


class DeterminizationScratch(Record):
    """Scratch of one thread: the enemy's blocks and pieces, counted from his first slot."""

    place: Annotated[list[int], np.int16, SLOTS]  # of a block
    marks: Annotated[list[int], np.int8, SLOTS]
    bombardment: Annotated[list[int], np.int8, SLOTS]
    candidates: Annotated[list[int], np.int64, SLOTS]  # set of pieces it may be
    roles: Annotated[list[int], np.int64, SLOTS]
    colour: Annotated[list[int], np.int64, SLOTS]  # what is known of a block, hashed
    order: Annotated[list[int], np.int16, SLOTS]  # its place in a prescribed order
    block: Annotated[list[int], np.int16, SLOTS]  # the blocks in order
    face: Annotated[list[int], np.int64, SLOTS]  # type, strength and silence of a piece
    shade: Annotated[list[int], np.int64, SLOTS]  # which blocks it may be
    piece: Annotated[list[int], np.int16, SLOTS]  # the pieces in order
    taken: Annotated[list[int], np.int16, SLOTS]  # the block, by its rank, that is each piece
    tried: Annotated[list[int], np.int16, SLOTS]  # the last search that came by a piece
    came: Annotated[list[int], np.int16, SLOTS]  # the block from which a search came to it
    waiting: Annotated[list[int], np.int16, SLOTS]  # the blocks from which a search goes on
    pieces: Int16  # number of pieces and of blocks
    ordered: Int16  # 1 for the Austrian blocks and 2 for the French if these are in order, else 0
    seen_lies: Annotated[list[int], np.int64, SLOTS]  # what the order was made of: what lay open,
    seen_faces: Annotated[list[int], np.int64, SLOTS]  # what pieces were,
    seen_candidates: Annotated[list[int], np.int64, SLOTS]  # what blocks could be,
    seen_roles: Annotated[list[int], np.int64, SLOTS]  # which roles they had,
    seen_constraint: Annotated[list[int], np.int64, 2]  # and what an attack made certain


@primitive
def roles_of(t: SetUpTables, s: Position, piece: int) -> int:  # type: ignore[empty-body]
    """Return the sets a piece is in, one bit for each."""


@primitive
def give_roles(t: SetUpTables, s: Position, piece: int, roles: int) -> None:
    """Put a piece into the sets of these bits, and take it out of all others."""


@primitive
def constraint_of(t: SetUpTables, s: Position, side: int) -> tuple[int, int]:  # type: ignore[empty-body]
    """Return what the attack of a side makes certain: one of some blocks is one of some pieces."""


@primitive
def slot_class(t: SetUpTables, s: Position, piece: int) -> int:  # type: ignore[empty-body]
    """Return what the tables say of a slot, and everybody knows of the piece in it."""


@compiled
def _read_blocks(t: SetUpTables, s: Position, side: int, b: DeterminizationScratch) -> None:
    """Read the blocks of a side, each with all that lies open, and the pieces it has."""
    first = first_slot(side)
    b.pieces = t.pieces[side]
    for number in range(b.pieces):
        slot = first + number
        silenced = s.marks[slot] & SILENCED
        b.place[number] = s.place[slot]
        b.marks[number] = s.marks[slot] & ~SILENCED
        b.bombardment[number] = s.bombardment[slot]
        b.candidates[number] = s.candidates[slot] | (s.candidates[slot] == 0) << number
        b.roles[number] = roles_of(t, s, slot)
        b.order[number] = 0
        b.face[number] = s.kind[slot] | s.strength[slot] << 2 | silenced << 6
        if has(s.pool, slot):  # losses are named in the order of slots
            b.order[number] = 1 + number
            if slot < s.least:  # and this one has been passed over
                b.roles[number] = roles_of(t, s, slot) & ~POOL


@compiled
def _lies(b: DeterminizationScratch, number: int) -> int:
    """Return what lies open of a block as one number."""
    lies = (b.place[number] + 1) | b.marks[number] << 9
    return lies | b.bombardment[number] << 17 | b.order[number] << 20


@compiled
def _has_changed(
    t: SetUpTables, s: Position, side: int, b: DeterminizationScratch, blocks: int, pieces: int
) -> int:
    """Return 0 if the blocks of a side are in order and all that decides it is as it was.

    While one side takes its turn, what is known of the other's blocks mostly stays as it is. All
    is noted for the next time.
    """
    changed = (
        b.ordered != 1 + side or b.seen_constraint[0] != blocks or b.seen_constraint[1] != pieces
    )
    b.ordered, b.seen_constraint[0], b.seen_constraint[1] = 1 + side, blocks, pieces
    for number in range(b.pieces):
        lies = _lies(b, number)
        is_now = b.face[number] | slot_class(t, s, first_slot(side) + number) << 16
        changed |= b.seen_lies[number] != lies or b.seen_faces[number] != is_now
        changed |= (
            b.seen_candidates[number] != b.candidates[number]
            or b.seen_roles[number] != b.roles[number]
        )
        b.seen_lies[number], b.seen_faces[number] = lies, is_now
        b.seen_candidates[number], b.seen_roles[number] = b.candidates[number], b.roles[number]
    return changed


@compiled
def _colour(b: DeterminizationScratch) -> None:
    """Hash what is known of each block: what lies open, and which pieces it may be.

    Pieces are told apart by the blocks they may be, and blocks by these pieces, to and fro.
    """
    for number in range(b.pieces):
        b.shade[number] = hashed(b.face[number])
        b.colour[number] = _lies(b, number) << 14 ^ b.roles[number]
    for _ in range(ROUNDS):
        for number in range(b.pieces):
            total = 0
            for piece in range(b.pieces):
                if has(b.candidates[number], piece):
                    total += b.shade[piece]
            b.colour[number] = hashed(hashed(b.colour[number]) + total)
        for piece in range(b.pieces):
            total = 0
            for number in range(b.pieces):
                if has(b.candidates[number], piece):
                    total += b.colour[number]
            b.shade[piece] = hashed(hashed(b.face[piece]) + total)


@compiled
def _sort(order: list[int], first: list[int], second: list[int], length: int) -> None:
    """Sort numbers from 0 to ``length`` - 1 by a first key, then by a second."""
    for number in range(length):
        at = number
        while at > 0:
            before = order[at - 1]
            if first[before] < first[number]:
                break
            if first[before] == first[number] and second[before] <= second[number]:
                break
            order[at] = before
            at -= 1
        order[at] = number


@compiled
def _arrange(t: SetUpTables, s: Position, side: int, b: DeterminizationScratch) -> None:
    """Order blocks by what is known of them, and pieces by their faces and those blocks."""
    _colour(b)
    _sort(b.block, b.order, b.colour, b.pieces)
    for piece in range(b.pieces):  # from here on the shade is the set of blocks, by rank
        b.shade[piece] = 0
        for rank in range(b.pieces):
            may_be = has(b.candidates[b.block[rank]], piece)
            b.shade[piece] = b.shade[piece] | may_be << rank
    _sort(b.piece, b.face, b.shade, b.pieces)
    _keep_apart(t, s, side, b)
    _keep_order(b)


@compiled
def _keep_apart(t: SetUpTables, s: Position, side: int, b: DeterminizationScratch) -> None:
    """Give each piece, in order, the first free slot of which the tables say the same as of it.

    In Triomphe the tables say when artillery may enter, which lies open until then (T-15.15).
    """
    for piece in range(b.pieces):
        b.tried[piece] = b.piece[piece]
    for number in range(b.pieces):
        wanted = slot_class(t, s, first_slot(side) + number)
        at = 0
        while b.tried[at] == NONE or slot_class(t, s, first_slot(side) + b.tried[at]) != wanted:
            at += 1
        b.piece[number] = b.tried[at]
        b.tried[at] = NONE


@compiled
def _keep_order(b: DeterminizationScratch) -> None:
    """Let the pieces that may be struck keep their order, in which they are named (B-11.18).

    All of them have been shown.
    """
    piece = 0
    for number in range(b.pieces):
        if b.order[b.piece[number]]:
            while b.order[piece] == 0:
                piece += 1
            b.tried[number] = piece
            piece += 1
        else:
            b.tried[number] = b.piece[number]
    for number in range(b.pieces):
        b.piece[number] = b.tried[number]


@compiled
def _match(b: DeterminizationScratch, fixed_piece: int, fixed_rank: int) -> int:
    """Match pieces and blocks in the order of the information set; return 1 if it can be done.

    Every block by its rank, in turn, takes the first piece free, or makes others move on (the
    augmenting paths of Kuhn, searched in breadth). A fixed pair, unless NONE, is matched before.
    """
    for piece in range(b.pieces):
        b.taken[piece] = NONE
        b.tried[piece] = NONE
    if fixed_piece != NONE:
        b.taken[fixed_piece] = fixed_rank
    for rank in range(b.pieces):
        if rank != fixed_rank and not _place(b, rank, fixed_piece):
            return 0
    return 1


@compiled
def _place(b: DeterminizationScratch, rank: int, fixed_piece: int) -> int:
    """Find a piece for one more block; return 1 if there is one."""
    b.waiting[0] = rank
    seen, length = 0, 1
    while seen < length:
        now = b.waiting[seen]
        seen += 1
        for number in range(b.pieces):
            piece = b.piece[number]
            if piece == fixed_piece or b.tried[piece] == rank:
                continue
            if not (b.shade[piece] >> now) & 1:
                continue
            b.tried[piece] = rank
            b.came[piece] = now
            if b.taken[piece] == NONE:
                _hand_on(b, rank, piece)
                return 1
            b.waiting[length] = b.taken[piece]
            length += 1
    return 0


@compiled
def _hand_on(b: DeterminizationScratch, rank: int, piece: int) -> None:
    """Give a free piece to the block that found it, and so on back to the block without one."""
    while True:
        now = b.came[piece]
        before = NONE
        if now != rank:
            for other in range(b.pieces):
                if b.taken[other] == now:
                    before = other
        b.taken[piece] = now
        if before == NONE:
            return
        piece = before


@compiled
def _keeps(b: DeterminizationScratch, blocks: int, pieces: int) -> int:
    """Return 1 if one of some blocks is one of some pieces in the present matching."""
    for piece in range(b.pieces):
        if has(pieces, piece) and has(blocks, b.block[b.taken[piece]]):
            return 1
    return int(blocks == 0)


@compiled
def _match_constraint(b: DeterminizationScratch, blocks: int, pieces: int) -> None:
    """Match pieces and blocks so that what an attack makes certain holds."""
    if _match(b, NONE, NONE) and _keeps(b, blocks, pieces):
        return
    for rank in range(b.pieces):
        for number in range(b.pieces):
            piece = b.piece[number]
            if has(blocks, b.block[rank]) and has(pieces, piece):
                if (b.shade[piece] >> rank) & 1 and _match(b, piece, rank):
                    return
    _match(b, NONE, NONE)  # a position built by hand may break its own constraint


@compiled
def _set_block(
    t: SetUpTables, s: Position, slot: int, b: DeterminizationScratch, piece: int, block: int
) -> None:
    """Write one piece, and its block but for the pieces that this may be."""
    face = b.face[piece]
    s.kind[slot] = face & 3
    s.strength[slot] = (face >> 2) & 15
    s.marks[slot] = b.marks[block] | face >> 6
    s.place[slot] = b.place[block]
    s.bombardment[slot] = b.bombardment[block]
    give_roles(t, s, slot, b.roles[block])


@compiled
def information_set(
    t: SetUpTables, s: Position, side: int, seen: Position, b: DeterminizationScratch
) -> None:
    """Make of ``seen``, a copy of a position, the information set of a side."""
    enemy = 1 - side
    first = first_slot(enemy)
    _read_blocks(t, s, enemy, b)
    blocks, pieces = constraint_of(t, s, enemy)
    if _has_changed(t, s, enemy, b, blocks, pieces):
        _arrange(t, s, enemy, b)
        _match_constraint(b, (blocks >> first) & SLOT_MASK, (pieces >> first) & SLOT_MASK)
    for number in range(b.pieces):
        piece = b.piece[number]
        block = b.block[b.taken[piece]]
        _set_block(t, seen, first + number, b, piece, block)
        candidates = 0
        for other in range(b.pieces):
            candidates |= has(b.candidates[block], b.piece[other]) << other
        seen.candidates[first + number] = candidates
    if (s.pool >> first) & SLOT_MASK:
        seen.least = NONE  # pieces passed over were taken out of the pool


@compiled
def _may_be(b: DeterminizationScratch, block: int, piece: int) -> int:
    """Return 1 if a block may be a piece."""
    return has(b.candidates[block], piece)


@compiled
def _rotate(
    b: DeterminizationScratch, piece_a: int, piece_b: int, piece_c: int, blocks: int, pieces: int
) -> None:
    """Let three pieces, or two if the last two are the same, take over each other's blocks.

    Nothing changes if a block may not be what it would become, or a constraint would be broken.
    """
    block_a, block_b, block_c = (
        b.taken[piece_a],
        b.taken[piece_b],
        b.taken[piece_c],
    )
    if piece_b == piece_c:
        if _may_be(b, block_a, piece_b) and _may_be(b, block_b, piece_a):
            b.taken[piece_a], b.taken[piece_b] = block_b, block_a
    elif (
        _may_be(b, block_a, piece_b)
        and _may_be(b, block_b, piece_c)
        and _may_be(b, block_c, piece_a)
    ):
        b.taken[piece_a], b.taken[piece_b], b.taken[piece_c] = block_c, block_a, block_b
    if blocks and not _keeps(b, blocks, pieces):
        b.taken[piece_a], b.taken[piece_b], b.taken[piece_c] = block_a, block_b, block_c


@compiled
def _stir(b: DeterminizationScratch, unsure: int, g: Generator, blocks: int, pieces: int) -> None:
    """Exchange the pieces in ``b.waiting`` at random: every two by the toss of a coin, then threes.

    Each step is as likely as its opposite, so that in the long run all positions are equally
    likely. Threes are needed where no two can exchange: a or b, b or c, c or a.
    """
    for _ in range(SWEEPS):
        for i in range(unsure):
            coins = next_word(g)  # 32 of them, more than there are pieces
            for other in range(i):
                if (coins >> other) & 1:
                    piece = b.waiting[other]
                    _rotate(b, b.waiting[i], piece, piece, blocks, pieces)
        for _ in range(unsure if unsure > 2 else 0):
            i = below(g, unsure)
            j = (i + 1 + below(g, unsure - 1)) % unsure
            k = (i + 1 + below(g, unsure - 1)) % unsure
            if j != k:
                piece_a, piece_b = b.waiting[i], b.waiting[j]
                _rotate(b, piece_a, piece_b, b.waiting[k], blocks, pieces)


@compiled
def determinize(
    t: SetUpTables, s: Position, side: int, g: Generator, b: DeterminizationScratch
) -> None:
    """Make of a position another one, drawn from all that a side cannot tell from it.

    Enemy pieces exchange their blocks as far as each block may be the piece it becomes and what
    an attack makes certain holds.
    """
    enemy = 1 - side
    first = first_slot(enemy)
    _read_blocks(t, s, enemy, b)
    b.ordered = 0  # what follows leaves no order that could be kept
    blocks, pieces = constraint_of(t, s, enemy)
    unsure = 0
    for piece in range(b.pieces):
        b.taken[piece] = b.block[piece] = piece
        if b.candidates[piece] & (b.candidates[piece] - 1):
            b.waiting[unsure] = piece
            unsure += 1
    _stir(b, unsure, g, (blocks >> first) & SLOT_MASK, (pieces >> first) & SLOT_MASK)
    for piece in range(b.pieces):
        block = b.taken[piece]
        if block != piece:
            _set_block(t, s, first + piece, b, piece, block)
            s.candidates[first + piece] = b.candidates[block]


@entry
def attack_constraint(tables: Records, states: Records, side: int) -> tuple[int, int]:
    """Return what the attack of a side makes certain in ``states[0]``, see ``constraint_of``."""
    return constraint_of(tables[0], states[0], side)
