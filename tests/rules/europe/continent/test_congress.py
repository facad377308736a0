"""Chapters 17 and 18 of the digest: peace, congresses, liberation and uprisings of many nations."""

from typing import Any

import pytest

from marengo.games.europe.rules.words import Side
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
    scenario,
    texts,
    there,
)
from tests.rules.europe.continent.test_relations import (
    QUIET,
    RICH,
    points,
    stand,
    turn_to,
    until,
)
from tests.rules.europe.war.playing import NATIONS

POOR = "FR 0, GB 0, RU 0, AU 0, SP 0"
FRENCH = {
    "burgundy",
    "central-france",
    "provence",
    "gascony",
    "vendee",
    "brittany",
    "normandy",
    "picardy",
    "lorraine",
}
ABROAD = {
    "belgium",
    "holland",
    "hanover",
    "switzerland",
    "piedmont",
    "milan",
    "tuscany",
    "baden-wurtt",
    "bavaria",
}
RUSSIAN = {
    "st-petersburg",
    "moscow",
    "estonia",
    "courland",
    "lithuania",
    "volhynia",
    "ukraine",
    "crimea",
    "don-basin",
    "caucasus",
    "northern-russia",
    "novgorod",
    "minsk-smolensk",
}
SPANISH = {"asturias", "navarre", "catalonia", "andalusia", "western-spain"}


UNHISTORICAL = 'victory = "levels"'
"""The peace of France does not end such a game (N-27.3)."""


def france_sues(pap: dict[str, int], **facts: Any) -> WarState:
    """Return the congress over France."""
    points = {"france": 2} | {NATIONS[name]: number for name, number in pap.items()}
    facts = {"troops": {}, "step": "closing"} | facts
    state = scenario(UNHISTORICAL).position(nation="france", pap=points, **facts)
    return play(state, "sue")


def spain_sues(pap: str = POOR, step: str = "closing", **facts: Any) -> WarState:
    """Return the congress over Spain, in which Great Britain, Russia and Austria sit."""
    troops = facts.pop("troops", "")
    return play(position(troops, "SP", step=step, pap=pap, **facts), "sue")


# Commitment -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("austrian", "russian", "rolls"), [(3, 3, []), (6, 1, ["AU"]), (5, 5, []), (6, 6, ["RU", "AU"])]
)
def test_allies_count_their_own_losses(austrian: int, russian: int, rolls: list[str]) -> None:
    """N-17.4, N-31.84: each nation of the beaten side; two that lost 3 each do not roll."""
    troops = (
        f"FR milan 5I; FR papal-states 1I; AU tuscany {austrian}I; RU tuscany {russian}I; "
        "AU vienna 1I; RU moscow 1I"
    )
    state = position(troops, "FR")
    play(state, "march infantry milan tuscany, number 5")
    fight(until(state, Step.BATTLES), "RU")
    found = []
    while state.decision == Decision.COMMITMENT_ROLL:
        found.append(state.copy())
        play(state, "2")
    assert sum(state.dead[nation("AU")].values()) == austrian
    assert len(found) == len(rolls)
    for name, before in zip(rolls, found, strict=True):
        after = play(before, "12")
        assert stand(after, name, "FR") == "neutral"


# Suing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
def test_suing_for_peace(step: str) -> None:
    """N-17.6, N-17.8: in any window; all wars end, alliances stay."""
    state = spain_sues(RICH, step)
    assert {stand(state, "SP", name) for name in ("GB", "RU", "AU")} == {"neutral"}
    assert stand(state, "SP", "FR") == "allied"
    assert {stand(state, "FR", name) for name in ("GB", "RU", "AU")} == {"war"}
    assert stand(state, "GB", "RU") == "allied"
    assert state.decision == Decision.CONGRESS


def test_who_may_sue() -> None:
    """N-17.6: a nation at war; nobody else decides it for a player nation."""
    state = position("", "AU", step="opening", wars="SP GB")
    assert not may(state, "sue")
    assert may(turn_to(state, "SP"), "sue") == {"sue"}


@pytest.mark.parametrize(
    ("has", "left", "later", "after"), [(3, 1, 2, 3), (2, 0, 1, 2), (1, 0, 0, 1), (0, 0, 0, 0)]
)
def test_debts_of_who_sues(has: int, left: int, later: int, after: int) -> None:
    """N-17.7, N-12.10, N-12.5: 2 PAP; the rest is paid out of what is received or bought next."""
    state = position("RU moscow 1I", "RU", step="closing", pap=f"SP {has}", pp="SP 8")
    play(turn_to(state, "SP"), "sue")
    assert points(state, "SP") == (left,)
    until(state, Step.BUDGET)
    assert points(state, "SP") == (later,)
    turn_to(state, "SP", "purchase")
    play(state, "buy pap")
    assert points(state, "SP") == (after,)


@pytest.mark.parametrize(
    ("wars", "gains"),
    [
        ("SP GB, SP RU, SP AU", (2, 1, 0)),
        ("SP AU, SP GB, SP RU", (1, 0, 2)),
        ("SP PR, SP GB, SP RU", (1, 0, 0)),
        ("SP GB, SP PR, SP RU", (2, 0, 0)),
        ("SP AU", (0, 0, 2)),
    ],
)
def test_gains_of_the_winners(wars: str, gains: tuple[int, ...]) -> None:
    """N-17.9, N-12.1: by the age of the wars 2, 1, 0; a neutral great nation's gain is lost."""
    state = spain_sues(wars=wars, controllers="PR RU")
    assert points(state, "GB", "RU", "AU") == gains
    assert points(state, "SP", "FR") == (0, 0)


def test_france_sues() -> None:
    """N-31.85, N-17.7, N-17.9: with 1 PAP it pays 1 and owes 1; the winners have 3, 2, 1."""
    state = france_sues({"FR": 1, "GB": 1, "RU": 1, "AU": 1})
    assert points(state, "FR", "GB", "RU", "AU") == (0, 3, 2, 1)
    assert state.record["debt"][nation("FR")] == 1


# Bans -------------------------------------------------------------------------------------------


def test_the_ban_of_twelve_rounds() -> None:
    """N-17.10, N-31.92: of the winners on the loser, to May 1807; the loser may at any time."""
    state = position("", "RU", step="closing", month=9, pap=RICH, wars="RU FR, SP GB", alliances="")
    assert state.date == (1806, 5)
    play(state, "sue")
    play(state, "pass" if state.decision == Decision.CONGRESS else "")
    for month, free in ((9, False), (10, False), (21, False), (22, True)):
        later = state.copy()
        later.record["month"] = month
        assert ("declare-war russia" in texts(turn_to(later, "FR"))) is free
        assert free or "N-17.10" in refused(later, "declare-war russia")
        assert "declare-war great-britain" in texts(later)
        assert "declare-war france" in texts(turn_to(later, "RU"))
    assert later.date == (1807, 6)


def test_only_winners_are_banned() -> None:
    """N-17.10: a nation that was not at war with the loser may declare war on it at once."""
    state = position("", "SP", step="closing", pap=RICH, wars="SP GB", alliances="")
    play(state, "sue, pass")
    assert "declare-war spain" in texts(turn_to(state, "FR"))
    assert "declare-war spain" not in texts(turn_to(state, "GB"))


# Congresses -------------------------------------------------------------------------------------


def test_steps_of_a_congress() -> None:
    """N-17.11, N-17.15, N-12.7: the winners in the order of their wars, one step each in turn."""
    state = spain_sues("SP 0, FR 0, GB 2, RU 1, AU 2")
    order = ["great_britain", "russia", "austria", "great_britain"]
    for name, region in zip(order, ("asturias", "navarre", "catalonia", "andalusia"), strict=True):
        assert asked(state) == f"{name} congress"
        assert {one.split()[0] for one in texts(state)} == {"annex", "pass"}
        play(state, f"annex {region}")
    assert state.decision == Decision.POLITICS
    assert points(state, "GB", "RU", "AU") == (0, 0, 0)


def test_a_congress_ends_when_all_pass() -> None:
    """N-17.11: who passed is asked again as long as others act; all pass in succession."""
    state = spain_sues("SP 0, FR 0, GB 9, RU 9, AU 9")
    moves = ["pass", "pass", "annex navarre", "pass", "annex asturias", "pass", "pass", "pass"]
    order = ["great_britain", "russia", "austria"]
    for count, move in enumerate(moves):
        assert asked(state) == f"{order[count % 3]} congress"
        play(state, move)
    assert state.decision != Decision.CONGRESS
    assert state.owners["navarre"] == nation("AU")
    assert state.owners["asturias"] == nation("RU")


def test_who_cannot_pay_takes_no_step() -> None:
    """N-17.11, N-17.12, N-12.10: without PAP one can only pass, and that goes by itself."""
    state = spain_sues(wars="SP AU, SP RU, SP GB")
    assert asked(state) == "austria congress"
    play(state, "annex navarre")
    assert state.decision != Decision.CONGRESS
    assert points(state, "AU", "RU", "GB") == (0, 1, 0)


@pytest.mark.parametrize(
    ("region", "owners", "cost"),
    [
        ("navarre", "", 2),
        ("portugal", "portugal SP", 1),
        ("gascony", "gascony SP", 1),
        ("algiers", "algiers SP", 1),
    ],
)
def test_costs_of_annexing(region: str, owners: str, cost: int) -> None:
    """N-17.12, N-17.14, N-12.5: 1 PAP, 2 for homeland of the loser; no army need be near."""
    facts = {"owners": owners} if owners else {}
    state = spain_sues(wars="SP RU, SP GB", **facts)
    assert points(state, "RU") == (2,)
    play(state, f"annex {region}")
    assert state.owners[region] == nation("RU")
    assert points(state, "RU") == (2 - cost,)
    poor = spain_sues(f"GB {cost - 1}", wars="SP RU, SP AU, SP GB", **facts)
    while poor.decision == Decision.CONGRESS and asked(poor) != "great_britain congress":
        play(poor, "pass")
    assert f"annex {region}" not in texts(poor)


def test_what_is_annexed() -> None:
    """N-17.12, N-17.13: what the loser owns, and its capital last; nothing that others own."""
    state = spain_sues(RICH, owners="portugal SP, egypt SP, navarre FR, tuscany RU")
    assert may(state, "annex") == SPANISH - {"navarre"} | {"portugal", "egypt"}
    for region in ("tuscany", "navarre", "sweden", "madrid", "gibraltar"):
        assert refused(state, f"annex {region}")


@pytest.mark.parametrize("left", ["", *sorted(SPANISH)[:2]])
def test_the_capital_comes_last(left: str) -> None:
    """N-17.13, N-31.87: only after all its other homeland regions are owned by others."""
    owners = ", ".join(f"{region} FR" for region in sorted(SPANISH - {left}))
    state = spain_sues(RICH, owners=owners)
    assert ("annex madrid" in texts(state)) is (not left)
    if left:
        assert "N-17.13" in refused(state, "annex madrid")
        play(state, f"annex {left}")
    assert "annex madrid" in texts(state)
    before = points(state, "RU" if left else "GB")[0]
    play(state, "annex madrid")
    assert points(state, "RU" if left else "GB") == (before - 2,)


@pytest.mark.parametrize("left", ["", "moscow", "crimea"])
def test_russian_capitals_come_last(left: str) -> None:
    """N-17.13: after the other eleven regions, in any order; not one after the other."""
    home = sorted(region for region in RUSSIAN if region not in ("moscow", "st-petersburg"))
    owners = ", ".join(f"{region} OT" for region in home if region != left)
    owners += ", moscow OT" if left == "moscow" else ""
    state = play(position("", "RU", step="closing", pap=RICH, owners=owners), "sue")
    offered = {"": {"st-petersburg", "moscow"}, "moscow": {"st-petersburg"}, "crimea": {"crimea"}}
    assert may(state, "annex") == offered[left]
    play(state, f"annex {min(offered[left])}")
    if left == "":
        assert may(state, "annex") == {"st-petersburg"}


def test_the_congress_over_france() -> None:
    """N-31.86, N-17.11, N-17.12, N-18.7, N-18.8: to the end, when all that can pay have passed."""
    state = france_sues({"FR": 1, "GB": 1, "RU": 1, "AU": 1})
    assert may(state, "annex") == FRENCH | ABROAD
    assert may(state, "liberate") == ABROAD
    play(state, "annex belgium")
    assert asked(state) == "russia congress"
    play(state, "liberate bavaria, liberate baden-wurtt")
    assert asked(state) == "austria congress"
    play(state, "annex milan")
    assert asked(state) == "great_britain congress"
    play(state, "annex normandy, annex switzerland")
    assert state.decision == Decision.POLITICS
    assert points(state, "FR", "GB", "RU", "AU") == (0, 0, 0, 0)
    gains = {"belgium": "GB", "milan": "AU", "normandy": "GB", "switzerland": "RU"}
    assert {region: state.owners[region] for region in gains} == {
        region: nation(name) for region, name in gains.items()
    }
    assert state.owners["bavaria"] is None
    assert state.owners["baden-wurtt"] is None


def test_a_historical_game_is_over() -> None:
    """N-31.86, N-27.1: when France sues there is no congress."""
    state = play(position("", "FR", step="closing"), "sue")
    assert state.is_over


def test_paris_is_safe() -> None:
    """N-31.87, N-17.13: as long as any of the nine other regions is French."""
    state = france_sues({"GB": 30, "RU": 0, "AU": 0}, wars=[("france", "great-britain")])
    for region in sorted(FRENCH):
        assert "annex paris" not in texts(state)
        assert "N-17.13" in refused(state, "annex paris")
        play(state, f"annex {region}")
    play(state, "annex paris")
    assert state.owners["paris"] == nation("GB")
    assert points(state, "GB") == (12,)


# Neutral nations in peace and congress ----------------------------------------------------------


def test_a_neutral_nation_takes_no_step() -> None:
    """N-17.18, N-17.9: it is passed over, and its controller acts for his own nation alone."""
    facts = {"wars": "SP PR, SP RU, SP GB", "alliances": "PR AU", "controllers": "PR AU"}
    state = spain_sues(RICH, **facts)
    for name in ("russia", "great_britain", "russia"):
        assert asked(state) == f"{name} congress"
        play(state, f"annex {min(may(state, 'annex'))}")
    assert points(state, "AU") == (9,)


def test_a_congress_over_a_neutral_nation() -> None:
    """N-17.6, N-17.16, N-17.13: Berlin last; control and alliance end, its troops go home."""
    state = position(
        "PR saxony 2I; PR silesia 1I",
        "RU",
        step="closing",
        pap=RICH,
        controllers="PR RU",
        alliances="PR RU, PR AU",
        wars="PR FR",
    )
    play(state, "sue for prussia")
    assert (stand(state, "PR", "RU"), stand(state, "PR", "AU")) == ("neutral", "neutral")
    assert not state.controllers
    assert there(state, "PR berlin") == "2I"
    regions = {"silesia", "pomerania", "east-prussia", "grand-duchy-of-warsaw"}
    assert may(state, "annex") == regions
    assert may(state, "liberate") == {"grand-duchy-of-warsaw"}
    assert points(state, "FR", "RU") == (11, 9)


# Liberation -------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["liberate switzerland", "pass"])
def test_liberating(second: str) -> None:
    """N-18.7, N-18.8, N-12.5: 1 PAP for two regions, and for a single one as well."""
    state = france_sues({"GB": 1, "RU": 0, "AU": 0})
    play(state, "liberate belgium")
    assert asked(state) == "great_britain liberation"
    assert "liberate belgium" not in texts(state)
    assert {one.split()[0] for one in texts(state)} == {"liberate", "pass"}
    play(state, second)
    assert points(state, "GB") == (2,)
    assert state.owners["belgium"] is None
    assert state.owners["switzerland"] == (None if second != "pass" else nation("FR"))
    assert asked(state) == "russia congress"


def test_what_is_freed() -> None:
    """N-18.8, N-18.7: a homeland region returns to its nation; the loser's own is never freed."""
    owners = {"tyrol": "france", "cornwall": "france", "silesia": "france", "hanover": "austria"}
    state = france_sues({"GB": 1, "RU": 0, "AU": 0}, owners=owners)
    assert may(state, "liberate") == ABROAD - {"hanover"} | {"tyrol", "cornwall", "silesia"}
    for region in ("lorraine", "paris", "hanover", "vienna"):
        assert refused(state, f"liberate {region}")
    play(state, "liberate tyrol, liberate silesia")
    assert (state.owners["tyrol"], state.owners["silesia"]) == (nation("AU"), nation("PR"))
    assert points(state, "GB") == (2,)


def test_liberation_belongs_to_congresses() -> None:
    """N-18.7, N-12.7: in no window."""
    state = position("", "AU", step="closing", pap=RICH)
    assert not may(state, "liberate")
    assert refused(state, "liberate milan")


# Troops after a peace ---------------------------------------------------------------------------


def after_peace(troops: str, ready: str) -> WarState:
    """Return the movement of a nation whose units stand with those of its former enemy."""
    state = position(troops, "RU", step="closing", month=2, pap=POOR)
    play(turn_to(state, "SP"), "sue")
    while asked(state) != f"{NATIONS[ready].replace('-', '_')} march":
        assert state.battle is None
        state.play(QUIET[Decision(state.decision)])
    return state


@pytest.mark.parametrize(
    ("region", "leaves", "stays"),
    [("navarre", "AU", "SP"), ("navarre", "GB", "SP"), ("tyrol", "SP", "AU")],
)
def test_who_does_not_leave_after_a_peace_fights(region: str, leaves: str, stays: str) -> None:
    """N-17.17, N-13.9: not before its next own turn; at the end of that turn, as the attacker."""
    state = after_peace(f"{leaves} {region} 2I; {stays} {region} 1I", leaves)
    while state.battle is None and state.active == nation(leaves):
        state.play(QUIET[Decision(state.decision)])
    assert (state.battle, state.active) == (region, nation(leaves))
    assert state.sides == {nation(leaves): Side.ATTACKER, nation(stays): Side.DEFENDER}
    assert stand(state, leaves, stays) == "neutral"


@pytest.mark.parametrize(
    ("region", "leaves", "stays", "to"),
    [("navarre", "AU", "SP", "gascony"), ("tyrol", "SP", "AU", "bavaria")],
)
def test_leaving_after_a_peace(region: str, leaves: str, stays: str, to: str) -> None:
    """N-17.17: who leaves in its next own turn does not fight."""
    state = after_peace(f"{leaves} {region} 1I; {stays} {region} 1I", leaves)
    play(state, f"march infantry {region} {to}")
    for _ in range(20):
        if state.active != nation(leaves) and state.step == Step.MOVEMENT:
            break
        assert state.battle is None
        state.play(QUIET[Decision(state.decision)])
    assert there(state, f"{leaves} {to}") == "1I"
    assert there(state, f"{stays} {region}") == "1I"


# Uprisings --------------------------------------------------------------------------------------


def test_where_uprisings_break_out() -> None:
    """N-18.1: in owned regions that are in nobody's homeland, Ireland, Vendee, the Don Basin."""
    state = position("", "AU", step="closing", pap="AU 1", owners="tyrol FR, milan -")
    minors = (
        {region for region, owner in state.owners.items() if owner is not None}
        - RUSSIAN
        - SPANISH
        - FRENCH
    )
    found = may(state, "incite")
    assert {"ireland", "vendee", "don-basin", "hanover", "gibraltar", "moldavia"} <= found
    assert found - {"vendee", "don-basin"} <= minors
    for region in ("tyrol", "milan", "saxony", "serbia", "ulster", "crimea", "brittany", "madrid"):
        assert "N-18.1" in refused(state, f"incite {region}")


@pytest.mark.parametrize("region", ["ireland", "vendee", "don-basin", "venice"])
def test_inciting(region: str) -> None:
    """N-18.1, N-12.5: it costs 1 PAP, on own regions too, and cannot be done twice."""
    state = position("", "AU", step="closing", pap="AU 1, SP 1", uprisings=())
    play(state, f"incite {region}")
    assert points(state, "AU") == (0,)
    assert set(state.uprisings) == {region, *position("", "AU").uprisings}
    assert f"incite {region}" not in texts(turn_to(state, "SP"))


@pytest.mark.parametrize("uprising", [True, False])
def test_landing_in_an_uprising(uprising: bool) -> None:
    """N-18.3, N-9.13: no militia is called up, and the defender has no +2."""
    state = position(
        "GB cornwall 1I",
        "GB",
        squadrons="GB english-channel 1; GB bay-of-biscay 2",
        uprisings=("vendee",) if uprising else (),
    )
    play(state, "transport infantry cornwall bay-of-biscay")
    for water in ("english-channel", "north-atlantic", "bay-of-biscay", "vendee"):
        play(state, f"via {water}" if water in may(state, "via") else "")
    until(state, Step.BATTLES, Step.CLOSING)
    assert state.battle == (None if uprising else "vendee")
    if uprising:
        assert there(state, "GB vendee") == "1I"
        assert not there(state, "FR vendee")
    else:
        assert sum(state.units[nation("FR"), "reserve"].values()) == 3


@pytest.mark.parametrize("region", ["vendee", "hanover"])
@pytest.mark.parametrize(
    ("moves", "left", "goes_on"),
    [("suppress, 5", 5, False), ("suppress, 6, sacrifice infantry", 4, True), ("spare", 5, True)],
)
def test_armies_against_an_uprising(moves: str, left: int, goes_on: bool, region: str) -> None:
    """N-31.90, N-18.5: with 5 armies a roll of 5 ends it, 6 costs one; he may also not roll."""
    state = position(f"FR {region} 3I 2C 1L", "FR", step="uprisings", uprisings=(region,))
    assert texts(state) == {"suppress", "spare"}
    play(state, moves)
    assert (region in state.uprisings) is goes_on
    assert there(state, f"FR {region}") == f"{left - 2}I 2C 1L"
