"""Ratings: the strength of players and the worth of a side, from who won against whom.

The model is that of Bradley and Terry (1952) with a term for the side, as for the home team in
Agresti, Categorical Data Analysis, 2nd edition, section 10.6:

    logit P(A wins in the first seat against B) = strength of A - strength of B + side

It is fitted by statsmodels as a generalised linear model. Two things are added to the plain fit.

- For every two players and sides that met, half a game won and half a game lost count too. A player
  who never lost would otherwise be infinitely strong.
- Games of one pair share their set-up, so intervals come from the covariance clustered by pair.

Strengths are on the scale of Elo: 400 points are odds of ten to one.
"""

from math import log
from typing import Any

import numpy as np
import polars as pl

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.scenarios import seat_title
from marengo.lab.exchange import Frame, collected
from marengo.lab.frames import seats_in
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of

ELO = 400 / log(10)
"""Points of Elo in one unit of a logit."""

RATING_COLUMNS: Columns = {
    "kind": (
        pl.Enum(["player", "side"]),
        "a player, or the side: the first seat against the other",
    ),
    "name": (pl.String, "who is rated"),
    "rating": (pl.Float64, "points of Elo above the anchor; of the first seat above the other"),
    "low": (pl.Float64, "lower end of the 95 % interval; the anchor has none"),
    "high": (pl.Float64, "upper end of the 95 % interval; the anchor has none"),
    "games": (pl.Int64, "games the figure rests on"),
    "bound": (
        pl.Enum(["", "at least", "at most"]),
        "how the rating is to be read where all games of a match were won by one",
    ),
}
"""Columns of a table of ratings: type and meaning with unit."""


class RatingError(MarengoError):
    """Games from which no rating follows; says why."""


def ratings(games: Frame, anchor: str | None = None) -> pl.DataFrame:
    """Return the ratings of all players who met the anchor, directly or through others.

    One row a player, the strongest first, and a last one for the side, by the title of the first
    seat. Games have a column of who played for each of two seats, by its name, ``winner``, and
    ``pair`` (equal for games that share their set-up); the default anchor is whoever comes first by
    name. A player between whom and the anchor there is only a match that one of two won whole is
    rated ``at least`` or ``at most`` so, see :data:`RATING_COLUMNS`.
    """
    games = collected(games)
    seats = seats_in(games)
    met = sorted({name for seat in seats for name in games[seat].unique()})
    if not met:
        raise RatingError("ratings need at least one game")
    anchor = met[0] if anchor is None else anchor
    if anchor not in met:
        listed, meant = ", ".join(met), did_you_mean(anchor, met)
        raise RatingError(f"no games of the anchor {anchor!r}: expected one of {listed}{meant}")
    players = _connected(games, seats, anchor)
    games = games.filter(pl.col(seats[0]).is_in(players))
    measured = _connected(_contested(games, seats), seats, anchor)
    fitted = _fit(games, seats, players)
    low, high = np.asarray(fitted.conf_int(1 - CONFIDENCE)).T * ELO
    values = np.asarray(fitted.params) * ELO
    rows: list[tuple[Any, ...]] = [
        ("player", anchor, 0.0, None, None, _games_of(games, seats, anchor), "")
    ]
    for place, name in enumerate(players[1:], start=1):
        number = _games_of(games, seats, name)
        bound = "at least" if values[place] > 0 else "at most"
        row = "player", name, values[place], low[place], high[place], number
        rows.append((*row, "" if name in measured else bound))
    rows.sort(key=lambda row: -row[2])
    rows.append(("side", seat_title(seats[0]), values[0], low[0], high[0], games.height, ""))
    return frame_of(RATING_COLUMNS, rows)


def _connected(games: pl.DataFrame, seats: list[str], anchor: str) -> list[str]:
    """Return the anchor and, by name, all who can be compared with it."""
    meetings = set(games.select(seats).unique().iter_rows())
    found = {anchor}
    while new := {name for two in meetings if found & set(two) for name in two} - found:
        found |= new
    return [anchor, *sorted(found - {anchor})]


def _contested(games: pl.DataFrame, seats: list[str]) -> pl.DataFrame:
    """Return the games of those matches in which either player won at least one."""
    first, second = (pl.col(seat) for seat in seats)
    won = pl.col("winner") == seats[0]
    beaten = (
        games.drop_nulls("winner")
        .select(
            pl.when(won).then(first).otherwise(second).alias("winner"),
            pl.when(won).then(second).otherwise(first).alias("loser"),
        )
        .unique()
    )
    both = beaten.join(beaten, left_on=["winner", "loser"], right_on=["loser", "winner"])
    return games.join(both, left_on=seats, right_on=["winner", "loser"], how="semi")


def _games_of(games: pl.DataFrame, seats: list[str], player: str) -> int:
    return games.filter(pl.any_horizontal(pl.col(seats) == player)).height


def _fit(games: pl.DataFrame, seats: list[str], players: list[str]) -> Any:
    """Fit the model: first the side, then every player but the anchor.

    A drawn game beyond those played, for every two players and sides that met, is half a game won
    and half a game lost.
    """
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    drawn = games.select(seats).unique(maintain_order=True)
    places = {name: place for place, name in enumerate(players)}
    design = np.zeros((games.height + drawn.height, len(players)))
    rows = np.arange(len(design))
    for column, sign in zip(seats, (1.0, -1.0), strict=True):
        names = pl.concat([games[column], drawn[column]])
        np.add.at(design, (rows, np.array([places[name] for name in names])), sign)
    design[:, 0] = 1.0  # the anchor's strength is 0, and its column serves the side
    if np.linalg.matrix_rank(design) < len(players):
        raise RatingError("strength and side cannot be told apart: let both players play both")
    won = (games["winner"] == seats[0]).cast(pl.Float64).fill_null(0.5).to_numpy()  # of nobody
    pair = games["pair"].rank("dense").to_numpy().astype(np.int64)
    clusters = np.concatenate([pair, len(games) + np.arange(drawn.height)])
    model = GLM(np.concatenate([won, np.full(drawn.height, 0.5)]), design, family=Binomial())
    return model.fit(cov_type="cluster", cov_kwds={"groups": clusters})
