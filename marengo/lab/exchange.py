"""The door between polars and pandas: frames go out by one call and come in by another."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

import polars as pl

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame

__all__ = ["Frame", "as_polars", "collected", "need", "need_lazy", "to_pandas"]

Frame: TypeAlias = "pl.DataFrame | pl.LazyFrame | PandasFrame"
"""Frames that functions of the lab accept."""

Polars = TypeVar("Polars", pl.DataFrame, pl.LazyFrame)


@cache
def _types_with_gaps() -> dict[Any, Any]:
    """Return the types of pandas that can lack values, by Arrow's types that can."""
    import pandas as pd
    import pyarrow as pa

    sizes = (8, 16, 32, 64)
    whole = {getattr(pa, f"int{size}")(): getattr(pd, f"Int{size}Dtype")() for size in sizes}
    counts = {getattr(pa, f"uint{size}")(): getattr(pd, f"UInt{size}Dtype")() for size in sizes}
    return {**whole, **counts, pa.bool_(): pd.BooleanDtype()}


def to_pandas(frame: pl.DataFrame | pl.LazyFrame) -> "PandasFrame":
    """Return a frame as one of pandas, from which :func:`as_polars` makes the same again.

    Words that are known beforehand, as the seats of :func:`by_seat`, become ordered categories.
    Whole numbers and truths of which some are missing become pandas' ``Int8`` to ``Int64`` and
    ``boolean``: polars' own ``to_pandas`` makes floats and objects of them, which round large
    numbers.

    Parameters
    ----------
    frame : polars.DataFrame or polars.LazyFrame
        Of a run also a part: ``to_pandas(run.games.filter(...))``.

    Returns
    -------
    pandas.DataFrame
        The same rows and columns, with an index from 0.
    """
    whole = collected(frame)
    with_gaps = [
        column.name
        for column in whole
        if column.has_nulls() and (column.dtype.is_integer() or column.dtype == pl.Boolean)
    ]
    exact = whole.select(with_gaps).to_pandas(types_mapper=_types_with_gaps().get)
    return whole.to_pandas().assign(**exact)


@overload
def as_polars(frame: Polars) -> Polars: ...
@overload
def as_polars(frame: "PandasFrame") -> pl.DataFrame: ...
def as_polars(frame: Any) -> Any:
    """Return a frame of polars or pandas as one of polars.

    Parameters
    ----------
    frame : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Those of polars are returned as they are. Of pandas all columns are taken; its index and
        ``attrs``, for which polars has no place, are not.

    Returns
    -------
    polars.DataFrame or polars.LazyFrame
        Ordered categories of text are of the type ``Enum``; NaN of pandas, by which it means that
        a value is missing, is null.

    Raises
    ------
    TypeError
        If it is no frame.
    """
    if isinstance(frame, pl.DataFrame | pl.LazyFrame):
        return frame
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        kind = type(frame).__name__
        raise TypeError(f"frame: expected one of polars or of pandas, not {kind}")
    words = {
        name: pl.Enum(type_.categories.to_list())
        for name, type_ in frame.dtypes.items()
        if isinstance(type_, pd.CategoricalDtype)
        and type_.ordered
        and pd.api.types.is_string_dtype(type_.categories)
    }
    return pl.from_pandas(frame).cast(words)


def collected(frame: Frame) -> pl.DataFrame:
    """Return a frame of polars or pandas with all its rows as one of polars."""
    return as_polars(frame).lazy().collect()


def need(frame: Frame, what: str, columns: Iterable[str], *, empty: bool = False) -> pl.DataFrame:
    """Return a frame; ValueError if it lacks columns, or has no row and may not be ``empty``."""
    table = need_lazy(frame, what, columns).collect()
    if table.is_empty() and not empty:
        raise ValueError(f"{what}: expected at least one row")
    return table


def need_lazy(frame: Frame, what: str, columns: Iterable[str]) -> pl.LazyFrame:
    """Return a frame of which what is needed is taken later; ValueError if it lacks columns."""
    rows = as_polars(frame).lazy()
    present = rows.collect_schema().names()
    missing = [name for name in columns if name not in present]
    if missing:
        raise ValueError(f"{what}: expected to have the columns {', '.join(missing)}")
    return rows
