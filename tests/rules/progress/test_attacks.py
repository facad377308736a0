"""Chapter 10 of the digest: attacks."""

from tests.rules.progress.playing import Case, cases


@cases(
    """
M-10.1, M-10.4 where an army meets an enemy or his garrison: blue B1 O1, neutral B1 O1, orange
    B1 | attack / score | legal attack blue, attack neutral, attack orange
M-10.1 not an enemy alone, nor an own army alone: blue B1, neutral O1, orange B1 O1 | attack /
    score | armies blue B1, neutral O1, orange O1
M-10.2: orange B1 | attack / score | armies none
M-10.1 a home taken is no target: orange B* B2 | attack+1 / score | armies orange B* B2; discards
    attack+1 / none
M-10.3: neutral B3 | attack / score | armies neutral B3
M-10.5 any number may be stood up: orange B*f B2f O1 | attack / score | legal attack orange
    stand 1, attack orange stand 1 capital, attack orange stand 2, attack orange stand 2
    capital, attack orange stand 3 capital, decline
M-10.5 they take part, and stand: neutral B1 B2f O1 | attack / score: attack neutral stand 1 |
    armies neutral B1f B2
M-10.5 in the country chosen alone: blue B2f, neutral B1 O1 | attack / score | armies blue B2f
M-10.6 all that stand attack: neutral B3 O2 | attack / score | armies neutral B3
M-10.6 none is held back: neutral B3 O3 | attack / score | armies none
M-10.7: orange B3 O1f | attack / score | armies orange O1f
M-10.7 with a garrison that is active: orange B*f B2 O1 O1f | attack / score: attack orange |
    armies orange O1 O1f
M-10.8: neutral B1 O3 | attack / score | armies neutral O3
M-10.8, M-10.9 an attack, but here or there: blue B1 O1, neutral B1f O1 | attack / score | legal
    attack blue, attack neutral stand 1
M-10.9 with those that were stood up: blue B1 O1, neutral B1f O1 | attack / score: attack
    neutral stand 1 | armies blue B1 O1
M-10.10, M-10.11: neutral B1f O1, blue B1 | attack / score | legal attack neutral stand 1,
    decline
M-10.10 without effect: neutral B1f O1 | attack / score: decline | armies neutral B1f O1;
    discards attack / none
M-10.12, M-10.13: neutral B1 O1; hands fortify attack+1 strengthen score / attack score |
    attack+1 / score | legal discard fortify, discard strengthen; asked blue DISCARD
M-10.12 one more: neutral B1 O1; hands fortify attack+1 strengthen score / attack score |
    attack+1 / score: discard strengthen | armies neutral B1; discards move-1 move-2 recruit
    attack attack+1 strengthen / none; hands fortify score / move-1 move-2 recruit fortify
    attack attack+1 strengthen score
M-10.13 a single card goes of itself: neutral B1 O1; hands recruit attack+1 score / attack score
    | attack+1 / score | armies neutral B1; stock 2 3
M-10.14: neutral B1 O1; hands attack+1 score / attack score | attack+1 / score | armies none;
    discards move-1 move-2 recruit fortify attack attack+1 strengthen / none
M-10.15 no target: neutral B1 | attack+1 / score | discards attack+1 / none
M-10.15 declined: neutral B1f O1 | attack+1 / score: decline | discards attack+1 / none
M-10.16 country and standing up before the discard: neutral B1 B1f O1 | attack+1 / score: attack
    neutral stand 1 | asked blue DISCARD; armies neutral B2 O1
M-10.16 and that before the comparison: neutral B1 B1f O1 | attack+1 / score: attack neutral,
    discard recruit | round 2; armies neutral B1 B1f
M-10.17 the card that is played is no discard: neutral B1 O1; hands fortify attack attack+1
    score / attack score | attack+1 / score | legal discard attack, discard fortify; table
    attack+1 / score
M-10.18: blue B1 O1, neutral B2 O1 | attack / score: attack neutral | armies blue B1 O1, neutral
    B2
"""
)
def test_attacks(case: Case) -> None:
    case.check()
