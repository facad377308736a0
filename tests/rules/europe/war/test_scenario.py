"""Chapter 30 of the digest: scenario A, each number of it, and how it ends."""

from collections import Counter

import pytest

from marengo.core.errors import PositionError
from marengo.games.europe import Nation
from marengo.games.europe.war import Step
from marengo.games.europe.war.state import WarState
from tests.rules.europe.playing import PIECES
from tests.rules.europe.war.playing import (
    OTHER,
    asked,
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

BOTH = pytest.mark.parametrize("name", ["FR", "AU"])

SET_UP = """
FR lorraine 8I 2C 1H 2A 1L
FR switzerland 3I 1C
FR burgundy 4I 1E 2C 1A 1L
FR provence 4I 1A 1L
FR paris 1I
AU baden-wurtt 8I 3C 1H 2A 1L
AU bavaria 1I
AU tyrol 3I 1A
AU piedmont 6I 2C 2A 1L
AU milan 2I 1C
AU tuscany 1I
AU venice 1I
AU bohemia 1I
AU vienna 1I
"""

OWNERS = {
    "FR": ["paris", "burgundy", "central-france", "provence", "lorraine", "switzerland"],
    "AU": [
        "tyrol",
        "vienna",
        "illyria",
        "bohemia",
        "hungary",
        "venice",
        "milan",
        "piedmont",
        "bavaria",
    ],
    "": ["baden-wurtt", "tuscany", "papal-states"],
}

DISPUTED = ["switzerland", "baden-wurtt", "bavaria", "piedmont", "milan", "tuscany"]


def idle_until(state: WarState, *steps: Step) -> WarState:
    """Let nobody do anything until a step begins, or the war is over."""
    while not state.is_over and state.step not in steps:
        play(state, next(one for one in ("pass", "end", "spare") if one in texts(state)))
    return state


# --- the start -----------------------------------------------------------------------------------


def test_the_map_has_eighteen_regions() -> None:
    """N-30.3: these, and no other of the board."""
    assert sorted(game().regions) == sorted(one for found in OWNERS.values() for one in found)
    assert len(game().regions) == 18
    for region in ("picardy", "belgium", "naples", "galicia", "saxony"):
        with pytest.raises(PositionError):
            game().position(troops={"france": {region: "1 infantry"}})


def test_there_is_no_sea() -> None:
    """N-30.3: nobody buys squadrons, and where there are ports (Provence, Illyria) nobody sails."""
    for name, port in (("FR", "provence"), ("AU", "illyria")):
        state = position(f"{name} {port} 1I", name, step="purchases", pp=f"{name} 90")
        kinds = {one.split()[0] for one in may(state, "buy")}
        assert kinds - {"elite"} == {"infantry", "cavalry", "heavy", "artillery", "leader", "pap"}
    state = position("FR provence 1I", "FR")
    assert may(state, "march infantry provence") == {
        "burgundy",
        "central-france",
        "switzerland",
        "piedmont",
    }


@BOTH
def test_two_nations_at_war_and_no_others(name: str) -> None:
    """N-30.4: what can be done to a nation is done to the enemy; no other has anything."""
    state = position(None, name, step="opening", pap="FR 9, AU 9")
    assert set(state.pap) == set(state.pp) == {Nation.FRANCE, Nation.AUSTRIA}
    assert set(state.owners.values()) == {Nation.FRANCE, Nation.AUSTRIA, None}
    assert {who for stack in state.troops.values() for who in stack} == set(state.pap)
    assert may(state, "armistice") == {{"FR": "austria", "AU": "france"}[name]}
    assert {one.split()[-1] for one in may(state, "trade")} == may(state, "armistice")
    for verb in ("declare war prussia", "overture prussia", "overture great-britain"):
        with pytest.raises(Exception, match=r"declare|overture"):
            state.copy().play(verb)


def test_it_begins_in_april_with_austria() -> None:
    """N-30.5: April 1800, at the start of the turn of Austria."""
    state = start()
    assert (state.month, state.date) == (1, (1800, 4))
    assert (state.active, state.step) == (Nation.AUSTRIA, Step.OPENING)
    assert asked(state) == "austria politics"


@pytest.mark.parametrize(
    ("region", "owner"), [(region, owner) for owner, found in OWNERS.items() for region in found]
)
def test_the_owners(region: str, owner: str) -> None:
    """N-30.6, N-1.6: six regions of France, nine of Austria, three of nobody."""
    assert start().owners[region] == (nation(owner) if owner else None)


@pytest.mark.parametrize("line", SET_UP.strip().splitlines())
def test_the_set_up(line: str) -> None:
    """N-30.7: what stands in each region."""
    name, region, units = line.split(" ", 2)
    assert there(start(), f"{name} {region}") == units
    assert set(start().troops[region]) == {nation(name)}


@pytest.mark.parametrize(
    ("name", "total", "armies"), [("FR", "20I 1E 5C 1H 4A 3L", 31), ("AU", "24I 6C 1H 5A 2L", 36)]
)
def test_the_totals(name: str, total: str, armies: int) -> None:
    """N-30.7: the sums of the table; nothing stands anywhere else."""
    letters = {kind: letter for letter, kind in PIECES.items()}
    found: Counter[str] = Counter()
    for stack in start().troops.values():
        for piece, number in stack.get(nation(name), {}).items():
            found[letters[piece.name.lower()]] += number
    assert " ".join(f"{found[letter]}{letter}" for letter in "IECHAL" if found[letter]) == total
    assert sum(found.values()) - found["L"] == armies
    assert len(start().troops) == len(SET_UP.strip().splitlines())


@BOTH
def test_the_points_at_the_start(name: str) -> None:
    """N-30.8, N-12.1: one PAP each, no PP."""
    assert (start().pap[nation(name)], start().pp[nation(name)]) == (1, 0)


@pytest.mark.parametrize(("name", "commitment"), [("FR", 8), ("AU", 7)])
def test_the_commitments(name: str, commitment: int) -> None:
    """N-30.8, N-17.1: France 8, Austria 7; they are rolled for when the capital falls."""
    capital, gate = {"FR": ("paris", "burgundy"), "AU": ("vienna", "bohemia")}[name]
    state = position(f"{OTHER[name]} {gate} 1I", OTHER[name])
    play(state, f"march infantry {gate} {capital}")
    play(state, "pass, pass")
    sued = {roll: play(state.copy(), str(roll)).is_over for roll in range(2, 13)}
    assert sued == {roll: roll > commitment for roll in range(2, 13)}


# --- Kray waits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["infantry", "cavalry", "heavy", "artillery", "leader"])
def test_kray_waits_in_april(kind: str) -> None:
    """N-30.9: none of the units in Baden-Wurtt moves, until May; others may."""
    april, later = (position(None, "AU", month=month) for month in (1, 2))
    near = {"lorraine", "switzerland", "bavaria"}
    assert not may(april, f"march {kind} baden-wurtt")
    assert all("(N-30.9)" in refused(april, f"march {kind} baden-wurtt {to}") for to in near)
    assert may(later, f"march {kind} baden-wurtt") == near


@pytest.mark.parametrize("region", ["bavaria", "tyrol", "piedmont", "milan", "bohemia"])
def test_other_austrians_move_in_april(region: str) -> None:
    """N-30.9: only those in Baden-Wurtt wait."""
    assert may(position(None, "AU"), f"march infantry {region}")


def test_frenchmen_do_not_wait() -> None:
    """N-30.9: it holds for Austrian units; in April they may be attacked, and retreat."""
    troops = "FR baden-wurtt 1I; FR lorraine 1I; AU bavaria 1I"
    assert may(position(troops, "FR"), "march infantry baden-wurtt") == {
        "lorraine",
        "switzerland",
        "bavaria",
    }
    state = position("FR lorraine 1I; AU baden-wurtt 1I 1C", "FR")
    play(state, "march infantry lorraine baden-wurtt, pass, pass")
    fight(state, "AU")
    assert may(state, "withdraw infantry") == {"switzerland", "bavaria"}
    play(state, "withdraw infantry bavaria, withdraw cavalry bavaria")
    assert there(state, "AU bavaria") == "1I 1C"


# --- production ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "income"), [("FR", 20), ("AU", 24)])
def test_the_pp_at_the_start(name: str, income: int) -> None:
    """N-30.12, N-11.3, N-11.4: a capital of 10 and of 8, and two for each other region."""
    state = position(None, name, step="purchases", month=3)
    assert state.pp[nation(name)] == income


@pytest.mark.parametrize("month", range(1, 13))
def test_production_follows_three_months(month: int) -> None:
    """N-30.5: June, September and December, and not the March in which the war ends."""
    state = position("FR paris 1I; AU vienna 1I", "FR", month=month, step="closing")
    before = sum(state.pap.values())
    play(state, "pass, pass")
    assert (state.step == Step.BUDGET) is (month in (3, 6, 9))
    assert sum(state.pap.values()) == before + (2 if month in (3, 6, 9) else 0)
    assert state.is_over is (month == 12)


# --- the end -------------------------------------------------------------------------------------


def test_it_ends_after_twelve_rounds() -> None:
    """N-30.5, N-30.11: after the turn of France in March 1801; not a turn before."""
    state = position(None, "AU", month=12, step="closing")
    assert state.date == (1801, 3)
    play(state, "pass, pass")
    assert (state.is_over, state.active) == (False, Nation.FRANCE)
    over = idle_until(state)
    assert over.is_over
    assert set(state.pp.values()) == {0}
    assert (state.to_move.name, state.legal_moves()) == ("NOBODY", [])


@BOTH
@pytest.mark.parametrize("month", [1, 12])
def test_who_sues_has_lost_whatever_is_held(name: str, month: int) -> None:
    """N-30.10: at once; even in the last window, with all regions or none."""
    for owner in ("FR", "AU"):
        troops = "; ".join(f"{owner} {region} 1I" for region in DISPUTED)
        state = position(troops, "FR", month=month, step="closing")
        play(state, "sue" if name == "FR" else "pass, sue")
        assert state.returns == ((0.0, 1.0) if name == "FR" else (1.0, 0.0))
        assert "sues for peace (N-30.10)" in str(state.outcome)


@pytest.mark.parametrize("owner", ["FR", "AU"])
def test_an_armistice_is_a_draw_whatever_is_held(owner: str) -> None:
    """N-30.10: in the last window as well."""
    troops = "; ".join(f"{owner} {region} 1I" for region in DISPUTED)
    state = position(troops, "FR", month=12, step="closing", pap="FR 1, AU 1")
    play(state, "armistice austria, accept")
    assert state.is_over
    assert state.returns == (0.5, 0.5)


def ended(troops: str, owners: str = "") -> WarState:
    """Return the end of the last month."""
    facts = {"owners": owners} if owners else {}
    state = position(troops or "AU hungary 1I", "FR", month=12, step="closing", **facts)
    held = state.held
    play(state, "pass, pass")
    assert state.is_over
    assert state.held == held
    return state


@pytest.mark.parametrize("way", ["armies", "owned"])
@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("turned", range(3))
def test_how_many_regions_decide(way: str, number: int, turned: int) -> None:
    """N-30.11: four or more, three, fewer; any of the six regions."""
    order = DISPUTED[turned * 2 :] + DISPUTED[: turned * 2]
    if way == "armies":
        state = ended("; ".join(f"FR {region} 1I" for region in order[:number]), "switzerland AU")
    else:
        whose = {region: "FR" if region in order[:number] else "AU" for region in DISPUTED}
        state = ended("", ", ".join(f"{region} {owner}" for region, owner in whose.items()))
    assert state.held == number
    france, austria = state.returns or (0, 0)
    words = str(state.outcome)
    assert f"{number} regions (N-30.11)" in words
    if number >= 4:
        assert france > 0.5 > austria
        assert words.startswith("France wins by a narrow margin")
    elif number == 3:
        assert france == austria == 0.5
        assert words.startswith("a draw")
    else:
        assert france < 0.5 < austria
        assert words.startswith("Austria wins by a narrow margin")


@pytest.mark.parametrize("region", DISPUTED)
@pytest.mark.parametrize(
    ("troops", "owner", "held"),
    [
        ("", "FR", True),
        ("", "AU", False),
        ("", "-", False),
        ("FR 1I", "FR", True),
        ("FR 1I", "AU", True),
        ("FR 1C", "-", True),
        ("FR 1A", "AU", True),
        ("AU 1I", "FR", False),
        ("AU 1A", "AU", False),
        ("FR 1L", "AU", False),
        ("FR 1L", "-", False),
        ("AU 1L", "FR", True),
        ("FR 1I, AU 2L", "AU", True),
        ("AU 1I, FR 2L", "FR", False),
        ("FR 1I, AU 1I", "FR", False),
        ("FR 1L, AU 1L", "FR", True),
    ],
)
def test_which_regions_france_holds(region: str, troops: str, owner: str, *, held: bool) -> None:
    """N-30.11, N-1.9: French armies alone stand there, or none at all and France owns it."""
    stacks = [one.split(" ", 1) for one in filter(None, troops.split(", "))]
    here = "; ".join(f"{name} {region} {units}" for name, units in stacks)
    owners = ", ".join(
        f"{one} {owner if one == region else '-'}" for one in dict.fromkeys(["switzerland", region])
    )
    state = position(here or "AU hungary 1I", "FR", owners=owners)
    assert state.held == held


def test_no_other_region_is_disputed() -> None:
    """N-30.11: neither the homelands nor Venice and the Papal States."""
    others = sorted(set(game().regions) - set(DISPUTED))
    troops = "; ".join(f"FR {region} 1I" for region in others)
    owners = ", ".join(f"{one} FR" for one in others)
    assert position(troops, "FR", owners=f"{owners}, switzerland -").held == 0
    assert position("AU hungary 1I", "FR", owners=f"{owners}, switzerland -").held == 0


def test_what_france_holds_at_the_start() -> None:
    """N-30.6, N-30.7, N-30.11: Switzerland."""
    assert start().held == 1
