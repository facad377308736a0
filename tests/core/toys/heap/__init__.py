"""A heap of pieces: two take from it in turn, and who takes the last has won.

Its rules are in ``rules.py``, a row for each decision, and its words in ``words.py``, a row for
each decision and verb. This module and all else is the same whatever is decided.
"""

from typing import Any

from marengo.core.engine import bulk, driver
from marengo.core.engine.search import primitives as search
from marengo.core.errors import NotationError
from marengo.core.game import Engine, Game
from marengo.core.move import Move
from marengo.core.state import State
from marengo.core.uncompiled import call_python
from tests.core.toys.heap import rules, words


class HeapState(State):
    """A position of the heap."""

    def move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not."""
        for verb, wording in words.VERBS.items():
            if (facts := wording.facts(text)) is not None:
                code = rules.pack(verb, int(facts.get("number", 0)))
                return Move(code, self.to_move, self.game.write_move)
        forms = ", ".join(wording.shown for wording in words.VERBS.values())
        raise NotationError(f"{text!r}: expected {forms}")

    def reason_against(self, move: Move) -> str:
        """Return which rule forbids a move that is not legal here."""
        asked = words.QUESTIONS[self.decision]
        if rules.verb_of(move.code) not in asked.verbs:
            return asked.asks
        barred: Any = rules.ROWS[self.decision].barred
        return words.SENTENCES[call_python(barred, self.game, self._record, move.code)]


class HeapGame(Game[HeapState]):
    """A heap of seven pieces."""

    name, title, seats, decisions = rules.NAME, "The Heap", rules.Seat, rules.Decision
    questions, wordings = words.QUESTIONS, words.VERBS
    engine = Engine(
        state=rules.Heap,
        result=bulk.Result,
        primitives={
            driver.set_up: rules.set_up,
            driver.list_moves: rules.list_moves,
            driver.carry_out: rules.carry_out,
            bulk.summarise: rules.summarise,
            search.returns: rules.returns,
        },
    )

    def __init__(self) -> None:
        self.tables = rules.Tables.array()

    def state(self, record: Any) -> HeapState:
        """Return a record as a position."""
        return HeapState(self, record)

    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a move."""
        return words.VERBS[rules.verb_of(code)].form.format(number=rules.number_of(code))
