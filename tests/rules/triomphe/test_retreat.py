"""Chapter 13, retreat: who retreats, step 1 (reductions), what it costs and how it ends.

Most retreats here are from 9, attacked without response from 4/9 across the narrow border, or from
20, attacked from 19/20 across the wide one.
"""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, known, play, settle, texts, where
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    FRENCH_FAR_AWAY,
    PLENTY,
    answer,
    committed,
    destinations,
    face_up,
    lost,
    narrow,
    strengths,
    wide,
)


def attacked(
    french: Mapping[str, str],
    attackers: str = "I3",
    *,
    across: str = "4/9",
    uncommitted: Mapping[Side, int] = PLENTY,
    committed: Mapping[Side, Mapping[int, int]] | None = None,
) -> TriompheState:
    """Return a position after a manoeuvre attack by A1, A2, … from that approach has been won."""
    state = austrian_turn(
        {across: attackers, "8": "I1", "33": "I1"},
        {**french, **FRENCH_FAR_AWAY},
        uncommitted=uncommitted,
        committed=committed or {},
    )
    names = ",".join(f"A{number}" for number in range(1, len(attackers.split()) + 1))
    return play(state, f"attack {names} {across}")


def test_all_pieces_retreat_after_a_lost_manoeuvre_attack() -> None:
    """T-13.1: from reserve and from other approaches."""
    state = settle(attacked({"9": "C2", "9/8": "I3"}))
    assert state.occupier(9) is AUSTRIAN
    assert strengths(state, "F1", "F2") == (2, 2)
    assert not {where(state, "F1"), where(state, "F2")} & {"9", "9/8", "4"}


def test_all_pieces_retreat_after_a_lost_assault() -> None:
    """T-13.1: those of the approach attacked too."""
    state = narrow("I3", "I3", french={"9": "C2"})
    settle(answer(state, "lead none", "counter none"))
    assert state.occupier(9) is AUSTRIAN
    assert strengths(state, "F1", "F2") == (1, 2)
    assert not {where(state, "F1"), where(state, "F2")} & {"9", "9/4"}


def test_nobody_retreats_from_a_defence_that_holds() -> None:
    """T-13.1: only the loser's pieces retreat."""
    state = settle(answer(narrow("I2", "I3", french={"9": "C2"}), "lead F1"))
    assert [where(state, name) for name in ("F1", "F2")] == ["9/4", "9"]


def test_a_retreat_is_no_action() -> None:
    """T-13.2: it costs no order, and in his next turn the owner may use the piece."""
    state = attacked({"9": "C2"})
    assert destinations(state, "F1") == {10, 14, 20}
    settle(play(state, "retreat F1 10"))
    assert state.orders == 2
    assert not state.piece("F1").acted
    end_turn(state)
    assert state.orders == 3
    assert "march F1 13" in texts(state)


def test_all_retreating_pieces_are_turned_face_up() -> None:
    """T-13.3: before the first reduction is chosen."""
    state = austrian_turn({"4/9": "I3", "8": "I1"}, {"9": "I3 I2", "9/8": "C2", **FRENCH_FAR_AWAY})
    assert known(state, AUSTRIAN, "9") == {"?": 2}
    play(state, "attack A1 4/9")
    assert state.decision is Decision.REDUCTION
    assert known(state, AUSTRIAN, "9/8") == {"C1": 1}
    assert known(state, AUSTRIAN, "9") == {"I3": 1, "I2": 1}
    assert face_up(state, AUSTRIAN, "9") == 2


@pytest.mark.parametrize("place", ["9", "9/8"])
def test_artillery_is_destroyed_first(place: str) -> None:
    """T-13.4: wherever it stands, and before anything is chosen."""
    state = attacked({place: "A1 I3 I2"})
    assert state.decision is Decision.REDUCTION
    assert strengths(state, "F1") == (0,)
    assert texts(state) == {"reduce F2", "reduce F3"}


def test_artillery_takes_no_reduction_for_the_others() -> None:
    """T-13.4, T-13.5: the infantry of its approach is reduced all the same."""
    state = settle(attacked({"9/8": "A1 I3"}))
    assert strengths(state, "F1", "F2") == (0, 2)
    assert lost(state, FRENCH) == 2


def test_a_narrow_approach_takes_one_reduction() -> None:
    """T-13.5: from infantry or cavalry, as the owner chooses."""
    state = attacked({"9/8": "I3 C2"})
    assert state.decision is Decision.REDUCTION
    assert state.to_move is FRENCH
    assert texts(state) == {"reduce F1", "reduce F2"}
    state = play(state, "reduce F2")
    assert state.decision is Decision.RETREAT
    assert strengths(state, "F1", "F2") == (3, 1)


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        (("reduce F1", "reduce F1"), (1, 2)),
        (("reduce F1", "reduce F2"), (2, 1)),
        (("reduce F2",), (3, 0)),
    ],
)
def test_a_wide_approach_takes_two_reductions(
    choices: tuple[str, ...], left: tuple[int, int]
) -> None:
    """T-13.5: in any split; in order of the pieces the last leaves no further choice."""
    state = attacked({"20/33": "I3 C2"}, across="19/20")
    play(state, *choices)
    assert state.decision is not Decision.REDUCTION
    assert strengths(state, "F1", "F2") == left


def test_each_approach_is_reduced_for_itself() -> None:
    """T-13.5: one piece in 9/8 and one in 9/10, each narrow."""
    state = settle(attacked({"9/8": "I3", "9/10": "C2"}))
    assert strengths(state, "F1", "F2") == (2, 1)


def test_a_narrow_approach_just_lost_in_the_assault_is_reduced_too() -> None:
    """T-13.6: one reduction in the assault and one in the retreat."""
    state = settle(answer(narrow("I3", "I3"), "lead none", "counter none"))
    assert strengths(state, "F1") == (1,)
    assert lost(state, FRENCH) == 2


def test_a_wide_approach_just_lost_in_the_assault_is_reduced_too() -> None:
    """T-13.6: one reduction in the assault and two in the retreat."""
    state = wide("I3", "C2 I3")
    answer(state, "lead none", "counter none", "reduce F1", "reduce F2", "reduce F2")
    settle(state)
    assert strengths(state, "F1", "F2") == (1, 1)
    assert lost(state, FRENCH) == 3


@pytest.mark.parametrize(
    ("send", "left"), [("send A1 lead A1", 2), ("send A1,A2 lead A1", 1), ("send A1,A2 lead A2", 1)]
)
def test_infantry_in_reserve_after_an_assault_at_a_wide_approach(send: str, left: int) -> None:
    """T-13.7: 2 reductions if more than one piece advances, else 1."""
    state = wide("I3 I2", "I1", french={"20": "I3"})
    settle(answer(state, "lead none", send))
    assert state.occupier(20) is AUSTRIAN
    assert strengths(state, "F2") == (left,)


def test_infantry_in_reserve_after_an_assault_at_a_narrow_approach() -> None:
    """T-13.7: 1 reduction, however many advance."""
    state = narrow("I3 I2 C2", "I1", french={"9": "I3"})
    settle(answer(state, "lead none", "send A1,A2,A3 lead A1"))
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["9", "9", "9"]
    assert strengths(state, "F2") == (2,)


@pytest.mark.parametrize(("fire", "survivors", "left"), [("F3", 1, 2), ("none", 2, 1)])
def test_only_attackers_that_survive_count(fire: str, survivors: int, left: int) -> None:
    """T-13.7: hit by artillery, A2 does not survive its share of the reductions."""
    state = wide("I3 I2", "I1 I1 A1", french={"20": "I3"})
    answer(state, "lead F1,F2", "send A1,A2 lead A1,A2", f"fire {fire}", "hit A2")
    settle(state)
    assert [where(state, name) for name in ("A1", "A2")].count("20") == survivors
    assert strengths(state, "F4") == (left,)


@pytest.mark.parametrize(
    ("across", "locality", "attackers", "left"),
    [
        ("19/20", "20", "I2", 2),
        ("19/20", "20", "I2 C2", 1),
        ("19/20", "20", "I2 C2 A1", 1),
        ("4/9", "9", "I2", 2),
        ("4/9", "9", "I2 C2 A1", 2),
    ],
)
def test_infantry_in_reserve_after_a_manoeuvre_attack(
    across: str, locality: str, attackers: str, left: int
) -> None:
    """T-13.7, T-13.8: all attackers survive, so their number counts, at a wide approach."""
    state = settle(attacked({locality: "I3"}, attackers, across=across))
    assert strengths(state, "F1") == (left,)


def test_cavalry_in_reserve_takes_no_reduction() -> None:
    """T-13.9: not even beside infantry too weak for both."""
    state = attacked({"20": "C2 I1"}, "I2 C2", across="19/20")
    assert strengths(state, "F1", "F2") == (2, 0)
    settle(state)
    assert strengths(state, "F1") == (2,)


def test_the_owner_chooses_within_each_position() -> None:
    """T-13.10: the approaches come before the reserve."""
    state = attacked({"9": "I3 I2", "9/8": "C2 I3"})
    assert state.to_move is FRENCH
    assert texts(state) == {"reduce F3", "reduce F4"}
    play(state, "reduce F3")
    assert state.to_move is FRENCH
    assert texts(state) == {"reduce F1", "reduce F2"}
    play(state, "reduce F2")
    assert strengths(state, "F1", "F2", "F3", "F4") == (3, 1, 1, 3)


@pytest.mark.parametrize(
    ("french", "discs"),
    [
        # One of the two reductions of a wide approach finds no strength left.
        ({"20/33": "C1"}, 1),
        ({"20/33": "I2"}, 2),
        # Only artillery in the approach.
        ({"20/33": "A1"}, 1),
        # Two reductions for infantry in reserve.
        ({"20": "I1"}, 1),
        ({"20": "C2"}, 0),
        ({"20": "I1 C2"}, 1),
    ],
)
def test_reductions_without_a_fitting_piece_are_ignored(
    french: Mapping[str, str], discs: int
) -> None:
    """T-13.11."""
    state = settle(attacked(french, "I3 C2", across="19/20"))
    assert lost(state, FRENCH) == discs


def test_all_reductions_are_paid_at_once_before_anybody_moves() -> None:
    """T-13.21: artillery and infantry together cost 2 discs, which the opponent picks."""
    state = attacked(
        {"9": "I3 A1"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {42: 2, 44: 2}},
    )
    for _ in range(2):
        assert (state.decision, state.to_move) == (Decision.PAYMENT, AUSTRIAN)
        assert strengths(state, "F1", "F2") == (2, 0)
        assert where(state, "F1") == "9"
        assert texts(state) == {"take 42", "take 44"}
        play(state, "take 42")
    assert state.decision is Decision.RETREAT
    assert state.level(FRENCH) == 2


def test_the_game_may_end_with_the_first_payment() -> None:
    """T-13.21: the last disc goes for the reduction, before anybody moves."""
    state = attacked({"9": "I3"}, uncommitted={AUSTRIAN: 6, FRENCH: 1})
    assert state.outcome is not None
    assert state.outcome.winner is AUSTRIAN
    assert (where(state, "F1"), where(state, "A1")) == ("9", "4/9")


@pytest.mark.parametrize(
    ("french", "discs"),
    [({"9": "A1"}, 1), ({"9": "I3"}, 1), ({"9": "I3 A1", "9/8": "C2"}, 3), ({"9": "C2"}, 0)],
)
def test_each_reduction_costs_a_disc(french: Mapping[str, str], discs: int) -> None:
    """T-13.22."""
    assert lost(settle(attacked(french)), FRENCH) == discs


def test_an_austrian_retreat_commits_a_disc_for_each_piece() -> None:
    """T-13.23: to the locality left, for pieces that really retreated."""
    state = french_turn({"9/4": "I3"}, {"4": "C2 I1 A1 C1"}, uncommitted=PLENTY)
    settle(play(state, "attack F1 9/4"))
    assert strengths(state, "A1", "A2", "A3", "A4") == (2, 0, 0, 1)
    assert committed(state, AUSTRIAN) == {4: 2}
    assert lost(state, AUSTRIAN) == 2


def test_a_french_retreat_commits_nothing() -> None:
    """T-13.23."""
    assert committed(settle(attacked({"9": "C2 I3"})), FRENCH) == {}


def test_a_shortage_after_an_austrian_retreat_is_settled_before_the_advance() -> None:
    """T-21.39, T-13.21, T-13.23: Z is 10, X is 4."""
    state = french_turn(
        {"13/10": "I2"},
        {"10": "I2 I2"},
        uncommitted={AUSTRIAN: 1, FRENCH: 6},
        committed={AUSTRIAN: {4: 2}},
    )
    play(state, "attack F1 13/10")
    assert sorted(strengths(state, "A1", "A2")) == [1, 2]
    assert state.uncommitted(AUSTRIAN) == 0
    answer(state, "retreat A1 5", "retreat A2 5")
    assert state.decision is Decision.SHIFT
    assert state.to_move is FRENCH
    assert where(state, "F1") == "13/10"
    assert texts(state) == {"shift none", "shift 4"}
    one = settle(play(state.copy(), "shift 4", "shift none"))
    assert committed(one, AUSTRIAN) == {4: 1, 10: 1}
    none = settle(play(state.copy(), "shift none"))
    assert committed(none, AUSTRIAN) == {4: 2}
    two = settle(play(state, "shift 4", "shift 4"))
    assert committed(two, AUSTRIAN) == {10: 2}
    assert two.level(AUSTRIAN) == one.level(AUSTRIAN) == none.level(AUSTRIAN) == 2
    assert where(two, "F1") == "10"


@pytest.mark.parametrize(("retreating", "waiting"), [("C2", "~I2"), ("~C2", "I2")])
def test_a_french_retreat_may_disorganise(retreating: str, waiting: str) -> None:
    """T-13.24: whichever of the two was disorganised."""
    state = attacked({"9": retreating, "10": waiting})
    assert state.piece("F1").organised != state.piece("F2").organised
    settle(play(state, "retreat F1 10"))
    assert not state.piece("F1").organised
    assert not state.piece("F2").organised


def test_a_retreat_to_organised_pieces_disorganises_nobody() -> None:
    """T-13.24."""
    state = settle(play(attacked({"9": "C2", "10": "I2"}), "retreat F1 10"))
    assert state.piece("F1").organised
    assert state.piece("F2").organised


def test_a_piece_may_retreat_twice_in_a_turn() -> None:
    """T-13.25: with new reductions."""
    state = austrian_turn({"4/9": "I3", "8": "I2"}, {"9": "I3"}, uncommitted=PLENTY)
    play(state, "attack A1 4/9", "retreat F1 14")
    play(state, "attack A2 8/14")
    settle(answer(state, "respond none"))
    assert (where(state, "F1"), where(state, "A2")) == ("19", "14")
    assert strengths(state, "F1") == (1,)
    assert lost(state, FRENCH) == 2


def test_faces_are_hidden_again_after_the_retreat() -> None:
    """T-13.26: a piece alone stays known; one that joins others is mixed with them."""
    state = attacked({"9": "C2 I3", "14": "C2 I1"})
    play(state, "retreat F1 10", "retreat F2 14")
    assert state.decision is Decision.ACTION
    assert face_up(state, AUSTRIAN, "10") == face_up(state, AUSTRIAN, "14") == 0
    assert known(state, AUSTRIAN, "10") == {"C2": 1}
    assert known(state, AUSTRIAN, "14") == {"?": 3}


def test_the_attackers_advance_after_the_retreat() -> None:
    """T-13.27: into the reserve; until the last piece has gone they stay where they were."""
    state = attacked({"9": "C2"}, "I3 I2")
    assert state.decision is Decision.RETREAT
    assert [where(state, name) for name in ("A1", "A2")] == ["4/9", "4/9"]
    settle(play(state, "retreat F1 10"))
    assert [where(state, name) for name in ("A1", "A2")] == ["9", "9"]


def test_without_defenders_there_is_no_retreat_but_an_advance() -> None:
    """T-13.28: the only defender falls in the assault and costs one disc, no more."""
    state = answer(narrow("I3 I2", "I1"), "lead none", "send A1,A2 lead A1")
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("A1", "A2", "F1")] == ["9", "9", ""]
    assert lost(state, FRENCH) == 1
