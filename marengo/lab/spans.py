"""Spans of games: which of a run were played, and which are left to be played."""

from collections.abc import Iterable

import polars as pl

__all__ = ["Span", "Spans", "join_spans", "left_of", "spans_of", "take"]

Span = tuple[int, int, int]
"""Games of a cell that follow one another: number of the cell, of the first, and after the last."""

Spans = dict[int, list[tuple[int, int]]]
"""Games that follow one another, in order, by the number of their cell: first, and after the last.
"""


def spans_of(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the games of rows as spans: ``cell``, ``game`` and ``last``, their first and last.

    A row with ``cell`` and ``game`` is one game; with ``last`` too, all games up to it, the same in
    several rows or in one.
    """
    last = "last" if "last" in rows.columns else "game"
    ordered = rows.select("cell", "game", last=last).unique().sort("cell", "game")
    goes_on = pl.col("game") <= pl.col("last").cum_max().shift().over("cell") + 1
    number = (~goes_on.fill_null(value=False)).cum_sum().alias("span")
    spans = ordered.group_by("cell", number, maintain_order=True)
    return spans.agg(pl.first("game"), pl.max("last")).drop("span")


def left_of(cells: int, games: int, gone: pl.DataFrame) -> Spans:
    """Return so many games of so many cells but for those that are gone."""
    left: Spans = {}
    by_cell = spans_of(gone).partition_by("cell", as_dict=True, include_key=False)
    for cell in range(cells):
        ends = by_cell[cell,].rows() if (cell,) in by_cell else []
        firsts = [0, *(last + 1 for _, last in ends)]
        stops = [*(first for first, _ in ends), games]
        if spans := [span for span in zip(firsts, stops, strict=True) if span[0] < span[1]]:
            left[cell] = spans
    return left


def join_spans(spans: Iterable[Span]) -> pl.DataFrame:
    """Return spans as a frame such as :func:`spans_of` takes."""
    rows = [(cell, first, stop - 1) for cell, first, stop in spans]
    schema = {"cell": pl.Int32, "game": pl.Int64, "last": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def take(left: Spans, cell: int, games: int) -> list[Span]:
    """Take so many games of a cell, or all that are left; those that come first."""
    taken: list[Span] = []
    spans = left[cell]
    while spans and games:
        first, stop = spans.pop(0)
        end = min(stop, first + games)
        games -= end - first
        taken.append((cell, first, end))
        if end < stop:
            spans.insert(0, (end, stop))
    if not spans:
        del left[cell]
    return taken
