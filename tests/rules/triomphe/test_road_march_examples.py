"""Worked examples of road marches: the figure of chapter 8 and the opening of the game."""

from itertools import pairwise

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, game, known, play, settle, starting, texts, where
from tests.toys import row


def test_road_march_with_waiting() -> None:
    """T-21.5: cavalry to Z, artillery to Y, infantry to X; a fourth piece cannot leave W."""
    toy = row(4, capacities=(6, 6, 4, 4))
    state = austrian_turn({"1": "C2 A1 I2 I3"}, on=toy)
    play(state, "road A1", "cross 1-2", "cross 2-3", "cross 3-4")
    assert where(state, "A1") == "4"
    play(state, "road A2")
    assert (where(state, "A2"), texts(state)) == ("1", {"cross 1-2", "wait"})
    play(state, "cross 1-2")
    assert state.last_step("r1") == 2
    play(state, "cross 2-3")
    assert where(state, "A2") == "3"
    settle(play(state, "road A3"))
    assert where(state, "A3") == "2"
    assert not starting(state, "road")
    assert where(state, "A4") == "1"
    assert [state.last_step(crossing) for crossing in ("r1", "r2", "r3")] == [3, 3, 3]
    assert state.orders == 3


def opening(*marches: str) -> TriompheState:
    """Play road marches of the first Austrian turn, then an entry by the pontoon bridge.

    A march is written as the localities it enters; the steps spent waiting in the box are forced.
    """
    state = game.start(5)
    for number, march in enumerate(marches, 1):
        road = ["Alessandria", *march.split()]
        play(state, f"road A{number}")
        for start, end in pairwise(road):
            if f"cross {start}-{end}" in texts(state):
                play(state, f"cross {start}-{end}")
        settle(state)
    return play(state, "pontoon A4")


@pytest.mark.parametrize(
    ("marches", "ends"),
    [
        (("1", "1", "1"), ["1", "1", "1", "1"]),
        (("1 5", "1 5", "1"), ["5", "5", "1", "1"]),
        (("1 5 4", "1 5", "1"), ["4", "5", "1", "1"]),
    ],
)
def test_plans_of_the_first_austrian_turn(marches: tuple[str, ...], ends: list[str]) -> None:
    """T-21.13: four pieces enter, three by road and one by the bridge, all for nothing."""
    state = opening(*marches)
    assert [where(state, f"A{n}") for n in range(1, 5)] == ends
    assert state.orders == 3
    assert sum(where(state, f"A{n}") == "Alessandria" for n in range(1, 21)) == 16


def test_no_fifth_piece_enters_in_the_first_turn() -> None:
    """T-21.13: the road and the bridge are used up for all who still wait."""
    state = opening("1", "1", "1")
    assert not starting(state, "road") | starting(state, "pontoon")


def test_only_one_piece_reaches_the_third_locality() -> None:
    """T-21.13: the second enters in step 2 and is in 5 after step 3."""
    state = game.start(5)
    play(state, "road A1", "cross Alessandria-1", "cross 1-5", "cross 5-4")
    assert (where(state, "A1"), state.last_step("c1"), state.last_step("c17")) == ("4", 2, 3)
    play(state, "road A2", "cross Alessandria-1", "cross 1-5")
    assert (state.decision, where(state, "A2")) == (Decision.ACTION, "5")


def test_leading_cavalry_continues_towards_the_french() -> None:
    """T-21.14: on into the approach facing the two French pieces in 9, for nothing, and shown."""
    state = play(game.start(5), "road A14", "cross Alessandria-1", "cross 1-5", "cross 5-4")
    assert texts(state) == {"stop", "continue A14 4/9"}
    play(state, "continue A14 4/9")
    assert (where(state, "A14"), state.orders) == ("4/9", 3)
    assert list(known(state, Side.FRENCH, "4/9").elements()) == ["C2"]


def test_leading_infantry_does_not_continue() -> None:
    """T-21.14: with infantry in the lead the march is over in 4, and nothing is shown."""
    state = play(game.start(5), "road A1", "cross Alessandria-1", "cross 1-5", "cross 5-4")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "4")
    assert list(known(state, Side.FRENCH, "4").elements()) == ["?"]


def test_the_french_cannot_answer_the_threat() -> None:
    """T-21.15: no French piece enters 9/4 at 6:00; at 7:00 the cavalry takes 9 for certain."""
    state = play(game.start(5), "road A14", "cross Alessandria-1", "cross 1-5", "cross 5-4")
    play(state, "continue A14 4/9", "end")
    assert not any("9/4" in text for text in texts(state))
    settle(play(state, "end", "attack A14 4/9"))
    assert (state.hour, where(state, "A14")) == (7, "9")
    assert state.occupier(9) is Side.AUSTRIAN
