"""A second, plain and slow reading of the rules of Bonaparte at Marengo: the referee.

It is written from the digest alone, chapter by chapter, and knows the engine only by the public
facts of a state. It says which moves are legal, and it adds up what a move must have done where the
digest gives a number.

What the referee asks of ``state.context``
==========================================

All names are texts ("A1", "8/4", "c12"), lists of names are in any order, and nothing else is read.
Other keys may be there as well. Pieces that are being named (JOIN), that attack, or that are to
retreat stand where they started until the choice is complete; an eliminated piece stays in
``state.pieces`` with strength 0 and its kind.

ACTIVATION, ASSAULT, ACTION, DECLARATION, OVER
    Nothing. (``state.activations`` says how many choices are left.)
SHUFFLE
    ``done``: list of places that may not be named any more, shuffled or passed over.
BOMBARDMENT
    Nothing.
AIM
    ``artillery``: name of the piece that fires.
TARGET
    ``artillery``; ``aim``: the enemy approach chosen in AIM, None if nothing was chosen.
JOIN
    ``verb``: "march", "attack", "assault", "respond" or "block"; ``pieces``: those named so far, in
    the order of naming; ``goal``: the goal as the first move gave it ("9", "8/4"); for "respond"
    the attacked approach, for "block" the attack approach. For "block" also ``attackers``.
LEADERS, FIRE, DEFENCE_LEADERS, PURSUIT
    ``attack``: the attack approach; ``participants``: the attacking participants, eliminated ones
    included or not; ``leaders`` and ``defence_leaders``: as named in steps 1 and 4, those
    eliminated since included, empty before they are named; for PURSUIT also ``attack_won``: bool.
STRIKE, REDUCTION
    ``pieces``: the pieces among which this loss is distributed; ``left``: points that these pieces
    have still to lose; ``last``: the piece named before for the same loss, None at first;
    ``cause``: "fire", "result", "pursuers", "pursued" or "retreat". Unless the cause is "retreat"
    also ``attack``, ``participants``, ``leaders`` and ``defence_leaders`` as above, and
    ``pursuers`` if the cause is "pursuers" or "pursued"; if it is "retreat" ``locality``.
RETREAT
    ``locality``: the one that is lost; ``remaining``: pieces not yet placed; ``attack_locality``.
CONTINUATION
    ``piece``: the cavalry piece that is asked; ``pieces``: all surviving pieces of the group, the
    piece asked included; ``chosen``: mapping of the cavalry asked before to its final position.
ROAD_STEP
    ``piece``; ``step``: the step of the march to be used now, 1 to 3, or 4 when none is left;
    ``came_by``: crossing by which it entered its locality, "entry:6:00" for the map edge, None
    where its march began; ``side_paid``: whether the command of a side road is paid;
    ``crossed``: whether it has used any crossing, the map edge included.
SHOW, RESPONSE, ADVANCE
    ``attack``: the attack approach; ``attackers``: all pieces of the group; ``from_reserve``: bool.

At ADVANCE and CONTINUATION ``state.commands`` is what is left after the command of the move or
assault itself, and before those of further final positions (B-8.20, B-18.43). While an assault goes
on, its participants count as ``assaulted`` at the latest when it is over; so do pieces that marched
or attacked as ``acted``, those of a blocked attack that stayed included (B-9.19).

``state.last_step("entry:6:00")`` is taken to work for the map edge as for other crossings.
"""

from tests.reference_bonaparte.accounts import account
from tests.reference_bonaparte.canonical import canonical
from tests.reference_bonaparte.consequences import consequences
from tests.reference_bonaparte.referee import legal_moves, optional_moves

__all__ = ["account", "canonical", "consequences", "legal_moves", "optional_moves"]
