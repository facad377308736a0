"""Chapter 9, manoeuvre attack: what may be attacked and by whom, declaration and response.

Two borders serve throughout. 17 and 29 share a narrow one; whoever defends 29 retreats to 24.
4 and 5 share a wide one; Austrians who defend 5 retreat to 1.
"""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, settle, starting, texts, where
from tests.knowledge import blocks
from tests.rules.triomphe.steps import places
from tests.toys import toy_game


def attacks(state: TriompheState) -> set[str]:
    return starting(state, "attack")


def narrow(french: str = "I2", austrian: str = "I2", *, orders: int = 3) -> TriompheState:
    """Return a French turn with these pieces in reserve of 17 and of 29."""
    return french_turn({"17": french}, {"29": austrian}, orders=orders)


@pytest.mark.parametrize(
    ("defence", "possible"),
    [
        ({"29": "I2"}, True),
        ({"29/24": "I2"}, True),
        ({"29/17": "I2"}, False),
        ({"29/17": "C1", "29": "I2"}, False),
    ],
)
def test_one_piece_closes_a_narrow_approach(defence: dict[str, str], possible: bool) -> None:
    """T-9.1, T-9.2."""
    state = french_turn({"17": "I2", "24": "C2"}, defence)
    assert ("attack F1 17/29" in texts(state)) == possible


@pytest.mark.parametrize(
    ("defence", "possible"),
    [
        ({"5": "I2 C2"}, True),
        ({"5/4": "I2", "5": "C2"}, True),
        ({"5/4": "I2 C2"}, False),
        ({"5/4": "I2 C2 A1"}, False),
    ],
)
def test_two_pieces_close_a_wide_approach(defence: dict[str, str], possible: bool) -> None:
    """T-9.1, T-9.2: a wide approach with one piece is only partially blocked."""
    state = french_turn({"4": "I2"}, defence)
    assert ("attack F1 4/5" in texts(state)) == possible


def test_only_an_adjacent_enemy_occupied_locality_is_attacked() -> None:
    """T-9.1: 35 is Austrian but not next to 17, 12 is next to 17 but empty."""
    state = french_turn({"17": "I2"}, {"35": "I2", "29": "C2"})
    assert attacks(state) == {"attack F1 17/29"}


def test_an_attack_of_its_own_is_made_by_one_to_three_pieces() -> None:
    """T-9.3."""
    sizes = {text.count("F") for text in attacks(narrow("I3 I2 C2 C1"))}
    assert sizes == {1, 2, 3}


def test_an_attack_of_its_own_costs_an_order() -> None:
    """T-9.3."""
    assert play(narrow(), "attack F1 17/29", "respond none").orders == 2
    assert attacks(narrow(orders=0)) == set()


def test_cavalry_attacks_during_its_road_march() -> None:
    """T-9.3: by main road the attack costs nothing."""
    state = french_turn({"9": "C2"}, {"4": "C2"}, orders=0)
    assert attacks(state) == set()
    state = play(state, "road F1", "cross 9-4")
    assert state.decision == Decision.RESPONSE
    assert state.orders == 0


def test_all_attackers_start_from_one_position() -> None:
    """T-9.4."""
    state = french_turn({"17": "I3", "17/29": "I2 C2"}, {"29": "I2"})
    assert attacks(state) == {
        "attack F1 17/29",
        "attack F2 17/29",
        "attack F3 17/29",
        "attack F2,F3 17/29",
    }


def test_reserve_attacks_any_neighbour_and_an_approach_only_its_opposite() -> None:
    """T-9.5."""
    state = french_turn({"17": "I3", "17/29": "I2"}, {"29": "C2", "12": "I2"})
    assert attacks(state) == {"attack F1 17/29", "attack F1 17/12", "attack F2 17/29"}


@pytest.mark.parametrize("face", ["I1", "I2", "I3", "C1", "C2", "A1"])
def test_every_type_and_strength_attacks(face: str) -> None:
    """T-9.6."""
    assert attacks(narrow(face)) == {"attack F1 17/29"}


@pytest.mark.parametrize("face", ["I2!", "C2!"])
def test_pieces_that_have_acted_do_not_attack(face: str) -> None:
    """T-9.6."""
    assert attacks(narrow(f"{face} I3")) == {"attack F2 17/29"}


@pytest.mark.parametrize("face", ["~I2", "~C2"])
def test_disorganised_pieces_do_not_attack(face: str) -> None:
    """T-9.6."""
    assert attacks(narrow(f"{face} ~I3")) == set()


@pytest.mark.parametrize(
    ("pieces", "attackers", "possible"),
    [
        ("C2", "F1", False),
        ("A1", "F1", False),
        ("C2 A1", "F1,F2", False),
        ("I1", "F1", True),
        ("I1 C2", "F1,F2", True),
        ("C2 A1 I2", "F1,F2,F3", True),
    ],
)
def test_an_obstacle_needs_infantry(pieces: str, attackers: str, possible: bool) -> None:
    """T-9.7: Marengo (14) has obstacles on all its sides."""
    state = french_turn({"9": pieces}, {"14": "I2"})
    assert (f"attack {attackers} 9/14" in texts(state)) == possible


def test_an_obstacle_in_the_attack_approach_is_ignored() -> None:
    """T-9.7."""
    state = french_turn({"14": "C2"}, {"9": "I2"})
    assert attacks(state) == {"attack F1 14/9"}


@pytest.mark.parametrize(("impassable", "possible"), [(True, False), (False, True)])
def test_an_impassable_border_is_not_attacked_across(impassable: bool, possible: bool) -> None:
    """T-9.8."""
    toy = toy_game(
        localities={1: {"capacity": 6}, 2: {"capacity": 6}, 3: {"capacity": 6}},
        borders=[{"a": 1, "b": 2, "impassable": impassable}, {"a": 2, "b": 3}],
    )
    state = toy.position(turn=Side.FRENCH, french={"1": "I2"}, austrian={"2": "I2"})
    assert ("attack F1 1/2" in texts(state)) == possible


@pytest.mark.parametrize("border", ["17/29", "29/17"])
def test_a_lost_assault_bars_its_border_and_no_other(border: str) -> None:
    """T-9.8."""
    state = french_turn({"17": "I3", "17/29": "I2"}, {"29": "C2", "12": "I2"}, barred=[border])
    assert attacks(state) == {"attack F1 17/12"}


def test_a_protected_entry_locality_is_not_attacked() -> None:
    """T-9.9: Austrian pieces waiting in the box protect locality 1."""
    french = {"5": "I2"}
    waiting = french_turn(french, {"1": "I2", "Alessandria": "C2"})
    assert attacks(waiting) == set()
    entered = french_turn(french, {"1": "I2"})
    assert attacks(entered) == {"attack F1 5/1a", "attack F1 5/1b"}


def test_the_attackers_must_fit_into_the_defence_locality() -> None:
    """T-9.10: two places, although an enemy piece stands there now."""
    toy = toy_game(
        localities={1: {"capacity": 6}, 2: {"capacity": 2}, 3: {"capacity": 6}},
        borders=[{"a": 1, "b": 2}, {"a": 2, "b": 3}],
    )
    state = toy.position(turn=Side.FRENCH, french={"1": "I3 I2 C2"}, austrian={"2": "I2"})
    assert "attack F1,F2 1/2" in texts(state)
    assert "attack F1,F2,F3 1/2" not in texts(state)


def test_a_border_may_be_attacked_across_again_by_other_pieces() -> None:
    """T-9.11."""
    state = french_turn({"4": "I3 I2"}, {"5/4": "I2"})
    state = play(state, "attack F1 4/5", "hold")
    assert where(state, "F1") == "4"
    assert attacks(state) == {"attack F2 4/5"}


def test_the_declaration_shows_number_and_place_but_no_face() -> None:
    """T-9.12: the defender answers before he knows who attacks."""
    state = play(narrow("I3 C2 I2"), "attack F1,F2 17/29")
    assert state.decision == Decision.RESPONSE
    assert state.to_move == Side.AUSTRIAN
    shown = blocks(state, Side.AUSTRIAN, "17")
    assert len(shown) == 3
    assert all(len(faces) > 1 for faces in shown)


def test_the_response_comes_from_reserve_into_the_defence_approach() -> None:
    """T-9.13: the piece in another approach stays there."""
    state = french_turn({"17": "I3 I2", "35": "C2"}, {"29": "I2", "29/35": "C2"})
    state = play(state, "attack F1,F2 17/29")
    assert texts(state) == {"respond none", "respond A1"}
    state = play(state, "respond A1")
    assert places(state, "A1", "A2") == ("29/17", "29/35")


@pytest.mark.parametrize(
    ("attackers", "responses"),
    [
        ("F1", {"none", "A1", "A2", "A3"}),
        ("F1,F2", {"none", "A1", "A2", "A3", "A1,A2", "A1,A3", "A2,A3"}),
    ],
)
def test_as_many_respond_as_attack_at_most(attackers: str, responses: set[str]) -> None:
    """T-9.14: any types, none to the number of attackers."""
    state = play(narrow("I3 I2", "I2 C2 A1"), f"attack {attackers} 17/29")
    assert texts(state) == {f"respond {pieces}" for pieces in responses}


def test_disorganised_pieces_respond() -> None:
    """T-9.14."""
    state = austrian_turn({"4": "I3"}, {"5": "~I2"})
    state = play(state, "attack A1 4/5")
    assert texts(state) == {"respond none", "respond F1"}
    assert where(play(state, "respond F1"), "F1") == "5/4"


def test_a_response_may_be_too_weak_to_help() -> None:
    """T-9.15: one piece cannot close a wide approach to two attackers, yet may respond."""
    state = french_turn({"4": "I3 I2"}, {"5": "C2"})
    state = play(state, "attack F1,F2 4/5")
    assert "respond A1" in texts(state)


def test_a_response_may_be_more_than_needed() -> None:
    """T-9.15: two pieces into an approach that one would close."""
    state = play(narrow("I3 I2", "I2 C2"), "attack F1,F2 17/29", "respond A1,A2")
    assert places(state, "A1", "A2") == ("29/17", "29/17")


@pytest.mark.parametrize(("answer", "ends"), [("respond A2", "4"), ("respond none", "5")])
def test_pieces_already_there_count_with_the_response(answer: str, ends: str) -> None:
    """T-9.16: one stands there and one comes; together they close the wide approach."""
    state = french_turn({"4": "I3 I2"}, {"5/4": "I3", "5": "C2"})
    state = settle(play(state, "attack F1,F2 4/5", answer))
    assert places(state, "F1", "F2") == (ends, ends)
    assert places(state, "A1", "A2") == (("5/4", "5/4") if ends == "4" else ("1", "1"))


def test_an_attack_from_an_approach_leaves_no_response() -> None:
    """T-9.17: but an attack from the reserve behind it does."""
    state = french_turn({"17/29": "I3", "17": "I2"}, {"29": "C2"})
    assert play(state.copy(), "attack F2 17/29").decision == Decision.RESPONSE
    assert places(play(state.copy(), "attack F1 17/29"), "F1", "A1") == ("29", "24")


def test_responding_is_no_action() -> None:
    """T-9.18: it costs nothing, and the piece may act in its own next turn."""
    state = play(narrow("I3 C2", "I2 C2"), "attack F1 17/29", "respond A1")
    assert state.orders == 2
    assert not state.piece("A1").acted
    state = play(state, "hold", "end")
    assert "march A1 29" in texts(state)


def test_responding_pieces_stay_hidden() -> None:
    """T-9.18."""
    state = play(narrow("I3 C2", "I2 C2"), "attack F1 17/29", "respond A1", "hold")
    (faces,) = blocks(state, Side.FRENCH, "29/17")
    assert len(faces) > 1


@pytest.mark.parametrize(
    ("hour", "ends", "decision"),
    [(6, "5", Decision.ACTION), (7, "4", Decision.RESPONSE)],
)
def test_the_french_do_not_respond_at_six(hour: int, ends: str, decision: Decision) -> None:
    """T-9.19."""
    state = austrian_turn({"4": "I3"}, {"5": "C2"}, hour=hour)
    state = play(state, "attack A1 4/5")
    assert state.decision == decision
    assert where(state, "A1") == ends
