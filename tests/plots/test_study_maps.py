"""Maps of studies: sums over all games, and signs where and as large as they ought to be."""

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.contour import QuadContourSet
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, Wedge

from marengo.charts.chart_frame import look_of
from marengo.charts.figures import figure_words
from marengo.charts.win_rates import forest_plot
from marengo.games.marengo.armies import ARMY_NAMES
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.study.presence import flows, held, hours_of, losses
from marengo.paths import data_path
from marengo.screens.marengo.drawing.layout import layout
from marengo.screens.marengo.study_maps import (
    flow_map,
    front_map,
    loss_map,
    presence_map,
    small_multiples,
)
from marengo.screens.marengo.study_maps.fronts import chance_field, french_chances
from tests.conftest import StillAlive
from tests.plots.squares import squares
from tests.plots.study_frames import RATES, SQUARES, presence, swept

BOARD = squares()
TRIOMPHE = Board.read(data_path("boards/triomphe.geojson"))


def rows(frame: pl.DataFrame) -> list[tuple[Any, ...]]:
    """Return the rows of a frame, numbers rounded."""
    return [
        tuple(round(value, 6) if isinstance(value, float) else value for value in row)
        for row in frame.rows()
    ]


def parts(axes: Axes, kind: type[Any], gid: str = "") -> list[Any]:
    """Return what is drawn of a kind and a name."""
    drawn = [*axes.patches, *axes.collections]
    return [part for part in drawn if isinstance(part, kind) and gid in (part.get_gid() or "")]


def written(axes: Axes) -> set[str]:
    """Return all that is written on a map."""
    return {text.get_text() for text in axes.texts}


@pytest.mark.parametrize("lazy", [False, True])
def test_means_are_over_all_games_and_origins_are_put_together(*, lazy: bool) -> None:
    frame = SQUARES.lazy() if lazy else SQUARES
    assert rows(held(BOARD, frame, games=3, hours=[9])) == [
        (9, "austrian", 1, 2.0, round(2 / 3, 6)),
        (9, "french", 2, round(4 / 3, 6), round(1 / 3, 6)),
    ]
    assert rows(losses(BOARD, frame, games=3)) == [
        ("austrian", 1, round(1 / 3, 6)),
        ("french", 2, round(4 / 3, 6)),
    ]
    assert rows(losses(BOARD, frame, games=3, hours=[10])) == []
    assert rows(flows(BOARD, frame, games=4)) == [
        ("austrian", None, 1, 0.75),
        ("austrian", 1, 2, 2.0),
        ("french", 2, 1, 0.5),
    ]
    assert rows(flows(BOARD, frame, games=4, hours=[9])) == [("austrian", None, 1, 0.75)]
    assert hours_of(frame) == [9, 10]


def test_the_order_of_the_rows_does_not_matter() -> None:
    shuffled = SQUARES.sample(fraction=1.0, shuffle=True, seed=5)
    for sums in (losses, flows):
        assert sums(BOARD, shuffled, games=3).equals(sums(BOARD, SQUARES, games=3))


def test_maps_refuse_what_they_cannot_draw() -> None:
    with pytest.raises(ValueError, match="presence: expected to have the columns pieces, strength"):
        held(BOARD, SQUARES.drop("pieces", "strength"), games=3, hours=[9])
    with pytest.raises(ValueError, match="columns lost"):
        loss_map(BOARD, SQUARES.drop("lost"), games=3)
    with pytest.raises(ValueError, match="columns origin"):
        flow_map(BOARD, SQUARES.drop("origin"), games=3)
    with pytest.raises(ValueError, match="games: expected 2 or more, those in the frame: 1"):
        front_map(BOARD, SQUARES, hour=9, games=1)
    with pytest.raises(ValueError, match="games: expected 1 or more, not 0"):
        loss_map(BOARD, SQUARES, games=0)
    with pytest.raises(ValueError, match="hour: expected one from 9 to 10, not 11"):
        presence_map(BOARD, SQUARES, side="french", hour=11, games=3)
    with pytest.raises(ValueError, match="side: expected austrian or french, not 'red'"):
        presence_map(BOARD, SQUARES, side="red", hour=9, games=3)
    with pytest.raises(ValueError, match="measure: expected strength or share"):
        presence_map(BOARD, SQUARES, side="french", hour=9, games=3, measure="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"locality: squares has no localities \[7\]"):
        loss_map(BOARD, SQUARES.with_columns(locality=pl.lit(7)), games=3)
    with pytest.raises(ValueError, match="kind: expected one of strength, share"):
        small_multiples(BOARD, SQUARES, hours=[9], games=3, kind="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hours: expected at least one"):
        small_multiples(BOARD, SQUARES, hours=[], games=3)
    with pytest.raises(ValueError, match="columns: expected 1 or more"):
        small_multiples(BOARD, SQUARES, hours=[9], games=3, columns=0)
    with pytest.raises(ValueError, match="expected at least one row"):
        hours_of(SQUARES.clear())


def test_the_more_stands_somewhere_the_darker_it_is() -> None:
    frame = presence(
        (0, 9, "french", None, 1, 1, 1, 0),
        (0, 9, "french", None, 2, 1, 4, 0),
    )
    figure = presence_map(BOARD, frame, side="french", hour=9, games=2)
    axes = figure.axes[0]
    light, dark = (parts(axes, PathCollection, f"locality {n}")[0] for n in (1, 2))
    assert np.sum(light.get_facecolor()) > np.sum(dark.get_facecolor())
    assert dark.get_hatch()  # France's, whatever the colour
    assert {"0.5", "2.0", "1", "2"} <= written(axes)
    assert figure_words(figure).splitlines()[1:] == [
        "2: 2.0 strength points",
        "1: 0.5 strength points",
    ]


def test_presence_may_be_a_share_of_games_in_per_cent() -> None:
    figure = presence_map(BOARD, SQUARES, side="austrian", hour=9, games=4, measure="share")
    axes, bar = figure.axes
    assert "50" in written(axes)
    assert parts(axes, PathCollection, "locality 2") == []
    (fill,) = parts(axes, PathCollection, "locality 1")
    assert not fill.get_hatch()
    figure.draw_without_rendering()
    labels = [label.get_text() for label in bar.get_xticklabels()]
    assert (labels[0], labels[-1]) == ("0", "100")


def test_halves_have_the_area_of_what_is_lost_on_the_side_of_their_army() -> None:
    figure = loss_map(BOARD, SQUARES, games=2)
    axes, plan = figure.axes[0], layout(BOARD)
    (austrian,) = parts(axes, Wedge, "half of austrian")
    (french,) = parts(axes, Wedge, "half of french")
    assert french.r**2 / austrian.r**2 == pytest.approx(4.0)
    assert austrian.center == plan.anchors[Place(1)].at
    assert french.center == plan.anchors[Place(2)].at
    assert austrian.get_path().get_extents().x1 <= austrian.center[0] + 1e-6
    assert french.get_path().get_extents().x0 >= french.center[0] - 1e-6
    assert (bool(austrian.get_hatch()), bool(french.get_hatch())) == (False, True)
    assert {"0.5", "2.0"} <= written(axes)
    assert figure_words(figure).splitlines()[1:] == ["2: France 2.00", "1: Austria 0.50"]


def test_the_legend_of_halves_has_the_scale_of_the_map() -> None:
    axes, low = loss_map(TRIOMPHE, swept(TRIOMPHE), games=10).axes
    largest = max(wedge.r for wedge in parts(axes, Wedge))
    shown = parts(low, Wedge)[0].r
    figure = axes.get_figure()
    assert isinstance(figure, Figure)
    figure.draw_without_rendering()
    on_paper = [
        float(np.diff(chart.transData.transform([(0, 0), (reach, 0)])[:, 0])[0])
        for chart, reach in ((axes, largest), (low, shown))
    ]
    account = next(text for text in written(low) if text.startswith("Austria"))
    value = losses(TRIOMPHE, swept(TRIOMPHE), games=10)["lost"].max()
    assert isinstance(value, float)
    ratio = float(account.split()[1]) / value
    assert (on_paper[1] / on_paper[0]) ** 2 == pytest.approx(ratio, rel=0.06)


def test_arrows_are_as_wide_as_what_goes_and_go_the_right_way() -> None:
    figure = flow_map(BOARD, SQUARES, games=2, least=0.0)
    axes, plan = figure.axes[0], layout(BOARD)
    (there,) = parts(axes, FancyArrowPatch, "flow of austrian")
    (back,) = parts(axes, FancyArrowPatch, "flow of french")
    widths = [arrow.get_arrowstyle().tail_width for arrow in (there, back)]
    assert widths[0] / widths[1] == pytest.approx(4.0)
    west, east = (plan.anchors[Place(n)].at for n in (1, 2))
    assert there._posA_posB == [west, east]
    assert back._posA_posB == [east, west]
    assert (bool(there.get_hatch()), bool(back.get_hatch())) == (False, True)
    (cross,) = parts(axes, PathCollection, "arrivals of austrian")
    assert cross.get_offsets()[0][0] == west[0]
    assert figure_words(figure).splitlines()[1:] == [
        "Austria: 1 to 2, 4.00",
        "Austria: onto the map to 1, 1.50",
        "France: 2 to 1, 1.00",
    ]


def test_the_legend_of_arrows_has_the_width_of_the_strongest() -> None:
    axes, low = flow_map(BOARD, SQUARES, games=2).axes
    strongest = max(
        arrow.get_arrowstyle().tail_width for arrow in parts(axes, FancyArrowPatch, "flow of")
    )
    shown = [arrow.get_arrowstyle().tail_width for arrow in parts(low, FancyArrowPatch)]
    assert shown == [pytest.approx(strongest)] * 2
    assert {"Austria 4", "France 4"} <= written(low)


def test_weak_flows_and_the_other_side_can_be_left_out() -> None:
    weak = flow_map(BOARD, SQUARES, games=2, least=1.2)
    assert "France" not in figure_words(weak)
    assert parts(weak.axes[0], FancyArrowPatch, "flow of french") == []
    one = flow_map(BOARD, SQUARES, games=2, side="french", least=0.0)
    assert parts(one.axes[0], FancyArrowPatch, "flow of austrian") == []
    assert len(parts(one.axes[0], FancyArrowPatch, "flow of french")) == 1
    hour = flow_map(BOARD, SQUARES, games=2, hours=[9])
    assert parts(hour.axes[0], FancyArrowPatch, "flow of") == []


def facing(austrian: int, french: int) -> pl.DataFrame:
    """Return ten games in so many of which Austria holds the west and France the east."""
    return presence(
        *((game, 9, "austrian", None, 1, 1, 1, 0) for game in range(austrian)),
        *((game, 9, "french", None, 2, 1, 1, 0) for game in range(french)),
    )


def front(frame: pl.DataFrame) -> float:
    """Return where the front runs, from west to east."""
    (line,) = parts(front_map(BOARD, frame, hour=9, games=10).axes[0], QuadContourSet, "front")
    return float(np.mean(np.concatenate(line.allsegs[0])[:, 0]))


def test_the_front_runs_between_the_armies_and_is_pushed_by_the_likelier() -> None:
    middle = front(facing(10, 10))
    assert middle == pytest.approx(500, abs=30)
    assert front(facing(10, 5)) > middle + 20
    assert front(facing(5, 10)) < middle - 20


def test_ground_on_either_side_of_the_front_is_that_of_its_army() -> None:
    x, _, chance = chance_field(BOARD, held(BOARD, facing(10, 10), games=10, hours=[9]))
    assert chance[:, x < 350].max() < 0.5
    assert chance[:, (x > 650) & (x < 1000)].min() > 0.5


def test_there_is_no_front_where_nobody_or_one_army_is() -> None:
    alone = front_map(BOARD, facing(10, 0), hour=9, games=10)
    assert parts(alone.axes[0], QuadContourSet) == []
    rare = held(BOARD, facing(1, 1), games=1000, hours=[9])
    assert chance_field(BOARD, rare)[2].mask.all()
    assert french_chances(rare) == {}


def test_seldom_held_localities_are_blank_and_others_carry_their_chance() -> None:
    both = pl.concat([facing(8, 8), presence((8, 9, "french", None, 1, 1, 1, 0))])
    now = held(BOARD, both, games=10, hours=[9])
    assert french_chances(now) == {1: pytest.approx(1 / 9), 2: 1.0}
    figure = front_map(BOARD, both, hour=9, games=10)
    assert {"A 89", "F 100"} <= written(figure.axes[0])
    west, east = (parts(figure.axes[0], PathCollection, f"locality {n}")[0] for n in (1, 2))
    assert west.get_facecolor()[0][0] > west.get_facecolor()[0][2]  # more red than blue
    assert east.get_facecolor()[0][0] < east.get_facecolor()[0][2]
    assert (bool(west.get_hatch()), bool(east.get_hatch())) == (False, True)
    assert "France, 80 % or more: 2" in figure_words(figure).splitlines()


def test_fronts_of_other_hours_are_named() -> None:
    frame = swept(TRIOMPHE)
    axes = front_map(TRIOMPHE, frame, hour=13, games=10, lines=[9, 17]).axes[0]
    assert {"9:00", "13:00", "17:00"} <= written(axes)
    at = {}
    for name in ("front at 9", "front", "front at 17"):
        lines = [part for part in parts(axes, QuadContourSet) if part.get_gid() == name]
        longest = max(lines[0].allsegs[0], key=len)
        at[name] = float(np.median(longest[:, 0]))
    assert at["front at 9"] < at["front"] < at["front at 17"]  # Austria comes from the west
    assert math.isclose(at["front"], 30 + 2640 * 6 / 14, rel_tol=0.1)


@pytest.mark.parametrize("kind", ["strength", "share", "loss", "flow", "front"])
@pytest.mark.parametrize("side", [None, "austrian"])
def test_small_maps_have_an_hour_each_and_one_scale(kind: Any, side: str | None) -> None:
    figure = small_multiples(BOARD, SQUARES, hours=[9, 10], games=3, kind=kind, side=side)
    names = [axes.get_title() for axes in figure.axes if axes.get_title()]
    assert names == ["9:00", "10:00"]
    assert len(figure_words(figure).splitlines()) == 3
    assert figure.axes[0].get_position().x0 < figure.axes[1].get_position().x0


def test_small_maps_share_their_scale() -> None:
    figure = small_multiples(BOARD, SQUARES, hours=[9, 10], games=1 + 1, kind="strength")
    halves = [wedge for axes in figure.axes[:2] for wedge in parts(axes, Wedge)]
    # 6 and 4 at nine; 8 and 2 at ten, summed over two games
    areas = sorted(wedge.r**2 for wedge in halves)
    assert [round(area / areas[-1], 6) for area in areas] == [0.25, 0.5, 0.75, 1.0]


def test_figures_are_not_kept_once_they_are_drawn(still_alive: StillAlive) -> None:
    alive = still_alive(Artist)
    front_map(BOARD, SQUARES, hour=9, games=3)  # what is kept for good is made once
    before = alive()
    for _ in range(20):
        forest_plot(RATES)
        loss_map(BOARD, SQUARES, games=3)
        presence_map(BOARD, SQUARES, side="french", hour=9, games=3)
        flow_map(BOARD, SQUARES, games=3)
        front_map(BOARD, SQUARES, hour=9, games=3).draw_without_rendering()
    assert alive() <= before


def test_armies_keep_their_colours() -> None:
    figure = small_multiples(BOARD, SQUARES, hours=[9], games=3, kind="loss")
    for army in ARMY_NAMES:
        (half,) = parts(figure.axes[0], Wedge, f"half of {army}")
        edge = tuple(round(255 * part) for part in half.get_facecolor()[:3])
        assert "#{:02x}{:02x}{:02x}".format(*edge) == look_of(army).colour
