"""Chapters 18 and 20 of the digest: what is known, and what is decided."""

import numpy as np
import pytest

from marengo.core.errors import MarengoError
from marengo.games.progress import Card, Colour, Decision
from tests.rules.progress.playing import Case, Facts, cases, game, play, texts


def sealed(card: str) -> list[object]:
    """Return all that Orange is given after Blue has chosen a card."""
    state = game().position(armies={"blue": "B2", "neutral": "B1 O1"}).play(f"play {card}")
    seen = state.game.state(state.information_set(Colour.ORANGE))
    return [
        *(state.view(Colour.ORANGE), state.information_set(Colour.ORANGE).tobytes()),
        *(texts(state), texts(seen), seen.hand(Colour.BLUE), seen.table(Colour.BLUE)),
    ]


def test_the_card_that_lies_sealed_is_hidden() -> None:
    """M-18.2, M-4.2, M-4.3: from him who chooses second; its owner knows it."""
    cards = [card.text for card in Card if card is not Card.SCORE]
    first, *others = [sealed(card) for card in cards]
    assert all(other == first for other in others)
    views = [game().position().play(f"play {card}").view(Colour.BLUE) for card in cards]
    assert all(view != views[0] for view in views[1:])


@pytest.mark.parametrize(
    "change",
    [
        {"armies": {"blue": "B1"}},
        {"armies": {"blue": "B1f", "orange": "O1"}},
        {"armies": {"neutral": "B1", "orange": "O1"}},
        {"vp_dice": {"neutral": 1}},
        {"strength": (2, 1)},
        {"vp": (3, 0)},
        {"supply": 30},
        {"holder": "orange"},
        {"hands": ("recruit score", None)},
        {"hands": (None, "recruit score")},
    ],
)
def test_all_else_is_public(change: Facts) -> None:
    """M-18.1: each of these makes a difference to both."""
    given: Facts = {"armies": {"blue": "B1", "orange": "O1"}, "holder": "blue"}
    one, other = game().position(**given), game().position(**{**given, **change})
    for colour in Colour:
        assert one.view(colour) != other.view(colour)


def test_hands_are_no_secret() -> None:
    """M-18.3: a hand is what is not on the discard; both views tell of a hand that differs."""
    chance, state = np.random.default_rng(5), game().start(5)
    while state.outcome is None:
        if state.decision is Decision.CARD and state.table(Colour.BLUE) is None:
            for colour in Colour:
                assert set(state.hand(colour)) == set(Card) - set(state.discard(colour))
        moves = state.legal_moves()
        state.play(moves[chance.integers(len(moves))])


def test_after_the_cards_all_lies_open() -> None:
    """M-18.4: both see the same, and what is imagined is what there is."""
    position = game().position(armies={"neutral": "B2 O1", "orange": "O1"})
    state = play(position, "attack+1 / strengthen")
    assert state.decision is Decision.DISCARD
    for colour in Colour:
        assert game().state(state.information_set(colour)) == state


@cases(
    """
M-20.1 a single answer gives itself: start | move-1 / recruit | round 2
M-20.2 armies alike are one choice: neutral B3 | fortify / score | armies neutral B1f B2; round
    2
M-20.2 of a pair too: blue B3f | move-2 / score | legal move 1 fortified blue neutral, move 2
    fortified fortified blue neutral
P2: start | move-2 / move-2 | asked blue FIRST
P3: neutral B1 | move-2 / score | asked blue MOVE
P4: neutral B1 B1f, blue B1 | fortify / score | asked blue FORTIFY
P5: neutral B1f O1 | attack / score | asked blue ATTACK
P5 with its discard: neutral B1 O1 | attack+1 / score | asked blue DISCARD
P6: neutral B1 | strengthen / score | asked blue STRENGTHEN
P7 gives itself: none; vp 17 17 | score / score | won blue
"""
)
def test_decisions(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(
    "text", ["play score", "play", "play fly", "move 1 blue neutral", "", "decline"]
)
def test_other_answers_are_refused(text: str) -> None:
    """M-6.1, M-15.2: and change nothing."""
    state = game().start(1)
    before = state.hash()
    with pytest.raises(MarengoError):
        state.play(text)
    assert state.hash() == before
