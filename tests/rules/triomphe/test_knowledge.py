"""Chapter 22, knowledge: what is public, what is private, and how knowledge is lost."""

from collections import Counter
from typing import Any

import pytest

from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.triomphe.game import TriompheGame
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, game, play
from tests.knowledge import blocks, certain, remaining

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def crowd(state: TriompheState, by: Side) -> Counter[str]:
    """Return how many enemy blocks a side sees at each place."""
    return Counter(str(block.place) for block in state.view(by).enemy)


def retreated(*moves: str, french: dict[str, str] | None = None) -> TriompheState:
    """Return the Austrian turn in which France is driven from 20, after moves of the retreat.

    The cavalry F1 and the infantry F2, reduced from 3 to 2, are seen; F3 and F4, far away, not.
    """
    standing = french or {"20": "C2 I3", "75": "I3", "87": "C1"}
    state = austrian_turn({"10": "I3", "44": "I2"}, standing)
    return play(state, "attack A1 10/20", "respond none", *moves)


# Public at all times


def ordinary(**given: Any) -> TriompheState:
    return austrian_turn(
        {"5": "C2", "4": "I2", "8": "I3"}, {"10": "I2", "9": "C2", "20": "I3"}, **given
    )


@pytest.mark.parametrize(
    "given",
    [
        {"hour": 10},
        {"orders": 2},
        {"steps": {"c17": (1, 4)}},
        {"attacked": ["9/8"]},
        {"barred": ["8/9"]},
        {"won": [4]},
        {"pontoon_used": True},
    ],
    ids=lambda given: next(iter(given)),
)
@pytest.mark.parametrize("side", Side)
def test_the_hour_the_orders_and_the_memory_of_the_turn_are_public(
    given: dict[str, Any], side: Side
) -> None:
    """T-22.1: both sides see any difference."""
    assert ordinary().view(side) == ordinary().view(side)
    assert ordinary(**given).view(side) != ordinary().view(side)


@pytest.mark.parametrize("side", Side)
def test_both_see_whose_turn_it_is_and_who_decides(side: Side) -> None:
    """T-22.1: in the Austrian turn France is asked for its response."""
    view = play(ordinary(), "attack A2 4/9").view(side)
    assert (view.hour, view.turn, view.to_move, view.orders) == (9, AUSTRIAN, FRENCH, 2)
    assert (view.decision is None) == (side is AUSTRIAN)


def test_the_number_of_pieces_at_every_place_is_public() -> None:
    """T-22.2: positions and boxes."""
    state = austrian_turn(
        {"8": "I3 C2", "8/9": "I2", "Alessandria": "I2 I2"}, {"9": "I2", "Novi": "I2 C2 A1"}
    )
    assert crowd(state, FRENCH) == {"8": 2, "8/9": 1, "Alessandria": 2}
    assert crowd(state, AUSTRIAN) == {"9": 1, "Novi": 3}


def test_which_blocks_have_acted_and_where_they_went_is_public() -> None:
    """T-22.3."""
    state = play(austrian_turn({"8": "I3 C2", "1": "I2"}, {"20": "I2"}), "march A1 12")
    seen = {(str(block.place), block.acted) for block in state.view(FRENCH).enemy}
    assert seen == {("8", False), ("12", True), ("1", False)}


def test_discs_are_public() -> None:
    """T-22.4: a difference in any of them is seen by both."""
    discs: list[dict[str, Any]] = [
        {"uncommitted": {AUSTRIAN: 5, FRENCH: 6}},
        {"committed": {FRENCH: {20: 2}}},
        {"committed": {FRENCH: {20: 2}}, "shifted": {FRENCH: {20: 1}}},
        {"track": {FRENCH: {12: 2}}},
    ]
    for side in Side:
        views = [ordinary(**given).view(side) for given in [{}, *discs]]
        assert all(one != other for n, one in enumerate(views) for other in views[:n])


def test_the_list_of_remaining_pieces_is_public() -> None:
    """T-22.5: of the army as a whole, boxes included."""
    state = austrian_turn({"8": "I3 C2", "Alessandria": "I2 I2"}, {"9": "I2", "Novi": "C2 A1"})
    assert remaining(state, FRENCH) == {"I3": 1, "C2": 1, "I2": 2}
    assert remaining(state, AUSTRIAN) == {"I2": 1, "C2": 1, "A1": 1}


@pytest.mark.parametrize(
    ("target", "left"), [("F1", {"I2": 1, "C1": 1, "I1": 1}), ("F2", {"I3": 1, "I1": 1})]
)
def test_every_reduction_and_removal_changes_the_list(target: str, left: dict[str, int]) -> None:
    """T-22.5."""
    state = austrian_turn({"8/9": "A1:due"}, {"9": "I3 C1", "20": "I1"})
    assert remaining(play(state, "complete A1", f"target {target}"), AUSTRIAN) == left


def test_a_piece_seen_in_one_place_is_not_reckoned_with_elsewhere() -> None:
    """T-22.5: the list knows one cavalry 2 only, and it was seen to go to 19."""
    state = retreated("retreat F1 19", french={"20": "C2", "75": "I3", "87": "I2"})
    assert blocks(state, AUSTRIAN, "75") == blocks(state, AUSTRIAN, "87") == [{"I2", "I3"}]


def test_which_french_pieces_are_disorganised_is_public() -> None:
    """T-22.6."""
    state = austrian_turn({"1": "I2"}, {"9": "~I2 ~C2", "20": "I3"})
    seen = Counter((str(b.place), b.organised) for b in state.view(AUSTRIAN).enemy)
    assert seen == {("9", False): 2, ("20", True): 1}


def test_a_declared_bombardment_is_public() -> None:
    """T-22.7."""
    state = play(austrian_turn({"8/9": "A1 I2", "1": "I3"}, {"9": "I2"}), "declare A1")
    (shown,) = (block for block in state.view(FRENCH).enemy if block.face_up)
    assert (str(shown.place), shown.bombardment) == ("8/9", "declared")
    assert shown.faces == {(Kind.ARTILLERY, 1)}


# Private


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"9": "I3", "20": "C2"}, {"9": "C2", "20": "I3"}),
        ({"9": "I3 I2", "20": "C2"}, {"9": "C2 I3", "20": "I2"}),
        ({"9": "A1", "9/8": "I2"}, {"9": "I2", "9/8": "A1"}),
    ],
)
def test_faces_are_private(one: dict[str, str], other: dict[str, str]) -> None:
    """T-22.8: pieces may change places without the enemy noticing."""
    first, second = (austrian_turn({"8": "I2"}, french) for french in (one, other))
    assert first.view(AUSTRIAN) == second.view(AUSTRIAN)
    assert first.view(FRENCH) != second.view(FRENCH)


def test_an_unknown_block_may_be_anything_on_the_list() -> None:
    """T-22.8."""
    state = austrian_turn({"8": "I2"}, {"9": "I3", "20": "C2 I2"})
    assert blocks(state, AUSTRIAN, "9") == [{"I3", "C2", "I2"}]
    assert certain(state, AUSTRIAN, "9", "I3") == 0


def test_the_contents_of_the_french_boxes_are_private() -> None:
    """T-22.9: Austria knows the pieces in total only, France which are where."""
    first = austrian_turn({"8": "I2"}, {"Tortona": "I3 C2", "Novi": "A1"})
    second = austrian_turn({"8": "I2"}, {"Tortona": "A1 C2", "Novi": "I3"})
    assert first.view(AUSTRIAN) == second.view(AUSTRIAN)
    assert first.view(FRENCH) != second.view(FRENCH)
    assert blocks(first, AUSTRIAN, "Novi") == [{"I3", "C2", "A1"}]


def test_the_pieces_in_the_french_boxes_are_known_in_total() -> None:
    """T-22.9: at the start all of the artillery, and one of the cavalry, is in the boxes."""
    state = game.start(1)
    assert remaining(state, AUSTRIAN) == {"I3": 4, "I2": 10, "C2": 4, "A1": 1}
    for box, number in (("Tortona", 3), ("Novi", 4), ("Sale", 1)):
        assert blocks(state, AUSTRIAN, box) == [{"I3", "I2", "C2", "A1"}] * number
    for locality in ("8", "9", "14"):
        assert {"A1"} & set().union(*blocks(state, AUSTRIAN, locality)) == set()


@pytest.mark.parametrize("box", ["Alessandria", "Tortona"])
def test_the_order_of_entry_is_private(box: str) -> None:
    """T-22.9, T-22.10: whichever piece leaves, the enemy sees a block leave."""
    views = []
    for name in ("1", "2", "3"):
        if box == "Alessandria":
            state = austrian_turn({box: "I3 C2 I2"}, {"40": "I2"}, hour=12)
            play(state, f"road A{name}", "cross Alessandria-1", "stop")
        else:
            state = french_turn({box: "I3 C2 I2"}, {"40": "I2"}, hour=12)
            play(state, f"road F{name}", "cross Tortona-85", "stop")
        views.append(state.view(state.turn.enemy))
    assert views[0] == views[1] == views[2]


def test_the_artillery_is_known_while_it_lies_face_up_in_the_box() -> None:
    """T-22.10."""
    state = austrian_turn({"Alessandria": "I3 A1"}, {"40": "I2"}, hour=6)
    assert blocks(state, FRENCH, "Alessandria") == [{"A1"}, {"I3"}]


# How knowledge is lost


def test_a_piece_seen_is_known_as_long_as_its_block_can_be_followed() -> None:
    """T-22.16, T-22.21: alone, it marches on and is known still."""
    state = retreated("retreat F1 19", french={"20": "C2", "75": "I3", "87": "I2"})
    assert blocks(state, AUSTRIAN, "19") == [{"C2"}]
    play(end_turn(state), "march F1 23")
    assert blocks(state, AUSTRIAN, "23") == [{"C2"}]
    end_turn(end_turn(state))
    assert blocks(state, AUSTRIAN, "23") == [{"C2"}]


def test_a_group_is_known_to_contain_the_pieces_seen() -> None:
    """T-22.17: which of the two is which, Austria cannot tell."""
    state = retreated("retreat F1 33", "retreat F2 33")
    assert blocks(state, AUSTRIAN, "33") == [{"C2", "I2"}, {"C2", "I2"}]
    assert [certain(state, AUSTRIAN, "33", face) for face in ("C2", "I2", "I3")] == [1, 1, 0]


def test_pieces_of_one_position_and_class_cannot_be_told_apart() -> None:
    """T-22.18: which of the two cavalry pieces marched, the one seen or the other?"""
    views = []
    for name in ("F1", "F2"):
        state = retreated("retreat F1 33", french={"20": "C2", "33": "C1", "75": "I3", "87": "I2"})
        views.append(play(end_turn(state), f"march {name} 40").view(AUSTRIAN))
    assert views[0] == views[1]


def test_in_the_owners_turn_acted_and_fresh_pieces_are_classes_of_their_own() -> None:
    """T-22.18, T-22.19: the cavalry seen has marched to a piece at rest; later they merge."""
    french = {"20": "C2", "32": "I3", "75": "I2", "87": "C1"}
    state = end_turn(retreated("retreat F1 19", french=french))
    play(state, "march F1 32", "stay F1")
    assert {"C2"} in blocks(state, AUSTRIAN, "32")
    end_turn(state)
    assert {"C2"} not in blocks(state, AUSTRIAN, "32")
    assert certain(state, AUSTRIAN, "32", "C2") == 1


def test_pieces_that_retreat_merge_when_the_retreat_is_over() -> None:
    """T-22.20: while F2 is still to be moved, F1 lies face-up beside the piece of 33."""
    french = {"20": "C2 I3", "33": "I3", "87": "C1"}
    state = retreated("retreat F1 33", french=french)
    assert {"C2"} in blocks(state, AUSTRIAN, "33")
    play(state, "retreat F2 19")
    assert {"C2"} not in blocks(state, AUSTRIAN, "33")
    assert certain(state, AUSTRIAN, "33", "C2") == 1


def test_a_piece_alone_in_its_class_stays_known() -> None:
    """T-22.21: in the reserve of 33, with another piece in the approach towards 20."""
    french = {"20": "C2", "33/20": "I3", "75": "I3", "87": "I2"}
    state = end_turn(retreated("retreat F1 33", french=french))
    assert blocks(state, AUSTRIAN, "33") == [{"C2"}]


@pytest.mark.parametrize("name", ["F1", "F2"])
def test_when_a_piece_leaves_only_the_number_is_known(name: str) -> None:
    """T-22.22: the cavalry seen is in one of two places, the enemy cannot say in which."""
    state = play(end_turn(retreated("retreat F1 33", "retreat F2 33")), f"march {name} 40")
    assert blocks(state, AUSTRIAN, "33") == blocks(state, AUSTRIAN, "40") == [{"C2", "I2"}]
    assert [certain(state, AUSTRIAN, place, "C2") for place in ("33", "40")] == [0, 0]


def test_what_left_and_what_stayed_remain_linked() -> None:
    """T-22.22: the piece that left shows itself as cavalry 2, so infantry 2 has stayed."""
    state = end_turn(retreated("retreat F1 33", "retreat F2 33"))
    play(state, "march F1 32", "continue F1 32/44")
    assert blocks(state, AUSTRIAN, "32/44") == [{"C2"}]
    assert blocks(state, AUSTRIAN, "33") == [{"I2"}]
    assert certain(state, AUSTRIAN, "33", "I2") == 1


def test_a_side_knows_all_its_own_pieces() -> None:
    """T-22.23: what one side does not know the other does."""
    state = austrian_turn(
        {"8": "I3 C2", "8/9": "I2", "Alessandria": "I2 A1"}, {"9": "~I2", "Novi": "I2 C2 A1"}
    )
    for side in Side:
        assert state.view(side).side is side
        assert set(state.view(side).own) == {p for p in state.pieces if p.side is side}


@pytest.mark.parametrize("side", Side)
def test_no_way_leads_from_a_view_to_the_state(side: Side) -> None:
    """T-22.8: whoever holds a view holds nothing that knows more."""
    view = ordinary().view(side)
    held = [getattr(view, name) for name in dir(view) if not name.startswith("__")]
    assert not any(isinstance(value, TriompheState | TriompheGame) for value in held)
