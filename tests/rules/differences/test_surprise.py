"""Differences in the French surprise."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from tests.helpers import play, texts, where
from tests.rules.differences.both import (
    FRENCH,
    differs,
    end_turn,
    left,
    offers,
    once,
    position,
    ready,
    together,
)

NOON = 12
"""At this hour Basic asks for no other condition."""


def recover(state: MarengoState, *names: str) -> MarengoState:
    """Choose pieces one by one to be activated or organised."""
    for name in names:
        move = f"activate {name}" if state.decision is Decision.ACTIVATION else f"organise {name}"
        play(state, move)
    return state


@differs(basic=True, triomphe=False)
def test_recovering_next_to_the_enemy(ruleset: str, wanted: bool) -> None:
    """D-21: of the piece in 2 at the start of the French turn; that in 5 has no enemy near."""
    state = end_turn(position(ruleset, {"1": "I2"}, {"2": "~I2", "5": "~I3"}))
    assert state.turn is FRENCH
    assert [ready(state, "F1"), ready(state, "F2")] == [wanted, False]


@differs(basic=3, triomphe=2)
def test_the_price_of_recovering(ruleset: str, wanted: int) -> None:
    """D-22: commands or orders left after one piece was chosen."""
    state = position(ruleset, {"1": "I2"}, {"5": "~I3"}, turn=FRENCH, hour=NOON, step=0)
    once(recover(state, "F1"))
    assert ready(state, "F1")
    assert left(state) == wanted


@differs(basic=2, triomphe=3)
def test_how_many_recover(ruleset: str, wanted: int) -> None:
    """D-23: of four in four localities without an enemy near, with none ready on the map."""
    french = {"5": "~I1", "4": "~I2", "3": "~I3", "2": "~C2"}
    state = position(ruleset, {}, french, turn=FRENCH, hour=NOON, step=0)
    for name in ("F1", "F2", "F3", "F4"):
        if offers(state, f"activate {name}", f"organise {name}") != [False, False]:
            recover(state, name)
    assert sum(ready(state, f"F{n}") for n in range(1, 5)) == wanted


@differs(basic=False, triomphe=True)
def test_two_pieces_for_one_order(ruleset: str, wanted: bool) -> None:
    """D-23: two at once, with three ready on the map."""
    french = {"5": "~I1", "4": "~I2", "3": "I3 I2 C2"}
    state = position(ruleset, {}, french, turn=FRENCH, hour=NOON, step=0)
    assert ("organise F1,F2" in texts(state)) is wanted


@differs(basic=1, triomphe=3)
def test_how_many_recover_in_the_first_turn(ruleset: str, wanted: int) -> None:
    """D-24: as many as commands or conditions allow at 6:00."""
    french = {"5": "~I1", "4": "~I2", "3": "~I3", "2": "~C2"}
    state = position(ruleset, {}, french, turn=FRENCH, hour=6, step=0)
    for name in ("F1", "F2", "F3", "F4"):
        if offers(state, f"activate {name}", f"organise {name}") != [False, False]:
            recover(state, name)
    assert sum(ready(state, f"F{n}") for n in range(1, 5)) == wanted


@differs(basic=[False, True], triomphe=[True, True])
def test_when_france_may_choose(ruleset: str, wanted: list[bool]) -> None:
    """D-25: at 9:00 and at 11:00, with no enemy seen in a set-up locality."""
    found = []
    for hour in (9, 11):
        state = position(ruleset, {"1": "I2"}, {"5": "~I3"}, turn=FRENCH, hour=hour, step=0)
        found.append(any(offers(state, "activate F1", "organise F1")))
    assert found == wanted


@differs(basic=False, triomphe=True)
def test_recovering_after_a_move(ruleset: str, wanted: bool) -> None:
    """D-26: another piece has marched already."""
    state = position(ruleset, {"1": "I2"}, {"4": "I2", "5": "~I3"}, turn=FRENCH, hour=NOON)
    once(together(state, "march", "F1", "2"))
    assert any(offers(state, "activate F2", "organise F2")) is wanted


@differs(basic=True, triomphe=False)
def test_recovering_one_piece_of_two(ruleset: str, wanted: bool) -> None:
    """D-27: after one of the locality Triomphe lets nothing be done but organise the other."""
    state = position(ruleset, {"1": "I2"}, {"5": "~I3 ~C2"}, turn=FRENCH, hour=NOON, step=0)
    recover(state, "F1")
    assert any(offers(state, "end", "activate none")) is wanted
    if ruleset == "triomphe":
        assert texts(state) == {"organise F2"}


@differs(basic=[True, False], triomphe=[False, False])
def test_joining_by_a_march(ruleset: str, wanted: list[bool]) -> None:
    """D-28: F1 is ready and comes to F2, who is not."""
    state = position(ruleset, {"1": "I2"}, {"4": "I2", "5": "~I3"}, turn=FRENCH)
    once(together(state, "march", "F1", "5"))
    assert [ready(state, "F1"), ready(state, "F2")] == wanted


@differs(basic=[True, False], triomphe=[False, False])
def test_joining_by_a_retreat(ruleset: str, wanted: list[bool]) -> None:
    """D-28: F1 is driven from 4 to F2."""
    state = position(ruleset, {"2/4": "I2"}, {"4": "C2", "5": "~I3"})
    once(together(state, "attack", "A1", "2/4"))
    assert where(state, "F1") == "5"
    assert [ready(state, "F1"), ready(state, "F2")] == wanted


@differs(basic="5", triomphe="4")
def test_a_road_march_through_a_surprised_locality(ruleset: str, wanted: str) -> None:
    """D-29: F1 goes as far as it can, from 2 over 4, where F2 stands, to 5."""
    state = position(ruleset, {"1": "I2"}, {"2": "I2", "4": "~I3"}, turn=FRENCH)
    once(play(state, "road F1"), "cross 2-4", "cross 4-5")
    assert where(state, "F1") == wanted


@differs(basic=True, triomphe=False)
def test_a_reinforcement_on_its_way(ruleset: str, wanted: bool) -> None:
    """D-30: it enters where a surprised piece stands."""
    state = position(ruleset, {"1": "I2"}, {"France": "I2", "5": "~I3"}, turn=FRENCH)
    once(play(state, "road F1"), "cross France-5")
    assert where(state, "F1") == "5"
    assert ready(state, "F1") is wanted


@differs(basic=[False, False], triomphe=[True, True])
def test_marching_before_recovering(ruleset: str, wanted: list[bool]) -> None:
    """D-31: from reserve into an approach, and back; leaving the locality neither game allows."""
    state = position(ruleset, {"1": "I2"}, {"2": "~I2", "2/1": "~I3"}, turn=FRENCH)
    assert offers(state, "march F1 2/1", "march F2 2") == wanted
    assert offers(state, "march F1 4", "march F2 1") == [False, False]


@differs(basic=False, triomphe=True)
def test_continuation_before_recovering(ruleset: str, wanted: bool) -> None:
    """D-32: cavalry along the main road into its own approach, without leaving the locality."""
    state = position(ruleset, {"1": "I2"}, {"2": "~C2"}, turn=FRENCH)
    assert offers(state, "road F1")[0] is wanted
    if wanted:
        once(play(state, "road F1"), "continue F1 2/1")
        assert where(state, "F1") == "2/1"


@differs(basic=True, triomphe=False)
def test_french_blocking_at_six_by_a_march(ruleset: str, wanted: bool) -> None:
    """D-34: of a piece that is ready; at 7:00 both games allow it."""
    for hour, allowed in ((6, wanted), (7, True)):
        state = position(ruleset, {"1": "I2"}, {"2": "I2"}, turn=FRENCH, hour=hour)
        assert offers(state, "march F1 2/1")[0] is allowed


@pytest.mark.parametrize("piece", ["I2", "~I2"])
@differs(basic=True, triomphe=False)
def test_french_blocking_at_six_by_a_response(piece: str, ruleset: str, wanted: bool) -> None:
    """D-34: whether it has recovered or not."""
    for hour, allowed in ((6, wanted), (7, True)):
        state = position(ruleset, {"1": "I2"}, {"2": piece}, hour=hour)
        together(state, "attack", "A1", "1/2")
        assert offers(state, "respond F1")[0] is allowed


@differs(basic=True, triomphe=False)
def test_french_blocking_at_six_by_an_advance(ruleset: str, wanted: bool) -> None:
    """D-34: after a manoeuvre attack that was blocked."""
    for hour, allowed in ((6, wanted), (7, True)):
        state = position(ruleset, {"1": "I2"}, {"2": "I2"}, turn=FRENCH, hour=hour)
        together(state, "attack", "F1", "2/1")
        once(state, "respond A1", "advance", "block F1")
        assert (where(state, "F1") == "2/1") is allowed


@differs(basic=True, triomphe=False)
def test_french_blocking_at_six_by_continuation(ruleset: str, wanted: bool) -> None:
    """D-34: cavalry marches next to the enemy."""
    for hour, allowed in ((6, wanted), (7, True)):
        state = position(ruleset, {"1": "I2"}, {"4": "C2"}, turn=FRENCH, hour=hour)
        once(together(state, "march", "F1", "2"), "continue F1 2/1")
        assert (where(state, "F1") == "2/1") is allowed
