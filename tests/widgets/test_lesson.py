"""Lessons: close-ups of the map, moves put to the engine, scenes that are played."""

import io
import re

import pytest
from matplotlib.artist import Artist
from PIL import Image

from marengo.core.errors import IllegalMove, NotationError
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.lesson import allowed, close_up, play_out
from tests.conftest import StillAlive
from tests.widgets.left import left_of

BASIC, TRIOMPHE = load("bonaparte"), load("triomphe")


@pytest.fixture
def facing() -> MarengoState:
    """Return France at 9 with Austria at 4; 8 next door is empty."""
    return TRIOMPHE.position(turn=Side.FRENCH, french={"9": "I2 C2"}, austrian={"4": "I3"})


@pytest.fixture
def assault() -> MarengoState:
    """Return the assault of T-21.9, before it."""
    return TRIOMPHE.position(
        turn=Side.FRENCH, french={"9/4": "I3 I2 C2"}, austrian={"4/9": "I1 A1 C2", "1": "I2"}
    )


@pytest.fixture
def column() -> MarengoState:
    """Return three Austrians on the road, as in B-16.7."""
    return BASIC.position(turn=Side.AUSTRIAN, austrian={"1": "C2 I2 A1"}, french={"56": "I2"})


def size(png: bytes) -> tuple[int, int]:
    width, height = Image.open(io.BytesIO(png)).size
    return width, height


def test_moves_are_allowed_for_their_price_or_refused_with_the_rule(facing: MarengoState) -> None:
    """T-7.15: a defensive march is free; T-7.14, T-7.3, T-7.10."""
    moves = ("march F1 9/4", "march F1,F2 9/4", "march F1 8", "march F1 4", "march F1 9/8")
    rows = allowed(facing, *moves).rows
    assert [move for move, *_ in rows] == list(moves)
    assert [(legal, why) for *_, legal, why in rows[:3]] == [
        (True, "free"),
        (True, "1 order"),
        (True, "1 order"),
    ]
    assert [legal for *_, legal, _ in rows[3:]] == [False, False]
    assert "T-7.3" in rows[3][3]
    assert "T-7.10" in rows[4][3]
    assert rows[2][1] == "France marches infantry 2 (F1) from 9 to 8."


def test_asking_changes_nothing(facing: MarengoState) -> None:
    before = facing.hash()
    allowed(facing, "march F1 8", "march F1 4")
    play_out(facing, "march F1 8")
    assert facing.hash() == before
    assert facing.moves == ()


def test_several_moves_are_priced_together() -> None:
    """B-8.20: a group that ends in two positions costs a command more."""
    state = BASIC.position(
        turn=Side.AUSTRIAN, austrian={"16": "C2 I2"}, french={"29": "I2", "22": "I2"}
    )
    rows = allowed(
        state,
        "march A1 31; continue A1 31/29",
        "march A1 31; join A2; continue A1 31/29",
        "march A2 31; continue A2 31/29",
    ).rows
    assert [(legal, why) for *_, legal, why in rows[:2]] == [
        (True, "1 command"),
        (True, "2 commands"),
    ]
    assert rows[2][2] is False
    assert rows[2][3].startswith("not now: the choice is end, march")


def test_a_move_without_a_price_of_its_own_names_none(column: MarengoState) -> None:
    assert allowed(column, "road A1", "end").rows[0][3] == ""
    assert allowed(column, "road A1; cross 1-5; stop").rows[0][3] == "free"


def test_what_is_no_move_is_refused_at_once(facing: MarengoState) -> None:
    with pytest.raises(NotationError):
        allowed(facing, "fly F1 8")


def test_a_story_tells_losses_morale_and_remarks(assault: MarengoState) -> None:
    """T-21.9: France loses three discs, Austria commits two."""
    story = play_out(
        assault,
        """
        assault 9/4
        lead A1 | T-11.11
        send F1,F2 lead F1
        fire A2

        counter A3 | the last word
        """,
    )
    moves, account, remarks = zip(*story.rows, strict=True)
    assert moves[0] == "assault 9/4"
    assert remarks == ("", "T-11.11", "", "", "the last word")
    assert "French infantry 3 (F1) becomes 2." in account[3]
    assert "Austrian infantry 1 (A1) is destroyed." in account[4]
    assert account[4].endswith("Austria: morale 6, uncommitted 4. France: morale 3, uncommitted 3.")
    assert "morale" not in "".join(account[:4])
    assert [story.after.piece(name).strength for name in ("F1", "A3")] == [0, 1]
    assert story.text.splitlines()[1] == (
        "2. Austria leads the defence with infantry 1 (A1). (T-11.11)"
    )


def test_a_group_is_told_in_one_row_and_needs_no_end() -> None:
    """B-8.9: pieces of a group are named one by one."""
    state = BASIC.position(turn=Side.AUSTRIAN, austrian={"17": "I3 I2 C2"}, french={"56": "I2"})
    story = play_out(state, "march A1 27 | one\njoin A2 | two\nend")
    assert [move for move, *_ in story.rows] == ["march A1 27; join A2", "end"]
    assert story.rows[0][1] == (
        "Austria marches infantry 3 (A1) and infantry 2 (A2) from 17 to 27."
    )
    assert story.rows[0][2] == "one; two"
    assert [str(story.after.piece(name).place) for name in ("A1", "A2", "A3")] == ["27", "27", "17"]


def test_a_march_without_choice_is_told_to_its_end(column: MarengoState) -> None:
    """B-8.54: the third piece waits twice, and crosses."""
    story = play_out(
        column,
        "road A1\ncross 1-5\ncross 5-10\ncross 10-12\nroad A2\ncross 1-5\ncross 5-10\nroad A3",
    )
    assert story.rows[-1][1].endswith("It has no other way than to 5.")
    assert "no other way" not in story.rows[0][1]


def test_an_illegal_move_ends_a_story_with_the_rule(facing: MarengoState) -> None:
    with pytest.raises(IllegalMove, match=r"T-7\.3"):
        play_out(facing, "march F1 4")


def test_tables_are_safe_html(facing: MarengoState) -> None:
    page = play_out(facing, "march F1 8 | 1 < 2 & <b>bold</b>")._repr_html_()
    assert "1 &lt; 2 &amp; &lt;b&gt;bold&lt;/b&gt;" in page
    assert page.count("<tr>") == 2
    page = allowed(facing, "march F1 8", "march F1 4")._repr_html_()
    assert "<b>✓ allowed</b>; 1 order" in page
    assert "<b>✗ not allowed</b>; the enemy occupies 4 (<span" in page


def test_no_line_of_a_table_is_broken_in_a_move_or_in_the_number_of_a_rule(
    facing: MarengoState,
) -> None:
    whole = 'style="white-space: nowrap"'
    page = allowed(facing, "march F1 8; end", "march F1 4")._repr_html_()
    assert f"<code {whole}>march F1 8</code>; <code {whole}>end</code>" in page
    assert f"<span {whole}>T-7.3</span>)" in page
    page = play_out(facing, "march F1 8 | one order (T-6.3)")._repr_html_()
    assert f"<code {whole}>march F1 8</code>" in page
    assert f"(<span {whole}>T-6.3</span>)" in page


def test_a_close_up_is_a_part_of_the_map_with_a_caption(facing: MarengoState) -> None:
    few, more = close_up(facing, 9), close_up(facing, 9, 4, 8)
    assert few.map.start[2] < more.map.start[2]
    assert few.map.start[3] < more.map.start[3]
    assert few.map.scene == more.map.scene
    assert few.caption.startswith("9:00, French turn, 3 orders left. Austria: morale 6")
    assert "9: infantry 2, cavalry 2" in few.text
    page = left_of(few).page
    assert re.search(r'<img alt="Part of the map: [^"]*9: infantry 2, cavalry 2', page)
    assert "<summary>The position in words</summary>" in page


def test_a_close_up_shows_what_a_side_may_know(facing: MarengoState) -> None:
    hidden = close_up(facing, 9, 4, side=Side.AUSTRIAN)
    assert "9: hidden, hidden" in hidden.text
    assert hidden.png != close_up(facing, 9, 4).png


def test_a_close_up_may_have_arrows_and_boxes() -> None:
    start = TRIOMPHE.start(seed=1)
    plain = close_up(start, 1, "Alessandria")
    arrow = close_up(start, 1, "Alessandria", arrows=[("Alessandria", "1"), ("1", "5")])
    assert plain.map.start == arrow.map.start
    assert size(plain.png) == size(arrow.png)
    assert plain.png != arrow.png
    assert len(arrow.map.scene["arrows"]) == 2
    assert plain.map.start[2] > close_up(start, 1).map.start[2]


@pytest.mark.parametrize("around", [(99,), ("Sale",), ("nowhere",), ("9",)])
def test_what_is_not_on_the_map_is_refused(
    facing: MarengoState, around: tuple[int | str, ...]
) -> None:
    with pytest.raises(ValueError, match="no such locality, nor a box with pieces in it"):
        close_up(facing, *around)


def test_something_must_be_seen(facing: MarengoState) -> None:
    with pytest.raises(ValueError, match="at least one locality or box"):
        close_up(facing)


def test_close_ups_leave_no_figures(facing: MarengoState, still_alive: StillAlive) -> None:
    alive = still_alive(Artist)
    close_up(facing, 9)
    before = alive()
    for _ in range(5):
        close_up(facing, 9)
    assert alive() <= before
