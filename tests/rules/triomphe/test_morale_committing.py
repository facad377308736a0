"""Chapter 18, morale: when discs are committed, and where they come from."""

from typing import Any

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, play, settle, starting, texts

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

# The border of 8 and 12 is wide, that of 8 and 9 narrow; each side of both has one infantry
# penalty.


def beaten_off(
    attackers: int, wide: bool, again: bool = False, responding: int = 2, **given: Any
) -> TriompheState:
    """Return the position after an Austrian attack from 8 was beaten off, at the next choice."""
    target = 12 if wide else 9
    state = austrian_turn(
        {"8": " ".join(["I2"] * attackers)},
        {str(target): "I2 C2"},
        attacked=[f"{target}/8"] if again else [],
        **given,
    )
    names = ",".join(f"A{number + 1}" for number in range(attackers))
    defenders = "F1,F2" if responding == 2 else "F1"
    return play(state, f"attack {names} 8/{target}", f"respond {defenders}")


def short_of_discs(uncommitted: int, committed: dict[int, int], **given: Any) -> TriompheState:
    """Return the position after two Austrians were beaten off from 12: two discs are due."""
    return beaten_off(
        2,
        wide=True,
        uncommitted={AUSTRIAN: 6, FRENCH: uncommitted},
        committed={FRENCH: committed},
        **given,
    )


@pytest.mark.parametrize(
    ("attackers", "wide", "again", "responding", "discs"),
    [
        (1, False, False, 1, 1),
        (2, False, False, 2, 1),
        (3, False, False, 2, 1),
        (1, True, False, 1, 1),
        (2, True, False, 2, 2),
        (3, True, False, 2, 2),
        (2, True, True, 2, 1),
        (3, True, True, 2, 1),
    ],
)
def test_a_defenders_victory_in_a_manoeuvre_attack_commits_discs(
    attackers: int, wide: bool, again: bool, responding: int, discs: int
) -> None:
    """T-18.8, T-18.9: two only where the approach is wide, two attack and it is the first time."""
    state = settle(beaten_off(attackers, wide, again, responding))
    assert state.committed(FRENCH) == {12 if wide else 9: discs}
    assert state.uncommitted(FRENCH) == 6 - discs


def test_a_first_attack_by_one_piece_makes_the_next_the_second() -> None:
    """T-18.9: two attackers are worth one disc then."""
    state = austrian_turn({"8": "I3 I2 I1"}, {"12": "I2", "12/8": "C2"})
    settle(play(state, "attack A1 8/12", "respond none"))
    assert state.committed(FRENCH) == {12: 1}
    settle(play(state, "attack A2,A3 8/12", "respond F1"))
    assert state.committed(FRENCH) == {12: 2}


@pytest.mark.parametrize(
    ("attack", "defence", "leading", "counter", "discs"),
    [
        ("I2", "I3", "lead F1", "", 1),  # heavy defeat
        ("I2", "I2 C2", "lead F1", "counter F2", 2),
        ("I2", "I2 C2", "lead F1", "counter none", 1),
        ("I2", "C2 I1", "lead none", "counter F1", 1),
    ],
)
def test_leading_and_counter_attacking_pieces_commit_discs(
    attack: str, defence: str, leading: str, counter: str, discs: int
) -> None:
    """T-18.10: one for each piece named, none for the other assault pieces."""
    state = austrian_turn({"8/9": attack}, {"9/8": defence})
    play(state, "assault 8/9", leading)
    if counter:
        play(state, counter)
    settle(state)
    assert state.committed(FRENCH) == {9: discs}


def test_a_counter_attacking_piece_that_did_not_survive_counts() -> None:
    """T-18.10: F2 takes both reductions for the two leading attackers and is destroyed."""
    state = austrian_turn({"8/12": "I2 I2"}, {"12/8": "I3 I2"})
    play(state, "assault 8/12", "lead F1", "send A1,A2 lead A1,A2", "counter F2")
    settle(state)
    assert state.piece("F2").place is None
    assert state.committed(FRENCH) == {12: 2}


def test_a_defender_who_names_nobody_commits_nothing() -> None:
    """T-18.10: two infantry penalties alone beat a leading infantry of 2 off."""
    state = austrian_turn({"10/20": "I2"}, {"20/10": "I2"})
    settle(play(state, "assault 10/20", "lead none", "counter none"))
    assert (state.committed(FRENCH), state.uncommitted(FRENCH)) == ({}, 6)


@pytest.mark.parametrize(
    ("pieces", "discs"), [("C2", 1), ("C2 C1", 2), ("I2 C2", 2), ("I1 C2", 1), ("A1 C2", 1)]
)
def test_an_austrian_retreat_commits_a_disc_for_each_piece_that_retreated(
    pieces: str, discs: int
) -> None:
    """T-18.11: none for pieces destroyed, as infantry 1 in reserve and artillery are."""
    state = french_turn({"9": "I3"}, {"4": pieces})
    settle(play(state, "attack F1 9/4", "respond none"))
    assert state.committed(AUSTRIAN) == {4: discs}


def test_discs_are_committed_on_no_other_occasion() -> None:
    """T-18.7: not by a French retreat, nor by the attacker, whether he wins or fails."""
    state = austrian_turn({"10": "I3", "8": "I2"}, {"20": "C2", "9": "C1"})
    settle(play(state, "attack A1 10/20", "respond none"))
    assert (state.committed(FRENCH), state.committed(AUSTRIAN)) == ({}, {})
    settle(play(state, "attack A2 8/9", "respond F2"))
    assert (state.committed(FRENCH), state.committed(AUSTRIAN)) == ({9: 1}, {})


def test_a_bombardment_and_a_won_assault_commit_nothing() -> None:
    """T-18.7."""
    state = austrian_turn({"8/9": "I3 I2 A1:due"}, {"9/8": "I2", "9": "C2"})
    play(state, "complete A3")
    assert (state.committed(FRENCH), state.committed(AUSTRIAN)) == ({}, {})
    settle(play(state, "assault 8/9", "lead none", "send A1,A2 lead A1"))
    assert state.occupier(9) is AUSTRIAN
    assert (state.committed(FRENCH), state.committed(AUSTRIAN)) == ({}, {})


def test_uncommitted_discs_are_taken_as_far_as_they_suffice() -> None:
    """T-18.12: then nobody is asked."""
    state = short_of_discs(2, {20: 2})
    assert state.decision is Decision.ADVANCE
    assert (state.uncommitted(FRENCH), state.committed(FRENCH)) == (0, {12: 2, 20: 2})


def test_only_the_shortage_is_made_up() -> None:
    """T-18.12, T-18.13: one disc is there, at most one is shifted."""
    state = short_of_discs(1, {20: 2})
    assert (state.decision, state.to_move) == (Decision.SHIFT, AUSTRIAN)
    assert texts(state) == {"shift none", "shift 20"}
    play(state, "shift 20")
    assert state.decision is Decision.ADVANCE
    assert (state.uncommitted(FRENCH), state.committed(FRENCH)) == (0, {12: 2, 20: 1})


@pytest.mark.parametrize(
    ("shifts", "left", "come"),
    [(["shift none"], 2, 0), (["shift 20", "shift none"], 1, 1), (["shift 20", "shift 20"], 0, 2)],
)
def test_the_opponent_shifts_as_many_as_he_likes(shifts: list[str], left: int, come: int) -> None:
    """T-21.30, T-18.13: what he does not make up is not committed; the level is unchanged."""
    state = play(short_of_discs(0, {20: 2}), *shifts)
    assert state.decision is Decision.ADVANCE
    assert (state.committed(FRENCH).get(20, 0), state.committed(FRENCH).get(12, 0)) == (left, come)
    assert state.shifted(FRENCH).get(12, 0) == come
    assert state.level(FRENCH) == 2


def test_discs_are_shifted_from_any_other_locality_but_not_within_one() -> None:
    """T-18.13: the disc that lies in 12 already is no help to 12."""
    state = short_of_discs(0, {12: 1, 20: 1, 33: 1})
    assert texts(state) == {"shift none", "shift 20", "shift 33"}
    play(state, "shift 20", "shift 33")
    assert state.committed(FRENCH) == {12: 3}


def test_nobody_is_asked_where_nothing_can_be_shifted() -> None:
    """T-18.13."""
    assert short_of_discs(1, {12: 2}).decision is Decision.ADVANCE


def test_only_discs_of_the_committing_army_are_shifted() -> None:
    """T-18.13: Austria's own committed discs lie in 10 and stay there."""
    discs = {AUSTRIAN: {10: 2}, FRENCH: {20: 1}}
    state = beaten_off(2, True, uncommitted={AUSTRIAN: 6, FRENCH: 0}, committed=discs)
    assert texts(state) == {"shift none", "shift 20"}


def test_an_austrian_shortage_is_made_up_by_france() -> None:
    """T-18.13, T-18.11."""
    state = french_turn(
        {"9": "I3"},
        {"4": "C2"},
        uncommitted={AUSTRIAN: 0, FRENCH: 6},
        committed={AUSTRIAN: {2: 1, 3: 1}},
    )
    play(state, "attack F1 9/4", "respond none", "retreat A1 5")
    assert (state.decision, state.to_move) == (Decision.SHIFT, FRENCH)
    play(state, "shift 3")
    assert state.committed(AUSTRIAN) == {2: 1, 4: 1}


def test_shifted_discs_are_marked_until_the_end_of_their_owners_next_turn() -> None:
    """T-18.14."""
    state = end_turn(settle(play(short_of_discs(0, {20: 2}), "shift 20", "shift 20")))
    assert (state.turn, state.shifted(FRENCH)) == (FRENCH, {12: 2})
    assert end_turn(state).shifted(FRENCH) == {}


def test_shifted_discs_are_not_returned_in_the_next_clean_up_but_in_the_one_after() -> None:
    """T-21.30, T-18.14: no choice is offered in the first clean-up."""
    state = end_turn(settle(play(short_of_discs(0, {20: 2}), "shift 20", "shift 20")))
    play(state, "end")
    assert (state.decision, state.turn) == (Decision.ACTION, AUSTRIAN)
    assert state.committed(FRENCH) == {12: 2}
    play(state, "end", "end")
    assert starting(state, "return") == {"return none", "return 12"}


def test_any_number_of_discs_of_both_armies_lie_in_one_locality() -> None:
    """T-18.15: for any length of time, as far as the clean-up of each army lets them."""
    state = french_turn(
        {"20": "I2"},
        {"10": "I2"},
        entered_last={9: AUSTRIAN},
        uncommitted={AUSTRIAN: 1, FRENCH: 1},
        committed={AUSTRIAN: {9: 7}, FRENCH: {20: 8, 9: 2}},
    )
    assert (state.committed(AUSTRIAN)[9], state.committed(FRENCH)[9]) == (7, 2)
    for _ in range(2):
        play(state, "end", "return none", "end")
    assert (state.committed(AUSTRIAN), state.committed(FRENCH)) == ({9: 7}, {20: 8})
