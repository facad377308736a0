"""Chapter 15 and what a bent scenario needs: revealed units, set-ups, shuffling by choice."""

import msgspec
import pytest

from marengo.core.errors import IllegalMove
from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.test_parameters import bent
from tests.rules.bonaparte.turns import pass_turn

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def with_options(**options: bool) -> BonaparteGame:
    """Return the standard game with options of what is shown."""
    changed = msgspec.structs.replace(game.scenario.options, **options)
    return BonaparteGame(msgspec.structs.replace(game.scenario, options=changed), game.board)


def continued(on: BonaparteGame, beside: str = "I3") -> BonaparteState:
    """Return the position after Austrian cavalry has gone from 8 to 16 and into 16/17."""
    state = austrian_turn({"8": "C2", "16/17": beside}, {"17": "I2", "56": "I3"}, on=on)
    return play(state, "march A1 16", "continue A1 16/17")


def face_up(state: BonaparteState) -> list[str]:
    """Return the places of the Austrian blocks that lie face-up for the French."""
    return [str(block.place) for block in state.view(FRENCH).enemy if block.face_up]


def test_a_piece_shown_stays_face_up_if_units_are_revealed() -> None:
    """B-15.10: the basic rule hides it at once."""
    assert face_up(continued(game)) == []
    assert face_up(continued(with_options(revealed_units=True))) == ["16/17"]


def test_a_piece_known_otherwise_is_not_face_up() -> None:
    """B-15.10: nobody has turned up the single pieces of a box or of an army."""
    on = with_options(revealed_units=True)
    for side in Side:
        view = on.start(3).view(side)
        assert not any(block.face_up for block in view.enemy)
        assert not any(piece.face_up for piece in view.own)


@pytest.mark.parametrize(("beside", "left"), [("I3", []), ("", ["16/17"])])
def test_it_stays_so_until_it_could_be_shuffled(beside: str, left: list[str]) -> None:
    """B-15.10: with another piece in its approach."""
    state = pass_turn(continued(with_options(revealed_units=True), beside))
    assert face_up(state) == ["16/17"]
    assert face_up(pass_turn(state)) == left


def test_a_set_up_may_meet_the_condition_of_activation() -> None:
    """B-6.16: Austrians who start in a French set-up locality have entered it."""
    forces = tuple(
        msgspec.structs.replace(force, places={"6": 9, "6:00": 11})
        if force.army == "austrian"
        else msgspec.structs.replace(force, places={"42": 12})
        if force.places is None
        else force
        for force in game.scenario.forces
    )
    on = BonaparteGame(msgspec.structs.replace(game.scenario, forces=forces), game.board)
    state = on.start(1)
    assert state.flag
    assert state.problems() == []
    assert not game.start(1).flag


def test_positions_are_equal_whether_or_not_something_was_shuffled() -> None:
    """B-18.10: what was shuffled is forgotten once the turn has begun."""
    on = bent(automatic_shuffling=False)
    state = austrian_turn({"5": "I3 I2"}, {"17": "I2"}, step=0, on=on)
    shuffled, not_shuffled = state.copy(), state.copy()
    assert play(shuffled, "shuffle 5") == play(not_shuffled, "shuffle none")


def test_a_box_is_no_goal() -> None:
    """B-8.2."""
    state = austrian_turn({"5": "I3"}, {"17": "I2"})
    with pytest.raises(IllegalMove, match="6:00 is a box"):
        state.play("march A1 6:00")


def test_a_road_march_moves_one_piece() -> None:
    """B-8.12: a road march is a group by itself."""
    state = french_turn({"5": "I3 I2"}, {"17": "I2"})
    with pytest.raises(IllegalMove, match=r"a road march moves one piece \(B-8\.12\)$"):
        state.play("road F1,F2")


def test_the_piece_named_last_is_none_before_the_first() -> None:
    """B-18.17: the lowest slot is not taken for it."""
    state = austrian_turn({"16/17": "I3 I2"}, {"17/16": "A1", "56": "I3"}, step=2)
    play(state, "assault A1 16/17", "join A2", "lead A1,A2", "fire F1")
    assert (state.decision, state.context["last"]) == (Decision.STRIKE, None)
