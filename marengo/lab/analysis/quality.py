"""Measures of how good games are, with the definitions of those who published them.

They are taken from the *lead curve* of a game: the estimate of winning at the end of each turn.
Browne evaluates both players after each move of a combinatorial game; here one turn of a player
takes the place of a move, since a turn is what the opponent answers, and the probability of winning
that was learned takes that of an evaluation: the eventual winner's is *w*, the loser's 1 - *w*, and
0.5 is even. The last turn of a game ends with the outcome, not with an estimate; measures of the
lead leave it out where this is said.

The estimates are what the players that come with marengo have learned to expect, seeing all pieces.
They are as good as that, so the measures compare scenarios and players; single values are no facts
of nature.

References
----------
C. Browne, "Automatic generation and evaluation of recombination games", doctoral thesis, Queensland
University of Technology, 2008; C. Browne and F. Maire, "Evolutionary game design", IEEE
Transactions on Computational Intelligence and AI in Games 2 (2010), 1-16.

A. Cincotti and H. Iida, "Outcome uncertainty and interestedness in game-playing: a case study using
synchronized Hex", New Mathematics and Natural Computation 2 (2006).

H. Iida, K. Takahara, J. Nagashima, Y. Kajihara and T. Hashimoto, "An application of game-refinement
theory to Mah Jong", Entertainment Computing (ICEC 2004).

L. V. Allis, "Searching for solutions in games and artificial intelligence", doctoral thesis,
University of Limburg, 1994.
"""

import polars as pl
from scipy.special import stdtrit

from marengo.core.numbers import SHARE, takes
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of

GAME = ["cell", "game"]

QUALITY_COLUMNS: Columns = {
    "drama": (pl.Float64, "how far the eventual winner was behind, 0 to 1 (Browne 2008)"),
    "behind": (pl.Float64, "share of turns after which he was behind (Browne and Maire 2010)"),
    "lead_change": (pl.Float64, "share of turns that gave the lead to the other (Browne 2008)"),
    "decisive_lead": (pl.Float64, "highest estimate of the eventual loser (Browne 2008)"),
    "decided": (pl.Float64, "share of turns after the winner was above that (Browne 2008)"),
    "permanence": (pl.Float64, "share of gains not taken back by the reply (after Browne 2008)"),
    "uncertainty": (pl.Float64, "mean entropy of the estimate, bits (Cincotti and Iida 2006)"),
    "turns": (pl.Float64, "length: turns of a player"),
    "choices": (pl.Float64, "length: decisions of both sides with more than one legal move"),
    "real_choices": (pl.Float64, "share of decisions with more than one legal move"),
    "branching": (pl.Float64, "branching factor: legal moves a choice (Allis 1994)"),
    "complexity": (pl.Float64, "game-tree complexity: log10 of the size of the tree (Allis 1994)"),
    "refinement": (pl.Float64, "game refinement: root of branching by length (Iida et al. 2004)"),
}
"""Measures of one game: type and meaning with unit."""

QUALITY_TABLE_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "scenario": (pl.String, "name or file of the scenario, as the plan has it"),
    "measure": (pl.String, "name of the measure, see QUALITY_COLUMNS"),
    "games": (pl.Int64, "games that have it"),
    "mean": (pl.Float64, "mean over these games, in the unit of the measure"),
    "low": (pl.Float64, "lower end of its 95 % interval (Student's t)"),
    "high": (pl.Float64, "upper end; both null with fewer than 2 games"),
}
"""Columns of :func:`quality_table`: type and meaning with unit.

After ``scenario`` stand columns of who played each seat, by its name.
"""

_WINNER = pl.col("winner_estimate")
_EARLIER = _WINNER.slice(0, pl.len() - 1)  # the last turn ends with the outcome
_MOVER = pl.col("mover_estimate")


def _drama() -> list[pl.Expr]:
    """Return Browne's drama, and how long it lasts.

    Drama is the mean of ``sqrt(E_l - E_w)`` over the turns, the last left out, at whose end the
    eventual winner's evaluation ``E_w`` was below the loser's ``E_l``; 0 if there are none. With
    ``w`` and ``1 - w`` in their places the difference is ``1 - 2 w``. The share of such turns
    stands beside it, since a long moderate crisis and a short one have the same drama.
    """
    deficit = 1 - 2 * _EARLIER
    return [
        deficit.filter(deficit > 0).sqrt().mean().fill_null(0.0).alias("drama"),
        (deficit > 0).mean().alias("behind"),
    ]


def _lead_change() -> pl.Expr:
    """Return Browne's lead change: changes of the leader by the turns that could change him.

    The first turn cannot, the last can. While the game is even the lead stays with who had it last.
    """
    leads = (_WINNER - 0.5).sign()
    leader = pl.when(leads != 0).then(leads).forward_fill()
    changes = (leader != leader.shift(1)).sum()
    return (changes / pl.when(pl.len() > 1).then(pl.len() - 1)).alias("lead_change")


def _decisiveness() -> list[pl.Expr]:
    """Return Browne's decisiveness threshold, and the share of the game after it was crossed.

    The threshold of a game is the highest estimate that its eventual loser had at the end of a turn
    but the last. Once the winner has more for the first time, the game is decided: what is left of
    it, by turns, is what should be short; nothing is if the loser was as good as sure of winning
    once, so that no estimate is above his. Browne takes one threshold for all games of a kind; one
    for each game, as here, needs no other games and gives a lower bound of it.
    """
    threshold = (1 - _EARLIER).max().fill_null(0.0)
    beyond = threshold < _WINNER
    after = 1 - (beyond.arg_max() + 1) / pl.len()
    return [
        threshold.alias("decisive_lead"),
        pl.when(beyond.any()).then(after).otherwise(0.0).alias("decided"),
    ]


def _permanence() -> pl.Expr:
    """Return the share of the gains of turns that survives the reply; null without gains.

    Browne asks how far a move can be undone by the reply to it. The formula is our own: turn *n*
    changes its mover's estimate by *g*, the reply changes it by *-h*. What is taken back is the
    lesser of both, if both are positive. The first turn has no estimate before it, the last one no
    reply; as a reply the last one counts.
    """
    gain = (_MOVER - (1 - _MOVER.shift(1))).slice(1)  # the mover before is the enemy
    gained = gain.slice(0, pl.len() - 2).clip(lower_bound=0)
    reply = gain.slice(1, pl.len() - 2).clip(lower_bound=0)
    whole = gained.sum()
    lost = pl.min_horizontal(gained, reply).sum()
    return (1 - lost / pl.when(whole > 0).then(whole)).alias("permanence")


def _uncertainty() -> pl.Expr:
    """Return the mean Shannon entropy of the two outcomes, in bits: 1 while all turns end even.

    The last turn, after which nothing is uncertain, is left out.
    """
    win, loss = (chance.clip(1e-12, 1.0) for chance in (_EARLIER, 1 - _EARLIER))
    entropy = -(win * win.log(2) + loss * loss.log(2))
    return entropy.mean().alias("uncertainty")


def _size() -> list[pl.Expr]:
    """Return length, branching, and what follows from them.

    Allis takes a tree of uniform branching: the mean of branching to the power of the length. Here
    the logarithms of the mean branching of each turn are added, for turns are not alike; within a
    turn the mean makes the sum a little too large.
    """
    choices, options = pl.col("choices"), pl.col("options")
    number, branching = choices.sum(), options.sum() / choices.sum()
    by_turn = choices * (options / choices).log(10)
    return [
        pl.len().cast(pl.Float64).alias("turns"),
        number.cast(pl.Float64).alias("choices"),
        (number / pl.col("decisions").sum()).alias("real_choices"),
        pl.when(number > 0).then(branching).alias("branching"),
        by_turn.filter(choices > 0).sum().alias("complexity"),
        pl.when(number > 0).then(branching.sqrt() / number).alias("refinement"),
    ]


def measure(games: pl.LazyFrame, turns: pl.LazyFrame) -> pl.LazyFrame:
    """Return the measures of games, :data:`QUALITY_COLUMNS`, from their frames: one row a game."""
    estimate = pl.col("estimate").cast(pl.Float64)
    first = seat_in(games, None)
    is_won = pl.col("winner").cast(pl.String).eq_missing(first)
    is_mover = pl.col("side").cast(pl.String) == first
    counts = [pl.col(name).cast(pl.Int64) for name in ("decisions", "choices", "options")]
    rows = turns.join(games.select(*GAME, "winner"), on=GAME).select(
        *GAME,
        "turn",
        pl.when(is_won).then(estimate).otherwise(1 - estimate).alias("winner_estimate"),
        pl.when(is_mover).then(estimate).otherwise(1 - estimate).alias("mover_estimate"),
        *counts,
    )
    measures = [*_drama(), _lead_change(), *_decisiveness(), _permanence(), _uncertainty()]
    by_game = rows.sort(*GAME, "turn").group_by(GAME).agg(*measures, *_size())
    return by_game.select(*GAME, *QUALITY_COLUMNS).sort(GAME)


@takes()
def quality_by_game(run: Run) -> pl.LazyFrame:
    """Return measures of the quality of each game of a run.

    The module explains how Browne's definitions were carried over to estimates of winning.

    Parameters
    ----------
    run : Run
        Of a plan that observes turns.

    Returns
    -------
    polars.LazyFrame
        One row a game, in the order of the plan: ``cell``, ``game`` and :data:`QUALITY_COLUMNS`.

    Raises
    ------
    StudyError
        If the plan does not observe turns.
    """
    if "turns" not in run.study.observe:
        raise StudyError('observe: expected "turns" in the plan, for estimates of winning by turn')
    return measure(run.games, run.turns)


@takes(confidence=SHARE)
def quality_table(run: Run, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the mean quality of the games of each cell, with intervals.

    Parameters
    ----------
    run : Run
        Of a plan that observes turns.
    confidence : float
        Probability that an interval covers the true mean, each by itself.

    Returns
    -------
    polars.DataFrame
        One row for each cell and measure; :data:`QUALITY_TABLE_COLUMNS`.

    Raises
    ------
    StudyError
        If the plan does not observe turns.
    """
    long = quality_by_game(run).unpivot(list(QUALITY_COLUMNS), index=GAME, variable_name="measure")
    means = long.group_by("cell", "measure").agg(
        games=pl.col("value").count(), mean=pl.col("value").mean(), spread=pl.col("value").std()
    )
    by_cell = {(row[0], row[1]): row[2:] for row in means.collect().iter_rows()}
    rows = [
        (
            number,
            cell.scenario,
            *cell.players,
            name,
            *_interval(*moments, confidence=confidence),
        )
        for number, cell in enumerate(run.study.cells)
        for name in QUALITY_COLUMNS
        if (moments := by_cell.get((number, name)))
    ]
    first, second, *others = QUALITY_TABLE_COLUMNS.items()
    seats = zip(run.game.seat_names(), run.game.seat_titles(), strict=True)
    players = [(seat, (pl.String, f"who played {title}")) for seat, title in seats]
    return frame_of(dict([first, second, *players, *others]), rows)


def _interval(
    games: int, mean: float | None, spread: float | None, *, confidence: float
) -> tuple[int, float | None, float | None, float | None]:
    """Return number, mean and the ends of the interval of the mean."""
    if mean is None or spread is None:
        return games, mean, None, None
    half = float(stdtrit(games - 1, (1 + confidence) / 2)) * spread / games**0.5
    return games, mean, mean - half, mean + half
