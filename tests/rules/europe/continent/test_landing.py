"""Chapter 9 of the digest: transports and landings; militia, and retreats of who has landed."""

from typing import Any

import pytest

from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    fight,
    may,
    nation,
    play,
    position,
    refused,
    scenario,
    texts,
    there,
)

KINDS = {
    "I": "infantry",
    "E": "elite",
    "M": "militia",
    "C": "cavalry",
    "H": "heavy",
    "A": "artillery",
    "L": "leader",
}
HARBOURS = {"GB": "ireland", "FR": "provence", "RU": "crimea", "AU": "illyria", "OT": "anatolia"}
CHANNEL = "GB english-channel 4"


def ship(state: WarState, cargo: str, way: str) -> WarState:
    """Transport units: ``ship(state, "2I", "london english-channel normandy")``.

    The last sea area is named first, and the others are chosen as far as there is a choice.
    """
    number, kind = cargo[:-1], KINDS[cargo[-1]]
    port, *seas, region = way.split()
    play(state, f"transport {kind} {port} {seas[-1]}")
    if asked(state).endswith(" number"):
        play(state, f"number {number}")
    for water in (*seas, region):
        if f"via {water}" in texts(state):
            play(state, f"via {water}")
    return state


def landed(
    troops: str, landings: str, squadrons: str = CHANNEL, name: str = "GB", **facts: Any
) -> WarState:
    """Return a position after landings such as ``2I london english-channel normandy``.

    A squadron in port keeps the movement from ending by itself.
    """
    state = position(troops, name, squadrons=f"{squadrons}; {name} {HARBOURS[name]} 1", **facts)
    for landing in filter(None, landings.split(", ")):
        cargo, way = landing.split(" ", 1)
        ship(state, cargo, way)
    return state


def to_battle(state: WarState) -> WarState:
    """End the movement, and pass until a battle is fought or the turn has gone on."""
    play(state, "end")
    while not state.battle and asked(state).endswith(" politics"):
        if state.step.name == "CLOSING":
            break
        play(state, "pass")
    return state


# Transports -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "sails"),
    [
        ("london", True),
        ("cornwall", True),
        ("ireland", True),
        ("wales", False),  # a coast without a port
        ("normandy", False),
        ("paris", False),
        ("brittany", True),  # an enemy's port, where own armies stand
        ("portugal", True),  # nobody's
    ],
)
def test_transports_begin_in_ports(region: str, *, sails: bool) -> None:
    """N-9.1: units are embarked in a region with a port, whoever owns it, and in no other."""
    seas = "english-channel north-atlantic irish-sea mid-atlantic bay-of-biscay"
    squadrons = "; ".join(f"GB {sea} 2" for sea in seas.split())
    state = position(f"GB {region} 1I", "GB", squadrons=squadrons)
    assert bool(may(state, "transport")) is sails
    assert bool(may(state, "sail"))


def test_any_coast_is_a_target() -> None:
    """N-9.1, N-9.3: every other region on the last sea area, with or without a port."""
    state = position("FR picardy 1I; FR paris 1I", "FR", squadrons="FR english-channel 1")
    play(state, "transport infantry picardy english-channel")
    assert may(state, "via") == {"london", "cornwall", "brittany", "normandy"}
    play(state, "via normandy")
    assert there(state, "FR normandy") == "1I"


@pytest.mark.parametrize("kind", "IECHAL")
def test_a_transport_is_the_whole_movement(kind: str) -> None:
    """N-9.2: who has landed does not move on, and who has moved to a port is not embarked."""
    name = KINDS[kind]
    state = landed(f"FR picardy 1{kind}; FR paris 1{kind}", "", "FR english-channel 2", "FR")
    ship(state, f"1{kind}", "picardy english-channel normandy")
    assert not {one for one in texts(state) if " normandy " in one}
    play(state, f"march {name} paris picardy")
    assert not {one for one in may(state, "transport") if one.startswith(f"{name} picardy")}
    assert there(state, "FR normandy") == f"1{kind}"


def test_the_named_path() -> None:
    """N-9.3: from a sea area at the port, area by adjacent area, to one on which the target lies.

    The Channel alone touches Cornwall's port, and Wales lies on the North Atlantic.
    """
    state = position("GB cornwall 1L; GB london 1I", "GB", squadrons="GB irish-sea 1")
    play(state, "transport leader cornwall irish-sea")
    assert asked(state) == "great_britain passage"
    assert may(state, "via") == {"north-sea", "north-atlantic"}
    assert refused(state, "via irish-sea")
    assert refused(state, "via wales")
    play(state, "via north-atlantic")
    if "via irish-sea" in texts(state):
        play(state, "via irish-sea")
    assert may(state, "via") == {"wales", "midlands", "scotland", "highlands", "ulster", "ireland"}
    play(state, "via ulster")
    assert there(state, "GB ulster") == "1L"


def test_no_way_leads_back() -> None:
    """N-9.3: from a sea area without another way out the target cannot be reached."""
    state = position("GB holland 1L; GB london 1I", "GB", squadrons="GB mid-atlantic 1")
    play(state, "transport leader holland mid-atlantic")
    assert may(state, "via") == {"english-channel", "north-atlantic"}


def test_from_cornwall_to_illyria() -> None:
    """N-9.3, N-9.7, N-31.65: eight sea areas; it is rolled in each that holds enemy squadrons."""
    seas = (
        "english-channel north-atlantic bay-of-biscay mid-atlantic barbary-coast tyrrhenian-sea "
        "ionian-sea adriatic-sea"
    )
    squadrons = "GB adriatic-sea 1; FR english-channel 1; FR mid-atlantic 2; SP ionian-sea 1"
    squadrons += "; FR gulf-of-marseilles 3; FR brittany 3"
    state = position("GB cornwall 1I; GB london 1I", "GB", squadrons=squadrons)
    play(state, "transport infantry cornwall adriatic-sea")
    rolled = 0
    for sea in seas.split():
        if f"via {sea}" in texts(state):
            play(state, f"via {sea}")
        if asked(state) == "chance transport roll":
            rolled += 1
            play(state, "6")
    assert rolled == 3
    play(state, "via illyria")
    assert there(state, "GB illyria") == "1I"


@pytest.mark.parametrize(
    ("troops", "squadrons", "most"),
    [
        ("3I", "GB english-channel 2", 2),
        ("3I", "GB english-channel 3", 3),
        ("3I", "GB english-channel 5", 3),
        ("3I", "GB english-channel 1; RU english-channel 1", 2),  # an ally's
        ("3I", "GB english-channel 1; PR english-channel 2", 1),  # a neutral's
        ("3I", "GB english-channel 1; GB london 3", 1),  # in port
        ("3I", "GB english-channel 1; GB north-sea 3", 1),  # not at the end of the path, N-31.103
        ("3I", "GB north-sea 3; GB london 3", 0),
        ("3A", "GB english-channel 2", 2),
        ("3C", "GB english-channel 2", 2),
        ("3L", "GB english-channel 1", 3),  # leaders ride along with any
        ("3L", "GB north-sea 1", 0),
    ],
)
def test_squadrons_for_a_landing(troops: str, squadrons: str, most: int) -> None:
    """N-9.4, N-9.5, N-9.15, N-31.103: one for each army, at sea in the last area of the path.

    Picardy lies on the North Sea as well, which does not help those who come by the Channel.
    """
    state = position(f"GB london {troops}", "GB", squadrons=f"{squadrons}; GB gulf-of-bothnia 1")
    name = KINDS[troops[-1]]
    move = f"transport {name} london english-channel"
    assert (move in texts(state)) is (most > 0)
    if most:
        play(state, move)
        numbers = may(state, "number")
        assert numbers == ({str(one) for one in range(1, most + 1)} if most > 1 else set())
        play(state, f"number {most}" if most > 1 else "")
        play(state, "via picardy")
        assert there(state, "GB picardy") == f"{most}{troops[-1]}"


def test_two_armies_and_a_leader() -> None:
    """N-9.4, N-31.64: with two squadrons two of three armies land, and the leader."""
    state = landed(
        "GB london 3I 1L",
        "2I london english-channel normandy, 1L london english-channel normandy",
        "GB english-channel 2",
    )
    assert there(state, "GB normandy") == "2I 1L"
    assert not {one for one in may(state, "transport") if one.startswith("infantry")}


def test_leaders_ride_along() -> None:
    """N-9.4: free, with a squadron that has served already, but never without one."""
    landings = "1I london english-channel normandy, 2L london english-channel normandy"
    state = landed("GB london 2I 3L", landings, "GB english-channel 1")
    assert there(state, "GB normandy") == "1I 2L"
    assert may(state, "transport") == {"leader london english-channel"}
    assert "N-9.4" in refused(state, "transport leader london north-sea")


def test_a_squadron_serves_one_army() -> None:
    """N-9.5: once in a turn, for whichever region."""
    state = landed("GB london 3I", "1I london english-channel normandy", "GB english-channel 2")
    play(state, "transport infantry london english-channel")
    assert not may(state, "number")
    play(state, "via cornwall")
    assert not may(state, "transport")


def test_a_squadron_that_sails_on_serves_no_more() -> None:
    """N-9.5: nor in another sea area, but one that has not served may take its place."""
    squadrons = "GB english-channel 1; GB irish-sea 1"
    state = landed("GB london 3I", "1I london english-channel normandy", squadrons)
    play(state, "sail irish-sea, via north-atlantic, via english-channel, end")
    assert may(state, "transport") == {"infantry london english-channel"}
    state = landed("GB london 3I", "1I london english-channel normandy", "GB english-channel 1")
    play(state, "sail english-channel, via north-sea, end")
    assert not may(state, "transport")


def test_allies_in_one_turn_share_squadrons() -> None:
    """N-9.4, N-9.5: a squadron that has served one of them does not serve the other."""
    squadrons = "RU baltic-sea 1; GB ireland 1; RU crimea 1"
    for first, left in (
        ("transport infantry denmark baltic-sea, via mecklenburg, ", False),
        ("", True),
    ):
        state = position("GB denmark 1I; RU denmark 1I", "GB", squadrons=squadrons, step="joining")
        play(state, f"join, {first}end")
        assert asked(state) == "russia march"
        assert ("transport infantry denmark baltic-sea" in texts(state)) is left


@pytest.mark.parametrize("where", ["north-sea", "cornwall", "irish-sea"])
def test_squadrons_that_come_first(where: str) -> None:
    """N-9.6: squadrons may sail to the target in the same turn, and serve there."""
    squadrons = f"GB {where} 1; GB gulf-of-bothnia 1"
    state = position("GB london 1I", "GB", squadrons=squadrons)
    assert "transport infantry london english-channel" not in texts(state)
    play(state, f"sail {where}")
    for sea in ("north-atlantic", "english-channel"):
        if f"via {sea}" in texts(state) and not (where == "north-sea" and sea == "north-atlantic"):
            play(state, f"via {sea}")
    play(state, "end")
    ship(state, "1I", "london english-channel normandy")
    assert there(state, "GB normandy") == "1I"


# Losses on the way ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("squadrons", "rate"),
    [
        ("GB english-channel 3; FR english-channel 3", 1),
        ("GB english-channel 3; FR english-channel 1", 1),  # at least 1
        ("GB english-channel 1; FR english-channel 3", 2),
        ("GB english-channel 1; FR english-channel 4", 3),
        ("GB english-channel 1; FR english-channel 2; SP english-channel 3", 4),
        ("GB english-channel 1; RU english-channel 2; FR english-channel 5", 2),  # an ally's
        ("GB english-channel 1; PR english-channel 2; FR english-channel 5", 4),
        ("GB english-channel 1; GB london 3; FR english-channel 4", 3),  # in port
        ("GB english-channel 1; FR english-channel 4; FR picardy 3", 3),
        ("GB english-channel 1; FR english-channel 6", 5),
        ("GB english-channel 1; FR english-channel 7", 6),
        ("GB english-channel 1; FR english-channel 9", 8),
        ("GB english-channel 1; FR picardy 5", 0),
        ("GB english-channel 1; PR english-channel 5", 0),
    ],
)
@pytest.mark.parametrize("kind", "IL")
def test_rates(squadrons: str, rate: int, kind: str) -> None:
    """N-9.7, N-9.5, N-9.14: lost on the rate or less, leaders too; at 6 or more all are lost."""
    name = KINDS[kind]
    state = position(
        f"GB london 1{kind}; GB wales 1I", "GB", squadrons=f"{squadrons}; GB cornwall 1"
    )
    play(state, f"transport {name} london english-channel")
    for die in range(1, 7):
        after = state.copy()
        if asked(after) == "chance transport roll":
            assert rate
            assert [round(6 * chance) for _, chance in after.chances()] == [1] * 6
            play(after, str(die))
        else:
            assert not 0 < rate < 6
        lost = die <= rate
        assert (asked(after) == "great_britain passage") is not lost
        if not lost:
            assert there(play(after, "via normandy"), "GB normandy") == f"1{kind}"


def test_each_unit_is_rolled_for() -> None:
    """N-9.7, N-31.62: at rate 1 the dice 2, 3, 1 cost one of three units."""
    state = landed("GB london 3I", "", "GB english-channel 3; FR english-channel 3")
    play(state, "transport infantry london english-channel, number 3, 2, 3, 1")
    play(state, "via normandy")
    assert there(state, "GB normandy") == "2I"


def test_losses_of_armies_and_leaders() -> None:
    """N-9.7, N-31.63: at rate 3 the dice 3, 4, 2 cost two armies; the leader's 5 saves him.

    The squadrons of an ally in the area of the landing carry them; those before it do not.
    """
    squadrons = "FR english-channel 4; GB english-channel 1; RU north-sea 3"
    state = landed("GB london 3I 1L", "", squadrons)
    play(state, "transport infantry london north-sea, number 3, 3, 4, 2")
    for water in ("north-sea", "holland"):
        play(state, f"via {water}" if f"via {water}" in texts(state) else "")
    play(state, "transport leader london north-sea, 5")
    for water in ("north-sea", "holland"):
        play(state, f"via {water}" if f"via {water}" in texts(state) else "")
    assert there(state, "GB holland") == "1I 1L"


def test_each_area_is_rolled_for() -> None:
    """N-9.7: in every area of the path with enemies, each with a rate of its own."""
    squadrons = "FR english-channel 2; FR north-sea 3; GB north-sea 1; FR baltic-sea 9"
    state = landed("GB london 2I", "", squadrons)
    play(state, "transport infantry london north-sea")
    assert asked(state) == "chance transport roll"
    assert asked(play(state.copy(), "2")) == "great_britain march"
    play(state, "3, via north-sea")
    assert asked(state) == "chance transport roll"
    assert asked(play(state.copy(), "2")) == "great_britain march"
    assert asked(play(state, "3")) == "great_britain passage"


def test_the_lost_are_gone() -> None:
    """N-9.7: they are not back in port, and count as lost."""
    state = landed("GB london 1I; GB wales 1I", "", "GB english-channel 1; FR english-channel 1")
    play(state, "transport infantry london english-channel, 1")
    assert there(state, "GB london") == ""
    assert there(state, "GB normandy") == ""


# Where it may be landed -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "troops", "facts", "may_land"),
    [
        ("holland", "", {}, True),  # an enemy's
        ("norway", "", {}, True),  # nobody's
        ("norway", "; FR norway 1I", {}, True),
        ("norway", "; PR norway 1I", {}, False),
        ("norway", "; PR norway 1L", {}, True),
        ("norway", "; PR norway 1I", {"passages": "PR GB"}, True),
        ("norway", "; RU norway 1I", {}, True),
        ("norway", "", {"owners": "norway PR"}, False),  # a neutral's
        ("norway", "", {"owners": "norway PR", "passages": "PR GB"}, True),
        ("norway", "", {"owners": "norway PR", "wars": "GB PR", "controllers": "PR FR"}, True),
        ("norway", "", {"owners": "norway RU"}, True),  # an ally's
        ("norway", "; PR norway 1I", {"owners": "norway GB"}, False),
        ("midlands", "", {}, True),
    ],
)
def test_who_may_land_where(
    region: str, troops: str, facts: dict[str, Any], *, may_land: bool
) -> None:
    """N-9.8, N-6.3, N-6.4, N-6.5, N-31.71: where one may enter by land one may land as well."""
    squadrons = "GB north-sea 1"
    state = landed(f"GB cornwall 1L; GB london 1I{troops}", "", squadrons, **facts)
    play(state, "transport leader cornwall north-sea")
    while asked(state) == "great_britain passage" and "via north-sea" in texts(state):
        play(state, "via north-sea")
    assert (f"via {region}" in texts(state)) is may_land


@pytest.mark.parametrize(
    ("troops", "facts", "enters"),
    [
        ("PR sweden 1I", {}, False),
        ("PR sweden 1L", {}, True),
        ("PR sweden 1I", {"passages": "PR FR"}, True),
        ("PR sweden 1I", {"wars": "FR PR", "controllers": "PR GB"}, True),
        ("SP sweden 1I", {}, True),
        ("GB sweden 1I", {}, True),
    ],
)
def test_sweden(troops: str, facts: dict[str, Any], *, enters: bool) -> None:
    """N-31.71, N-9.8: a neutral's armies keep others out of a minor nation; by land as by sea."""
    state = position(
        f"FR denmark 1I; {troops}", "FR", squadrons="FR baltic-sea 1; FR provence 1", **facts
    )
    assert ("march infantry denmark sweden" in texts(state)) is enters
    play(state, "transport infantry denmark baltic-sea")
    assert ("via sweden" in texts(state)) is enters


@pytest.mark.parametrize(
    ("belgium", "switch", "passes"),
    [
        ("", "true", True),
        ("; GB belgium 1I", "true", False),
        ("; GB belgium 1L", "true", False),
        ("; GB belgium 1L", "false", True),
        ("; GB belgium 1I", "false", False),
    ],
)
def test_picardy_to_holland(belgium: str, switch: str, *, passes: bool) -> None:
    """N-31.69, N-31.72, N-6.6: cavalry stops where enemies stand, by option not for a leader."""
    option = f"leader_stops_movement = {switch}"
    state = position(f"FR picardy 1C; FR paris 1I{belgium}", "FR", option=option)
    play(state, "march cavalry picardy belgium")
    assert ("march cavalry belgium holland again" in texts(state)) is passes
    if not passes:
        assert to_battle(state).battle == "belgium"


def test_a_lone_leader_has_lost() -> None:
    """N-31.72, N-19.7: cavalry that ends beside it pursues it, on 5 and more; else it retreats."""
    state = position("FR picardy 1C; FR paris 1I; GB belgium 1L", "FR", owners="holland -")
    to_battle(play(state, "march cavalry picardy belgium"))
    assert (state.battle, asked(state)) == ("belgium", "france pursue")
    play(state, "pursue british leader with cavalry")
    for die, gone in ((4, False), (5, True)):
        after = play(state.copy(), str(die))
        assert bool(after.dead[nation("GB")]) is gone
        assert (asked(after) == "great_britain retreat") is not gone


# Militia ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("region", "facts", "militia"),
    [
        ("normandy", {}, 3),
        ("picardy", {}, 3),
        ("normandy", {"uprisings": ("normandy",)}, 0),
        ("normandy", {"owners": "normandy SP"}, 3),  # no longer owned by France
        ("normandy", {"owners": "normandy SP", "option": "militia_where_lost = false"}, 0),
        ("normandy", {"owners": "normandy GB"}, 0),
        ("normandy", {"owners": "normandy RU"}, 0),  # an ally's
        ("normandy", {"owners": "normandy PR", "passages": "PR GB"}, 3),  # a neutral's
        ("normandy", {"wars": "GB SP", "passages": "FR GB"}, 0),  # no enemy
        ("normandy", {"wars": "GB SP", "alliances": "FR GB"}, 0),
        ("cornwall", {}, 0),  # a homeland of one's own
        ("cornwall", {"owners": "cornwall FR"}, 0),
    ],
)
def test_militia(region: str, facts: dict[str, Any], militia: int) -> None:
    """N-9.9, N-9.13: three in an enemy's homeland that is not in uprising, nor the lander's.

    By option only where the enemy still owns it.
    """
    state = landed("GB london 1I", f"1I london english-channel {region}", **facts)
    assert there(state, f"GB {region}") == "1I"
    assert there(state, f"FR {region}") == (f"{militia}M" if militia else "")


@pytest.mark.parametrize(
    ("name", "troops", "way", "squadrons", "facts"),
    [
        ("FR", "FR picardy 1I", "picardy english-channel cornwall", "FR english-channel 1", {}),
        ("FR", "FR denmark 1I", "denmark baltic-sea courland", "FR baltic-sea 1", {}),
        ("FR", "FR tuscany 1I", "tuscany tyrrhenian-sea ionian-sea adriatic-sea illyria",
         "FR adriatic-sea 1", {}),
        ("GB", "GB gibraltar 1I", "gibraltar barbary-coast andalusia", "GB barbary-coast 1", {}),
        ("RU", "RU crimea 1I", "crimea black-sea ankara", "RU black-sea 1",
         {"wars": "RU OT", "controllers": "OT FR"}),
        ("RU", "RU denmark 1I", "denmark baltic-sea pomerania", "RU baltic-sea 1",
         {"wars": "RU PR", "controllers": "PR FR"}),
    ],
)  # fmt: skip
def test_militia_of_each_nation(
    name: str, troops: str, way: str, squadrons: str, facts: dict[str, str]
) -> None:
    """N-9.9, N-9.10: of the nation whose homeland it is, whatever it may buy; before the battle."""
    state = landed(troops, f"1I {way}", squadrons, name, **facts)
    *_, region = way.split()
    home = {"cornwall": "GB", "courland": "RU", "illyria": "AU", "andalusia": "SP",
            "ankara": "OT", "pomerania": "PR"}[region]  # fmt: skip
    assert there(state, f"{home} {region}") == "3M"
    assert to_battle(state).battle == region


@pytest.mark.parametrize(
    ("defenders", "found"),
    [("2I", "2I 3M"), ("3M 1L", "6M 1L"), ("1C", "3M 1C"), ("1L", "3M 1L")],
)
def test_militia_join_who_is_there(defenders: str, found: str) -> None:
    """N-9.10: whoever defends the region already."""
    state = landed(f"GB london 1I; FR normandy {defenders}", "1I london english-channel normandy")
    assert there(state, "FR normandy") == found


def test_militia_once_in_a_turn() -> None:
    """N-9.9, N-9.10: once in each region; a second landing there in the turn calls up no more."""
    landings = (
        "1I london english-channel normandy, 1I london english-channel normandy, "
        "1L london english-channel normandy, 1I london english-channel picardy"
    )
    state = landed("GB london 3I 1L", landings)
    assert there(state, "FR normandy") == "3M"
    assert there(state, "FR picardy") == "3M"


@pytest.mark.parametrize(
    ("standing", "option", "militia"),
    [
        ("GB normandy 2I", "", "3M"),
        ("GB normandy 2I", "militia_when_held = false", ""),
        ("GB normandy 1L", "militia_when_held = false", "3M"),
        ("FR normandy 1I", "militia_when_held = false", "1I 3M"),
        ("GB picardy 2I", "militia_when_held = false", "3M"),
        ("GB brittany 2I", "", "3M"),
    ],
)
def test_militia_where_the_lander_stands(standing: str, option: str, militia: str) -> None:
    """N-9.10: also if his armies hold the region, unless ``militia_when_held`` is false."""
    state = landed(f"GB london 1I; {standing}", "1I london english-channel normandy", option=option)
    assert there(state, "FR normandy") == militia


def test_militia_come_again_in_another_turn() -> None:
    """N-9.10, N-9.16: those of an earlier month have stayed, and three more join them."""
    state = landed("GB london 2I", "1I london english-channel normandy", month=2)
    fight(to_battle(state), "GB")
    while state.battle:
        play(state, "end")
    while asked(state) != "great_britain march":
        play(state, next(move for move in ("pass", "end", "refuse") if move in texts(state)))
    assert state.month == 3
    ship(state, "1I", "london english-channel normandy")
    assert there(state, "FR normandy") == "6M"


@pytest.mark.parametrize("region", ["holland", "hanover", "belgium"])
def test_no_militia_outside_homelands(region: str) -> None:
    """N-31.68, N-9.9: minor nations that an enemy owns call up nobody; empty, none is fought."""
    way = "english-channel north-sea"
    state = landed("GB london 2I", f"2I london {way} {region}", "GB north-sea 3")
    assert there(state, f"GB {region}") == "2I"
    assert there(state, f"FR {region}") == ""
    assert to_battle(state).battle is None


def test_vendee() -> None:
    """N-31.66, N-31.67, N-9.9, N-9.13: three militia and a skirmish; in uprising, nothing."""
    way = "english-channel north-atlantic bay-of-biscay vendee"
    for uprisings, militia in (((), "3M"), (("vendee",), "")):
        state = landed(
            "GB london 2I", f"2I london {way}", "GB bay-of-biscay 2", uprisings=uprisings
        )
        assert there(state, "GB vendee") == "2I"
        assert there(state, "FR vendee") == militia
        to_battle(state)
        assert state.battle == ("vendee" if militia else None)
        if militia:
            assert not state.great


def test_militia_stay() -> None:
    """N-9.16, N-2.12: after the battle they are ordinary militia of the owner, at home only."""
    state = landed("GB london 1I", "1I london english-channel picardy")
    fight(to_battle(state), "GB")
    while state.battle:
        play(state, "end")
    assert there(state, "FR picardy") == "3M"
    assert there(state, "GB picardy") == ""
    later = position("FR picardy 3M", "FR")
    assert may(later, "march militia") == {
        f"picardy {region}" for region in ("paris", "burgundy", "normandy", "lorraine")
    }


@pytest.mark.parametrize(
    ("name", "region", "others"),
    [
        ("FR", "lorraine", "burgundy picardy"),
        ("GB", "london", "cornwall wales midlands"),
        ("AU", "tyrol", "vienna illyria"),
        ("SP", "catalonia", "madrid navarre andalusia"),
        ("RU", "volhynia", "lithuania ukraine minsk-smolensk"),
        # the Ottoman Empire's go where they like
        ("OT", "constantinople", "anatolia bulgaria macedonia"),
        ("OT", "bulgaria", "constantinople wallachia serbia macedonia"),
    ],
)
def test_militia_keep_to_their_homeland(name: str, region: str, others: str) -> None:
    """N-2.12: they march within it; only those of the Ottoman Empire leave it."""
    state = position(f"{name} {region} 1M", name, controllers="OT FR")
    assert may(state, "march militia") == {f"{region} {other}" for other in others.split()}


@pytest.mark.parametrize(
    ("name", "way", "lands"),
    [
        ("FR", "picardy english-channel normandy", True),
        ("FR", "picardy english-channel cornwall", False),
        ("OT", "anatolia aegean-sea greece", True),
    ],
)
def test_militia_at_sea(name: str, way: str, *, lands: bool) -> None:
    """N-2.12, N-9.8: nor do they leave their homeland by sea."""
    port, sea, region = way.split()
    squadrons = f"{name} {sea} 2; {name} {HARBOURS[name]} 1"
    state = position(f"{name} {port} 1M 1I", name, squadrons=squadrons, controllers="OT FR")
    play(state, f"transport militia {port} {sea}")
    assert (refused(state, f"via {region}") == "") is lands


@pytest.mark.parametrize(("month", "leaves"), [(1, False), (4, False), (5, True), (7, True)])
def test_prussian_militia(month: int, *, leaves: bool) -> None:
    """N-2.12: Prussia's may leave from January 1810; the game begins in September 1809 here."""
    state = scenario("year = 1809").position(
        troops={"prussia": {"silesia": "1 militia"}},
        controllers={"prussia": "russia"},
        nation="prussia",
        month=month,
    )
    assert ("march militia silesia saxony" in texts(state)) is leaves
    assert "march militia silesia berlin" in texts(state)


@pytest.mark.parametrize(
    ("blocked", "remains"),
    [("", "picardy"), ("; AU picardy 1I", "")],
)
def test_militia_do_not_retreat_abroad(blocked: str, remains: str) -> None:
    """N-2.12, N-26.14: they retreat within the homeland, or are eliminated."""
    troops = f"FR lorraine 2M; AU burgundy 3I; AU paris 1I{blocked}"
    state = position(troops, "AU")
    play(state, "march infantry burgundy lorraine, number 3")
    fight(to_battle(state), "FR")
    while asked(state) == "austria pursue":
        play(state, "end")
    assert there(state, "FR picardy") == ("2M" if remains else "")
    assert sum(state.dead[nation("FR")].values()) == (0 if remains else 2)


# The battle of a landing ------------------------------------------------------------------------


def beach(
    cargo: str = "1I", defenders: str = "FR belgium 2I", march: str = "", **facts: Any
) -> WarState:
    """Return the battle for Belgium after a landing there, when the defenders first act.

    The infantry of the attackers have come into the middle zone.
    """
    troops = f"{defenders}; GB london {cargo}" if cargo else defenders
    landing = f"{cargo} london english-channel north-sea belgium" if cargo else ""
    state = landed(troops, landing, "GB north-sea 6", **facts)
    play(state, march)
    return deployed(to_battle(state))


def deployed(state: WarState) -> WarState:
    while asked(state).endswith(" deploy"):
        play(state, max(texts(state)))
    while state.nation == nation("GB"):
        move = next(
            (one for one in sorted(texts(state)) if one.endswith("centre middle-centre")), ""
        )
        play(state, move or "end")
    return state


def needs(state: WarState, what: str) -> int:
    """Return the least roll with which an infantry that begins so hits."""
    move = next(one for one in sorted(texts(state)) if one.startswith(what))
    play(state, move)
    assert asked(state) == "chance fire roll"
    return next(
        roll
        for roll in range(2, 13)
        if asked(play(state.copy(), str(roll))) == "chance effect roll"
    )


@pytest.mark.parametrize(
    ("defenders", "need"),
    [
        ("FR belgium 2I", 7),
        ("FR belgium 2E", 6),
        ("FR belgium 3I 1L", 7),
        ("SP belgium 2I", 7),  # of any nation of the side
    ],
)
def test_the_bonus_of_the_defender(defenders: str, need: int) -> None:
    """N-9.11: +2 to the fire of the defenders, whoever owns the region: 7 where 9 is needed."""
    assert (
        needs(beach(defenders=defenders), "fire infantry" if "I" in defenders else "fire") == need
    )


@pytest.mark.parametrize(
    ("cargo", "march", "need"),
    [
        ("1I", "", 7),
        ("1I", "march infantry holland belgium", 7),
        ("", "march infantry holland belgium", 9),
        ("1L", "march infantry holland belgium", 7),
    ],
)
def test_one_unit_from_the_sea_is_enough(cargo: str, march: str, need: int) -> None:
    """N-9.11, N-9.12: one landed unit is enough; without any, there is no bonus."""
    state = beach(cargo, "FR belgium 2I; GB holland 1I", march)
    assert needs(state, "fire infantry") == need


def test_militia_on_the_beach() -> None:
    """N-31.19, N-9.9, N-9.11: the militia of a landing hit infantry on 8 (-1 +2), not on 7."""
    state = landed("GB london 1I", "1I london english-channel normandy")
    assert needs(deployed(to_battle(state)), "fire militia") == 8


@pytest.mark.parametrize(
    ("region", "uprising", "option", "need"),
    [
        ("vendee", True, "", 9),
        ("vendee", True, "landing_bonus_in_uprising = true", 7),
        ("vendee", False, "", 7),
        ("belgium", True, "", 7),  # not a homeland
    ],
)
def test_the_bonus_in_uprisings(region: str, option: str, need: int, *, uprising: bool) -> None:
    """N-9.13: not in a homeland in uprising, unless ``landing_bonus_in_uprising`` is set."""
    seas = {
        "vendee": "english-channel north-atlantic bay-of-biscay",
        "belgium": "english-channel north-sea",
    }[region]
    state = landed(
        f"GB london 2I; FR {region} 2I",
        f"2I london {seas} {region}",
        f"GB {seas.split()[-1]} 2",
        uprisings=(region,) if uprising else (),
        option=option,
    )
    militia = region == "vendee" and not uprising
    assert there(state, f"FR {region}") == ("2I 3M" if militia else "2I")
    assert needs(deployed(to_battle(state)), "fire infantry") == need


@pytest.mark.parametrize(
    ("rolls", "target"),
    [("6, 8", ""), ("7, 8", "rout"), ("5, 8", ""), ("7, 7", "rout")],
)
def test_charges_of_the_defender(rolls: str, target: str) -> None:
    """N-9.11: +2 to their charges as well: 6 : 8 is even, 7 : 8 routs."""
    state = beach("3I")
    play(state, next(one for one in sorted(texts(state)) if one.startswith("charge infantry")))
    play(state, rolls)
    assert bool(state.units.get((nation("GB"), "rout"))) is bool(target)


@pytest.mark.parametrize(
    ("rolls", "routed"), [("7, 7", ""), ("8, 7", "FR"), ("7, 8", "GB"), ("6, 6", "")]
)
def test_cavalry_from_the_sea(rolls: str, routed: str) -> None:
    """N-31.38, N-9.11: charged defenders have the +2 too: cavalry on infantry is even."""
    state = landed(
        "GB london 2C; FR belgium 2I",
        "2C london english-channel north-sea belgium",
        "GB north-sea 2",
    )
    to_battle(state)
    while asked(state).endswith(" deploy"):
        play(state, max(texts(state)))
    play(state, "move cavalry centre middle-centre")
    play(state, f"charge cavalry middle-centre at french infantry again, stand, {rolls}")
    routs = [name for name in ("FR", "GB") if state.units.get((nation(name), "rout"))]
    assert routs == ([routed] if routed else [])


def phase(state: WarState, moves: str) -> WarState:
    """End phases until some kind of move can be made, and make it."""
    for _ in range(12):
        move = next((one for one in sorted(texts(state)) if one.startswith(moves)), "")
        if move:
            return play(state, move)
        play(state, "end")
    raise AssertionError(f"nobody could {moves}")


@pytest.mark.parametrize(("roll", "hits"), [(5, False), (6, True)])
def test_squares_on_the_beach(roll: int, *, hits: bool) -> None:
    """N-31.20, N-9.11: elite in square at infantry in square hits on 6 (+1 -1 +1 +2)."""
    ways = (
        "1I london english-channel north-sea belgium, 1C london english-channel north-sea belgium"
    )
    state = to_battle(landed("GB london 1I 1C; FR belgium 1E 1C", ways, "GB north-sea 2"))
    while asked(state).endswith(" deploy"):
        play(state, max(texts(state)))
    play(state, "move cavalry centre middle-centre")
    play(state, "charge cavalry middle-centre at french elite again, square, break-off")
    phase(state, "move infantry centre middle-centre")
    while "charge cavalry centre at british infantry" not in texts(state):
        play(state, "end")
    play(state, "charge cavalry centre at british infantry, square, break-off")
    phase(state, "fire squared-elite centre at british squared-infantry")
    play(state, str(roll))
    assert (asked(state) == "chance effect roll") is hits


def test_the_bonus_lasts() -> None:
    """N-9.11: for the whole battle, in the second round as in the first."""
    state = beach("2I", "FR belgium 3I")
    play(state, "end")
    while state.nation != nation("FR") or "fire infantry centre at british infantry" not in texts(
        state
    ):
        play(state, "end")
    assert needs(state, "fire infantry") == 7


@pytest.mark.parametrize(("die", "gone"), [(3, True), (4, False)])
def test_no_bonus_on_effects(die: int, *, gone: bool) -> None:
    """N-9.11: the effect of a hit is rolled without it: 3 eliminates, 4 routs."""
    state = beach("3I")
    phase(state, "fire infantry")
    play(state, f"9, {die}")
    left = sum(
        sum(units.values()) for (whose, _), units in state.units.items() if whose == nation("GB")
    )
    assert left == (2 if gone else 3)


def test_no_bonus_for_the_attacker() -> None:
    """N-9.11: who has landed hits infantry on 9 as ever."""
    state = beach("3I")
    while state.nation != nation("GB"):
        play(state, "end")
    for _ in range(12):
        if state.nation == nation(
            "GB"
        ) and "fire infantry middle-centre at french infantry" in texts(state):
            break
        play(state, "end")
    assert needs(state, "fire infantry") == 9


def test_no_bonus_on_pursuit() -> None:
    """N-9.11: defenders who win pursue infantry without it: 5 does not eliminate, 6 does."""
    state = beach("3I")
    while asked(state) != "france pursue":
        play(state, "retreat" if state.nation == nation("GB") and may(state, "retreat") else "end")
    play(state, "pursue british infantry with infantry")
    for roll, gone in ((4, False), (5, False), (6, True)):
        after = play(state.copy(), str(roll))
        left = sum(
            sum(units.values()) for (who, _), units in after.units.items() if who == nation("GB")
        )
        assert left == (2 if gone else 3)


def test_no_bonus_on_rallies() -> None:
    """N-9.11: a routed infantry of the defenders rallies on 8, not on 6."""
    state = beach("3I", "FR belgium 3I 1L")
    phase(state, "fire infantry centre at british infantry")
    play(state, "2")
    while state.nation != nation("GB") or not may(state, "fire"):
        play(state, "end")
    play(state, "fire infantry middle-centre at french infantry, 9, 5")
    phase(state, "move leader centre reserve")
    phase(state, "rally")
    for roll, rallies in ((6, False), (7, False), (8, True)):
        after = play(state.copy(), str(roll))
        assert bool(after.units.get((nation("FR"), "rout"))) is not rallies


@pytest.mark.parametrize(("die", "formed"), [(2, False), (3, False), (4, True), (5, True)])
def test_no_bonus_on_squares(die: int, *, formed: bool) -> None:
    """N-9.11, N-24.6: militia on the beach form square in half of the cases, as elsewhere."""
    way = "2C london english-channel normandy"
    state = to_battle(landed("GB london 2C", way, "GB english-channel 2"))
    while asked(state).endswith(" deploy"):
        play(state, max(texts(state)))
    play(state, "move cavalry centre middle-centre")
    play(state, "charge cavalry middle-centre at french militia again, square")
    assert asked(state) == "chance square roll"
    play(state, str(die))
    assert (asked(state) == "great_britain press") is formed


# Retreats ---------------------------------------------------------------------------------------


def beaten(state: WarState) -> WarState:
    """Let the British lose the battle, and nobody be pursued."""
    fight(state, "GB")
    while asked(state).endswith(" pursue"):
        play(state, "end")
    return state


@pytest.mark.parametrize("cargo", ["1I", "4I"])
def test_who_only_landed_is_lost(cargo: str) -> None:
    """N-26.12, N-26.14, N-31.101: nothing retreats by sea, though own regions are near."""
    state = landed(
        f"GB london {cargo}; FR belgium 5I; GB holland 1I",
        f"{cargo} london english-channel north-sea belgium",
        "GB north-sea 4",
    )
    beaten(to_battle(state))
    assert state.battle is None
    assert sum(state.dead[nation("GB")].values()) == int(cargo[:-1])
    assert there(state, "GB holland") == "1I"


def test_losses_of_a_landing_count() -> None:
    """N-31.101, N-17.3: six lost by having nowhere to retreat make their nation roll."""
    for cargo, rolls in (("5I", False), ("6I", True)):
        state = beach(cargo, "FR belgium 7I")
        beaten(state)
        while asked(state).endswith(" politics") and state.step.name == "BATTLES":
            play(state, "pass")
        assert sum(state.dead[nation("GB")].values()) == int(cargo[:-1])
        assert (asked(state) == "chance commitment roll") is rolls


@pytest.mark.parametrize("came", [True, False])
def test_one_by_land_saves_all(*, came: bool) -> None:
    """N-26.12, N-31.101: all survivors may retreat to a region from which one came by land."""
    state = landed(
        "GB london 4I; GB holland 1I; FR belgium 6I",
        "4I london english-channel north-sea belgium",
        "GB north-sea 4",
    )
    play(state, "march infantry holland belgium" if came else "")
    beaten(to_battle(state))
    while asked(state).endswith(" retreat"):
        assert may(state, "withdraw") == {"infantry holland"}
        play(state, min(texts(state)))
    assert there(state, "GB holland") == ("5I" if came else "1I")
    assert sum(state.dead[nation("GB")].values()) == (0 if came else 4)


@pytest.mark.parametrize("option", ["", "sea_retreat = true"])
def test_retreats_by_sea(option: str) -> None:
    """N-26.12: with ``sea_retreat`` those who landed return to the port they came from."""
    state = landed(
        "GB london 3I 1L; FR belgium 4I",
        "3I london english-channel north-sea belgium, 1L london english-channel north-sea belgium",
        "GB north-sea 4",
        option=option,
    )
    beaten(to_battle(state))
    assert there(state, "GB london") == ("3I 1L" if option else "")
    assert sum(state.dead[nation("GB")].values()) == (0 if option else 4)


def test_beaten_defenders_of_a_landing() -> None:
    """N-26.13: nobody has come from a region, so defenders retreat to any that is open."""
    state = landed(
        "GB london 2I; FR belgium 2I",
        "2I london english-channel north-sea belgium",
        "GB north-sea 2",
    )
    fight(to_battle(state), "FR")
    while asked(state).endswith(" pursue"):
        play(state, "end")
    regions = {one.split()[-1] for one in may(state, "withdraw")}
    assert regions == {"picardy", "lorraine", "baden-wurtt", "hesse-berg", "westphalia", "holland"}
    assert there(state, "GB belgium") in ("2I", "")
