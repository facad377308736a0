"""Games on paper: saved, read back, and refused."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from marengo.core.errors import RecordError
from marengo.core.records import GameRecord
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.play.session import MarengoSession
from marengo.widgets.playing.saving import file_in, save
from marengo.widgets.playing.seats import HUMAN
from tests.widgets.play.sitting import play, session
from tests.widgets.play.waiting import wait_until

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def test_a_game_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    made = session(HUMAN, "test-ends")
    play(made, "pontoon A1", "end")
    wait_until(lambda: made.asked and not made.thinking)
    play(made, "road A14")
    path = file_in(tmp_path, "my game")
    assert path == tmp_path / "my game.txt"
    save(made.record(), path)
    save(made.record(), path)  # an older game may be written over

    other = session("rule", HUMAN, seed=1)
    other.resume(other.read(path))
    assert other.names == {AUSTRIAN: HUMAN, FRENCH: "test-ends"}
    assert other.seed == 7
    assert other.state == made.state
    assert [str(step.moves[0]) for step in other.steps] == ["pontoon A1", "end", "end", "road A14"]
    assert other.undo()  # as if it had never been left
    assert other.asked


def test_a_group_in_a_record_is_one_decision() -> None:
    game = load("bonaparte")
    made = MarengoSession(game, {AUSTRIAN: HUMAN, FRENCH: "rule"}, 7, "rule")
    state = game.start(7)
    for text in ("road A14", "stop", "road A15", "stop", "end"):
        state.play(text)
    while state.turn == FRENCH:
        state.play(next(m for m in state.legal_moves() if str(m).split()[-1] in ("end", "none")))
    state.play("march A14 5").play("join A15")
    made.resume(GameRecord.of(state, 7, HUMAN, "rule"))
    assert [str(move) for move in made.steps[-1].moves] == ["march A14 5", "join A15"]
    assert made.state == state


def test_who_resigned_stands_in_the_header(tmp_path: Path) -> None:
    made = session(HUMAN, "test-ends")
    play(made, "pontoon A1")
    made.resign()
    path = tmp_path / "game.txt"
    save(made.record(), path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert "result: resigned by austrian" in lines[: lines.index("")]
    assert {"austrian: human", "french: test-ends", "seed: 7"} <= set(lines)
    other = session(HUMAN, "rule")
    other.resume(other.read(path))
    assert (other.resigned, other.winner) == (AUSTRIAN, FRENCH)
    assert not other.asked


def test_a_player_that_nobody_knows_is_replaced_by_the_one_at_the_board() -> None:
    record = GameRecord(load("triomphe"), 7, ("end",), ("?", "somebody"))
    made = session(HUMAN, "test-ends")
    made.paused = True
    made.resume(record)
    assert made.names == {AUSTRIAN: HUMAN, FRENCH: "test-ends"}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-30], "torn"),
        (lambda text: text.replace("pontoon A1", "pontoon A4"), "final"),
        (lambda text: text.replace("pontoon A1", "march A1 9"), "line 1[0-9]"),
        (lambda text: text[5:], "line 1: expected"),
        (lambda text: text.replace("scenario: triomphe", "scenario: nowhere"), "scenario"),
        (lambda text: text.replace("\n\n", "\nresult: draw\n\n", 1), "result: expected"),
    ],
)
def test_a_file_that_is_no_game_is_refused_and_the_game_goes_on(
    tmp_path: Path, damage: Callable[[str], str], said: str
) -> None:
    made = session(HUMAN, "test-ends")
    play(made, "pontoon A1")
    path = tmp_path / "game.txt"
    path.write_text(damage(made.record().text()), encoding="utf-8")
    with pytest.raises(RecordError, match=said):
        made.read(path)
    assert len(made.steps) == 1


@pytest.mark.parametrize("name", ["mine", " mine\n\nall mine "])
def test_a_game_of_a_scenario_of_ones_own_is_read_where_it_is_played(
    tmp_path: Path, name: str
) -> None:
    game = load("triomphe")
    scenario = msgspec.structs.replace(game.scenario, name=name)
    own = MarengoGame.from_parts(game.board, scenario)
    made = MarengoSession(own, {AUSTRIAN: HUMAN, FRENCH: "rule"}, 3, "rule")
    play(made, "pontoon A1")
    path = tmp_path / "game.txt"
    save(made.record(), path)
    assert made.read(path).moves == ("pontoon A1",)
    with pytest.raises(RecordError, match="mine"):
        session(HUMAN, "rule").read(path)


@pytest.mark.parametrize("name", ["../game", "/etc/passwd", "a/b", "", ".hidden", "a\\b"])
def test_a_name_leads_to_no_other_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match="is no name for a file"):
        file_in(tmp_path, name)


def test_what_is_no_game_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes", encoding="utf-8")
    with pytest.raises(RecordError, match="is there already and is no game"):
        save(session(HUMAN, "rule").record(), path)
    assert path.read_text(encoding="utf-8") == "my notes"


SHOW = "from marengo.widgets.playing.saving import visitors_folder as f; print(f(), f())"


def test_a_visitor_to_a_page_has_a_folder_of_his_own_while_he_is_there() -> None:
    """Voilà gives each visitor a kernel, and says so in its environment."""
    told = [_printed({**os.environ, "VOILA_PREHEAT": preheated}) for preheated in ("False", "True")]
    assert len({*told[0], *told[1]}) == len(told)
    assert not any(Path(folder).exists() for folders in told for folder in folders)


def _printed(environment: dict[str, str]) -> list[str]:
    program = [sys.executable, "-c", SHOW]
    done = subprocess.run(program, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.split()
