"""What a player has learned: weights of the features of moves, and of those of positions.

A move has a few features that are on, each a row of a long table of weights; their sum is its
logit. In games with sights, which are numbers that tell of the whole position what the seat that
decides may know, units make something of these, and a move has coarse features besides, each a row
that says what each unit adds to the logit: so that the same move can be good where an army is
massed, and bad where it is not.

A position has a few numbers as features; weighed straight, and by way of a layer of hidden units,
they give the logit of what a seat may expect. The records of a game say how many there are.
"""

from collections.abc import Mapping
from math import exp, tanh
from typing import Annotated, Any

import numpy as np

from marengo.core.engine.compiled import compiled, uint64
from marengo.core.engine.dispatch import primitive
from marengo.core.engine.record import Record
from marengo.core.engine.rows import ROW

HIDDEN = 32
"""Hidden units between the features of a position and its value."""


NUMBERS = 64
"""Most features of a position."""

UNITS = ROW
"""Units between the sights of a decision and the logits of its moves."""

SIGHTS = 96
"""Most sights."""

COARSE = 1 << 16
"""Most coarse features that moves can have: 16 bits are kept of each."""


def net_of(rows: int, numbers: int, sights: int = 0, coarse: int = 0) -> type[Record]:
    """Return the record of what one seat has learned.

    ``rows`` and ``coarse`` count features of moves, ``numbers`` those of a position, ``sights``
    those of a decision (0: moves are judged without). Raise ValueError if one is out of bounds.
    """
    if coarse > COARSE:
        raise ValueError(f"expected at most {COARSE} coarse features, not {coarse}")
    if rows < 1 or not 1 <= numbers <= NUMBERS or not 0 <= sights <= SIGHTS:
        raise ValueError(
            f"expected features of moves, 1 to {NUMBERS} of a position and 0 to {SIGHTS} sights, "
            f"not {rows}, {numbers} and {sights}"
        )
    fields: Mapping[str, Any] = {
        "moves": Annotated[list[float], np.float32, rows],
        "direct": Annotated[list[float], np.float32, numbers],
        "inward": Annotated[list[float], np.float32, HIDDEN * numbers],
        "outward": Annotated[list[float], np.float32, HIDDEN],
    }
    if sights:
        fields = {
            **fields,
            "look": Annotated[list[float], np.float32, UNITS * sights],
            "steer": Annotated[list[float], np.float32, UNITS * coarse],
        }
    return type("Net", (Record,), {"__annotations__": fields, "__module__": __name__})


@primitive
def move_features(t: Record, s: Any, w: Any, e: Record, v: Record, k: Any) -> None:
    """Write into ``k.active`` the rows of the features of each legal move, one move after another.

    All moves have equally many. Only what the seat that decides may know is read; ``v`` are the
    weights of its rules of thumb, what these say of a move being a feature like others.
    """


@primitive
def position_features(t: Record, s: Any, w: Any, e: Record, k: Any) -> None:
    """Write the features of a position into ``k.position``: numbers of about the size of 1."""


@compiled
def net_logits(t: Record, s: Any, w: Any, e: Record, v: Record, n: Any, k: Any) -> None:
    """Write the logit of each legal move into ``k.value``, for a game with a net."""
    move_features(t, s, w, e, v, k)
    active = uint64(len(k.active) // len(k.value))
    for number in range(uint64(w.move_count)):
        logit = 0.0
        for feature in range(active):
            logit += n.moves[k.active[number * active + feature]]
        k.value[number] = logit


@compiled
def expectation(n: Any, k: Any) -> float:
    """Return what ``k.position`` lets a seat expect, from 0 to 1; ``k.hidden`` is filled in."""
    numbers = len(k.position)
    logit = 0.0
    for number in range(numbers):
        logit += n.direct[number] * k.position[number]
    for unit in range(len(k.hidden)):
        total = 0.0
        for number in range(numbers):
            total += n.inward[unit * numbers + number] * k.position[number]
        k.hidden[unit] = tanh(total)
        logit += n.outward[unit] * k.hidden[unit]
    return 1.0 / (1.0 + exp(-logit))


@compiled
def net_outlook(t: Record, s: Any, w: Any, e: Record, n: Any, k: Any, seat: int) -> float:
    """Return what a seat may expect of a position, from 0 to 1, for a game with a net."""
    position_features(t, s, w, e, k)
    return expectation(n, k)
