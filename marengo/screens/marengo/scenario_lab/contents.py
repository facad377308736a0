"""The content of a scenario as plain tables, and the differences between two.

Tables are whole: what a file leaves out stands in them with its default. So a number that is set
back to the standard is no change any more, however it got there.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
import msgspec.inspect

from marengo.games.marengo.extending import FIXED, OWN
from marengo.games.marengo.scenario import Pieces, Scenario

Table = dict[str, Any]


def content_of(scenario: Scenario) -> Table:
    """Return all that a scenario says, defaults included, as tables, lists and plain values."""
    plain: Table = msgspec.json.decode(msgspec.json.encode(scenario))
    return plain


def value_at(table: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path such as ``"hours.Novi"``, or None."""
    value: Any = table
    for key in path.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def with_value_at(table: Table, path: str, value: Any) -> Table:
    """Return a table with another value at a path; None takes away what is there."""
    key, _, rest = path.partition(".")
    if rest:
        return {**table, key: with_value_at(table.get(key) or {}, rest, value)}
    if value is None:
        return {name: old for name, old in table.items() if name != key}
    return {**table, key: value}


def changes_of(content: Table, standard: Table, schema: type[Scenario]) -> Table:
    """Return what a what-if must state to make the content of a scenario from its standard's.

    ``extend(standard, {"name": ..., **changes})`` has the content again.
    """
    aside = {*OWN, *FIXED, "forces"}
    changed = _changed({k: v for k, v in content.items() if k not in aside}, standard)
    forces = list(_changed_forces(content["forces"], standard["forces"], schema))
    return {**changed, **({"forces": forces} if forces else {})}


def _changed(new: Table, old: Mapping[str, Any]) -> Table:
    """Return the entries of a table that differ from another's."""
    changed: Table = {}
    for name, value in new.items():
        if isinstance(value, dict):
            inner = _changed(value, old.get(name) or {})
            changed.update({name: inner} if inner else {})
        elif name not in old or value != old[name]:
            changed[name] = value
    return changed


def _changed_forces(new: list[Table], old: list[Table], schema: type) -> Iterator[Table]:
    """Yield the forces that a what-if states: of each its name, and what differs."""
    remaining = {force["name"]: force for force in old}
    usual, usual_piece = defaults_of(schema, "forces"), defaults_of(schema, "forces", "pieces")
    for force in new:
        name = force["name"]
        stated = {"name": name, **_differing(force, remaining.pop(name, {**usual, "name": name}))}
        if "pieces" in stated:
            stated["pieces"] = [_differing(piece, usual_piece) for piece in stated["pieces"]]
        if len(stated) > 1:
            yield stated
    yield from ({"name": name, "remove": True} for name in remaining)


def _differing(table: Table, other: Table) -> Table:
    """Return the entries that another table does not have."""
    return {key: value for key, value in table.items() if not _same(value, other[key])}


def _same(value: Any, other: Any) -> bool:
    """Return whether two values are the same, in order too: pieces take places in turn."""
    if isinstance(value, dict) and isinstance(other, dict):
        return list(value.items()) == list(other.items())
    return bool(value == other)


def defaults_of(schema: Any, *path: str) -> Table:
    """Return the fields of the items of a list, which may lie in others, with their defaults.

    The field that has none has ``msgspec.NODEFAULT``.
    """
    for name in path:
        (kind,) = (field.type for field in msgspec.structs.fields(schema) if field.name == name)
        schema = kind.__args__[0]
    return {field.name: field.default for field in msgspec.structs.fields(schema)}


def piece_choices() -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the kinds of pieces, and the strengths that they can have."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(Pieces)}
    strength = msgspec.inspect.type_info(kinds["strength"])
    assert isinstance(strength, msgspec.inspect.IntType)
    return get_args(kinds["kind"]), tuple(range(strength.ge or 0, (strength.le or 0) + 1))
