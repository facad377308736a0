"""A position of a game: what a person looks at, plays on and takes back."""

import hashlib
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from marengo.board import Place
from marengo.game.display import Drawn
from marengo.game.errors import IllegalMove, NotationError
from marengo.game.notation import end_text, parse_move, piece_name, piece_slot
from marengo.game.things import Attack, Bombarding, Move, Outcome, Piece, Role, Spot
from marengo.rules.decisions import Decision
from marengo.rules.shared.position import MASK_WORD, Bombardment
from marengo.rules.triomphe import engine
from marengo.rules.triomphe.state import ACTED, DISORGANISED, SILENCED
from marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    HOURS,
    LOCALITIES,
    NONE,
    SLOTS,
    Kind,
    Side,
    Victory,
)

if TYPE_CHECKING:
    from marengo.game.game import Game
    from marengo.game.view import View

BOMBARDING: tuple[Bombarding, ...] = ("none", "declared", "due", "completed")

ROLES: dict[Role, tuple[str, ...]] = {
    "leading": ("leaders", "defence_leaders"),
    "counter-attacking": ("counter",),
    "firing": ("fired",),
    "attacking": ("actors",),
}
"""Which sets of the record give which role, the first that applies."""

REASONS = {
    Victory.DECISIVE: "the {loser} army is demoralised (T-19.1)",
    Victory.MARGINAL: "the day is over (T-19.2)",
}


class State(Drawn):
    """A position, with the way it was reached.

    Made by :meth:`Game.start` and :meth:`Game.position`. At the end of a notebook cell it shows
    itself as a map.
    """

    def __init__(self, game: "Game", record: np.ndarray[Any, Any]) -> None:
        self.game = game
        self._record = record
        self._past: list[tuple[np.ndarray[Any, Any], Move]] = []

    # --- play -------------------------------------------------------------------------------

    @property
    def record(self) -> Any:
        """The engine's record of the position, for reading; see ``rules.triomphe.state.State``."""
        return self._record[0]

    @property
    def to_move(self) -> Side:
        """The side that decides."""
        return Side(int(self.record["to_move"]))

    @property
    def decision(self) -> Decision:
        """What is decided (T-23.6)."""
        return Decision(int(self.record["decision"]))

    def _codes(self) -> np.ndarray[Any, Any]:
        """Return the packed legal moves."""
        if self.decision == Decision.OVER:
            return np.empty(0, np.int64)
        works = self.game.workspace()
        engine.legal_moves(self.game.tables, self._record, works)
        if works["overflow"][0]:
            raise RuntimeError("the list of legal moves is too short: please report this position")
        codes: np.ndarray[Any, Any] = works["moves"][0, : works["move_count"][0]]
        return codes

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of this decision; empty when the game is over."""
        side, write = self.to_move, self.game.write_move
        return [Move(code, side, write) for code in self._codes().tolist()]

    def move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not.

        Raises
        ------
        NotationError
            If the text is no move.
        """
        code = parse_move(self.game.index, self.to_move, text)
        return Move(code, self.to_move, self.game.write_move)

    def play(self, move: Move | str) -> "State":
        """Play a legal move, given as a move or as text, and return this state.

        Decisions with a single legal move that follow are played as well, except the choice of
        an action (T-23.2).

        Raises
        ------
        NotationError
            If the text is no move.
        IllegalMove
            If the rules forbid the move here; the state is unchanged. Says which rule.
        """
        wanted = self.move(move) if isinstance(move, str) else move
        if wanted.side != self.to_move:
            raise IllegalMove(f"{wanted}: it is the other side that decides (T-23.1)")
        if wanted.code not in self._codes():
            from marengo.game.legality import why_illegal  # it needs State

            raise IllegalMove(f"{wanted}: {why_illegal(self, wanted)}")
        self._past.append((self._record.copy(), wanted))
        engine.play_move(self.game.tables, self._record, self.game.workspace(), wanted.code)
        return self

    def undo(self) -> "State":
        """Take the last move back and return this state.

        Raises
        ------
        IndexError
            If no move was played.
        """
        if not self._past:
            raise IndexError("nothing to undo: this is where the play began")
        record, _ = self._past.pop()
        self._record = record.copy()  # copies of this state share the past
        return self

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played to reach this position."""
        return tuple(move for _, move in self._past)

    def copy(self) -> "State":
        """Return an independent copy, past included."""
        other = State(self.game, self._record.copy())
        other._past = list(self._past)
        return other

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.decision != Decision.OVER:
            return None
        winner, victory = Side(int(self.record["winner"])), Victory(int(self.record["victory"]))
        reason = REASONS[victory].format(loser=winner.enemy.name.title())
        kind = "decisive" if victory == Victory.DECISIVE else "marginal"
        return Outcome(winner, kind, reason, self.hour)  # type: ignore[arg-type]

    def hash(self) -> str:
        """Return a fingerprint: equal for equal positions, whatever their past."""
        return hashlib.blake2b(self.record_bytes(), digest_size=16).hexdigest()

    def record_bytes(self) -> bytes:
        """Return the bytes of the position, without padding."""
        names = self._record.dtype.names or ()
        return b"".join(np.ascontiguousarray(self.record[name]).tobytes() for name in names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_game = self.game.tables.tobytes() == other.game.tables.tobytes()
        return same_game and self.record_bytes() == other.record_bytes()

    __hash__ = None  # type: ignore[assignment] # positions change as they are played

    def view(self, side: Side | None) -> "View":
        """Return what a side knows of this position; None shows everything."""
        from marengo.game.view import make_view  # it needs State

        return make_view(self, side)

    def problems(self) -> list[str]:
        """Return everything that cannot be in a position of this game; empty if it is sound."""
        from marengo.game.soundness import find_problems  # it needs State

        return find_problems(self)

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
    def orders(self) -> int:
        """Orders left in this turn (T-6.2)."""
        return int(self.record["orders"])

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of the game, destroyed ones included."""
        return tuple(self.piece_in(slot) for slot in self.slots())

    def slots(self) -> list[int]:
        """Return the slots that hold a piece or held one."""
        return [int(slot) for slot in np.flatnonzero(self.record["candidates"])]

    def spot(self, code: int) -> Spot:
        """Return the place, box or nowhere that the engine's number stands for."""
        if code == NONE:
            return None
        text = self.game.index.place_text(code)
        return text if code >= FIRST_BOX else Place.parse(text)

    def piece_in(self, slot: int) -> Piece:
        """Return the piece of a slot, 0 to 23 Austrian, 24 to 47 French."""
        s = self.record
        marks, place = int(s["marks"][slot]), int(s["place"][slot])
        waits = place >= FIRST_BOX and self.hour < self.game.tables[0]["earliest"][slot]
        bombarding = int(s["bombardment"][slot])
        return Piece(
            name=piece_name(slot),
            side=Side(slot // SLOTS),
            kind=Kind(int(s["kind"][slot])),
            strength=int(s["strength"][slot]),
            place=self.spot(place),
            organised=not marks & DISORGANISED,
            acted=bool(marks & ACTED),
            bombardment=BOMBARDING[bombarding],
            face_up=bool(waits or bombarding != Bombardment.NONE or int(s["face_up"]) >> slot & 1),
            silenced=bool(marks & SILENCED),
            role=self._role(slot),
        )

    def _role(self, slot: int) -> Role:
        """Return what a piece does in the attack going on."""
        if self._attacks:
            for role, fields in ROLES.items():
                if any(int(self.record[field]) >> slot & 1 for field in fields):
                    return role
        return "none"

    @property
    def _attacks(self) -> bool:
        """Whether an attack is going on; what cavalry does afterwards is no part of it."""
        return bool(self.record["attack_approach"] != NONE) and (
            self.decision != Decision.CONTINUATION
        )

    def piece(self, name: str) -> Piece:
        """Return the piece with this name, such as ``A1``.

        Raises
        ------
        NotationError
            If there is no such piece in this game.
        """
        slot = piece_slot(name)
        if slot not in self.slots():
            raise NotationError(f"{name}: no such piece in this game")
        return self.piece_in(slot)

    def uncommitted(self, side: Side) -> int:
        """Return the number of a side's uncommitted discs (T-1.8)."""
        return int(self.record["uncommitted"][side])

    def _discs(self, field: str, side: Side) -> dict[int, int]:
        counts = self.record[field][side * LOCALITIES : (side + 1) * LOCALITIES]
        return {int(number): int(counts[number]) for number in np.flatnonzero(counts)}

    def committed(self, side: Side) -> dict[int, int]:
        """Return a side's committed discs by locality."""
        return self._discs("committed", side)

    def shifted(self, side: Side) -> dict[int, int]:
        """Return how many of a side's committed discs are marked as shifted (T-18.14)."""
        return self._discs("shifted", side)

    def level(self, side: Side) -> int:
        """Return an army's morale level (T-18.1)."""
        return self.uncommitted(side) + sum(self.committed(side).values())

    def track(self, side: Side) -> dict[int, int]:
        """Return the discs a side still has on the time track, by hour."""
        counts = self.record["track"][side * HOURS : (side + 1) * HOURS]
        return {int(hour): int(counts[hour]) for hour in np.flatnonzero(counts)}

    def entered_last(self, locality: int) -> Side | None:
        """Return the side that entered a locality last (T-18.31)."""
        side = int(self.record["entered_last"][locality])
        return None if side == NONE else Side(side)

    def occupier(self, locality: int) -> Side | None:
        """Return the side that occupies a locality (T-3.5)."""
        places = self.record["place"]
        here = self.game.tables[0]["locality_of"][places] == locality
        slots = np.flatnonzero(here & (places != NONE))
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

    def _approach(self, place: str) -> int:
        return self.game.index.place_code(place) - FIRST_APPROACH

    def road_attacked(self, crossing: str) -> bool:
        """Whether a manoeuvre attack by road used the crossing this turn (T-8.29)."""
        return self._in_set("road_attacked", self._crossing(crossing))

    def attacked(self, defence_approach: str) -> bool:
        """Whether a manoeuvre attack was made across this defence approach this turn (T-9.23)."""
        return self._in_set("attacked", self._approach(defence_approach))

    def barred(self, approach: str) -> bool:
        """Whether an assault across this border was lost this turn (T-11.50)."""
        return self._in_set("barred", self._approach(approach))

    def won(self, locality: int) -> bool:
        """Whether the locality was won by assault this turn (T-8.21)."""
        return self._in_set("won", locality)

    @property
    def begun(self) -> frozenset[int]:
        """Localities begun but not finished to be organised (T-14.15)."""
        return frozenset(n for n in range(LOCALITIES) if self._in_set("begun", n))

    @property
    def attack(self) -> Attack | None:
        """The attack going on, or None; open information (T-22.3)."""
        if not self._attacks:
            return None
        s = self.record
        actors = [slot for slot in self.slots() if int(s["actors"]) >> slot & 1]
        kind: Literal["manoeuvre", "bombardment", "assault"] = "manoeuvre"
        if any(s["bombardment"][slot] != Bombardment.NONE for slot in actors):
            kind = "bombardment"
        elif s["leaders"] or not actors:
            kind = "assault"
        return Attack(
            kind=kind,
            approach=self.game.index.approaches[int(s["attack_approach"])].place,
            attackers=len(actors),
            from_reserve=bool(s["from_reserve"]),
            by_road=bool(s["by_road"]),
        )

    @property
    def pontoon_used(self) -> bool:
        """Whether the pontoon bridge was used this turn (T-15.12)."""
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

    @property
    def context(self) -> dict[str, Any]:
        """What the decision is about: pieces, places and numbers by name."""
        from marengo.game.context import describe_context  # it needs State

        return describe_context(self)

    def crossing_text(self, end: int) -> str:
        """Return how the crossing of a road end is written."""
        return end_text(self.game.index, self.game.tables[0], end)

    def __repr__(self) -> str:
        if self.outcome:
            return f"<State {self.hour}:00, over: {self.outcome.reason}>"
        asked = self.decision.name.lower().replace("_", " ")
        return f"<State {self.hour}:00, {self.to_move.name.title()} to decide: {asked}>"
