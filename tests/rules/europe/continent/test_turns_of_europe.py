"""Chapter 4 of the digest among seven nations: who has a turn, and allies that move together."""

import pytest

from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.rules import ending
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
    there,
)
from tests.rules.europe.continent.test_scenario_of_1805 import (
    NAMES,
    following,
    idle,
    players,
    varied,
)
from tests.rules.europe.war.playing import NATIONS

AT_HOME = "FR paris 1L"


def until(state: WarState, *steps: Step) -> WarState:
    """Let nobody do anything until a step begins."""
    while state.step not in steps:
        idle(state)
    return state


# --- rounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("month", "controllers", "order"),
    [
        (2, "", ["AU", "SP", "FR", "GB", "RU", "AU"]),
        (2, "PR RU", ["AU", "SP", "FR", "GB", "PR", "RU", "AU"]),
        (3, "PR FR, OT GB", ["AU", "SP", "FR", "GB", "PR", "RU", "OT", "AU"]),
        (1, "OT GB", ["AU", "SP", "FR", "GB", "RU", "OT", "$AU"]),
    ],
)
def test_the_order_of_turns(month: int, controllers: str, order: list[str]) -> None:
    """N-4.1, N-4.2, N-4.8, N-30.13: a neutral nation has its turn at its place, if controlled."""
    facts = {"controllers": controllers} if controllers else {}
    found = order[:1]
    while len(found) < len(order):
        state = position(AT_HOME, found[-1], step="closing", month=month, **facts)
        found.append(following(state))
    assert found == order
    assert state.month == month + (not order[-1].startswith("$"))


def test_turns_are_counted_one_by_one() -> None:
    """N-4.1: by nation in the order of a round, and on through the next."""
    order = ["AU", "SP", "FR", "GB", "PR", "RU", "OT"]
    facts = {"controllers": "PR FR, OT GB", "step": "closing"}
    turns = [
        position(AT_HOME, name, month=month, **facts).ask(ending.turn_number)
        for month in (2, 3)
        for name in order
    ]
    assert turns == [*range(turns[0], turns[0] + 14)]


@pytest.mark.parametrize(
    ("controllers", "order"),
    [
        ("", ["AU", "SP", "FR", "GB", "RU", "AU"]),
        ("PR RU", ["AU", "SP", "FR", "GB", "PR", "RU", "AU"]),
    ],
)
def test_the_order_of_production_turns(controllers: str, order: list[str]) -> None:
    """N-4.3, N-4.8, N-11.11: the same order as that of the round."""
    facts = {"controllers": controllers} if controllers else {}
    found = order[:1]
    while len(found) < len(order):
        state = position(AT_HOME, found[-1], step="budget", month=4, **facts)
        found.append(following(state).strip("$"))
    assert found == order
    assert (state.month, state.step) == (5, Step.OPENING)


@pytest.mark.parametrize("month", [1, 2, 3, 4, 5, 7, 10, 16, 27])
def test_production_follows_each_quarter(month: int) -> None:
    """N-4.2, N-4.3, N-30.13: March, June, September, December, the first after one round."""
    state = position(AT_HOME, "RU", step="closing", month=month)
    year, number = 1805 + (month + 7) // 12, (month + 7) % 12 + 1
    assert state.date == (year, number)
    assert following(state) == ("$AU" if number in (3, 6, 9, 12) else "AU")


@pytest.mark.parametrize(("name", "controller"), [("PR", "RU"), ("OT", "GB"), ("PR", "FR")])
def test_a_controlled_nation_is_played_by_its_controller(name: str, controller: str) -> None:
    """N-4.8: its own turn moves its own units alone, and his turn none of them."""
    home, near = {"PR": ("silesia", "saxony"), "OT": ("bulgaria", "serbia")}[name]
    kind, own = {"PR": ("I", "infantry"), "OT": ("M", "militia")}[name]
    troops = f"{name} {home} 1{kind}; {controller} sicily 1I; {controller} naples 1I"
    facts = {"controllers": f"{name} {controller}"}
    state = position(troops, name, **facts)
    assert asked(state) == f"{NATIONS[controller].replace('-', '_')} march"
    assert near in may(state, f"march {own} {home}")
    assert not may(state, "march infantry naples")
    play(state, f"march {own} {home} {near}")
    assert there(state, f"{name} {near}") == f"1{kind}"
    state = position(troops, controller, **facts)
    assert may(state, "march infantry naples")
    assert not may(state, f"march {own} {home}")


def test_an_uncontrolled_nation_is_never_asked() -> None:
    """N-4.8, N-15.1: not in a window, nor whether it moves with anybody."""
    state = position("PR berlin 1I; AU tyrol 1I", "AU", step="opening", pap="PR 3, OT 3")
    while state.active == nation("AU"):
        assert state.to_move.name not in ("PRUSSIA", "OTTOMAN_EMPIRE")
        idle(state)


# --- a turn --------------------------------------------------------------------------------------


def test_naval_battles_are_fought_in_movement() -> None:
    """N-4.4, N-4.5, N-4.7: at once, between two marches; the battle on land comes after them."""
    troops = "GB hanover 2I; FR holland 1I; FR westphalia 1I"
    state = position(
        troops, "GB", squadrons="GB english-channel 2; FR north-sea 1", owners="hanover GB"
    )
    play(state, "march infantry hanover holland, number 1")
    assert (state.step, state.battle) == (Step.MOVEMENT, None)
    play(state, "sail english-channel, number 2, via north-sea")
    while state.decision != Decision.ENGAGEMENT:
        play(state, "end")
    play(state, "engage, engage, 9, 4")
    assert (state.step, state.squadrons) == (
        Step.MOVEMENT,
        {"north-sea": {nation("GB"): 2}},
    )
    play(state, "march infantry hanover westphalia")
    until(state, Step.BATTLES)
    assert {one.removeprefix("fight ") for one in may(state, "fight")} == {
        "holland",
        "westphalia",
    }


def test_after_a_battle_nothing_moves() -> None:
    """N-4.6, N-4.10: neither the active nation nor an ally that has joined, nor squadrons."""
    troops = "AU venice 1I; AU tyrol 1I; RU ukraine 1I; FR milan 1I; FR tuscany 1I"
    state = position(troops, "AU", step="joining", month=2, squadrons="RU crimea 1; AU illyria 1")
    play(state, "pass, join, march infantry venice milan, end, end")
    until(state, Step.BATTLES)
    while state.active == nation("AU"):
        assert state.decision != Decision.MARCH
        if state.battle:
            retreat(fight(state, "FR"))
        else:
            idle(state)
    assert (there(state, "AU milan"), there(state, "RU ukraine")) == ("1I", "1I")
    assert state.squadrons["illyria"] == {nation("AU"): 1}


# --- nations that are gone -----------------------------------------------------------------------

SPAIN = ("madrid", "asturias", "navarre", "catalonia", "andalusia", "western-spain")


@pytest.mark.parametrize(
    ("left", "squadrons", "owned", "has_turn"),
    [
        ("", "", "", False),
        ("; SP tunisia 1L", "", "", True),
        ("; SP tunisia 1I", "", "", True),
        ("", "SP mid-atlantic 1", "", True),
        ("", "", "algiers", True),
    ],
)
def test_a_nation_that_is_gone_has_no_turn(
    left: str, squadrons: str, owned: str, *, has_turn: bool
) -> None:
    """N-27.9, N-4.1: it owns nothing and has no piece; it keeps its PAP and still talks."""
    owners = ", ".join(f"{one} FR" for one in SPAIN) + (f", {owned} SP" if owned else "")
    facts = {"squadrons": squadrons} if squadrons else {}
    state = position(
        f"FR paris 1L{left}", "AU", step="closing", month=2, owners=owners, pap="SP 3", **facts
    )
    play(state, "pass")
    assert asked(state) == "spain politics"
    assert {"great-britain", "russia", "austria"} <= may(state, "armistice")
    assert following(state) == ("SP" if has_turn else "FR")
    assert state.pap[nation("SP")] == 3


# --- joint moves ---------------------------------------------------------------------------------

SPREAD = "AU tyrol 1I; SP navarre 1I; FR gascony 1I; GB wales 1I; RU ukraine 1I; PR silesia 1I"


def joining(name: str, troops: str = SPREAD, **facts: str) -> WarState:
    """Return the beginning of a turn, when allies say whether they move in it."""
    return position(troops, name, step="joining", month=2, **facts)


def invited(state: WarState) -> list[str]:
    """Return who is asked whether to move now; nobody does."""
    found = []
    while state.decision == Decision.JOIN:
        found.append(NAMES[state.to_move])
        play(state, "pass")
    assert state.decision == Decision.MARCH
    return found


@pytest.mark.parametrize(
    ("name", "facts", "wanted"),
    [
        ("AU", {}, "GB RU"),
        ("SP", {}, "FR"),
        ("FR", {}, ""),
        ("GB", {}, "RU"),
        ("RU", {}, ""),
        ("AU", {"alliances": "FR SP"}, ""),
        ("AU", {"alliances": "AU SP, AU FR, AU RU"}, "SP FR RU"),
        ("GB", {"alliances": "GB PR", "controllers": "PR GB"}, "GB"),
        ("GB", {"alliances": "GB PR, GB RU", "controllers": "PR FR"}, "FR RU"),
        ("GB", {"alliances": "GB PR"}, ""),
    ],
)
def test_who_may_move_with_whom(name: str, facts: dict[str, str], wanted: str) -> None:
    """N-4.9, N-13.4: allies whose turn is still to come this month, and nobody else."""
    assert invited(joining(name, **facts)) == wanted.split()


def test_an_ally_moves_in_the_turn_of_the_active_nation() -> None:
    """N-4.9: all its pieces, on land and at sea; who passes has none moved."""
    state = joining("AU", f"{SPREAD}; RU moscow 1C", squadrons="RU crimea 1; GB ireland 1")
    play(state, "pass, join")
    seen: dict[str, set[str]] = {}
    while state.step == Step.MOVEMENT or state.decision == Decision.MARCH:
        moved = {one.split()[1] for one in may(state, "march")} | may(state, "sail")
        seen[NAMES[state.to_move]] = moved
        play(state, "end")
    assert seen == {"AU": {"tyrol"}, "RU": {"ukraine", "moscow", "crimea"}}


@pytest.mark.parametrize("is_idle", [False, True])
def test_who_moved_with_an_ally_does_not_move_in_its_own_turn(*, is_idle: bool) -> None:
    """N-4.9: never in both, even if it did not use it; it has its turn but for the movement."""
    state = play(joining("AU"), "pass, join, end")
    play(state, "end" if is_idle else "march infantry ukraine moscow")
    until(state, Step.CLOSING)
    seen = []
    while state.month == 2:
        if state.decision == Decision.MARCH:
            seen.append(NAMES[state.to_move])
        if state.step == Step.OPENING and state.active == nation("RU"):
            assert state.decision == Decision.POLITICS
        idle(state)
    assert seen == ["SP", "FR", "GB"]
    assert there(state, "RU moscow") == ("" if is_idle else "1I")


def test_who_has_moved_joins_nobody_else() -> None:
    """N-4.9: Russia, having moved with Austria, is not asked in the turn of Great Britain."""
    state = play(joining("AU"), "pass, join, end, end")
    while state.active != nation("GB"):
        idle(state)
    while state.step in (Step.OPENING, Step.JOINING):
        assert state.decision != Decision.JOIN
        idle(state)
    assert asked(state) == "great_britain march"


def test_who_keeps_its_own_turn_moves_in_it() -> None:
    """N-4.9: and may still join another ally before."""
    state = play(joining("AU"), "pass, pass, end")
    while state.decision != Decision.JOIN or state.to_move.name != "RUSSIA":
        idle(state)
    assert state.active == nation("GB")
    play(state, "pass")
    while state.decision != Decision.MARCH or state.active != nation("RU"):
        idle(state)
    assert may(state, "march infantry ukraine")


def test_a_joint_move_meets_in_one_battle() -> None:
    """N-4.10, N-19.2: those that moved together attack together, in the turn of the active one."""
    state = joining("AU", "AU venice 1I; RU tyrol 1I; FR milan 1I")
    play(state, "pass, join, march infantry venice milan, march infantry tyrol milan")
    until(state, Step.BATTLES)
    assert (state.battle, state.active) == ("milan", nation("AU"))
    assert {NAMES[one]: side.name for one, side in state.sides.items()} == {
        "AU": "ATTACKER",
        "RU": "ATTACKER",
        "FR": "DEFENDER",
    }


def test_an_ally_that_moves_alone_fights_in_that_turn() -> None:
    """N-4.10: the ally is the attacker, though it is not its own turn."""
    state = joining("AU", "AU hungary 1I; RU tyrol 1I; FR milan 1I")
    play(state, "pass, join, end, march infantry tyrol milan")
    until(state, Step.BATTLES)
    assert (state.battle, state.active) == ("milan", nation("AU"))
    assert {NAMES[one]: side.name for one, side in state.sides.items()} == {
        "RU": "ATTACKER",
        "FR": "DEFENDER",
    }


# --- a player of several nations -----------------------------------------------------------------


def test_a_player_handles_each_nation_by_itself() -> None:
    """N-1.11: pieces, PP, PAP and turns are those of each nation, whoever plays it."""
    lines = players("FR SP, GB AU RU")
    troops = "FR gascony 1I; SP navarre 1I"
    state = varied(lines, troops, "FR", month=2)
    assert may(state, "march infantry gascony")
    assert "(N-6.1)" in refused(state, "march infantry navarre madrid")
    state = varied(lines, troops, "SP", step="purchases", pp="FR 90, SP 0")
    assert state.pp[nation("SP")] == 12
    assert "buy squadron asturias" not in may(state, "buy")
    assert not {"paris", "gascony"} & may(state, "buy infantry")
    state = varied(lines, troops, "SP", step="opening", pap="FR 9, SP 0")
    assert not may(state, "incite")
    assert not may(state, "declare-war")


def test_nations_of_a_player_have_their_own_wars() -> None:
    """N-1.11, N-13.2: Spain sues without France, and is asked by itself whether it moves along."""
    state = varied(players("FR SP, GB AU RU"), "FR paris 1I", "SP", step="opening", pap="SP 2")
    play(state, "sue")
    pairs = {(NAMES[one], NAMES[other]) for one, other in state.relations}
    assert not pairs & {("SP", "GB"), ("SP", "AU"), ("SP", "RU")}
    assert {("FR", "GB"), ("FR", "AU"), ("FR", "RU"), ("FR", "SP")} <= pairs
    troops = "FR gascony 1I; SP navarre 1I"
    state = varied(players("FR SP, GB AU RU"), troops, "SP", step="joining", month=2)
    assert (asked(state), state.decision) == ("france join", Decision.JOIN)
