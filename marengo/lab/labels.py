"""Columns of games, and their values, as people read them."""

from typing import Any

from marengo.core.columns import Column
from marengo.core.scenarios import games, games_by_seat, seat_title
from marengo.lab.kinds import columns_of

NOBODY = "–"
"""Stands for no value, such as the winner of a game that nobody has won."""


def column_of(name: str) -> Column | None:
    """Return what a game says of one of its columns, if any does."""
    columns = (column for game in games().values() for column in game.columns)
    return next((column for column in columns if column.name == name), None)


def label_of(name: str) -> str:
    """Return how people call a column."""
    seat = name.removesuffix("_player")
    if seat != name:
        return f"{seat_title(seat)} played by"
    column = column_of(name)
    return (column and column.label) or name.replace("_", " ")


def meaning_of(name: str) -> str:
    """Return what a column of games means, with its unit and the rules that it follows."""
    columns = (columns_of("games", game).get(name) for game in games().values())
    return next((column[1] for column in columns if column), "")


def value_text(name: str, value: Any) -> str:
    """Return a value of a column as people read it."""
    column = column_of(name)
    is_hour = column is not None and column.is_hour
    if value is None:
        return "never" if is_hour else NOBODY
    if is_hour:
        return f"{value}:00"
    if isinstance(value, int):
        return f"{value:,}"
    return seat_title(value) if value in games_by_seat() else str(value)
