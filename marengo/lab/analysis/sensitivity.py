"""Sensitivity of the outcome to many parameters at once: which rules carry the balance.

Two methods, both by SALib. Morris's *elementary effects* need few points: each factor is moved
alone, from different corners, and its mean absolute effect ranks it. Sobol's *indices* need many:
they divide the variance of the outcome between factors and their interactions. The outcome is the
win rate of the first seat, measured by games, and so not known exactly: both tables say how much
chance alone would make of a factor that has no effect.

References
----------
M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33
(1991), 161-174; F. Campolongo, J. Cariboni and A. Saltelli, "An effective screening design for
sensitivity analysis of large models", Environmental Modelling & Software 22 (2007), 1509-1518.

A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto and S. Tarantola, "Variance based
sensitivity analysis of model output", Computer Physics Communications 181 (2010), 259-270.

J. Herman and W. Usher, "SALib: an open-source Python library for sensitivity analysis", Journal of
Open Source Software 2 (2017).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from marengo.core.numbers import GAMES, SEED, SHARE, WHOLE, takes
from marengo.core.players import default_player
from marengo.lab.analysis.design import Design, Method, design_of, point_name
from marengo.lab.analysis.factors import Factor, check_factors, read_factors
from marengo.lab.frames import seat_in
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns
from marengo.lab.what_ifs import plan_game

FLIPS = 400
"""Number of draws of what chance alone would do."""

RESAMPLES = 400
"""Resamples of a design for its confidence intervals."""

SAMPLES = {"morris": 10, "sobol": 64}
"""Trajectories or base samples, if nothing is said."""

_FACTOR_COLUMNS: Columns = {
    "factor": (pl.String, "name of the factor"),
    "field": (pl.String, "its field in the scenario"),
    "low": (pl.Float64, "lower end of its range, in the unit of the field"),
    "high": (pl.Float64, "upper end"),
}

MORRIS_COLUMNS: Columns = {
    **_FACTOR_COLUMNS,
    "mu_star": (
        pl.Float64,
        "mean absolute effect of the whole range, points of the first seat's wins",
    ),
    "mu_star_confidence": (pl.Float64, "half width of its 95 % interval over trajectories, points"),
    "mu": (pl.Float64, "mean effect from low to high, points; less than mu_star if it turns round"),
    "sigma": (pl.Float64, "spread of the effects, points: interactions, curvature, and chance"),
    "noise": (pl.Float64, "mu_star that chance of the games alone would make, points"),
    "noise_high": (pl.Float64, "what chance alone exceeds once in 20 times, points"),
}
"""Columns of the frame of Morris's method: type and meaning with unit."""

SOBOL_COLUMNS: Columns = {
    **_FACTOR_COLUMNS,
    "first": (pl.Float64, "first-order index S1: share of the variance by the factor alone"),
    "first_confidence": (pl.Float64, "half width of its 95 % interval"),
    "total": (pl.Float64, "total index ST: share with all interactions of the factor"),
    "total_confidence": (pl.Float64, "half width of its 95 % interval"),
    "spread": (pl.Float64, "standard deviation that goes with ST, points of the first seat's wins"),
    "noise": (pl.Float64, "ST that chance of the games alone would make"),
    "noise_high": (pl.Float64, "what chance alone exceeds once in 20 times"),
}
"""Columns of the frame of Sobol's indices: type and meaning with unit."""


@takes(StudyError, samples=WHOLE, games=GAMES, seed=SEED)
def sensitivity_study(
    scenario: str,
    factors: Sequence[Factor] | None = None,
    method: Method = "morris",
    samples: int | None = None,
    players: Sequence[str] | None = None,
    games: int = 200,
    seed: int = 0,
    name: str = "sensitivity",
) -> Study:
    """Plan a study of sensitivity: a what-if for each distinct point of the design.

    The design itself is stored in the plan, in the ``context`` of the first what-if, so that a run
    can be analysed wherever its folder is.

    Parameters
    ----------
    scenario : str
        Name or file of the scenario whose parameters are moved.
    factors : sequence of Factor, optional
        What is moved, and how far; default: those that come with marengo for the ruleset.
    method : {"morris", "sobol"}
        Morris takes ``samples * (factors + 1)`` points, Sobol ``samples * (factors + 2)``, less
        those that whole numbers make equal.
    samples : int, optional
        Trajectories (Morris, at least 2; default 10) or base samples (Sobol, a power of 2; default
        64).
    players : sequence of str, optional
        Each plays both sides of every point and is analysed by itself; default: as for
        ``simulate``.
    games : int
        Games of each point.
    seed : int
        Root of the seeds of games, and seed of the design.
    name : str
        Of the study.

    Raises
    ------
    StudyError
        If the scenario has no such field or a value is out of its range; names the what-if.
    ScenarioError
        If there is no such scenario.
    """
    game = plan_game(scenario, {})
    if factors is None:
        factors = read_factors(game.name)
    chosen = tuple(factors)
    check_factors(chosen)
    wanted = SAMPLES[method] if samples is None else samples
    design = Design(method=method, samples=wanted, seed=seed, factors=chosen)
    points = list(dict.fromkeys(design.points()))
    what_ifs = {
        point_name(number): design.what_if(scenario, point, number)
        for number, point in enumerate(points)
    }
    study = Study(
        name=name,
        scenarios=tuple(what_ifs),
        players=tuple(players or [default_player(game)]),
        games=games,
        seed=seed,
        what_ifs=what_ifs,
        seats=len(game.seats),
    )
    return study.check()


@takes(confidence=SHARE)
def sensitivity(run: Run, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return how much each factor of a study of sensitivity matters.

    Only games are used that every point has played, so that points are compared on common seeds.

    Parameters
    ----------
    run : Run
        Of a plan made by :func:`sensitivity_study`, finished or not.
    confidence : float
        Probability that the intervals cover the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row for each player and factor, the most important first: who played each seat, by its
        name, ``games``, and :data:`MORRIS_COLUMNS` or :data:`SOBOL_COLUMNS`. What is not clearly
        above ``noise_high`` must not be read as an effect.

    Raises
    ------
    StudyError
        If the plan holds no design, or no game has been played at all points.
    """
    design = design_of(run.study)
    rows = _rows_of(run.study, design)
    frames, seats = [], run.game.seat_names()
    for players in dict.fromkeys(cell.players for cell in run.study.cells):
        cells = {
            cell.scenario: number
            for number, cell in enumerate(run.study.cells)
            if cell.players == players
        }
        points = {name: place for place, name in enumerate(dict.fromkeys(rows))}
        won = _won(run, [cells[name] for name in points])
        outcomes = won[[points[name] for name in rows]]
        labels = [
            *(pl.lit(player).alias(seat) for player, seat in zip(players, seats, strict=True)),
            pl.lit(outcomes.shape[1], pl.Int64).alias("games"),
        ]
        frame = indices(design, 100 * outcomes, confidence)  # in points
        frames.append(frame.select(*labels, pl.all()))
    return pl.concat(frames)


def _rows_of(study: Study, design: Design) -> list[str]:
    """Return the what-if of each row of a design, in its order.

    A plan with other points is refused: it was changed, or SALib draws the design otherwise now.
    """
    points = design.points()
    names = {point: point_name(number) for number, point in enumerate(dict.fromkeys(points))}
    for point, name in names.items():
        stated = study.what_ifs.get(name, {})
        if any(stated.get(key) != value for key, value in design.stated(point).items()):
            raise StudyError(f"what_ifs.{name}: is not the point that its design has there")
    return [names[point] for point in points]


def _won(run: Run, cells: list[int]) -> Array:
    """Return 1 where the first seat won, ``(cells, games)``, of the games that all cells have."""
    won = has_won(seat_in(run.games, None))
    games = (
        run.games.filter(pl.col("cell").is_in(cells))
        .select("cell", "game", won.cast(pl.Float64).alias("won"))
        .collect()
    )
    played = games.group_by("game").agg(pl.len()).filter(pl.col("len") == len(cells))["game"]
    if played.is_empty():
        raise StudyError("games: expected at least one that was played at all points of the design")
    common = games.filter(pl.col("game").is_in(played.implode()))
    order = pl.DataFrame({"cell": cells, "place": range(len(cells))}).cast({"cell": pl.Int32})
    values = common.join(order, on="cell").sort("place", "game")["won"]
    return values.to_numpy().reshape(len(cells), len(played))


def indices(design: Design, outcomes: Array, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the indices of a design whose outcomes are known, whatever they were measured by.

    Outcomes, shape ``(rows, games)``, are for each row of the design the same measurement again and
    again, by common random numbers; its outcome is the mean. One row a factor, the most important
    first: :data:`MORRIS_COLUMNS` or :data:`SOBOL_COLUMNS`, in the unit of the outcomes.
    """
    if len(outcomes) != len(design.shares()):
        expected = f"expected {len(design.shares())} rows, one for each of the design"
        raise ValueError(f"outcomes: {expected}, not {len(outcomes)}")
    method, columns, key = {
        "morris": (_morris, MORRIS_COLUMNS, "mu_star"),
        "sobol": (_sobol, SOBOL_COLUMNS, "total"),
    }[design.method]
    facts = [(factor.name, factor.field, factor.low, factor.high) for factor in design.factors]
    described = dict(zip(_FACTOR_COLUMNS, zip(*facts, strict=True), strict=True))
    values = method(design, np.asarray(outcomes, float), confidence)
    schema = {name: dtype for name, (dtype, _) in columns.items()}
    return pl.DataFrame({**described, **values}, schema=schema).sort(
        key, descending=True, maintain_order=True
    )


def _morris(design: Design, outcomes: Array, confidence: float) -> dict[str, Array]:
    """Return Morris's measures by SALib, and the part of chance in them.

    SALib divides by the step of the design; what whole numbers move is a little more or less.
    """
    from SALib.analyze import morris  # it brings pandas with it

    analysis = morris.analyze(
        design.problem(),
        design.shares(),
        outcomes.mean(axis=1),
        num_levels=design.LEVELS,
        num_resamples=RESAMPLES,
        conf_level=confidence,
        seed=design.seed + 1,
    )
    noise = _noise(design, outcomes, lambda chance: np.abs(chance).mean(axis=0) / design.step)
    measures = {
        "mu_star": analysis["mu_star"],
        "mu_star_confidence": analysis["mu_star_conf"],
        "mu": analysis["mu"],
        "sigma": analysis["sigma"],
        **noise,
    }
    moved = np.array([design.moved(number) for number in range(len(design.factors))])
    return {
        name: np.asarray(values, float) * design.step / moved for name, values in measures.items()
    }


def _sobol(design: Design, outcomes: Array, confidence: float) -> dict[str, Array]:
    """Return Sobol's indices by SALib, and the part of chance in the total ones."""
    from SALib.analyze import sobol  # it brings pandas with it

    means = outcomes.mean(axis=1)
    number = len(design.factors)
    independent = np.concatenate([means[:: number + 2], means[number + 1 :: number + 2]])
    variance = float(independent.var())  # as SALib's ST: rows that differ in one factor repeat
    if variance == 0:  # nothing to divide
        return dict.fromkeys(list(SOBOL_COLUMNS)[len(_FACTOR_COLUMNS) :], np.zeros(number))
    analysis = sobol.analyze(
        design.problem(),
        means,
        calc_second_order=False,
        num_resamples=RESAMPLES,
        conf_level=confidence,
        seed=design.seed + 1,  # SALib takes 0 for none
    )
    total = np.asarray(analysis["ST"], float)
    noise = _noise(design, outcomes, lambda chance: (chance**2).mean(axis=0) / (2 * variance))
    return {
        "first": np.asarray(analysis["S1"], float),
        "first_confidence": np.asarray(analysis["S1_conf"], float),
        "total": total,
        "total_confidence": np.asarray(analysis["ST_conf"], float),
        "spread": np.sqrt(np.maximum(total, 0) * variance),
        **noise,
    }


def _noise(design: Design, outcomes: Array, measure: Any) -> dict[str, Array]:
    """Return what a measure of a factor would be if its points differed by chance alone.

    If a factor has no effect, a game that is won at one of two points that differ by it and lost at
    the other could as well be the other way round. So the signs of all differences of game *i* are
    drawn, one for a game since games with one seed go together, and the measure is taken from the
    means: a randomisation test (Fisher 1935), which needs no assumption about how much the common
    seeds take away of the variance. ``measure`` takes mean differences, shape ``(pairs, draws)``.
    """
    games = outcomes.shape[1]
    signs = np.random.default_rng(design.seed).choice([-1.0, 1.0], (games, FLIPS))
    noise, noise_high = [], []
    for number in range(len(design.factors)):
        pairs = design.pairs(number)
        differences = outcomes[pairs[:, 1]] - outcomes[pairs[:, 0]]
        drawn = measure(differences @ signs / games)
        noise.append(float(np.mean(drawn)))
        noise_high.append(float(np.quantile(drawn, 0.95)))
    return {"noise": np.array(noise), "noise_high": np.array(noise_high)}
