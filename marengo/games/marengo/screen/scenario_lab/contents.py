"""The content of a scenario as plain tables, and the differences between two.

Tables are whole: what a file leaves out stands in them with its default. So a number that is set
back to the standard is no change any more, however it got there.
"""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec
import msgspec.inspect

from marengo.games.marengo.extending import FIXED, OWN
from marengo.games.marengo.scenario import Pieces, Scenario

__all__ = [
    "changes_of",
    "content_of",
    "empty_force",
    "ordered_forces",
    "piece_choices",
    "piece_fields",
    "value_at",
    "with_value_at",
]

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
    changed = _changed(_without(content, aside), _without(standard, aside))
    forces = _changed_forces(content["forces"], standard["forces"], _item_type(schema, "forces"))
    return {**changed, **({"forces": forces} if forces else {})}


def ordered_forces(forces: list[Table], standard: list[Table]) -> list[Table]:
    """Return forces in the order that a what-if leads to: known ones first, in their order."""
    known = {force["name"]: place for place, force in enumerate(standard)}
    return sorted(forces, key=lambda force: known.get(force["name"], len(known)))


def _without(table: Table, names: set[str]) -> Table:
    return {name: value for name, value in table.items() if name not in names}


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


def empty_force(schema: type[Scenario], name: str, army: str) -> Table:
    """Return a force without pieces, all else at its default."""
    kind = _item_type(schema, "forces")
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return {**defaults, "name": name, "army": army, "pieces": [], "places": {}}


def piece_fields(schema: type[Scenario]) -> tuple[str, ...]:
    """Return the names of the fields of an entry of pieces."""
    pieces = _item_type(_item_type(schema, "forces"), "pieces")
    return tuple(field.name for field in msgspec.structs.fields(pieces))


def piece_choices() -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the kinds of pieces, and the strengths that they can have."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(Pieces)}
    strength = msgspec.inspect.type_info(kinds["strength"])
    assert isinstance(strength, msgspec.inspect.IntType)
    return get_args(kinds["kind"]), tuple(range(strength.ge or 0, (strength.le or 0) + 1))


def _item_type(schema: Any, name: str) -> Any:
    """Return the type of the items of a list in a field."""
    (kind,) = (field.type for field in msgspec.structs.fields(schema) if field.name == name)
    return kind.__args__[0]


def _changed_forces(new: list[Table], old: list[Table], kind: Any) -> list[Table]:
    """Return the forces that a what-if states."""
    known = {force["name"]: force for force in old}
    stated = [_changed_force(force, known.get(force["name"]), kind) for force in new]
    kept = {force["name"] for force in new}
    removed = [{"name": name, "remove": True} for name in known if name not in kept]
    return [force for force in stated if len(force) > 1] + removed


def _changed_force(force: Table, known: Table | None, kind: Any) -> Table:
    """Return what a what-if states of a force: of a known one its name and what differs."""
    if known is None:
        fields = {key: value for key, value in _lean(force, kind).items() if value is not None}
    else:
        fields = {key: value for key, value in force.items() if not _same(value, known.get(key))}
    if "pieces" in fields:
        pieces = _item_type(kind, "pieces")
        fields["pieces"] = [_lean(piece, pieces) for piece in fields["pieces"]]
    return {"name": force["name"], **fields}


def _same(one: Any, other: Any) -> bool:
    """True if two values are the same; of places the order counts, as pieces take them in turn."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one.items()) == list(other.items())
    return bool(one == other)


def _lean(table: Table, kind: Any) -> Table:
    """Return a table without its defaults."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return {key: value for key, value in table.items() if value != defaults.get(key, kind)}
