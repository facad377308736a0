"""Games with sights: how moves are judged by the whole position, and how that is learned.

Units look at the sights of a decision; each feature of a move says what each of them adds to its
logit. Games without sights learn the features of moves alone.
"""

from collections.abc import Callable
from math import tanh
from typing import Any

from marengo.core.engine.compiled import compiled, uint64
from marengo.core.engine.dispatch import optional, primitive
from marengo.core.engine.learned import SIGHTS, UNITS, move_features
from marengo.core.engine.policy import logits
from marengo.core.engine.record import Record
from marengo.core.engine.rows import add_row, product_of, sum_rows

DECISIONS = 4096
"""Decisions of a game that are learned from."""


@primitive
def write_sights(t: Record, s: Any, w: Any, e: Record, k: Any) -> None:
    """Write the sights of a decision into ``k.sight``: numbers of about the size of 1.

    Only what the seat that decides may know is read.
    """


@compiled
def _look(n: Any, k: Any) -> None:
    """Write into ``k.unit`` what the units make of the sights; nothing is known of rows yet."""
    sum_rows(k.unit, k.sight, n.look)
    for unit in range(UNITS):
        k.unit[unit] = tanh(k.unit[unit])
    k.look += 1


@compiled
def _weigh(n: Any, k: Any, row: int) -> None:
    """Note what the units add to the logit of a move with a coarse feature, which many have."""
    k.seen[row], k.worth[row] = k.look, product_of(k.unit, n.steer, row * UNITS)


@compiled
def sighted_logits(t: Record, s: Any, w: Any, e: Record, v: Record, n: Any, k: Any) -> None:
    """Write the logit of each legal move into ``k.value``, for a game with sights."""
    move_features(t, s, w, e, v, k)
    write_sights(t, s, w, e, k)
    _look(n, k)
    active = uint64(len(k.active) // len(k.value))
    coarse = uint64(len(k.coarse) // len(k.value))
    for number in range(uint64(w.move_count)):
        logit = 0.0
        for feature in range(active):
            logit += n.moves[k.active[number * active + feature]]
        for feature in range(coarse):
            row = k.coarse[number * coarse + feature]
            if k.seen[row] != k.look:
                _weigh(n, k, row)
            logit += k.worth[row]
        k.value[number] = logit


@optional
def keep_sights(t: Record, s: Any, w: Any, k: Any, x: Any, at: int) -> None:
    """Keep what was seen at a decision, if the game has sights."""


@optional
def learn_sights(t: Record, s: Any, n: Any, k: Any, x: Any, at: int, change: Any) -> None:
    """Add what lets the units make each move of a kept decision likelier by ``k.value``."""


@compiled
def _keep(t: Record, s: Any, w: Any, k: Any, x: Any, at: int) -> None:
    sights, units, first = uint64(at * SIGHTS), uint64(at * UNITS), uint64(x.first[at])
    for number in range(uint64(len(k.sight))):
        x.sight[sights + number] = k.sight[number]
    for unit in range(uint64(UNITS)):
        x.unit[units + unit] = k.unit[unit]
    for number in range(uint64(w.move_count * (len(k.coarse) // len(k.value)))):
        x.coarse[first + number] = k.coarse[number]


@compiled
def _ask(k: Any, x: Any, at: int) -> int:
    """Add up in ``k.worth`` what moves ask of each coarse feature; return how many are listed."""
    first, coarse = uint64(x.first[at]), uint64(len(k.coarse) // len(k.value))
    count, k.look = 0, k.look + 1
    for number in range(uint64(x.moves[at])):
        more = k.value[number]
        for feature in range(coarse):
            row = x.coarse[first + number * coarse + feature]
            if k.seen[row] != k.look:
                k.seen[row], k.worth[row], k.rows[count] = k.look, 0.0, row
                count += 1
            k.worth[row] += more
    return count


@compiled
def _learn(t: Record, s: Any, n: Any, k: Any, x: Any, at: int, change: Any) -> None:
    count, start = _ask(k, x, at), at * UNITS
    for unit in range(UNITS):
        k.asked[unit] = 0.0
    for number in range(count):
        row = k.rows[number]
        add_row(change.steer, row * UNITS, x.unit, start, k.worth[row])
        add_row(k.asked, 0, n.steer, row * UNITS, k.worth[row])
    for unit in range(UNITS):
        k.asked[unit] *= 1.0 - x.unit[start + unit] * x.unit[start + unit]
    for number in range(len(k.sight)):
        sight = x.sight[at * SIGHTS + number]
        if sight != 0.0:
            add_row(change.look, number * UNITS, k.asked, 0, sight)


SIGHTED: dict[Callable[..., Any], Callable[..., Any]] = {
    logits: sighted_logits,
    keep_sights: _keep,
    learn_sights: _learn,
}
"""Functions that games with sights have in place of the usual ones."""
