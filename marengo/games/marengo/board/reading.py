"""Reading a board from GeoJSON."""

from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from marengo.core.faults import find_fault, in_words
from marengo.core.files import content_of
from marengo.core.texts import decoded
from marengo.games.marengo.board import form
from marengo.games.marengo.board.board import Board
from marengo.games.marengo.board.checking import problems
from marengo.games.marengo.board.errors import BoardError, Problem
from marengo.games.marengo.board.ground import (
    Approach,
    Crossing,
    EdgeRoad,
    Entry,
    Locality,
    RoadGroup,
    RoadLine,
)


@dataclass
class _Parts:
    """Parts of a board that have been read so far."""

    localities: list[Locality] = field(default_factory=list)
    approaches: list[Approach] = field(default_factory=list)
    crossings: list[Crossing] = field(default_factory=list)
    road_groups: list[RoadGroup] = field(default_factory=list)
    edge_roads: list[EdgeRoad] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    objectives: list[tuple[tuple[int, int], ...]] = field(default_factory=list)


def read(path: Path) -> Board:
    """Read a board that has no problems; see `Board.read`."""
    try:
        content = content_of(path)
    except ValueError as error:
        raise BoardError(str(path), [Problem("file", str(error))]) from error
    board = _sound(content, path)
    # All else of a board cannot be changed, so that whoever reads the file again may share it.
    return replace(board, metadata=deepcopy(board.metadata))


@lru_cache(maxsize=8)
def _sound(content: bytes, path: Path) -> Board:
    """Return the board in a file, kept for the next time the file says the same.

    To find that a board has no problems takes a tenth of a second.
    """
    board, defects = parse(content, path)
    if board is None or defects:
        raise BoardError(str(path), defects)
    return board


def check(path: str | Path) -> list[Problem]:
    """List all that is wrong with a board file.

    Parameters
    ----------
    path : str or Path
        The file, which need not exist.

    Returns
    -------
    list of Problem
        Every defect of form or, if the form is right, of content. Nothing is raised for them.
    """
    path = Path(path)
    try:
        content = content_of(path)
    except ValueError as error:
        return [Problem("file", str(error))]
    return parse(content, path)[1]


def parse(content: bytes, source: Path | None = None) -> tuple[Board | None, list[Problem]]:
    """Return the board in a GeoJSON file (UTF-8), or None if its form is wrong, and its defects.

    Defects of content are listed only if there are none of form.
    """
    try:
        content = decoded(content).encode()
    except ValueError as error:
        return None, [Problem("file", str(error))]
    try:
        collection = msgspec.json.decode(content, type=form.Collection)
    except (msgspec.DecodeError, RecursionError) as error:
        fault = in_words(error) if isinstance(error, msgspec.DecodeError) else str(error)
        return None, [Problem("file", f"expected a GeoJSON FeatureCollection: {fault}")]
    parts, defects = _Parts(), list[Problem]()
    for index, raw in enumerate(collection.features):
        _read_feature(index, raw, parts, defects)
    if len(parts.objectives) > 1:
        defects.append(Problem("objective", f"{len(parts.objectives)} features, expected one"))
    if defects:
        return None, defects
    board = Board(
        name=collection.name,
        title=collection.title,
        localities=tuple(sorted(parts.localities, key=lambda locality: locality.number)),
        approaches=tuple(parts.approaches),
        crossings=tuple(parts.crossings),
        road_groups=tuple(parts.road_groups),
        entries=tuple(parts.entries),
        objective=parts.objectives[0] if parts.objectives else (),
        metadata=collection.metadata,
        source=source,
        edge_roads=tuple(parts.edge_roads),
    )
    return board, problems(board)


def _read_feature(index: int, raw: msgspec.Raw, parts: _Parts, defects: list[Problem]) -> None:
    """Decode one feature into its record, or note why that fails."""
    where, kind = f"feature {index}", ""
    try:
        kind = msgspec.json.decode(raw, type=form.AnyFeature).properties.feature
        if kind not in form.FORMS:
            kinds = ", ".join(form.FORMS)
            defects.append(Problem(where, f"unknown kind {kind!r}, expected one of {kinds}"))
            return
        where = f"feature {index} ({_label(kind, raw)})"
        feature = msgspec.json.decode(raw, type=form.FORMS[kind])
    except (msgspec.DecodeError, RecursionError) as error:
        form_of = form.FORMS.get(kind, form.AnyFeature)
        defects.append(Problem(where, _fault_in(raw, form_of) or str(error)))
        return
    _keep(feature, where, parts, defects)


def _fault_in(raw: msgspec.Raw, kind: type[form.Feature] | type[form.AnyFeature]) -> str:
    """Return in words what of a feature does not fit, if it can be read at all."""
    try:
        return find_fault(msgspec.json.decode(raw), kind)
    except (msgspec.DecodeError, RecursionError):
        return ""


def _label(kind: str, raw: msgspec.Raw) -> str:
    """Name a feature whose form may be wrong as well as can be done."""
    properties: dict[str, Any] = msgspec.json.decode(raw)["properties"]
    if kind == "approach":
        return f"approach {properties.get('locality')}/{properties.get('opposite')}"
    name = (
        properties.get("number")
        or properties.get("id")
        or properties.get("name")
        or properties.get("locality")
    )
    return kind if name is None else f"{kind} {name}"


def _keep(feature: form.Feature, where: str, parts: _Parts, defects: list[Problem]) -> None:
    """Turn a decoded feature into its record."""
    if isinstance(feature, form.LocalityFeature):
        ring = feature.geometry.coordinates[0]
        if ring[0] != ring[-1]:
            defects.append(
                Problem(where, "ring is not closed: expected the first corner at its end")
            )
        facts = msgspec.structs.asdict(feature.properties)
        del facts["feature"]
        parts.localities.append(Locality(**facts, polygon=tuple(ring[:-1])))
    elif isinstance(feature, form.ApproachFeature):
        line = feature.geometry.coordinates
        if len(line) != 2:
            defects.append(Problem(where, f"line of {len(line)} points, expected its two ends"))
        facts = msgspec.structs.asdict(feature.properties)
        del facts["feature"]
        parts.approaches.append(Approach(**facts, line=(line[0], line[-1])))
    elif isinstance(feature, form.CrossingFeature):
        facts = msgspec.structs.asdict(feature.properties)
        del facts["feature"]
        parts.crossings.append(Crossing(**facts, at=feature.geometry.coordinates))
    elif isinstance(feature, form.RoadFeature):
        _keep_road(feature, where, parts, defects)
    elif isinstance(feature, form.EdgeRoadFeature):
        road = feature.properties
        course = tuple(feature.geometry.coordinates)
        parts.edge_roads.append(EdgeRoad(road.locality, road.road, course, road.note))
    elif isinstance(feature, form.EntryFeature):
        facts = msgspec.structs.asdict(feature.properties)
        del facts["feature"]
        parts.entries.append(Entry(**facts, at=feature.geometry.coordinates))
    elif isinstance(feature, form.ObjectiveFeature):
        parts.objectives.append(tuple(feature.properties.pairs))


def _keep_road(
    feature: form.RoadFeature, where: str, parts: _Parts, defects: list[Problem]
) -> None:
    """Turn a decoded road group into its record."""
    facts, courses = feature.properties, feature.geometry.coordinates
    if len(facts.classes) != len(courses):
        text = f"{len(facts.classes)} classes for {len(courses)} lines, expected one each"
        defects.append(Problem(where, text))
        return
    lines = tuple(
        RoadLine(road, tuple(course)) for road, course in zip(facts.classes, courses, strict=True)
    )
    joined = tuple(tuple(group) for group in facts.main_groups)
    parts.road_groups.append(RoadGroup(facts.locality, tuple(facts.crossings), joined, lines))
