"""Tables to be read: a frame as notebooks show it."""

import zlib
from typing import TYPE_CHECKING

import polars as pl
from polars import selectors as cs

from marengo.core.numbers import COUNTED, takes
from marengo.lab.exchange import Frame, collected, to_pandas

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame

__all__ = ["ShownTable", "table"]


class ShownTable:
    """A frame that shows itself as a table in a notebook, and as text elsewhere."""

    def __init__(self, frame: pl.DataFrame, decimals: int) -> None:
        self.frame, self._decimals = frame, decimals

    def __repr__(self) -> str:
        """Return the frame as text, all its rows and no types.

        Polars' own text depends on the process's environment, which no other thread may read while
        it is changed.
        """
        decimals = f"{{:.{self._decimals}f}}".format
        shown = self._readable()
        shown = shown.astype(object).where(shown.notna(), "–")
        return str(shown.to_string(index=False, float_format=decimals))

    def _repr_html_(self) -> str:
        from pandas.io.formats.style import Styler

        shown = Styler(
            self._readable(),
            precision=self._decimals,
            na_rep="–",
            uuid=f"{zlib.crc32(repr(self).encode()):08x}",  # the same frame has the same
            cell_ids=False,
            escape="html",
        )
        labels = self.frame.select(~cs.numeric()).columns
        left = [{"selector": "", "props": "text-align: left"}]
        return str(shown.hide(axis="index").set_table_styles(dict.fromkeys(labels, left)).to_html())

    def _readable(self) -> "PandasFrame":
        """Return the frame with words for truths."""
        words = cs.boolean().cast(pl.String).replace({"true": "yes", "false": "no"})
        return to_pandas(self.frame.with_columns(words))


@takes(decimals=COUNTED)
def table(frame: Frame, decimals: int = 3) -> ShownTable:
    """Return a frame as a table to be read; at the end of a cell it shows itself.

    Parameters
    ----------
    frame : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        All its rows are shown: take those that matter.
    decimals : int
        Of numbers that are not whole.

    Returns
    -------
    ShownTable
        HTML in notebooks, text elsewhere; its ``frame`` is that of polars.
    """
    return ShownTable(collected(frame), decimals)
