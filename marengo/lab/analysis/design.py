"""Designs of studies of sensitivity: which points of the space of factors are played.

SALib draws a design in the unit cube; its rows become what-ifs. Whole numbers make rows equal, and
each distinct point is played once. The plan stores what is needed to draw the design again.
"""

from functools import lru_cache
from typing import Any, ClassVar, Literal

import msgspec
import numpy as np

from marengo.core.numbers import whole
from marengo.lab.analysis.factors import Factor, Value
from marengo.lab.plan import Study, StudyError
from marengo.lab.statistics import Array

Method = Literal["morris", "sobol"]
Point = tuple[Value, ...]

LEAST_SAMPLES = 2
"""A spread needs two."""

MOST_SAMPLES = 65_536
"""The points of a design are made in memory, dozens of a sample."""


def point_name(number: int) -> str:
    """Return the name of the what-if of a distinct point, counted from 0."""
    return f"point-{number:04}"


class Design(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A design of a study of sensitivity; plans store it as JSON."""

    LEVELS: ClassVar[int] = 4
    """Levels of a factor in Morris's design: 0, 1/3, 2/3 and 1 of its range (Campolongo 2007)."""

    # Trajectories of steps of one factor each (Morris 1991), or two quasi-random samples and those
    # between them (Saltelli and others 2010).
    method: Method
    samples: int  # trajectories, or base samples: Sobol's sequence is balanced at powers of 2
    seed: int
    factors: tuple[Factor, ...]

    def __post_init__(self) -> None:
        whole("samples", self.samples, LEAST_SAMPLES, MOST_SAMPLES, StudyError)
        if self.method == "sobol" and self.samples & (self.samples - 1):
            raise StudyError(f"samples: expected a power of 2 for sobol, not {self.samples}")

    @property
    def step(self) -> float:
        """Length of a step of Morris's design, as a share of the range."""
        return self.LEVELS / (2 * (self.LEVELS - 1))

    def moved(self, number: int) -> float:
        """Return the share of its range by which a step of Morris's design moves a factor.

        For whole numbers it is not quite the step; both steps, up from 0 and from 1/3, move the
        factor equally far, since rounding is symmetric.
        """
        factor = self.factors[number]
        low, high = factor.at(0.0, equally=False), factor.at(self.step, equally=False)
        return (high - low) / (factor.high - factor.low)

    def problem(self) -> dict[str, Any]:
        """Return the problem as SALib wants it: every factor from 0 to 1."""
        return {
            "num_vars": len(self.factors),
            "names": [factor.name for factor in self.factors],
            "bounds": [[0.0, 1.0]] * len(self.factors),
        }

    def shares(self) -> Array:
        """Return the rows of the design in the unit cube, shape ``(rows, factors)``."""
        return _draw(self)

    def points(self) -> list[Point]:
        """Return the values of all factors for each row of the design.

        Morris's levels are rounded to the nearest whole number. For Sobol every whole number has
        the same part of the range, since factors are thought to be distributed evenly.
        """
        equally = self.method == "sobol"
        return [
            tuple(
                factor.at(float(share), equally)
                for factor, share in zip(self.factors, row, strict=True)
            )
            for row in self.shares()
        ]

    def pairs(self, number: int) -> Array:
        """Return the rows that differ in one factor alone, shape ``(samples, 2)``.

        The lower value first in Morris's design; the base sample first in Sobol's.
        """
        shares = self.shares()
        if self.method == "sobol":
            first = np.arange(self.samples) * (len(self.factors) + 2)
            return np.stack([first, first + 1 + number], axis=1)
        moved = np.diff(shares, axis=0)[:, number]
        inside = (np.arange(len(moved)) + 1) % (len(self.factors) + 1) != 0
        steps = np.flatnonzero((moved != 0) & inside)
        up = moved[steps] > 0
        return np.stack([np.where(up, steps, steps + 1), np.where(up, steps + 1, steps)], axis=1)

    def stated(self, point: Point) -> dict[str, Any]:
        """Return what a what-if states of a point."""
        whole: dict[str, Any] = {}
        for factor, value in zip(self.factors, point, strict=True):
            _merge(whole, factor.table(value))
        return whole

    def what_if(self, scenario: str, point: Point, number: int) -> dict[str, Any]:
        """Return the what-if of a distinct point; the first one stores the design."""
        values = ", ".join(
            f"{factor.name} {value}" for factor, value in zip(self.factors, point, strict=True)
        )
        stored = {"context": msgspec.json.encode(self).decode()} if number == 0 else {}
        return {"extends": scenario, "title": values, **stored, **self.stated(point)}


@lru_cache(maxsize=8)
def _draw(design: Design) -> Array:
    from SALib.sample import morris, sobol  # they bring pandas with them

    if design.method == "morris":
        drawn = morris.sample(
            design.problem(), design.samples, num_levels=design.LEVELS, seed=design.seed
        )
    else:
        drawn = sobol.sample(
            design.problem(), design.samples, calc_second_order=False, seed=design.seed
        )
    shares = np.asarray(drawn, float)
    shares.flags.writeable = False
    return shares


def _merge(whole: dict[str, Any], more: dict[str, Any]) -> None:
    """Add a nested table to another."""
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(whole.get(key), dict):
            _merge(whole[key], value)
        else:
            whole[key] = value


def design_of(study: Study) -> Design:
    """Return the design that a plan stores."""
    text = study.what_ifs.get(point_name(0), {}).get("context", "")
    try:
        return msgspec.json.decode(text, type=Design)
    except msgspec.DecodeError as error:
        wanted = "expected a plan made by sensitivity_study"
        raise StudyError(
            f"what_ifs.{point_name(0)}.context: holds no design ({error}): {wanted}"
        ) from error
