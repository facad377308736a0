"""The board as a whole, and what can be looked up on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marengo.core.numbers import WHOLE, takes
from marengo.games.marengo.board.checking import problems
from marengo.games.marengo.board.errors import Problem
from marengo.games.marengo.board.ground import (
    Approach,
    Crossing,
    EdgeRoad,
    Entry,
    Locality,
    RoadGroup,
)
from marengo.games.marengo.board.places import Place


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A board: localities, their approaches, roads and entries.

    Parameters
    ----------
    name, title : str
        Short name ("triomphe") and the name of the game it belongs to.
    localities : tuple of Locality
        In order of their numbers.
    approaches : tuple of Approach
        One record a side.
    crossings : tuple of Crossing
        One record per road and border.
    road_groups : tuple of RoadGroup
        Which crossings are joined inside a locality.
    entries : tuple of Entry
        Where boxes lead onto the map.
    objective : tuple of (int, int)
        Pairs of neighbours (west, east) between which the objective line runs, north to south.
    metadata : mapping
        Georeference, provenance and licence of the data.
    source : Path or None
        The file the board came from.
    edge_roads : tuple of EdgeRoad
        Roads that are drawn but of no use.
    changed : mapping
        What a scenario has changed of the printed board, as its table ``[ground]``.
    """

    name: str
    title: str = ""
    localities: tuple[Locality, ...] = ()
    approaches: tuple[Approach, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    road_groups: tuple[RoadGroup, ...] = ()
    entries: tuple[Entry, ...] = ()
    objective: tuple[tuple[int, int], ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source: Path | None = field(default=None, compare=False)
    edge_roads: tuple[EdgeRoad, ...] = ()
    changed: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        # all its records would fill a screen
        return f"<Board {self.name}: {len(self.localities)} localities>"

    def __hash__(self) -> int:
        # boards are keys of caches, asked often for one picture: all records take milliseconds
        return hash((self.name, len(self.localities), len(self.approaches)))

    @classmethod
    def read(cls, path: str | Path) -> "Board":
        """Read a board from a GeoJSON file.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Board
            A board without problems.

        Raises
        ------
        BoardError
            The file is missing, malformed or describes a board with defects; all are listed.
        """
        # reading makes boards, so it can only be imported once Board exists
        from marengo.games.marengo.board.reading import read

        return read(Path(path))

    def problems(self) -> list[Problem]:
        """List every defect of the board; an empty list means none.

        Returns
        -------
        list of Problem
            In the order of the parts of the board.
        """
        return problems(self)

    @takes(number=WHOLE)
    def locality(self, number: int) -> Locality:
        """Return the locality of that number.

        Parameters
        ----------
        number : int
            Its number.

        Returns
        -------
        Locality
            The locality.

        Raises
        ------
        KeyError
            The board has no such locality.
        """
        for locality in self.localities:
            if locality.number == number:
                return locality
        raise KeyError(f"{self.name} has no locality {number}")

    @takes(number=WHOLE)
    def name_of(self, number: int) -> str:
        """Return the number of a locality with its name, if it has one; raise errors as for it."""
        name = self.locality(number).name
        return f"{number} ({name})" if name else str(number)

    @takes(number=WHOLE)
    def approaches_of(self, number: int) -> tuple[Approach, ...]:
        """Return the approaches of a locality.

        Parameters
        ----------
        number : int
            Number of the locality.

        Returns
        -------
        tuple of Approach
            In board order, those at water included; empty for an unknown number.
        """
        return tuple(a for a in self.approaches if a.locality == number)

    @takes(number=WHOLE)
    def neighbours(self, number: int) -> tuple[int, ...]:
        """Return the adjacent localities (T-3.7).

        Parameters
        ----------
        number : int
            Number of the locality.

        Returns
        -------
        tuple of int
            Each neighbour once, in board order; empty for an unknown number.
        """
        beyond = (a.opposite for a in self.approaches_of(number))
        return tuple(dict.fromkeys(n for n in beyond if n is not None))

    def approach(self, place: Place | str) -> Approach:
        """Return the approach of that place.

        Parameters
        ----------
        place : Place or str
            For example ``"8/4"``.

        Returns
        -------
        Approach
            The approach.

        Raises
        ------
        KeyError
            The board has no such approach.
        ValueError
            The text is not a place.
        """
        wanted = Place.parse(place) if isinstance(place, str) else place
        for approach in self.approaches:
            if approach.opposite is not None and approach.place == wanted:
                return approach
        raise KeyError(f"{self.name} has no approach {wanted}")

    def opposite(self, place: Place | str) -> Approach:
        """Return the approach on the other side of a border (T-3.8).

        Parameters
        ----------
        place : Place or str
            For example ``"8/4"``.

        Returns
        -------
        Approach
            For ``"8/4"`` that of ``"4/8"``.

        Raises
        ------
        KeyError
            The board has no such approach.
        ValueError
            The text is not a place.
        """
        return self.approach(self.approach(place).place.opposite)

    def places(self) -> tuple[Place, ...]:
        """Return every place of the board (T-3.2).

        Returns
        -------
        tuple of Place
            For each locality its reserve and then its approaches.
        """
        places: list[Place] = []
        for locality in self.localities:
            places.append(Place(locality.number))
            places.extend(
                a.place for a in self.approaches_of(locality.number) if a.opposite is not None
            )
        return tuple(places)

    def crossing(self, name: str) -> Crossing:
        """Return the crossing of that id.

        Parameters
        ----------
        name : str
            Its id.

        Returns
        -------
        Crossing
            The crossing.

        Raises
        ------
        KeyError
            The board has no such crossing.
        """
        for crossing in self.crossings:
            if crossing.id == name:
                return crossing
        raise KeyError(f"{self.name} has no crossing {name!r}")

    def entry(self, name: str) -> Entry:
        """Return the entry of the box of that name.

        Parameters
        ----------
        name : str
            Name of its box.

        Returns
        -------
        Entry
            The entry.

        Raises
        ------
        KeyError
            The board has no such entry.
        """
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise KeyError(f"{self.name} has no entry {name!r}")
