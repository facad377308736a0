"""What a scenario may change of the ground: the form of its table ``[ground]``."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from marengo.games.marengo.armies import Army
from marengo.games.marengo.board.form import Number
from marengo.games.marengo.board.ground import Road

Name = Annotated[str, Meta(pattern=r"^\S+$", description="a name without spaces")]
Letter = Annotated[str, Meta(pattern="^[a-z]$", description="a small letter")]
Symbols = Annotated[int, Meta(ge=0, le=9)]

# A field that is not stated stays as the board has it.


class LocalityChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of a locality; ``star = "none"`` takes a star away."""

    capacity: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    french_start: Annotated[int, Meta(ge=0, le=24)] | UnsetType = UNSET
    star: Literal["red", "green", "blue", "none"] | UnsetType = UNSET
    east_of_objective: bool | UnsetType = UNSET


class ApproachChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of one side of a border, as it would be printed on this side."""

    infantry: Symbols | UnsetType = UNSET
    cavalry: Symbols | UnsetType = UNSET
    artillery: Symbols | UnsetType = UNSET
    wide: bool | UnsetType = UNSET
    cavalry_obstacle: bool | UnsetType = UNSET
    impassable: bool | UnsetType = UNSET


class EntryChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of where a box leads, or a new box.

    ``joins`` names the road end of the entry locality whose road group the road from the box
    continues: the id of a crossing, or ``"entry:NAME"``.
    """

    army: Army | UnsetType = UNSET
    locality: Number | UnsetType = UNSET
    road: Road | UnsetType = UNSET
    pontoon: bool | UnsetType = UNSET
    joins: str | UnsetType = UNSET


class CrossingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A new crossing, or with ``remove`` the end of one.

    ``joins`` names, for each of the two localities, the road end whose road group it continues.
    """

    between: tuple[Number, Number] | UnsetType = UNSET
    road: Road | UnsetType = UNSET
    pair: Letter | UnsetType = UNSET
    joins: dict[Number, str] | UnsetType = UNSET
    remove: bool | UnsetType = UNSET


class GroundChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of a board: localities by number, approaches by place, boxes and crossings by name.

    Examples
    --------
    >>> GroundChanges(localities={8: LocalityChange(capacity=2)}).stated()
    {'localities': {'8': {'capacity': 2}}}
    """

    localities: dict[Number, LocalityChange] = {}
    approaches: dict[str, ApproachChange] = {}
    entries: dict[Name, EntryChange] = {}
    crossings: dict[Name, CrossingChange] = {}

    def stated(self) -> dict[str, Any]:
        """Return what is changed as plain tables, without empty ones; equal for equal changes."""
        tables: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        nonempty = {
            kind: {name: facts for name, facts in table.items() if facts}
            for kind, table in tables.items()
        }
        return {kind: table for kind, table in nonempty.items() if table}
