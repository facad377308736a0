"""Chapter 14, French disorganisation: what disorganised pieces may do, and how it spreads."""

import numpy as np
import pytest

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    game,
    play,
    settle,
    starting,
    texts,
    where,
)
from tests.rules.triomphe.steps import cross, places


def organised(state: TriompheState, *names: str) -> list[bool]:
    return [state.piece(name).organised for name in names]


@pytest.mark.parametrize("piece", ["I2", "~I2"])
@pytest.mark.parametrize(("hour", "possible"), [(6, False), (7, True)])
def test_no_march_into_an_approach_at_six(piece: str, hour: int, possible: bool) -> None:
    """T-14.1, T-14.2: organised or not."""
    state = french_turn({"9": piece}, {"4": "I2"}, hour=hour)
    assert ("march F1 9/4" in texts(state)) == possible


@pytest.mark.parametrize(("hour", "decision"), [(6, Decision.ACTION), (7, Decision.CONTINUATION)])
def test_no_continuation_at_six(hour: int, decision: Decision) -> None:
    """T-14.1, T-14.2."""
    state = play(french_turn({"8": "C2"}, {"4": "I2"}, hour=hour), "march F1 9")
    assert state.decision == decision


@pytest.mark.parametrize("piece", ["I2", "~I2"])
@pytest.mark.parametrize(("hour", "possible"), [(6, False), (7, True)])
def test_no_response_at_six(piece: str, hour: int, possible: bool) -> None:
    """T-14.1, T-14.2: it holds in the Austrian turn too."""
    state = play(austrian_turn({"4": "I2"}, {"9": piece}, hour=hour), "attack A1 4/9")
    assert ("respond F1" in texts(state)) == possible


@pytest.mark.parametrize(("hour", "possible"), [(6, False), (7, True)])
def test_no_advance_at_six(hour: int, possible: bool) -> None:
    """T-14.1, T-14.2."""
    state = french_turn({"9": "I2"}, {"4": "I2"}, hour=hour)
    assert ("advance" in texts(play(state, "attack F1 9/4", "respond A1"))) == possible


def test_the_ban_ends_with_the_round() -> None:
    """T-14.2: in the Austrian turn of 7:00 the French respond."""
    state = end_turn(french_turn({"9": "~I2"}, {"4": "I2"}, hour=6))
    assert "respond F1" in texts(play(state, "attack A1 4/9"))


def test_the_french_start_disorganised() -> None:
    """T-14.3: those on the map; T-14.5: and no Austrians."""
    pieces = game.start(1).pieces
    french = [piece for piece in pieces if piece.side == Side.FRENCH]
    on_map = [piece.organised for piece in french if isinstance(piece.place, Place)]
    assert on_map == [False] * 11
    assert all(piece.organised for piece in pieces if piece.side == Side.AUSTRIAN)


def test_reinforcements_enter_organised() -> None:
    """T-14.4."""
    state = french_turn({"Tortona": "I2"}, hour=11)
    settle(cross(play(state, "road F1"), "Tortona-85"))
    assert (where(state, "F1"), state.piece("F1").organised) == ("85", True)


def test_austrians_are_never_disorganised() -> None:
    """T-14.5: nor organised by an action."""
    assert starting(austrian_turn({"5": "I2"}), "organise") == set()
    with pytest.raises(ValueError, match=r"organis|~"):
        austrian_turn({"5": "~I2"})


@pytest.mark.parametrize("marks", ["", "~"])
@pytest.mark.parametrize(
    ("place", "piece", "austrian", "move"),
    [
        ("17", "I3", {"29": "I2"}, "attack F1 17/29"),
        ("17/29", "C2", {"29": "I2"}, "attack F1 17/29"),
        ("17/29", "A1", {"29": "I2"}, "declare F1"),
        ("17/29", "A1:due", {"29": "I2"}, "complete F1"),
        ("17/29", "I3", {"29/17": "I2"}, "assault 17/29"),
    ],
)
def test_disorganised_pieces_do_not_attack(
    marks: str, place: str, piece: str, austrian: dict[str, str], move: str
) -> None:
    """T-14.6: organised ones do."""
    state = french_turn({place: marks + piece}, austrian)
    assert (move in texts(state)) == (marks == "")


def test_disorganised_cavalry_does_not_attack_by_road() -> None:
    """T-14.6, T-14.7: it may only go into an approach of its own locality."""
    state = play(french_turn({"9": "~C2"}, {"4": "I2", "14": "I3"}), "road F1")
    assert texts(state) == {"continue F1 9/4", "continue F1 9/14"}


@pytest.mark.parametrize(("piece", "leaves"), [("I3", True), ("~I3", False)])
def test_disorganised_pieces_do_not_leave_their_locality(piece: str, leaves: bool) -> None:
    """T-14.7: from reserve, by road or across country."""
    state = french_turn({"9": piece})
    assert bool(starting(state, "march")) == leaves
    assert bool(starting(state, "road")) == leaves


def test_disorganised_pieces_do_not_leave_through_their_approach() -> None:
    """T-14.7: the Austrians have left 4; only the way back to reserve is open."""
    assert starting(french_turn({"9/4": "~I3"}), "march") == {"march F1 9"}
    assert starting(french_turn({"9/4": "I3"}), "march") == {"march F1 9", "march F1 4"}


def test_disorganised_pieces_march_within_their_locality() -> None:
    """T-14.8: at the usual prices, a defensive march free of charge."""
    state = french_turn({"9": "~I3 ~I2"}, {"4": "I2"})
    assert play(state.copy(), "march F1 9/4").orders == 3
    assert play(state, "march F1,F2 9/4").orders == 2
    back = french_turn({"9/4": "~I3"}, {"4": "I2"})
    assert play(back, "march F1 9").orders == 2


def test_disorganised_pieces_respond() -> None:
    """T-14.8."""
    state = play(austrian_turn({"4": "I2"}, {"9": "~I2"}), "attack A1 4/9", "respond F1")
    assert where(state, "F1") == "9/4"


def test_disorganised_pieces_defend_in_assaults() -> None:
    """T-14.9: leading, firing and counter-attacking."""
    state = austrian_turn({"29/17": "I3"}, {"17/29": "~I3 ~A1 ~C2"})
    play(state, "assault 29/17")
    assert texts(state) == {"lead none", "lead F1", "lead F2", "lead F3"}
    assert "fire F2" in texts(play(state, "lead F1"))
    assert "counter F3" in texts(play(state, "fire F2"))


def test_retreating_does_not_organise() -> None:
    """T-14.10: the piece leaves its locality all the same."""
    state = austrian_turn({"4": "I2"}, {"5": "~C2"})
    play(state, "attack A1 4/5", "respond none")
    assert (where(state, "F1"), state.piece("F1").organised) == ("10", False)


@pytest.mark.parametrize(
    ("host", "after"), [("~I2", [False, False, True]), ("I2", [True, True, True])]
)
def test_a_march_spreads_disorganisation(host: str, after: list[bool]) -> None:
    """T-14.16: to the pieces that arrive, not to those left behind."""
    state = play(french_turn({"8": "I3", "9": host, "12": "I1"}), "march F1 9")
    assert organised(state, "F1", "F2", "F3") == after


@pytest.mark.parametrize(
    ("guest", "host", "after"), [("~", "", False), ("", "~", False), ("", "", True)]
)
def test_a_retreat_spreads_disorganisation(guest: str, host: str, after: bool) -> None:
    """T-14.16: whichever of the two arrives, and in whatever position they stand."""
    state = austrian_turn(
        {"4": "I2", "13": "I1"}, {"5": f"{guest}C2", "10": f"{host}I3", "10/13": f"{host}I2"}
    )
    play(state, "attack A1 4/5", "respond none")
    assert where(state, "F1") == "10"
    assert organised(state, "F1", "F2", "F3") == [after] * 3


def test_those_struck_are_restricted_at_once() -> None:
    """T-14.16: the piece from 8 neither attacks nor leaves 9 any more."""
    state = french_turn({"8": "I3", "9": "~I2"}, {"4": "I2", "10": "I1"})
    end_turn(end_turn(play(state, "march F1 9")))
    assert starting(state, "attack") == set()
    assert starting(state, "march") == {
        f"march {names} {place}" for names in ("F1", "F2", "F1,F2") for place in ("9/4", "9/10")
    }


@pytest.mark.parametrize(("host", "goes_on"), [("I2", True), ("~I2", False)])
def test_a_road_march_is_stopped(host: str, goes_on: bool) -> None:
    """T-14.17."""
    state = cross(play(french_turn({"13": "I3", "10": host}), "road F1"), "13-10")
    assert ("cross 10-5" in texts(state)) == goes_on
    assert (where(state, "F1"), state.piece("F1").organised) == ("10", goes_on)


@pytest.mark.parametrize(("host", "goes_on"), [("I2", True), ("~I2", False)])
def test_reinforcements_are_struck_in_passing(host: str, goes_on: bool) -> None:
    """T-14.18."""
    state = french_turn({"Tortona": "I3", "85": host}, hour=11)
    cross(play(state, "road F1"), "Tortona-85")
    assert ("cross 85-89" in texts(state)) == goes_on
    assert (where(state, "F1"), state.piece("F1").organised) == ("85", goes_on)


@pytest.mark.parametrize(
    ("french", "austrian", "moves"),
    [
        ("17", {"29": "C2"}, ("attack F1 17/29", "respond none")),
        ("17/29", {"29/17": "I1"}, ("assault 17/29", "lead none")),
    ],
)
def test_attacks_do_not_disorganise(
    french: str, austrian: dict[str, str], moves: tuple[str, ...]
) -> None:
    """T-14.19: the locality taken held no French piece, whatever stands around it."""
    state = french_turn({french: "I3", "36": "~I2"}, austrian)
    settle(play(state, *moves))
    assert where(state, "F1") == "29"
    assert organised(state, "F1", "F2") == [True, False]


def test_orders_spent_on_pieces_disorganised_again_are_lost() -> None:
    """T-14.20: but they may be organised again in the same turn."""
    state = french_turn({"42": "I3 I2 I1", "8": "~I3", "9": "~I2"})
    play(state, "organise F4", "march F4 9")
    assert organised(state, "F4", "F5") == [False, False]
    assert state.orders == 1
    play(state, "organise F4,F5")
    assert organised(state, "F4", "F5") == [True, True]
    assert state.orders == 0


def disorganised_battery() -> TriompheState:
    """Return a French turn with a declared artillery piece made disorganised by a retreat."""
    state = french_turn({"9/4": "A1", "10": "~C2"}, {"4": "I2", "13": "I3"})
    end_turn(play(state, "declare F1"))
    play(state, "attack A2 13/10", "respond none", "retreat F2 9")
    return end_turn(settle(state))


def test_disorganised_artillery_keeps_its_declaration() -> None:
    """T-14.21: and completes once it has been organised again."""
    state = disorganised_battery()
    assert organised(state, "F1", "F2") == [False, False]
    assert state.piece("F1").bombardment == "due"
    assert "complete F1" not in texts(state)
    play(state, "organise F1", "organise F2", "complete F1")
    assert state.piece("A1").strength == 1


def test_the_declaration_of_disorganised_artillery_lapses() -> None:
    """T-14.21."""
    state = end_turn(disorganised_battery())
    assert state.piece("F1").bombardment == "none"


def mixed_localities(state: TriompheState) -> set[int]:
    """Return the localities that hold organised and disorganised French pieces."""
    states: dict[int, set[bool]] = {}
    for piece in state.pieces:
        if piece.side == Side.FRENCH and isinstance(piece.place, Place):
            states.setdefault(piece.place.locality, set()).add(piece.organised)
    return {number for number, found in states.items() if len(found) > 1}


@pytest.mark.parametrize("seed", range(4))
def test_at_the_end_of_a_turn_a_locality_is_in_one_state(seed: int) -> None:
    """T-14.22: in games at random."""
    state, chance = game.start(seed), np.random.default_rng(seed)
    turns = 0
    while turns < 16 and state.decision != Decision.OVER:
        turn, moves = state.turn, state.legal_moves()
        state.play(moves[chance.integers(len(moves))])
        if state.turn != turn:
            turns += 1
            assert mixed_localities(state) == set()
    assert turns > 0


def test_disorganisation_is_open() -> None:
    """T-14.23: the Austrian player sees it."""
    state = french_turn({"8": "~I3", "9": "I2"})
    seen = {str(block.place): block.organised for block in state.view(Side.AUSTRIAN).enemy}
    assert seen == {"8": False, "9": True}


def test_disorganised_cavalry_continues_from_approach_to_approach() -> None:
    """T-14.24."""
    state = french_turn({"17/29": "~C2"}, {"29": "I2", "12": "I3"})
    play(state, "march F1 17", "continue F1 17/12")
    assert places(state, "F1") == ("17/12",)


@pytest.mark.parametrize(("hour", "possible"), [(6, False), (7, True)])
def test_disorganised_cavalry_takes_the_road_of_no_crossing(hour: int, possible: bool) -> None:
    """T-14.24: from 7:00 on; before, it has no road march at all."""
    state = french_turn({"9": "~C2"}, {"4": "I2"}, hour=hour)
    assert ("road F1" in texts(state)) == possible
