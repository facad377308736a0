"""Chapters 15 and 16 of the digest: SCORE, the supply, and the end."""

from pathlib import Path

import numpy as np

from tests.rules.progress.playing import (
    Case,
    any_round,
    bent,
    cases,
    facts,
    game,
    play,
    texts,
)

ALL = "move-1 move-2 recruit fortify attack attack+1 strengthen score"


@cases(
    """
M-15.1: neutral B1 | score / fortify | vp 6 0; supply 29
M-15.1 by the dice: neutral B1; dice 0 1 2 | score / score | vp 2 3
M-15.1, M-15.12 and by the enemy home: neutral B1, orange B* | score / fortify | vp 9 0
M-15.3, M-15.4, M-15.5: blue O*, neutral B1 | score / fortify | vp 0 0; supply 35; hands move-1
    move-2 recruit fortify attack attack+1 strengthen score / move-1 move-2 recruit attack
    attack+1 strengthen score; discards none / fortify
M-15.3 when SCORE is resolved, and not before: blue O* B1 | score / move-1 | vp 4 0
M-15.4: none; hands recruit score / all | score / recruit | hands move-1 move-2 recruit fortify
    attack attack+1 strengthen score / move-1 move-2 fortify attack attack+1 strengthen score;
    discards none / recruit
M-15.6: neutral B1 O1 | attack+1 / fortify: discard move-2; score / recruit | hands move-1
    move-2 recruit fortify attack attack+1 strengthen score / move-1 move-2 attack attack+1
    strengthen score; discards none / recruit fortify
M-15.7: none | score / score | vp 4 4; supply 27
M-15.7 nothing from nothing: neutral B1; vp 5 5; supply 4 | score / score | vp 9 5; supply 0
M-15.8: none; vp 5 5; supply 2 | score / recruit | vp 7 5; supply 0
M-15.10: none; holder orange; vp 10 10; supply 6 | score / score | vp 12 14
"""
)
def test_score(case: Case) -> None:
    case.check()


def test_score_needs_a_discard() -> None:
    """M-15.2, M-6.1: not first of all, and not twice running."""
    for card in ("fortify", "recruit"):
        state = game().start(1)
        assert "play score" not in texts(state)
        assert "play score" not in texts(state.play(f"play {card}"))
        play_second = state.play(f"play {card}")
        assert "play score" in texts(play_second)
        play_second.play("play score")
        play_second.play("play attack")
        assert "play score" not in texts(play_second)


def test_the_supply_in_random_games() -> None:
    """M-15.9, M-15.11, M-15.12, M-16.1, M-16.3, M-16.4: never empty while the game goes on."""
    for seed in range(100):
        chance, state = np.random.default_rng(seed), game().start(seed)
        while state.outcome is None:
            before = state.vp
            assert max(before) < 18
            assert state.supply >= 1
            any_round(chance, state)
            gained = [now - then for now, then in zip(state.vp, before, strict=True)]
            assert 0 <= min(gained) <= max(gained) <= 9
        blue, orange = state.vp
        assert max(blue, orange) >= 18 > min(blue, orange)
        assert state.returns == ((1.0, 0.0) if blue > orange else (0.0, 1.0))
        assert not state.legal_moves()


@cases(
    """
M-16.1 17 are too few: none; vp 13 0 | score / recruit | vp 17 0; won nobody
M-16.1: none; vp 14 0 | score / recruit | vp 18 0; won blue
M-16.1 when the round is over: neutral B1; vp 14 0 | score / score | vp 20 4; won blue
M-16.3: none; vp 10 17 | score / score | vp 14 21; won orange
M-16.5: blue O*, orange B* | recruit / recruit | controls orange / blue; won nobody; round 2
M-16.5 without any army: neutral B1 O1 | attack / score | armies none; won nobody
"""
)
def test_the_end(case: Case) -> None:
    case.check()


def test_the_last_round_is_a_draw(tmp_path: Path) -> None:
    """M-16.6: whoever is ahead; the introduction lasts 200 rounds at most."""
    state = bent(tmp_path, "[numbers]\nround_cap = 3").start(1)
    play(state, "fortify / fortify; score / recruit")
    assert state.outcome is None
    play(state, "recruit / strengthen")
    assert (state.round, state.vp, state.returns) == (3, (4, 0), (0.5, 0.5))
    last = game().position(armies={}, round=200)
    assert play(game().position(armies={}, round=199), "fortify / fortify").outcome is None
    assert play(last, "fortify / fortify").returns == (0.5, 0.5)


def test_both_may_agree_to_end_it(tmp_path: Path) -> None:
    """M-16.2, M-16.4, M-16.7: between two rounds, with the points as they stand."""
    on = bent(tmp_path, "[options]\nagreement = true")
    for vp, returns in (((5, 4), (1.0, 0.0)), ((4, 5), (0.0, 1.0)), ((4, 4), (0.5, 0.5))):
        state = play(on.position(vp=vp), "fortify / fortify")
        assert (state.decision.name, texts(state)) == ("END", {"end offer", "end continue"})
        assert facts(state)["table"] == ("", "")
        first = state.to_move
        state.play("end offer")
        assert (state.decision.name, texts(state)) == ("END", {"end accept", "end refuse"})
        assert state.to_move != first
        refused = state.copy().play("end refuse")
        assert (refused.outcome, facts(refused)["asked"], refused.round) == (None, "blue CARD", 2)
        assert state.play("end accept").returns == returns
    state = play(on.position(), "fortify / fortify").play("end continue").play("end continue")
    assert (facts(state)["asked"], state.round) == ("blue CARD", 2)
    over = play(
        on.position(vp=(17, 0), armies={}, hands=("recruit score", None)), "score / recruit"
    )
    assert over.returns == (1.0, 0.0)
