"""What a designer bends on the board and in the order of battle is played, by both rules."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from marengo.core.errors import ScenarioError
from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.marengo.board import Board
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from tests.field import scenario_names
from tests.helpers import game as triomphe
from tests.helpers import play, starting, texts, where
from tests.rules.bonaparte.setting import game as basic

both = pytest.mark.parametrize("name", scenario_names())


def with_board(game: MarengoGame, **changed: Any) -> MarengoGame:
    """Return a game on a changed board."""
    return MarengoGame.from_parts(replace(game.board, **changed), game.scenario)


def with_localities(game: MarengoGame, facts: dict[int, dict[str, Any]]) -> MarengoGame:
    """Return a game on a board of which some localities are changed."""
    changed = tuple(replace(p, **facts.get(p.number, {})) for p in game.board.localities)
    return with_board(game, localities=changed)


def with_approach(board: Board, approach: str, **facts: Any) -> Board:
    """Return a board of which one approach is changed."""
    sides = board.approaches
    changed = tuple(
        replace(side, **facts)
        if side.opposite is not None and str(side.place) == approach
        else side
        for side in sides
    )
    return replace(board, approaches=changed)


def neighbours(game: MarengoGame) -> tuple[int, int]:
    """Return two localities with a border that anybody may cross, and room for four."""
    for side in game.board.approaches:
        if side.opposite is not None and not side.impassable and side.pair is None:
            places = (game.board.locality(side.locality), game.board.locality(side.opposite))
            if all(place.capacity and place.capacity >= 4 for place in places):
                return side.locality, side.opposite
    raise AssertionError(game)


@both
def test_capacity(name: str) -> None:
    """T-3.20, B-5.20."""
    game = load(name)
    start, goal = neighbours(game)
    full = with_localities(game, {goal: {"capacity": 1}})
    for on, possible in ((game, True), (full, False)):
        pieces = {str(start): "I3", str(goal): "I2"}
        state = on.position(hour=9, turn=Side.AUSTRIAN, austrian=pieces)
        assert (f"march A1 {goal}" in texts(state)) is possible


@both
def test_start_symbols(name: str) -> None:
    """T-3.25, B-5.21: one French piece starts elsewhere."""
    game = load(name)
    emptied = next(place for place in game.board.localities if place.french_start)
    taken = next(p for p in game.board.localities if not p.french_start and p.number > 30)
    fewer = {"french_start": emptied.french_start - 1}
    moved = with_localities(game, {emptied.number: fewer, taken.number: {"french_start": 1}})
    for on, number in ((game, 0), (moved, 1)):
        assert on.start(1).count(str(taken.number)) == number


@both
def test_impassable_and_obstacle(name: str) -> None:
    """T-3.16, T-9.7, B-5.19, B-9.6."""
    game = load(name)
    start, goal = neighbours(game)
    at, against = f"{start}/{goal}", f"{goal}/{start}"
    for facts, wanted in (
        ({"cavalry_obstacle": False}, True),
        ({"cavalry_obstacle": True}, False),
        ({"cavalry_obstacle": False, "impassable": True}, False),
    ):
        board = with_approach(game.board, against, **facts)
        on = MarengoGame.from_parts(board, game.scenario)
        state = on.position(
            hour=9, turn=Side.AUSTRIAN, austrian={str(start): "C2"}, french={str(goal): "I2"}
        )
        assert (f"attack A1 {at}" in texts(state)) is wanted


def with_forces(game: MarengoGame, **facts: Any) -> MarengoGame:
    """Return a game in which the pieces of the first force are changed."""
    first, *rest = game.scenario.forces
    pieces = tuple(msgspec.structs.replace(piece, **facts) for piece in first.pieces)
    forces = (msgspec.structs.replace(first, pieces=pieces), *rest)
    return MarengoGame.from_parts(game.board, msgspec.structs.replace(game.scenario, forces=forces))


@both
def test_strengths(name: str) -> None:
    """T-4.4, B-6.8."""
    state = with_forces(load(name), strength=4).start(0)
    strengths = {piece.strength for piece in state.pieces if piece.side is Side.AUSTRIAN}
    assert strengths == {4}


@both
def test_hour_of_entry(name: str) -> None:
    """T-15.1, B-8.70: the Austrian box opens later."""
    game = load(name)
    box = next(entry.name for entry in game.board.entries if entry.army == "austrian")
    hours = {**game.scenario.hours, box: 8}
    late = MarengoGame.from_parts(game.board, msgspec.structs.replace(game.scenario, hours=hours))
    assert starting(game.start(0), "road")
    assert texts(late.start(0)) == {"end"}


@both
def test_entry_point(name: str) -> None:
    """T-15.1, B-8.72: the Austrians come into another locality, over the same crossing."""
    game = load(name)
    entry = next(entry for entry in game.board.entries if entry.army == "austrian")
    goal = next(
        group.locality
        for group in game.board.road_groups
        if group.locality > 40 and not game.board.locality(group.locality).french_start
    )
    entries = tuple(replace(e, locality=goal) if e == entry else e for e in game.board.entries)
    road = f"entry:{entry.name}"
    moved = False
    groups = []
    for group in game.board.road_groups:
        crossings = tuple(crossing for crossing in group.crossings if crossing != road)
        if group.locality == goal and not moved:
            crossings, moved = (*crossings, road), True
        groups.append(replace(group, crossings=crossings, main_groups=()))
    on = with_board(game, entries=entries, road_groups=tuple(groups))
    state = play(on.start(0), "pontoon A1") if entry.pontoon else on.start(0)
    assert where(state, "A1") == str(goal)


def test_morale_of_both_games() -> None:
    """T-4.3, B-6.2."""
    morale = msgspec.structs.replace(basic.scenario.morale, french=3)
    bent = BonaparteGame(msgspec.structs.replace(basic.scenario, morale=morale), basic.board)
    assert bent.start(0).morale(Side.FRENCH) == 3
    army = msgspec.structs.replace(triomphe.scenario.morale.french, uncommitted=7, track={6: 2})
    discs = msgspec.structs.replace(triomphe.scenario.morale, french=army)
    scenario = msgspec.structs.replace(triomphe.scenario, morale=discs)
    state = TriompheGame(scenario, triomphe.board).start(0)
    assert state.uncommitted(Side.FRENCH) == 7
    assert state.track(Side.FRENCH) == {6: 2}


@both
def test_penalties(name: str) -> None:
    """T-3.13, B-5.13: a penalty of three stops what a penalty of none lets through."""
    game = load(name)
    start, goal = neighbours(game)
    at, against = f"{start}/{goal}", f"{goal}/{start}"
    won = {}
    for penalty in (0, 3):
        board = with_approach(game.board, against, infantry=penalty, cavalry_obstacle=False)
        on = MarengoGame.from_parts(board, game.scenario)
        facts: dict[str, Any] = {"austrian": {at: "I4"}, "french": {against: "I1"}}
        step = {"step": 2} if name == "bonaparte" else {}
        state = on.position(hour=9, turn=Side.AUSTRIAN, **facts, **step)
        play(state, next(text for text in texts(state) if text.startswith("assault")))
        play(state, "lead F1")
        while state.decision not in (Decision.ACTION, Decision.OVER):
            state.play(state.legal_moves()[0])
        won[penalty] = state.won(goal)
    assert won == {0: True, 3: False}


def starting_in(game: MarengoGame, austrian: str, french: str) -> MarengoGame:
    """Return a game in which each army of the start stands in one place."""
    places = [austrian, french]
    forces = list(game.scenario.forces)
    for number, place in enumerate(places):
        size = sum(piece.count for piece in forces[number].pieces)
        forces[number] = msgspec.structs.replace(forces[number], places={place: size})
    scenario = msgspec.structs.replace(game.scenario, forces=tuple(forces))
    return MarengoGame.from_parts(game.board, scenario)


@both
def test_starts_that_cannot_be_are_refused(name: str) -> None:
    """T-3.6, T-3.20, B-5.20: a scenario says so when it is loaded, not when it is played."""
    game = load(name)
    roomy = with_localities(game, {8: {"capacity": 24}, 5: {"capacity": 24}})
    assert starting_in(roomy, "5", "8").start(0).problems() == []
    with pytest.raises(ScenarioError, match="both armies start in locality 8"):
        starting_in(roomy, "8", "8")
    with pytest.raises(ScenarioError, match="20 pieces start in locality 5, which holds at most 3"):
        starting_in(with_localities(roomy, {5: {"capacity": 3}}), "5", "8")
