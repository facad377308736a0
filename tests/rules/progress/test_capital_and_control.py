"""Chapters 12 and 13 of the digest: the capital, and control."""

import numpy as np

from marengo.games.progress import Colour
from tests.rules.progress.playing import Case, any_round, cases, game


@cases(
    """
M-12.1, M-12.2: orange B3 | attack / score | armies orange B* B2
M-12.1 an army that took part: orange B1 B2f; strength 3 1 | attack / score: attack orange |
    armies orange B* B2f
M-12.1 not where the defender is not at home: blue B2 O1 | attack / score | armies blue B2;
    controls blue / orange
M-12.3 not by winning as the defender: blue B1 O3 | attack / score | armies blue O3; controls
    blue / orange
M-12.3 nor by being there: blue O3 | fortify / score | vp 0 4; controls blue / orange
M-12.4 nobody slips in: orange B* B2 | move-1 / score: move 1 capital orange neutral | armies
    neutral B1, orange B2; controls blue neutral / orange
M-12.4 it lasts: orange B* | recruit / recruit; fortify / strengthen: fortify blue | armies blue
    B1f, orange B*
M-12.5 and must be won anew, against the garrison: orange B* B2 | move-1 / fortify: move 1
    capital orange neutral; attack / score | armies neutral B1; controls blue neutral / orange
M-12.6 it attacks: orange B* O1; strength 2 1 | attack / score | armies orange B*
M-12.6 it defends: orange B* B1 O2 | score / attack | armies none; controls blue / orange
M-12.6 it is fortified: orange B* | fortify / score | armies orange B*f
M-12.6 it is stood up: orange B*f B1 O1 | attack / score: attack orange stand 1 capital | armies
    orange B* B1
M-12.6 it moves: orange B*f | move-1 / score | armies neutral B1
M-12.7: orange B* B2 O1 | attack / score | armies orange B* B2; controls blue orange / none
M-12.7 where the one on it lies: orange B*f B2 O1 | attack / score: attack orange | armies
    orange B*f B2
M-12.8: orange B* O2 | score / attack | armies orange O2; controls blue / orange
M-12.9: orange B* O1 | score / attack | armies none; controls blue / orange
M-12.9 the garrison is active at once: orange B* O1, neutral B1 | score / attack; move-1 /
    fortify: move 1 neutral orange; attack / score | armies none; controls blue / orange
"""
)
def test_the_capital(case: Case) -> None:
    case.check()


@cases(
    """
M-13.1: blue O3 |  | controls blue / orange
M-13.1 lost: blue O* |  | controls none / blue orange
M-13.2: neutral B1 |  | controls blue neutral / orange
M-13.2 not with the enemy: neutral B2 O1f |  | controls blue / orange
M-13.2 nor while empty: none |  | controls blue / orange
M-13.3: orange B*f O2 |  | controls blue orange / none
M-13.3 not by numbers: orange B3 |  | controls blue / orange
M-13.5: neutral B1; dice 0 0 0 | score / score | controls blue neutral / orange; vp 1 1
"""
)
def test_control(case: Case) -> None:
    case.check()


def test_no_country_has_two_masters() -> None:
    """M-13.4: a neutral has one or none, a home exactly one."""
    for seed in range(30):
        chance, state = np.random.default_rng(seed), game().start(seed)
        while any_round(chance, state).outcome is None:
            held = [place for colour in Colour for place in state.controls(colour)]
            assert sorted({*held, "neutral"}) == ["blue", "neutral", "orange"]
            assert len(held) == len(set(held))
