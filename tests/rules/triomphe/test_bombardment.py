"""Chapter 10: bombardment.

17 and 29 share a narrow border without artillery penalties; Austrians in 29 retreat to 24 when
attacked from 17.
"""

from collections import Counter

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
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
    where,
)
from tests.knowledge import blocks
from tests.rules.triomphe.steps import places
from tests.toys import toy_game


def lost_discs(state: TriompheState) -> int:
    """Return how many of Austria's six discs have gone."""
    return 6 - int(state.level(Side.AUSTRIAN))


def face_up(state: TriompheState, by: Side, place: str) -> list[bool]:
    """Return for each enemy block at a place whether it lies face-up before that side."""
    return [block.face_up for block in state.view(by).enemy if str(block.place) == place]


def to_the_next_french_turn(state: TriompheState) -> TriompheState:
    """End this turn and let Austria do nothing."""
    return end_turn(end_turn(state))


@pytest.mark.parametrize(
    ("french", "possible"),
    [
        ({"17/29": "A1"}, True),
        ({"17/29": "I3"}, False),
        ({"17/29": "C2"}, False),
        ({"17": "A1"}, False),
        ({"17/24": "A1"}, False),
        ({"17/12": "A1"}, False),
    ],
)
def test_only_artillery_in_an_approach_bombards(french: dict[str, str], possible: bool) -> None:
    """T-10.1: and only the locality opposite; here 29 alone is Austrian."""
    state = french_turn(french, {"29": "I2"})
    assert ("declare F1" in texts(state)) == possible


def test_only_the_opposite_locality_is_hit() -> None:
    """T-10.1: the Austrians in 12 are next to 17 as well, but not opposite."""
    state = french_turn({"17/29": "A1:due"}, {"12": "I2", "29": "I3"})
    play(state, "complete F1")
    assert [state.piece(name).strength for name in ("A1", "A2")] == [2, 2]


def test_a_bombardment_takes_two_turns_and_no_order() -> None:
    """T-10.2."""
    state = french_turn({"17/29": "A1"}, {"29": "I2"}, orders=0)
    play(state, "declare F1")
    assert state.piece("F1").bombardment == "declared"
    assert starting(state, "complete") == set()
    to_the_next_french_turn(state)
    assert state.piece("F1").bombardment == "due"
    before = state.orders
    play(state, "complete F1")
    assert (state.orders, state.piece("A1").strength) == (before, 1)


def test_completing_needs_no_order() -> None:
    """T-10.2."""
    state = french_turn({"17/29": "A1:due"}, {"29": "I2"}, orders=0)
    assert "complete F1" in texts(state)


def test_artillery_does_not_march_and_declare_in_one_turn() -> None:
    """T-10.3."""
    state = french_turn({"17": "A1"}, {"29": "I2"})
    play(state, "march F1 17/29")
    assert starting(state, "declare") == set()
    to_the_next_french_turn(state)
    assert starting(state, "declare") == {"declare F1"}


def test_artillery_does_not_complete_and_declare_in_one_turn() -> None:
    """T-10.3: nor do anything else in the turn of declaring or completing."""
    state = play(french_turn({"17/29": "A1:due"}, {"29": "I3"}), "complete F1")
    assert texts(state) == {"end"}
    to_the_next_french_turn(state)
    assert texts(play(state, "declare F1")) - {"cancel F1"} == {"end"}


@pytest.mark.parametrize("defence", ["16", "16/17", "16/23"])
def test_an_artillery_penalty_forbids_it(defence: str) -> None:
    """T-10.4: 16/17 has the symbol; it matters not where in 16 the target stands."""
    state = french_turn({"17/16": "A1", "23": "I2"}, {defence: "I2"})
    assert starting(state, "declare") == set()


@pytest.mark.parametrize(("symbol", "possible"), [("a_artillery", True), ("b_artillery", False)])
def test_only_the_penalty_in_the_opposite_approach_counts(symbol: str, possible: bool) -> None:
    """T-10.4."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, symbol: 1}])
    declaring = french_turn({"1/2": "A1"}, {"2": "I2"}, on=toy)
    assert ("declare F1" in texts(declaring)) == possible


@pytest.mark.parametrize(
    ("austrian", "possible"),
    [({"29": "I2"}, True), ({"29/17": "I2"}, True), ({"29/24": "I2"}, True), ({"12": "I2"}, False)],
)
def test_declaring_needs_an_enemy_anywhere_in_the_locality(
    austrian: dict[str, str], possible: bool
) -> None:
    """T-10.5."""
    state = french_turn({"17/29": "A1", "24": "I2"}, austrian)
    assert ("declare F1" in texts(state)) == possible


@pytest.mark.parametrize(
    ("artillery", "move", "possible"),
    [
        ("A1", "declare F1", True),
        ("~A1", "declare F1", False),
        ("A1:due", "complete F1", True),
        ("~A1:due", "complete F1", False),
    ],
)
def test_disorganised_artillery_does_not_bombard(artillery: str, move: str, possible: bool) -> None:
    """T-10.6."""
    state = french_turn({"17/29": artillery}, {"29": "I2"})
    assert (move in texts(state)) == possible


@pytest.mark.parametrize(
    ("barred", "possible"), [(["17/29"], False), (["29/17"], False), (["17/12"], True)]
)
@pytest.mark.parametrize(("artillery", "move"), [("A1", "declare F1"), ("A1:due", "complete F1")])
def test_a_lost_assault_bars_bombardment_too(
    artillery: str, move: str, barred: list[str], possible: bool
) -> None:
    """T-10.7."""
    state = french_turn({"17/29": artillery}, {"29": "I2"}, barred=barred)
    assert (move in texts(state)) == possible


def test_a_protected_entry_locality_is_bombarded() -> None:
    """T-10.8: although it may not be attacked otherwise."""
    state = french_turn({"5/1a": "A1 I2"}, {"1": "I2", "Alessandria": "C2"})
    assert starting(state, "attack") == set()
    play(to_the_next_french_turn(play(state, "declare F1")), "complete F1")
    assert state.piece("A1").strength == 1


def test_declaring_turns_the_artillery_face_up() -> None:
    """T-10.9: and so it stays through the opponent's turn."""
    state = french_turn({"17/29": "A1", "17": "I2"}, {"29": "I2"})
    assert face_up(state, Side.AUSTRIAN, "17/29") == [False]
    play(state, "declare F1")
    assert face_up(state, Side.AUSTRIAN, "17/29") == [True]
    assert blocks(state, Side.AUSTRIAN, "17/29") == [{"A1"}]
    end_turn(state)
    assert state.turn == Side.AUSTRIAN
    assert face_up(state, Side.AUSTRIAN, "17/29") == [True]


def test_completing_before_and_after_other_actions() -> None:
    """T-10.10: at any moment of the action phase of the turn after."""
    state = french_turn({"17/29": "A1:due", "12": "I2"}, {"29": "I3"})
    assert "complete F1" in texts(state)
    play(state, "march F2 17", "complete F1")
    assert state.piece("A1").strength == 2


def test_a_declaration_not_completed_lapses() -> None:
    """T-10.10, T-10.11: it is the turn directly following or none."""
    state = french_turn({"17/29": "A1:due", "17": "I2"}, {"29": "I2"})
    end_turn(state)
    assert state.piece("F1").bombardment == "none"
    assert face_up(state, Side.AUSTRIAN, "17/29") == [False]
    end_turn(state)
    assert starting(state, "complete") == set()
    assert "declare F1" in texts(state)


def test_cancelling_is_free_and_no_action() -> None:
    """T-10.12: the piece is hidden again and may declare anew or march."""
    state = french_turn({"17/29": "A1:due", "17": "I2"}, {"29": "I2"})
    play(state, "cancel F1")
    assert state.orders == 3
    assert state.piece("F1").bombardment == "none"
    assert not state.piece("F1").acted
    assert face_up(state, Side.AUSTRIAN, "17/29") == [False]
    assert {"declare F1", "march F1 17", "attack F1 17/29"} <= texts(state)
    assert "complete F1" not in texts(state)


def test_marching_away_cancels() -> None:
    """T-10.13, T-10.20."""
    state = play(french_turn({"17/29": "A1:due", "17": "I2"}, {"29": "I2"}), "march F1 17")
    assert state.piece("F1").bombardment == "none"
    assert face_up(state, Side.AUSTRIAN, "17") == [False, False]


def test_the_clean_up_cancels() -> None:
    """T-10.13: the Austrians have left 29, so the artillery goes back to reserve."""
    state = french_turn({"17/29": "A1", "17": "I2"}, {"29": "I2"})
    play(state, "declare F1")
    end_turn(play(end_turn(state), "march A1 35"))
    assert (where(state, "F1"), state.piece("F1").bombardment) == ("17", "none")
    assert starting(state, "complete") == set()


def test_one_piece_is_reduced_by_one_for_one_disc() -> None:
    """T-10.14, T-10.17."""
    state = play(french_turn({"17/29": "A1:due"}, {"29": "I3 C2"}), "complete F1", "target A2")
    assert [state.piece(name).strength for name in ("A1", "A2")] == [3, 1]
    assert lost_discs(state) == 1


def test_a_piece_of_strength_one_is_destroyed_for_one_disc() -> None:
    """T-10.14, T-10.17."""
    state = play(french_turn({"17/29": "A1:due"}, {"29": "C1"}), "complete F1")
    assert (where(state, "A1"), lost_discs(state)) == ("", 1)


@pytest.mark.parametrize(
    ("defence", "targets"),
    [
        # (a) One opposite, two in reserve: the first, without a question.
        ({"29/17": "I3", "29": "I2 C2"}, {"A1"}),
        # (b) None opposite, two in reserve, one in another approach: one of the two.
        ({"29": "I2 C2", "29/24": "I3"}, {"A1", "A2"}),
        # (c) Only in two other approaches: any of them.
        ({"29/24": "I3", "29/35": "I2 C2"}, {"A1", "A2", "A3"}),
        # Several opposite: one of them.
        ({"29/17": "I3 I2", "29": "C2"}, {"A1", "A2"}),
    ],
)
def test_the_defender_chooses_the_target(defence: dict[str, str], targets: set[str]) -> None:
    """T-10.15, T-21.37."""
    state = french_turn({"17/29": "A1:due", "24": "I2", "35": "I3"}, defence)
    strengths = {piece.name: piece.strength for piece in state.pieces}
    play(state, "complete F1")
    if len(targets) > 1:
        assert (state.decision, state.to_move) == (Decision.TARGET, Side.AUSTRIAN)
        assert texts(state) == {f"target {name}" for name in targets}
        play(state, f"target {min(targets)}")
    hit = {piece.name for piece in state.pieces if piece.strength < strengths[piece.name]}
    assert hit == {min(targets)}


def test_completing_against_an_empty_locality_does_nothing() -> None:
    """T-10.16: 29 was taken before the artillery fired, which has acted all the same."""
    state = french_turn({"17/29": "A1:due", "17": "I3"}, {"29": "C2"})
    settle(play(state, "attack F2 17/29", "respond none"))
    assert where(state, "F2") == "29"
    play(state, "complete F1")
    assert lost_discs(state) == 0
    assert state.piece("F1").acted


def test_after_completing_the_artillery_lies_open_until_the_end_of_the_turn() -> None:
    """T-10.18."""
    state = play(french_turn({"17/29": "A1:due", "17": "I2"}, {"29": "I3"}), "complete F1")
    assert face_up(state, Side.AUSTRIAN, "17/29") == [True]
    end_turn(state)
    assert face_up(state, Side.AUSTRIAN, "17/29") == [False]


def assaulted(artillery: str, *moves: str) -> TriompheState:
    """Return Austria's assault on 17/29 after these French moves, when infantry 2 leads there."""
    state = french_turn({"17/29": f"I2 {artillery}"}, {"29/17": "I3", "29": "C2"})
    end_turn(play(state, *moves))
    return play(state, "assault 29/17")


@pytest.mark.parametrize(
    ("artillery", "moves", "fires"),
    [("A1", (), True), ("A1", ("declare F2",), False), ("A1:due", ("complete F2",), False)],
)
def test_bombarding_artillery_does_not_fire_defensively(
    artillery: str, moves: tuple[str, ...], fires: bool
) -> None:
    """T-10.19."""
    state = play(assaulted(artillery, *moves), "lead F1")
    assert (state.decision == Decision.FIRE) == fires


@pytest.mark.parametrize(
    ("artillery", "moves"), [("A1", ("declare F2",)), ("A1:due", ("complete F2",))]
)
def test_bombarding_artillery_is_an_assault_piece_of_the_defence(
    artillery: str, moves: tuple[str, ...]
) -> None:
    """T-10.19: it may lead the defence."""
    assert "lead F2" in texts(assaulted(artillery, *moves))


def test_silence_ends_with_the_next_own_turn() -> None:
    """T-10.19: only the owner's last turn counts."""
    state = french_turn({"17/29": "I2 A1"}, {"29/17": "I3", "29": "C2"})
    end_turn(to_the_next_french_turn(play(state, "declare F2")))
    assert play(state, "assault 29/17", "lead F1").decision == Decision.FIRE


def test_attacking_cancels() -> None:
    """T-10.20: the artillery is hidden before the attack is declared."""
    state = french_turn({"17/29": "A1:due I2"}, {"29": "I2"})
    settle(play(state, "attack F1,F2 17/29"))
    assert places(state, "F1", "F2") == ("29", "29")
    assert state.piece("F1").bombardment == "none"
    assert face_up(state, Side.AUSTRIAN, "29") == [False, False]


def test_defending_does_not_cancel() -> None:
    """T-10.20: infantry 3 leads the defence beside the artillery and wins."""
    state = french_turn({"17/29": "I3 A1"}, {"29/17": "I2", "29": "C2"})
    end_turn(play(state, "declare F2"))
    settle(play(state, "assault 29/17", "lead F1"))
    assert pieces_at(state, Side.FRENCH, "17/29") == Counter(["I2", "A1"])
    end_turn(state)
    play(state, "complete F2")
    assert state.piece("A2").strength == 1


def test_the_figure_of_section_10() -> None:
    """T-21.8: K is 17, L is 29."""
    state = french_turn({"17/29": "A1"}, {"29": "I2"})
    play(state, "declare F1")
    assert (state.orders, face_up(state, Side.AUSTRIAN, "17/29")) == (3, [True])
    play(to_the_next_french_turn(state), "complete F1")
    assert state.orders == 3
    assert pieces_at(state, Side.AUSTRIAN, "29") == Counter(["I1"])
    assert lost_discs(state) == 1
    assert face_up(state, Side.AUSTRIAN, "17/29") == [True]
    assert starting(state, "declare") == set()
    end_turn(state)
    assert face_up(state, Side.AUSTRIAN, "17/29") == [False]


def test_austria_bombards_by_the_same_rules() -> None:
    """T-10.15, T-10.17: the French player chooses, and France pays."""
    state = austrian_turn({"29/17": "A1:due"}, {"17": "I3 C2"})
    play(state, "complete A1")
    assert (state.decision, state.to_move) == (Decision.TARGET, Side.FRENCH)
    play(state, "target F2")
    assert (state.piece("F2").strength, state.level(Side.FRENCH)) == (1, 5)


def test_artillery_that_acts_with_a_bombardment_due_is_hidden_first() -> None:
    """T-10.20: as if it had been cancelled before: either block may be the artillery."""
    facts = ({"32/44": "A1:due I3"}, {"44": "I3", "60": "I3 I2"})
    at_once, before = austrian_turn(*facts), austrian_turn(*facts)
    play(at_once, "march A1 32")
    play(before, "cancel A1", "march A1 32")
    for state in (at_once, before):
        faces = {block.faces for block in state.view(Side.FRENCH).enemy}
        assert faces == {frozenset({(Kind.ARTILLERY, 1), (Kind.INFANTRY, 3)})}
    assert at_once.view(Side.FRENCH) == before.view(Side.FRENCH)
