"""Search for the front: variants of a scenario are bred towards what is wanted of it.

NSGA-II (Deb and others 2002), by Optuna, proposes values of the factors; each generation is a study
on common seeds. What seems to be on the front in all of them together is played once more, on other
seeds, as having been chosen for it flatters.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.numbers import GAMES, MOST_GAMES, SEED, WORKERS, Bounds, takes
from marengo.core.players import default_player
from marengo.core.scenarios import merged
from marengo.lab.analysis.factors import Factor, Value, check_factors, read_factors
from marengo.lab.analysis.fronts import BALANCE, aims_of, front_of, observed_for, variant_values
from marengo.lab.plan import Study
from marengo.lab.run_folder import Run
from marengo.lab.running import run
from marengo.lab.what_ifs import plan_game

__all__ = ["search_front"]

FEW = 0.1
"""Chance of being on the front below which a variant is not played again."""

CONFIRMED = "confirmed"
"""Name of the study that plays variants once more."""

Point = tuple[Value, ...]


@takes(
    generations=GAMES,
    population=Bounds(2, MOST_GAMES),
    games=Bounds(2, MOST_GAMES),
    confirm=Bounds(2, MOST_GAMES),
    most=GAMES,
    seed=SEED,
    workers=WORKERS,
)
def search_front(
    scenario: str,
    factors: Sequence[Factor] | None = None,
    aims: Sequence[str] = (BALANCE, "drama", "length"),
    *,
    folder: str | Path,
    player: str | None = None,
    generations: int = 6,
    population: int = 16,
    games: int = 200,
    confirm: int = 1000,
    most: int = 20,
    seed: int = 0,
    workers: int | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Run:
    """Look for variants of a scenario that no other dominates in what is wanted.

    Parameters
    ----------
    scenario : str
        Name or file of the scenario.
    factors : sequence of Factor, optional
        What may be changed, and how far; default: those that come with marengo for the game.
    aims : sequence of str
        What is wanted, as for :func:`front`.
    folder : str or Path
        Where the runs lie: one for each generation, and one that confirms. The same call goes on
        with what is missing.
    player : str, optional
        Who plays all seats; let him know how to play with other numbers. Default: as for
        ``simulate``.
    generations, population : int
        How often variants are bred, and how many; those that were there before are not played anew.
    games, confirm : int
        Games of each variant while searching, and of each that is played once more.
    most : int
        Variants that are played once more, besides the scenario as it is.
    seed : int
        Of all games and of the search; those that confirm have the next one.
    workers : int, optional
        Threads; default: one a processor.
    say : callable
        Called with a line for each generation.

    Returns
    -------
    Run
        Of the scenario as it is and of the variants with a chance of a tenth or more, on fresh
        seeds; :func:`front` reads it. It is not finished if the search was stopped.

    Raises
    ------
    ImportError
        If Optuna is not there.
    StudyError
        If a factor is no number of the scenario, a value is out of its range, or there is no such
        aim.
    ScenarioError
        If there is no such scenario.
    ValueError
        If a number is out of its range.
    """
    game = plan_game(scenario, {})
    wanted = aims_of(game, aims)
    chosen = tuple(read_factors(game.name) if factors is None else factors)
    check_factors(chosen)
    breeder = _breeder(len(aims), population, seed)
    numbers: dict[Point, int] = {}
    values: list[pl.DataFrame] = []

    def planned(name: str, points: Sequence[Point], games: int, root: int) -> Study:
        what_ifs = {_name(numbers[point]): _what_if(scenario, chosen, point) for point in points}
        return Study(
            name=name,
            scenarios=(scenario, *what_ifs) if name == CONFIRMED else tuple(what_ifs),
            players=(player or default_player(game),),
            games=games,
            seed=root,
            observe=observed_for(aims),
            what_ifs=what_ifs,
            seats=len(game.seats),
        ).check()

    for generation in range(1, generations + 1):
        bred = [
            breeder.ask({factor.name: _range(factor) for factor in chosen})
            for _ in range(population)
        ]
        points = [tuple(trial.params[factor.name] for factor in chosen) for trial in bred]
        fresh = [point for point in dict.fromkeys(points) if point not in numbers]
        if fresh:
            first = len(numbers)
            numbers |= {point: first + at for at, point in enumerate(fresh)}
            study = planned(f"generation-{generation}", fresh, games, seed)
            ran = run(study, Path(folder) / study.name, workers=workers)
            if not ran.finished:
                return ran
            values.append(variant_values(ran, aims).with_columns(pl.col("cell") + first))
        means = pl.concat(values).group_by("cell").mean().sort("cell").select(*aims).to_numpy()
        for trial, point in zip(bred, points, strict=True):
            aim_means = zip(wanted.values(), means[numbers[point]], strict=True)
            breeder.tell(trial, [float(aim.loss(mean)) for aim, mean in aim_means])
        say(f"generation {generation}: {len(fresh)} new variants of {population}")
    table = front_of(pl.concat(values), [_name(number) for number in numbers.values()], wanted)
    likely = table.filter(pl.col("chance") >= FEW)["cell"].unique(maintain_order=True).head(most)
    finalists = [point for point, number in numbers.items() if number in likely]
    study = planned(CONFIRMED, finalists, confirm, seed + 1)
    say(
        f"{len(finalists)} of {len(numbers)} variants may be on the front, and are played once more"
    )
    return run(study, Path(folder) / study.name, workers=workers)


def _breeder(aims: int, population: int, seed: int) -> Any:
    """Return Optuna's study, which proposes variants and is told of them."""
    try:
        import optuna
    except ImportError as error:
        needed = "pip install 'marengo[search]'"
        raise ImportError(f"search_front: expected Optuna, which breeds: {needed}") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.NSGAIISampler(population_size=population, seed=seed)
    return optuna.create_study(directions=["minimize"] * aims, sampler=sampler)


def _range(factor: Factor) -> Any:
    """Return the range of a factor as Optuna takes it."""
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if factor.switch:
        return CategoricalDistribution((False, True))
    if factor.is_whole:
        return IntDistribution(round(factor.low), round(factor.high))
    return FloatDistribution(factor.low, factor.high)


def _name(number: int) -> str:
    return f"variant-{number:04}"


def _what_if(scenario: str, factors: Sequence[Factor], point: Point) -> dict[str, Any]:
    """Return a variant as a plan states it."""
    whole: dict[str, Any] = {}
    for factor, value in zip(factors, point, strict=True):
        whole = merged(whole, factor.table(value))
    pairs = zip(factors, point, strict=True)
    title = ", ".join(f"{factor.name} {value:.4g}" for factor, value in pairs)
    return {"extends": scenario, "title": title, **whole}
