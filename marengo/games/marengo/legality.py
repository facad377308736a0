"""Why a move is illegal: the first rule that forbids it, for people who play by hand.

The engine only lists what is legal. A move that is not in the list is put to the rules that list
such moves, which return the statement that forbids it; or it is held here against the conditions of
its kind, one by one, until one fails.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import TYPE_CHECKING, Any, Generic

from marengo.core.engine.cases import Row
from marengo.core.move import Move
from marengo.core.uncompiled import call_python
from marengo.games.marengo.board import Approach, Place
from marengo.games.marengo.nodes import Node
from marengo.games.marengo.notation import FORMS, piece_name, piece_slot
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of, pieces_of, target_of
from marengo.games.marengo.rules.pieces import enemy_holds
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, SLOTS, Side
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
    def side(self) -> Side:
        """Side that moves."""
        return self.state.to_move

    @property
    def place(self) -> Place:
        """Place that the move goes to.

        By road it is the approach through which the road leads, by the bridge the locality behind.
        """
        target = self.target
        if self.kind == MoveKind.CROSS:
            target = FIRST_APPROACH + int(self.state.game.tables[0]["end_approach"][target])
        elif self.kind == MoveKind.PONTOON:
            target = int(self.state.game.tables[0]["box_locality"][self._box])
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
    def hour(self) -> int:
        """Hour in which the box of the first piece opens."""
        return int(self.state.game.tables[0]["box_hour"][self._box])

    @property
    def _box(self) -> int:
        slot = piece_slot(self.pieces[0].name)
        return int(self.state.record["place"][slot]) - FIRST_BOX

    def border(self, place: Place) -> Approach:
        """Return the side of the border at an approach."""
        return self.state.game.index.approaches[self.state.game.index.approach_at[str(place)]]

    def number(self, border: Approach) -> int:
        """Return the engine's number of a side of a border."""
        return self.state.game.index.approach_at[str(border.place)]

    def rule(self, rule: Any, *arguments: int) -> int:
        """Return what a rule of the engine says of the position."""
        return int(call_python(rule, self.state.game, self.state._record, *arguments))

    def is_enemy(self, locality: int) -> bool:
        """Return whether the enemy of the mover occupies a locality."""
        return bool(self.rule(enemy_holds, self.side, locality))

    def capacity(self, locality: int) -> int:
        """Return how many pieces a locality holds."""
        return int(self.state.game.tables[0]["capacity"][locality])


@dataclass(frozen=True)
class Legality:
    """Reasons of a ruleset against moves."""

    nodes: Mapping[Decision, Node]
    asked: str  # statements that only what is asked is decided
    over: str  # statements that the game is over
    otherwise: str  # said where no other reason is found
    marks: Callable[[Piece], tuple[object, ...]]  # on a piece, which tell it from others
    last: Mapping[MoveKind, str] = field(default_factory=dict)  # as ``otherwise``, by kind
    reasons: Callable[[Attempt[Any]], Iterator[str]] = lambda _: iter(())  # the weightiest first
    rows: Mapping[int, Row] = field(default_factory=dict)
    sentences: Mapping[int, str] = field(default_factory=dict)  # of what these return
    letter: str = ""  # of the digest


FACTS: Mapping[str, Callable[[Attempt[Any]], object]] = {
    "acted": lambda attempt: next(piece.name for piece in attempt.pieces if piece.acted),
    "ahead": lambda attempt: attempt.start.towards,
    "begun": lambda attempt: ", ".join(map(str, sorted(attempt.state.begun))),
    "capacity": lambda attempt: attempt.capacity(attempt.place.locality),
    "facing": lambda attempt: attempt.start.opposite,
    "hour": lambda attempt: attempt.hour,
    "limit": lambda attempt: int(attempt.state.game.tables[0]["group_limit"]),
    "locality": lambda attempt: attempt.place.locality,
    "opposite": lambda attempt: attempt.place.opposite,
    "orders": lambda attempt: attempt.state.orders,
    "piece": lambda attempt: attempt.pieces[0].name,
    "start": lambda attempt: attempt.start,
    "steps": lambda attempt: int(attempt.state.game.tables[0]["road_steps"]),
    "there": lambda attempt: attempt.there,
    "to": lambda attempt: attempt.place,
}
"""Facts of a move that sentences name in braces."""


def _said_of(legality: Legality, attempt: Attempt[Any], statement: int) -> str:
    """Return what is said of the statement that forbids a move, and which it is."""
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
    node = legality.nodes[state.decision]
    if kind not in node.moves:
        verbs = ", ".join(FORMS[legal][0] for legal in node.moves)
        asked = state.decision.name.lower().replace("_", " ")
        return f"the decision is {asked}: expected {verbs} ({legality.asked})"
    for name in _names(state, move):
        if name not in (piece.name for piece in state.pieces if piece.place is not None):
            return f"{name} is not in the game"
    boxed = "R" in state.game.forms[kind][1] and target_of(move.code) >= FIRST_BOX
    if boxed and kind != MoveKind.SHUFFLE:
        return f"{state.game.index.place_text(target_of(move.code))} is a box, no place on the map"
    attempt = attempt_of(state, move)
    row = legality.rows.get(state.decision)
    if row is not None and row.barred is not None:
        statement = int(call_python(row.barred, state.game, state._record, move.code))
        if statement:
            return _said_of(legality, attempt, statement)
    for reason in legality.reasons(attempt):
        return reason
    instead = _like(state, move, legality) or legality.last.get(kind)
    if instead is None and node.allowed:
        return f"allowed is only: {node.allowed}"
    return instead or legality.otherwise


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
