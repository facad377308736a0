"""Chapters 13 and 17: troops that have no right to be in what is another's again."""

from typing import Any

import pytest

from marengo.games.europe.war import Decision, WarState
from marengo.games.europe.war.rules.words import Step
from tests.rules.europe.continent.playing import asked, may, nation, play, position, refused, there
from tests.rules.europe.continent.test_relations import QUIET, leave_window, turn_to, until

PEACE = {"wars": "", "alliances": "", "pap": "FR 5, GB 5, RU 5, AU 5, SP 5"}


def later(state: WarState, name: str, month: int = 0) -> WarState:
    """Let nobody do anything until the turn of a nation is over, or something is to be decided."""
    while state.active != nation(name) or state.step >= Step.BUDGET or state.month < month:
        state.play(QUIET[Decision(state.decision)])
    while state.active == nation(name) and state.decision in QUIET:
        state.play(QUIET[Decision(state.decision)])
    return state


def at_peace(troops: str, **facts: Any) -> WarState:
    """Return a turn of Austria's at whose end it sues for peace to France."""
    known: dict[str, Any] = PEACE | {"wars": "FR AU"} | facts
    state = position(troops, "AU", step="closing", **known)
    return play(turn_to(state, "AU"), "sue")


def test_an_army_alone_leaves_in_its_next_turn() -> None:
    """N-17.17, N-13.21: of five regions beside Vienna only Bavaria is no longer closed to it."""
    state = later(at_peace("FR vienna 2I 1L; AU hungary 3I"), "FR")
    assert there(state, "FR vienna") == ""
    assert there(state, "FR bavaria") == "2I 1L"
    play(turn_to(state, "AU", "march"), "march infantry hungary vienna, number 3")
    assert there(state, "AU vienna") == "3I"


def test_it_stays_up_to_the_end_of_that_turn() -> None:
    """N-17.17: it may leave by itself, and go where it likes."""
    state = at_peace("FR vienna 2I; AU hungary 3I")
    turn_to(state, "FR", "march")
    assert may(state, "march infantry vienna") == {"bavaria"}
    until(state, Step.CLOSING)
    assert there(state, "FR vienna") == "2I"
    leave_window(state)
    assert there(state, "FR vienna") == ""


def test_its_owner_chooses_whither() -> None:
    """N-17.17, N-13.8: each unit goes to an adjacent region that it may enter."""
    state = later(at_peace("FR tyrol 2I 1C; AU hungary 3I"), "FR")
    assert asked(state) == "france leave"
    ways = {"switzerland", "bavaria", "milan"}
    assert may(state, "withdraw") == {
        f"{kind} {way}" for kind in ("infantry", "cavalry") for way in ways
    }
    play(state, "withdraw infantry milan, number 1")
    assert asked(state) == "france leave"
    play(state, "withdraw infantry bavaria, withdraw cavalry switzerland")
    assert [there(state, f"FR {one}") for one in ("milan", "bavaria", "switzerland", "tyrol")] == [
        "1I",
        "1I",
        "1C",
        "",
    ]
    assert state.active != nation("FR")


def test_to_the_capital_if_nothing_beside_is_open() -> None:
    """N-13.8, N-13.21: from Bohemia, in the midst of Austrians and Prussians at peace."""
    state = at_peace(
        "FR bohemia 2I; AU hungary 3I; PR saxony 1I; PR thuringia 1I", owners="bavaria AU"
    )
    later(state, "FR")
    assert (there(state, "FR bohemia"), there(state, "FR paris")) == ("", "2I")


def test_who_can_go_nowhere_is_removed() -> None:
    """N-13.21, N-26.14: if enemies are in the capital."""
    state = at_peace(
        "FR hungary 2I 1L; AU vienna 3I; GB paris 1I", wars="FR AU, FR GB", fallen=("paris",)
    )
    later(state, "FR")
    assert (there(state, "FR hungary"), there(state, "FR paris")) == ("", "")
    assert {piece.name: many for piece, many in state.dead[nation("FR")].items()} == {
        "INFANTRY": 2,
        "LEADER": 1,
    }


def test_nobody_leaves_to_where_enemies_are() -> None:
    """N-13.21: when the battles of a turn are over; by himself he may march there."""
    state = at_peace("FR vienna 2I; AU hungary 3I; GB bavaria 1I", wars="FR AU, FR GB")
    turn_to(state, "FR", "march")
    assert may(state, "march infantry vienna") == {"bavaria"}
    later(state, "FR")
    assert there(state, "FR paris") == "2I"


def test_peace_in_the_own_turn_gives_the_next() -> None:
    """N-17.17: France makes peace when its movement is over, and leaves a month later."""
    state = position(
        "FR vienna 2I; AU hungary 3I", "FR", step="closing", **(PEACE | {"wars": "FR AU"})
    )
    play(turn_to(state, "AU"), "sue")
    later(state, "FR")
    assert there(state, "FR vienna") == "2I"
    later(state, "FR", month=2)
    assert there(state, "FR bavaria") == "2I"


def test_after_an_armistice() -> None:
    """N-13.19, N-13.21: as after a peace, either side."""
    facts = PEACE | {"wars": "FR AU"}
    state = position("FR hungary 1I; AU lorraine 2I", "RU", step="closing", **facts)
    play(turn_to(state, "FR"), "armistice austria, accept")
    later(state, "AU")
    assert (there(state, "AU lorraine"), there(state, "AU vienna")) == ("", "2I")
    later(state, "FR", month=2)
    assert (there(state, "FR hungary"), there(state, "FR paris")) == ("", "1I")


def test_a_leader_alone_leaves_too() -> None:
    """N-13.21, N-1.1: any unit, though a leader bars nobody's way."""
    state = later(at_peace("FR vienna 1L; AU hungary 3I"), "FR")
    assert (there(state, "FR vienna"), there(state, "FR bavaria")) == ("", "1L")


@pytest.mark.parametrize("why", ["allied", "war", "passage"])
def test_who_has_a_right_stays(why: str) -> None:
    """N-13.21, N-6.4: allies, enemies, and who may pass."""
    facts: dict[str, dict[str, str]] = {
        "allied": {"alliances": "FR AU"},
        "war": {"wars": "FR AU"},
        "passage": {"passages": "AU FR"},
    }
    state = position("FR hungary 2I; AU galicia 3I", "RU", **(PEACE | facts[why]))
    later(state, "FR")
    assert there(state, "FR hungary") == "2I"


@pytest.mark.parametrize("owner", ["FR", "-"])
def test_nobody_leaves_what_is_no_others(owner: str) -> None:
    """N-13.21: neither his own region nor what nobody owns."""
    state = position("FR bavaria 2I; AU galicia 3I", "RU", owners=f"bavaria {owner}", **PEACE)
    assert there(later(state, "FR"), "FR bavaria") == "2I"


# By other ways than peace -----------------------------------------------------------------------


def test_former_allies_that_stand_alone() -> None:
    """N-13.8, N-13.21: only who stands with the other leaves at once, but all of them in time."""
    facts = PEACE | {"alliances": "FR SP"}
    state = position("FR catalonia 1I; SP gascony 1I", "RU", step="closing", **facts)
    play(turn_to(state, "FR"), "break spain")
    leave_window(state)
    assert (there(state, "FR catalonia"), there(state, "SP gascony")) == ("1I", "1I")
    later(state, "SP")
    assert (there(state, "SP gascony"), there(state, "SP navarre")) == ("", "1I")
    later(state, "FR", month=2)
    assert asked(state) == "france leave"
    assert may(state, "withdraw infantry") == {"provence", "gascony"}
    assert "N-13.8" in refused(state, "withdraw infantry paris")


def test_a_region_that_is_traded_away() -> None:
    """N-12.11, N-13.21: whoever gives a region with his troops in it takes them out of it."""
    state = position("FR milan 2I; AU galicia 3I", "RU", step="closing", **PEACE)
    play(turn_to(state, "FR"), "trade milan to austria, for tyrol, accept")
    turn_to(state, "FR", "march")
    assert there(state, "FR milan") == "2I"
    later(state, "FR")
    assert asked(state) == "france leave"


def test_what_a_congress_gives_to_another() -> None:
    """N-17.12, N-13.21: Austrians in Milan, which Great Britain annexes, neutral to Austria."""
    facts = PEACE | {"wars": "FR GB, FR AU", "lines": 'victory = "levels"'}
    state = position("AU milan 2I; FR paris 3I", "RU", step="closing", **facts)
    play(turn_to(state, "FR"), "sue, annex milan")
    assert state.owners["milan"] == nation("GB")
    later(state, "AU")
    assert asked(state) == "austria leave"


def test_guests_leave_at_once_where_nobody_is() -> None:
    """N-13.13: all that the other owns or occupies, whether his troops stand there or not."""
    troops = "SP burgundy 1I; SP portugal 1I; FR portugal 1I; SP hesse-berg 1I; FR lorraine 3I"
    facts = {**PEACE, "passages": "FR SP", "owners": "hesse-berg -, portugal -"}
    state = position(troops, "FR", step="closing", **facts)
    play(state, "revoke spain")
    assert there(state, "SP burgundy") == ""
    assert asked(state) == "spain leave"
    assert may(state, "withdraw") == {"infantry asturias", "infantry western-spain"}
    play(state, "withdraw infantry asturias")
    assert asked(state).endswith("politics")
    assert there(state, "SP hesse-berg") == "1I"
    assert there(state, "FR portugal") == "1I"


def test_former_allies_wait_for_the_end_of_the_window_though_guests_do_not() -> None:
    """N-13.8, N-13.13: of both in one window the guest leaves at once, the ally in the end."""
    troops = "FR gascony 1I; SP gascony 1I; AU burgundy 1I; FR lorraine 3I"
    facts = {**PEACE, "alliances": "FR SP", "passages": "FR AU"}
    state = position(troops, "FR", step="closing", **facts)
    play(state, "break spain")
    play(turn_to(state, "FR"), "revoke austria")
    assert there(state, "AU burgundy") == ""
    assert there(state, "SP gascony") == "1I"
    leave_window(state)
    assert asked(state) == "spain leave"
    assert may(state, "withdraw") == {"infantry navarre", "infantry catalonia"}


def test_both_leave_if_the_alliance_was_broken_too() -> None:
    """N-13.8, N-13.13: in one window; either leaves what the other owns, when it is over."""
    troops = "SP gascony 1I; FR gascony 1I; FR catalonia 1I; SP catalonia 1I"
    facts = PEACE | {"alliances": "FR SP", "passages": "FR SP"}
    state = position(troops, "FR", step="closing", **facts)
    play(state, "break spain")
    play(turn_to(state, "FR"), "revoke spain")
    leave_window(state)
    while state.decision == Decision.LEAVE:
        play(state, f"withdraw {min(may(state, 'withdraw'))}")
        leave_window(state)
    assert (there(state, "SP gascony"), there(state, "FR catalonia")) == ("", "")
    assert state.battle is None


def test_a_neutral_nation_without_its_capital() -> None:
    """N-15.10: troops go to another region of their own, and are removed if there is none."""
    for owners, left in (("berlin RU", "silesia"), ("", "")):
        lost = "berlin RU, silesia RU, pomerania RU, east-prussia RU, grand-duchy-of-warsaw RU"
        state = position(
            "PR saxony 2I",
            "RU",
            step="closing",
            **(PEACE | {"controllers": "PR RU", "wars": "PR FR", "owners": owners or lost}),
        )
        play(state, "sue for prussia")
        assert there(state, "PR saxony") == ""
        assert {where for where in state.troops if nation("PR") in state.troops[where]} == (
            {left} if left else set()
        )
        assert bool(state.dead[nation("PR")]) is (not left)


@pytest.mark.parametrize(
    ("held", "home"), [("", "st-petersburg"), ("; FR st-petersburg 1I", "moscow")]
)
def test_of_two_capitals_the_nearer(held: str, home: str) -> None:
    """N-13.8, N-13.21: from Ireland to St. Petersburg; to Moscow if enemies are there."""
    facts = PEACE | {"wars": "FR RU"}
    state = position(f"RU ireland 2I{held}", "PR", fallen=("st-petersburg",), **facts)
    later(state, "RU")
    assert (there(state, "RU ireland"), there(state, f"RU {home}")) == ("", "2I")


def test_moscow_where_it_is_the_nearer() -> None:
    """N-13.8, N-13.21: from Ankara, in the midst of Ottoman regions, to Moscow."""
    state = later(position("RU ankara 2I", "PR", **PEACE), "RU")
    assert (there(state, "RU ankara"), there(state, "RU moscow")) == ("", "2I")
