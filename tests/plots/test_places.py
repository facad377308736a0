"""Places on the map: where the pieces are drawn, and marks that do not lie on one another."""

from math import dist, hypot

import numpy as np
import pytest
from shapely.geometry import Point

from marengo.core.players.match import moves_of
from marengo.games.marengo.board import Place
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.players import make_player
from marengo.screens.marengo.drawing.board import canvas, extent
from marengo.screens.marengo.drawing.layout import layout
from marengo.screens.marengo.drawing.places import SIGN, free_spots, stacks, target_spot
from marengo.screens.marengo.drawing.position import HEADER, draw_position
from marengo.screens.marengo.play.options import read_option
from tests.turn import in_turn

SCENARIOS = ("bonaparte", "triomphe")


@pytest.fixture(params=SCENARIOS)
def game(request: pytest.FixtureRequest) -> MarengoGame:
    return load(request.param)


def drawn(state: MarengoState, side: Side | None) -> list[tuple[float, float]]:
    """Return the middles of all blocks that are drawn."""
    plan = layout(state.game.board)
    _, axes = canvas(extent(plan, HEADER))
    draw_position(axes, plan, state.view(side))
    middles = []
    for artist in axes.patches:
        if artist.get_gid() in ("austrian piece", "french piece"):
            x, y = np.asarray(artist.get_path().vertices)[:4].mean(axis=0)
            middles.append((x, y))
    return middles


def test_every_block_that_is_drawn_lies_in_the_area_of_its_place(game: MarengoGame) -> None:
    """Boxes and approaches included: what is clicked is what is seen."""
    state = game.start(7)
    for text in {"triomphe": ["road A14", "cross Alessandria-1", "stop", "pontoon A1"]}.get(
        game.scenario.name, ["road A14", "stop"]
    ):
        state.play(text)
    areas = stacks(state.view(Side.FRENCH))
    assert set(areas) == {str(one.place) for one in state.pieces if one.place is not None}
    blocks = drawn(state, Side.FRENCH)
    assert len(blocks) == sum(one.place is not None for one in state.pieces)
    for x, y in blocks:
        inside = [
            place
            for place, area in areas.items()
            if abs(x - area.x) < area.width / 2 and abs(y - area.y) < area.height / 2
        ]
        assert inside, (x, y)


def test_an_area_is_no_larger_than_its_stack(game: MarengoGame) -> None:
    for place, area in stacks(game.start(7).view(None)).items():
        blocks = drawn(game.start(7), None)
        inside = [
            at
            for at in blocks
            if abs(at[0] - area.x) < area.width / 2 and abs(at[1] - area.y) < area.height / 2
        ]
        number = game.start(7).count(place)
        assert len(inside) == number, place


def test_marks_of_localities_lie_in_them(game: MarengoGame) -> None:
    plan = layout(game.board)
    astray = []
    for number, shape in plan.shapes.items():
        x, y = target_spot(game.board, str(number))
        if not shape.buffer(20 * plan.unit).contains(Point(x, y)):
            astray.append(number)
    assert astray == []


def test_going_into_an_approach_and_attacking_over_it_are_told_apart(game: MarengoGame) -> None:
    """They must not cover each other's middle."""
    for approach in game.board.approaches:
        if approach.opposite is None or approach.impassable:
            continue
        place = str(approach.place)
        go = target_spot(game.board, place)
        attack = target_spot(game.board, place, attacks=True)
        assert dist(go, attack) > SIGN, place


def test_a_mark_of_an_approach_lies_on_its_side_of_the_border() -> None:
    board = load("triomphe").board
    plan = layout(board)

    def locality(place: str, *, attacks: bool = False) -> int:
        point = Point(target_spot(board, place, attacks=attacks))
        return next(number for number, shape in plan.shapes.items() if shape.contains(point))

    assert locality("9/10") == 9
    assert locality("10/9") == 10
    assert locality("9/10", attacks=True) == 10
    assert Place.parse("9/10").opposite == Place(10, 9)


@pytest.mark.parametrize("player", in_turn(["random", "rule"]))
def test_no_destination_lies_on_a_stack_or_on_another_one(game: MarengoGame, player: str) -> None:
    """In all decisions of some games, for all places that some piece can go to at once."""
    players = {side: make_player(player, game) for side in game.seats}
    looked = 0
    for state in moves_of(game.start(3), players, seed=3):
        if state.is_over:
            break
        goals = {
            (option.target, option.attacks)
            for option in (read_option(state, move) for move in state.legal_moves())
            if option.target and option.target[0].isdigit()
        }
        view = state.view(state.to_move)
        found = free_spots(view, sorted(goals))
        areas = stacks(view).values()
        looked += len(found)
        for number, (x, y) in enumerate(found):
            for area in areas:
                aside = max(abs(x - area.x) - area.width / 2, 0.0)
                assert hypot(aside, max(abs(y - area.y) - area.height / 2, 0.0)) > 0.45 * SIGN
            for other in found[:number]:
                assert dist(other, (x, y)) >= 2 * SIGN
    assert looked > 500
