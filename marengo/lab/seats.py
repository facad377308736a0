"""Games of any number of seats: what each seat got, and one row a game and seat."""

from collections.abc import Container

import polars as pl

from marengo.lab.exchange import Frame, collected
from marengo.lab.frames import seats_in

_ROW = "row of the frame"


def result_of(seat: str, columns: Container[str]) -> pl.Expr:
    """Return what a seat got in each game of a frame with such columns, from 0 to 1.

    It is what the game tells in a column such as ``spain_result``, null where nobody plays the
    seat; of other games 1 for who won, and ½ for all if nobody did.
    """
    if f"{seat}_result" in columns:
        return pl.col(f"{seat}_result")
    winner = pl.col("winner").cast(pl.String)
    return pl.when(winner.is_null()).then(0.5).otherwise((winner == seat).cast(pl.Float64))


def has_won(seat: str) -> pl.Expr:
    """Return whether a seat won each game of a frame, alone or with its allies."""
    together = pl.col(f"^{seat}_result$") == 1  # no column, no condition
    return pl.any_horizontal(
        pl.col("winner").cast(pl.String).eq_missing(pl.lit(seat)), together.fill_null(value=False)
    )


def by_seat(games: Frame) -> pl.DataFrame:
    """Return games with one row a game and seat.

    Parameters
    ----------
    games : polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        Games as :func:`marengo.simulate` returns them or those of a run, one row a game.

    Returns
    -------
    polars.DataFrame
        A row for each game and each seat that somebody plays, in the order of games and seats.
        After what names the game stand ``seat``, ``player`` and ``result``: 1 for who has won,
        alone or with allies, ½ in a draw, 0 for who has lost, and between them what a game by
        levels gives. Then come the columns that games have for each seat, without its name
        (``armies_lost`` of ``france_armies_lost``), null for a seat without such a column, and
        those of the game as a whole, such as ``months``.

    Raises
    ------
    ValueError
        If it is not known of which game the frame is.
    """
    frame = collected(games)
    seats = seats_in(frame)
    if not seats:
        raise ValueError("games: expected at least one with a winner")
    own = {seat: [name for name in frame.columns if name.startswith(f"{seat}_")] for seat in seats}
    owned = {name for names in own.values() for name in names}
    whole = [name for name in frame.columns if name not in owned]
    named = [name for name in ("cell", "scenario", "game", "seed") if name in whole]
    rows = frame.with_row_index(_ROW)
    parts = [
        rows.select(
            _ROW,
            *named,
            pl.lit(seat, pl.Enum(seats)).alias("seat"),
            pl.col(f"{seat}_player").alias("player"),
            result_of(seat, frame.columns).alias("result"),
            *(
                pl.col(name).alias(name.removeprefix(f"{seat}_"))
                for name in own[seat]
                if name not in (f"{seat}_player", f"{seat}_result")
            ),
        )
        for seat in seats
    ]
    tidy = pl.concat(parts, how="diagonal").drop_nulls("result")
    rest = rows.select(_ROW, *(name for name in whole if name not in named))
    return tidy.sort(_ROW, maintain_order=True).join(rest, on=_ROW, how="left").drop(_ROW)
