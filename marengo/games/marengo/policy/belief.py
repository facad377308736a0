"""What a side may think of the pieces of a position: its own as they are, enemy blocks on average.

An enemy block counts as the mean of all pieces that it may be (T-22.17, B-17.19). Rules of thumb
read enemy strength and type here and nowhere else, so that they see no more than the side does.
"""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import Kind


@compiled
def believe_once(t: SetUpTables, s: Position, k: Scores) -> None:
    """Fill in what the side to move believes, if it is not yet; ``move_features`` forgets it."""
    if not k.has_belief:
        believe(t, s, s.to_move, k)
        k.has_belief = 1


@compiled
def believe(t: SetUpTables, s: Position, side: int, k: Scores) -> None:
    """Fill in the expected strength of every piece, and the probability that it is cavalry."""
    for piece in range(first_slot(side), end_slot(t, side)):
        k.believed[piece] = s.strength[piece]
        k.cavalry[piece] = s.kind[piece] == Kind.CAVALRY
    first = first_slot(1 - side)
    before, strength, cavalry = 0, 0.0, 0.0
    for block in range(first, end_slot(t, 1 - side)):
        candidates = s.candidates[block]
        if candidates & (candidates - 1) == 0:  # its face is known
            k.believed[block] = s.strength[block]
            k.cavalry[block] = s.kind[block] == Kind.CAVALRY
            continue
        if candidates != before:  # blocks shuffled together often follow one another
            before = candidates
            number, steps, riders = 0, 0, 0
            for slot in range(t.pieces[1 - side]):
                may_be = (candidates >> slot) & 1
                number += may_be
                steps += may_be * s.strength[first + slot]
                riders += may_be * (s.kind[first + slot] == Kind.CAVALRY)
            strength = steps / number
            cavalry = riders / number
        k.believed[block] = strength
        k.cavalry[block] = cavalry
