"""The attacks and the chart of a replay, and playing it by itself."""

import sys
import time
from collections.abc import Iterator
from importlib import import_module

import pytest

from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.lab import watch_record
from marengo.screens.marengo.replay import NO_ATTACK, PACES
from marengo.screens.marengo.replay.course import attack_words, course_of
from marengo.screens.marengo.replay.steps import Steps
from marengo.widgets import Replay, replay

SECONDS = 120
"""Longest wait for what is done beside the kernel's work, a first compilation included."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small pictures, which is quicker."""
    monkeypatch.setattr(import_module("marengo.screens.marengo.replay"), "WIDTH", 120)
    monkeypatch.setattr(sys.modules["marengo.screens.marengo.replay"], "CHART_WIDTH", 120)


@pytest.fixture
def stepper(played: MarengoState) -> Iterator[Replay]:
    made = replay(played)
    made.wait()
    yield made
    made.close()


def press(stepper: Replay, tooltip: str) -> None:
    """Press the button that does that."""
    rows = [stepper._stepping, stepper._attacks]
    buttons = [part for row in rows for part in row.children]
    next(button for button in buttons if getattr(button, "tooltip", "") == tooltip).click()


def begins_attack(before: MarengoState, move: str) -> bool:
    """Whether a move begins an attack, by its text alone (T-8.26, T-9.1, T-10.10, T-11.1)."""
    verb, *rest = move.split()
    if verb != "cross":
        return verb in ("attack", "assault", "complete")
    entered = int(rest[0].partition(":")[0].rpartition("-")[2])
    return rest[0][0].isdecimal() and before.occupier(entered) == before.turn.enemy


@pytest.mark.parametrize("game", ["played", "basic"])
def test_attacks_are_found_where_moves_begin_them(
    game: str, request: pytest.FixtureRequest
) -> None:
    steps = Steps(request.getfixturevalue(game).positions())
    course = course_of(steps)
    found = [attack.index for attack in course.attacks]
    by_text = [
        index
        for index in range(1, len(steps))
        if begins_attack(steps[index - 1], str(steps.moves(index)[0]))
    ]
    assert len(by_text) >= 8
    assert found == by_text
    rows = course.events.iter_rows(named=True)
    for attack, row in zip(course.attacks, rows, strict=True):
        assert steps.turn(attack.index - 1) == (row["hour"], Side[row["side"].upper()])
        assert attack.words == attack_words(row)


def test_an_attack_is_told_in_a_line() -> None:
    """Losses and who holds a locality are open to both sides (T-22.3, T-22.5)."""
    row = {
        "hour": 14,
        "side": "french",
        "kind": "road",
        "origin": 21,
        "target": 34,
        "attacker_lost": 2,
        "defender_lost": 0,
        "taken": False,
    }
    assert attack_words(row) == "14:00 France, attack by road 21 → 34: France loses 2"
    row |= {"side": "austrian", "kind": "assault", "defender_lost": 1, "taken": True}
    assert (
        attack_words(row)
        == "14:00 Austria, assault 21 → 34: Austria loses 2, France loses 1; 34 taken"
    )
    row |= {"kind": "bombardment", "attacker_lost": 0, "defender_lost": 0, "taken": False}
    assert attack_words(row) == "14:00 Austria, bombardment 21 → 34: no losses"


def test_steps_lie_in_their_turns(played: MarengoState) -> None:
    steps = Steps(played.positions())
    course = course_of(steps)
    assert course.places[0] == 0
    assert course.places[-1] == course.turns.height  # the game is over
    assert list(course.places) == sorted(course.places)
    rows = course.turns.select("hour", "side").rows()
    for index, place in enumerate(course.places[:-1]):
        hour, side = rows[int(place)]
        assert steps.turn(index) == (hour, Side[side.upper()])
    assert course.start["austrian_level"] == 2  # T-18.3: 2 and 3 discs at the start
    assert course.start["french_level"] == 3


def test_a_game_that_has_not_begun_has_no_attack() -> None:
    state = load("triomphe").start(seed=3)
    course = course_of(Steps(state.positions()))
    assert (course.attacks, course.places) == ((), (0.0,))
    shown = replay(state)
    shown.wait()
    assert shown.attack.disabled
    assert shown.attack.label == "no attack in this game"
    press(shown, "to the next attack")
    assert shown.slider.value == 0
    shown.close()


def test_buttons_and_list_go_to_attacks(stepper: Replay) -> None:
    course = stepper._course
    assert course is not None
    assert stepper.attack.label == "before the first attack"
    first, second = (attack.index for attack in course.attacks[:2])
    press(stepper, "to the next attack")
    assert stepper.slider.value == first
    assert stepper.attack.label == course.attacks[0].words
    press(stepper, "forward")
    assert stepper.attack.value == 0  # the last one begun
    press(stepper, "to the attack before")
    assert stepper.slider.value == first
    press(stepper, "to the attack before")
    assert stepper.slider.value == first  # there is none
    stepper.attack.value = 1
    assert stepper.slider.value == second
    stepper.attack.value = NO_ATTACK
    assert stepper.slider.value == 0
    stepper.slider.value = stepper.slider.max
    assert stepper.attack.value == len(course.attacks) - 1
    press(stepper, "to the next attack")
    assert stepper.slider.value == stepper.slider.max


def test_the_chart_marks_the_move_and_keeps_secrets(stepper: Replay) -> None:
    pictures = set()
    for index in (0, 100, 200):
        stepper.slider.value = index
        pictures.add(bytes(stepper.chart.value))
    assert len(pictures) == 3
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert stepper.chart.layout.display is None
    assert "strength of Austria" in stepper.course_words.value
    stepper.seen_by.value = "France"
    assert "strength of France" in stepper.course_words.value
    assert "strength of Austria" not in stepper.course_words.value
    assert bytes(stepper.chart.value) not in pictures


def wait_until_paused(stepper: Replay) -> None:
    assert stepper._playing.wait(SECONDS)


def test_play_goes_on_to_the_end_and_begins_again(
    stepper: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "a move a second", ("move", 0.0))
    monkeypatch.setitem(PACES, "a turn every two seconds", ("turn", 0.0))
    monkeypatch.setitem(PACES, "an attack every three seconds", ("attack", 0.0))
    shown: list[int] = []
    stepper.slider.observe(lambda change: shown.append(change["new"]), "value")
    stepper.slider.value = stepper.slider.max - 4
    shown.clear()
    stepper.play.click()
    wait_until_paused(stepper)
    last = stepper.slider.max
    assert shown == [last - 3, last - 2, last - 1, last]
    assert (stepper.play.icon, stepper.play.tooltip) == ("play", "play")

    course = stepper._course
    assert course is not None
    shown.clear()
    stepper.pace.value = "an attack every three seconds"
    stepper.play.click()  # from the end: begins again
    wait_until_paused(stepper)
    assert shown == [0, *sorted({attack.index for attack in course.attacks})]

    shown.clear()
    stepper.slider.value = 0
    shown.clear()
    stepper.pace.value = "a turn every two seconds"
    stepper.play.click()
    wait_until_paused(stepper)
    assert len(shown) == course.turns.height  # each turn's beginning but the first, and the end


def test_play_pauses_at_once(stepper: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "a move a second", ("move", 60.0))
    stepper.play.click()
    limit = time.monotonic() + SECONDS
    while stepper.slider.value == 0 and time.monotonic() < limit:
        time.sleep(0.01)
    assert stepper.play.tooltip == "pause"
    began = time.monotonic()
    stepper.play.click()
    wait_until_paused(stepper)
    assert time.monotonic() - began < 5  # of the minute that it would have waited
    assert stepper.slider.value == 1
    assert stepper.play.tooltip == "play"


def test_closing_ends_what_goes_on(played: MarengoState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "a move a second", ("move", 60.0))
    made = replay(played)
    made.play.click()
    made.close()
    assert made._playing.wait(SECONDS)


def test_the_same_attacks_as_in_the_frame(skirmish: MarengoState) -> None:
    """The frame has one row an attack; no other is found, and none is lost."""
    steps = Steps(skirmish.positions())
    frame = watch_record(skirmish, ("events",))["events"]
    assert len(course_of(steps).attacks) == frame.height
