"""By what a change may work in the games on the field of Marengo, measured before the end."""

from typing import Final

import polars as pl

from marengo.core.numbers import WHOLE, takes
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.statistics import Columns

MECHANISM_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "game": (pl.Int64, "number of the game in its cell, from 0"),
    "arrivals": (
        pl.Float64,
        "strength that came onto the map, Austria's less France's, points times hours since",
    ),
    "losses": (pl.Float64, "strength that France has lost less what Austria has, strength points"),
    "ground": (pl.Float64, "localities that Austria occupies less those of France"),
    "morale": (pl.Float64, "morale of Austria less that of France, discs or points"),
}
"""Columns of mechanisms: type and meaning with unit. More of each is better for Austria."""

_GAME: Final = ("cell", "game")


@takes(at=WHOLE)
def mechanisms(run: Run, at: int) -> pl.DataFrame:
    """Return how a game stands at the end of an hour, in four respects.

    Parameters
    ----------
    run : Run
        Of a plan that observes turns and presence.
    at : int
        An hour, o'clock. A game that is over keeps what it had: better one before most are.

    Returns
    -------
    polars.DataFrame
        A row a game; :data:`MECHANISM_COLUMNS`.

    Raises
    ------
    StudyError
        If there is no such hour, no game has come to it, or the plan does not observe turns and
        presence.
    """
    if not 0 <= at < 24:
        raise StudyError(f"at: expected an hour from 0 to 23, not {at}")
    for kind in ("turns", "presence"):
        if kind not in run.study.observe:
            raise StudyError(f'observe: expected "{kind}" in the plan, for what a change works by')
    sign = pl.when(pl.col("side") == "austrian").then(1).otherwise(-1)
    come = pl.when(pl.col("origin").is_null()).then(pl.col("strength")).otherwise(0)
    of_pieces = (run.presence.filter(pl.col("hour") <= at).group_by(_GAME)).agg(
        arrivals=(sign * come * (at + 1 - pl.col("hour"))).sum().cast(pl.Float64),
        losses=(-sign * pl.col("lost")).sum().cast(pl.Float64),
    )
    last = run.turns.filter(pl.col("hour") <= at).sort("turn").group_by(_GAME).last()
    of_turns = last.select(
        *_GAME,
        ground=(pl.col("austrian_localities") - pl.col("french_localities")).cast(pl.Float64),
        morale=(pl.col("austrian_level") - pl.col("french_level")).cast(pl.Float64),
    )
    table = of_pieces.join(of_turns, on=_GAME).select(list(MECHANISM_COLUMNS)).sort(_GAME).collect()
    if table.is_empty():
        raise StudyError(f"at: expected an hour to which games have come, not {at}")
    return table
