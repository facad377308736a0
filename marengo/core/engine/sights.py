"""Games with sights: how moves are judged by the whole position, and how that is learned.

Units look at the sights of a decision; each feature of a move says what each of them adds to its
logit. Games without sights learn the features of moves alone.
"""

from collections.abc import Callable
from math import tanh
from typing import Any

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.dispatch import optional, primitive
from marengo.core.engine.learned import SIGHTS, UNITS, move_features
from marengo.core.engine.policy import logits
from marengo.core.engine.record import Record

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
    for unit in range(UNITS):
        k.unit[unit] = 0.0
    for number in range(len(k.sight)):
        sight = k.sight[number]
        if sight != 0.0:
            for unit in range(UNITS):
                k.unit[unit] += sight * n.look[number * UNITS + unit]
    for unit in range(UNITS):
        k.unit[unit] = tanh(k.unit[unit])
    k.look += 1


@compiled
def _worth(n: Any, k: Any, row: int) -> float:
    """Return what the units add to the logit of a move with a coarse feature, which many have."""
    if k.seen[row] != k.look:
        total = 0.0
        for unit in range(UNITS):
            total += k.unit[unit] * n.steer[row * UNITS + unit]
        k.seen[row], k.worth[row] = k.look, total
    worth: float = k.worth[row]
    return worth


@compiled
def sighted_logits(t: Record, s: Any, w: Any, e: Record, v: Record, n: Any, k: Any) -> None:
    """Write the logit of each legal move into ``k.value``, for a game with sights."""
    move_features(t, s, w, e, v, k)
    write_sights(t, s, w, e, k)
    _look(n, k)
    active, coarse = len(k.active) // len(k.value), len(k.coarse) // len(k.value)
    for number in range(w.move_count):
        logit = 0.0
        for feature in range(active):
            logit += n.moves[k.active[number * active + feature]]
        for feature in range(coarse):
            logit += _worth(n, k, int64(k.coarse[number * coarse + feature]))
        k.value[number] = logit


@optional
def keep_sights(t: Record, s: Any, w: Any, k: Any, x: Any, at: int) -> None:
    """Keep what was seen at a decision, if the game has sights."""


@optional
def recall_sights(t: Record, s: Any, k: Any, x: Any, at: int) -> None:
    """Write what was seen at a decision back into ``k``, if the game has sights."""


@optional
def begin_steering(t: Record, s: Any, k: Any) -> None:
    """Forget what moves have asked for."""


@optional
def steer_by(t: Record, s: Any, k: Any, number: int, more: float) -> None:
    """Add what lets the units make a move more likely, if the game has sights."""


@optional
def learn_look(t: Record, s: Any, n: Any, k: Any, change: Any) -> None:
    """Add what the moves of a decision asked of the units, and forget what they asked."""


@compiled
def _keep(t: Record, s: Any, w: Any, k: Any, x: Any, at: int) -> None:
    for number in range(len(k.sight)):
        x.sight[at * SIGHTS + number] = k.sight[number]
    for unit in range(UNITS):
        x.unit[at * UNITS + unit] = k.unit[unit]
    first = x.first[at]
    for number in range(w.move_count * (len(k.coarse) // len(k.value))):
        x.coarse[first + number] = k.coarse[number]


@compiled
def _recall(t: Record, s: Any, k: Any, x: Any, at: int) -> None:
    for number in range(len(k.sight)):
        k.sight[number] = x.sight[at * SIGHTS + number]
    for unit in range(UNITS):
        k.unit[unit] = x.unit[at * UNITS + unit]
    first = x.first[at]
    for number in range(x.moves[at] * (len(k.coarse) // len(k.value))):
        k.coarse[number] = x.coarse[first + number]


@compiled
def _begin(t: Record, s: Any, k: Any) -> None:
    k.look += 1
    k.row_count = 0


@compiled
def _steer(t: Record, s: Any, k: Any, number: int, more: float) -> None:
    coarse = len(k.coarse) // len(k.value)
    for feature in range(coarse):
        row = k.coarse[number * coarse + feature]
        if k.seen[row] != k.look:
            k.seen[row], k.worth[row], k.rows[k.row_count] = k.look, 0.0, row
            k.row_count += 1
        k.worth[row] += more


@compiled
def _learn_look(t: Record, s: Any, n: Any, k: Any, change: Any) -> None:
    for unit in range(UNITS):
        k.asked[unit] = 0.0
    for number in range(k.row_count):
        row = int64(k.rows[number])
        more = k.worth[row]
        for unit in range(UNITS):
            change.steer[row * UNITS + unit] += more * k.unit[unit]
            k.asked[unit] += more * n.steer[row * UNITS + unit]
    for unit in range(UNITS):
        k.asked[unit] *= 1.0 - k.unit[unit] * k.unit[unit]
    for number in range(len(k.sight)):
        sight = k.sight[number]
        if sight != 0.0:
            for unit in range(UNITS):
                change.look[number * UNITS + unit] += sight * k.asked[unit]


SIGHTED: dict[Callable[..., Any], Callable[..., Any]] = {
    logits: sighted_logits,
    keep_sights: _keep,
    recall_sights: _recall,
    begin_steering: _begin,
    steer_by: _steer,
    learn_look: _learn_look,
}
"""What is done otherwise in games with sights."""
