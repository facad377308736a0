"""Chapters 2 and 3 of the digest on the whole map: nations, borders, ports, seas, the Bosporus."""

from typing import Any, cast

import pytest

from marengo.games.europe import Nation
from marengo.games.europe.war.scenario import EuropeScenario
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    may,
    play,
    position,
    refused,
    start,
    texts,
    there,
)
from tests.rules.europe.war.playing import NATIONS, game

BORDERS = """
paris: burgundy central-france normandy picardy
london: cornwall wales midlands
berlin: silesia pomerania saxony westphalia hanover mecklenburg
st-petersburg: estonia novgorod finland
moscow: ukraine don-basin caucasus northern-russia minsk-smolensk
constantinople: bulgaria macedonia anatolia
vienna: tyrol illyria hungary bohemia bavaria
madrid: asturias navarre catalonia andalusia western-spain
burgundy: central-france provence picardy lorraine switzerland
central-france: provence gascony vendee normandy
provence: gascony catalonia switzerland piedmont
gascony: vendee navarre catalonia
vendee: brittany normandy
brittany: normandy
normandy: picardy
picardy: lorraine belgium
lorraine: switzerland baden-wurtt belgium
wales: midlands
midlands: scotland
scotland: highlands
ulster: ireland
silesia: pomerania galicia bohemia saxony grand-duchy-of-warsaw
pomerania: east-prussia mecklenburg grand-duchy-of-warsaw
east-prussia: courland grand-duchy-of-warsaw
estonia: courland novgorod
courland: lithuania novgorod minsk-smolensk grand-duchy-of-warsaw
lithuania: volhynia minsk-smolensk grand-duchy-of-warsaw
volhynia: ukraine minsk-smolensk galicia grand-duchy-of-warsaw moldavia
ukraine: crimea don-basin minsk-smolensk moldavia
crimea: don-basin
don-basin: caucasus
caucasus: armenia
northern-russia: novgorod minsk-smolensk
novgorod: minsk-smolensk
anatolia: ankara southern-turkey
ankara: southern-turkey armenia
southern-turkey: armenia syria
armenia: syria arabia
syria: arabia egypt
tyrol: illyria switzerland bavaria venice milan
illyria: hungary bosnia albania venice
hungary: transylvania galicia bohemia wallachia serbia bosnia
transylvania: galicia moldavia wallachia
galicia: bohemia grand-duchy-of-warsaw moldavia
bohemia: bavaria thuringia saxony
asturias: navarre western-spain portugal
navarre: catalonia
catalonia: andalusia
andalusia: western-spain gibraltar
western-spain: portugal gibraltar
switzerland: baden-wurtt bavaria milan piedmont
baden-wurtt: bavaria belgium hesse-berg
bavaria: hesse-berg thuringia
belgium: hesse-berg westphalia holland
hesse-berg: thuringia westphalia
thuringia: saxony westphalia
saxony: westphalia
westphalia: holland hanover
holland: hanover
hanover: mecklenburg denmark
denmark: sweden
norway: sweden
sweden: finland
moldavia: wallachia
wallachia: bulgaria serbia
bulgaria: serbia macedonia
serbia: bosnia albania macedonia
bosnia: albania
albania: macedonia
macedonia: greece
naples: papal-states
papal-states: tuscany venice milan
tuscany: milan
venice: milan
milan: piedmont
morocco: oran
oran: algiers
algiers: tunisia
tunisia: tripolitania
tripolitania: cyrenaica
cyrenaica: egypt
"""
"""The borders of the printed board, each told once (N-3.1, N-3.3, N-3.10)."""

COASTS = """
north-sea: london picardy midlands scotland highlands belgium holland hanover denmark norway sweden
north-atlantic: london brittany cornwall wales highlands ulster ireland
english-channel: london brittany normandy picardy cornwall
gulf-of-bothnia: st-petersburg estonia courland sweden finland
aegean-sea: constantinople anatolia macedonia greece
black-sea: constantinople ukraine crimea don-basin caucasus anatolia ankara armenia
black-sea: moldavia wallachia bulgaria
gulf-of-marseilles: provence catalonia andalusia milan piedmont
bay-of-biscay: gascony vendee brittany asturias navarre
irish-sea: wales midlands scotland highlands ulster ireland
baltic-sea: pomerania east-prussia courland hanover mecklenburg denmark sweden
eastern-mediterranean: anatolia southern-turkey syria egypt
adriatic-sea: illyria albania naples papal-states venice
mid-atlantic: asturias western-spain portugal gibraltar morocco
barbary-coast: andalusia gibraltar morocco oran algiers tunisia
ionian-sea: albania macedonia greece sicily naples tunisia tripolitania cyrenaica egypt
tyrrhenian-sea: sicily naples papal-states tuscany milan tunisia
"""
"""The regions that lie on each sea area."""

PORTS = """
london: english-channel
st-petersburg: gulf-of-bothnia
provence: gulf-of-marseilles
vendee: bay-of-biscay
brittany: bay-of-biscay north-atlantic
picardy: english-channel
cornwall: english-channel
ireland: north-atlantic
east-prussia: baltic-sea
crimea: black-sea
anatolia: aegean-sea
illyria: adriatic-sea
asturias: bay-of-biscay
andalusia: barbary-coast
western-spain: mid-atlantic
portugal: mid-atlantic
gibraltar: mid-atlantic barbary-coast
belgium: north-sea
holland: north-sea
denmark: baltic-sea
sweden: gulf-of-bothnia
sicily: tyrrhenian-sea ionian-sea
tuscany: tyrrhenian-sea
algiers: barbary-coast
"""
"""The ports and the sea areas that they touch (N-3.12)."""

SEAS = """
gulf-of-bothnia: baltic-sea
baltic-sea: gulf-of-bothnia north-sea
north-sea: baltic-sea north-atlantic english-channel
north-atlantic: north-sea irish-sea english-channel bay-of-biscay
irish-sea: north-atlantic
english-channel: north-sea north-atlantic
bay-of-biscay: north-atlantic mid-atlantic
mid-atlantic: bay-of-biscay barbary-coast
barbary-coast: mid-atlantic gulf-of-marseilles tyrrhenian-sea
gulf-of-marseilles: barbary-coast tyrrhenian-sea
tyrrhenian-sea: barbary-coast gulf-of-marseilles ionian-sea
ionian-sea: tyrrhenian-sea adriatic-sea eastern-mediterranean aegean-sea
adriatic-sea: ionian-sea
eastern-mediterranean: ionian-sea aegean-sea
aegean-sea: ionian-sea eastern-mediterranean black-sea
black-sea: aegean-sea
"""
"""The sea areas and their neighbours (N-3.13)."""

HOMES = {
    "FR": "paris burgundy central-france provence gascony vendee brittany normandy picardy "
    "lorraine",
    "GB": "london cornwall wales midlands scotland highlands ulster ireland",
    "PR": "berlin silesia pomerania east-prussia",
    "RU": "st-petersburg moscow estonia courland lithuania volhynia ukraine crimea don-basin "
    "caucasus northern-russia novgorod minsk-smolensk",
    "OT": "constantinople anatolia ankara southern-turkey armenia syria arabia",
    "AU": "vienna tyrol illyria hungary transylvania galicia bohemia",
    "SP": "madrid asturias navarre catalonia andalusia western-spain",
}
MINORS = (
    "portugal gibraltar switzerland baden-wurtt bavaria belgium hesse-berg thuringia saxony "
    "westphalia holland hanover mecklenburg denmark norway sweden finland grand-duchy-of-warsaw "
    "moldavia wallachia bulgaria serbia bosnia albania macedonia greece sicily naples papal-states "
    "tuscany venice milan piedmont morocco oran algiers tunisia tripolitania cyrenaica egypt"
)
"""The regions of the homelands, and the minor nations (N-3.11)."""


def table(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in text.strip().splitlines():
        name, others = line.split(": ")
        found.setdefault(name, set()).update(others.split())
    return found


COAST, PORT, NEAR_SEA = table(COASTS), table(PORTS), table(SEAS)
REGIONS = {*MINORS.split(), *(region for home in HOMES.values() for region in home.split())}
BORDER = {frozenset((region, near)) for region, others in table(BORDERS).items() for near in others}
NEAR = {
    region: {other for pair in BORDER if region in pair for other in pair - {region}}
    for region in REGIONS
}
OPEN = "PR FR, OT FR"
"""Rights of passage that, with its wars and alliances, let France go everywhere."""


def scenario() -> EuropeScenario:
    return cast("EuropeScenario", game("", "europe-1805").scenario)


def everywhere(kind: str) -> WarState:
    """Return a position in which a French unit of a kind is in each region."""
    return position(
        "; ".join(f"FR {region} 1{kind}" for region in sorted(REGIONS)), "FR", passages=OPEN
    )


# Regions and borders ----------------------------------------------------------------------------


def test_counts() -> None:
    """N-2.1, N-2.2, N-3.1, N-3.11: the regions of each homeland, 40 minor nations; 95, 16 seas."""
    assert {name: len(home.split()) for name, home in HOMES.items()} == {
        "FR": 10, "GB": 8, "PR": 4, "RU": 13, "OT": 7, "AU": 7, "SP": 6
    }  # fmt: skip
    assert len(MINORS.split()) == 40
    assert (len(REGIONS), len(BORDER), len(COAST)) == (95, 189, 16)
    found: dict[str, set[str]] = {}
    for region, facts in scenario().regions.items():
        found.setdefault(facts.home, set()).add(region)
    assert found.pop("") == set(MINORS.split())
    assert found == {NATIONS[name]: set(home.split()) for name, home in HOMES.items()}
    assert tuple(scenario().seas) == tuple(NEAR_SEA)
    assert tuple(start().game.nations) == tuple(
        Nation[NATIONS[name].upper().replace("-", "_")] for name in HOMES
    )


def test_capitals() -> None:
    """N-2.3, N-3.11: seven nations have eight capitals, two of them Russia's."""
    capitals = {region: facts.home for region, facts in scenario().regions.items() if facts.capital}
    assert capitals == {
        "paris": "france",
        "london": "great-britain",
        "berlin": "prussia",
        "st-petersburg": "russia",
        "moscow": "russia",
        "constantinople": "ottoman-empire",
        "vienna": "austria",
        "madrid": "spain",
    }


@pytest.mark.parametrize(
    ("name", "capital", "enemy"),
    [
        ("FR", "paris", "AU"),
        ("RU", "st-petersburg", "FR"),
        ("RU", "moscow", "FR"),
        ("AU", "vienna", "FR"),
        ("SP", "madrid", "AU"),
        ("GB", "london", "FR"),
    ],
)
def test_capitals_fall(name: str, capital: str, enemy: str) -> None:
    """N-2.3, N-17.2: an enemy army in any capital makes its nation roll; nowhere else does it."""
    for region, rolls in ((capital, True), (HOMES[name].split()[-1], False)):
        state = position(f"{enemy} {region} 1I", enemy)
        play(state, "end")
        while asked(state).endswith(" politics") and state.active.name.lower() == NATIONS[
            enemy
        ].replace("-", "_"):
            play(state, "pass")
        assert (asked(state) == "chance commitment roll") is rolls


@pytest.mark.parametrize("name", ["FR", "GB", "RU", "AU", "SP"])
def test_homelands(name: str) -> None:
    """N-3.11, N-1.4: land units are placed in the regions of the own homeland and nowhere else."""
    state = position("", name, pp=f"{name} 90", step="purchases")
    assert may(state, "buy infantry") == set(HOMES[name].split())


def test_minor_nations() -> None:
    """N-3.11, N-1.4: if nobody owns them, all forty are open to overtures, and no homeland is."""
    nobody = ", ".join(f"{region} -" for region in MINORS.split())
    state = position("", "FR", owners=nobody, step="opening")
    assert may(state, "overture") == set(MINORS.split())


def test_borders() -> None:
    """N-3.1, N-3.2, N-3.10: an infantry can go from each region to those beside it on the board."""
    found = may(everywhere("I"), "march infantry")
    assert found == {f"{one} {other}" for one in REGIONS for other in NEAR[one]}
    assert {region: set(facts.near) for region, facts in scenario().regions.items()} == NEAR


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("finland", "st-petersburg"),
        ("finland", "sweden"),
        ("caucasus", "armenia"),
        ("tripolitania", "tunisia"),
        ("denmark", "sweden"),
        ("constantinople", "anatolia"),
        ("syria", "egypt"),
        ("armenia", "arabia"),
        ("egypt", "cyrenaica"),
    ],
)
def test_printed_overrides(one: str, other: str) -> None:
    """N-3.3, N-3.10, N-31.70: adjacent in both directions, one step by land."""
    for here, to in ((one, other), (other, one)):
        state = position(f"FR {here} 1I", "FR", passages=OPEN)
        assert f"march infantry {here} {to}" in texts(state)


@pytest.mark.parametrize(
    ("one", "other"),
    [("sicily", "naples"), ("gibraltar", "morocco"), ("london", "picardy")],
)
def test_straits_are_not_borders(one: str, other: str) -> None:
    """N-3.3, N-31.70: not adjacent; only a transport leads across."""
    for here, to in ((one, other), (other, one)):
        state = position(f"FR {here} 1I; FR paris 1I", "FR", passages=OPEN)
        assert "N-6.2" in refused(state, f"march infantry {here} {to}")


@pytest.mark.parametrize("region", ["sinai", "upper-egypt", "lower-egypt", "malta", "corsica"])
def test_what_is_no_region(region: str) -> None:
    """N-3.3, N-3.7: Egypt is one region, and there are no islands beside Sicily and Britain's."""
    assert region not in scenario().regions
    assert {"egypt", "sicily", "ireland", "ulster"} <= set(scenario().regions)


def test_parts_of_the_land() -> None:
    """N-3.14: the mainland; Britain; Ireland and Ulster; Sicily."""
    steps = [one.split() for one in may(everywhere("I"), "march infantry")]
    parts: set[frozenset[str]] = set()
    left = set(REGIONS)
    while left:
        part = {min(left)}
        while more := {other for one, other in steps if one in part} - part:
            part |= more
        parts.add(frozenset(part))
        left -= part
    islands = {frozenset(HOMES["GB"].split()[:6]), frozenset({"ulster", "ireland"})}
    islands |= {frozenset({"sicily"})}
    assert parts == islands | {frozenset(REGIONS - set(HOMES["GB"].split()) - {"sicily"})}


def test_north_africa() -> None:
    """N-3.9: from Morocco to Egypt, both included: seven regions worth 1 PP."""
    ones = {region for region, facts in scenario().regions.items() if facts.value == 1}
    assert ones == {
        "morocco", "oran", "algiers", "tunisia", "tripolitania", "cyrenaica", "egypt"
    }  # fmt: skip


# Ports, coasts and sea areas --------------------------------------------------------------------


def at_sea(whose: str, waters: str, nation: str = "", **facts: Any) -> WarState:
    """Return a position with a squadron in each of some places, as the voyage of one begins."""
    fleet = "; ".join(f"{whose} {water} 1" for water in waters.split())
    return position("", nation or whose, squadrons=fleet, **facts)


def test_port_contacts() -> None:
    """N-3.1, N-3.8, N-3.12: 24 ports, each with the sea areas that it touches; no other region."""
    assert len(PORT) == 24
    found = {region: set(facts.port) for region, facts in scenario().regions.items() if facts.port}
    assert found == PORT
    for region, waters in PORT.items():
        assert waters <= {sea for sea, regions in COAST.items() if region in regions}


@pytest.mark.parametrize("port", PORT)
def test_ports(port: str) -> None:
    """N-3.8, N-3.12: a squadron leaves a port into each sea area that its anchor touches."""
    state = at_sea("FR", f"{port} mid-atlantic", owners=f"{port} FR")
    play(state, f"sail {port}")
    assert may(state, "via") == PORT[port]


@pytest.mark.parametrize("sea", NEAR_SEA)
def test_neighbours_of_seas(sea: str) -> None:
    """N-3.4, N-3.8, N-3.12, N-3.13: from a sea area to its neighbours and to ports that touch it.

    All belongs to one nation, so that it may enter every port, and asks nobody at the Bosporus.
    """
    everything = ", ".join(f"{region} RU" for region in REGIONS)
    state = at_sea("RU", sea, owners=everything)
    play(state, f"sail {sea}")
    ports = {port for port, waters in PORT.items() if sea in waters}
    assert may(state, "via") == NEAR_SEA[sea] | ports


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("north-sea", "baltic-sea"),
        ("mid-atlantic", "barbary-coast"),
        ("aegean-sea", "black-sea"),
    ],
)
def test_printed_passages(one: str, other: str) -> None:
    """N-3.4: adjacent sea areas in both directions."""
    for here, to in ((one, other), (other, one)):
        state = at_sea("RU", here, owners="constantinople RU, anatolia RU")
        play(state, f"sail {here}, via {to}, end")
        assert set(state.squadrons) == {to}


@pytest.mark.parametrize("sea", COAST)
def test_coasts(sea: str) -> None:
    """N-3.1, N-9.1: a leader on its way over a sea area may land in each region that lies on it."""
    everything = ", ".join(f"{region} FR" for region in REGIONS)
    near = [port for port, waters in PORT.items() if sea in waters]
    port = near[0] if near else {"irish-sea": "ireland", "eastern-mediterranean": "anatolia"}[sea]
    troops, ships = f"FR {port} 1L; FR madrid 1I", f"FR {sea} 1"
    state = position(troops, "FR", owners=everything, squadrons=ships)
    play(state, f"transport leader {port} {sea}")
    if f"via {sea}" in texts(state):
        play(state, f"via {sea}")
    assert may(state, "via") == COAST[sea] - {port}


# The Bosporus -----------------------------------------------------------------------------------

STRAIT = [("black-sea", "aegean-sea"), ("aegean-sea", "black-sea")]
BOTH_WAYS = pytest.mark.parametrize(("here", "to"), STRAIT)


@BOTH_WAYS
@pytest.mark.parametrize("name", ["RU", "GB", "FR"])
def test_an_uncontrolled_nation_refuses(name: str, here: str, to: str) -> None:
    """N-3.5, N-3.6, N-31.73: nobody passes while the owner of both shores is uncontrolled."""
    state = at_sea(name, f"{here} mid-atlantic")
    play(state, f"sail {here}")
    assert f"via {to}" not in texts(state)
    assert refused(state, f"via {to}")
    alone = at_sea(name, f"{here} mid-atlantic", controllers="OT GB")
    assert f"via {to}" in texts(play(alone, f"sail {here}"))


@pytest.mark.parametrize("controller", ["GB", "FR", "AU"])
def test_the_controller_is_asked(controller: str) -> None:
    """N-3.5, N-3.6, N-31.73: Russia out of Crimea asks whoever plays the owner of both shores."""
    state = at_sea("RU", "crimea", controllers=f"OT {controller}")
    play(state, "sail crimea, via black-sea, via aegean-sea")
    assert asked(state) == f"{NATIONS[controller].replace('-', '_')} reply"
    assert state.offered == "straits"
    assert texts(state) == {"accept", "refuse"}
    points = state.pap
    passed = play(state.copy(), "accept, end")
    assert set(passed.squadrons) == {"aegean-sea"}
    assert passed.pap == points
    stopped = play(state.copy(), "refuse")
    assert set(stopped.squadrons) == {"black-sea"}
    assert stopped.pap == points
    assert "via aegean-sea" not in texts(stopped)


@BOTH_WAYS
@pytest.mark.parametrize("owner", ["GB", "FR"])
def test_any_owner_of_both_shores_is_asked(owner: str, here: str, to: str) -> None:
    """N-3.5, N-3.6: controlling means owning; allies may refuse, enemies may grant it."""
    state = at_sea("RU", here, owners=f"constantinople {owner}, anatolia {owner}")
    play(state, f"sail {here}, via {to}")
    assert asked(state) == f"{NATIONS[owner].replace('-', '_')} reply"
    assert to in play(state.copy(), "accept, end").squadrons
    assert to not in play(state.copy(), "refuse").squadrons


@BOTH_WAYS
@pytest.mark.parametrize(
    "shores", ["constantinople RU, anatolia RU", "constantinople OT, anatolia OT"]
)
def test_who_has_both_shores_asks_nobody(shores: str, here: str, to: str) -> None:
    """N-3.5: neither the owner nor the player who controls the owner asks anybody."""
    state = at_sea("RU", here, owners=shores, controllers="OT RU")
    play(state, f"sail {here}, via {to}, end")
    assert set(state.squadrons) == {to}


def test_each_passage_is_asked_for() -> None:
    """N-3.6: a second squadron asks again, and may be refused after the first was let through."""
    state = position("", "RU", squadrons="RU black-sea 2", owners="constantinople GB, anatolia GB")
    play(state, "sail black-sea, number 1, via aegean-sea, accept, end")
    play(state, "sail black-sea, via aegean-sea")
    assert asked(state) == "great_britain reply"
    play(state, "refuse")
    assert {place: sum(many.values()) for place, many in state.squadrons.items()} == {
        "aegean-sea": 1,
        "black-sea": 1,
    }


@BOTH_WAYS
@pytest.mark.parametrize(
    ("owners", "replies"),
    [
        ("constantinople GB, anatolia FR", "great_britain france"),
        ("constantinople FR, anatolia GB", "great_britain france"),
        ("constantinople RU, anatolia GB", "great_britain"),
        ("constantinople GB, anatolia RU", "great_britain"),
    ],
)
def test_two_owners_are_both_asked(owners: str, replies: str, here: str, to: str) -> None:
    """N-3.5: two different owners have no say, but each if ``bosporus_two_owners`` is set."""
    free = play(at_sea("RU", here, owners=owners), f"sail {here}, via {to}, end")
    assert set(free.squadrons) == {to}
    state = at_sea("RU", here, owners=owners, option="bosporus_two_owners = true")
    play(state, f"sail {here}, via {to}")
    left = set(replies.split())
    while left:
        whose, decision = asked(state).split()
        assert (whose in left, decision) == (True, "reply")
        assert to not in play(state.copy(), "refuse").squadrons
        left.remove(whose)
        play(state, "accept")
    assert set(play(state, "end").squadrons) == {to}


def test_an_uncontrolled_owner_of_one_shore() -> None:
    """N-3.5, N-3.6: it has no say by itself, but with ``bosporus_two_owners`` it refuses."""
    for option, may_pass in (("", True), ("bosporus_two_owners = true", False)):
        state = at_sea("RU", "black-sea", owners="anatolia GB", option=option)
        play(state, "sail black-sea")
        assert ("via aegean-sea" in texts(state)) is may_pass


def test_transports_ask_too() -> None:
    """N-3.6: a transport through the straits is asked for like squadrons; refused, it goes back."""
    troops = "RU crimea 1L; RU moscow 1I"
    owners = "constantinople GB, anatolia GB, macedonia -"
    squadrons = "RU aegean-sea 1; RU black-sea 1"
    state = position(troops, "RU", owners=owners, squadrons=squadrons)
    play(state, "transport leader crimea aegean-sea")
    assert (asked(state), state.offered) == ("great_britain reply", "straits")
    landed = play(state.copy(), "accept, via macedonia")
    assert there(landed, "RU macedonia") == "1L"
    back = play(state.copy(), "refuse")
    assert there(back, "RU crimea") == "1L"
    assert "macedonia" not in back.troops
    assert not {one for one in texts(back) if " crimea " in one}
    closed = position(troops, "RU", owners="macedonia -", squadrons=squadrons)
    assert "transport leader crimea aegean-sea" not in texts(closed)
    assert "transport leader crimea black-sea" in texts(closed)
