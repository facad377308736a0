"""What rules of thumb weigh with: a table of numbers."""

from pathlib import Path
from typing import Any

import numpy as np

from marengo.core.errors import did_you_mean
from marengo.core.files import read_toml
from marengo.core.game import Game

WANT = "a TOML file with a table [weights]"


def read_weights(game: Game[Any], path: str | Path | None = None) -> np.ndarray[Any, Any]:
    """Return the weights of a file, one row for a player of each seat.

    A weight is a number, or a list where it differs, with a number for each seat. The file is TOML
    with a table ``weights``; default: that of the game. Raise ValueError if it cannot be read, or
    lacks a weight or has one too many.
    """
    seats = len(game.seats)
    if path is None and game.data is None:
        return game.engine.weights.array(seats)
    path = Path(path) if path else (game.data or Path()) / "players" / f"{game.name}.toml"
    table = read_toml(path, ValueError, WANT).get("weights")
    if not isinstance(table, dict):
        raise ValueError(f"{path}: expected {WANT}")
    weights = game.engine.weights.array(seats)
    names = set(weights.dtype.names or ())
    for name in sorted(names ^ set(table)):
        unknown = f"no such weight{did_you_mean(name, sorted(names))}"
        wanted = "expected a number" if name in names else unknown
        raise ValueError(f"{path}: weights.{name}: {wanted}")
    for name, value in table.items():
        each = value if isinstance(value, list) else [value] * seats
        if len(each) != seats or not all(map(_is_number, each)):
            raise ValueError(
                f"{path}: weights.{name}: expected a number, or two in a list, not {value!r}"
            )
        weights[name] = each
    return weights


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
