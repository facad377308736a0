"""What every scenario says; each ruleset adds numbers of its own."""

import json
from typing import Annotated, ClassVar, Literal

import msgspec

from marengo.games.marengo.armies import Army
from marengo.games.marengo.board import Board, GroundChanges
from marengo.games.marengo.rules.vocabulary import SLOTS
from marengo.games.marengo.terms import Terms

Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Count = Annotated[int, msgspec.Meta(ge=1, le=SLOTS)]


TELLING = ("context", "sources", "extends", "ground")
"""Fields that are no part of the canonical text as they stand."""


STRENGTHS = (1, 2, 3, 4)
"""Strengths that a piece may have at the start."""


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pieces alike: kind, strength, and how many."""

    kind: Literal["infantry", "cavalry", "artillery"]
    strength: Annotated[int, msgspec.Meta(ge=STRENGTHS[0], le=STRENGTHS[-1])]
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


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbers of the rules; the defaults are those of the rulebook."""

    first_hour: Hour = 6
    last_hour: Hour = 21
    road_steps: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3


class Scenario(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="ruleset",
):
    """A set-up to be played: which rules, which board, which forces, which numbers.

    ``context`` and ``sources`` tell where it comes from, ``extends`` of which other scenario it is
    a what-if. ``ground`` is what it changes of its board.
    """

    terms: ClassVar[Terms] = {}

    name: str
    board: str
    forces: tuple[Force, ...]
    hours: dict[str, Hour]
    title: str = ""
    context: str = ""
    sources: tuple[str, ...] = ()
    extends: str = ""
    ground: GroundChanges = GroundChanges()
    parameters: Parameters

    @property
    def ruleset(self) -> str:
        """The name of the ruleset that is played."""
        return str(self.__struct_config__.tag)

    def text(self) -> str:
        """Return the scenario as canonical JSON text, the same for equal scenarios.

        What only tells of the game, and from which file it was made, is no part of it.
        """
        facts = msgspec.to_builtins(self, str_keys=True)
        for field in TELLING:
            del facts[field]
        ground = self.ground.stated()
        facts = {**facts, "ground": ground} if ground else facts
        return json.dumps(facts, sort_keys=True)

    def diff(self, other: "Scenario", board: Board | None = None) -> list[str]:
        """Say in words what is different from another scenario of the same ruleset.

        Parameters
        ----------
        other : Scenario
            What it is compared with: mostly the one that this extends.
        board : Board, optional
            The printed board of both, where the ground is changed; default: the one of that name
            that comes with marengo.

        Returns
        -------
        list of str
            One line for each difference; empty if both are the same game.

        Raises
        ------
        ScenarioError
            If the rulesets are different, or the board is not known.

        Examples
        --------
        >>> from marengo import load
        >>> standard = load("triomphe").scenario
        >>> early = msgspec.structs.replace(standard, hours={**standard.hours, "Novi": 15})
        >>> early.diff(standard)
        ['Novi opens at 15:00 instead of 16:00 (T-15.1)']
        """
        # it compares scenarios, so it can only be imported once there are some
        from marengo.games.marengo.differences import differences

        return differences(self, other, board)
