"""Turns on the screen: answers, undo, hints, thoughts, covers, and players that are watched."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from marengo.charts.sheets import Scene
from marengo.games.marengo.rules.vocabulary import Side
from marengo.plots import describe
from marengo.screens.marengo.play import Play, pages, play
from marengo.screens.marengo.play.board import GOAL, STACK
from marengo.screens.marengo.play.pages import hints
from marengo.widgets.elements import percent
from marengo.widgets.playing import orders
from marengo.widgets.playing.saying import FEW, FIRST_THOUGHT
from tests.widgets.left import left_of
from tests.widgets.play.hands import click, marks, press, settled, texts, whole, written
from tests.widgets.play.waiting import wait_until
from tests.widgets.playing.hands import states

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def test_the_machine_answers_and_it_is_told(shown: Play) -> None:
    press(shown, "end the actions of the turn")
    settled(shown)
    assert shown.board.scene["head"]["clock"] == "7:00, Austrian turn, 3 orders left"
    assert "<li>France ends the actions of the turn.</li>" in shown.news.value
    assert "Austria ends" not in shown.news.value
    assert "Austria: you, France: test-ends" in shown.head.value


def test_a_turn_is_taken_back_and_done_again_by_buttons_and_keys(shown: Play) -> None:
    for button in (shown.orders.turn, shown.orders.redo):
        assert button.disabled
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    click(shown, "Alessandria", STACK)
    click(shown, "5", GOAL)
    taken = texts(shown)
    shown.orders.turn.click()
    assert texts(shown) == []
    assert shown.orders.turn.tooltip == "Nothing has been decided yet."
    for _ in range(2):
        assert not shown.orders.redo.disabled
        shown.orders.redo.click()
    assert texts(shown) == taken
    assert shown.orders.redo.disabled
    for order, there in (("undo", 1), ("redo", 2), ("turn", 0), ("nonsense", 0)):
        shown.orders.bell._handle_custom_msg({"order": order}, [])
        assert len(shown.session.steps) == there


def test_picture_question_and_texts_change_at_once(
    shown: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not one by one, as they are worked out."""
    said: list[str] = []
    before: list[set[str]] = []

    def hear(sender: ipywidgets.Widget, message: Any, buffers: Any = None) -> None:
        del buffers
        named = {shown.board: "map", shown.news: "news", shown.panel.question: "question"}
        if sender in named and message.get("method") == "update":
            said.append(named[sender])

    def thoughts(*_: Any) -> str:  # the last to be worked out
        before.append(set(said))
        return ""

    monkeypatch.setattr(ipywidgets.Widget, "_send", hear)
    monkeypatch.setattr(pages, "thoughts", thoughts)
    press(shown, "end the actions of the turn")
    settled(shown)
    assert before[0] == set()
    assert {"map", "news", "question"} <= set(said)


def test_the_bell_is_rung_for_whoever_is_to_move(shown: Play) -> None:
    heard = []
    shown.orders.bell.observe(lambda change: heard.append(change["new"]), "mine")
    assert shown.orders.bell.mine
    press(shown, "end the actions of the turn")
    settled(shown)
    assert heard == [False, True]


def test_players_are_called_by_name_wherever_they_are_told_of() -> None:
    """By that of an opponent, with what it means; others as they were named."""
    made = play("triomphe", AUSTRIAN, "strong", seed=7)
    strong = "strong (thinks ahead, 4 seconds a turn)"
    assert f"Austria: you, France: {strong}." in made.head.value
    made.session.adviser.thinking = True
    assert f"{strong} is thinking" in hints(made.session)
    made.close()
    assert not any("search:" in text for text in states())


def test_the_page_explains_the_game_that_is_played(shown: Play) -> None:
    assert "Triomphe à Marengo" in shown.how.value
    assert "three orders (T-6.2)" in shown.how.value
    shown.new_game.scenario.value = "bonaparte"
    shown.new_game.begin.click()
    wait_until(lambda: "was begun" in shown.new_game.said.value)
    assert "three commands (B-8.13)" in shown.how.value
    assert not re.search(r"\bT-\d|orders", shown.how.value)


def test_a_decision_is_taken_back_by_the_button(shown: Play) -> None:
    assert shown.orders.undo.disabled
    assert shown.orders.undo.tooltip == "Nothing has been decided yet."
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    assert not shown.orders.undo.disabled
    shown.orders.undo.click()
    assert texts(shown) == []
    assert marks(shown, STACK).keys() == {"Alessandria"}


def test_the_map_shows_what_one_side_may_know(shown: Play) -> None:
    """T-22.8: the words below the map are those of Austria's view."""
    lines = describe(shown.session.state, side=AUSTRIAN).splitlines()
    assert shown.words.value == "".join(f"<p>{line}</p>" for line in lines)
    assert "hidden" in lines[2]
    assert "infantry 3" in shown.known.value


def test_a_hint_is_told_in_words(shown: Play) -> None:
    shown.orders.hint.click()
    wait_until(lambda: "would:" in shown.hints.value)
    whole(shown)
    assert [one.startswith("1. ") for one in written(shown.hinted)] == [True]
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    assert "would:" not in shown.hints.value
    assert not written(shown.hinted)
    assert shown.board.hints == []


def test_a_hint_is_drawn_and_can_be_taken(shown: Play) -> None:
    shown.orders.hint.click()
    wait_until(lambda: "would:" in shown.hints.value)
    whole(shown)
    (way,) = shown.board.hints
    assert way  # from where it sets out
    answer = shown.session.adviser.answer
    assert answer is not None
    next(iter(written(shown.hinted).values())).click()
    assert str(shown.session.state.moves[0]) == str(answer.move)


def test_the_first_hint_says_why_it_takes_long(shown: Play) -> None:
    adviser = shown.session.adviser
    adviser.thinking = True
    assert FIRST_THOUGHT in hints(shown.session)
    adviser.think(shown.session.state, 7, lambda: None)
    wait_until(lambda: adviser.hinted)
    adviser.answer, adviser.thinking = None, True
    assert FIRST_THOUGHT not in hints(shown.session)


def test_a_hint_of_a_search_has_estimates_and_its_main_line() -> None:
    made = play("triomphe", AUSTRIAN, "test-ends", seed=7, adviser="search:nodes=60")
    made.orders.hint.click()
    wait_until(lambda: "would:" in made.hints.value)
    whole(made)
    choices = list(written(made.hinted))
    assert 1 <= len(choices) <= 3
    for number, choice in enumerate(choices, 1):
        assert re.fullmatch(rf"{number}\. .+: Austria may expect \d+\s%", choice)
    assert len(made.board.hints) == len(choices)
    (line,) = re.findall(r"It expects: <code>(.+?)</code>", made.hints.value)
    answer = made.session.adviser.answer
    assert answer is not None
    assert answer.thought is not None
    few = [choice for choice in answer.thought.choices[1:] if choice.playouts <= FEW]
    assert len(choices) == len(answer.thought.choices) - len(few)
    assert line.split("; ")[0] == re.sub(r"\bF\d+", "F?", answer.thought.line[1])


def test_what_the_machine_thinks_can_be_read_but_not_which_pieces_it_has() -> None:
    """T-22.8: names would tell which piece is which, of those it imagines as well."""
    made = play("triomphe", AUSTRIAN, "search:nodes=60", seed=7, adviser="rule")
    assert "Nothing yet" in made.thoughts.value
    press(made, "end the actions of the turn")
    settled(made)
    account = made.thoughts.value
    assert "gives away what the machine plans" in account
    assert re.search(r"<li><code>[^<]+</code>: wins \d+\s% .+ It expects: <code>", account)
    assert not re.search(r"\b[AF]\d", account)
    made.session.stop()


def test_a_watched_search_thinks_aloud() -> None:
    made = play("triomphe", None, "search:nodes=60", seed=7, adviser="rule")
    made.watching.going.value = True
    wait_until(lambda: len(made.session.steps) > 1)
    made.watching.going.value = False
    whole(made)
    *_, last = [step for step in made.session.steps if step.thought]
    assert last.thought is not None
    assert (
        f"<code>{last.moves[0]}</code>: wins {percent(last.thought.winning)}" in made.thoughts.value
    )
    assert last.thought.line[0] == str(last.moves[0])
    assert "gives away" not in made.thoughts.value


def test_resigning_asks_once_more(shown: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(orders, "monotonic", lambda: now[0])
    shown.orders.resign.click()
    assert shown.orders.resign.description == "Really resign?"
    now[0] += 0.3
    shown.orders.resign.click()  # a double click is no answer
    assert shown.session.winner is None
    now[0] += 1.0
    shown.orders.resign.click()
    assert "Austria has resigned: France has won." in shown.status.value
    assert shown.board.marks == ()
    assert shown.viewer is None  # everything is open at the end
    assert "hidden" not in shown.words.value
    assert shown.orders.resign.disabled


def test_the_machine_does_not_take_the_question_back(shown: Play) -> None:
    press(shown, "end the actions of the turn")
    settled(shown)
    shown.orders.resign.click()
    shown.refresh()  # as when the machine moves
    assert shown.orders.resign.description == "Really resign?"
    press(shown, "end the actions of the turn")
    assert shown.orders.resign.description == "Resign"


def test_the_cover_hides_everything_from_the_other_one(tmp_path: Path) -> None:
    made = play("triomphe", AUSTRIAN, None, seed=7, folder=tmp_path)
    assert made._table.layout.display == "none"
    assert made.cover.lift.description == "I am Austria: show the board"
    made.cover.lift.click()
    assert made._table.layout.display is None
    assert made.cover.layout.display == "none"
    press(made, "end the actions of the turn")
    for text in (made.news, made.hints, made.known, made.words, made.thoughts, made.files.line):
        assert text.value == ""
    assert made.board.scene == asdict(Scene())
    assert made.panel.question.value == ""
    assert made.board.marks == ()
    left = left_of(made)
    assert not left.png
    assert left.words == "A game between people at one screen."
    assert made.cover.lift.description == "I am France: show the board"
    made.cover.lift.click()
    assert made.viewer == FRENCH
    assert "organise" in str([option.verb for option in made.panel._options]) or made.board.marks


def test_two_players_are_watched(tmp_path: Path) -> None:
    made = play("triomphe", None, ("rule", "test-ends"), seed=7, folder=tmp_path)
    assert "waits for you" in made.status.value
    assert made.orders.undo.layout.display == "none"
    made.watching.pace.value = 0.1
    assert made.watching.going.description == "Go on"
    made.watching.going.value = True
    assert made.watching.going.description == "Pause"
    wait_until(lambda: len(made.session.steps) > 3)
    made.watching.going.value = False
    assert made.watching.going.description == "Go on"
    assert made.session.paused
    made.watching.seen_by.value = "Austria"
    assert "hidden" in made.words.value
    made.watching.seen_by.value = "both sides"
    assert "hidden" not in made.words.value
