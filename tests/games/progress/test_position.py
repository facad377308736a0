"""Positions that cannot be are refused in words, and those that are made have a choice of cards."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from marengo.core.errors import PositionError
from marengo.games.progress import Card, Colour, Decision
from tests.rules.progress.playing import bent, game


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"vp": (2,)}, r"vp: expected 2 of them, not \(2,\)"),
        ({"vp": (1.5, 0)}, r"vp\[0\]: expected a whole number, not 1.5"),
        ({"vp": 3}, "vp: expected a list, not 3"),
        ({"vp": (1001, 0)}, "vp: expected 0 to 1000, not 1001"),
        ({"vp": (18, 0)}, "VP: expected fewer than end the game"),
        ({"vp": (17, 17), "supply": 2}, "supply and VP: expected no more than there were"),
        ({"strength": (1, 2, 3)}, "strength: expected 2 of them"),
        ({"strength": (0, 1)}, "a strength die"),
        ({"supply": 1.5}, "supply: expected a whole number, not 1.5"),
        ({"round": True}, "round: expected a whole number, not True"),
        ({"round": 201}, "round: expected 1 to 200, not 201"),
        ({"holder": 1}, "holder: expected a text"),
        ({"holder": "Blue"}, "holder: expected one of blue, orange, not 'Blue'; did you mean blue"),
        ({"vp_dice": [3, 2, 3]}, "vp_dice: expected a mapping"),
        ({"vp_dice": {"blue": 2.5}}, "vp_dice.blue: expected a whole number, not 2.5"),
        ({"vp_dice": {"bleu": 2}}, "vp_dice: expected one of blue, .* did you mean blue"),
        ({"armies": {"neutral": 2}}, "armies.neutral: expected a text, not 2"),
        ({"armies": "B2"}, "armies: expected a mapping"),
        ({"armies": {"neutral": "2B"}}, "armies: expected such as B2, O1f"),
        ({"armies": {"neutral": "B2 O1", "blue": "B2"}}, "'B2': expected at most 3 of Blue in all"),
        ({"armies": {"blue": "B9 " * 28 + "B7"}}, "'B9': expected at most 3 of Blue in all"),
        ({"armies": {"orange": "B* B*"}}, "expected one, in the enemy home"),
        ({"hands": (None,)}, "hands: expected those of Blue and Orange, not 1"),
        ({"hands": "score"}, "hands: expected a list, not 'score'"),
        ({"hands": (5, None)}, r"hands\[0\]: expected a text, not 5"),
        ({"hands": ("attack score attack", None)}, "expected each card once, not 'attack' again"),
        ({"hands": ("attack, score", None)}, "hands: expected one of .*, not 'attack,'"),
        ({"hands": ("attack", None)}, "a hand: expected SCORE in it"),
        ({"hands": ("score", "score")}, "hands: expected two cards to choose from in one of them"),
        ({"hands": ("score", "score"), "vp": (17, 0)}, "hands: expected two cards to choose from"),
    ],
)
def test_what_cannot_be_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        game().position(**given)


def test_who_has_no_card_at_all_has_no_choice(tmp_path: Path) -> None:
    """M-15.5: by option hands may be empty, and the game would be played to its last round."""
    on = bent(tmp_path, "[options]\nscore_occupied_take_back = false")
    with pytest.raises(PositionError, match="hands: expected two cards to choose from"):
        on.position(hands=("", ""))
    assert on.position(hands=("", "score attack")).to_move == Colour.ORANGE


def test_every_position_asks_for_a_card_of_the_round_that_was_stated() -> None:
    *others, _ = (card.text for card in Card)
    some = [cards for number in (0, 1, 7) for cards in combinations(others, number)]
    hands = [" ".join((*cards, "score")) for cards in some]
    made = 0
    for blue in hands:
        for orange in hands:
            if blue != "score" or orange != "score":
                state = game().position(hands=(blue, orange), vp=(17, 17), round=7)
                assert (state.decision, state.round, state.is_over) == (Decision.CARD, 7, False)
                made += len(state.legal_moves()) > 1
    assert made == len(hands) ** 2 - 1
