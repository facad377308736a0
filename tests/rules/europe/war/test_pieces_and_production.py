"""Chapters 5, 10 and 11 of the digest: pieces, enemy presence and production."""

from typing import Any

import pytest

from marengo.core.errors import NotationError
from marengo.games.europe.war.state import WarState
from tests.rules.europe.playing import KINDS, cases
from tests.rules.europe.war.playing import (
    NATIONS,
    OTHER,
    asked,
    may,
    nation,
    play,
    position,
    refused,
    texts,
    there,
)

HOMES = {
    "FR": ("paris", "burgundy", "central-france", "provence", "lorraine"),
    "AU": ("tyrol", "vienna", "illyria", "bohemia", "hungary"),
}
CAPITALS = {"FR": "paris", "AU": "vienna"}
OWNED = {
    "FR": (*HOMES["FR"], "switzerland"),
    "AU": (*HOMES["AU"], "venice", "milan", "piedmont", "bavaria"),
}
WORTH = {"paris": 10, "vienna": 8}
INCOME = {"FR": 20, "AU": 24}  # at the start, N-30.12
LAST = {name: home[-1] for name, home in HOMES.items()}
COSTS = {"I": 6, "C": 10, "H": 13, "A": 12, "L": 12}

EACH = pytest.mark.parametrize("name", OTHER)
REGIONS = pytest.mark.parametrize(
    ("name", "region"), [(name, region) for name, owned in OWNED.items() for region in owned]
)


def counting(name: str, troops: str = "", **facts: Any) -> WarState:
    """Return the production turn of a nation that had 100 PP before it counted."""
    state = position(troops, name, step="budget", month=3, pp="FR 100, AU 100", **facts)
    play(state, "pass, pass")
    assert asked(state) == f"{NATIONS[name]} purchase"
    return state


def income(name: str, troops: str = "", **facts: Any) -> int:
    return counting(name, troops, **facts).pp[nation(name)] - 100


def buying(name: str, pp: int, **facts: Any) -> WarState:
    """Return the production turn of a nation with so many PP and a single region (2 PP)."""
    lost = ", ".join(f"{region} {OTHER[name]}" for region in OWNED[name] if region != LAST[name])
    points = f"{name} {pp - 2}"
    return position("", name, step="purchases", month=3, pp=points, owners=lost, **facts)


def buy(name: str, bought: str) -> str:
    """Return the purchases of pieces such as ``2I 1E``, all in the one region."""
    kinds = (KINDS[one[1:]] for one in bought.split() for _ in range(int(one[0])))
    return ", ".join(f"buy {kind} {LAST[name]}" for kind in kinds)


@EACH
@pytest.mark.parametrize(("kind", "cost"), COSTS.items())
def test_costs(kind: str, cost: int, name: str) -> None:
    """N-5.1, N-11.9, N-11.2: who has the PP pays them and places the piece, and not with less."""
    move = f"buy {KINDS[kind]} {LAST[name]}"
    state = buying(name, cost + 10)
    play(state, move)
    assert state.pp[nation(name)] == 10
    assert there(state, f"{name} {LAST[name]}") == f"1{kind}"
    assert move in texts(buying(name, cost))
    assert move not in texts(buying(name, cost - 1))
    assert bool(refused(buying(name, 10), move)) == (cost > 10)


@EACH
@pytest.mark.parametrize("kind", COSTS)
def test_how_many(kind: str, name: str) -> None:
    """N-5.1, N-5.7: a piece may be bought as often as there are PP for it."""
    number = 90 // COSTS[kind]
    state = buying(name, 90)
    for _ in range(number):
        assert f"buy {KINDS[kind]} {LAST[name]}" in texts(state)
        play(state, f"buy {KINDS[kind]} {LAST[name]}")
    assert f"{number}{kind}" in there(state, f"{name} {LAST[name]}")
    assert f"buy {KINDS[kind]} {LAST[name]}" not in texts(state)


@EACH
def test_political_points(name: str) -> None:
    """N-5.1, N-11.10, N-12.1: a PAP costs 10 PP, in the own production turn only."""
    state = buying(name, 29, pap="FR 1, AU 1")
    before = state.pap
    play(state, "buy pap, buy pap")
    assert state.pap == before | {nation(name): before[nation(name)] + 2}
    assert state.pp[nation(name)] == 9
    assert "buy pap" not in texts(state)
    assert "buy pap" in texts(buying(name, 10))
    assert "buy pap" not in texts(buying(name, 9))
    for step in ("opening", "movement", "afterwards", "closing", "budget"):
        state = position(f"{name} paris 1I", name, step=step, month=3, pp="FR 30, AU 30")
        assert refused(state, "buy pap")


@EACH
def test_elite_needs_infantry(name: str) -> None:
    """N-5.5, N-31.75: two plain infantry are bought for each elite infantry, in the same turn.

    With 46 PP 4 infantry and 2 elite infantry can be bought (42), not 3 and 2.
    """
    region = LAST[name]
    for bought, elite in (("", False), ("1I", False), ("2I", True), ("3I", True)):
        state = play(buying(name, 46), buy(name, bought))
        assert (f"buy elite {region}" in texts(state)) == elite
    for bought in ("2I 1E", "3I 1E"):
        state = play(buying(name, 46), buy(name, bought))
        assert "N-5.5" in refused(state, f"buy elite {region}")
    state = play(buying(name, 46), buy(name, "4I 2E"))
    assert there(state, f"{name} {region}") == "4I 2E"


@EACH
def test_elite_costs(name: str) -> None:
    """N-5.1, N-5.5: an elite infantry costs 9 PP, that is 21 with the two infantry."""
    elite = f"buy elite {LAST[name]}"
    assert elite in texts(play(buying(name, 21), buy(name, "2I")))
    assert elite not in texts(play(buying(name, 20), buy(name, "2I")))
    assert play(buying(name, 30), buy(name, "2I 1E")).pp[nation(name)] == 9


@EACH
def test_infantry_of_other_turns_and_kinds(name: str) -> None:
    """N-5.5: infantry that is there already counts not, nor other kinds, nor what was elsewhere.

    It may be placed anywhere, the elite infantry too (N-11.12).
    """
    region, capital = LAST[name], CAPITALS[name]
    state = counting(name, f"{name} {region} 9I 1E")
    assert "N-5.5" in refused(state, f"buy elite {region}")
    play(state, f"buy cavalry {region}, buy artillery {region}, buy infantry {region}")
    assert "N-5.5" in refused(state, f"buy elite {region}")
    play(state, f"buy infantry {capital}")
    assert may(state, "buy elite") == set(HOMES[name])
    play(state, f"buy elite {HOMES[name][2]}, end")
    later = play(state, "pass, pass")  # the production turn of the other nation, or the next turn
    assert not may(later, "buy elite")


@EACH
def test_what_is_not_built(name: str) -> None:
    """N-5.6, N-2.11, N-2.13, N-31.77: neither militia and irregulars, nor light troops, exist."""
    state = counting(name)
    assert "N-2.11" in refused(state, f"buy militia {LAST[name]}")
    assert "N-2.13" in refused(state, f"buy irregular {LAST[name]}")
    built = {one.split()[0] for one in may(state, "buy")}
    assert built == {"infantry", "cavalry", "heavy", "artillery", "leader", "pap"}
    assert "N-7.3" in refused(state, f"buy squadron {LAST[name]}")
    for kind in ("light-infantry", "horse-artillery"):
        with pytest.raises(NotationError):
            state.copy().play(f"buy {kind} {LAST[name]}")


@EACH
def test_counting(name: str) -> None:
    """N-11.2, N-11.3, N-11.4: each owned region counts 2 PP, Paris 10 and Vienna 8 (N-30.12)."""
    assert income(name) == INCOME[name]
    everything = ", ".join(f"{region} {name}" for regions in OWNED.values() for region in regions)
    assert income(name, owners=everything) == 10 + 8 + 13 * 2
    more = f"{everything}, tuscany {name}, baden-wurtt {name}, papal-states {name}"
    assert income(name, owners=more) == 10 + 8 + 16 * 2


@REGIONS
def test_each_region_counts(name: str, region: str) -> None:
    """N-11.3, N-11.4, N-11.6: a region counts for its owner, a lost capital for its new one."""
    worth, enemy = WORTH.get(region, 2), OTHER[name]
    lost = f"{region} {enemy}"
    assert income(name, owners=lost) == INCOME[name] - worth
    assert income(enemy, owners=lost) == INCOME[enemy] + worth


@REGIONS
def test_enemies_in_a_region(name: str, region: str) -> None:
    """N-11.5, N-10.1, N-10.2, N-1.9: enemy armies stop its production and its use, not more.

    The owner stays the same, and the enemy does not get its PP; a leader alone stops nothing.
    """
    enemy, worth = OTHER[name], WORTH.get(region, 2)
    state = counting(name, f"{enemy} {region} 1I")
    assert state.pp[nation(name)] - 100 == INCOME[name] - worth
    assert state.owners[region] == nation(name)
    assert region not in may(state, "buy infantry")
    if region in HOMES[name]:
        assert may(state, "buy infantry") == set(HOMES[name]) - {region}
    assert "N-11.12" in refused(state, f"buy infantry {region}")
    assert income(enemy, f"{enemy} {region} 1I") == INCOME[enemy]
    for troops in (f"{enemy} {region} 2L", f"{name} {region} 1I 1L"):
        state = counting(name, troops)
        assert state.pp[nation(name)] - 100 == INCOME[name]
        assert (region in may(state, "buy infantry")) == (region in HOMES[name])


@pytest.mark.parametrize(
    ("name", "region"), [("FR", "switzerland"), ("AU", "milan"), ("AU", "bavaria")]
)
def test_uprising(name: str, region: str) -> None:
    """N-11.5, N-31.74: a region in uprising counts 0, also with enemies in it, and others too."""
    base = INCOME[name]
    assert income(name, uprisings=(region,)) == base - 2
    assert income(name, f"{name} {region} 3I", uprisings=(region,)) == base - 2
    enemies = f"{OTHER[name]} {region} 1I; {OTHER[name]} {LAST[name]} 1I"
    assert income(name, enemies, uprisings=(region,)) == base - 4
    other = {"FR": "milan", "AU": "switzerland"}[name]
    assert income(name, uprisings=(region, other)) == base - 2


@EACH
@pytest.mark.parametrize("kind", sorted({*COSTS, "E"}))
def test_placing(kind: str, name: str) -> None:
    """N-11.12: all land units go to any region of the homeland that is the nation's and free."""
    enemy, home = OTHER[name], HOMES[name]
    lost, held = home[0], home[1]
    state = counting(name, f"{enemy} {held} 1C", owners=f"{lost} {enemy}")
    if kind == "E":
        play(state, f"buy infantry {home[2]}, buy infantry {home[3]}")
    assert may(state, f"buy {KINDS[kind]}") == set(home[2:])
    for region in (lost, held, "tuscany", "switzerland", "milan", HOMES[enemy][2]):
        assert "N-11.12" in refused(state, f"buy {KINDS[kind]} {region}")


@EACH
@pytest.mark.parametrize("taken", ["owned", "occupied", "both"])
def test_nowhere_to_build(taken: str, name: str) -> None:
    """N-11.12, N-11.13, N-31.79: without such a region nothing is built, PAP may be bought."""
    enemy, home = OTHER[name], HOMES[name]
    owned = {"owned": home, "occupied": (), "both": home[:3]}[taken]
    occupied = [region for region in home if region not in owned]
    facts: dict[str, Any] = {"owners": ", ".join(f"{region} {enemy}" for region in owned)}
    if not owned:
        del facts["owners"]
    troops = "; ".join(f"{enemy} {region} 1I" for region in occupied)
    state = counting(name, troops, **facts)
    assert may(state, "buy") == {"pap"}
    others = 2 * (len(OWNED[name]) - len(home))
    assert state.pp[nation(name)] - 100 == others
    play(state, "buy pap")
    assert state.pp[nation(name)] - 100 == others - 10


def test_production_round() -> None:
    """N-11.1, N-11.2, N-1.5, N-12.1: each nation gets 1 PAP first, then they produce in order."""
    fr, au = nation("FR"), nation("AU")
    state = position("", "FR", step="closing", month=3, pap="FR 0, AU 2", pp="FR 1, AU 0")
    play(state, "pass, pass")
    assert state.pap == {fr: 1, au: 3}
    assert state.pp == {fr: 1, au: 0}
    assert asked(state) == "austria politics"
    play(state, "pass, pass")
    assert (asked(state), state.pp) == ("austria purchase", {fr: 1, au: 24})
    play(state, "end")
    assert (asked(state), state.pp) == ("france politics", {fr: 1, au: 24})
    play(state, "pass, pass")
    assert (asked(state), state.pp) == ("france purchase", {fr: 21, au: 24})
    play(state, "end")
    assert (state.month, asked(state)) == (4, "austria politics")
    assert state.pap == {fr: 1, au: 3}


@EACH
def test_saving(name: str) -> None:
    """N-11.7, N-11.8: PP that are not spent are kept, whatever their number, and not given away."""
    state = position("", name, step="purchases", month=3, pp={NATIONS[name]: 900})
    pp = state.pp[nation(name)]
    assert pp == 900 + INCOME[name]
    play(state, f"buy infantry {LAST[name]}, end")
    assert state.pp[nation(name)] == pp - 6
    state = position("", name, step="budget", month=3, pp="FR 30, AU 30")
    given = {one.split()[0] for one in texts(state)}
    assert given <= {"pass", "sue", "armistice", "incite", "trade", "overture"}
    for move in ("trade 5 to france", "trade pp to austria", "give 5 to france"):
        with pytest.raises(NotationError):
            state.copy().play(move)


@EACH
def test_what_others_do_with_pp(name: str) -> None:
    """N-11.10, N-11.8: the PP of the other nation stay as they are in a production turn."""
    enemy = OTHER[name]
    state = position("", name, step="purchases", month=3, pp="FR 50, AU 50", pap="FR 1, AU 1")
    play(state, f"buy pap, buy infantry {LAST[name]}, end")
    assert state.pp[nation(enemy)] == 50
    assert state.pap[nation(enemy)] == 1


@cases(
    """
N-5.3 fire: FR left 1E; GB middle-right 1I | fire E left at I 8 1 | lost GB 1I
N-5.3 fire, missed: FR left 1E; GB middle-right 1I | fire E left at I 7 | lost GB none
N-5.3 charge: FR left 1E; GB middle-right 1I | charge E left at I 7 7 | GB rout 1I
N-5.3 hit: FR left 1I; GB middle-right 1E | fire I left at E 9 2 | lost GB 1E
N-5.3 hit and routed: FR left 1I; GB middle-right 1E | fire I left at E 9 3 | GB rout 1E
N-5.3 loses by 3: FR left 1I; GB middle-right 1E | charge I left at E 10 6 | GB rout 1E
N-5.3 loses by 4: FR left 1I; GB middle-right 1E | charge I left at E 11 6 | lost GB 1E
N-5.4 fire: FR left 1M; GB middle-right 1I | fire M left at I 9 | lost GB none; GB rout none
N-5.4 fire, hit: FR left 1M; GB middle-right 1I | fire M left at I 10 1 | lost GB 1I
N-5.4 charge: FR left 1M 1I; GB middle-right 1I | charge M left at I 7 7 | FR rout 1M
N-5.4 hit: FR left 1I; GB middle-right 1M | fire I left at M 9 4 | lost GB 1M
N-5.4 hit and routed: FR left 1I; GB middle-right 1M | fire I left at M 9 5 | GB rout 1M
N-5.2 infantry: FR left 1C; GB middle-right 1E; cavalry | charge C left at E, square | GB
    middle-right 1sE
N-5.2 cavalry: FR left 1I; GB middle-right 1H, left 1I | charge I left at H, evade | GB reserve 1H
"""
)
def test_kinds_in_battle(case: Any) -> None:
    case.check()
