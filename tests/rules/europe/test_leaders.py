"""Chapter 25 of the digest: leaders."""

import pytest

from tests.rules.europe.playing import Case, cases, read

NEEDS = {"I": 8, "E": 7, "M": 9, "C": 8, "H": 8, "R": 9, "A": 8}


@pytest.mark.parametrize("kind", NEEDS)
@pytest.mark.parametrize("nation", ["FR", "SP"])
def test_rallying(kind: str, nation: str) -> None:
    """N-25.3, N-31.45: own and allied armies; a success brings them to the reserve."""
    for roll in range(2, 13):
        routed = f", rout 1{kind}" if nation == "FR" else f"; SP rout 1{kind}"
        back = roll >= NEEDS[kind]
        reserve = f"1{kind}" + " 1L" * (nation == "FR") if back else "1L" * (nation == "FR")
        facts = (
            f"{nation} rout {'none' if back else f'1{kind}'}; {nation} reserve {reserve or 'none'}"
        )
        given = f"FR reserve 1L{routed}; GB left 1I; leaders"
        read(f"N-25.3: {given} | rally {roll} | {facts}").check()
        named = f"rally {nation} {kind} {roll}"
        read(f"N-25.3: {given} | {named} | {facts} | rally_named_first yes").check()


@cases(
    """
N-25.1, N-23.5: FR left 2I 1L; GB middle-right 1I | charge I left at I 7 7 | GB rout 1I
N-25.1 not an ally's: FR left 2I; SP left 1L; GB middle-right 1I | charge I left at I 7 7 | GB rout
    none
N-25.1 not for fire: FR left 1I 1L; GB middle-right 1I | fire I left at I 8 | GB middle-right 1I; GB
    rout none; lost GB none
N-25.2: FR left 1L, reserve 1L, rout 1I; GB left 1I; leaders | rally 7, rally again 7 | not
    rally again (N-21.3), move L reserve left (N-21.3); FR rout 1I
N-25.2 two leaders: FR reserve 2L, rout 1I; GB left 1I; leaders | rally 7, rally again 7, rally 7 |
    may rally again
N-25.2 move and rally: FR left 1L, rout 1I; GB left 1I; leaders | move L left reserve, rally again
    8 | FR reserve 1I 1L
N-25.2 rally and move: FR reserve 1L, rout 1I; GB left 1I; leaders | rally 8, move L reserve left
    again | FR reserve 1I; FR left 1I 1L
N-25.2 only in the reserve: FR left 1L, rout 1I; GB left 1I; leaders | | not rally (N-25.2); legal
    move L left centre, move L left middle-left, move L left reserve, end
N-25.3 a success lets the player choose: FR reserve 1L, rout 1I 1E 1M; SP rout 1C; GB rout 1C, left
    1I; leaders | rally 8 | legal rally FR I, rally FR E, rally SP C; not rally FR M (N-25.3), rally
    FR I again (N-21.3)
N-25.3 with 9: FR reserve 1L, rout 1I 1E 1M; GB left 1I; leaders | rally 9, rally M | FR reserve 1M
    1L; FR rout 1I 1E
N-25.3 with 7: FR reserve 1L, rout 1I 1E 1M; GB left 1I; leaders | rally 7 | FR reserve 1E 1L
N-25.3 with 6: FR reserve 1L, rout 1I 1E 1M; GB left 1I; leaders | rally 6 | FR reserve 1L; may
    rally again
N-25.3 not before: FR reserve 1L, rout 1I; GB left 1I; leaders | | not rally I (N-25.3); may rally
N-25.3 nobody to rally: FR reserve 1L; GB left 1I; leaders | | not rally (N-25.3)
N-25.3 rally_named_first: FR reserve 1L, rout 1I 1E; GB left 1I; leaders | | may rally I, rally E;
    not rally M (N-25.3), rally (N-25.3) | rally_named_first yes
N-25.3 rally_named_first, of the own side: FR reserve 1L, rout 1I; SP rout 1A; GB rout 1C; leaders |
    | may rally FR I, rally SP A; not rally GB C (N-25.3) | rally_named_first yes
N-25.3 rally_named_first, another does not come: FR reserve 1L, rout 1I 1E; GB left 1I; leaders |
    rally I 7 | FR reserve 1L; FR rout 1I 1E | rally_named_first yes
N-25.4 a natural 11: FR left 1I; GB middle-right 1I 1L | fire I left at I 11 4 | GB rout 1I; lost GB
    1L
N-25.4 a natural 12: FR left 1I; GB middle-right 1I 1L | fire I left at I 12 1 | lost GB 1I 1L
N-25.4 not a 10: FR left 1E; GB middle-right 1I 1L | fire E left at I 10 4 | lost GB none
N-25.4 natural, whatever is added: FR left 1A; GB middle-right 1sI 1L; artillery | fire A left at sI
    10 4 | lost GB none
N-25.4 though it missed, N-31.21: FR left 1sM; GB middle-right 1A 1L | fire sM left at A 11 | lost
    GB 1L; GB middle-right 1A
N-25.4 at range 2: FR left 1A; GB right 1I 1L; artillery | fire A left at I far 11 6 | lost GB 1L
N-25.4 in its zone: FR left 1I; GB middle-right 1I, right 1I 1L | fire I left at I 12 6 | lost GB
    none
N-25.4 of another nation too: FR left 1I; GB middle-right 1I; RU middle-right 1L | fire I left at I
    11 6 | lost RU 1L
N-25.4 not its own leader: FR left 1I 1L; GB middle-right 1I | fire I left at I 12 6 | lost FR none
N-25.4 in a charge: FR left 2I 1L; GB middle-right 1I 1L | charge I left at I 11 11 | lost FR 1L;
    lost GB 1L; FR rout none; GB rout none
N-25.4 the charging roll: FR left 2I 1L; GB middle-right 1I 1L | charge I left at I 11 10 | lost GB
    1L; lost FR none; GB rout 1I
N-25.5 the roll of who is charged: FR left 2I 1L; GB middle-right 1I 1L | charge I left at I 10 11 |
    lost FR 1L; lost GB none; FR rout 1I
N-25.5 leader_loss_by_defender: FR left 2I 1L; GB middle-right 1I 1L | charge I left at I 10 11 |
    lost FR none; FR rout 1I | leader_loss_by_defender no
N-25.5 leader_loss_by_defender, the charging roll: FR left 2I 1L; GB middle-right 1I 1L | charge I
    left at I 12 12 | lost FR none; lost GB 1L | leader_loss_by_defender no
N-25.5 cavalry: FR left 1C 1I 1L; GB middle-right 1C 1L; cavalry | charge C left at C 12 11 | lost
    FR 1L; lost GB 1L; GB rout 1C
N-25.6 one of several: FR left 1I; GB middle-right 1I 3L | fire I left at I 11 4 | lost GB 1L; GB
    middle-right 2L
N-25.6 its owner chooses: FR left 1I; GB middle-right 1I 1L; RU middle-right 2L | fire I left at I
    11 4 | legal lose GB L, lose RU L; asked defender fall; not lose PR L (N-25.6)
N-25.6 chosen: FR left 1I; GB middle-right 1I 1L; RU middle-right 2L | fire I left at I 11 4, lose
    RU L | lost RU 1L; lost GB none; asked attacker act
N-25.6 after the result: FR left 1I; GB middle-right 1I 1L; RU middle-right 2L | fire I left at I 11
    3 | lost GB 1I; lost RU none
N-25.6 only one roll, one leader: FR left 2I; GB middle-right 1I 2L | charge I left at I 12 6 | lost
    GB 1I 1L
N-25.7: FR reserve 1L, rout 1I; GB reserve 1L; leaders | rally 12 | lost FR none; lost GB none
N-25.8 leaders stay where they are: FR left 2I; GB middle-right 1I 1L | charge I left at I 9 7 | GB
    middle-right 1L; GB rout 1I
""",
    exchanged=True,
)
def test_leaders(case: Case) -> None:
    case.check()


@cases(
    """
N-25.3 free to act in its next phase: FR reserve 1L, rout 1C; GB left 1I; leaders | rally 8, end,
    move C reserve left, move C left centre again | FR centre 1I 1C
N-25.6 though the battle ends: FR middle-left 1I; GB right 1I 1L; RU right 1L | charge I middle-left
    at I 12 8, lose RU L | won attacker; lost GB 1I; lost RU 1L
"""
)
def test_after(case: Case) -> None:
    case.check()
