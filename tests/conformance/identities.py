"""Positions that differ in hidden identities only, made by editing the engine's record."""

from collections.abc import Iterable

import numpy as np

from marengo.games.marengo.rules.vocabulary import PIECES, SLOTS, Side
from marengo.games.marengo.state import MarengoState

FACES = ("kind", "strength")
"""What a piece is, by slot."""

BLOCKS = ("place", "marks", "bombardment", "candidates")
"""What is kept by slot of the block that lies on the board; its sets of slots do so too."""

SET_UP = ("start_kind", "start_strength", "start_place", "start_marks", "pool")
"""What the tables say by slot of the first position only."""


def kept_by_slot(dtype: np.dtype[np.void]) -> list[str]:
    """Return the fields of a record that have a number for each slot."""
    return [name for name in dtype.names or () if dtype[name].shape == (PIECES,)]


def hidden_pairs(state: MarengoState, side: Side) -> list[tuple[int, int]]:
    """Return pairs of slots that may be each other for all the enemy of ``side`` knows."""
    first = side * SLOTS
    masks = {slot: int(state.record["candidates"][slot]) for slot in state.slots()}
    own = [slot for slot in masks if slot // SLOTS == side and state.record["strength"][slot]]
    return [
        (one, other)
        for number, one in enumerate(own)
        for other in own[number + 1 :]
        if masks[one] >> other - first & 1 and masks[other] >> one - first & 1
    ]


def likes(state: MarengoState, side: Side) -> list[tuple[int, int]]:
    """Return pairs of slots of which the tables say the same, but for where they start."""
    tables = state.game.tables[0]
    said = [tables[name] for name in kept_by_slot(tables.dtype) if name not in SET_UP]
    own = [slot for slot in state.slots() if slot // SLOTS == side]
    return [
        (one, other)
        for number, one in enumerate(own)
        for other in own[number + 1 :]
        if all(field[one] == field[other] for field in said)
    ]


def faces_exchanged(state: MarengoState, one: int, other: int) -> MarengoState:
    """Return the position in which two blocks lie as before, but each is what the other was."""
    result = state.copy()
    _exchange(result, one, other, BLOCKS)
    return result


def names_exchanged(state: MarengoState, one: int, other: int) -> MarengoState:
    """Return the same position with the names of two pieces exchanged."""
    result = state.copy()
    _exchange(result, one, other, (*BLOCKS, *FACES))
    side = one // SLOTS
    candidates = result.record["candidates"]
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        candidates[slot] = _bits_exchanged(int(candidates[slot]), one % SLOTS, other % SLOTS)
    return result


def sets_of_slots(state: MarengoState) -> list[str]:
    """Return the fields that are sets of slots: all single numbers of 64 bits are."""
    dtype = state._record.dtype
    return [name for name in dtype.names or () if dtype[name] == np.int64]


def _exchange(state: MarengoState, one: int, other: int, fields: Iterable[str]) -> None:
    s = state.record
    for name in fields:
        s[name][[one, other]] = s[name][[other, one]]
    for name in sets_of_slots(state):
        s[name] = _bits_exchanged(int(s[name]), one, other)


def _bits_exchanged(members: int, one: int, other: int) -> int:
    """Return a set with two members exchanged."""
    if members >> one & 1 == members >> other & 1:
        return members
    return members ^ (1 << one) ^ (1 << other)
