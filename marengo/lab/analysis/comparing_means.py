"""Is the mean of B different from that of A? Games on common seeds, until an interval says so.

After each block of pairs there is an interval of the difference that holds at any time
(:mod:`marengo.lab.analysis.any_time`), so that play may end as soon as it says enough: that the
difference has a sign, or that it is smaller than what matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, REAL, SEED, WORKERS, Bounds, takes
from marengo.core.players import default_player, unlearned
from marengo.lab.analysis.any_time import means_at_any_time
from marengo.lab.analysis.comparing import (
    BLOCK,
    MOST,
    Compared,
    Verdict,
    after,
    seats_of,
    side_of,
    who_played,
)
from marengo.lab.analysis.differences import PairedDifference, difference_of_means
from marengo.lab.analysis.measures import check_measure, measured_games, measured_run
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.simulate import game_seed, players_of


@dataclass(frozen=True, slots=True)
class MeanComparison:
    """Result of comparing the mean of a measure in the games of A and of B.

    Parameters
    ----------
    a, b, players : str
        What was compared, and who played, as in :class:`Comparison`.
    on : str
        What was measured of each game.
    verdict : str
        What the interval says: "higher" or "lower" in B, "no difference of that size", or "open".
    paired : PairedDifference
        The mean of B less that of A; its interval holds at any time if games were played until the
        verdict, else it is Student's.
    by, alpha : float
        The difference that matters, and the probability that the interval misses the truth.
    sequential : bool
        Whether games were played until the verdict, and not all of a run taken.
    unlearned : tuple of str
        Sentences that say which players have not learned what they play.
    """

    a: str
    b: str
    players: str
    on: str
    verdict: Verdict
    paired: PairedDifference
    by: float
    alpha: float
    sequential: bool
    unlearned: tuple[str, ...] = ()

    def line(self) -> str:
        """Say it in one line."""
        paired, surely = self.paired, f"{100 * (1 - self.alpha):g} %"
        verdict = {
            "higher": f"higher in {self.b}",
            "lower": f"lower in {self.b}",
            "open": "open: too few games to tell",
        }.get(self.verdict, f"no difference of {self.by:g}")
        holds = "holds at any time" if self.sequential else "is of all games there are"
        return (
            f"{self.b} against {self.a}: mean {self.on} {paired.value:.3g} against "
            f"{paired.other_value:.3g}, difference {paired.difference:+z.2g} ({surely} interval "
            f"{paired.low:+z.2g} to {paired.high:+z.2g}, which {holds}) in {paired.pairs:,} games "
            f"each, {self.players}. Verdict: {verdict}{after(self.unlearned)}"
        )


@takes(by=REAL, alpha=REAL, most=Bounds(2, MOST_GAMES), seed=SEED, workers=WORKERS)
def compare_on(
    a: Compared,
    b: Compared,
    *names: str,
    on: str,
    by: float,
    players: Sequence[str] = (),
    default: str | None = None,
    alpha: float = 0.05,
    most: int = MOST,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    **by_seat: str,
) -> MeanComparison:
    """Play two scenarios on common seeds until it is clear whether their games differ on average.

    Parameters
    ----------
    a, b, names, players, default, most, seed, workers, progress, by_seat
        As for :func:`compare`.
    on : str
        What is measured of a game: ``"length"``, ``"losses"``, ``"drama"`` and other measures of
        quality, or a column of numbers, as far as the game has them.
    by : float
        The difference that matters, in the unit of what is measured.
    alpha : float
        Probability, at most, that the interval misses the truth at any time.

    Returns
    -------
    MeanComparison
        After Ctrl-C with the blocks of games that were finished. ``line()`` says it in one line.

    Raises
    ------
    ScenarioError, PlayerError
        If there is no such scenario or player.
    StudyError
        If there is no such measure, a run is compared with a scenario or has not one cell, or no
        two games are there in common.
    ValueError
        If a number is out of range; names it.
    KeyboardInterrupt
        After Ctrl-C before a block of games was finished.
    """
    if not by > 0:
        raise ValueError(f"by: expected more than 0, not {by}")
    if not 0 < alpha < 0.5:
        raise ValueError(f"alpha: expected more than 0 and less than 0.5, not {alpha}")
    first, second = side_of(a), side_of(b)
    if seats_of(first) is not seats_of(second):
        raise StudyError("a, b: expected the same seats in both")
    if isinstance(first, Run) and isinstance(second, Run):
        values = _joined(*(measured_run(run, on) for run in (second, first)))
        if len(values) < 2:
            raise StudyError("expected two games with a seed in common, of runs with the same seed")
        paired = difference_of_means(values[:, 0], values[:, 1], 1 - alpha)
        sides, who = (first.folder.name, second.folder.name), who_played(first, second)
        untold = tuple(dict.fromkeys(first.study.unlearned() + second.study.unlearned()))
        sequential = False
    elif isinstance(first, Game) and isinstance(second, Game):
        for game in (first, second):
            check_measure(game, on)
        seated = players_of(first, (*names, *players), by_seat, default or default_player(first))
        paired = _until_clear((second, first), seated, on, by, alpha, most, seed, workers, progress)
        sides, who = (first.scenario_name, second.scenario_name), " v ".join(seated)
        untold, sequential = tuple(unlearned(seated, (first, second))), True
    else:
        raise StudyError("a, b: expected two scenarios or two runs, not one of each")
    return MeanComparison(
        a=sides[0],
        b=sides[1],
        players=who,
        on=on,
        verdict=_verdict(paired, by),
        paired=paired,
        by=by,
        alpha=alpha,
        sequential=sequential,
        unlearned=untold,
    )


def _joined(first: pl.DataFrame, second: pl.DataFrame) -> np.ndarray[Any, Any]:
    """Return the values of games with common seeds, shape (games, 2)."""
    both = first.join(second, on="seed", suffix="_b", validate="1:1").drop_nulls()
    return both.select("value", "value_b").to_numpy()


def _verdict(paired: PairedDifference, by: float) -> Verdict:
    """Return what an interval says of a difference."""
    if paired.low > 0:
        return "higher"
    if paired.high < 0:
        return "lower"
    return "no difference of that size" if max(-paired.low, paired.high) < by else "open"


def _until_clear(
    games: tuple[Game[Any], Game[Any]],
    players: Sequence[str],
    on: str,
    by: float,
    alpha: float,
    most: int,
    seed: int,
    workers: int | None,
    progress: bool,
) -> PairedDifference:
    """Play block after block until the interval at any time says enough, or all are played."""
    values, paired = np.empty((0, 2)), None
    with tqdm(total=most, unit="pair", disable=not progress, desc="compare") as bar:
        for block, begin in enumerate(range(0, most, BLOCK)):
            number, root = min(BLOCK, most - begin), game_seed(seed, block)
            try:
                frames = [
                    measured_games(game, number, players, on, root, workers) for game in games
                ]
            except KeyboardInterrupt:
                break
            if any(frame.height < number for frame in frames):
                break
            bar.update(number)
            values = np.vstack([values, _joined(*frames)])
            if len(values) < 2:
                continue
            paired = means_at_any_time(values[:, 0], values[:, 1], 1 - alpha)
            if _verdict(paired, by) != "open":
                break
    if paired is None:
        raise KeyboardInterrupt
    return paired
