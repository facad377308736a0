"""Chapters 8 and 9 of the digest: RECRUIT and FORTIFY."""

from tests.rules.progress.playing import Case, cases


@cases(
    """
M-8.1, M-8.6: neutral B1 | recruit / score | armies blue B1, neutral B1
M-8.2: neutral B3 | recruit / score | armies neutral B3; stock 0 3
M-8.3: blue O* | recruit / score | armies blue O*; stock 3 2
M-8.3 a fortified one too: blue O*f | recruit / score | stock 3 2
M-8.4: blue O3 | recruit / score | armies blue B1 O3
M-8.5: blue B2 | recruit / recruit; fortify / fortify; score / score; recruit / recruit | armies
    blue B1f B2, orange O1 O1f; stock 0 1
"""
)
def test_recruit(case: Case) -> None:
    case.check()


@cases(
    """
M-9.1 any army in any country: blue B1, neutral B1, orange B* | fortify / score | legal fortify
    blue, fortify capital orange, fortify neutral
M-9.1: neutral B2 | fortify / score | armies neutral B1 B1f
M-9.2: orange O1 | fortify / score | discards fortify / none
M-9.3 one that stands must be chosen: blue B1f, neutral B1 | fortify / score | armies blue B1f,
    neutral B1f
M-9.3 if none stands it changes nothing: blue B1f, neutral B1f, orange B*f | fortify / score:
    fortify fortified neutral | armies blue B1f, neutral B1f, orange B*f; round 2
M-9.4: neutral B3 O1f; strength 1 2 | attack / score | armies none
M-9.4 strength + 1, not 1: neutral B2 O1f; strength 1 2 | attack / score | armies neutral O1f
M-9.5: neutral B1 B2f O1; strength 1 2 | attack / score: attack neutral | armies neutral O1
M-9.6 it lies through rounds: neutral B1f | recruit / score; strengthen / fortify: strengthen
    blue; attack / recruit | armies blue B1, neutral B1f, orange O1
M-9.6 it is not stood up without an attack: blue B1f, neutral B1 | move-2 / score | legal move 1
    fortified blue neutral, move 1 neutral blue, move 1 neutral orange
M-9.7: neutral B1f, orange B*f | score / score | vp 9 0; controls blue neutral orange / none
"""
)
def test_fortify(case: Case) -> None:
    case.check()
