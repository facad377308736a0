"""What each change of a what-if does: they are made one by one, in every order, on common seeds.

A what-if mostly changes several things at once, as troops and the hopes that rest on them. Each can
be held at what it was, which no statistics of games could do as surely: all sets of changes are
played, and the effect is divided among them as the mean of what each adds in every order (Shapley
1953).
"""

from itertools import combinations
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marengo.core.numbers import GAMES, SEED, SHARE, takes
from marengo.core.scenarios import ancestry, find_scenario, scenario_names, what_if_names
from marengo.lab.analysis.differences import student
from marengo.lab.analysis.mediation import TOTAL
from marengo.lab.frames import seat_in
from marengo.lab.plan import Observed, Study, StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of

Changes = frozenset[str]
"""Of a what-if, by the names of its tables."""

TELLING = ("extends", "name", "title", "context", "sources")
"""Fields of a what-if that change nothing."""

MOST = 5
"""Changes that are taken apart: of n all 2^n sets are played."""

CHANGES_COLUMNS: Columns = {
    "through": (pl.String, f'the table of the what-if that makes the change, or "{TOTAL}"'),
    "effect": (pl.Float64, "what it adds, mean of all orders, points of win rate"),
    "low": (pl.Float64, "lower end of its 95 % interval, points"),
    "high": (pl.Float64, "upper end of its 95 % interval, points"),
    "share": (pl.Float64, "effect divided by the total; null if that may be nothing"),
    "first": (pl.Float64, "what it adds alone, points"),
    "last": (pl.Float64, "what it adds when all others are made, points"),
}
"""Columns of a table of changes: type and meaning with unit."""


@takes(StudyError, games=GAMES, seed=SEED)
def changes_study(
    what_if: str | Path,
    players: tuple[str, ...] | None = None,
    games: int = 1000,
    seed: int = 0,
    observe: tuple[Observed, ...] = (),
) -> Study:
    """Return the plan that makes the changes of a what-if one by one.

    Parameters
    ----------
    what_if : str or Path
        Name or file. Its changes are the tables and fields that it has beside its name, title,
        context and sources.
    players : tuple of str, optional
        Each plays all seats; default: as for ``simulate``.
    games : int
        Games of each set of changes.
    seed : int
        Root of all seeds.
    observe : tuple of str
        As in a :class:`marengo.lab.Study`.

    Returns
    -------
    Study
        Of what it extends, every set of its changes as a what-if of the plan, and itself.

    Raises
    ------
    StudyError
        If it extends nothing, changes nothing or more than five things, or a set of its changes is
        no scenario, since one needs another.
    ScenarioError
        If there is no such scenario.
    """
    (path, content), *older = ancestry(find_scenario(what_if))
    changes = [name for name in content if name not in TELLING]
    if not older or not 0 < len(changes) <= MOST:
        most = f"expected a what-if that changes 1 to {MOST} things"
        raise StudyError(f"{path}: {most}, not {len(changes) if older else 'a whole scenario'}")
    shipped = (*scenario_names(), *what_if_names())
    base = content["extends"] if content["extends"] in shipped else str(older[0][0])
    name = content["name"]
    sets: dict[str, dict[str, Any]] = {}
    for size in range(1, len(changes)):
        for some in combinations(changes, size):
            own = "-".join([name, *some]).replace("_", "-")
            sets[own] = {"extends": base, **{change: content[change] for change in some}}
    return Study(
        name=f"why-{name}",
        scenarios=(base, *sets, str(what_if)),
        players=players or (),
        games=games,
        seed=seed,
        what_ifs=sets,
        observe=observe,
    ).check()


@takes(confidence=SHARE)
def changes_table(
    run: Run, side: str | None = None, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return what each change of a what-if does to a side's chance to win.

    Parameters
    ----------
    run : Run
        Of a study as :func:`changes_study` plans it, by one player.
    side : str, optional
        The seat whose win rate it is; default: the first.
    confidence : float
        Probability that an interval covers the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        The total, then each change; :data:`CHANGES_COLUMNS`. Effects add up to the total. Intervals
        are Student's over the seeds that all sets have played.

    Raises
    ------
    StudyError
        If the plan is another, several players played it, or there are fewer than two such seeds.

    References
    ----------
    L. S. Shapley, "A value for n-person games", in H. W. Kuhn and A. W. Tucker (eds.),
    Contributions to the Theory of Games II (1953), 307-317.
    """
    sets = _sets(run.study)
    won = has_won(seat_in(run.games, side)).cast(pl.Float64)
    games = run.games.select("cell", "seed", won=won).collect()
    wide = games.pivot("cell", index="seed", values="won").drop_nulls()
    if wide.height < 2 or len(wide.columns) <= len(sets):
        raise StudyError("games: expected at least two seeds that all sets of changes have played")
    results = {changes: 100 * wide[str(cell)].to_numpy() for cell, changes in enumerate(sets)}

    def estimate(weights: dict[Changes, float]) -> tuple[float, float, float]:
        values: Array = np.sum(
            [weight * results[changes] for changes, weight in weights.items()], axis=0
        )
        return (float(values.mean()), *student(values, confidence))

    none, every = sets[0], sets[-1]
    whole = estimate({every: 1.0, none: -1.0})
    sure = whole[1] > 0 or whole[2] < 0
    rows: list[tuple[Any, ...]] = [(TOTAL, *whole, 1.0 if sure else None, None, None)]
    for change in sorted(every):
        effect = estimate(_shapley(change, sets))
        first = estimate({Changes([change]): 1.0, none: -1.0})[0]
        last = estimate({every: 1.0, every - {change}: -1.0})[0]
        rows.append((change, *effect, effect[0] / whole[0] if sure else None, first, last))
    return frame_of(CHANGES_COLUMNS, rows)


def _sets(study: Study) -> list[Changes]:
    """Return the changes that are made in each cell, none in the first and all in the last."""
    tables = [study.what_ifs.get(name, {}) for name in study.scenarios[1:-1]]
    made = [frozenset(table) - {"extends"} for table in tables]
    sets = [Changes(), *made, Changes().union(*made) or Changes(study.scenarios[-1:])]
    if not len(study.cells) == len(sets) == len(set(sets)) == 2 ** len(sets[-1]):
        raise StudyError(f"{study.name}: expected a plan of changes_study, played by one player")
    return sets


def _shapley(change: str, sets: list[Changes]) -> dict[Changes, float]:
    """Return the weight of each set in the mean of what a change adds in every order."""
    weights = dict.fromkeys(sets, 0.0)
    orders = factorial(len(sets[-1]))
    for some in sets:
        if change in some:
            weight = factorial(len(some) - 1) * factorial(len(sets[-1]) - len(some)) / orders
            weights[some] += weight
            weights[some - {change}] -= weight
    return weights
