"""A position of a game on the field of Marengo."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from marengo.core.errors import NotationError
from marengo.core.move import Move
from marengo.core.numbers import takes
from marengo.core.state import State
from marengo.games.marengo.legality import reason_against
from marengo.games.marengo.notation import parse_move, piece_name, piece_slot
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.position import MASK_WORD
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    NONE,
    SLOTS,
    Kind,
    Side,
    Victory,
)
from marengo.games.marengo.soundness import listed_problems
from marengo.games.marengo.types import Attack, AttackKind, Bombarding, Outcome, Piece, Role, Spot

if TYPE_CHECKING:
    from marengo.games.marengo.game import MarengoGame
    from marengo.games.marengo.view import MarengoView

BOMBARDING: tuple[Bombarding, ...] = ("none", "declared", "due", "completed")


class MarengoState(State, ABC):
    """A position of a game on the field of Marengo, see :class:`marengo.core.state.State`.

    Made by :meth:`Game.start` and :meth:`MarengoGame.position`.
    """

    NOT_ASKED: ClassVar = "it is the other side that decides (T-23.1, B-18.41)"

    ROLES: ClassVar[dict[Role, tuple[str, ...]]] = {}
    """Sets of the record that give each role; the first role that applies counts."""

    game: "MarengoGame[Any]"

    @property
    def to_move(self) -> Side:
        """The side that decides."""
        return Side(int(self.record["to_move"]))

    @property
    def decision(self) -> Decision:
        """The decision to be made (T-23.6, B-18.4 to B-18.40)."""
        return Decision(int(self.record["decision"]))

    @takes(NotationError)
    def move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not; NotationError if it is none."""
        code = parse_move(self.game.index, self.to_move, text, self.game.forms)
        return Move(code, self.to_move, self.game.write_move)

    @property
    def context(self) -> dict[str, Any]:
        """Facts that the decision is about: pieces, places and numbers by name."""
        return self.game.questions[self.decision].context(self)

    def problems(self) -> list[str]:
        """Return everything that cannot be in a position of this game; empty if it is sound."""
        return listed_problems(self, self.game.problems)

    def reason_against(self, move: Move) -> str:
        """Return which rule forbids a move that is not legal here."""
        return reason_against(self, move, self.game.legality)

    @abstractmethod
    def level(self, side: Side) -> int:
        """Return an army's morale, in the unit of the game (T-18.1, B-13.1)."""

    def hides(self, side: int) -> bool:
        """Return whether a side cannot tell which piece each enemy block is (T-22.8, B-17.8)."""
        first = (1 - side) * SLOTS
        candidates = self.record["candidates"][first : first + SLOTS]
        return bool((candidates & (candidates - 1)).any())

    def committed(self, side: Side) -> dict[int, int]:
        """Return a side's committed discs by locality, in a game that has such."""
        return {}

    @abstractmethod
    def view(self, side: Side | None) -> "MarengoView":
        """Return what a side knows of this position; None shows everything."""

    @property
    def outcome(self) -> Outcome | None:
        """Result of the game, or None while it goes on."""
        if self.decision != Decision.OVER:
            return None
        winner, victory = Side(int(self.record["winner"])), Victory(int(self.record["victory"]))
        kind: Literal["decisive", "marginal"] = "marginal"
        if victory == Victory.DECISIVE:
            kind = "decisive"
        return Outcome(winner, kind, self._reason(winner, victory), self.hour)

    @abstractmethod
    def _reason(self, winner: Side, victory: Victory) -> str:
        """Return in words why the game was won."""

    # --- facts ------------------------------------------------------------------------------

    @property
    def hour(self) -> int:
        """The round, in hours of the 24-hour clock."""
        return int(self.record["hour"])

    @property
    def turn(self) -> Side:
        """The side whose turn it is: the active player."""
        return Side(int(self.record["turn"]))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of the game, destroyed ones included."""
        return tuple(self.pieces_in(self.slots()))

    def slots(self) -> list[int]:
        """Return the slots that hold a piece or held one."""
        return [int(slot) for slot in np.flatnonzero(self.record["candidates"])]

    def spot(self, code: int) -> Spot:
        """Return the place, box or nowhere that the engine's number stands for."""
        return None if code == NONE else self.game.index.place(code)

    def pieces_in(self, slots: Sequence[int]) -> list[Piece]:
        """Return the pieces of slots, each 0 to 23 Austrian or 24 to 47 French."""
        s = self.record  # as lists: an item of a record's field takes as long as the whole field
        kinds, strengths, places, bombardments = (
            s[field].tolist() for field in ("kind", "strength", "place", "bombardment")
        )
        return [
            Piece(
                name=piece_name(slot),
                side=Side(slot // SLOTS),
                kind=Kind(kinds[slot]),
                strength=strengths[slot],
                place=self.spot(places[slot]),
                bombardment=BOMBARDING[bombardments[slot]],
                role=role,
                **marks,
            )
            for slot, role, marks in zip(slots, self._roles(slots), self._marks(slots), strict=True)
        ]

    def piece_in(self, slot: int) -> Piece:
        """Return the piece of a slot, see :meth:`pieces_in`."""
        (piece,) = self.pieces_in([slot])
        return piece

    @abstractmethod
    def _marks(self, slots: Sequence[int]) -> list[dict[str, Any]]:
        """Return what is marked on pieces in this ruleset, and whether they lie face-up."""

    def _roles(self, slots: Sequence[int]) -> list[Role]:
        """Return what pieces do in the attack going on."""
        roles: list[Role] = ["none"] * len(slots)
        if self._attacks:
            # from the last, so that the first that applies stays
            for role, fields in reversed(self.ROLES.items()):
                doing = reduce(or_, (int(self.record[field]) for field in fields))
                roles = [
                    role if doing >> slot & 1 else other
                    for slot, other in zip(slots, roles, strict=True)
                ]
        return roles

    @property
    def _attacks(self) -> bool:
        """True while an attack is going on, the continuation of cavalry afterwards not included."""
        over = self.decision in (Decision.CONTINUATION, Decision.ROAD_STEP)
        return bool(self.record["attack_approach"] != NONE) and not over

    def piece(self, name: str) -> Piece:
        """Return the piece with this name, such as ``A1``; NotationError if the game has none."""
        slot = piece_slot(name)
        if slot not in self.slots():
            raise NotationError(f"{name}: no such piece in this game")
        return self.piece_in(slot)

    def occupier(self, locality: int) -> Side | None:
        """Return the side that occupies a locality, or None."""
        places = self.record["place"]
        inside = self.game.tables[0]["locality_of"][places] == locality
        slots = np.flatnonzero(inside & (places != NONE))
        return Side(int(slots[0]) // SLOTS) if slots.size else None

    def count(self, place: str) -> int:
        """Return the number of pieces in a place such as ``8/4``, ``8`` or a box."""
        return int(np.count_nonzero(self.record["place"] == self.game.index.place_code(place)))

    def _crossing(self, crossing: str) -> int:
        try:
            return self.game.index.crossings.index(crossing)
        except ValueError:
            raise NotationError(f"{crossing!r}: no such crossing on this board") from None

    def last_step(self, crossing: str) -> int:
        """Return the last step in which a crossing was used this turn, 0 if it was not."""
        return abs(int(self.record["crossing_use"][self._crossing(crossing)]))

    def direction(self, crossing: str) -> int | None:
        """Return the locality that the users of a crossing enter this turn, None if unused."""
        number = self._crossing(crossing)
        use, t = int(self.record["crossing_use"][number]), self.game.tables[0]
        for end, (locality, name) in enumerate(self.game.index.ends):
            if name == crossing and use * int(t["end_way"][end]) > 0:
                other = int(t["end_other"][end])
                return locality if other == NONE else int(t["end_locality"][other])
        return None

    def _in_set(self, field: str, index: int) -> bool:
        return bool(int(self.record[field][index // MASK_WORD]) >> (index % MASK_WORD) & 1)

    def members(self, field: str) -> list[int]:
        """Return the numbers in a set of the record, such as localities in ``won``, in order."""
        words = self.record[field].tolist()
        return [
            MASK_WORD * number + bit
            for number, word in enumerate(words)
            if word
            for bit in range(MASK_WORD)
            if word >> bit & 1
        ]

    def approaches_in(self, field: str) -> frozenset[str]:
        """Return the approaches in a set of the record such as ``barred``, as text."""
        approaches = self.game.index.approaches
        return frozenset(str(approaches[number].place) for number in self.members(field))

    def _approach(self, place: str) -> int:
        return self.game.index.place_code(place) - FIRST_APPROACH

    def barred(self, approach: str) -> bool:
        """Return whether an assault across this border was lost this turn (T-11.50, B-11.14)."""
        return self._in_set("barred", self._approach(approach))

    def won(self, locality: int) -> bool:
        """Return whether the locality was won by assault this turn (T-8.21, B-11.13)."""
        return self._in_set("won", locality)

    @property
    def attack(self) -> Attack | None:
        """The attack going on, or None; open information (T-22.3, B-17.2)."""
        if not self._attacks:
            return None
        s = self.record
        return Attack(
            kind=self._attack_kind(),
            approach=self.game.index.approaches[int(s["attack_approach"])].place,
            attackers=int(s["actors"]).bit_count(),
            from_reserve=bool(s["from_reserve"]),
            by_road=bool(s["by_road"]),
        )

    @abstractmethod
    def _attack_kind(self) -> AttackKind:
        """Return what sort of attack is going on."""

    @property
    def pontoon_used(self) -> bool:
        """True if the pontoon bridge was used this turn (T-15.12, B-8.77)."""
        return bool(self.record["pontoon_used"])

    @property
    def boxes(self) -> dict[str, dict[str, Any]]:
        """The boxes: army, entry locality and first hour of entry of each."""
        t = self.game.tables[0]
        return {
            name: {
                "army": Side(int(t["box_side"][box])),
                "locality": int(t["box_locality"][box]),
                "hour": int(t["box_hour"][box]),
                "pontoon": bool(t["box_pontoon"][box]),
            }
            for box, name in enumerate(self.game.index.boxes)
        }

    def __repr__(self) -> str:
        if self.outcome:
            return f"<State {self.hour}:00, over: {self.outcome.reason}>"
        asked = self.decision.name.lower().replace("_", " ")
        return f"<State {self.hour}:00, {self.to_move.name.title()} to decide: {asked}>"
