"""Chapter 18 of the digest without congresses: uprisings, and what becomes of them."""

import pytest

from marengo.games.europe.war import Decision, Step
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
    start,
    texts,
    there,
)

BOTH = pytest.mark.parametrize("name", ["FR", "AU"])
HOMES = {
    "FR": {"paris", "burgundy", "central-france", "provence", "lorraine"},
    "AU": {"tyrol", "vienna", "illyria", "bohemia", "hungary"},
}
MINORS = {
    "switzerland",
    "baden-wurtt",
    "bavaria",
    "piedmont",
    "milan",
    "tuscany",
    "papal-states",
    "venice",
}


# --- causing one ---------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("owners", "without"),
    [
        ("", {"baden-wurtt", "tuscany", "papal-states"}),
        ("tuscany FR, papal-states AU, milan -", {"baden-wurtt", "milan"}),
        ("baden-wurtt AU, tuscany FR, papal-states AU", set()),
        ("lorraine AU, tyrol FR, venice FR", {"baden-wurtt", "tuscany", "papal-states"}),
    ],
)
def test_uprisings_are_caused_in_owned_minor_nations(
    name: str, owners: str, without: set[str]
) -> None:
    """N-18.1: whoever owns them, oneself too; in no homeland, and not where nobody owns."""
    facts = {"owners": owners} if owners else {}
    state = position("FR paris 1I", name, step="opening", pap="FR 3, AU 3", **facts)
    assert may(state, "incite") == MINORS - without
    for region in HOMES["FR"] | HOMES["AU"] | without:
        assert "(N-18.1)" in refused(state, f"incite {region}")


@BOTH
@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize("region", ["switzerland", "milan"])
def test_it_costs_one_pap(name: str, region: str, *, active: bool) -> None:
    """N-12.5, N-12.10, N-18.1: a marker is laid at once; without PAP there is none."""
    whose = name if active else OTHER[name]
    for pap in (0, 1, 3):
        state = position("FR paris 1I", whose, step="opening", pap=f"{name} {pap}")
        play(state, "" if active else "pass")
        assert asked(state) == f"{NATIONS[name]} politics"
        before = state.pap[nation(OTHER[name])]
        assert (f"incite {region}" in texts(state)) is (pap > 0)
        if not pap:
            assert "PAP" in refused(state, f"incite {region}")
            continue
        assert set(state.uprisings) == set()
        play(state, f"incite {region}")
        assert set(state.uprisings) == {region}
        assert state.pap == {nation(name): pap - 1, nation(OTHER[name]): before}


@BOTH
@pytest.mark.parametrize("whose", ["FR", "AU"])
def test_a_second_marker_is_not_laid(name: str, whose: str) -> None:
    """N-18.1: it would have no effect; one elsewhere has."""
    facts = {"uprisings": ("milan",), "owners": f"milan {whose}", "pap": "FR 3, AU 3"}
    state = position("FR paris 1I", name, step="opening", **facts)
    assert "incite milan" not in texts(state)
    play(state, "incite venice")
    assert set(state.uprisings) == {"milan", "venice"}


# --- what it does --------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("marked", "less"), [((), 0), (("A",), 2), (("A", "B"), 4), (("capital",), None)]
)
def test_a_region_in_uprising_yields_nothing(
    name: str, marked: tuple[str, ...], less: int | None
) -> None:
    """N-11.5, N-18.2: minor nations as well as, if one is in uprising, the capital."""
    regions = {"FR": ("switzerland", "tuscany", "paris"), "AU": ("milan", "tuscany", "vienna")}[
        name
    ]
    names = dict(zip(("A", "B", "capital"), regions, strict=True))
    less = {"FR": 10, "AU": 8}[name] if less is None else less
    state = position(
        "FR paris 1I; AU vienna 1I",
        name,
        step="purchases",
        owners=f"tuscany {name}",
        uprisings=tuple(names[one] for one in marked),
    )
    assert state.pp[nation(name)] == {"FR": 22, "AU": 26}[name] - less


@BOTH
@pytest.mark.parametrize("number", [0, 1, 4, 5])
def test_nothing_is_placed_in_a_region_in_uprising(name: str, number: int) -> None:
    """N-11.12, N-18.2: if all of the homeland is, nothing can be built, but PAP are bought."""
    marked = sorted(HOMES[name])[:number]
    state = position("FR paris 1I", name, step="purchases", uprisings=marked, pp=f"{name} 40")
    placed = {one.split()[-1] for one in may(state, "buy") if one != "pap"}
    assert placed == HOMES[name] - set(marked)
    assert "buy pap" in texts(state)
    for region in marked:
        assert refused(state, f"buy infantry {region}")


@BOTH
def test_it_hinders_no_march_and_brings_no_army(name: str) -> None:
    """N-18.4: units set out from there, enter, and pass through it as if it were not there."""
    enemy = OTHER[name]
    troops = f"{name} venice 2C; {name} tyrol 1I; {enemy} piedmont 1I; {enemy} papal-states 1C"
    states = [
        position(troops, name, step="opening", month=2, pap="FR 3, AU 3", owners=f"milan {owner}")
        for owner in ("FR", "AU")
    ]
    for state in states:
        before = state.troops
        play(state, "incite milan, pass, incite venice")
        assert state.troops == before
        play(state, "pass, pass")
        quiet = position(troops, name, month=2)
        assert may(state, "march") == may(quiet, "march")
        play(state, "march cavalry venice milan, number 2, march cavalry milan tuscany again")
        assert "number 1" in texts(state)
        play(state, "number 1, march infantry tyrol milan, end")
        assert there(state, f"{name} milan") == "1I 1C"
        assert there(state, f"{name} tuscany") == "1C"
        assert not state.troops.get("milan", {}).get(nation(enemy))


@BOTH
@pytest.mark.parametrize("uprisings", [(), ("milan",)])
def test_it_hinders_no_battle(name: str, uprisings: tuple[str, ...]) -> None:
    """N-18.4: one there is fought by the same units, at the same odds, and retreats too."""
    enemy = OTHER[name]
    state = position(
        f"{name} venice 1A; {enemy} milan 1I",
        name,
        month=2,
        uprisings=uprisings,
        owners=f"milan {enemy}",
    )
    play(state, "march artillery venice milan, pass, pass")
    assert state.battle == "milan"
    assert sorted((whose.name, zone) for whose, zone in state.units) == sorted(
        [(nation(name).name, "centre"), (nation(enemy).name, "centre")]
    )
    fight(state, enemy)
    assert may(state, "withdraw infantry") >= {"piedmont", "switzerland", "tuscany", "tyrol"}
    assert state.uprisings == uprisings


# --- putting one down ----------------------------------------------------------------------------


def unrest(name: str, units: str) -> WarState:
    """Return the end of a turn of ``name``, whose units stand in Milan, its own and in uprising."""
    facts = {"uprisings": ("milan",), "owners": f"milan {name}"}
    return calm(position(f"{name} milan {units}", name, step="battles", **facts))


def calm(state: WarState) -> WarState:
    """Pass, in all windows before an uprising is asked for or the turn ends."""
    while state.step in (Step.OPENING, Step.MOVEMENT, Step.AFTERWARDS, Step.BATTLES, Step.BETWEEN):
        play(state, "pass" if "pass" in texts(state) else "end")
    return state


@BOTH
@pytest.mark.parametrize(
    ("units", "armies"),
    [("2I", 2), ("5I", 5), ("2I 1E 1C 1H", 5), ("4I 1A 2L", 5), ("7I 1L", 7), ("11I", 11)],
)
def test_the_roll_is_not_above_the_number_of_armies(name: str, units: str, armies: int) -> None:
    """N-18.5, N-31.90: the marker is removed at that number and below; above, an army is lost."""
    state = unrest(name, units)
    assert asked(state) == f"{NATIONS[name]} uprising"
    assert texts(state) == {"suppress", "spare"}
    play(state, "suppress")
    assert state.decision == Decision.UPRISING_ROLL
    for roll in range(2, 13):
        after = play(state.copy(), str(roll))
        fails = roll > armies
        if after.decision == Decision.LOSS:
            play(after, min(texts(after)))
        assert after.uprisings == (("milan",) if fails else ())
        assert numbered(there(after, f"{name} milan")) == numbered(units) - fails


def numbered(units: str) -> int:
    """Return how many units these are."""
    return sum(int(one[:-1]) for one in units.split())


@BOTH
def test_an_uprising_is_rolled_for_with_two_dice(name: str) -> None:
    """N-18.5, N-28.4: 10 of 36 with five armies."""
    state = play(unrest(name, "5I"), "suppress")
    odds = {int(str(move).split()[1]): chance for move, chance in state.chances()}
    assert odds == pytest.approx({roll: (6 - abs(roll - 7)) / 36 for roll in range(2, 13)})


@BOTH
def test_with_one_army_it_fails_always_with_twelve_never(name: str) -> None:
    """N-18.6: at any roll."""
    for units, sure in (("1I", False), ("1C 3L", False), ("12I", True), ("13I", True)):
        for roll in (2, 7, 12):
            state = play(unrest(name, units), "suppress")
            if state.decision == Decision.UPRISING_ROLL:
                play(state, str(roll))
            assert state.uprisings == (() if sure else ("milan",))
            kept = {"1I": "", "1C 3L": "3L"}.get(units, units)
            assert there(state, f"{name} milan") == kept


@BOTH
def test_nobody_must_roll(name: str) -> None:
    """N-18.5, N-31.90: nothing happens to who does not; he is asked again in his next turn."""
    state = play(unrest(name, "2I"), "spare")
    assert state.uprisings == ("milan",)
    assert there(state, f"{name} milan") == "2I"
    assert (state.step, asked(state)) == (Step.CLOSING, f"{NATIONS[name]} politics")
    while state.decision != Decision.UPRISING:
        play(state, "pass" if "pass" in texts(state) else "end")
    assert (state.active, state.month) == (nation(name), 2)


@BOTH
@pytest.mark.parametrize(
    ("units", "choice"),
    [
        ("2I 1E 1L", {"infantry": "1I 1E 1L", "elite": "2I 1L"}),
        ("1C 1H 1A", {"cavalry": "1H 1A", "heavy": "1C 1A", "artillery": "1C 1H"}),
        ("1E 2C 1A 2L", {"elite": "2C 1A 2L", "cavalry": "1E 1C 1A 2L", "artillery": "1E 2C 2L"}),
    ],
)
def test_the_owner_chooses_which_army_is_lost(
    name: str, units: str, choice: dict[str, str]
) -> None:
    """N-18.5: any kind of army, and no leader."""
    state = play(unrest(name, units), "suppress, 12")
    assert asked(state) == f"{NATIONS[name]} loss"
    assert may(state, "sacrifice") == set(choice)
    for kind, left in choice.items():
        after = play(state.copy(), f"sacrifice {kind}")
        assert there(after, f"{name} milan") == left
        assert after.uprisings == ("milan",)


@BOTH
@pytest.mark.parametrize(
    ("troops", "owner", "asks"),
    [
        ("{0} milan 1I", "{0}", True),
        ("{0} milan 1L", "{0}", False),  # no army
        ("{0} venice 5I", "{0}", False),  # not there
        ("{0} milan 5I", "{1}", False),  # not the owner's
        ("{1} milan 5I", "{1}", False),  # not the owner's turn
        ("{1} milan 5I", "{0}", False),  # no army of the owner
    ],
)
def test_only_armies_of_the_owner_fight_it_in_his_turn(
    name: str, troops: str, owner: str, *, asks: bool
) -> None:
    """N-1.8, N-18.5: leaders, others, and armies elsewhere do not."""
    names = (name, OTHER[name])
    state = position(
        troops.format(*names),
        name,
        step="battles",
        uprisings=("milan",),
        owners=f"milan {owner.format(*names)}",
    )
    calm(state)
    assert (state.decision == Decision.UPRISING) is asks
    assert asks or state.step == Step.CLOSING


@BOTH
def test_each_region_in_uprising_is_asked_for(name: str) -> None:
    """N-18.5: one after the other, each with the armies there."""
    state = position(
        f"{name} milan 2I; {name} venice 4I; {name} bavaria 3I; {name} piedmont 9I",
        name,
        step="battles",
        uprisings=("milan", "venice", "piedmont"),
        owners=f"milan {name}, venice {name}, bavaria {name}, piedmont {name}",
    )
    found = []
    while state.decision == Decision.UPRISING:
        found.append(state.context["uprising"])
        play(state, "suppress, 4")
    assert sorted(found) == ["milan", "piedmont", "venice"]
    assert state.uprisings == ("milan",)
    assert there(state, f"{name} milan") == "1I"
    assert there(state, f"{name} venice") == "4I"


@BOTH
def test_armies_count_as_they_are_after_the_battles(name: str) -> None:
    """N-4.4, N-18.5: who has gone there counts, who has left does not."""
    troops = f"{name} venice 3I; {name} milan 1I; {name} bavaria 2I"
    state = position(
        troops,
        name,
        month=2,
        uprisings=("milan", "bavaria"),
        owners=f"milan {name}, venice {name}, bavaria {name}",
    )
    play(state, "march infantry venice milan, number 2, march infantry bavaria tyrol, number 2")
    play(state, "end")
    calm(state)
    assert state.context["uprising"] == "milan"
    play(state, "suppress, 3")
    assert state.uprisings == ("bavaria",)
    assert state.step == Step.CLOSING


@BOTH
@pytest.mark.parametrize("roll", [2, 3])
def test_the_beaten_owner_has_no_army_left_there(name: str, roll: int) -> None:
    """N-18.5: after a battle for the region itself the winner's armies are not the owner's."""
    enemy = OTHER[name]
    state = position(
        f"{name} venice 2I; {enemy} milan 1I",
        name,
        month=2,
        uprisings=("milan",),
        owners=f"milan {name}",
    )
    play(state, "march infantry venice milan, number 2, pass, pass")
    fight(state, name if roll == 3 else enemy)
    play(state, "" if roll == 3 else "withdraw infantry tuscany")
    calm(state)
    assert (state.decision == Decision.UPRISING) is (roll == 2)


@BOTH
def test_an_uprising_lasts_until_it_is_put_down(name: str) -> None:
    """N-18.5: months and production do not end it, nor do armies of the enemy."""
    state = position(
        f"{OTHER[name]} milan 3I; {name} venice 1I",
        name,
        uprisings=("milan", "bavaria"),
        owners=f"milan {name}, bavaria {name}, venice {name}",
    )
    while state.month < 5:
        play(state, "pass" if "pass" in texts(state) else "end")
        assert set(state.uprisings) == {"milan", "bavaria"}


def test_there_is_none_at_the_start() -> None:
    """N-18.1, N-30.6: the scenario has no marker."""
    assert start().uprisings == ()
