"""Positions of Bonaparte: what is on the map, and the same in words."""

import io
from collections import Counter
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from PIL import Image

from marengo import plots
from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.drawing.picture import to_png
from marengo.screens.marengo.drawing.position import head_of
from tests.rules.bonaparte.setting import game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def position(**changes: Any) -> BonaparteState:
    """Return a French turn with something of everything."""
    facts: dict[str, Any] = {
        "hour": 13,
        "turn": FRENCH,
        "step": 3,
        "commands": 2,
        "austrian": {"11/17": "I3 A1:declared", "61": "C2", "59": "C1", "6:00": "I2"},
        "french": {"17/11": "I3 I2!", "17": "I2:assaulted", "39": "~I2", "16:00": "A1"},
        "morale": {AUSTRIAN: 11, FRENCH: 8},
        "flag": True,
        "barred": ["17/11"],
        "assaulted": ["17/11"],
    }
    return game.position(**{**facts, **changes})


def texts(figure: Figure) -> Counter[str]:
    """Count the texts of a figure."""
    return Counter(text.get_text() for text in figure.axes[0].texts)


def named(figure: Figure, name: str) -> list[Any]:
    """Return what bears a name in a figure."""
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == name]


def test_a_position_in_words() -> None:
    """B-17.1 to B-17.5: all that is open to both, each once."""
    assert plots.describe(position()).splitlines() == [
        "13:00, French turn, step 3: moves, 2 commands left",
        (
            "Austrian, morale 11. 11/17: infantry 3, artillery 1 (bombardment declared); "
            "59: cavalry 1; 61: cavalry 2; 6:00: infantry 2"
        ),
        (
            "French, morale 8. 17: infantry 2 (assaulted); 17/11: infantry 3, infantry 2 (acted); "
            "39: infantry 2 (inactive); 16:00: artillery 1"
        ),
        (
            "Besides: no more assaults at 11/17; stars held by Austria: 1 blue, 1 red; "
            "assaults made from 17/11; Austrians have reached a French start"
        ),
    ]


def test_a_side_is_not_told_the_enemys_faces() -> None:
    """B-4.9, B-17.3, B-17.7, B-17.8: hidden, but inactive and acted are open, and face-up guns."""
    for_austria, for_france = (plots.describe(position(), side=side) for side in Side)
    assert "39: hidden (inactive)" in for_austria
    assert "17: hidden (assaulted)" in for_austria
    assert "artillery 1 (bombardment declared)" in for_france
    assert for_france.count("hidden") == 4


@pytest.mark.parametrize(
    ("step", "account"),
    [
        (0, "start of the turn, 3 commands left, 1 activation left"),
        (3, "step 3: moves, 3 commands left"),
    ],
)
def test_the_clock_tells_step_commands_and_activations(step: int, account: str) -> None:
    """B-6.14, B-7.4 to B-7.8, B-8.13."""
    state = game.position(hour=6, turn=FRENCH, step=step, french={"39": "~I2", "16": "~I3"})
    clock = f"6:00, French turn, {account}"
    assert plots.describe(state).splitlines()[0] == clock
    assert texts(plots.position(state))[clock] == 1


def test_the_other_side_is_named_when_it_decides() -> None:
    """B-18.13: the opponent says which piece takes the shot."""
    state = game.position(
        turn=AUSTRIAN, step=1, austrian={"8/16": "A1:due"}, french={"16/8": "I2 I3"}
    )
    state.play("complete A1")
    account = plots.describe(state).splitlines()
    assert account[0] == (
        "9:00, Austrian turn, step 1: bombardment, 3 commands left, French player to decide"
    )


def test_morale_is_a_number() -> None:
    """B-13.1."""
    figure = plots.position(position())
    assert texts(figure)["Austrian: morale 11"] == 1
    assert texts(figure)["French: morale 8"] == 1


def test_demoralised_armies_are_named_with_the_hour() -> None:
    """B-13.2, B-13.4, B-17.1."""
    state = position(
        turn=AUSTRIAN,
        austrian={"61": "C2"},
        french={"17": "I2"},
        barred=[],
        assaulted=[],
        morale={},
        demoralised={FRENCH: 12, AUSTRIAN: 12},
    )
    figure = plots.position(state)
    assert texts(figure)["French: demoralised since 12:00"] == 1
    assert texts(figure)["A▼"] == texts(figure)["F▼"] == 1  # on the hours
    hour = head_of(state.view(None)).hours[12 - 6]
    assert hour[:3] == ("12:00", False, "Austrian: demoralised; French: demoralised")
    assert "French, demoralised since 12:00." in plots.describe(state)


def test_a_bonus_that_is_due_lies_on_the_next_hour() -> None:
    """B-13.7: after the last round there is none."""
    facts = {"demoralised": {FRENCH: 13}, "bonus_due": AUSTRIAN, "morale": {AUSTRIAN: 11}}
    figure = plots.position(position(**facts))
    assert texts(figure)["A+"] == 1
    assert "morale bonus due to Austria" in plots.describe(position(**facts))
    late = position(**{**facts, "hour": 21, "demoralised": {FRENCH: 21}})
    assert texts(plots.position(late))["A+"] == 0
    assert "bonus" not in plots.describe(late)


def test_inactive_pieces_are_pale_and_dashed() -> None:
    """B-6.6, B-17.3: told apart by both sides."""
    for side in (None, AUSTRIAN):
        figure = plots.position(position(), side=side)
        blocks = [artist for artist in named(figure, "french piece") if artist.get_hatch()]
        assert len(blocks) == 1
        assert isinstance(blocks[0], PathPatch)
        fill = np.asarray(blocks[0].get_facecolor())
        assert np.allclose(fill, to_rgba(look_of("french").light))


def test_every_piece_is_drawn_once_and_barred_pairs_are_crossed_out() -> None:
    """B-4.12, B-11.14."""
    figure = plots.position(position())
    assert len(named(figure, "austrian piece")) == 5
    assert len(named(figure, "french piece")) == 5
    assert len(named(figure, "barred")) == 1


def test_stars_stay_visible_where_pieces_stand() -> None:
    """B-5.22, B-14.3: eight on the map, two of them drawn again over the pieces."""
    stars = named(plots.position(position()), "star")
    assert Counter(star.get_zorder() for star in stars) == {5: 8, 7: 2}
    assert len(style.STAR) == 3


def test_the_legend_has_the_terms_of_the_rulebook() -> None:
    """B-5.23, B-6.6."""
    written = texts(plots.position(position()))
    assert written["inactive"] == written["star locality"] == 1
    assert written["disorganised"] == 0
    assert texts(plots.board(game.board))["side road"] == 1


def test_the_colours_of_the_stars_are_kept_on_the_screen() -> None:
    picture = Image.open(io.BytesIO(to_png(position(), width=1400))).convert("RGB")
    pixels = np.asarray(picture, dtype=np.int64).reshape(-1, 3)
    for name in style.STAR.values():
        wanted = np.array([round(255 * part) for part in to_rgba(name)[:3]])
        assert np.abs(pixels - wanted).sum(axis=1).min() < 12


def test_the_set_up_can_be_shown_to_either_side() -> None:
    """B-6.4, B-6.7, B-17.9."""
    state = game.start(seed=5)
    assert plots.describe(state, side=AUSTRIAN).count("hidden (inactive)") == 12
    assert plots.describe(state, side=FRENCH).count("hidden") == 20
    assert state._repr_html_() is not None
