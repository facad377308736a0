"""The invariants of *Bonaparte at Marengo* in words."""

from marengo.games.bonaparte.rules.invariants import Problem
from marengo.games.marengo.notation import piece_name
from marengo.games.marengo.soundness import Words, locality_name, side_name

PROBLEMS: Words = {
    Problem.DEAD_WITH_PLACE: (piece_name, "out of the game, but has a place (B-4.5)"),
    Problem.ALIVE_WITHOUT_PLACE: (piece_name, "in the game, but has no place (B-5.1)"),
    Problem.STRENGTH: (piece_name, "expected a strength from 0 to 4 (B-4.3)"),
    Problem.AUSTRIAN_INACTIVE: (piece_name, "an Austrian piece is inactive (B-6.21)"),
    Problem.WRONG_BOX: (piece_name, "in a box of the enemy (B-8.70)"),
    Problem.IMPASSABLE_APPROACH: (piece_name, "in an impassable approach (B-5.19)"),
    Problem.UNKNOWN_TO_ITSELF: (piece_name, "the enemy rules out what it is (B-17.19)"),
    Problem.BOMBARDS_FROM_NOWHERE: (
        piece_name,
        "bombards, but is no artillery in an approach (B-10.1)",
    ),
    Problem.OVER_CAPACITY: (locality_name, "more pieces than its capacity (B-5.20)"),
    Problem.BOTH_ARMIES: (locality_name, "occupied by both armies"),
    Problem.MORALE: (side_name, "expected a morale of 0 if demoralised, else above (B-13.2)"),
    Problem.BONUS: (side_name, "a bonus is due to an army that is demoralised (B-13.6)"),
    Problem.COMMANDS: (str, "commands left, expected 0 or more (B-8.21)"),
    Problem.HOUR: (str, "is no hour of the game (B-7.1)"),
    Problem.WRONG_MOVER: (side_name, "chooses a move in the enemy's turn (B-7.7)"),
    Problem.FLAG: (locality_name, "entered by Austrians, but the flag is not set (B-6.16)"),
}
