"""Chapter 6 of the digest: the set-up and its blind draw."""

from collections import Counter
from functools import cache

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, verbs, where
from tests.knowledge import blocks, remaining
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

SYMBOLS = {"6": 2, "7": 1, "8": 1, "10": 1, "11": 1, "16": 2, "39": 3, "56": 1}
BOXES = {"12:00": (13, 14), "16:00": (15, 18), "17:00": (19, 19)}


@cache
def starts() -> list[BonaparteState]:
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


def test_the_game_starts_at_six() -> None:
    """B-6.1: the first round, with the Austrian turn."""
    assert (starts()[0].hour, starts()[0].turn) == (6, AUSTRIAN)


def test_morale_at_the_start() -> None:
    """B-6.2."""
    state = starts()[0]
    assert (state.morale(FRENCH), state.morale(AUSTRIAN)) == (17, 16)
    assert [state.demoralised(side) for side in Side] == [None, None]


def test_where_the_armies_begin() -> None:
    """B-6.3, B-6.7: the French start group on the map, all others in four boxes."""
    state = starts()[0]
    assert len(state.pieces) == 39
    assert {where(state, name) for name in names("A", 1, 20)} == {"6:00"}
    assert all(where(state, name).isdigit() for name in names("F", 1, 12))
    for box, (first, last) in BOXES.items():
        assert {where(state, name) for name in names("F", first, last)} == {box}


def test_as_many_french_pieces_as_symbols() -> None:
    """B-6.4: in every draw."""
    for state in starts()[:50]:
        assert Counter(where(state, name) for name in names("F", 1, 12)) == SYMBOLS


@pytest.mark.parametrize("piece", ["F1", "F5", "F12"])
@pytest.mark.parametrize("place", ["11", "56", "16", "39"])
def test_every_assignment_is_equally_likely(piece: str, place: str) -> None:
    """B-6.4: each of the twelve pieces draws each of the twelve symbols as often."""
    assert share(piece, place) == near(SYMBOLS[place] / 12)


def test_the_draws_of_two_pieces_are_independent() -> None:
    """B-6.4: both symbols of 16 are cavalry in 3 of 66 draws."""
    cavalry = names("F", 10, 12)
    both = sum(sum(where(s, name) == "16" for name in cavalry) == 2 for s in starts())
    assert both / len(starts()) == near(3 / 66)


def test_nobody_chooses_before_the_pieces_are_placed() -> None:
    """B-6.4: the game starts with Austria's first action; equal seeds deal alike."""
    state = game.start(7)
    assert (state.decision, state.to_move) == (Decision.ACTION, AUSTRIAN)
    assert verbs(state) == {"end", "road", "pontoon"}
    assert state.hash() == game.start(7).hash()


def test_the_draw_is_seen_by_the_french_player_only() -> None:
    """B-6.4, B-17.10: he knows all his pieces; to the Austrian player all draws look alike."""
    one, other = starts()[:2]
    assert {(p.name, str(p.place)) for p in one.view(FRENCH).own} == {
        (p.name, str(p.place)) for p in one.pieces if p.side is FRENCH
    }
    assert one.view(FRENCH) != other.view(FRENCH)
    assert one.view(AUSTRIAN) == other.view(AUSTRIAN)
    assert all(known(one, AUSTRIAN, place) == {"?": n} for place, n in SYMBOLS.items())


def test_french_start_pieces_begin_in_reserve_and_inactive() -> None:
    """B-6.5, B-6.6."""
    for state in starts()[:20]:
        pieces = [state.piece(name) for name in names("F", 1, 12)]
        assert all("/" not in str(piece.place) and not piece.active for piece in pieces)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (names("F", 1, 12), {"I3": 2, "I2": 7, "C2": 3}),
        (names("A", 1, 20), {"I3": 3, "I2": 10, "C2": 6, "A1": 1}),
    ],
)
def test_order_of_battle(pieces: list[str], expected: dict[str, int]) -> None:
    """B-6.8."""
    found = [starts()[0].piece(name) for name in pieces]
    assert Counter(f"{piece.kind.name[0]}{piece.strength}" for piece in found) == expected


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ("12:00", {"I3": 1, "I2": 1}),
        ("16:00", {"I3": 1, "I2": 2, "A1": 1}),
        ("17:00", {"C2": 1}),
    ],
)
def test_the_french_boxes(box: str, expected: dict[str, int]) -> None:
    """B-6.9: two, four and one piece."""
    found = [piece for piece in starts()[1].pieces if str(piece.place) == box]
    assert Counter(f"{piece.kind.name[0]}{piece.strength}" for piece in found) == expected


def test_both_players_know_what_each_group_contains() -> None:
    """B-6.10, B-17.5: the start group and every box for itself, not the order."""
    state = starts()[0]
    assert remaining(state, FRENCH) == {"I3": 3, "I2": 10, "C2": 6, "A1": 1}
    assert remaining(state, AUSTRIAN) == {"I3": 4, "I2": 10, "C2": 4, "A1": 1}
    assert blocks(state, FRENCH, "6:00") == [{"I3", "I2", "C2", "A1"}] * 20
    for place, number in SYMBOLS.items():
        assert blocks(state, AUSTRIAN, place) == [{"I3", "I2", "C2"}] * number
    assert blocks(state, AUSTRIAN, "12:00") == [{"I3", "I2"}] * 2
    assert blocks(state, AUSTRIAN, "16:00") == [{"I3", "I2", "A1"}] * 4
    assert blocks(state, AUSTRIAN, "17:00") == [{"C2"}]


@pytest.mark.parametrize("box", ["6:00", "12:00"])
def test_the_order_inside_a_box_is_hidden(box: str) -> None:
    """B-6.10, B-17.9: whichever piece enters, the opponent sees one piece enter."""
    views = []
    for number in (1, 2, 3):
        if box == "6:00":
            state = austrian_turn({box: "I3 C2 I2"}, {"39": "I2"}, hour=12)
            play(state, f"road A{number}", "stop")
        else:
            state = french_turn({box: "I3 C2 I2"}, {"1": "I2"}, hour=12)
            play(state, f"road F{number}", "stop")
        views.append(state.view(state.turn.enemy))
    assert views[0] == views[1] == views[2]


def test_reinforcements_are_active_when_they_enter() -> None:
    """B-6.21: without any choice, and they march at once."""
    state = game.start(1)
    while (state.hour, state.turn) != (12, FRENCH):
        end_turn(state)
    play(state, "road F13", "cross 66-58", "stop")
    assert state.piece("F13").active
    assert where(state, "F13") == "58"
