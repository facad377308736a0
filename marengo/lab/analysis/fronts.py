"""Fronts: which variants of a scenario are worth a look, if several things are wanted of it.

A variant is dominated if another is at least as good in all that is wanted and better in something;
what is not dominated is the front. Games tell each of it with an error, so that a front read off
the means holds many that are there by chance. So the means are drawn again within their errors, as
games on common seeds give them, and each variant is told by how many of the draws have it on the
front.

References
----------
J. E. Fieldsend and R. M. Everson, "Multi-objective optimisation in the presence of uncertainty",
IEEE Congress on Evolutionary Computation (2005), 243-250.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.lab.analysis.measures import measured_cells, measures_of, variant_names
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of, share

__all__ = ["FRONT_COLUMNS", "front"]

DRAWS = 2000
"""Number of draws of all means within their errors."""

DIGITS = 9
"""Decimals to which means are rounded, or equal ones would differ."""

BALANCE, LIKENESS = "balance", "likeness"

WANTED = {"drama": "more", "length": "less", LIKENESS: "less"}
"""Aims for measures if nothing is said."""

FRONT_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "variant": (pl.String, "title of the variant, or its name"),
    "aim": (pl.String, "what is wanted: balance, or a measure"),
    "games": (pl.Int64, "games that tell it"),
    "value": (pl.Float64, "mean of the measure; where it is to be near a number, distance from it"),
    "low": (pl.Float64, "lower end of its 95 % interval"),
    "high": (pl.Float64, "upper end"),
    "better": (pl.String, "less or more"),
    "front": (pl.Boolean, "whether it is on the front of the means"),
    "chance": (pl.Float64, "how likely it is on the true front, 0 to 1"),
}
"""Columns of a front: type and meaning with unit."""


class Aim(NamedTuple):
    """Aim for a measure: more, less, or close to a number."""

    measure: str
    target: float  # of more and less infinite

    @property
    def better(self) -> str:
        """Direction of better values: ``more`` or ``less``."""
        return "more" if self.target == np.inf else "less"

    def told(self, values: Any) -> Any:
        """Return values, or if a number is aimed at, their distance from it."""
        return abs(values - self.target) if np.isfinite(self.target) else values

    def loss(self, values: Any) -> Any:
        """Return values to be minimised."""
        return -values if self.target == np.inf else self.told(values)


def aims_of(game: Game[Any], texts: Sequence[str]) -> dict[str, Aim]:
    """Return aims by their texts, such as ``balance``, ``drama`` or ``length:12``."""
    measures = [BALANCE, *([LIKENESS] if game.study().likeness else []), *measures_of(game)]
    aims = {}
    for text in texts:
        name, _, goal = text.partition(":")
        if name not in measures:
            raise StudyError(f"aims: expected some of {', '.join(measures)}, not {name!r}")
        target = {"more": np.inf, "less": -np.inf}.get(goal or WANTED.get(name, ""))
        if target is None:
            wanted = "1" if name == BALANCE else goal
            try:
                target = float(wanted)
            except ValueError:
                forms = f"{name}:more, {name}:less or {name}:NUMBER"
                raise StudyError(f"aims: expected {forms}, not {text!r}") from None
        aims[text] = Aim(name, game.even if name == BALANCE else target)
    if len({aim.measure for aim in aims.values()}) < max(2, len(texts)):
        raise StudyError(f"aims: expected two or more, each once, not {' '.join(texts)!r}")
    return aims


def observed_for(aims: Sequence[str]) -> tuple[Any, ...]:
    """Return what a plan has to observe for aims, by their texts."""
    return ("turns", "presence") if any(aim.startswith(LIKENESS) for aim in aims) else ("turns",)


@takes()
def front(run: Run, aims: Sequence[str] = (BALANCE, "drama", "length")) -> pl.DataFrame:
    """Say of each variant of a run how likely it is one that no other dominates.

    Parameters
    ----------
    run : Run
        Whose scenarios are variants of one, played by the same players; for drama and other
        measures of quality it observes turns, for likeness presence. Only games are counted that
        every variant has played.
    aims : sequence of str
        What is wanted, two or more: ``"balance"``, the distance of the first seat's wins from even;
        ``"likeness"``, the distance from the day in history, if the game has one; and what games
        are measured by, with ``:more``, ``:less`` or the number that they are to be near, as in
        ``"length:12"``. Drama is wanted more, and length and likeness less, if nothing is said.

    Returns
    -------
    polars.DataFrame
        A row for each variant and aim, the likeliest first; :data:`FRONT_COLUMNS`. Intervals are
        Wilson's and Student's, each by itself; that of a distance is folded at 0.

    Raises
    ------
    StudyError
        If there is no such aim, or fewer than two, if the run does not observe what they need,
        if several players played, or if two games were not played by all variants.
    """
    return front_of(variant_values(run, aims), variant_names(run), aims_of(run.study.game(), aims))


def variant_values(run: Run, texts: Sequence[str]) -> pl.DataFrame:
    """Return ``cell``, ``seed`` and what each aim measures of the games of a run, by its text."""
    aims = aims_of(run.study.game(), texts)
    measured = {
        text: aim.measure for text, aim in aims.items() if aim.measure not in (BALANCE, LIKENESS)
    }
    values = measured_cells(run, measured)
    for text, aim in aims.items():
        if aim.measure == BALANCE:
            won = has_won(seat_in(run.games, None)).cast(pl.Float64)
            other = run.games.select("cell", "game", won.alias(text))
        elif aim.measure == LIKENESS:
            likeness = run.game.study().likeness
            assert likeness is not None  # as this is one of the aims
            games = likeness(run).lazy()
            other = games.select("cell", "game", pl.col("distance").alias(text))
        else:
            continue
        values = values.join(other, on=["cell", "game"])
    return values.select("cell", "seed", *texts).collect()


def front_of(values: pl.DataFrame, names: Sequence[str], aims: dict[str, Aim]) -> pl.DataFrame:
    """Return the front of what was measured in games, ``cell``, ``seed`` and a column an aim."""
    common = values.filter(pl.len().over("seed") == len(names)).sort("cell", "seed")
    games = common.height // len(names)
    if games < 2:
        raise StudyError("games: expected two or more that all variants have played")
    measured = common.select(*aims).to_numpy().reshape(len(names), games, len(aims))
    finite = np.isfinite(measured)
    counts = finite.sum(axis=1)  # (variants, aims); a game may lack a measure
    if counts.min() < 2:
        raise StudyError("games: expected two or more of each variant that have each measure")
    means = np.where(finite, measured, 0).sum(axis=1) / counts
    errors = np.where(finite, measured - means[:, None], 0) / counts[:, None]
    by_seed = errors.transpose(1, 0, 2).reshape(games, -1)
    root = np.linalg.qr(by_seed, mode="r") * np.sqrt(games / (games - 1))  # of the covariance
    luck = np.random.default_rng(0).standard_normal((DRAWS, len(root))) @ root
    losses = [
        np.stack([aim.loss(drawn[:, place]) for place, aim in enumerate(aims.values())], axis=1)
        for drawn in np.round([means, *(means + luck.reshape(-1, *means.shape))], DIGITS)
    ]
    on_front, *drawn_fronts = map(undominated, losses)
    chances = np.mean(drawn_fronts, axis=0)
    spread = np.sqrt((root**2).sum(axis=0)).reshape(means.shape)
    rows = []
    for cell, name in enumerate(names):
        likely = bool(on_front[cell]), float(chances[cell])
        for place, (text, aim) in enumerate(aims.items()):
            known_of = int(counts[cell, place])
            ends = _ends(aim, known_of, means[cell, place], spread[cell, place])
            rows.append((cell, name, text, known_of, *ends, aim.better, *likely))
    table = frame_of(FRONT_COLUMNS, rows)
    return table.sort("chance", "cell", descending=[True, False], maintain_order=True)


def undominated(losses: Array) -> Array:
    """Return which rows no other row betters in one column without being worse in another."""
    no_worse = (losses[:, None] <= losses[None]).all(axis=-1)  # row i than row j
    return np.asarray(~(no_worse & ~no_worse.T).any(axis=0))


def _ends(aim: Aim, games: int, mean: float, error: float) -> tuple[float, float, float]:
    """Return a mean as it is told, and the ends of its interval."""
    from scipy.special import stdtrit

    if aim.measure == BALANCE:
        won_share = share(round(mean * games), games)
        low, high = won_share.low, won_share.high
    else:
        half = float(stdtrit(games - 1, (1 + CONFIDENCE) / 2)) * error
        low, high = mean - half, mean + half
    ends = sorted((aim.told(low), aim.told(high)))
    if low < aim.target < high:
        ends[0] = 0.0
    return float(aim.told(mean)), float(ends[0]), float(ends[1])
