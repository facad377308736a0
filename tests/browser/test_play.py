"""A game in a real browser: ten moves by clicking, one by keyboard, a hint, saved and loaded."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from marengo import position
from tests.browser.game_page import GOAL, PICKED, STACK, begin_as_austria, tab_to, unfold
from tests.browser.jupyter import Server
from tests.browser.lab_page import REDRAW_MS, RUN_MS, errors, run_all_cells

MOVES = 10
DOUBLE_CLICK_MS = 400
"""For so long no answer to a new question is taken."""

NOTEBOOK = "02_play.ipynb"

ACTION = "What do your pieces do?"
PLAIN = re.compile("end the actions|do not|nobody|stop|all stay|none")


@pytest.fixture
def board(page: Page, server: Server) -> Locator:
    """Open the notebook and begin a game as the Austrians, against a quick player."""
    page.goto(server.page(NOTEBOOK))
    cell = run_all_cells(page).first
    begin_as_austria(cell)
    unfold(cell, "Copy, save and load")
    return cell


def text_of(cell: Locator) -> Locator:
    """Return the field with the text of the position, which is empty until somebody asks for it."""
    return cell.get_by_label("position", exact=True)


def moves(cell: Locator) -> list[str]:
    """Return the moves in the text of the position."""
    cell.get_by_role("button", name="As text").click()
    expect(text_of(cell)).to_have_value(re.compile("marengo1-"), timeout=REDRAW_MS)
    return [str(move) for move in position(text_of(cell).input_value()).moves]


def own_turn(cell: Locator) -> None:
    """Wait until the machine has answered."""
    expect(cell).to_contain_text("Austria decides: that is you.", timeout=RUN_MS)
    cell.page.wait_for_timeout(DOUBLE_CLICK_MS)


def decide(cell: Locator) -> None:
    """Take one decision by clicking: pick pieces, let them go somewhere or do what they can.

    Where they can do nothing, or nobody is to be picked, the plain answer is given.
    """
    moves(cell)
    can = cell.locator(".marengo-options button:visible")
    plain = cell.get_by_role("button", name=PLAIN)
    drawn = cell.locator(STACK).or_(cell.locator(GOAL)).or_(can).or_(plain)
    expect(drawn).not_to_have_count(0, timeout=REDRAW_MS)
    if cell.locator(STACK).count():
        cell.locator(STACK).first.click()
        expect(cell.locator(PICKED)).to_have_count(1, timeout=REDRAW_MS)
    if cell.locator(GOAL).count():
        cell.locator(GOAL).first.click()
    elif can.count():
        can.first.click()
    else:
        plain.first.click()
    expect(text_of(cell)).to_have_value("", timeout=REDRAW_MS)
    own_turn(cell)


@pytest.mark.browser
def test_the_board_is_in_sight_when_all_cells_have_run(
    page: Page, server: Server, artefacts: Path
) -> None:
    """JupyterLab itself would show the last cell, far below it."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(server.page(NOTEBOOK))
    board = run_all_cells(page).first.locator(".marengo-vector > .map")
    expect(board).to_be_visible(timeout=RUN_MS)
    expect(board).to_be_in_viewport(ratio=0.5, timeout=RUN_MS)
    page.screenshot(path=artefacts / "02_play_all_cells_run.png")


@pytest.mark.browser
def test_a_game_is_played_in_a_browser(page: Page, board: Locator, artefacts: Path) -> None:
    pieces = board.locator(".marengo-vector .pieces")
    first = pieces.inner_html()
    board.screenshot(path=artefacts / "02_play_begin.png")
    for _ in range(MOVES):
        decide(board)
    while ACTION not in board.inner_text() or not board.locator(STACK).count():
        decide(board)  # until there is something to be done by keyboard
    taken = moves(board)
    assert taken[:2] == ["road A1", "cross Alessandria-1"]
    assert taken.count("end") > 1
    assert not re.search(r"\bF\d", board.get_by_role("log").inner_text())  # hidden pieces
    expect(board.get_by_role("log")).to_contain_text("France ends the actions of the turn.")
    assert pieces.inner_html() != first
    clock = board.locator(".marengo-vector .clock").inner_text()
    assert str(board.locator(".marengo-vector desc").text_content()).startswith(clock)
    board.screenshot(path=artefacts / "02_play_ten_moves.png")

    saved = moves(board)
    by_keyboard(page, board)
    assert moves(board) != saved
    page.keyboard.press("Control+z")
    expect(text_of(board)).to_have_value("", timeout=REDRAW_MS)
    assert moves(board) == saved
    page.keyboard.press("Control+y")
    expect(text_of(board)).to_have_value("", timeout=REDRAW_MS)
    board.get_by_role("button", name=re.compile("Undo$")).click()
    expect(text_of(board)).to_have_value("", timeout=REDRAW_MS)
    assert moves(board) == saved
    save_and_load(board, saved, clock)
    board.screenshot(path=artefacts / "02_play_loaded.png")

    board.get_by_role("button", name="Hint").click()
    expect(board).to_contain_text("strong (thinks ahead, 4 seconds a turn) would:", timeout=RUN_MS)
    choices = board.get_by_role("button", name=re.compile("Austria may expect"))
    expect(choices).not_to_have_count(0, timeout=REDRAW_MS)  # drawn a moment after the words
    assert choices.count() <= 3
    expect(board.locator(".hints > circle")).not_to_have_count(0, timeout=REDRAW_MS)
    expect(board).to_contain_text("It expects:", timeout=REDRAW_MS)
    board.screenshot(path=artefacts / "02_play_hint.png")
    assert errors(page) == []
    expect(page.get_by_text("Error displaying widget")).to_have_count(0)


def by_keyboard(page: Page, board: Locator) -> None:
    """Make a move without the mouse, on the map and from the question to places and moves."""
    moves(board)
    board.locator(STACK).first.focus()  # JupyterLab keeps no keys for itself here
    page.keyboard.press("Enter")
    expect(board.locator(PICKED)).to_have_count(1, timeout=REDRAW_MS)
    assert page.evaluate("document.activeElement.matches('.marks > .picked')")
    board.locator("abbr").focus()
    tab_to(page, r"^\d+$|^Alessandria$")
    page.keyboard.press("Space")
    expect(board.locator(PICKED)).to_have_count(1, timeout=REDRAW_MS)
    tab_to(page, r"^(march|attack|enter)")
    page.keyboard.press("Space")
    expect(text_of(board)).to_have_value("", timeout=REDRAW_MS)


def save_and_load(board: Locator, saved: list[str], clock: str) -> None:
    """Save the game, play on, and come back to it."""
    board.get_by_label("file").fill("ten moves")
    board.get_by_label("file").press("Tab")
    board.get_by_role("button", name=re.compile("Save$")).click()
    expect(board).to_contain_text("Saved as ten moves.txt", timeout=REDRAW_MS)
    decide(board)
    board.get_by_role("button", name=re.compile("Load$")).click()
    expect(board).to_contain_text(f"Loaded: {clock}", timeout=REDRAW_MS)
    assert moves(board) == saved
