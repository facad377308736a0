"""Chapter 22 of the digest: fire."""

from itertools import product

import pytest

from tests.rules.europe.playing import Case, cases, play, read

NEEDS = {
    "I": {"I": 9, "C": 8, "A": 10},
    "A": {"I": 7, "C": 6, "A": 8},
    "A far": {"I": 9, "C": 8, "A": 10},
}
KINDS = {"I": "IEM", "C": "CHR", "A": "A"}
EFFECT = {"E": 2, "M": 4}


@cases(
    """
N-22.1 the firer chooses: FR left 1I; GB middle-right 1I 1M 1C 1A 1L | | may fire I left at I, fire
    I left at M, fire I left at C, fire I left at A; not fire I left at L (N-22.6)
N-22.1 among all nations there: FR left 1I; GB middle-right 1I; RU middle-right 1E | | may fire I
    left at GB I, fire I left at RU E; not fire I left at AU I (N-22.1)
N-22.1 infantry has range 1: FR left 1I; GB right 1C | | not fire I left at C (N-22.1), fire I left
    at C far
N-22.1 and from the middle too: FR middle-left 1I; GB right 1C | | may fire I middle-left at C
N-22.1 artillery has range 2: FR left 1A; GB right 1C; artillery | | may fire A left at C far; not
    fire A left at C (N-22.1)
N-22.1 artillery has range 1: FR left 1A; GB middle-right 1C; artillery | | may fire A left at C
N-22.1 not over the enemy: FR left 1A; GB right 1H, middle-right 1C; artillery | | not fire A left
    at H far (N-22.1)
N-22.1 not over its own: FR left 1A, middle-left 1C; GB right 1I; artillery | | not fire A left at I
    far (N-22.1)
N-22.1 nor an ally: FR left 1A; SP middle-left 1C; GB right 1I; artillery | | not fire A left at I
    far (N-22.1)
N-22.1 over leaders of both sides: FR left 1A, middle-left 1L; GB right 1I; artillery | | may fire A
    left at I far
N-22.1 over an enemy leader: FR left 1A; GB right 1I, middle-right 1L; artillery | | may fire A left
    at I far
N-22.1 leader_blocks_fire: FR left 1A, middle-left 1L; GB right 1I; artillery | | not fire A left at
    I far (N-22.1) | leader_blocks_fire yes
N-22.1 leader_blocks_fire, an enemy one: FR left 1A; GB right 1I, middle-right 1L; artillery | | not
    fire A left at I far (N-22.1) | leader_blocks_fire yes
N-22.1 leader_blocks_fire at range 1 not: FR left 1A; GB right 1I, middle-right 1C 1L; artillery | |
    may fire A left at C | leader_blocks_fire yes
N-22.2 not sideways: FR middle-left 1I; GB middle-centre 1C | | not fire I middle-left at C (N-22.1)
N-22.2 nor from one line to another column: FR left 1I; GB middle-centre 1C | | not fire I left at C
    (N-22.1)
N-22.6: FR left 1I; GB middle-right 1L | | not fire I left at L (N-22.6)
N-22.7: FR left 1I 1A; GB middle-right 1I 1C 1A; artillery | | may fire A left at A
N-22.8: FR middle-left 1A; GB right 1I, reserve 1C; artillery | | legal move A middle-left left,
    fire A middle-left at I, end
N-22.8 range 2 ends in the line: FR left 1A; GB right 1I, reserve 1C; artillery | | not fire A left
    at C far (N-22.1)
N-22.1 the target may be routed: FR left 1I; GB middle-right 1I | fire I left at I 9 6 | GB rout 1I;
    GB middle-right none; lost GB none
N-22.1 the firer stays and nothing happens to it: FR left 1I; GB middle-right 1I | fire I left at I
    9 1 | FR left 1I; lost GB 1I; lost FR none
""",
    exchanged=True,
)
def test_targets(case: Case) -> None:
    case.check()


def hits(given: str, fire: str, roll: int, options: str = "") -> bool:
    """Return whether fire hits: whether its effect is rolled."""
    state = play(Case("", given, "", "", options=options).start(), f"{fire} {roll}")
    return state.decision.name.lower() == "effect_roll"


@pytest.mark.parametrize(("firer", "arm"), list(product(NEEDS, KINDS)))
def test_the_table(firer: str, arm: str) -> None:
    """N-22.3, N-22.4: each kind of target, with each roll."""
    letter, _, far = firer.partition(" ")
    phase, zone = ("artillery" if letter == "A" else "infantry"), "right" if far else "middle-right"
    for kind in KINDS[arm]:
        given = f"FR left 1{letter}; GB {zone} 1{kind}; {phase}"
        found = [
            hits(given, f"fire {letter} left at {kind} {far}".strip(), n) for n in range(2, 13)
        ]
        assert found == [roll >= NEEDS[firer][arm] for roll in range(2, 13)]


@pytest.mark.parametrize(
    ("firer", "target", "landing", "least"),
    [
        ("E", "I", 0, 8),
        ("M", "I", 0, 10),
        ("sI", "I", 0, 10),
        ("sE", "I", 0, 9),
        ("sM", "I", 0, 11),
        ("I", "sI", 0, 8),
        ("I", "sM", 0, 8),
        ("E", "sE", 0, 7),
        ("M", "sI", 0, 9),
        ("sI", "sI", 0, 9),
        ("sM", "sI", 0, 10),
        ("E", "C", 0, 7),
        ("M", "A", 0, 11),
        ("A", "sI", 0, 5),
        ("A", "sE", 0, 5),
        ("I", "I", 2, 7),
        ("M", "I", 2, 8),
        ("sE", "sI", 2, 6),
        ("A", "C", 2, 4),
        ("A", "sI", 2, 3),
        ("I", "I", 1, 9),
        ("A", "C", 1, 6),
    ],
)
def test_modifiers(firer: str, target: str, landing: int, least: int) -> None:
    """N-22.4: all that apply are added; in a landing (2) to the defender, (1) not to who lands."""
    phase = "artillery" if firer == "A" else "infantry"
    given = f"FR left 1{firer}; GB middle-right 1{target}; {phase}"
    fire = f"fire {firer} left at {target}"
    if landing == 2:
        given = f"FR middle-left 1{target}; GB right 1{firer}; {phase}; defender"
        fire = f"fire {firer} right at {target}"
    given += "; landing" * bool(landing)
    assert [hits(given, fire, n) for n in range(2, 13)] == [n >= least for n in range(2, 13)]


@pytest.mark.parametrize("quality", ["I", "E", "M", "C", "H", "R", "A", "sI", "sE", "sM"])
@pytest.mark.parametrize("far", [False, True])
def test_effect(quality: str, far: bool) -> None:
    """N-22.5, N-24.7: what is routed is not in square any more."""
    zone, kind = "right" if far else "middle-right", quality[-1]
    for roll in range(1, 7):
        lost = roll <= EFFECT.get(kind, 3)
        facts = f"lost GB 1{kind}; GB rout none" if lost else f"GB rout 1{kind}; lost GB none"
        given = f"FR left 1A; GB {zone} 1{quality}; RU right 1I; artillery"
        fire = f"fire A left at {quality}{' far' * far} 12 {roll}"
        read(f"N-22.5: {given} | {fire} | {facts}").check()
