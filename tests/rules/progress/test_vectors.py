"""Chapter 21 of the digest: all of its test vectors, each with the colours exchanged as well."""

from tests.rules.progress.playing import Case, cases, game, play, read, texts

EVERYTHING = "move-1 move-2 recruit fortify attack attack+1 strengthen score"


@cases(
    """
M-21.1: start | move-1 / recruit; strengthen / move-2: move 2 orange neutral; attack+1 /
    attack+1: first blue, discard move-2 | armies neutral B1; stock 2 3; hands recruit fortify
    attack score / move-1 fortify attack strengthen score; discards move-1 move-2 attack+1
    strengthen / move-2 recruit attack+1; vp 0 0; supply 35; strength 2 1; holder orange; dice 2
    2 3
M-21.1 after round 1: start | move-1 / recruit | armies neutral B1, orange O2
M-21.1 after round 2: start | move-1 / recruit; strengthen / move-2: move 2 orange neutral |
    armies neutral B1 O2; strength 2 1; holder blue
M-21.2: start | move-1 / recruit; strengthen / move-2: move 2 orange neutral; attack / attack+1:
    first blue | armies none; discards move-1 attack strengthen / move-2 recruit attack+1
M-21.3: start; holder orange | move-1 / recruit; strengthen / move-2: move 2 orange neutral;
    attack+1 / attack+1: first orange, discard fortify | armies neutral O2; discards move-1
    attack+1 strengthen / move-2 recruit fortify attack+1
M-21.4: start | move-1 / recruit; strengthen / move-2: move 2 orange neutral; attack+1 /
    fortify: discard move-2 | armies none; holder blue
M-21.5: start; holder orange | move-1 / recruit; strengthen / strengthen | legal strengthen
    blue, strengthen neutral
M-21.6: start | move-1 / recruit; strengthen / move-2: move 2 orange neutral; attack+1 /
    attack+1: first blue, discard move-2; score / fortify | vp 5 0; supply 30; discards none /
    move-2 recruit fortify attack+1
"""
)
def test_the_worked_example(case: Case) -> None:
    case.check()


@cases(
    """
M-21.7: neutral B2 O1f | attack / score | armies none
M-21.8: neutral B2 O1f | attack+1 / score: discard move-1 | armies neutral B2; discards move-1
    attack+1 / none
M-21.9: orange B2 | attack / score | armies none; controls blue / orange; stock 3 3
M-21.10: orange B3 | attack / score | armies orange B* B2
M-21.11: orange B2 O1; strength 2 2 | attack / score | armies none; controls blue / orange
M-21.12: orange B2 O1; strength 2 2 | attack+1 / score: discard recruit | armies orange B* B1
M-21.13: orange B1; strength 3 6 | attack / score | armies orange B*
M-21.14: blue B1 O1; strength 2 3 | attack / score | armies blue O1; controls blue / orange
M-21.15: blue B1 O*f; strength 2 1 | attack / score | armies none; controls blue / orange
M-21.15 after it: blue B1 O*f |  | controls none / blue orange
M-21.16: neutral B1 O2 | attack / score | armies neutral O2
M-21.17: neutral B2f O1 | attack+1 / score | legal attack neutral stand 1, attack neutral stand
    2, decline
M-21.17 declined: neutral B2f O1 | attack+1 / score: decline | armies neutral B2f O1; discards
    attack+1 / none
M-21.18: neutral B2f O1 | attack / score: attack neutral stand 1 | armies none
M-21.19: neutral B2f O1 | attack / score: attack neutral stand 2 | armies neutral B2
M-21.20: neutral B1 O1; hands attack+1 score / recruit score | attack+1 / score | armies none;
    discards move-1 move-2 recruit fortify attack attack+1 strengthen / none
M-21.21: orange B* B1 O2; strength 2 2 | score / attack | armies none; controls blue / orange
M-21.22: orange B1 B1f; strength 2 1 | attack / score: attack orange | armies none; controls
    blue / orange
"""
)
def test_combat(case: Case) -> None:
    case.check()


@cases(
    """
M-21.23: orange B3 | attack / recruit | armies none; controls blue / orange; stock 3 3
M-21.24: neutral B1 O1 | attack / fortify | armies neutral O1f
M-21.25: neutral B1 O1 | attack+1 / move-1: move 1 neutral orange | armies neutral B1, orange
    O1; discards attack+1 / move-1
M-21.26: neutral B1 O1 | attack / strengthen | armies none; strength 1 2; dice 3 2 2
M-21.27: orange B3 | attack / score | armies orange B* B2; vp 0 0; supply 35; discards attack /
    none
M-21.28: orange B* | move-1 / recruit | armies neutral B1, orange O1; controls blue neutral /
    orange
M-21.29: orange B* | recruit / recruit | armies blue B1, orange B*; discards recruit / recruit
M-21.30: orange B1 | score / recruit | armies orange B1 O1
M-21.31: blue O*, neutral B3 | move-2 / score: move 2 neutral blue | armies blue O* B2, neutral
    B1; vp 0 7; supply 28
M-21.32: blue B1, orange O1; holder orange | move-1 / move-2: first blue | armies neutral B1 O1;
    holder blue
M-21.33: blue B1, orange O2 | attack / attack+1: first blue | discards attack / attack+1; holder
    orange
M-21.34: blue B3 | move-2 / score | legal move 1 blue neutral, move 2 blue neutral
M-21.35: orange O1 | move-1 / score | armies orange O1; discards move-1 / none
M-21.54: blue B1, neutral B1 | move-2 / score | legal move 1 blue neutral, move 1 neutral blue,
    move 1 neutral orange
M-21.55: start | attack / attack+1: first orange | discards attack / attack+1; holder orange
M-21.56 stays: orange B* B2 | move-2 / recruit: move 2 orange neutral | armies neutral B2,
    orange B*
M-21.56 leaves: orange B* B2 | move-2 / recruit: move 2 capital orange neutral | armies neutral
    B2, orange B1 O1
"""
)
def test_order_inside_a_round(case: Case) -> None:
    case.check()


@cases(
    """
M-21.36: orange B* | strengthen / score: strengthen orange | dice 3 2 2; strength 2 1
M-21.37: blue B1; dice 0 2 3 | strengthen / score | dice 0 2 3; strength 1 1
M-21.38: blue B1; dice 1 2 3; strength 6 1 | strengthen / score | dice 0 2 3; strength 6 1
M-21.39: neutral B1 | score / fortify | vp 6 0
M-21.40: neutral B1 O1 | score / fortify | vp 4 0
M-21.41: blue O2 | score / fortify | vp 4 0
M-21.42, M-21.43: blue O*, neutral B1 | score / score | vp 0 7; hands move-1 move-2 recruit
    fortify attack attack+1 strengthen score / move-1 move-2 recruit fortify attack attack+1
    strengthen score; discards none / none
M-21.46: none; holder orange; vp 17 17 | score / score | vp 17 18; won orange; holder orange;
    supply 0
M-21.47: neutral B1; vp 16 16 | score / score | vp 19 16; supply 0; won blue
M-21.48: none; vp 17 10 | score / recruit | vp 21 10; supply 4; won blue; legal nothing
M-21.49: blue B1; marlborough; dice 2 3 3 3 | strengthen / fortify | strength 1 1; dice 2 3 3 3
M-21.50: blue B1; marlborough | strengthen / fortify; score / recruit; strengthen / move-1 |
    strength 2 1; dice 2 3 3 3
M-21.51: blue O1, neutral-1 B1; marlborough | score / recruit | vp 4 0
M-21.52: none; marlborough; vp 17 17 | score / score | vp 19 17; won blue; supply 0
M-21.53: blue O1, orange B1; marlborough; vp 17 17 | score / score | vp 18 18; won both; supply
    0
"""
)
def test_strengthen_score_and_supply(case: Case) -> None:
    case.check()


def test_score_is_not_among_the_first_cards_nor_twice_in_a_row() -> None:
    """M-21.44, M-21.45."""
    seven = {f"play {card}" for card in EVERYTHING.split()} - {"play score"}
    state = game().start(1)
    assert texts(state) == seven
    assert texts(state.play("play fortify")) == seven
    twice = read("M-21.45: start | score / score | ").start()
    assert texts(play(twice, "score / score")) == seven
    assert texts(twice.play("play fortify")) == seven
