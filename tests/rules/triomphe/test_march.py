"""Chapter 7 of the digest: the cross-country march."""

from collections import Counter

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from tests.helpers import (
    austrian_turn,
    french_turn,
    known,
    pieces_at,
    play,
    settle,
    starting,
    texts,
    where,
)
from tests.toys import row, toy_game


def crossroads() -> TriompheGame:
    """Return M (1) with its northern neighbour N (2) and its eastern neighbour E (3)."""
    made: TriompheGame = toy_game(
        {1: {}, 2: {}, 3: {"capacity": 4}},
        [{"a": 1, "b": 2}, {"a": 1, "b": 3, "east": 3}],
    )
    return made


def test_march_from_reserve() -> None:
    """T-21.3: free into the approach facing the enemy, for an order into the empty neighbour."""
    position = {"1": "I2"}, {"2": "I2"}
    state = french_turn(*position, on=crossroads())
    assert starting(state, "march") == {"march F1 1/2", "march F1 3"}
    assert play(state, "march F1 1/2").orders == 3
    assert play(french_turn(*position, on=crossroads()), "march F1 3").orders == 2


@pytest.mark.parametrize(
    ("enemy", "marches"), [({"2": "I2"}, {"march F1 1"}), ({}, {"march F1 1", "march F1 2"})]
)
def test_march_from_an_approach(enemy: dict[str, str], marches: set[str]) -> None:
    """T-21.4: back into the reserve, or on into the locality opposite; an order either way."""
    for march in marches:
        state = french_turn({"1/2": "I2"}, enemy, on=crossroads())
        assert starting(state, "march") == marches
        assert play(state, march).orders == 2
        assert where(state, "F1") == march.split()[-1]


def test_up_to_three_pieces_of_one_position_march_together() -> None:
    """T-7.1: reserve and approach do not march together, nor do four pieces."""
    state = austrian_turn({"5": "I3 I2 C2 A1", "5/10": "I1 C1"}, {"13": "I2"})
    marches = starting(state, "march")
    assert {"march A2,A3,A4 4", "march A5,A6 10", "march A5,A6 5"} <= marches
    assert not any("A4,A5" in march or "A1,A2,A3,A4" in march for march in marches)


def test_a_group_marches_to_one_position() -> None:
    """T-7.1: all pieces named arrive at the place named."""
    state = play(austrian_turn({"5": "I3 I2 A1"}), "march A1,A3 4")
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["4", "5", "4"]


def test_destinations_from_reserve() -> None:
    """T-7.2: adjacent reserves and the own approaches, nothing beyond."""
    state = austrian_turn({"9": "I3"}, {"10": "I2", "20": "I2", "19": "I2"})
    assert starting(state, "march") == {
        "march A1 4",
        "march A1 8",
        "march A1 14",
        "march A1 9/10",
        "march A1 9/20",
    }


def test_destinations_from_an_approach() -> None:
    """T-7.2: the own reserve and the one opposite; never another approach."""
    state = austrian_turn({"9/14": "I3"}, {"10": "I2"})
    assert starting(state, "march") == {"march A1 9", "march A1 14"}


@pytest.mark.parametrize("start", ["5", "5/10"])
@pytest.mark.parametrize("enemy", ["10", "10/13"])
def test_no_march_into_an_enemy_occupied_locality(start: str, enemy: str) -> None:
    """T-7.3: whatever the position of the enemy piece."""
    assert "march A1 10" not in texts(austrian_turn({start: "I3"}, {enemy: "I2"}))
    assert "march A1 10" in texts(austrian_turn({start: "I3"}))


def test_no_march_across_an_impassable_border() -> None:
    """T-7.4: 2 is open, 3 is not."""
    toy = toy_game({1: {}, 2: {}, 3: {}}, [{"a": 1, "b": 2}, {"a": 1, "b": 3, "impassable": True}])
    assert starting(austrian_turn({"1": "I3"}, on=toy), "march") == {"march A1 2"}


@pytest.mark.parametrize("start", ["9", "9/14"])
def test_the_whole_group_must_find_room(start: str) -> None:
    """T-7.5: one place is left in Marengo."""
    state = austrian_turn({start: "I3 I2", "14": "I1 C2"})
    assert "march A1 14" in texts(state)
    assert "march A1,A2 14" not in texts(state)


@pytest.mark.parametrize("start", ["5", "5/10"])
def test_no_march_across_a_barred_border(start: str) -> None:
    """T-7.6: an assault lost between 5 and 10 stops marches both ways."""
    assert "march A1 10" not in texts(austrian_turn({start: "I3"}, barred=["5/10"]))
    assert "march A1 5" not in texts(austrian_turn({"10": "I3"}, barred=["5/10"]))
    assert "march A1 13" in texts(austrian_turn({"10": "I3"}, barred=["5/10"]))


def test_a_lost_assault_bars_the_border() -> None:
    """T-7.6: after the defenders were destroyed the locality is empty, yet not to be entered."""
    state = austrian_turn({"8/9": "I2", "8": "I3"}, {"9/8": "I1"}, orders=2)
    settle(play(state, "assault 8/9", "lead F1"))
    assert state.occupier(9) is None
    assert "march A2 9" not in texts(state)
    assert "march A2 6" in texts(state)


@pytest.mark.parametrize("start", ["5", "5/1a"])
def test_no_march_into_a_protected_entry_locality(start: str) -> None:
    """T-7.7: while pieces wait at Alessandria the French stay out of 1."""
    assert "march F1 1" not in texts(french_turn({start: "I3"}, {"Alessandria": "I2"}))
    assert "march F1 1" in texts(french_turn({start: "I3"}, {"20": "I2"}))


def test_disorganised_pieces_stay_in_their_locality() -> None:
    """T-7.8: marches inside it are open to them, those out of it are not."""
    reserve = french_turn({"9": "~I3"}, {"4": "I2"})
    assert starting(reserve, "march") == {"march F1 9/4"}
    assert starting(french_turn({"9/4": "~I3"}), "march") == {"march F1 9"}


def test_every_piece_of_the_group_must_be_organised() -> None:
    """T-7.8: the two march off together once both have been organised, not before."""
    state = french_turn({"9": "~I3 ~I2"}, {"1": "I2"})
    play(state, "organise F1", "organise F2")
    assert "march F1,F2 10" in texts(state)
    assert not any(" 10" in text for text in texts(french_turn({"9": "~I3 ~I2"}, {"1": "I2"})))


@pytest.mark.parametrize("start", ["5", "5/10"])
def test_a_locality_won_by_assault_may_be_entered(start: str) -> None:
    """T-7.9: across country, this turn too."""
    assert "march A1 10" in texts(austrian_turn({start: "I3"}, won=[10]))


def test_only_approaches_with_an_enemy_opposite_are_blocked() -> None:
    """T-7.10: of the approaches of 5 only that towards 10."""
    state = austrian_turn({"5": "I3"}, {"10": "I2", "9": "I2"})
    assert starting(state, "march") == {"march A1 1", "march A1 4", "march A1 5/10"}


def test_the_enemy_must_be_there_at_that_moment() -> None:
    """T-7.10: once he has retreated, the approach is no longer a place to go to."""
    state = austrian_turn({"13/10": "I3", "5": "I2"}, {"10": "C2"})
    assert "march A2 5/10" in texts(state)
    settle(play(state, "attack A1 13/10"))
    assert "march A2 5/10" not in texts(state)
    assert "march A2 10" in texts(state)


def test_an_impassable_approach_is_not_blocked() -> None:
    """T-7.11: though the enemy stands opposite."""
    toy = row(3, borders={1: {"impassable": True}})
    state = austrian_turn({"2": "I3"}, {"1": "I2", "3": "I2"}, on=toy)
    assert starting(state, "march") == {"march A1 2/3"}


@pytest.mark.parametrize(("place", "pieces"), [("5/10", 2), ("5/10", 3), ("12/8", 3)])
def test_more_pieces_than_needed_may_block(place: str, pieces: int) -> None:
    """T-7.12: then it is not a defensive march and costs an order."""
    own, enemy = place.split("/")
    state = austrian_turn({own: "I3 I2 C2"}, {enemy: "I2"})
    names = ",".join(f"A{n}" for n in range(1, pieces + 1))
    play(state, f"march {names} {place}")
    assert (state.count(place), state.orders) == (pieces, 2)


@pytest.mark.parametrize("piece", ["~I3", "I3"])
@pytest.mark.parametrize(("hour", "legal"), [(6, False), (7, True)])
def test_french_pieces_do_not_block_at_six(piece: str, hour: int, legal: bool) -> None:
    """T-7.13: organised or not."""
    state = french_turn({"9": piece}, {"4": "I2"}, hour=hour)
    assert ("march F1 9/4" in texts(state)) is legal


def test_austrian_pieces_block_at_six() -> None:
    """T-7.13: the ban is French."""
    assert "march A1 4/9" in texts(austrian_turn({"4": "I3"}, {"9": "~I2"}, hour=6))


@pytest.mark.parametrize("names", ["A1", "A1,A2", "A1,A2,A3"])
def test_a_march_costs_one_order_whatever_its_size(names: str) -> None:
    """T-7.14: one, two or three pieces."""
    assert play(austrian_turn({"5": "I3 I2 C2"}), f"march {names} 4").orders == 2


@pytest.mark.parametrize(
    ("place", "there", "marching", "price"),
    [
        ("12/8", "", 2, 0),
        ("12/8", "", 3, 1),
        ("12/8", "", 1, 0),
        ("12/8", "I1", 1, 0),
        ("12/8", "I1", 2, 1),
        ("12/8", "I1 I1", 1, 1),
        ("12/16", "", 1, 0),
        ("12/16", "", 2, 1),
        ("12/16", "I1", 1, 1),
    ],
)
def test_defensive_marches(place: str, there: str, marching: int, price: int) -> None:
    """T-7.15, T-21.20: free while the approach, wide or narrow, holds no more than needed."""
    own, enemy = place.split("/")
    reserve = {own: "I3 I2 C2"}
    state = austrian_turn(reserve | ({place: there} if there else {}), {enemy: "I2"})
    names = ",".join(f"A{n}" for n in range(1, marching + 1))
    play(state, f"march {names} {place}")
    assert 3 - state.orders == price


@pytest.mark.parametrize(
    ("marches", "price"),
    [(["march A1,A2 5/10"], 1), (["march A1 5/10", "march A2 5/10"], 1), (["march A1 5/10"], 0)],
)
def test_the_group_as_a_whole_is_tested(marches: list[str], price: int) -> None:
    """T-7.16: two at once cost an order; one after the other, the first is free."""
    state = austrian_turn({"5": "I3 I2"}, {"10": "I2"})
    assert 3 - play(state, *marches).orders == price


def test_the_first_of_two_marches_needs_no_order() -> None:
    """T-7.16: with none left, one may go and the second may not follow."""
    state = austrian_turn({"5": "I3 I2"}, {"10": "I2"}, orders=0)
    assert starting(state, "march") == {"march A1 5/10", "march A2 5/10"}
    assert not starting(play(state, "march A1 5/10"), "march")


@pytest.mark.parametrize("enemy", [{"10": "I2"}, {"20": "I2"}])
def test_going_back_to_reserve_costs_an_order(enemy: dict[str, str]) -> None:
    """T-7.17: also when no enemy is opposite any more."""
    assert play(austrian_turn({"5/10": "I3"}, enemy), "march A1 5").orders == 2
    assert "march A1 5" not in texts(austrian_turn({"5/10": "I3"}, enemy, orders=0))


def test_a_piece_in_an_approach_crosses_only_that_border() -> None:
    """T-7.18: to leave by another side it must first be in reserve, and then it has acted."""
    state = austrian_turn({"5/10": "I3"})
    assert {"march A1 4", "march A1 1", "road A1"}.isdisjoint(texts(state))
    assert texts(play(state, "march A1 5")) == {"end"}


def test_own_pieces_in_approaches_do_not_hinder() -> None:
    """T-7.19: both approaches of the border are full of Austrians, and an Austrian passes."""
    state = austrian_turn({"5": "I3", "5/10": "I2", "10/5": "I1 C1"})
    assert "march A1 10" in texts(state)
    assert where(play(state, "march A1 10"), "A1") == "10"


def test_traffic_does_not_limit_marches_across_country() -> None:
    """T-7.20: the crossing has been used up by road, in the other direction too."""
    for used in ((3, 10), (3, 5)):
        assert "march A1 10" in texts(austrian_turn({"5": "I3"}, steps={"c2": used}))


def test_marches_across_country_use_no_crossing() -> None:
    """T-7.20: after three of them the crossing is as free as before."""
    state = play(austrian_turn({"5": "I3 I2 C2 A1"}), "march A1,A2,A3 10")
    assert state.last_step("c2") == 0
    assert "cross 5-10" in texts(play(state, "road A4"))


@pytest.mark.parametrize(
    ("start", "march", "enemy", "onward"),
    [
        ("5", "march A1 4", "9", "continue A1 4/9"),
        ("5/4", "march A1 5", "10", "continue A1 5/10"),
        ("5/10", "march A1 10", "13", "continue A1 10/13"),
    ],
)
def test_cavalry_may_continue_after_reaching_a_reserve(
    start: str, march: str, enemy: str, onward: str
) -> None:
    """T-7.21: after the three kinds of march that end in reserve; infantry never."""
    state = play(austrian_turn({start: "C2"}, {enemy: "I2"}), march)
    assert texts(state) == {"stay A1", onward}
    infantry = play(austrian_turn({start: "I2"}, {enemy: "I2"}), march)
    assert infantry.decision is Decision.ACTION


def test_no_continuation_after_a_march_into_an_approach() -> None:
    """T-7.21: the march into 5/10 is over, though 4 is enemy-occupied as well."""
    state = play(austrian_turn({"5": "C2"}, {"10": "I2", "4": "I2"}), "march A1 5/10")
    assert state.decision is Decision.ACTION
    assert where(state, "A1") == "5/10"


def test_the_opponent_sees_numbers_and_no_faces() -> None:
    """T-7.22: two of three pieces march; which, the French cannot tell."""
    state = austrian_turn({"5": "I3 I2 C2", "13": "C1"})
    play(state, "march A1,A3 10")
    settle(state)
    assert (state.count("5"), state.count("10")) == (1, 2)
    assert known(state, Side.FRENCH, "10") == Counter("??")
    assert known(state, Side.FRENCH, "5") == Counter("?")
    assert pieces_at(state, Side.AUSTRIAN, "10") == Counter(["I3", "C2"])
