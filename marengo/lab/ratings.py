"""Ratings: the strength of players and the worth of seats, from who got more than whom.

The model is that of Plackett (1975) and Luce (1959): a game ranks its seats from the top, and each
place goes to one of those that are left, with odds as the worth of its player and of the seat. A
rank that several share, as allies do who win together, goes to them as a whole, with odds as the
product of theirs, and tells nothing of who of them did more. Of any two seats A and B with
different results it follows, whoever else plays, that

    logit P(A gets more than B) = strength of A - strength of B + seat of A - seat of B

For two seats this is the model of Bradley and Terry (1952) with a term for the side, as for the
home team in Agresti, Categorical Data Analysis, 2nd edition, section 10.6.

It is fitted to all such pairs of seats, the full breaking of Azari Soufiani, Chen, Parkes and Xia
(2013), which finds what is true in the long run. It takes what each pair says for itself, so
intervals come from the covariance clustered by game, as for composite likelihoods (Varin, Reid and
Firth 2011). Statsmodels fits it as a generalised linear model. Three things are added.

- In a game that gives all seats the same, each gets half of a win over every other; not over one
  with which it has shared the result of other games and never got a different one: they are allies.
- For every two players and seats that met, half a game won and half a game lost count too; of more
  than two seats, as a game has several such pairs, by one less than the number of seats. A player
  who never lost would otherwise be infinitely strong.
- Games of one pair share their set-up, so clusters are pairs, where games are played in such.

Allies are no part of the model: a player's strength is what it is with the allies he had on
average. Strengths are on the scale of Elo: 400 points are odds of ten to one.
"""

from math import log
from typing import Any

import numpy as np
import polars as pl

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.scenarios import seat_title
from marengo.lab.exchange import Frame, collected
from marengo.lab.frames import seats_in
from marengo.lab.seats import by_seat
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of

TWO = 2
ELO = 400 / log(10)
"""Points of Elo in one unit of a logit."""

RATING_COLUMNS: Columns = {
    "kind": (
        pl.Enum(["player", "side"]),
        "a player, or a side: the first seat against the other; of more, each against the first",
    ),
    "name": (pl.String, "who is rated"),
    "rating": (pl.Float64, "points of Elo above the anchor; of a seat above the one it is against"),
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

    Parameters
    ----------
    games : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Games of any number of seats, as :func:`marengo.simulate` returns them. Who played a seat
        stands in a column of its name, or in that with ``_player``; what it got, see
        :func:`marengo.lab.by_seat`. Games that share their set-up have the same ``pair``; without
        that column those of the same ``seed`` do.
    anchor : str, optional
        Whose rating is 0; default: whoever comes first by name.

    Returns
    -------
    polars.DataFrame
        One row a player, the strongest first, and then a row for the side, by the title of the
        first seat; of more than two seats one for each but the first, against which it is rated.
        A player between whom and the anchor there is only a match that one of two won whole is
        rated ``at least`` or ``at most`` so, see :data:`RATING_COLUMNS`.

    Raises
    ------
    RatingError
        If there are no games, none of the anchor, or strengths and seats cannot be told apart.
    """
    games = collected(games)
    if games.is_empty():
        raise RatingError("ratings need at least one game")
    met = _comparisons(games)
    names = sorted({*met["player"], *met["other_player"]})
    if not names:
        raise RatingError("ratings need a game in which two seats got different results")
    anchor = names[0] if anchor is None else anchor
    if anchor not in names:
        listed, meant = ", ".join(names), did_you_mean(anchor, names)
        raise RatingError(f"no games of the anchor {anchor!r}: expected one of {listed}{meant}")
    players = _connected(met, anchor)
    met = met.filter(pl.col("player").is_in(players))
    seats = [seat for seat in seats_in(games) if seat in {*met["seat"], *met["other_seat"]}]
    rated = seats[1:] if len(seats) > TWO else seats[:1]
    terms = [*(("seat", seat) for seat in rated), *(("player", name) for name in players[1:])]
    measured = _connected(_contested(met), anchor)
    fitted = _fit(met, terms)
    low, high = np.asarray(fitted.conf_int(1 - CONFIDENCE)).T * ELO
    values = np.asarray(fitted.params) * ELO
    rows: list[tuple[Any, ...]] = [("player", anchor, 0.0, None, None, _games_of(met, anchor), "")]
    for place, name in enumerate(players[1:], start=len(rated)):
        bound = "at least" if values[place] > 0 else "at most"
        row = "player", name, values[place], low[place], high[place], _games_of(met, name)
        rows.append((*row, "" if name in measured else bound))
    rows.sort(key=lambda row: -row[2])
    for place, seat in enumerate(rated):
        worth = values[place], low[place], high[place], _games_of(met, seat, "seat")
        rows.append(("side", seat_title(seat), *worth, ""))
    return frame_of(RATING_COLUMNS, rows)


def _comparisons(games: pl.DataFrame) -> pl.DataFrame:
    """Return what games tell of every two seats, a row each.

    ``row`` is the number of the game, ``pair`` what it shares with others, and ``won`` 1, ½ or 0.
    """
    named = {seat: f"{seat}_player" for seat in seats_in(games) if seat in games.columns}
    alike = pl.col("pair" if "pair" in games.columns else "seed").rank("dense").alias("pair")
    games = games.drop(*named.values(), strict=False).rename(named)
    seated = by_seat(games.with_row_index("row").with_columns(alike))
    even = (pl.min("result") == pl.max("result")).over("row")
    seated = seated.select("row", "pair", "seat", "player", "result", even=even)
    others = seated.select("row", pl.col("seat", "player", "result").name.prefix("other_"))
    met = seated.join(others, on="row", maintain_order="left_right").filter(
        pl.col("seat") < pl.col("other_seat")
    )
    met = met.with_columns(won=0.5 + (pl.col("result") - pl.col("other_result")).sign() / 2)
    differ, even = pl.col("won") != 0.5, pl.col("even")
    seats = ["seat", "other_seat"]
    allies = (~differ & ~even).any().over(seats) & ~differ.any().over(seats)
    return met.filter(differ | (even & ~allies))


def _connected(met: pl.DataFrame, anchor: str) -> list[str]:
    """Return the anchor and, by name, all who can be compared with it."""
    meetings = set(met.select("player", "other_player").unique().iter_rows())
    connected = {anchor}
    while new := {name for two in meetings if connected & set(two) for name in two} - connected:
        connected |= new
    return [anchor, *sorted(connected - {anchor})]


def _contested(met: pl.DataFrame) -> pl.DataFrame:
    """Return what was played between those of whom either got more than the other at least once."""
    names, won = [pl.col("player"), pl.col("other_player")], pl.col("won") == 1
    beaten = (
        met.filter(pl.col("won") != 0.5)
        .select(
            pl.when(won).then(names[0]).otherwise(names[1]).alias("winner"),
            pl.when(won).then(names[1]).otherwise(names[0]).alias("loser"),
        )
        .unique()
    )
    both = beaten.join(beaten, left_on=["winner", "loser"], right_on=["loser", "winner"])
    return met.join(both, left_on=names, right_on=["winner", "loser"], how="semi")


def _games_of(met: pl.DataFrame, name: str, what: str = "player") -> int:
    """Return in how many games a player, or another ``what``, was."""
    return met.filter(pl.any_horizontal(pl.col(what, f"other_{what}") == name))["row"].n_unique()


def _fit(met: pl.DataFrame, terms: list[tuple[str, str]]) -> Any:
    """Fit a number for each term, a seat or a player, beside those that are 0.

    Beyond what was played there is half a game won and half a game lost for every two players and
    seats that met; of more than two seats less, by the pairs of which each is one.
    """
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    drawn = met.unique(["seat", "player", "other_seat", "other_player"], maintain_order=True)
    alone = met.height + pl.int_range(drawn.height, dtype=pl.UInt32)
    part = 0.5 / (len({*met["seat"], *met["other_seat"]}) - 1)
    both = pl.concat(
        [
            met.with_columns(lost=1 - pl.col("won")),
            drawn.with_columns(won=part, lost=part, pair=alone),
        ]
    )
    design = both.select(
        ((pl.col(what) == name).cast(pl.Float64) - (pl.col(f"other_{what}") == name)).alias(
            f"{what} {name}"
        )
        for what, name in terms
    ).to_numpy()
    if np.linalg.matrix_rank(design) < len(terms):
        raise RatingError("strength and side cannot be told apart: let both players play both")
    model = GLM(both.select("won", "lost").to_numpy(), design, family=Binomial())
    return model.fit(cov_type="cluster", cov_kwds={"groups": both["pair"].to_numpy()})
