"""Chapter 23 of the digest: the charge."""

from itertools import product

import pytest

from tests.rules.europe.playing import Case, cases, read

TABLE = {"I": {"I": 0, "C": -2, "A": 3}, "C": {"I": 2, "C": 0, "A": 3}}
KINDS = {"I": "IEM", "C": "CHR", "A": "A"}
QUALITY = {"E": 1, "H": 1, "M": -1, "R": -1}


def result(difference: int, charger: str, target: str) -> str:
    """N-23.8: the facts after a charge."""
    kind, side = (target, "GB") if difference > 0 else (charger, "FR")
    if not difference:
        return "FR rout none; GB rout none; lost FR none; lost GB none"
    routed = abs(difference) <= (3 if kind == "E" else 2)
    other = "FR" if side == "GB" else "GB"
    lost = "none" if routed else f"1{kind}"
    rout = f"1{kind}" if routed else "none"
    return f"{side} rout {rout}; lost {side} {lost}; {other} rout none; lost {other} none"


def check(charger: str, target: str, net: int, *, given: str = "", more: str = "") -> None:
    """Try a charge with rolls that make each difference from 5 to -5."""
    phase = "cavalry" if charger in "CHR" else "infantry"
    answer = "" if phase == "infantry" and target not in "CHR" else ", stand"
    answer = "" if target == "A" or (phase == "cavalry" and target in "CHR") else answer
    given = given or f"FR left 1I 1{charger}; GB middle-right 1{target}"
    if charger == "I":
        given = given.replace("1I 1I", "2I")
    move = f"charge {charger} left at {target}"
    for difference in range(-5, 6):
        rolls = product(range(2, 13), repeat=2)
        first, second = min((two for two in rolls if two[0] - two[1] == difference - net), key=max)
        moves = f"{move}{answer}, {first} {second}"
        read(
            f"N-23: {given}; {phase}{more} | {moves} | {result(difference, charger, target)}"
        ).check()


@pytest.mark.parametrize(("mine", "theirs"), list(product("IC", "ICA")))
def test_the_table(mine: str, theirs: str) -> None:
    """N-23.2, N-23.3, N-23.5, N-23.8, N-23.9: each kind at each kind."""
    for charger, target in product(KINDS[mine], KINDS[theirs]):
        net = TABLE[mine][theirs] + QUALITY.get(charger, 0) - QUALITY.get(target, 0)
        check(charger, target, net)


@pytest.mark.parametrize(
    ("given", "charger", "target", "net"),
    [
        ("FR left 2I 1L; GB middle-right 1I", "I", "I", 1),  # N-23.5: a leader
        ("FR left 2I 3L; GB middle-right 1I", "I", "I", 1),  # only once
        ("FR left 2I; SP left 1L; GB middle-right 1I", "I", "I", 0),  # N-25.1: of its own nation
        ("FR left 2I; GB middle-right 1I 2L", "I", "I", -1),  # charged too
        ("FR left 2I; GB middle-right 1I; RU middle-right 1L", "I", "I", 0),
        ("FR left 2I, reserve 1L; GB middle-right 1I", "I", "I", 0),  # in its zone
        ("FR left 2I 1C 1A; GB middle-right 1I", "I", "I", 1),  # combined arms
        ("FR left 2I 1C; GB middle-right 1I", "I", "I", 0),
        ("FR left 2I 1A; GB middle-right 1I", "I", "I", 0),
        ("FR left 2I; SP left 1R 1A; GB middle-right 1I", "I", "I", 1),  # N-23.7: allies
        ("FR left 2I 1H 1A; GB middle-right 1I 1C 1A", "I", "I", 0),  # of both
        ("FR left 2I; GB middle-right 1M 1H 1A", "I", "M", 0),  # charged too
        ("FR left 1C 1sI 1A; GB middle-right 1C", "C", "C", 1),  # N-23.7: squares count
        ("FR left 2H 1I 1A 1L; GB middle-right 1E 1L", "H", "E", 3),
        ("FR left 1I 2R; GB middle-right 1M", "R", "M", 2),
    ],
)
def test_modifiers(given: str, charger: str, target: str, net: int) -> None:
    """N-23.5, N-23.7, N-25.1."""
    check(charger, target, net, given=given)


@pytest.mark.parametrize(
    ("charger", "target", "net"), [("I", "I", -2), ("C", "I", 0), ("H", "C", -1)]
)
def test_landing(charger: str, target: str, net: int) -> None:
    """N-23.5: +2 for the defender who is charged."""
    check(charger, target, net, more="; landing")


@cases(
    """
N-23.5 and for the defender who charges: FR middle-left 1I; GB right 1I; landing; defender | charge
    I right at I, 7 6 | lost FR 1I
N-23.5 not without a landing: FR middle-left 1I; GB right 1I; defender | charge I right at I, 7 6 |
    FR rout 1I
N-23.7 at the moment of the roll: FR left 2I, reserve 1C; SP left 1A; GB middle-right 1I; cavalry |
    move C reserve left, end, end, charge I left at I, 7 7 | GB rout 1I
N-23.7 what has left does not count: FR left 2I 1C; SP left 1A; GB middle-right 1I; cavalry | move C
    left reserve, end, end, charge I left at I, 7 7 | GB rout none
"""
)
def test_when(case: Case) -> None:
    case.check()


@cases(
    """
N-23.1: FR left 1I; GB middle-right 1I 1C 1L | | may charge I left at I, charge I left at C; not
    charge I left at L (N-23.1)
N-23.1 cavalry: FR left 1H; GB middle-right 1I 1C 1L; cavalry | | may charge H left at I, charge H
    left at C; not charge H left at L (N-23.1)
N-23.1 no artillery: FR left 1A; GB middle-right 1I; artillery | | not charge A left at I (N-23.1)
N-23.1 straight ahead, not two zones: FR left 1C; GB right 1I; cavalry | | not charge C left at I
    (N-23.1)
N-23.1 not sideways: FR middle-left 1C; GB middle-centre 1H; cavalry | | not charge C middle-left at
    H (N-23.1)
N-23.1 from the middle: FR middle-left 1C; GB right 1H; cavalry | | may charge C middle-left at H
N-23.4 infantry covers: FR left 1C; GB middle-right 1I 1A; cavalry | | not charge C left at A
    (N-23.4)
N-23.4 from infantry too: FR left 1I; GB middle-right 1C 1A | | not charge I left at A (N-23.4); may
    charge I left at C
N-23.4 a square covers: FR left 1C; GB middle-right 1sM 1A; cavalry | | not charge C left at A
    (N-23.4)
N-23.4 an ally covers: FR left 1C; GB middle-right 1A; RU middle-right 1R; cavalry | | not charge C
    left at A (N-23.4); may charge C left at RU R
N-23.4 not a leader: FR left 1C; GB middle-right 1A 1L; cavalry | | may charge C left at A
N-23.4 nor who is in another zone: FR left 1C; GB middle-right 1A, right 2I; cavalry | | may charge
    C left at A
N-23.9 a winner stays: FR left 1C 1I; GB middle-right 1C; cavalry | charge C left at C, 9 2 | FR
    left 1C 1I; GB middle-right none; lost GB 1C
N-23.9 the loser may be who charges: FR left 1C 1I; GB middle-right 1C; cavalry | charge C left at
    C, 7 9 | FR rout 1C; FR left 1I; GB middle-right 1C
N-23.10: FR left 1C 1I, reserve 1R; GB middle-right 1C 1H; cavalry | charge C left at C, 7 7, charge
    C left at C again, 7 7 | not charge C left at C again (N-21.3), charge C left at H (N-21.3)
N-23.10 another: FR left 1C 1I; GB middle-right 1C 1H; cavalry | charge C left at C, 7 7 | may
    charge C left at H again, charge C left at C again
N-23.10 the loser does not: FR left 1C 1I, reserve 1R; GB middle-right 1C; cavalry | charge C left
    at C, 7 8 | not charge C left at C again, charge C rout at C again (N-21.11)
N-23.10 infantry does not: FR left 1I; GB middle-right 1I | charge I left at I, 7 7 | not charge I
    left at I (N-21.3)
N-23.11: FR left 1I; GB middle-right 1C, right 1I | charge I left at C | legal stand, evade; asked
    defender answer; not square (N-24.1)
N-23.11 it evades: FR left 1I; GB middle-right 1C, right 1I | charge I left at C, evade | GB reserve
    1C; GB middle-right none; not charge I left at I (N-21.3), move I left centre (N-21.3)
N-23.11 it stands: FR left 1I; GB middle-right 1C, right 1I | charge I left at C, stand | asked
    chance charge roll
N-23.11 from its line: FR middle-left 1I; GB right 1C 1I | charge I middle-left at C, evade | GB
    reserve 1C; GB right 1I
N-23.11 not from cavalry: FR left 1C; GB middle-right 1C; cavalry | charge C left at C | asked
    chance charge roll
N-23.11 infantry does not evade: FR left 1I; GB middle-right 1I | charge I left at I | asked chance
    charge roll
N-23.11 artillery does not evade: FR left 1I; GB middle-right 1A | charge I left at A | asked chance
    charge roll
N-23.12 N-21.6 does not bind it: FR left 1I, middle-centre 1I; GB middle-right 1R, right 1I | charge
    I left at R, evade | GB reserve 1R
""",
    exchanged=True,
)
def test_charges(case: Case) -> None:
    case.check()


@cases(
    """
N-23.11 it may act in its next phase: FR left 1I; GB middle-right 1C | charge I left at C, evade,
    end, end, end, move C reserve right, move C right middle-right again | GB middle-right 1C
N-23.13: FR left 1I, centre 1I, right 1I; GB middle-right 1C, centre 1I, left 1I; bare | charge I
    left at C, evade | won attacker; asked over
"""
)
def test_evading_and_after(case: Case) -> None:
    case.check()
