"""What the games of a what-if and its standard say so far, game by game on common seeds."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from marengo.charts.chart_frame import signed
from marengo.lab.analysis.differences import PairedDifference, difference_of_pairs
from marengo.lab.analysis.paired_shares import Pairs
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.statistics import Share, share

LOOKS = 60
"""Most times that the difference is reckoned, from the first pair of games to the last."""

ARMY = "austrian"
"""Army whose win rate it is."""


@dataclass(frozen=True, slots=True)
class WhatIfResult:
    """Results of a what-if and its standard with the same two players."""

    austrian: str
    french: str
    standard: Share
    what_if: Share
    # of the games that both have played: after some of them, on the way, and at last after all
    course: tuple[PairedDifference, ...]

    @property
    def found(self) -> PairedDifference:
        """Austria's share in the what-if less that in the standard."""
        return self.course[-1]

    @property
    def gains(self) -> str | None:
        """The army that the what-if helps; None if the interval of the difference holds zero."""
        return "austrian" if self.found.low > 0 else "french" if self.found.high < 0 else None

    @property
    def players(self) -> str:
        """The players in words."""
        if self.austrian == self.french:
            return f"{self.austrian} on both sides"
        return f"Austria: {self.austrian}, France: {self.french}"


def points(paired: PairedDifference, unit: str = " ") -> str:
    """Return a difference with its interval, in points."""
    value, low, high = (signed(100 * end) for end in (paired.difference, paired.low, paired.high))
    return f"{value}{unit} ({low} to {high})"


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings of a run so far."""

    each: tuple[WhatIfResult, ...]  # one for every two players that have finished a pair of games
    failed: int = 0  # games that could not be played to their end
    error: str = ""  # of the first of them
    unlearned: tuple[str, ...] = ()  # sentences on players who have not learned what they play


def findings_of(run: Run) -> Findings:
    """Return what a run of a standard and a what-if, in this order, says so far."""
    games = run.games.select("cell", "game", won=pl.col("winner") == ARMY).collect()
    cells = run.study.cells
    half = len(cells) // 2
    each = (_finding(games, cells[number], number, number + half) for number in range(half))
    failures = run.failures.select("error").collect()
    error = str(failures["error"][0]) if failures.height else ""
    findings = tuple(finding for finding in each if finding)
    return Findings(findings, failures.height, error, tuple(run.study.unlearned()))


def _finding(games: pl.DataFrame, cell: Cell, standard: int, what_if: int) -> WhatIfResult | None:
    """Return what two cells say, or None while they have no game in common."""
    standard_games, what_if_games = (
        games.filter(cell=number).drop("cell") for number in (standard, what_if)
    )
    both = standard_games.join(what_if_games, on="game", suffix="_if", validate="1:1").sort("game")
    if both.is_empty():
        return None
    won, won_if = both["won"].to_numpy(), both["won_if"].to_numpy()
    counts = np.cumsum(
        [won & won_if, ~won & won_if, won & ~won_if, ~won & ~won_if], axis=1, dtype=np.int64
    )
    standards, what_ifs = (
        share(int(frame["won"].sum()), frame.height) for frame in (standard_games, what_if_games)
    )
    steps = np.unique(np.linspace(1, both.height, LOOKS).round().astype(int))
    course = (difference_of_pairs(Pairs(*counts[:, step - 1].tolist())) for step in steps)
    austrian, french = cell.players
    return WhatIfResult(austrian, french, standards, what_ifs, tuple(course))
