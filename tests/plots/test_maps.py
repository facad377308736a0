"""Maps of boards and positions: what is on them, and that they leave nothing behind."""

import io
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch, Rectangle

from marengo import plots
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.types import Block, Piece
from marengo.games.marengo.view import MarengoView
from marengo.paths import data_path
from marengo.screens.marengo.drawing.pieces import by_place, drawable, spots
from tests.plots.squares import squares

TRIOMPHE = Board.read(data_path("boards/triomphe.geojson"))
BONAPARTE = Board.read(data_path("boards/bonaparte.geojson"))
DESTROYED = Piece("A3", Side.AUSTRIAN, Kind.INFANTRY, 0, None)


BLANK = load("triomphe").start(seed=1).view(Side.AUSTRIAN)
FACTS: dict[str, Any] = {
    "hour": 9,
    "turn": Side.FRENCH,
    "to_move": Side.AUSTRIAN,
    "orders": 1,
    "own": (
        Piece("A1", Side.AUSTRIAN, Kind.INFANTRY, 3, Place(8, 14), acted=True),
        Piece("A2", Side.AUSTRIAN, Kind.CAVALRY, 2, Place(8)),
        DESTROYED,
        Piece("A20", Side.AUSTRIAN, Kind.ARTILLERY, 1, "Alessandria"),
    ),
    "enemy": (
        Block(Side.FRENCH, Place(14), frozenset({(Kind.INFANTRY, 2), (Kind.INFANTRY, 3)})),
        Block(
            Side.FRENCH,
            Place(14, 8),
            frozenset({(Kind.ARTILLERY, 1)}),
            organised=False,
            bombardment="declared",
            face_up=True,
        ),
    ),
    "uncommitted": {Side.AUSTRIAN: 3, Side.FRENCH: 4},
    "committed": {Side.AUSTRIAN: {8: 1}, Side.FRENCH: {14: 2, 12: 1}},
    "shifted": {Side.AUSTRIAN: {}, Side.FRENCH: {12: 1}},
    "track": {Side.AUSTRIAN: {10: 2}, Side.FRENCH: {16: 3}},
}


def view(**changes: Any) -> MarengoView:
    """Return a small position as Austria sees it."""
    return replace(BLANK, **{**FACTS, **changes})


def texts(figure: Figure) -> Counter[str]:
    """Count the texts of a figure."""
    return Counter(text.get_text() for text in figure.axes[0].texts)


def pieces(figure: Figure) -> Counter[str]:
    """Count the blocks of a figure by army."""
    marked = (artist.get_gid() for artist in figure.axes[0].patches)
    return Counter(gid.split()[0] for gid in marked if gid and gid.endswith("piece"))


def saved(figure: Figure, form: str) -> bytes:
    """Return a figure as the bytes of a file."""
    target = io.BytesIO()
    figure.savefig(target, format=form, dpi=40)
    return target.getvalue()


@pytest.mark.parametrize("board", [TRIOMPHE, BONAPARTE], ids=lambda board: str(board.name))
def test_a_map_says_what_the_board_says(board: Board) -> None:
    """T-3.20, T-3.25: every number, capacity and name is written, every box has its arrow."""
    figure = plots.board(board)
    written = texts(figure)
    numbers = Counter(str(locality.number) for locality in board.localities)
    numbers += Counter(str(locality.capacity) for locality in board.localities)
    assert {text: written[text] for text in numbers} == numbers
    for locality in board.localities:
        if locality.name and " " not in locality.name:
            assert written[locality.name] >= 1
    assert written[board.title] == 1
    assert all(written[entry.name] == 1 for entry in board.entries)
    arrows = [p for p in figure.axes[0].patches if isinstance(p, FancyArrowPatch)]
    assert len(arrows) == 4
    bars = [p for p in figure.axes[0].patches if p.get_zorder() == 4.9]
    assert len(bars) == sum(locality.french_start for locality in board.localities)


def test_numbers_names_and_legend_can_be_left_out() -> None:
    written = texts(plots.board(TRIOMPHE, numbers=False, names=False, legend=False))
    assert "90" not in written
    assert "Marengo" not in written
    assert "main road" not in written
    assert written["20"] == 11


def test_boards_stand_side_by_side() -> None:
    figure = plots.boards(BONAPARTE, TRIOMPHE)
    left, right = figure.axes
    assert left.get_position().x1 <= right.get_position().x0
    for axes, board in zip(figure.axes, (BONAPARTE, TRIOMPHE), strict=True):
        assert board.title in {text.get_text() for text in axes.texts}
    with pytest.raises(ValueError, match="at least one board"):
        plots.boards()


def test_the_size_of_the_figure_is_the_callers() -> None:
    figure = plots.board(TRIOMPHE, figure_size=(6, 4))
    assert tuple(figure.get_size_inches()) == (6, 4)
    width, height = plots.board(TRIOMPHE).get_size_inches()
    assert width == 16
    assert 9 < height < 12


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_maps_can_be_saved(form: str, start: bytes) -> None:
    assert saved(plots.board(BONAPARTE), form).startswith(start)
    assert saved(plots.position(view()), form).startswith(start)


def test_a_board_of_two_squares_can_be_drawn() -> None:
    figure = plots.board(squares())
    assert texts(figure)["squares"] == 1
    assert saved(figure, "png")


def test_no_figure_is_left_with_pyplot() -> None:
    """Figures are objects of their own; nothing even imports pyplot."""
    program = (
        "import sys; from marengo import plots; from marengo.games.marengo.board import Board; "
        "from marengo.paths import data_path; "
        "plots.board(Board.read(data_path('boards/bonaparte.geojson'))); "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_a_position_shows_every_piece_once() -> None:
    """T-3.3; a destroyed piece is nowhere (T-2.6)."""
    assert pieces(plots.position(view())) == {"austrian": 3, "french": 2}


def test_hidden_pieces_show_no_face() -> None:
    """T-2.3: what the viewer does not know is drawn plain and told as hidden."""
    hidden = drawable(view().enemy[0])
    shown = drawable(view().enemy[1])
    assert hidden is not None
    assert shown is not None
    assert hidden.kind is None
    assert (shown.kind, shown.strength) == (Kind.ARTILLERY, 1)
    assert drawable(DESTROYED) is None


def test_a_position_in_words() -> None:
    assert plots.describe(view()).splitlines() == [
        "9:00, French turn, 1 order left, Austrian player to decide",
        (
            "Austrian, morale 4, uncommitted 3. 8: cavalry 2; 8/14: infantry 3 (acted); "
            "Alessandria: artillery 1"
        ),
        (
            "French, morale 7, uncommitted 4. 14: hidden; "
            "14/8: artillery 1 (disorganised) (bombardment declared)"
        ),
    ]


def test_an_army_without_pieces_in_words() -> None:
    bare = view(own=(), enemy=(), to_move=Side.FRENCH, orders=2)
    assert plots.describe(bare).splitlines()[:2] == [
        "9:00, French turn, 2 orders left",
        "Austrian, morale 4, uncommitted 3. no pieces",
    ]


def test_the_header_tells_clock_and_morale() -> None:
    """T-18.1, T-22.1: hour, turn, orders and levels are open to both."""
    written = texts(plots.position(view()))
    assert written["9:00, French turn, 1 order left, Austrian player to decide"] == 1
    assert written["Austrian: morale 4, uncommitted 3"] == 1
    assert written["French: morale 7, uncommitted 4"] == 1
    assert all(written[f"{hour}:00"] == 1 for hour in range(6, 22))


def test_discs_lie_where_they_are() -> None:
    """T-18.8: on localities, on the track and uncommitted; shifted ones are hollow."""
    figure = plots.position(view(), legend=False)
    discs = [artist for artist in figure.axes[0].patches if isinstance(artist, Circle)]
    assert len(discs) == 1 + 2 + 1
    fill = to_rgba(look_of("french").light)
    assert sum(np.allclose(np.asarray(disc.get_facecolor()), fill) for disc in discs) == 1
    track = [text for text in texts(figure).elements() if set(text) == {"●"}]
    assert sorted(map(len, track)) == [2, 3]


def test_occupied_localities_are_tinted() -> None:
    """T-3.5: pieces in a reserve or an approach occupy the locality, pieces in a box none."""
    held = Counter(patch.get_gid() for patch in plots.position(view()).axes[0].patches)
    assert held["held by austrian"] == 1
    assert held["held by french"] == 1


def test_barred_borders_are_crossed_out() -> None:
    """T-11.50: a border over which an assault was lost is shut for the turn."""
    marks = [
        artist
        for artist in plots.position(view(barred=frozenset({"8/14"}))).axes[0].collections
        if artist.get_gid() == "barred"
    ]
    assert len(marks) == 1
    assert not any(a.get_gid() == "barred" for a in plots.position(view()).axes[0].collections)


def test_barred_borders_are_told_once() -> None:
    """T-11.50."""
    account = plots.describe(view(barred=frozenset({"8/14", "14/8"})))
    assert account.splitlines()[-1] == "Besides: no more assaults at 8/14"
    assert "Besides" not in plots.describe(view())


def test_the_legend_explains_the_marks_of_pieces() -> None:
    assert texts(plots.position(view()))["disorganised"] == 1
    assert texts(plots.position(view(), legend=False))["disorganised"] == 0


def test_a_view_cannot_be_drawn_as_the_other_sides() -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        plots.position(view(), side=Side.FRENCH)
    assert plots.position(view(), side=Side.AUSTRIAN).axes


@pytest.mark.parametrize("count", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("place", [Place(20), Place(20, 19), Place(14), Place(14, 8)])
def test_blocks_of_one_place_do_not_hide_one_another(count: int, place: Place) -> None:
    """T-3.4: any number may share a position; the reader can count them."""
    plan = plots.layout(TRIOMPHE)
    found = [at for at, _ in spots(plan.anchors[place], count, plan.unit)]
    assert len(set(found)) == count


def test_pieces_of_a_place_are_sorted_so_that_their_order_tells_nothing() -> None:
    first, second = (drawable(block) for block in view().enemy)
    assert first is not None
    assert second is not None
    assert by_place([first, second]) == by_place([second, first])


def test_a_state_is_drawn_for_one_side_or_for_all() -> None:
    """T-22.1: the same position, with hidden faces only for the enemy's eyes."""
    state = load("triomphe").start(seed=1)
    account = plots.describe(state, side=Side.FRENCH)
    assert account.count("hidden") == 19
    assert "hidden" not in plots.describe(state)
    assert pieces(plots.position(state, side=Side.FRENCH)) == {"austrian": 20, "french": 19}


def test_positions_show_themselves_in_notebooks() -> None:
    picture = view()._repr_png_()
    assert picture is not None
    assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["triomphe-second-exit", "triomphe-lapoype", "bonaparte-lapoype"])
def test_boxes_that_share_a_road_do_not_hide_one_another(name: str) -> None:
    """Neither their names nor the pieces that wait in them."""
    game = load(name)
    figure = plots.position(game.start(1))
    figure.draw_without_rendering()
    (axes,) = figure.axes[:1]
    names = {entry.name for entry in game.board.entries}
    texts = [text for text in axes.texts if text.get_text() in names]
    assert {text.get_text() for text in texts} == names
    boxes = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    for kind in (texts, boxes):
        extents = [thing.get_window_extent() for thing in kind]
        for number, one in enumerate(extents):
            assert not any(one.overlaps(other) for other in extents[:number])
