"""Chapter 14 of the digest: STRENGTHEN."""

import numpy as np

from tests.rules.progress.playing import Case, any_round, cases, game


@cases(
    """
M-14.1, M-14.4: neutral B1 | strengthen / score | legal strengthen blue, strengthen neutral
M-14.1 down and up: neutral B1 | strengthen / score: strengthen neutral | dice 3 1 3; strength 2
    1
M-14.1 not without control: neutral B1 O1 | strengthen / score | dice 2 2 3
M-14.2 not below 0: neutral B1; dice 3 0 3 | strengthen / score | dice 2 0 3; strength 2 1
M-14.2 down to 0: none; dice 1 2 3; strength 3 1 | strengthen / score | dice 0 2 3; strength 4 1
M-14.3: neutral B1; dice 0 0 3; strength 4 1 | strengthen / score | dice 0 0 3; strength 4 1;
    discards strengthen / none
M-14.5: orange B* | strengthen / score: strengthen orange | dice 3 2 2; strength 2 1
M-14.2, M-14.6: none; strength 6 1 | strengthen / score | dice 2 2 3; strength 6 1
M-14.9: blue O*, neutral B1 | strengthen / recruit | dice 3 1 3; strength 2 1
M-14.9 but not by what the enemy holds: blue O* | strengthen / recruit | dice 3 2 3; strength 1
    1
"""
)
def test_strengthen(case: Case) -> None:
    case.check()


def test_dice_go_one_way() -> None:
    """M-14.7, M-22.3: VP dice down, strength up, each by what the other goes, below 6."""
    for seed in range(30):
        chance, state = np.random.default_rng(seed), game().start(seed)
        while state.outcome is None:
            before, strength = state.vp_dice, state.strength
            any_round(chance, state)
            falls = [before[place] - state.vp_dice[place] for place in before]
            rises = [now - then for now, then in zip(state.strength, strength, strict=True)]
            assert min(falls + rises) >= 0
            assert max(rises) <= 1
            lowered = 8 - sum(state.vp_dice.values())
            assert lowered == sum(state.strength) - 2 or max(state.strength) == 6
