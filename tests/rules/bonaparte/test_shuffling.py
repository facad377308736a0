"""Chapter 4 of the digest: shuffling, and what the opponent knows after it."""

import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, texts, verbs, where
from tests.knowledge import blocks, certain
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

# Each army has pieces elsewhere besides those of interest, so that what is not shown cannot be
# worked out from the list of its pieces.


def driven_from_27(other: str) -> BonaparteState:
    """Return the Austrian turn after cavalry F1, shown, has retreated from 27 to 37.

    Infantry F2 stands at ``other`` and has not been seen.
    """
    french = {"27": "C2", other: "I2", "47": "I3 C1"}
    state = austrian_turn({"17": "I3", "46": "I2"}, french)
    return play(state, "attack A1 17/27", "respond none", "retreat F1 37")


def left_alone(other: str) -> BonaparteState:
    """Return the Austrian turn after F2 has retreated from 27 to 37, beside the piece given.

    It is active cavalry, shown; the assault left no Austrian piece near 37.
    """
    french = {"27/17": "~A1", "27": "C2", "37": other, "47": "I3 C1"}
    state = austrian_turn({"17/27": "C2", "1": "I2"}, french, step=2)
    play(state, "assault A1 17/27", "fire F1")
    if state.decision is Decision.RETREAT:
        play(state, "retreat F2 37")
    assert (where(state, "A1"), where(state, "F2")) == ("", "37")
    return finish(state)


def line(**parameters: bool) -> BonaparteGame:
    """Return a toy of five localities in a row, with these parameters."""
    borders = [{"a": number, "b": number + 1} for number in range(1, 5)]
    places: dict[int, dict[str, int]] = {number: {} for number in range(1, 6)}
    made: BonaparteGame = toy_game(places, borders, parameters=parameters, ruleset="bonaparte")
    return made


def by_choice() -> BonaparteGame:
    """Return the toy on which shuffling is chosen."""
    return line(automatic_shuffling=False)


def test_pieces_of_one_position_are_shuffled_at_the_start_of_the_turn() -> None:
    """B-4.14: then Austria cannot tell which of the two is the cavalry it saw."""
    state = driven_from_27("37")
    assert {"C2"} in blocks(state, AUSTRIAN, "37")
    end_turn(state)
    assert state.turn is FRENCH
    assert blocks(state, AUSTRIAN, "37") == [{"C2", "I2", "I3", "C1"}] * 2


def test_shuffling_is_a_choice_for_every_position_and_costs_no_command() -> None:
    """B-4.14: two positions with two pieces each, one with a single piece."""
    french = {"1": "I3 C2", "2": "I2 C1", "3": "I1"}
    state = french_turn(french, {"5": "I2"}, on=by_choice(), step=0)
    assert (state.decision, state.to_move) == (Decision.SHUFFLE, FRENCH)
    assert texts(state) == {"shuffle 1", "shuffle 2", "shuffle none"}
    play(state, "shuffle 1")
    assert texts(state) == {"shuffle 2", "shuffle none"}
    finish(play(state, "shuffle none"))
    assert (state.decision, state.commands) == (Decision.ACTION, 3)


@pytest.mark.parametrize(("choice", "alone"), [("shuffle 3", False), ("shuffle none", True)])
def test_a_player_may_leave_his_pieces_as_they_are(choice: str, alone: bool) -> None:
    """B-4.14, B-4.21: without the shuffle the cavalry seen is still known."""
    french = {"2": "C2", "3": "I2", "5": "I3 C1"}
    state = austrian_turn({"1": "I3 I1"}, french, on=by_choice())
    play(state, "attack A1 1/2", "join none", "respond none", "end")
    finish(play(state, choice))
    assert ({"C2"} in blocks(state, AUSTRIAN, "3")) is alone
    assert certain(state, AUSTRIAN, "3", "C2") == 1


def test_no_shuffling_in_the_opponents_turn() -> None:
    """B-4.15: all through the Austrian turn the cavalry that retreated is known."""
    state = driven_from_27("37")
    play(state, "march A2 44")
    assert state.turn is AUSTRIAN
    assert {"C2"} in blocks(state, AUSTRIAN, "37")


def test_no_shuffling_later_in_the_own_turn() -> None:
    """B-4.15: the known cavalry joins a piece in the own turn; they mix a turn later only."""
    state = end_turn(driven_from_27("39"))
    play(state, "march F1 39")
    assert {"C2"} in blocks(state, AUSTRIAN, "39")
    assert "shuffle" not in verbs(state)
    end_turn(state)
    assert {"C2"} in blocks(state, AUSTRIAN, "39")
    end_turn(state)
    assert {"C2"} not in blocks(state, AUSTRIAN, "39")
    assert certain(state, AUSTRIAN, "39", "C2") == 1


@pytest.mark.parametrize("other", ["37/46", "39"])
def test_pieces_of_different_positions_are_not_shuffled(other: str) -> None:
    """B-4.16: neither with an approach of the same locality nor with another locality."""
    state = end_turn(driven_from_27(other))
    assert blocks(state, AUSTRIAN, "37") == [{"C2"}]
    assert {"C2"} & set().union(*blocks(state, AUSTRIAN, other)) == set()


def test_artillery_with_a_bombardment_pending_is_not_shuffled() -> None:
    """B-4.17: declared last turn and cancelled in this, it is told from its comrade all turn."""
    state = austrian_turn({"17/27": "A1:due I2", "5": "I3 C2"}, {"27": "I2"}, step=0)
    assert {"A1"} in blocks(state, FRENCH, "17/27")
    finish(play(state, "cancel A1"))
    assert {"A1"} in blocks(state, FRENCH, "17/27")
    end_turn(end_turn(state))
    assert {"A1"} not in blocks(state, FRENCH, "17/27")


@pytest.mark.parametrize(
    ("pieces", "offered"), [("A1:due I2", False), ("A1:due I2 I3", True), ("A1 I2", True)]
)
def test_pending_artillery_does_not_count_among_the_pieces_to_shuffle(
    pieces: str, offered: bool
) -> None:
    """B-4.17: beside a single other piece there is nothing to shuffle."""
    state = austrian_turn({"1/2": pieces, "4": "I2"}, {"2": "I2"}, on=by_choice(), step=0)
    assert (state.decision is Decision.SHUFFLE) is offered


@pytest.mark.parametrize(("other", "alone"), [("I3", False), ("~I3", True)])
def test_active_and_inactive_pieces_are_not_shuffled_together(other: str, alone: bool) -> None:
    """B-4.18: the active cavalry seen stays known beside an inactive piece only."""
    state = end_turn(left_alone(other))
    assert ({"C2"} in blocks(state, AUSTRIAN, "37")) is alone


def test_inactive_pieces_of_one_position_are_shuffled_together() -> None:
    """B-4.18: both retreated inactive, shown; no Austrian piece comes near them."""
    french = {"27/17": "~A1", "27": "~C2 ~I3", "47": "I3 C1"}
    state = austrian_turn({"17/27": "C2", "1": "I2"}, french, step=2)
    play(state, "assault A1 17/27", "fire F1")
    while state.decision in (Decision.RETREAT, Decision.REDUCTION):
        retreats = [text for text in texts(state) if text.endswith(" 37")]
        play(state, sorted(retreats)[0])
    assert blocks(state, AUSTRIAN, "37") == [{"C2"}, {"I2"}]
    end_turn(finish(state))
    assert not any(state.piece(name).active for name in ("F2", "F3"))
    assert blocks(state, AUSTRIAN, "37") == [{"C2", "I2"}] * 2


def test_a_piece_shown_stays_known_until_it_is_shuffled_with_another() -> None:
    """B-4.19: two rounds alone and still known; a turn after it was joined no longer."""
    state = driven_from_27("39")
    for _ in range(4):
        end_turn(state)
        assert blocks(state, AUSTRIAN, "37") == [{"C2"}]
    end_turn(state)
    play(state, "march F2 37")
    assert {"C2"} in blocks(state, AUSTRIAN, "37")
    end_turn(end_turn(state))
    assert {"C2"} not in blocks(state, AUSTRIAN, "37")


def both_seen() -> BonaparteState:
    """Return the French turn after cavalry 2 and infantry 2, both shown, have retreated to 37."""
    french = {"27": "C2 I3", "47": "I3 C1"}
    state = austrian_turn({"17": "I3", "46": "I2"}, french)
    play(state, "attack A1 17/27", "respond none", "retreat F1 37", "retreat F2 37")
    assert blocks(state, AUSTRIAN, "37") == [{"C2"}, {"I2"}]
    return end_turn(state)


def test_the_set_shuffled_is_known_as_a_whole() -> None:
    """B-4.20: cavalry 2 and infantry 2, but not which is which."""
    state = both_seen()
    assert blocks(state, AUSTRIAN, "37") == [{"C2", "I2"}] * 2
    assert [certain(state, AUSTRIAN, "37", face) for face in ("C2", "I2", "I3")] == [1, 1, 0]


@pytest.mark.parametrize("name", ["F1", "F2"])
def test_the_members_of_the_set_stay_linked(name: str) -> None:
    """B-4.20: after one has left, each may be either, and certainly none is anything else."""
    state = play(both_seen(), f"march {name} 34")
    finish(state)
    assert blocks(state, AUSTRIAN, "37") == blocks(state, AUSTRIAN, "34") == [{"C2", "I2"}]


def test_automatic_shuffling_is_an_option_of_the_game() -> None:
    """B-4.21: on unless the scenario says otherwise; then nobody is asked."""
    assert game.scenario.parameters.automatic_shuffling is True
    assert by_choice().scenario.parameters.automatic_shuffling is False
    french = {"1": "I3 C2", "3": "I1"}
    for on, decision in ((by_choice(), Decision.SHUFFLE), (line(), Decision.ACTION)):
        assert french_turn(french, {"5": "I2"}, on=on, step=0).decision is decision


def test_automatic_shuffling_does_every_shuffle_permitted() -> None:
    """B-4.21: both positions are mixed as if the owner had chosen both shuffles."""
    french = {"1": "I3 C2", "2": "I2 C1"}
    chosen = french_turn(french, {"5": "I2"}, on=by_choice(), step=0)
    play(chosen, "shuffle 1", "shuffle 2")
    done = french_turn(french, {"5": "I2"}, on=line(), step=0)
    assert chosen.view(AUSTRIAN).enemy == done.view(AUSTRIAN).enemy
