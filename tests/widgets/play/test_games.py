"""Games that are saved, loaded and begun on the screen."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from marengo.core.players import OPPONENT
from marengo.core.records import GameRecord, position, text_of
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.play import Play, play
from marengo.screens.marengo.play.board import GOAL, STACK
from marengo.widgets.playing import saving
from marengo.widgets.playing.new_game import HOT_SEAT, seats
from marengo.widgets.playing.seats import HUMAN
from tests.widgets.play.hands import click, texts, whole
from tests.widgets.play.waiting import wait_until

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def test_a_game_is_saved_and_loaded(shown: Play, tmp_path: Path) -> None:
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    shown.files.name.value = "first game"
    shown.files.save.click()
    assert "Saved as first game.txt, 4 moves." in shown.files.said.value
    assert GameRecord.load(tmp_path / "first game.txt").players[AUSTRIAN] == HUMAN
    shown.orders.undo.click()
    assert texts(shown) == []
    shown.files.load.click()
    wait_until(lambda: len(texts(shown)) == 4 and "Loaded: 6:00" in shown.files.said.value)
    assert not shown.orders.undo.disabled


def uploaded(name: str, content: bytes) -> dict[str, object]:
    """Return a file as the browser hands it over."""
    return {
        "name": name,
        "type": "text/plain",
        "size": len(content),
        "content": memoryview(content),
        "last_modified": datetime(2026, 1, 1, tzinfo=UTC),
    }


def test_a_file_from_ones_own_machine_is_played_on(shown: Play) -> None:
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    content = shown.session.record().text().encode()
    shown.files.get.click()
    assert 'href="data:text/plain;base64,' in shown.files.download.value
    shown.orders.undo.click()
    shown.files.upload.value = (uploaded("mine.txt", content),)
    wait_until(lambda: len(texts(shown)) == 4)
    shown.files.upload.value = (uploaded("bad.txt", b"hello"),)
    assert "bad.txt: line 1: expected" in shown.files.said.value
    assert len(texts(shown)) == 4
    shown.orders.undo.click()
    shown.files.upload.value = (uploaded("mine.txt", content),)  # the same file once more
    wait_until(lambda: len(texts(shown)) == 4)
    assert shown.files.upload.value == ()


@pytest.mark.parametrize(
    ("name", "said"),
    [("nothing here", "there is no such file"), ("../other", "is no name for a file")],
)
def test_what_cannot_be_loaded_is_said(shown: Play, name: str, said: str) -> None:
    shown.files.name.value = name
    shown.files.load.click()
    assert said in shown.files.said.value


def test_a_new_game_of_the_other_rules_begins_in_the_same_place(shown: Play) -> None:
    box = shown.new_game
    box.scenario.value, box.you.value = "bonaparte", "Austria"
    box.against.value, box.seed.value = "easy: loosely, by rules of thumb", "12"
    box.begin.click()
    wait_until(lambda: shown.session.state.game.scenario.name == "bonaparte")
    wait_until(lambda: "commands left" in shown.board.scene["head"].get("clock", ""))
    whole(shown)
    assert shown.session.names == {AUSTRIAN: HUMAN, FRENCH: "rule:temperature=1"}
    assert shown.session.seed == 12
    assert "B-8.1" in shown.panel.question.value
    box.seed.value = "twelve"
    box.begin.click()
    assert "expected a number" in box.said.value


def test_a_position_is_copied_and_pasted(shown: Play) -> None:
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    box = shown.files
    box.copy.click()
    text = box.line.value
    assert position(text) == shown.session.state
    assert box.link.value == ""  # only a page has an address
    shown.orders.undo.click()
    assert box.line.value == ""  # it holds what is hidden, and the position is gone
    box.line.value = text
    box.paste.click()
    wait_until(lambda: len(texts(shown)) == 4 and "Loaded: 6:00" in box.said.value)
    assert not shown.orders.undo.disabled  # as in a game that is played on
    assert shown.session.names == {AUSTRIAN: HUMAN, FRENCH: "test-ends"}
    box.line.value = text[:-9]
    box.paste.click()
    assert "is damaged: copy all of it" in box.said.value
    assert len(texts(shown)) == 4


def test_whoever_pastes_a_position_takes_the_seat_that_decides() -> None:
    state = load("bonaparte").start(7).play("end")
    made = play("triomphe", AUSTRIAN, "test-ends", seed=7)
    made.files.line.value = text_of(state)
    made.files.paste.click()
    wait_until(lambda: "Loaded" in made.files.said.value)
    assert made.session.names == {AUSTRIAN: "test-ends", FRENCH: HUMAN}
    assert made.session.state == state
    made.close()


def test_a_position_or_its_text_is_played_on() -> None:
    """By who decides there, unless it is said who plays, or the text names a person."""
    state = load("triomphe").start(7).play("pontoon A1")
    for what in (state, text_of(state)):
        made = play(what, against="test-ends")
        assert made.session.state == state
        assert made.session.names == {AUSTRIAN: HUMAN, FRENCH: "test-ends"}
        assert made.session.undo()
        made.close()
    other = play(state, FRENCH, "test-ends")
    assert other.session.names == {AUSTRIAN: "test-ends", FRENCH: HUMAN}
    other.close()
    named = play(GameRecord.of(state, 7, "rule", HUMAN).line(), against="test-ends")
    assert named.session.names == {AUSTRIAN: "test-ends", FRENCH: HUMAN}
    named.close()


def test_the_address_of_a_page_gives_a_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "_passing_folder", lambda: tmp_path)
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    state = load("triomphe").start(9).play("pontoon A1")
    monkeypatch.setenv("QUERY_STRING", f"position={text_of(state)}&kernel_name=python3")
    made = play("triomphe", FRENCH, "test-ends", seed=7)
    assert made.session.state == state
    assert made.session.names == {AUSTRIAN: HUMAN, FRENCH: "test-ends"}
    made.files.copy.click()
    (text,) = re.findall(r'href="\?position=([\w-]+)"', made.files.link.value)
    assert position(text) == state
    monkeypatch.setenv("QUERY_STRING", "position=marengo1-damaged")
    other = play("triomphe", AUSTRIAN, "test-ends", seed=7)
    assert 'role="alert"' in other.children[0].value
    assert "is damaged" in other.children[0].value
    assert other.session.state == load("triomphe").start(7)
    for one in (made, other):
        one.close()


def test_a_newcomer_is_french_against_the_strong_opponent() -> None:
    made = play(seed=7)
    assert made.session.names == {AUSTRIAN: OPPONENT, FRENCH: HUMAN}
    assert made.session.thinking
    assert "Austria is thinking" in made.status.value
    made.close()
    assert not made.session.thinking


def test_a_record_is_played_on() -> None:
    record = GameRecord(load("triomphe"), 7, ("pontoon A1", "end"), ("rule", "rule"))
    made = play(record, FRENCH, "test-ends")
    assert made.session.names == {AUSTRIAN: "test-ends", FRENCH: HUMAN}
    assert made.session.asked
    assert made.session.state.turn == FRENCH


@pytest.mark.parametrize(
    ("you", "against", "names"),
    [
        (FRENCH, "rule", {AUSTRIAN: "rule", FRENCH: HUMAN}),
        (AUSTRIAN, None, {AUSTRIAN: HUMAN, FRENCH: HUMAN}),
        (FRENCH, HOT_SEAT, {AUSTRIAN: HUMAN, FRENCH: HUMAN}),
        (None, "rule", {AUSTRIAN: "rule", FRENCH: "rule"}),
        (None, ("rule", "random"), {AUSTRIAN: "rule", FRENCH: "random"}),
    ],
)
def test_who_sits_where(
    you: Side | None, against: str | tuple[str, str] | None, names: dict[Side, str]
) -> None:
    assert seats(load("triomphe"), you, against) == names


@pytest.mark.parametrize(
    ("you", "against"), [(None, None), (None, HOT_SEAT), (FRENCH, ("rule", "rule"))]
)
def test_nobody_to_play_is_refused(you: Side | None, against: str | tuple[str, str] | None) -> None:
    with pytest.raises(ValueError, match="against: expected"):
        seats(load("triomphe"), you, against)


def test_games_on_a_page_are_saved_in_the_visitors_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "_passing_folder", lambda: tmp_path)
    beside = play("triomphe", AUSTRIAN, "test-ends", seed=7)
    assert "gone when you leave" not in str(beside.files.children)
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    visited = play("triomphe", AUSTRIAN, "test-ends", seed=7)
    assert "gone when you leave" in str(visited.files.children)
    visited.files.save.click()
    assert [path.name for path in tmp_path.iterdir()] == ["marengo-game.txt"]
    for made in (beside, visited):
        made.close()
