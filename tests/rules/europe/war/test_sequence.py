"""Chapter 4 of the digest, and when political actions may be taken (N-12.7 to N-12.9)."""

from itertools import permutations

import pytest

from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.state import WarState
from tests.rules.europe.war.playing import (
    NATIONS,
    OTHER,
    asked,
    fight,
    may,
    play,
    position,
    refused,
    start,
    texts,
    there,
)

TURN = ["OPENING", "MOVEMENT", "AFTERWARDS", "CLOSING"]
"""The steps of a turn without battles in which somebody is asked."""


def idle(state: WarState) -> WarState:
    """Let whoever is asked do nothing."""
    moves = texts(state)
    return play(state, next(one for one in ("pass", "end", "spare", "refuse") if one in moves))


def idle_until(state: WarState, *steps: Step) -> WarState:
    while not state.is_over and state.step not in steps:
        idle(state)
    return state


def told(state: WarState) -> list[str]:
    """Do nothing to the end; return month, nation and step whenever these change."""
    found: list[str] = []
    while not state.is_over:
        here = f"{state.month} {state.active.name} {state.step.name}"
        if here not in found[-1:]:
            found.append(here)
        idle(state)
    return found


@pytest.fixture(scope="module")
def year() -> list[str]:
    return told(start())


PRODUCING = (3, 6, 9)
"""The rounds of June, September and December; that of March is the last."""


def test_every_month_each_nation_has_a_turn_austria_first(year: list[str]) -> None:
    """N-4.1, N-30.5: in the order of nations, from the start nation, and going round."""
    turns = [one.rpartition(" ")[0] for one in year if one.endswith("MOVEMENT")]
    assert turns == [f"{month} {who}" for month in range(1, 13) for who in ("AUSTRIA", "FRANCE")]


@pytest.mark.parametrize("month", range(1, 13))
def test_after_its_last_turn_the_month_is_over(month: int, year: list[str]) -> None:
    """N-4.3, N-4.4: a turn has its steps; production follows June, September and December."""
    steps = [one.split(" ", 1)[1] for one in year if one.startswith(f"{month} ")]
    expected = [f"{who} {step}" for who in ("AUSTRIA", "FRANCE") for step in TURN]
    if month in PRODUCING:
        expected += [
            f"{who} {step}" for who in ("AUSTRIA", "FRANCE") for step in ("BUDGET", "PURCHASES")
        ]
    assert steps == expected


@pytest.mark.parametrize(
    ("month", "date"), [(1, (1800, 4)), (8, (1800, 11)), (9, (1800, 12)), (10, (1801, 1))]
)
def test_the_date_moves_on_after_the_round_of_all(month: int, date: tuple[int, int]) -> None:
    """N-4.2: not after the turn of one nation, and over the end of the year."""
    state = position("FR paris 1I; AU vienna 1I", "AU", month=month, step="closing")
    assert state.date == date
    play(state, "pass, pass")
    assert (asked(state), state.date) == ("france politics", date)
    idle_until(state, Step.CLOSING)
    play(state, "pass, pass")
    if month in PRODUCING:
        assert state.date == date
        idle_until(state, Step.OPENING)
    following = (date[0] + 1, 1) if date[1] == 12 else (date[0], date[1] + 1)
    assert (state.month, state.date, asked(state)) == (month + 1, following, "austria politics")


@pytest.mark.parametrize("name", ["FR", "AU"])
def test_pap_come_before_the_first_production_turn_and_pp_with_each(name: str) -> None:
    """N-4.3, N-11.1: both nations have their PAP when Austria's turn begins, then count PP."""
    state = position(None, "FR", month=3, step="closing", pap="FR 2, AU 4")
    assert set(state.pap.values()) == {2, 4}
    play(state, "pass, pass")
    assert (state.step, asked(state)) == (Step.BUDGET, "austria politics")
    assert set(state.pap.values()) == {3, 5}
    assert set(state.pp.values()) == {0}
    idle_until(state, Step.PURCHASES)
    assert asked(state) == "austria purchase"
    if name == "FR":
        idle(state)
        assert (state.step, asked(state)) == (Step.BUDGET, "france politics")
        idle_until(state, Step.PURCHASES)
        assert asked(state) == "france purchase"
    assert set(state.pap.values()) == {3, 5}


MOVED = "FR switzerland 2C; FR lorraine 1I; AU milan 1I; AU bavaria 1I"
MARCHES = (
    "march cavalry switzerland milan, number 2",
    "march infantry lorraine baden-wurtt",
)


@pytest.mark.parametrize("order", [*permutations(MARCHES)])
def test_battles_wait_for_the_end_of_movement_in_any_order(order: tuple[str, ...]) -> None:
    """N-4.4, N-4.5, N-4.7: who has met the enemy hinders no other march; the end is the same."""
    state = position(MOVED, "FR", month=2)
    play(state, order[0])
    assert (state.step, state.decision, state.battle) == (Step.MOVEMENT, Decision.MARCH, None)
    play(state, order[1])
    idle_until(state, Step.BATTLES)
    assert (state.battle, state.active.name) == ("milan", "FRANCE")
    assert there(state, "FR baden-wurtt") == "1I"


@pytest.mark.parametrize(("name", "beaten"), [("AU", "FR"), ("AU", "AU"), ("FR", "AU")])
def test_after_the_first_battle_nothing_moves(name: str, beaten: str) -> None:
    """N-4.4, N-4.6: after a battle come a window, the next battle and the end of the turn.

    Who has not moved has missed it, and no command of movement is asked or legal any more.
    """
    enemy = OTHER[name]
    state = position(
        f"{name} venice 3I; {name} hungary 2C; {enemy} milan 1I; {enemy} tyrol 1I",
        name,
        month=2,
        owners="venice FR, tyrol FR",
    )
    play(state, "march infantry venice milan, number 1, march infantry venice tyrol, number 1")
    play(state, "end, pass, pass, fight milan")
    seen: list[str] = []
    while state.active.name.lower() == NATIONS[name]:
        seen += [state.step.name] if state.step.name not in seen[-1:] else []
        assert state.decision != Decision.MARCH
        assert refused(state, "march cavalry hungary vienna")
        if state.battle and not state.retreating:
            fight(state, beaten)
        elif state.retreating:
            play(state, min(texts(state)))
        else:
            idle(state)
    assert seen == ["BATTLES", "BETWEEN", "BATTLES", "BETWEEN", "CLOSING"]
    assert there(state, f"{name} hungary") == "2C"
    assert there(state, f"{name} venice") == ("3I" if beaten == name else "1I")


def test_capitals_and_uprisings_wait_for_the_battles() -> None:
    """N-4.4, N-17.5, N-18.5: both belong to the end of the turn, when all battles are over."""
    troops = "FR milan 4I; FR bavaria 2I; AU venice 1I; AU tyrol 1I"
    state = position(troops, "FR", month=2, owners="milan FR", uprisings=("milan",))
    play(state, "march infantry milan venice, number 1, march infantry milan tyrol, number 1")
    play(state, "march infantry bavaria vienna, number 2, end, pass, pass")
    for region in ("venice", "tyrol"):
        play(state, f"fight {region}" if not state.battle else "")
        fight(state, "AU")
        play(state, "withdraw infantry illyria, pass, pass")
    found = []
    while state.step in (Step.BATTLES, Step.BETWEEN, Step.CAPITALS, Step.UPRISINGS):
        found.append(state.decision)
        play(state, "spare" if found[-1] == Decision.UPRISING else "7")
    assert sorted(found) == [Decision.UPRISING, Decision.COMMITMENT_ROLL]


# --- windows -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["FR", "AU"])
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
def test_in_each_window_the_active_nation_is_asked_first(name: str, step: str) -> None:
    """N-12.8: at the start and the end of a turn, after movement, and before production."""
    state = position("FR paris 1I; AU vienna 1I", name, step=step, month=3)
    assert (state.step.name.lower(), state.decision) == (step, Decision.POLITICS)
    assert asked(state) == f"{NATIONS[name]} politics"
    play(state, "pass")
    assert asked(state) == f"{NATIONS[OTHER[name]]} politics"
    play(state, "pass")
    assert state.step.name.lower() != step or state.active.name.lower() != NATIONS[name]


@pytest.mark.parametrize("name", ["FR", "AU"])
def test_a_window_follows_each_battle(name: str) -> None:
    """N-12.8: after the retreat; the active nation is asked first there too."""
    enemy = OTHER[name]
    state = position(f"{name} venice 2I; {enemy} milan 1I; {enemy} papal-states 1I", name, month=2)
    for region in ("milan", "papal-states"):
        play(state, f"march infantry venice {region}" + (", number 1" * (region == "milan")))
    play(state, "pass, pass")
    for region in ("milan", "papal-states"):
        if not state.battle:
            play(state, f"fight {region}")
        fight(state, name)
        assert (state.step, asked(state)) == (Step.BETWEEN, f"{NATIONS[name]} politics")
        play(state, "pass")
        assert (state.step, asked(state)) == (Step.BETWEEN, f"{NATIONS[OTHER[name]]} politics")
        play(state, "pass")
    assert state.step == Step.CLOSING


@pytest.mark.parametrize("name", ["FR", "AU"])
@pytest.mark.parametrize("step", ["opening", "closing", "budget"])
def test_all_are_asked_again_until_they_pass_in_succession(name: str, step: str) -> None:
    """N-12.8: an action opens it again, for who took it as well."""
    first, second = NATIONS[name], NATIONS[OTHER[name]]
    state = position("FR paris 1I", name, step=step, month=3, pap="FR 9, AU 9")
    who = []
    for move in ("pass", "incite milan", "pass", "incite switzerland", "pass", "pass"):
        who.append(asked(state).split()[0])
        assert state.step.name.lower() == step
        play(state, move)
    assert who == [first, second, first, second, first, second]
    assert state.step.name.lower() != step or state.active.name.lower() != first

    state = position("FR paris 1I", name, step=step, month=3, pap="FR 9, AU 9")
    play(state, "incite milan, pass")
    assert asked(state) == f"{first} politics"
    play(state, "pass")
    assert state.step.name.lower() != step or state.active.name.lower() != first


@pytest.mark.parametrize("name", ["FR", "AU"])
def test_a_window_has_three_rounds_of_asking(name: str) -> None:
    """N-12.8: the third closes it, even if nobody has passed (``window_rounds``)."""
    state = position("FR paris 1I", name, step="opening", pap="FR 9, AU 9")
    for count, region in enumerate(("milan", "switzerland", "venice", "bavaria", "piedmont")):
        assert asked(state).split()[0] == NATIONS[name if count % 2 == 0 else OTHER[name]]
        play(state, f"incite {region}")
    assert (state.step, asked(state)) == (Step.OPENING, f"{NATIONS[OTHER[name]]} politics")
    play(state, "overture tuscany, 2")
    assert state.step != Step.OPENING


VERBS = ("sue", "armistice france", "armistice austria", "incite milan", "overture tuscany")


HELD_UP = {
    "movement": {Decision.MARCH},
    "next battle": {Decision.NEXT_BATTLE},
    "battle": {Decision.DEPLOY, Decision.ACT},
    "retreat": {Decision.RETREAT},
    "purchases": {Decision.PURCHASE},
}


def held_up(name: str, when: str) -> WarState:
    """Return a position where nothing political may be done."""
    enemy = OTHER[name]
    if when == "purchases":
        return position("FR paris 1I", name, step="purchases", pap="FR 9, AU 9")
    troops = f"{name} venice 1I; {name} papal-states 1I; {enemy} milan 2I; {enemy} tyrol 1I"
    state = position(troops, name, month=2, pap="FR 9, AU 9")
    if when == "movement":
        return state
    play(state, "march infantry venice tyrol, march infantry papal-states milan")
    play(state, "pass, pass")
    if when == "next battle":
        return state
    play(state, "fight milan")
    return state if when == "battle" else fight(state, enemy)


@pytest.mark.parametrize("name", ["FR", "AU"])
@pytest.mark.parametrize("when", [*HELD_UP])
def test_nothing_political_is_done_out_of_the_windows(name: str, when: str) -> None:
    """N-12.7, N-12.8, N-12.9: not in movement, in a battle, at a retreat or while one builds."""
    state = held_up(name, when)
    assert state.decision in HELD_UP[when]
    assert not [one for verb in VERBS for one in may(state, verb.split()[0])]
    assert all(refused(state, verb) for verb in VERBS)


@pytest.mark.parametrize("name", ["FR", "AU"])
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
def test_annexing_belongs_to_the_own_turn(name: str, step: str) -> None:
    """N-12.7, N-16.1: the other nation may take any other action at that time."""
    troops = f"{name} tuscany 1I; {OTHER[name]} papal-states 1I"
    state = position(troops, name, step=step, month=3, pap="FR 9, AU 9")
    if step != "budget":
        assert "tuscany" in may(state, "annex")
    play(state, "pass")
    assert asked(state).split()[0] == NATIONS[OTHER[name]]
    assert not may(state, "annex")
    assert "(N-16.1)" in refused(state, "annex papal-states")
    assert {"sue", "incite milan", f"armistice {NATIONS[name]}"} <= texts(state)


# --- nations that are gone -----------------------------------------------------------------------

GONE = {
    "FR": "burgundy AU, paris AU, central-france AU, provence AU, lorraine AU, switzerland AU",
    "AU": (
        "tyrol FR, vienna FR, illyria FR, bohemia FR, hungary FR, venice FR, milan FR,"
        " piedmont FR, bavaria FR"
    ),
}


@pytest.mark.parametrize("name", ["FR", "AU"])
@pytest.mark.parametrize(
    ("left", "owned", "has_turn"),
    [("", "", False), ("1L", "", True), ("1I", "", True), ("", "hungary", True)],
)
def test_who_has_neither_region_nor_unit_has_no_turn(
    name: str, left: str, owned: str, *, has_turn: bool
) -> None:
    """N-27.9: a leader alone or a single region keeps it going; talks go on in any case."""
    other = OTHER[name]
    owners = f"{GONE[name]}" + (f", {owned} {name}" if owned else "")
    troops = f"{other} milan 1I" + (f"; {name} tuscany {left}" if left else "")
    state = position(troops, other, step="closing", owners=owners, month=2, pap="FR 3, AU 4")
    play(state, "pass")
    assert asked(state) == f"{NATIONS[name]} politics"
    assert f"armistice {NATIONS[other]}" in texts(state)
    play(state, "pass")
    assert state.active.name.lower() == NATIONS[name if has_turn else other]
    assert state.step == Step.OPENING
    assert set(state.pap.values()) == {3, 4}
