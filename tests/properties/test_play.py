"""Any play at all: moves chosen by Hypothesis, taken back, copied and continued elsewhere."""

from collections.abc import Callable

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

from marengo.game import Game, State, load
from tests.properties.changes import check_change, check_memory
from tests.properties.openings import OPENINGS, opened
from tests.properties.positions import INVARIANTS, Position
from tests.properties.snapshots import Snapshot, taken

GAME: Game = load("triomphe")

ANY = st.integers(0, 10**6)
"""A number that stands for a choice, taken modulo the number of choices."""

Kept = tuple[State, list[Snapshot], str]


class Play(RuleBasedStateMachine):
    """One game, and copies of it that have been kept.

    ``seen`` holds a snapshot of every position on the way to the present one.
    """

    kept = Bundle("kept")

    def __init__(self) -> None:
        super().__init__()
        self.state = GAME.start(0)
        self.seen = [taken(self.state)]
        self.copies: list[tuple[State, str]] = []
        self.position = Position(self.state)

    @initialize(opening=st.sampled_from(sorted(OPENINGS)), seed=st.integers(0, 2**32 - 1))
    def open(self, opening: str, seed: int) -> None:
        self.state = opened(GAME, opening, seed)
        self.seen = [taken(self.state)]
        self.look()

    def look(self) -> None:
        """Look at the present position anew."""
        self.position = Position(self.state.copy())

    def play(self, text: str) -> None:
        """Play a move and hold what it changes against what may change."""
        event(self.state.decision.name)
        self.state.play(text)
        before, after = self.seen[-1], taken(self.state)
        turn = next(snapshot for snapshot in self.seen if snapshot.time == before.time)
        check_change(turn, before, after)
        if before.time != after.time and self.state.outcome is None:
            check_memory(self.state)
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
    @rule(verb=st.sampled_from(["assault", "attack", "complete", "declare", "organise", "end"]))
    def play_a_verb(self, verb: str) -> None:
        """Fight, organise or end the turn, if that is possible, with the first pieces."""
        texts = (str(move) for move in self.state.legal_moves())
        for text in texts:
            if text.split()[0] == verb:
                self.play(text)
                return

    @precondition(lambda self: self.state.moves)
    @rule(number=st.integers(1, 3))
    def undo(self, number: int) -> None:
        for _ in range(min(number, len(self.state.moves))):
            self.state.undo()
            self.seen.pop()
            assert taken(self.state) == self.seen[-1]
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


def _invariant(check: Callable[[Position], None]) -> Callable[[Play], None]:
    def checked(self: Play) -> None:
        check(self.position)

    checked.__name__ = check.__name__
    return invariant()(checked)


for each in INVARIANTS:
    setattr(Play, each.__name__, _invariant(each))


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=40, stateful_step_count=30, report_multiple_bugs=False)
