"""What-ifs: scenario files that extend another and state only what changes."""

import hashlib
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from marengo import plots
from marengo.cli import main
from marengo.core import scenarios
from marengo.core.errors import RecordError, ScenarioError
from marengo.core.records import GameRecord, scenario_hash
from marengo.core.scenarios import find_scenario
from marengo.games.marengo.files import board_file, read_scenario
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.triomphe.scenario import TriompheScenario
from marengo.lab.fuzz import fuzz
from marengo.paths import data_path
from tests.field import games, scenario_names, what_if_names
from tests.game.what_if_files import BOX, LIMIT, SECOND_GATE, both, loaded, refusal, written
from tests.helpers import play, settle, texts, where

# What the standard scenarios are must not change: results and records carry these.


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("bonaparte", "c2fcaf44a9868ad2", "4af0d5ecdcb16457"),
        ("triomphe", "83a095669c195023", "6ebd23920a231718"),
    ],
)
def test_the_fingerprints_of_the_games_stay(name: str, text: str, game: str) -> None:
    canonical = load(name).scenario.text().encode()
    assert hashlib.blake2b(canonical, digest_size=8).hexdigest() == text
    assert scenario_hash(load(name)) == game


@both
def test_the_same_game_has_the_same_fingerprint(name: str, tmp_path: Path) -> None:
    """Whether a file is written whole or in steps, and whatever it tells of itself."""
    first = written(tmp_path, f"[parameters]\n{LIMIT[name]} = 4\n", "first", name)
    (tmp_path / "a").mkdir()
    bent = f'[hours]\n"{BOX[name]}" = 7\n'
    step = written(tmp_path / "a", bent + '[ground.localities."8"]\n', "last", str(first))
    account = f'context = "Why."\nsources = ["A book"]\n{bent}[parameters]\n{LIMIT[name]} = 4\n'
    once = written(tmp_path, account, "last", name)
    assert load(step).scenario.text() == load(once).scenario.text()
    assert scenario_hash(load(step)) == scenario_hash(load(once))
    assert scenario_hash(load(step)) != scenario_hash(load(first))
    whole = tmp_path / "whole.toml"
    text = data_path(f"scenarios/{name}.toml").read_text(encoding="utf-8")
    whole.write_text(text.replace(f"{LIMIT[name]} = 3", f"{LIMIT[name]} = 4"), encoding="utf-8")
    other = read_scenario(whole)
    same = {"name": "first", "title": ""}
    assert msgspec.structs.replace(other, **same).text() == load(first).scenario.text()


def test_tables_merge_and_values_replace(tmp_path: Path) -> None:
    account = 'title = "Early"\ncontext = "Why."\nsources = ["A book", "Another"]\n'
    bent = "[hours]\nNovi = 15\n[morale.french]\nuncommitted = 5\ntrack = { 6 = 2, 13 = 1 }\n"
    standard, scenario = load("triomphe").scenario, loaded(tmp_path, account + bent).scenario
    assert isinstance(standard, TriompheScenario)
    assert isinstance(scenario, TriompheScenario)
    assert scenario.hours == {**standard.hours, "Novi": 15}
    assert scenario.morale.french.uncommitted == 5
    assert scenario.morale.french.track == {**standard.morale.french.track, 6: 2, 13: 1}
    assert scenario.morale.austrian == standard.morale.austrian
    assert scenario.parameters == standard.parameters
    assert scenario.forces == standard.forces
    assert (scenario.name, scenario.title, scenario.extends) == ("child", "Early", "triomphe")
    assert (scenario.context, scenario.sources) == ("Why.", ("A book", "Another"))


def test_what_describes_a_file_is_not_inherited(tmp_path: Path) -> None:
    account = 'title = "T"\ncontext = "C"\nsources = ["S"]\n[hours]\nNovi = 15\n'
    written(tmp_path, account, "first")
    scenario = load(written(tmp_path, "", "second", "first.toml")).scenario
    assert scenario.hours["Novi"] == 15
    assert (scenario.title, scenario.context, scenario.sources) == ("", "", ())


def test_forces_are_matched_by_name(tmp_path: Path) -> None:
    text = """
[[forces]]
name = "French reinforcements"
remove = true
[[forces]]
name = "French army at the start"
draw = false
remove = false
[[forces]]
name = "Guard"
army = "french"
pieces = [{ kind = "infantry", strength = 2 }]
places = { Tortona = 1 }
"""
    standard, forces = load("triomphe").scenario.forces, loaded(tmp_path, text).scenario.forces
    assert [force.name for force in forces] == ["Austrian army", standard[1].name, "Guard"]
    assert forces[0] == standard[0]
    assert forces[1] == msgspec.structs.replace(standard[1], draw=False)


def test_a_field_of_a_force_is_replaced_whole(tmp_path: Path) -> None:
    text = '[[forces]]\nname = "French reinforcements"\nplaces = { Tortona = 8 }\n'
    assert loaded(tmp_path, text).scenario.forces[2].places == {"Tortona": 8}


FORCE = '[[forces]]\nname = "French reinforcements"\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('ruleset = "triomphe"', "ruleset: a what-if keeps the ruleset 'triomphe'"),
        ('board = "bonaparte"', "board: a what-if keeps the board 'triomphe'"),
        ("rules = 3", "no field `rules`, expected one of ruleset, name, board,"),
        ("[parameters]\norders = 4", "parameters: no field `orders`, expected one"),
        ("[hours]\nNovi = 25", "hours.Novi: expected 23 or less, not 25"),
        ("[hours]\nGenova = 5", "hours.Genova: no such box, expected Alessandria, Tortona"),
        ("parameters = 3", "parameters: expected a table, not 3"),
        ("sources = 'one'", "sources: expected a list, not 'one'"),
        ("forces = 3", "forces: expected a list, not 3"),
        ("[morale.french.track]\n66 = 1", "morale.french.track: "),
        (
            FORCE + "draw = 3",
            "forces.French reinforcements.draw: expected true or false, not",
        ),
        (FORCE + "places = { Novi = 9 }", "French reinforcements: 8 pieces for 9 places"),
        (FORCE + "remove = 1", "forces.French reinforcements.remove: expected true or false"),
        (
            FORCE + "remove = true\ndraw = true",
            "remove: expected no other field beside it, not draw",
        ),
        (FORCE + FORCE, "1 names given twice: French reinforcements"),
        (
            '[[forces]]\nname = "Guard"\nremove = true',
            "Guard.remove: no such force, expected one of",
        ),
        ('[[forces]]\nname = "Guard"', "forces.Guard: expected a field `army`"),
        ("[[forces]]\ndraw = true", "forces.[1].name: expected the name of a force"),
        (FORCE + 'pieces = [{ kind = "elephant", strength = 2 }]', "infantry, cavalry, artillery"),
        (
            FORCE + 'pieces = [{ kind = "cavalry", strength = 9 }]',
            "forces.French reinforcements.pieces[1].strength: expected 4 or less",
        ),
        ("[ground.localities.8]\ncapacity = 0", "ground.localities.8.capacity: expected 1 or more"),
        ("[ground.localities.8]\nroom = 2", "expected one of capacity, french_start, star"),
        ("[ground.localities.8]\nstar = 'pink'", "expected one of red, green, blue, none"),
        ("[ground.localities.99]\ncapacity = 2", "ground.localities.99: no such locality"),
        ("[ground.rivers.Bormida]\nwide = true", "expected one of localities, approaches, entries"),
        ("[ground.crossings.c1]\nroad = 'main'", "ground.crossings.c1: the board has such"),
        (
            "[ground.entries.Po]\narmy = 'french'\nlocality = 90\nroad = 'local'",
            "hours: expected an hour for Po",
        ),
    ],
)
def test_a_wrong_field_is_named(text: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(written(tmp_path, text))


def test_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "child.toml"
    path.write_text('extends = "triomphe"\n')
    assert "name: expected a name of its own" in refusal(path)
    assert "expected another name" in refusal(written(tmp_path, "", "triomphe"))


def test_what_is_extended_must_exist(tmp_path: Path) -> None:
    said = refusal(written(tmp_path, "", extends="waterloo"))
    assert (
        "extends: no scenario 'waterloo': expected a file or one of bonaparte, europe-1800" in said
    )
    path = tmp_path / "number.toml"
    path.write_text('extends = 3\nname = "x"')
    assert "extends: expected a name or a path, not 3" in refusal(path)


def test_a_fault_of_the_parent_is_the_parents(tmp_path: Path) -> None:
    wrong = written(tmp_path, "[hours]\nNovi = 25", "wrong")
    path = written(tmp_path, "[hours]\nNovi = 15", "right", "wrong.toml")
    with pytest.raises(ScenarioError, match=r"hours\.Novi") as caught:
        load(path)
    assert str(caught.value).startswith(f"{wrong}: ")


def test_a_circle_is_named(tmp_path: Path) -> None:
    files = [written(tmp_path, "", one, f"{other}.toml") for one, other in ("ab", "bc", "ca")]
    said = refusal(files[0])
    assert " extends ".join(map(str, [*files, files[0]])) in said
    assert "a circle" in said


def test_the_board_lies_beside_the_file_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    text = data_path("scenarios/triomphe.toml").read_text(encoding="utf-8")
    own = text.replace('board = "triomphe"', 'board = "own.geojson"').replace(
        'name = "triomphe"', 'name = "own"'
    )
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    shipped = data_path("boards/triomphe.geojson")
    (tmp_path / "own.geojson").write_bytes(shipped.read_bytes())
    changes = '[ground.localities."8"]\ncapacity = 2\n'
    path = written(tmp_path / "deep", changes, extends="../own.toml")
    assert board_file(path).resolve() == tmp_path / "own.geojson"
    game, parent = load(path), load(tmp_path / "own.toml")
    assert game.board.locality(8).capacity == 2
    with pytest.raises(ScenarioError, match=r"own\.geojson does not come with marengo"):
        game.scenario.diff(parent.scenario)
    account = game.scenario.diff(parent.scenario, parent.board)
    assert account == ["locality 8: capacity 2 instead of 16"]


# Playing.


@both
def test_a_second_gate_doubles_the_traffic(name: str, tmp_path: Path) -> None:
    """T-15.4, B-8.72: each box has its own traffic; the pontoon bridge takes one piece more."""
    game = loaded(tmp_path, SECOND_GATE.format(box=BOX[name]), name)
    entered = {on.scenario.name: entering(on.start(1)) for on in (load(name), game)}
    assert entered == {name: 4, "child": 7}


def entering(state: MarengoState) -> int:
    """Bring as many Austrians onto the map in their first turn as can be; return their number."""
    boxes = set(state.game.index.boxes)
    while state.to_move is Side.AUSTRIAN:
        moves = sorted(texts(state))  # the pontoon bridge comes first
        if state.decision is Decision.ACTION:
            here = [text for text in moves if text.split()[0] in ("pontoon", "road")]
            moves = [text for text in here if where(state, text.split()[1]) in boxes]
        if not moves:
            break
        stops = [text for text in moves if text == "stop"]
        state.play(stops[0] if stops else moves[0])
    return sum(p.side is Side.AUSTRIAN and str(p.place) not in boxes for p in state.pieces)


BRIDGE = """
[ground.crossings.bridge]
between = [{0}, {1}]
road = "main"
joins = {{ {0} = "{2}", {1} = "{3}" }}
"""


@both
def test_a_new_road_is_marched(name: str, tmp_path: Path) -> None:
    """T-8.3, B-8.46: from a locality with a road into a neighbour that no road led to."""
    standard = load(name)
    groups = {g.locality: g.crossings[0] for g in standard.board.road_groups}
    crossed = {frozenset(crossing.between) for crossing in standard.board.crossings}
    start, goal = next(
        (a.locality, a.opposite)
        for a in standard.board.approaches
        if a.opposite in groups
        and a.locality in groups
        and a.pair is None
        and not a.impassable
        and frozenset((a.locality, a.opposite)) not in crossed
        and not standard.board.approach(a.place.opposite).impassable
    )
    text = BRIDGE.format(start, goal, groups[start], groups[goal])
    game = loaded(tmp_path, text, name)
    for on, possible in ((standard, False), (game, True)):
        state = on.position(hour=9, turn=Side.AUSTRIAN, austrian={str(start): "I2"})
        found = "road A1" in texts(state) and f"cross {start}-{goal}" in texts(
            play(state, "road A1")
        )
        assert found is possible
    play(state, f"cross {start}-{goal}")
    assert where(settle(state), "A1") == str(goal)


def test_a_broken_bridge_is_not_crossed(tmp_path: Path) -> None:
    game = loaded(tmp_path, "[ground.crossings.c2]\nremove = true\n")
    for on, possible in ((load("triomphe"), True), (game, False)):
        state = on.position(hour=9, turn=Side.AUSTRIAN, austrian={"5": "I2"})
        play(state, "road A1")
        assert ("cross 5-10" in texts(state)) is possible


@both
def test_changed_ground_has_no_defects(name: str, tmp_path: Path) -> None:
    game = loaded(tmp_path, everything(name), name)
    games, _, defects = fuzz(game, 20, seed=4, progress=False)
    assert (games, defects) == (20, [])


def everything(name: str) -> str:
    """Return a what-if that changes something of every kind."""
    french = next(e for e in load(name).board.entries if e.army == "french")
    return SECOND_GATE.format(box=BOX[name]) + (
        '[ground.localities."8"]\ncapacity = 5\n'
        '[ground.approaches."5/10"]\ninfantry = 2\n'
        f'[ground.entries."{french.name}"]\nroad = "local"\n'
        "[ground.crossings.c2]\nremove = true\n"
    )


@both
def test_records_and_maps_of_changed_ground(name: str, tmp_path: Path) -> None:
    game = loaded(tmp_path, everything(name), name)
    state, chance = game.start(3), np.random.default_rng(3)
    for _ in range(60):
        legal = state.legal_moves()
        state.play(legal[int(chance.integers(len(legal)))])
    path = GameRecord.of(state, 3).save(tmp_path / "game.txt")
    again = GameRecord.load(path, load(tmp_path / "child.toml"))
    assert again.positions()[-1] == state
    with pytest.raises(RecordError, match=r"no scenario 'child'.* give its game as well"):
        GameRecord.load(path)
    with pytest.raises(RecordError, match="another scenario or board"):
        GameRecord.load(path, load(name))
    assert "Second" in {entry.name for entry in state.view(Side.FRENCH).board.entries}
    figure = plots.position(state)
    written = {text.get_text() for text in figure.axes[0].texts}
    assert "Second" in written


def test_a_game_is_not_changed_twice(tmp_path: Path) -> None:
    game = loaded(tmp_path, '[ground.localities."8"]\ncapacity = 2\n')
    assert MarengoGame.from_parts(game.board, game.scenario).board is game.board
    printed = load("triomphe").board
    assert MarengoGame.from_parts(printed, game.scenario).board == game.board
    other = loaded(tmp_path, '[ground.localities."8"]\ncapacity = 3\n')
    with pytest.raises(ScenarioError, match="expected the board as it is printed"):
        MarengoGame.from_parts(game.board, other.scenario)


def test_too_many_roads_are_refused(tmp_path: Path) -> None:
    board = load("triomphe").board
    sides = [a for a in board.approaches if a.opposite is not None and a.locality < a.opposite]
    text = "".join(
        f"[ground.crossings.x{number}]\nbetween = [{side.locality}, {side.opposite}]\n"
        'road = "local"\n' + (f'pair = "{side.pair}"\n' if side.pair else "")
        for number, side in enumerate(sides[:12])
    )
    assert "too many roads for the engine's tables: at most 176" in refusal(written(tmp_path, text))


# What comes with marengo, and the command line.


@pytest.mark.parametrize("name", what_if_names())
def test_the_what_ifs_that_come_with_marengo(name: str) -> None:
    game = load(name)
    assert game.scenario.name == name
    assert name.startswith(game.scenario.ruleset)
    assert game.scenario.extends in (*scenario_names(), *what_if_names())
    parent = read_scenario(find_scenario(game.scenario.extends))
    assert game.scenario.diff(parent)
    assert game.scenario.context
    assert game.scenario.sources


def test_records_find_the_what_ifs_by_name(tmp_path: Path) -> None:
    for name in (what_if_names()[0], what_if_names()[-1]):
        state = load(name).start(5)
        for _ in range(20):
            state.play(state.legal_moves()[0])
        path = GameRecord.of(state, 5).save(tmp_path / f"{name}.txt")
        assert GameRecord.load(path).positions()[-1] == state


def test_names_are_of_one_kind() -> None:
    assert scenario_names() == ("bonaparte", "triomphe")
    assert not set(scenario_names()) & set(what_if_names())
    assert {load(name).scenario.ruleset for name in scenario_names()} == set(games())


def test_scenarios_are_listed_with_their_parents(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios"]) == 0
    listed = capsys.readouterr().out.splitlines()
    first = Counter(line.split()[0] for line in listed)
    assert first == Counter([*scenarios.scenario_names(), *scenarios.what_if_names()])
    parents = [line for line in listed if "what if of " in line]
    assert len(parents) == len(scenarios.what_if_names())


SET_UP = """\
What starts where:
- Austrian army (Austrian): 3 infantry of 3, 10 infantry of 2, 6 cavalry of 2, \
1 artillery of 1 not before 7:00 in Alessandria
- French army at the start (French): 2 infantry of 3, 6 infantry of 2, 3 cavalry of 2 \
on the start symbols, disorganised, assigned blindly
- French reinforcements (French): 2 infantry of 3, 4 infantry of 2, 1 cavalry of 2, \
1 artillery of 1: 3 in Tortona, 4 in Novi, 1 in Sale, assigned blindly
- boxes open: Alessandria at 6:00, Tortona at 11:00, Novi at 15:00, Sale at 17:00
"""


def test_a_scenario_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    account = 'title = "Early"\ncontext = "Why.\\n\\nAnd why not."\nsources = ["A book"]\n'
    path = written(tmp_path, account + "[hours]\nNovi = 15\n")
    assert main(["scenarios", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "child: Early",
        "ruleset triomphe, board triomphe",
        "",
        "Why.",
        "",
        "And why not.",
        "",
        "Sources:",
        "- A book",
        "",
        *SET_UP.splitlines(),
        "",
        "What is different from triomphe:",
        "- Novi opens at 15:00 instead of 16:00 (T-15.1)",
    ]
    assert main(["scenarios", str(written(tmp_path, ""))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Plays like triomphe."
    assert main(["scenarios", "triomphe"]) == 0
    assert "different" not in capsys.readouterr().out
    assert main(["scenarios", "waterloo"]) == 2
