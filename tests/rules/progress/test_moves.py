"""Chapter 7 of the digest: moves."""

import pytest

from tests.rules.progress.playing import Case, cases, facts, game, play


@cases(
    """
M-7.1: neutral B2 | move-1 / score | legal move 1 neutral blue, move 1 neutral orange
M-7.2: neutral B3 | move-2 / score | legal move 1 neutral blue, move 1 neutral orange, move 2
    neutral blue, move 2 neutral orange
M-7.2 two go together: neutral B3 | move-2 / score: move 2 neutral orange | armies neutral B1,
    orange B2
M-7.2 or one alone: neutral B3 | move-2 / score: move 1 neutral orange | armies neutral B2,
    orange B1; round 2
M-7.3 never from different countries: blue B1, orange B1 | move-2 / score | legal move 1 blue
    neutral, move 1 orange neutral
M-7.3 never twice: blue B2 | move-2 / score: move 1 blue neutral | armies blue B1, neutral B1;
    round 2
M-7.5: orange O1 | move-2 / fortify | discards move-2 / fortify
M-7.7 the enemy stops nobody: blue B1 O1, neutral O2 | move-1 / score; move-2 / recruit: move 1
    neutral orange | armies blue O1, neutral O2, orange B1
M-7.8 entering is no battle: neutral B2, orange O1 | move-2 / score: move 2 neutral orange |
    armies orange B2 O1; controls blue / orange
M-7.9: blue B1f | move-1 / score | armies neutral B1
M-7.9 with another that stood: blue B1 B1f | move-2 / score: move 2 fortified blue neutral |
    armies neutral B2
M-7.10 the army on the capital goes or stays: orange B* B1 B1f | move-2 / score | legal move 1
    capital orange neutral, move 1 fortified orange neutral, move 1 orange neutral, move 2
    capital orange neutral, move 2 fortified capital orange neutral, move 2 fortified orange
    neutral
M-7.10, M-12.4 leaving frees the capital: orange B*f B1 | move-1 / score: move 1 capital orange
    neutral | armies neutral B1, orange B1; controls blue neutral / orange
M-7.10 staying keeps it: orange B* B1 | move-1 / score: move 1 orange neutral | armies neutral
    B1, orange B*; controls blue neutral orange / none
M-7.11: orange B* | move-1 / score | armies neutral B1
"""
)
def test_moves(case: Case) -> None:
    case.check()


@pytest.mark.parametrize("card", ["move-1", "move-2"])
def test_whoever_has_an_army_moves_one(card: str) -> None:
    """M-7.4, M-7.6: from any country, in any state, and only by a move."""
    for army in ("B1", "B1f", "B2", "B1 B2f", "B3f"):
        for place in ("blue", "neutral", "orange"):
            position = game().position(armies={place: army})
            before = facts(position)["armies"]
            state = play(position, f"{card} / fortify")
            choices = [str(move) for move in state.legal_moves()]
            if state.decision.name == "MOVE":
                assert all(choice.startswith("move ") for choice in choices)
                state.play(choices[0])
            assert facts(state)["armies"] != before
