"""Chapters 4 to 6 of the digest: the round, initiative, hand and discard."""

from itertools import product

import numpy as np
import pytest

from marengo.games.progress import Card, Colour, Decision, ProgressState
from tests.rules.progress.playing import Case, any_round, cases, facts, game, play, texts

MOVES, ATTACKS = {"move-1", "move-2"}, {"attack", "attack+1"}


@cases(
    """
M-4.4 moves, then RECRUIT: orange B* | move-1 / recruit | stock 2 2
M-4.4 RECRUIT, then FORTIFY: orange O1, neutral O1 | recruit / fortify | asked orange FORTIFY;
    armies blue B1, orange O1, neutral O1
M-4.4 RECRUIT, then attacks: orange B3 | attack / recruit | armies none
M-4.4 FORTIFY, then attacks: neutral B1 O1 | attack / fortify | armies neutral O1f
M-4.4, M-14.8 attacks, then STRENGTHEN: neutral B1 O1 | attack / strengthen | armies none;
    strength 1 2
M-4.4 attacks, then SCORE: neutral B2 O1 | attack / score | armies neutral B2; vp 0 4
M-4.4 STRENGTHEN, then SCORE: neutral B1 | strengthen / score | vp 0 0; asked blue STRENGTHEN
M-4.5 the second mover sees where the first went: neutral B1 O1 | move-1 / move-1: first blue,
    move 1 neutral orange | armies orange B1, neutral O1; asked orange MOVE
M-4.5 the second attacker sees what the first has destroyed: neutral B2 O1, blue B1 O1 | attack
    / attack: first blue, attack neutral | armies neutral B2, blue B1
M-4.6 choices are made when the effect is resolved: blue B2, orange O1 | move-2 / fortify |
    asked blue MOVE; armies blue B2, orange O1
M-4.7 conditions are those of the moment: neutral B1, orange O1 | strengthen / move-1 | dice 2 2
    3; strength 2 1
M-4.8 played cards go to the discard, without effect too: neutral B1 | recruit / move-1 |
    discards recruit / move-1; table none / none; round 2
M-4.8 unless they went back to hand: none | score / move-2 | discards none / move-2; table none
    / none
M-4.9 the end is checked when the round is over, and not before: blue O*, orange O1; vp 10 17 |
    recruit / score | vp 10 24; won orange; round 1
M-4.8, M-4.9 and after the cards were discarded: none; vp 14 0 | score / recruit | won blue;
    discards none / recruit; table none / none
M-4.9 else a round begins: start | fortify / fortify | round 2; won nobody
"""
)
def test_the_round(case: Case) -> None:
    case.check()


@pytest.mark.parametrize("hand", ["score", "recruit score", "fortify attack+1 strengthen score"])
def test_one_card_of_the_hand_must_be_chosen(hand: str) -> None:
    """M-4.2, M-6.1: any of them, and nothing else; a single one is played of itself."""
    state = game().position(hands=(hand, "attack move-1 score"))
    cards = {f"play {card}" for card in hand.split()}
    if len(cards) > 1:
        assert texts(state) == cards
        state.play("play score")
    assert texts(state) == {"play attack", "play move-1", "play score"}
    assert state.to_move is Colour.ORANGE


def test_both_cards_are_shown_at_once() -> None:
    """M-4.3."""
    state = game().position(armies={"neutral": "B1 O1"}).play("play move-1")
    assert (state.to_move, state.decision) == (Colour.ORANGE, Decision.CARD)
    assert facts(state.play("play move-2"))["table"] == ("move-1", "move-2")


ALL = [card.text for card in Card if card is not Card.SCORE]


@pytest.mark.parametrize(("blue", "orange"), list(product(ALL, ALL)))
@pytest.mark.parametrize("holder", ["blue", "orange"])
def test_initiative(blue: str, orange: str, holder: str) -> None:
    """M-5.1, M-5.2, M-5.3, M-5.4, M-5.5, M-5.6, M-5.9, M-2.4: two move or two attack cards.

    Nobody can attack here, and so no attack has an effect.
    """
    state = play(game().position(holder=holder), f"{blue} / {orange}")
    other = {"blue": "orange", "orange": "blue"}[holder]
    if {blue, orange} <= MOVES or {blue, orange} <= ATTACKS:
        assert facts(state)["asked"] == f"{holder} FIRST"
        assert texts(state) == {"first blue", "first orange"}
        state.play(f"first {other}")
        holder = other
    assert facts(state)["holder"] == holder


@cases(
    """
M-5.1 the holder may put the other first: neutral B1 O1 | move-1 / move-2: first orange | asked
    orange MOVE
M-5.3, M-5.4 it has passed before the first acts: neutral B1 O1 | move-1 / move-2: first
    blue | asked blue MOVE; holder orange
M-5.5 it passes without any effect: none | move-1 / move-2: first blue | holder orange; round 2
M-5.7, M-5.8 the holder fortifies second and keeps the initiative: neutral B1 O1, blue B1,
    orange O1 | fortify / fortify | asked orange FORTIFY; holder blue
M-5.8 and strengthens second: neutral B1, blue O* | strengthen / strengthen | asked orange
    STRENGTHEN; holder blue
M-5.8 strengthens second, after the other's choice: neutral B1, blue B1 | strengthen /
    strengthen | asked blue STRENGTHEN; strength 1 2; holder blue
M-5.8 recruits in no order: none | recruit / recruit | armies blue B1, orange O1; holder blue
M-5.7, M-5.8 and scores first: none; vp 17 17 | score / score | vp 18 17; holder blue
"""
)
def test_who_is_first(case: Case) -> None:
    case.check()


@cases(
    """
M-6.3 SCORE is never discarded: neutral B1 O1; hands attack+1 recruit fortify score / recruit
    score | attack+1 / score | legal discard fortify, discard recruit
M-6.2 other cards bring nothing back: none | recruit / recruit; fortify / fortify; attack /
    attack+1: first blue | discards recruit fortify attack / recruit fortify attack+1
"""
)
def test_hand_and_discard(case: Case) -> None:
    case.check()


def held(state: ProgressState, colour: Colour) -> set[Card]:
    """Return the hand of a player with the card that has just been chosen from it."""
    return {*state.hand(colour), *filter(None, [state.table(colour)])}


def test_hands_in_random_games() -> None:
    """M-6.2, M-6.4, M-6.5, M-6.6: SCORE is at hand, something is legal, hands shrink till SCORE."""
    longest = 0
    for seed in range(60):
        chance, state = np.random.default_rng(seed), game().start(seed)
        since = dict.fromkeys(Colour, 0)
        while state.outcome is None:
            before = {colour: held(state, colour) for colour in Colour}
            assert all(Card.SCORE in hand for hand in before.values())
            assert state.legal_moves()
            if any_round(chance, state).outcome:
                break
            for colour in Colour:
                back = len(held(state, colour)) == 8
                assert back or len(before[colour] - held(state, colour)) in (1, 2)
                assert held(state, colour) <= before[colour] or back
                since[colour] = 0 if back else since[colour] + 1
                longest = max(longest, since[colour])
    assert longest == 7
