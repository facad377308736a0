"""Chapters 12, 14 and 16 of the digest, as far as they need more than two nations."""

from typing import Any

import pytest

from marengo.games.europe.rules.words import Nation, Side
from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    fight,
    may,
    nation,
    play,
    position,
    refused,
    retreat,
    texts,
    there,
)
from tests.rules.europe.continent.test_relations import (
    PLAYERS,
    RICH,
    leave_window,
    points,
    stand,
    turn_to,
    until,
)
from tests.rules.europe.war.playing import NATIONS

TWO, SIX, SEVEN = "1, 1, 1", "4, 4, 1", "4, 4, 4"
PEACE: dict[str, Any] = {"wars": "", "alliances": ""}


def success(state: WarState, name: str, region: str) -> float:
    """Return how likely it is that the roll that is to come makes a nation owner of a region."""
    rolls = ((state.copy().play(move), chance) for move, chance in state.chances())
    return sum(chance for after, chance in rolls if after.owners[region] == nation(name))


# Overtures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_overtures_to_player_nations(answer: str) -> None:
    """N-14.1, N-14.2, N-12.5: 2 PAP are spent, whatever the target answers."""
    state = position("", "FR", step="opening", pap="FR 2, AU 5", **PEACE)
    assert may(state, "ally") == {"great-britain", "russia", "austria", "spain"}
    play(state, "ally austria")
    assert asked(state) == "austria reply"
    assert texts(state) == {"accept", "refuse"}
    play(state, answer)
    assert stand(state, "FR", "AU") == ("allied" if answer == "accept" else "neutral")
    assert points(state, "FR", "AU") == (0, 5)


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_parting_two_allies(answer: str) -> None:
    """N-14.2, N-14.1: an overture may ask a nation to end its alliance with a third one."""
    state = position("", "FR", step="opening", pap="FR 3, AU 5, RU 5", wars="")
    play(state, "part austria from russia")
    assert asked(state) == "austria reply"
    assert state.offered == "part russia"
    play(state, answer)
    assert stand(state, "RU", "AU") == ("neutral" if answer == "accept" else "allied")
    assert {stand(state, "GB", "AU"), stand(state, "GB", "RU")} == {"allied"}
    assert points(state, "FR", "AU", "RU") == (1, 5, 5)


def test_what_overtures_can_offer() -> None:
    """N-14.2, N-14.3: an alliance to who is neutral, the end of one that there is; no peace."""
    state = position("", "FR", step="opening", pap="FR 2", wars="FR AU", alliances="GB AU, FR SP")
    assert may(state, "ally") == {"great-britain", "russia"}
    assert may(state, "part") == {"great-britain from austria", "austria from great-britain"}
    for move in ("ally austria", "ally spain", "part russia from austria"):
        assert refused(state, move)
    before = dict(state.relations)
    play(state, "part austria from great-britain, accept")
    assert stand(state, "FR", "AU") == "war"
    assert len(state.relations) == len(before) - 2


@pytest.mark.parametrize("leader", [True, False])
@pytest.mark.parametrize("owner", ["FR", "AU", "RU"])
def test_overtures_to_minor_nations(owner: str, leader: bool) -> None:
    """N-31.80, N-31.81: 9 or more, 8 with a leader of the acting nation, not of an ally, there."""
    troops = f"{owner} saxony 1L" if leader else ""
    state = position(troops, "AU", step="opening", pap="AU 2")
    play(state, "overture saxony")
    own = leader and owner == "AU"
    assert success(state, "AU", "saxony") == pytest.approx((15 if own else 10) / 36)
    play(state, "9, 5, 6, 3, 4, 3")
    assert there(state, "AU saxony") == ("3I 2C 1L" if own else "3I 2C")
    assert points(state, "AU") == (0,)


def neighbours_at(step: str, others: str, **facts: Any) -> WarState:
    """Return Saxony won by Austria, where others stand."""
    state = position(others, "AU", step=step, pap="AU 2", **(PEACE | facts))
    play(state, f"overture saxony, 9, {TWO}")
    return state


def test_neutral_troops_leave_a_region_won() -> None:
    """N-14.10: armies of others must leave, as when passage is revoked, to where they may go."""
    state = leave_window(neighbours_at("closing", "FR saxony 1I"))
    assert asked(state) == "france leave"
    assert may(state, "withdraw infantry") == {"thuringia", "westphalia"}
    play(state, "withdraw infantry westphalia")
    assert there(state, "FR westphalia") == "1I"
    assert there(state, "AU saxony") == "1I 1C"


def test_neutral_troops_that_cannot_leave_fight() -> None:
    """N-14.10, N-13.13: they fight at the end of the turn, without war."""
    around = "PR thuringia 1I; PR westphalia 1I; GB paris 1I"
    state = neighbours_at("closing", f"FR saxony 2I; {around}", wars="FR GB")
    leave_window(state)
    assert state.battle == "saxony"
    assert state.sides == {nation("AU"): Side.ATTACKER, nation("FR"): Side.DEFENDER}
    assert stand(state, "FR", "AU") == "neutral"


@pytest.mark.parametrize("facts", [{"alliances": "FR AU"}, {"passages": "AU FR"}])
def test_friends_stay_in_a_region_won(facts: dict[str, str]) -> None:
    """N-14.10, N-13.8: allies and who has right of passage stay."""
    state = leave_window(neighbours_at("closing", "FR saxony 1I", **facts))
    assert state.decision != Decision.LEAVE
    assert there(state, "FR saxony") == "1I"
    assert state.battle is None


# Annexations ------------------------------------------------------------------------------------


def announced(facts: dict[str, Any], armies: str = "3I", step: str = "closing") -> WarState:
    """Return the decision after Austria has announced that it annexes Saxony."""
    state = position(f"AU saxony {armies}", "AU", step=step, **(PEACE | {"pap": RICH} | facts))
    return play(state, "annex saxony")


def resisted(facts: dict[str, Any], dice: str, armies: str = "3I") -> WarState:
    """Return what follows when Saxony resists and joins nobody by lot."""
    state = announced(facts, armies)
    while state.decision == Decision.PLEDGE:
        play(state, "refuse")
    return play(state, f"1, {dice}")


def test_who_may_annex() -> None:
    """N-16.1, N-12.7: a player nation in its own turn, not in that of another, ally or not."""
    troops = "AU saxony 1I; RU sweden 1I; RU saxony 1I; PR hesse-berg 1I"
    state = position(troops, "AU", step="opening", pap=RICH, controllers="PR RU")
    assert may(state, "annex") == {"saxony"}
    assert not may(turn_to(state, "RU"), "annex")
    assert "N-16.1" in refused(state, "annex sweden")
    state = position(troops, "RU", step="opening", pap=RICH, controllers="PR RU")
    assert may(state, "annex") == {"saxony", "sweden"}
    state = position(troops, "PR", step="opening", pap=RICH, controllers="PR RU")
    assert not may(turn_to(state, "RU"), "annex")


@pytest.mark.parametrize(("pap", "may_annex"), [("AU 1", True), ("AU 0", False)])
def test_annexing_costs_one(pap: str, may_annex: bool) -> None:
    """N-16.1, N-12.5, N-12.10: 1 PAP."""
    state = position("AU saxony 1I", "AU", step="closing", pap=pap, **PEACE)
    assert ("annex saxony" in texts(state)) is may_annex
    if may_annex:
        assert points(play(state, "annex saxony"), "AU") == (0,)
    else:
        assert "1 PAP" in refused(state, "annex saxony")


def test_who_is_asked_before_the_roll() -> None:
    """N-16.4, N-12.9: in turn order, whoever is neither allied nor at war and has a PAP."""
    state = announced({"pap": "SP 1, FR 1, GB 1, RU 0, AU 1"})
    for name in ("spain", "france", "great_britain"):
        assert asked(state) == f"{name} pledge"
        play(state, "refuse")
    assert state.decision == Decision.ANNEXATION_ROLL
    state = announced({"wars": "AU FR", "alliances": "AU GB"})
    for name in ("spain", "russia"):
        assert asked(state) == f"{name} pledge"
        play(state, "refuse")
    assert state.decision == Decision.ANNEXATION_ROLL


@pytest.mark.parametrize("declares", [True, False])
def test_war_declared_on_an_annexer(declares: bool) -> None:
    """N-16.4, N-31.83, N-16.2: it costs 1 PAP and makes the 4 that would have done too little."""
    state = announced({"pap": "SP 1, FR 2, GB 1, RU 0, AU 1"})
    play(state, "refuse")
    play(state, "accept" if declares else "refuse")
    assert stand(state, "FR", "AU") == ("war" if declares else "neutral")
    assert points(state, "FR") == (1 if declares else 2,)
    play(state, "refuse")
    chance = success(state, "AU", "saxony")
    assert chance == pytest.approx((2 if declares else 3) / 6)
    play(state, "4")
    assert (state.owners["saxony"] == nation("AU")) is not declares


@pytest.mark.parametrize(
    ("armies", "facts", "need"),
    [
        ("4I", {"wars": "AU SP"}, 4),
        ("7I", {"owners": "bohemia FR"}, 3),
        ("3I", {"owners": "bohemia FR"}, 5),
        ("3I", {}, 4),
        ("1I", {"wars": "PR AU"}, 5),
    ],
)
def test_modifiers(armies: str, facts: dict[str, str], need: int) -> None:
    """N-31.82, N-16.2: the armies, a region beside it, and war with any great nation."""
    state = announced(facts, armies)
    while state.decision == Decision.PLEDGE:
        play(state, "refuse")
    assert success(state, "AU", "saxony") == pytest.approx((7 - need) / 6)


@pytest.mark.parametrize(
    ("wars", "names"),
    [
        ("AU FR, AU SP, AU GB", {"france", "spain", "great-britain"}),
        ("AU FR, AU SP, AU PR", {"france", "spain"}),
    ],
)
def test_a_minor_nation_joins_one_by_lot(wars: str, names: set[str]) -> None:
    """N-16.6, N-28.4: any player nation at war with the annexer, all as likely; without cost."""
    state = announced({"wars": wars, "pap": "AU 1, FR 0, SP 0, GB 0, RU 0"})
    play(state, "1")
    assert state.decision == Decision.LOT
    assert {str(move): odds for move, odds in state.chances()} == pytest.approx(
        {f"choose {name}": 1 / len(names) for name in names}
    )
    play(state, f"choose spain, {TWO}")
    assert state.battle == "saxony"
    assert state.sides == {nation("AU"): Side.ATTACKER, nation("SP"): Side.DEFENDER}
    assert state.owners["saxony"] == nation("SP")
    assert points(state, "SP") == (0,)


def test_who_declares_war_may_be_joined() -> None:
    """N-16.6, N-16.4: the minor nation joins who has just declared war, alone at war."""
    state = announced({"pap": "SP 1, FR 0, GB 0, RU 0, AU 1"})
    play(state, f"accept, 1, {TWO}")
    assert state.owners["saxony"] == nation("SP")
    assert state.sides == {nation("AU"): Side.ATTACKER, nation("SP"): Side.DEFENDER}


@pytest.mark.parametrize(
    ("alliances", "player"),
    [("", "spain"), ("AU SP", "france"), ("AU SP, AU FR, AU GB", "russia")],
)
def test_a_neutral_army(alliances: str, player: str) -> None:
    """N-16.7: without enemies it fights alone, played by the next who is no ally of the annexer."""
    state = resisted({"alliances": alliances}, TWO)
    assert state.sides == {nation("AU"): Side.ATTACKER, Nation.MINOR: Side.DEFENDER}
    asks = set()
    while state.battle and not state.retreating:
        asks.add(state.to_move.name.lower())
        legal = sorted(texts(state))
        play(state, "end" if "end" in legal else legal[-1])
    assert asks == {"austria", player}


@pytest.mark.parametrize("option", ["", "annex_after_join = false"])
@pytest.mark.parametrize("joins", [True, False])
def test_who_beats_the_army_owns_the_region(joins: bool, option: str) -> None:
    """N-16.9 annex_after_join: in both cases, or, if it is off, only if the army was neutral."""
    state = resisted({"wars": "AU SP" if joins else "", "option": option}, TWO)
    assert state.owners["saxony"] == (nation("SP") if joins else None)
    retreat(fight(state, "SP"))
    assert state.owners["saxony"] == nation("SP" if joins and option else "AU")


def test_a_neutral_army_that_wins_is_removed() -> None:
    """N-16.10: and the region stays without owner."""
    state = resisted({}, TWO)
    retreat(fight(state, "AU"))
    assert state.owners["saxony"] is None
    assert "saxony" not in state.troops
    assert all(Nation.MINOR not in found for found in state.troops.values())


@pytest.mark.parametrize(("dice", "armies"), [(SIX, 6), (SEVEN, 7), ("3, 4, 1", 5)])
@pytest.mark.parametrize("own", [5, 6])
def test_great_battles_against_minor_nations(own: int, dice: str, armies: int) -> None:
    """N-16.12: with 6 armies on both sides who wins receives a PAP, the annexer too."""
    state = resisted({"pap": "AU 1, SP 0, FR 0, GB 0, RU 0"}, dice, f"{own}I")
    assert points(state, "AU") == (0,)
    retreat(fight(state, "SP"))
    assert points(state, "AU") == (int(own >= 6 and armies >= 6),)
    assert points(state, "SP", "FR", "GB", "RU") == (0, 0, 0, 0)


def test_a_minor_nation_receives_nothing() -> None:
    """N-12.2, N-16.12: nor does who plays its army."""
    state = resisted({"pap": "AU 1, SP 0, FR 0, GB 0, RU 0"}, SEVEN, "6I")
    retreat(fight(state, "AU"))
    assert set(points(state, *PLAYERS)) == {0}


# Points -----------------------------------------------------------------------------------------


def great_battle(troops: str, loser: str, **facts: Any) -> WarState:
    """Return what follows a battle for Milan that France fights from Tuscany."""
    state = position(troops, "FR", pap="FR 0, SP 0, GB 0, RU 0, AU 0", **facts)
    number = there(state, "FR tuscany").removesuffix("I")
    play(state, f"march infantry tuscany milan, number {number}")
    return retreat(fight(until(state, Step.BATTLES), loser))


@pytest.mark.parametrize(
    ("option", "troops", "loser", "names"),
    [
        ("", "FR tuscany 6I; AU milan 5I; RU milan 1I; GB milan 1L", "FR", {"AU", "RU"}),
        ("", "FR tuscany 6I; AU milan 5I; RU milan 1I; PR milan 1I", "FR", {"AU", "RU"}),
        ("", "FR tuscany 6I; AU milan 5I; RU milan 1I", "RU", {"FR"}),
        ("", "FR tuscany 6I; AU milan 4I; RU milan 1I", "FR", set()),
    ],
)
def test_who_receives_points_of_great_battles(
    option: str, troops: str, loser: str, names: set[str]
) -> None:
    """N-12.3, N-12.2: each player nation of the winners with an army in it; no other nation."""
    wars = "FR GB, FR RU, FR AU" + (", FR PR" if "PR" in troops else "")
    alliances = "GB RU, GB AU, RU AU" + (", PR AU" if "PR" in troops else "")
    control = {"controllers": "PR AU"} if "PR" in troops else {}
    state = great_battle(troops, loser, wars=wars, alliances=alliances, option=option, **control)
    assert {name for name in PLAYERS if points(state, name) == (1,)} == names
    assert sum(points(state, *PLAYERS)) == len(names)


def test_points_of_great_battles_with_the_switch() -> None:
    """N-12.3 great_battle_pap: without it one PAP in all is received."""
    troops = "FR tuscany 6I; AU milan 5I; RU milan 1I"
    state = great_battle(troops, "FR", option="great_battle_pap = false")
    assert sum(points(state, *PLAYERS)) == 1
    assert points(state, "FR", "SP", "GB") == (0, 0, 0)


def test_points_are_kept() -> None:
    """N-12.4: without limit, and nobody can give or trade them."""
    state = position("", "GB", step="budget", month=1, pap="GB 60, FR 0, AU 0, SP 0, RU 0")
    play(turn_to(state, "GB"), "trade gibraltar to spain")
    assert all(one.split()[0] in {"pass", "for"} for one in texts(state))
    state = position("", "FR", step="purchases", pap="FR 60", pp="FR 400")
    play(state, ", ".join(["buy pap"] * 40))
    assert points(state, "FR")[0] >= 100


COSTS = {  # moves and what their actor pays
    "ally prussia": None,
    "ally austria, refuse": 2,
    "part austria from russia, refuse": 2,
    "overture saxony": 2,
    "win-over prussia": 2,
    "annex hesse-berg": 1,
    "sue": 2,
    "incite hanover": 1,
    "break spain": 1,
    "passage austria, accept": 0,
    "revoke russia": 0,
    "declare-war austria": 1,
    "armistice great-britain, accept": 1,
}


@pytest.mark.parametrize(("moves", "cost"), COSTS.items())
def test_costs(moves: str, cost: int | None) -> None:
    """N-12.5, N-12.6, N-12.10: what actions cost, and nobody takes one that he cannot pay."""
    facts: dict[str, Any] = {"wars": "FR GB", "alliances": "FR SP, RU AU", "passages": "FR RU"}
    state = position("FR hesse-berg 1I", "FR", step="opening", pap="FR 5, GB 9", **facts)
    first, *_ = moves.split(", ")
    if cost is None:
        assert first not in texts(state)
        return
    play(state, moves)
    assert points(state, "FR") == (5 - cost,)
    exact = position("FR hesse-berg 1I", "FR", step="opening", pap=f"FR {cost}", **facts)
    assert first in texts(exact)
    if cost and first != "sue":
        poor = position("FR hesse-berg 1I", "FR", step="opening", pap=f"FR {cost - 1}", **facts)
        assert f"{cost} PAP" in refused(poor, first)


def test_suing_is_the_only_debt() -> None:
    """N-12.10, N-17.7: it can be owed, and nothing else."""
    state = position("FR hesse-berg 1I", "FR", step="opening", pap="FR 0", passages="FR RU")
    verbs = {one.split()[0] for one in texts(state)}
    assert verbs == {"pass", "sue", "revoke", "trade"}


# When -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
@pytest.mark.parametrize("active", ["AU", "GB", "SP"])
def test_who_is_asked_in_a_window(active: str, step: str) -> None:
    """N-12.8: the active nation first, the others in turn order, until all pass in succession."""
    order = ["france", "great_britain", "russia", "austria", "spain"]
    first = order.index(NATIONS[active].replace("-", "_"))
    state = position("", active, step=step)
    for name in order[first:] + order[:first]:
        assert asked(state) == f"{name} politics"
        play(state, "pass")
    assert state.step != Step[step.upper()] or state.active != nation(active)


def test_asked_again_after_an_action() -> None:
    """N-12.8: all others are asked again, three times in all."""
    state = position("", "AU", step="closing", pap=RICH)
    asks = []
    regions = iter(("milan", "venice", "albania", "bosnia", "holland"))
    while state.step == Step.CLOSING and state.active == nation("AU"):
        asks.append(asked(state).split()[0])
        play(state, f"incite {next(regions)}" if asks[-1] == "france" else "pass")
    assert asks == ["austria", "spain", "france", "great_britain", "russia"] * 3


def test_a_window_ends_when_all_pass() -> None:
    """N-12.8: after an action all pass in succession, who acted too."""
    state = position("", "AU", step="closing", pap=RICH)
    play(state, "pass, pass, incite milan, pass, pass, pass, pass")
    assert asked(state) == "france politics"
    assert (state.active, state.step) == (nation("AU"), Step.CLOSING)
    play(state, "pass")
    assert (state.active, state.step) != (nation("AU"), Step.CLOSING)


def test_no_politics_out_of_windows() -> None:
    """N-12.7, N-12.9: not while units move, in a battle, or between the dice of a crossing."""
    state = position("FR milan 1I; AU venice 2I", "AU", pap=RICH)
    words = {"march", "end", "sail", "transport"}
    assert {one.split()[0] for one in texts(state)} <= words
    assert refused(state, "declare-war prussia")
    play(state, "march infantry venice milan, number 2")
    until(state, Step.BATTLES)
    assert state.battle == "milan"
    assert {one.split()[0] for one in texts(state)} == {"deploy"}
    state = position("GB ireland 1I", "GB", squadrons="GB bay-of-biscay 1; FR bay-of-biscay 3")
    play(state, "transport infantry ireland bay-of-biscay")
    assert state.decision in {Decision.PASSAGE, Decision.TRANSPORT_ROLL}
    assert not texts(state) & {"pass", "sue"}


# Trade ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["accept", "refuse"])
@pytest.mark.parametrize(("to", "wanted"), [("france", "milan"), ("great-britain", "gibraltar")])
@pytest.mark.parametrize("step", ["opening", "budget"])
def test_trade(step: str, to: str, wanted: str, answer: str) -> None:
    """N-12.11, N-28.3: regions are traded by agreement, at once, by friends or not."""
    state = position("", "AU", step=step, pap="AU 0, FR 0, GB 0")
    before = (state.owners, state.pap, state.pp)
    play(state, f"trade venice to {to}, for {wanted}")
    assert asked(state) == f"{to.replace('-', '_')} reply"
    play(state, answer)
    change = {"venice": before[0][wanted], wanted: nation("AU")}
    assert state.owners == before[0] | (change if answer == "accept" else {})
    assert (state.pap, state.pp) == before[1:]


def test_who_may_trade() -> None:
    """N-12.11: own regions, to player nations; a neutral great nation takes and gives none."""
    state = position("", "AU", step="opening", controllers="PR AU")
    trades = {tuple(one.split(" to ")) for one in may(state, "trade")}
    owned = {region for region, owner in state.owners.items() if owner == nation("AU")}
    assert {region for region, _ in trades} == owned
    assert {to for _, to in trades} == {"france", "great-britain", "russia", "spain"}
    play(state, "trade venice to france")
    wanted = {region for region, owner in state.owners.items() if owner == nation("FR")}
    assert may(state, "for") == wanted


@pytest.mark.parametrize(("name", "plays"), [("AU", "spain"), ("RU", "austria")])
def test_a_minor_nation_when_all_are_allied_to_the_annexer(name: str, plays: str) -> None:
    """N-16.7: then the next player nation in turn order plays it, Spain after Austria."""
    friends = ", ".join(f"{name} {one}" for one in ("FR", "GB", "RU", "AU", "SP") if one != name)
    facts = {"wars": "", "alliances": friends, "pap": f"{name} 1"}
    state = position(f"{name} saxony 3I", name, step="opening", **facts)
    play(state, "annex saxony, 1, 1, 1, 1")
    while not state.battle:
        play(state, "end" if "end" in texts(state) else "pass")
    while asked(state).startswith(nation(name).name.lower()):
        state.play(min(texts(state)))
    assert asked(state) == f"{plays} deploy"
