"""Toy games: many seats, chance as a seat, choices at the same time, no board."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numba import from_dtype

import marengo
from marengo.core import scenarios
from marengo.core.columns import Column
from marengo.core.engine.driver import Workspace
from marengo.core.engine.policy import Scores
from marengo.core.errors import IllegalMove, MarengoError, NotationError, ScenarioError
from marengo.core.game import Game
from marengo.core.players import ask, default_player, make_player
from marengo.core.players.match import play_game
from marengo.core.records import GameRecord
from marengo.core.scenarios import games
from marengo.core.state import Chance
from marengo.lab.frames import seats_in
from tests.core.toys import race
from tests.core.toys.fists import FistsGame, Seat
from tests.core.toys.race import Player, RaceGame

GAMES = (RaceGame, FistsGame)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the toys known, for one test."""
    monkeypatch.setattr(scenarios, "_BY_HAND", {})
    for game in GAMES:
        marengo.register_game(game)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("game", GAMES)
def test_a_registered_game_is_loaded_by_its_name(game: type[RaceGame | FistsGame]) -> None:
    assert type(marengo.load(game.name)) is game
    marengo.register_game(game)  # once more is no fault
    other = type("Other", (game,), {"__module__": "elsewhere", "engine": game.engine})
    with pytest.raises(MarengoError, match=rf"both .*{game.__name__} and elsewhere\.Other"):
        marengo.register_game(other)
    with pytest.raises(ScenarioError, match=r"no scenario 'melas': .*fists"):
        marengo.load("melas")


def test_a_game_that_nobody_knows_is_not_found() -> None:
    with pytest.raises(ScenarioError, match="no scenario 'race'"):
        marengo.load("race")


def test_chance_has_a_seat() -> None:
    state = RaceGame(goal=9).start(0)
    assert state.to_move.name == Chance.CHANCE.name
    assert [str(move) for move in state.legal_moves()] == [f"roll {n}" for n in range(1, 7)]
    state.play("roll 5")
    assert state.to_move.name == Player.ADA.name
    with pytest.raises(IllegalMove, match="ada decides here, and not chance"):
        state.draw(0)
    state.play("again").play("roll 2")
    assert state.record["steps"].tolist() == [2, 0, 0]
    assert (state.returns, state.outcome) == (None, None)
    assert state.undo().undo().to_move is Player.ADA
    with pytest.raises(NotationError, match="expected one of again, stay"):
        state.play("roll 7")


def test_every_outcome_is_drawn_as_often() -> None:
    game, rng, rolled = RaceGame(), np.random.default_rng(3), np.zeros(7, int)
    for _ in range(1200):
        rolled[int(game.start(0).draw(rng).record["rolled"])] += 1
    assert rolled[0] == 0
    assert 150 < rolled[1:].min() < rolled.max() < 250  # 200 expected, 13 standard deviation


def test_three_seats_play_in_bulk() -> None:
    game = RaceGame()
    frame = marengo.simulate(game, 300, seed=4, progress=False)
    assert frame.columns[:6] == [
        *("game", "seed", "ada_player", "berta_player", "clara_player", "winner")
    ]
    assert frame["winner"].dtype == pl.String
    assert seats_in(frame) == ["ada", "berta", "clara"]
    for row in frame.head(20).iter_rows(named=True):
        assert row[f"{row['winner']}_steps"] >= 20
        assert sum(row[f"{one.name.lower()}_steps"] >= 20 for one in Player) == 1
    won = frame["winner"].value_counts().sort("winner")["count"].to_list()
    assert won[0] > won[2] > 40  # who begins is ahead
    assert frame.equals(marengo.simulate(game, 300, seed=4, workers=1, progress=False))
    by_name = marengo.simulate(game, 3, seed=4, berta="random", progress=False)
    assert by_name.equals(frame.head(3))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((("random",) * 4, {}), "4 players: expected a player for each seat"),
        (((), {"melas": "random"}), "melas=: expected .*: ada, berta, clara"),
        ((("random",), {"ada": "random"}), "ada=: expected"),
    ],
)
def test_a_player_without_a_seat_is_refused(
    given: tuple[tuple[str, ...], dict[str, Any]], said: str
) -> None:
    names: tuple[str, ...] = given[0]
    by_seat: dict[str, Any] = given[1]
    with pytest.raises(ValueError, match=said):
        marengo.simulate(RaceGame(), 1, *names, progress=False, **by_seat)


def test_search_plays_better_than_chance_at_three_seats() -> None:
    """It keeps a high roll and rolls a low one again, and so wins more than a third."""
    players = ("random", "search:playouts=60", "random")
    frame = marengo.simulate(RaceGame(12), 60, *players, seed=2, progress=False)
    assert (frame["winner"] == "berta").sum() > 28
    state = RaceGame().start(0)
    assert str(ask(state.copy().play("roll 6"), "search:playouts=400").move) == "stay"
    assert str(ask(state.copy().play("roll 1"), "search:playouts=400").move) == "again"


def test_each_seat_has_an_estimate_of_its_own() -> None:
    state = RaceGame(6).start(0).play("roll 6")  # who stays has won
    thought = ask(state, "search:playouts=200").thought
    assert thought is not None
    assert thought.winning > 0.9
    state.play("again").play("roll 1").play("roll 1")  # Berta: 5 to go, and Clara waits
    thought = ask(state, "search:playouts=400").thought
    assert thought is not None
    assert 0.1 < thought.winning < 0.7


def sealed(fist: str) -> marengo.State:
    return FistsGame().start(0).play(fist)


def test_a_sealed_choice_is_not_seen() -> None:
    views = [sealed(fist).view(Seat.RIGHT) for fist in ("rock", "paper", "scissors")]
    assert views[0] == views[1] == views[2]
    assert len({sealed(fist).hash() for fist in ("rock", "paper", "scissors")}) == 3
    for player in ("random", "search:playouts=30"):
        chosen = {str(ask(sealed(one), player, seed=5).move) for one in ("rock", "paper")}
        assert len(chosen) == 1


def test_a_sealed_choice_is_imagined_anew() -> None:
    """Whoever copied what is sealed would win all games; whoever draws it wins as many as not."""
    players = ("random", "search:playouts=30")
    frame = marengo.simulate(FistsGame(), 200, *players, seed=1, progress=False)
    assert 65 < (frame["winner"] == "right").sum() < 135
    fair = marengo.simulate(FistsGame(), 40, "random", "oracle:playouts=30", progress=False)
    assert (fair["winner"] == "right").sum() == 40


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_written_and_read_again(game: type[RaceGame | FistsGame], tmp_path: Path) -> None:
    played = game()
    players = {seat: make_player("random", played) for seat in played.seats}
    state = play_game(played.start(0), players, 7)
    record = GameRecord.of(state, 0, *("random" for _ in played.seats))
    path = record.save(tmp_path / "game.txt")
    assert f"{played.seat_names()[-1]}: random\n" in path.read_text()
    assert GameRecord.load(path, played) == record
    assert state.returns is not None
    assert sum(state.returns) == 1
    assert state.outcome.endswith(" wins")
    assert state.problems() == []
    assert state.legal_moves() == []
    assert state.to_move.name == "NOBODY"
    assert state.view(played.seats(0)).to_move == state.to_move
    with pytest.raises(IllegalMove, match="nobody decides here, and not chance"):
        state.draw(0)


def test_endings_are_words_of_a_column() -> None:
    engine, told = RaceGame.engine, {"early": "before the tenth roll"}
    words = {0: "late", 1: "early"}
    kind = Column("kind", "how it ended", "decisions", words=words)
    fits = {"engine": engine, "endings": told, "columns": (*RaceGame.columns, kind)}
    type("Timed", (RaceGame,), fits)  # as it should be
    with pytest.raises(TypeError, match="endings: 'early' is none of the words of a column"):
        type("Timed", (RaceGame,), {"engine": engine, "endings": told})


def test_a_changed_rule_of_a_file_is_played_at_once(tmp_path: Path) -> None:
    """Though the file belongs to no package that says what its functions are compiled from."""
    source = Path(race.__file__).read_text(encoding="utf-8")
    program = (
        "from mine import RaceGame\n"
        "state = RaceGame().start(0).play('roll 3').play('stay')\n"
        "print(state.record['steps'].tolist())\n"
    )
    account = []
    for steps in ("s.rolled", "2 * s.rolled"):
        text = source.replace("_go(t, s, s.rolled)", f"_go(t, s, {steps})")
        (tmp_path / "mine.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        account.append(done.stdout)
    assert account == ["[3, 0, 0]\n", "[6, 0, 0]\n"]


def test_a_class_defined_once_more_takes_the_place_of_the_old_one() -> None:
    reloaded = importlib.reload(race)
    assert reloaded.RaceGame().start(0).legal_moves()


def test_a_state_without_a_map_shows_as_text() -> None:
    state = RaceGame().start(0)
    importlib.import_module("marengo.plots")
    assert (state._repr_png_(), state._repr_html_()) == (None, None)
    assert state.view(Player.ADA)._repr_html_() is None
    with pytest.raises(ValueError, match="chance decides here"):
        ask(state, "search:playouts=10")


def test_boldness_is_refused_where_nothing_is_weighed() -> None:
    make_player("rule:bold=1", RaceGame())
    with pytest.raises(MarengoError, match="bold: The Race knows no such weight, expected 1"):
        make_player("rule:bold=1.5", RaceGame())


@pytest.mark.parametrize("game", [RaceGame, *games().values()], ids=lambda game: game.name)
def test_no_record_of_a_game_is_taken_for_one_of_the_core(game: type[Game]) -> None:
    """Else Numba would call what it compiled for games without scores of their own, and warn."""
    for mine, core in ((game.engine.scores, Scores), (game.engine.workspace, Workspace)):
        own, plain = (from_dtype(one.dtype()) for one in (mine, core))
        if mine is not core:
            assert own.can_convert_to(None, plain) is None  # type: ignore[arg-type] # no context


def test_who_plays_where_nobody_is_named_is_what_the_game_has() -> None:
    assert default_player(FistsGame()) == "random"
    assert default_player(marengo.load("triomphe")) == "policy"
