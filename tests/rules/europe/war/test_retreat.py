"""Chapters 19, 26 and 28 of the digest on the map: who fights where, who retreats where."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from marengo.games.europe import Side
from marengo.games.europe.war import Decision, Seat, Step
from marengo.games.europe.war.state import WarState, WarView
from tests.rules.europe.war.playing import (
    NATIONS,
    OTHER,
    asked,
    fight,
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
KINDS = {"I": "infantry", "E": "elite", "C": "cavalry", "A": "artillery", "L": "leader"}
ADJECTIVES = {"FR": "french", "AU": "austrian"}


def to_battles(state: WarState) -> WarState:
    """End the movement and pass the windows, until a battle is fought or asked for."""
    while state.step < Step.BATTLES and not state.battle:
        play(state, "pass" if "pass" in texts(state) else "end")
    return state


def told(name: str, troops: str) -> str:
    """Return troops of ``own`` and ``enemy`` as those of nations; ``name`` is the own one."""
    return troops.replace("own", name).replace("enemy", OTHER[name])


def march(state: WarState, marches: str) -> WarState:
    """March units, such as ``2I tyrol milan, C venice milan tuscany``, a step or two each."""
    for one in filter(None, marches.split(", ")):
        units, *way = one.split()
        kind = KINDS[units[-1]]
        for count, (origin, to) in enumerate(pairwise(way)):
            play(state, f"march {kind} {origin} {to}" + " again" * count)
            if state.decision == Decision.NUMBER:
                play(state, f"number {units[:-1] or 1}")
    return state


def attack(name: str, troops: str, marches: str, **facts: Any) -> WarState:
    """Return the first battle of the turn of ``name``, the own nation of the troops."""
    state = position(told(name, troops), name, month=2, **facts)
    return to_battles(march(state, marches))


def withdraw(state: WarState, moves: str) -> WarState:
    """Retreat units, such as ``2I tyrol, L milan``."""
    for one in moves.split(", "):
        units, region = one.split()
        play(state, f"withdraw {KINDS[units[-1]]} {region}")
        if state.decision == Decision.NUMBER:
            play(state, f"number {units[:-1] or 1}")
    return state


def ways(state: WarState, kind: str = "infantry") -> set[str]:
    return may(state, f"withdraw {kind}")


def lost(state: WarState, name: str) -> int:
    return sum(state.dead[nation(name)].values())


# --- when and between whom -----------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("troops", "marches", "is_fought"),
    [
        ("own venice 1I; enemy milan 1I", "I venice milan", True),
        ("own venice 1I; enemy milan 1L", "I venice milan", True),
        ("own venice 1L; enemy milan 1A", "L venice milan", True),
        ("own venice 1L; enemy milan 3L", "L venice milan", False),
        ("own venice 1I; enemy milan 1I", "", False),
        ("own venice 1I; enemy milan 1I", "I venice papal-states", False),
        ("own venice 1I; enemy tyrol 1I", "I venice milan", False),
        ("own venice 1I 1L; enemy milan 1L", "L venice milan", False),
        ("own venice 1C; enemy milan 1L; enemy bavaria 1I", "C venice milan", True),
    ],
)
def test_a_battle_needs_units_of_both_and_an_army(
    name: str, troops: str, marches: str, *, is_fought: bool
) -> None:
    """N-19.1, N-19.7: where they stand together after movement; leaders alone do nothing."""
    state = attack(name, troops, marches)
    assert state.active == nation(name)
    assert state.step in ((Step.BATTLES, Step.BETWEEN) if is_fought else (Step.CLOSING,))
    if not is_fought:
        assert not lost(state, name) + lost(state, OTHER[name])


@BOTH
def test_leaders_of_both_stay_together(name: str) -> None:
    """N-19.7: nothing happens, now or in the turn of the other; an army that comes ends it."""
    troops = told(name, "own venice 1L; enemy milan 1L; enemy tuscany 1C")
    state = march(position(troops, name, month=2), "L venice milan")
    while state.active == nation(name):
        play(state, "pass" if "pass" in texts(state) else "end")
        assert state.battle is None
    assert there(state, f"{name} milan") == there(state, f"{OTHER[name]} milan") == "1L"
    play(state, "pass, pass")
    march(state, "C tuscany milan")
    to_battles(state)
    assert (state.battle, state.winner) == ("milan", Side.ATTACKER)
    assert asked(state) == f"{NATIONS[OTHER[name]]} pursue"


@BOTH
@pytest.mark.parametrize(
    "troops", ["own venice 2I 1A; enemy milan 9I", "own venice 1I 1L; enemy milan 1C"]
)
def test_the_active_nation_attacks(name: str, troops: str) -> None:
    """N-19.2: whoever is stronger, and whoever owns the region; the other defends."""
    marches = "I venice milan" if "1L" in troops else "2I venice milan, A venice milan"
    for owner in ("FR", "AU", "-"):
        state = attack(name, troops, marches, owners=f"milan {owner}")
        assert state.battle == "milan"
        assert state.sides == {
            nation(name): Side.ATTACKER,
            nation(OTHER[name]): Side.DEFENDER,
        }


@BOTH
def test_all_units_of_both_in_the_region_fight_there_and_no_others(name: str) -> None:
    """N-19.3: those who came from several regions; who stands beside it is not touched."""
    state = attack(
        name,
        "own venice 2I 1L; own tyrol 1C; own piedmont 1E; enemy milan 2I 1A 2L; enemy tuscany 4I",
        "I venice milan, C tyrol milan, L venice milan",
    )
    fought: Counter[tuple[str, str]] = Counter()
    for (whose, _), units in state.units.items():
        for piece, number in units.items():
            fought[whose.name.lower(), piece.name.lower()] += number
    own, enemy = NATIONS[name], NATIONS[OTHER[name]]
    assert fought == {
        (own, "infantry"): 1,
        (own, "cavalry"): 1,
        (own, "leader"): 1,
        (enemy, "infantry"): 2,
        (enemy, "artillery"): 1,
        (enemy, "leader"): 2,
    }
    assert "milan" not in state.troops
    assert there(state, f"{name} venice") == "1I"
    assert there(state, f"{OTHER[name]} tuscany") == "4I"


THREE = "own venice 3I; enemy milan 1I; enemy tyrol 1I; enemy papal-states 1I"
TO_THREE = "I venice milan, I venice tyrol, I venice papal-states"


@BOTH
@pytest.mark.parametrize("order", [("tyrol", "milan"), ("papal-states", "tyrol"), ("milan",)])
def test_the_defender_chooses_the_order_of_battles(name: str, order: tuple[str, ...]) -> None:
    """N-19.4: one after the other, until all are fought; the last needs no choice."""
    state = attack(name, THREE, TO_THREE)
    left = {"milan", "tyrol", "papal-states"}
    for region in (*order, *sorted(left - set(order))):
        if len(left) > 1:
            assert asked(state) == f"{NATIONS[OTHER[name]]} next battle"
            assert may(state, "fight") == left
            play(state, f"fight {region}")
        left -= {region}
        assert state.battle == region
        fight(state, name)
        assert state.step == Step.BETWEEN
        play(state, "pass, pass")
    assert state.step == Step.CLOSING


@BOTH
@pytest.mark.parametrize(
    ("own", "enemy", "great"),
    [
        ("6I", "6I", True),
        ("5I", "6I", False),
        ("6I", "5I", False),
        ("5I 1L", "9I", False),
        ("9I", "5I 3L", False),
        ("6I", "5I 1A", True),
        ("6I 1L", "3I 1E 1C 1H", True),
        ("6I 3L", "5I 2L", False),
    ],
)
def test_six_armies_on_both_sides_make_a_great_battle(
    name: str, own: str, enemy: str, *, great: bool
) -> None:
    """N-12.1, N-19.5, N-31.47: armies of any kind, no leaders; its winner, whoever, has a PAP."""
    troops = f"own venice {own}; enemy milan {enemy}"
    marches = ", ".join(f"{units} venice milan" for units in own.split())
    for loser in ("FR", "AU"):
        state = attack(name, troops, marches, pap="FR 1, AU 2")
        assert state.great is great
        fight(state, loser)
        while state.decision in (Decision.RETREAT, Decision.NUMBER):
            play(state, max(texts(state)))
        assert state.pap[nation(OTHER[loser])] == {"FR": 1, "AU": 2}[OTHER[loser]] + great
        assert state.pap[nation(loser)] == {"FR": 1, "AU": 2}[loser]


@BOTH
def test_the_class_of_a_battle_is_fixed_at_its_start(name: str) -> None:
    """N-19.6, N-12.1: an army lost in it makes no skirmish of it."""
    enemy = OTHER[name]
    state = attack(name, "own venice 6A; enemy milan 6I", "6A venice milan", pap="FR 1, AU 1")
    while state.decision == Decision.DEPLOY:
        play(state, next(one for one in sorted(texts(state)) if "deploy 2" in one))
    while "artillery" not in " ".join(texts(state)) or "fire" not in " ".join(texts(state)):
        play(state, "end")
    shot = next(one for one in texts(state) if one.startswith("fire artillery centre"))
    play(state, f"{shot}, 12, 1")
    assert state.lost[nation(enemy)]
    assert state.great
    fight(state, enemy)
    while state.decision in (Decision.RETREAT, Decision.NUMBER):
        play(state, max(texts(state)))
    assert state.pap == {nation(name): 2, nation(enemy): 1}


@BOTH
@pytest.mark.parametrize("defends", [True, False])
def test_leaders_without_armies_have_lost_at_once(name: str, *, defends: bool) -> None:
    """N-19.7, N-26.6: no deployment and no round; each pursuer tries once, then they retreat."""
    enemy = OTHER[name]
    if defends:
        state = attack(name, "own venice 2C; enemy milan 2L", "2C venice milan")
        winner, loser, way = name, enemy, "piedmont"
    else:
        state = attack(name, "own venice 2L; enemy milan 2C", "2L venice milan")
        winner, loser, way = enemy, name, "venice"
    assert state.winner == (Side.ATTACKER if defends else Side.DEFENDER)
    assert asked(state) == f"{NATIONS[winner]} pursue"
    play(state, f"pursue {ADJECTIVES[loser]} leader with cavalry, 4")
    play(state, f"pursue {ADJECTIVES[loser]} leader with cavalry, 5")
    if state.decision == Decision.RETREAT:
        assert way in ways(state, "leader")
        withdraw(state, f"L {way}")
    assert there(state, f"{loser} {way}") == "1L"
    assert lost(state, loser) == 1
    assert state.step == Step.BETWEEN


@BOTH
@pytest.mark.parametrize("winner", ["1A", "1I"])
def test_who_cannot_pursue_lets_leaders_go(name: str, winner: str) -> None:
    """N-19.7, N-26.6: artillery does not pursue; infantry needs a 6 for a leader."""
    state = attack(name, f"own venice {winner}; enemy milan 1L", f"{winner} venice milan")
    if winner == "1I":
        play(state, f"pursue {ADJECTIVES[OTHER[name]]} leader with infantry")
        assert lost(play(state.copy(), "6"), OTHER[name]) == 1
        play(state, "5")
    assert asked(state) == f"{NATIONS[OTHER[name]]} retreat"
    withdraw(state, "L tuscany")
    assert lost(state, OTHER[name]) == 0


@BOTH
@pytest.mark.parametrize("die", range(1, 7))
def test_an_enemy_leader_alone_is_passed_or_beaten(name: str, die: int) -> None:
    """N-31.72, N-6.6, N-19.7: he has lost where cavalry stops; by option it may pass through."""
    enemy, option = OTHER[name], "leader_stops_movement = false"
    troops = "own venice 1C; enemy milan 1L"
    passed = attack(name, troops, "C venice milan piedmont", option=option)
    assert passed.step == Step.CLOSING
    assert there(passed, f"{name} piedmont") == "1C"
    assert there(passed, f"{enemy} milan") == "1L"
    state = attack(name, "own venice 1C; enemy milan 1L", "C venice milan")
    play(state, f"pursue {ADJECTIVES[enemy]} leader with cavalry, {die}")
    assert lost(state, enemy) == (die >= 5)
    if die < 5:
        neighbours = {"piedmont", "switzerland", "tyrol", "tuscany", "papal-states"}
        assert ways(state, "leader") == neighbours
        withdraw(state, "L tyrol")
        assert there(state, f"{enemy} tyrol") == "1L"
    assert there(state, f"{name} milan") == "1C"


# --- retreat of an attacker ----------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("troops", "marches", "expected"),
    [
        ("own venice 2I", "2I venice milan", "venice"),
        ("own venice 1I; own tyrol 1I", "I venice milan, I tyrol milan", "venice tyrol"),
        ("own venice 1I; own tyrol 1I 1L", "I venice milan, L tyrol milan", "venice tyrol"),
        ("own illyria 1C", "C illyria venice milan", "venice"),
        ("own illyria 1C; own tyrol 1I", "C illyria tyrol milan, I tyrol milan", "tyrol"),
        ("own piedmont 1I; own lorraine 1C", "I piedmont milan, C lorraine switzerland milan",
         "piedmont switzerland"),
        ("own venice 1I; own tyrol 1I", "I venice milan, I tyrol bavaria", "venice"),
        ("own venice 1C; own tyrol 2I", "C venice tyrol milan, I tyrol milan", "tyrol"),
    ],
)  # fmt: skip
def test_attackers_go_back_where_any_of_them_came_from(
    name: str, troops: str, marches: str, expected: str
) -> None:
    """N-26.12: to the adjacent regions from which units of the side entered, leaders included.

    That is where cavalry has come through, not where it began; other neighbours are not open,
    own and empty as they may be.
    """
    state = attack(name, f"{troops}; enemy milan 5I; own papal-states 1I", marches)
    fight(state, name)
    regions = set(expected.split())
    if len(regions) > 1:
        assert {one.split()[-1] for one in may(state, "withdraw")} == regions
        for region in {"papal-states", "tuscany", "switzerland", "venice", "vienna"} - regions:
            assert "N-26.12" in refused(state, f"withdraw infantry {region}")
    else:
        assert state.step == Step.BETWEEN
        assert nation(name) in state.troops[expected]
    assert not lost(state, name)


@BOTH
def test_each_attacker_chooses_its_way_back(name: str) -> None:
    """N-26.12: each unit to one of the regions, wherever it has come from itself."""
    state = attack(
        name,
        "own venice 3I; own tyrol 1C 1L; enemy milan 1I",
        "3I venice milan, C tyrol milan, L tyrol milan",
    )
    fight(state, name)
    for kind in ("infantry", "cavalry", "leader"):
        assert ways(state, kind) == {"venice", "tyrol"}
    withdraw(state, "2I tyrol, C venice, I venice, L tyrol")
    assert there(state, f"{name} tyrol") == "2I 1L"
    assert there(state, f"{name} venice") == "1I 1C"
    assert there(state, f"{OTHER[name]} milan") == "1I"


@BOTH
@pytest.mark.parametrize("way_back", ["tyrol", "elsewhere"])
def test_attackers_do_not_retreat_into_an_enemy_who_has_retreated(name: str, way_back: str) -> None:
    """N-26.12, N-26.14: enemies beaten elsewhere cut the way back (ruling); all are eliminated.

    If they have gone elsewhere it is open.
    """
    state = attack(
        name,
        "own venice 2I; own switzerland 1I; enemy milan 1I; enemy tyrol 1I",
        "I switzerland milan, 2I venice tyrol",
    )
    play(state, "fight tyrol")
    fight(state, OTHER[name])
    assert "switzerland" in ways(state)
    assert "venice" not in ways(state)
    withdraw(state, "I switzerland" if way_back == "tyrol" else "I vienna")
    play(state, "pass, pass")
    assert state.battle == "milan"
    fight(state, name)
    cut = way_back == "tyrol"
    assert lost(state, name) == cut
    assert there(state, f"{name} switzerland") == ("" if cut else "1I")


@BOTH
def test_a_way_back_that_enemies_cut_is_named(name: str) -> None:
    """N-26.12: of three regions that units came from enemies have retreated to one (ruling)."""
    state = attack(
        name,
        "own venice 2I; own switzerland 1I; own piedmont 1I; enemy milan 1I; enemy tyrol 1I",
        "I switzerland milan, I venice milan, I piedmont milan, I venice tyrol",
    )
    play(state, "fight tyrol")
    fight(state, OTHER[name])
    withdraw(state, "I switzerland")
    play(state, "pass, pass")
    fight(state, name)
    assert ways(state) == {"venice", "piedmont"}
    said = refused(state, "withdraw infantry switzerland")
    assert said.endswith("enemy armies are there (N-26.12)")


# --- retreat of a defender -----------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("troops", "marches", "expected"),
    [
        ("own venice 1I", "I venice milan", "piedmont switzerland tyrol tuscany papal-states"),
        ("own venice 1I; own tyrol 1I", "I venice milan, I tyrol milan",
         "piedmont switzerland tuscany papal-states"),
        ("own venice 1I; own tyrol 1L", "I venice milan, L tyrol milan",
         "piedmont switzerland tuscany papal-states"),
        ("own venice 2I", "I venice milan", "piedmont switzerland tyrol tuscany papal-states"),
        ("own illyria 1C", "C illyria venice milan",
         "piedmont switzerland tyrol tuscany papal-states"),
        ("own venice 1I; own tyrol 1I", "I venice milan",
         "piedmont switzerland tuscany papal-states"),
        ("own venice 1I; own tyrol 1L", "I venice milan",
         "piedmont switzerland tyrol tuscany papal-states"),
        ("own venice 1I; own tuscany 1A; own switzerland 1C", "I venice milan",
         "piedmont tyrol papal-states"),
        ("own venice 2I; enemy papal-states 1I", "I venice milan, I venice papal-states",
         "piedmont switzerland tyrol tuscany"),
        ("own venice 1I; enemy tyrol 1I", "I venice milan",
         "piedmont switzerland tyrol tuscany papal-states"),
    ],
)  # fmt: skip
def test_defenders_go_where_no_enemy_army_is_or_came_from(
    name: str, troops: str, marches: str, expected: str
) -> None:
    """N-26.13, N-6.3, N-6.4: any other neighbour: own, the enemy's, and nobody's.

    Leaders by themselves close no region where they stand (N-1.9), but the one they came from; a
    region that is still to be fought for is closed.
    """
    for owners in ("milan FR, tyrol FR", "milan AU, tyrol AU", "milan -, switzerland AU"):
        state = attack(name, f"{troops}; enemy milan 1I", marches, owners=owners)
        if not state.battle:
            play(state, "fight milan")
        fight(state, OTHER[name])
        assert asked(state) == f"{NATIONS[OTHER[name]]} retreat"
        assert ways(state) == set(expected.split())
        for region in {"venice", "tyrol", "tuscany"} - ways(state):
            assert "N-26.13" in refused(state, f"withdraw infantry {region}")
        assert refused(state, "withdraw infantry bavaria")


@BOTH
def test_cavalry_came_from_where_it_passed_last(name: str) -> None:
    """N-26.13: the region where it began is open, the one it came through is not."""
    state = attack(name, "own lorraine 1C; enemy piedmont 1I", "C lorraine switzerland piedmont")
    fight(state, OTHER[name])
    assert ways(state) == {"provence", "milan"}
    state = attack(name, "own venice 1C; enemy bavaria 1I", "C venice tyrol bavaria")
    fight(state, OTHER[name])
    assert ways(state) == {"switzerland", "baden-wurtt", "vienna", "bohemia"}


@BOTH
def test_defenders_may_part(name: str) -> None:
    """N-26.13: to one or more regions; units of one kind as well."""
    state = attack(name, "own venice 1I; enemy milan 4I 1C 1L", "I venice milan")
    fight(state, OTHER[name])
    withdraw(state, "2I tyrol, I piedmont, I tuscany, C switzerland, L papal-states")
    found = {
        region: there(state, f"{OTHER[name]} {region}")
        for region in ("tyrol", "piedmont", "tuscany", "switzerland", "papal-states")
    }
    assert list(found.values()) == ["2I", "1I", "1I", "1C", "1L"]
    assert there(state, f"{name} milan") == "1I"


@BOTH
@pytest.mark.parametrize("way", ["tuscany", "papal-states", None])
def test_who_cannot_retreat_is_eliminated(name: str, way: str | None) -> None:
    """N-26.14: leaders too; a single way is taken without being asked for."""
    enemy = OTHER[name]
    closed = {"tuscany", "papal-states"} - {way}
    blocks = "".join(f"; own {region} 1I" for region in sorted(closed))
    blocks += "; own tyrol 1I; own switzerland 1I; own piedmont 1I"
    state = attack(name, f"own venice 1I; enemy milan 2I 1C 2L{blocks}", "I venice milan")
    fight(state, enemy)
    assert not state.retreating
    assert lost(state, enemy) == (0 if way else 5)
    if way:
        assert there(state, f"{enemy} {way}") == "2I 1C 2L"
    assert "milan" in state.troops
    assert nation(enemy) not in state.troops["milan"]


@BOTH
def test_the_routed_of_both_rejoin(name: str) -> None:
    """N-26.11: the winner's stay with him, the loser's retreat with the rest."""
    enemy = OTHER[name]
    state = attack(name, "own venice 3A; enemy tuscany 1I; enemy milan 2A", "3A venice milan")
    while state.decision == Decision.DEPLOY:
        play(state, max(texts(state)))
    for whose in (name, enemy):
        while not any(one.startswith("fire artillery") for one in texts(state)):
            play(state, "end")
        assert state.nation == nation(whose)
        shot = next(one for one in texts(state) if one.startswith("fire artillery"))
        play(state, f"{shot}, 12, 6")
        play(state, "end" if "end" in texts(state) else "")
    assert {zone for (_, zone) in state.units} == {"centre", "rout"}
    fight(state, enemy)
    assert state.retreating == {nation(enemy): {next(iter(state.retreating[nation(enemy)])): 2}}
    withdraw(state, "2A tuscany")
    assert there(state, f"{enemy} tuscany") == "1I 2A"
    assert there(state, f"{name} milan") == "3A"
    assert lost(state, name) == lost(state, enemy) == 0


@BOTH
def test_pap_and_commitment_come_after_the_retreat(name: str) -> None:
    """N-26.15: the PAP of the great battle is there, and all have gone, before the dice fall."""
    enemy = OTHER[name]
    state = attack(name, "own venice 6C; enemy milan 6I 1L", "6C venice milan", pap="FR 1, AU 1")
    while state.battle and state.winner is None:
        moves = texts(state)
        move = "retreat" if "retreat" in moves and state.nation == nation(enemy) else "end"
        play(state, move if move in moves else next(iter(sorted(moves))))
    for _ in range(6):
        play(state, f"pursue {ADJECTIVES[enemy]} infantry with cavalry, 3")
    assert asked(state) == f"{NATIONS[enemy]} retreat"
    assert state.pap == {nation(name): 1, nation(enemy): 1}
    withdraw(state, "L tuscany")
    assert state.decision == Decision.COMMITMENT_ROLL
    assert there(state, f"{enemy} tuscany") == "1L"
    assert state.pap == {nation(name): 2, nation(enemy): 1}


# --- battles for minor nations -------------------------------------------------------------------

FREE_ARMY = "1, 1, 1"
"""The dice for one infantry and one cavalry (N-14.6)."""


@BOTH
@pytest.mark.parametrize("stands_in_own_turn", [True, False])
@pytest.mark.parametrize(
    ("step", "fought"),
    [("opening", Step.BATTLES), ("afterwards", Step.BATTLES), ("closing", Step.CLOSING)],
)
def test_a_free_army_is_attacked_by_enemies_who_stood_there(
    name: str, step: str, fought: Step, *, stands_in_own_turn: bool
) -> None:
    """N-14.9: in the battle step of whoever's turn it is, at once if that is over."""
    stands = OTHER[name]
    state = position(
        f"{stands} tuscany 2I",
        stands if stands_in_own_turn else name,
        step=step,
        month=2,
        pap="FR 3, AU 3",
    )
    play(state, "pass" if stands_in_own_turn else "")
    play(state, f"overture tuscany, 9, {FREE_ARMY}")
    assert state.owners["tuscany"] == nation(name)
    if fought == Step.CLOSING:
        assert state.battle == "tuscany"
    else:
        assert state.battle is None
        assert there(state, f"{name} tuscany") == "1I 1C"
        assert there(state, f"{stands} tuscany") == "2I"
        to_battles(state)
    assert (state.battle, state.step) == ("tuscany", fought)
    assert state.sides == {nation(stands): Side.ATTACKER, nation(name): Side.DEFENDER}
    fight(state, name)
    assert ways(state) == {"milan", "papal-states"}
    withdraw(state, "I milan, C papal-states")
    assert there(state, f"{stands} tuscany") == "2I"


@BOTH
def test_a_free_army_meets_no_one_if_they_have_left(name: str) -> None:
    """N-14.9: what stands there after the movement of the turn counts; leaders have lost."""
    stands = OTHER[name]
    state = position(f"{stands} tuscany 2I", stands, step="opening", month=2, pap="FR 3, AU 3")
    play(state, f"pass, overture tuscany, 9, {FREE_ARMY}, pass, pass")
    assert state.decision == Decision.MARCH
    march(state, "2I tuscany milan")
    to_battles(state)
    assert (state.battle, state.step) == (None, Step.CLOSING)


def annexed(name: str, troops: str, marches: str) -> WarState:
    """Return the battle for Tuscany, which has resisted its annexation after the marches."""
    step = "movement" if marches else "opening"
    state = position(told(name, troops), name, step=step, month=2, pap="FR 3, AU 3")
    march(state, marches)
    play(state, "end" if "end" in texts(state) else "")
    play(state, f"annex tuscany, 1, {FREE_ARMY}")
    return to_battles(state)


@BOTH
@pytest.mark.parametrize("winner", ["annexer", "minor"])
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing"])
def test_an_annexer_who_beats_the_minor_owns_it(name: str, winner: str, step: str) -> None:
    """N-16.5, N-16.6, N-16.8, N-16.9: its army joins the enemy, and defends.

    It is owned by the enemy until it is beaten, and on if it is not.
    """
    enemy = OTHER[name]
    state = position(f"{name} tuscany 2I", name, step=step, month=2, pap="FR 3, AU 3")
    play(state, f"annex tuscany, 4, {FREE_ARMY}")
    assert state.owners["tuscany"] == nation(enemy)
    if step != "closing":
        assert state.battle is None
        to_battles(state)
    assert state.battle == "tuscany"
    assert state.step == (Step.CLOSING if step == "closing" else Step.BATTLES)
    assert state.sides == {nation(name): Side.ATTACKER, nation(enemy): Side.DEFENDER}
    fight(state, enemy if winner == "annexer" else name)
    while state.decision == Decision.RETREAT:
        assert ways(state) <= {"milan", "papal-states"}
        play(state, min(texts(state)))
        play(state, max(texts(state)) if state.decision == Decision.NUMBER else "")
    assert state.owners["tuscany"] == nation(name if winner == "annexer" else enemy)
    stays = name if winner == "annexer" else enemy
    assert set(state.troops["tuscany"]) == {nation(stays)}


@BOTH
@pytest.mark.parametrize(
    ("troops", "marches", "expected"),
    [
        ("own tuscany 2I", "", "milan papal-states"),  # like a defender
        ("own tuscany 2I; enemy milan 1I", "", "papal-states"),
        ("own milan 2I", "2I milan tuscany", "milan"),  # back where they came from
        ("own milan 2I; own papal-states 1I", "2I milan tuscany", "milan"),
        ("own milan 1I; own papal-states 1I", "I milan tuscany, I papal-states tuscany",
         "milan papal-states"),
        ("own tuscany 1I; own milan 1I", "I milan tuscany", "milan"),
        ("own tuscany 2I; enemy milan 1I; enemy papal-states 1I", "", ""),
    ],
)  # fmt: skip
def test_a_beaten_annexer_retreats_as_he_came(
    name: str, troops: str, marches: str, expected: str
) -> None:
    """N-16.11, N-26.12, N-26.13: by the way its units entered this turn, or like a defender."""
    state = annexed(name, troops, marches)
    fight(state, name)
    regions = set(expected.split())
    if len(regions) > 1:
        assert ways(state) == regions
    else:
        assert not state.retreating
        assert lost(state, name) == (0 if regions else 2)
        for region in regions:
            assert sum(state.troops[region][nation(name)].values()) == 2


@BOTH
@pytest.mark.parametrize(
    ("units", "dice", "great"),
    [
        ("6I", "4, 1, 1", False),
        ("6I", "4, 1, 4", True),
        ("6I", "4, 4, 1", True),
        ("6I", "5, 6, 4, 4, 4", True),
        ("5I 1A", "3, 6, 4", True),
        ("5I 1L", "4, 4, 4", False),
    ],
)
def test_a_free_army_of_six_can_make_a_great_battle(
    name: str, units: str, dice: str, *, great: bool
) -> None:
    """N-16.12, N-19.5: it counts like any other; beating it earns a PAP."""
    state = position(f"{name} tuscany {units}", name, step="opening", month=2, pap="FR 3, AU 3")
    to_battles(play(state, f"annex tuscany, 1, {dice}"))
    assert state.great is great
    fight(state, OTHER[name])
    while state.decision in (Decision.RETREAT, Decision.NUMBER):
        play(state, max(texts(state)))
    assert state.pap[nation(name)] == 2 + great


# --- what each nation sees -----------------------------------------------------------------------


def seat(name: str) -> Seat:
    return Seat[NATIONS[name].upper()]


def deployments(state: WarState) -> Iterator[WarState]:
    """Yield what the position is after each way in which who deploys may do so."""
    whose = state.to_move
    waiting = [state]
    while waiting:
        one = waiting.pop()
        if one.decision == Decision.DEPLOY and one.to_move == whose:
            waiting += [play(one.copy(), move) for move in texts(one)]
        else:
            yield one


def known(state: WarState, name: str) -> bytes:
    return state.information_set(seat(name)).tobytes()


PUBLIC = sorted(
    {*WarView.__dataclass_fields__}
    - {"side", "decision", "information_set", "units", "hidden", "ready", "scenario"}
)


def public(view: WarView) -> list[object]:
    return [getattr(view, name) for name in PUBLIC]


@BOTH
def test_a_deployment_is_hidden_until_both_are_ready(name: str) -> None:
    """N-20.6, N-28.2: the defender cannot tell one from another, and sees each when he is done.

    Who deploys sees his own all the time; how many units there are is public.
    """
    enemy = OTHER[name]
    marches = "3I venice milan, C venice milan, L venice milan"
    before = attack(name, "own venice 3I 1C 1L; enemy milan 3I 1L", marches)
    assert not before.great
    ways_of_attacker = list(deployments(before))
    assert len(ways_of_attacker) > 4
    assert {asked(one) for one in ways_of_attacker} == {f"{NATIONS[enemy]} deploy"}
    assert len({known(one, enemy) for one in ways_of_attacker}) == 1
    assert len({known(one, name) for one in ways_of_attacker}) == len(ways_of_attacker)
    for one in ways_of_attacker:
        seen, own = one.view(seat(enemy)), one.view(seat(name))
        assert (seen.hidden, own.hidden) == ((Side.ATTACKER,), (Side.DEFENDER,))
        assert {zone for (whose, zone) in seen.units if whose == nation(name)} == {"reserve"}
        assert sum(seen.units[nation(name), "reserve"].values()) == 5
        mine = {key: units for key, units in one.units.items() if key[0] == nation(name)}
        assert {key: units for key, units in own.units.items() if key[0] == nation(name)} == mine
        assert public(seen) == public(own)

    first = ways_of_attacker[0]
    answers = list(deployments(first))
    assert len(answers) > 2
    halfway = [play(first.copy(), move) for move in texts(first)]
    assert len({known(one, name) for one in halfway if one.decision == Decision.DEPLOY}) == 1
    shown = [one for one in answers if one.decision != Decision.DEPLOY]
    assert len({known(one, name) for one in shown}) == len(shown)
    for one in shown:
        for whose in (name, enemy):
            view = one.view(seat(whose))
            assert view.hidden == ()
            assert view.units == one.units


@BOTH
def test_what_the_attacker_has_placed_so_far_is_hidden(name: str) -> None:
    """N-28.2: while he still deploys as well; who looks on without a seat sees all."""
    state = attack(name, "own venice 3I 2C; enemy milan 3I", "3I venice milan, 2C venice milan")
    parts = [play(state.copy(), move) for move in texts(state)]
    assert {asked(one) for one in parts} == {f"{NATIONS[name]} deploy"}
    assert len({known(one, OTHER[name]) for one in parts}) == 1
    for one in parts:
        seen, whole = one.view(seat(OTHER[name])), one.view(None)
        assert (whole.hidden, whole.units) == ((), one.units)
        assert seen.hidden == (Side.ATTACKER,)
        assert {zone for whose, zone in seen.units if whose == nation(name)} == {"reserve"}


@BOTH
@pytest.mark.parametrize("step", ["opening", "movement", "closing", "purchases"])
def test_everything_else_is_public(name: str, step: str) -> None:
    """N-28.1: the map, owners, uprisings, PP, PAP and losses are the same for both, and true."""
    state = position(
        None, name, step=step, month=3, pap="FR 4, AU 2", pp="FR 7, AU 5", uprisings=("milan",)
    )
    views = [state.view(seat(whose)) for whose in ("FR", "AU")]
    for view in views:
        assert public(view) == public(state.view(None))
        assert view.hidden == ()
        for fact in ("troops", "owners", "pap", "pp", "dead", "uprisings", "month", "held"):
            assert getattr(view, fact) == getattr(state, fact)
    assert known(state, "FR") == known(state, "AU")


@BOTH
def test_a_battle_under_way_is_public(name: str) -> None:
    """N-28.1, N-28.2: from the first phase to the retreat."""
    state = attack(name, "own venice 2I; enemy milan 2I", "2I venice milan")
    while state.decision == Decision.DEPLOY:
        play(state, min(texts(state)))
    for _ in range(3):
        assert known(state, "FR") == known(state, "AU")
        assert public(state.view(Seat.FRANCE)) == public(state.view(Seat.AUSTRIA))
        play(state, "end")
    fight(state, OTHER[name])
    assert state.decision == Decision.RETREAT
    assert known(state, "FR") == known(state, "AU")


def test_both_know_the_start() -> None:
    """N-28.1: nothing is hidden at the start."""
    assert known(start(), "FR") == known(start(), "AU")
