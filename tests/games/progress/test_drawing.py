"""The picture of a position: what it shows, and its text for those who cannot see it."""

import io
from pathlib import Path

import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Patch, Rectangle
from PIL import Image

import marengo
from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.progress import Colour, ProgressState
from marengo.screens.progress.drawing import position, to_png
from marengo.screens.progress.words import describe
from tests.rules.progress.playing import game

LYING = 5.8
"""Width of an army that lies on its side."""


def fought() -> ProgressState:
    """Return a position with armies that stand, lie, and hold a capital."""
    armies = {"blue": "B1 O*", "neutral": "B1 B1f O1f", "orange": "O1"}
    hands = ("move-1 score attack", "score fortify")
    return game().position(armies=armies, hands=hands, vp=(7, 4), strength=(2, 1))


def blocks(state: ProgressState, colour: str) -> list[float]:
    """Return the widths of the armies drawn of a player, from left to right."""
    patches = position(state).axes[0].patches
    found = [
        one for one in patches if isinstance(one, Rectangle) and one.get_height() in (3.0, 5.0)
    ]
    edge = look_of(colour).dark
    mine = [one for one in found if _hex(one) == edge]
    return [one.get_width() for one in sorted(mine, key=lambda one: one.get_x())]


def _hex(patch: Patch) -> str:
    return to_hex(patch.get_edgecolor())


def written(state: ProgressState, side: Colour | None = None) -> list[str]:
    return [text.get_text() for text in position(state.view(side)).axes[0].texts]


def drawn(state: ProgressState, side: Colour) -> bytes:
    return to_png(state.view(side), width=300)


def test_armies_stand_or_lie_and_are_told_apart_by_more_than_colour() -> None:
    """M-1.5, M-12.1."""
    assert blocks(fought(), "blue") == [3.0, 3.0, LYING]
    assert blocks(fought(), "orange") == [3.0, LYING, 3.0]
    assert look_of("blue").hatch != look_of("orange").hatch


def test_blue_is_blue_and_orange_is_not() -> None:
    """Colours that readers of every kind of sight tell apart."""
    assert look_of("blue").colour == style.SEAT[1] == "#0072b2"
    assert look_of("orange").colour == style.SEAT[0] == "#d55e00"
    assert look_of("austrian").colour == style.SEAT[0]


def test_cards_are_drawn_in_hand_or_as_discarded_and_the_enemys_face_down() -> None:
    """M-18.1, M-18.2: hands are no secret, but for the card on the table."""
    state = fought()
    assert written(state).count("discarded") == 5 + 6
    state.play("play attack")
    assert written(state, Colour.ORANGE).count("face down") == 1
    assert written(state, Colour.BLUE).count("face down") == 0
    assert "on the table: ATTACK" in describe(state.view(Colour.BLUE))
    assert "on the table: a card face down" in describe(state.view(Colour.ORANGE))
    other = fought().play("play move-1")
    assert drawn(state, Colour.ORANGE) == drawn(other, Colour.ORANGE)
    assert drawn(state, Colour.BLUE) != drawn(other, Colour.BLUE)


def test_the_words_hold_all_that_is_drawn() -> None:
    taken, lying = "capital occupied by the enemy", "1 of these fortified"
    blue = "MOVE 2, RECRUIT, FORTIFY, ATTACK+1, STRENGTHEN"
    orange = "MOVE 1, MOVE 2, RECRUIT, ATTACK, ATTACK+1, STRENGTHEN"
    assert describe(fought().view(None)).splitlines() == [
        "Round 1: Blue decides",
        "Blue 7 and Orange 4 of 18 VP, 24 left; Blue has the initiative",
        f"Home Blue: 3 VP; strength 2; {taken}; 1 army of Blue; 1 army of Orange",
        f"Neutral: 2 VP; 2 armies of Blue, {lying}; 1 army of Orange, {lying}",
        "Home Orange: 3 VP; strength 1; garrison 2; 1 army of Orange",
        f"Blue: no armies in stock; in hand: MOVE 1, ATTACK, SCORE; discarded: {blue}",
        f"Orange: no armies in stock; in hand: FORTIFY, SCORE; discarded: {orange}",
    ]


@pytest.mark.parametrize(
    ("scenario", "cards", "roads"),
    [
        ("progress", 16, 2),
        ("progress-marlborough", 14, 3),
        ("progress-marlborough-ring", 14, 4),
        ("progress-small", 10, 2),
        ("progress-without-fortify", 14, 2),
    ],
)
def test_every_scenario_is_drawn(scenario: str, cards: int, roads: int) -> None:
    """M-2.3, M-17.3, M-17.4, M-17.12: so many cards, and a line for each border."""
    figure = position(game(scenario).start(0))
    assert len(figure.axes[0].lines) == roads
    names = {text.get_text() for text in figure.axes[0].texts}
    assert {"Home Blue", "Home Orange"} <= names
    state = game(scenario).start(0)
    assert 2 * len(state.hand(Colour.BLUE)) == cards
    assert sum(one.get_text() == "VP, and cards back" for one in figure.axes[0].texts) == 2


@pytest.mark.parametrize("width", [390, 900])
def test_a_picture_is_as_wide_as_it_is_asked_to_be(width: int) -> None:
    picture = Image.open(io.BytesIO(to_png(fought(), width=width)))
    assert picture.width == width


def test_positions_and_views_show_themselves_with_their_words(artefacts: Path) -> None:
    state = fought()
    (artefacts / "progress.png").write_bytes(to_png(state))
    for shown in (state, state.view(Colour.BLUE)):
        assert shown._repr_png_() == to_png(shown)
        assert 'alt="Round 1: Blue decides' in str(shown._repr_html_())
    assert isinstance(marengo.load("progress").start(0)._repr_png_(), bytes)
