"""What the cover hides is nowhere on the page: neither in a widget's state nor in a message."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from marengo.core.short import restored
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.play import Play, play
from marengo.screens.marengo.play.board import GOAL, STACK
from marengo.widgets.playing import orders
from marengo.widgets.playing.page import ASKED
from tests.widgets.play.hands import click, marks, press, settled
from tests.widgets.play.waiting import wait_until
from tests.widgets.playing.hands import states, texts

SECRET = re.compile(
    r"\b[AF]\d+\b|infantry|cavalry|artillery|hidden|march|attack|data:text|marengo1-"
)
"""Names and faces of pieces, what they can do, a link to the whole game, and its text."""

LINK, LINE = re.compile('data:text/plain;base64,([^"]+)'), re.compile(r"marengo1-[\w-]+")

SEED = 987654

Said = list[Any]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Said:
    """Listen to what is said to the browser."""
    heard: Said = []

    def hear(_: ipywidgets.Widget, message: Any, buffers: Any = None) -> None:
        heard.append((message, buffers))

    monkeypatch.setattr(ipywidgets.Widget, "_send", hear)
    return heard


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Play]:
    """Return a game between two people that nobody has looked at yet."""
    made = play("triomphe", Side.AUSTRIAN, None, seed=SEED, adviser="rule", folder=tmp_path)
    yield made
    made.close()


def looked_at(made: Play) -> None:
    """Look at everything as Austria, as far as that is possible."""
    made.cover.lift.click()
    made.orders.hint.click()
    wait_until(lambda: "would:" in made.hints.value)
    made.files.get.click()
    made.files.save.click()
    click(made, "Alessandria", STACK)
    made.files.get.click()
    made.files.copy.click()
    click(made, marks(made, GOAL).popitem()[0], GOAL)
    click(made, "Alessandria", STACK)
    assert any(SECRET.search(text) for text in states())


HANDED = "Hand the screen to the player of France. The other one looks away."
ON_THE_COVER = {f"<p><b>France decides.</b> {HANDED}</p>", "I am France: show the board"}
ON_EMPTY_BUTTONS = {"0.00%", "24px", "\u00a0", "marengo-spot"}
ON_OTHER_BUTTONS = {
    *ASKED,
    "take back your last decision (Ctrl+Z)",
    "take back all of this turn that can be (Ctrl+Alt+Z)",
    "decide again what was taken back (Ctrl+Y)",
    "the machine moves at once, and quickly until you decide again",
    *("pause", "Pause"),
}
IN_MESSAGES = {"method", "update", "buffer_paths"}


def test_under_the_cover_the_page_is_as_if_nobody_had_looked(both: Play, told: Said) -> None:
    before = states()
    looked_at(both)
    told.clear()
    press(both, "end the actions of the turn")
    assert both.session.covered
    harmless = before | ON_THE_COVER | ON_EMPTY_BUTTONS
    assert set(texts(told)) - harmless - IN_MESSAGES == set()
    assert states() - harmless - ON_OTHER_BUTTONS == set()
    assert not SECRET.search(str([*both.outputs()]))


def test_whoever_decides_next_sees_his_own_side_only(both: Play) -> None:
    """T-22.8: nor do the buttons that the other one had say anything of his pieces."""
    looked_at(both)
    press(both, "end the actions of the turn")
    both.cover.lift.click()
    pressed = [(one.description, one.tooltip) for one in buttons_of(both)]
    pressed += [(mark["text"], mark["words"]) for mark in both.board.signs]
    assert any("infantry" in str(one) for one in pressed)
    assert not re.search(r"\bA\d+\b|Alessandria", str(pressed))


def test_the_page_holds_nothing_that_its_side_may_not_know(shown: Play) -> None:
    """T-22.8: enemies are searched for by name in all models, and have no face on the map."""
    click(shown, "Alessandria", STACK)
    click(shown, "10", GOAL)
    press(shown, "end the actions of the turn")
    settled(shown)
    names = {piece.name for piece in shown.session.state.pieces if piece.side == Side.FRENCH}
    held = states(shown)
    assert [text for text in held if names & set(re.findall(r"\w+", text))] == []
    assert any("Austrian" in text for text in held)
    enemies = [parts for *_, parts in shown.board.scene["pieces"] if parts[0].startswith("french")]
    assert len([block for block in enemies if "disc" not in block[0]]) > 10
    assert all(len(parts) == 1 for parts in enemies)


def buttons_of(made: Play) -> list[ipywidgets.Button]:
    """Return the buttons beside the map, those that are not seen too."""
    panel = (made.panel.places, made.panel.pieces, made.panel.options, made.panel.plain)
    return [
        *(one for row in panel for one in row.children if isinstance(one, ipywidgets.Button)),
    ]


def seed_is_told(seed: int) -> bool:
    """True if a seed is in the state of a widget, be it in a link to a file or in a text."""
    links = [base64.b64decode(link).decode() for text in states() for link in LINK.findall(text)]
    lines = [restored(line) for text in states() for line in LINE.findall(text)]
    return any(str(seed) in text for text in [*states(), *links, *lines])


def test_the_seed_is_told_after_the_game_and_not_before(
    both: Play, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "DOUBLE_CLICK", 0.0)
    looked_at(both)
    both.files.copy.click()
    assert seed_is_told(SEED)  # whoever asks for the text has it
    press(both, "end the actions of the turn")
    assert not seed_is_told(SEED)  # the link to the file has gone with the decision after it
    both.new_game.you.value, both.new_game.seed.value = "France", str(SEED + 1)
    both.new_game.against.value = "easy: loosely, by rules of thumb"
    both.new_game.begin.click()
    wait_until(lambda: both.session.seed == SEED + 1 and both.session.asked)
    wait_until(lambda: "was begun" in both.new_game.said.value)
    assert not seed_is_told(SEED + 1)
    both.orders.resign.click()
    both.orders.resign.click()
    assert f"The seed was {SEED + 1}." in both.status.value
    assert str(SEED) not in str(capsys.readouterr())
