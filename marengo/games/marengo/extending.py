"""A what-if: a scenario file that extends another and states only what changes."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from marengo.core.errors import ScenarioError, did_you_mean
from marengo.core.scenarios import merged

Table = dict[str, Any]

OWN = ("name", "title", "context", "sources", "extends")
"""Fields that describe one file; a what-if does not inherit them."""

FIXED = ("ruleset", "board")
"""Fields that a what-if may not state: they are those of the scenario it extends."""


def extend(parent: Mapping[str, Any], child: Table) -> Table:
    """Return the content of a scenario file with what another states in its place.

    Tables are merged key by key, forces by name; any other value replaces the parent's.
    ScenarioError names the field that does not fit.

    >>> standard = {"name": "standard", "hours": {"Novi": 16, "Sale": 17}}
    >>> extend(standard, {"name": "early", "hours": {"Novi": 15}})
    {'hours': {'Novi': 15, 'Sale': 17}, 'name': 'early'}
    """
    for field in FIXED:
        if field in child:
            reason = f"a what-if keeps the {field} {parent.get(field)!r} of what it extends"
            raise ScenarioError(f"{field}: {reason}: expected no such field")
    if "name" not in child:
        raise ScenarioError("name: expected a name of its own")
    if child["name"] == parent.get("name"):
        raise ScenarioError(f"name: {child['name']!r} is what it extends, expected another name")
    inherited = {field: value for field, value in parent.items() if field not in OWN}
    content: Table = merged(inherited, {k: v for k, v in child.items() if k != "forces"})
    if "forces" in child:
        content["forces"] = _forces(inherited.get("forces", []), child["forces"])
    return content


def _forces(old: list[Table], new: Any) -> Any:
    """Return the forces of both files, matched by name; of wrong form as they are."""
    if not isinstance(new, list) or not all(isinstance(force, dict) for force in new):
        return new  # the schema says what is expected
    forces = {_name(number, force): force for number, force in enumerate(old, start=1)}
    names = [_name(number, force) for number, force in enumerate(new, start=1)]
    for stated_names in ([force["name"] for force in old], names):
        double = [name for name, times in Counter(stated_names).items() if times > 1]
        if double:
            raise ScenarioError(f"forces: {len(double)} names given twice: {', '.join(double)}")
    for name, force in zip(names, new, strict=True):
        if _is_removed(name, force, forces):
            del forces[name]
        else:
            stated = {key: value for key, value in force.items() if key != "remove"}
            forces[name] = {**forces.get(name, {}), **stated}
    return list(forces.values())


def _name(number: int, force: Table) -> str:
    name = force.get("name")
    if not isinstance(name, str):
        raise ScenarioError(f"forces.[{number}].name: expected the name of a force, known or new")
    return name


def _is_removed(name: str, force: Table, forces: Mapping[str, Table]) -> bool:
    """Return whether a force is dropped."""
    removed, where = force.get("remove", False), f"forces.{name}"
    if not isinstance(removed, bool):
        raise ScenarioError(f"{where}.remove: expected true or false, not {removed!r}")
    if not removed:
        return False
    if name not in forces:
        listed = ", ".join(forces)
        meant = did_you_mean(name, forces)
        raise ScenarioError(f"{where}.remove: no such force, expected one of {listed}{meant}")
    extra = set(force) - {"name", "remove"}
    if extra:
        listed = ", ".join(sorted(extra))
        raise ScenarioError(f"{where}.remove: expected no other field beside it, not {listed}")
    return True
