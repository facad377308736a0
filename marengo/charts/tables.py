"""Tables to be read: a frame as notebooks show it."""

import zlib

import polars as pl
from polars import selectors as cs

from marengo.core.numbers import COUNTED, takes
from marengo.lab.exchange import Frame, collected, to_pandas

__all__ = ["ShownTable", "table"]


class ShownTable:
    """A frame that shows itself as a table in a notebook, and as text elsewhere."""

    def __init__(self, frame: pl.DataFrame, decimals: int) -> None:
        self.frame, self._decimals = frame, decimals

    def __repr__(self) -> str:
        """Return the frame as text, all its rows and no types."""
        with pl.Config(
            tbl_rows=-1,
            tbl_cols=-1,
            tbl_width_chars=-1,
            fmt_str_lengths=200,
            float_precision=self._decimals,
            tbl_hide_dataframe_shape=True,
            tbl_hide_column_data_types=True,
        ):
            return str(self.frame)

    def _repr_html_(self) -> str:
        from pandas.io.formats.style import Styler

        words = cs.boolean().cast(pl.String).replace({"true": "yes", "false": "no"})
        shown = Styler(
            to_pandas(self.frame.with_columns(words)),
            precision=self._decimals,
            na_rep="–",
            uuid=f"{zlib.crc32(repr(self).encode()):08x}",  # the same frame has the same
            cell_ids=False,
            escape="html",
        )
        others = self.frame.select(~cs.numeric()).columns
        left = [{"selector": "", "props": "text-align: left"}]
        return str(shown.hide(axis="index").set_table_styles(dict.fromkeys(others, left)).to_html())


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
