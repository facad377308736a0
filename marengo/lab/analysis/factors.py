"""Factors: the fields of a scenario that a study of sensitivity moves, and how far."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from marengo.core.faults import NAMED
from marengo.core.files import fitted, is_file, read_toml
from marengo.core.numbers import takes
from marengo.core.scenarios import games
from marengo.lab.plan import StudyError
from marengo.paths import data_path

Name = Annotated[str, msgspec.Meta(pattern=r"^[\w-]+\Z", description=NAMED)]
Value = bool | int | float


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A field of a scenario and the range in which it is moved.

    Parameters
    ----------
    name : str
        Short name; letters, digits, ``-`` and ``_``.
    field : str
        Path of the field in a scenario file, with dots: ``"parameters.orders_per_turn"``,
        ``"hours.Novi"``, ``"morale.french.uncommitted"``, ``"morale.french.track.12"``.
    low, high : float
        Ends of the range, in the unit of the field; both occur.
    integer : bool
        Whether only whole numbers occur; every hour, count and parameter is one.
    switch : bool
        Whether the field is true or false: ``low`` is 0 for false and ``high`` 1 for true.

    Examples
    --------
    >>> orders = Factor(name="orders", field="parameters.orders_per_turn", low=2, high=4)
    >>> orders.table(3)
    {'parameters': {'orders_per_turn': 3}}
    """

    name: Name
    field: Annotated[str, msgspec.Meta(min_length=1)]
    low: float
    high: float
    integer: bool = True
    switch: bool = False

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"{self.name}: low, high: expected low to be less than high")
        if self.switch and (self.low, self.high) != (0, 1):
            raise ValueError(f"{self.name}: low, high: expected 0 and 1 of a switch")
        if self.is_whole and not (float(self.low).is_integer() and float(self.high).is_integer()):
            raise ValueError(f"{self.name}: low, high: expected whole numbers")

    @property
    def is_whole(self) -> bool:
        """True if only whole numbers occur."""
        return self.integer or self.switch

    def at(self, share: float, equally: bool) -> Value:
        """Return the value at a share of the range, from 0 to 1.

        A whole number is the nearest one, or has an equal part of the range (``equally``).
        """
        if not self.is_whole:
            return self.low + share * (self.high - self.low)
        low, high = round(self.low), round(self.high)
        if equally:
            number = min(low + int(share * (high - low + 1)), high)
        else:
            number = int(np.floor(low + share * (high - low) + 0.5))
        return bool(number) if self.switch else number

    def table(self, value: Value) -> dict[str, Any]:
        """Return the value as a what-if states it."""
        stated: Any = value
        for key in reversed(self.field.split(".")):
            stated = {key: stated}
        return dict(stated)


class FactorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of factors."""

    factors: Annotated[tuple[Factor, ...], msgspec.Meta(min_length=1)]


@takes()
def read_factors(source: str | Path) -> tuple[Factor, ...]:
    """Read factors from a TOML file with tables ``[[factors]]``.

    Parameters
    ----------
    source : str or Path
        A file; or the name of a ruleset, for the factors that come with marengo.

    Raises
    ------
    StudyError
        If the file cannot be read or does not fit; names file and field.
    """
    path = Path(source)
    if str(source) in games():
        path = data_path(f"factors/{source}.toml")
        if not is_file(path):
            problem = f"factors: none come with marengo for {source}"
            raise StudyError(f"{problem}; expected a file of them")
    factors = fitted(read_toml(path, StudyError), FactorFile, path, StudyError).factors
    try:
        check_factors(factors)
    except StudyError as error:
        raise StudyError(f"{path}: {error}") from error
    return factors


def check_factors(factors: tuple[Factor, ...]) -> None:
    """Make sure that there are factors, and that none is there twice."""
    if not factors:
        raise StudyError("factors: expected at least one")
    for field in ("name", "field"):
        values = [getattr(factor, field) for factor in factors]
        double = sorted({value for value in values if values.count(value) > 1})
        if double:
            raise StudyError(f"factors: {field}: expected each once, not {', '.join(double)} again")


def drawn(factors: Sequence[Factor], number: int, seed: int) -> list[dict[str, Value]]:
    """Return points with values from all of the ranges of factors: a Latin hypercube."""
    from scipy.stats import qmc

    rows = qmc.LatinHypercube(len(factors), rng=seed).random(number)
    return [
        {
            factor.name: factor.at(float(share), True)
            for factor, share in zip(factors, row, strict=True)
        }
        for row in rows
    ]
