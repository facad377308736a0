"""Borders of the boards, and which kinds of them both boards have."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial, reduce
from typing import Any, Final

import polars as pl

from marengo.games.marengo.board import Approach, Board
from marengo.games.marengo.game import MarengoGame, marengo_games
from marengo.games.marengo.study.fights.placement import find_game
from marengo.lab.statistics import Columns, frame_of

BORDER_COLUMNS: Final[Columns] = {
    "border": (pl.String, "the attack approach, such as 4/9: from 4 on 9"),
    "wide": (pl.Boolean, "whether it is wide"),
    "infantry": (pl.Int32, "infantry penalties in the defence approach (T-3.13, B-5.13)"),
    "cavalry": (pl.Int32, "cavalry penalties there (T-3.13, B-5.14)"),
    "artillery": (pl.Int32, "artillery penalties there (T-3.14, B-5.15)"),
    "obstacle": (pl.Boolean, "whether a cavalry obstacle is there (T-3.17, B-5.17)"),
    "own_infantry": (pl.Int32, "infantry penalties in the attack approach, of no effect"),
    "own_cavalry": (pl.Int32, "cavalry penalties in the attack approach (B-11.57)"),
    "own_artillery": (pl.Int32, "artillery penalties in the attack approach (T-3.15)"),
    "own_obstacle": (pl.Boolean, "whether a cavalry obstacle is in the attack approach (B-11.56)"),
    "capacity": (pl.Int32, "most pieces of one army in the defence locality (T-3.20, B-5.20)"),
    "own_capacity": (pl.Int32, "the same of the attack locality"),
    "ways": (pl.Int32, "other borders of the defence locality, by which its pieces may retreat"),
}
"""Columns of :func:`borders`: type and meaning with unit."""

SYMBOLS: Final = tuple(BORDER_COLUMNS)[1:10]
"""The columns that say what is printed on a border."""

ENOUGH: Final = 16
"""Capacity beyond which more room makes no difference to a fight."""


@dataclass(frozen=True, slots=True)
class Border:
    """A kind of border, and where each board has one.

    Parameters
    ----------
    words : str
        What is printed there, in words.
    examples : tuple of (str, str)
        Name of the ruleset, and the attack approach of a border of this kind on its board.
    number : int
        How many there are on both boards.
    """

    words: str
    examples: tuple[tuple[str, str], ...]
    number: int

    def on(self, ruleset: str) -> str:
        """Return the attack approach of the border of this kind on the board of a ruleset."""
        return dict(self.examples)[ruleset]


def borders(ruleset: str | MarengoGame) -> pl.DataFrame:
    """Return all borders that can be attacked across, each from both sides.

    Parameters
    ----------
    ruleset : str or Game
        Whose board.

    Returns
    -------
    polars.DataFrame
        One row a border and direction, in the order of the board: see ``BORDER_COLUMNS``.
    """
    board = find_game(ruleset).board
    return frame_of(BORDER_COLUMNS, _rows(board))


def _rows(board: Board) -> Iterator[list[Any]]:
    for approach in board.approaches:
        if approach.opposite is None or approach.impassable:
            continue
        defence = board.opposite(approach.place)
        if defence.impassable:
            continue
        yield [
            str(approach.place),
            defence.wide,
            *_printed(defence),
            *_printed(approach),
            board.locality(defence.locality).capacity,
            board.locality(approach.locality).capacity,
            sum(_leads_on(other, approach) for other in board.approaches_of(defence.locality)),
        ]


def _printed(approach: Approach) -> list[int | bool]:
    return [approach.infantry, approach.cavalry, approach.artillery, approach.cavalry_obstacle]


def _leads_on(other: Approach, attack: Approach) -> bool:
    return other.opposite not in (None, attack.locality) and not other.impassable


@cache
def border_kinds() -> tuple[Border, ...]:
    """Return the kinds of borders that all boards have, the most common first.

    Each has an example on each board: of all borders of the kind the first with most room and
    most borders to retreat by.
    """
    names = list(marengo_games())
    best = pl.min_horizontal("capacity", "own_capacity").clip(upper_bound=ENOUGH)
    chosen = [
        borders(name)
        .with_columns(room=best)
        .sort("room", "ways", descending=True, maintain_order=True)
        .group_by(SYMBOLS, maintain_order=True)
        .agg(pl.col("border").first().alias(name), pl.len().alias(f"number_{name}"))
        for name in names
    ]
    join = partial(pl.DataFrame.join, on=SYMBOLS, how="inner", maintain_order="left")
    common = reduce(join, chosen)
    total = pl.sum_horizontal(f"number_{name}" for name in names)
    ordered = common.with_columns(number=total).sort(
        "number", *SYMBOLS, descending=[True, *[False] * len(SYMBOLS)]
    )
    return tuple(
        Border(border_words(row), tuple((name, row[name]) for name in names), row["number"])
        for row in ordered.iter_rows(named=True)
    )


def border_words(row: dict[str, Any]) -> str:
    """Say what is printed on a border, given as a row of :func:`borders`."""
    width = "wide" if row["wide"] else "narrow"
    other = _symbols_words(row, "")
    own = _symbols_words(row, "own_")
    if other == own:
        return f"{width}; on both sides {other}"
    return f"{width}; before the defender {other}; before the attacker {own}"


def _symbols_words(row: dict[str, Any], prefix: str) -> str:
    kinds = ("infantry", "cavalry", "artillery")
    symbols = [f"{kind} −{row[prefix + kind]}" for kind in kinds if row[prefix + kind]]
    symbols += ["cavalry obstacle"] if row[f"{prefix}obstacle"] else []
    return ", ".join(symbols) or "nothing"
