"""Chapter 3 of the digest: the symbols printed in approaches."""

from typing import Any

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from tests.helpers import austrian_turn, french_turn, play, settle, starting, texts, where
from tests.toys import row, toy_game


def pair(**facts: Any) -> TriompheGame:
    """Return a toy of two localities whose border has these facts; 1 is ``a``, 2 is ``b``."""
    made: TriompheGame = row(2, borders={1: facts})
    return made


def assault(attackers: str, defenders: str, lead: str, **facts: Any) -> str:
    """Return where the first attacker ends an assault from 1/2 on 2/1."""
    state = austrian_turn({"1/2": attackers}, {"2/1": defenders}, on=pair(**facts))
    settle(play(state, "assault 1/2", lead))
    return where(state, "A1")


@pytest.mark.parametrize(
    ("attacker", "facts", "end"),
    [
        ("I2", {}, "2"),
        ("I2", {"b_infantry": 1}, "1/2"),
        ("I2", {"b_cavalry": 1}, "2"),
        ("I3", {"b_infantry": 1}, "2"),
        ("I3", {"b_infantry": 2}, "1/2"),
        ("C2", {"b_cavalry": 1}, "1/2"),
        ("C2", {"b_infantry": 1}, "2"),
    ],
)
def test_penalties_match_the_type_of_the_leading_piece(
    attacker: str, facts: dict[str, int], end: str
) -> None:
    """T-3.13: each symbol of its own type costs the attacker 1; infantry 1 leads the defence."""
    assert assault(attacker, "I1", "lead F1", **facts) == end


def test_a_penalty_counts_once_for_the_whole_assault() -> None:
    """T-3.13: 2 + 2 − 1 − 2 = 1, though both leading pieces are infantry."""
    toy = pair(wide=True, b_infantry=1)
    state = austrian_turn({"1/2": "I2 I2"}, {"2/1": "I2"}, on=toy)
    settle(play(state, "assault 1/2", "lead F1", "send A1,A2 lead A1,A2"))
    assert where(state, "A1") == "2"


def test_a_penalty_of_another_type_counts_nothing_however_the_others_are() -> None:
    """T-3.13: cavalry among the pieces that do not lead meets no cavalry penalty."""
    toy = pair(b_cavalry=2)
    state = austrian_turn({"1/2": "I2 C2"}, {"2/1": "I1"}, on=toy)
    settle(play(state, "assault 1/2", "lead F1", "send A1,A2 lead A1"))
    assert where(state, "A1") == "2"


@pytest.mark.parametrize("target", ["2", "2/1", "2/3"])
@pytest.mark.parametrize(("facts", "legal"), [({"b_artillery": 1}, False), ({}, True)])
def test_artillery_penalty_in_the_defence_approach(
    target: str, facts: dict[str, int], legal: bool
) -> None:
    """T-3.14: no bombardment across it, wherever the target stands."""
    state = austrian_turn({"1/2": "A1"}, {target: "I2"}, on=row(3, borders={1: facts}))
    assert ("declare A1" in texts(state)) is legal


@pytest.mark.parametrize(("facts", "fires"), [({"a_artillery": 1}, False), ({}, True)])
def test_artillery_penalty_in_the_attack_approach(facts: dict[str, int], fires: bool) -> None:
    """T-3.15: no defensive fire in an assault from such an approach."""
    state = austrian_turn({"1/2": "I3"}, {"2/1": "I3 A1"}, on=pair(**facts))
    play(state, "assault 1/2", "lead F1")
    assert (state.decision is Decision.FIRE) is fires


def test_artillery_penalty_in_the_defence_approach_does_not_hinder_defensive_fire() -> None:
    """T-3.15: only the attack approach counts for it."""
    state = austrian_turn({"1/2": "I3"}, {"2/1": "I3 A1"}, on=pair(b_artillery=1))
    play(state, "assault 1/2", "lead F1")
    assert texts(state) == {"fire none", "fire F2"}


def test_an_impassable_approach_is_never_blocked_crossed_or_attacked_across() -> None:
    """T-3.16: neither with an enemy beyond nor without one."""
    toy = pair(impassable=True)
    assert texts(austrian_turn({"1": "I3 C2"}, {"2": "I2"}, on=toy)) == {"end"}
    assert texts(austrian_turn({"1": "I3 C2"}, on=toy)) == {"end"}


def test_nobody_retreats_across_an_impassable_approach() -> None:
    """T-3.16: the cavalry of 2 is destroyed although 3 is empty."""
    toy = row(3, borders={2: {"impassable": True}})
    state = austrian_turn({"1/2": "I3"}, {"2": "C2"}, on=toy)
    settle(play(state, "attack A1 1/2"))
    assert where(state, "F1") == ""


@pytest.mark.parametrize(
    ("pieces", "legal"), [("C2", False), ("A1", False), ("C2 A1", False), ("C2 I1", True)]
)
def test_manoeuvre_attack_against_a_cavalry_obstacle_needs_infantry(
    pieces: str, legal: bool
) -> None:
    """T-3.17: from 8 Marengo is attacked by groups with at least one infantry piece."""
    state = austrian_turn({"8": pieces}, {"14": "I2"})
    names = ",".join(f"A{n}" for n in range(1, len(pieces.split()) + 1))
    assert (f"attack {names} 8/14" in texts(state)) is legal


def test_cavalry_cannot_lead_an_attack_against_a_cavalry_obstacle() -> None:
    """T-3.17: infantry leads, cavalry may come along; cavalry alone cannot assault."""
    alone = austrian_turn({"8/14": "C2 C2"}, {"14/8": "I2"})
    assert not starting(alone, "assault")
    state = austrian_turn({"8/14": "C2 I2"}, {"14/8": "I1"})
    play(state, "assault 8/14", "lead F1")
    assert texts(state) == {"send A2 lead A2", "send A1,A2 lead A2"}


def test_cavalry_neither_leads_the_defence_nor_counter_attacks_at_an_obstacle() -> None:
    """T-3.17: the cavalry in 14/8 has no choice at all, the attack goes through to its end."""
    state = austrian_turn({"8/14": "I3"}, {"14/8": "C2"})
    play(state, "assault 8/14")
    assert state.decision in (Decision.RETREAT, Decision.ACTION)
    state = austrian_turn({"1/2": "I3"}, {"2/1": "C2"}, on=pair())
    assert texts(play(state, "assault 1/2")) == {"lead none", "lead F1"}
    assert texts(play(state, "lead none")) == {"counter none", "counter F1"}


def test_cavalry_may_block_behind_a_cavalry_obstacle() -> None:
    """T-3.18: it marches into 14/8 and responds there."""
    state = french_turn({"14": "C2"}, {"8": "I3"})
    assert "march F1 14/8" in texts(state)
    state = austrian_turn({"8": "I3"}, {"14": "C2"})
    assert "respond F1" in texts(play(state, "attack A1 8/14"))


def test_cavalry_crosses_a_cavalry_obstacle() -> None:
    """T-3.18: it marches into and out of Marengo, across country and by road."""
    state = austrian_turn({"8": "C2"})
    assert {"march A1 14", "road A1"} <= texts(state)
    assert "cross 8-14" in texts(play(state, "road A1"))
    assert "march A1 8" in texts(austrian_turn({"14": "C2"}))


def test_cavalry_retreats_across_a_cavalry_obstacle() -> None:
    """T-3.18: attacked from 19, Austrian cavalry leaves Marengo for 8 or 9."""
    state = french_turn({"19/14": "I3"}, {"14": "C2"})
    play(state, "attack F1 19/14")
    assert texts(state) == {"retreat A1 8", "retreat A1 9"}


def test_cavalry_continues_into_an_approach_with_a_cavalry_obstacle() -> None:
    """T-3.18: from 9 into Marengo and on into 14/19."""
    state = austrian_turn({"9": "C2"}, {"19": "I2"})
    assert "continue A1 14/19" in texts(play(state, "march A1 14"))


def test_symbols_in_the_attack_approach_are_ignored() -> None:
    """T-3.19: cavalry attacks and assaults 8 from 14, where 14/8 has an obstacle."""
    assert "attack A1 14/8" in texts(austrian_turn({"14": "C2"}, {"8": "I2"}))
    assert "assault 14/8" in texts(austrian_turn({"14/8": "C2"}, {"8/14": "I2"}))


@pytest.mark.parametrize("attacker", ["I2", "C2"])
def test_penalties_in_the_attack_approach_are_ignored(attacker: str) -> None:
    """T-3.19: 2 − 1 = 1, whatever is printed on the attacker's side."""
    facts = {"a_infantry": 2, "a_cavalry": 2}
    assert assault(attacker, "I1", "lead F1", **facts) == "2"


def test_an_artillery_penalty_in_the_own_approach_does_not_hinder_bombarding() -> None:
    """T-3.19: only the symbols of the defence approach count."""
    state = austrian_turn({"1/2": "A1"}, {"2": "I2"}, on=pair(a_artillery=1))
    assert "declare A1" in texts(state)


def test_symbols_do_not_hinder_the_owner() -> None:
    """T-3.19: penalties in 2/1 are nothing to French pieces attacking from there."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2, "b_infantry": 2, "b_obstacle": True}, {"a": 1, "b": 3}],
    )
    state = french_turn({"2/1": "I2"}, {"1/2": "I1"}, on=toy)
    settle(play(state, "assault 2/1", "lead A1"))
    assert where(state, "F1") == "1"
    assert state.occupier(1) is Side.FRENCH
