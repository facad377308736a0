"""Why a move is illegal: the first rule that forbids it, for people who play by hand.

The engine only lists what is legal. Here a move that is not in the list is held against the
conditions of its kind, one by one, until one fails.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from marengo.board import Approach, Place
from marengo.game.notation import FORMS, piece_name
from marengo.game.state import State
from marengo.game.things import Move, Piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of, pieces_of, target_of
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, SLOTS, Side


@dataclass(frozen=True)
class Case:
    """A move that is not legal, unpacked."""

    state: State
    kind: MoveKind
    pieces: tuple[Piece, ...]
    target: int

    @property
    def side(self) -> Side:
        """Who moves."""
        return self.state.to_move

    @property
    def place(self) -> Place:
        """Where the move goes."""
        return Place.parse(self.state.game.index.place_text(self.target))

    def border(self, place: Place) -> Approach:
        """Return the side of the border at an approach."""
        return self.state.game.index.approaches[self.state.game.index.approach_at[str(place)]]

    def is_enemy(self, locality: int) -> bool:
        """Whether the enemy of the mover occupies a locality."""
        return self.state.occupier(locality) == self.side.enemy

    def own_in(self, locality: int) -> int:
        """Return how many pieces of the mover stand in a locality."""
        return sum(
            1
            for piece in self.state.pieces
            if isinstance(piece.place, Place)
            and piece.place.locality == locality
            and piece.side == self.side
        )


@dataclass(frozen=True)
class Grounds:
    """What a ruleset has against moves.

    Parameters
    ----------
    expected : mapping of decision to kinds of move
        The kinds of move that answer each decision.
    rules : mapping of decision to str
        What is legal at a decision, where there is no other reason.
    reasons : callable
        Yields the reasons against a move, the weightiest first.
    asked, over, otherwise : str
        The statements that only what is asked is decided, that the game is over, and what to say
        where no other reason is found.
    last : mapping of kind of move to str
        The same for some kinds of move.
    marks : callable
        What is marked on a piece and tells it from others.
    """

    expected: Mapping[Decision, tuple[MoveKind, ...]]
    rules: Mapping[Decision, str]
    reasons: Callable[[Case], Iterator[str]]
    asked: str
    over: str
    otherwise: str
    marks: Callable[[Piece], tuple[object, ...]]
    last: Mapping[MoveKind, str] = field(default_factory=dict)


def reason_against(state: State, move: Move, grounds: Grounds) -> str:
    """Return which rule forbids a move that is not legal in a position."""
    if state.decision == Decision.OVER:
        return f"the game is over ({grounds.over})"
    kind = MoveKind(kind_of(move.code))
    expected = grounds.expected[state.decision]
    if kind not in expected:
        verbs = ", ".join(FORMS[one][0] for one in expected)
        asked = state.decision.name.lower().replace("_", " ")
        return f"the decision is {asked}: expected {verbs} ({grounds.asked})"
    owner = state.to_move.enemy if "Q" in state.game.ruleset.forms[kind][1] else state.to_move
    slots = [slot for slot in range(SLOTS) if pieces_of(move.code) >> slot & 1]
    names = [piece_name(owner * SLOTS + slot) for slot in slots]
    known = {piece.name: piece for piece in state.pieces}
    for name in names:
        if name not in known or known[name].place is None:
            return f"{name} is not in the game"
    boxed = "R" in state.game.ruleset.forms[kind][1] and target_of(move.code) >= FIRST_BOX
    if boxed and kind != MoveKind.SHUFFLE:
        return f"{state.game.index.place_text(target_of(move.code))} is a box, no place on the map"
    case = Case(state, kind, tuple(known[name] for name in names), target_of(move.code))
    for reason in grounds.reasons(case):
        return reason
    instead = _like(state, move, grounds) or grounds.last.get(kind)
    if instead is None and state.decision in grounds.rules:
        return f"allowed is only: {grounds.rules[state.decision]}"
    return instead or grounds.otherwise


def _like(state: State, move: Move, grounds: Grounds) -> str | None:
    """Return the move to name instead, if one with pieces alike is legal."""
    wanted = _faces(state, move, grounds)
    for legal in state.legal_moves():
        if wanted == _faces(state, legal, grounds):
            return f"pieces alike give one move, named by the lowest: {legal}"
    return None


def _faces(state: State, move: Move, grounds: Grounds) -> tuple[object, ...]:
    """Return a move with its pieces described instead of named."""
    known = {piece.name: piece for piece in state.pieces}
    words = []
    for word in str(move).split():
        names = word.split(",")
        if all(name in known for name in names):
            pieces = (known[name] for name in names)
            faces = [(p.kind, p.strength, str(p.place), *grounds.marks(p)) for p in pieces]
            words.append(str(sorted(faces)))
        else:
            words.append(word)
    return tuple(words)
