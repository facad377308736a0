"""The replay without a browser: what its parts hold when the slider stands somewhere."""

import re
import sys

import pytest
from matplotlib.artist import Artist

from marengo.charts.sheets import Scene
from marengo.core.records import GameRecord
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.plots import describe
from marengo.widgets import Replay, replay
from tests.conftest import StillAlive
from tests.turn import in_turn
from tests.widgets.left import left_of
from tests.widgets.play.waiting import wait_until

PIECE = re.compile(r"\b[AF]\d+\b")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small pictures, which is quicker."""
    monkeypatch.setattr(sys.modules["marengo.screens.marengo.replay"], "WIDTH", 240)


@pytest.fixture
def stepper(played: MarengoState) -> Replay:
    made: Replay = replay(played)
    return made


def press(stepper: Replay, tooltip: str) -> None:
    """Press the button that does that."""
    buttons = stepper.children[0].children
    next(button for button in buttons if getattr(button, "tooltip", "") == tooltip).click()


def seen_by(stepper: Replay, who: str) -> None:
    stepper.seen_by.value = who


def test_the_slider_runs_over_the_whole_game(stepper: Replay, played: MarengoState) -> None:
    assert (stepper.slider.min, stepper.slider.max) == (0, len(played.moves))
    assert not stepper.slider.continuous_update
    assert stepper.status.value.startswith("<p><b>Before the first move.")
    stepper.slider.value = stepper.slider.max
    assert stepper.position == played
    assert "France has won: the Austrian army is demoralised" in stepper.status.value


def test_a_step_changes_picture_and_words(stepper: Replay, played: MarengoState) -> None:
    before = (stepper.map.scene, stepper.words.value, stepper.status.value)
    stepper.slider.value = 299
    after = (stepper.map.scene, stepper.words.value, stepper.status.value)
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert len(after[0]["pieces"]) > 10
    assert "France attacks with cavalry 2 (F10) from 8 (towards 9)." in stepper.status.value
    assert f"<code>{played.moves[298]}</code>" in stepper.status.value
    head = stepper.map.scene["head"]
    assert head["clock"].startswith("17:00, French turn, 1 order left")
    assert [words.split(",")[0] for words, _ in head["sides"]] == [
        "Austrian: morale 2",
        "French: morale 13",
    ]


def test_buttons_step_and_stop_at_the_ends(stepper: Replay) -> None:
    press(stepper, "back")
    assert stepper.slider.value == 0
    press(stepper, "forward")
    assert stepper.slider.value == 1
    stepper.slider.value = stepper.slider.max
    press(stepper, "forward")
    assert stepper.slider.value == stepper.slider.max
    press(stepper, "to the next turn")
    assert stepper.slider.value == stepper.slider.max


def test_buttons_go_from_turn_to_turn(stepper: Replay) -> None:
    press(stepper, "to the turn before")
    assert stepper.slider.value == 0
    press(stepper, "to the next turn")
    first = stepper.slider.value
    assert (stepper.position.hour, stepper.position.turn) == (6, Side.FRENCH)
    assert str(stepper.position.moves[-1]) == "end"
    press(stepper, "to the next turn")
    assert (stepper.position.hour, stepper.position.turn) == (7, Side.AUSTRIAN)
    press(stepper, "forward")
    press(stepper, "to the turn before")
    press(stepper, "to the turn before")
    assert stepper.slider.value == first


def test_a_side_sees_the_enemy_face_down(stepper: Replay) -> None:
    """T-22.8: faces on the map are their owner's; T-22.9: so are the French boxes."""
    stepper.slider.value = 150
    everything = stepper.map.scene
    assert "hidden" not in stepper.words.value
    for who, side in (("Austria", Side.AUSTRIAN), ("France", Side.FRENCH)):
        seen_by(stepper, who)
        assert stepper.side == side
        assert stepper.map.scene != everything
        lines = re.findall(r"<p>(.*?)</p>", stepper.words.value)
        assert "hidden" not in lines[side]
        assert "hidden" in lines[side.enemy]
        assert lines == describe(stepper.position, side=side).splitlines()[1:]
    seen_by(stepper, "both sides")
    assert stepper.map.scene == everything


def test_a_side_is_never_told_which_enemy_piece_moved(
    stepper: Replay, played: MarengoState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-22.3: of a move the enemy knows how many pieces and where, not which ones."""
    replaying = sys.modules["marengo.screens.marengo.replay"]
    monkeypatch.setattr(replaying, "scene_of", lambda *_, **__: Scene())
    monkeypatch.setattr(stepper, "_show_course", lambda: None)
    for who, letter in (("Austria", "A"), ("France", "F")):
        seen_by(stepper, who)
        for number in in_turn(range(1, len(played.moves) + 1), lambda number: number // 3):
            stepper.slider.value = number
            assert {name[0] for name in PIECE.findall(stepper.status.value)} <= {letter}


def test_redraws_leave_nothing_behind(skirmish: MarengoState, still_alive: StillAlive) -> None:
    """Neither figures nor parts of them pile up, with pyplot or anywhere else."""
    alive = still_alive(Artist)
    stepper = replay(skirmish, at=1)
    stepper.wait()
    before = alive()
    for number in range(2, 22):
        stepper.slider.value = number
    # the last may still be drawn, by a thread
    wait_until(lambda: alive() <= before)
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()


def test_a_static_picture_stays_where_no_kernel_runs(stepper: Replay) -> None:
    """Saved notebooks that nobody has run yet show the picture instead of the widget."""
    stepper.slider.value = 3
    left = left_of(stepper)
    assert left.png.startswith(b"\x89PNG")
    assert left.words == describe(stepper.position)


def test_a_record_is_stepped_through_like_the_game_it_records() -> None:
    state = load("triomphe").start(seed=3)
    for move in ("road A14", "cross Alessandria-1", "stop"):
        state.play(move)
    by_state = replay(state, at=-1)
    by_record = replay(GameRecord.of(state, seed=3), at=-1)
    assert by_state.slider.value == by_record.slider.value == 3
    assert by_state.status.value == by_record.status.value
    assert by_state.map.scene == by_record.map.scene


def test_the_position_shown_can_be_played_on(stepper: Replay, played: MarengoState) -> None:
    """A reader may try something else from there; the game that is shown stays as it was."""
    stepper.slider.value = 2
    tried = stepper.position
    tried.play(tried.legal_moves()[-1])
    assert stepper.position != tried
    assert stepper.position.moves == played.moves[:2]


@pytest.mark.parametrize("at", [-3, 2])
def test_a_move_that_was_never_played_is_refused(at: int) -> None:
    state = load("triomphe").start(seed=3).play("end")
    with pytest.raises(ValueError, match=f"expected a move from 0 to 1, not {at}"):
        replay(state, at=at)
