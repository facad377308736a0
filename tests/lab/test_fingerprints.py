"""Fingerprints of players and code: whatever changes a game changes them, and they are quick."""

import importlib
import importlib.util
import linecache
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from marengo.core.players.nets import Mixture, read_net
from marengo.core.scenarios import load, weights_beside
from marengo.lab import fingerprints, tasks
from marengo.lab.fingerprints import code_hash, game_fingerprint, player_fingerprint
from marengo.lab.learning import write_net
from marengo.lab.plan import Cell, StudyError
from marengo.lab.sources import game_sources, sources_hash, study_sources
from marengo.lab.tasks import GameContext
from marengo.paths import data_path
from tests.helpers import game
from tests.lab.runs import registered

PLAYER = '''
"""A player in a module of its own."""

def best(moves):
    return moves[0]


class Own:
    """Takes the first."""

    def __init__(self, game, nerve=1.0, weights=""):
        self.nerve = nerve

    def choose(self, view, legal_moves, rng):
        return best(legal_moves)
'''


@pytest.fixture
def of_module(tmp_path: Path) -> Iterator[Callable[[str], dict[str, str | None]]]:
    """Return a function that gives the fingerprint of a player whose module has some text."""

    def made(text: str) -> dict[str, str | None]:
        path = tmp_path / "own_players.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location("own_players", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["own_players"] = module
        try:
            spec.loader.exec_module(module)
            with registered("own", module.Own):
                return player_fingerprint("own", game)
        finally:
            del sys.modules["own_players"]

    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    yield made
    sys.dont_write_bytecode = before


def test_a_player_is_its_class_and_what_its_module_helps_it_with(
    of_module: Callable[[str], dict[str, str | None]],
) -> None:
    fingerprint = of_module(PLAYER)
    assert fingerprint["code"]
    assert of_module(PLAYER.replace("Takes the first.", "Bold.")) == fingerprint
    assert of_module(PLAYER.replace("moves[0]", "moves[-1]")) != fingerprint
    assert of_module(PLAYER.replace("nerve=1.0", "nerve=2.0")) != fingerprint


def cell_of_a_notebook(text: str) -> dict[str, str | None]:
    """Return the fingerprint of a player in a cell of a notebook, which is no file."""
    name, space = f"<cell {text!r}>", {"__name__": "__main__"}
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), space)  # noqa: S102 - as a notebook does
    with registered("own", space["Own"]):
        return player_fingerprint("own", game)


def test_a_player_of_a_notebook_is_its_methods() -> None:
    fingerprint = cell_of_a_notebook(PLAYER)
    assert fingerprint["code"]
    assert cell_of_a_notebook(PLAYER.replace("Takes the first.", "Bold.")) == fingerprint
    assert cell_of_a_notebook(PLAYER.replace("legal_moves)", "legal_moves[1:])")) != fingerprint


def test_a_player_without_source_is_known_by_name() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(PLAYER, space)  # noqa: S102 - of which Python keeps no text
    with registered("own", space["Own"]):
        assert player_fingerprint("own", game) == {"code": None}


def test_a_file_that_a_player_is_given_counts(tmp_path: Path) -> None:
    creed = tmp_path / "creed.txt"
    creed.write_text("attack")
    with registered("own", _own()):
        before = player_fingerprint(f"own:nerve=2,weights={creed}", game)
        creed.write_text("wait")
        after = player_fingerprint(f"own:nerve=2,weights={creed}", game)
    assert set(before) == {"code", "weights"}
    assert before["weights"] != after["weights"]
    assert before["code"] == after["code"]


def test_a_file_that_happens_to_be_named_like_a_value_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("2").write_text("a draft")
    with registered("own", _own()):
        assert set(player_fingerprint("own:nerve=2", game)) == {"code"}


def _own() -> Any:
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(PLAYER, space)  # noqa: S102 - a player of a notebook
    return space["Own"]


def test_code_that_did_not_change_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprints, "cache_path", lambda: tmp_path / "cache")
    source = tmp_path / "melas.py"
    source.write_text("NERVE = 1\n")
    first = code_hash([source])
    assert first == sources_hash([source])
    with monkeypatch.context() as patch:
        patch.setattr(fingerprints, "sources_hash", lambda _: "0" * 16)
        assert code_hash([source]) == first
        source.write_text("NERVE = 2\n")
        assert code_hash([source]) == "0" * 16
    source.write_text("NERVE = 1  # still\n")
    assert code_hash([source]) == first
    for kept in (tmp_path / "cache" / "sources").iterdir():
        kept.write_text("torn")
    assert code_hash([source]) == first


def test_it_does_without_a_place_to_keep_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("is a file")
    monkeypatch.setattr(fingerprints, "cache_path", lambda: tmp_path / "cache")
    sources = game_sources(type(game))
    assert code_hash(sources) == sources_hash(sources)


def test_what_watches_games_counts_if_they_are_watched() -> None:
    kind = type(game)
    assert {"watching.py", "presence.py"} <= {path.name for path in study_sources(kind)}
    assert not set(study_sources(kind)) & set(game_sources(kind))
    assert game_fingerprint(kind) != game_fingerprint(kind, observed=True)


def test_what_makes_games_of_scenarios_counts_always() -> None:
    assert {"files.py", "tables.py", "scenario.py"} <= {
        path.name for path in game_sources(type(game))
    }


@pytest.mark.parametrize("field", ["code.triomphe", "players.random.code"])
def test_a_worker_with_other_code_plays_nothing(field: str) -> None:
    found: dict[str, Any] = fingerprints.fingerprints([game], {"random": game})
    other = deepcopy(found)
    table = other
    for name in field.split(".")[:-1]:
        table = table[name]
    cell = Cell("triomphe", ("random", "random"))

    def arrived(wanted: dict[str, Any]) -> GameContext:
        """Return what another process makes of a game that it is sent."""
        make, parts = GameContext(game, wanted, ()).__reduce__()
        one: GameContext = make(*parts)
        again: GameContext = make(*parts)
        assert again is one
        return one

    assert arrived(found).runner(cell).chunk > 1
    table[field.rsplit(".", maxsplit=1)[-1]] = "of last week"
    assert GameContext(game, other, ()).runner(cell).chunk > 1
    with pytest.raises(StudyError, match=f"executor: a worker has other {field}; expected"):
        arrived(other).runner(cell)


def test_a_game_that_is_sent_is_the_one_that_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though another thread of the worker receives another one at the same moment."""

    class Shared(list[GameContext]):
        def append(self, one: GameContext) -> None:
            super().append(one)
            super().append(GameContext(game, {"of": "another"}, ()))

    monkeypatch.setattr(tasks, "_RECEIVED", Shared())
    make, parts = GameContext(game, {"of": "this"}, ()).__reduce__()
    assert make(*parts).identity == {"of": "this"}


RULES = Path(__file__).parents[1] / "core" / "toys" / "fists.py"


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Return a function that gives the fingerprint of a game of one's own, by its module."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def forget() -> None:
        for name in [*sys.modules]:
            if name.partition(".")[0] in {one.stem for one in tmp_path.iterdir()}:
                del sys.modules[name]

    def made(module: str) -> str:
        forget()
        importlib.invalidate_caches()
        return game_fingerprint(importlib.import_module(module).FistsGame)

    yield made
    forget()


def test_the_code_of_ones_own_game_counts(own_game: Callable[[str], str], tmp_path: Path) -> None:
    path, text = tmp_path / "own_fists.py", RULES.read_text()
    path.write_text(text)
    first = own_game("own_fists")
    (tmp_path / "beside.py").write_text("x = 1\n")  # no part of a module that is alone
    path.write_text(f"# {text}" if text.startswith("#") else f"# Said anew.\n{text}")
    assert own_game("own_fists") == first
    path.write_text(text.replace("NEEDED = 2", "NEEDED = 3"))
    assert own_game("own_fists") != first


def test_so_does_all_of_its_package_but_what_shows_and_counts_it(
    own_game: Callable[[str], str], tmp_path: Path
) -> None:
    package = tmp_path / "study" / "own_contest"  # a folder above may be called as it will
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").write_text("")
    (package / "game.py").write_text(RULES.read_text())
    first = own_game("study.own_contest.game")
    (package / "screen.py").write_text("x = 1\n")
    assert own_game("study.own_contest.game") == first
    (package / "odds.py").write_text("x = 1\n")
    assert own_game("study.own_contest.game") != first


def test_so_does_what_its_rules_say_they_stand_on(
    own_game: Callable[[str], str], tmp_path: Path
) -> None:
    for folder in ("own_rules", "own_dice"):
        (tmp_path / folder).mkdir()
    (tmp_path / "own_rules" / "game.py").write_text(RULES.read_text())
    (tmp_path / "own_rules" / "__init__.py").write_text('STANDS_ON = ("own_dice",)\n')
    (tmp_path / "own_dice" / "__init__.py").write_text("FACES = 6\n")
    first = own_game("own_rules.game")
    (tmp_path / "own_dice" / "__init__.py").write_text("FACES = 8\n")
    assert own_game("own_rules.game") != first


def test_rules_of_a_notebook_are_its_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    def cell(text: str) -> str:
        name, main = f"<cell of {len(text)}>", ModuleType("__main__")
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        monkeypatch.setitem(sys.modules, "__main__", main)
        exec(compile(text, name, "exec"), vars(main))  # noqa: S102 - as a notebook does
        return game_fingerprint(vars(main)["FistsGame"])

    text = RULES.read_text()
    first = cell(text)
    assert "-" in first
    assert cell(text.replace("s.won[0], s.won[1] = 0, 0", "s.won[0], s.won[1] = 1, 1")) != first


def test_weights_that_come_with_a_game_are_named_and_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever one is, and whatever lies there by that name but for its ending."""
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text('extends = "triomphe"\nname = "own"\n')
    beginner = load("triomphe").engine.net.array(2)
    beginner["moves"][:, 0] = 1.0
    write_net(load("triomphe"), Mixture.of(beginner), weights_beside(Path("own.toml")), {})
    own, path = load("own.toml"), data_path("players/triomphe.parquet")
    named = player_fingerprint("policy:weights=triomphe", own)
    assert named["weights"] == sources_hash([path])
    assert read_net(own, "triomphe").tobytes() == read_net(own, path).tobytes()
    assert read_net(own).tobytes() == beginner.tobytes() != read_net(own, path).tobytes()
    with pytest.raises(ValueError, match="triomphe-99: cannot be read"):
        read_net(own, "triomphe-99")
