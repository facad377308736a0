"""Chapter 12: continuation of cavalry.

Most tests end in 29, whose narrow approaches face 17, 24, 35 and 36. Two roads that do not meet
run through 29: 24 (crossing c32) to 35 by main road, with a local branch to 36; and 24 (c125,
c126) to 17 and 36, all local.
"""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, play, starting, texts, where
from tests.knowledge import blocks
from tests.rules.triomphe.steps import cross, places
from tests.toys import toy_game

BOTH_EAST = {"35": "I2", "36": "I3"}
"""Austrians beyond two approaches of 29."""


def marched(pieces: str, *, orders: int = 3, hour: int = 9) -> TriompheState:
    """Return the position after these French pieces have marched together from 17 to 29."""
    state = french_turn({"17": pieces}, BOTH_EAST, orders=orders, hour=hour)
    names = ",".join(f"F{number + 1}" for number in range(len(pieces.split())))
    return play(state, f"march {names} 29")


def test_cavalry_goes_on_into_an_approach_and_blocks_it() -> None:
    """T-12.1."""
    state = marched("C2")
    assert state.decision == Decision.CONTINUATION
    assert texts(state) == {"stay F1", "continue F1 29/35", "continue F1 29/36"}
    staying = end_turn(play(state.copy(), "stay F1"))
    assert "attack A1 35/29" in texts(staying)
    blocking = end_turn(play(state, "continue F1 29/35"))
    assert where(blocking, "F1") == "29/35"
    assert "attack A1 35/29" not in texts(blocking)


@pytest.mark.parametrize("face", ["I3", "A1"])
def test_other_pieces_stay_in_reserve(face: str) -> None:
    """T-12.1."""
    state = marched(face)
    assert state.decision == Decision.ACTION
    assert where(state, "F1") == "29"


@pytest.mark.parametrize(
    ("french", "austrian", "moves"),
    [
        ({"17": "C2"}, {}, ("march F1 29",)),
        ({"24": "C2"}, {}, ("road F1", "cross 24-29:c32")),
        ({"17": "C2"}, {"29": "C2"}, ("attack F1 17/29", "respond none")),
        ({"17/29": "C2"}, {"29": "C2"}, ("attack F1 17/29",)),
        (
            {"17/29": "C2 I3"},
            {"29/17": "I1"},
            ("assault 17/29", "lead none", "send F1,F2 lead F2"),
        ),
    ],
)
def test_after_which_actions(
    french: dict[str, str], austrian: dict[str, str], moves: tuple[str, ...]
) -> None:
    """T-12.2: marches, manoeuvre attacks and won assaults."""
    state = play(french_turn(french, austrian | {"35": "I2"}), *moves)
    assert where(play(state, "continue F1 29/35"), "F1") == "29/35"


def test_not_after_a_lost_assault() -> None:
    """T-12.2."""
    state = french_turn({"17/29": "C2 I2"}, {"29/17": "I3", "12": "I2"})
    play(state, "assault 17/29", "lead A1", "send F1,F2 lead F2")
    assert state.decision == Decision.ACTION
    assert where(state, "F1") == "17/29"


@pytest.mark.parametrize(("impassable", "possible"), [(True, False), (False, True)])
def test_not_into_an_impassable_approach(impassable: bool, possible: bool) -> None:
    """T-12.3."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [
            {"a": 1, "b": 2},
            {"a": 2, "b": 3, "impassable": impassable},
        ],
    )
    state = french_turn({"1": "C2"}, {"3": "I2"}, on=toy)
    play(state, "march F1 2")
    assert ("continue F1 2/3" in texts(state)) == possible


def test_only_towards_an_enemy() -> None:
    """T-12.3: nobody in 35, 24 and 17."""
    state = play(french_turn({"17": "C2"}, {"36": "I2"}), "march F1 29")
    assert starting(state, "continue") == {"continue F1 29/36"}


def test_continuation_costs_nothing() -> None:
    """T-12.4: after a march across country its order is all; by main road there is none."""
    assert play(marched("C2"), "continue F1 29/35").orders == 2
    state = french_turn({"24": "C2"}, BOTH_EAST, orders=0)
    play(state, "road F1", "cross 24-29:c32", "continue F1 29/35")
    assert (state.orders, where(state, "F1")) == (0, "29/35")


def test_only_cavalry_of_the_action_is_asked() -> None:
    """T-12.5: the second cavalry piece stood in 29 before."""
    state = play(french_turn({"17": "C2", "29": "C1"}, BOTH_EAST), "march F1 29")
    assert {text.split()[1] for text in texts(state)} == {"F1"}
    assert play(state, "stay F1").decision == Decision.ACTION


def test_each_piece_chooses_for_itself() -> None:
    """T-12.5."""
    state = play(marched("C2 C1"), "stay F1")
    assert texts(state) == {"stay F2", "continue F2 29/35", "continue F2 29/36"}
    assert places(play(state, "continue F2 29/36"), "F1", "F2") == ("29", "29/36")


@pytest.mark.parametrize(
    ("answers", "orders"),
    [
        (("stay F1", "continue F2 29/35", "continue F3 29/36"), 0),
        (("stay F1", "stay F2", "continue F3 29/36"), 1),
        (("continue F1 29/35", "continue F2 29/35", "continue F3 29/36"), 1),
        (("continue F1 29/35", "continue F2 29/35", "continue F3 29/35"), 2),
        (("stay F1", "stay F2", "stay F3"), 2),
    ],
)
def test_the_price_of_splitting(answers: tuple[str, ...], orders: int) -> None:
    """T-12.6, T-21.35: one order for each position beyond the first."""
    state = play(marched("C2 C2 C1"), *answers)
    assert state.decision == Decision.ACTION
    assert state.orders == orders
    ends = [answer.split()[-1] if "/" in answer else "29" for answer in answers]
    assert places(state, "F1", "F2", "F3") == tuple(ends)


def test_infantry_left_behind_is_a_position_too() -> None:
    """T-12.6."""
    state = play(marched("I3 C2"), "continue F2 29/35")
    assert state.orders == 1


@pytest.mark.parametrize(("answer", "ends"), [("stay F1", "29"), ("continue F1 29/35", "29/35")])
def test_without_orders_the_group_keeps_together(answer: str, ends: str) -> None:
    """T-12.6: the last order went into the march; the second piece must do as the first."""
    state = play(marched("C2 C1", orders=1), answer)
    assert state.decision == Decision.ACTION
    assert places(state, "F1", "F2") == (ends, ends)


def test_without_orders_cavalry_stays_with_the_infantry() -> None:
    """T-12.6."""
    state = marched("I3 C2", orders=1)
    assert state.decision == Decision.ACTION
    assert places(state, "F1", "F2") == ("29", "29")


def test_with_one_order_the_group_takes_two_positions_but_not_three() -> None:
    """T-12.6."""
    state = play(marched("C2 C2 C1", orders=2), "stay F1", "continue F2 29/35")
    assert texts(state) == {"stay F3", "continue F3 29/35"}


def test_any_number_continues_into_a_narrow_approach() -> None:
    """T-12.7."""
    state = marched("C2 C2 C1")
    play(state, "continue F1 29/35", "continue F2 29/35", "continue F3 29/35")
    assert state.count("29/35") == 3


def test_from_one_approach_into_another() -> None:
    """T-12.8: for the order of the march back to reserve."""
    state = french_turn({"17/29": "C2"}, {"29": "I2", "12": "I3"})
    play(state, "march F1 17", "continue F1 17/12")
    assert where(state, "F1") == "17/12"
    assert state.orders == 2


ALL_AROUND = {"17": "I2", "35": "I2", "36": "I2"}


@pytest.mark.parametrize(
    ("crossing", "approaches"),
    [
        ("c32", {"29/35": 3, "29/36": 2}),
        ("c125", {"29/17": 2, "29/36": 2}),
        ("c126", {"29/17": 2, "29/36": 2}),
    ],
)
def test_after_a_road_march_only_along_its_road(crossing: str, approaches: dict[str, int]) -> None:
    """T-12.9: the numbers are the orders left; T-12.4: local road costs one, once."""
    state = french_turn({"24": "C2"}, ALL_AROUND)
    play(state, "road F1", f"cross 24-29:{crossing}")
    assert starting(state, "continue") == {f"continue F1 {place}" for place in approaches}
    for place, orders in approaches.items():
        assert play(state.copy(), f"continue F1 {place}").orders == orders


def test_a_march_across_country_is_not_bound_to_roads() -> None:
    """T-12.9 speaks of road marches only."""
    state = play(french_turn({"24": "C2"}, ALL_AROUND), "march F1 29")
    assert len(starting(state, "continue")) == 3


def test_without_an_order_not_along_a_local_road() -> None:
    """T-12.9, T-12.4."""
    state = french_turn({"24": "C2"}, ALL_AROUND, orders=0)
    play(state, "road F1", "cross 24-29:c32")
    assert starting(state, "continue") == {"continue F1 29/35"}


def test_after_an_attack_on_the_march() -> None:
    """T-12.10: along its road only, not towards 17 where the enemy went; and it ends the march."""
    state = french_turn({"24": "C2"}, {"29": "C2", "35": "I2"})
    play(state, "road F1", "cross 24-29:c32", "respond none")
    assert where(state, "A1") == "17"
    assert "cross 29-35" in texts(state)
    assert starting(state, "continue") == {"continue F1 29/35"}
    play(state, "continue F1 29/35")
    assert state.decision == Decision.ACTION
    assert (where(state, "F1"), state.orders) == ("29/35", 3)


@pytest.mark.parametrize(
    ("start", "enemy", "orders", "left"),
    [("9", "4", 0, 0), ("9", "4", 3, 3), ("4", "6", 3, 2), ("4", "6", 1, 0)],
)
def test_a_road_march_of_no_crossing(start: str, enemy: str, orders: int, left: int) -> None:
    """T-12.11: from 9 towards 4 leads a main road, from 4 towards 6 a local one."""
    state = french_turn({start: "C2"}, {enemy: "I2"}, orders=orders)
    play(state, "road F1", f"continue F1 {start}/{enemy}")
    assert where(state, "F1") == f"{start}/{enemy}"
    assert state.orders == left
    assert state.piece("F1").acted


@pytest.mark.parametrize(
    ("piece", "start", "enemy", "orders"),
    [("C2", "9", "8", 3), ("C2", "4", "6", 0), ("I2", "9", "4", 3)],
)
def test_no_road_no_order_or_no_cavalry(piece: str, start: str, enemy: str, orders: int) -> None:
    """T-12.11: no road leads from 9 to 8."""
    state = french_turn({start: piece}, {enemy: "I2"}, orders=orders)
    play(state, "road F1")
    assert starting(state, "continue") == set()


def test_after_a_failed_attack_only_the_attack_approach() -> None:
    """T-12.12: although there is an enemy in 10 as well."""
    state = french_turn({"9": "C2"}, {"4": "I2", "10": "I3"})
    play(state, "attack F1 9/4", "respond A1", "hold")
    assert texts(state) == {"stay F1", "continue F1 9/4"}


@pytest.mark.parametrize(
    ("french", "austrian", "moves"),
    [
        ({"4/5": "C2"}, {"5/4": "I3"}, ("attack F1 4/5",)),
        ({"4": "C2"}, {"5": "I3"}, ("march F1 4/5",)),
        ({"4": "C2"}, {"5/4": "I3"}, ("attack F1 4/5", "advance")),
    ],
)
def test_not_from_an_approach(
    french: dict[str, str], austrian: dict[str, str], moves: tuple[str, ...]
) -> None:
    """T-12.13: although there is an enemy in 9 as well."""
    state = play(french_turn(french, austrian | {"9": "I2"}), *moves)
    assert state.decision == Decision.ACTION
    assert where(state, "F1") == "4/5"


def test_not_after_the_pontoon_bridge() -> None:
    """T-12.14: after the road bridge yes."""
    state = austrian_turn({"Alessandria": "C2"}, {"5": "I2"})
    by_road = cross(play(state.copy(), "road A1"), "Alessandria-1")
    assert starting(by_road, "continue") == {"continue A1 1/5b"}
    play(state, "pontoon A1")
    assert state.decision == Decision.ACTION
    assert where(state, "A1") == "1"


@pytest.mark.parametrize(("hour", "decision"), [(6, Decision.ACTION), (7, Decision.CONTINUATION)])
def test_not_for_the_french_at_six(hour: int, decision: Decision) -> None:
    """T-12.15."""
    assert marched("C2", hour=hour).decision == decision


def test_austrian_cavalry_continues_at_six() -> None:
    """T-12.15 binds the French only."""
    state = play(austrian_turn({"17": "C2"}, {"35": "I2"}, hour=6), "march A1 29")
    assert "continue A1 29/35" in texts(state)


def test_cavalry_disorganised_by_arriving_continues() -> None:
    """T-12.16."""
    state = play(french_turn({"17": "C2", "29": "~I2"}, BOTH_EAST), "march F1 29")
    assert not state.piece("F1").organised
    assert where(play(state, "continue F1 29/35"), "F1") == "29/35"


def test_continuing_cavalry_is_shown() -> None:
    """T-12.17: a piece that stays is not."""
    state = play(french_turn({"17": "C2 I2 I3"}, BOTH_EAST), "march F1 29")
    staying = play(state.copy(), "stay F1")
    (faces,) = blocks(staying, Side.AUSTRIAN, "29")
    assert len(faces) > 1
    play(state, "continue F1 29/35")
    assert blocks(state, Side.AUSTRIAN, "29/35") == [{"C2"}]
    assert [block.face_up for block in state.view(Side.AUSTRIAN).enemy].count(True) == 0


def test_a_continuing_piece_moves_no_further() -> None:
    """T-12.18."""
    state = play(marched("C2"), "continue F1 29/35")
    assert texts(state) == {"end"}


def test_the_figure_of_section_12() -> None:
    """T-21.10: K, L and M are 17, 29 and 35."""
    state = french_turn({"17": "C2 I2"}, {"35": "I2"})
    cavalry = play(state.copy(), "march F1 29", "continue F1 29/35")
    assert (where(cavalry, "F1"), cavalry.orders) == ("29/35", 2)
    assert blocks(cavalry, Side.AUSTRIAN, "29/35") == [{"C2"}]
    infantry = play(state, "march F2 29")
    assert infantry.decision == Decision.ACTION
    assert (where(infantry, "F2"), infantry.orders) == ("29", 2)
