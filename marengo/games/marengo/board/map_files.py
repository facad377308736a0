"""Boards that were edited in a map program: the changes, put back into the form of a board.

A map program keeps one table for all features of a layer. When it writes that table, every feature
has every column, empty or not; numbers may have become decimal, lists text, lines multi-lines; and
the metadata of the file is lost. A board file with any of this is refused. Here the edited features
are compared with those of the original board, and only what a person has changed is taken over.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from marengo.core.files import parse_json, read_bytes

Facts = dict[str, Any]

WANT: Final = "GeoJSON features of a board"

DECIMALS: Final = 6
"""Of degrees, as in board files: about 0.1 m."""

_NAMED_BY: Final = {
    "locality": ("number",),
    "approach": ("locality", "opposite", "pair"),
    "crossing": ("id",),
    "entry": ("name",),
    "road": ("locality",),
    "edge road": ("locality",),
}
_PARTS: Final = {
    "MultiPoint": "Point",
    "MultiLineString": "LineString",
    "MultiPolygon": "Polygon",
}


def board_with_edits(edited: str | Path, original: str | Path, target: str | Path) -> list[str]:
    """Write a board with the changes that somebody made in a map program; return what was changed.

    Parameters
    ----------
    edited : str or Path
        GeoJSON file that a program such as QGIS wrote, in longitude and latitude, from the board:
        all of it, or a layer, such as that of its polygons. Kinds of features of which it has none
        are left as they are.
    original : str or Path
        The board file that it was made from.
    target : str or Path
        Where the new board goes. Whether it is sound only :class:`marengo.Board` says when it
        reads it.

    Returns
    -------
    list of str
        A line for each changed property and each moved geometry; empty if nothing was changed.
    """
    board, drawn = _collection(original), _collection(edited)
    flags = _flags(board["features"])
    old = dict(_named(board["features"]))
    new = dict(_named([_tidy(feature, flags) for feature in drawn["features"]]))
    layers = {feature["properties"]["feature"] for feature in new.values()}
    changes: list[str] = []
    features = []
    for name, feature in old.items():
        if name in new:
            features.append(_changed(feature, new[name], name, changes))
        elif feature["properties"]["feature"] in layers:
            changes.append(f"{name}: removed")
        else:
            features.append(feature)
    for name in [name for name in new if name not in old]:
        changes.append(f"{name}: new")
        features.append(new[name])
    text = json.dumps({**board, "features": features}, ensure_ascii=False)
    Path(target).write_text(text, encoding="utf-8")
    return changes


def _collection(path: str | Path) -> Facts:
    """Return the content of a GeoJSON file."""
    content: Facts = parse_json(read_bytes(path, ValueError, want=WANT), path, ValueError, WANT)
    try:
        kinds = [feature["properties"]["feature"] for feature in content["features"]]
        for feature in content["features"]:
            _tidy(feature, set())
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        fault = f"a property {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path}: expected {WANT}: {fault}") from error
    if not kinds:
        raise ValueError(f"{path}: expected {WANT}: there is none")
    return content


def _named(features: Iterable[Facts]) -> Iterator[tuple[str, Facts]]:
    """Yield each feature with a name of its own; those that are alike are counted."""
    count: dict[str, int] = {}
    for feature in features:
        facts = feature["properties"]
        parts = [facts.get(key) for key in _NAMED_BY.get(facts["feature"], ())]
        name = f"{facts['feature']} {'/'.join(str(p) for p in parts if p is not None)}".strip()
        count[name] = count.get(name, 0) + 1
        yield (name if count[name] == 1 else f"{name} ({count[name]})"), feature


def _flags(features: Iterable[Facts]) -> set[str]:
    """Return the names of the properties that are true or false."""
    return {
        name
        for feature in features
        for name, value in feature["properties"].items()
        if isinstance(value, bool)
    }


def _tidy(feature: Facts, flags: set[str]) -> Facts:
    """Return a feature without empty columns, in the types of board files."""
    facts = {
        name: bool(value) if name in flags else _typed(value)
        for name, value in feature["properties"].items()
        if value is not None
    }
    return {"type": "Feature", "properties": facts, "geometry": _geometry(feature["geometry"])}


def _typed(value: Any) -> Any:
    """Return a whole number as such, and a list that was written as text as a list if it is one."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and value.startswith("["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _geometry(geometry: Facts) -> Facts:
    """Return a geometry rounded, and that of a single part as simple."""
    kind, coordinates = geometry["type"], _rounded(geometry["coordinates"])
    if kind in _PARTS and len(coordinates) == 1:
        return {"type": _PARTS[kind], "coordinates": coordinates[0]}
    return {"type": kind, "coordinates": coordinates}


def _rounded(value: Any) -> Any:
    """Return coordinates, of whatever depth, with the decimals of board files and no heights."""
    if value and not isinstance(value[0], list):
        return [round(number, DECIMALS) for number in value[:2]]
    return [_rounded(part) for part in value]


def _changed(original: Facts, edited: Facts, name: str, changes: list[str]) -> Facts:
    """Return a feature with its edits, which are added to the changes."""
    facts = dict(original["properties"])
    for key, value in edited["properties"].items():
        before = facts.get(key)
        if isinstance(before, list) or value == before or (before is None and not value):
            continue  # lists name other things, and go through a table only in bits
        facts[key] = value
        changes.append(f"{name}: {key} {value} instead of {'none' if before is None else before}")
    for key in [key for key in facts if facts[key] and key not in edited["properties"]]:
        if not isinstance(facts[key], list):
            changes.append(f"{name}: {key} none instead of {facts[key]}")
            facts[key] = None
    geometry = original["geometry"]
    if _geometry(geometry) != edited["geometry"]:
        changes.append(f"{name}: moved")
        kind, geometry = geometry["type"], edited["geometry"]
        if _PARTS.get(kind) == geometry["type"]:  # it had parts before
            geometry = {"type": kind, "coordinates": [geometry["coordinates"]]}
    return {**original, "properties": facts, "geometry": geometry}
