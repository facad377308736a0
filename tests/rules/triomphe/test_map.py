"""Chapter 3 of the digest: positions, adjacency, width, capacity, roads and directions."""

from collections import Counter

import numpy as np
import pytest

from marengo.games.marengo.board import Board
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from marengo.paths import data_path
from tests.helpers import (
    austrian_turn,
    french_turn,
    game,
    play,
    settle,
    starting,
    texts,
    where,
    winner,
)
from tests.toys import row, toy_game

BOARD = Board.read(data_path("boards/triomphe.geojson"))


def test_every_locality_is_a_polygon_that_holds_pieces() -> None:
    """T-3.1: the map is its localities; elsewhere nothing can stand."""
    for locality in BOARD.localities:
        assert len(locality.polygon) >= 3
        state = austrian_turn({str(locality.number): "I2"})
        assert state.occupier(locality.number) is Side.AUSTRIAN
    with pytest.raises(ValueError, match="91"):
        austrian_turn({"91": "I2"})


def test_a_locality_has_a_reserve_and_an_approach_on_each_side() -> None:
    """T-3.2: with enemies all round, a piece may go to each approach of 13 and nowhere else."""
    state = austrian_turn({"13": "I3"}, {"10": "I2", "15": "I2", "21": "I2"})
    marches = {"march A1 13/10", "march A1 13/15", "march A1 13/21"}
    assert starting(state, "march") == marches
    assert where(state, "A1") == "13"


def test_a_piece_is_in_exactly_one_position() -> None:
    """T-3.3: a piece that goes to an approach is no longer in reserve."""
    state = austrian_turn({"5": "I3"}, {"10": "I2"})
    play(state, "march A1 5/10")
    assert where(state, "A1") == "5/10"
    assert (state.count("5"), state.count("5/10")) == (0, 1)


def test_any_number_of_pieces_share_a_position() -> None:
    """T-3.4: three more pieces join six in a narrow approach."""
    state = austrian_turn({"5": "I3 I2 C2", "5/10": "I1 I1 I1 C1 C1 A1"}, {"10": "I2"})
    play(state, "march A1,A2,A3 5/10")
    assert state.count("5/10") == 9


@pytest.mark.parametrize("place", ["9", "9/8", "9/4"])
def test_a_piece_in_any_position_occupies_its_locality(place: str) -> None:
    """T-3.5: reserve or approach, one French piece keeps Austrian marches out of 9."""
    state = austrian_turn({"4": "I3"}, {place: "I2"})
    assert state.occupier(9) is Side.FRENCH
    assert "march A1 9" not in texts(state)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_locality_is_ever_occupied_by_both_armies(seed: int) -> None:
    """T-3.6: holds after every action of a game of random moves."""
    chance = np.random.default_rng(seed)
    state = game.start(seed)
    for _ in range(600):
        moves = state.legal_moves()
        if not moves:
            break
        state.play(moves[chance.integers(len(moves))])
        if state.decision is Decision.ACTION:
            held = {(str(p.place).partition("/")[0], p.side) for p in state.pieces if p.place}
            numbers = Counter(number for number, _ in held if number.isdigit())
            assert max(numbers.values(), default=1) == 1


def test_adjacent_localities_share_a_side() -> None:
    """T-3.7: 5 borders on 1, 4 and 10; a corner in common with 9 does not make it adjacent."""
    state = austrian_turn({"5": "I3"})
    assert starting(state, "march") == {"march A1 1", "march A1 4", "march A1 10"}


def test_corners_do_not_make_adjacent() -> None:
    """T-21.2: 9 and 5 meet in a corner: no attack, and neither can block against the other."""
    assert not starting(austrian_turn({"5": "I3"}, {"9": "I2"}), "attack")
    state = austrian_turn({"4": "I3"}, {"9": "I2"})
    assert starting(state, "attack") == {"attack A1 4/9"}
    with pytest.raises(ValueError, match="5/9"):
        austrian_turn({"5/9": "I3"}, {"9": "I2"})


def test_the_two_approaches_of_a_border_are_opposite() -> None:
    """T-3.8: from 5/10 a piece reaches nothing but 10, and a piece in 10/5 blocks it."""
    assert starting(austrian_turn({"5/10": "I3"}), "march") == {"march A1 5", "march A1 10"}
    assert "attack A1 5/10" in texts(austrian_turn({"5/10": "I3"}, {"10": "I2"}))
    assert "attack A1 5/10" in texts(austrian_turn({"5/10": "I3"}, {"10/9": "I2"}))
    blocked = austrian_turn({"5/10": "I3"}, {"10/5": "I2"})
    assert "attack A1 5/10" not in texts(blocked)
    assert "assault 5/10" in texts(blocked)


@pytest.mark.parametrize(("enemy", "left"), [({"2": "I2"}, {1: 1}), ({"4": "I2"}, {})])
def test_an_impassable_border_leaves_localities_adjacent(
    enemy: dict[str, str], left: dict[int, int]
) -> None:
    """T-3.9: an enemy beyond an impassable border keeps the disc of 1 from coming back."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}, 4: {}},
        [{"a": 1, "b": 2, "impassable": True}, {"a": 2, "b": 3}, {"a": 3, "b": 4}],
    )
    state = french_turn({"1": "I2"}, enemy, on=toy, hour=16, committed={Side.FRENCH: {1: 1}})
    play(state, "end")
    assert state.committed(Side.FRENCH) == left


def test_sides_at_water_have_no_opposite() -> None:
    """T-3.9: 13 has sides at the Bormida; they are no places to stand in."""
    sides = BOARD.approaches_of(13)
    assert sum(side.opposite is None for side in sides) > 0
    assert {str(place) for place in BOARD.places() if place.locality == 13} == {
        "13",
        "13/10",
        "13/15",
        "13/21",
    }


@pytest.mark.parametrize(("defended", "legal"), [("4/5", True), ("10/5", False)])
def test_wide_and_narrow_approaches(defended: str, legal: bool) -> None:
    """T-3.10: the border of 5 with 4 is wide, that with 10 narrow: one piece closes only it."""
    target = defended.partition("/")[0]
    state = austrian_turn({"5": "I3"}, {defended: "I2"})
    assert (f"attack A1 5/{target}" in texts(state)) is legal


def test_both_approaches_of_a_border_have_the_same_width() -> None:
    """T-3.11: so it is on the whole board."""
    for side in BOARD.approaches:
        if side.opposite is not None:
            assert side.wide is BOARD.opposite(side.place).wide


def test_the_width_of_the_defence_approach_counts() -> None:
    """T-3.11: where data differ, one piece closes the narrow side only."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "a_wide": False, "b_wide": True}])
    assert "attack A1 1/2" in texts(austrian_turn({"1": "I3"}, {"2/1": "I2"}, on=toy))
    assert "attack A1 2/1" not in texts(austrian_turn({"2": "I3"}, {"1/2": "I2"}, on=toy))


@pytest.mark.parametrize(("place", "orders"), [("1/2", 2), ("2/1", 3)])
def test_the_width_of_the_approach_occupied_counts_for_blocking(place: str, orders: int) -> None:
    """T-3.11: where data differ, two pieces go for nothing into the wide side only."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "a_wide": False, "b_wide": True}])
    own, enemy = place.split("/")
    state = austrian_turn({own: "I3 I2"}, {enemy: "I2"}, on=toy)
    assert play(state, f"march A1,A2 {place}").orders == orders


@pytest.mark.parametrize(
    ("wide", "blocking", "result"),
    [
        (False, "", "won"),
        (False, "I2", "closed"),
        (False, "I2 I1", "closed"),
        (True, "", "won"),
        (True, "I2", "lost"),
        (True, "I2 I1", "closed"),
        (True, "I2 I1 C1", "closed"),
    ],
)
def test_blocking(wide: bool, blocking: str, result: str) -> None:
    """T-3.12: narrow: one piece blocks fully; wide: two do, one blocks partially."""
    toy = row(3, borders={1: {"wide": wide}})
    french = {"2/3": "I2"} | ({"2/1": blocking} if blocking else {})
    state = austrian_turn({"1": "I3"}, french, on=toy)
    assert ("attack A1 1/2" in texts(state)) is (result != "closed")
    if result != "closed":
        settle(play(state, "attack A1 1/2"))
        assert where(state, "A1") == {"won": "2", "lost": "1"}[result]


def test_capacity_counts_all_positions_together() -> None:
    """T-3.20: two of three places of Marengo are taken, one of them in an approach."""
    state = austrian_turn({"9": "I3 I2", "14": "C2", "14/8": "I1"}, {"8": "I2"})
    assert "march A1 14" in texts(state)
    assert "march A1,A2 14" not in texts(state)


def test_enemy_pieces_do_not_count_against_capacity() -> None:
    """T-3.20: three pieces may attack the three French pieces in Marengo."""
    state = austrian_turn({"9": "I3 I2 C2"}, {"14": "I3 I2 C2"})
    assert "attack A1,A2,A3 9/14" in texts(state)


def test_capacity_binds_when_passing_by_road() -> None:
    """T-3.21: a full Marengo cannot be entered, not even to pass through to 19."""
    full = play(austrian_turn({"9": "I1", "14": "I3 I2 C2"}), "road A1")
    assert "cross 9-14" not in texts(full)
    room = play(austrian_turn({"9": "I1", "14": "I3 I2"}), "road A1", "cross 9-14")
    assert "cross 14-19:c20" in texts(room)


def test_capacity_binds_attackers() -> None:
    """T-3.21: a locality with room for one is attacked and assaulted by one."""
    toy = row(2, capacities=(20, 1), borders={1: {"wide": True}})
    state = austrian_turn({"1": "I3 I2"}, {"2": "I1"}, on=toy)
    assert starting(state, "attack") == {"attack A1 1/2", "attack A2 1/2"}
    state = austrian_turn({"1/2": "I3 I2"}, {"2/1": "I1"}, on=toy)
    play(state, "assault 1/2", "lead F1")
    assert texts(state) == {"send A1 lead A1", "send A2 lead A2"}


@pytest.mark.parametrize(("capacity", "end"), [(2, ""), (3, "3")])
def test_capacity_binds_retreats(capacity: int, end: str) -> None:
    """T-3.21: the retreating cavalry finds room in 3 or is destroyed."""
    toy = row(3, capacities=(20, 20, capacity))
    state = austrian_turn({"1/2": "I3"}, {"2": "C2", "3": "I2 I2"}, on=toy)
    settle(play(state, "attack A1 1/2"))
    assert where(state, "F1") == end


@pytest.mark.parametrize(("pieces", "legal"), [(15, True), (16, False)])
def test_capacity_binds_entry(pieces: int, legal: bool) -> None:
    """T-3.21: with 16 pieces in the entry locality nobody enters by road or by pontoon."""
    state = austrian_turn({"Alessandria": "I3", "1": " ".join(["I1"] * pieces)})
    assert ("pontoon A1" in texts(state)) is legal
    assert ("road A1" in texts(state)) is legal


@pytest.mark.parametrize("east", [True, False])
def test_the_objective_line_divides_the_localities(east: bool) -> None:
    """T-3.26: the third piece, in 69 or next to it in 66, decides the marginal victory."""
    third = "69" if east else "66"
    state = french_turn({"20": "I2"}, {"74": "I3", "77/70": "I2", third: "C1"}, hour=21)
    assert winner(play(state, "end")) is (Side.AUSTRIAN if east else Side.FRENCH)


def test_every_locality_lies_on_one_side_of_the_objective_line() -> None:
    """T-3.26: the line runs between neighbours, the first of each pair in the west."""
    side = {locality.number: locality.east_of_objective for locality in BOARD.localities}
    assert None not in side.values()
    crossed = {
        (a.locality, a.opposite)
        for a in BOARD.approaches
        if a.opposite is not None and not side[a.locality] and side[a.opposite]
    }
    assert crossed == set(BOARD.objective)


def test_direction_arrows_point_from_west_to_east() -> None:
    """T-3.27: with the arrow is east, against it west, without arrow neither."""
    against = {"east": "west", "west": "east", None: None}
    for side in BOARD.approaches:
        if side.opposite is not None:
            assert BOARD.opposite(side.place).direction == against[side.direction]


def test_austria_retreats_west() -> None:
    """T-3.27: of the neighbours of 13 only 10 lies west; 21 lies east."""
    state = french_turn({"15": "I3"}, {"13": "C2"})
    play(state, "attack F1 15/13", "respond none")
    assert where(state, "A1") == "10"


def test_unmarked_borders_are_no_worse_than_east_for_the_french() -> None:
    """T-3.27: from 10 the borders with 13 and 20 lead east, that with 9 is unmarked."""
    state = austrian_turn({"5/10": "I3"}, {"10": "C2"})
    play(state, "attack A1 5/10")
    assert texts(state) == {"retreat F1 13", "retreat F1 20", "retreat F1 9"}


def test_directions_do_not_matter_for_marches() -> None:
    """T-3.27: either army marches east and west."""
    both = {"march F1 5", "march F1 13"}
    assert both <= texts(french_turn({"10": "I3"}))
    assert {"march A1 5", "march A1 13"} <= texts(austrian_turn({"10": "I3"}))


def decorated(name: str, note: str) -> TriompheGame:
    """Return a toy whose second locality bears that name and note."""
    made: TriompheGame = toy_game(
        {1: {}, 2: {"name": name, "note": note}, 3: {}}, [{"a": 1, "b": 2}]
    )
    return made


def test_other_artwork_has_no_effect() -> None:
    """T-3.28: a village in a wood is a locality like any other."""
    plain, village = (
        austrian_turn({"1": "I3 C2"}, {"2": "I2"}, on=toy)
        for toy in (decorated("", ""), decorated("Marengo", "wood, marsh and stream"))
    )
    assert texts(plain) == texts(village)
    for state in (plain, village):
        settle(play(state, "attack A1,A2 1/2", "respond none"))
    assert [str(piece) for piece in plain.pieces] == [str(piece) for piece in village.pieces]


@pytest.mark.parametrize(("wide", "legal"), [(False, False), (True, True)])
def test_positions_of_the_rulebook_figure(wide: bool, legal: bool) -> None:
    """T-21.1: one approach fully blocked whatever its width, the second only if narrow."""
    borders = [{"a": 1, "b": n, "wide": wide} for n in (2, 3, 4)]
    toy = toy_game({1: {"capacity": 6}, 2: {}, 3: {}, 4: {}}, borders)
    french = {"1/2": "I3 I1", "1/3": "C1", "1": "A1 C2"}
    state = austrian_turn({"2": "I3", "3": "I2", "4": "I1"}, french, on=toy)
    assert state.occupier(1) is Side.FRENCH
    assert "attack A1 2/1" not in texts(state)
    assert ("attack A2 3/1" in texts(state)) is legal
    assert "attack A3 4/1" in texts(state)
    more = french_turn(french | {"4": "I3 I2"}, on=toy)
    assert "march F6 1" in texts(more)
    assert "march F6,F7 1" not in texts(more)


def test_french_set_up_symbols() -> None:
    """T-3.25: each locality starts with as many French pieces as it has bars."""
    bars = Counter({n.number: n.french_start for n in BOARD.localities if n.french_start})
    pieces = [piece for piece in game.start(3).pieces if piece.side is Side.FRENCH]
    assert Counter(int(str(p.place)) for p in pieces if str(p.place).isdigit()) == bars
