"""Any play at all: moves chosen by Hypothesis, taken back, copied and continued elsewhere."""

from collections.abc import Callable
from typing import Any, ClassVar

from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.state import MarengoState
from tests.field import games
from tests.properties.bonaparte import BONAPARTE
from tests.properties.openings import OPENINGS, opened
from tests.properties.positions import COMMON, Position
from tests.properties.snapshots import Snapshot, Watched, check_memory
from tests.properties.triomphe import TRIOMPHE
from tests.turn import is_full

ANY = st.integers(0, 10**6)
"""A number that stands for a choice, taken modulo the number of choices."""

Kept = tuple[MarengoState, list[Snapshot], str]


class Play(RuleBasedStateMachine):
    """One game, and copies of it that have been kept; each ruleset has a class of its own.

    ``seen`` holds a snapshot of every position on the way to the present one.
    """

    GAME: ClassVar[MarengoGame]
    WATCHED: ClassVar[Watched[Any]]

    kept = Bundle("kept")

    def __init__(self) -> None:
        super().__init__()
        self.state = self.GAME.start(0)
        self.seen = [self.WATCHED.taken(self.state)]
        self.copies: list[tuple[MarengoState, str]] = []
        self.position = Position(self.state)

    @initialize(opening=ANY, seed=st.integers(0, 2**32 - 1))
    def open(self, opening: int, seed: int) -> None:
        openings = list(OPENINGS[self.GAME.name])
        self.state = opened(self.GAME, openings[opening % len(openings)], seed)
        self.seen = [self.WATCHED.taken(self.state)]
        self.look()

    def look(self) -> None:
        """Look at the present position anew."""
        self.position = Position(self.state.copy())

    def play(self, text: str) -> None:
        """Play a move and hold what it changes against what may change."""
        event(self.state.decision.name)
        self.state.play(text)
        after = self.WATCHED.taken(self.state)
        self.WATCHED.check_change(self.seen, after)
        if self.seen[-1].time != after.time and self.state.outcome is None:
            check_memory(self.state, self.WATCHED.memory)
        self.seen.append(after)
        self.look()

    @precondition(lambda self: self.state.outcome is None)
    @rule(number=ANY)
    def play_any_move(self, number: int) -> None:
        moves = self.state.legal_moves()
        self.play(str(moves[number % len(moves)]))

    @precondition(lambda self: self.state.outcome is None)
    @rule(verb=ANY, number=ANY)
    def play_any_verb(self, verb: int, number: int) -> None:
        """Choose the verb first, so that attacks are not drowned in marches."""
        texts = [str(move) for move in self.state.legal_moves()]
        verbs = sorted({text.split()[0] for text in texts})
        fitting = [text for text in texts if text.split()[0] == verbs[verb % len(verbs)]]
        self.play(fitting[number % len(fitting)])

    @precondition(lambda self: self.state.outcome is None)
    @rule(choices=st.lists(st.tuples(ANY, ANY), min_size=5, max_size=15))
    def play_on(self, choices: list[tuple[int, int]]) -> None:
        """Play several moves; the positions between are held against each other only."""
        for verb, number in choices:
            if self.state.outcome is None:
                self.play_any_verb(verb, number)

    @precondition(lambda self: self.state.outcome is None)
    @rule(number=ANY)
    def play_a_verb(self, number: int) -> None:
        """Fight or end the turn, say, if that is possible, with the first pieces."""
        verbs = self.WATCHED.verbs
        texts = (str(move) for move in self.state.legal_moves())
        for text in texts:
            if text.split()[0] == verbs[number % len(verbs)]:
                self.play(text)
                return

    @precondition(lambda self: self.state.moves)
    @rule(number=st.integers(1, 3))
    def undo(self, number: int) -> None:
        for _ in range(min(number, len(self.state.moves))):
            self.state.undo()
            self.seen.pop()
            assert self.WATCHED.taken(self.state) == self.seen[-1]
        self.look()

    @precondition(lambda self: self.state.moves)
    @rule()
    def undo_and_play_again(self) -> None:
        before, move = self.state.hash(), str(self.state.moves[-1])
        self.state.undo()
        assert self.state.play(move).hash() == before

    @rule(target=kept)
    def keep_a_copy(self) -> Kept:
        copied = self.state.copy()
        assert copied == self.state
        self.copies.append((copied, copied.hash()))
        return copied, list(self.seen), copied.hash()

    @rule(copied=kept)
    def go_on_from_a_copy(self, copied: Kept) -> None:
        state, seen, before = copied
        assert state.hash() == before
        self.state, self.seen = state.copy(), list(seen)
        self.look()

    @invariant()
    def copies_are_as_they_were(self) -> None:
        for copied, before in self.copies:
            assert copied.hash() == before


def _invariant(check: Callable[[Position[Any]], None]) -> Callable[[Play], None]:
    def checked(self: Play) -> None:
        check(self.position)

    checked.__name__ = check.__name__
    return invariant()(checked)


class PlayTriomphe(Play):
    """Triomphe à Marengo."""

    GAME = load("triomphe")
    WATCHED = TRIOMPHE


class PlayBonaparte(Play):
    """Bonaparte at Marengo."""

    GAME = load("bonaparte")
    WATCHED = BONAPARTE


for machine in (PlayTriomphe, PlayBonaparte):
    for each in (*COMMON, *machine.WATCHED.invariants):
        setattr(machine, each.__name__, _invariant(each))


TestTriomphe = PlayTriomphe.TestCase
TestBonaparte = PlayBonaparte.TestCase

TestTriomphe.settings = TestBonaparte.settings = settings(
    max_examples=40 if is_full() else 15, stateful_step_count=30, report_multiple_bugs=False
)


def test_every_ruleset_is_played() -> None:
    played = {machine.GAME.name for machine in (PlayTriomphe, PlayBonaparte)}
    assert played == set(games()) == set(OPENINGS)
