"""Games that people play on several machines: one file, and a session for each seat."""

import html
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import ipywidgets
import numpy as np
import pytest

from marengo.core.errors import IllegalMove, MarengoError, RecordError
from marengo.core.records import GameRecord
from marengo.core.scenarios import load
from marengo.screens.marengo.play.board import STACK
from marengo.widgets import ChoicePage, Play
from marengo.widgets.playing import orders, saying, seats, shared
from marengo.widgets.playing.shared import KEPT, LATE, NO_OTHER, Shared, begin, join
from tests.conformance.walking import choose
from tests.core.toys.race import RaceGame
from tests.widgets.play.hands import click, marks
from tests.widgets.play.waiting import wait_until
from tests.widgets.playing.hands import press, states, whole

Open = Callable[..., Shared]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a game of cards that has just begun."""
    path = tmp_path / "game.txt"
    begin(path, load("progress-small"))
    return path


@pytest.fixture
def sit(path: Path) -> Iterator[Open]:
    """Return what opens the game for a seat."""
    opened: list[Shared] = []

    def open_it(seat: str, game: Any = None, *, served: bool = True) -> Shared:
        game = game or load("progress-small")
        opened.append(Shared(game, path, game.seats[seat.upper()], served=served, adviser="rule"))
        opened[-1].go_on()  # as its page would
        return opened[-1]

    yield open_it
    for one in opened:
        one.leave()


def decide(made: Shared, number: int = 0) -> None:
    """Decide for the person there, as soon as it is asked."""
    wait_until(lambda: made.asked)
    made.play([made.state.legal_moves()[number]])


def moves(path: Path) -> tuple[str, ...]:
    return GameRecord.load(path).moves


# --- one file, several pages ------------------------------------------------------------------


def test_what_one_decides_the_others_see(path: Path, sit: Open) -> None:
    blue, orange = sit("blue"), sit("orange")
    told = list[int]()
    orange.changed = lambda: told.append(len(orange.steps))
    for _ in range(3):
        for one, other in ((blue, orange), (orange, blue)):
            while one.asked:
                decide(one)
            wait_until(lambda a=one, b=other: a.state == b.state)  # type: ignore[misc]
    assert told[-1] == len(blue.steps) == len(orange.steps)
    assert [step.side for step in blue.steps] == [step.side for step in orange.steps]
    assert GameRecord.load(path).positions()[-1] == blue.state == sit("blue").state


def test_a_group_of_pieces_is_one_decision_on_every_page(tmp_path: Path) -> None:
    game, path = load("bonaparte"), tmp_path / "game.txt"
    begin(path, game)
    austrian, french = game.seats
    kind = shared.shared(Play.session_type())
    one, other = (kind(game, path, seat, served=True, adviser="rule") for seat in game.seats)
    for text in ("road A14", "stop", "road A15", "stop", "end"):
        one.play([one.state.move(text)])
    other.look()
    while not one.asked:
        ends = [
            move for move in other.state.legal_moves() if str(move).split()[-1] in ("end", "none")
        ]
        other.play(ends[:1])
        one.look()
    march = one.state.move("march A14 5")
    one.play([march, one.state.copy().play(march).move("join A15")])
    other.look()
    assert [str(move) for move in other.steps[-1].moves] == ["march A14 5", "join A15"]
    assert (other.viewer, one.viewer) == (french, austrian)
    for page in (one, other):
        page.leave()


def test_a_page_waits_for_the_other_though_he_has_no_choice(tmp_path: Path) -> None:
    """T-23.2: the one answer is not given before he gives it."""
    game, path = load("triomphe"), tmp_path / "game.txt"
    begin(path, game)
    begun = GameRecord.load(path)
    assert begun.game.asks_single
    replace(begun, seed=7).save(path)
    kind = shared.shared(Play.session_type())
    austria, france = (kind(game, path, seat, served=True, adviser="rule") for seat in game.seats)
    chance = np.random.default_rng(7)
    waited = False
    while not (waited or austria.over):
        one, other = (austria, france) if austria.asked else (france, austria)
        legal = one.state.legal_moves()
        waited = len(legal) == 1 and bool(one.steps) and one.steps[-1].side != one.seat
        if waited:
            other.go_on()
            assert (other.state, other.asked) == (one.state, False)
        one.play([choose(one.state, chance, "any verb")])
        for page in (austria, france):
            page.look()
    assert waited
    for page in (austria, france):
        page.leave()


def test_of_two_who_decide_at_once_one_is_too_late(path: Path, sit: Open) -> None:
    """Whoever is late is told, and sees the game as it is."""
    pages = [sit("blue") for _ in range(2)]
    other = sit("orange")
    for _ in range(3):
        begun, barrier = len(moves(path)), Barrier(2)
        for page in (*pages, other):
            page.look()
        assert all(page.asked for page in pages)

        def press_at_once(page: Shared, barrier: Barrier = barrier) -> None:
            decided = page.state.legal_moves()[0]
            with page.lock:  # so that the page does not look before it decides
                barrier.wait()
                page.play([decided])

        threads = [Thread(target=press_at_once, args=(page,)) for page in pages]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(page.trouble for page in pages) == ["", LATE]
        assert len(moves(path)) == begun + 1
        assert pages[0].state == pages[1].state
        while not pages[0].asked:
            for page in (*pages, other):
                page.look()
            if other.asked:
                decide(other)


PLAY_ON = """
import sys
import numpy as np
from pathlib import Path
from marengo.core.scenarios import load
from marengo.widgets.playing.shared import Shared

game = load("progress-small")
pages = [Shared(game, Path(sys.argv[1]), seat, served=True, adviser="rule") for seat in game.seats]
rng = np.random.default_rng()
print("begun", flush=True)
while True:
    for page in pages:
        page.look()
        if page.asked:
            page.play([rng.choice(page.state.legal_moves())])
            if rng.random() < 0.7:
                page.undo()
"""


def test_a_process_that_is_killed_leaves_a_whole_game(path: Path, sit: Open) -> None:
    for seconds in (0.05, 0.2, 0.6):
        command = [sys.executable, "-c", PLAY_ON, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(seconds)
            process.send_signal(signal.SIGKILL)
        GameRecord.load(path).positions()
        others = [one for one in path.parent.iterdir() if one != path]
        assert all(one.name.startswith(".") for one in others)
    pages = [sit("blue"), sit("orange")]
    before = len(moves(path))
    if not pages[0].over:
        decide(next(page for page in pages if page.asked))  # nobody holds the lock any longer
        assert len(moves(path)) == before + 1


@pytest.mark.parametrize("damage", [b"", b"marengo game 1\n", b"\xff\xfe", None])
def test_a_damaged_file_is_told_and_not_written(
    path: Path, sit: Open, damage: bytes | None
) -> None:
    blue = sit("blue")
    decide(blue)
    whole_text, state = path.read_bytes(), blue.state
    path.unlink() if damage is None else path.write_bytes(damage)
    wait_until(lambda: blue.trouble.startswith("game.txt: "))  # and not where it lies
    blue.resign()
    assert blue.trouble.startswith("game.txt: ")
    assert blue.state == state
    assert damage is None or path.read_bytes() == damage
    path.write_bytes(whole_text)
    wait_until(lambda: not blue.trouble)


def test_a_move_that_cannot_be_written_is_not_made(
    path: Path, sit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, text = sit("blue"), path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(GameRecord, "save", full)
    decide(blue)
    assert "No space left" in blue.trouble
    assert (blue.steps, path.read_bytes(), blue.asked) == ([], text, True)


@pytest.mark.parametrize("served", [True, False])
def test_a_guest_is_not_told_what_an_adviser_says_when_it_fails(
    sit: Open,
    served: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It may quote a path, or what lies in the game; whoever serves the game reads all of it."""

    def fail(*_: Any) -> None:
        raise FileNotFoundError(2, "No such file", "/home/host/secret.parquet")

    monkeypatch.setattr(seats, "ask", fail)
    blue = sit("blue", served=served)
    blue.advise()
    wait_until(lambda: bool(blue.adviser.trouble))
    assert ("/home/host" in blue.adviser.trouble) is not served
    assert ("/home/host" in caplog.text) is served
    if served:
        assert "something failed where the game is served" in blue.adviser.trouble


def test_a_guest_is_not_told_where_a_file_cannot_be_written(
    sit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device", "/home/host/.game.txt.part")

    blue = sit("blue")
    monkeypatch.setattr(GameRecord, "save", full)
    decide(blue)
    assert blue.trouble == "No space left on device"


def test_chance_is_drawn_once_and_for_all(path: Path, sit: Open) -> None:
    path.unlink()
    game = RaceGame()
    begin(path, game)
    pages = [sit(name, game) for name in ("ada", "berta", "clara")]
    while not pages[0].over:
        wait_until(lambda: any(page.asked or page.over for page in pages))
        for page in pages:
            if page.asked:
                decide(page)
        wait_until(lambda: len({page.state.hash() for page in pages}) == 1)
    rolls = [move for move in GameRecord.load(path, game).moves if move.startswith("roll")]
    assert len(set(rolls)) > 1
    assert not any(page.trouble for page in pages)


# --- what may be taken back, given up, and had --------------------------------------------------


def test_what_is_taken_back_is_taken_back_everywhere(path: Path, sit: Open) -> None:
    game = load("triomphe")
    path.unlink()
    begin(path, game)
    austria, france = sit("austrian", game), sit("french", game)
    austria.play([austria.state.move("pontoon A1")])
    wait_until(lambda: len(france.steps) == 1)
    assert not france.undo()
    assert austria.undo()
    assert moves(path) == ()
    wait_until(lambda: france.steps == [])
    assert austria.redo()
    wait_until(lambda: len(france.steps) == 1)
    assert moves(path) == ("pontoon A1",)
    assert austria.undo(whole_turn=True)
    austria.play([austria.state.move("end")])
    assert not austria.asked
    assert austria.kept == "The other side may have seen it."
    assert not austria.undo()
    assert moves(path) == ("end",)


def test_who_resigns_has_resigned_everywhere(sit: Open) -> None:
    blue, orange = sit("blue"), sit("orange")
    with pytest.raises(RecordError, match=KEPT):
        orange.record()
    orange.resign()
    wait_until(lambda: blue.over)
    assert (blue.resigned, blue.winner) == (orange.seat, blue.seat)
    assert not blue.asked
    assert saying.ending(blue) == "Orange has resigned: Blue has won."
    assert blue.record().resigned == orange.seat  # now everybody may have the game
    assert sit("orange").over


def test_whoever_is_served_has_no_way_to_the_file_or_to_another_game(path: Path, sit: Open) -> None:
    blue = sit("blue")
    record = GameRecord.load(path)
    for forbidden in (
        blue.record,
        lambda: blue.read(path),
        lambda: blue.resume(record),
        lambda: blue.restart(record.game, blue.names, 1),
    ):
        with pytest.raises(MarengoError, match=f"{re.escape(KEPT)}|{re.escape(NO_OTHER)}"):
            forbidden()
    with pytest.raises(IllegalMove):
        sit("orange").play([blue.state.legal_moves()[0]])
    assert path.read_text(encoding="utf-8") == record.text()


def test_a_game_with_a_machine_is_not_shared(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("orange: human", "orange: policy")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match="expected 'human' at every seat, not policy"):
        shared.read(path)


# --- the page ---------------------------------------------------------------------------------


def told(path: Path, seat: str, card: str) -> set[str]:
    """Return all that the page of a seat is told once Blue has laid a card face down."""
    GameRecord(load("progress-small"), 7, (card,), ("human", "human")).save(path)
    made: ChoicePage = join("progress-small", str(path), seat, served=True)
    made.to_game.click()
    found = states()
    made.close()
    return found


def test_a_page_is_told_nothing_of_a_card_that_lies_face_down(path: Path) -> None:
    assert told(path, "orange", "play recruit") == told(path, "orange", "play attack")
    assert told(path, "blue", "play recruit") != told(path, "blue", "play attack")


def test_the_page_of_a_seat_has_no_other_way_to_what_is_hidden(
    path: Path, sit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "DOUBLE_CLICK", 0.0)
    page: ChoicePage = join("progress-small", str(path), "blue", served=True)
    page.to_game.click()
    assert "Blue decides: that is you." in page.status.value
    assert "Blue: you, Orange: a person." in saying.heading(page.session)
    press(page, "RECRUIT")
    assert "Orange decides, on another machine." in page.status.value
    seed = str(GameRecord.load(path).seed)
    page.files.get.click()
    page.files.copy.click()
    assert page.files.line.value == ""
    page.files.save.click()
    assert html.escape(KEPT) in page.files.said.value
    (refused,) = page.new_game.children
    assert NO_OTHER in refused.value
    page.new_game.begin.click()  # as a program could that knows its name
    wait_until(lambda: NO_OTHER in page.new_game.said.value)
    assert not [text for text in states() if seed in text or str(path) in text]
    sit("orange").resign()
    wait_until(lambda: page.session.over)
    whole(page)
    assert f"The seed was {seed}." in page.status.value
    page.files.get.click()
    assert "data:text/plain" in page.files.download.value
    page.close()


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
@pytest.mark.parametrize("seat", ["austrian", "french"])
def test_the_page_of_a_seat_names_no_piece_of_the_enemy(
    name: str, seat: str, tmp_path: Path
) -> None:
    """T-22.8, B-17.8: searched for in all that is told, buttons that are not to be seen too."""
    game: Any = load(name)
    state = game.start(7)
    while len(state.moves) < 8:
        moves = state.legal_moves()
        state.play(moves[len(moves) // 2])
    mine = game.seats[seat.upper()]
    own = {piece.name for piece in state.pieces if piece.side == mine}
    names = {piece.name for piece in state.pieces} - own
    path, humans = tmp_path / "game.txt", ("human", "human")
    GameRecord(game, 7, tuple(map(str, state.moves)), humans).save(path)
    made: Any = join(name, str(path), seat, served=True)
    if state.to_move == mine:
        click(made, next(iter(marks(made, STACK))), STACK)
    held = states(made)
    made.close()
    words = {word for text in held for word in re.findall(r"\w+", text)}
    assert not words & names
    assert words & own or state.to_move != mine


def test_a_page_says_that_its_file_is_damaged(path: Path) -> None:
    path.write_text("notes", encoding="utf-8")
    made = join("progress-small", str(path), "blue", served=True)
    assert isinstance(made, ipywidgets.HTML)
    assert "game.txt: line 1: expected" in made.value
    assert str(path) not in made.value
