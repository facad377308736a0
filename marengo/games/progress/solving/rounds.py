"""A round as a programme: what follows from two cards, whatever else is in hand (M-22.6).

What comes of two cards depends on the hands in two ways only: a card that pays for ATTACK+1 must be
there (M-10.13), and without any there is no bonus (M-10.14). So the choices of a round are written
down once for each placing of armies, as a programme for a stack: values of positions, and the best
of the last so many for Blue or for Orange. It is run for each pair of hands.
"""

from typing import Any, NamedTuple

import numpy as np

from marengo.core.engine.compiled import compiled, entry, int64
from marengo.core.engine.driver import NONE, OVER, UNDECIDED
from marengo.core.engine.record import Records
from marengo.games.progress.rules import hand, rounds
from marengo.games.progress.rules.codes import PLACE, part
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.games.progress.solving.numbering import key_of, placing_of, put_armies, put_layer

Array = np.ndarray[Any, Any]

LEAF, ENDED, BLUE_BEST, ORANGE_BEST, IF_HELD = range(5)
"""Instructions: a position of a table; a value in halves; the best of so many; and what is left
out unless a card is in a hand."""

DEEPEST, WIDEST = 16, 64
"""Choices of a round, one after the other, and moves of one; more than there are."""

VARIANTS = 4
"""Each of the two has something to pay with or not."""

ROOM = 1 << 16
"""Instructions that one placing of the armies of both may need."""

SLOTS = 1 << 10
"""Fewer layers a layer may lead to."""


class Sheet(NamedTuple):
    """What programmes are written with and to.

    Parameters
    ----------
    placings, numbers : array
        See :class:`Numbering`.
    cards : array of int64
        Those of a player, SCORE last.
    known : array of int64, shape (1 + SLOTS,)
        How many layers are led to, and their numbers; it grows.
    code : array of int64
        Takes the programmes.
    moves : array of int64, shape (DEEPEST, WIDEST)
        Scratch.
    """

    placings: Array
    numbers: Array
    cards: Array
    known: Array
    code: Array
    moves: Array


@compiled
def _slot_of(key: int, known: Array) -> int:
    """Return the place of a layer among those known, which it joins if there is room."""
    for slot in range(known[0]):
        if known[1 + slot] == key:
            return int64(slot)
    if known[0] < SLOTS:
        known[1 + known[0]] = key
        known[0] += 1
    return int64(known[0] - 1)


@compiled
def _leaf(t: Tables, s: State, sheet: Sheet) -> int:
    """Return the instruction for the position that a round leads to."""
    if s.decision == OVER:
        value = int64(1 if s.winner == NONE else 2 * (s.winner == Colour.BLUE))
        return ENDED | value << 3
    swapped = int64(s.holder == Colour.ORANGE)
    code = LEAF | _slot_of(key_of(t, s, swapped == 1), sheet.known) << 3 | swapped << 13
    for seat in range(2):
        for bit in range(len(sheet.cards) - 1):
            code |= (int64(s.hand[seat]) >> sheet.cards[bit] & 1) << (14 + 8 * seat + bit)
    first = placing_of(t, s, swapped, sheet.numbers)
    second = placing_of(t, s, 1 - swapped, sheet.numbers)
    return code | (first * len(sheet.placings) + second) << 30


@compiled
def _write_round(t: Tables, stack: Records, w: Workspace, sheet: Sheet, at: int) -> int:
    """Write the programme of the round that goes on in ``stack[0]``; return where it ends."""
    code, moves = sheet.code, sheet.moves
    listed, begun = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    tried = np.full(DEEPEST, NONE, np.int64)
    depth = int64(0)
    while depth >= 0:
        s = stack[depth]
        if s.decision == OVER or s.decision == Decision.CARD:
            code[at] = _leaf(t, s, sheet)
            at += 1
            depth -= 1
            continue
        if tried[depth] == NONE:
            rounds.list_moves(t, s, w)
            listed[depth], tried[depth] = w.move_count, 0
            moves[depth, : w.move_count] = w.moves[: w.move_count]
        elif s.decision == Decision.DISCARD:
            code[begun[depth]] |= (at - begun[depth] - 1) << 8
        if tried[depth] == listed[depth]:
            if listed[depth] > 1:
                best = int64(BLUE_BEST if s.to_move == Colour.BLUE else ORANGE_BEST)
                code[at] = best | listed[depth] << 3
                at += 1
            tried[depth] = NONE
            depth -= 1
            continue
        move = moves[depth, tried[depth]]
        tried[depth] += 1
        if s.decision == Decision.DISCARD:
            bit = int64(0)
            while sheet.cards[bit] != part(move, PLACE):
                bit += 1
            begun[depth] = at
            code[at] = IF_HELD | int64(s.to_move) << 3 | bit << 4
            at += 1
        stack[depth + 1] = stack[depth]
        rounds.carry_out(t, stack[depth + 1], w, move)
        rounds.proceed(t, stack[depth + 1], w)
        depth += 1
    return at


@entry
def write_rounds(
    tables: Records, stack: Records, works: Records, layer: Array, boards: Array, sheet: Sheet
) -> tuple[int, Array]:
    """Write the programmes of all pairs of cards for some placings of both armies.

    Parameters
    ----------
    tables, stack, works
        Of the scenario; and scratch, DEEPEST + 1 positions.
    layer : array of int64
        See :class:`Layer`.
    boards : array of int64
        The placings of both, numbered Blue's first.
    sheet : Sheet
        What is written with and to.

    Returns
    -------
    tuple of int, array of int64 of shape (boards, VARIANTS, cards, cards, 2)
        How many were written before there was no more room, and where each begins and ends.
    """
    t, w, at, cards = tables[0], works[0], int64(0), sheet.cards
    starts = np.zeros((len(boards), VARIANTS, len(cards), len(cards), 2), np.int64)
    for number in range(len(boards)):
        if at + ROOM > len(sheet.code):
            return int64(number), starts
        for variant in range(VARIANTS):
            for blue in range(len(cards)):
                for orange in range(len(cards)):
                    pair = starts[number, variant, blue, orange]
                    pays = int64(cards[blue] == Card.ATTACK_PLUS_1)
                    pays |= int64(cards[orange] == Card.ATTACK_PLUS_1) << 1
                    if variant & ~pays:  # it does not matter who has nothing to pay with
                        pair[:] = starts[number, variant & pays, blue, orange]
                        continue
                    s = stack[0]
                    put_layer(t, s, layer)
                    for seat in range(2):
                        placing = boards[number] // len(sheet.placings)
                        if seat:
                            placing = boards[number] % len(sheet.placings)
                        put_armies(t, s, int64(seat), sheet.placings[placing])
                        card = int64(cards[orange] if seat else cards[blue])
                        if variant >> seat & 1:
                            s.hand[seat] = 1 << Card.SCORE | 1 << card
                        hand.play_card(t, s, int64(seat), card)
                    s.stage, s.decision = rounds.RESOLUTION, UNDECIDED
                    rounds.proceed(t, s, w)
                    pair[0] = at
                    at = _write_round(t, stack, w, sheet, at)
                    pair[1] = at
    return int64(len(boards)), starts


@compiled
def run_round(
    code: Array, pair: Array, blue: int, orange: int, values: Array, whole: int, stack: Array
) -> float:
    """Return what Blue gets of a round, if both hold what their hands say.

    ``values`` have a row for each layer, and ``whole`` hands are in a placing's part of it.
    """
    top, at = int64(0), pair[0]
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
