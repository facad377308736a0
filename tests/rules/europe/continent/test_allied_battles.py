"""Chapters 19, 20 and 28 of the digest: battles of several nations on a side, and who sees what."""

from typing import Any, cast

import pytest

from marengo.games.europe import Side
from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.rules.words import Power
from marengo.games.europe.war.state import WarState, WarView
from tests.rules.europe.continent.playing import (
    asked,
    fight,
    may,
    nation,
    play,
    position,
    retreat,
    texts,
    there,
)
from tests.rules.europe.continent.test_scenario_of_1805 import NAMES, idle

FOUR = "AU milan 2I; RU milan 1C; FR milan 2I; SP milan 1A"
"""Two nations attack two others, if Austria is active."""


def met(troops: str, name: str = "AU", **facts: str) -> WarState:
    """Return what follows when units stand together after the movement of a nation."""
    return position(troops, name, step="battles", month=2, **facts)


def sides(state: WarState) -> str:
    """Return who attacks whom, such as ``RU AU - FR``."""
    found = {
        side: " ".join(NAMES[one] for one, its in state.sides.items() if its == side)
        for side in (Side.ATTACKER, Side.DEFENDER)
    }
    return f"{found[Side.ATTACKER]} - {found[Side.DEFENDER]}"


def deploy(state: WarState) -> WarState:
    """Let all that deploy put an army into each line zone if they can."""
    while state.decision == Decision.DEPLOY:
        legal = sorted(texts(state))
        play(state, next((one for one in legal if "deploy 1" in one), legal[0]))
    return state


# --- between whom --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troops", "facts", "wanted"),
    [
        ("AU milan 1I; FR milan 1I", {}, "AU - FR"),
        (FOUR, {}, "RU AU - FR SP"),
        ("AU milan 1I; RU milan 2L; FR milan 1I; SP milan 1L", {}, "RU AU - FR SP"),
        ("AU milan 1I; FR milan 2L", {}, "AU - FR"),
        ("AU milan 2L; FR milan 1I", {}, "AU - FR"),
        # at war with the enemy, but not allied to who attacks
        ("AU milan 1I; GB milan 1I; FR milan 1I", {"alliances": ""}, "GB AU - FR"),
        # at war with one of the two that defend
        (
            "AU milan 1I; RU milan 1I; FR milan 1I; SP milan 1I",
            {"wars": "AU FR, AU SP, RU FR"},
            "RU AU - FR SP",
        ),
        # allied, but not at war with the enemy
        ("AU milan 1I; RU milan 1I; FR milan 1I", {"wars": "AU FR"}, "AU - FR"),
        ("AU milan 1I; SP milan 1I; FR milan 1I", {"wars": "AU FR"}, "AU - FR"),
        # neither at war nor allied
        ("AU milan 1I; PR milan 1I; FR milan 1I", {}, "AU - FR"),
    ],
)
def test_who_fights(troops: str, facts: dict[str, str], wanted: str) -> None:
    """N-19.1, N-19.2, N-19.3, N-13.6: the active nation attacks, with all who are at war there."""
    state = met(troops, **facts)
    assert (state.battle, sides(state)) == ("milan", wanted)


@pytest.mark.parametrize(
    ("name", "wanted"), [("AU", "RU AU - FR SP"), ("FR", "FR SP - RU AU"), ("SP", "FR SP - RU AU")]
)
def test_the_side_of_the_active_nation_attacks(name: str, wanted: str) -> None:
    """N-19.2: with its allies, whoever of them is active."""
    assert sides(met(FOUR, name)) == wanted


@pytest.mark.parametrize(
    "troops",
    [
        "AU milan 1I; RU milan 1I",
        "AU milan 1I; PR milan 1I",
        "AU milan 1L; FR milan 1L",
        "AU milan 1L; RU milan 1L; FR milan 1L",
        "AU venice 1I; FR milan 1I",
    ],
)
def test_who_does_not_fight(troops: str) -> None:
    """N-19.1: allies, nations at peace, leaders on both sides alone, units in two regions."""
    state = met(troops)
    assert state.battle is None
    assert state.step not in (Step.BATTLES, Step.BETWEEN)


@pytest.mark.parametrize(
    ("bystander", "facts"),
    [("RU", {"wars": "AU FR"}), ("SP", {"wars": "AU FR"}), ("GB", {"wars": "AU FR, GB SP"})],
)
@pytest.mark.parametrize("loser", ["AU", "FR"])
def test_an_ally_at_peace_is_not_touched(bystander: str, facts: dict[str, str], loser: str) -> None:
    """N-13.6, N-19.3: it neither deploys nor retreats, whoever of the two loses."""
    troops = f"AU milan 2I; FR milan 2I; {bystander} milan 1I 1L"
    state = met(troops, **facts)
    deciding = set()
    while state.decision == Decision.DEPLOY:
        deciding.add(NAMES[state.to_move])
        play(state, sorted(texts(state))[-1])
    assert deciding == {"AU", "FR"}
    assert there(state, f"{bystander} milan") == "1I 1L"
    retreat(fight(state, loser))
    assert there(state, f"{bystander} milan") == "1I 1L"
    assert there(state, f"{loser} milan") == ""
    assert state.battle is None
    assert nation(bystander) not in {one for one, lost in state.dead.items() if lost}


# --- the order of battles ------------------------------------------------------------------------

APART = "; ".join(f"AU {one} 1I" for one in ("milan", "piedmont", "tuscany", "papal-states"))


def test_the_defender_chooses_the_order() -> None:
    """N-19.4: one nation defends in all; it is asked again for what is left."""
    state = met(f"{APART}; FR milan 1I; FR piedmont 1I; FR tuscany 1I")
    assert asked(state) == "france next battle"
    assert may(state, "fight") == {"milan", "piedmont", "tuscany"}
    play(state, "fight tuscany")
    assert state.battle == "tuscany"
    retreat(fight(state, "AU"))
    while state.decision == Decision.POLITICS:
        idle(state)
    assert asked(state) == "france next battle"
    assert may(state, "fight") == {"milan", "piedmont"}


def test_several_defenders_name_their_own_battles_in_turn() -> None:
    """N-19.4: Spain, whose turn comes first after Austria, one of its own, then France."""
    there_too = "FR milan 1I; FR piedmont 1I; SP tuscany 1I; SP papal-states 1I"
    state = met(f"{APART}; {there_too}")
    assert asked(state) == "spain next battle"
    assert may(state, "fight") == {"tuscany", "papal-states"}
    play(state, "fight papal-states")
    while state.decision != Decision.NEXT_BATTLE:
        if state.battle:
            retreat(fight(state, "AU"))
        else:
            idle(state)
    assert asked(state) == "france next battle"
    assert may(state, "fight") == {"milan", "piedmont"}


# --- several nations on a side -------------------------------------------------------------------


def acting(state: WarState) -> list[str]:
    """Return who is asked, one after another, to the end of the first round; nobody acts."""
    found = []
    while state.decision == Decision.ACT and "retreat" not in texts(state):
        found.append(NAMES[state.to_move])
        play(state, "end")
    return found


@pytest.mark.parametrize(
    ("name", "order"),
    [("AU", "AU RU SP FR"), ("RU", "RU AU SP FR"), ("FR", "FR SP RU AU"), ("SP", "SP FR RU AU")],
)
def test_allies_deploy_and_act_in_the_order_of_turns(name: str, order: str) -> None:
    """N-19.8: the active nation first, and among defenders the next after it."""
    troops = "; ".join(f"{one} milan 2I" for one in ("AU", "RU", "FR", "SP"))
    state, deciding = met(troops, name), []
    while state.decision == Decision.DEPLOY:
        deciding.append(NAMES[state.to_move])
        play(state, "deploy 1 infantry centre")
    assert deciding == order.split()
    assert acting(state) == order.split()


def test_each_ally_acts_with_its_own_units() -> None:
    """N-19.8: Austria has the infantry of the side, Russia the cavalry and the leader."""
    state = deploy(met("AU milan 2I; RU milan 1C 1L; FR milan 2I; SP milan 1A"))
    seen: dict[str, set[str]] = {}
    while state.decision == Decision.ACT and "retreat" not in texts(state):
        kinds = {one.split()[1] for one in texts(state) if " " in one}
        seen.setdefault(NAMES[state.to_move], set()).update(kinds)
        play(state, "end")
    assert seen == {
        "AU": {"infantry"},
        "RU": {"cavalry", "leader"},
        "FR": {"infantry"},
        "SP": {"artillery"},
    }


def retreating(loser: str) -> WarState:
    """Return a battle in which a side of two nations may retreat."""
    state = deploy(met("AU milan 1I; RU milan 1I; FR milan 1I; SP milan 1I"))
    while NAMES[state.to_move] != loser or "retreat" not in texts(state):
        play(state, "end")
    return state


@pytest.mark.parametrize(("loser", "other"), [("AU", "RU"), ("SP", "FR")])
def test_a_retreat_needs_the_consent_of_all(loser: str, other: str) -> None:
    """N-19.8: the ally is asked; the battle goes on if it refuses, and is lost if it accepts."""
    state = play(retreating(loser), "retreat")
    assert (NAMES[state.to_move], state.decision) == (other, Decision.REPLY)
    assert (state.offered, texts(state)) == ("consent", {"accept", "refuse"})
    refusing = play(state.copy(), "refuse")
    assert refusing.decision == Decision.ACT
    assert not refusing.retreating
    play(state, "accept")
    while state.decision == Decision.PURSUE:
        play(state, "end")
    assert loser == "AU" or {NAMES[one] for one in state.retreating} == {loser, other}
    assert state.decision != Decision.ACT


@pytest.mark.parametrize(("passages", "open_to_them"), [("", False), ("PR FR", True)])
def test_defenders_retreat_to_where_they_may_enter(passages: str, open_to_them: bool) -> None:
    """N-26.13, N-6.5: to a neutral nation's region only with the right of passage."""
    facts = {"owners": "switzerland PR", "passages": passages}
    state = position("AU venice 3I; FR milan 2I", "AU", **facts)
    play(state, "march infantry venice milan, number 3")
    while not state.battle:
        play(state, "pass" if "pass" in texts(state) else "end")
    fight(state, "FR")
    assert "infantry piedmont" in may(state, "withdraw")
    assert ("infantry switzerland" in may(state, "withdraw")) is open_to_them


def test_each_ally_retreats_with_its_own_units() -> None:
    """N-19.8: each is asked for its own, and both leave the region."""
    state = play(retreating("SP"), "retreat, accept")
    seen = set()
    while state.battle:
        if state.retreating:
            seen.add(NAMES[state.to_move])
            play(state, min(texts(state)))
        else:
            play(state, "end")
    assert seen == {"FR", "SP"}
    assert (there(state, "FR milan"), there(state, "SP milan")) == ("", "")
    assert there(state, "AU milan") == there(state, "RU milan") == "1I"


# --- what is hidden ------------------------------------------------------------------------------


def seen_by(state: WarState, seat: str) -> WarView:
    """Return what whoever plays a nation sees."""
    return state.view(cast("Any", Power(NAMES.index(seat))))


def shown(state: WarState, seat: str, whose: str) -> str:
    """Return where a seat sees the units of a nation: ``centre``, ``reserve`` or both."""
    units = seen_by(state, seat).units
    return " ".join(sorted(zone for one, zone in units if one == nation(whose)))


ORDER = ("AU", "RU", "SP", "FR")


def deploying(number: int) -> WarState:
    """Return a battle when so many of four have deployed all they have in the centre."""
    state = met("; ".join(f"{one} milan 1I 1C" for one in ORDER))
    while state.decision == Decision.DEPLOY and NAMES[state.to_move] in ORDER[:number]:
        play(state, max(texts(state)))
    return state


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("seat", NAMES)
def test_deployments_are_hidden_until_all_are_done(number: int, seat: str) -> None:
    """N-20.6, N-28.2, N-28.5: allies on a side see each other; enemies and others see nothing."""
    state = deploying(number)
    assert NAMES[state.to_move] == ORDER[number]
    friends = next((side for side in (ORDER[:2], ORDER[2:]) if seat in side), ())
    for whose in ORDER[:number]:
        assert shown(state, seat, whose) == ("centre" if whose in friends else "reserve"), whose


@pytest.mark.parametrize("seat", NAMES)
def test_deployments_are_shown_when_all_are_done(seat: str) -> None:
    """N-20.6, N-28.1, N-28.2: to everybody, and so is all that happens in the battle."""
    state = deploying(4)
    assert state.decision == Decision.ACT
    assert {shown(state, seat, whose) for whose in ORDER} == {"centre"}
    assert seen_by(state, seat).units == state.units


@pytest.mark.parametrize("seat", NAMES)
def test_all_else_is_public_during_a_deployment(seat: str) -> None:
    """N-28.1, N-28.2: pieces elsewhere, points, relations and owners."""
    state = met(f"{FOUR}; GB london 3I; PR berlin 1I", pap="FR 3", pp="AU 4")
    view = seen_by(state, seat)
    for told in ("troops", "pap", "pp", "relations", "owners", "squadrons", "battle", "dead"):
        assert getattr(view, told) == getattr(state, told), told


def divided(controllers: str) -> WarState:
    """Return a battle of France and Prussia in which the attacker has begun to deploy."""
    facts = {"wars": "FR PR", "alliances": "", "controllers": controllers}
    state = position("FR berlin 3I 2C; PR berlin 3I; AU vienna 1I", "FR", step="battles", **facts)
    assert state.decision == Decision.DEPLOY
    return play(state, max(texts(state)))


def test_who_fights_on_neither_side_is_told_of_both() -> None:
    """N-28.2: all stand in their reserves, and that they do is no news of them."""
    state = divided("PR RU")
    assert seen_by(state, "AU").hidden == (Side.ATTACKER, Side.DEFENDER)
    assert {zone for _, zone in seen_by(state, "AU").units} == {"reserve"}
    assert seen_by(state, "RU").hidden == (Side.ATTACKER,)


def test_who_acts_for_both_sides_sees_both() -> None:
    """N-15.9, N-28.2: nothing is hidden from himself."""
    state = divided("PR FR")
    assert seen_by(state, "FR").hidden == ()
    assert seen_by(state, "FR").units == state.units
    assert seen_by(state, "AU").hidden == (Side.ATTACKER, Side.DEFENDER)
