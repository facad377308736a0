"""Chapter 5 of the digest: localities, pairs of approaches, capacity, start symbols and stars."""

from collections import Counter

import numpy as np
import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.marengo.board import Board
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.paths import data_path
from tests.helpers import play, starting, texts, where, winner
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import finish
from tests.toys import toy_game

BOARD = Board.read(data_path("boards/bonaparte.geojson"))
START = {6: 2, 7: 1, 8: 1, 10: 1, 11: 1, 16: 2, 39: 3, 56: 1}


def test_every_piece_on_the_map_is_in_one_position_of_one_locality() -> None:
    """B-5.1: through a game of random moves; elsewhere nothing can stand."""
    places = {str(place) for place in BOARD.places()} | {"", "6:00", "12:00", "16:00", "17:00"}
    chance = np.random.default_rng(5)
    state = game.start(5)
    for _ in range(600):
        if not (moves := state.legal_moves()):
            break
        state.play(moves[chance.integers(len(moves))])
        assert {where(state, piece.name) for piece in state.pieces} <= places
    with pytest.raises(ValueError, match="67"):
        austrian_turn({"67": "I2"})


def test_a_locality_has_a_reserve_and_an_approach_on_each_side() -> None:
    """B-5.2: with enemies all round a piece of 17 may block one of six approaches."""
    around = ["7", "11", "13", "16", "23", "27"]
    state = austrian_turn({"17": "I3"}, dict.fromkeys(around, "I2"))
    assert starting(state, "march") == {f"march A1 17/{number}" for number in around}
    play(state, "march A1 17/27")
    assert (where(state, "A1"), state.count("17"), state.count("17/27")) == ("17/27", 0, 1)


@pytest.mark.parametrize("pieces", ["I3 I2", "I2 I3"])
def test_the_order_of_pieces_in_a_position_has_no_effect(pieces: str) -> None:
    """B-5.3: either piece of an approach may leave, and either may lead."""
    state = austrian_turn({"17/27": pieces}, {"27/17": "I2"})
    assert starting(state, "march") == {"march A1 17", "march A2 17"}
    state = austrian_turn({"17/27": pieces}, {"27/17": "I2"}, step=2)
    play(state, "assault A1 17/27", "join A2")
    assert texts(state) == {"lead A1", "lead A2"}


def test_approaches_come_in_pairs() -> None:
    """B-5.4: or have no partner, and then are no places to stand in."""
    paired = [side for side in BOARD.approaches if side.opposite is not None]
    for side in paired:
        partner = BOARD.opposite(side.place)
        assert (partner.opposite, partner.pair) == (side.locality, side.pair)
    assert len(paired) < len(BOARD.approaches)
    assert len(BOARD.places()) == len(BOARD.localities) + len(paired)


@pytest.mark.parametrize(("place", "corner"), [("16", "27"), ("17", "29"), ("27", "34")])
def test_a_common_corner_does_not_make_adjacent(place: str, corner: str) -> None:
    """B-5.5: no move, no attack, no blocking, no activation."""
    assert f"march A1 {corner}" not in texts(austrian_turn({place: "I3"}))
    state = austrian_turn({place: "I3"}, {corner: "I2"})
    assert not starting(state, "attack")
    assert not any("/" in text for text in texts(state))
    with pytest.raises(ValueError, match=f"{place}/{corner}"):
        austrian_turn({f"{place}/{corner}": "I3"}, {corner: "I2"})
    assert not french_turn({place: "~I3"}, {corner: "I2"}, step=0).piece("F1").active


def test_localities_that_share_a_pair_are_adjacent() -> None:
    """B-5.5, B-5.8: a piece of 10 goes to its four neighbours, and no further without a road."""
    state = austrian_turn({"10": "I3"})
    assert starting(state, "march") == {f"march A1 {number}" for number in (5, 8, 12, 16)}
    assert set(BOARD.neighbours(10)) == {5, 8, 12, 16}


def impassable() -> BonaparteGame:
    """Return a toy of three localities in a row; between 1 and 2 nobody can pass."""
    borders = [{"a": 1, "b": 2, "impassable": True}, {"a": 2, "b": 3}]
    made: BonaparteGame = toy_game({1: {}, 2: {}, 3: {}}, borders, ruleset="bonaparte")
    return made


def test_an_impassable_pair_makes_adjacent() -> None:
    """B-5.6: an enemy beyond it makes an inactive piece active."""
    assert french_turn({"1": "~I3"}, {"2": "I2"}, on=impassable(), step=0).piece("F1").active
    assert not french_turn({"1": "~I3"}, {"3": "I2"}, on=impassable(), step=0).piece("F1").active


@pytest.mark.parametrize(("own", "enemy"), [("1", "2"), ("2", "1")])
@pytest.mark.parametrize("occupied", [True, False])
def test_nobody_crosses_or_blocks_an_impassable_pair(own: str, enemy: str, occupied: bool) -> None:
    """B-5.6, B-5.19: in neither direction, with an enemy beyond or without."""
    french = {enemy: "I2"} if occupied else {"3": "I2"}
    state = austrian_turn({own: "I3 C2"}, french, on=impassable())
    assert not {text for text in texts(state) if text.split()[-1] in (enemy, f"{own}/{enemy}")}


def test_nobody_retreats_over_an_impassable_pair() -> None:
    """B-5.6, B-5.19: 1 is empty, and yet the cavalry of 2 is eliminated."""
    state = austrian_turn({"3/2": "I3"}, {"2": "C2"}, on=impassable())
    finish(play(state, "attack A1 3/2"))
    assert (where(state, "F1"), where(state, "A1")) == ("", "2")


def test_the_printed_board_has_no_impassable_pair() -> None:
    """B-5.6: all its impassable sides are without partner."""
    sides = [side for side in BOARD.approaches if side.impassable]
    assert sides
    assert all(side.opposite is None for side in sides)


def test_each_of_two_pairs_is_an_approach_of_its_own() -> None:
    """B-5.7: for blocking and attacks; for a move to the reserve the locality counts."""
    state = austrian_turn({"2": "I3"}, {"9": "I2"})
    assert starting(state, "march") == {"march A1 2/9a", "march A1 2/9b", "march A1 3"}
    assert starting(state, "attack") == {"attack A1 2/9a", "attack A1 2/9b"}
    state = austrian_turn({"2": "I3"}, {"9/2a": "I2"})
    assert starting(state, "attack") == {"attack A1 2/9b"}
    assert starting(austrian_turn({"2": "I3"}), "march") == {"march A1 3", "march A1 9"}


def test_each_of_two_pairs_is_assaulted_for_itself() -> None:
    """B-5.7: an assault over 2/9a leaves one over 2/9b."""
    austrian, french = {"2/9a": "I3", "2/9b": "I2"}, {"9/2a": "I2", "9/2b": "I1"}
    state = austrian_turn(austrian, french, step=2)
    assert starting(state, "assault") == {"assault A1 2/9a", "assault A2 2/9b"}
    state = austrian_turn(austrian, french, step=2, assaulted=["2/9a"])
    assert starting(state, "assault") == {"assault A2 2/9b"}


@pytest.mark.parametrize(
    ("barred", "march", "road"),
    [(["2/9a"], True, False), (["2/9b"], True, True), (["2/9a", "2/9b"], False, False)],
)
def test_each_of_two_pairs_is_barred_for_itself(barred: list[str], march: bool, road: bool) -> None:
    """B-5.7, B-5.24: by road over pair a alone, without road over the one not barred."""
    state = austrian_turn({"2": "I3"}, {"40": "I2"}, barred=barred)
    assert ("march A1 9" in texts(state)) is march
    assert ("cross 2-9" in texts(play(state, "road A1"))) is road


@pytest.mark.parametrize(("other", "end"), [("46", "3"), ("3", "")])
def test_the_ban_on_retreats_concerns_the_locality(other: str, end: str) -> None:
    """B-5.7: attacked from 9 over pair a, the French of 2 cannot go to 9 over pair b."""
    state = austrian_turn({"9/2a": "I3", other: "I2"}, {"2": "C2"})
    finish(play(state, "attack A1 9/2a"))
    assert where(state, "F1") == end


def test_capacity_counts_all_positions_of_one_army() -> None:
    """B-5.20: 24 holds four; with three there, one of them in an approach, one more may come."""
    state = austrian_turn({"24": "I1 I1", "24/28": "I1", "20": "I3 I2"}, {"28": "I2"})
    play(state, "march A4 24")
    assert state.decision is Decision.ACTION
    assert state.count("24") + state.count("24/28") == 4
    assert "march A5 24" not in texts(state)


def test_capacity_does_not_count_the_other_army() -> None:
    """B-5.20: four French pieces in 24 leave room for an attack by two."""
    state = austrian_turn({"20": "I3 I2"}, {"24": "I2 I2 C2 C2"})
    play(state, "attack A1 20/24")
    assert "join A2" in texts(state)


def test_start_symbols() -> None:
    """B-5.21: as many French pieces start in a locality as it has symbols."""
    assert {n.number: n.french_start for n in BOARD.localities if n.french_start} == START
    places = Counter(where(game.start(1), f"F{number}") for number in range(1, 13))
    assert places == {str(number): symbols for number, symbols in START.items()}


@pytest.mark.parametrize(("goal", "met"), [("56", True), ("52", False)])
def test_set_up_localities_stay_so_for_the_whole_game(goal: str, met: bool) -> None:
    """B-5.21: no French piece has stood in 56 for hours, and yet it counts; 52 does not."""
    state = austrian_turn({"51": "I2"}, {"65": "I2"}, hour=15)
    assert play(state, f"march A1 {goal}").flag is met


@pytest.mark.parametrize(
    ("places", "victor"),
    [
        (("61", "62"), Side.AUSTRIAN),
        (("59", "66"), Side.AUSTRIAN),
        (("56", "65"), Side.AUSTRIAN),
        (("61", "63"), Side.FRENCH),
        (("56", "60"), Side.FRENCH),
        (("61", "58"), Side.FRENCH),
    ],
)
def test_stars_mark_the_objectives(places: tuple[str, str], victor: Side) -> None:
    """B-5.22: two localities with stars of different colours decide the day."""
    state = french_turn({"1": "I2"}, dict.fromkeys(places, "I2"), hour=21)
    assert winner(finish(play(state, "end"))) is victor


def driven_out(**facts: str) -> tuple[set[str], list[str]]:
    """Return the moves before and the pieces after an attack on a locality with these facts."""
    pairs = [{"a": 1, "b": 2}, {"a": 2, "b": 3}]
    toy = toy_game({1: {}, 2: facts, 3: {}}, pairs, ruleset="bonaparte")
    state = austrian_turn({"1": "I3 C2"}, {"2": "I2"}, on=toy)
    moves = texts(state)
    finish(play(state, "attack A1 1/2", "join A2", "respond none"))
    return moves, [str(piece) for piece in state.pieces]


@pytest.mark.parametrize(
    "facts",
    [{"star": "red"}, {"name": "Marengo", "note": "a village with a wood and a stream"}],
    ids=["star", "drawing"],
)
def test_what_has_no_effect_on_moves(facts: dict[str, str]) -> None:
    """B-5.22, B-5.30: neither stars during the game nor names and landscape."""
    assert driven_out(**facts) == driven_out()


def test_after_the_set_up_nothing_is_left_to_chance() -> None:
    """B-5.31: the same moves from the same set-up lead to the same positions."""
    chance = np.random.default_rng(31)
    one, other = game.start(31), game.start(31)
    for _ in range(400):
        if not (moves := one.legal_moves()):
            break
        move = str(moves[chance.integers(len(moves))])
        assert play(one, move).hash() == play(other, move).hash()
