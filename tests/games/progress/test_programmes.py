"""Programmes of rounds: matrices of them against the rules, and what there is room for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marengo.core.engine.random import hashed
from marengo.games.progress import Card, Colour, Decision, ProgressGame, ProgressState
from marengo.games.progress.exact import value_of
from marengo.games.progress.solving.numbering import Layer, key_of_layer, layer_of
from marengo.games.progress.solving.programmes import Programmer, Slots, SolvingError
from marengo.games.progress.solving.rounds import ENDED, IF_HELD, LEAF, ROOM, SLOTS
from marengo.games.progress.solving.sweeps import STACK
from marengo.games.progress.solving.tables import SolvedLayers
from tests.games.progress.choosing import after, held
from tests.rules.progress.playing import bent, game

SMALL = "progress-small"

FIVE = """
countries = ["blue", "n-1", "n-2", "n-3", "orange"]
borders = [["blue", "n-1"], ["n-1", "n-2"], ["n-2", "n-3"], ["n-3", "orange"]]
"""


class MadeUp(SolvedLayers):
    """SolvedLayers with a number for each position that nothing else has."""

    def values(self, layer: Layer) -> Any:
        return _Numbers(key_of_layer(layer))


class _Numbers:
    def __init__(self, key: int) -> None:
        self.key = key

    def __getitem__(self, index: int) -> float:
        return (hashed(self.key * 1_000_003 + int(index)) & 0xFFFFFF) / 0x1000000


def positions(one: ProgressGame, seed: int, number: int) -> Iterator[ProgressState]:
    """Yield starts of rounds from random games, with hands from which nothing is played unasked."""
    chance = np.random.default_rng(seed)
    while number:
        state = one.start(int(chance.integers(1000)))
        while not state.is_over and number:
            if state.decision == Decision.CARD and state.to_move == Colour.BLUE:
                most = min(5, len(held(one.start(0), Colour.BLUE)) - 1)
                hands = [len(state.hand(colour)) for colour in Colour]
                if min(hands) >= most and chance.random() < 0.5:
                    number -= 1
                    yield state.copy()
            moves = state.legal_moves()
            state.play(moves[int(chance.integers(len(moves)))])


@pytest.mark.parametrize("name", ["progress", SMALL, "progress-marlborough", "progress-goal-12"])
def test_entries_of_a_matrix_are_what_the_choices_of_the_round_lead_to(name: str) -> None:
    """M-22.6: each is the value of a small tree of choices."""
    one = game(name)
    tables = MadeUp(one, Path())
    for state in positions(one, 1, 25):
        matrix = tables.matrix(state)
        for row, blue in enumerate(matrix.blue):
            for column, orange in enumerate(matrix.orange):
                follows = value_of(tables, after(state, blue, orange))
                assert matrix.payoffs[row, column] == pytest.approx(follows), (blue, orange)


def test_score_in_the_first_round_is_an_entry_by_option(tmp_path: Path) -> None:
    """M-15.2, M-22.6: in the first round alone, and each entry is what the rules make of it."""
    on = bent(tmp_path, "[options]\nscore_first_round = true", extends=SMALL)
    tables = MadeUp(on, Path())
    for number, scores in ((1, True), (2, False)):
        state = on.position(armies={"neutral": "B1 O1"}, round=number)
        matrix = tables.matrix(state)
        assert [Card.SCORE in cards for cards in (matrix.blue, matrix.orange)] == [scores, scores]
        assert (tables.value(state) == matrix.value) == scores
        for (row, column), found in np.ndenumerate(matrix.payoffs):
            follows = after(state, matrix.blue[row], matrix.orange[column])
            assert found == pytest.approx(value_of(tables, follows))


@pytest.mark.parametrize("first", ["blue", "orange"])
@pytest.mark.parametrize(
    "hands",
    [
        ("attack+1 score", "attack+1 move-1 move-2 score"),
        ("attack+1 fortify move-2 score", "attack+1 score"),
        ("attack+1 attack move-1 score", "fortify score"),
    ],
)
def test_who_has_nothing_to_pay_with_attacks_without_a_bonus(
    hands: tuple[str, str], first: str
) -> None:
    """M-10.13, M-10.14: both ways are in a programme."""
    one = game()
    state = one.position(
        armies={"neutral": "B1 O1", "orange": "B1 O1f", "blue": "O1"}, hands=hands, holder=first
    )
    tables = MadeUp(one, Path())
    matrix = tables.matrix(state)
    for row, blue in enumerate(matrix.blue):
        for column, orange in enumerate(matrix.orange):
            follows = value_of(tables, after(state, blue, orange))
            assert matrix.payoffs[row, column] == pytest.approx(follows), (blue, orange)


def test_layers_have_numbers_of_their_own() -> None:
    layer = Layer((17, 3), (6, 1), (3, 0, 2))
    assert layer_of(key_of_layer(layer), 3) == layer
    assert layer.mirrored == Layer((3, 17), (1, 6), (2, 0, 3))
    assert layer.mirrored.mirrored == layer
    assert layer.text == "17-3_6-1_3-0-2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[options]\nagreement = true", "options.agreement: expected false"),
        ("[options]\nsame_kind_choices_open = false", "same_kind_choices_open: expected true"),
        ("[options]\nscore_occupied_take_back = false", "score_occupied_take_back: expected true"),
        ("[numbers]\narmies = 4", "numbers.armies: expected at most 3"),
        (FIVE, "countries: expected at most 4"),
        ("[numbers]\nround_cap = 1", "numbers.round_cap: expected 2 or more"),
        ('countries = ["neutral", "blue", "orange"]', "countries: expected the same from both"),
        ('borders = [["blue", "neutral"], ["orange", "blue"]]', "borders: expected the same"),
    ],
)
def test_what_cannot_be_solved_is_refused(text: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(SolvingError, match=expected):
        SolvedLayers(bent(tmp_path, text), tmp_path)


def highest(code: list[int]) -> int:
    """Return how many values a programme has on its stack at most, whatever is held."""
    top = most = 0
    for op in code:
        if op & 7 in {LEAF, ENDED}:
            top += 1
        elif op & 7 != IF_HELD:
            top -= (op >> 3) - 1
        most = max(most, top)
    assert top == 1
    return most


@pytest.mark.parametrize("name", ["progress", "progress-marlborough", "progress-marlborough-ring"])
def test_there_is_room_for_the_largest_programmes(name: str) -> None:
    """With a factor of two at least, as nothing watches it in compiled code."""
    one = game(name)
    programmer, state = Programmer(one), one.start(0)
    layer = Layer(state.vp, (2, 2), tuple(state.vp_dice.values()))
    slots = Slots(len(layer.dice), [layer])
    number = len(programmer.numbering.placings) ** 2
    boards = np.sort(np.random.default_rng(0).choice(number, 150, replace=False))
    for chunk in programmer.chunks(layer, slots, boards):
        for starts in chunk.starts:
            assert starts[..., 1].max() - starts[..., 0].min() < ROOM / 2
            for begin, end in {(int(a), int(b)) for a, b in starts.reshape(-1, 2)}:
                assert highest(chunk.code[begin:end].tolist()) < STACK / 2
    assert len(slots.layers) < SLOTS / 2


def test_a_hand_may_play_what_the_rules_say() -> None:
    """M-6.1, M-15.2: any card, but SCORE from a full hand."""
    programmer = Programmer(game())
    legal, score = programmer.hands.legal, 1 << 7
    assert legal[0] == score
    assert legal[0b0000101] == score | 0b0000101
    assert legal[0b1111111] == 0b1111111
