"""What every scenario says; each ruleset adds numbers of its own."""

import json
from typing import Annotated, Literal

import msgspec

from marengo.game.varied import Varied
from marengo.rules.vocabulary import SLOTS

Army = Literal["austrian", "french"]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Count = Annotated[int, msgspec.Meta(ge=1, le=SLOTS)]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pieces alike: kind, strength, and how many."""

    kind: Literal["infantry", "cavalry", "artillery"]
    strength: Annotated[int, msgspec.Meta(ge=1, le=4)]
    count: Count = 1


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pieces that start together.

    ``places`` says how many start in each place or box; without it the board's French start
    symbols do. With ``draw`` they are assigned blindly (T-4.6, B-6.4), otherwise in the order
    written.
    """

    name: str
    army: Army
    pieces: tuple[Pieces, ...]
    places: dict[str, Count] | None = None
    draw: bool = False


class Parameters(Varied, msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbers of the rules; the defaults are those of the rulebook."""

    first_hour: Hour = 6
    last_hour: Hour = 21
    road_steps: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3


class Scenario(
    Varied,
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="ruleset",
):
    """A set-up to be played: which rules, which board, which forces, which numbers."""

    name: str
    board: str
    forces: tuple[Force, ...]
    hours: dict[str, Hour]
    title: str = ""
    parameters: Parameters

    @property
    def ruleset(self) -> str:
        """The name of the ruleset that is played."""
        return str(self.__struct_config__.tag)

    def text(self) -> str:
        """Return the scenario as canonical JSON text, the same for equal scenarios."""
        return json.dumps(msgspec.to_builtins(self, str_keys=True), sort_keys=True)
