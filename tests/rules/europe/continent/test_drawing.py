"""The picture of the war of all Europe: every place has its name, and all who stand there."""

import io
from collections import Counter
from itertools import chain, combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from PIL import Image

from marengo.games.europe.war.rules.words import Seat
from marengo.games.europe.war.state import WarState, WarView
from marengo.screens.europe.looks import LOOKS
from marengo.screens.europe.war import words
from marengo.screens.europe.war.drawing import position, to_png
from marengo.screens.europe.words import initials
from tests.rules.europe.continent import playing
from tests.rules.europe.war.playing import start as start_of_1800

pytestmark = pytest.mark.plays_much

CROWDED = {
    "troops": "FR vienna 12I 2E 3C 2L; AU vienna 9I 1L; FR belgium 3I; GB belgium 2I; "
    "PR belgium 1I",
    "squadrons": "GB north-sea 3; FR north-sea 2; SP north-sea 1; GB london 4; GB cornwall 2; "
    "FR picardy 2; FR brittany 5; SP western-spain 3; FR western-spain 2; OT anatolia 2",
}


def crowded() -> WarState:
    """Return a position with several nations in a place, ashore and afloat."""
    return playing.position(CROWDED["troops"], "FR", squadrons=CROWDED["squadrons"])


def texts(shown: WarState | WarView) -> list[Text]:
    return list(position(shown).axes[0].texts)


def written(shown: WarState | WarView) -> list[str]:
    return [text.get_text() for text in texts(shown)]


@pytest.fixture(params=["start", "crowded"])
def state(request: pytest.FixtureRequest) -> WarState:
    return playing.start() if request.param == "start" else crowded()


def test_each_region_and_sea_area_has_its_name(state: WarState) -> None:
    """N-3.1."""
    scenario = state.game.scenario
    told = " ".join(written(state)).replace("- ", "-")  # a name of two words may have two lines
    for name in chain(scenario.regions, scenario.seas):
        assert all(word in told for word in words.water_title(name).split()), name


def test_there_is_a_box_for_each_army_and_for_the_squadrons_of_a_nation(state: WarState) -> None:
    """One tag more is in the heading."""
    armies, ships = state.troops.values(), state.squadrons.values()
    expected = Counter(map(initials, chain(*armies, *ships, state.pap)))
    known = {initials(nation) for nation in state.game.nations}
    assert Counter(text for text in written(state) if text in known) == expected


def test_an_army_is_told_by_its_units_and_leaders_and_squadrons_by_a_sign() -> None:
    told = written(crowded())
    assert {"17★★", "9★", "3", "2", "1", "⚓5", "⚓4"} <= {*told}


def test_names_and_boxes_are_on_the_sheet_and_do_not_cover_each_other(state: WarState) -> None:
    figure = position(state)
    FigureCanvasAgg(figure)
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    sheet = figure.bbox
    for box in boxes:
        assert sheet.x0 <= box.x0 < box.x1 <= sheet.x1
        assert sheet.y0 <= box.y0 < box.y1 <= sheet.y1
    assert not [pair for pair in combinations(boxes, 2) if _overlap(*pair)]


def _overlap(one: Bbox, other: Bbox) -> bool:
    """Whether more of two boxes is in common than the room around their letters."""
    common = Bbox.intersection(one, other)
    return common is not None and min(common.width, common.height) > 0.3 * min(
        one.height, other.height
    )


def test_what_a_seat_may_know_is_drawn_as_well(state: WarState) -> None:
    assert written(state.view(None)) == written(state)
    assert written(state.view(Seat.FRANCE)) == written(state)


def test_the_picture_is_wider_than_high() -> None:
    picture = Image.open(io.BytesIO(to_png(playing.start(), width=400)))
    assert picture.width == 400
    assert picture.height < picture.width


def test_nations_are_told_apart_by_more_than_colour() -> None:
    great = [LOOKS[nation] for nation in playing.start().game.nations]
    assert len({look.colour for look in great}) == len({look.hatch for look in great}) == 7


def test_a_war_without_sea_areas_shows_each_kind_of_piece_and_no_sea() -> None:
    told = written(start_of_1800())
    assert not {"⚓", "North Sea", "Adriatic Sea"} & {*told}
    assert "London" not in told
