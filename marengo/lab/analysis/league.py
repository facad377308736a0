"""A league: the balance of a game when each side may choose who plays it.

What two equal players make of a game tells as much of them as of it, and who knows his opponent
will not send a player whom that one beats. So there is a matrix: how often the first seat wins with
each of its players against each of the other's. It is a game itself, of two who choose a player
without seeing the other's choice; the mixtures that neither can better are its equilibrium, and its
value is the balance (Lanctot and others 2017 call it the meta-game).

Reference: M. Lanctot, V. Zambaldi, A. Gruslys and others, "A unified game-theoretic approach to
multiagent reinforcement learning", *Advances in Neural Information Processing Systems* 30 (2017).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from marengo.core.engine.matrix_games import solved
from marengo.core.errors import MarengoError
from marengo.core.numbers import GAMES, SEED, SHARE, takes
from marengo.core.players.populations import value_interval
from marengo.core.scenarios import seat_title
from marengo.lab.plan import Study
from marengo.lab.run_folder import Run
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of, share

LEAGUE_COLUMNS: Columns = {
    "first": (pl.String, "who played the first seat, as named"),
    "second": (pl.String, "who played the second seat"),
    "games": (pl.Int64, "games of the two"),
    "share": (pl.Float64, "share that the first seat won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson)"),
    "first_weight": (pl.Float64, "how often the first seat sends this player, 0 to 1"),
    "second_weight": (pl.Float64, "how often the second seat sends this one"),
}
"""Columns of the table of a league: type and meaning with unit."""

TWO = 2


class LeagueError(MarengoError):
    """Games that make no league; says why."""


@dataclass(frozen=True)
class League:
    """What the balance of a game is if both sides choose who plays.

    Parameters
    ----------
    table : polars.DataFrame
        A row for each pair of players, with the columns of :data:`LEAGUE_COLUMNS`.
    value, low, high : float
        How often the first seat wins if both choose as well as can be, 0 to 1, and the ends of the
        95 % interval.
    seats : tuple of str
        The two seats.
    """

    table: pl.DataFrame
    value: float
    low: float
    high: float
    seats: tuple[str, str]

    @cached_property
    def mixtures(self) -> tuple[dict[str, float], dict[str, float]]:
        """Who is sent how often, on each side."""
        first, second = (
            dict(self.table.select(seat, f"{seat}_weight").unique(maintain_order=True).iter_rows())
            for seat in ("first", "second")
        )
        return first, second

    @property
    def titles(self) -> tuple[str, str]:
        """What sentences call the seats."""
        return seat_title(self.seats[0]), seat_title(self.seats[1])

    @cached_property
    def sentence(self) -> str:
        """Say it in words."""
        titles = self.titles
        sent = [
            ", ".join(
                f"{name} in {100 * weight:.0f} %" for name, weight in one.items() if weight >= 0.005
            )
            for one in self.mixtures
        ]
        return (
            f"If each side may choose its player, {titles[0]} wins {100 * self.value:.1f} % "
            f"({100 * self.low:.1f} to {100 * self.high:.1f} %). {titles[0]} sends {sent[0]}; "
            f"{titles[1]} {sent[1]}."
        )


@takes(games=GAMES, seed=SEED)
def league_study(
    scenario: str, players: Sequence[str], games: int = 1000, seed: int = 1810, name: str = "league"
) -> Study:
    """Return a plan in which each of some players plays each, and himself, in either seat.

    Parameters
    ----------
    scenario : str
        Name or file of what is played, by two seats.
    players : sequence of str
        At least two, as named.
    games : int
        Of each pair in either seat.
    seed : int
        Root of all seeds.
    name : str
        Of the plan.

    Raises
    ------
    LeagueError
        If there are fewer players, or one is named twice.
    """
    if len(players) < TWO or len(set(players)) < len(players):
        raise LeagueError("players: expected at least two, each named once")
    pairs = [(a, b) for at, a in enumerate(players) for b in players[at + 1 :]]
    return Study(
        name=name,
        scenarios=(scenario,),
        players=tuple(players),
        pairs=tuple(pairs),
        games=games,
        seed=seed,
    )


@takes(seed=SEED, confidence=SHARE)
def league(run: Run, confidence: float = CONFIDENCE, seed: int = 0) -> League:
    """Return the balance of a game among some players, any of whom either side may send.

    Parameters
    ----------
    run : Run
        Games of one scenario for two seats, of each first player against each second one; as
        :func:`league_study` plans them. It need not be the same players on both sides.
    confidence : float
        Probability that the interval of the value covers what more games would tell.
    seed : int
        Of the draws that make it.

    Raises
    ------
    LeagueError
        If the game has other seats, or a pair has not played.
    """
    seats = run.game.seat_names()
    if len(seats) != TWO or len(run.study.scenarios) != 1:
        raise LeagueError("a league: expected games of one scenario, which two seats play")
    won = run.games.group_by("cell").agg(
        pl.len(), won=(pl.col("winner") == seats[0]).fill_null(value=False).sum()
    )
    found = {cell: counts for cell, *counts in won.collect().iter_rows()}
    cells = enumerate(run.study.cells)
    played = {cell.players: found[number] for number, cell in cells if number in found}
    rows, columns = (list(dict.fromkeys(pair[side] for pair in played)) for side in (0, 1))
    for pair in ((a, b) for a in rows for b in columns):
        if pair not in played:
            raise LeagueError(f"a league: expected games of {' v '.join(pair)} too")
    games, wins = (
        np.array([[played[a, b][part] for b in columns] for a in rows], float) for part in (0, 1)
    )
    value, first, second = solved(wins / games)
    low, high = value_interval(wins, games, confidence, seed)
    table = league_table((rows, columns), wins, games, (first, second), confidence)
    return League(table, value, low, high, (seats[0], seats[1]))


def league_table(
    names: Sequence[Sequence[str]],
    won: Array,
    games: Array,
    weights: Sequence[Array],
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return who won how often against whom, and who is sent how often."""
    rows = []
    for i, j in np.ndindex(won.shape):
        one = share(round(float(won[i, j])), int(games[i, j]), confidence)
        sent = float(weights[0][i]), float(weights[1][j])
        value = float(won[i, j] / games[i, j])
        rows.append((names[0][i], names[1][j], int(games[i, j]), value, one.low, one.high, *sent))
    return frame_of(LEAGUE_COLUMNS, rows)
