"""Exact odds: what the digest reckons, and what dice that are rolled come to."""

from math import sqrt
from typing import Any

import polars as pl
import pytest

from marengo.core.errors import IllegalMove, MarengoError, NotationError
from marengo.core.state import Chance
from marengo.games.europe.odds import NOTHING, action_odds, odds, outcomes
from tests.games.europe.__main__ import ROLLED, roll
from tests.rules.europe.playing import Case


def chances(found: pl.DataFrame, answer: str = "") -> dict[str, float]:
    """Return the chances of an answer by result, in 1296ths."""
    rows = found.filter(pl.col("answer") == answer) if "answer" in found.columns else found
    return {result: 1296 * chance for result, chance in rows["result", "chance"].rows()}


STANDS, SQUARES = "it stands", "it forms square, and the charge is carried through"
TRIES = "it tries to form square (half of the cases), and the charge is carried through"

CHARGES = [
    ("infantry", "cavalry", STANDS, (126, 184, 125, 286, 575)),
    ("cavalry", "infantry", SQUARES, (206, 229, 140, 286, 435)),
    ("infantry", "infantry", "", (310, 265, 146, 265, 310)),
    ("cavalry", "infantry", STANDS, (575, 286, 125, 184, 126)),
    ("cavalry", "artillery", "", (721, 265, 104, 136, 70)),
]


@pytest.mark.parametrize(("piece", "target", "answer", "wanted"), CHARGES)
def test_charges(piece: str, target: str, answer: str, wanted: tuple[int, ...]) -> None:
    """N-31.100."""
    found = chances(action_odds(piece, target), answer)
    results = [f"enemy {target} eliminated", f"enemy {target} routed", NOTHING]
    results += [f"{piece} routed", f"{piece} eliminated"]
    assert [found[result] for result in results] == pytest.approx(wanted)
    assert len(found) == len(results)


def test_fire() -> None:
    """N-31.98: 10 of 36 hit, half of these eliminate; a leader beside the target falls in 3."""
    found = chances(action_odds("infantry", "infantry", "fire"))
    assert found == pytest.approx(
        {
            NOTHING: 26 * 36,
            "enemy infantry eliminated": 5 * 36,
            "enemy infantry routed": 5 * 36,
        }
    )
    beside = action_odds("infantry", "infantry", "fire", leaders=(False, True))
    falls = beside.filter(pl.col("result").str.contains("enemy leader"))["chance"].sum()
    assert falls == pytest.approx(3 / 36)


def test_what_helps_is_reckoned() -> None:
    """N-22.4, N-23.5: a leader, all arms and a coast to defend; N-24.6 for the die of militia."""
    plain = chances(action_odds("heavy", "elite"), STANDS)
    helped = chances(action_odds("heavy", "elite", leaders=(True, False)), STANDS)
    assert helped["enemy elite eliminated"] > plain["enemy elite eliminated"]
    coast = chances(action_odds("militia", "infantry", "fire", landing="acting"))
    assert coast[NOTHING] == pytest.approx(1296 * (1 - 15 / 36))
    militia = chances(action_odds("cavalry", "militia"), TRIES)
    square, open_ground = (
        chances(action_odds("cavalry", "squared-militia"))["enemy militia eliminated"],
        chances(action_odds("cavalry", "militia"), STANDS)["enemy militia eliminated"],
    )
    assert militia["enemy militia eliminated"] == pytest.approx((square + open_ground) / 2)


def test_switches_are_heeded() -> None:
    """N-25.5."""
    both = (True, True)
    found = action_odds("infantry", "infantry", leaders=both)
    spared = action_odds("infantry", "infantry", leaders=both, leader_loss_by_defender=False)
    falls = pl.col("result").str.contains(r"(^|, )leader eliminated")
    assert found.filter(falls)["chance"].sum() == pytest.approx(3 / 36)
    assert spared.filter(falls).is_empty()


def test_what_is_not_allowed_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"covered by infantry or cavalry of its zone \(N-23.4\)"):
        action_odds("cavalry", "artillery", arms=(False, True))
    with pytest.raises(IllegalMove, match=r"N-21\.4"):
        action_odds("cavalry", "infantry", "fire")


KINDS = "infantry, elite, .*, squared-militia"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"piece": "elephant"}, f"piece: expected one of {KINDS}, not 'elephant'$"),
        ({"piece": ["cavalry"]}, rf"piece: expected one of {KINDS}, not \['cavalry'\]"),
        ({"piece": "leader"}, f"piece: expected one of {KINDS}, not 'leader'$"),
        ({"target": "calvary"}, f"target: expected one of {KINDS}, .*; did you mean cavalry[?]$"),
        ({"target": None}, f"target: expected one of {KINDS}, not None"),
        ({"action": "chrge"}, "action: expected one of charge, fire, far, .*; did you mean charge"),
        ({"landing": "sea"}, "landing: expected one of acting, target, not 'sea'$"),
        ({"landing": True}, "landing: expected one of acting, target, not True"),
        ({"leaders": True}, r"leaders: expected such as \(True, False\), not True"),
        ({"arms": (True,)}, r"arms: expected such as \(True, False\), not \(True,\)"),
        (
            {"retest_brake_off": True},
            "options: no field `retest_brake_off`.*; did you mean retest_break_off",
        ),
    ],
)
def test_what_there_is_not_is_refused_in_words(given: dict[str, Any], said: str) -> None:
    with pytest.raises(MarengoError, match=said):
        action_odds(**{"piece": "cavalry", "target": "infantry", **given})


def test_a_move_that_no_dice_allow_is_refused() -> None:
    """What some of them allow is played where they do."""
    move = "charge cavalry middle-left at british militia"
    with pytest.raises(NotationError, match="did you mean square"):
        odds(charge().start(), move, "squre")
    with pytest.raises(IllegalMove, match=r"N-24\.3"):
        odds(charge().start(), move, "square", "stand")


def charge() -> Case:
    return Case("", "FR middle-left 2C 1I 1A 1L; GB right 2I 1M 1L; cavalry", "", "")


def test_outcomes_add_up_and_leave_the_position_alone() -> None:
    """Whatever the dice say: moves that are not legal by then are left out."""
    state = charge().start()
    before = state.hash()
    moves = ("charge cavalry middle-left at british militia", "square", "carry-through")
    found = list(outcomes(state, *moves))
    assert sum(chance for chance, _ in found) == pytest.approx(1)
    assert state.hash() == before
    assert all(after.to_move is not Chance.CHANCE for _, after in found)
    assert odds(state, *moves)["chance"].sum() == pytest.approx(1)


def test_dice_that_are_rolled_agree() -> None:
    """A charge with both leaders at stake, 3,000 times; a command rolls a million."""
    (_, wanted, counted), number = roll(*ROLLED[0], 3_000), 3_000
    assert counted.keys() <= wanted.keys()
    for result, chance in wanted.items():
        error = sqrt(chance * (1 - chance) / number)
        assert counted[result] / number == pytest.approx(chance, abs=4.5 * error)
