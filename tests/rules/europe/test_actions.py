"""Chapter 21 of the digest: the round, actions and movement."""

from tests.rules.europe.playing import Case, cases

ALL = "FR left 1I 1C 1A 1L; GB left 1I 1C 1A 1L; cavalry"


@cases(
    """
N-21.1 cavalry, the attacker: ALL | | asked attacker act; phase cavalry; not move I left centre
    (N-21.1), move A left centre (N-21.1), move L left centre (N-21.1)
N-21.1 cavalry, the defender: ALL | end | asked defender act; phase cavalry
N-21.1 artillery: ALL | end, end | asked attacker act; phase artillery
N-21.1 artillery, the defender: ALL | end, end, end | asked defender act; phase artillery
N-21.1 infantry: ALL | end, end, end, end | asked attacker act; phase infantry; not move C left
    centre (N-21.1)
N-21.1 infantry, the defender: ALL | end, end, end, end, end | asked defender act; phase infantry
N-21.1 leaders: ALL | end, end, end, end, end, end | asked attacker act; phase leaders; round 1
N-21.1 leaders, the defender: ALL | end, end, end, end, end, end, end | asked defender act
N-21.1 a round: ALL | end, end, end, end, end, end, end, end | asked attacker act; phase cavalry;
    round 2
N-21.2 any order: FR left 1C 1I, reserve 1H; GB left 1I; cavalry | move H reserve centre, move C
    left middle-left, move H centre reserve again, move C middle-left left again | FR left 1C 1I; FR
    reserve 1H
N-21.2 each attack is resolved before the next: FR left 2I; GB middle-right 1I 1C | fire I left at C
    | asked chance fire roll; not fire I left at I (N-28.4)
N-21.3 cavalry twice: FR left 1C 1I, reserve 1R; GB left 1I; cavalry | move C left centre, move C
    centre right again | not move C right centre (N-21.3), move C right centre again (N-21.3)
N-21.3 say again: FR left 1C 1I, reserve 1R; GB left 1I; cavalry | move C left centre | not move C
    centre right (N-21.3); may move C centre right again
N-21.3 not before: FR left 1C; GB left 1I; cavalry | | not move C left centre again (N-21.3)
N-21.3 one of two: FR left 1C 1I, centre 1C 1I; GB left 1I; cavalry | move C left centre | may move
    C centre right, move C centre right again
N-21.3 leaders twice: FR left 1L, reserve 1L; GB left 1I; leaders | move L left centre, move L
    centre right again | not move L right centre (N-21.3)
N-21.3 infantry once: FR left 2I; GB left 1I | move I left reserve | not move I reserve left
    (N-21.3), move I reserve left again (N-21.3)
N-21.3 artillery once: FR left 1A 1I, right 1A; GB left 1I; artillery | move A left reserve | not
    move A reserve left (N-21.3)
N-21.3 beside a fresh one: FR left 2I, centre 1I, right 1I; GB left 1I | move I left centre, move I
    centre reserve | not move I reserve centre (N-21.3)
N-21.3 move and charge: FR left 1C; GB right 1I; cavalry | move C left middle-left | may charge C
    middle-left at I again, move C middle-left left again
N-21.3 charge and move: FR left 1C 1I; GB middle-right 1C; cavalry | charge C left at C, 7 7 | may
    move C left centre again
N-21.3 actions are new in each phase: FR left 1L; GB reserve 1L; leaders | move L left centre, move
    L centre left again, end, end, end, end, end, end, end | asked attacker act; phase leaders; may
    move L left centre; not move L left centre again (N-21.3)
N-21.4 cavalry: FR left 1C; GB middle-right 1H; cavalry | | legal move C left centre, move C left
    reserve, charge C left at H, end; not fire C left at H (N-21.4)
N-21.4 artillery: FR left 1A; GB middle-right 1H; artillery | | legal move A left centre, move A
    left reserve, fire A left at H, end; not charge A left at H (N-23.1)
N-21.4 infantry: FR left 1I, centre 1E, right 1E; GB middle-right 1H | | may move I left centre,
    move I left reserve, fire I left at H, charge I left at H; not unsquare I left
N-21.4 infantry in square: FR left 1sI; GB middle-right 1H | | may fire sI left at H, unsquare I
    left
N-21.4 leaders: FR left 1L, reserve 1L, rout 1A; GB middle-right 1H; leaders | | legal move L left
    centre, move L left reserve, move L reserve left, move L reserve centre, move L reserve right,
    rally, end; not fire L left at H (N-21.4), charge L left at H (N-23.1)
N-21.5: FR left 1C; GB left 1I; cavalry | | not move C left right (N-21.5), move C left
    middle-centre (N-21.5)
""".replace("ALL", ALL)
)
def test_phases_and_actions(case: Case) -> None:
    case.check()


@cases(
    """
N-21.6, N-31.42: FR centre 2I; GB middle-centre 1I | | may move I centre reserve, move I centre
    left, move I centre right; not move I centre middle-centre (N-21.9)
N-21.6, N-31.42 an enemy in middle-left too: FR centre 2I; GB middle-centre 1I, middle-right 1I | |
    may move I centre reserve; not move I centre left (N-21.6)
N-21.6, N-31.43 from the reserve: FR reserve 2I; GB middle-centre 1I | | may move I reserve centre
N-21.6, N-31.41 the second action: FR left 1C; GB right 1I, centre 1I; cavalry | move C left
    middle-left | not move C middle-left middle-centre again (N-21.6); may move C middle-left left
    again, charge C middle-left at I again
N-21.6, N-31.41 one action to the middle: FR left 1C; GB right 1I; cavalry | | may move C left
    middle-left
N-21.6 from line to line next to enemies: FR left 1C 1I; GB middle-right 1I, middle-centre 1I;
    cavalry | | not move C left centre (N-21.6); may move C left reserve
N-21.7 sideways too: FR middle-left 1C; GB right 1I, middle-centre 1I; cavalry | | may move C
    middle-left left; not move C middle-left middle-centre (N-21.9)
N-21.7, N-31.44 sideways, no fire: FR middle-left 1I; GB middle-centre 1I | | not fire I middle-left
    at sI (N-22.1), charge I middle-left at sI (N-23.1)
N-21.7 from next to the enemy's line: FR middle-left 2I, middle-centre 1I; GB right 1I | | not move
    I middle-left middle-centre (N-21.6)
N-21.8 leaders are bound: FR centre 1L; GB middle-centre 1I, middle-right 1I; leaders | | legal move
    L centre right, move L centre reserve, end; not move L centre left (N-21.6)
N-21.8 enemy leaders do not count: FR centre 1C; GB middle-centre 1L, middle-right 1L; cavalry | |
    legal move C centre left, move C centre right, move C centre middle-centre, move C centre
    reserve, end
N-21.9: FR left 1C, centre 1A; GB middle-right 1I; cavalry | | not move C left middle-left (N-21.9)
N-21.9 leaders may not either: FR left 1L; GB middle-right 1I; leaders | | not move L left
    middle-left (N-21.9)
N-21.9 leaders are put back: FR left 1C; GB middle-right 2L, right 1I; RU middle-right 1L; cavalry |
    move C left middle-left | FR middle-left 1C; GB middle-right none; GB right 1I 2L; RU right 1L
N-21.9 by a leader too: FR left 1L; GB middle-right 1L; leaders | move L left middle-left | FR
    middle-left 1L; GB right 1I 1L
N-21.9 elsewhere they stay: FR left 1C; GB middle-right 1L, middle-centre 1L; cavalry | move C left
    middle-left | GB middle-centre 1L; GB right 1I 1L
N-21.11: FR left 1C, rout 1C; GB left 1I; cavalry | | legal move C left centre, move C left
    middle-left, move C left reserve, end; not move C rout reserve (N-21.11)
N-21.11 nor attack: FR left 1I, rout 1I; GB middle-right 1I | | not fire I rout at I (N-21.11)
N-21.12: FR left 1sI 1E; GB left 1I | | not move sI left centre (N-21.12), move sI left reserve
    (N-21.12)
""",
    exchanged=True,
)
def test_movement(case: Case) -> None:
    case.check()


@cases(
    """
N-21.10: FR middle-left 1C; GB right 1I; cavalry | | legal move C middle-left left, charge C
    middle-left at I, end
N-21.10 an empty column is lost: FR middle-left 1C 1I; GB right 1I; cavalry | charge C middle-left
    at I, stand, 9 5 | won attacker
"""
)
def test_enemy_line(case: Case) -> None:
    case.check()
