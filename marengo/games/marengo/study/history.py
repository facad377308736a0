"""The battle as it was: who stood where at which hour, on earth and on boards."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import polars as pl
import shapely
from msgspec import Meta, Struct

from marengo.core.files import fitted, read_toml
from marengo.core.numbers import takes
from marengo.games.marengo.armies import Army
from marengo.games.marengo.board import Board, Point
from marengo.games.marengo.board.geometry import shape_of, to_metres
from marengo.paths import data_path

__all__ = ["Arrival", "Day", "Event", "Loss", "Spot", "Stand", "locality_at", "read_day"]

Hour = Annotated[int, Meta(ge=0, le=23)]
Clock = Annotated[float, Meta(ge=0, lt=24)]
Part = Annotated[float, Meta(ge=0, le=1)]


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A place on earth, WGS84; ``village`` if its position was not read off a board."""

    longitude: Annotated[float, Meta(ge=-180, le=180)]
    latitude: Annotated[float, Meta(ge=-90, le=90)]
    village: bool = False

    @property
    def at(self) -> Point:
        """Longitude and latitude in degrees."""
        return (self.longitude, self.latitude)


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """Event of the hour that begins with ``hour``, and the keys of the sources for it."""

    hour: Hour
    told: str
    sources: tuple[str, ...]


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """Position of a corps in some hours, by an account."""

    army: Army
    corps: str
    place: str  # one of the day, or words for the position ``at``
    hours: Annotated[tuple[Hour, ...], Meta(min_length=1)]
    sources: tuple[str, ...]
    at: Point | None = None
    judged: bool = False  # true if the account leaves the spot to the reader
    scouts: bool = False  # true if they are too few for a piece of a game


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    """Arrival of a corps in the fight by the accounts, and the boxes that stand for its road."""

    corps: str
    army: Army
    told: str
    sources: tuple[str, ...]
    place: str = ""  # of the day: where it came into the fight
    fought: tuple[Clock, ...] = ()  # the first and the last hour that accounts give
    scouts: bool = False  # true if no more than that came
    boxes: dict[str, str] = {}  # by the names of boards


class Loss(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that an army had lost by the end of an hour, as shares of it."""

    army: Army
    hour: Hour
    lost: tuple[Part, Part]
    sources: tuple[str, ...]


class Day(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle day, read by :func:`read_day`."""

    sources: dict[str, str]  # titles by their keys
    places: dict[str, Spot]
    events: tuple[Event, ...]
    stands: tuple[Stand, ...]
    arrivals: tuple[Arrival, ...]
    losses: tuple[Loss, ...] = ()

    def position(self, stand: Stand) -> Point:
        """Return longitude and latitude of a stand, in degrees."""
        return stand.at or self.places[stand.place].at

    def standing(self, hour: int) -> list[tuple[Stand, bool]]:
        """Return the last known stand of each corps; true if it is of this very hour."""
        last: dict[str, tuple[int, Stand]] = {}
        for stand in self.stands:
            hours = [h for h in stand.hours if h <= hour]
            if hours and max(hours) >= last.get(stand.corps, (-1, stand))[0]:
                last[stand.corps] = (max(hours), stand)
        return [(stand, when == hour) for when, stand in last.values()]

    def told(self, hour: int) -> list[str]:
        """Return what happened in an hour, a sentence with its sources each."""
        return [
            f"{event.told} ({'; '.join(self.sources[key] for key in event.sources)})"
            for event in self.events
            if event.hour == hour
        ]

    def on_boards(self, *boards: Board) -> pl.DataFrame:
        """Return a row for each hour of each stand, with the locality on each board or null."""
        return pl.DataFrame(list(self._rows(boards))).sort("hour", "army", "corps")

    def places_on(self, *boards: Board) -> pl.DataFrame:
        """Return a row for each place, with the locality that each board has there or null."""

        def named(board: Board, place: Spot) -> str | None:
            number = locality_at(board, place.at)
            return None if number is None else board.name_of(number)

        rows = [
            {
                "place": name,
                "village": place.village,
                "longitude": place.longitude,
                "latitude": place.latitude,
                **{board.name: named(board, place) for board in boards},
            }
            for name, place in self.places.items()
        ]
        return pl.DataFrame(rows)

    def _rows(self, boards: tuple[Board, ...]) -> Iterator[dict[str, object]]:
        """Yield a row for each hour of each stand."""
        for stand in self.stands:
            at = self.position(stand)
            localities = {board.name: locality_at(board, at) for board in boards}
            facts = {"army": stand.army, "corps": stand.corps, "place": stand.place}
            position = {"judged": stand.judged, "longitude": at[0], "latitude": at[1]}
            for hour in stand.hours:
                yield {"hour": hour, **facts, **position, **localities}


@takes()
def read_day(path: str | Path | None = None) -> Day:
    """Read events, stands, losses and arrivals of a battle day, with sources, from a TOML file.

    Without a path it is the day of 14 June 1800. ValueError if the file is malformed, or names a
    source or a place that it does not have.
    """
    file = data_path("history/day.toml") if path is None else Path(path)
    day = fitted(read_toml(file, ValueError), Day, file, ValueError)
    named = [event.sources for event in day.events] + [stand.sources for stand in day.stands]
    named += [arrival.sources for arrival in day.arrivals] + [loss.sources for loss in day.losses]
    for key in (key for keys in named for key in keys):
        if key not in day.sources:
            raise ValueError(f"{file}: expected a source {key!r}")
    for stand in day.stands:
        if stand.at is None and stand.place not in day.places:
            raise ValueError(f"{file}: expected a place {stand.place!r}, or the position of it")
    for arrival in day.arrivals:
        if arrival.place and arrival.place not in day.places:
            raise ValueError(f"{file}: expected a place {arrival.place!r}")
    return day


def locality_at(board: Board, position: Point) -> int | None:
    """Return the locality of a board in which a position lies, the lowest number on a border."""
    numbers, shapes = shapes_of(board)
    covered = shapely.covers(shapes, shapely.Point(to_metres(position)))
    return next((number for number, inside in zip(numbers, covered, strict=True) if inside), None)


@lru_cache(maxsize=8)
def shapes_of(board: Board) -> tuple[list[int], list[shapely.Polygon]]:
    """Return the localities of a board: their numbers, and their polygons in metres."""
    drawn = [place for place in board.localities if place.polygon]
    return [place.number for place in drawn], [shape_of(place.polygon) for place in drawn]
