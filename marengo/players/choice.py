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


@compiled
def gumbel(g: Generator) -> float:
    """Draw from the standard Gumbel distribution."""
    return -log(-log((next_word(g) + 0.5) / WORDS))


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

    Drawn by adding Gumbel noise; equal scores are equally likely at temperature 0 too.
    """
    score_moves(t, s, w, e, v, k)
    best, chosen = 0.0, int64(-1)
    for number in range(w.move_count):
        value = k.value[number] + max(temperature, 1e-9) * gumbel(g)
        if chosen < 0 or value > best:
            best, chosen = value, int64(number)
    return chosen
