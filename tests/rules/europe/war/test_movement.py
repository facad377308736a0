"""Chapter 6 of the digest: movement on land."""

import pytest

from tests.rules.europe.playing import KINDS
from tests.rules.europe.war.playing import (
    NATIONS,
    OTHER,
    asked,
    game,
    may,
    play,
    position,
    refused,
    texts,
    there,
)

STEPS = {"I": 1, "E": 1, "M": 1, "A": 1, "C": 2, "H": 2, "L": 2}
FAST = sorted(kind for kind, steps in STEPS.items() if steps == 2)
ARMIES = sorted(set(STEPS) - {"L"})

WAYS = {  # two steps through regions where nobody stands
    "FR": [
        ("burgundy", "lorraine", "baden-wurtt"),  # own, then nobody's
        ("lorraine", "baden-wurtt", "bavaria"),  # nobody's, then the enemy's
        ("provence", "piedmont", "milan"),  # both the enemy's
        ("switzerland", "tyrol", "vienna"),  # into his homeland and capital
        ("paris", "burgundy", "paris"),  # and back
    ],
    "AU": [
        ("bavaria", "baden-wurtt", "lorraine"),
        ("piedmont", "provence", "burgundy"),
        ("tyrol", "switzerland", "lorraine"),
        ("milan", "tuscany", "papal-states"),
        ("hungary", "vienna", "hungary"),
    ],
}
EACH_WAY = pytest.mark.parametrize(
    ("name", "way"), [(name, way) for name, ways in WAYS.items() for way in ways]
)


def march(kind: str, start: str, to: str, again: bool = False) -> str:
    return f"march {KINDS[kind]} {start} {to}{' again' * again}"


@EACH_WAY
@pytest.mark.parametrize("kind", STEPS)
def test_steps(kind: str, name: str, way: tuple[str, str, str]) -> None:
    """N-6.1, N-5.1, N-5.2: each unit moves up to its number of regions, leaders too.

    Owners do not stop them (N-6.3, N-6.4, N-6.5, N-6.7): nobody's, own and the enemy's regions.
    Militia alone does not leave its homeland (N-2.12).
    """
    start, middle, end = way
    if kind == "M" and game().scenario.regions[middle].home != NATIONS[name]:
        stays = position(f"{name} {start} 1M 1I", name, month=2)
        assert "N-2.12" in refused(stays, march(kind, start, middle))
        return
    other = {"FR": "central-france", "AU": "illyria"}[name]
    state = position(f"{name} {start} 1{kind}; {name} {other} 1I", name, month=2)
    play(state, march(kind, start, middle))
    assert f"1{kind}" in there(state, f"{name} {middle}")
    assert (march(kind, middle, end, True) in texts(state)) == (STEPS[kind] == 2)
    if STEPS[kind] == 2:
        play(state, march(kind, middle, end, True))
        assert f"1{kind}" in there(state, f"{name} {end}")
    last = end if STEPS[kind] == 2 else middle
    assert {one.split()[1] for one in may(state, "march")} == {other}
    assert "N-6.1" in refused(state, march(kind, last, middle if last == end else start, True))


@pytest.mark.parametrize("kind", STEPS)
@pytest.mark.parametrize("name", OTHER)
def test_units_are_fresh_in_their_next_turn(name: str, kind: str) -> None:
    """N-6.1: whether they have moved one region or all that they may."""
    start, middle, end = {"FR": ("paris", "burgundy", "lorraine")}.get(name, WAYS["AU"][4])
    state = play(position(f"{name} {start} 1{kind}", name, month=2), march(kind, start, middle))
    while state.month == 2 or not asked(state).startswith(NATIONS[name]):
        play(state, "end" if "end" in texts(state) else "pass")
    while "pass" in texts(state):
        play(state, "pass")
    assert refused(state, march(kind, middle, end, True))
    play(state, march(kind, middle, end))
    assert (march(kind, end, middle, True) in texts(state)) is (STEPS[kind] == 2)


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
def test_who_moves(name: str, enemy: str) -> None:
    """N-6.1: only units of the nation whose turn it is move."""
    state = position(f"{name} switzerland 1I 1L; {enemy} milan 1I 1C", name)
    assert {one.split()[1] for one in may(state, "march")} == {"switzerland"}
    assert refused(state, "march infantry milan tuscany")


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("number", [1, 2, 5])
def test_numbers(number: int, name: str, enemy: str) -> None:
    """N-6.1, N-6.9: any of the units move, the others may move elsewhere, none moves twice."""
    state = position(f"{name} switzerland 5I 1L; {enemy} hungary 1I", name, month=2)
    play(state, "march infantry switzerland baden-wurtt")
    assert may(state, "number") == {"1", "2", "3", "4", "5"}
    assert "N-6.1" in refused(state, "number 6")
    play(state, f"number {number}")
    assert there(state, f"{name} baden-wurtt") == f"{number}I"
    rest = f"{5 - number}I 1L" if number < 5 else "1L"
    assert there(state, f"{name} switzerland") == rest
    assert "N-6.1" in refused(state, "march infantry baden-wurtt bavaria")
    assert {one.split()[0] for one in may(state, "march infantry")} <= {"switzerland"}
    assert bool(may(state, "march infantry")) == (number < 5)


@pytest.mark.parametrize("name", OTHER)
def test_numbers_of_a_second_step(name: str) -> None:
    """N-6.1: cavalry that has made a step and such as has not are told apart in a region."""
    state = position(f"{name} milan 3C; {name} tuscany 2C", name)
    play(state, "march cavalry milan tuscany, number 2")
    assert there(state, f"{name} tuscany") == "4C"
    play(state, "march cavalry tuscany papal-states again")
    assert may(state, "number") == {"1", "2"}
    play(state, "number 1")
    play(state, "march cavalry tuscany papal-states, number 2")
    assert there(state, f"{name} papal-states") == "3C"
    play(state, "march cavalry papal-states venice again, number 2")  # two of those with a step
    assert there(state, f"{name} papal-states") == "1C"
    assert not {one for one in may(state, "march") if one.startswith("cavalry papal-states")}
    assert "march cavalry tuscany milan again" in texts(state)
    assert "march cavalry tuscany milan" not in texts(state)


@pytest.mark.parametrize("name", OTHER)
def test_order(name: str) -> None:
    """N-4.7, N-6.1: units move in any order, and a second step may come later."""
    state = position(f"{name} milan 1C 1I 1L", name)
    play(state, "march cavalry milan tuscany, march infantry milan piedmont")
    play(state, "march leader milan tuscany, march cavalry tuscany papal-states again")
    assert may(state, "march") == {
        "leader tuscany milan again",
        "leader tuscany papal-states again",
    }
    play(state, "march leader tuscany papal-states again")
    assert there(state, f"{name} papal-states") == "1C 1L"
    assert asked(state).endswith("politics")  # nothing is left that could move


@pytest.mark.parametrize("name", OTHER)
def test_no_unit_carries_another(name: str) -> None:
    """N-6.9: leaders move alone or with others, who do not move with them."""
    state = position(f"{name} milan 2I 1L; {name} venice 1I", name)
    alone = play(state.copy(), "march leader milan tuscany")
    assert there(alone, f"{name} tuscany") == "1L"
    assert there(alone, f"{name} milan") == "2I"
    without = play(state.copy(), "march infantry milan tuscany, number 2")
    assert there(without, f"{name} tuscany") == "2I"
    assert there(without, f"{name} milan") == "1L"
    play(without, "march leader milan tuscany, march leader tuscany papal-states again")
    assert there(without, f"{name} papal-states") == "1L"


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("kind", ARMIES)
@pytest.mark.parametrize("mover", FAST)
def test_enemy_armies_stop(mover: str, kind: str, name: str, enemy: str) -> None:
    """N-6.4, N-6.6, N-31.69: regions with enemy armies may be entered, which ends the movement."""
    besides = ("", "; {name} tuscany 1I", "; {name} piedmont 1I")
    for more in besides if mover == "C" else besides[-1:]:
        troops = f"{name} milan 1{mover}; {enemy} tuscany 1{kind}{more}"
        state = position(troops.format(name=name, enemy=enemy), name)
        play(state, march(mover, "milan", "tuscany"))
        assert f"1{mover}" in there(state, f"{name} tuscany")
        moved = {one for one in may(state, "march") if one.startswith(KINDS[mover])}
        assert not moved
        if may(state, "march"):
            assert "N-6.6" in refused(state, march(mover, "tuscany", "papal-states", True))


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("mover", FAST)
def test_stopping_at_the_second_step(mover: str, name: str, enemy: str) -> None:
    """N-6.6: what stands beside the way does not stop, what stands at its end may be entered."""
    state = position(f"{name} milan 1{mover}; {enemy} papal-states 1I; {enemy} venice 1I", name)
    play(state, march(mover, "milan", "tuscany"))
    play(state, march(mover, "tuscany", "papal-states", True))
    assert there(state, f"{name} papal-states") == f"1{mover}"


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("mover", FAST)
def test_leaders_do_not_stop_with_the_switch(mover: str, name: str, enemy: str) -> None:
    """N-6.6 leader_stops_movement: without it a leader alone stops nobody, and armies do."""
    option = "leader_stops_movement = false"
    state = position(f"{name} milan 1{mover}; {enemy} tuscany 2L", name, option=option)
    play(state, march(mover, "milan", "tuscany"))
    play(state, march(mover, "tuscany", "papal-states", True))
    assert there(state, f"{name} papal-states") == f"1{mover}"


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("mover", FAST)
def test_leaders_stop(mover: str, name: str, enemy: str) -> None:
    """N-6.6, N-31.72: a leader alone stops movement as armies do, since he is a land unit."""
    troops = f"{name} milan 1{mover}; {name} piedmont 1I; {enemy} tuscany 1L"
    state = position(troops, name)
    play(state, march(mover, "milan", "tuscany"))
    assert "N-6.6" in refused(state, march(mover, "tuscany", "papal-states", again=True))


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_lone_leader_is_pursued(roll: int, name: str, enemy: str) -> None:
    """N-31.72: cavalry that ends with a leader pursues him, on 5 or more, and he retreats."""
    state = position(f"{name} milan 1C; {enemy} tuscany 1L", name)
    play(state, "march cavalry milan tuscany, pass, pass")
    assert state.battle == "tuscany"
    adjective = {"FR": "french", "AU": "austrian"}[enemy]
    play(state, f"pursue {adjective} leader with cavalry, {roll}")
    assert there(state, f"{enemy} papal-states") == ("" if roll >= 5 else "1L")
    assert there(state, f"{name} tuscany") == "1C"


@pytest.mark.parametrize(
    ("name", "region", "to"),
    [
        ("FR", "lorraine", "burgundy"),
        ("AU", "bohemia", "vienna"),
        ("FR", "switzerland", "milan"),
        ("AU", "milan", "switzerland"),
        ("AU", "piedmont", "provence"),
        ("FR", "lorraine", "baden-wurtt"),
    ],
)
def test_entering(name: str, region: str, to: str) -> None:
    """N-6.3, N-6.4, N-6.5: nations at war enter each other's regions, and their own, occupied."""
    enemy = OTHER[name]
    for occupied in ("", f"; {enemy} {to} 3I 1L"):
        for own in ("", f"; {name} {to} 1I"):
            state = position(f"{name} {region} 1I 1A{occupied}{own}", name, month=2)
            play(state, f"march infantry {region} {to}, march artillery {region} {to}")
            infantry = 2 if own else 1
            assert there(state, f"{name} {to}") == f"{infantry}I 1A"


@pytest.mark.parametrize("name", OTHER)
def test_no_limit(name: str) -> None:
    """N-6.8, N-5.7: any number of units stands in a region."""
    around = ("switzerland", "piedmont", "tyrol", "venice", "papal-states", "tuscany", "milan")
    state = position("; ".join(f"{name} {region} 12I 1E" for region in around), name)
    for region in around[:-1]:
        play(state, f"march infantry {region} milan, number 12, march elite {region} milan")
    assert there(state, f"{name} milan") == "84I 7E"


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
@pytest.mark.parametrize("stay", ["nobody", "a leader", "an army"])
def test_beginning_together(stay: str, name: str, enemy: str) -> None:
    """N-6.10: units that begin a turn beside enemy armies may leave; those that stay fight."""
    left = {"nobody": "", "a leader": " 1L", "an army": " 1I"}[stay]
    state = position(f"{name} tuscany 1C 1A{left}; {enemy} tuscany 2I", name)
    play(state, "march cavalry tuscany milan, march cavalry milan venice again")
    assert there(state, f"{name} venice") == "1C"
    play(state, "march artillery tuscany papal-states")
    play(state, "" if stay == "nobody" else "end")
    assert there(state, f"{name} papal-states") == "1A"
    play(state, "pass, pass")
    assert (state.battle == "tuscany") == (stay != "nobody")


@pytest.mark.parametrize(("name", "enemy"), OTHER.items())
def test_entering_makes_a_battle(name: str, enemy: str) -> None:
    """N-6.10, N-4.5: armies of both in a region after all movement fight, and not before."""
    state = position(f"{name} milan 2I; {enemy} tuscany 1I", name)
    play(state, "march infantry milan tuscany, number 1")
    assert state.battle is None
    assert asked(state).endswith("march")
    play(state, "end, pass, pass")
    assert state.battle == "tuscany"
