"""Chapters 3 and 11 to 22: cases that a wrong rule could pass, found by changing the rules."""

from typing import Any

import pytest

from marengo.core.engine.record import first
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.vocabulary import SLOTS, Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    game,
    play,
    starting,
    texts,
    verbs,
    where,
    winner,
)
from tests.knowledge import blocks, certain
from tests.rules.triomphe.attacking import PLENTY, answer, committed, face_up, lost, narrow, wide
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

# Chapter 3: the width of the defence approach counts


def uneven(defence: str, **given: str) -> TriompheState:
    """Return a turn with two attackers of 1; its approach to 2 is narrow, that of 2 to 1 wide."""
    board = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2, "a_wide": False, "b_wide": True}, {"a": 2, "b": 3}],
    )
    austrian = {given.get("at", "1"): "I3 I2"}
    return austrian_turn(austrian, {defence: "I2 I2", "3": "I1"}, on=board, uncommitted=PLENTY)


def test_the_width_of_the_defence_approach_counts_for_the_reserve() -> None:
    """T-3.11, T-13.7: two attackers across a wide defence approach."""
    state = answer(uneven("2"), "attack A1,A2 1/2", "respond none", "reduce F1")
    assert (state.decision, lost(state, FRENCH)) == (Decision.ACTION, 2)


def test_the_width_of_the_defence_approach_counts_for_the_counter_attack() -> None:
    """T-3.11, T-11.31."""
    state = play(uneven("2/1", at="1/2"), "assault 1/2", "lead none", "send A1 lead A1")
    assert "counter F1,F2" in texts(state)


# Chapter 11


def test_own_pieces_opposite_are_not_assaulted() -> None:
    """T-11.1, T-16.3: both sides of the border are still blocked from the turn before."""
    state = austrian_turn({"8/9": "I3", "9/8": "I2"}, {"20": "I2"})
    assert starting(state, "assault") == set()


def test_artillery_neither_leads_the_attack_nor_counter_attacks() -> None:
    """T-11.18, T-11.34: not even if a scenario had artillery of strength 2."""
    state = play(narrow("A2 I2", "A2 I2"), "lead none")
    assert {text.split(" lead ")[1] for text in starting(state, "send")} == {"A2"}
    play(state, "send A2 lead A2", "fire none")
    assert starting(state, "counter") == {"counter none", "counter F2"}


def test_of_leading_pieces_alike_the_first_are_named() -> None:
    """T-11.17: which of three alike pieces lead makes no difference."""
    state = play(wide("I3 I3 I3", "I1"), "lead none")
    expected = ["A1 lead A1", "A1,A2 lead A1", "A1,A2 lead A1,A2"]
    expected += ["A1,A2,A3 lead A1", "A1,A2,A3 lead A1,A2"]
    assert starting(state, "send") == {f"send {text}" for text in expected}


def test_no_artillery_fires_when_no_leading_piece_is_left() -> None:
    """T-2.11, T-11.27: the first two of three remove the only one."""
    state = play(narrow("I2 I1", "A1 A1 A1"), "lead none", "send A1,A2 lead A1")
    fired = 0
    while state.decision is Decision.FIRE:
        play(state, next(text for text in sorted(texts(state)) if text != "fire none"))
        fired += 1
    assert (fired, where(state, "A1")) == (2, "")


# Chapter 13


def test_a_french_retreat_commits_no_discs() -> None:
    """T-13.23, T-18.11: of neither army."""
    state = austrian_turn({"10": "I3"}, {"20": "C2", "75": "I2"})
    answer(state, "attack A1 10/20", "respond none", "retreat F1 33")
    assert (where(state, "F1"), where(state, "A1")) == ("33", "20")
    assert (committed(state, AUSTRIAN), committed(state, FRENCH)) == ({}, {})


def test_pieces_that_retreated_are_hidden_before_the_attacker_continues() -> None:
    """T-13.26."""
    state = austrian_turn({"10": "C2"}, {"20": "C2", "75": "I2"})
    answer(state, "attack A1 10/20", "respond none", "retreat F1 33")
    assert state.decision is Decision.CONTINUATION
    assert face_up(state, AUSTRIAN, "33") == 0


def test_leading_attackers_stay_face_up_until_the_end_of_the_assault() -> None:
    """T-11.59, T-22.12: the end comes only after the continuation."""
    state = answer(narrow("C2", "C1", french={"10": "I2"}), "lead none")
    assert (state.decision, where(state, "A1")) == (Decision.CONTINUATION, "9")
    assert face_up(state, FRENCH, "9") == 1
    assert face_up(play(state, "stay A1"), FRENCH, "9") == 0


def test_two_borders_to_one_locality_make_one_destination() -> None:
    """T-3.29, T-13.12."""
    board = toy_game(
        {1: {}, 2: {}, 3: {}, 4: {}},
        [
            {"a": 1, "b": 2, "pair": "a"},
            {"a": 1, "b": 2, "pair": "b"},
            {"a": 2, "b": 3},
            {"a": 2, "b": 4},
        ],
    )
    state = austrian_turn({"3": "I3"}, {"2": "C2"}, on=board)
    play(state, "attack A1 3/2", "respond none")
    assert sorted(map(str, state.legal_moves())) == ["retreat F1 1", "retreat F1 4"]


def test_of_alike_pieces_that_retreat_the_first_is_named() -> None:
    """T-13.12."""
    state = austrian_turn({"10": "I3"}, {"20": "C2 C2", "75": "I2"})
    play(state, "attack A1 10/20", "respond none")
    assert {text.split()[1] for text in starting(state, "retreat")} == {"F1"}


def test_a_locality_with_a_high_number_won_by_assault_is_closed_to_marches_by_road() -> None:
    """T-8.21: the memory of localities won is kept in words of 62."""
    state = austrian_turn({"69": "I2"}, {"5": "I2"}, won=[70])
    assert [n for n in range(96) if state.won(n)] == [70]
    assert state.view(Side.FRENCH).won == {70}


# Chapter 14


def test_a_locality_with_a_high_number_is_begun_like_any_other() -> None:
    """T-14.15: the memory of localities begun is kept in words of 62."""
    state = play(french_turn({"75": "~I3 ~C2"}), "organise F1")
    assert (set(state.begun), verbs(state)) == ({75}, {"organise"})


def test_the_orders_must_do_for_all_localities_begun() -> None:
    """T-14.15: after one piece of each, 2 orders are left for 4 pieces, always two at a time."""
    state = french_turn({"12": "~I3 ~I2 ~C2", "20": "~I3 ~I2 ~C2", "75": "I3 I2 C2"})
    play(state, "organise F1,F4")
    assert all("," in text for text in texts(state))
    play(state, "organise F2,F3")
    assert texts(state) == {"organise F5,F6"}


def test_disorganised_pieces_that_differ_in_having_acted_are_both_offered() -> None:
    """T-6.8, T-14.11: alike in all but that one has marched inside its locality."""
    state = french_turn({"12": "~I2 ~I2!"})
    assert starting(state, "organise") == {"organise F1", "organise F2"}


# Chapter 10 and chapter 23: every piece of a position, and every move once


def test_artillery_bombards_whatever_its_slot() -> None:
    """T-10.1: here it is the second of its position."""
    state = austrian_turn({"8/9": "I2 A1"}, {"9": "I2"})
    assert starting(state, "declare") == {"declare A2"}


def test_each_choice_is_offered_once() -> None:
    """T-23.1: also from positions of several pieces."""
    state = french_turn({"9": "I3 I2", "9/8": "I2 C2", "20": "~I3 ~I2"}, {"8": "I2 I1"})
    moves = [str(move) for move in state.legal_moves()]
    assert len(moves) == len(set(moves))


# Chapter 15


def test_of_alike_pieces_one_is_offered_the_pontoon_bridge() -> None:
    """T-15.12."""
    assert starting(austrian_turn({"Alessandria": "I2 I2"}), "pontoon") == {"pontoon A1"}


# Chapter 16


@pytest.mark.parametrize("number", [0, -1], ids=["first", "last"])
def test_every_approach_is_cleaned_up(number: int) -> None:
    """T-16.1: the first and the last of the board's tables too."""
    sides = [side for side in game.index.approaches if not side.impassable]
    place = sides[number].place
    state = end_turn(french_turn({"40": "I2"}, {str(place): "I2"}))
    assert where(state, "A1") == str(place.locality)


# Chapter 18


def driven_out(artillery: int, **given: Any) -> TriompheState:
    """Return the Austrian turn when France, without uncommitted discs, has lost that artillery."""
    standing = {"20": " ".join(["A1"] * artillery), "75": "I2"}
    state = austrian_turn({"10": "I3"}, standing, uncommitted={AUSTRIAN: 6, FRENCH: 0}, **given)
    return play(state, "attack A1 10/20", "respond none")


def test_discs_are_taken_in_the_order_of_localities() -> None:
    """T-18.20: after one of 8 none of 5 can be named, so the other of 8 goes as well."""
    state = play(driven_out(2, committed={FRENCH: {5: 1, 8: 2}}), "take 8")
    assert (state.decision, state.committed(FRENCH)) == (Decision.ACTION, {5: 1})


def test_a_disc_is_taken_only_where_the_rest_can_follow() -> None:
    """T-18.20: of four discs three are due; after that of 8 those of 9 and 12 must go."""
    state = driven_out(3, committed={FRENCH: {5: 1, 8: 1, 9: 1, 12: 1}})
    assert texts(state) == {"take 5", "take 8"}
    assert play(state, "take 8").committed(FRENCH) == {5: 1}


def bombarded(**given: Any) -> TriompheState:
    """Return the French turn when Austria, without uncommitted discs, has lost one disc."""
    state = french_turn(
        {"9/8": "A1:due", "75": "I2"},
        {"8": "I2", "1": "I2"},
        uncommitted={AUSTRIAN: 0, FRENCH: 6},
        **given,
    )
    return play(state, "complete F1")


def test_the_mark_of_an_austrian_disc_goes_with_it() -> None:
    """T-18.14, T-18.20."""
    state = bombarded(committed={AUSTRIAN: {2: 1, 7: 1}}, shifted={AUSTRIAN: {7: 1}})
    play(state, "take 7")
    assert (state.committed(AUSTRIAN), state.shifted(AUSTRIAN)) == ({2: 1}, {})


def test_a_demoralised_army_has_no_shifted_discs_left() -> None:
    """T-18.4, T-18.14."""
    state = bombarded(committed={AUSTRIAN: {7: 1}}, shifted={AUSTRIAN: {7: 1}})
    assert (winner(state), state.problems()) == (FRENCH, [])


def test_an_army_without_a_disc_has_nothing_to_lose() -> None:
    """T-18.5: only a fall to 0 counts."""
    state = bombarded(track={AUSTRIAN: {10: 2}})
    assert (state.level(AUSTRIAN), winner(state), state.decision) == (0, None, Decision.ACTION)


def test_the_clean_up_of_an_army_without_a_disc_changes_nothing() -> None:
    """T-18.5, T-18.30."""
    state = austrian_turn({"8": "I2"}, {"20": "I2"}, uncommitted={AUSTRIAN: 0, FRENCH: 6})
    assert winner(play(state, "end")) is None


@pytest.mark.parametrize("locality", [8, 75], ids=["lost", "returned"])
def test_marks_of_discs_cleaned_up_are_gone_when_france_returns_one(locality: int) -> None:
    """T-18.14, T-18.25, T-18.26: 8 is Austrian, nobody is near 75; the disc of 9 is asked for."""
    state = french_turn(
        {"9": "I2", "75": "I2"},
        {"8": "I2"},
        committed={FRENCH: {9: 1, locality: 1}},
        shifted={FRENCH: {locality: 1}},
    )
    play(state, "end")
    assert texts(state) == {"return none", "return 9"}
    assert state.shifted(FRENCH) == {}


# Chapter 19


def test_french_pieces_east_of_the_line_do_not_help_austria() -> None:
    """T-19.3: two Austrian pieces and three French ones are there."""
    board = toy_game(
        {1: {}, 2: {"east": True}, 3: {"east": True}}, [{"a": 1, "b": 2}, {"a": 2, "b": 3}]
    )
    state = french_turn({"3": "I2 I2 I2"}, {"2": "I2 I2"}, on=board, hour=21)
    assert winner(end_turn(state)) is FRENCH


# Chapter 22: France is driven from 20 to 33, so that cavalry is known there; other French pieces
# stand far away. The order of the slots decides which of alike pieces a move names.


def seen_at_33(*places: tuple[str, str]) -> TriompheState:
    """Return the French turn after the French pieces of 20 have been driven to 33."""
    state = austrian_turn({"10": "I3", "44": "I2"}, dict(places))
    play(state, "attack A1 10/20", "respond none")
    while state.decision is Decision.RETREAT:
        play(state, next(text for text in sorted(texts(state)) if text.endswith(" 33")))
    return end_turn(state)


def leave_and_show(state: TriompheState) -> TriompheState:
    """Let F1 march from 33 to 32 and continue towards 44, so that it is shown."""
    return play(state, "march F1 32", "continue F1 32/44")


@pytest.mark.parametrize("seen_first", [True, False])
def test_a_face_shown_may_be_that_of_the_piece_seen_before(seen_first: bool) -> None:
    """T-22.17: one of 33 is known as cavalry; it may be the one that leaves and is shown."""
    places = [("20", "C2"), ("33", "C2")]
    state = seen_at_33(*(places if seen_first else places[::-1]), ("75", "I3"))
    leave_and_show(state)
    assert blocks(state, AUSTRIAN, "32/44") == [{"C2"}]
    assert blocks(state, AUSTRIAN, "33") == blocks(state, AUSTRIAN, "75") == [{"C2", "I3"}]


@pytest.mark.parametrize("seen_first", [True, False])
def test_of_two_known_pieces_one_has_stayed(seen_first: bool) -> None:
    """T-22.16, T-22.17: two of three are known as cavalry; one of the three leaves as cavalry."""
    places = [("20", "C2 C2"), ("33", "C2")]
    far = [("75", "C2 I3"), ("87", "C2 I3")]
    state = seen_at_33(*(places if seen_first else places[::-1]), *far)
    assert certain(state, AUSTRIAN, "33", "C2") == 2
    assert not starting(state, "march") & {"march F2 32", "march F3 32"}  # F1 stands for all three
    leave_and_show(state)
    assert certain(state, AUSTRIAN, "33", "C2") == 1
    assert blocks(state, AUSTRIAN, "33") == [{"C2", "I3"}] * 2


def test_a_piece_of_another_strength_cannot_be_the_one_seen() -> None:
    """T-22.11, T-22.17: cavalry 1 is known at 33; cavalry 2 leaves, so cavalry 1 has stayed."""
    state = seen_at_33(("33", "C2"), ("20", "C1"), ("75", "C2 I3"))
    leave_and_show(state)
    assert blocks(state, AUSTRIAN, "33") == [{"C1"}]
    assert blocks(state, AUSTRIAN, "75") == [{"C2", "I3"}] * 2


def test_a_face_shown_elsewhere_does_not_blur_what_is_known_of_a_group() -> None:
    """T-22.17: the cavalry known in 33 cannot be the one that comes from 35."""
    state = seen_at_33(("35", "C2"), ("20", "C2"), ("33", "I2"), ("75", "C2 I3"), ("87", "I2"))
    leave_and_show(state)
    assert blocks(state, AUSTRIAN, "32/44") == [{"C2"}]
    assert certain(state, AUSTRIAN, "33", "C2") == 1


def test_what_stayed_of_two_known_pieces_is_one_of_them() -> None:
    """T-22.22: though the other has since been mixed with a piece of 40."""
    state = seen_at_33(("20", "C2 I3"), ("40", "I3"), ("75", "C1 I1"))
    end_turn(play(state, "march F1 40"))
    assert blocks(state, AUSTRIAN, "33") == [{"C2", "I2"}]
    assert {"C2", "I2", "I3"} <= blocks(state, AUSTRIAN, "40")[0]


def test_a_known_piece_is_known_to_stay_when_its_like_is_exchanged() -> None:
    """T-22.16, T-22.17: of two cavalry pieces known in 33 one goes to 40, a piece of 40 comes."""
    state = seen_at_33(("20", "C2 C2"), ("40", "I2 I2"), ("75", "C2 I3"))
    play(state, "march F1 40", "march F3 33")
    end_turn(state)
    assert certain(state, AUSTRIAN, "33", "C2") == 1
    assert certain(state, AUSTRIAN, "40", "C2") == 1


def test_a_face_shown_may_be_either_of_two_pieces_seen_in_different_groups() -> None:
    """T-22.17: one cavalry 2 is in 32, 33 or 40, another in 20, 32 or 40; 32 shows itself as one.

    So the other is in 20, 33 or 40. As 40 shows itself as cavalry 1, it is in 20 or 33.
    """
    state = austrian_turn({"8": "I2"}, {"32": "C2", "40": "C1", "33": "C2", "20": "C2", "75": "C1"})
    state.record["candidates"][SLOTS : SLOTS + 5] = [0b11111, 0b11111, 0b10111, 0b11011, 0b10011]
    for slot in (SLOTS, SLOTS + 1):
        rule = getattr(show, "py_func", show)
        rule(first(state.game.tables), first(state._record), slot)
    for place in ("20", "33", "75"):
        assert blocks(state, AUSTRIAN, place) == [{"C1", "C2"}]


@pytest.mark.parametrize(("a_wide", "b_wide", "two"), [(False, True, True), (True, False, False)])
def test_the_width_of_the_defence_approach_lets_two_lead(
    a_wide: bool, b_wide: bool, two: bool
) -> None:
    """T-3.11, T-11.17: on a board whose two sides differ, the defence approach counts."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "a_wide": a_wide, "b_wide": b_wide}])
    state = austrian_turn({"1/2": "I3 I2"}, {"2/1": "I1"}, on=toy)
    answer(state, "assault 1/2", "lead none")
    assert ("send A1,A2 lead A1,A2" in texts(state)) is two
