"""Chapters 1 to 3 of the digest: terms, components and set-up."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marengo.core.errors import PositionError
from marengo.games.progress import Card, Colour
from tests.rules.progress.playing import Case, any_round, bent, cases, facts, game, play


def test_two_players_with_the_same_cards_and_armies() -> None:
    """M-1.1, M-2.1, M-2.3: 8 cards and 3 armies each, 42 points at most."""
    assert [colour.name for colour in Colour] == ["BLUE", "ORANGE"]
    assert game().seat_names() == ["blue", "orange"]
    state = game().start(1)
    eight = "move-1 move-2 recruit fortify attack attack+1 strengthen score"
    assert " ".join(card.text for card in Card) == eight
    assert facts(state)["hands"] == (eight, eight)
    assert all(1 + state.stock(colour) == 3 for colour in Colour)
    assert state.supply <= 12 * 1 + 6 * 5


def test_chance_settles_the_first_initiative_and_nothing_else() -> None:
    """M-1.2, M-3.9: a fair coin; the same cards then lead to the same position."""
    states = [game().start(seed) for seed in range(200)]
    blue = sum(state.holder is Colour.BLUE for state in states)
    assert 70 < blue < 130
    for holder in Colour:
        alike = [state for state in states if state.holder is holder]
        assert len({state.hash() for state in alike}) == 1
        assert len({play(state, "move-1 / recruit").hash() for state in alike}) == 1


@pytest.mark.parametrize("colour", ["blue", "orange"])
def test_the_first_initiative_may_be_a_parameter(colour: str, tmp_path: Path) -> None:
    """M-3.9."""
    on = bent(tmp_path, f'initiative = "{colour}"')
    assert {on.start(seed).holder.name.lower() for seed in range(20)} == {colour}


def test_the_thirty_years_war() -> None:
    """M-3.1, M-3.3, M-3.4, M-3.5, M-3.6, M-3.7, M-3.8, M-1.3, M-17.1."""
    found = facts(game().start(1))
    assert found.pop("holder") in ("blue", "orange")
    eight = "move-1 move-2 recruit fortify attack attack+1 strengthen score"
    assert found == {
        "armies": {"blue": "B1", "orange": "O1"},
        "stock": (2, 2),
        "dice": (3, 2, 3),
        "strength": (1, 1),
        "vp": (0, 0),
        "supply": 35,
        "round": 1,
        "hands": (eight, eight),
        "discards": ("", ""),
        "table": ("", ""),
        "controls": ("blue", "orange"),
        "returns": None,
        "asked": "blue CARD",
        "legal": {f"play {card}" for card in eight.split()} - {"play score"},
    }


@cases(
    """
M-3.2 the neutral lies between the homes: neutral B1 | move-1 / score | legal move 1 neutral
    blue, move 1 neutral orange
M-3.2 from home: start | move-1 / fortify | armies neutral B1, orange O1f
M-3.2 from there: orange B1 | move-1 / score | armies neutral B1
M-1.5 armies in stock have no state: neutral B1 O2f | attack / score; recruit / recruit | armies
    neutral O2f, blue B1, orange O1; stock 2 0
M-1.6 the VP die is worth points, the strength die is that of each army: neutral B2, orange O1;
    dice 3 1 3 | score / strengthen; move-1 / move-1: first orange, move 1 neutral blue | vp 5
    0; armies blue B1, neutral B1 O1
M-1.8 a garrison of 2: orange B2 | attack / score | armies none
M-1.8 is beaten by 3: orange B3 | attack / score | armies orange B* B2
M-1.10 the holder is asked who is first: none; holder orange | attack / attack | asked orange
    FIRST; legal first blue, first orange
"""
)
def test_terms(case: Case) -> None:
    case.check()


def test_what_is_always_so() -> None:
    """M-1.4, M-1.9, M-1.11: armies, cards and points are somewhere, and in one place only."""
    for seed in range(20):
        chance, state = np.random.default_rng(seed), game().start(seed)
        while state.outcome is None:
            moves = state.legal_moves()
            state.play(moves[chance.integers(len(moves))])
            assert state.supply + sum(state.vp) == 35
            for colour in Colour:
                there = [state.armies(place, colour) for place in state.vp_dice]
                assert sum(one.normal + one.fortified for one in there) + state.stock(colour) == 3
                on_table = state.table(colour)
                cards = [*state.hand(colour), *state.discard(colour)]
                assert sorted([*cards, *([on_table] if on_table else [])]) == list(Card)


@pytest.mark.parametrize(
    ("given", "there"),
    [
        *[({"vp_dice": {"blue": n}}, 0 <= n <= 3) for n in (-1, 0, 3, 4)],
        *[({"vp_dice": {"neutral": n}}, 0 <= n <= 2) for n in (-1, 0, 2, 3)],
        *[({"strength": (n, 1)}, 1 <= n <= 6) for n in (0, 1, 6, 7)],
        ({"armies": {"blue": "B3", "neutral": "O3"}}, True),
        ({"armies": {"blue": "B2", "neutral": "B2"}}, False),
        ({"armies": {"orange": "B*f B2"}}, True),
        ({"armies": {"orange": "B* B*f"}}, False),
        ({"armies": {"neutral": "B*"}}, False),
        ({"armies": {"blue": "B*"}}, False),
        ({"armies": {"green": "B1"}}, False),
        ({"vp": (17, 17)}, True),
        ({"vp": (20, 17)}, False),
        ({"hands": ("score", None)}, True),
        ({"hands": ("recruit", None)}, False),
    ],
)
def test_what_can_be_on_the_table(given: dict[str, Any], there: bool) -> None:
    """M-1.7, M-2.2, M-6.4, M-8.5: capitals are on enemy homes, and dice have their range."""
    if there:
        assert game().position(**given).problems() == []
    else:
        with pytest.raises(PositionError):
            game().position(**given)


def test_rounds_are_all_there_is() -> None:
    """M-4.1: each round asks both for a card, and then the next one begins."""
    state, chance = game().start(3), np.random.default_rng(3)
    for number in range(1, 6):
        assert facts(state)["asked"] == "blue CARD"
        assert state.round == number
        any_round(chance, state)
