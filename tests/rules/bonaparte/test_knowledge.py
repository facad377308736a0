"""Chapter 17 of the digest: what is public, what is private, and how knowledge is lost."""

from collections import Counter
from typing import Any

import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from tests.helpers import play
from tests.knowledge import blocks, certain, remaining
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def crowd(state: BonaparteState, by: Side) -> Counter[str]:
    """Return how many enemy blocks a side sees at each place."""
    return Counter(str(block.place) for block in state.view(by).enemy)


def ordinary(**given: Any) -> BonaparteState:
    """Return a position in an Austrian turn."""
    austrian = {"17": "C2", "16": "I2", "17/27": "I3"}
    return austrian_turn(austrian, {"27": "I2", "37": "C2", "39": "I3"}, **given)


def retreated(*moves: str, other: str = "56") -> BonaparteState:
    """Return the Austrian turn in which cavalry F1 and infantry F2, shown, leave 27.

    F3, infantry 3, stands elsewhere; F4 and F5, of other types, too.
    """
    french = {"27": "C2 I3", other: "I3", "66": "I1 C1"}
    state = austrian_turn({"17": "I3", "44": "I2"}, french)
    return play(state, "attack A1 17/27", "respond none", *moves)


# Public at all times


@pytest.mark.parametrize(
    "given",
    [
        {"hour": 10},
        {"morale": {FRENCH: 5}},
        {"morale": {AUSTRIAN: 5}},
        {"morale": {FRENCH: 0}, "demoralised": {FRENCH: 8}},
        {"bonus_due": AUSTRIAN},
        {"commands": 2},
        {"steps": {"c68": (1, 16)}},
        {"assaulted": ["17/27"]},
        {"barred": ["17/27"]},
        {"won": [23]},
        {"pontoon_used": True},
    ],
    ids=lambda given: next(reversed(given)),
)
@pytest.mark.parametrize("side", Side)
def test_the_open_facts_of_a_position(given: dict[str, Any], side: Side) -> None:
    """B-17.1, B-17.3, B-17.4: both sides see any difference."""
    assert ordinary().view(side) == ordinary().view(side)
    assert ordinary(**given).view(side) != ordinary().view(side)


@pytest.mark.parametrize("flag", [False, True])
def test_the_flag_is_open(flag: bool) -> None:
    """B-17.3: here nobody stands in a set-up locality, but somebody may have."""
    state = austrian_turn({"17": "I3"}, {"27": "I2"}, flag=flag)
    assert {state.view(side).flag for side in Side} == {flag}


@pytest.mark.parametrize("side", Side)
def test_the_turn_and_its_step_are_public(side: Side) -> None:
    """B-17.1, B-17.4: both see whose turn it is, which step, who decides, and the commands."""
    view = play(ordinary(hour=10), "march A2 31").view(side)
    assert (view.hour, view.turn, view.step, view.commands) == (10, AUSTRIAN, 3, 2)
    state = austrian_turn({"17/27": "I3"}, {"27/17": "I3"}, step=2)
    view = play(state, "assault A1 17/27").view(side)
    assert (view.turn, view.step, view.to_move) == (AUSTRIAN, 2, FRENCH)
    assert (view.decision is None) == (side is AUSTRIAN)


@pytest.mark.parametrize("side", Side)
def test_morale_and_demoralisation_are_public(side: Side) -> None:
    """B-17.1."""
    given: dict[str, Any] = {"morale": {FRENCH: 0, AUSTRIAN: 7}, "demoralised": {FRENCH: 9}}
    view = ordinary(bonus_due=AUSTRIAN, **given).view(side)
    assert view.morale == {AUSTRIAN: 7, FRENCH: 0}
    assert view.demoralised == {AUSTRIAN: None, FRENCH: 9}
    assert view.bonus_due is AUSTRIAN


def test_the_number_of_pieces_in_every_position_is_public() -> None:
    """B-17.2, B-17.5: in the boxes too."""
    austrian = {"17": "I3 C2", "17/27": "I2", "6:00": "I2 I2"}
    state = austrian_turn(austrian, {"27": "I2", "16:00": "I2 C2 A1"})
    assert crowd(state, FRENCH) == {"17": 2, "17/27": 1, "6:00": 2}
    assert crowd(state, AUSTRIAN) == {"27": 1, "16:00": 3}
    play(state, "pontoon A4")
    assert crowd(state, FRENCH) == {"17": 2, "17/27": 1, "6:00": 1, "1": 1}


def test_which_piece_went_where_is_public() -> None:
    """B-17.2: the cavalry seen is followed to 39, though another piece stands there."""
    state = end_turn(retreated("retreat F1 37", "retreat F2 29", other="39"))
    play(state, "march F1 39")
    assert blocks(state, AUSTRIAN, "39") == [{"I3", "I1", "C1"}, {"C2"}]


def test_activation_is_public() -> None:
    """B-17.3: which pieces are active, and the flag."""
    state = austrian_turn({"16": "I2"}, {"27": "~I2 ~C2", "37": "I3"}, flag=True)
    view = state.view(AUSTRIAN)
    seen = Counter((str(block.place), block.active) for block in view.enemy)
    assert seen == {("27", False): 2, ("37", True): 1}
    assert view.flag


def test_what_was_done_this_turn_is_public() -> None:
    """B-17.4: commands, traffic, pieces that have moved or assaulted, pairs barred."""
    state = austrian_turn({"17/27": "I3", "16": "I2", "5": "C2"}, {"27/17": "I3"}, step=2)
    play(state, "assault A1 17/27", "lead F1", "road A2", "cross 16-22", "stop")
    view = state.view(FRENCH)
    seen = {(str(block.place), block.acted, block.assaulted) for block in view.enemy}
    assert seen == {("17", True, True), ("22", True, False), ("5", False, False)}
    assert (view.commands, view.traffic) == (1, {"c67": (1, 22)})
    assert "17/27" in view.barred


@pytest.mark.parametrize(
    ("target", "left"), [("F1", {"I2": 1, "C1": 1, "I1": 1}), ("F2", {"I3": 1, "I1": 1})]
)
def test_all_losses_are_public(target: str, left: dict[str, int]) -> None:
    """B-17.6: so both know what is left of an army."""
    state = austrian_turn({"17/27": "A1:due"}, {"27": "I3 C1", "37": "I1"}, step=1)
    assert remaining(state, AUSTRIAN) == {"I3": 1, "C1": 1, "I1": 1}
    assert remaining(play(state, "complete A1", f"target {target}"), AUSTRIAN) == left


def test_face_up_pieces_are_public() -> None:
    """B-17.7: here artillery that will bombard."""
    state = play(austrian_turn({"17/27": "A1 I2", "5": "I3"}, {"27": "I2"}, step=4), "declare A1")
    (shown,) = (block for block in state.view(FRENCH).enemy if block.face_up)
    assert (str(shown.place), shown.bombardment) == ("17/27", "declared")
    assert shown.faces == {(Kind.ARTILLERY, 1)}


# Private


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"27": "I3", "37": "C2"}, {"27": "C2", "37": "I3"}),
        ({"27": "I3 I2", "37": "C2"}, {"27": "C2 I3", "37": "I2"}),
        ({"27": "A1", "27/17": "I2"}, {"27": "I2", "27/17": "A1"}),
    ],
)
def test_faces_are_private(one: dict[str, str], other: dict[str, str]) -> None:
    """B-17.8: pieces may change places without the enemy noticing."""
    first, second = (austrian_turn({"17": "I2"}, french) for french in (one, other))
    assert first.view(AUSTRIAN) == second.view(AUSTRIAN)
    assert first.view(FRENCH) != second.view(FRENCH)


def test_a_piece_not_shown_may_be_anything_there_is() -> None:
    """B-17.8, B-17.19."""
    state = austrian_turn({"17": "I2"}, {"27": "I3", "37": "C2 I2"})
    assert blocks(state, AUSTRIAN, "27") == [{"I3", "C2", "I2"}]
    assert certain(state, AUSTRIAN, "27", "I3") == 0


def test_which_piece_of_a_box_enters_is_private() -> None:
    """B-17.9: infantry 3 or 2 of the box of 12:00; what stays in it is as uncertain."""
    views = []
    for name in ("F13", "F14"):
        state = game.start(1)
        while (state.hour, state.turn) != (12, FRENCH):
            end_turn(state)
        play(state, f"road {name}", "stop")
        views.append(state.view(AUSTRIAN))
        assert blocks(state, AUSTRIAN, "66") == [{"I3", "I2"}]
        assert blocks(state, AUSTRIAN, "12:00") == [{"I3", "I2"}]
    assert views[0] == views[1]


@pytest.mark.parametrize("side", Side)
def test_no_way_leads_from_a_view_to_the_state(side: Side) -> None:
    """B-17.8: whoever holds a view holds nothing that knows more."""
    view = ordinary().view(side)
    held = [getattr(view, name) for name in dir(view) if not name.startswith("__")]
    assert not any(isinstance(value, BonaparteState | BonaparteGame) for value in held)


# Lost by the opponent


def test_turning_face_down_alone_loses_nothing() -> None:
    """B-17.17: the piece that led is known until its owner's next turn begins."""
    french = {"27/17": "I3 A1", "37": "I2 C1"}
    state = austrian_turn({"17/27": "I3", "5": "C2 I1"}, french, step=2)
    finish(play(state, "assault A1 17/27", "fire none", "lead F1"))
    assert not state.piece("F1").face_up
    assert {"I2"} in blocks(state, AUSTRIAN, "27/17")
    end_turn(state)
    assert {"I2"} not in blocks(state, AUSTRIAN, "27/17")
    assert certain(state, AUSTRIAN, "27/17", "I2") == 1


def test_a_known_piece_alone_cannot_be_hidden() -> None:
    """B-17.18: round after round, staying or marching."""
    state = retreated("retreat F1 37", "retreat F2 29")
    for turn in range(4):
        end_turn(state)
        assert blocks(state, AUSTRIAN, "37") == [{"C2"}], turn
    end_turn(state)
    end_turn(play(state, "march F1 34", "stay F1"))
    assert blocks(state, AUSTRIAN, "34") == [{"C2"}]


def test_what_was_seen_in_one_place_is_not_reckoned_with_elsewhere() -> None:
    """B-17.19: there is one cavalry 2 only, and it went to 37."""
    state = retreated("retreat F1 37", "retreat F2 29")
    assert blocks(state, AUSTRIAN, "56") == [{"I3", "I1", "C1"}]
    assert blocks(state, AUSTRIAN, "66") == [{"I3", "I1", "C1"}] * 2


def test_a_face_shown_later_settles_what_the_others_are() -> None:
    """B-17.19: of the two shuffled in 37 one left, and shows itself as the cavalry."""
    state = end_turn(retreated("retreat F1 37", "retreat F2 37"))
    assert blocks(state, AUSTRIAN, "37") == [{"C2", "I2"}] * 2
    play(state, "march F1 34", "join none", "continue F1 34/44")
    assert blocks(state, AUSTRIAN, "34/44") == [{"C2"}]
    assert blocks(state, AUSTRIAN, "37") == [{"I2"}]
    assert certain(state, AUSTRIAN, "37", "I2") == 1


def shuffled(choice: str) -> BonaparteState:
    """Return the French turn after a choice of shuffling in 3, where F1 was seen to retreat."""
    borders = [{"a": number, "b": number + 1} for number in range(1, 5)]
    toy = toy_game(
        {number: {} for number in range(1, 6)},
        borders,
        parameters={"automatic_shuffling": False},
        ruleset="bonaparte",
    )
    french = {"2": "C2", "3": "I2", "5": "I3"}
    state = play(austrian_turn({"1": "I3"}, french, on=toy), "attack A1 1/2", "respond none")
    play(state, "end")
    assert state.decision is Decision.SHUFFLE
    return finish(play(state, choice))


def test_a_shuffle_is_public_and_its_permutation_is_not() -> None:
    """B-17.20, B-17.17: both see that it took place; only the owner knows which is which."""
    done, left = shuffled("shuffle 3"), shuffled("shuffle none")
    assert done.view(AUSTRIAN) != left.view(AUSTRIAN)
    assert [{"C2"} in blocks(state, AUSTRIAN, "3") for state in (done, left)] == [False, True]
    assert done.view(FRENCH).own == left.view(FRENCH).own


def test_after_a_shuffle_the_view_tells_nothing_of_which_piece_leaves() -> None:
    """B-17.20."""
    views = []
    for name in ("F1", "F2"):
        state = end_turn(retreated("retreat F1 37", "retreat F2 37"))
        views.append(finish(play(state, f"march {name} 34")).view(AUSTRIAN))
    assert views[0] == views[1]


def test_a_side_knows_all_its_own_pieces() -> None:
    """B-17.8: what one side does not know the other does."""
    state = french_turn({"27": "~I2", "16:00": "I2 C2 A1"}, {"17": "I3 C2", "6:00": "I2 A1"})
    for side in Side:
        assert set(state.view(side).own) == {piece for piece in state.pieces if piece.side is side}
