"""The things of a game as values: pieces, blocks, attacks, outcomes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.languages import N_

ARMIES = {Side.AUSTRIAN: N_("Austria"), Side.FRENCH: N_("France")}
"""Name of each side in sentences."""

KINDS = {
    Kind.INFANTRY: N_("infantry"),
    Kind.CAVALRY: N_("cavalry"),
    Kind.ARTILLERY: N_("artillery"),
}
"""Name of each type of piece in sentences."""

BOMBARDMENTS: Mapping[str, str] = {
    "declared": N_("bombardment declared"),
    "due": N_("bombardment due"),
    "completed": N_("bombardment completed"),
}
"""Words for the state of a piece's bombardment."""

ROLES: Mapping[str, str] = {
    "attacking": N_("attacking"),
    "leading": N_("leading"),
    "counter-attacking": N_("counter-attacking"),
    "pursuing": N_("pursuing"),
    "firing": N_("firing"),
}
"""Words for the part of a piece in an attack."""

Bombarding = Literal["none", "declared", "due", "completed"]
Role = Literal["none", "attacking", "leading", "counter-attacking", "pursuing", "firing"]
AttackKind = Literal["manoeuvre", "bombardment", "assault"]
Spot = Place | str | None
"""A place on the map, the name of a box, or None when out of the game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game (T-19.1, T-19.2, B-14.2, B-14.3).

    Parameters
    ----------
    winner : Side
        The side that won.
    kind : {"decisive", "marginal"}
        Decisive by demoralisation, marginal by what was held at the end of the day.
    reason : str
        The reason in words.
    round : int
        Hour of the round in which the game ended.
    """

    winner: Side
    kind: Literal["decisive", "marginal"]
    reason: str
    round: int

    def __str__(self) -> str:
        """Return who has won, how, and why."""
        return f"{ARMIES[self.winner]} has won ({self.kind}): {self.reason}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as its owner sees it.

    Parameters
    ----------
    name : str
        ``A1`` to ``A24`` or ``F1`` to ``F24``.
    side, kind, strength : Side, Kind, int
        Strength in symbols, 0 when destroyed.
    place : Place, str or None
        Place, name of a box, or None when out of the game.
    organised : bool
        False for a disorganised piece of Triomphe (T-14.3).
    acted : bool
        Whether it has acted this turn: taken part in an action (T-6.7), moved, assaulted or fired
        (B-8.3 to B-8.5).
    bombardment : str
        "none", "declared", "due" (to be completed this turn) or "completed".
    face_up : bool
        Whether it lies face-up for everybody.
    silenced : bool
        Artillery that declared or completed in its owner's last turn (T-11.25, B-11.26).
    role : str
        What it does in the attack going on: "none", "attacking", "leading" (either side of an
        assault), "counter-attacking", "pursuing" or "firing".
    active : bool
        False for an inactive piece of Bonaparte (B-6.6).
    assaulted : bool
        Whether it took part in an assault this turn (B-8.4).
    """

    name: str
    side: Side
    kind: Kind
    strength: int
    place: Spot
    organised: bool = True
    acted: bool = False
    bombardment: Bombarding = "none"
    face_up: bool = False
    silenced: bool = False
    role: Role = "none"
    active: bool = True
    assaulted: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack going on, as both sides see it (T-9.12, T-10.14, T-11.9, B-17.2).

    Parameters
    ----------
    kind : {"manoeuvre", "bombardment", "assault"}
        What sort of attack.
    approach : Place
        The approach it comes from.
    attackers : int
        Attacking pieces named; 0 in an assault of Triomphe not yet led.
    from_reserve : bool
        Whether the attackers of a manoeuvre attack started from reserve (T-9.13, B-9.13).
    by_road : bool
        Whether it is part of a road march (T-8.26, B-9.9).
    """

    kind: AttackKind
    approach: Place
    attackers: int
    from_reserve: bool
    by_road: bool


@dataclass(frozen=True, slots=True)
class Block:
    """An enemy piece as the other side sees it: where it stands, and what it may be.

    Parameters
    ----------
    side : Side
        Its owner.
    place : Place or str
        Place or name of a box.
    faces : frozenset of (Kind, int)
        Types and strengths the viewer must reckon with; one element is a known face.
    organised, acted, bombardment, face_up, role, active, assaulted
        As for :class:`Piece`; all of it is open information (T-22.3, T-22.6, T-22.7, B-17.3,
        B-17.4).
    """

    side: Side
    place: Place | str
    faces: frozenset[tuple[Kind, int]]
    organised: bool = True
    acted: bool = False
    bombardment: Bombarding = "none"
    face_up: bool = False
    role: Role = "none"
    active: bool = True
    assaulted: bool = False

    @property
    def known(self) -> bool:
        """True if the viewer knows the face."""
        return len(self.faces) == 1
