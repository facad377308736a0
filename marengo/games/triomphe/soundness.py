"""The invariants of *Triomphe à Marengo* in words."""

from marengo.games.marengo.notation import piece_name
from marengo.games.marengo.soundness import Words, locality_name, side_name
from marengo.games.triomphe.rules.invariants import Problem

PROBLEMS: Words = {
    Problem.DEAD_WITH_PLACE: (piece_name, "out of the game, but has a place (T-2.6)"),
    Problem.ALIVE_WITHOUT_PLACE: (piece_name, "in the game, but has no place (T-3.3)"),
    Problem.STRENGTH: (piece_name, "expected a strength from 0 to 4 (T-2.2)"),
    Problem.AUSTRIAN_DISORGANISED: (piece_name, "an Austrian piece is disorganised (T-14.5)"),
    Problem.WRONG_BOX: (piece_name, "in a box of the enemy (T-15.1)"),
    Problem.IMPASSABLE_APPROACH: (piece_name, "in an impassable approach (T-3.16)"),
    Problem.UNKNOWN_TO_ITSELF: (piece_name, "the enemy rules out what it is (T-22.16)"),
    Problem.BLOCKS_AT_DAWN: (piece_name, "a French piece in an approach at dawn (T-14.1)"),
    Problem.BOMBARDS_FROM_NOWHERE: (
        piece_name,
        "bombards, but is no artillery in an approach (T-10.1)",
    ),
    Problem.OVER_CAPACITY: (locality_name, "more pieces than its capacity (T-3.20)"),
    Problem.BOTH_ARMIES: (locality_name, "occupied by both armies (T-3.6)"),
    Problem.ENTERED_BY_OTHER: (locality_name, "its occupier did not enter it last (T-18.31)"),
    Problem.MIXED: (
        locality_name,
        "organised and disorganised pieces together, but not begun to be organised (T-14.16)",
    ),
    Problem.NEGATIVE_DISCS: (side_name, "fewer than 0 uncommitted discs"),
    Problem.NEGATIVE_COMMITTED: (locality_name, "fewer than 0 discs"),
    Problem.TOO_MANY_SHIFTED: (locality_name, "more shifted discs than discs (T-18.14)"),
    Problem.NEGATIVE_ORDERS: (str, "orders left, expected 0 or more (T-6.4)"),
    Problem.HOUR: (str, "is no hour of the game (T-5.1)"),
    Problem.WRONG_MOVER: (side_name, "chooses an action in the enemy's turn (T-1.3)"),
}
