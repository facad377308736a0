"""Chapter 26 of the digest: the end of a battle, and the pursuit."""

from itertools import product

import pytest

from tests.rules.europe.playing import Case, cases, play, read

TABLE = {
    "I": {"I": 6, "A": 5, "L": 6},
    "C": {"I": 3, "C": 6, "A": 3, "L": 5},
}
ARMS = {"I": "I", "E": "I", "M": "I", "C": "C", "H": "C", "R": "C", "A": "A", "L": "L"}


@cases(
    """
N-26.1 by fire: FR middle-left 1I; GB right 1I | fire I middle-left at I 9 5 | won attacker
N-26.1 by a charge: FR middle-left 1I; GB right 1I | charge I middle-left at I 8 7 | won attacker
N-26.1 of who charges: FR left 1I; GB middle-right 1I | charge I left at I 7 8 | won defender
N-26.1 the middle zone holds: FR left 1I; GB middle-right 1I, right 1I | charge I left at I 9 8 |
    won nobody; GB right 1I
N-26.1 alone: FR left 1I, centre 1I, right 1I; GB middle-right 2I, centre 1I, left 1I; bare | charge
    I left at I 8 7 | won nobody
N-26.1 leaders do not hold: FR middle-left 1I; GB right 1I 2L | charge I middle-left at I 9 7 | won
    attacker
N-26.1 allies hold: FR middle-left 1I; GB right 1I; RU right 1M | charge I middle-left at GB I 8 7 |
    won nobody
N-26.1 squares hold: FR middle-left 1I; GB right 1I 1sM | charge I middle-left at I 8 7 | won nobody
N-26.2 by a move: FR left 1I; GB left 1I | move I left reserve | won defender
N-26.2 by a move to the next column: FR left 1C; GB left 1I; cavalry | move C left centre | won
    defender
N-26.2 at once: FR middle-left 3A; GB right 1I; artillery | fire A middle-left at I 7 5 | won
    attacker; not fire A middle-left at I
N-26.2, N-31.48 by an evasion: FR left 1I, centre 1I, right 1I; GB middle-right 1C, centre 1I, left
    1I; bare | charge I left at C, evade | won attacker
N-26.3: FR middle-left 1I; GB right 1I, reserve 9I | charge I middle-left at I 8 7 | won attacker
N-26.1 a skirmish: FR middle-centre 1I; GB centre 1I, reserve 1I; skirmish | charge I middle-centre
    at I 8 7 | won attacker
""",
    exchanged=True,
)
def test_columns(case: Case) -> None:
    case.check()


@cases(
    """
N-26.4, N-31.49: FR left 1I; GB left 1I; infantry; round 2; quiet | end, end, end, end | won
    defender
N-26.4 only successive: FR left 1I; GB left 1I; infantry; round 2 | end, end, end, end | won nobody;
    round 3
N-26.4 moves inside the line are none: FR left 2I; GB left 2I; round 2; quiet | move I left centre,
    end, move I left reserve, end, end, end | won defender
N-26.4, N-31.49 a shot that missed: FR left 1I 1A; GB right 1I; artillery; round 2; quiet | fire A
    left at I far 2, end, end, end, end, end, end | won nobody; round 3
N-26.4 activity before: FR left 1I; GB left 1I; round 2; quiet; active | end, end, end, end | won
    nobody; round 3
N-26.4 a move into the middle: FR left 2I; GB left 1I; round 2; quiet | move I left middle-left,
    end, end, end, end | won nobody; round 3
N-26.4 of a leader: FR left 1L; GB left 1I; leaders; round 2; quiet | move L left middle-left, end,
    end | won nobody; round 3
N-26.4 out of the middle: FR middle-left 1I; GB left 1I; round 2; quiet | move I middle-left left,
    end, end, end, end | won defender
N-26.4 charges count: FR left 1I; GB middle-right 1I; round 2; quiet | charge I left at I 7 7, end,
    end, end, end | won nobody; round 3
N-26.4 charges_count_as_activity: FR left 1I; GB middle-right 1I; round 2; quiet | charge I left at
    I 7 7, end, end, end, end | won defender | charges_count_as_activity no
N-26.4 charges_count_as_activity, fire does: FR left 1I; GB middle-right 1I; round 2; quiet | fire I
    left at I 7, end, end, end, end | won nobody | charges_count_as_activity no
N-26.4 fire_anywhere_counts, at a line: FR left 1I 1A; GB right 1I; artillery; round 2; quiet | fire
    A left at I far 2, end, end, end, end, end | won defender | fire_anywhere_counts no
N-26.4 fire_anywhere_counts, from the middle: FR middle-left 1I; GB right 1I; round 2; quiet | fire
    I middle-left at I 2, end, end, end, end | won defender | fire_anywhere_counts no
N-26.4 fire_anywhere_counts, into the middle: FR left 1I; GB middle-right 1I; round 2; quiet | fire
    I left at I 2, end, end, end, end | won nobody | fire_anywhere_counts no
N-26.4 fire at a line: FR middle-left 1I; GB right 1I; round 2; quiet | fire I middle-left at I 2,
    end, end, end, end | won nobody
N-26.4 rallying is none: FR reserve 1L, rout 1I; GB left 1I; leaders; round 2; quiet | rally 8,
    end, end | won defender
N-26.4 leaving a square is none: FR left 1sI 1I; GB left 1I; round 2; quiet | unsquare I left, end,
    end, end, end | won defender
N-26.4 two rounds: FR left 1I; GB left 1I; cavalry | end, end, end, end, end, end, end, end, end,
    end | won defender; round 2
N-26.4 the attacker is pursued: FR left 1I 1A; GB left 1I; round 2; quiet | end, end, end, end | may
    pursue A with I; asked defender pursue
"""
)
def test_inactivity(case: Case) -> None:
    case.check()


@cases(
    """
N-26.6 allies pursue too: FR left 1I; SP reserve 1C; GB left 1I; round 2; defender | retreat, end |
    acts SP; legal pursue I with C, end
N-26.5, N-31.50 not in round 1: FR left 1A; GB left 1I; artillery | | not retreat (N-26.5)
N-26.5, N-31.50 in round 2: FR left 1A; GB left 1I; artillery; round 2 | | may retreat
N-26.5, N-31.50 not after a shot: FR left 3A; GB right 1I; artillery; round 2 | fire A left at I far
    2 | not retreat (N-26.5)
N-26.5 nor after a move: FR left 2I; GB left 1I; round 2 | move I left centre | not retreat (N-26.5)
N-26.5 in the next phase again: FR left 1A; GB right 1I; artillery; round 2 | fire A left at I far
    2, end | asked attacker act; phase infantry; may retreat
N-26.5 it loses: FR left 1I; GB left 1I; round 2 | retreat | won defender
N-26.5 in a phase without units: FR left 1I; GB left 1I; cavalry; round 2 | | legal end, retreat
N-26.5 not in the other's: FR left 1I; GB left 1I; round 2 | end | asked defender act
N-26.5 the defender: FR left 1I; GB left 1I; round 2 | end, retreat | won attacker
N-26.5 the defender not in round 1: FR left 1I; GB left 1I | end | not retreat (N-26.5)
"""
)
def test_retreat(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(("pursuer", "target"), list(product("IEMCHR", "IEMCHRAL")))
def test_the_table(pursuer: str, target: str) -> None:
    """N-26.6, N-26.9, N-26.10, N-31.53: no modifiers, whoever it is; routed cavalry is no cover."""
    need = TABLE[ARMS[pursuer]].get(ARMS[target])
    zone = "reserve" if target == "L" else "rout"
    given = f"FR reserve 1{pursuer}; GB {zone} 1{target}; round 2; defender"
    retreat = read(f"N-26.6: {given} | retreat | won attacker")
    move = f"pursue {target} with {pursuer}"
    if need is None:
        read(f"N-31.53: {given} | retreat | not {move} (N-26.6)").check()
        return
    for roll in range(1, 7):
        state = play(retreat.start(), f"retreat, {move} {roll}")
        units = sum(sum(pieces.values()) for pieces in state.units.values())
        assert units == 8 - (roll >= need)


@cases(
    """
N-26.6 one attempt each: FR reserve 1H; GB left 1I; round 2; defender | retreat, pursue I with H 2 |
    not pursue I with H (N-26.6); may pursue I with I
N-26.6 it may be left: FR reserve 1H; GB left 1I; round 2; defender | retreat, end | asked over
N-26.6 not artillery, nor leaders: FR reserve 2A 1L; GB left 1I; round 2; defender | retreat | not
    pursue I with A (N-26.6), pursue I with L (N-26.6); legal pursue I with I, end
N-26.6 not who is routed: FR rout 1C; GB left 1I; round 2; defender | retreat | not pursue I with C
    (N-26.6)
N-26.6 the other nation's too: FR reserve 1C; GB left 1I; RU rout 1A; round 2; defender | retreat |
    may pursue GB I with C, pursue RU A with C
N-26.7: FR reserve 2C; GB reserve 1C; round 2; defender | retreat | legal pursue C with C, end; not
    pursue I with C (N-26.7), pursue I with I (N-26.7), pursue C with I (N-26.7)
N-26.7 in the line too: FR reserve 2C; GB left 1H 1I; round 2; defender | retreat | legal pursue H
    with C, end
N-26.7 of an ally: FR reserve 2C; GB left 1I; RU reserve 1R; round 2; defender | retreat | legal
    pursue RU R with C, end
N-26.7 until it is gone: FR reserve 3C; GB reserve 2C; round 2; defender | retreat, pursue C with C
    6, pursue C with C 5 | legal pursue C with C, end
N-26.7 then others: FR reserve 3C; GB reserve 1C 1A; round 2; defender | retreat, pursue C with C 6
    | legal pursue I with C, pursue A with C, end
N-26.7 routed cavalry is not that cavalry: FR reserve 3C; GB reserve 1C, rout 1H; round 2; defender
    | retreat | legal pursue C with C, end
N-26.7 nor of the same kind: FR reserve 3C; GB reserve 1C, rout 1C; round 2; defender | retreat,
    pursue C with C 6 | may pursue I with C, pursue C with C
N-26.8, N-31.51: FR reserve 3C 2I; GB reserve 1C; round 2; defender | retreat, pursue C with C 6,
    pursue I with C 2, pursue I with C 3 | asked over; lost GB 1I 1C
N-26.8: FR reserve 3C 2I; GB reserve 1C; round 2; defender | retreat, pursue C with C 6 | not pursue
    I with I (N-26.8)
N-26.7, N-31.52: FR reserve 3C 2I; GB reserve 1C; round 2; defender | retreat, pursue C with C 5,
    pursue C with C 4, pursue C with C 3 | asked over; lost GB none
N-26.9: FR reserve 1C; GB rout 1A, reserve 1E, left 1M; round 2; defender | retreat | may pursue A
    with C, pursue E with C, pursue M with C
N-26.9 routed cavalry does not cover: FR reserve 1C; GB rout 1C; round 2; defender | retreat | may
    pursue I with C, pursue C with C, pursue I with I; not pursue C with I (N-26.6)
N-26.10: FR left 1sI, reserve 1M; GB left 1I; round 2; defender | retreat | may pursue I with M,
    pursue I with I
N-26.10 a square alone: FR left 1sE, centre 1A, right 1A; GB left 1I; round 2; defender | retreat |
    legal pursue I with E, end
N-26.11: FR reserve 1I, rout 2I 1C; GB rout 1M 1C; round 2; defender | retreat, end | all FR 6I 1C;
    all GB 3I 1M 1C; lost FR none; lost GB none
N-26.11 after the pursuit: FR reserve 1I, rout 1C; GB left 1I; round 2; defender | retreat | FR rout
    1C
N-26.6 pursuit_cav_cav: FR reserve 2C; GB reserve 1C; round 2; defender | retreat, pursue C with C 5
    | lost GB 1C | pursuit_cav_cav 5
N-26.6 pursuit_cav_cav, below: FR reserve 2C; GB reserve 1C; round 2; defender | retreat, pursue C
    with C 4 | lost GB none | pursuit_cav_cav 5
N-26.6, N-29.4 6 if nothing is said: FR reserve 2C; GB reserve 1C; round 2; defender | retreat,
    pursue C with C 5 | lost GB none
""",
    exchanged=True,
)
def test_pursuit(case: Case) -> None:
    case.check()
