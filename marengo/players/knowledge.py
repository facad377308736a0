"""What players of the engine bring to a game: the ground, and their weights."""

import tomllib
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from marengo.core.record import Record
from marengo.game import Game
from marengo.games.bonaparte.policy import ground as bonaparte_ground
from marengo.games.bonaparte.policy import weights as bonaparte_weights
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.policy import ground as triomphe_ground
from marengo.games.triomphe.policy import weights as triomphe_weights
from marengo.paths import data_path

GROUNDS = {"bonaparte": bonaparte_ground.make_ground, "triomphe": triomphe_ground.make_ground}
WEIGHTS: dict[str, type[Record]] = {
    "bonaparte": bonaparte_weights.Weights,
    "triomphe": triomphe_weights.Weights,
}

ONE_SIDED = {
    "bonaparte": (bonaparte_weights.AUSTRIAN, bonaparte_weights.FRENCH),
    "triomphe": (triomphe_weights.AUSTRIAN, triomphe_weights.FRENCH),
}
"""Rule weights that one side alone reads: Austria's and France's."""


@lru_cache(maxsize=16)
def ground_of(game: Game) -> np.ndarray[Any, Any]:
    """Return what is known of the board of a game, shape ``(1,)``."""
    return GROUNDS[game.scenario.ruleset](game.tables[0], game.index)


def read_weights(ruleset: str, path: str | Path | None = None) -> np.ndarray[Any, Any]:
    """Return the weights of a file, shape ``(2,)``: of an Austrian and of a French player.

    A weight is a number, or a list of two where it differs: Austria's and France's.

    Parameters
    ----------
    ruleset : str
        Whose weights.
    path : str or Path, optional
        A TOML file with a table ``weights``; default: those that come with marengo.

    Raises
    ------
    ValueError
        If the file cannot be read, or lacks a weight or has one too many.
    """
    path = Path(path) if path else data_path(f"players/{ruleset}.toml")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("weights")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: expected a TOML file with a table [weights]: {error}") from error
    if not isinstance(table, dict):
        raise ValueError(f"{path}: expected a TOML file with a table [weights]")
    weights = WEIGHTS[ruleset].array(len(Side))
    names = set(weights.dtype.names or ())
    for name in sorted(names ^ set(table)):
        wanted = "expected a number" if name in names else "no such weight"
        raise ValueError(f"{path}: weights.{name}: {wanted}")
    for name, value in table.items():
        both = value if isinstance(value, list) else [value, value]
        if len(both) != len(Side) or not all(map(_is_number, both)):
            raise ValueError(
                f"{path}: weights.{name}: expected a number, or two in a list, not {value!r}"
            )
        weights[name] = both
    return weights


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
