"""Whole trees of short games, with all that is hidden, as two seats know them.

Common knowledge allows many *worlds*: each is an assignment of the hidden pieces of both sides,
and all are equally likely. From these the tree grows.

A seat looks at the board whenever it decides, and remembers all that it saw then and did. It does
not look while another seat decides: engines ask in steps, piece by piece, and what they ask would
tell what nobody sees at a table. Who declines must look like one who had no choice.
"""

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array

from marengo.core.engine.driver import CHANCE, OVER, legal_moves, play_move
from marengo.core.engine.policy import determinize_once, see
from marengo.core.engine.random import seeded
from marengo.core.engine.search.primitives import returns_once
from marengo.core.game import Game
from marengo.core.state import State

Array = np.ndarray[Any, Any]

SEATS = (0, 1)

MOST_WORLDS, MOST_NODES = 1000, 200_000

PATIENCE, AT_LEAST = 40, 500
"""Draws without a new world, for each world known and in all, after which no more are expected."""


@dataclass(frozen=True)
class Choices:
    """The information sets of a seat, each after those that it remembers there.

    A *sequence* is all that a seat has done so far. Number 0 is to have done nothing; each move of
    each information set makes one more.
    """

    parents: list[int] = field(default_factory=list)  # the sequence that leads to each
    firsts: list[int] = field(default_factory=list)  # that its first move makes; the others follow
    moves: list[list[int]] = field(default_factory=list)  # packed
    seen: list[Array] = field(default_factory=list)  # as players are given it, each of shape (1,)

    @property
    def length(self) -> int:
        """Number of sequences."""
        return self.firsts[-1] + len(self.moves[-1]) if self.moves else 1

    def parts(self) -> list[tuple[int, slice]]:
        """Return for each information set what leads to it, and where its sequences lie."""
        rows = zip(self.parents, self.firsts, self.moves, strict=True)
        return [(parent, slice(first, first + len(moves))) for parent, first, moves in rows]


@dataclass(frozen=True)
class Tree:
    """The whole tree of a short game, as two seats know it.

    ``payoffs``, of shape (sequences of the first seat, sequences of the second), holds what the
    first seat gets where both end the game, times the chance of the worlds in which they do.
    """

    game: Game[Any]
    choices: tuple[Choices, Choices]
    payoffs: csr_array
    worlds: int  # assignments of hidden pieces
    nodes: int  # positions with their past


@dataclass
class _Growth:
    """A tree while it grows: what it is made with, and what is known of it."""

    game: Game[Any]
    most: int
    works: Array
    scratch: Array
    bytes_of: Array  # where the bytes of a position lie, but for padding
    choices: tuple[Choices, Choices] = field(default_factory=lambda: (Choices(), Choices()))
    numbers: tuple[dict[bytes, int], dict[bytes, int]] = field(default_factory=lambda: ({}, {}))
    ends: list[tuple[int, int, float]] = field(default_factory=list)
    nodes: int = 0


def worlds_of(state: State, most: int = MOST_WORLDS) -> list[State]:
    """Return the positions that may be this one for all that both seats know in common.

    They are drawn, as either seat may imagine the hidden pieces of the other, until nothing new
    has turned up for long.
    """
    game, record, generators = state.game, state.record.copy().reshape(1), seeded(0)
    scratch, worlds, idle = game.engine.determinization.array(), dict[bytes, State](), 0
    while idle < AT_LEAST + PATIENCE * len(worlds):
        world = game.state(record.copy())
        before = len(worlds)
        worlds.setdefault(world.record_bytes(), world)
        idle = 0 if len(worlds) > before else idle + 1
        if len(worlds) > most:
            raise ValueError(f"more than {most} worlds: too much is hidden for an exact solution")
        for seat in SEATS:
            determinize_once(game.tables, record, seat, generators, scratch)
    return list(worlds.values())


def grow(state: State, most_worlds: int = MOST_WORLDS, most_nodes: int = MOST_NODES) -> Tree:
    """Return the whole tree of a position, over all worlds.

    Raise ValueError if the game has not two seats, chance decides in it, the tree is too large, or
    positions that a seat cannot tell apart have different moves.
    """
    game, engine = state.game, state.game.engine
    if len(game.seats) != len(SEATS):
        raise ValueError(f"{game.title}: expected a game of two seats")
    worlds = worlds_of(state, most_worlds)
    works, scratch = engine.workspace.array(), engine.determinization.array()
    growth = _Growth(game, most_nodes, works, scratch, _bytes_of(engine.state.dtype()))
    for world in worlds:
        _grow(growth, world.record.copy().reshape(1), (b"", b""), (0, 0))
    rows, columns, got = zip(*growth.ends, strict=True)
    shape = (growth.choices[0].length, growth.choices[1].length)
    payoffs = csr_array(coo_array((np.array(got) / len(worlds), (rows, columns)), shape))
    return Tree(game, growth.choices, payoffs, len(worlds), growth.nodes)


def _bytes_of(kind: "np.dtype[np.void]") -> Array:
    """Return where the bytes of the fields of a record lie."""
    fields = (kind.fields or {}).values()
    return np.concatenate([offset + np.arange(dtype.itemsize) for dtype, offset, *_ in fields])


def _grow(
    growth: _Growth, record: Array, memories: tuple[bytes, bytes], done: tuple[int, int]
) -> None:
    """Add a position and all that may follow.

    ``memories`` are fingerprints of what each seat remembers, ``done`` the sequences that led here.
    """
    tables, seat = growth.game.tables, int(record["to_move"][0])
    growth.nodes += 1
    if growth.nodes > growth.most:
        raise ValueError(f"more than {growth.most} positions: too long for an exact solution")
    if record["decision"][0] == OVER:
        growth.ends.append((*done, returns_once(tables, record, 0)))
        return
    if seat == CHANCE:
        raise ValueError(f"{growth.game.title}: chance decides, expected hidden pieces only")
    seen, codes = _seen(growth, record, seat), _moves(growth, record)
    sight = bytes(seen.view(np.uint8)[growth.bytes_of])
    digest = blake2b(memories[seat] + sight, digest_size=16).digest()
    first = _first_sequence(growth, seat, digest, (done[seat], len(codes)), seen)
    for number, code in enumerate(codes):
        after = record.copy()
        play_move(tables, after, growth.works, code)
        own, sequence = digest + number.to_bytes(2), first + number
        memory = (memories[0], own) if seat else (own, memories[1])
        _grow(growth, after, memory, (done[0], sequence) if seat else (sequence, done[1]))


def _moves(growth: _Growth, record: Array) -> list[int]:
    """Return the packed legal moves of a position."""
    legal_moves(growth.game.tables, record, growth.works)
    codes: list[int] = growth.works["moves"][0, : growth.works["move_count"][0]].tolist()
    return codes


def _seen(growth: _Growth, record: Array, seat: int) -> Array:
    """Return what a seat sees of a position."""
    seen = growth.game.engine.state.array()
    see(growth.game.tables, record, seat, seen, growth.scratch)
    return seen


def _first_sequence(
    growth: _Growth, seat: int, digest: bytes, facts: tuple[int, int], seen: Array
) -> int:
    """Return the sequence that the first move of an information set makes."""
    choices, numbers = growth.choices[seat], growth.numbers[seat]
    if digest not in numbers:
        numbers[digest] = len(numbers)
        choices.firsts.append(choices.length)
        choices.parents.append(facts[0])
        choices.moves.append(_moves(growth, seen))
        choices.seen.append(seen)
    number = numbers[digest]
    if (choices.parents[number], len(choices.moves[number])) != facts:
        raise ValueError("positions that a seat cannot tell apart: expected as many moves")
    return choices.firsts[number]
