"""Many choices on a page: headings that unfold them, and who sits where in a war of many."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import marengo
from marengo.games.europe.rules.words import Nation
from marengo.games.europe.war.rules.words import Decision, Power
from marengo.widgets import ChoicePage, play
from marengo.widgets.playing import showing
from marengo.widgets.playing.new_game import seats
from marengo.widgets.playing.showing import Choice, caption_of, folded, words_of
from marengo.widgets.playing.steps import is_open
from tests.widgets.play.waiting import wait_until
from tests.widgets.playing.hands import press, whole, written


@pytest.fixture
def austria(tmp_path: Path) -> Iterator[ChoicePage]:
    made: ChoicePage = play("europe-1805", "austria", "rule", seed=3, folder=tmp_path)
    made.to_game.click()
    yield made
    made.close()


def choice(text: str, *headings: str) -> Choice:
    return Choice(text, None, headings)


MANY = [
    choice("end"),
    *(choice(f"a {number}", "a", f"a {number % 2}") for number in range(20)),
    choice("b 1", "b"),
]


TO_BATTLE = [*["pass"] * 7, "march infantry venice milan", "number 8", "end", *["pass"] * 5]
"""Austria's first turn, until its army is to be deployed in Milan."""


def test_of_many_choices_those_with_a_heading_of_their_own_are_folded() -> None:
    end, *below, alone = MANY
    assert folded(MANY) == [end, "a", alone]
    assert folded(MANY, ("a",)) == ["a 0", "a 1"]
    assert folded(MANY, ("a", "a 1")) == below[1::2]


def test_few_choices_are_offered_as_they_are() -> None:
    assert folded(MANY[:5]) == MANY[:5]
    assert folded([]) == []


def test_what_a_single_heading_would_hold_is_not_folded() -> None:
    below = [choice(f"c {number}", "c") for number in range(20)]
    assert folded(below) == below


def test_headings_are_unfolded_and_left_again(austria: ChoicePage) -> None:
    first = list(written(austria))
    assert "pass" in first
    assert len(first) < 12
    press(austria, "offer a region …")
    assert list(written(austria))[:2] == ["back", "offer a region to France …"]
    press(austria, "offer a region to France …")
    assert "offer Vienna to France" in written(austria)
    press(austria, "back", "back")
    assert list(written(austria)) == first
    assert austria.session.steps == []


def test_units_march_by_three_buttons(austria: ChoicePage) -> None:
    while "pass" in written(austria):
        press(austria, "pass")
        wait_until(lambda: austria.session.asked and bool(written(austria)))
    press(austria, "march from Vienna …")
    for text in ("march: infantry, Vienna → …", "march: infantry, Vienna → Bavaria"):
        next(one for one in austria.choices.children if one.description == text).click()
        whole(austria)
    assert list(written(austria)) == [str(number) for number in range(1, 7)]
    press(austria, "2")
    assert "Austria: 2 infantry: Vienna → Bavaria." in austria.news.value


def test_who_is_played_says_the_scenario(austria: ChoicePage) -> None:
    """N-1.5: a great nation without a player is neutral."""
    assert "Great Britain: rule, Russia: rule, Austria: you" in austria.head.value
    assert "Prussia" not in austria.head.value
    box = austria.new_game
    assert "Prussia" not in box.you.options
    assert {"France", "Great Britain", "people at this screen"} <= {*box.you.options}
    assert box.you.value == "France"
    box.scenario.value, box.you.value = "europe-1805-seven", "Prussia"
    assert "Ottoman Empire" in box.you.options
    box.scenario.value = "europe-1805-six"
    assert box.you.value == "Prussia"
    box.scenario.value = "europe-1805-two"
    assert list(box.you.options)[:2] == ["France, Spain", "Great Britain, Russia, Austria"]
    assert box.you.value == "France, Spain"
    with pytest.raises(ValueError, match="you: expected france or great_britain or russia"):
        seats(marengo.load("europe-1805"), "prussia", "rule")


def test_who_waits_for_his_turn_passes_by_himself(tmp_path: Path) -> None:
    """N-12.8: Austria and Spain are asked before France, and France after them again."""
    made: ChoicePage = play("europe-1805", "france", "rule", seed=3, folder=tmp_path)
    made.to_game.click()
    wait_until(lambda: made.session.asked)
    assert made.session.state.active == Nation.AUSTRIA
    made.waits.value = True
    wait_until(lambda: "France: pass." in made.news.value and made.session.asked)
    whole(made)
    state = made.session.state
    assert state.decision != Decision.POLITICS or state.active == Nation.FRANCE
    made.close()


def test_a_game_without_such_a_wish_has_no_such_control() -> None:
    made: ChoicePage = play("progress", "blue", "rule", seed=3)
    assert made.waits.layout.display == "none"
    made.close()


def test_one_who_has_several_nations_plays_them_all_without_a_cover(tmp_path: Path) -> None:
    """N-1.11, N-30.15."""
    made: ChoicePage = play("europe-1805-two", "austria", "rule", seed=3, folder=tmp_path)
    made.to_game.click()
    assert "Great Britain: you, Russia: you, Austria: you." in made.head.value
    assert made.session.viewer == Power.AUSTRIA
    press(made, "pass")
    wait_until(lambda: made.session.asked)
    whole(made)
    assert made.session.viewer == made.session.state.to_move == Power.GREAT_BRITAIN
    assert "Great Britain decides: that is you." in made.status.value
    made.close()


def test_people_at_one_screen_see_no_cover_while_nothing_is_hidden() -> None:
    """N-28.1: how one deploys alone is a secret."""
    made: ChoicePage = play("europe-1805", against="hot-seat", seed=3)
    made.to_game.click()
    before = made.cover.layout.display
    made.cover.lift.click()
    press(made, "pass")
    assert made.session.viewer == made.session.state.to_move == Power.SPAIN
    assert (before, made.cover.layout.display) == (None, "none")
    made.close()


def test_who_is_to_deploy_is_alone_at_the_screen() -> None:
    """N-20.6, N-28.1."""
    game = marengo.load("europe-1805")
    state: Any = game.start(3)
    assert is_open(state, game.played)
    for move in TO_BATTLE:
        state.play(move)
    assert state.decision == Decision.DEPLOY
    assert not is_open(state, game.played)


def test_of_a_long_description_a_picture_has_the_first_lines(austria: ChoicePage) -> None:
    state = austria.session.state
    words, told = words_of(state, None), caption_of(state, None)
    *lines, last = told.split("\n")
    assert len(told) < len(words) / 2
    assert words.startswith("\n".join(lines))
    assert last == "All else: The position in words"
    assert any(line.startswith("Spain: 1 PAP") for line in lines)
    assert len(told) < showing.LONG + 100
    assert austria.picture.tooltip == told
    assert "Vienna (of Austria): Austria 6 infantry" in austria.words.value
