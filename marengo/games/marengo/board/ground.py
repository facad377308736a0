"""The records a board is made of. Positions are WGS84 (longitude, latitude) in degrees."""

from dataclasses import dataclass
from typing import Literal

from marengo.games.marengo.armies import Army
from marengo.games.marengo.board.places import Place

Point = tuple[float, float]
"""A position: longitude and latitude, in degrees (WGS84)."""

Road = Literal["main", "local"]
"""Class of a road (B-5.23, T-3.22); ``"local"`` is what Basic calls a side road."""

Direction = Literal["east", "west"]
"""Direction of leaving a locality (T-3.27)."""


@dataclass(frozen=True, slots=True)
class Locality:
    """One polygon of the map (T-3.1).

    Parameters
    ----------
    number : int
        Number of the locality; numbers run from west to east.
    name : str or None
        Printed name.
    capacity : int or None
        Most pieces of one army that the locality holds (T-3.20).
    french_start : int
        Number of French pieces that start here (T-3.25).
    star : str or None
        Colour of the printed star, "red", "green" or "blue" (B-5.22).
    east_of_objective : bool or None
        Side of the objective line (T-3.26); None where the board has no such line.
    polygon : tuple of (longitude, latitude)
        Corners in order, the first not repeated. Neighbours share their corners.
    note : str
        What is doubtful or peculiar in the print.
    at : (longitude, latitude) or None
        Where the board prints the capacity.
    sure : bool
        False where the print is partly covered.
    """

    number: int
    name: str | None = None
    capacity: int | None = None
    french_start: int = 0
    star: str | None = None
    east_of_objective: bool | None = None
    polygon: tuple[Point, ...] = ()
    note: str = ""
    at: Point | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Approach:
    """One side of a locality; every border has two, one from each side (T-3.8).

    Parameters
    ----------
    locality, opposite : int, int or None
        The locality it belongs to and the one beyond; None at water and the map's edge.
    pair : str or None
        "a", "b" where two localities share more than one border (T-3.29).
    wide : bool or None
        Wide or narrow (T-3.10); None where nothing is printed.
    infantry, cavalry, artillery : int
        Number of penalty symbols printed on this side (T-3.13, T-3.14).
    cavalry_obstacle, impassable : bool
        Whether these symbols are printed on this side (T-3.16, T-3.17).
    direction : "east", "west" or None
        Where leaving the locality across this side leads (T-3.27); None is unmarked.
    line : pair of (longitude, latitude)
        Ends of the side, shared with the opposite approach.
    sure, note : bool, str
        Whether the print leaves no doubt, and what the doubt is.
    """

    locality: int
    opposite: int | None
    pair: str | None = None
    wide: bool | None = None
    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0
    cavalry_obstacle: bool = False
    impassable: bool = False
    direction: Direction | None = None
    line: tuple[Point, Point] | None = None
    sure: bool = True
    note: str = ""

    @property
    def place(self) -> Place:
        """The place of a piece that blocks this approach.

        Raises
        ------
        ValueError
            Nothing lies beyond, so nothing can block here.
        """
        if self.opposite is None:
            raise ValueError(f"a side of {self.locality} at water or the map's edge is no place")
        return Place(self.locality, self.opposite, self.pair)

    @property
    def label(self) -> str:
        """Name in messages: "approach 8/4", or "approach 8/-" where nothing lies beyond."""
        return f"approach {self.locality}/{self.opposite or '-'}{self.pair or ''}"


@dataclass(frozen=True, slots=True)
class Crossing:
    """The point where one road passes through one border (T-3.22).

    Parameters
    ----------
    id : str
        Name of the crossing, unique on the board.
    between : (int, int)
        The two localities.
    pair : str or None
        Letter of the border where the two share more than one.
    road : "main" or "local"
        Class of the road.
    at : (longitude, latitude) or None
        Where the crossing lies.
    sure, note : bool, str
        Whether the print leaves no doubt, and what the doubt is.
    """

    id: str
    between: tuple[int, int]
    pair: str | None = None
    road: Road = "main"
    at: Point | None = None
    sure: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class RoadLine:
    """One drawn stretch of road inside a locality.

    Parameters
    ----------
    road : "main" or "local"
        Class of the road.
    line : tuple of (longitude, latitude)
        Its course.
    """

    road: Road
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class RoadGroup:
    """Roads that meet inside one locality (T-3.23); two groups do not touch (T-3.24).

    Parameters
    ----------
    locality : int
        The locality.
    crossings : tuple of str
        Ids of the crossings joined, and ``"entry:NAME"`` for a road from a box.
    main_groups : tuple of tuple of str
        Where main roads of the group are joined only by a local road, the crossings that main
        roads alone join (B-8.82); otherwise empty, and all main crossings are one.
    lines : tuple of RoadLine
        The roads as drawn, from each crossing to where they meet.
    """

    locality: int
    crossings: tuple[str, ...]
    main_groups: tuple[tuple[str, ...], ...] = ()
    lines: tuple[RoadLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """Place where the pieces of a box come onto the map (T-15.1).

    Parameters
    ----------
    name : str
        Name of the box.
    army : "austrian" or "french"
        Its owner.
    locality : int
        The entry locality.
    road : "main" or "local"
        Class of the road from the map's edge.
    pontoon : bool
        Whether a pontoon bridge leads into the locality as well (T-15.12).
    at : (longitude, latitude) or None
        Where the road reaches the map's edge: the first crossing of an entry (T-15.4).
    note : str
        What is peculiar in the print.
    """

    name: str
    army: Army
    locality: int
    road: Road = "main"
    pontoon: bool = False
    at: Point | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class EdgeRoad:
    """A road to the map's edge without a box, or a dead end: drawn, but of no use (B-5.29).

    Parameters
    ----------
    locality : int
        The locality it runs through.
    road : "main" or "local"
        Class of the road.
    line : tuple of (longitude, latitude)
        Its course.
    note : str
        Where it ends.
    """

    locality: int
    road: Road
    line: tuple[Point, ...]
    note: str = ""
