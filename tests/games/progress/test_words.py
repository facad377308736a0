"""Moves as plain sentences, and what happened, told."""

from pathlib import Path

import numpy as np
import pytest

from marengo.core.uncompiled import each_decision
from marengo.games.progress import ProgressState
from marengo.screens.progress.words import choices, happened, question, said
from tests.rules.progress.playing import bent, game


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("play attack+1", "play ATTACK+1"),
        ("discard move-2", "discard MOVE 2"),
        ("first orange", "put Orange first"),
        ("move 1 blue neutral", "move 1 army from Home Blue to the neutral"),
        (
            "move 2 fortified capital neutral-1 orange",
            "move 2 armies (1 fortified, that on the capital) from neutral 1 to Home Orange",
        ),
        ("fortify capital orange", "fortify an army (that on the capital) in Home Orange"),
        ("attack neutral", "attack in the neutral"),
        ("attack neutral stand 2", "attack in the neutral, standing up 2 armies"),
        ("decline", "do nothing"),
        ("strengthen neutral-2", "lower the VP die of neutral 2"),
        ("end offer", "offer to end"),
        ("end refuse", "play on"),
    ],
)
def test_a_move_in_words(move: str, words: str) -> None:
    assert said(move) == words


def tale(state: ProgressState, *moves: str) -> list[str]:
    told = list[str]()
    for move in moves:
        for one in each_decision(state.copy(), state.move(move)):
            told += happened(*one, None)
        state.play(move)
    return told


def test_the_worked_example_is_told() -> None:
    """M-21.1: three rounds; what follows of itself is told like what was chosen."""
    state = game().position(holder="blue")
    moves = ["move-1", "recruit", "strengthen", "move-2"]
    first = tale(state, *(f"play {card}" for card in moves), "move 2 orange neutral")
    assert first == [
        "Blue plays MOVE 1.",
        "Orange plays RECRUIT.",
        "Blue moves 1 army from Home Blue to the neutral.",
        "Orange recruits 1 army.",
        "Blue plays STRENGTHEN.",
        "Orange plays MOVE 2.",
        "Orange moves 2 armies from Home Orange to the neutral.",
        "Blue lowers the VP die of Home Blue.",
        "The armies of Blue have strength 2 now.",
    ]
    cards = ["play attack+1", "play attack+1", "first blue", "discard move-2"]
    assert tale(state, *cards) == [
        "Blue plays ATTACK+1.",
        "Orange plays ATTACK+1.",
        "Blue puts Blue first.",
        "Orange has the initiative now.",
        "Blue attacks in the neutral.",
        "Blue discards MOVE 2.",
        "Orange loses 2 armies.",
    ]


def test_a_capital_and_points_are_told() -> None:
    """M-12.1, M-15.1, M-15.4."""
    state = game().position(armies={"orange": "B3"}, hands=("attack score", "move-1 score"))
    assert tale(state, "play attack", "play score") == [
        "Blue plays ATTACK.",
        "Orange plays SCORE.",
        "Blue attacks in Home Orange.",
        "The capital of Orange is occupied now.",
        "Orange scores 0 VP and takes all cards back.",
    ]


def test_a_card_is_told_when_both_are_shown() -> None:
    """M-4.3, M-18.2."""
    state = game().start(0)
    assert tale(state, "play move-1") == []


def test_what_is_chosen_in_secret_is_told_when_both_have_chosen(tmp_path: Path) -> None:
    """M-4.5, by option: what the first does with his card is sealed until the second has chosen."""
    played = bent(tmp_path, "[options]\nsame_kind_choices_open = false")
    state = played.position(armies={"blue": "B1", "neutral": "B1 O1", "orange": "O1"})
    assert len(tale(state, "play move-1", "play move-2", "first blue")) == 4
    assert tale(state, "move 1 blue neutral") == []
    assert tale(state, "move 1 orange neutral") == [
        "Blue moves 1 army from Home Blue to the neutral.",
        "Orange moves 1 army from Home Orange to the neutral.",
    ]


@pytest.mark.parametrize("scenario", ["progress", "progress-marlborough"])
def test_whatever_can_be_done_is_told_as_it_comes_out(scenario: str) -> None:
    """Each legal move has words of its own; what is told leads to where it is played to."""
    chance = np.random.default_rng(5)
    for seed in range(3):
        state = game(scenario).start(seed)
        while not state.is_over and state.round < 40:
            offered = choices(state)
            legal = state.legal_moves()
            assert [move for _, move in offered if move is not None] == legal
            assert len({words for words, _ in offered}) == len(offered)
            assert question(state).endswith(").")
            before, move = state.copy(), legal[chance.integers(len(legal))]
            after = state.copy().play(move)
            *_, (_, _, last) = each_decision(before, move)
            assert last == after
            told = tale(before, str(move))
            gained = {after.vp[seat] - before.vp[seat] for seat in (0, 1)} - {0}
            assert all(any(f"scores {vp} VP" in line for line in told) for vp in gained)
            state = after
