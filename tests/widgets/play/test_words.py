"""Questions, options and the table of the enemy: complete, and silent about what is hidden."""

import html
import re
from collections.abc import Iterator

import numpy as np
import pytest

from marengo.games.marengo.game import load
from marengo.games.marengo.notation import KIND_OF
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.state import MarengoState
from marengo.paths import data_path
from marengo.screens.marengo.narration import faces
from marengo.screens.marengo.play import wording
from marengo.screens.marengo.play.choosing import Chooser
from marengo.screens.marengo.play.known import known_table
from marengo.screens.marengo.play.options import by_number
from marengo.screens.marengo.play.questions import ask_in_words
from marengo.screens.marengo.play.roads import first_option
from marengo.screens.marengo.play.wording import full_words, option_words, place_words
from tests.conformance.walking import choose
from tests.helpers import austrian_turn, french_turn
from tests.rules.bonaparte.setting import austrian_turn as basic_turn

RULESETS = {"bonaparte": "B", "triomphe": "T"}
AUTOMATIC = {Decision.NONE}
ONLY_TRIOMPHE = {
    *(Decision.ASSAULT_PIECES, Decision.HIT, Decision.COUNTER_ATTACK),
    *(Decision.PAYMENT, Decision.SHIFT, Decision.RETURN),
}
ONLY_BONAPARTE = {
    *(Decision.ACTIVATION, Decision.SHUFFLE, Decision.BOMBARDMENT, Decision.AIM),
    *(Decision.ASSAULT, Decision.JOIN, Decision.LEADERS, Decision.STRIKE),
    *(Decision.PURSUIT, Decision.DECLARATION),
}


def walked(scenario: str, seed: int) -> Iterator[MarengoState]:
    """Yield all positions of a game of chance in which verbs are equally likely."""
    state, chance = load(scenario).start(seed), np.random.default_rng(seed)
    while state.outcome is None:
        yield state
        state.play(choose(state, chance, "any verb"))
    yield state


def test_every_decision_of_both_rulesets_has_its_question() -> None:
    everything = set(Decision) - AUTOMATIC
    assert set(load("triomphe").questions) == everything - ONLY_BONAPARTE
    assert set(load("bonaparte").questions) == everything - ONLY_TRIOMPHE


@pytest.mark.parametrize(("ruleset", "letter"), RULESETS.items())
def test_every_question_names_rules_that_exist(ruleset: str, letter: str) -> None:
    restated = (data_path("..") / "docs" / "rules" / f"{ruleset}.md").read_text(encoding="utf-8")
    for decision, asked in load(ruleset).questions.items():
        ids = re.findall(r"[BT]-\d+\.\d+", asked.rules)
        assert ids, decision
        for one in ids:
            assert one.startswith(letter)
            assert f"**{one}**" in restated, (decision, one)
        assert asked.reason.endswith(".")


@pytest.mark.parametrize("scenario", RULESETS)
@pytest.mark.parametrize("seed", [1, 4])
def test_whatever_is_asked_can_be_put_into_words(scenario: str, seed: int) -> None:
    for state in walked(scenario, seed):
        asked = ask_in_words(state).text
        assert asked[-1] in "?."
        assert "  " not in asked
        assert not re.search(r"[{}]|\bNone\b|\bon \.|from in", asked), asked
        assert not re.search(r"\b[AF]\d", asked), asked  # a name is no word
        for option in Chooser(state).plain:
            words = full_words(state, option)
            assert not re.search(r"[{}]|\bNone\b", words), words


def test_a_question_tells_what_is_at_stake() -> None:
    state = austrian_turn({"10": "I3 C2"}, {"9": "I2 I2"})
    state.play("attack A1,A2 10/9")
    asked = ask_in_words(state)
    assert asked.text == (
        "Two pieces come from 10 in a manoeuvre attack on 9. Who answers?"  # faces stay hidden
    )
    assert asked.rules == "T-9.13 to T-9.19"
    state = austrian_turn({"10/9": "I3"}, {"9/10": "I2"}).play("assault 10/9")
    assert ask_in_words(state).text == "The enemy assaults 9 from 10. Who leads the defence?"


def test_every_verb_has_its_words() -> None:
    assert set(wording._DONE) == set(KIND_OF)
    assert set(wording._NOT_DONE) <= set(KIND_OF)
    assert set(wording._PRICED) <= set(KIND_OF)


@pytest.mark.parametrize(
    ("picked", "words"),
    [
        (["A1"], "march to 14 (1 order)"),
        (["A1"], "attack 10 (1 order)"),
        (["A2"], "march to the approach of 9 towards 10 (free)"),  # T-7.15
        (["A1", "A2"], "march to the approach of 9 towards 10 (1 order)"),
    ],
)
def test_options_in_words(picked: list[str], words: str) -> None:
    chooser = Chooser(austrian_turn({"9": "I3 I2"}, {"10": "I2"}))
    chooser.pick(*picked)
    state = austrian_turn({"9": "I3 I2"}, {"10": "I2"})
    offered = [full_words(state, option) for option in chooser.options]
    assert words in offered


def test_two_borders_with_one_locality_are_told_apart() -> None:
    state = austrian_turn({"7": "I3"}, {"12": "I2"})
    chooser = Chooser(state)
    chooser.pick("A1")
    offered = {full_words(state, option) for option in chooser.options if option.attacks}
    assert offered == {f"attack 12 over border 12{letter} (1 order)" for letter in "ab"}
    state = austrian_turn({"7/12a": "I3"}, {"12/7a": "I2"})
    words = [option_words(state, option) for option in Chooser(state).plain]
    assert "assault 12 over border 12a from 7" in words


def test_refusals_in_words() -> None:
    state = austrian_turn({"10": "I3"}, {"9": "I2 I2"}).play("attack A1 10/9")
    (none,) = Chooser(state).plain
    assert option_words(state, none) == "do not answer"


def test_the_end_of_the_assaults_is_not_the_end_of_the_turn() -> None:
    """B-7.6: moves follow."""
    state = basic_turn({"8/16": "I3 I2"}, {"16/8": "I2"}, step=2)
    (end,) = [option for option in Chooser(state).plain if option.verb == "end"]
    assert option_words(state, end) == "make no more assaults"


def test_places_in_words_and_in_order() -> None:
    assert place_words("8/4") == "the approach of 8 towards 4"
    assert place_words("Alessandria") == "Alessandria"
    assert sorted(["12:00", "Novi", "10", "9", "9/4"], key=by_number) == [
        *("9", "9/4", "10", "12:00", "Novi")
    ]


def test_faces_are_counted() -> None:
    state = austrian_turn({"9": "I2 C2 I3 I2"})
    assert faces(state.pieces) == "infantry 3, 2 × infantry 2, cavalry 2"


# --- what is known of the enemy -----------------------------------------------------------------


def rows(table: str) -> dict[str, str]:
    """Return the text of each row by its place."""
    found = re.findall(r"<tr><th scope='row'>(.*?)</th><td>(\d+)</td><td>(.*?)</td></tr>", table)
    return {html.unescape(place): f"{number}: {words}" for place, number, words in found}


def test_hidden_blocks_are_told_by_what_they_may_be() -> None:
    """T-22.2, T-22.17: how many stand where is open, which is which is not."""
    state = french_turn({"9": "I2 I3"}, {"20": "C2"})
    table = rows(known_table(state.view(Side.AUSTRIAN)))
    assert table == {"9": "2: 2 × anything<br>for certain: 1 × infantry 2, 1 × infantry 3"}
    assert rows(known_table(state.view(Side.FRENCH))) == {"20": "1: cavalry 2"}


def test_nothing_hidden_is_told_that_the_view_does_not_hold() -> None:
    """The table is made of the view alone: exchanging hidden pieces does not change it."""
    one = french_turn({"9": "I2", "20": "I3", "14": "C2"}, {"10": "I2"})
    other = french_turn({"9": "C2", "20": "I2", "14": "I3"}, {"10": "I2"})
    tables = [known_table(state.view(Side.AUSTRIAN)) for state in (one, other)]
    assert tables[0] == tables[1]
    assert "infantry 2 or 3, or cavalry 2" in tables[0] or "anything" in tables[0]


def test_the_open_list_stands_below() -> None:
    """T-22.5, B-17.6."""
    table = known_table(load("triomphe").start(7).view(Side.FRENCH))
    assert "Left in all: 10 × infantry 2, 3 × infantry 3, 6 × cavalry 2, 1 × artillery 1" in table
    assert known_table(load("triomphe").start(7).view(None)) == "<p>Everything is open.</p>"


def test_what_was_shown_is_known() -> None:
    """T-10.9: bombarding artillery lies face-up."""
    state = austrian_turn({"10/9": "A1 I2"}, {"9": "I2"}).play("declare A1")
    table = rows(known_table(state.view(Side.FRENCH)))
    assert "artillery 1 (shown, bombardment declared)" in table["10/9"]
    assert state.piece("A1").kind == Kind.ARTILLERY


def test_a_march_is_told_as_far_as_the_moves_carry_it() -> None:
    state = load("triomphe").start(14)
    whole = ["road A14", "cross Alessandria-1", "cross 1-5", "cross 5-10", "road A16"]
    for line, account in (
        (whole, "march by road to 10 over 1 and 5"),
        (whole[:3], "march by road, step by step"),  # how it goes on is not known
        (["end"], "end the actions of the turn"),
    ):
        assert option_words(state, first_option(state, line)) == account
