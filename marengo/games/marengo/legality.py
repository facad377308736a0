"""Why a move is illegal: the first rule that forbids it, for people who play by hand.

The engine only lists what is legal. A move that is not in the list is put to the rules that list
such moves, which return the statement that forbids it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from string import Formatter
from typing import TYPE_CHECKING, Any, Generic

from marengo.core.engine.cases import Row
from marengo.core.move import Move
from marengo.core.uncompiled import call_python
from marengo.games.marengo.board import Approach, Place
from marengo.games.marengo.decisions import FieldQuestion
from marengo.games.marengo.notation import FORMS, piece_name, piece_slot
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of, pack, pieces_of, target_of
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, SLOTS, Kind
from marengo.games.marengo.types import Piece

if TYPE_CHECKING:
    from marengo.games.marengo.game import StateT_co
    from marengo.games.marengo.state import MarengoState
else:
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", covariant=True)


@dataclass(frozen=True)
class Attempt(Generic[StateT_co]):
    """A move, unpacked."""

    state: StateT_co
    kind: MoveKind
    pieces: tuple[Piece, ...]
    target: int

    @property
    def place(self) -> Place:
        """Place that the move goes to.

        By road it is the approach through which the road leads, out of a box the locality behind;
        of what joins a group it is where that goes.
        """
        target = self.target
        if self.kind == MoveKind.CROSS:
            target = FIRST_APPROACH + int(self.state.game.tables[0]["end_approach"][target])
        elif self.kind in (MoveKind.PONTOON, MoveKind.ROAD):
            target = int(self.state.game.tables[0]["box_locality"][self._box])
        elif self.kind == MoveKind.JOIN:
            target = int(self.state.record["goal"])
        return Place.parse(self.state.game.index.place_text(target))

    @property
    def start(self) -> Any:
        """Place or box of the first piece named."""
        return self.pieces[0].place

    @property
    def there(self) -> int:
        """Locality in which the enemy stands, or the one entered."""
        return self.place.locality if self.place.towards is None else self.place.towards

    @property
    def opposite(self) -> Place:
        """Approach in which the enemy blocks the way that the move goes."""
        if self.place.towards is None and self.start.towards is None:
            return Place(self.place.locality, self.start.locality)
        return (self.start if self.place.towards is None else self.place).opposite

    @property
    def attacked(self) -> Approach:
        """Side of the border at the approach attacked."""
        return self.border(Place.parse(str(self.state.context["attack"])).opposite)

    @property
    def asked(self) -> Any:
        """Piece that the decision is about."""
        return self.state.context.get("piece") or self.state.context["artillery"]

    @property
    def hour(self) -> int:
        """Hour in which the box of the first piece opens."""
        return int(self.state.game.tables[0]["box_hour"][self._box])

    @property
    def _box(self) -> int:
        slot = piece_slot(self.pieces[0].name)
        return int(self.state.record["place"][slot]) - FIRST_BOX

    @property
    def penalty(self) -> int:
        """Symbols against the type of the first piece in the approach attacked."""
        infantry = self.pieces[0].kind == Kind.INFANTRY
        return self.attacked.infantry if infantry else self.attacked.cavalry

    def border(self, place: Place) -> Approach:
        """Return the side of the border at an approach."""
        return self.state.game.index.approaches[self.state.game.index.approach_at[str(place)]]

    def rule(self, rule: Any, *arguments: int) -> int:
        """Return what a rule of the engine says of the position."""
        return int(call_python(rule, self.state.game, self.state._record, *arguments))

    def number(self, name: str) -> int:
        """Return a number of the rules."""
        return int(self.state.game.tables[0][name])


@dataclass(frozen=True)
class Legality:
    """Reasons of a ruleset against moves."""

    questions: Mapping[int, FieldQuestion]
    asked: str  # statements that only what is asked is decided
    over: str  # statements that the game is over
    marks: Callable[[Piece], tuple[object, ...]]  # on a piece, which tell it from others
    rows: Mapping[int, Row]
    sentences: Mapping[int, str]  # of what their predicates return
    letter: str  # of the digest


FACTS: Mapping[str, Callable[[Attempt[Any]], object]] = {
    "acted": lambda attempt: next(piece.name for piece in attempt.pieces if piece.acted),
    "ahead": lambda attempt: attempt.start.towards,
    "asked": lambda attempt: attempt.asked,
    "attacked": lambda attempt: attempt.attacked.place,
    "begun": lambda attempt: ", ".join(map(str, sorted(attempt.state.begun))),
    "beyond": lambda attempt: attempt.attacked.locality,
    "capacity": lambda attempt: attempt.state.game.tables[0]["capacity"][attempt.there],
    "facing": lambda attempt: attempt.start.opposite,
    "goal": lambda attempt: attempt.state.game.index.place_text(int(attempt.state.record["goal"])),
    "group": lambda attempt: attempt.state.piece(attempt.state.context["pieces"][0]).place,
    "here": lambda attempt: attempt.start.locality,
    "hour": lambda attempt: attempt.hour,
    "least": lambda attempt: attempt.number("leading_strength"),
    "limit": lambda attempt: attempt.number("group_limit"),
    "locality": lambda attempt: attempt.place.locality,
    "lost": lambda attempt: attempt.state.context["locality"],
    "opposite": lambda attempt: attempt.opposite,
    "orders": lambda attempt: attempt.state.orders,
    "penalty": lambda attempt: attempt.penalty,
    "piece": lambda attempt: attempt.pieces[0].name,
    "pool": lambda attempt: ", ".join(attempt.state.context["pieces"]),
    "position": lambda attempt: attempt.state.game.index.place_text(attempt.target),
    "start": lambda attempt: attempt.start,
    "steps": lambda attempt: attempt.number("road_steps"),
    "strength": lambda attempt: attempt.pieces[0].strength,
    "there": lambda attempt: attempt.there,
    "to": lambda attempt: attempt.place,
    "width": lambda attempt: 1 + bool(attempt.attacked.wide),
}
"""Facts of a move that sentences name in braces."""


def _said_of(legality: Legality, attempt: Attempt[Any], statement: int) -> str:
    """Return what is said of the statement that forbids a move, and which it is.

    Of several pieces it is said of one that it forbids to move alone, if there is any.
    """
    barred = legality.rows[attempt.state.decision].barred

    def may_move(piece: Piece) -> bool:
        only = 1 << piece_slot(piece.name) % SLOTS
        return attempt.rule(barred, pack(attempt.kind, attempt.target, 0, only)) != statement

    attempt = replace(attempt, pieces=tuple(sorted(attempt.pieces, key=may_move)))
    sentence = legality.sentences[statement]
    names = [name for _, name, _, _ in Formatter().parse(sentence) if name]
    chapter, number = divmod(statement // 10, 100)
    facts = {name: FACTS[name](attempt) for name in names}
    return f"{sentence.format(**facts)} ({legality.letter}-{chapter}.{number})"


def _names(state: "MarengoState", move: Move) -> list[str]:
    """Return the names of the pieces of a move."""
    is_enemys = "Q" in state.game.forms[MoveKind(kind_of(move.code))][1]
    owner = state.to_move.enemy if is_enemys else state.to_move
    slots = [slot for slot in range(SLOTS) if pieces_of(move.code) >> slot & 1]
    return [piece_name(owner * SLOTS + slot) for slot in slots]


def attempt_of(state: "MarengoState", move: Move) -> Attempt[Any]:
    """Return a move unpacked, whose pieces are all in the game."""
    pieces = tuple(state.piece(name) for name in _names(state, move))
    return Attempt(state, MoveKind(kind_of(move.code)), pieces, target_of(move.code))


def reason_against(state: "MarengoState", move: Move, legality: Legality) -> str:
    """Return which rule forbids a move that is not legal in a position."""
    if state.decision == Decision.OVER:
        return f"the game is over ({legality.over})"
    kind = MoveKind(kind_of(move.code))
    answers = legality.questions[state.decision].verbs
    if kind not in answers:
        verbs = ", ".join(FORMS[MoveKind(answer)][0] for answer in answers)
        asked = state.decision.name.lower().replace("_", " ")
        return f"the decision is {asked}: expected {verbs} ({legality.asked})"
    for name in _names(state, move):
        if name not in (piece.name for piece in state.pieces if piece.place is not None):
            return f"{name} is not in the game"
    boxed = "R" in state.game.forms[kind][1] and target_of(move.code) >= FIRST_BOX
    if boxed and kind != MoveKind.SHUFFLE:
        return f"{state.game.index.place_text(target_of(move.code))} is a box, no place on the map"
    attempt = attempt_of(state, move)
    barred = legality.rows[state.decision].barred
    if barred is not None:
        statement = attempt.rule(barred, move.code)
        if statement:
            return _said_of(legality, attempt, statement)
    return _like(state, move, legality) or "expected one of the legal moves"


def _like(state: "MarengoState", move: Move, legality: Legality) -> str | None:
    """Return the move to name instead, if one with pieces alike is legal."""
    wanted = _faces(state, move, legality)
    for legal in state.legal_moves():
        if wanted == _faces(state, legal, legality):
            return f"pieces alike give one move, named by the lowest: {legal}"
    return None


def _faces(state: "MarengoState", move: Move, legality: Legality) -> tuple[object, ...]:
    """Return a move with its pieces described instead of named."""
    by_name = {piece.name: piece for piece in state.pieces}
    words = []
    for word in str(move).split():
        names = word.split(",")
        if all(name in by_name for name in names):
            pieces = (by_name[name] for name in names)
            faces = [(p.kind, p.strength, str(p.place), *legality.marks(p)) for p in pieces]
            words.append(str(sorted(faces)))
        else:
            words.append(word)
    return tuple(words)
