"""Chapter 31 of the digest, A to D and J: its test vectors of the battle."""

from collections import defaultdict
from fractions import Fraction

import pytest

from marengo.games.europe import BattleState
from tests.rules.europe.chances import outcomes, weights
from tests.rules.europe.playing import Case, cases, fact, play, read

START = "FR 10I 4C 3A 2L; GB 9I 2C 2A 1L"

DEPLOYMENT = """
deploy 5 I left, deploy 3 I centre, deploy 2 I right, deploy 3 C left, deploy 0 C centre,
deploy 0 C right, deploy 3 A left, deploy 1 L left, deploy 0 L centre, deploy 0 L right,
deploy 3 I right, deploy 3 I centre, deploy 3 I left, deploy 0 C right, deploy 0 C centre,
deploy 0 C left, deploy 0 A right, deploy 2 A centre, deploy 0 L right, deploy 0 L centre,
deploy 0 L left
"""

PLAYED = {
    "N-31.1 arrangement": (
        DEPLOYMENT,
        """
FR left 5I 3C 3A 1L; FR centre 3I; FR right 2I; FR reserve 1C 1L; GB right 3I; GB centre 3I 2A;
GB left 3I; GB reserve 2C 1L; round 1; phase cavalry; asked attacker act
""",
    ),
    "N-31.1 FR cavalry": ("move C reserve left, end", "FR left 5I 4C 3A 1L; asked defender act"),
    "N-31.1 GB cavalry": (
        "move C reserve centre, move C reserve centre, end",
        "GB centre 3I 2C 2A; phase artillery; asked attacker act",
    ),
    "N-31.1 FR artillery": (
        "fire A left at I far 5, fire A left at I far 7, fire A left at I far 10 5",
        "GB right 2I; GB rout 1I; asked defender act",
    ),
    "N-31.1 GB artillery": (
        "fire A centre at I far 9 4, fire A centre at I far 4",
        "FR centre 2I; FR rout 1I; phase infantry; asked attacker act",
    ),
    "N-31.1 FR infantry": (
        """
move I left middle-left, move I left middle-left, move I left middle-left, move I left middle-left,
move I left centre, end
""",
        "FR middle-left 4I; FR centre 3I; FR left 4C 3A 1L; asked defender act",
    ),
    "N-31.1 GB infantry": (
        """
move I centre right, move I centre right, move I centre middle-centre, move I left centre,
fire I right at I 6, fire I right at I 8, end
""",
        """
GB right 4I; GB centre 1I 2C 2A; GB middle-centre 1I; GB left 2I; GB rout 1I; phase leaders
""",
    ),
    "N-31.1 FR leaders": (
        "rally 5, rally again 7, move L left middle-left, end",
        "FR middle-left 4I 1L; FR rout 1I; asked defender act",
    ),
    "N-31.1 GB leader": ("rally 7, rally again 9", "GB reserve 1I 1L; GB rout none; round 2"),
    "N-31.2 FR cavalry": (
        """
move C left middle-left, move C left middle-left, move C left middle-left, move C left middle-left,
charge C middle-left at I again, square, break-off,
charge C middle-left at I again, square, break-off,
charge C middle-left at I again, square, break-off,
charge C middle-left at I again, square, break-off
""",
        "FR middle-left 4I 4C 1L; GB right 4sI; asked defender act",
    ),
    "N-31.2 GB cavalry": (
        """
move C centre middle-centre, move C centre middle-centre,
charge C middle-centre at I again, square, break-off,
charge C middle-centre at I again, square, break-off
""",
        "FR centre 1I 2sI; GB middle-centre 1I 2C; phase artillery; asked attacker act",
    ),
    "N-31.2 FR artillery": (
        "move A left middle-left, move A left middle-left, move A left middle-left",
        "FR middle-left 4I 4C 3A 1L; FR left none",
    ),
    "N-31.2 GB artillery": (
        "move A centre middle-centre, move A centre middle-centre",
        "GB middle-centre 1I 2C 2A; phase infantry; asked attacker act",
    ),
    "N-31.2 FR infantry": (
        """
fire I middle-left at sI 3, fire I middle-left at sI 7, fire I middle-left at sI 9 1,
fire I middle-left at sI 11 5, move I right centre, unsquare I centre, unsquare I centre,
fire I centre at C 10 2, end
""",
        """
GB right 2sI; GB rout 1I; lost GB 1I 1C; GB middle-centre 1I 1C 2A; FR centre 4I; FR right 1I;
asked defender act
""",
    ),
    "N-31.2 GB infantry": (
        """
move I centre middle-centre, move I reserve right, fire I middle-centre at I 5,
fire sI right at I 10 4, fire sI right at I 6, end
""",
        "FR middle-left 3I 4C 3A 1L; FR rout 2I; GB right 1I 2sI; GB middle-centre 2I 1C 2A",
    ),
    "N-31.2 FR leader": ("rally 3, rally again 8, end", "FR reserve 1I 1L; FR rout 1I"),
    "N-31.2 GB leader": (
        "rally 4, move L reserve right again",
        "GB right 1I 2sI 1L; GB rout 1I; round 3; phase cavalry; asked attacker act",
    ),
    "N-31.3 FR cavalry, first charge": (
        "charge C middle-left at I, square, carry-through, 9 7",
        "GB right 2sI 1L; GB rout 2I; FR middle-left 3I 4C 3A 1L",
    ),
    "N-31.3 FR cavalry, second charge": (
        "charge C middle-left at sI again 4 8, end",
        "GB right 2sI 1L; FR middle-left 3I 3C 3A 1L; lost FR 1C; asked defender act",
    ),
    "N-31.3 GB cavalry": (
        "charge C middle-centre at I, stand, 8 8, charge C middle-centre at I again, stand, 5 9",
        "lost FR 1I 1C; FR centre 3I; GB rout 2I 1C; GB middle-centre 2I 2A; phase artillery",
    ),
    "N-31.3 FR artillery": (
        "fire A middle-left at sI 7 2",
        "GB right 1sI 1L; lost GB 2I 1C; won nobody",
    ),
    "N-31.3 the end": (
        "fire A middle-left at sI 9 6",
        "won attacker; asked attacker pursue; not fire A middle-left at sI (N-26.6)",
    ),
    "N-31.4 cavalry": (
        "pursue A with C 2, pursue A with C 4, pursue A with C 5",
        "lost GB 2I 1C 2A",
    ),
    "N-31.4 infantry at the leader": (
        "pursue L with I 2, pursue L with I 4, pursue L with I 3, pursue L with I 6",
        "lost GB 2I 1C 2A 1L",
    ),
    "N-31.4 infantry at infantry": (
        "pursue I with I 5, pursue I with I 2, pursue I with I 4, pursue I with I 6",
        "asked over",
    ),
    "N-31.5 the result": (
        "",
        "won attacker; lost FR 1I 1C; all FR 9I 3C 3A 2L; all GB 6I 1C; lost GB 3I 1C 2A 1L",
    ),
}
"""The worked battle: moves and dice, and what there is after them."""


def test_the_worked_battle() -> None:
    """N-31.1, N-31.2, N-31.3, N-31.4, N-31.5, N-29.5: with its dice, to its result."""
    state = read(f"N-31.1: {START} | | asked attacker deploy").start()
    for rule, (moves, facts) in PLAYED.items():
        play(state, " ".join(moves.split()))
        for one in " ".join(facts.split()).split("; "):
            name, _, said = one.partition(" ")
            assert (rule, name, fact(state, name, said)) == (rule, name, said)
    assert state.outcome == "the attacker wins: no army of the defender holds a column (N-26.1)"


HIT, MISS = "asked chance effect roll", "asked attacker act"


@cases(
    f"""
N-31.6: FR left 2I; GB middle-right 1I | fire I left at I 9 | {HIT}
N-31.6 miss: FR left 2I; GB middle-right 1I | fire I left at I 8 | {MISS}
N-31.7: FR left 2I; GB middle-right 1C | fire I left at C 8 | {HIT}
N-31.7 artillery: FR left 2I; GB middle-right 1A | fire I left at A 9 | {MISS}
N-31.8: FR left 2E; GB middle-right 1I | fire E left at I 8 | {HIT}
N-31.8 miss: FR left 2E; GB middle-right 1I | fire E left at I 7 | {MISS}
N-31.9: FR left 2M; GB middle-right 1C | fire M left at C 8 | {MISS}
N-31.9 hit: FR left 2M; GB middle-right 1C | fire M left at C 9 | {HIT}
N-31.10: FR left 2sI; GB middle-right 1I | fire sI left at I 9 | {MISS}
N-31.10 hit: FR left 2sI; GB middle-right 1I | fire sI left at I 10 | {HIT}
N-31.11: FR left 2I; GB middle-right 1sI | fire I left at sI 8 | {HIT}
N-31.12: FR left 2sI; GB middle-right 1sI | fire sI left at sI 9 | {HIT}
N-31.13: FR left 2A; GB middle-right 1I; artillery | fire A left at I 7 | {HIT}
N-31.13 cavalry: FR left 2A; GB middle-right 1C; artillery | fire A left at C 6 | {HIT}
N-31.13 artillery: FR left 2A; GB middle-right 1A; artillery | fire A left at A 8 | {HIT}
N-31.14: FR left 2A; GB middle-right 1sI; artillery | fire A left at sI 5 | {HIT}
N-31.14 miss: FR left 2A; GB middle-right 1sI; artillery | fire A left at sI 4 | {MISS}
N-31.15: FR left 2A; GB right 1sI; artillery | fire A left at sI far 7 | {HIT}
N-31.15 miss: FR left 2A; GB right 1sI; artillery | fire A left at sI far 6 | {MISS}
N-31.16: FR left 2A; GB right 1A; artillery | fire A left at A far 10 | {HIT}
N-31.16 miss: FR left 2A; GB right 1A; artillery | fire A left at A far 9 | {MISS}
N-31.17: FR left 1A, middle-left 1I; GB right 1I; artillery | | not fire A left at I far (N-22.1)
N-31.18: FR left 1A, middle-left 1L; GB right 1I; artillery | | may fire A left at I far
N-31.20: FR middle-left 1sI; GB right 1sE; landing; defender | fire sE right at sI 6 | {HIT}
N-31.20 miss: FR middle-left 1sI; GB right 2sE; landing; defender | fire sE right at sI 5 | asked
    defender act
N-31.21: FR left 2sM; GB middle-right 1A 1L | fire sM left at A 11 | {MISS}; lost GB 1L; GB
    middle-right 1A
N-31.19: FR middle-left 1I; GB right 2M; landing; defender | fire M right at I 8 | {HIT}
N-31.19 miss: FR middle-left 1I; GB right 2M; landing; defender | fire M right at I 7 | asked
    defender act
"""
)
def test_fire(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(
    ("kind", "lost"), [("I", 3), ("E", 2), ("M", 4), ("C", 3), ("H", 3), ("R", 3), ("A", 3)]
)
def test_effects(kind: str, lost: int) -> None:
    """N-31.22."""
    given = f"FR left 2A; GB middle-right 1{kind}; artillery"
    shot = f"fire A left at {kind} 12"
    read(f"N-31.22: {given} | {shot} {lost} | lost GB 1{kind}; GB rout none").check()
    read(f"N-31.22: {given} | {shot} {lost + 1} | lost GB none; GB rout 1{kind}").check()


NOTHING = "FR rout none; GB rout none; lost FR none; lost GB none"
FOOT, AT = "FR left 2I; GB middle-right 1I", "charge I left at I"
HORSE = "FR left 1I 1C; GB middle-right 1I; cavalry"
GUARDS = "FR left 1I 1H 1A 1L; GB middle-right 1E 1L; cavalry"
MILITIA = "FR left 1I 1R; GB middle-right 1M; cavalry"
LEADERS = "FR left 2I 1L; GB middle-right 1I 1L"


@cases(
    f"""
N-31.23: {FOOT} | {AT} 8 6 | GB rout 1I
N-31.23 lost: {FOOT} | {AT} 6 8 | FR rout 1I
N-31.23 even: {FOOT} | {AT} 7 7 | {NOTHING}
N-31.24: {FOOT} | {AT} 9 6 | lost GB 1I
N-31.24 lost: {FOOT} | {AT} 5 8 | lost FR 1I
N-31.25: FR left 2I; GB middle-right 1C | charge I left at C, stand, 9 7 | {NOTHING}
N-31.25 routed: FR left 2I; GB middle-right 1C | charge I left at C, stand, 10 7 | GB rout 1C
N-31.26: FR left 1I; GB middle-right 1C | charge I left at C, evade | GB reserve 1C; not move I left
    centre (N-21.3)
N-31.27: {HORSE} | charge C left at I, stand, 6 6 | GB rout 1I
N-31.27 eliminated: {HORSE} | charge C left at I, stand, 7 6 | lost GB 1I
N-31.28: {HORSE} | charge C left at I, square, carry-through, 7 6 | {NOTHING}
N-31.28 routed: {HORSE} | charge C left at I, square, carry-through, 7 8 | FR rout 1C
N-31.29: FR left 1I 1H; GB middle-right 1R; cavalry | charge H left at R 7 7 | GB rout 1R
N-31.30: {GUARDS} | charge H left at E, stand, 6 6 | GB rout 1E
N-31.30 eliminated: {GUARDS} | charge H left at E, stand, 7 6 | lost GB 1E
N-31.31: {MILITIA} | charge R left at M, square, 2, 6 7 | GB rout 1M
N-31.32: {MILITIA} | charge R left at M, square, 5, carry-through, 6 7 | FR rout 1R
N-31.33: FR left 1I 1C; GB middle-right 1A; cavalry | charge C left at A 4 7 | {NOTHING}
N-31.33 routed: FR left 1I 1C; GB middle-right 1A; cavalry | charge C left at A 5 7 | GB rout 1A
N-31.33 eliminated: FR left 1I 1C; GB middle-right 1A; cavalry | charge C left at A 7 7 | lost GB 1A
N-31.34: FR left 1I 1C; GB middle-right 1A 1I; cavalry | | not charge C left at A (N-23.4)
N-31.35: FR left 2E; GB middle-right 1I | charge E left at I 4 8 | FR rout 1E
N-31.35 eliminated: FR left 2E; GB middle-right 1I | charge E left at I 4 9 | lost FR 1E
N-31.36: FR left 2I 2L; GB middle-right 1I | {AT} 7 7 | GB rout 1I
N-31.37: FR left 2I; SP left 1L; GB middle-right 1I | {AT} 7 7 | {NOTHING}
N-31.38: {HORSE}; landing | charge C left at I, stand, 7 7 | {NOTHING}
N-31.39: {LEADERS} | {AT} 12 11 | GB rout 1I; lost FR 1L; lost GB 1L
N-31.40: {LEADERS} | {AT} 11 5 | lost GB 1I 1L; lost FR none
"""
)
def test_charges(case: Case) -> None:
    case.check()


@cases(
    """
N-31.41: FR left 1C; GB right 1I; cavalry | move C left middle-left | legal move C middle-left left
    again, charge C middle-left at I again, end
N-31.42: FR centre 1C; GB middle-centre 1I; cavalry | | legal move C centre reserve, move C centre
    left, move C centre right, charge C centre at I, end
N-31.42 with an enemy in middle-left: FR centre 1C; GB middle-centre 1I, middle-right 1I; cavalry |
    | legal move C centre reserve, move C centre right, charge C centre at I, end
N-31.43: FR reserve 1I; GB middle-centre 1I | move I reserve centre | FR centre 2I
N-31.44: FR left 1I, middle-left 1I; GB middle-centre 2C, right 1I | | not charge I middle-left at C
    (N-23.1), fire I middle-left at C (N-22.1)
N-31.46: FR 6I; GB 6I | deploy 4 I left | FR left 4I; FR centre 1I; FR right 1I
N-31.46 not: FR 6I; GB 6I | deploy 3 I left | not deploy 3 I centre (N-20.7)
N-31.46 reserve: FR 6I; GB 6I | deploy 1 I left, deploy 1 I centre, deploy 1 I right | FR reserve 3I
N-31.47: FR 6I 3L; GB 5I 2L | | not deploy 1 I left
N-31.48: FR left 1I, centre 1I, right 1I; GB middle-right 1C, centre 1I, left 1I, reserve 3I; bare |
    charge I left at C, evade | won attacker
N-31.49: FR left 1I 1A; GB right 1I; cavalry | end, end, end, end, end, end, end, end, end, end, end
    | won defender; round 2
N-31.49 prevented: FR left 1I 1A; GB right 1I; cavalry | end, end, end, end, end, fire A left at I
    far 2, end, end, end, end, end | won nobody; round 3
N-31.50: FR left 1I 3A; GB right 1I; artillery | | not retreat (N-26.5)
N-31.50 legal: FR left 1I 3A; GB right 1I; artillery; round 2 | retreat | won defender
N-31.50 after a shot: FR left 1I 3A; GB right 1I; artillery; round 2 | fire A left at I far 5 | not
    retreat (N-26.5)
N-31.51: FR reserve 3C 2I; GB reserve 1C; round 2; defender | retreat, pursue C with C 6, pursue I
    with C 2, pursue I with C 3 | lost GB 1I 1C; asked over
N-31.52: FR reserve 3C 2I; GB reserve 1C; round 2; defender | retreat, pursue C with C 5, pursue C
    with C 4, pursue C with C 3 | lost GB none; asked over
N-31.53: FR reserve 2I; GB rout 1C; round 2; defender | retreat | not pursue C with I (N-26.6)
"""
)
def test_battle(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(
    ("kind", "least"), [("E", 7), ("I", 8), ("A", 8), ("M", 9), ("R", 9), ("H", 8)]
)
def test_rally(kind: str, least: int) -> None:
    """N-31.45."""
    for roll in (least - 1, least):
        given = f"FR reserve 1L, rout 1{kind}; GB left 1I; leaders"
        there = f"1{kind}" if roll < least else "none"
        read(f"N-31.45: {given} | rally {roll} | FR rout {there}").check()


def tell(state: BattleState) -> str:
    """Return what became of both units of a charge, or of one and a leader."""
    told = []
    for nation, whom in ((0, "charger"), (1, "target")):
        name = ("FR", "GB")[nation]
        told += [f"{whom} routed"] * (fact(state, name, "rout none") != "rout none")
        lost = fact(state, "lost", f"{name} none").removeprefix(f"{name} ")
        told += [f"{whom} eliminated"] * ("I" in lost or "C" in lost or "A" in lost)
    return ", ".join(told) or "nothing"


def test_two_dice() -> None:
    """N-31.98: at least n in 36ths, and what comes of infantry that fires at infantry."""
    state = play(
        read(f"N-31.98: {FOOT.replace('1I', '1I 1L')} | | round 1").start(), "fire I left at I"
    )
    rolls = {int(text.split()[1]): chance for text, chance in weights(state).items()}
    at_least = [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1]
    for least, ways in zip(range(2, 13), at_least, strict=True):
        assert sum(chance for roll, chance in rolls.items() if roll >= least) == Fraction(ways, 36)
    found = outcomes(state, tell)
    assert found["target eliminated"] == found["target routed"] == Fraction(5, 36)
    falls = outcomes(state, lambda after: "L" in fact(after, "lost", "GB none"))
    assert falls[True] == Fraction(3, 36)


def test_differences_of_two_rolls() -> None:
    """N-31.99."""
    charging = play(read(f"N-31.99: {FOOT} | | round 1").start(), AT)
    found: dict[int, Fraction] = defaultdict(Fraction)
    for first, chance in weights(charging).items():
        for second, further in weights(charging.copy().play(first)).items():
            found[int(first.split()[1]) - int(second.split()[1])] += chance * further * 1296
    ways = [146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1]
    assert found == {sign * n: way for n, way in enumerate(ways) for sign in (1, -1)}


RESULTS = ("target eliminated", "target routed", "nothing", "charger routed", "charger eliminated")


@pytest.mark.parametrize(
    ("given", "moves", "ways"),
    [
        ("FR left 2I; GB middle-right 1C", "charge I left at C, stand", (126, 184, 125, 286, 575)),
        (
            "FR left 1I 1C; GB middle-right 1sI; cavalry",
            "charge C left at sI",
            (206, 229, 140, 286, 435),
        ),
        (FOOT, AT, (310, 265, 146, 265, 310)),
        (HORSE, "charge C left at I, stand", (575, 286, 125, 184, 126)),
        ("FR left 2I; GB middle-right 1A", "charge I left at A", (721, 265, 104, 136, 70)),
        (
            "FR left 1I 1C; GB middle-right 1A; cavalry",
            "charge C left at A",
            (721, 265, 104, 136, 70),
        ),
    ],
)
def test_results_of_a_charge(given: str, moves: str, ways: tuple[int, ...]) -> None:
    """N-31.100."""
    found = outcomes(play(read(f"N-31.100: {given} | | round 1").start(), moves), tell)
    wanted = {result: Fraction(way, 1296) for result, way in zip(RESULTS, ways, strict=True)}
    assert found == wanted
    assert sum(ways) == 1296
