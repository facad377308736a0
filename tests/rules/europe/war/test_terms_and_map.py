"""Chapters 1 and 3 of the digest: terms, and the map of the scenario (N-30.3)."""

import pytest

from marengo.core.errors import NotationError, PositionError
from tests.rules.europe.war.playing import (
    OTHER,
    fight,
    game,
    may,
    nation,
    play,
    position,
    refused,
    start,
    texts,
    there,
)

BORDERS = """
paris: burgundy central-france
burgundy: central-france lorraine paris provence switzerland
central-france: burgundy paris provence
provence: burgundy central-france piedmont switzerland
lorraine: baden-wurtt burgundy switzerland
switzerland: baden-wurtt bavaria burgundy lorraine milan piedmont provence tyrol
baden-wurtt: bavaria lorraine switzerland
bavaria: baden-wurtt bohemia switzerland tyrol vienna
piedmont: milan provence switzerland
milan: papal-states piedmont switzerland tuscany tyrol venice
tuscany: milan papal-states
papal-states: milan tuscany venice
venice: illyria milan papal-states tyrol
tyrol: bavaria illyria milan switzerland venice vienna
vienna: bavaria bohemia hungary illyria tyrol
illyria: hungary tyrol venice vienna
bohemia: bavaria hungary vienna
hungary: bohemia illyria vienna
"""
NEAR = {
    region: set(near.split())
    for region, _, near in (line.partition(": ") for line in BORDERS.strip().splitlines())
}
"""The borders of the printed board between these regions."""

HOMES = {
    "FR": {"paris", "burgundy", "central-france", "provence", "lorraine"},
    "AU": {"tyrol", "vienna", "illyria", "bohemia", "hungary"},
}
MINORS = set(NEAR) - HOMES["FR"] - HOMES["AU"]


@pytest.mark.parametrize("region", NEAR)
@pytest.mark.parametrize("name", HOMES)
def test_borders(name: str, region: str) -> None:
    """N-3.1, N-3.2, N-1.3: an infantry can go to the regions that the board has beside its own."""
    state = position(f"{name} {region} 1I", name, month=2)
    assert may(state, "march infantry") == {f"{region} {near}" for near in NEAR[region]}
    for far in sorted(set(NEAR) - NEAR[region])[::5]:
        assert "N-6.2" in refused(state, f"march infantry {region} {far}")


def test_regions() -> None:
    """N-3.1, N-3.11: the regions of the scenario; homes are those that it has of the board's."""
    assert set(game().regions) == set(NEAR)
    assert all(region in NEAR[near] for region in NEAR for near in NEAR[region])


@pytest.mark.parametrize("name", HOMES)
def test_homelands(name: str) -> None:
    """N-1.4, N-3.11: units are built in the homeland only, and only the others are minor nations.

    Minor nations without owner are open to overtures, and owned ones to uprisings (N-18.1).
    """
    state = position("", name, pp="FR 20, AU 20", pap="FR 9, AU 9", step="purchases")
    assert may(state, "buy infantry") == HOMES[name]
    nobody = ", ".join(f"{region} -" for region in MINORS)
    state = position("", name, owners=nobody, pap="FR 9, AU 9", step="opening")
    assert may(state, "overture") == MINORS
    assert not may(state, "incite")
    everything = ", ".join(f"{region} {name}" for region in NEAR)
    state = position("", name, owners=everything, pap="FR 9, AU 9", step="opening")
    assert not may(state, "overture")
    assert may(state, "incite") == MINORS


def test_owners() -> None:
    """N-1.6: a marker gives an owner; unmarked minor nations have none, homelands their own."""
    owners = start().owners
    markers = {"FR": {"switzerland"}, "AU": {"venice", "milan", "piedmont", "bavaria"}}
    for name, home in HOMES.items():
        owned = {region for region, owner in owners.items() if owner == nation(name)}
        assert owned == home | markers[name]
    unmarked = {region for region, owner in owners.items() if owner is None}
    assert unmarked == {"baden-wurtt", "tuscany", "papal-states"}


@pytest.mark.parametrize(("region", "name"), [("paris", "FR"), ("tyrol", "AU")])
def test_unmarked_homelands(region: str, name: str) -> None:
    """N-1.6: an unmarked homeland region belongs to its own nation, so it is never without."""
    try:
        state = position(f"{name} {region} 1I", name, owners=f"{region} -")
    except PositionError:
        return
    assert state.owners[region] == nation(name)


@pytest.mark.parametrize(
    ("name", "start", "to"),
    [
        ("FR", "lorraine", "baden-wurtt"),
        ("FR", "switzerland", "bavaria"),
        ("FR", "switzerland", "tyrol"),
        ("AU", "milan", "tuscany"),
        ("AU", "milan", "switzerland"),
        ("AU", "piedmont", "provence"),
    ],
)
def test_ownership_stays(name: str, start: str, to: str) -> None:
    """N-1.7, N-1.8, N-10.1: armies that move in, or win there, change no owner."""
    state = position(f"{name} {start} 1I", name, month=2)
    owners = state.owners
    play(state, f"march infantry {start} {to}")
    assert there(state, f"{name} {to}") == "1I"
    assert state.owners == owners
    enemy = OTHER[name]
    state = position(f"{name} {start} 1I; {enemy} {to} 1I", name, month=2)
    fight(play(state, f"march infantry {start} {to}, pass, pass"), enemy)
    assert state.owners == owners


@pytest.mark.parametrize(("name", "home"), [("FR", "lorraine"), ("AU", "bohemia")])
@pytest.mark.parametrize("kind", ["I", "E", "C", "H", "A"])
def test_armies(name: str, home: str, kind: str) -> None:
    """N-1.2, N-1.8, N-1.9, N-1.10: any army of an enemy occupies a region, a leader never does."""
    enemy = OTHER[name]
    for there_too, built in ((f"{enemy} {home} 1{kind}", False), (f"{enemy} {home} 1L", True)):
        state = position(there_too, name, pp="FR 20, AU 20", step="budget", month=3)
        play(state, "pass, pass")
        assert (home in may(state, "buy infantry")) == built
    armed = position(f"{name} tuscany 1{kind}", name, pap="FR 1, AU 1", step="opening")
    alone = position(f"{name} tuscany 2L", name, pap="FR 1, AU 1", step="opening")
    assert "annex tuscany" in texts(armed)
    assert "N-16.1" in refused(alone, "annex tuscany")


@pytest.mark.parametrize(("name", "region"), [("FR", "lorraine"), ("AU", "tyrol")])
def test_units(name: str, region: str) -> None:
    """N-1.1: leaders are units like any other and move like them; there are no squadrons here."""
    state = position(f"{name} {region} 1I 1L", name)
    assert {one.split()[0] for one in may(state, "march")} == {"infantry", "leader"}
    with pytest.raises(NotationError):
        state.play(f"march squadron {region} vienna")
