"""How a game goes on: moves are listed, one is carried out, and steps without a choice follow.

Every game gives the primitives; the rest is the same for all. A position is a record with at least
``decision`` and ``to_move``; a workspace is the scratch of one thread with ``moves``,
``move_count`` and ``overflow``.
"""

from typing import Annotated, Any, Protocol

import numpy as np

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.dispatch import optional, primitive
from marengo.core.engine.random import WORDS, Generator, next_word
from marengo.core.engine.record import Int8, Int64, Record, Records

NONE = -1
"""No move, no seat."""

CHANCE = -2
"""The seat of chance: its moves are the outcomes, and one is drawn, see :func:`draw`."""

OVER = 18
"""The decision of a position in which the game has ended; other numbers are each game's own.

Records of games end with a hash of such a position, so the number must stay what it was.
"""

UNDECIDED = 0
"""The decision of a position in which automatic steps are due."""

START, LOOK, RESUME = -3, -2, NONE
"""Arguments of :func:`advance` in place of a move."""

NO_CHANCE = Generator.array()
"""The generator where nothing is drawn."""


class Position(Protocol):
    """Fields that every position has."""

    decision: int
    to_move: int


MOVES = 1024
"""Most legal moves of a decision, for games that need no more."""


class Workspace(Record):
    """Scratch of one thread, for games that need no more; every workspace has these fields."""

    moves: Annotated[list[int], np.int64, MOVES]  # legal moves of the present decision
    move_count: Int64
    overflow: Int8  # 1 if there were more
    problem_count: Int8


@primitive
def set_up(t: Record, s: Any, g: Generator) -> None:
    """Make the first position of a game; chance decides what is drawn."""


@primitive
def list_moves(t: Record, s: Any, w: Any) -> None:
    """List the legal moves of the decision in the workspace."""


@primitive
def carry_out(t: Record, s: Any, w: Any, move: int) -> None:
    """Carry out a move of the decision, up to the next automatic step."""


@optional
def proceed(t: Record, s: Any, w: Any) -> None:
    """Carry out automatic steps until somebody must decide or the game is over."""


@optional
def recount(t: Record, s: Any, w: Any) -> None:
    """Bring what the workspace counts into agreement with a position that was not played to."""


@optional
def is_forced(t: Record, s: Any, w: Any) -> int:
    """Return 1 if a decision is played through without being asked for."""
    return int(w.move_count == 1)


@optional
def weigh(t: Record, s: Any, w: Any, number: int) -> float:
    """Return how likely chance chooses one of its listed moves, beside the others."""
    return 1.0


@compiled
def draw(t: Record, s: Any, w: Any, g: Generator) -> int:
    """Return the index of the outcome that chance draws from the listed moves."""
    whole = 0.0
    for number in range(w.move_count):
        whole += weigh(t, s, w, number)
    left, drawn = whole * (next_word(g) / WORDS), 0
    for number in range(w.move_count):
        weight = weigh(t, s, w, number)
        if weight > 0.0:
            drawn = number
            if left < weight:
                break
            left -= weight
    return drawn


@inlined
def step(t: Record, s: Any, w: Any, move: int) -> None:
    """Carry out a move and list the moves of the next decision, though it may be forced."""
    carry_out(t, s, w, move)
    proceed(t, s, w)
    list_moves(t, s, w)


@inlined
def go_on(t: Record, s: Any, w: Any, move: int, asks_single: int) -> None:
    """Carry out a legal move, unless it is NONE, and go on to the next real choice.

    With ``asks_single`` only to the next decision of another seat, though it may be forced. The
    workspace must agree with the position: call ``legal`` before.
    """
    forced = 1
    while forced:
        decided = s.to_move
        if move != NONE:
            carry_out(t, s, w, move)
        proceed(t, s, w)
        list_moves(t, s, w)
        forced = is_forced(t, s, w)
        if asks_single and s.to_move != decided:
            forced = 0
        move = w.moves[0]


@inlined
def play(t: Record, s: Any, w: Any, move: int) -> None:
    """Carry out a legal move, unless it is NONE, and go on to the next real choice."""
    go_on(t, s, w, move, 0)


@inlined
def begin(t: Record, s: Any, w: Any, g: Generator) -> None:
    """Set up a game and go on to its first real choice."""
    set_up(t, s, g)
    w.overflow = 0
    recount(t, s, w)
    play(t, s, w, NONE)


@inlined
def legal(t: Record, s: Any, w: Any) -> None:
    """List the legal moves of a position, whatever the workspace was used for before."""
    w.overflow = 0
    recount(t, s, w)
    list_moves(t, s, w)


@entry
def draw_once(tables: Records, states: Records, works: Records, generators: Records) -> int:
    """Return the index of the legal move of ``states[0]`` that chance draws."""
    t, s, w = tables[0], states[0], works[0]
    legal(t, s, w)
    return draw(t, s, w, generators[0])


@entry
def advance(
    tables: Records,
    states: Records,
    works: Records,
    generators: Records,
    move: int,
    asks_single: int,
) -> None:
    """Carry out a legal move on ``states[0]``, or set it up, resume it, or list its moves only.

    Decisions with a single answer are played through, or asked where the seat changes.
    """
    t, s, w = tables[0], states[0], works[0]
    if move == START:
        set_up(t, s, generators[0])
        move = RESUME
    w.overflow = 0
    recount(t, s, w)
    if move == LOOK:
        list_moves(t, s, w)
    else:
        go_on(t, s, w, move, asks_single)


def start_game(tables: Records, states: Records, works: Records, generators: Records) -> None:
    """Set up ``states[0]`` and go on to its first real choice."""
    advance(tables, states, works, generators, START, 0)


def resume(tables: Records, states: Records, works: Records) -> None:
    """Go on in ``states[0]`` with the automatic steps that are due."""
    advance(tables, states, works, NO_CHANCE, RESUME, 0)


def legal_moves(tables: Records, states: Records, works: Records) -> None:
    """List the legal moves of ``states[0]`` in ``works[0]``."""
    advance(tables, states, works, NO_CHANCE, LOOK, 0)


def play_move(
    tables: Records, states: Records, works: Records, move: int, *, asks_single: bool = False
) -> None:
    """Carry out a legal move on ``states[0]``, and single answers that are not asked."""
    advance(tables, states, works, NO_CHANCE, move, int(asks_single))
