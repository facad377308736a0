"""A board of two squares, for drawing."""

from marengo.games.marengo.board import Approach, Board, Locality
from marengo.games.marengo.board.geometry import to_degrees


def squares() -> Board:
    """Return two squares side by side, a kilometre wide, without georeference."""

    def square(left: float) -> tuple[tuple[float, float], ...]:
        corners = ((left, 0.0), (left + 1000, 0.0), (left + 1000, 1000.0), (left, 1000.0))
        return tuple(map(to_degrees, corners))

    line = (to_degrees((1000.0, 0.0)), to_degrees((1000.0, 1000.0)))
    return Board(
        "squares",
        localities=(
            Locality(1, capacity=3, polygon=square(0.0)),
            Locality(2, capacity=3, polygon=square(1000.0)),
        ),
        approaches=(
            Approach(1, 2, wide=False, infantry=1, line=line),
            Approach(2, 1, wide=False, line=line[::-1]),
        ),
    )
