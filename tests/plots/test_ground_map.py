"""The battle on the ground: where it was, in which locality that is, and how it is drawn."""

from pathlib import Path

import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from shapely.geometry import LineString

from marengo.games.marengo.board import Board
from marengo.games.marengo.board.geometry import to_metres
from marengo.games.marengo.game import load
from marengo.games.marengo.study.history import Day, locality_at, read_day
from marengo.paths import data_path
from marengo.plots import figure_words
from marengo.screens.marengo.drawing.ground_map import (
    arrivals_plot,
    ground_map,
    hour_map,
    hours_map,
    start_map,
)
from tests.plots.squares import squares

TRIOMPHE = Board.read(data_path("boards/triomphe.geojson"))
BONAPARTE = Board.read(data_path("boards/bonaparte.geojson"))
BOTH = (BONAPARTE, TRIOMPHE)

SMALL = """
[sources]
X = "A book"
[places.Farm]
longitude = 8.67
latitude = 44.896
[[events]]
hour = 9
told = "A shot."
sources = ["X"]
[[stands]]
army = "french"
corps = "Guard"
place = "Farm"
hours = [9, 10]
sources = ["X"]
[[stands]]
army = "french"
corps = "Guard"
place = "elsewhere"
at = [8.70, 44.88]
hours = [12]
sources = ["X"]
[[arrivals]]
corps = "Guard"
army = "french"
told = "late"
fought = [9, 11]
boxes = { triomphe = "Tortona" }
sources = ["X"]
"""


def day_of(folder: Path, text: str = SMALL) -> Day:
    """Read a day of that text."""
    file = folder / "day.toml"
    file.write_text(text, encoding="utf-8")
    return read_day(file)


def signs(figure: Figure, panel: int = 0) -> dict[str, bool]:
    """Return the corps drawn, and whether their signs are full."""
    lines = [line for line in figure.axes[panel].lines if str(line.get_gid()).startswith("corps")]
    return {str(line.get_gid())[6:]: line.get_zorder() == 6 for line in lines}


def test_a_position_lies_in_the_locality_that_covers_it() -> None:
    """Marengo itself, by the numbers printed on both boards; Alessandria is beside both."""
    assert [locality_at(board, (8.670, 44.896)) for board in BOTH] == [11, 14]
    assert [locality_at(board, (8.61007, 44.90924)) for board in BOTH] == [None, None]


def test_villages_of_the_shipped_day_lie_in_localities_of_their_names() -> None:
    table = {row["place"]: row for row in read_day().places_on(*BOTH).iter_rows(named=True)}
    assert table["Spinetta"]["bonaparte"] == "13 (Spinetta)"
    assert table["Spinetta"]["triomphe"] == "16 (Spinetta)"
    assert table["San Giuliano Vecchio"]["triomphe"] == "81 (San Giuliano Vecchio)"
    assert table["Castelceriolo"]["bonaparte"] == "28 (Castelceriolo)"
    assert next(name for name, row in table.items() if row["village"]) == "Spinetta"
    assert table["Marengo"]["village"] is False


def test_the_shipped_day_stays_on_the_map() -> None:
    """Every corps stands in some locality of both boards, at an hour of the turn tracks."""
    table = read_day().on_boards(*BOTH)
    assert table.null_count().sum_horizontal().item() == 0
    assert table["hour"].is_between(6, 21).all()
    assert set(table["army"]) == {"austrian", "french"}


def test_the_arrivals_name_boxes_that_both_games_have() -> None:
    day = read_day()
    for game in (load("bonaparte"), load("triomphe")):
        boxes = {row.boxes[game.board.name] for row in day.arrivals if row.boxes}
        assert boxes == set(game.scenario.hours)


def test_a_corps_stays_where_it_was_last_told_of(tmp_path: Path) -> None:
    day = day_of(tmp_path)
    assert day.standing(8) == []
    assert [(s.place, now) for s, now in day.standing(9)] == [("Farm", True)]
    assert [(s.place, now) for s, now in day.standing(11)] == [("Farm", False)]
    assert [(s.place, now) for s, now in day.standing(12)] == [("elsewhere", True)]
    assert day.told(9) == ["A shot. (A book)"]
    assert day.told(10) == []


def test_who_stood_where_is_a_row_an_hour(tmp_path: Path) -> None:
    table = day_of(tmp_path).on_boards(TRIOMPHE)
    assert table["hour"].to_list() == [9, 10, 12]
    assert table["triomphe"].to_list()[:2] == [14, 14]
    assert table.row(2)[5:7] == (8.70, 44.88)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('place = "Farm"', 'place = "Barn"', "expected a place 'Barn'"),
        ('told = "A shot."\nsources = ["X"]', 'told = "A"\nsources = ["Y"]', "a source 'Y'"),
        ("hour = 9", "hour = 25", r"events\[1\].hour: expected 23 or less, not 25"),
        ('corps = "Guard"', 'corp = "Guard"', "no field `corp`"),
        ("[sources]", "[sources", "day.toml"),
    ],
)
def test_a_bad_file_is_refused_with_its_fault(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        day_of(tmp_path, SMALL.replace(old, new, 1))


def test_boards_are_laid_over_the_same_ground() -> None:
    figure = ground_map(read_day(), *BOTH)
    (axes,) = figure.axes
    gids = {str(one.get_gid()) for one in axes.collections}
    assert {"localities of bonaparte", "localities of triomphe"} <= gids
    west, east = axes.get_xlim()
    corners = [corner for board in BOTH for place in board.localities for corner in place.polygon]
    assert west < min(x for x, _ in corners) < max(x for x, _ in corners) < east
    assert axes.get_aspect() == pytest.approx(111195 / 78764)
    assert "Where Marengo lies: Bonaparte at Marengo 11 (Marengo)" in figure_words(figure)
    diamonds = [line for line in axes.lines if line.get_marker() == "D"]
    assert len(diamonds) == len(read_day().places)


def test_a_border_of_two_localities_is_drawn_once() -> None:
    """Twice, its dashes would run together: two squares of a kilometre have seven sides."""
    board = squares()
    (lines,) = [
        one
        for one in ground_map(read_day(), board).axes[0].collections
        if one.get_gid() == f"localities of {board.name}"
    ]
    assert isinstance(lines, LineCollection)
    metres = [
        LineString([to_metres((float(x), float(y))) for x, y in part])
        for part in lines.get_segments()
    ]
    assert sum(line.length for line in metres) == pytest.approx(7000)


def test_an_hour_shows_full_and_hollow_corps_and_tints_their_localities(tmp_path: Path) -> None:
    day = day_of(tmp_path)
    now, later = hour_map(day, 9, *BOTH), hour_map(day, 11, *BOTH)
    assert signs(now) == signs(now, 1) == {"Guard": True}
    assert signs(later) == {"Guard": False}
    tints = [
        {one.get_gid() for one in axes.collections if isinstance(one, PolyCollection)} - {None}
        for axes in now.axes
    ]
    assert tints == [{"french 11"}, {"french 14"}]
    assert not [c for c in later.axes[0].collections if str(c.get_gid()).startswith("french")]
    words = figure_words(now)
    assert "A shot. (A book)" in words
    assert "Guard: Farm (Bonaparte at Marengo 11, Triomphe à Marengo 14)" in words


def test_a_locality_of_both_armies_is_told_apart() -> None:
    """At two o'clock Ott and the Guard are in one locality of the older board."""
    gids = {str(one.get_gid()) for one in hour_map(read_day(), 14, BONAPARTE).axes[0].collections}
    assert "both 31" in gids


def test_several_hours_are_several_maps() -> None:
    figure = hours_map(read_day(), [8, 12, 14], *BOTH)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["8:00", "12:00", "14:00"]
    assert signs(figure) == dict.fromkeys(("Melas", "O'Reilly", "Gardanne"), True)
    assert "12:00: The attack on the French left fails." in figure_words(figure)


def test_arrivals_are_bars_and_signs_of_boxes(tmp_path: Path) -> None:
    games = load("bonaparte"), load("triomphe")
    figure = arrivals_plot(day_of(tmp_path), *games)
    (bar,) = figure.axes[0].patches
    assert (bar.get_x(), bar.get_width()) == (9, 2)  # type: ignore[attr-defined]
    (sign,) = figure.axes[0].lines
    assert sign.get_xydata().tolist()[0][0] == 11  # type: ignore[union-attr] # Tortona (T-15.1)
    assert "Guard: late; box opens: triomphe 11:00" in figure_words(figure)


def test_the_start_is_as_the_start_symbols_say() -> None:
    game = load("triomphe")
    figure = start_map(game)
    (axes,) = figure.axes
    wanted = {str(place.number) for place in TRIOMPHE.localities if place.french_start}
    tinted = {
        str(one.get_gid()).split()[1]
        for one in axes.collections
        if str(one.get_gid()).startswith("french")
    }
    assert tinted == wanted
    counts = [int(text.get_text()) for text in axes.texts if text.get_text().isdigit()]
    assert sum(counts) == 11  # pieces at the start (T-4.6)
    assert {"6:00", "11:00", "16:00", "17:00"} <= {text.get_text() for text in axes.texts}


def test_nothing_to_draw_is_refused() -> None:
    day = read_day()
    with pytest.raises(ValueError, match="boards: expected at least one"):
        ground_map(day)
    with pytest.raises(ValueError, match="boards: expected at least one"):
        hour_map(day, 9, Board("empty"))
    with pytest.raises(ValueError, match="boards: expected at least one"):
        start_map()
    with pytest.raises(ValueError, match="hours: expected at least one"):
        hours_map(day, [], *BOTH)
