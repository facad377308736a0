"""What belongs to a game is found through its scenario, and scenarios say what is wrong."""

from pathlib import Path

import pytest

from marengo import Side
from marengo.core.errors import ScenarioError
from marengo.games.marengo.board import Board
from marengo.games.marengo.files import read_scenario
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.notation import FORMS
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.state import MarengoState
from marengo.paths import data_path
from tests.field import games, scenario_names
from tests.toys import row


@pytest.mark.parametrize("name", scenario_names())
def test_a_game_is_of_the_class_that_its_scenario_names(name: str) -> None:
    game = load(name)
    assert type(game) is games()[game.scenario.ruleset]
    assert isinstance(game.scenario, game.schema)
    state = game.start(1)
    assert type(state) is type(state.copy()) is type(game.state(state._record))
    assert isinstance(state, MarengoState)
    assert game.state(state._record) == state
    assert game.scenario.text().count('"ruleset"') == 1


def test_every_game_has_a_scenario_and_writes_every_move() -> None:
    assert {load(name).scenario.ruleset for name in scenario_names()} == set(games())
    for name, game in games().items():
        assert issubclass(game, MarengoGame)
        assert game.name == name
        assert set(game.forms) == set(FORMS) == set(MoveKind)


def test_states_of_two_games_are_not_equal() -> None:
    one, other = (row(2, ruleset=name).position(turn=Side.AUSTRIAN) for name in games())
    assert one != other
    assert one.decision is other.decision is Decision.ACTION


def test_a_ruleset_needs_the_boxes_of_its_board() -> None:
    board = Board.read(data_path("boards/triomphe.geojson"))
    with pytest.raises(ScenarioError, match="no such box, expected Alessandria"):
        MarengoGame.from_parts(board, load("bonaparte").scenario)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            "commands_per_turn = 3",
            "commands_per_turn = -1",
            "commands_per_turn: expected 0 or more",
        ),
        (
            "group_limit = 24",
            "group_limit = 25",
            "group_limit: expected 24 or less",
        ),
        ("group_limit = 24", "orders_per_turn = 3", "no field `orders_per_turn`"),
        (
            "obstacle_needs_infantry = true",
            "obstacle_needs_infantry = 1",
            "expected true or false, not 1",
        ),
        ("austrian = 16", "austrian = 0", "morale.austrian: expected 1 or more, not 0"),
        ("austrian = 0", "austrian = 16", "bid.austrian: expected 0 to 15"),
        ("austrian = 0", "austrian = -1", "bid.austrian: expected 0 or more, not -1"),
        ("revealed_units = false", "revealed_pieces = true", "options: no field `revealed_pieces`"),
        ('"12:00" = 12', '"13:00" = 12', "hours.13:00: no such box, expected 6:00, 12:00"),
        ('"12:00" = 12', '"12:00" = 24', "hours.12:00: expected 23 or less, not 24"),
        ('places = { "12:00" = 2 }', 'places = { "12:00" = 3 }', "2 pieces for 3 places"),
        ('places = { "12:00" = 2 }', 'places = { "6:00" = 2 }', "belongs to the other army"),
        ('places = { "12:00" = 2 }', 'places = { "67" = 2 }', "no place '67'"),
        ('places = { "12:00" = 2 }', 'places = { "12:00" = 2 }\ninactive = true', "B-6.21"),
        ('places = { "6:00" = 20 }', 'places = { "1" = 20 }\ninactive = true', "French pieces"),
        ('places = { "6:00" = 20 }', 'places = { "6:00" = 20 }\ndisorganised = true', "disorg"),
        ("last_hour = 21", "last_hour = 5", "parameters.last_hour"),
        ('ruleset = "bonaparte"', 'ruleset = "triomphe"', "parameters|morale"),
        ('ruleset = "bonaparte"', "", "ruleset: expected one of"),
        (
            'ruleset = "bonaparte"',
            'ruleset = "waterloo"',
            "ruleset: no value 'waterloo'",
        ),
    ],
)
def test_a_wrong_field_is_named(old: str, new: str, wanted: str, tmp_path: Path) -> None:
    text = data_path("scenarios/bonaparte.toml").read_text(encoding="utf-8")
    path = tmp_path / "bent.toml"
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ScenarioError, match=wanted):
        load(path)


def test_reinforcements_may_be_dealt_to_the_boxes(tmp_path: Path) -> None:
    """B-15.16: their owner alone knows what is in each."""
    text = data_path("scenarios/bonaparte.toml").read_text(encoding="utf-8")
    path = tmp_path / "dealt.toml"
    path.write_text(
        text[: text.index("# What the three French boxes hold")]
        + """
[[forces]]
name = "French reinforcements"
army = "french"
draw = true
pieces = [
    { kind = "infantry", strength = 3, count = 2 },
    { kind = "infantry", strength = 2, count = 3 },
    { kind = "artillery", strength = 1 },
    { kind = "cavalry", strength = 2 },
]
places = { "12:00" = 2, "16:00" = 4, "17:00" = 1 }
""",
        encoding="utf-8",
    )
    game = load(path)
    alone = set()
    for seed in range(8):
        state = game.start(seed)
        (piece,) = (piece for piece in state.pieces if str(piece.place) == "17:00")
        alone.add(piece.kind)
        boxes = [str(block.place) for block in state.view(Side.AUSTRIAN).enemy]
        assert [boxes.count(box) for box in ("12:00", "16:00", "17:00")] == [2, 4, 1]
        (block,) = (b for b in state.view(Side.AUSTRIAN).enemy if str(b.place) == "17:00")
        assert len(block.faces) == 4
    assert len(alone) > 1
    assert read_scenario(path).forces[-1].draw
