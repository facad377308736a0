"""Games, positions and their small public face."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import marengo
from marengo import Decision, Kind, Side
from marengo.core.errors import NotationError, PositionError, ScenarioError
from marengo.games.marengo.board import Board
from marengo.games.triomphe.game import TriompheGame
from marengo.paths import data_path
from tests.helpers import game


def test_the_same_seed_gives_the_same_set_up() -> None:
    assert game.start(7) == game.start(np.random.SeedSequence(7))
    assert game.start(7).hash() != game.start(8).hash()
    with pytest.raises(ValueError, match="seed: expected 0 or more"):
        game.start(-1)


def test_a_board_that_cannot_be_played_is_explained() -> None:
    board = Board.read(data_path("boards/triomphe.geojson"))
    stranger = dataclasses.replace(board.crossings[0], between=(1, 90))
    broken = dataclasses.replace(board, crossings=(stranger, *board.crossings[1:]))
    with pytest.raises(ScenarioError, match=r"cannot be played: .*1.*90"):
        TriompheGame(game.scenario, broken)


def test_the_other_board_needs_its_own_scenario() -> None:
    board = Board.read(data_path("boards/bonaparte.geojson"))
    with pytest.raises(ScenarioError, match="no such box"):
        TriompheGame(game.scenario, board)


def test_undo_and_copy() -> None:
    state = game.start(1)
    before = state.hash()
    other = state.copy().play("road A1")
    assert state.hash() == before
    assert [str(move) for move in other.moves] == ["road A1"]
    assert other.undo().hash() == before
    with pytest.raises(IndexError, match="nothing to undo"):
        other.undo()


def test_states_compare_by_position() -> None:
    one, other = game.start(1), game.start(1)
    assert one == other
    assert one != other.play("end")
    assert one != "a state"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_moves_compare_by_meaning() -> None:
    state = game.start(1)
    assert state.move("road A1") == state.move("road  A1")
    assert state.move("road A1") != state.move("road A4")
    assert state.move("road A1") != "road A1"
    assert len({state.move("end"), state.move("end")}) == 1
    assert repr(state.move("end")) == "<Move end>"


def test_pieces_are_found_by_name() -> None:
    state = game.start(1)
    assert (state.piece("A1").kind, state.piece("A1").strength) == (Kind.INFANTRY, 3)
    assert state.piece("A20").face_up
    for name in ("A21", "B1", "A99"):
        with pytest.raises(NotationError):
            state.piece(name)
    with pytest.raises(NotationError, match="no such crossing"):
        state.last_step("c999")


def test_positions_describe_themselves() -> None:
    assert repr(game) == "<Game triomphe on the board triomphe>"
    assert repr(game.start(1)) == "<State 6:00, Austrian to decide: action>"
    state = game.position(
        turn=Side.AUSTRIAN,
        hour=21,
        uncommitted={Side.FRENCH: 1},
        austrian={"5": "I3 I3"},
        french={"10": "I2"},
    )
    state.play("attack A1,A2 5/10")
    while state.decision is not Decision.OVER:
        state.play(state.legal_moves()[0])
    assert repr(state) == "<State 21:00, over: the French army is demoralised (T-19.1)>"


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ({"austrian": {"999": "I2"}}, "no place '999'"),
        ({"austrian": {"5": "X2"}}, "expected pieces such as"),
        ({"austrian": {"5": "~I2"}}, "never disorganised"),
        ({"austrian": {"14": "I2 I2 I2 I2"}}, "locality 14: more pieces than its capacity"),
        ({"austrian": {"5": "I2"}, "french": {"5": "I2"}}, "occupied by both armies"),
        ({"austrian": {"Tortona": "I2"}}, "in a box of the enemy"),
        ({"austrian": {"5": "I2 " * 25}}, "more than 24 pieces"),
        ({"hour": 3}, "is no hour of the game"),
        ({"orders": -1}, "orders: expected 0 to 3, not -1"),
        ({"orders": 4}, "orders: expected 0 to 3, not 4"),
        ({"turn": 5}, "turn: expected one of Side.AUSTRIAN, Side.FRENCH, not 5"),
        ({"french": {"10": 2}}, "french.10: expected a text, not 2"),
        ({"uncommitted": {Side.FRENCH: -2}}, "French: fewer than 0"),
        ({"shifted": {Side.FRENCH: {9: 1}}}, "locality 9: more shifted discs"),
        ({"hour": 6, "french": {"9/4": "~I2"}, "austrian": {"4": "I2"}}, "at dawn"),
        ({"austrian": {"5": "I5"}}, "expected a strength from 0 to 4"),
        ({"austrian": {"5": "A1:due"}}, "no artillery in an approach"),
        ({"steps": {"nonsense": (1, 2)}}, "no such crossing"),
        ({"steps": {"c2": (1, 40)}}, "does not lead into locality 40"),
        ({"french": {"5": "I2 ~I2"}}, "not begun to be organised"),
        ({"french": {"Tortona": "~I2"}}, "never disorganised"),
        ({"road_attacks": ["nonsense"]}, "no such crossing"),
        ({"attacked": ["5"]}, "expected an approach"),
        ({"committed": {Side.AUSTRIAN: {95: 1}}}, "committed: expected a locality of the board"),
        ({"committed": {Side.AUSTRIAN: {8: 1.5}}}, "committed.austrian.8: expected a whole number"),
        ({"entered_last": {99: Side.FRENCH}}, "entered_last: expected a locality of the board"),
        ({"entered_last": {-1: Side.FRENCH}}, "entered_last: expected a locality of the board"),
        ({"track": {Side.AUSTRIAN: {22: 1}}}, "track: expected an hour from 6 to 21, not 22"),
    ],
)
def test_positions_that_cannot_be_are_refused(facts: dict[str, Any], wanted: str) -> None:
    with pytest.raises(PositionError, match=wanted):
        game.position(**{"turn": Side.AUSTRIAN, **facts})


def test_the_package_offers_its_rooms() -> None:
    assert callable(marengo.simulate)
    assert marengo.plots.__name__ == "marengo.plots"
    with pytest.raises(AttributeError, match="no attribute 'waterloo'"):
        _ = marengo.waterloo  # type: ignore[attr-defined]
    with pytest.raises(ScenarioError, match="expected a file or one of bonaparte, europe-1800"):
        marengo.load("waterloo")
