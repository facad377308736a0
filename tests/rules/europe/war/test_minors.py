"""Chapters 14 and 16 of the digest: overtures to minor nations, free armies, annexations."""

import pytest

from marengo.games.europe.rules.words import Side
from marengo.games.europe.war.state import WarState
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
    retreat,
    texts,
    there,
)

EACH = pytest.mark.parametrize(("name", "enemy"), OTHER.items())
EITHER = pytest.mark.parametrize("name", OTHER)
MINORS = ("baden-wurtt", "tuscany", "papal-states")
ADJACENT = {"FR": "papal-states FR", "AU": "milan AU"}
REMOTE = {"FR": "milan AU", "AU": "milan FR"}

FREE = {  # dice of free armies, of infantry, cavalry and artillery
    "1, 1, 1": "1I 1C",
    "2, 3, 3": "2I 1C",
    "3, 4, 4": "3I 2C 1A",
    "4, 3, 4": "4I 1C 1A",
    "4, 6, 6": "4I 2C 1A",
    "5, 6, 3, 4, 3": "3I 2C",
    "6, 5, 5, 6, 1, 1, 6": "1I 1C 1A",
}
SEVEN, SIX, FIVE, TWO = "4, 4, 4", "4, 4, 1", "3, 4, 1", "1, 1, 1"


def points(state: WarState, name: str) -> int:
    return state.pap[nation(name)]


def success(state: WarState, name: str, region: str = "tuscany") -> float:
    """Return how likely it is that the roll that is to come makes a nation owner of a region."""
    rolls = ((state.copy().play(move), chance) for move, chance in state.chances())
    return sum(chance for after, chance in rolls if after.owners[region] == nation(name))


# Overtures --------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("region", MINORS)
@pytest.mark.parametrize("leader", [False, True])
def test_overtures(leader: bool, region: str, name: str, enemy: str) -> None:
    """N-14.4, N-14.5, N-31.80: 9 or more wins a minor nation, 8 with an own leader there."""
    troops = f"{name} {region} 1L" if leader else ""
    before = position(troops, name, step="opening", pap="FR 5, AU 5")
    owners = before.owners
    play(before, f"overture {region}")
    assert points(before, name) == 3
    for roll in (2, 7, 8, 9, 10, 12):
        state = play(before.copy(), str(roll))
        if roll >= 9 - leader:
            assert state.owners == owners | {region: nation(name)}
            assert asked(state) == "chance infantry roll"
        else:
            assert state.owners == owners
            assert asked(state) == f"{NATIONS[enemy]} politics"
            assert there(state, f"{name} {region}") == ("1L" if leader else "")
        assert (points(state, name), points(state, enemy)) == (3, 5)


@EACH
@pytest.mark.parametrize(
    ("troops", "need"),
    [
        ("", 10),
        ("{name} tuscany 1L", 15),
        ("{name} tuscany 3L 2I", 15),
        ("{name} tuscany 7I", 10),
        ("{enemy} tuscany 1L", 10),
        ("{enemy} tuscany 1L; {name} tuscany 1L", 15),
        ("{name} milan 1L; {name} papal-states 1L", 10),
    ],
)
def test_chances_of_overtures(troops: str, need: int, name: str, enemy: str) -> None:
    """N-14.4, N-31.80: the chance is 10/36, and 15/36 if a leader of the own nation is there."""
    stand = troops.format(name=name, enemy=enemy)
    for who in (name, enemy):
        if who == enemy and "L" in stand:
            continue
        state = position(stand, who, step="opening", pap="FR 2, AU 2")
        play(state, "overture tuscany")
        assert success(state, who) == pytest.approx(need / 36)


@EITHER
def test_targets_of_overtures(name: str) -> None:
    """N-14.4, N-14.11: only minor nations without owner, wherever they are and whoever is near."""
    home = {"FR": "central-france", "AU": "hungary"}[name]
    state = position(f"{name} {home} 1I", name, step="opening", pap="FR 9, AU 9")
    assert may(state, "overture") == set(MINORS)
    for region in ("milan", "switzerland"):
        assert "N-14.4" in refused(state, f"overture {region}")
    for region in ("paris", "vienna", "tyrol", "lorraine"):
        assert refused(state, f"overture {region}")
    taken = {"FR": "AU", "AU": "FR"}[name]
    state = position("", name, step="opening", pap="FR 9, AU 9", owners=f"tuscany {taken}, milan -")
    assert may(state, "overture") == {"baden-wurtt", "papal-states", "milan"}


@EACH
@pytest.mark.parametrize(("dice", "army"), FREE.items())
def test_free_armies(dice: str, army: str, name: str, enemy: str) -> None:
    """N-14.5, N-14.6, N-31.81: infantry 1 to 4, else again; from 4 on 2 cavalry, 1 artillery."""
    state = position("", name, step="opening", pap="FR 2, AU 2")
    play(state, f"overture tuscany, 9, {dice}")
    assert there(state, f"{name} tuscany") == army
    assert state.owners["tuscany"] == nation(name)
    assert asked(state) == f"{NATIONS[enemy]} politics"
    state = position(f"{name} tuscany 2I 1H", name, step="opening", pap="FR 2, AU 2")
    play(state, f"overture tuscany, 9, {dice}")
    infantry, *others = army.split()
    assert there(state, f"{name} tuscany") == " ".join(
        [f"{int(infantry[0]) + 2}I", others[0], "1H", *others[1:]]
    )


@EITHER
def test_dice_of_free_armies(name: str) -> None:
    """N-14.6: each die is a plain one; which decision it belongs to is told."""
    state = position("", name, step="opening", pap="FR 2, AU 2")
    play(state, "overture tuscany, 12")
    for roll, kind in ((6, "infantry"), (5, "infantry"), (4, "infantry"), (1, "cavalry")):
        assert asked(state) == f"chance {kind} roll"
        assert [round(chance * 6, 6) for _, chance in state.chances()] == [1] * 6
        play(state, str(roll))
    assert asked(state) == "chance artillery roll"
    assert len(state.chances()) == 6


@EACH
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing"])
def test_free_armies_are_ordinary_troops(step: str, name: str, enemy: str) -> None:
    """N-14.7, N-14.8: from their owner's next movement on they march like others, not before.

    That of the own turn that begins is the next one, but that of the other's turn is not.
    """
    home = {"FR": "central-france", "AU": "hungary"}
    base = f"{name} {home[name]} 1I; {enemy} {home[enemy]} 1I"
    state = position(base, name, step=step, pap="FR 2, AU 2", month=2)
    play(state, "overture tuscany, 9, 1, 1, 1, pass, pass")
    if step != "opening":
        for _ in range(12):
            if asked(state) == f"{NATIONS[name]} march":
                break
            assert not {one for one in may(state, "march") if "tuscany" in one}
            play(state, "end" if "end" in texts(state) else "pass")
    assert asked(state) == f"{NATIONS[name]} march"
    play(state, "march infantry tuscany papal-states, march cavalry tuscany milan")
    play(state, "march cavalry milan venice again")
    assert there(state, f"{name} papal-states") == "1I"
    assert there(state, f"{name} venice") == "1C"


@EACH
def test_free_armies_of_the_others_turn(name: str, enemy: str) -> None:
    """N-14.8: an army that came in the other's turn defends in it and marches in the own one."""
    state = position(
        f"{enemy} milan 1I; {name} papal-states 1L", enemy, step="opening", pap="FR 2, AU 2"
    )
    play(state, "pass, overture tuscany, 9, 1, 1, 1, pass, pass")
    assert asked(state) == f"{NATIONS[enemy]} march"
    assert {one.split()[1] for one in may(state, "march")} == {"milan"}
    attacked = play(state.copy(), "march infantry milan tuscany, pass, pass")
    assert attacked.battle == "tuscany"
    assert attacked.sides == {nation(enemy): Side.ATTACKER, nation(name): Side.DEFENDER}
    play(state, "march infantry milan piedmont, pass, pass, pass, pass, pass, pass")
    assert asked(state) == f"{NATIONS[name]} march"
    assert "march infantry tuscany milan" in texts(state)


@EACH
@pytest.mark.parametrize("turn", ["own", "other's"])
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
def test_enemies_where_a_free_army_comes(step: str, turn: str, name: str, enemy: str) -> None:
    """N-14.9: enemies who stand there attack, in the battle step, or at once if that is over."""
    active = name if turn == "own" else enemy
    troops = f"{enemy} tuscany 2I; FR central-france 1I; AU hungary 1I"
    state = position(troops, active, step=step, pap="FR 2, AU 2", month=3)
    play(
        state,
        "overture tuscany, 9, 1, 1, 1" if turn == "own" else "pass, overture tuscany, 9, 1, 1, 1",
    )
    if step in ("opening", "afterwards"):
        assert state.battle is None
        assert there(state, f"{name} tuscany") == "1I 1C"
        assert there(state, f"{enemy} tuscany") == "2I"
        play(state, "pass" if turn == "own" else "")
        play(state, "pass")
        if turn == "other's":
            play(state, "pass")
    if step == "opening":
        assert asked(state) == f"{NATIONS[active]} march"
        play(state, "end, pass, pass")
    assert state.battle == "tuscany"
    assert state.sides == {nation(enemy): Side.ATTACKER, nation(name): Side.DEFENDER}


@EITHER
def test_enemies_who_leave(name: str) -> None:
    """N-14.9, N-6.10: an enemy whose turn begins so may leave before the battle."""
    state = position(f"{name} tuscany 1I", name, step="opening", pap="FR 2, AU 2")
    play(state, "pass, overture tuscany, 9, 1, 1, 1, pass, pass")
    play(state, "march infantry tuscany papal-states, pass, pass")
    assert state.battle is None
    assert there(state, f"{name} papal-states") == "1I"


# Annexations ------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize(
    ("armies", "more"),
    [("1I", 0), ("3I", 0), ("4I", 1), ("6I", 1), ("7I", 2), ("9I", 2), ("3I 9L", 0), ("6I 1L", 1),
     ("1I 1E 1C 1H", 1), ("2I 1E 1C 1H 1A", 1), ("2I 1E 1C 2H 1A", 2), ("1I 2A", 0)],
)  # fmt: skip
@pytest.mark.parametrize("adjacent", [False, True])
def test_modifiers(adjacent: bool, armies: str, more: int, name: str, enemy: str) -> None:
    """N-16.2, N-16.3, N-1.2, N-31.82: annexed on 5 or more with the modifiers, at war −1.

    With 4 to 6 own armies +1, with 7 or more +2; beside a region of the own nation +1.
    """
    need = 5 - more - adjacent + 1
    owners = (ADJACENT if adjacent else REMOTE)[name]
    before = position(f"{name} tuscany {armies}", name, step="opening", owners=owners)
    play(before, "annex tuscany")
    assert success(before, name) == pytest.approx((7 - need) / 6)
    for roll in (need - 1, need):
        state = play(before.copy(), str(roll))
        if roll == need:
            assert asked(state) == f"{NATIONS[enemy]} politics"
            assert there(state, f"{name} tuscany") == armies
        else:
            assert asked(state) == "chance infantry roll"
        assert points(state, name) == 0


@EACH
@pytest.mark.parametrize(
    ("given", "owners", "adjacent"),
    [
        ("", "milan {name}, papal-states {name}", True),
        ("", "milan {enemy}, papal-states {name}", True),
        ("", "milan {name}, papal-states {enemy}", True),
        ("", "milan {enemy}, papal-states {enemy}", False),
        ("", "milan -, papal-states -", False),
        ("; {name} milan 3I; {name} papal-states 3I", "milan {enemy}, papal-states -", False),
        ("; {enemy} milan 3I", "milan {name}", True),
        ("", "milan -, venice {name}, piedmont {name}, switzerland {name}", False),
    ],
)
def test_what_is_adjacent(given: str, owners: str, adjacent: bool, name: str, enemy: str) -> None:
    """N-16.3, N-1.8: a region beside it counts if it is owned, occupied or not, and once only."""
    troops = f"{name} tuscany 4I{given}".format(name=name, enemy=enemy)
    owned = owners.format(name=name, enemy=enemy)
    state = position(troops, name, step="opening", owners=owned)
    assert success(play(state, "annex tuscany"), name) == pytest.approx((3 if adjacent else 2) / 6)


@EITHER
@pytest.mark.parametrize("region", MINORS)
def test_adjacent_homelands(region: str, name: str) -> None:
    """N-16.3: Lorraine and Switzerland make France a neighbour of Baden, Bavaria makes Austria."""
    beside = {"FR": ("baden-wurtt",), "AU": MINORS}[name]
    state = position(f"{name} {region} 1I", name, step="opening")
    assert success(play(state, f"annex {region}"), name, region) == pytest.approx(
        (2 if region in beside else 1) / 6
    )


@EACH
def test_enemy_armies_do_not_count(name: str, enemy: str) -> None:
    """N-16.3, N-16.1: only the own armies in the region count; enemies there hinder not."""
    troops = f"{name} tuscany 3I; {enemy} tuscany 5I"
    state = position(troops, name, step="afterwards", owners=REMOTE[name])
    assert success(play(state, "annex tuscany"), name) == pytest.approx(1 / 6)


@EACH
def test_what_may_be_annexed(name: str, enemy: str) -> None:
    """N-16.1, N-1.2: minor nations without owner with at least one own army, in the own turn."""
    troops = (
        f"{name} tuscany 1A; {name} papal-states 2L; {name} milan 5I; {enemy} baden-wurtt 1I; "
        f"{name} paris 1I; {name} vienna 1I"
    )
    state = position(troops, name, step="opening", owners="venice -", pap="FR 9, AU 9")
    assert may(state, "annex") == {"tuscany"}
    for region in ("papal-states", "milan", "baden-wurtt", "venice"):
        assert "N-16.1" in refused(state, f"annex {region}")
    for region in ("paris", "vienna"):
        assert "N-1.4" in refused(state, f"annex {region}")
    play(state, "annex tuscany, 6, pass")
    assert not may(state, "annex")
    state = position(troops, enemy, step="opening", pap="FR 9, AU 9", month=2)
    assert may(state, "annex") == {"baden-wurtt"}
    play(state, "pass")
    assert "N-16.1" in refused(state, "annex tuscany")


@EACH
@pytest.mark.parametrize(("dice", "army"), FREE.items())
def test_resistance(dice: str, army: str, name: str, enemy: str) -> None:
    """N-16.5, N-16.6: an army resists and joins the enemy, who owns the region, without cost."""
    state = position(f"{name} tuscany 2I", name, step="opening", pap="FR 2, AU 2")
    play(state, f"annex tuscany, 1, {dice}")
    assert there(state, f"{enemy} tuscany") == army
    assert there(state, f"{name} tuscany") == "2I"
    assert state.owners["tuscany"] == nation(enemy)
    assert (points(state, name), points(state, enemy)) == (1, 2)


def resisted(name: str, dice: str, armies: str = "6I", step: str = "opening") -> WarState:
    """Return the battle after an annexation of Tuscany that failed."""
    state = position(f"{name} tuscany {armies}", name, step=step, pap="FR 1, AU 1", month=2)
    play(state, f"annex tuscany, 1, {dice}")
    if step != "closing":
        play(state, "pass, pass")
    if step == "opening":
        play(state, "end, pass, pass")
    return state


@EACH
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing"])
def test_battles_of_annexations(step: str, name: str, enemy: str) -> None:
    """N-16.8: it is fought in the battle step, or at once after it; the annexer attacks."""
    state = resisted(name, TWO, "2I", step)
    assert state.battle == "tuscany"
    assert state.sides == {nation(name): Side.ATTACKER, nation(enemy): Side.DEFENDER}


@EACH
def test_annexing_between_battles(name: str, enemy: str) -> None:
    """N-16.8: after the first battle of a turn the battle step is not over yet."""
    troops = f"{name} tuscany 2I; {name} baden-wurtt 1I; {enemy} baden-wurtt 1I"
    state = position(troops, name, step="battles", pap="FR 1, AU 1")
    retreat(fight(state, enemy))
    assert state.step.name.lower() == "between"
    play(state, f"annex tuscany, 1, {TWO}")
    assert state.battle is None
    state = play(state, "pass, pass")
    assert state.battle == "tuscany"
    assert state.sides == {nation(name): Side.ATTACKER, nation(enemy): Side.DEFENDER}


@EACH
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing"])
@pytest.mark.parametrize("annexer_wins", [True, False])
def test_who_owns_it(annexer_wins: bool, step: str, name: str, enemy: str) -> None:
    """N-16.9, N-16.6: who beats the army in this battle owns the region, else the enemy does."""
    state = resisted(name, TWO, "3I", step)
    retreat(fight(state, enemy if annexer_wins else name))
    assert state.owners["tuscany"] == nation(name if annexer_wins else enemy)


@EACH
@pytest.mark.parametrize("annexer_wins", [True, False])
def test_who_owns_it_with_the_switch(annexer_wins: bool, name: str, enemy: str) -> None:
    """N-16.9 annex_after_join: without it the enemy, whom the minor joined, owns it anyway."""
    no = "annex_after_join = false"
    state = position(f"{name} tuscany 3I", name, step="closing", pap="FR 1, AU 1", option=no)
    play(state, f"annex tuscany, 1, {TWO}")
    retreat(fight(state, enemy if annexer_wins else name))
    assert state.owners["tuscany"] == nation(enemy)


@EACH
def test_leaving_before_the_battle(name: str, enemy: str) -> None:
    """N-16.9, N-16.8, N-6.10: without this battle the enemy owns it, and later ones change nothing.

    Ownership does not change by battles (N-1.7).
    """
    home = {"FR": "bohemia", "AU": "central-france"}[enemy]
    state = position(f"{name} tuscany 5I; {enemy} {home} 1I", name, step="opening", month=2)
    play(state, f"annex tuscany, 1, {TWO}, pass, pass")
    play(state, "march infantry tuscany milan, number 5, pass, pass")
    assert state.battle is None
    assert state.owners["tuscany"] == nation(enemy)
    while asked(state) != f"{NATIONS[name]} march":
        play(state, "end" if "end" in texts(state) else "pass")
    state = play(state, "march infantry milan tuscany, number 5, pass, pass")
    assert state.battle == "tuscany"
    retreat(fight(state, enemy))
    assert there(state, f"{name} tuscany") == "5I"
    assert state.owners["tuscany"] == nation(enemy)


@EACH
def test_two_annexations(name: str, enemy: str) -> None:
    """N-16.8, N-16.9: each is fought for in its own battle, of the same turn."""
    troops = f"{name} tuscany 2I; {name} papal-states 2I"
    state = position(troops, name, step="opening", pap="FR 2, AU 2")
    play(state, f"annex tuscany, 1, {TWO}, pass, annex papal-states, 1, {TWO}, pass, pass")
    play(state, "end, pass, pass")
    assert asked(state) == f"{NATIONS[enemy]} next battle"
    assert may(state, "fight") == {"tuscany", "papal-states"}
    play(state, "fight papal-states")
    retreat(fight(state, name))
    assert state.owners["papal-states"] == nation(enemy)
    play(state, "pass, pass")
    assert state.battle == "tuscany"
    retreat(fight(state, enemy))
    assert state.owners["tuscany"] == nation(name)
    assert state.owners["papal-states"] == nation(enemy)


@EACH
@pytest.mark.parametrize(
    ("given", "ways"),
    [
        ("", {"milan", "papal-states"}),
        ("; {enemy} milan 1L", {"milan", "papal-states"}),
        ("; {enemy} milan 1I", {"papal-states"}),
        ("; {enemy} papal-states 1I", {"milan"}),
        ("; {enemy} milan 1I; {enemy} papal-states 1I", set()),
    ],
)
def test_retreats_of_who_was_there(given: str, ways: set[str], name: str, enemy: str) -> None:
    """N-16.11, N-26.13: annexers who stood there retreat like defenders, where no enemies are."""
    troops = f"{name} tuscany 1I{given}".format(name=name, enemy=enemy)
    state = position(troops, name, step="closing")
    play(state, f"annex tuscany, 1, {TWO}")
    fight(state, name)
    if len(ways) > 1:
        assert may(state, "withdraw") == {f"infantry {way}" for way in ways}
        play(state, "withdraw infantry papal-states")
    found = {way for way in ("milan", "papal-states") if "I" in there(state, f"{name} {way}")}
    assert found == ({max(ways)} if ways else set())
    assert not there(state, f"{name} tuscany")


@EACH
@pytest.mark.parametrize("come", ["milan", "papal-states"])
@pytest.mark.parametrize("step", ["afterwards", "closing"])
def test_retreats_of_who_came(step: str, come: str, name: str, enemy: str) -> None:
    """N-16.11, N-26.12: annexers who entered this turn retreat to where they came from."""
    state = position(f"{name} {come} 1I", name, pap="FR 1, AU 1")
    play(state, f"march infantry {come} tuscany")
    play(state, "" if step == "afterwards" else "pass, pass")
    assert state.step.name.lower() == step
    play(state, f"annex tuscany, 1, {TWO}")
    play(state, "pass, pass" if step == "afterwards" else "")
    retreat(fight(state, name))
    assert there(state, f"{name} {come}") == "1I"
    assert state.owners["tuscany"] == nation(enemy)


@EACH
@pytest.mark.parametrize(("dice", "armies"), [(SEVEN, 7), (SIX, 6), (FIVE, 5)])
@pytest.mark.parametrize("own", [5, 6])
@pytest.mark.parametrize("annexer_wins", [True, False])
def test_great_battles(
    annexer_wins: bool, own: int, dice: str, armies: int, name: str, enemy: str
) -> None:
    """N-16.12: with 6 armies on both sides it is a great battle, and its winner receives a PAP."""
    state = resisted(name, dice, f"{own}I")
    won, lost = (name, enemy) if annexer_wins else (enemy, name)
    before = points(state, won), points(state, lost)
    retreat(fight(state, lost))
    great = own >= 6 and armies >= 6
    assert (points(state, won), points(state, lost)) == (before[0] + great, before[1])


@EACH
def test_own_army_after_an_annexation(name: str, enemy: str) -> None:
    """N-16.2: without resistance nothing appears and nothing is fought."""
    state = position(f"{name} tuscany 1I 1L", name, step="opening", pap="FR 1, AU 1")
    play(state, "annex tuscany, 6, pass, pass, end, pass, pass")
    assert state.battle is None
    assert there(state, f"{name} tuscany") == "1I 1L"
    assert not there(state, f"{enemy} tuscany")
