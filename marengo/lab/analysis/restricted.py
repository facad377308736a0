"""Restricted play: what something is worth, by how often a side wins without it.

Jaffe, Miller, Andersen, Liu, Karlin and Popović, "Evaluating competitive game balance with
restricted play", Proceedings of AIIDE 2012: a player that leaves out a part of the game meets one
that does not; how much less it wins is what that part is worth to it.

Here both are the ``rule`` player, and both games of a pair have the same seed. The restricted one
knows of the restriction, since it scores what it may still do, but its weights are those tuned for
the whole game: a worth is what the part is worth to this player, and neither a lower nor an upper
bound of what it is worth to a good one. It is too high where the player would find other ways with
more practice, and too low where it uses the part badly: where it does itself harm by it, as France
does with assaults in Basic, the worth is even negative, which tells of the player and not of the
rule.

Restrictions are nested: whoever leaves out artillery leaves out bombardment, whoever leaves out
roads leaves out main roads, and whoever has but one order has no third. Their worths hold parts in
common and must not be added up.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.engine.record import joined
from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.game import Game
from marengo.core.hooks import Restriction
from marengo.core.numbers import GAMES, SEED, WORKERS, takes
from marengo.core.players.engine_players import RulePlayer
from marengo.core.scenarios import load
from marengo.lab.analysis.paired_shares import Pairs, score_interval
from marengo.lab.plan import StudyError
from marengo.lab.playing import BatchRunner, compiled_runner
from marengo.lab.simulate import Batch
from marengo.lab.statistics import Share, share

__all__ = ["WORTH_COLUMNS", "Restriction", "restricted_play", "restrictions_of"]

POINTS = 100
"""Points of win rate in the whole: 1 point is a hundredth."""

AnyGame = Game[Any]


@takes()
def restrictions_of(game: AnyGame | type[AnyGame]) -> Mapping[str, Restriction]:
    """Return what seats of a game may be restricted to do without, by name.

    Raises
    ------
    MarengoError
        If the game declares no such thing.
    """
    restrictions = game.study().restrictions
    if not restrictions:
        raise MarengoError(f"{game.title} declares nothing that a seat could do without")
    return restrictions


def unrestricted(game: AnyGame) -> Restriction:
    """Return the restriction that leaves nothing out, of a game that has others."""
    nothing = game.study().unrestricted
    assert nothing is not None
    return nothing


WORTH_COLUMNS: dict[str, tuple[Any, str]] = {
    "scenario": (pl.String, "name of the scenario"),
    "seed": (pl.Int64, "root of all seeds"),
    "restriction": (pl.String, "what the side left out, by name"),
    "side": (pl.String, "name of the seat that left it out"),
    "games": (pl.Int64, "pairs of games on the same seeds"),
    "restricted": (pl.Float64, "share of games the side won without it"),
    "restricted_low": (pl.Float64, "lower end of its 95 % Wilson interval"),
    "restricted_high": (pl.Float64, "upper end"),
    "unrestricted": (pl.Float64, "share of games the side won with it"),
    "unrestricted_low": (pl.Float64, "lower end of its 95 % Wilson interval"),
    "unrestricted_high": (pl.Float64, "upper end"),
    "worth": (pl.Float64, "unrestricted less restricted, points of win rate"),
    "low": (pl.Float64, "lower end of its 95 % score interval (Tango 1998), points"),
    "high": (pl.Float64, "upper end, points"),
}
"""Columns of :func:`restricted_play`: type and meaning with unit."""


def play_restricted(
    game: AnyGame,
    restrictions: Sequence[Restriction],
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = False,
) -> pl.DataFrame:
    """Play games of rule players, one a seat, who leave something out; as ``simulate`` does.

    Game *i* has the seed that it has in ``simulate(scenario, games, players=["rule", …], seed=…)``,
    and without any restriction it is the same game, move by move.
    """
    batch = Batch(game, games, seed, restricted_runner(game, restrictions))
    batch.run(workers, progress)
    return batch.frame()


def restricted_runner(game: AnyGame, restrictions: Sequence[Restriction]) -> BatchRunner:
    """Return what plays games of rule players, one a seat, who leave something out."""
    return compiled_runner(
        game,
        [RulePlayer(game) for _ in restrictions],
        ["rule" for _ in restrictions],
        [restriction.ground(game) for restriction in restrictions],
        joined([restriction.bans(game) for restriction in restrictions]),
    )


@takes(games=GAMES, seed=SEED, workers=WORKERS)
def restricted_play(
    scenario: str | Path | AnyGame,
    restrictions: Sequence[str] | None = None,
    games: int = 2000,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Return what some things are worth to each seat, in points of win rate.

    Jaffe and others, "Evaluating competitive game balance with restricted play" (2012). One side
    plays as ``rule`` without something against ``rule`` with everything; the same games are played
    by two that have everything; the difference of win rates, pair by pair on common seeds, is the
    worth; its interval is the score interval of pairs. A worth holds for these players; a negative
    one says that they play better without, as they use the part badly. Restrictions are nested
    (artillery contains bombardment, road contains main_road, two_orders contains third_order), so
    that worths must not be added up.

    Parameters
    ----------
    scenario : str, Path or Game
        Name or file of a scenario, or a game.
    restrictions : sequence of str, optional
        Names of :func:`restrictions_of` the game; default: all of them.
    games : int
        Pairs of games for each restriction and side; at least 1.
    seed : int
        Root of all seeds.
    workers : int, optional
        Threads; default: one a processor. The frame is the same for any number.
    progress : bool
        Whether to show progress bars.

    Returns
    -------
    polars.DataFrame
        One row for each restriction and seat, in the order given; :data:`WORTH_COLUMNS`.

    Raises
    ------
    StudyError
        If there is no such restriction; lists those there are.
    ScenarioError
        If there is no such scenario.
    ValueError
        If a number is out of range.
    KeyboardInterrupt
        After Ctrl-C.
    """
    game = scenario if isinstance(scenario, Game) else load(scenario)
    declared = restrictions_of(game)
    for name in restrictions or ():
        if name not in declared:
            raise StudyError(
                f"restrictions: no restriction {name!r}: expected one of {', '.join(declared)}"
                f"{did_you_mean(name, declared)}"
            )
    free = [unrestricted(game)] * len(game.seats)

    def play(bound: Sequence[Restriction]) -> pl.DataFrame:
        played = play_restricted(game, bound, games, seed, workers, progress)
        if played.height < games:
            raise KeyboardInterrupt  # a part of the table says little
        return played

    whole, rows = play(free), []
    for name in declared if restrictions is None else restrictions:
        for place, seat in enumerate(game.seat_names()):
            bound = [*free[:place], declared[name], *free[place + 1 :]]
            worth = _worth_row(name, seat, play(bound), whole)
            rows.append((game.scenario_name, seed, *worth))
    schema = {column: dtype for column, (dtype, _) in WORTH_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _worth_row(
    name: str, seat: str, without: pl.DataFrame, whole: pl.DataFrame
) -> tuple[str | int | float, ...]:
    """Return a row of the frame of worths; games that only one batch has are left out."""
    pairs = whole.join(without, on="game").select(
        pl.col("winner").eq_missing(seat).alias("has"),
        pl.col("winner_right").eq_missing(seat).alias("lacks"),
    )
    games = pairs.height
    both = pairs.filter(pl.col("has") & pl.col("lacks")).height
    more = pairs.filter(pl.col("has") & ~pl.col("lacks")).height
    less = pairs.filter(~pl.col("has") & pl.col("lacks")).height
    counts = Pairs(both, more, less, games - both - more - less)
    low, high = score_interval(counts)
    lacks, has = share(both + less, games), share(both + more, games)
    ends = *_ends(lacks), *_ends(has)
    return (name, seat, games, *ends, POINTS * counts.difference, POINTS * low, POINTS * high)


def _ends(won_share: Share) -> tuple[float, float, float]:
    return won_share.value, won_share.low, won_share.high
