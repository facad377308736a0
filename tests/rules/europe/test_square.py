"""Chapter 24 of the digest: the square."""

from tests.rules.europe.playing import Case, cases


@cases(
    """
N-24.1: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I | asked defender answer;
    legal stand, square; not evade (N-23.11)
N-24.1 elite too: FR left 1C 1I; GB middle-right 1E; cavalry | charge C left at E, square | GB
    middle-right 1sE
N-24.1 one unit forms: FR left 1C 1I; GB middle-right 3I; cavalry | charge C left at I, square | GB
    middle-right 2I 1sI
N-24.1 it may stand: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I, stand | GB
    middle-right 1I; asked chance charge roll
N-24.2 not when infantry charges: FR left 1I; GB middle-right 1I | charge I left at I | asked chance
    charge roll
N-24.2 not when fired at: FR left 1I; GB middle-right 1I | fire I left at I 7 | GB middle-right 1I
N-24.2 not in its own phase: FR left 1I; GB middle-right 1C | | not square
N-24.2 nor guns: FR left 1C 1I; GB middle-right 1A; cavalry | charge C left at A | asked chance
    charge roll
N-24.3: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I, square | asked attacker
    press; legal carry-through, break-off
N-24.3 carried through: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I, square,
    carry-through | asked chance charge roll
N-24.3 broken off: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I, square,
    break-off | FR left 1C 1I; GB middle-right 1sI; not charge C left at sI (N-21.3); may charge C
    left at sI again, move C left centre again
N-24.3 broken off twice: FR left 1C 1I, reserve 1R; GB middle-right 2I; cavalry | charge C left at
    I, square, break-off, charge C left at I again, square, break-off | not move C left centre
    (N-21.3), move C left centre again (N-21.3); GB middle-right 2sI
N-24.3 no breaking off without a square: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left
    at I, stand | not break-off
N-24.4: FR left 1C 1I; GB middle-right 1sI; cavalry | charge C left at sI | asked chance charge
    roll; not break-off
N-24.4 retest_break_off: FR left 1C 1I; GB middle-right 1sI; cavalry | charge C left at sI | asked
    attacker press; legal carry-through, break-off | retest_break_off yes
N-24.4 retest_break_off, carried through: FR left 1C 1I; GB middle-right 1sI; cavalry | charge C
    left at sI, carry-through, 9 6 | GB rout 1I | retest_break_off yes
N-24.4 retest_break_off costs the action: FR left 1C 1I; GB middle-right 1sI; cavalry | charge C
    left at sI, break-off | may charge C left at sI again; not charge C left at sI (N-21.3) |
    retest_break_off yes
N-24.4 retest_break_off asks no other: FR left 1C 1I; GB middle-right 1I 1C; cavalry | charge C left
    at C | asked chance charge roll | retest_break_off yes
N-23.6, N-24.5 the charge at it: FR left 1C 1I; GB middle-right 1sI; cavalry | charge C left at sI 9
    6 | GB rout 1I; lost GB none
N-23.6, N-24.5 one that has just formed: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left
    at I, square, carry-through, 7 7 | FR rout 1C
N-23.6 one that stands: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I, stand, 7 7
    | GB rout 1I
N-23.6 not for infantry: FR left 2I; GB middle-right 1sI | charge I left at sI 8 7 | GB rout 1I
N-23.6 heavy cavalry: FR left 1H 1I; GB middle-right 1sI; cavalry | charge H left at sI 7 7 | FR
    rout none; GB rout none; GB middle-right 1sI
N-24.5 it cannot move: FR left 1sI 1I; GB left 1I | | not move sI left centre (N-21.12)
N-24.5 all there are in square: FR left 1sI; GB left 1I | | not move I left centre (N-24.5)
N-24.5 nor is one in square that has fired: FR left 1sI 1I; GB middle-right 1C |
    fire sI left at C 3 | not unsquare I left (N-21.3)
N-24.5 it cannot charge: FR left 1sI 1I; GB middle-right 1C | | not charge sI left at C (N-24.5)
N-24.5 it may fire: FR left 1sE 1I; GB middle-right 1C | | may fire sE left at C
N-24.5 it may leave: FR left 1sI; GB middle-right 1C | unsquare I left | FR left 1I
N-24.5 which is an action: FR left 1sI; GB middle-right 1C | unsquare I left | not fire I left at C
    (N-21.3), move I left centre (N-21.3), charge I left at C (N-21.3)
N-24.5 after its fire it stays: FR left 1sI; GB middle-right 1C | fire sI left at C 3 | FR left 1sI;
    not unsquare I left, fire sI left at C (N-21.3)
N-24.5 one leaves: FR left 2sI 1sM; GB middle-right 1C | unsquare I left | FR left 1I 1sI 1sM; may
    unsquare I left, unsquare M left
N-24.5 only in an infantry phase: FR left 1sI 1C; GB left 1I; cavalry | | not unsquare I left
    (N-21.1)
N-24.5 who is in none has none to leave: FR left 1I; GB left 1I | | not unsquare I left
N-24.6: FR left 1C 1I; GB middle-right 1M; cavalry | charge C left at M, square | asked chance
    square roll; legal roll 1, roll 2, roll 3, roll 4, roll 5, roll 6
N-24.6 three fails: FR left 1C 1I; GB middle-right 1M; cavalry | charge C left at M, square, 3 | GB
    middle-right 1M; asked chance charge roll
N-24.6 four forms: FR left 1C 1I; GB middle-right 1M; cavalry | charge C left at M, square, 4 | GB
    middle-right 1sM; asked attacker press
N-24.6 at every charge: FR left 1C 1I; GB middle-right 1M; cavalry | charge C left at M, square, 1,
    6 9, charge C left at M again | asked defender answer; legal stand, square
N-24.6 others roll nothing: FR left 1C 1I; GB middle-right 1I; cavalry | charge C left at I, square
    | asked attacker press
N-24.7: FR left 1C 1I; GB middle-right 1sE; cavalry | charge C left at sE 9 5 | GB rout 1E
N-24.7 by fire: FR left 1A 1I; GB middle-right 1sM; artillery | fire A left at sM 9 5 | GB rout 1M
""",
    exchanged=True,
)
def test_square(case: Case) -> None:
    case.check()


@cases(
    """
N-24.5 it lasts: FR left 1C 1I; GB middle-right 1I, right 1A; cavalry | charge C left at I, square,
    break-off, end | GB middle-right 1sI; phase artillery
N-24.5 and can leave in the next infantry phase: FR left 1C; GB middle-right 1I; cavalry | charge C
    left at I, square, break-off, end, end | GB middle-right 1sI; phase infantry; asked defender
    act; may unsquare I middle-right, fire sI middle-right at C
"""
)
def test_how_long(case: Case) -> None:
    case.check()
