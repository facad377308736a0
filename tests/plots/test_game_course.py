"""The course of one game: its lines and signs are those of its turns and attacks."""

import io

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from PIL import Image

from marengo.charts.figures import figure_words
from marengo.screens.marengo.drawing.game_course import CoursePicture, course_plot

TURNS = pl.DataFrame(
    {
        "turn": [0, 1, 2],
        "hour": [6, 6, 7],
        "side": ["austrian", "french", "austrian"],
        "austrian_level": [3, 3, 4],
        "french_level": [5, 6, 1],
        "austrian_strength": [10, 10, 20],
        "french_strength": [30, 28, 27],
    }
)
START = {
    "austrian_level": 2,
    "french_level": 5,
    "austrian_strength": 0,
    "french_strength": 31,
}
EVENTS = pl.DataFrame(
    {
        "hour": [6, 7, 7],
        "side": ["french", "austrian", "austrian"],
        "taken": [False, True, False],
    }
)


def points(axes: Axes, label: str) -> list[tuple[float, float]]:
    """Return the points of the line or the signs with that label."""
    (found,) = [line for line in axes.lines if line.get_label() == label]
    pairs = zip(np.asarray(found.get_xdata()), np.asarray(found.get_ydata()), strict=True)
    return [(float(x), float(y)) for x, y in pairs]


def test_lines_go_from_the_start_through_the_ends_of_the_turns() -> None:
    morale, strength, _ = course_plot(TURNS, EVENTS, start=START).axes
    assert points(morale, "Austria") == [(0, 2), (1, 3), (2, 3), (3, 4)]
    assert points(morale, "France") == [(0, 5), (1, 5), (2, 6), (3, 1)]
    assert points(strength, "Austria") == [(0, 0), (1, 10), (2, 10), (3, 20)]
    assert points(strength, "France") == [(0, 31), (1, 30), (2, 28), (3, 27)]
    without = course_plot(TURNS, EVENTS).axes[0]
    assert points(without, "France") == [(1, 5), (2, 6), (3, 1)]


def test_attacks_lie_evenly_in_their_turns_or_where_they_are_told_to_be() -> None:
    strip = course_plot(TURNS, EVENTS).axes[2]
    assert points(strip, "France, held off") == [(1.5, 0)]
    assert np.allclose(points(strip, "Austria, taken"), [(2 + 1 / 3, 1)])
    assert np.allclose(points(strip, "Austria, held off"), [(2 + 2 / 3, 1)])
    assert points(strip, "France, taken") == []
    account = course_plot(TURNS, EVENTS, places=[1.1, 2.2, 2.9]).axes[2]
    assert points(account, "Austria, held off") == [(2.9, 1)]


def test_hours_stand_where_their_first_turns_begin() -> None:
    strip = course_plot(TURNS, EVENTS).axes[2]
    assert [label.get_text() for label in strip.get_xticklabels()] == ["6"]
    later = course_plot(TURNS.with_columns(hour=pl.Series([7, 7, 8])), EVENTS[:0]).axes[2]
    shown = zip(later.get_xticks(), later.get_xticklabels(), strict=True)
    assert [(place, label.get_text()) for place, label in shown] == [(0, "7"), (2, "8")]


def test_a_side_is_not_shown_the_strength_of_its_enemy() -> None:
    """T-22.8, B-17.1: kinds and strengths of pieces on the map are their owner's secret."""
    figure = course_plot(TURNS, EVENTS, side="french")
    morale, strength, _ = figure.axes
    assert [line.get_label() for line in strength.lines] == ["France"]
    assert {line.get_label() for line in morale.lines} == {"Austria", "France"}
    assert "strength of France 30" in figure_words(figure)
    assert "strength of Austria" not in figure_words(figure)


def test_the_course_is_told_in_words() -> None:
    heading, first, *_, last = figure_words(course_plot(TURNS, EVENTS)).splitlines()
    assert heading == "The course of the game: 3 turns, 3 attacks"
    end, strength = first.split("; ")
    assert end == "6:00, end of the Austrian turn: morale of Austria 3 and France 5"
    assert strength == "strength of Austria 10 and France 30"
    assert last.startswith("7:00, end of the Austrian turn: morale of Austria 4 and France 1;")


def marked(picture: CoursePicture, at: float) -> list[int]:
    """Return the columns in which a mark changes the picture, within the lines."""
    one, other = (
        np.asarray(Image.open(io.BytesIO(picture.png(place))).convert("RGB"), np.int64)
        for place in (at, -100)  # far outside
    )
    changed = (one != other).any(axis=2)
    return [int(x) for x in np.flatnonzero(changed.mean(axis=0) > 0.4)]


def test_the_mark_stands_at_its_place() -> None:
    picture = CoursePicture(course_plot(TURNS, EVENTS, start=START), 400)
    places = {at: np.mean(marked(picture, at)) for at in (0.0, 1.0, 3.0)}
    turn = places[1.0] - places[0.0]
    assert turn > 50
    assert places[3.0] - places[0.0] == pytest.approx(3 * turn, abs=2)
    assert len(marked(picture, 1.0)) <= 4
    width, height = Image.open(io.BytesIO(picture.png(1.0))).size
    assert (width, height) == (400, 800)


def test_frames_are_refused_that_lack_something() -> None:
    with pytest.raises(ValueError, match="turns: expected to have the columns hour"):
        course_plot(TURNS.drop("hour"), EVENTS)
    with pytest.raises(ValueError, match="turns: expected at least one row"):
        course_plot(TURNS[:0], EVENTS)
    with pytest.raises(ValueError, match="events: expected to have the columns taken"):
        course_plot(TURNS, EVENTS.drop("taken"))
    with pytest.raises(ValueError, match="side: expected austrian or french"):
        course_plot(TURNS, EVENTS, side="russian")
