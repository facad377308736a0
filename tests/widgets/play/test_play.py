"""The widget: by the map and by the buttons, and what it leaves behind."""

import re
import sys
import time
from collections.abc import Iterator

import ipywidgets
import pytest
from matplotlib.artist import Artist

from marengo.games.marengo.rules.vocabulary import Side
from marengo.plots import describe
from marengo.screens.marengo.play import Play
from marengo.screens.marengo.play.board import ATTACK, GOAL, PICKED, STACK
from marengo.widgets.elements import Collapsible
from marengo.widgets.playing import page
from tests.conftest import StillAlive
from tests.helpers import austrian_turn
from tests.widgets.left import left_of
from tests.widgets.play.hands import click, marks, press, texts, written

# --- by mouse and by keyboard -----------------------------------------------------------------


def test_a_piece_marches_by_two_clicks_on_the_map(shown: Play) -> None:
    assert marks(shown, STACK).keys() == {"Alessandria"}
    assert marks(shown, GOAL, ATTACK) == {}
    click(shown, "Alessandria", STACK)
    assert "picked: infantry 3" in marks(shown, PICKED)["Alessandria"].words
    goals = marks(shown, GOAL)
    assert {"1", "5", "4", "10"} == goals.keys()
    assert goals["10"].words == "march by road to 10 over 1 and 5 (free)"
    assert goals["10"].text == "0"
    click(shown, "10", GOAL)
    assert texts(shown) == ["road A1", "cross Alessandria-1", "cross 1-5", "cross 5-10"]
    assert str(shown.session.state.piece("A1").place) == "10"
    assert marks(shown, PICKED, GOAL) == {}


def test_the_same_move_is_made_without_the_map(shown: Play) -> None:
    """All by buttons that the Tab key reaches: where from, what with, and what to do."""
    panel = shown.panel
    assert written(panel.options) == written(panel.pieces) == {}
    assert list(written(panel.places)) == ["Alessandria"]
    written(panel.places)["Alessandria"].click()
    assert list(written(panel.pieces)) == [
        *("infantry 3 (A1)", "infantry 3 (A2)", "infantry 2 (A4)", "cavalry 2 (A14)")
    ]
    assert written(panel.places)["Alessandria"].button_style == "success"
    written(panel.options)["march by road to 10 over 1 and 5 (free)"].click()
    assert texts(shown) == ["road A1", "cross Alessandria-1", "cross 1-5", "cross 5-10"]


def test_another_piece_of_the_same_place_is_taken_instead(shown: Play) -> None:
    written(shown.panel.places)["Alessandria"].click()
    written(shown.panel.pieces)["cavalry 2 (A14)"].click()  # T-8.1: only one can go
    (picked,) = marks(shown, PICKED).values()
    assert "picked: cavalry 2" in picked.words
    styles = {text: one.button_style for text, one in written(shown.panel.pieces).items()}
    assert styles["cavalry 2 (A14)"] == "success"
    assert styles["infantry 3 (A1)"] == ""


def test_an_attack_on_the_map_is_asked_again(shown: Play) -> None:
    """What cannot be taken back is not played by a slip of the mouse."""
    shown.session.state = austrian_turn({"10": "I3 I2"}, {"9": "I2"})
    shown.refresh()
    click(shown, "10", STACK)
    click(shown, "10/9", ATTACK)
    assert texts(shown) == []
    styles = {text: one.button_style for text, one in written(shown.panel.options).items()}
    assert [text for text, style in styles.items() if style] == ["attack 9 (1 order)"]
    written(shown.panel.options)["attack 9 (1 order)"].click()
    assert texts(shown)[0] == "attack A1 10/9"


def test_attacks_stand_first(shown: Play) -> None:
    shown.session.state = austrian_turn({"10": "I3 I2"}, {"9": "I2"})
    shown.refresh()
    click(shown, "10", STACK)
    assert next(iter(written(shown.panel.options))) == "attack 9 (1 order)"


def test_what_was_pointed_out_stands_first(shown: Play) -> None:
    """Among many options it would be out of sight."""
    shown.session.state = austrian_turn({"7": "I3"}, {"12": "I2"})
    shown.refresh()
    click(shown, "7", STACK)
    attack = "attack 12 over border 12b (1 order)"
    assert next(iter(written(shown.panel.options))) != attack  # but that over the other border
    click(shown, "7/12b", ATTACK)
    assert next(iter(written(shown.panel.options))) == attack
    written(shown.panel.options)[attack].click()
    assert texts(shown)[0] == "attack A1 7/12b"


def test_a_double_click_decides_once(shown: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second click meets the next question, which nobody can have read."""
    monkeypatch.setattr(page, "DOUBLE_CLICK", 0.5)
    click(shown, "Alessandria", STACK)
    (road,) = [one for one in shown.panel._options if one.text == "road A1"]
    shown.carry_out(road.moves)
    time.sleep(0.6)
    for _ in range(2):
        press(shown, "wait one step")
    assert texts(shown) == ["road A1", "wait"]
    time.sleep(0.6)
    press(shown, "wait one step")
    assert texts(shown) == ["road A1", "wait", "wait"]


def test_a_button_that_has_just_gone_does_nothing(shown: Play) -> None:
    (end,) = written(shown.panel.plain).values()
    shown.panel.ask(None, None)
    end.click()
    assert texts(shown) == []


def test_what_is_folded_is_reached_by_keyboard(shown: Play) -> None:
    """Buttons are, headings of an accordion are not; each opens its own part."""
    parts = [part for part in all_widgets(shown) if isinstance(part, Collapsible)]
    assert [part.button.description for part in parts] == [
        *("How to play", "What is known of the enemy", "The position in words"),
        *("What the machine thinks", "Copy, save and load", "New game"),
    ]
    assert {part.inside.layout.display for part in parts} == {"none"}
    for part in parts[:2]:
        part.button.value = True
    assert (shown.how.layout.display, shown.known.layout.display) == ("", "")


def test_of_several_ways_the_cheapest_is_gone(shown: Play) -> None:
    """T-8.7: by main road it is free; across country it costs an order (T-7.14)."""
    shown.session.state = austrian_turn({"5": "I3"}, {"59": "I2"})
    shown.refresh()
    click(shown, "5", STACK)
    words = marks(shown, GOAL)["10"].words
    assert "(free)" in words
    assert "march to 10 (1 order)" in words
    click(shown, "10", GOAL)
    assert texts(shown)[0] == "road A1"
    assert shown.session.state.record["orders"] == 3


def test_the_question_has_its_rule_on_hover(shown: Play) -> None:
    assert "What do your pieces do?" in shown.panel.question.value
    found = re.search(r"<abbr tabindex='0' title='(.+?)'>(.+?)</abbr>", shown.panel.question.value)
    assert found is not None
    assert found[2] == "T-6.1 to T-6.16"
    assert "each piece once a turn" in found[1]


def test_every_control_says_what_it_does(shown: Play) -> None:
    """For readers who cannot see icons: each has a text of its own."""
    click(shown, "Alessandria", STACK)
    for control in all_widgets(shown):
        if isinstance(control, ipywidgets.Button | ipywidgets.ToggleButton):
            unused = control.layout.display == "none"
            assert unused or control.description.strip() or control.tooltip
        if isinstance(control, ipywidgets.Select | ipywidgets.Dropdown | ipywidgets.Text):
            assert control.description
    assert shown.board.scene["words"].startswith("6:00")
    assert all(sign["words"] for sign in shown.board.signs)


def all_widgets(part: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    yield part
    for child in getattr(part, "children", ()):
        yield from all_widgets(child)


# --- what is left behind ----------------------------------------------------------------------


def test_a_static_picture_stays_where_no_kernel_runs(shown: Play) -> None:
    left = left_of(shown)
    assert left.png.startswith(b"\x89PNG")
    assert left.words == describe(shown.session.state, side=Side.AUSTRIAN)


def test_redraws_leave_nothing_behind(shown: Play, still_alive: StillAlive) -> None:
    """Neither figures nor widgets pile up."""
    alive = still_alive(Artist, ipywidgets.Widget)

    def there_and_back() -> None:
        click(shown, "Alessandria", STACK)
        click(shown, "10", GOAL)
        shown.orders.undo.click()

    there_and_back()
    before = alive()
    for _ in range(10):
        there_and_back()
    assert alive() <= before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()
