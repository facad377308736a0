"""The balance of a game by the strength of its players, and what it comes to.

A balance among beginners need not be one among experts, and of two players who learned the same way
each may have found another. So each strength is asked of several players who learned by themselves,
and the figure of a strength has the interval of their mean.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from marengo.core.errors import MarengoError
from marengo.core.numbers import SEED, takes
from marengo.lab.analysis.skill import skill_table
from marengo.lab.exchange import Frame, need
from marengo.lab.ratings import ratings
from marengo.lab.run_folder import Run
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of, share

Array = np.ndarray[Any, Any]

BALANCE_COLUMNS: Columns = {
    "level": (pl.String, "who played all seats, without the name of what he learned"),
    "players": (pl.Int64, "players of this level, who learned each by itself"),
    "elo": (pl.Float64, "their mean rating, points above the anchor; null if none was measured"),
    "games": (pl.Int64, "games played by all of them"),
    "share": (pl.Float64, "share that the first seat won, mean of the players, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval"),
    "high": (pl.Float64, "upper end of its 95 % interval"),
    "least": (pl.Float64, "the smallest share among its players"),
    "most": (pl.Float64, "the largest"),
}
"""Columns of a table of balance: type and meaning with unit."""

RATES = 1 / np.geomspace(30, 3000, 60)
"""By how much a point of Elo may shrink the distance to the limit: the fit chooses one of these."""

DRAWS = 1000
"""Of the shares, within their errors, of which each gives a limit: their spread is its interval."""

NEAR, KNOWN = 0.05, 0.1
"""How near to the limit the strongest must be known to play, and how well the limit be known, for
it to be told."""

MISFIT = 0.05
"""The p-value below which no such curve goes through the shares."""


class BalanceError(MarengoError):
    """Runs from which no balance by strength follows; says why."""


def level_of(player: str) -> str:
    """Return the strength of a player: its name without that of the weights it plays with.

    Examples
    --------
    >>> level_of("search:64,weights=triomphe-11"), level_of("policy:weights=triomphe-11")
    ('search:64', 'policy')
    """
    name, _, rest = player.partition(":")
    kept = [part for part in rest.split(",") if part and not part.startswith("weights=")]
    return f"{name}:{','.join(kept)}" if kept else name


def _paired(run: Run) -> pl.DataFrame:
    """Return the games of a run of matches, those alike that share a set-up and their players."""
    cells = [" v ".join(sorted(cell.players)) for cell in run.study.cells]
    games = run.games.collect()
    who = pl.col("cell").replace_strict(dict(enumerate(cells)), return_dtype=pl.String)
    seats = {f"{seat}_player": seat for seat in run.game.seat_names()}
    return games.rename(seats).with_columns(pair=pl.concat_str(who, "seed", separator=" "))


@takes()
def balance_by_strength(
    alike: Iterable[Run], matches: Run | None = None, anchor: str = "rule"
) -> pl.DataFrame:
    """Return how often the first seat wins at each strength, if all play equally well.

    Parameters
    ----------
    alike : iterable of Run
        Games of one scenario in which one player plays all seats. Players whose names differ in
        ``weights`` alone are of one strength.
    matches : Run, optional
        Games between players of different strength, each of two in either seat.
    anchor : str
        Whose rating is 0.

    Returns
    -------
    polars.DataFrame
        A row for each level, the weakest first if there are matches, with the columns of
        :data:`BALANCE_COLUMNS`. The interval of one player is Wilson's; that of several the
        t-interval of their mean, and never narrower than if they all were the same player.

    Raises
    ------
    BalanceError
        If the runs have no such games, or of more than one scenario.
    RatingError
        If the anchor has no games in the matches.
    """
    tables = [skill_table(run) for run in alike]
    table = pl.concat(tables) if tables else frame_of({}, [])
    if table.is_empty() or table["scenario"].n_unique() != 1:
        raise BalanceError("alike: expected games of one scenario, by one player in all seats")
    elo: dict[str, float] = {}
    if matches is not None:
        rated = ratings(_paired(matches), anchor).filter(pl.col("kind") == "player")
        elo = dict(rated.select("name", "rating").iter_rows())
    levels: dict[str, list[dict[str, Any]]] = {}
    for row in table.iter_rows(named=True):
        levels.setdefault(level_of(row["player"]), []).append(row)
    rows = [_row(level, found, elo) for level, found in levels.items()]
    return frame_of(BALANCE_COLUMNS, rows).sort("elo", nulls_last=True, maintain_order=True)


def _row(level: str, found: Sequence[dict[str, Any]], elo: dict[str, float]) -> tuple[Any, ...]:
    """Return the row of a level: the mean of its players, with the interval of the mean."""
    shares = np.array([row["share"] for row in found])
    games = np.array([row["games"] for row in found])
    rated = [elo[row["player"]] for row in found if row["player"] in elo]
    mean, total = float(shares.mean()), int(games.sum())
    rating = float(np.mean(rated)) if rated else None
    low, high = mean_interval(shares, games)
    head = level, len(found), rating, total
    return *head, mean, low, high, float(shares.min()), float(shares.max())


def mean_interval(
    shares: Array, games: Array, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of the mean share of all players who might have been learned.

    Parameters
    ----------
    shares, games : array, shape (players,)
        What share each player's games had, and how many games.
    confidence : float
        Probability that it covers the truth, if players' shares are about normal.
    """
    from scipy.stats import t

    pooled = share(round(float(shares @ games)), int(games.sum()), confidence)
    if len(shares) < 2:
        return pooled.low, pooled.high
    mean, spread = float(shares.mean()), float(shares.std(ddof=1)) / len(shares) ** 0.5
    half = spread * float(t.ppf((1 + confidence) / 2, len(shares) - 1))
    low, high = min(mean - half, pooled.low), max(mean + half, pooled.high)
    return max(0.0, low), min(1.0, high)


@dataclass(frozen=True)
class BalanceCurve:
    """What the share of the first seat comes to as its players get stronger.

    The logit of the share is taken to near its limit exponentially,
    ``logit(limit) + height * exp(-rate * (elo - that of the weakest))``.

    Parameters
    ----------
    table : polars.DataFrame
        Of :func:`balance_by_strength`: the levels that the curve goes through.
    limit, low, high : float
        The limit, and the ends of its 95 % interval, 0 to 1.
    height, rate : float
        Of the curve, in logits and for each point of Elo.
    nearest, farthest : float
        Ends of the 95 % interval of the distance from the strongest level to the limit.
    misfit : float
        p-value of the curve: how often chance alone would lead so far from it.
    """

    table: pl.DataFrame
    limit: float
    low: float
    high: float
    height: float
    rate: float
    nearest: float
    farthest: float
    misfit: float

    @property
    def converges(self) -> bool:
        """Whether the curve fits, and leads within 5 points of a limit known to within 10."""
        near = self.nearest >= -NEAR and self.farthest <= NEAR
        return near and self.high - self.low <= 2 * KNOWN and self.misfit >= MISFIT

    def share(self, elo: Array) -> Array:
        """Return the share of the first seat at some strengths."""
        logit = np.log(self.limit / (1 - self.limit)) + self.height * np.exp(
            -self.rate * (elo - self.table["elo"][0])
        )
        shares: Array = 1 / (1 + np.exp(-logit))
        return shares

    @cached_property
    def sentence(self) -> str:
        """What can be said of the limit, in words."""
        last = self.table.row(-1, named=True)
        said = (
            f"{last['level']}, the strongest, {100 * last['share']:.0f} % "
            f"({100 * last['low']:.0f} to {100 * last['high']:.0f} %)"
        )
        if self.misfit < MISFIT:
            return f"It does not converge: no such curve goes through the shares; {said}."
        if not self.converges:
            return f"It does not converge by what was played: {said}."
        return (
            f"It comes to {100 * self.limit:.0f} % ({100 * self.low:.0f} to "
            f"{100 * self.high:.0f} %); {said}."
        )


@takes(seed=SEED)
def balance_curve(table: Frame, seed: int = 0) -> BalanceCurve:
    """Return the curve through a balance by strength, and the limit that it comes to.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Of :func:`balance_by_strength`, with ratings of at least four levels.
    seed : int
        Of the draws that make the intervals.

    Raises
    ------
    BalanceError
        If fewer than four levels have a rating: three numbers are fitted.
    """
    from scipy.stats import t

    columns = ("level", "players", "elo", "games", "share", "low", "high")
    table = need(table, "a table of balance", columns).drop_nulls("elo")
    if table.height < 4:
        raise BalanceError(f"expected ratings of at least 4 levels, not of {table.height}")
    elo = (table["elo"] - table["elo"][0]).to_numpy()
    games = table["games"].to_numpy()
    shares = (table["share"].to_numpy() * games + 0.5) / (games + 1)  # 0 has a logit so
    freedom = np.where(table["players"].to_numpy() > 1, table["players"].to_numpy() - 1, np.inf)
    half = (table["high"] - table["low"]).to_numpy() / 2
    slope = 1 / (shares * (1 - shares))
    error = np.where(
        np.isfinite(freedom),
        slope * half / t.ppf((1 + CONFIDENCE) / 2, freedom),
        np.sqrt(slope / (games + 1)),
    )
    logits = np.log(shares / (1 - shares))
    rng = np.random.default_rng(seed)
    noise = np.where(
        np.isfinite(freedom),
        rng.standard_t(np.where(np.isfinite(freedom), freedom, 1), (DRAWS, len(elo))),
        rng.standard_normal((DRAWS, len(elo))),
    )
    fits = _fit(elo, np.vstack([logits, logits + error * noise]), 1 / error)
    curve = fits.limit[0] + fits.height[0] * np.exp(-fits.rate[0] * elo)
    by_chance = _fit(elo, curve + error * noise, 1 / error).squares
    limit = 1 / (1 + np.exp(-fits.limit))
    last = 1 / (1 + np.exp(-(fits.limit + fits.height * np.exp(-fits.rate * elo[-1]))))
    tails = [50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)]
    low, high = np.percentile(limit[1:], tails)
    nearest, farthest = np.percentile((limit - last)[1:], tails)
    misfit = np.mean(by_chance >= fits.squares[0])
    found = limit[0], low, high, fits.height[0], fits.rate[0], nearest, farthest, misfit
    return BalanceCurve(table, *map(float, found))


class _Fits(NamedTuple):
    """The best curves through some rows, and the weighted squares that they leave."""

    limit: Array
    height: Array
    rate: Array
    squares: Array


def _fit(elo: Array, logits: Array, weight: Array) -> _Fits:
    """Return the best curve through each row of logits, by weighted least squares."""
    best = np.full(len(logits), np.inf)
    found = np.zeros((3, len(logits)))
    for rate in RATES:
        design = np.stack([np.ones_like(elo), np.exp(-rate * elo)], axis=1) * weight[:, None]
        solved = np.linalg.lstsq(design, (logits * weight).T, rcond=None)[0]
        squares = ((design @ solved - (logits * weight).T) ** 2).sum(axis=0)
        better = squares < best
        best[better] = squares[better]
        found[:2, better], found[2, better] = solved[:, better], rate
    return _Fits(found[0], found[1], found[2], best)
