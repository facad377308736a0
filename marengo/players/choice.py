"""Choosing among scored moves."""

from math import log

from marengo.players.compiled import compiled
from marengo.players.either import score_moves
from marengo.players.scores import Scores
from marengo.rules.compiled import int64
from marengo.rules.random import Generator, next_word
from marengo.rules.records import Record
from marengo.rules.shared.position import Position, SetUpTables, Workspace

WORDS = 2.0**32

COMMON, HIGHEST_OF_COMMON = int(0.98 * WORDS), 3.91
"""98 in 100 draws from the standard Gumbel distribution are below 3.91, as -log(-log(0.98)) is."""


@compiled
def _gumbel_of(word: int) -> float:
    return -log(-log((word + 0.5) / WORDS))


@compiled
def gumbel(g: Generator) -> float:
    """Draw from the standard Gumbel distribution."""
    return _gumbel_of(next_word(g))


@compiled
def choose_by_rule(
    t: SetUpTables,
    s: Position,
    w: Workspace,
    e: Record,
    v: Record,
    k: Scores,
    g: Generator,
    temperature: float,
) -> int:
    """Return the index of a move drawn with probability proportional to exp(score / temperature).

    Drawn by adding Gumbel noise; equal scores are equally likely at temperature 0 too. A move
    without a choice is not scored.
    """
    if w.move_count == 1:
        return int64(0)
    score_moves(t, s, w, e, v, k)
    best, chosen = 0.0, int64(-1)
    temperature = max(temperature, 1e-9)
    for number in range(w.move_count):
        word = next_word(g)
        highest = k.value[number] + temperature * HIGHEST_OF_COMMON
        if chosen >= 0 and word < COMMON and highest < best:
            continue  # two logarithms saved where they can change nothing
        value = k.value[number] + temperature * _gumbel_of(word)
        if chosen < 0 or value > best:
            best, chosen = value, int64(number)
    return chosen
