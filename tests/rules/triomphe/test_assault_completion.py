"""Chapter 11, assault: step 9, completion, and what follows for the rest of the turn."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    known,
    pieces_at,
    play,
    settle,
    starting,
    texts,
    where,
)
from tests.rules.triomphe.attacking import (
    ASSAULT_STEPS,
    AUSTRIAN,
    FRENCH,
    answer,
    assault,
    committed,
    destinations,
    face_up,
    lines,
    lost,
    narrow,
    strengths,
    wide,
)


def test_after_a_lost_assault_everybody_stays() -> None:
    """T-11.49: on both sides."""
    state = narrow("I3 I2", "I3 C2", french={"9": "I1"})
    settle(answer(state, "lead F1", "send A1,A2 lead A1", "counter none"))
    assert [where(state, name) for name in ("A1", "A2")] == ["4/9", "4/9"]
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["9/4", "9/4", "9"]


def test_after_a_lost_assault_there_is_no_continuation() -> None:
    """T-11.49: the cavalry is not asked, though a French piece stands beside 4."""
    state = narrow("C2", "I3", french={"5/4": "I2"})
    answer(state, "lead F1")
    assert state.decision is Decision.ACTION
    assert where(state, "A1") == "4/9"


def test_a_lost_assault_bars_the_border_to_marches() -> None:
    """T-11.50: even though the defenders were destroyed; other borders stay open."""
    state = assault("10/20", "I2 I3", "I1", austrian={"10": "C2", "9": "C1"})
    settle(answer(state, "lead none", "send A1 lead A1"))
    assert state.occupier(20) is None
    assert state.barred("10/20")
    assert state.barred("20/10")
    assert {"march A2 20", "march A3 20", "march A4 20"} & texts(state) == {"march A4 20"}


def test_a_lost_assault_bars_the_border_to_a_second_one() -> None:
    """T-11.50: other pieces of the approach cannot assault either."""
    state = narrow("I2 I3", "I3")
    settle(answer(state, "lead F1", "send A1 lead A1"))
    assert not state.piece("A2").acted
    assert "assault 4/9" not in texts(state)


@pytest.mark.parametrize(
    ("austrian", "french", "move"),
    [
        ({"4": "I2"}, {}, "march A1 9"),
        ({"4/9": "I2"}, {}, "march A1 9"),
        ({"9": "I2"}, {}, "march A1 4"),
        ({"4": "I2"}, {"9": "I2"}, "attack A1 4/9"),
        ({"4/9": "I2"}, {"9": "I2"}, "attack A1 4/9"),
        ({"9": "I2"}, {"4": "I2"}, "attack A1 9/4"),
        ({"4/9": "I2"}, {"9/4": "I2"}, "assault 4/9"),
        ({"9/4": "I2"}, {"4/9": "I2"}, "assault 9/4"),
        ({"4/9": "A1"}, {"9": "I2"}, "declare A1"),
        ({"4/9": "A1:due"}, {"9": "I2"}, "complete A1"),
    ],
)
def test_what_a_barred_border_forbids(
    austrian: Mapping[str, str], french: Mapping[str, str], move: str
) -> None:
    """T-11.50: every march and attack, in either direction."""
    assert move in texts(austrian_turn(austrian, french))
    assert move not in texts(austrian_turn(austrian, french, barred=["4/9"]))


def test_a_barred_border_is_closed_to_road_marches() -> None:
    """T-11.50: the main road from 4 leads to 5 and to 9."""
    state = austrian_turn({"4": "C2"}, barred=["4/9"])
    crossings = starting(play(state, "road A1"), "cross")
    assert "cross 4-5" in crossings
    assert "cross 4-9" not in crossings


def test_the_ban_ends_with_the_turn() -> None:
    """T-11.50: and it never binds the enemy."""
    state = austrian_turn({"4/9": "I3"}, {"9/4": "I2"}, barred=["4/9"])
    end_turn(state)
    assert not state.barred("4/9")
    assert "assault 9/4" in texts(state)
    end_turn(state)
    assert "assault 4/9" in texts(state)


def test_the_enemy_may_retreat_across_a_barred_border() -> None:
    """T-11.50: the Austrian cavalry may go from 10 to 9."""
    state = french_turn({"13/10": "I2"}, {"10": "C2"}, barred=["9/10"])
    play(state, "attack F1 13/10")
    assert destinations(state, "A1") == {5, 9}


def test_the_attack_approach_stays_open_from_its_own_locality() -> None:
    """T-11.51: into and out of it nothing is crossed."""
    state = narrow("I2 I3", "I3 I3", austrian={"4": "C2"})
    settle(answer(state, "lead F1", "send A1 lead A1"))
    assert state.barred("4/9")
    assert {"march A2 4", "march A3 4/9"} <= texts(state)


def test_all_defenders_retreat_and_the_assault_pieces_advance() -> None:
    """T-11.52: from every position; the survivor of the assault too."""
    state = narrow("I3 C2", "I3", austrian={"8": "I1"}, french={"9/8": "C2", "9": "C1"})
    answer(state, "lead none", "send A1,A2 lead A1", "counter none")
    assert state.decision is Decision.RETREAT
    answer(state, "retreat F1 10", "retreat F2 10", "retreat F3 20")
    settle(state)
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["10", "10", "20"]
    assert [where(state, name) for name in ("A1", "A2")] == ["9", "9"]


def test_the_advance_after_a_won_assault_is_compulsory() -> None:
    """T-11.53: nothing is asked, and the pieces are in the locality taken."""
    state = narrow("I3 I2", "I1")
    answer(state, "lead none", "send A1,A2 lead A1")
    assert state.decision is Decision.ACTION
    assert pieces_at(state, AUSTRIAN, "9") == {"I3": 1, "I2": 1}


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ("I2 I2", "I1 C2 C2"),
        ("I3 C2", "I2 C2 A1"),
        ("C2 C2 I3", "I1 I1 A1"),
        ("I2 I3 I1", "I1 C2 A1"),
    ],
)
def test_a_winning_attacker_keeps_a_leading_piece(attackers: str, defenders: str) -> None:
    """T-11.54: in every line of the assault."""
    won = 0
    for moves, state in lines(wide(attackers, defenders), ASSAULT_STEPS):
        if state.barred("19/20"):
            continue
        won += 1
        send = next(move for move in moves if move.startswith("send"))
        assert any(strengths(state, *send.split(" lead ")[1].split(",")))
    assert won


def test_cavalry_may_continue_after_a_won_assault() -> None:
    """T-11.55: into an approach of the locality taken; leaving the infantry costs an order."""
    state = wide("I3 C2", "I1", french={"33": "C2"})
    answer(state, "lead none", "send A1,A2 lead A1")
    assert state.decision is Decision.CONTINUATION
    assert texts(state) == {"stay A2", "continue A2 20/33"}
    play(state, "continue A2 20/33")
    assert (where(state, "A1"), where(state, "A2")) == ("20", "20/33")
    assert state.orders == 1


def test_cavalry_not_sent_does_not_continue() -> None:
    """T-11.55: only the cavalry among the assault pieces."""
    state = wide("I3 C2", "I1", french={"33": "C2"})
    answer(state, "lead none", "send A1 lead A1")
    assert state.decision is Decision.ACTION


@pytest.mark.parametrize(("won", "open_by_road"), [([9], False), ([], True)])
def test_no_road_march_enters_a_locality_won_by_assault(won: list[int], open_by_road: bool) -> None:
    """T-11.56: across whatever border, but cross-country marches do."""
    state = austrian_turn({"4": "I2", "14": "I3"}, won=won)
    assert {"march A1 9", "march A2 9"} <= texts(state)
    for march, crossing in (("road A1", "cross 4-9"), ("road A2", "cross 14-9")):
        assert (crossing in texts(play(state.copy(), march))) is open_by_road


def test_the_assault_itself_closes_the_locality_to_road_marches() -> None:
    """T-11.56: played."""
    state = narrow("I3", "I1", austrian={"4": "I2"})
    settle(answer(state, "lead none"))
    assert "march A2 9" in texts(state)
    assert "cross 4-9" not in texts(play(state, "road A2"))


def test_a_won_assault_does_not_exclude_another() -> None:
    """T-11.57: but the defence approach must be blocked again."""
    blocked = austrian_turn({"4/9": "I3"}, {"9/4": "I2"}, won=[9])
    assert "assault 4/9" in texts(blocked)
    unblocked = austrian_turn({"4/9": "I3"}, {"9": "I2"}, won=[9])
    assert "assault 4/9" not in texts(unblocked)


def test_the_losing_attacker_pays_and_the_winning_defender_commits() -> None:
    """T-11.58: steps 4 and 8 cost the attacker 1 + 2, the defender nothing."""
    state = narrow("I3", "I2 A1 I3")
    settle(answer(state, "lead F1", "fire F2", "counter F3"))
    assert strengths(state, "A1", "F1", "F2", "F3") == (0, 1, 1, 2)
    assert lost(state, AUSTRIAN) == 3
    assert lost(state, FRENCH) == 0
    assert committed(state, FRENCH) == {9: 2}
    assert committed(state, AUSTRIAN) == {}


def test_the_losing_defender_pays_and_the_winning_attacker_does_not() -> None:
    """T-11.58: 2 reductions in step 5 and 2 in step 8; nothing is committed."""
    state = wide("I3 I3", "I1 A1 I2")
    settle(answer(state, "lead F1", "send A1,A2 lead A1,A2", "fire F2", "counter F3"))
    assert strengths(state, "F1", "F2", "F3") == (0, 0, 0)
    assert sum(strengths(state, "A1", "A2")) == 4
    assert lost(state, FRENCH) == 4
    assert lost(state, AUSTRIAN) == 0
    assert committed(state, FRENCH) == {}


def test_faces_are_hidden_again_after_a_lost_assault() -> None:
    """T-11.59: the pieces of an approach are mixed again, leading ones with the others."""
    state = narrow("I3 C2", "I3 C2")
    answer(state, "lead F1", "send A1,A2 lead A1")
    assert face_up(state, AUSTRIAN, "9/4") == face_up(state, FRENCH, "4/9") == 1
    answer(state, "counter none")
    assert state.decision is Decision.ACTION
    assert face_up(state, AUSTRIAN, "9/4") == face_up(state, FRENCH, "4/9") == 0
    assert known(state, AUSTRIAN, "9/4") == {"?": 2}
    assert known(state, FRENCH, "4/9") == {"?": 2}


def test_faces_are_hidden_again_after_a_won_assault() -> None:
    """T-11.59."""
    state = narrow("I3 I2", "I1")
    settle(answer(state, "lead F1", "send A1,A2 lead A1"))
    assert state.decision is Decision.ACTION
    assert face_up(state, FRENCH, "9") == 0
    assert known(state, FRENCH, "9") == {"?": 2}
