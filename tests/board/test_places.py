import pytest
from hypothesis import given
from hypothesis import strategies as st

from marengo.games.marengo.board import Approach, Board, Place
from marengo.paths import data_path

numbers = st.integers(min_value=1, max_value=999)
places = st.builds(Place, numbers) | st.builds(
    Place, numbers, numbers, st.none() | st.sampled_from("abc")
)


@given(places)
def test_text_and_place_round_trip(place: Place) -> None:
    assert Place.parse(str(place)) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [("8", Place(8)), ("8/4", Place(8, 4)), ("1/5a", Place(1, 5, "a")), (" 9 ", Place(9))],
)
def test_the_notation_of_the_designer(text: str, place: Place) -> None:
    assert Place.parse(text) == place


@pytest.mark.parametrize("text", ["", "8/", "/4", "8/4/2", "8a", "8/4ab", "-8", "8 / 4", "٨"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a place"):
        Place.parse(text)


def test_opposite_places() -> None:
    """The two approaches of one border are opposite (T-3.8); a reserve has no opposite (T-3.2)."""
    assert Place(1, 5, "a").opposite == Place(5, 1, "a")
    assert Place(1).is_reserve
    assert not Place(1, 5).is_reserve
    with pytest.raises(ValueError, match="reserve of 8"):
        _ = Place(8).opposite


def test_a_side_at_water_is_no_place() -> None:
    """Sides facing the map's edge or open water have no opposite (T-3.9)."""
    with pytest.raises(ValueError, match="water"):
        _ = Approach(1, None).place


def test_looking_up() -> None:
    board = Board.read(data_path("boards/triomphe.geojson"))
    assert board.approach("8/9").place == Place(8, 9)
    assert board.opposite(Place(8, 9)).place == Place(9, 8)
    assert board.locality(14).name == "Marengo"
    assert board.crossing("c19").between == (9, 14)
    assert board.entry("Novi").locality == 76
    assert len(board.places()) == 90 + 344
    assert str(board.places()[0]) == "1"


@pytest.mark.parametrize("name", ["approach", "opposite", "crossing", "entry", "locality"])
def test_looking_up_what_is_not_there(name: str) -> None:
    board = Board.read(data_path("boards/triomphe.geojson"))
    with pytest.raises(KeyError, match="triomphe has no"):
        getattr(board, name)(1000 if name == "locality" else "1000/1")
