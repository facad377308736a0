"""Chapter 14, French disorganisation: the action that ends it."""

import pytest

from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, settle, starting, texts
from tests.rules.triomphe.steps import cross

THREE_ORGANISED = {"42": "I3 I2 I1"}
"""Far from everything; they are F1, F2 and F3."""


def organised(state: TriompheState, *names: str) -> list[bool]:
    return [state.piece(name).organised for name in names]


def organises(state: TriompheState) -> set[str]:
    return starting(state, "organise")


def test_organising_costs_an_order() -> None:
    """T-14.11: the French player chooses the piece."""
    state = french_turn({"8": "~I3", "9": "~I2"}, orders=2)
    assert organises(state) == {"organise F1", "organise F2"}
    play(state, "organise F2")
    assert organised(state, "F1", "F2") == [False, True]
    assert state.orders == 1


def test_without_orders_nobody_is_organised() -> None:
    """T-14.11."""
    assert organises(french_turn({"8": "~I3"}, orders=0)) == set()


def test_only_disorganised_french_pieces_in_the_french_turn() -> None:
    """T-14.11."""
    assert organises(french_turn({"8": "I3", "9": "~I2"})) == {"organise F2"}
    assert organises(austrian_turn({"4": "I2"}, {"9": "~I2"})) == set()


@pytest.mark.parametrize(
    ("others", "hour", "pair"),
    [
        ({}, 9, False),
        ({"42": "I3 I2"}, 9, False),
        ({"42": "I3 I2 I1"}, 9, True),
        ({"42": "I3 I2", "33/40": "C2"}, 9, True),
        # Pieces in boxes do not count, whether they could have entered or not.
        ({"42": "I3 I2", "Tortona": "I1"}, 9, False),
        ({"42": "I3 I2", "Tortona": "I1"}, 12, False),
        # Neither do disorganised pieces.
        ({"42": "I3 I2", "33": "~I1"}, 9, False),
    ],
)
def test_two_at_once_from_the_third_organised_piece_on(
    others: dict[str, str], hour: int, pair: bool
) -> None:
    """T-14.12: one piece is legal in any case."""
    state = french_turn({"8": "~I3 ~I2"} | others, hour=hour)
    assert ("organise F1,F2" in texts(state)) == pair
    assert "organise F1" in texts(state)


def test_reinforcements_on_the_map_count() -> None:
    """T-14.12."""
    state = french_turn({"8": "~I3 ~I2", "42": "I3 I2", "Tortona": "I1"}, hour=11)
    settle(cross(play(state, "road F5"), "Tortona-85"))
    assert "organise F1,F2" in texts(state)


def test_destroyed_pieces_do_not_count() -> None:
    """T-14.12: F1 perishes in a lost assault and leaves two organised pieces."""
    state = french_turn({"17/29": "I2", "42": "I3 I1", "8": "~I3 ~I2"}, {"29/17": "I3"})
    assert "organise F4,F5" in texts(state)
    settle(play(state, "assault 17/29", "lead A1"))
    assert state.piece("F1").strength == 0
    assert organises(state) == {"organise F4", "organise F5"}


def test_the_pieces_of_the_action_itself_do_not_count() -> None:
    """T-14.12: the first action makes three organised pieces, and the next takes two."""
    state = french_turn({"42": "I3 I2", "8": "~I3 ~I2 ~C2"})
    assert organises(state) == {"organise F3", "organise F4", "organise F5"}
    play(state, "organise F3")
    assert "organise F4,F5" in texts(state)


def test_never_three_at_once() -> None:
    """T-14.12."""
    state = french_turn(THREE_ORGANISED | {"8": "~I3 ~I2 ~C2"})
    assert max(text.count("F") for text in organises(state)) == 2


@pytest.mark.parametrize("pieces", [{"8": "~I3 ~I2"}, {"8": "~I3", "9": "~I2"}])
def test_two_pieces_of_one_or_of_two_localities(pieces: dict[str, str]) -> None:
    """T-14.13."""
    state = play(french_turn(THREE_ORGANISED | pieces), "organise F4,F5")
    assert organised(state, "F4", "F5") == [True, True]
    assert state.orders == 2


@pytest.mark.parametrize("pieces", [{"9": "~I3 ~I2"}, {"9": "~I3", "9/4": "~I2"}])
def test_all_of_a_locality_or_none(pieces: dict[str, str]) -> None:
    """T-14.14: once begun, in whatever position, it is finished before anything else."""
    state = french_turn(pieces | {"20": "I1"}, {"4": "I2"})
    play(state, "organise F1")
    assert texts(state) == {"organise F2"}
    play(state, "organise F2")
    assert {"end", "march F3 10"} <= texts(state)


def test_not_begun_what_cannot_be_finished() -> None:
    """T-14.14: one order for two pieces; the single piece of 9 may be organised."""
    state = french_turn({"8": "~I3 ~I2", "9": "~I1"}, orders=1)
    assert organises(state) == {"organise F3"}


def test_every_action_goes_on_with_a_begun_locality() -> None:
    """T-14.15: alone, with its like, or with a piece of another locality."""
    state = french_turn(THREE_ORGANISED | {"8": "~I3 ~I2 ~C2", "9": "~I1"})
    play(state, "organise F4")
    assert texts(state) == {
        "organise F5",
        "organise F6",
        "organise F5,F6",
        "organise F5,F7",
        "organise F6,F7",
    }


@pytest.mark.parametrize(("orders", "possible"), [(1, False), (2, True)])
def test_the_second_piece_may_begin_another_locality(orders: int, possible: bool) -> None:
    """T-14.15: if an order is left for the rest of it."""
    state = french_turn(THREE_ORGANISED | {"8": "~I3", "9": "~I2 ~C2"}, orders=orders)
    assert ("organise F4,F5" in texts(state)) == possible
    if possible:
        assert texts(play(state, "organise F4,F5")) == {"organise F6"}


def test_begun_localities_share_the_orders_left() -> None:
    """T-14.15, T-21.32: two orders for three pieces in each of two localities."""
    pieces = THREE_ORGANISED | {"8": "~I3 ~I2 ~C2", "9": "~I3 ~I2 ~C2"}
    moves = organises(french_turn(pieces, orders=2))
    assert {"organise F4", "organise F4,F5", "organise F7,F9"} <= moves
    for first in ("F4", "F5", "F6"):
        for second in ("F7", "F8", "F9"):
            assert f"organise {first},{second}" not in moves


ORDERS_NEEDED = {
    0: (1, 2, 3, 4, 4, 5),
    1: (1, 2, 3, 3, 4, 4),
    2: (1, 2, 2, 3, 3, 4),
    3: (1, 1, 2, 2, 3, 3),
    4: (1, 1, 2, 2, 3, 3),
}
"""For each number of organised pieces the orders for one to six disorganised ones together."""

TABLE = [
    (already, number + 1, needed)
    for already, row in ORDERS_NEEDED.items()
    for number, needed in enumerate(row)
]


def to_organise(already: int, number: int, orders: int) -> TriompheState:
    pieces = {"42": " ".join(["I2"] * already), "8": " ".join(["~I2"] * number)}
    return french_turn({place: there for place, there in pieces.items() if there}, orders=orders)


@pytest.mark.parametrize("orders", [1, 2, 3])
@pytest.mark.parametrize(("already", "number", "needed"), TABLE)
def test_a_locality_is_begun_only_with_enough_orders(
    already: int, number: int, needed: int, orders: int
) -> None:
    """T-21.32, T-14.15."""
    assert bool(organises(to_organise(already, number, orders))) == (orders >= needed)


@pytest.mark.parametrize(("already", "number", "needed"), [row for row in TABLE if row[-1] <= 3])
def test_the_orders_of_the_table_suffice_exactly(already: int, number: int, needed: int) -> None:
    """T-21.32, T-14.12: two at a time wherever that is legal."""
    state = to_organise(already, number, needed)
    while organises(state):
        play(state, max(organises(state), key=lambda text: text.count("F")))
    assert all(piece.organised for piece in state.pieces)
    assert state.orders == 0
    assert "end" in texts(state)
