"""The map as data: everything that it is put together of is there, and nothing that is hidden."""

import json
import re
from dataclasses import asdict

import pytest

from marengo.core.players.match import moves_of
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.players import make_player
from marengo.screens.marengo.drawing.vector import board_of, scene_of

FACE = re.compile(r"(austrian|french) [A-Z]+ \d")


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_a_scene_is_made_of_what_the_board_has_and_of_what_its_side_knows(name: str) -> None:
    """T-22.8, B-4.9: of enemy pieces only those that are shown have a face."""
    game = load(name)
    board = board_of(game.start(5).view(None))
    boxes = {entry.name for entry in game.board.entries}
    players = {side: make_player("random", game) for side in Side}
    hidden = 0
    for number, state in enumerate(moves_of(game.start(5), players, seed=5)):
        if number % 25:
            continue
        for side in Side:
            view = state.view(side)
            scene = scene_of(view)
            known = sum(bool(block.known) for block in view.enemy)
            faces = 0
            for *_, place, parts in scene.pieces:
                assert place in board.places or place in boxes or not place
                assert set(parts) <= board.parts.keys()
                enemy = parts[0].startswith(("austrian", "french")[side.enemy])
                faces += enemy and any(FACE.fullmatch(part) for part in parts)
            hidden += len(view.enemy) - known
            assert faces <= known
            assert {tint for tint, _ in scene.tints} <= board.places.keys()
            assert json.loads(json.dumps(asdict(scene)))["words"] == scene.words
    assert hidden > 100
