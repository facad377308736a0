"""A round as a programme: what follows from two cards, whatever else is in hand (M-22.6).

What comes of two cards depends on the hands in two ways only: a card that pays for ATTACK+1 must be
there (M-10.13), and without any there is no bonus (M-10.14). So the choices of a round are written
down once for each placing of armies, as a programme for a stack: values of positions, and the best
of the last so many for Blue or for Orange. It is run for each pair of hands.
"""

from typing import Any, NamedTuple

import numpy as np

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.driver import NONE, OVER, UNDECIDED
from marengo.core.engine.record import Records
from marengo.games.progress.rules import hand, rounds
from marengo.games.progress.rules.codes import PLACE, part
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.games.progress.solving.numbering import (
    Numbering,
    hand_of,
    key_of,
    placing_of,
    put_armies,
    put_layer,
)

Array = np.ndarray[Any, Any]

LEAF, ENDED, BLUE_BEST, ORANGE_BEST, IF_HELD = range(5)
"""Instructions: a position of a table; a value in halves; the best of so many; and what is left
out unless a card is in a hand."""

DEEPEST = 16
"""Choices of a round, one after the other; more than there are."""

VARIANTS = 4
"""Variants of a programme: each of the two has something to pay with or not."""

ROOM = 1 << 16
"""Instructions that one placing of the armies of both may need."""

SLOTS = 1 << 10
"""Fewer layers a layer may lead to."""


class Sheet(NamedTuple):
    """Arrays that programmes are written with and to."""

    numbering: Numbering
    known: Array  # int64, 1 + SLOTS: how many layers are led to, and their numbers; it grows
    code: Array  # int64: takes the programmes


@compiled
def _slot_of(key: int, known: Array) -> int:
    """Return the place of a layer among those known, which it joins if there is room."""
    for slot in range(known[0]):
        if known[1 + slot] == key:
            return slot
    if known[0] < SLOTS:
        known[1 + known[0]] = key
        known[0] += 1
    return int(known[0] - 1)


@compiled
def _leaf(t: Tables, s: State, sheet: Sheet) -> int:
    """Return the instruction for the position that a round leads to."""
    if s.decision == OVER:
        value = int(1 if s.winner == NONE else 2 * (s.winner == Colour.BLUE))
        return ENDED | value << 3
    swapped, n = int(s.holder == Colour.ORANGE), sheet.numbering
    code = LEAF | _slot_of(key_of(t, s, swapped), sheet.known) << 3 | swapped << 13
    for seat in range(2):
        code |= hand_of(s, seat, n) << (14 + 8 * seat)
    first, second = placing_of(t, s, swapped, n), placing_of(t, s, 1 - swapped, n)
    return code | (first * len(n.placings) + second) << 30


@compiled
def _write(t: Tables, stack: Records, w: Workspace, sheet: Sheet, depth: int, at: int) -> int:
    """Write the programme of what follows from ``stack[depth]``; return where it ends."""
    s, code = stack[depth], sheet.code
    if s.decision == OVER or s.decision == Decision.CARD:
        code[at] = _leaf(t, s, sheet)
        return at + 1
    rounds.list_moves(t, s, w)
    listed = w.moves[: w.move_count].copy()
    for move in listed:
        begun = at
        at += int(s.decision == Decision.DISCARD)
        stack[depth + 1] = s
        rounds.carry_out(t, stack[depth + 1], w, move)
        rounds.proceed(t, stack[depth + 1], w)
        at = _write(t, stack, w, sheet, depth + 1, at)
        if s.decision == Decision.DISCARD:
            bit = 0
            while sheet.numbering.cards[bit] != part(move, PLACE):
                bit += 1
            code[begun] = IF_HELD | s.to_move << 3 | bit << 4 | (at - begun - 1) << 8
    if len(listed) > 1:
        best = int(BLUE_BEST if s.to_move == Colour.BLUE else ORANGE_BEST)
        code[at] = best | len(listed) << 3
        at += 1
    return at


@entry
def write_rounds(
    tables: Records, stack: Records, works: Records, layer: Array, boards: Array, sheet: Sheet
) -> tuple[int, Array]:
    """Write the programmes of all pairs of cards for some placings of both armies.

    ``boards`` are the placings of both, numbered Blue's first; ``layer`` is an array of a
    :class:`Layer`, and ``stack`` has room for DEEPEST + 2 positions. Returned is how many were
    written before there was no more room, and where each begins and ends: an array of int64, shape
    (boards, VARIANTS, cards, cards, 2).
    """
    t, w, at, n = tables[0], works[0], 0, sheet.numbering
    number = len(n.cards)
    starts = np.zeros((len(boards), VARIANTS, number, number, 2), np.int64)
    for done in range(len(boards)):
        if at + ROOM > len(sheet.code):
            return done, starts
        start, s = stack[0], stack[1]
        put_layer(t, start, layer)
        put_armies(t, start, 0, n.placings[boards[done] // len(n.placings)])
        put_armies(t, start, 1, n.placings[boards[done] % len(n.placings)])
        for variant, blue, orange in np.ndindex((VARIANTS, number, number)):
            cards, pair = (n.cards[blue], n.cards[orange]), starts[done, variant, blue, orange]
            pays = int(cards[0] == Card.ATTACK_PLUS_1)
            pays |= int(cards[1] == Card.ATTACK_PLUS_1) << 1
            if variant & ~pays:  # it does not matter who has nothing to pay with
                pair[:] = starts[done, variant & pays, blue, orange]
                continue
            stack[1] = start
            for seat in range(2):
                if variant >> seat & 1:
                    s.hand[seat] = 1 << Card.SCORE | 1 << cards[seat]
                hand.play_card(t, s, seat, int(cards[seat]))
            s.stage, s.decision = rounds.RESOLUTION, UNDECIDED
            rounds.proceed(t, s, w)
            pair[0], at = at, _write(t, stack, w, sheet, 1, at)
            pair[1] = at
    return len(boards), starts


@compiled
def run_round(
    code: Array, pair: Array, blue: int, orange: int, values: Array, whole: int, stack: Array
) -> float:
    """Return what Blue gets of a round, if both hold what their hands say.

    ``values`` have a row for each layer, and ``whole`` hands are in a placing's part of it.
    """
    top, at = 0, pair[0]
    while at < pair[1]:
        op = code[at]
        kind = op & 7
        at += 1
        if kind == LEAF:
            first, second, swapped = blue & op >> 14, orange & op >> 22 & 255, op >> 13 & 1
            if swapped:
                first, second = second, first
            value = values[op >> 3 & 1023, ((op >> 30) * whole + first) * whole + second]
            stack[top] = 1.0 - value if swapped else value
            top += 1
        elif kind == ENDED:
            stack[top] = 0.5 * (op >> 3)
            top += 1
        elif kind == IF_HELD:
            if not (orange if op >> 3 & 1 else blue) >> (op >> 4 & 15) & 1:
                stack[top] = NONE
                top += 1
                at += op >> 8
        else:
            number, best = op >> 3, float(NONE)
            for value in stack[top - number : top]:
                if value >= 0.0 and (
                    best < 0.0 or (value > best if kind == BLUE_BEST else value < best)
                ):
                    best = value
            top -= number
            stack[top] = best
            top += 1
    return float(stack[0])
