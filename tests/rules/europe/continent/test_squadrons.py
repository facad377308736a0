"""Chapters 7 and 8 of the digest: squadrons and their ports, interceptions, naval battles."""

from itertools import pairwise
from typing import Any

import pytest

from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    may,
    nation,
    play,
    position,
    refused,
    texts,
    there,
)

OTHERS = {"FR": "GB", "GB": "FR", "RU": "FR"}


def fleet(state: WarState, where: str) -> str:
    """Return whose squadrons are where: ``fleet(state, "north-sea") == "2 FR 1 SP"``."""
    found = state.squadrons.get(where, {})
    names = {nation(name): name for name in ("FR", "GB", "PR", "RU", "OT", "AU", "SP")}
    return " ".join(f"{many} {names[whose]}" for whose, many in found.items())


def voyage(squadrons: str, name: str, moves: str, **facts: Any) -> WarState:
    """Return a position with these squadrons after some moves of a nation."""
    return play(position("", name, squadrons=squadrons, **facts), moves)


def meet(own: str, enemy: str, moves: str = "engage, engage", **facts: Any) -> WarState:
    """Return a meeting in the Baltic of squadrons that come from the North Sea.

    Both are such as ``4 GB`` or ``3 FR 2 SP``; the first nation named is active, and its allies
    stand in the Baltic already.
    """
    (many, name), *allies = pairs(own)
    told = [f"{name} north-sea {many}", f"{name} mid-atlantic 1"]
    told += [f"{whose} baltic-sea {number}" for number, whose in (*allies, *pairs(enemy))]
    state = position("", name, squadrons="; ".join(told), **facts)
    play(state, "sail north-sea")
    play(state, f"number {many}" if int(many) > 1 else "")
    return play(state, f"via baltic-sea, {moves}")


def pairs(squadrons: str) -> list[tuple[str, str]]:
    words = squadrons.split()
    return list(zip(words[::2], words[1::2], strict=True))


# Voyages and ports ------------------------------------------------------------------------------


def test_after_a_voyage_nobody_is_asked_for_the_straits() -> None:
    """N-3.5: what was asked while squadrons sailed is over when they lie still."""
    state = voyage("FR vendee 1", "FR", "sail vendee, via bay-of-biscay, end")
    assert state.offered is None


def test_squadrons_sail_again_in_their_next_turn() -> None:
    """N-7.1."""
    state = voyage("FR vendee 2", "FR", "sail vendee, number 2, via bay-of-biscay, end")
    while state.month == 1 or asked(state) != "france march":
        play(state, "end" if "end" in texts(state) else "pass")
    assert "bay-of-biscay" in may(state, "sail")


def test_a_voyage_is_of_any_length() -> None:
    """N-7.1: from the Gulf of Bothnia through thirteen sea areas to the Black Sea in one turn."""
    told = (
        "gulf-of-bothnia baltic-sea north-sea english-channel north-atlantic bay-of-biscay "
        "mid-atlantic barbary-coast gulf-of-marseilles tyrrhenian-sea ionian-sea "
        "eastern-mediterranean aegean-sea black-sea"
    )
    way = told.split()
    state = voyage(
        "RU gulf-of-bothnia 2",
        "RU",
        f"sail {way[0]}, number 2",
        owners="constantinople RU, anatolia RU",
    )
    for here, sea in pairwise(way):
        assert f"via {sea}" in texts(state), here
        play(state, f"via {sea}" if asked(state) == "russia voyage" else "")
    play(state, "end" if "end" in texts(state) and asked(state) == "russia voyage" else "")
    assert fleet(state, "black-sea") == "2 RU"


@pytest.mark.parametrize("squadrons", ["FR baltic-sea 1", "FR north-sea 1"])
@pytest.mark.parametrize("far", ["mid-atlantic", "irish-sea", "north-atlantic"])
def test_each_step_is_adjacent(far: str, squadrons: str) -> None:
    """N-7.1: no sea area is skipped, and land is no way."""
    sea = squadrons.split()[1]
    state = voyage(squadrons, "FR", f"sail {sea}")
    if (sea, far) != ("north-sea", "north-atlantic"):
        assert "N-7.1" in refused(state, f"via {far}")


@pytest.mark.parametrize(
    ("name", "port", "facts", "enters"),
    [
        ("GB", "gibraltar", {}, True),  # own
        ("FR", "western-spain", {}, True),  # an ally's
        ("RU", "gibraltar", {}, True),
        ("FR", "gibraltar", {}, False),  # an enemy's
        ("GB", "western-spain", {}, False),
        ("FR", "portugal", {}, False),  # nobody's
        ("FR", "portugal", {"owners": "portugal SP"}, True),
        ("FR", "portugal", {"owners": "portugal PR"}, False),  # a neutral's
        ("FR", "portugal", {"owners": "portugal PR", "passages": "PR FR"}, False),
        ("FR", "portugal", {"owners": "portugal PR", "alliances": "FR PR"}, True),
        ("FR", "portugal", {"owners": "portugal PR", "controllers": "PR FR"}, False),
    ],
)
def test_whose_ports(name: str, port: str, facts: dict[str, str], *, enters: bool) -> None:
    """N-7.2, N-13.4, N-13.12: of the own nation and of allies; a right of passage is not enough."""
    squadrons = f"{name} mid-atlantic 1; {name} baltic-sea 1"
    state = voyage(squadrons, name, "sail mid-atlantic", **facts)
    assert (f"via {port}" in texts(state)) is enters
    if enters:
        assert fleet(play(state, f"via {port}"), port) == f"1 {name}"
    else:
        assert "N-7.2" in refused(state, f"via {port}")


def test_armies_do_not_close_ports() -> None:
    """N-7.2: ownership counts, not who stands in the region."""
    state = position("AU brittany 3I; FR paris 1I", "FR", squadrons="FR bay-of-biscay 1")
    play(state, "sail bay-of-biscay")
    assert "via brittany" in texts(state)


@pytest.mark.parametrize(
    ("name", "ports"),
    [
        ("FR", "provence vendee brittany picardy"),
        ("GB", "london cornwall ireland"),
        ("RU", "st-petersburg crimea"),
        ("AU", "illyria"),
        ("SP", "asturias andalusia western-spain"),
    ],
)
def test_where_squadrons_are_built(name: str, ports: str) -> None:
    """N-7.3: in ports of the homeland, not in others that one owns (as Belgium, or Gibraltar)."""
    state = position("", name, pp=f"{name} 60", step="purchases")
    assert may(state, "buy squadron") == set(ports.split())
    *_, port = ports.split()
    assert fleet(play(state, f"buy squadron {port}"), port) == f"1 {name}"


@pytest.mark.parametrize(
    ("facts", "built"),
    [
        ({}, True),
        ({"owners": "illyria FR"}, False),
        ({"uprisings": ("illyria",)}, False),
        ({"troops": "FR illyria 1I"}, False),
        ({"troops": "FR illyria 1L"}, True),
        ({"troops": "RU illyria 1I"}, False),
        ({"troops": "RU illyria 1I", "option": "foreign_troops_bar_placing = false"}, True),
        ({"troops": "FR vienna 1I"}, True),
    ],
)
def test_without_a_port_no_squadrons_are_built(facts: dict[str, Any], *, built: bool) -> None:
    """N-7.3, N-11.12: a port that is lost, in uprising or held by others; Austria has one only."""
    told = dict(facts)
    troops = told.pop("troops", "")
    state = position(troops, "AU", pp="AU 60", step="purchases", **told)
    assert may(state, "buy squadron") == ({"illyria"} if built else set())
    assert may(state, "buy infantry")
    if not built:
        assert refused(state, "buy squadron illyria")


# Interception -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "follows"),
    [
        ("engage, engage", "chance naval roll"),
        ("engage, avoid", "chance interception roll"),
        ("avoid, engage", "chance interception roll"),
        ("avoid, avoid", "great_britain voyage"),
    ],
)
def test_wishes(wishes: str, follows: str) -> None:
    """N-8.1, N-8.2: both want it: a battle; neither: none; one: it is rolled for."""
    state = position("", "GB", squadrons="GB north-sea 2; FR baltic-sea 2")
    play(state, "sail north-sea, number 2, via baltic-sea")
    for name, wish in zip(("great_britain", "france"), wishes.split(", "), strict=True):
        assert asked(state) == f"{name} engagement"
        assert texts(state) == {"engage", "avoid"}
        play(state, wish)
    assert asked(state) == follows


@pytest.mark.parametrize(("name", "other"), [("GB", "PR"), ("GB", "RU"), ("GB", "OT")])
def test_who_is_no_enemy_is_not_met(name: str, other: str) -> None:
    """N-8.1: squadrons of neutral and allied nations pass each other."""
    state = voyage(f"{name} north-sea 1; {other} baltic-sea 3", name, "sail north-sea")
    play(state, "via baltic-sea, end")
    assert fleet(state, "baltic-sea") in (f"1 {name} 3 {other}", f"3 {other} 1 {name}")


@pytest.mark.parametrize("wishes", ["engage, avoid", "avoid, engage"])
@pytest.mark.parametrize(
    ("way", "least"),
    [
        ("sail north-sea, via baltic-sea", 5),
        ("sail east-prussia, via baltic-sea", 3),
        ("sail gulf-of-bothnia, via baltic-sea", 5),
        ("sail belgium, via north-sea, via baltic-sea", 5),
    ],
)
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_interception(die: int, way: str, least: int, wishes: str) -> None:
    """N-8.3, N-8.4, N-8.5, N-31.60: 5 or 6 catches who avoids, 3 who does and comes from a port.

    It is the avoider's leaving that counts: who leaves a port and engages catches on 5 and 6.
    """
    places = ("north-sea", "east-prussia", "gulf-of-bothnia", "belgium")
    squadrons = "; ".join(f"FR {place} 1" for place in places) + "; GB baltic-sea 1"
    state = position("", "FR", squadrons=squadrons, owners="east-prussia SP")
    play(state, f"{way}, {wishes}")
    assert asked(state) == "chance interception roll"
    assert [round(6 * chance) for _, chance in state.chances()] == [1] * 6
    play(state, str(die))
    need = least if wishes.startswith("avoid") else 5
    assert (asked(state) == "chance naval roll") is (die >= need)
    if die < need:
        assert asked(state) == "france voyage"


STRAITS = [
    # where it begins, which way, where the enemy is, least die that catches
    ("mid-atlantic", "barbary-coast", "barbary-coast", 3),
    ("barbary-coast", "mid-atlantic", "mid-atlantic", 3),
    ("mid-atlantic", "barbary-coast", "mid-atlantic", 3),
    ("barbary-coast", "mid-atlantic", "barbary-coast", 3),
    ("aegean-sea", "black-sea", "black-sea", 3),
    ("black-sea", "aegean-sea", "aegean-sea", 3),
    ("aegean-sea", "black-sea", "aegean-sea", 3),
    ("black-sea", "aegean-sea", "black-sea", 3),
    ("mid-atlantic", "bay-of-biscay", "mid-atlantic", 5),
    ("bay-of-biscay", "mid-atlantic", "mid-atlantic", 5),
    ("barbary-coast", "tyrrhenian-sea", "barbary-coast", 5),
    ("gulf-of-marseilles", "barbary-coast", "barbary-coast", 5),
    ("aegean-sea", "ionian-sea", "aegean-sea", 5),
    ("ionian-sea", "aegean-sea", "aegean-sea", 5),
]


@pytest.mark.parametrize(("here", "to", "enemy", "least"), STRAITS)
def test_straits(here: str, to: str, enemy: str, least: int) -> None:
    """N-8.2, N-8.5, N-8.6, N-31.60: 3 catches who crosses, in the area left and in that entered."""
    state = position(
        "",
        "FR",
        squadrons=f"FR {here} 1; GB {enemy} 1",
        owners="constantinople FR, anatolia FR",
    )
    play(state, f"sail {here}, via {to}, avoid, engage")
    assert asked(state) == "chance interception roll"
    for die in (least - 1, least):
        after = play(state.copy(), str(die))
        assert (asked(after) == "chance naval roll") is (die >= least)


@pytest.mark.parametrize("here", ["mid-atlantic", "barbary-coast"])
def test_who_waits_is_not_caught_more_easily(here: str) -> None:
    """N-8.5: who avoids where he lay does not pass; who passes may engage him on 5 and 6 only."""
    to = {"mid-atlantic": "barbary-coast", "barbary-coast": "mid-atlantic"}[here]
    state = voyage(f"FR {here} 1; GB {to} 1", "FR", f"sail {here}, via {to}, engage, avoid")
    assert asked(play(state.copy(), "4")) != "chance naval roll"
    assert asked(play(state.copy(), "5")) == "chance naval roll"


def test_both_ends_of_straits_are_tested() -> None:
    """N-8.2, N-8.6, N-8.7: who escapes in the area left goes on, and is tested in the next."""
    state = voyage(
        "FR mid-atlantic 1; GB mid-atlantic 1; GB barbary-coast 1",
        "FR",
        "sail mid-atlantic, via barbary-coast, avoid, engage, 2",
    )
    assert asked(state) == "france engagement"
    play(state, "avoid, engage, 2")
    assert asked(state) == "france voyage"
    assert fleet(state, "barbary-coast") == "1 FR 1 GB"


@pytest.mark.parametrize("name", ["GB", "FR"])
def test_escaped_squadrons_go_on(name: str) -> None:
    """N-8.7: they may sail on, untested where they are, and are tested in the next area."""
    enemy = OTHERS[name]
    squadrons = f"{name} gulf-of-bothnia 1; {enemy} baltic-sea 1; {enemy} north-sea 1"
    state = voyage(squadrons, name, "sail gulf-of-bothnia, via baltic-sea, avoid, engage, 4")
    assert {"via north-sea", "end"} <= texts(state)
    play(state, "via north-sea")
    assert asked(state).endswith("engagement")
    play(state, "avoid, engage, 3")
    assert "via english-channel" in texts(state)
    assert fleet(state, "north-sea") in (f"1 {name} 1 {enemy}", f"1 {enemy} 1 {name}")


def test_setting_out() -> None:
    """N-8.2: who sets out from an area with enemies is tested there, whichever way it goes."""
    state = voyage("GB baltic-sea 1; FR baltic-sea 1", "GB", "sail baltic-sea, via north-sea")
    assert asked(state) == "great_britain engagement"
    play(state, "avoid")
    assert asked(state) == "france engagement"
    assert asked(play(state.copy(), "engage, 5")) == "chance naval roll"
    assert fleet(play(state.copy(), "engage, 4"), "north-sea") == "1 GB"
    assert fleet(play(state.copy(), "avoid"), "north-sea") == "1 GB"


def test_staying_to_fight() -> None:
    """N-8.2: the active player may fight where he lies; the other is only tested if he wants to.

    Who does not sail is not attacked in the other's turn.
    """
    state = voyage("GB baltic-sea 1; FR baltic-sea 1", "GB", "sail baltic-sea, engage")
    assert asked(state) == "france engagement"
    assert asked(play(state.copy(), "engage")) == "chance naval roll"
    play(state, "avoid")
    assert asked(play(state.copy(), "5")) == "chance naval roll"
    assert fleet(play(state, "4"), "baltic-sea") == "1 FR 1 GB"
    state = voyage("GB baltic-sea 1; FR baltic-sea 1", "GB", "end")
    assert asked(state) == "great_britain politics"


def test_once_per_area_and_turn() -> None:
    """N-8.2: the same squadrons are tested once in an area; others of the fleet again."""
    state = voyage(
        "GB north-sea 2; FR baltic-sea 1", "GB", "sail north-sea, number 1, via baltic-sea"
    )
    play(state, "engage, avoid, 1")
    assert asked(state) == "great_britain voyage"
    assert "engage" not in texts(state)
    play(state, "end" if "end" in texts(state) else "")
    assert "sail baltic-sea" not in texts(state)
    play(state, "sail north-sea, via baltic-sea")
    assert asked(state) == "great_britain engagement"


# Naval battles ----------------------------------------------------------------------------------


def losses(state: WarState, before: WarState) -> dict[str, int]:
    """Return how many squadrons fewer each nation has."""
    found = {}
    for name in ("FR", "GB", "PR", "RU", "OT", "AU", "SP"):
        counts = [
            sum(there.get(nation(name), 0) for there in one.squadrons.values())
            for one in (before, state)
        ]
        if counts[0] > counts[1]:
            found[name] = counts[0] - counts[1]
    return found


def fought(own: str, enemy: str, rolls: str, **facts: Any) -> dict[str, int]:
    """Return what is lost in a battle in the Baltic; among allies the later nation loses first."""
    before = meet(own, enemy, **facts)
    state = play(before.copy(), rolls)
    while asked(state).endswith("naval loss"):
        play(state, max(texts(state)))
    return losses(state, before)


@pytest.mark.parametrize(
    ("rolls", "lost"),
    [
        ("7, 7", {}),
        ("8, 7", {"FR": 1}),
        ("9, 7", {"FR": 1}),
        ("10, 7", {"FR": 2}),
        ("11, 7", {"FR": 2}),
        ("12, 7", {"FR": 3}),
        ("12, 2", {"FR": 3}),
        ("7, 8", {"RU": 1}),
        ("7, 9", {"RU": 1}),
        ("7, 10", {"RU": 2}),
        ("7, 11", {"RU": 2}),
        ("7, 12", {"RU": 3}),
        ("2, 12", {"RU": 3}),
    ],
)
def test_losses(rolls: str, lost: dict[str, int]) -> None:
    """N-8.9, N-8.10, N-31.59: none, one, two or three by the difference; equal totals cost none."""
    assert fought("4 RU", "4 FR", rolls) == lost


@pytest.mark.parametrize(
    ("own", "enemy", "rolls", "lost"),
    [
        ("5 RU", "4 FR", "7, 7", {"FR": 1}),
        ("4 RU", "5 FR", "7, 7", {"RU": 1}),
        ("4 RU", "3 FR 2 SP", "7, 7", {"RU": 1}),  # allies are added
        ("2 RU", "4 FR", "8, 4", {"FR": 1}),
        ("6 RU", "2 FR", "7, 7", {"FR": 2}),
        ("4 FR", "2 RU 2 AU", "7, 7", {}),
        ("1 FR 3 SP", "4 RU", "7, 7", {}),
    ],
)
def test_squadrons_are_added(own: str, enemy: str, rolls: str, lost: dict[str, int]) -> None:
    """N-8.9: each side adds the squadrons it has there, those of allies included."""
    assert fought(own, enemy, rolls) == lost


@pytest.mark.parametrize(
    ("own", "enemy", "rolls", "lost"),
    [
        ("4 GB", "3 FR 2 SP", "7, 8", {"GB": 1}),  # 12 : 13, N-31.54
        ("2 FR", "4 GB", "4, 8", {"FR": 2}),  # 6 : 13, N-31.58
        ("4 GB", "4 FR", "7, 8", {}),
        ("4 FR", "4 GB", "8, 7", {}),
    ],
)
def test_british_fleet(own: str, enemy: str, rolls: str, lost: dict[str, int]) -> None:
    """N-2.4, N-8.9, N-31.54, N-31.58: +1 for British squadrons, whoever is active."""
    assert fought(own, enemy, rolls) == lost


@pytest.mark.parametrize(
    ("own", "rolls", "lost"),
    [
        ("1 GB 2 RU", "7, 7", {}),
        ("1 GB 2 RU", "7, 8", {"GB": 1}),
        ("1 GB 1 RU", "7, 8", {}),
        ("1 GB 1 RU", "7, 7", {"FR": 1}),
        ("2 GB 1 RU", "7, 8", {}),
        ("1 GB 1 OT", "7, 7", {}),
        ("1 GB 1 OT", "8, 7", {"FR": 1}),
        ("1 GB 1 OT", "7, 8", {"GB": 1}),
    ],
)
def test_shares_of_a_fleet(own: str, rolls: str, lost: dict[str, int]) -> None:
    """N-2.4, N-2.9, N-2.10, N-31.57: a third of it counts nothing, half +1, half and half 0."""
    many = sum(int(number) for number, _ in pairs(own))
    facts = {"wars": "FR GB, FR RU, FR OT", "alliances": "GB RU, GB OT"}
    before = meet(own, f"{many} FR", **facts)
    state = play(before.copy(), rolls)
    while asked(state).endswith("naval loss"):
        play(state, "choose great-britain")
    assert losses(state, before) == lost


@pytest.mark.parametrize(
    ("own", "enemy", "rolls", "lost"),
    [
        ("3 OT", "3 RU", "7, 7", {"OT": 1}),  # 9 : 10, N-31.55
        ("3 RU", "3 OT", "7, 7", {"OT": 1}),
        ("3 OT", "3 RU", "8, 7", {}),
        ("2 RU", "1 OT 1 FR", "7, 7", {"FR": 1}),  # half of them
        ("3 RU", "1 OT 2 FR", "7, 7", {}),  # a third
        ("2 GB", "1 OT 1 FR", "7, 7", {"FR": 1}),
        ("2 GB", "1 OT 1 FR", "7, 9", {}),
    ],
)
def test_ottoman_fleet(own: str, enemy: str, rolls: str, lost: dict[str, int]) -> None:
    """N-2.9, N-8.9, N-31.55: -1 for a side of whose squadrons at least half are Ottoman."""
    facts = {
        "wars": "RU OT, FR RU, GB OT, FR GB",
        "alliances": "FR OT",
        "controllers": "OT FR",
    }
    before = meet(own, enemy, **facts)
    state = play(before.copy(), rolls)
    while asked(state).endswith("naval loss"):
        play(state, "choose france")
    assert losses(state, before) == lost


@pytest.mark.parametrize("rolls", ["12, 2", "11, 4"])
def test_no_more_than_there_are(rolls: str) -> None:
    """N-8.11, N-31.58: who has too few squadrons loses all, and no more than those."""
    assert fought("2 RU", "1 FR", rolls) == {"FR": 1}
    assert fought("2 RU", "1 FR 1 SP", rolls) == {"FR": 1, "SP": 1}


@pytest.mark.parametrize(
    ("choices", "lost"),
    [
        ("france, france, spain", {"FR": 2, "SP": 1}),
        ("spain, spain, france", {"FR": 1, "SP": 2}),
        ("spain, france, spain", {"FR": 1, "SP": 2}),
        ("france, france, france", {"FR": 3}),
    ],
)
def test_losing_allies_choose(choices: str, lost: dict[str, int]) -> None:
    """N-8.11: whose squadrons are lost is chosen by their side, one after the other."""
    before = meet("4 RU", "3 FR 3 SP")
    state = play(before.copy(), "12, 3")
    for choice in choices.split(", "):
        if asked(state).endswith("naval loss"):
            assert asked(state).split()[0] in ("france", "spain")
            play(state, f"choose {choice}")
    assert losses(state, before) == lost


def test_one_exchange() -> None:
    """N-8.11, N-4.5: it is fought at once, once, and both may stay in the area."""
    state = meet("4 RU", "4 FR")
    assert asked(state) == "chance naval roll"
    sums = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [round(36 * chance) for _, chance in state.chances()] == sums
    play(state, "8, 7")
    assert asked(state) == "russia march"
    assert fleet(state, "baltic-sea") == "3 FR 4 RU"


@pytest.mark.parametrize("rolls", ["7, 7", "12, 2", "2, 8"])
def test_after_a_battle(rolls: str) -> None:
    """N-8.8: who has fought moves only into friendly ports beside the area, own ones or allies'."""
    state = meet("4 RU", "6 FR", owners="denmark GB, east-prussia PR", option="")
    play(state, rolls)
    assert "sail baltic-sea" not in texts(state)
    play(state, "sail baltic-sea again")
    if asked(state) == "russia number":
        play(state, "number 1")
    assert may(state, "via") | {"denmark"} == {"denmark"}
    assert fleet(play(state, "via denmark" if may(state, "via") else ""), "denmark") == "1 RU"


def test_who_is_left_after_a_battle_enters_a_port() -> None:
    """N-8.8, N-8.10: of four that have fought and lost one, the three left may enter a port."""
    state = meet("4 RU", "6 FR", owners="denmark GB")
    play(state, "7, 7")
    assert fleet(state, "baltic-sea") == "6 FR 3 RU"
    play(state, "sail baltic-sea again")
    assert may(state, "number") == {"1", "2", "3"}


def test_no_port_after_a_battle() -> None:
    """N-8.8: where no friendly port touches the area they stay; ports of other areas do not."""
    state = meet("2 RU", "2 FR", owners="sweden RU, belgium RU")
    play(state, "7, 7")
    assert not {one for one in texts(state) if one.startswith("sail baltic-sea")}
    assert "sail mid-atlantic" in texts(state)


@pytest.mark.parametrize("port", ["denmark GB", "denmark PR"])
def test_both_sides_are_done_after_a_battle(port: str) -> None:
    """N-8.8: an ally who was drawn into the battle and moves later in the turn is bound as well."""
    squadrons = "GB north-sea 1; RU baltic-sea 2; FR baltic-sea 3; RU crimea 1; GB irish-sea 1"
    state = position("", "GB", squadrons=squadrons, step="joining", owners=port)
    play(state, "join, sail north-sea, via baltic-sea, engage, engage, 7, 7, end")
    assert asked(state) == "russia march"
    assert {"sail crimea"} <= texts(state)
    assert "sail baltic-sea" not in texts(state)
    assert ("sail baltic-sea again" in texts(state)) is (port == "denmark GB")


# Attacks on ports -------------------------------------------------------------------------------


def struck(squadrons: str, many: int, name: str = "GB", **facts: Any) -> WarState:
    """Return the attack of so many squadrons of the Channel on Picardy's port."""
    state = position("", name, squadrons=f"{squadrons}; {name} irish-sea 1", **facts)
    play(state, "strike picardy from english-channel")
    return play(state, f"number {many}" if asked(state).endswith("number") else "")


@pytest.mark.parametrize(
    ("squadrons", "many", "rolls", "lost"),
    [
        ("GB english-channel 2; FR picardy 3", 2, "9, 6", {"FR": 1}),  # 12 : 11, N-31.56
        ("GB english-channel 2; FR picardy 3", 2, "8, 6", {}),
        ("GB english-channel 2; FR picardy 3", 2, "7, 6", {"GB": 1}),
        ("GB english-channel 3; FR picardy 3", 1, "9, 6", {}),  # the others do not count
        ("GB english-channel 3; FR picardy 3", 1, "10, 6", {"FR": 1}),
        ("GB english-channel 1; RU english-channel 3; FR picardy 3", 1, "9, 6", {}),
        ("GB english-channel 1; RU english-channel 3; FR picardy 3", 1, "2, 12", {"GB": 1}),
        ("GB english-channel 2; FR picardy 1; SP picardy 2", 2, "8, 6", {}),  # all defend
        ("GB english-channel 2; FR picardy 3; FR english-channel 4", 2, "8, 6", {}),
    ],
)
def test_attacks_on_ports(squadrons: str, many: int, rolls: str, lost: dict[str, int]) -> None:
    """N-8.9, N-8.12, N-8.14, N-31.56: +2 for all in the port; those who attack count by themselves.

    A fleet in the sea area, of either side, takes no part.
    """
    before = struck(squadrons, many)
    state = play(before.copy(), rolls)
    assert losses(state, before) == lost
    for water in ("english-channel", "picardy"):
        after = {name for _, name in pairs(fleet(state, water))}
        assert after <= {name for _, name in pairs(fleet(before, water))}


@pytest.mark.parametrize(
    ("rolls", "lost"), [("8, 7", {}), ("9, 7", {"FR": 1}), ("7, 7", {"RU": 1})]
)
def test_the_bonus_of_a_port(rolls: str, lost: dict[str, int]) -> None:
    """N-8.9, N-8.12: 2 Russians against 1 in port are even; 3 with the +2 against 2."""
    before = struck("RU english-channel 2; FR picardy 1", 2, "RU")
    assert losses(play(before.copy(), rolls), before) == lost


def test_no_interception_at_a_port() -> None:
    """N-8.13, N-7.7: an attack on a port leads to the roll at once, and nobody is asked."""
    state = struck("GB english-channel 2; FR picardy 3; FR english-channel 1", 2)
    assert asked(state) == "chance naval roll"


@pytest.mark.parametrize("many", [2, 3, 5])
def test_two_squadrons_attack_a_port(many: int) -> None:
    """N-8.12, N-31.61: at most two squadrons attack one port in a turn, of however many."""
    state = position("", "GB", squadrons=f"GB english-channel {many}; FR picardy 3; GB irish-sea 1")
    before = play(state, "strike picardy from english-channel")
    assert texts(before) == {"number 1", "number 2"}
    both = play(before.copy(), "number 2, 8, 6")
    assert not may(both, "strike")
    one = play(before.copy(), "number 1, 8, 5")
    assert may(one, "strike") == {"picardy from english-channel"}
    play(one, "strike picardy from english-channel")
    assert asked(one) == "chance naval roll"
    assert not may(play(one, "8, 5"), "strike")


def test_two_squadrons_from_two_sea_areas() -> None:
    """N-8.12: the two are counted together, wherever they lie; other ports are attacked as well."""
    squadrons = "GB bay-of-biscay 3; GB north-atlantic 2; FR brittany 3; FR vendee 1"
    state = position("", "GB", squadrons=squadrons)
    assert may(state, "strike") == {
        "brittany from bay-of-biscay",
        "brittany from north-atlantic",
        "vendee from bay-of-biscay",
    }
    play(state, "strike brittany from bay-of-biscay, number 1, 7, 6")
    play(state, "strike brittany from north-atlantic, 7, 6")
    assert may(state, "strike") == {"vendee from bay-of-biscay"}


def test_two_squadrons_of_allies() -> None:
    """N-8.12: allies who move in one turn have two attackers between them."""
    squadrons = "GB english-channel 2; RU english-channel 2; FR picardy 3; RU crimea 1"
    for many, left in ((1, True), (2, False)):
        state = position("", "GB", squadrons=f"{squadrons}; GB irish-sea 1", step="joining")
        play(state, f"join, strike picardy from english-channel, number {many}, 9, 6, end")
        assert asked(state) == "russia march"
        assert bool(may(state, "strike")) is left


@pytest.mark.parametrize(
    ("squadrons", "strikes"),
    [
        ("GB english-channel 1; FR picardy 1", True),
        ("GB north-sea 1; FR picardy 1", False),  # its anchor touches the Channel only
        ("GB north-atlantic 1; FR picardy 1", False),
        ("GB bay-of-biscay 1; FR western-spain 1", False),
        ("GB mid-atlantic 1; FR western-spain 1", True),
        ("GB mid-atlantic 1; FR portugal 1", True),
        ("GB mid-atlantic 1; PR western-spain 1", False),  # no enemy
        ("GB london 1; FR picardy 1", False),  # not at sea
        ("GB english-channel 1; FR english-channel 1", False),
    ],
)
def test_what_can_be_attacked(squadrons: str, *, strikes: bool) -> None:
    """N-8.12: enemy squadrons in a port that the attackers' sea area touches."""
    facts = {"owners": "portugal FR, western-spain FR", "alliances": "FR SP, FR PR"}
    state = position("", "GB", squadrons=squadrons, **facts)
    assert bool(may(state, "strike")) is strikes


def test_after_an_attack_on_a_port() -> None:
    """N-8.8, N-8.12: who has attacked stays in the area, or enters a friendly port beside it."""
    state = struck("GB english-channel 2; FR picardy 3", 2)
    play(state, "8, 6")
    assert fleet(state, "english-channel") == "2 GB"
    assert "sail english-channel" not in texts(state)
    play(state, "sail english-channel again, number 2")
    assert may(state, "via") == {"london", "cornwall"}


# Ports that are lost ----------------------------------------------------------------------------


def taken(troops: str, march: str, squadrons: str, name: str = "AU", **facts: Any) -> WarState:
    """Return what is asked when the windows after a march and its battles have been passed."""
    state = position(troops, name, squadrons=squadrons, **facts)
    play(state, march)
    play(state, "end" if "end" in texts(state) else "")
    while asked(state).endswith(" politics") and state.active == nation(name):
        play(state, "pass")
    return state


def test_squadrons_leave_a_captured_port() -> None:
    """N-7.4: their owner moves all of them into a sea area that touches the port, at once."""
    march = "march infantry normandy brittany"
    state = taken("AU normandy 1I", march, "FR brittany 3")
    assert asked(state) == "france voyage"
    assert texts(state) == {"via bay-of-biscay", "via north-atlantic"}
    for sea in ("bay-of-biscay", "north-atlantic"):
        after = play(state.copy(), f"via {sea}")
        assert fleet(after, sea) == "3 FR"
        assert fleet(after, "brittany") == ""


@pytest.mark.parametrize(
    ("troops", "facts", "leave"),
    [
        ("AU milan 1I", {}, True),
        ("AU milan 1L", {}, False),  # leaders capture nothing
        ("AU milan 1I; FR milan 1L", {}, True),
        ("AU milan 1I; SP tuscany 1I", {"wars": "FR AU", "passages": "SP AU"}, False),
        ("AU milan 1I; GB tuscany 1I", {}, True),  # both are enemies
        ("PR milan 1I", {"wars": "FR AU", "passages": "FR PR", "controllers": "PR AU"}, False),
    ],
)
def test_what_a_capture_is(troops: str, facts: dict[str, str], *, leave: bool) -> None:
    """N-7.4: enemy armies are alone in the region after the battles; ownership does not change."""
    kind = "leader" if "AU milan 1L" in troops else "infantry"
    name, *_ = troops.split()
    squadrons = "FR tuscany 2; RU crimea 1"
    march = f"march {kind} milan tuscany"
    state = taken(f"{troops}; {name} vienna 1I", march, squadrons, name, **facts)
    assert fleet(state, "tyrrhenian-sea" if leave else "tuscany") == "2 FR"
    assert state.owners["tuscany"] == nation("FR")


def test_allies_in_a_captured_port_leave_too() -> None:
    """N-7.4: all whose enemies have captured it, one nation after the other."""
    state = taken(
        "AU normandy 1I", "march infantry normandy brittany", "FR brittany 1; SP brittany 2"
    )
    for _ in range(2):
        whose = asked(state).split()[0]
        assert whose in ("france", "spain")
        play(state, "via north-atlantic" if whose == "france" else "via bay-of-biscay")
    assert fleet(state, "north-atlantic") == "1 FR"
    assert fleet(state, "bay-of-biscay") == "2 SP"


@pytest.mark.parametrize(("die", "caught"), [(1, False), (2, False), (3, True), (6, True)])
def test_driven_out_is_leaving(die: int, *, caught: bool) -> None:
    """N-7.5, N-8.5: who is driven out into enemies and avoids them is caught on 3 and more."""
    march = "march infantry normandy brittany"
    state = taken("AU normandy 1I", march, "FR brittany 3; GB bay-of-biscay 2; RU crimea 1")
    play(state, "via bay-of-biscay")
    while asked(state).endswith(" engagement"):
        play(state, "avoid" if asked(state).startswith("france") else "engage")
    assert asked(state) == "chance interception roll"
    after = play(state.copy(), str(die))
    assert (asked(after) == "chance naval roll") is caught


@pytest.mark.parametrize("wishes", ["engage, engage", "avoid, avoid"])
def test_driven_out_among_enemies(wishes: str) -> None:
    """N-7.5, N-8.1: they may fight, or part in peace; in any case they have left the port."""
    march = "march infantry milan tuscany"
    state = taken("AU milan 1I", march, "FR tuscany 3; GB tyrrhenian-sea 2; RU crimea 1")
    play(state, wishes)
    assert (asked(state) == "chance naval roll") is wishes.startswith("engage")
    assert fleet(state, "tuscany") == ""
    assert fleet(state, "tyrrhenian-sea") == "3 FR 2 GB"


@pytest.mark.parametrize(
    ("trade", "stays"),
    [("belgium to spain, for asturias", True), ("belgium to russia, for crimea", False)],
)
def test_ports_that_pass_by_politics(trade: str, *, stays: bool) -> None:
    """N-7.6: squadrons leave a port that goes to a nation neither their own nor allied."""
    state = position(
        "FR paris 1I; SP madrid 1I; RU moscow 1I",
        "FR",
        squadrons="FR belgium 1; SP belgium 2",
        step="opening",
        wars="",
        alliances="FR SP",
    )
    play(state, f"trade {trade}, accept")
    assert fleet(state, "belgium" if stays else "north-sea") == "1 FR 2 SP"


def test_an_alliance_that_ends() -> None:
    """N-7.6, N-7.2: its ports are no longer allied, so squadrons leave them."""
    state = position(
        "FR paris 1I", "FR", squadrons="FR western-spain 2; SP brittany 1", step="opening", wars=""
    )
    play(state, "break spain")
    while asked(state).endswith(" voyage"):
        play(state, "via bay-of-biscay")
    assert fleet(state, "mid-atlantic") == "2 FR"
    assert fleet(state, "bay-of-biscay") == "1 SP"


@pytest.mark.parametrize("name", ["GB", "FR"])
def test_squadrons_in_port_are_not_met(name: str) -> None:
    """N-7.7: who passes or stops before an enemy's port meets nobody there."""
    port = {"GB": "picardy", "FR": "london"}[name]
    squadrons = f"{name} north-sea 2; {OTHERS[name]} {port} 3"
    state = voyage(squadrons, name, "sail north-sea, number 2, via english-channel")
    assert asked(state) == f"{'great_britain' if name == 'GB' else 'france'} voyage"
    assert "engage" not in texts(state)
    assert "via north-atlantic" in texts(state)


@pytest.mark.parametrize(
    ("here", "to", "squadrons"),
    [
        ("denmark", "sweden", "GB baltic-sea 9; GB gulf-of-bothnia 9"),
        ("sweden", "denmark", "GB baltic-sea 9; GB denmark 3"),
        ("constantinople", "anatolia", "GB aegean-sea 9; GB black-sea 9; GB anatolia 3"),
        ("belgium", "holland", "GB north-sea 9; GB holland 3"),
    ],
)
def test_squadrons_do_not_block_armies(here: str, to: str, squadrons: str) -> None:
    """N-7.8: neither a sea area beside the way nor a port at its end."""
    owners = f"{to} FR" if here == "constantinople" else f"{to} GB"
    state = position(f"FR {here} 2I", "FR", squadrons=squadrons, owners=owners)
    play(state, f"march infantry {here} {to}, number 2")
    assert there(state, f"FR {to}") == "2I"
