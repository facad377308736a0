"""Where chapters meet: peace in the midst of a turn, minors that fight, neutral nations alone."""

from collections.abc import Callable

import pytest

from marengo.games.europe.rules.words import Nation, Side
from marengo.games.europe.war import Decision, WarState
from tests.rules.europe.continent.playing import (
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

IDLE: dict[int, str] = {
    Decision.POLITICS: "pass",
    Decision.PLEDGE: "refuse",
    Decision.JOIN: "pass",
    Decision.MARCH: "end",
    Decision.PURCHASE: "end",
    Decision.CONGRESS: "pass",
}


def idle(state: WarState, until: Callable[[WarState], object]) -> WarState:
    """Let nobody do anything until something is so."""
    while not until(state):
        play(state, IDLE[int(state.decision)])
    return state


def resisted(region: str, state: WarState) -> WarState:
    """Announce an annexation that fails: two infantry and a cavalry resist."""
    play(state, f"annex {region}")
    return play(idle(state, lambda now: now.decision != Decision.PLEDGE), "1, 2, 2, 2")


def minors(state: WarState) -> list[str]:
    """Return where armies of minor nations stand."""
    return [region for region, troops in state.troops.items() if Nation.MINOR in troops]


def peaceful(troops: str, **facts: str) -> WarState:
    """Return the first window of a turn of France, which has PAP and no war."""
    known = {"wars": "", "alliances": "", "pap": "FR 5", "owners": "saxony -, hesse-berg -"}
    return position(troops, "FR", step="opening", **(known | facts))


def test_two_minors_resist_in_one_turn() -> None:
    """N-16.5, N-16.7, N-16.8, N-16.10: either battle is fought, and no army stays."""
    state = peaceful("FR saxony 3I; FR hesse-berg 3I")
    resisted("saxony", state)
    resisted("hesse-berg", idle(state, lambda now: asked(now) == "france politics"))
    idle(state, lambda now: now.decision == Decision.NEXT_BATTLE)
    assert may(state, "fight") == {"saxony", "hesse-berg"}
    retreat(fight(play(state, "fight saxony"), "FR"))
    idle(state, lambda now: now.battle)
    assert state.battle == "hesse-berg"
    retreat(fight(state, "FR"))
    idle(state, lambda now: now.active != Nation.FRANCE)
    assert minors(state) == []
    assert state.owners["saxony"] is state.owners["hesse-berg"] is None


def test_a_minor_whose_annexer_marches_off() -> None:
    """N-16.8, N-16.10: nobody fights its army, which is gone at the end of the turn."""
    state = resisted("saxony", peaceful("FR saxony 1I"))
    idle(state, lambda now: now.decision == Decision.MARCH)
    play(state, "march infantry saxony thuringia")
    assert minors(state) == ["saxony"]
    idle(state, lambda now: now.active != Nation.FRANCE)
    assert minors(state) == []


@pytest.mark.parametrize(("owners", "met"), [("egypt FR", False), ("saxony FR", True)])
def test_regions_far_away_are_not_beside(owners: str, *, met: bool) -> None:
    """N-16.3, N-3.2: though the last region of the map stands in the last row of the tables."""
    state = peaceful("FR thuringia 1I", owners=f"hesse-berg -, belgium -, bavaria -, {owners}")
    play(state, "annex thuringia")
    idle(state, lambda now: now.decision != Decision.PLEDGE)
    play(state, "4")
    assert (state.owners["thuringia"] == Nation.FRANCE) is met


def test_a_minor_is_no_great_nation_at_war() -> None:
    """N-16.3, N-17.6: who fights a minor alone is at war with nobody, and does not sue."""
    state = resisted("saxony", peaceful("FR saxony 3I; FR hesse-berg 3I"))
    idle(state, lambda now: asked(now) == "france politics")
    assert "sue" not in texts(state)
    play(state, "annex hesse-berg")
    idle(state, lambda now: now.decision != Decision.PLEDGE)
    play(state, "4")  # Belgium is French and near: one more
    assert state.owners["hesse-berg"] == Nation.FRANCE


@pytest.mark.parametrize("move", ["annex saxony", "overture saxony"])
def test_a_minor_that_resists_is_left_to_the_battle(move: str) -> None:
    """N-16.5, N-16.8: it is neither annexed again nor won over before."""
    state = resisted("saxony", peaceful("FR saxony 3I"))
    idle(state, lambda now: asked(now) == "france politics")
    assert refused(state, move)


def test_the_active_nation_defends_against_two() -> None:
    """N-14.9, N-19.4: free armies came where enemies stood; it says which battle is first."""
    facts = {"wars": "FR AU", "owners": "saxony -, hesse-berg -"}
    state = peaceful("AU saxony 3I; AU hesse-berg 3I", **facts)
    for region in ("saxony", "hesse-berg"):
        idle(state, lambda now: asked(now) == "france politics")
        play(state, f"overture {region}, 9, 2, 2, 2")
    idle(state, lambda now: now.decision == Decision.NEXT_BATTLE)
    assert asked(state) == "france next battle"
    assert may(state, "fight") == {"saxony", "hesse-berg"}


def test_a_neutral_nation_that_nobody_controls_defends_its_capital() -> None:
    """N-13.9, N-15.3, N-17.17: the next player plays its side against troops that have stayed."""
    state = position(
        "FR berlin 3I; PR berlin 3I",
        "AU",
        wars="FR PR",
        alliances="",
        pap="GB 4, AU 0, FR 0, RU 0, SP 0",
        controllers="PR RU",
        step="closing",
        month=2,
    )
    idle(state, lambda now: asked(now) == "great_britain politics")
    play(state, "win-over prussia, 2")
    idle(state, lambda now: now.battle)
    assert state.battle == "berlin"
    while asked(state) == "france deploy":
        state.play(min(texts(state)))
    assert asked(state) == "russia deploy"


def test_france_sues_to_one_who_is_of_no_side() -> None:
    """N-27.1, N-27.2: the side against France has won all the same."""
    wars = "FR PR, GB SP"
    state = peaceful("FR saxony 3I", wars=wars, controllers="PR RU")
    play(state, "sue")
    assert state.is_over
    assert state.outcome
    assert state.returns is not None
    assert (state.returns[Nation.FRANCE], state.returns[Nation.GREAT_BRITAIN]) == (0.0, 1.0)


def test_troops_of_a_neutral_nation_leave_what_it_loses() -> None:
    """N-15.10, N-17.16: those in a region that is annexed in the congress go home too."""
    state = peaceful(
        "FR lorraine 3I; PR silesia 3I; PR berlin 1I", wars="FR PR", controllers="PR RU", pap="FR 3"
    )
    idle(state, lambda now: asked(now) == "russia politics")
    play(state, "sue for prussia, annex silesia")
    idle(state, lambda now: now.decision != Decision.CONGRESS)
    assert there(state, "PR silesia") == ""
    assert there(state, "PR berlin") == "4I"


def test_who_acts_for_the_aggressor_is_no_rival() -> None:
    """N-13.17, N-15.4: he neither protects whom his neutral nation attacks, nor fights it."""
    state = position(
        "GB london 3I; PR berlin 3I; OT constantinople 3I",
        "GB",
        wars="",
        alliances="",
        pap="GB 4, FR 1, RU 1, AU 1, SP 1",
        controllers="PR GB",
        step="opening",
    )
    assert refused(state, "declare-war prussia")
    play(state, "declare-war ottoman-empire for prussia")
    seen = set()
    while state.decision == Decision.PLEDGE:
        seen.add(asked(state).split()[0])
        play(state, "refuse")
    assert seen == {"france", "russia", "austria", "spain"}
    assert state.controllers.get(nation("OT")) != Nation.GREAT_BRITAIN


def test_an_ally_who_loses_his_passage_stays() -> None:
    """N-13.4, N-13.13: allies share regions whatever passage there was."""
    state = position(
        "FR vienna 3I; AU vienna 2I",
        "AU",
        wars="",
        alliances="FR AU",
        passages="AU FR",
        step="opening",
    )
    play(state, "revoke france")
    idle(state, lambda now: now.decision == Decision.MARCH)
    assert there(state, "FR vienna") == "3I"


def test_who_has_moved_with_an_ally_leaves_in_the_next_month() -> None:
    """N-4.9, N-17.17: his own turn in which he does not move is not the one to leave in."""
    state = position(
        "RU milan 2I; FR milan 1L; AU vienna 1I; FR paris 1I",
        "AU",
        wars="RU FR",
        alliances="AU RU",
        owners="milan FR",
        pap="RU 1, FR 1, AU 0",
        step="joining",
        month=2,
    )
    play(state, "join, end, end")
    idle(state, lambda now: asked(now) == "russia politics")
    play(state, "armistice france, accept")
    truce = state.record["truce"].reshape(8, 8)
    assert truce[Nation.RUSSIA, Nation.FRANCE] == 2
    idle(state, lambda now: now.month == 3)
    assert state.record["truce"].reshape(8, 8)[Nation.RUSSIA, Nation.FRANCE] == 1


def test_the_next_player_of_the_other_side_is_no_advocate() -> None:
    """N-13.9, N-15.1: of those who play an uncontrolled nation's side none is its opponent."""
    state = position(
        "AU constantinople 3I; OT constantinople 3I",
        "AU",
        wars="AU OT",
        alliances="",
        pap="GB 4, AU 0, FR 0, RU 0, SP 0",
        controllers="OT RU",
        step="closing",
        month=2,
    )
    idle(state, lambda now: asked(now) == "great_britain politics")
    play(state, "win-over ottoman-empire, 2")
    idle(state, lambda now: now.battle)
    while asked(state) == "austria deploy":
        state.play(min(texts(state)))
    assert asked(state) == "spain deploy"


@pytest.mark.parametrize(("step", "goes_on"), [("opening", "march"), ("budget", "purchase")])
def test_a_neutral_nation_that_is_lost_in_its_own_turn(step: str, goes_on: str) -> None:
    """N-4.8, N-11.11, N-15.3: it neither moves nor builds any more, and the next has its turn."""
    facts = {"wars": "", "alliances": "", "controllers": "PR RU", "pap": "GB 2", "pp": "PR 20"}
    before = position("PR berlin 2I", "PR", step=step, **facts)
    kept = idle(before.copy(), lambda now: now.decision != Decision.POLITICS)
    assert asked(kept) == f"russia {goes_on}"
    idle(before, lambda now: asked(now) == "great_britain politics")
    play(before, "win-over prussia, 2")
    assert before.controllers == {}
    idle(before, lambda now: now.active != Nation.PRUSSIA)
    assert before.pp[Nation.PRUSSIA] == 20
    assert there(before, "PR berlin") == "2I"
    assert before.active == Nation.RUSSIA


def test_squadrons_for_which_nobody_acts_leave_a_lost_port() -> None:
    """N-7.6, N-17.16: the Ottomans sue and lose Anatolia, and theirs go out to sea."""
    state = position(
        "RU moscow 1I",
        "GB",
        step="closing",
        wars="GB OT",
        alliances="",
        controllers="OT RU",
        pap="GB 4, RU 1",
        squadrons="OT anatolia 2",
    )
    idle(state, lambda now: asked(now) == "russia politics")
    play(state, "sue for ottoman-empire, annex anatolia")
    idle(state, lambda now: now.decision != Decision.CONGRESS)
    assert state.squadrons == {"aegean-sea": {Nation.OTTOMAN_EMPIRE: 2}}


def test_each_ally_agrees_to_a_retreat() -> None:
    """N-19.8: the second is asked when the first has agreed, and may still refuse."""
    state = position("AU milan 2I; RU milan 1I; GB milan 1I; FR milan 3I", "AU", step="battles")
    while "retreat" not in texts(state) or not asked(state).startswith("austria"):
        state.play("end" if "end" in texts(state) else min(texts(state)))
    play(state, "retreat")
    assert asked(state) == "great_britain reply"
    play(state, "accept")
    assert asked(state) == "russia reply"
    fought = play(state.copy(), "refuse")
    assert fought.winner is None
    assert fought.battle == "milan"
    play(state, "accept")
    assert state.winner == Side.DEFENDER
