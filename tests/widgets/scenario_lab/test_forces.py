"""Pieces onto start places: moved, added, removed, and back again."""

import pytest

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.scenario_lab import forces
from marengo.screens.marengo.scenario_lab.draft import Draft, open_draft
from marengo.screens.marengo.scenario_lab.forces import Face

ARMY, START, LATER = "Austrian army", "French army at the start", "French reinforcements"
THREE, TWO, HORSE = Face("infantry", 3), Face("infantry", 2), Face("cavalry", 2)
GUN = Face("artillery", 1, earliest=7)


@pytest.fixture
def draft() -> Draft:
    return open_draft("triomphe")


def standing(draft: Draft, side: Side, place: str) -> list[tuple[str, int]]:
    """Return what starts in a place, in the first game of chance."""
    pieces = draft.game.start(1).pieces
    here = [piece for piece in pieces if piece.side == side and str(piece.place) == place]
    return sorted((piece.kind.name.lower(), piece.strength) for piece in here)


def test_what_stands_where(draft: Draft) -> None:
    assert forces.places_of(draft, ARMY) == {"Alessandria": 20}
    assert forces.faces_at(draft, ARMY, "Alessandria") == {THREE: 3, TWO: 10, HORSE: 6, GUN: 1}
    assert forces.faces_at(draft, ARMY, "8") == {}
    assert forces.places_of(draft, LATER) == {"Tortona": 3, "Novi": 4, "Sale": 1}
    at_symbols = {str(one.number): one.french_start for one in draft.game.board.localities}
    assert forces.places_of(draft, START) == {n: c for n, c in at_symbols.items() if c}
    assert str(GUN) == "artillery 1 (not before 7:00)"


def test_pieces_are_moved_with_all_that_they_are(draft: Draft) -> None:
    moved = forces.move(draft, ARMY, GUN, "Alessandria", "5")
    moved = forces.move(moved, ARMY, THREE, "Alessandria", "10/9", 2)
    assert moved.problem == ""
    assert standing(moved, Side.AUSTRIAN, "5") == [("artillery", 1)]
    assert standing(moved, Side.AUSTRIAN, "10/9") == [("infantry", 3), ("infantry", 3)]
    (force,) = moved.table["forces"]
    assert force["places"] == {"Alessandria": 17, "5": 1, "10/9": 2}
    assert {"kind": "artillery", "strength": 1, "earliest": 7} in force["pieces"]
    assert len(moved.game.start(1).pieces) == len(draft.game.start(1).pieces)


@pytest.mark.parametrize("face", [THREE, TWO, HORSE, GUN])
def test_a_piece_that_is_moved_to_and_fro_is_no_change(draft: Draft, face: Face) -> None:
    there = forces.move(draft, ARMY, face, "Alessandria", "3")
    assert there.changed
    assert forces.move(there, ARMY, face, "3", "Alessandria") == draft


def test_a_pool_moves_its_places(draft: Draft) -> None:
    moved = forces.move(draft, START, None, "31", "45")
    assert moved.table["forces"] == [
        {
            "name": START,
            "places": {"8": 2, "9": 2, "12": 1, "14": 1, "20": 1, "33": 1, "42": 2, "45": 1},
        }
    ]
    assert len(standing(moved, Side.FRENCH, "45")) == 1
    assert standing(moved, Side.FRENCH, "31") == []
    assert forces.move(moved, START, None, "45", "31") == draft


def test_a_pool_gains_and_loses_a_piece_with_a_place(draft: Draft) -> None:
    more = forces.add(draft, LATER, TWO, "Sale", 2)
    assert more.problem == ""
    assert forces.places_of(more, LATER)["Sale"] == 3
    assert forces.faces_at(more, LATER)[TWO] == 6
    assert forces.remove(more, LATER, TWO, "Sale", 2) == draft
    fewer = forces.remove(draft, START, HORSE, "42")
    assert fewer.problem == ""
    assert forces.faces_at(fewer, START)[HORSE] == 2
    assert forces.places_of(fewer, START)["42"] == 1
    assert forces.add(fewer, START, HORSE, "42") == draft


def test_the_last_piece_takes_its_force_away_and_brings_it_back() -> None:
    draft = open_draft("bonaparte")
    name = "French reinforcements of 17:00"
    gone = forces.remove(draft, name, HORSE, "17:00")
    assert gone.table["forces"] == [{"name": name, "remove": True}]
    assert gone.differences == [f"force '{name}' is gone"]
    assert name in forces.force_names(gone)
    assert forces.places_of(gone, name) == {}
    assert forces.add(gone, name, HORSE, "17:00") == draft


def test_a_new_force_takes_pieces_that_belong_to_no_other(draft: Draft) -> None:
    new = "French pieces added"
    assert forces.force_names(draft)[new] == "french"
    more = forces.add(draft, new, HORSE, "45")
    assert more.problem == ""
    assert more.table["forces"] == [
        {
            "name": new,
            "army": "french",
            "pieces": [{"kind": "cavalry", "strength": 2}],
            "places": {"45": 1},
        }
    ]
    assert standing(more, Side.FRENCH, "45") == [("cavalry", 2)]
    assert forces.remove(more, new, HORSE, "45") == draft


def test_a_mistake_is_told_by_the_scenarios_own_check(draft: Draft) -> None:
    more = forces.add(draft, "French pieces added", HORSE, "8")
    assert more.problem.startswith("forces.French pieces added.disorganised: expected True like")
    assert forces.with_mark(more, "French pieces added", "disorganised", True).problem == ""
    crowd = forces.move(draft, ARMY, TWO, "Alessandria", "7", 10)
    assert crowd.problem == "forces: 10 pieces start in locality 7, which holds at most 9"
    both = forces.move(draft, ARMY, TWO, "Alessandria", "8")
    assert both.problem == "forces: both armies start in locality 8"


def test_there_must_be_as_many_as_are_moved(draft: Draft) -> None:
    with pytest.raises(ValueError, match="3 of infantry 3 start in Alessandria, not 4"):
        forces.move(draft, ARMY, THREE, "Alessandria", "1", 4)
    with pytest.raises(ValueError, match="0 of cavalry 2 start in 1, not 1"):
        forces.remove(draft, ARMY, HORSE, "1")
    with pytest.raises(ValueError, match="1 of pieces start in 31, not 2"):
        forces.move(draft, START, None, "31", "45", 2)


def test_a_pool_becomes_pieces_with_places_of_their_own(draft: Draft) -> None:
    known = forces.with_mark(draft, LATER, "draw", False)
    assert known.differences == [f"force '{LATER}': assigned in the order written"]
    assert forces.faces_at(known, LATER, "Sale") == {Face("artillery", 1): 1}
    assert forces.marks_of(known, LATER) == {"draw": False, "disorganised": False}
    assert "inactive" in forces.marks_of(open_draft("bonaparte"), START)


def test_places_are_those_of_ones_own_boxes_and_where_no_enemy_stands(draft: Draft) -> None:
    board = draft.game.board
    assert forces.start_boxes(board, "austrian") == ["Alessandria"]
    assert forces.start_boxes(board, "french") == ["Tortona", "Novi", "Sale"]
    austrian = forces.start_places(draft, board, "austrian")
    assert {place.locality for place in austrian}.isdisjoint({8, 9, 12, 14, 20, 31, 33, 42})
    assert Place(1, 5, "a") in austrian
    assert not [place for place in austrian if place.towards and board.approach(place).impassable]
    assert Place(8, 9) in forces.start_places(draft, board, "french")
    ahead = forces.move(draft, ARMY, TWO, "Alessandria", "45/49")
    assert Place(45) not in forces.start_places(ahead, board, "french")


def test_symbols_follow_the_ground() -> None:
    """The Guard's symbol in 56 is gone from that what-if."""
    draft = open_draft("bonaparte-guard-with-monnier")
    assert "56" in forces.places_of(open_draft("bonaparte"), START)
    assert "56" not in forces.places_of(draft, START)


def test_kinds_and_strengths_are_those_of_the_schema() -> None:
    assert forces.KINDS == ("infantry", "cavalry", "artillery")
    assert forces.STRENGTHS == (1, 2, 3, 4)
