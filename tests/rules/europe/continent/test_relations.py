"""Chapter 13 of the digest: war, alliance, right of passage, and where they let units stand."""

import pytest

from marengo.games.europe.rules.words import Side
from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.rules.words import Relation
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
    start,
    texts,
    there,
)
from tests.rules.europe.war.playing import NATIONS

RICH = ", ".join(f"{name} 9" for name in NATIONS if name not in ("PR", "OT"))
PLAYERS = ("FR", "GB", "RU", "AU", "SP")
QUIET = {
    Decision.POLITICS: "pass",
    Decision.JOIN: "pass",
    Decision.CONGRESS: "pass",
    Decision.PLEDGE: "refuse",
    Decision.MARCH: "end",
    Decision.PURCHASE: "end",
    Decision.UPRISING: "spare",
}
"""What is decided, and the move that does nothing."""


def stand(state: WarState, one: str, other: str) -> str:
    """Return how two nations stand, the same from either side."""
    here, there = nation(one), nation(other)
    known = [state.relations.get(pair, Relation.NEUTRAL) for pair in ((here, there), (there, here))]
    assert known[0] == known[1]
    return known[0].name.lower()


def turn_to(state: WarState, name: str, decision: str = "politics") -> WarState:
    """Let nobody do anything until a nation decides."""
    wanted = f"{NATIONS[name].replace('-', '_')} {decision}"
    for _ in range(99):
        if asked(state) == wanted:
            return state
        state.play(QUIET[Decision(state.decision)])
    raise AssertionError(f"{wanted}: {state}")


def until(state: WarState, *steps: Step) -> WarState:
    """Let nobody do anything until a step begins, or something must be decided."""
    while not state.is_over and state.step not in steps and state.decision in QUIET:
        state.play(QUIET[Decision(state.decision)])
    return state


def leave_window(state: WarState) -> WarState:
    """Let everybody pass until a window is over."""
    while state.decision == Decision.POLITICS:
        state.play("pass")
    return state


def points(state: WarState, *names: str) -> tuple[int, ...]:
    return tuple(state.pap[nation(name)] for name in names)


# The relations ----------------------------------------------------------------------------------


def test_relations_at_the_start() -> None:
    """N-13.1, N-30.14: allied or at war as the scenario tells, all others neutral."""
    state = start()
    first, second = ("FR", "SP"), ("GB", "RU", "AU")
    allied = {frozenset(pair) for pair in (first, ("GB", "RU"), ("GB", "AU"), ("RU", "AU"))}
    for one in NATIONS:
        for other in NATIONS:
            if one == other:
                continue
            war = (one in first and other in second) or (one in second and other in first)
            wanted = "war" if war else "allied" if {one, other} in allied else "neutral"
            assert stand(state, one, other) == wanted


def test_neutral_unless_told() -> None:
    """N-13.1: without wars and alliances all are neutral."""
    state = position("FR paris 1I", "FR", wars="", alliances="")
    assert not state.relations


@pytest.mark.parametrize(
    ("wars", "first", "second", "none"),
    [
        (None, "GB", "RU", "AU"),
        ("SP AU, SP RU, SP GB", "AU", "RU", "GB"),
        ("SP RU, SP GB", "RU", "GB", "AU"),
    ],
)
def test_wars_of_the_scenario_have_an_order(
    wars: str | None, first: str, second: str, none: str
) -> None:
    """N-13.16, N-30.14: against Spain Great Britain, Russia, Austria, unless a position differs."""
    pap = "SP 2, GB 4, RU 4, AU 4"
    state = position("SP madrid 1I", "SP", step="opening", wars=wars, pap=pap)
    play(state, "sue")
    assert points(state, first, second, none) == (6, 5, 4)


@pytest.mark.parametrize("russia_first", [True, False])
def test_order_of_wars(russia_first: bool) -> None:
    """N-13.15: the place is set when war begins, whoever declares it."""
    state = position("SP madrid 1I", "SP", step="opening", pap=RICH, wars="", alliances="")
    if russia_first:
        play(state, "declare-war russia")
        play(turn_to(state, "GB"), "declare-war spain")
    else:
        play(turn_to(state, "GB"), "declare-war spain")
        play(turn_to(state, "SP"), "declare-war russia")
    assert points(state, "GB", "RU") == (8, 9)
    play(turn_to(state, "SP"), "sue")
    assert points(state, "GB", "RU") == ((9, 11) if russia_first else (10, 10))


def test_a_war_that_begins_again_is_the_latest() -> None:
    """N-13.15, N-13.19: an armistice ends a war, and its place with it."""
    state = position("SP madrid 1I", "SP", step="opening", pap=RICH, wars="SP GB, SP RU")
    play(state, "armistice great-britain, accept")
    play(turn_to(state, "GB"), "declare-war spain")
    before = points(state, "GB", "RU")
    play(turn_to(state, "SP"), "sue")
    assert points(state, "GB", "RU") == (before[0] + 1, before[1] + 2)


def test_relations_hold_for_the_pair() -> None:
    """N-13.2: the ally of an ally is nothing, nor the enemy of an ally."""
    state = position("FR paris 1I", "FR", step="opening", pap=RICH)
    play(state, "win-over prussia, 2")
    assert stand(state, "FR", "PR") == "allied"
    assert {stand(state, "PR", name) for name in ("SP", "GB", "RU", "AU")} == {"neutral"}


def test_common_enemies_are_not_allied() -> None:
    """N-13.3: alliance comes by overture alone, not from war against the same nation."""
    state = position("FR paris 1I", "FR", step="opening", pap=RICH, wars="", alliances="")
    play(state, "declare-war spain")
    play(turn_to(state, "AU"), "declare-war spain")
    assert stand(state, "FR", "AU") == "neutral"
    play(turn_to(state, "FR"), "ally austria, accept")
    assert stand(state, "FR", "AU") == "allied"


# Allies -----------------------------------------------------------------------------------------


def test_allies_share_regions_and_one_owns_it() -> None:
    """N-13.4, N-6.11, N-6.4: units go where allies own and stand; nothing changes the owner."""
    state = position("FR gascony 1I; SP catalonia 2I", "FR")
    play(state, "march infantry gascony catalonia")
    assert there(state, "FR catalonia") == "1I"
    assert there(state, "SP catalonia") == "2I"
    assert state.owners["catalonia"] == nation("SP")
    until(state, Step.CLOSING)
    assert state.battle is None


def test_allies_move_together() -> None:
    """N-13.4, N-4.9: an ally whose turn is to come may move in this one, a neutral nation not."""
    state = position("SP gascony 1I; FR paris 1I; RU moscow 1I", "SP", step="joining")
    assert asked(state) == "france join"
    play(state, "join")
    neutral = position("SP gascony 1I; FR paris 1I", "SP", step="joining", alliances="")
    assert not asked(neutral).endswith("join")


def test_allies_fight_as_one_side() -> None:
    """N-13.4: attacked together they defend together."""
    state = position("AU venice 3I; FR milan 1I; SP milan 1I", "AU")
    play(state, "march infantry venice milan, number 3")
    until(state, Step.BATTLES)
    assert state.battle == "milan"
    assert state.sides == {
        nation("AU"): Side.ATTACKER,
        nation("FR"): Side.DEFENDER,
        nation("SP"): Side.DEFENDER,
    }


@pytest.mark.parametrize(("alliances", "enters"), [("FR SP", True), ("", False)])
def test_allies_use_ports(alliances: str, enters: bool) -> None:
    """N-13.4, N-7.2: squadrons enter the ports of allies."""
    state = position("FR paris 1I", "FR", squadrons="FR vendee 1", alliances=alliances)
    play(state, "sail vendee, via bay-of-biscay")
    assert ("asturias" in may(state, "via")) is enters


@pytest.mark.parametrize(("alliances", "lands"), [("FR SP", True), ("", False)])
def test_allies_carry_units(alliances: str, lands: bool) -> None:
    """N-13.4, N-9.4: squadrons of an ally beside the target serve a landing."""
    state = position("FR vendee 1I", "FR", squadrons="SP bay-of-biscay 1", alliances=alliances)
    assert any("transport infantry vendee" in one for one in texts(state)) is lands


def test_no_ally_is_obliged() -> None:
    """N-13.5: who is not at war with the enemy of an ally stays his ally."""
    state = position("FR paris 1I", "FR", step="opening", wars="", alliances="FR SP", pap=RICH)
    play(state, "declare-war austria")
    assert (stand(state, "FR", "SP"), stand(state, "SP", "AU")) == ("allied", "neutral")
    turn_to(state, "FR", "march")
    assert (stand(state, "FR", "SP"), stand(state, "SP", "AU")) == ("allied", "neutral")


@pytest.mark.parametrize("alliances", ["FR SP, AU SP", "AU SP"])
def test_an_ally_not_at_war_is_no_party(alliances: str) -> None:
    """N-13.6, N-19.3: of two allies in a region who is not at war takes no part and stays."""
    passages = "" if "FR SP" in alliances else "SP FR"
    state = position(
        "FR milan 3I; AU venice 1I; SP venice 1I",
        "FR",
        wars="FR AU",
        alliances=alliances,
        passages=passages,
    )
    play(state, "march infantry milan venice, number 3")
    until(state, Step.BATTLES)
    assert state.sides == {nation("FR"): Side.ATTACKER, nation("AU"): Side.DEFENDER}
    retreat(fight(state, "AU"))
    assert there(state, "SP venice") == "1I"
    assert there(state, "FR venice") == "3I"


# The end of alliances ---------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
@pytest.mark.parametrize(("name", "ally"), [("FR", "SP"), ("SP", "FR"), ("RU", "AU")])
def test_breaking_an_alliance(name: str, ally: str, step: str) -> None:
    """N-13.7, N-12.5: it costs 1 PAP, and the other is not asked; they are neutral then."""
    state = position("", name, step=step, pap=f"{name} 1, {ally} 5")
    play(state, f"break {NATIONS[ally]}")
    assert stand(state, name, ally) == "neutral"
    assert points(state, name, ally) == (0, 5)
    assert not asked(state).endswith("reply")


def test_what_can_be_broken() -> None:
    """N-13.7, N-12.10: only an alliance, and only for a PAP."""
    state = position("", "RU", step="opening", pap="RU 1")
    assert may(state, "break") == {"great-britain", "austria"}
    assert "1 PAP" in refused(position("", "RU", step="opening", pap="RU 0"), "break austria")


@pytest.mark.parametrize("breaker", ["FR", "SP"])
@pytest.mark.parametrize(
    ("troops", "leaves", "ways"),
    [
        ("FR gascony 1I; SP gascony 1I", "SP", {"navarre", "catalonia"}),
        ("FR catalonia 1I; SP catalonia 1I", "FR", {"provence", "gascony"}),
        ("FR gascony 1I; SP gascony 1I; SP navarre 1I", "SP", {"navarre", "catalonia"}),
        ("FR catalonia 1I; SP catalonia 1I; RU gascony 1L", "FR", {"provence", "gascony"}),
    ],
)
def test_who_does_not_own_the_region_leaves(
    troops: str, leaves: str, ways: set[str], breaker: str
) -> None:
    """N-13.8: whoever broke the alliance; to where the former ally neither owns nor stands."""
    state = position(troops, breaker, step="closing")
    play(state, f"break {NATIONS['SP' if breaker == 'FR' else 'FR']}")
    leave_window(state)
    assert asked(state) == f"{NATIONS[leaves]} leave"
    assert may(state, "withdraw") == {f"infantry {way}" for way in ways}
    to = min(ways)
    before = there(state, f"{leaves} {to}")
    play(state, f"withdraw infantry {to}")
    assert there(state, f"{leaves} {to}") == (before or "1I")
    assert state.decision == Decision.POLITICS


@pytest.mark.parametrize(
    ("breaker", "ways"), [("FR", set()), ("SP", {"asturias", "western-spain"})]
)
def test_the_breaker_leaves_if_neither_owns_it(breaker: str, ways: set[str]) -> None:
    """N-13.8: France cannot enter Spain any more, so that its units go to the capital."""
    state = position("FR portugal 1I; SP portugal 1I", breaker, step="closing")
    play(state, f"break {NATIONS['SP' if breaker == 'FR' else 'FR']}")
    leave_window(state)
    if ways:
        assert asked(state) == f"{NATIONS[breaker]} leave"
        assert may(state, "withdraw") == {f"infantry {way}" for way in ways}
        play(state, "withdraw infantry asturias")
        assert there(state, "SP asturias") == "1I"
        assert there(state, "FR portugal") == "1I"
    else:
        assert there(state, "FR paris") == "1I"
        assert there(state, "SP portugal") == "1I"


def test_only_one_region_is_left() -> None:
    """N-13.8: where the former ally stands nobody goes, nor where a neutral nation is."""
    troops = "FR thuringia 1I; SP thuringia 1I; FR saxony 1I; PR westphalia 1I"
    state = position(troops, "SP", step="closing")
    play(state, "break france")
    leave_window(state)
    assert asked(state) == "spain leave"
    assert may(state, "withdraw") == {"infantry hesse-berg", "infantry bohemia"}


def test_nobody_is_asked_about_the_only_way() -> None:
    """N-13.8: not to the capital, while there is a region beside them."""
    state = position("FR catalonia 2I; SP catalonia 1I", "FR", step="closing", owners="provence SP")
    play(state, "break spain")
    leave_window(state)
    assert not asked(state).endswith("leave")
    assert (there(state, "FR gascony"), there(state, "FR paris")) == ("2I", "")


def test_militia_leave_to_their_homeland_alone() -> None:
    """N-13.8, N-2.12: Belgium and Switzerland are open, but not to them."""
    owners = "lorraine SP, burgundy SP, picardy SP"
    state = position("FR lorraine 1M; SP lorraine 1I", "FR", step="closing", owners=owners)
    play(state, "break spain")
    leave_window(state)
    assert not asked(state).endswith("leave")
    assert (there(state, "FR paris"), there(state, "FR lorraine")) == ("1M", "")


@pytest.mark.parametrize("held", ["", "; AU paris 1I", "; AU paris 1L"])
def test_the_capital_unless_enemies_hold_it(held: str) -> None:
    """N-13.8, N-13.9, N-1.9: who cannot even go there stays, and fights."""
    owners = "provence SP, gascony SP"
    state = position(f"FR catalonia 1I; SP catalonia 2I{held}", "FR", step="closing", owners=owners)
    play(state, "break spain")
    leave_window(state)
    stays = held == "; AU paris 1I"
    assert state.battle == ("catalonia" if stays else None)
    assert there(state, "FR paris") == ("" if stays else "1I")
    if stays:
        assert state.sides == {nation("FR"): Side.ATTACKER, nation("SP"): Side.DEFENDER}
        assert stand(state, "FR", "SP") == "neutral"
        retreat(fight(state, "SP"))
        assert stand(state, "FR", "SP") == "neutral"
        assert there(state, "FR catalonia") == "1I"


@pytest.mark.parametrize(
    ("active", "attacker"), [("FR", "FR"), ("SP", "SP"), ("GB", "FR"), ("RU", "FR")]
)
def test_who_attacks_in_a_battle_without_war(active: str, attacker: str) -> None:
    """N-13.9, N-13.8: the active nation; in the turn of a third one the breaker."""
    troops = "FR catalonia 1I; SP catalonia 2I; AU paris 1I; FR lorraine 1I; GB london 1I"
    state = position(troops, active, step="closing", owners="provence SP, gascony SP")
    play(turn_to(state, "FR"), "break spain")
    leave_window(state)
    assert state.battle == "catalonia"
    defender = "SP" if attacker == "FR" else "FR"
    assert state.sides == {nation(attacker): Side.ATTACKER, nation(defender): Side.DEFENDER}
    assert stand(state, "FR", "SP") == "neutral"


@pytest.mark.parametrize("breaker", ["FR", "SP"])
def test_units_alone_need_not_leave(breaker: str) -> None:
    """N-13.8: not at once; who stands where the former ally has no army shares no region."""
    state = position("FR catalonia 1I; SP gascony 1I", breaker, step="closing")
    play(state, f"break {NATIONS['SP' if breaker == 'FR' else 'FR']}")
    leave_window(state)
    assert there(state, "FR catalonia") == "1I"
    assert there(state, "SP gascony") == "1I"


@pytest.mark.parametrize("then", ["declare-war france", "passage france, accept", ""])
def test_war_or_passage_instead_of_leaving(then: str) -> None:
    """N-13.8, N-13.9, N-31.91: nobody leaves if war is declared or passage granted."""
    state = position("FR gascony 1I; SP gascony 1I", "FR", step="closing", pap="FR 1, SP 1")
    play(state, "break spain")
    play(turn_to(state, "SP"), then)
    leave_window(state)
    assert (state.decision == Decision.LEAVE) is (not then)
    until(state, Step.MOVEMENT)
    if "passage" in then:
        assert there(state, "SP gascony") == "1I"
        assert state.battle is None
    assert stand(state, "FR", "SP") == ("war" if "war" in then else "neutral")


def test_breaking_and_war_in_one_window() -> None:
    """N-31.91, N-13.10: 2 PAP in all; units together fight at the end of movement."""
    state = position("FR gascony 2I; SP gascony 1I", "FR", step="opening", pap="FR 2")
    assert "N-13.10" in refused(state, "declare-war spain")
    play(state, "break spain")
    assert points(state, "FR") == (1,)
    play(turn_to(state, "FR"), "declare-war spain")
    assert points(state, "FR") == (0,)
    assert stand(state, "FR", "SP") == "war"
    turn_to(state, "FR", "march")
    assert there(state, "SP gascony") == "1I"
    until(state, Step.BATTLES)
    assert state.battle == "gascony"
    assert state.sides == {nation("FR"): Side.ATTACKER, nation("SP"): Side.DEFENDER}


# Right of passage -------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_right_of_passage(answer: str) -> None:
    """N-13.11, N-12.5: who is asked grants it or not, for nothing; it is one-way."""
    state = position("", "FR", step="opening", wars="", alliances="", pap="FR 0, AU 0")
    assert may(state, "passage") == {"great-britain", "russia", "austria", "spain"}
    play(state, "passage austria")
    assert asked(state) == "austria reply"
    assert state.offered == "request"
    play(state, answer)
    assert points(state, "FR", "AU") == (0, 0)
    assert stand(state, "FR", "AU") == "neutral"
    assert ("revoke france" in texts(turn_to(state, "AU"))) is (answer == "accept")
    assert "passage france" in texts(state)
    turn_to(state, "FR")
    assert ("passage austria" in texts(state)) is (answer == "refuse")
    assert "revoke austria" not in texts(state)


@pytest.mark.parametrize(("passages", "enters"), [("AU FR", True), ("FR AU", False), ("", False)])
@pytest.mark.parametrize("owner", ["AU", "-", "FR"])
def test_where_passage_leads(owner: str, passages: str, enters: bool) -> None:
    """N-13.11, N-6.4, N-6.5: regions that the grantor owns or stands in, without battle."""
    troops = "FR milan 1C; AU tuscany 1I"
    state = position(
        troops, "FR", owners=f"tuscany {owner}", passages=passages, wars="", alliances=""
    )
    assert any("tuscany" in one for one in may(state, "march")) is enters
    if enters:
        play(state, "march cavalry milan tuscany, end")
        until(state, Step.CLOSING)
        assert state.battle is None
        assert there(state, "FR tuscany") == "1C"
        assert state.owners["tuscany"] == (None if owner == "-" else nation(owner))


def test_passing_through() -> None:
    """N-13.11, N-6.6: units do not stop where the grantor stands."""
    state = position("FR milan 1C; AU venice 1I", "FR", passages="AU FR", wars="", alliances="")
    play(state, "march cavalry milan venice")
    assert "march cavalry venice illyria again" in texts(state)


def test_passage_is_no_use_of_ports() -> None:
    """N-13.12: squadrons of who has it may not enter the ports."""
    state = position("", "FR", squadrons="FR vendee 1", alliances="", passages="SP FR")
    play(state, "sail vendee, via bay-of-biscay")
    assert "asturias" not in may(state, "via")


@pytest.mark.parametrize(
    ("region", "ways"),
    [("gascony", {"navarre", "catalonia"}), ("portugal", {"asturias", "western-spain"})],
)
def test_revoking(region: str, ways: set[str]) -> None:
    """N-13.13, N-12.5: it costs nothing; the guests leave, at once, if nobody owns it too."""
    troops = f"FR {region} 1I; SP {region} 1I"
    state = position(troops, "FR", step="closing", alliances="", passages="FR SP", pap="FR 0")
    play(state, "revoke spain")
    assert points(state, "FR") == (0,)
    assert asked(state) == "spain leave"
    assert may(state, "withdraw") == {f"infantry {way}" for way in ways}


def test_who_cannot_leave_after_revoking_fights() -> None:
    """N-13.13, N-13.9: what still stands together at the end of the turn fights, without war."""
    troops = "FR burgundy 2I; SP burgundy 1I; AU madrid 1I"
    state = position(troops, "FR", step="closing", alliances="", passages="FR SP", wars="SP AU")
    play(state, "revoke spain")
    leave_window(state)
    assert state.battle == "burgundy"
    assert state.sides == {nation("FR"): Side.ATTACKER, nation("SP"): Side.DEFENDER}
    assert stand(state, "FR", "SP") == "neutral"


# War and armistice ------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
@pytest.mark.parametrize("active", ["RU", "AU"])
def test_declaring_war(step: str, active: str) -> None:
    """N-13.14, N-12.5: a player nation against any great nation in any window; 1 PAP, at once."""
    state = position("", active, step=step, wars="", alliances="", pap="RU 1, AU 0")
    turn_to(state, "RU")
    others = {NATIONS[name] for name in NATIONS if name != "RU"}
    assert may(state, "declare-war") == others
    play(state, "declare-war austria")
    assert stand(state, "RU", "AU") == "war"
    assert points(state, "RU", "AU") == (0, 0)
    assert len(state.relations) == 2


def test_who_cannot_pay_declares_no_war() -> None:
    """N-12.10, N-13.14: no war without a PAP, nor a second one against the same nation."""
    state = position("", "RU", step="opening", wars="RU FR", alliances="RU AU", pap="RU 0")
    assert not may(state, "declare-war")
    assert "1 PAP" in refused(state, "declare-war spain")
    state = position("", "RU", step="opening", wars="RU FR", alliances="RU AU", pap="RU 9")
    assert may(state, "declare-war") == {"great-britain", "prussia", "ottoman-empire", "spain"}
    assert refused(state, "declare-war france")
    assert "N-13.10" in refused(state, "declare-war austria")


def test_war_ends_passage() -> None:
    """N-13.20: of the two, both ways; that of others stays, and peace brings none back."""
    passages = "FR RU, RU FR, FR AU"
    state = position("", "FR", step="opening", wars="", alliances="", passages=passages, pap=RICH)
    assert may(state, "revoke") == {"russia", "austria"}
    play(state, "declare-war russia")
    assert "revoke france" not in texts(turn_to(state, "RU"))
    play(state, "armistice france, accept")
    assert may(turn_to(state, "FR"), "revoke") == {"austria"}
    assert "passage russia" in texts(state)
    assert "revoke france" not in texts(turn_to(state, "RU"))


def test_wars_end_by_peace_and_armistice() -> None:
    """N-13.18, N-14.3: no overture or passage goes to an enemy, nor an alliance."""
    state = position("", "FR", step="opening", pap=RICH)
    for verb in ("ally", "passage"):
        assert not may(state, verb) & {"great-britain", "russia", "austria"}
        assert refused(state, f"{verb} austria")
    assert may(state, "armistice") == {"great-britain", "russia", "austria"}


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_armistice(answer: str) -> None:
    """N-13.19, N-12.5: each pays 1 PAP, they are neutral; other wars and alliances go on."""
    state = position("", "AU", step="opening", pap="FR 3, AU 2, GB 1, RU 1")
    before = dict(state.relations)
    play(state, "armistice france")
    assert asked(state) == "france reply"
    play(state, answer)
    if answer == "refuse":
        assert (state.relations, points(state, "FR", "AU")) == (before, (3, 2))
        return
    assert (stand(state, "FR", "AU"), stand(state, "SP", "AU")) == ("neutral", "war")
    assert len(state.relations) == len(before) - 2
    assert points(state, "FR", "AU", "GB", "RU") == (2, 1, 1, 1)
    assert state.decision == Decision.POLITICS
    assert not state.is_over
    assert "declare-war austria" in texts(turn_to(state, "FR"))
    assert "declare-war france" in texts(turn_to(state, "AU"))


@pytest.mark.parametrize(("french", "austrian"), [(0, 1), (1, 0)])
def test_both_must_be_able_to_pay(french: int, austrian: int) -> None:
    """N-13.19, N-12.10: no armistice if one of them has no PAP."""
    state = position("", "AU", step="opening", pap=f"FR {french}, AU {austrian}")
    assert not may(state, "armistice") & {"france"}
    assert "1 PAP" in refused(state, "armistice france")


# Where units may go -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "enters"),
    [
        ({}, False),
        ({"alliances": "FR PR"}, True),
        ({"wars": "FR PR"}, True),
        ({"passages": "PR FR"}, True),
        ({"passages": "FR PR"}, False),
    ],
)
def test_a_nation_that_occupies(facts: dict[str, str], enters: bool) -> None:
    """N-31.71, N-6.4: neutral armies in a region without owner bar it, as neutral owners do."""
    more = {"wars": "", "alliances": ""} | facts
    state = position("FR denmark 1I; PR sweden 1I", "FR", **more)
    assert any("sweden" in one for one in may(state, "march")) is enters
    state = position("FR denmark 1I", "FR", owners="sweden PR", **more)
    assert any("sweden" in one for one in may(state, "march")) is enters


@pytest.mark.parametrize(
    ("facts", "enters"),
    [
        ({"wars": "FR PR"}, False),
        ({"wars": "FR PR, FR RU"}, True),
        ({"wars": "FR PR", "passages": "RU FR"}, True),
        ({"wars": "FR RU", "alliances": "FR PR"}, True),
        ({"alliances": "FR PR"}, False),
    ],
)
def test_each_nation_must_let_pass(facts: dict[str, str], enters: bool) -> None:
    """N-6.4: the owner, and each nation that has an army there."""
    more = {"wars": "", "alliances": ""} | facts
    state = position("FR denmark 1I; RU sweden 1I", "FR", owners="sweden PR", **more)
    assert any("sweden" in one for one in may(state, "march")) is enters


def test_leaders_bar_nothing() -> None:
    """N-6.4, N-1.9, N-31.71: a neutral leader by himself does not occupy the region."""
    state = position("FR denmark 1I; PR sweden 2L", "FR", wars="", alliances="")
    assert any("sweden" in one for one in may(state, "march"))


@pytest.mark.parametrize(
    ("facts", "enters"), [({}, False), ({"wars": "FR AU"}, True), ({"passages": "AU FR"}, True)]
)
def test_own_regions(facts: dict[str, str], enters: bool) -> None:
    """N-6.5: a neutral nation that stands in an own region bars it too."""
    more = {"wars": "", "alliances": ""} | facts
    state = position("FR milan 1I; AU tuscany 1I", "FR", owners="tuscany FR", **more)
    assert any("tuscany" in one for one in may(state, "march")) is enters


@pytest.mark.parametrize(
    ("troops", "facts", "income"),
    [
        ("", {}, 46),
        ("SP lorraine 1I", {}, 46),
        ("SP lorraine 1I", {"alliances": "", "passages": "FR SP"}, 46),
        ("AU lorraine 1I", {}, 44),
        ("AU lorraine 1I", {"wars": "FR GB", "alliances": "", "passages": "FR AU"}, 46),
    ],
)
def test_friendly_troops_hinder_nothing(troops: str, facts: dict[str, str], income: int) -> None:
    """N-10.3, N-11.12: of allies or with right of passage; the region yields PP.

    It takes no units, unless the switch says that only enemies keep them away.
    """
    more = {"wars": "FR AU, FR GB", "alliances": "FR SP"} | facts
    state = position(troops, "FR", step="purchases", **more)
    assert state.pp[nation("FR")] == income
    assert ("buy infantry lorraine" in texts(state)) is (not troops)
    option = "foreign_troops_bar_placing = false"
    state = position(troops, "FR", step="purchases", option=option, **more)
    assert ("buy infantry lorraine" in texts(state)) is (income == 46)
