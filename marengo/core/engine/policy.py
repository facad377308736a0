"""Policies: how a player without a tree chooses a move from what its seat may know."""

from enum import IntEnum
from math import log
from typing import Annotated, Any

import numpy as np

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.dispatch import optional
from marengo.core.engine.driver import MOVES, legal
from marengo.core.engine.random import WORDS, Generator, below, next_word
from marengo.core.engine.record import Float64, Int8, Record, Records

Array = np.ndarray[Any, Any]

COMMON, HIGHEST_OF_COMMON = int(0.98 * WORDS), 3.91
"""98 in 100 draws from the standard Gumbel distribution are below 3.91, as -log(-log(0.98)) is."""


class PolicyKind(IntEnum):
    """Way in which a player chooses."""

    RANDOM = 0  # any legal move
    SCORES = 1  # by scores of the moves
    SEARCH = 2  # by growing a tree
    LEARNED = 3  # by logits that were learned


class Setting(Record):
    """One player."""

    kind: Int8  # PolicyKind
    temperature: Float64  # of the choice by score; 0: always the best


class Scores(Record):
    """Scores of the legal moves of a decision, for games that need no more."""

    value: Annotated[list[float], np.float64, MOVES]  # of the moves in the workspace, in logits
    alone: Int8  # nothing: so that Numba takes no record with a value and more for one of these


class Nothing(Record):
    """Record in place of one that a game does not need."""

    nothing: Int8


class Unrestricted(Record):
    """Restrictions of a player without any, see ``restrict`` of the games in bulk."""

    nothing: Int8


@optional
def information_set(t: Record, s: Any, side: int, seen: Any, d: Record) -> None:
    """Make of a copy of a position the one that stands for all that a seat cannot tell from it.

    It is chosen by what the seat knows and by nothing else. ``d`` is scratch. Where nothing is
    hidden it is the position itself.
    """


@optional
def determinize(t: Record, s: Any, side: int, g: Generator, d: Record) -> None:
    """Make of a position another one, drawn from all that a seat cannot tell from it.

    What others have chosen in secret is drawn anew as well.
    """


@optional
def score_moves(t: Record, s: Any, w: Any, e: Record, v: Record, k: Any) -> None:
    """Score the legal moves of a decision for the seat that decides, in logits in ``k.value``."""
    for number in range(w.move_count):
        k.value[number] = 0.0


@optional
def logits(t: Record, s: Any, w: Any, e: Record, v: Record, n: Any, k: Any) -> None:
    """Write the logits of the legal moves into ``k.value``: those learned, or else the scores."""
    score_moves(t, s, w, e, v, k)


@compiled
def _gumbel_of(word: int) -> float:
    return -log(-log((word + 0.5) / WORDS))


@compiled
def gumbel(g: Generator) -> float:
    """Draw from the standard Gumbel distribution."""
    return _gumbel_of(next_word(g))


@compiled
def draw_by_scores(w: Any, k: Any, g: Generator, temperature: float) -> int:
    """Return the index of a move drawn with probability proportional to exp(score / temperature).

    Drawn by adding Gumbel noise; equal scores are equally likely at temperature 0 too.
    """
    best, chosen, spread = 0.0, -1, max(temperature, 1e-9)
    for number in range(w.move_count):
        word = next_word(g)
        highest = k.value[number] + spread * HIGHEST_OF_COMMON
        if chosen >= 0 and word < COMMON and highest < best:
            continue  # two logarithms saved where they can change nothing
        value = k.value[number] + spread * _gumbel_of(word)
        if chosen < 0 or value > best:
            best, chosen = value, number
    return chosen


@compiled
def draw_net(shares: Array, first: int, end: int, g: Generator) -> int:
    """Return which net, from ``first`` up to ``end``, a player plays a game by.

    Each is drawn as often as its share says; of one alone no chance is drawn.
    """
    chosen, left = first, 0.0
    if end - first > 1:
        left = next_word(g) / WORDS
    while chosen + 1 < end and left >= shares[chosen]:
        left -= shares[chosen]
        chosen += 1
    return chosen


@entry
def draw_net_once(shares: Array, generators: Records) -> int:
    """Return which of all nets a player plays a game by, see :func:`draw_net`."""
    return draw_net(shares, 0, len(shares), generators[0])


@inlined
def choose(
    t: Record, s: Any, w: Any, e: Record, v: Record, n: Any, k: Any, p: Setting, g: Generator
) -> int:
    """Return the index of the move that a player without a tree chooses."""
    if p.kind == PolicyKind.RANDOM:
        chosen = below(g, w.move_count)
    elif w.move_count == 1:
        chosen = 0
    else:
        if p.kind == PolicyKind.LEARNED:
            logits(t, s, w, e, v, n, k)
        else:
            score_moves(t, s, w, e, v, k)
        chosen = draw_by_scores(w, k, g, p.temperature)
    return chosen


@entry
def choose_once(
    tables: Records,
    seen: Records,
    works: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    scores: Records,
    settings: Records,
    generators: Records,
) -> int:
    """Return the index of the legal move of the information set ``seen[0]`` that a player chooses.

    ``weights`` and ``nets`` have a row for each seat.
    """
    t, s, w = tables[0], seen[0], works[0]
    legal(t, s, w)
    v, n = weights[s.to_move], nets[s.to_move]
    return choose(t, s, w, grounds[0], v, n, scores[0], settings[0], generators[0])


@entry
def logits_of(
    tables: Records,
    states: Records,
    works: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    scores: Records,
) -> None:
    """Write the logits of the legal moves of ``states[0]`` into ``scores[0].value``."""
    t, s, w = tables[0], states[0], works[0]
    legal(t, s, w)
    v, n = weights[s.to_move], nets[s.to_move]
    logits(t, s, w, grounds[0], v, n, scores[0])


@entry
def see(tables: Records, states: Records, side: int, seen: Records, scratch: Records) -> None:
    """Make ``seen[0]`` the information set of a seat in ``states[0]``."""
    seen[0] = states[0]
    information_set(tables[0], states[0], side, seen[0], scratch[0])


@entry
def determinize_once(
    tables: Records, states: Records, side: int, generators: Records, scratch: Records
) -> None:
    """Make of ``states[0]`` a position that a seat cannot tell from it."""
    determinize(tables[0], states[0], side, generators[0], scratch[0])
