"""A position of a game: what a person looks at, plays on and takes back."""

import hashlib
import reprlib
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from marengo.core.engine import driver, policy
from marengo.core.engine.random import seeded
from marengo.core.engine.record import first
from marengo.core.engine.search.primitives import returns_once
from marengo.core.errors import IllegalMove, MarengoError, NotationError, did_you_mean
from marengo.core.hooks import AnyScreen
from marengo.core.move import Move
from marengo.core.numbers import MOST_START, plain, takes, whole
from marengo.core.view import Displayable, View
from marengo.languages import _

if TYPE_CHECKING:
    from marengo.core.game import Game

Array = np.ndarray[Any, Any]


class Chance(IntEnum):
    """Chance as a seat: its moves are the outcomes of a draw or a die."""

    CHANCE = driver.CHANCE


class Nobody(IntEnum):
    """Nobody as a seat: it is to move when a game is over, if its record says so."""

    NOBODY = driver.NONE


CODES = 2**63
"""What codes of moves lie below, and not lower than its negative."""

UNWRITTEN = LookupError, StopIteration, ValueError
"""What writing a move raises whose code no rule makes."""

NO_SEATS: dict[int, IntEnum] = {int(seat): seat for seat in (Chance.CHANCE, Nobody.NOBODY)}
"""Those who may be to move beside the seats."""


class State(Displayable):
    """A position, with the way it was reached.

    Made by :meth:`Game.start`. At the end of a notebook cell it shows itself as a map. Each game
    has a class of its own with the facts that only it knows.
    """

    NOT_ASKED: ClassVar = "it is another seat that decides"
    """Reason against a move of a seat that does not decide."""

    NO_TEXT: ClassVar = "no text stands for it in this position"
    """Reason against a move whose text, if it has any, reads as another."""

    game: "Game[Any]"

    def __init__(self, game: "Game[Any]", record: Array) -> None:
        self.game = game
        self.seed: int | None = None  # the number that the game began with, if it is known
        self._record = record
        self._past: list[tuple[Array, Move]] = []

    # --- what a game gives ------------------------------------------------------------------

    @property
    def outcome(self) -> Any:
        """Result of the game, or None while it goes on."""
        if self.returns is None:
            return None
        most = max(self.returns)
        best = [
            seat for seat, got in zip(self.game.seats, self.returns, strict=True) if got == most
        ]
        if len(best) > 1:
            return _("nobody wins alone")
        return _("{seat} wins").format(seat=_(best[0].name.title()))

    @property
    def returns(self) -> tuple[float, ...] | None:
        """Result of each seat, from 0 to 1, or None while the game goes on."""
        if not self.is_over:
            return None
        tables, seats = self.game.tables, self.game.seats
        return tuple(float(returns_once(tables, self._record, int(seat))) for seat in seats)

    @property
    def context(self) -> dict[str, Any]:
        """Subject of the decision: pieces, places and numbers by name."""
        return {}

    def view(self, side: Any) -> View:
        """Return what a seat knows of this position; None shows everything."""
        asked = side is None or side == self.to_move
        return View(
            side=side,
            to_move=self.to_move,
            decision=self.decision if asked else None,
            information_set=self.information_set(side).tobytes() if side == self.to_move else b"",
        )

    def hides(self, side: int) -> bool:
        """Return whether a seat may not see all that was decided or is being decided now.

        The question tells it, and what all know: never what is hidden, nor how it is answered. A
        game with secrets that says no more has some all the time.
        """
        return policy.information_set in self.game.engine.primitives

    def problems(self) -> list[str]:
        """Return everything that cannot be in a position of this game; empty if it is sound."""
        return []

    def reason_against(self, move: Move) -> str:
        """Return which rule forbids a move that is not legal here."""
        return "the rules do not allow it here"

    def _screen(self) -> AnyScreen:
        return self.game.screen()

    def _seen(self) -> View:
        return self.view(None)

    # --- play -------------------------------------------------------------------------------

    @property
    def record(self) -> Any:
        """The engine's record of the position, for reading."""
        return self._record[0]

    @property
    def to_move(self) -> IntEnum:
        """The seat that decides, or :attr:`Chance.CHANCE`; it may be nobody when all is over."""
        seat = int(self.record["to_move"])
        return NO_SEATS[seat] if seat in NO_SEATS else self.game.seats(seat)

    @property
    def decision(self) -> IntEnum:
        """Decision that is due."""
        return self.game.decisions(int(self.record["decision"]))

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.record["decision"] == driver.OVER)

    def _codes(self) -> Array:
        """Return the packed legal moves."""
        if self.is_over:
            return np.empty(0, np.int64)
        works = self.game.workspace()
        driver.legal_moves(self.game.tables, self._record, works)
        if works["overflow"][0]:
            raise RuntimeError("the list of legal moves is too short: please report this position")
        codes: Array = works["moves"][0, : works["move_count"][0]]
        return codes

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of this decision; empty when the game is over."""
        seat, write = self.to_move, self.game.write_move
        return [Move(code, seat, write) for code in self._codes().tolist()]

    @takes(NotationError)
    def move(self, text: str) -> Move:
        """Return the move that a text stands for.

        Raises
        ------
        NotationError
            If the text is no move; says what was expected.
        """
        legal = {str(move): move for move in self.legal_moves()}
        if text not in legal:
            listed, meant = ", ".join(legal) or "nothing", did_you_mean(text, legal)
            raise NotationError(f"{text!r}: expected one of {listed}{meant}")
        return legal[text]

    def _given(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return self.move(move)
        if not isinstance(move, Move):
            raise NotationError(f"move: expected a move or its text, not {reprlib.repr(move)}")
        code = whole("code of a move", move.code, -CODES, CODES - 1, NotationError)
        return Move(code, move.side, self.game.write_move)

    def why_illegal(self, move: Move | str) -> str:
        """Return which rule forbids a move, given as a move or as text; an empty text if none does.

        Raises
        ------
        NotationError
            If a text is no move.
        """
        return self._forbids(self._given(move))

    def _forbids(self, move: Move) -> str:
        """Return why a move is not legal, also of one that nobody could write."""
        if plain(move.side) != self.to_move:
            return self.NOT_ASKED
        if move.code in self._codes():
            return ""
        try:
            same = self.move(_text(move)).code == move.code
        except NotationError:
            same = False
        return self.reason_against(move) if same else self.NO_TEXT

    def play(self, move: Move | str) -> Self:
        """Play a legal move, given as a move or as text, and return this state.

        Decisions with a single legal move that follow are played as well, where the rules do not
        want them to be asked; but see :meth:`Game.asking`.

        Raises
        ------
        NotationError
            If the text is no move.
        IllegalMove
            If the rules forbid the move here; the state is unchanged. Says which rule.
        """
        wanted = self._given(move)
        if why := self._forbids(wanted):
            raise IllegalMove(f"{_text(wanted)}: {why}")
        before = self._record.copy()
        arguments = (self.game.tables, self._record, self.game.workspace())
        driver.play_move(*arguments, wanted.code, asks_single=self.game.asks_single)
        self._past.append((before, wanted))
        return self

    def draw(self, rng: np.random.Generator | int) -> Self:
        """Play an outcome that chance draws, and return this state.

        Parameters
        ----------
        rng : numpy.random.Generator or int
            Decides it; or a seed.

        Raises
        ------
        IllegalMove
            If it is not chance that decides.
        """
        if self.to_move is not Chance.CHANCE:
            raise IllegalMove(f"{self.to_move.name.lower()} decides here, and not chance")
        if not isinstance(rng, np.random.Generator):
            rng = np.random.default_rng(whole("rng", rng, 0, MOST_START))
        seed = int(rng.integers(2**63))
        works = self.game.workspace()
        drawn = driver.draw_once(self.game.tables, self._record, works, seeded(seed))
        return self.play(self.legal_moves()[int(drawn)])

    def chances(self) -> list[tuple[Move, float]]:
        """Return what chance may do here, each move with its probability.

        Raises
        ------
        IllegalMove
            If it is not chance that decides.
        """
        if self.to_move is not Chance.CHANCE:
            raise IllegalMove(f"{self.to_move.name.lower()} decides here, and not chance")
        moves = self.legal_moves()
        arguments = (self.game.tables, self._record, self.game.workspace())
        tables, record, works = map(first, arguments)
        weights = [float(driver.weigh(tables, record, works, n)) for n in range(len(moves))]
        return [(move, weight / sum(weights)) for move, weight in zip(moves, weights, strict=True)]

    def undo(self) -> Self:
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

    def positions(self) -> list[Self]:
        """Return the positions that this state went through, itself included."""
        state = self.copy()
        positions = [state.copy()]
        while state.moves:
            positions.append(state.undo().copy())
        return positions[::-1]

    def beginning(self) -> Self:
        """Return the position before the first of the moves."""
        first = self._past[0][0] if self._past else self._record
        return type(self)(self.game, first.copy())

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played to reach this position."""
        return tuple(move for _, move in self._past)

    def copy(self) -> Self:
        """Return an independent copy, past included."""
        other = type(self)(self.game, self._record.copy())
        other._past, other.seed = list(self._past), self.seed
        return other

    def information_set(self, side: int) -> Array:
        """Return a position that a seat cannot tell from this one, shape ``(1,)``.

        It depends on what the seat knows and on nothing else.

        Raises
        ------
        MarengoError
            If there is no such seat.
        """
        if plain(side) not in [*self.game.seats, *NO_SEATS]:
            names = ", ".join(self.game.seat_names())
            raise MarengoError(f"side: expected the seat {names}, not {reprlib.repr(side)}")
        engine = self.game.engine
        made, seen = engine.state.array(), engine.state.array()
        scratch = engine.determinization.array()
        policy.see(self.game.tables, self._record, int(side), made, scratch)
        for name in made.dtype.names or ():  # all but the padding between fields, whatever is there
            seen[name] = made[name]
        scratch[:] = engine.determinization.array()  # freed memory can be read
        return seen

    def hash(self) -> str:
        """Return a fingerprint: equal for equal positions, whatever their past."""
        return hashlib.blake2b(self.record_bytes(), digest_size=16).hexdigest()

    def record_bytes(self) -> bytes:
        """Return the bytes of the position, without padding."""
        names = self.game.engine.state.fields()
        return b"".join(np.ascontiguousarray(self.record[name]).tobytes() for name in names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_game = self.game.tables.tobytes() == other.game.tables.tobytes()
        return same_game and self.record_bytes() == other.record_bytes()

    __hash__ = None  # type: ignore[assignment] # positions change as they are played


def _text(move: Move) -> str:
    """Return the text of a move, also where no rule makes its code."""
    with suppress(*UNWRITTEN):
        return str(move)
    return f"the code {move.code}"
