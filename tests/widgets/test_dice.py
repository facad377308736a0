"""The calculator of dice: what it offers, and what it says of what is set up."""

import html
import re
from collections.abc import Iterator

import pytest

from marengo.core.errors import MarengoError
from marengo.games.europe.odds import action_odds
from marengo.plots import figure_words
from marengo.screens.europe.calculator import Dice, odds_plot
from marengo.widgets import dice


@pytest.fixture
def shown() -> Iterator[Dice]:
    made = dice()
    yield made
    made.close()


def text(shown: Dice) -> str:
    return html.unescape(re.sub("<.*?>", "\n", shown.words.value))


def test_it_says_the_odds_for_each_answer(shown: Dice) -> None:
    assert "it stands: enemy infantry eliminated 44.4 %" in text(shown)
    assert "it forms square, and the charge is carried through: cavalry eliminated" in text(shown)
    assert shown.picture.layout.display is None
    assert all(line in text(shown) for line in shown.still()[1].split("\n"))


def test_what_helps_is_heeded(shown: Dice) -> None:
    before = bytes(shown.picture.value)
    shown.facts["acting", "leader"].value = True
    shown.facts["target", "arms"].value = True
    assert bytes(shown.picture.value) != before
    helped = action_odds("cavalry", "infantry", leaders=(True, False), arms=(False, True))
    assert shown.odds().equals(helped)


def test_what_is_done_can_be_changed(shown: Dice) -> None:
    shown.piece.value, shown.action.value, shown.target.value = (
        "artillery",
        "far",
        "squared-militia",
    )
    assert shown.odds().equals(action_odds("artillery", "squared-militia", "far"))
    assert "it stands" not in text(shown)  # nobody is asked


def test_what_the_rules_forbid_is_said_with_the_rule(shown: Dice) -> None:
    shown.action.value = "fire"
    assert "N-21.4" in text(shown)
    assert 'role="alert"' in shown.words.value
    assert shown.picture.layout.display == "none"
    shown.piece.value = "infantry"
    assert shown.picture.layout.display is None


def test_a_coast_is_defended_by_one(shown: Dice) -> None:
    shown.facts["acting", "landing"].value = shown.facts["target", "landing"].value = True
    assert "one of the two defends a coast, not both" in text(shown)


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(MarengoError, match=r"piece: expected one of infantry, .* not 'elephant'"):
        dice("elephant")
    with pytest.raises(MarengoError, match=r"target: .* not 'artilery'; did you mean artillery"):
        dice(target="artilery")
    with pytest.raises(MarengoError, match="action: expected one of charge, fire, far, not 'bite'"):
        dice(action="bite")


def test_militia_may_fail_to_form_square(shown: Dice) -> None:
    """N-24.6."""
    shown.target.value = "militia"
    assert "it tries to form square (half of the cases), and the charge is carried" in text(shown)
    assert "it forms square" not in text(shown)


def test_bars_keep_one_order_of_results() -> None:
    """What is worst for the target comes first; what cannot be has no width."""
    (axes,) = odds_plot(action_odds("cavalry", "infantry", leaders=(True, True))).axes
    order = axes.get_legend_handles_labels()[1]
    results = len(set(order))
    first, second = order[:results], order[results:]
    assert first == second
    assert first[0] == "enemy infantry eliminated, enemy leader eliminated"
    assert first[-1] == "cavalry eliminated, leader eliminated"
    left = [bar.get_window_extent().x0 for bar in axes.patches[:results]]
    assert left == sorted(left)


def test_the_plot_says_what_it_shows() -> None:
    said = figure_words(odds_plot(action_odds("infantry", "infantry", "fire")))
    assert said == "nothing 72.2 %, enemy infantry eliminated 13.9 %, enemy infantry routed 13.9 %"
