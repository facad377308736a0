"""Fights that are refused: by the rules, by the board, for their size, or by the user."""

from threading import Event
from typing import Any

import pytest

from marengo.core.errors import IllegalMove, PositionError
from marengo.core.players import StoppedError
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import FightError, fight

AUSTRIAN = Side.AUSTRIAN


@pytest.mark.parametrize(
    ("ruleset", "border", "attackers", "defenders", "kind", "why"),
    [
        ("triomphe", "4/9", "I1", "I1", "assault", "T-11.4"),
        ("bonaparte", "16/29", "I1", "I1", "assault", "B-11.5"),
        ("bonaparte", "16/29", "I3", {"reserve": "I1"}, "assault", "no enemy blocks 29/16"),
        ("triomphe", "4/9", "I3", {"approach": "I1"}, "retreat", r"fully blocked \(T-9.2\)"),
        ("bonaparte", "16/29", "I3", {"approach": "I1"}, "manoeuvre", r"B-\d"),
        ("bonaparte", "16/29", "I3", "", "retreat", r"B-\d"),
        ("triomphe", "4/9", "", "I1", "manoeuvre", "nobody is there"),
    ],
)
def test_an_attack_that_the_rules_forbid_is_refused(
    ruleset: str, border: str, attackers: str, defenders: Any, kind: str, why: str
) -> None:
    with pytest.raises(IllegalMove, match=why):
        fight(ruleset, border, attackers, defenders, kind)


def test_demoralised_armies_do_not_assault() -> None:
    """B-11.11."""
    with pytest.raises(IllegalMove, match=r"demoralised army does not assault \(B-11.11\)"):
        fight("bonaparte", "16/29", "I3", "I1", morale={AUSTRIAN: 0})


@pytest.mark.parametrize(
    ("border", "attackers", "defenders", "why"),
    [
        ("4/99", "I3", "I1", "expected an approach"),
        ("4", "I3", "I1", "expected an approach"),
        ("8/14", "I3", "I1 I1 I1 I1", "T-3.20"),
        ("4/9", "X3", "I1", "expected pieces"),
        ("4/9", {"left": "I3"}, "I1", "place"),
    ],
)
def test_what_cannot_be_placed_is_refused(
    border: str, attackers: Any, defenders: Any, why: str
) -> None:
    with pytest.raises(PositionError, match=why):
        fight("triomphe", border, attackers, defenders)


def test_unknown_words_are_refused() -> None:
    with pytest.raises(ValueError, match="kind: expected assault, manoeuvre, retreat, not 'siege'"):
        fight("triomphe", "4/9", "I3", "I1", "siege")
    with pytest.raises(ValueError, match="measure: expected 'border', 'morale'"):
        fight("triomphe", "4/9", "I3", "I1", measure="glory")


def test_a_fight_that_is_too_large_is_given_up() -> None:
    with pytest.raises(FightError, match="more than 50 positions"):
        fight("triomphe", "19/20", "I3 I2", "I2 C2", most=50)


def test_a_fight_can_be_stopped() -> None:
    stop = Event()
    fight("triomphe", "4/9", "I3", "I2", stop=stop)
    stop.set()
    with pytest.raises(StoppedError):
        fight("triomphe", "4/9", "I3", "I2", stop=stop)
