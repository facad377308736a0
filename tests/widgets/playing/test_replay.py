"""Stepping through any game: turn by turn, or move by move."""

import pytest

from marengo.core.players import make_player
from marengo.core.players.match import play_game
from marengo.core.records import GameRecord
from marengo.games.progress import Colour, ProgressState
from marengo.widgets import TurnReplay, replay
from marengo.widgets.playing.showing import turn_of
from tests.core.toys.fists import FistsGame
from tests.rules.progress.playing import game
from tests.widgets.left import left_of


@pytest.fixture(scope="module")
def played() -> ProgressState:
    """Return a whole game by rules of thumb."""
    players = {colour: make_player("rule", game()) for colour in Colour}
    return play_game(game().start(3), players, seed=3)


def here(made: TurnReplay) -> int:
    return turn_of(made.position)


def test_the_slider_goes_through_the_rounds(played: ProgressState) -> None:
    made: TurnReplay = replay(GameRecord.of(played, 3))
    assert made.slider.max == played.round
    assert "Round 1: Blue decides" in made.heading.value
    made.slider.value = 2
    assert here(made) == 3
    assert "<b>Round 2</b>" in made.news.value
    assert "Round 1<" not in made.news.value
    assert made.picture.tooltip.startswith("Round 3")
    made.slider.value = made.slider.max
    assert made.position == played
    made.close()


def test_it_goes_through_the_moves_as_well(played: ProgressState) -> None:
    made: TurnReplay = replay(played, at=-1)
    assert made.position == played
    made.slider.value = 1
    made.by.value = "moves"
    assert here(made) == 2
    assert made.slider.max == len(played.moves)
    made.slider.value += 1
    assert "on the table" in made.words.value
    made.by.value = "turns"
    assert here(made) == 2
    made.close()


def test_a_game_without_turns_and_screen_is_stepped_through() -> None:
    state = FistsGame(1).start(0).play("rock").play("paper")
    made: TurnReplay = replay(state)
    assert list(made.by.options) == ["moves"]
    made.slider.value = 2
    assert "<li>Right: paper.</li>" in made.news.value
    assert "Right wins" in made.heading.value
    assert left_of(made).png == b""
    made.close()


def test_a_step_that_there_is_not_is_refused(played: ProgressState) -> None:
    with pytest.raises(ValueError, match=f"at: expected a step from 0 to {played.round}, not 999"):
        replay(played, at=999)
