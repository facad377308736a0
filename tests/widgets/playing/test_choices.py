"""Any game on a page: rock, paper, scissors by its text alone, a race of three, and cards."""

from collections.abc import Iterator
from pathlib import Path

import ipywidgets
import pytest

from marengo.games.progress import Colour, ProgressState
from marengo.screens.progress.words import describe
from marengo.widgets import ChoicePage, play
from marengo.widgets.elements import NO_TEXT
from marengo.widgets.playing import orders
from marengo.widgets.playing.choices import MATRIX
from marengo.widgets.playing.page import ASKED
from marengo.widgets.playing.seats import HUMAN
from marengo.widgets.playing.showing import png_of
from tests.core.toys.fists import FistsGame
from tests.core.toys.race import RaceGame
from tests.rules.progress.playing import game
from tests.widgets.left import Left, left_of
from tests.widgets.play.waiting import wait_until
from tests.widgets.playing.hands import CHOSEN, press, states, whole, written

CARDS = ["MOVE 1", "MOVE 2", "RECRUIT", "FORTIFY", "ATTACK", "ATTACK+1", "STRENGTHEN", "SCORE"]


@pytest.fixture
def told() -> Iterator[list[str]]:
    """Return what the machine is to play."""
    yield CHOSEN
    CHOSEN.clear()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[ChoicePage]:
    """Return a game of Blue against a machine that does as it is told."""
    made: ChoicePage = play(
        "progress", "blue", "test-told", seed=3, adviser="rule", folder=tmp_path
    )
    made.to_game.click()
    yield made
    made.close()


def hot_seat(scenario: str = "progress") -> ChoicePage:
    made: ChoicePage = play(scenario, against="hot-seat", seed=3)
    made.to_game.click()
    return made


def begin(shown: ChoicePage, state: ProgressState) -> None:
    """Go on from another position."""
    shown.session.state = state
    shown.refresh()


# --- any game ---------------------------------------------------------------------------------


def test_a_game_without_a_screen_is_played_by_the_text_of_its_moves() -> None:
    made: ChoicePage = play(FistsGame(1), "left", "test-told", seed=1)
    assert made.first.layout.display == "none"
    assert list(written(made)) == ["rock", "paper", "scissors"]
    press(made, "paper")
    wait_until(lambda: made.session.over)
    whole(made)
    assert "The game is over. Left wins." in made.status.value
    assert "<li>Right: rock.</li>" in made.news.value
    assert [str(move) for move in made.session.state.moves] == ["paper", "rock"]
    assert not written(made)
    made.close()


def test_of_a_game_with_secrets_that_tells_nothing_only_that_others_chose_is_told(
    told: list[str],
) -> None:
    told.append("scissors")
    made: ChoicePage = play(FistsGame(), "right", "test-told", seed=1)
    wait_until(lambda: made.session.asked)
    whole(made)
    assert "Left has decided." in made.news.value
    assert "scissors" not in made.news.value + made.words.value
    made.close()


def test_chance_is_drawn_and_three_play(tmp_path: Path) -> None:
    made: ChoicePage = play(RaceGame(goal=9), "ada", "test-told", seed=1, folder=tmp_path)
    assert list(made.session.names.values()) == [HUMAN, "test-told", "test-told"]
    press(made, "again")
    assert "Chance: roll" in made.news.value
    assert made.orders.resign.disabled  # who of the others would have won?
    assert "people at this screen" in made.new_game.you.options
    assert made.folded[MATRIX].layout.display == "none"
    made.close()


def test_who_is_asked_for_is_one_of_the_seats() -> None:
    made: ChoicePage = play("progress", "orange", "rule", seed=3)
    assert made.session.names == {Colour.BLUE: "rule", Colour.ORANGE: HUMAN}
    made.close()
    with pytest.raises(ValueError, match="you: expected blue or orange, not 'red'"):
        play("progress", "red")
    with pytest.raises(ValueError, match="against: expected a player, or 2"):
        play("progress", None, ("rule", "rule", "rule"))


# --- cards ------------------------------------------------------------------------------------


def test_the_first_page_says_how_to_play(alone: ChoicePage) -> None:
    alone.to_first.click()
    words, _, picture = alone.first.children
    assert "SCORE brings 1 VP" in words.value
    assert bytes(picture.value).startswith(b"\x89PNG")
    assert (alone.first.layout.display, alone._table.layout.display) == (None, "none")
    alone.to_game.click()
    assert (alone.first.layout.display, alone._table.layout.display) == ("none", None)


@pytest.mark.parametrize("seed", [0, 1648])
def test_the_first_page_shows_the_game_that_begins(seed: int) -> None:
    """It had shown the start of seed 0, with the initiative perhaps on the other side."""
    made: ChoicePage = play("progress", "blue", "rule", seed=seed)
    start = made.session.state.game.start(seed)
    assert bytes(made._start.value) == png_of(start, Colour.BLUE)
    made.close()


def test_the_hand_is_a_row_of_buttons_and_legal_cards_can_be_pressed(
    alone: ChoicePage,
) -> None:
    """M-15.2: SCORE needs a card on the discard."""
    assert list(written(alone)) == CARDS
    assert [text for text, one in written(alone).items() if one.disabled] == ["SCORE"]
    assert "needs a card on the discard" in written(alone)["SCORE"].description
    written(alone)["SCORE"].click()
    assert alone.session.steps == []
    press(alone, "RECRUIT")
    wait_until(lambda: "that is you" in alone.status.value and not alone.session.thinking)
    whole(alone)
    assert list(written(alone)) == [card for card in CARDS if card != "RECRUIT"]
    assert not any(one.disabled for one in written(alone).values())


def test_choices_are_plain_sentences_and_what_happened_is_told(
    alone: ChoicePage, told: list[str]
) -> None:
    told += ["play recruit"]
    begin(alone, game().position(armies={"blue": "B1", "neutral": "B1"}))
    press(alone, "MOVE 1")
    wait_until(lambda: alone.session.asked and len(alone.session.steps) == 2)
    whole(alone)
    assert list(written(alone)) == [
        "move 1 army from Home Blue to the neutral",
        "move 1 army from the neutral to Home Blue",
        "move 1 army from the neutral to Home Orange",
    ]
    assert "Armies are to move (M-7.4)." in alone.question.value
    press(alone, "move 1 army from Home Blue to the neutral")
    for line in ("Blue plays MOVE 1.", "Blue moves 1 army from Home Blue to the neutral."):
        assert f"<li>{line}</li>" in alone.news.value


def test_the_picture_is_told_in_full(alone: ChoicePage) -> None:
    words = describe(alone.session.state.view(0))
    assert alone.picture.tooltip == words
    left = left_of(alone)
    assert (left.words, left.png) == (words, alone.picture.value)


def test_every_control_says_what_it_does(alone: ChoicePage) -> None:
    def parts(one: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
        yield one
        for child in getattr(one, "children", ()):
            yield from parts(child)

    for control in parts(alone):
        if isinstance(control, ipywidgets.Button | ipywidgets.ToggleButton):
            unused = control.layout.display == "none"
            assert unused or control.description.strip() or control.tooltip
        if isinstance(control, ipywidgets.Dropdown | ipywidgets.Text):
            assert control.description


def test_a_card_is_taken_back_until_it_has_shown_another(tmp_path: Path, told: list[str]) -> None:
    """M-4.3: who chooses second sees the first card as soon as he has chosen."""
    told += ["play move-1"]
    made: ChoicePage = play("progress", "orange", "test-told", seed=3, folder=tmp_path)
    made.session.pause(paused=True)
    begin(made, game().position().play("play move-1"))
    press(made, "FORTIFY")
    assert made.session.kept == "It may have brought something hidden to light."
    assert not made.session.undo()
    begin(made, game().position(armies={"blue": "B1", "orange": "O1", "neutral": "O1"}))
    made.session.state.play("play recruit").play("play move-2")
    made.refresh()
    press(made, "move 1 army from the neutral to Home Blue")
    assert made.session.undo()
    made.close()


def test_a_hint_is_told_in_words(alone: ChoicePage) -> None:
    alone.orders.hint.click()
    wait_until(lambda: "would:" in alone.hints.value)
    whole(alone)
    first = alone.hinted.children[0]
    assert first.description.startswith("1. ")
    first.click()
    wait_until(lambda: len(alone.session.steps) > 0)


def test_a_game_is_saved_and_loaded_and_others_are_refused(
    alone: ChoicePage, tmp_path: Path
) -> None:
    press(alone, "RECRUIT")
    wait_until(lambda: len(alone.session.steps) == 2)
    whole(alone)
    alone.files.save.click()
    press(alone, "MOVE 2")
    alone.files.load.click()
    wait_until(lambda: "Loaded: Round 2" in alone.files.said.value)
    assert len(alone.session.steps) == 2
    text = (tmp_path / "marengo-game.txt").read_text(encoding="utf-8")
    other = FistsGame().start(1)
    assert "recruit" in text
    with pytest.raises(Exception, match="not played on a page of The March of Progress"):
        alone.session.playable(other.game)


def test_another_scenario_begins_in_the_same_place(alone: ChoicePage) -> None:
    box = alone.new_game
    assert {"progress", "progress-marlborough", "progress-small"} <= {*box.scenario.options}
    assert not any("triomphe" in name for name in box.scenario.options)
    box.scenario.value, box.against.value = (
        "progress-marlborough",
        "easy: loosely, by rules of thumb",
    )
    box.begin.click()
    wait_until(lambda: "was begun" in box.said.value)
    whole(alone)
    assert "Neutral 2" in alone.words.value
    assert "ATTACK+1" not in written(alone)


def test_opponents_say_if_they_have_not_learned_the_scenario(tmp_path: Path) -> None:
    made: ChoicePage = play("progress-small", "blue", "policy", seed=3, folder=tmp_path)
    other = "steady, which learned progress (at once, as it has learned)"
    assert f"Orange: {other}." in made.head.value
    box = made.new_game
    assert box.against.value == "strong, which learned progress: thinks ahead, 4 seconds a turn"
    box.scenario.value = "progress"
    assert box.against.options[1:] == (
        "steady: at once, as it has learned",
        "strong: thinks ahead, 4 seconds a turn",
    )
    assert box.against.value == "strong: thinks ahead, 4 seconds a turn"  # the same as before
    box.against.value = "easy: loosely, by rules of thumb"
    box.scenario.value = "progress-marlborough"
    assert box.against.value == "easy: loosely, by rules of thumb"
    made.close()


def test_two_machines_are_watched(tmp_path: Path) -> None:
    made: ChoicePage = play("progress", None, ("rule", "policy"), seed=3, folder=tmp_path)
    made.watching.pace.value = 0.1
    made.watching.going.value = True
    wait_until(lambda: len(made.session.steps) > 3)
    made.watching.going.value = False
    whole(made)
    assert "Round 1" in made.news.value or "Round 2" in made.news.value
    made.close()


# --- what is hidden ---------------------------------------------------------------------------


HANDED = "Hand the screen to the player of Orange. The other one looks away."
HARMLESS = {
    *ASKED,
    *(f"<p><b>Orange decides.</b> {HANDED}</p>", "I am Orange: show the board", NO_TEXT),
    *("pause", "Pause", "caret-down", "Nothing has been decided yet."),
    "the machine moves at once, and quickly until you decide again",
    "decide again what was taken back (Ctrl+Y)",
}
"""What the cover says, and what other buttons say whatever the position."""


def seen_by_orange(card: str) -> set[str]:
    """Return all that the page says and shows to Orange once Blue has put a card down."""
    made = hot_seat("progress-small")  # whose matrix is worked out soonest
    before = states()
    made.cover.lift.click()
    made.folded[MATRIX].button.value = True
    wait_until(lambda: "<table>" in made.matrix.value)
    made.files.get.click()
    press(made, card)
    assert made.session.covered
    assert states() - before - HARMLESS == set()
    assert left_of(made) == Left(
        "<p>A game between people at one screen.</p>", b"", "A game between people at one screen."
    )
    made.cover.lift.click()
    wait_until(lambda: "<table>" in made.matrix.value)
    assert made.session.viewer == Colour.ORANGE
    left = left_of(made)
    seen = states() | {left.page, left.words}
    made.close()
    return seen


def test_what_one_has_sealed_leaves_no_trace_for_the_other() -> None:
    """M-18.2: under the cover there is nothing at all, and then the same whatever it was."""
    one, other = seen_by_orange("ATTACK"), seen_by_orange("RECRUIT")
    assert one == other
    assert any("a card face down" in text for text in one)


def seen_of_machine(told: list[str], card: str) -> set[str]:
    told[:] = [card]
    made: ChoicePage = play("progress", "orange", "test-told", seed=3)
    made.to_game.click()
    wait_until(lambda: made.session.asked)
    whole(made)
    seen = states()
    made.close()
    return seen


def test_the_sealed_card_of_a_machine_is_nowhere(told: list[str]) -> None:
    """M-18.2."""
    assert seen_of_machine(told, "play attack") == seen_of_machine(told, "play recruit")


def test_the_matrix_is_worked_out_when_it_is_unfolded(alone: ChoicePage) -> None:
    assert alone.matrix.value == ""
    alone.folded[MATRIX].button.value = True
    wait_until(lambda: "<table>" in alone.matrix.value)
    assert "What Blue may expect" in alone.matrix.value
    assert alone.matrix.value.count("<tr>") == 8  # M-15.2: without SCORE
    alone.folded[MATRIX].button.value = False
    assert alone.matrix.value == ""


def test_who_gives_up_has_lost(alone: ChoicePage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "DOUBLE_CLICK", 0.0)
    for _ in range(2):
        alone.orders.resign.click()
    assert "Blue has resigned: Orange has won." in alone.status.value
    assert "result: resigned by blue" in alone.session.record().text()


def test_answers_are_grey_while_none_is_taken(alone: ChoicePage) -> None:
    """By a class for each question, which is another one than that of the question before."""

    def classes() -> set[str]:
        return set(ASKED) & set(alone._table._dom_classes)

    before = classes()
    assert len(before) == 1
    press(alone, "RECRUIT")
    wait_until(lambda: alone.session.asked and classes() == set(ASKED) - before)
    assert all(f"@keyframes {name}" in alone.children[0].value for name in ASKED)
