"""Chapter 11 of the digest: combat."""

from itertools import product

import pytest

from tests.rules.progress.playing import Case, Facts, cases, game, play, shown


@cases(
    """
M-11.1, M-11.8: neutral B2 O3; strength 2 1 | attack / score | armies neutral B2
M-11.1 and 1 for the card that is paid: neutral B2 O3; strength 1 1 | attack+1 / score: discard
    recruit | armies none
M-11.2: neutral B3 O1 O1f | attack / score | armies none
M-11.2 with the garrison: orange B3 O1 | attack / score | armies none; controls blue / orange
M-11.3, M-11.9: neutral B1 B1f O2 | attack / score: attack neutral | armies neutral O2
M-11.4 not for an attacker: blue B1 O1 | attack / score | armies none
M-11.4 not in a neutral: neutral B2 O1 | attack / score | armies neutral B2
M-11.5 not while the capital is occupied: orange B* B1 O1 | attack / score | armies orange B* B1
M-11.5 not for the occupier either: orange B* O2 | score / attack | armies orange O2
M-11.6 it is 2 whatever the strength: orange B3; strength 1 6 | attack / score | armies orange
    B* B2
M-11.6 and outlives all battles: orange B2 | attack / strengthen; recruit / recruit; move-1 /
    move-2: first blue | armies neutral B1 O1; controls blue / orange
M-11.7: neutral B1 B2f O1 | attack / score: attack neutral | armies none
M-11.8 the defender: neutral B1 O2 | attack / score | armies neutral O2
M-11.8 only in this country: blue B1, neutral B1 O2, orange O1 | attack / score | armies blue
    B1, neutral O2, orange O1
M-11.10: neutral B3 O2 | attack / score; recruit / recruit | armies neutral B3, orange O1; stock
    0 2
M-11.11: orange B2 | attack / score | armies none; controls blue / orange
M-11.12: orange B3 O1; dice 3 2 1 | attack+1 / score: discard recruit | dice 3 2 1; strength 1 1
"""
)
def test_combat(case: Case) -> None:
    case.check()


@pytest.mark.parametrize("place", ["neutral", "orange"])
@pytest.mark.parametrize("strength", [(1, 1), (2, 3), (5, 2)])
def test_every_battle(place: str, strength: tuple[int, int]) -> None:
    """M-11.1, M-11.2, M-11.7, M-11.8: of so many that stand or lie, reckoned anew."""
    for standing, normal, lying in product((1, 2, 3), (0, 1, 2), (0, 1)):
        if place == "neutral" and not normal + lying:
            continue
        armies = f"B{standing}" + f" O{normal}" * bool(normal) + f" O{lying}f" * bool(lying)
        spent = "move-2 recruit fortify attack attack+1 strengthen score"
        given: Facts = {"strength": strength, "hands": (None, spent)}
        state = play(game().position(armies={place: armies}, **given), "attack / score")
        attack = standing * strength[0]
        defence = (normal + lying) * strength[1] + lying + 2 * (place == "orange")
        left = "".join(sorted(shown(state).get(place, "")))
        assert ("B" in left, "O" in left) == (
            attack > defence,
            defence > attack and normal + lying > 0,
        )
        assert ("*" in left) == (attack > defence and place == "orange")
