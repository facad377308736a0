"""Chapter 4 of the digest: the set-up and its two blind draws."""

from collections import Counter
from functools import cache

import pytest

from marengo.games.marengo.board import Board
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.triomphe.state import TriompheState
from marengo.paths import data_path
from tests.helpers import end_turn, french_turn, game, known, play, starting, verbs, where
from tests.knowledge import remaining


@cache
def starts() -> list[TriompheState]:
    """Return so many starts that no draw can seem favoured: limits are five standard errors."""
    return [game.start(seed) for seed in range(600)]


def names(army: str, first: int, last: int) -> list[str]:
    return [f"{army}{number}" for number in range(first, last + 1)]


def share(piece: str, place: str) -> float:
    """Return in what share of the starts a piece stands at a place."""
    return sum(where(state, piece) == place for state in starts()) / len(starts())


def near(chance: float) -> object:
    error = (chance * (1 - chance) / len(starts())) ** 0.5
    return pytest.approx(chance, abs=5 * error)


def left(track: dict[int, int]) -> dict[int, int]:
    return {hour: discs for hour, discs in track.items() if discs}


def test_the_time_disc_starts_on_six() -> None:
    """T-4.1."""
    assert starts()[0].hour == 6


def test_discs_of_austria_on_the_time_track() -> None:
    """T-4.2: two an hour from 6 to 11; those of 6:00 are taken by the first morale update."""
    state = starts()[0]
    assert left(state.track(Side.AUSTRIAN)) == {7: 2, 8: 2, 9: 2, 10: 2, 11: 2}
    assert state.uncommitted(Side.AUSTRIAN) == 2


def test_discs_of_france_on_the_time_track() -> None:
    """T-4.2: twelve, the last of them at 17:00."""
    track = {6: 1, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1, 12: 2, 16: 3, 17: 1}
    assert left(starts()[0].track(Side.FRENCH)) == track


def test_three_french_discs_start_uncommitted() -> None:
    """T-4.3: three, and a fourth after the French morale update of 6:00."""
    state = game.start(1)
    assert state.uncommitted(Side.FRENCH) == 3
    assert end_turn(state).uncommitted(Side.FRENCH) == 4


def test_austria_starts_with_none_uncommitted_and_is_not_demoralised() -> None:
    """T-4.3: its level is made by the discs of 6:00 alone, and the game goes on."""
    state = starts()[0]
    assert state.level(Side.AUSTRIAN) == 2
    assert state.committed(Side.AUSTRIAN) == {}
    assert state.outcome is None


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (names("A", 1, 20), {"I3": 3, "I2": 10, "C2": 6, "A1": 1}),
        (names("F", 1, 11), {"I3": 2, "I2": 6, "C2": 3}),
        (names("F", 12, 19), {"I3": 2, "I2": 4, "C2": 1, "A1": 1}),
    ],
)
def test_order_of_battle(pieces: list[str], expected: dict[str, int]) -> None:
    """T-4.4: twenty Austrian pieces, eleven French at the start, eight French later."""
    found = [starts()[0].piece(name) for name in pieces]
    assert Counter(f"{piece.kind.name[0]}{piece.strength}" for piece in found) == expected


def test_no_other_pieces() -> None:
    """T-4.4: 39 pieces in all."""
    assert len(starts()[0].pieces) == 39


def test_both_players_know_the_lists() -> None:
    """T-4.5: each knows what the enemy army consists of."""
    state = starts()[0]
    assert remaining(state, Side.FRENCH) == {"I3": 3, "I2": 10, "C2": 6, "A1": 1}
    assert remaining(state, Side.AUSTRIAN) == {"I3": 4, "I2": 10, "C2": 4, "A1": 1}


def test_the_starting_pieces_are_on_the_map_and_the_reinforcements_in_boxes() -> None:
    """T-4.5: the list at the start and that of the reinforcements are drawn from apart."""
    for state in starts():
        assert all(where(state, name).isdigit() for name in names("F", 1, 11))
        assert not any(where(state, name).isdigit() for name in names("F", 12, 19))


def test_as_many_french_pieces_as_symbols() -> None:
    """T-4.6: eight localities, three with two pieces and five with one."""
    symbols = {8: 2, 9: 2, 12: 1, 14: 1, 20: 1, 31: 1, 33: 1, 42: 2}
    board = Board.read(data_path("boards/triomphe.geojson"))
    assert {n.number: n.french_start for n in board.localities if n.french_start} == symbols
    for state in starts()[:50]:
        found = Counter(where(state, name) for name in names("F", 1, 11))
        assert found == {str(number): count for number, count in symbols.items()}


@pytest.mark.parametrize("piece", ["F1", "F5", "F11"])
@pytest.mark.parametrize(("place", "symbols"), [("14", 1), ("31", 1), ("9", 2), ("42", 2)])
def test_every_assignment_of_the_start_is_equally_likely(
    piece: str, place: str, symbols: int
) -> None:
    """T-4.6: each of the eleven pieces draws each of the eleven symbols as often."""
    assert share(piece, place) == near(symbols / 11)


def test_the_draws_of_two_pieces_are_independent() -> None:
    """T-4.6: both symbols of a locality are cavalry in 3 of 55 draws."""
    cavalry = names("F", 9, 11)
    both = sum(sum(where(s, name) == "9" for name in cavalry) == 2 for s in starts()) / len(
        starts()
    )
    assert both == near(3 / 55)


def test_french_pieces_start_in_reserve_and_disorganised() -> None:
    """T-4.7: every starting piece stands in a reserve, none is organised."""
    for state in starts()[:20]:
        pieces = [state.piece(name) for name in names("F", 1, 11)]
        assert all("/" not in str(piece.place) and not piece.organised for piece in pieces)


def test_the_french_player_sees_what_he_was_dealt() -> None:
    """T-4.7: he knows each of his pieces, the Austrian player none."""
    state = starts()[0]
    faces = [(piece.kind, piece.strength) for piece in state.view(Side.FRENCH).own]
    assert len(faces) == 19
    assert known(state, Side.AUSTRIAN, "9") == Counter("??")


@pytest.mark.parametrize(("box", "pieces"), [("Tortona", 3), ("Novi", 4), ("Sale", 1)])
def test_reinforcements_are_dealt_to_three_boxes(box: str, pieces: int) -> None:
    """T-4.8: three, four and one of the eight pieces."""
    for state in starts()[:50]:
        assert sum(where(state, name) == box for name in names("F", 12, 19)) == pieces


@pytest.mark.parametrize("piece", ["F12", "F15", "F19"])
@pytest.mark.parametrize(("box", "pieces"), [("Tortona", 3), ("Novi", 4), ("Sale", 1)])
def test_every_assignment_to_the_boxes_is_equally_likely(piece: str, box: str, pieces: int) -> None:
    """T-4.8: each reinforcement draws each of the eight places as often."""
    assert share(piece, box) == near(pieces / 8)


def test_the_two_draws_are_independent() -> None:
    """T-4.8: where the artillery waits says nothing of what stands in Marengo."""
    late = [state for state in starts() if where(state, "F19") == "Novi"]
    cavalry = sum(any(where(s, n) == "14" for n in names("F", 9, 11)) for s in late) / len(late)
    assert cavalry == pytest.approx(3 / 11, abs=5 * (3 / 11 * 8 / 11 / len(late)) ** 0.5)


@pytest.mark.parametrize(("hour", "enters"), [(6, False), (16, False), (17, True), (18, True)])
def test_the_box_of_five_opens_in_the_afternoon(hour: int, enters: bool) -> None:
    """T-4.9: the piece on the Sale road waits for 17:00."""
    state = french_turn({"Sale": "I3"}, {"5": "I2"}, hour=hour)
    assert ("road F1" in starting(state, "road")) is enters


def test_austria_starts_in_its_box_with_the_artillery_apart() -> None:
    """T-4.10: all twenty pieces wait at Alessandria, of which only the artillery is seen."""
    state = starts()[0]
    assert {where(state, name) for name in names("A", 1, 20)} == {"Alessandria"}
    assert [name for name in names("A", 1, 20) if state.piece(name).face_up] == ["A20"]
    assert known(state, Side.FRENCH, "Alessandria") == Counter({"?": 19, "A1": 1})


def seven_o_clock() -> TriompheState:
    return end_turn(end_turn(game.start(1)))


def test_the_artillery_is_shuffled_in_at_seven() -> None:
    """T-4.10: from the 7:00 round it lies hidden among the others."""
    state = seven_o_clock()
    assert (state.hour, state.turn) == (7, Side.AUSTRIAN)
    assert not state.piece("A20").face_up
    assert known(state, Side.FRENCH, "Alessandria") == Counter({"?": 20})


def test_nobody_decides_anything_during_set_up() -> None:
    """T-4.11: the game starts with Austria's first action, and equal seeds deal alike."""
    state = game.start(7)
    assert (state.decision, state.to_move) == (Decision.ACTION, Side.AUSTRIAN)
    assert verbs(state) == {"end", "road", "pontoon"}
    assert state.hash() == game.start(7).hash()
    assert state.piece("A20").kind is Kind.ARTILLERY
    play(state, "end")
    assert (state.decision, state.to_move) == (Decision.ACTION, Side.FRENCH)
