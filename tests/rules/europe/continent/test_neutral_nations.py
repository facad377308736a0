"""Chapter 15 of the digest: overtures to neutral great nations, who controls them, how it ends."""

from typing import Any

import pytest

from marengo.games.europe.rules.words import Side
from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.game import WarGame
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    may,
    nation,
    play,
    position,
    refused,
    scenario,
    start,
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

PEACE: dict[str, Any] = {"wars": "", "alliances": ""}
ROWS = {  # of the table of diplomacy, France to Spain
    "FR": (None, 2, 5, 4, 5, 3, 7),
    "GB": (2, None, 5, 6, 5, 6, 4),
    "RU": (4, 6, 5, None, 3, 6, 3),
    "AU": (3, 6, 4, 6, 3, None, 4),
    "SP": (7, 4, 3, 3, 3, 4, None),
}
TWO_PLAYERS = '[["france", "spain"], ["great-britain", "austria", "russia"]]'
FOUR_PLAYERS = '[["france"], ["great-britain"], ["austria"], ["spain"]]'


def played(players: str) -> WarGame:
    """Return the scenario with other players."""
    return scenario(f"players = {players}")


def controller(state: WarState, name: str = "PR") -> str | None:
    found = state.controllers.get(nation(name))
    return None if found is None else found.name.lower().replace("_", "-")


def lots(state: WarState) -> dict[str, float]:
    """Return what chance chooses among."""
    assert state.decision == Decision.LOT
    return {str(move).removeprefix("choose "): chance for move, chance in state.chances()}


# Without control --------------------------------------------------------------------------------


def test_player_nations() -> None:
    """N-1.5: who is controlled is no player nation, and is not asked in windows."""
    state = position("PR berlin 1I", "RU", step="closing", controllers="PR RU", alliances="PR RU")
    names = set()
    while state.step == Step.CLOSING:
        names.add(asked(state).split()[0])
        play(state, "pass")
    assert names == {"france", "great_britain", "russia", "austria", "spain"}


@pytest.mark.parametrize("name", ["PR", "OT"])
def test_neutral_nations_have_no_points(name: str) -> None:
    """N-12.2, N-30.16: none at the start."""
    assert points(start(), name) == (0,)


def test_no_turn_without_control() -> None:
    """N-15.1, N-4.8: nobody moves it; its turn is passed over."""
    troops = "GB london 1I; PR berlin 1I; RU moscow 1I; OT syria 1M; AU vienna 1I"
    state = position(troops, "GB")
    actives = set()
    while state.active != nation("AU"):
        actives.add(state.active)
        until(state, Step.CLOSING)
        leave_window(state)
    assert actives == {nation("GB"), nation("RU")}


def test_nobody_marches_with_it() -> None:
    """N-15.1: if it loses who acts for it while it is to march, the marches are over."""
    assert position("PR berlin 2I", "PR", step="movement").step is Step.AFTERWARDS


@pytest.mark.parametrize("control", [True, False])
def test_a_controlled_nation_has_its_turn(control: bool) -> None:
    """N-15.1, N-4.8, N-1.11: at its own place, played by its controller as a nation of its own."""
    facts = {"controllers": "PR SP", "alliances": "PR SP"} if control else {"alliances": ""}
    state = position("GB london 1I; PR berlin 1I; RU moscow 1I", "GB", step="closing", **facts)
    leave_window(state)
    assert state.active == nation("PR" if control else "RU")
    if control:
        assert asked(turn_to(state, "SP", "march")) == "spain march"
        assert may(state, "march infantry berlin") >= {"saxony", "silesia"}
        assert all("berlin" in one for one in may(state, "march"))


@pytest.mark.parametrize("control", [True, False])
def test_production(control: bool) -> None:
    """N-15.1, N-1.11: without control it receives and builds nothing; with it, no PAP."""
    facts = {"controllers": "PR RU"} if control else {}
    state = position("", "GB", step="purchases", pp="PR 3", pap="PR 0", **facts)
    play(state, "end")
    leave_window(state)
    assert state.active == nation("PR" if control else "RU")
    assert state.pp[nation("PR")] == (21 if control else 3)
    if control:
        assert asked(state) == "russia purchase"
        assert "buy infantry berlin" in texts(state)
        assert "buy pap" not in texts(state)
        play(state, "buy infantry berlin, end")
        assert there(state, "PR berlin") == "1I"
        assert points(state, "PR") == (0,)


# Overtures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["PR", "OT"])
@pytest.mark.parametrize("name", ROWS)
def test_overtures(name: str, target: str) -> None:
    """N-15.2, N-15.3, N-30.20, N-31.88: not above D; the nation is controlled and allied then."""
    most = ROWS[name][list(NATIONS).index(target)] or 0
    before = position("", name, step="closing", pap=f"{name} 2")
    play(before, f"win-over {NATIONS[target]}")
    assert points(before, name) == (0,)
    rolls = {int(str(move).split()[1]): chance for move, chance in before.chances()}
    assert sum(chance for roll, chance in rolls.items() if roll <= most) == pytest.approx(
        most * (most - 1) / 72
    )
    for roll in (most, most + 1):
        state = play(before.copy(), str(roll))
        won = roll == most
        assert controller(state, target) == (NATIONS[name] if won else None)
        assert stand(state, name, target) == ("allied" if won else "neutral")
        wars = [one for one in NATIONS if one != target and stand(state, one, target) == "war"]
        assert not wars


def test_overtures_cost_two() -> None:
    """N-15.2, N-12.5, N-12.10: and cannot be owed."""
    state = position("", "FR", step="closing", pap="FR 1")
    assert not may(state, "win-over")
    assert "2 PAP" in refused(state, "win-over prussia")


def test_whom_overtures_go_to() -> None:
    """N-15.2, N-14.1: a roll wins no player nation; nor one that the acting nation controls."""
    state = position("", "FR", step="closing", pap=RICH, controllers="PR FR", alliances="PR FR")
    assert may(state, "win-over") == {"ottoman-empire"}
    assert refused(state, "win-over austria")
    assert refused(state, "ally ottoman-empire")


@pytest.mark.parametrize("roll", [5, 6])
def test_overtures_to_who_is_controlled(roll: int) -> None:
    """N-15.3, N-31.88, N-15.7, N-15.10: it is free, its wars and alliance end, troops go home."""
    troops = "PR berlin 1I; PR saxony 2I; PR grand-duchy-of-warsaw 1I; PR silesia 1L; PR tyrol 1C"
    state = position(
        troops,
        "FR",
        step="closing",
        pap="FR 4",
        wars="PR FR, PR SP, GB FR",
        alliances="PR GB, PR AU, GB AU",
        controllers="PR GB",
    )
    play(state, f"win-over prussia, {roll}")
    if roll == 6:
        assert controller(state) == "great-britain"
        assert (stand(state, "PR", "FR"), stand(state, "PR", "GB")) == ("war", "allied")
        assert there(state, "PR saxony") == "2I"
        return
    assert controller(state) is None
    assert {stand(state, "PR", name) for name in PLAYERS} == {"neutral"}
    assert (stand(state, "GB", "FR"), stand(state, "GB", "AU")) == ("war", "allied")
    assert there(state, "PR berlin") == "3I 1C"
    assert there(state, "PR grand-duchy-of-warsaw") == "1I"
    assert there(state, "PR silesia") == "1L"
    play(turn_to(state, "FR"), "win-over prussia, 5")
    assert controller(state) == "france"
    assert stand(state, "PR", "FR") == "allied"


# War on a neutral nation ------------------------------------------------------------------------


def test_who_is_at_war_with_the_aggressor() -> None:
    """N-15.4, N-31.89, N-28.4: one of them controls it, by lot; the aggressor pays 1 PAP."""
    state = position("", "FR", step="closing", pap="FR 1, GB 5, RU 5, AU 5, SP 5")
    play(state, "declare-war prussia")
    assert points(state, "FR") == (0,)
    assert lots(state) == pytest.approx({"great-britain": 1 / 3, "russia": 1 / 3, "austria": 1 / 3})
    play(state, "choose austria")
    assert controller(state) == "austria"
    assert stand(state, "FR", "PR") == "war"
    assert points(state, "GB", "RU", "AU", "SP") == (5, 5, 5, 5)


def test_it_joins_the_alliance_that_is_at_war() -> None:
    """N-15.4, N-13.3: allied to its controller, and to his allies at war with the aggressor."""
    facts = {"wars": "FR GB, FR AU, FR RU", "alliances": "GB RU, GB SP"}
    state = position("", "FR", step="closing", pap=RICH, **facts)
    play(state, "declare-war prussia, choose great-britain")
    assert {name: stand(state, "PR", name) for name in PLAYERS} == {
        "FR": "war",
        "GB": "allied",
        "RU": "allied",
        "AU": "neutral",
        "SP": "neutral",
    }


@pytest.mark.parametrize("enemy", [name for name in PLAYERS if name != "FR"])
def test_a_single_enemy_is_not_drawn(enemy: str) -> None:
    """N-15.4: without a lot if one alone is at war with the aggressor; nobody else is asked."""
    state = position("", "FR", step="closing", pap=RICH, wars=f"FR {enemy}", alliances="")
    play(state, "declare-war prussia")
    assert controller(state) == NATIONS[enemy]
    assert state.decision == Decision.POLITICS


@pytest.mark.parametrize(
    ("pap", "alliances", "asks"),
    [
        (RICH, "", ["great_britain", "russia", "austria", "spain"]),
        ("FR 1, GB 1, RU 0, AU 1, SP 0", "", ["great_britain", "austria"]),
        (RICH, "FR RU", ["great_britain", "austria", "spain"]),
    ],
)
def test_who_is_asked_to_help(pap: str, alliances: str, asks: list[str]) -> None:
    """N-15.5, N-15.4, N-12.9: the others in turn order, who can declare war; it costs 1 PAP."""
    state = position("", "FR", step="closing", pap=pap, wars="", alliances=alliances)
    before = points(state, "GB")[0]
    play(state, "declare-war prussia")
    for name in asks:
        assert asked(state) == f"{name} pledge"
        play(state, "accept" if name == "great_britain" else "refuse")
    assert controller(state) == "great-britain"
    assert points(state, "GB") == (before - 1,)
    assert (stand(state, "GB", "FR"), stand(state, "FR", "PR")) == ("war", "war")


def test_who_helps_is_drawn_and_allied() -> None:
    """N-15.4, N-15.11, N-28.4: of who declared war one controls it, allied to it."""
    state = position("", "FR", step="closing", pap=RICH, **PEACE)
    play(state, "declare-war prussia, accept, refuse, refuse, accept")
    assert lots(state) == pytest.approx({"great-britain": 1 / 2, "spain": 1 / 2})
    assert (stand(state, "GB", "FR"), stand(state, "SP", "FR")) == ("war", "war")
    play(state, "choose spain")
    assert controller(state) == "spain"
    assert (stand(state, "PR", "SP"), stand(state, "PR", "GB")) == ("allied", "neutral")


def nearest(aggressor: str, target: str, players: str = "") -> WarState:
    """Return what follows war on a neutral nation that nobody helps."""
    pap = {NATIONS[name]: int(name == aggressor) for name in PLAYERS}
    facts: dict[str, Any] = {"wars": (), "alliances": (), "troops": {}, "step": "closing"}
    on = played(players) if players else position("").game
    state = on.position(nation=NATIONS[aggressor], pap=pap, **facts)
    return play(state, f"declare-war {NATIONS[target]}")


@pytest.mark.parametrize(
    ("aggressor", "target", "found"),
    [
        ("GB", "PR", "austria"),  # by Bohemia and Saxony or Silesia: 3
        ("AU", "PR", "great-britain"),  # by the North Sea and Hanover: 3
        ("FR", "OT", "russia"),  # from Moscow by the Black Sea: 3
        ("RU", "OT", "austria"),  # 4
    ],
)
def test_the_nearest_capital(aggressor: str, target: str, found: str) -> None:
    """N-15.4, N-15.6: it costs nothing, without alliance; of Russia the nearer counts."""
    state = nearest(aggressor, target)
    assert controller(state, target) == found
    assert len(state.relations) == 2
    assert stand(state, aggressor, target) == "war"


@pytest.mark.parametrize("aggressor", ["FR", "RU", "SP"])
def test_equally_near_capitals(aggressor: str) -> None:
    """N-15.6, N-28.4: London and Vienna are 3 from Berlin, and chance decides."""
    state = nearest(aggressor, "PR")
    assert lots(state) == pytest.approx({"great-britain": 1 / 2, "austria": 1 / 2})


@pytest.mark.parametrize(
    ("aggressor", "target", "found"), [("AU", "OT", "spain"), ("GB", "PR", "france")]
)
def test_another_player(aggressor: str, target: str, found: str) -> None:
    """N-15.4, N-1.11: control passes to another player, not to another nation of the same."""
    assert controller(nearest(aggressor, target, TWO_PLAYERS), target) == found


def test_the_same_player_is_not_asked() -> None:
    """N-15.4, N-15.5, N-1.11: not even if his nation is at war with the aggressor."""
    state = played(TWO_PLAYERS).position(
        nation="france",
        pap={"france": 1},
        wars=[("france", "spain")],
        alliances=(),
        troops={},
        step="closing",
    )
    play(state, "declare-war prussia")
    for name in ("great_britain", "russia", "austria"):
        assert asked(state) == f"{name} pledge"
        play(state, "refuse")
    assert set(lots(state)) == {"great-britain", "austria"}


@pytest.mark.parametrize("ends", ["sue", "sue for prussia"])
def test_control_without_alliance_ends_with_the_war(ends: str) -> None:
    """N-15.4, N-15.7, N-13.18: whoever of the two sues for peace."""
    state = nearest("SP", "PR")
    play(state, "choose austria")
    assert controller(state) == "austria"
    play(turn_to(state, "SP" if ends == "sue" else "AU"), ends)
    while state.decision == Decision.CONGRESS:
        play(state, "pass")
    assert controller(state) is None
    assert not state.relations


def test_attacked_armies_defend() -> None:
    """N-15.1, N-15.4: they fight, for their controller, as soon as war is declared."""
    state = position("FR hanover 2I; PR berlin 1I", "FR", step="opening", pap=RICH, wars="FR RU")
    play(turn_to(state, "FR"), "declare-war prussia")
    play(turn_to(state, "FR", "march"), "march infantry hanover berlin, number 2")
    until(state, Step.BATTLES)
    assert state.sides == {nation("FR"): Side.ATTACKER, nation("PR"): Side.DEFENDER}
    names = set()
    for _ in range(30):
        if state.battle is None or state.retreating:
            break
        names.add(asked(state).split()[0])
        play(state, max(texts(state)) if "end" not in texts(state) else "end")
    assert names == {"france", "russia"}


def test_war_on_who_is_controlled() -> None:
    """N-15.8: it is declared like any other; nobody is asked, and control stays."""
    state = position("", "FR", step="closing", pap=RICH, controllers="PR SP", **PEACE)
    play(state, "declare-war prussia")
    assert state.decision == Decision.POLITICS
    assert controller(state) == "spain"
    assert stand(state, "FR", "PR") == "war"
    assert len(state.relations) == 2


# Control ----------------------------------------------------------------------------------------


def test_control_makes_no_war() -> None:
    """N-15.9, N-15.3: the nation is at war with none of its controller's enemies."""
    state = position("", "FR", step="closing", pap=RICH)
    play(state, "win-over prussia, 5")
    assert {name: stand(state, "PR", name) for name in PLAYERS if name != "FR"} == {
        "GB": "neutral",
        "RU": "neutral",
        "AU": "neutral",
        "SP": "neutral",
    }


def test_a_controller_declares_war_for_it() -> None:
    """N-13.17, N-15.9, N-13.14: he pays, and is not at war himself."""
    facts = {"controllers": "PR RU", "alliances": "PR RU, PR SP", "wars": "PR GB"}
    state = position("", "RU", step="closing", pap="RU 1, PR 0", **facts)
    assert {one for one in may(state, "declare-war") if one.endswith(" for prussia")} == {
        "france for prussia",
        "ottoman-empire for prussia",
        "austria for prussia",
    }
    play(state, "declare-war france for prussia")
    assert (stand(state, "FR", "PR"), stand(state, "FR", "RU")) == ("war", "neutral")
    assert points(state, "RU", "PR") == (0, 0)
    assert not may(turn_to(state, "RU"), "declare-war")


def test_nobody_else_acts_for_it() -> None:
    """N-13.17, N-17.6: neither another nation nor, without control, anybody."""
    facts = {"controllers": "PR RU", "alliances": "PR RU", "wars": "PR FR"}
    state = position("", "AU", step="closing", pap=RICH, **facts)
    for name in ("AU", "FR"):
        turn_to(state, name)
        assert not [
            one for one in texts(state) if one.endswith((" for prussia", " for ottoman-empire"))
        ]
    assert "sue for prussia" in texts(turn_to(state, "RU"))
    assert "sue for ottoman-empire" not in texts(state)
    for move, rule in (("sue", "N-17.6"), ("declare-war austria", "N-13.17")):
        reason = f"the nation does not act for it ({rule})"
        assert reason in refused(state, f"{move} for ottoman-empire")


@pytest.mark.parametrize("russian", [0, 9])
def test_suing_for_it(russian: int) -> None:
    """N-17.6, N-17.7, N-17.16, N-15.7, N-15.10: its controller decides; it pays nothing."""
    state = position(
        "PR berlin 1I; PR saxony 2I 1L; PR silesia 1I; RU moscow 1I",
        "RU",
        step="closing",
        pap=f"RU {russian}, PR 0, FR 0, GB 0",
        controllers="PR RU",
        alliances="PR RU, PR AU",
        wars="PR FR, PR GB, RU FR",
    )
    play(state, "sue for prussia")
    assert points(state, "RU", "PR", "FR", "GB") == (russian, 0, 2, 1)
    assert controller(state) is None
    assert {stand(state, "PR", name) for name in PLAYERS} == {"neutral"}
    assert stand(state, "RU", "FR") == "war"
    assert there(state, "PR berlin") == "3I 1L"
    assert there(state, "PR silesia") == "1I"
    assert asked(state) == "france congress"


def test_it_cannot_sue_without_war() -> None:
    """N-17.6: only a nation at war may sue."""
    state = position("", "RU", step="closing", pap=RICH, controllers="PR RU", **PEACE)
    assert not may(state, "sue")
    assert refused(state, "sue for prussia")
    assert refused(state, "sue")


@pytest.mark.parametrize(
    ("region", "home"),
    [("finland", "st-petersburg"), ("sweden", "st-petersburg"), ("armenia", "moscow")],
)
def test_the_nearer_russian_capital(region: str, home: str) -> None:
    """N-15.10, N-1.5: of Russia, a neutral nation here, the nearer capital."""
    state = played(FOUR_PLAYERS).position(
        troops={"russia": {region: "2 infantry", "novgorod": "1 infantry"}},
        nation="france",
        step="closing",
        pap={"france": 2},
        wars=(),
        alliances=[("russia", "austria")],
        controllers={"russia": "austria"},
    )
    play(state, "win-over russia, 4")
    assert controller(state, "RU") is None
    assert there(state, f"RU {home}") == "2I"
    assert there(state, "RU novgorod") == "1I"


def test_several_nations_of_a_player() -> None:
    """N-1.11: each has its own points, wars and turns, and is asked by itself."""
    state = played(TWO_PLAYERS).position(
        nation="france", pap={"france": 1, "spain": 0}, step="closing", wars=[("france", "austria")]
    )
    assert {"declare-war prussia", "armistice austria", "sue"} <= texts(state)
    for name in ("great_britain", "russia", "austria", "spain"):
        play(state, "pass")
        assert asked(state) == f"{name} politics"
    assert not texts(state) & {"declare-war prussia", "armistice austria", "sue"}
    assert "trade madrid to france" in texts(state)
