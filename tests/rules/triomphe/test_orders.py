"""Chapter 6 of the digest: actions, their prices and who may take part."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    pieces_at,
    play,
    settle,
    starting,
    texts,
    verbs,
    where,
)


def named(text: str) -> list[str]:
    """Return the pieces that a move names, "A1" and the like."""
    parts = text.split()
    return parts[1].split(",") if len(parts) > 1 and parts[1][0] in "AF" else []


def test_the_actions_of_austria() -> None:
    """T-6.1: everything Austria can do, entry by the pontoon bridge on its own included."""
    state = austrian_turn(
        {
            "Alessandria": "I3",
            "13/21": "A1:due",
            "9/4": "A1",
            "8/14": "I2",
            "5": "C2",
        },
        {"21": "I2", "4": "I1", "14/8": "I1"},
    )
    everything = {"march", "road", "pontoon", "attack", "declare", "complete", "cancel", "assault"}
    assert verbs(state) == everything | {"end"}


def test_organising_is_french_only() -> None:
    """T-6.1: the French organise and have no pontoon bridge."""
    french = french_turn({"9": "~I2", "5": "I3 C2"}, {"20": "I2"})
    assert verbs(french) == {"march", "road", "organise", "end"}
    assert "organise" not in verbs(austrian_turn({"5": "I2"}, {"9": "~I2"}))


def test_entry_by_road_is_a_road_march() -> None:
    """T-6.1: a piece in the box starts it like any other."""
    state = play(austrian_turn({"Alessandria": "I3"}), "road A1")
    assert state.decision is Decision.ROAD_STEP
    assert "cross Alessandria-1" in texts(state)


def test_three_orders_a_turn() -> None:
    """T-6.2: after three marches there is no fourth."""
    state = austrian_turn({"5": "I3", "13": "I2", "6": "I1", "2": "C2"})
    play(state, "march A1 4", "march A2 15", "march A3 3")
    assert state.orders == 0
    assert not starting(state, "march")


@pytest.mark.parametrize("spent", [0, 1, 2])
def test_unspent_orders_are_lost(spent: int) -> None:
    """T-6.2: the next own turn has three again, not more."""
    state = austrian_turn({"5": "I3", "13": "I2"}, {"20": "I2"})
    play(state, *["march A1 4", "march A2 15"][:spent])
    assert state.orders == 3 - spent
    assert end_turn(end_turn(state)).orders == 3


PRICES: list[tuple[dict[str, str], dict[str, str], list[str], int]] = [
    ({"5": "I3 I2"}, {}, ["march A1,A2 4"], 1),
    ({"5/10": "I3"}, {}, ["march A1 5"], 1),
    ({"5": "I3"}, {"10": "I2"}, ["march A1 5/10"], 0),
    ({"2": "I3"}, {}, ["road A1", "cross 2-3", "stop"], 1),
    ({"5": "I3"}, {}, ["road A1", "cross 5-4", "cross 4-9", "stop"], 0),
    ({"5": "I3"}, {}, ["road A1", "cross 5-4", "cross 4-6", "stop"], 1),
    ({"5": "C2"}, {"4": "I2"}, ["road A1", "cross 5-4", "respond none"], 0),
    ({"5": "C2"}, {"10": "I2"}, ["road A1", "cross 5-10", "respond F1", "advance"], 0),
    ({"5": "C2"}, {"9": "I2"}, ["road A1", "cross 5-4", "continue A1 4/9"], 0),
    ({"5": "C2"}, {"6": "I2"}, ["road A1", "cross 5-4", "continue A1 4/6"], 1),
    ({"5": "I3 I2"}, {"10": "C2"}, ["attack A1,A2 5/10", "respond none"], 1),
    ({"5": "I3"}, {"10": "C2"}, ["attack A1 5/10", "respond F1", "advance"], 1),
    ({"8/9": "A1"}, {"9": "I2"}, ["declare A1"], 0),
    ({"8/9": "A1:due"}, {"9": "I2"}, ["complete A1"], 0),
    ({"8/9": "A1:due"}, {"9": "I2"}, ["cancel A1"], 0),
    ({"8/9": "I3"}, {"9/8": "I3 I2"}, ["assault 8/9", "lead F1", "counter F2"], 1),
    ({"Alessandria": "I3"}, {}, ["road A1", "cross Alessandria-1", "stop"], 0),
    ({"Alessandria": "I3"}, {}, ["pontoon A1"], 0),
    ({"5": "I3 C2"}, {"9": "I2"}, ["march A1,A2 4", "continue A2 4/9"], 2),
    ({"5": "C2"}, {"9": "I2"}, ["march A1 4", "continue A1 4/9"], 1),
]


@pytest.mark.parametrize(("austrian", "french", "moves", "price"), PRICES)
def test_prices(
    austrian: dict[str, str], french: dict[str, str], moves: list[str], price: int
) -> None:
    """T-6.3: the table of prices; responses, advances and counter-attacks cost nothing."""
    state = austrian_turn(austrian, french)
    settle(play(state, *moves))
    assert 3 - state.orders == price


def test_price_of_organising() -> None:
    """T-6.3: one order for one piece or for two."""
    one = french_turn({"9": "~I3"}, {"1": "I2"})
    assert play(one, "organise F1").orders == 2
    two = french_turn({"9": "~I3 ~I2", "20": "I3 I2 C2"}, {"1": "I2"})
    assert play(two, "organise F1,F2").orders == 2


def test_what_costs_more_than_is_left_is_illegal() -> None:
    """T-6.4: without orders only defensive marches, main roads and bombardments are left."""
    state = austrian_turn(
        {"5": "I3 I2", "8/14": "I3", "13/21": "A1", "2": "I1"},
        {"10": "I2", "14/8": "I1", "21": "C1"},
        orders=0,
    )
    assert texts(state) == {
        "end",
        "march A1 5/10",
        "march A2 5/10",
        "declare A4",
        "road A1",
        "road A2",
        "road A5",
    }
    assert "cross 5-4" in texts(play(state, "road A1"))


def test_no_organising_without_orders() -> None:
    """T-6.4: neither one piece nor a locality that cannot be finished."""
    assert not starting(french_turn({"9": "~I3"}, orders=0), "organise")
    assert not starting(french_turn({"9": "~I3 ~I2"}, orders=1), "organise")


@pytest.mark.parametrize(("orders", "asked"), [(1, False), (2, True)])
def test_no_split_without_orders(orders: int, asked: bool) -> None:
    """T-6.4: the march takes the last order; the cavalry must stay with the infantry."""
    state = austrian_turn({"5": "I3 C2"}, {"9": "I2"}, orders=orders)
    play(state, "march A1,A2 4")
    assert (state.decision is Decision.CONTINUATION) is asked


def test_the_basic_price_is_paid_on_declaration() -> None:
    """T-6.5: the order is gone before the defender answers, and a failure brings none back."""
    state = austrian_turn({"5": "I3"}, {"10": "C2"})
    play(state, "attack A1 5/10")
    assert (state.decision, state.orders) == (Decision.RESPONSE, 2)
    play(state, "respond F1")
    assert settle(state).orders == 2


def test_the_assault_is_paid_on_declaration() -> None:
    """T-6.5: so is an assault, though the defender names his pieces first."""
    state = play(austrian_turn({"8/9": "I2"}, {"9/8": "I3"}), "assault 8/9")
    assert (state.decision, state.orders) == (Decision.DEFENCE_LEADERS, 2)
    play(state, "lead F1")
    assert settle(state).orders == 2


def test_local_road_is_paid_at_its_first_use() -> None:
    """T-6.5: main road first, then local road twice: one order, paid at the first local one."""
    state = austrian_turn({"5": "I3"})
    paid = []
    for move in ("road A1", "cross 5-4", "cross 4-6", "cross 6-3:c48"):
        play(state, move)
        paid.append(3 - state.orders)
    assert paid == [0, 0, 1, 1]


def test_splitting_is_paid_when_continuation_is_chosen() -> None:
    """T-6.5: one order for the march, the second with the choice."""
    state = play(austrian_turn({"5": "I3 C2"}, {"9": "I2"}), "march A1,A2 4")
    assert (state.decision, state.orders) == (Decision.CONTINUATION, 2)
    assert play(state, "continue A2 4/9").orders == 1


def test_an_action_is_finished_before_the_next_begins() -> None:
    """T-6.6: within a road march nothing but its steps is offered."""
    state = play(austrian_turn({"5": "C2 I2"}, {"20": "I2"}), "road A1", "cross 5-4")
    assert verbs(state) == {"cross", "wait", "stop"}


@pytest.mark.parametrize(
    "moves",
    [
        ["march A1 5/10"],
        ["road A1", "cross 5-4", "stop"],
        ["march A1 4"],
    ],
)
def test_one_action_a_piece(moves: list[str]) -> None:
    """T-6.7: after an action, free or not, the piece is out of all others this turn."""
    state = settle(play(austrian_turn({"5": "C2"}, {"10": "I2"}), *moves))
    assert state.piece("A1").acted
    assert texts(state) == {"end"}


def test_entered_pieces_have_acted() -> None:
    """T-6.7: the pontoon bridge is an action."""
    state = play(austrian_turn({"Alessandria": "I3"}), "pontoon A1")
    assert texts(state) == {"end"}


def test_organised_pieces_may_act() -> None:
    """T-6.8: organised, then marched off."""
    state = play(french_turn({"9": "~I3"}, {"1": "I2"}), "organise F1")
    assert not state.piece("F1").acted
    play(state, "march F1 10")
    assert where(state, "F1") == "10"


def test_pieces_that_acted_may_be_organised() -> None:
    """T-6.8: marched inside the locality, then organised; it has still acted."""
    state = play(french_turn({"9": "~I3"}, {"4": "I2"}), "march F1 9/4", "organise F1")
    assert state.piece("F1").organised
    assert state.piece("F1").acted
    assert texts(state) == {"end"}


def test_attackers_that_stayed_have_acted() -> None:
    """T-6.9: a manoeuvre attack failed; the attackers stood still."""
    state = austrian_turn({"5": "I3"}, {"10": "C2"})
    play(state, "attack A1 5/10", "respond F1", "hold")
    assert where(state, "A1") == "5"
    assert state.piece("A1").acted
    assert texts(state) == {"end"}


def test_losing_assault_pieces_have_acted() -> None:
    """T-6.9: both stay where they are."""
    state = austrian_turn({"8/9": "I3 I2"}, {"9/8": "I3"})
    settle(play(state, "assault 8/9", "lead F1", "send A1,A2 lead A2"))
    assert pieces_at(state, Side.AUSTRIAN, "8/9")["I3"] == 1
    assert texts(state) == {"end"}


@pytest.mark.parametrize(("gun", "move"), [("A1", "declare A1"), ("A1:due", "complete A1")])
def test_bombarding_artillery_has_acted(gun: str, move: str) -> None:
    """T-6.9: declaring and completing both count."""
    state = play(austrian_turn({"8/9": gun}, {"9": "I2"}), move)
    assert state.piece("A1").acted
    assert not starting(state, "march") | starting(state, "declare") | starting(state, "complete")


def test_pieces_left_out_of_an_assault_may_act() -> None:
    """T-6.10: the infantry that was not sent marches back."""
    state = austrian_turn({"8/9": "I3 I2"}, {"9/8": "I3"})
    settle(play(state, "assault 8/9", "lead F1", "send A1 lead A1"))
    assert state.piece("A1").acted
    assert not state.piece("A2").acted
    assert "march A2 8" in texts(state)


def test_responding_does_not_limit_the_next_turn() -> None:
    """T-6.11: the piece that responded acts in its own turn."""
    state = austrian_turn({"5": "I3"}, {"10": "I2"})
    settle(play(state, "attack A1 5/10", "respond F1"))
    play(state, "end")
    assert not state.piece("F1").acted
    assert {"march F1 10", "attack F1 10/5"} <= texts(state)


def test_retreating_does_not_limit_the_next_turn() -> None:
    """T-6.11: nor does a retreat."""
    state = austrian_turn({"5/10": "I3"}, {"10": "C2"})
    play(state, "attack A1 5/10", "retreat F1 20", "end")
    assert {"march F1 33", "road F1"} <= texts(state)


def test_defending_does_not_limit_the_next_turn() -> None:
    """T-6.11: nor do leading the defence and counter-attacking."""
    state = austrian_turn({"8/9": "I2", "8": "I2"}, {"9/8": "I3 I3"})
    settle(play(state, "assault 8/9", "lead F1", "counter F2"))
    play(state, "end")
    assert "march F1,F2 9" in texts(state)


def test_clean_up_is_no_action() -> None:
    """T-6.12: moved to reserve at the start of the turn, the piece marches on."""
    state = play(austrian_turn({"1": "I2"}, {"9/4": "I3"}), "end")
    assert where(state, "F1") == "9"
    assert not state.piece("F1").acted
    assert where(play(state, "march F1 4"), "F1") == "4"


def test_cancelling_is_no_action() -> None:
    """T-6.13: the artillery marches after the cancellation, or declares anew."""
    state = play(austrian_turn({"8/9": "A1:due"}, {"9": "I2"}), "cancel A1")
    assert not state.piece("A1").acted
    assert {"march A1 8", "declare A1"} <= texts(state)


def test_at_most_three_pieces_in_an_action() -> None:
    """T-6.14: of four pieces any three may march or attack, by road one."""
    state = austrian_turn({"5": "I3 I2 C2 A1"}, {"10": "I2"})
    sizes = {
        verb: {len(named(text)) for text in starting(state, verb)}
        for verb in ("march", "attack", "road")
    }
    assert sizes == {"march": {1, 2, 3}, "attack": {1, 2, 3}, "road": {1}}


def test_at_most_three_pieces_in_an_assault() -> None:
    """T-6.14: of four pieces in the approach one to three are sent."""
    state = play(austrian_turn({"8/9": "I3 I2 C2 C1"}, {"9/8": "I2"}), "assault 8/9", "lead F1")
    assert {len(named(text)) for text in texts(state)} == {1, 2, 3}


def test_at_most_two_pieces_are_organised_by_an_action() -> None:
    """T-6.14: with three pieces organised already."""
    state = french_turn({"9": "~I3 ~I2 ~C2", "20": "I3 I2 C2"}, {"1": "I2"})
    assert {len(named(text)) for text in starting(state, "organise")} == {1, 2}


def test_any_mixture_of_types() -> None:
    """T-6.15: infantry, cavalry and artillery march and attack together."""
    state = austrian_turn({"5": "I3 C2 A1"}, {"10": "I2"})
    assert {"march A1,A2,A3 4", "march A1,A2,A3 5/10", "attack A1,A2,A3 5/10"} <= texts(state)


def test_any_number_of_free_actions() -> None:
    """T-6.16: six free actions with no order left, one for each piece."""
    state: TriompheState = austrian_turn(
        {"5": "I3", "13": "I2", "9": "C2", "7": "I1", "21": "A1", "46": "C1"},
        {"10": "I2", "15": "I2", "14": "I2"},
        orders=0,
    )
    play(state, "march A1 5/10", "march A2 13/15", "march A3 9/14", "march A5 21/15")
    settle(play(state, "road A4", "cross 7-12:c29", "stop"))
    settle(play(state, "road A6", "cross 46-57:c45", "stop"))
    assert all(state.piece(f"A{n}").acted for n in range(1, 7))
    assert state.orders == 0
