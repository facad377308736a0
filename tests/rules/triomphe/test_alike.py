"""Pieces alike give one move, but only where nobody could tell them apart (T-22.18)."""

import pytest

from tests.helpers import austrian_turn, starting


@pytest.mark.parametrize(
    ("candidates", "moves"),
    [
        # the enemy takes each of the two infantry pieces for either of them
        ((0b0011, 0b0011, 0b1100, 0b1100), {"march A1 10"}),
        # he has seen both, and exchanging them would change nothing
        ((0b0001, 0b0010, 0b1100, 0b1100), {"march A1 10"}),
        # he takes the first for the cavalry too, but not the second
        ((0b1101, 0b0010, 0b1101, 0b1101), {"march A1 10", "march A2 10"}),
        # both may be A4, but only the first may be where A3 is
        ((0b1001, 0b1010, 0b0101, 0b1110), {"march A1 10", "march A2 10"}),
    ],
)
def test_what_the_enemy_knows_tells_pieces_apart(
    candidates: tuple[int, ...], moves: set[str]
) -> None:
    """T-22.18: A1 and A2 are infantry 2 in one reserve; A3 and A4 are elsewhere."""
    state = austrian_turn({"5": "I2 I2", "1": "C2", "4": "I3"}, {"20": "I2"})
    state.record["candidates"][:4] = candidates
    one = {move for move in starting(state, "march") if move in {"march A1 10", "march A2 10"}}
    assert one == moves
