"""Cases for scenario discovery: variants of a scenario, drawn from all of the ranges of factors."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
from tqdm.auto import tqdm

from marengo.core.numbers import GAMES, MOST_GAMES, SEED, WORKERS, Bounds, takes
from marengo.core.players import default_player
from marengo.lab.analysis.auto_balance import changed
from marengo.lab.analysis.discovery import FEWEST, RESERVED
from marengo.lab.analysis.factors import Factor, check_factors, drawn, read_factors
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.seats import has_won
from marengo.lab.simulate import game_seed, simulate
from marengo.lab.what_ifs import plan_game

__all__ = ["variant_cases"]


@takes(variants=Bounds(4 * FEWEST, MOST_GAMES), games=GAMES, seed=SEED, workers=WORKERS)
def variant_cases(
    scenario: str | Path,
    factors: Sequence[Factor] | None = None,
    *,
    variants: int = 400,
    games: int = 20,
    player: str | None = None,
    side: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Play variants of a scenario, whose factors all have values from anywhere in their ranges.

    Parameters
    ----------
    scenario : str or Path
        Name or file of the scenario.
    factors : sequence of Factor, optional
        What is varied, and how far; default: those that come with marengo for the game.
    variants : int
        How many, at least 40; they fill the space of the factors (a Latin hypercube).
    games : int
        Games of each. Their seeds are those of no other variant, so that cases are independent.
    player : str, optional
        Who plays all seats; default: as for ``simulate``.
    side : str, optional
        The seat whose wins are counted; default: the first.
    seed : int
        Root of all seeds.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    polars.DataFrame
        One row a variant: a column for each factor, ``games``, and how many of them were ``won``.

    Raises
    ------
    StudyError
        If a factor is none of the scenario's or has a name of another column.
    ScenarioError, PlayerError
        If there is no such scenario or player.
    ValueError
        If a number is out of its range, or there is no such seat.
    """
    game = plan_game(str(scenario), {})
    chosen = tuple(read_factors(game.name) if factors is None else factors)
    check_factors(chosen)
    if taken := [factor.name for factor in chosen if factor.name in RESERVED]:
        raise StudyError(f"factors: {taken[0]}: expected another name, as cases have such a column")
    named = {factor.name: factor for factor in chosen}
    seats = [player or default_player(game)] * len(game.seats)
    for factor in chosen:  # before anything is shown
        for share in (0.0, 1.0):
            changed(str(scenario), named, {factor.name: factor.at(share, equally=False)})
    seat = seat_in(simulate(game, 0, players=seats, progress=False), side)
    rows = []
    points = drawn(chosen, variants, seed)
    for number, point in enumerate(tqdm(points, unit="variant", disable=not progress)):
        variant, root = changed(str(scenario), named, point), game_seed(seed, number)
        frame = simulate(variant, games, players=seats, seed=root, workers=workers, progress=False)
        if frame.height < games:
            raise KeyboardInterrupt
        won = int(frame.select(has_won(seat).sum()).item())
        rows.append({**point, "games": games, "won": won})
    return pl.DataFrame(rows)
