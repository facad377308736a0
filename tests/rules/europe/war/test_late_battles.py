"""What is fought late in a turn, whither one then retreats, and what a turn leaves behind."""

import pytest

from marengo.games.europe.war import Step, WarState
from tests.rules.europe.war.playing import (
    NATIONS,
    asked,
    game,
    nation,
    play,
    position,
    texts,
    there,
)


def test_a_purchase_begins_no_battle() -> None:
    """N-19.1, N-1.9: beside a lone leader of the enemy units are placed, and nothing else."""
    state = position("FR paris 1I; AU burgundy 1L; AU vienna 1I", "FR", month=3, step="purchases")
    play(state, "buy infantry burgundy")
    assert asked(state) == "france purchase"
    play(state, "end")
    assert state.battle is None


def test_marches_count_in_their_own_turn_only() -> None:
    """N-16.11, N-26.12: in a production round nobody has come from anywhere."""
    state = position("FR milan 2I; AU tuscany 1I; AU vienna 1I", "FR", month=3, pap="FR 4, AU 0")
    play(state, "march infantry milan papal-states, number 2")
    assert state.record["came"].any()
    while state.step != Step.BUDGET:
        play(state, "end" if "end" in texts(state) else "pass")
    assert not state.record["came"].any()


@pytest.mark.parametrize(("infantry", "stays"), [(0, True), (0, False), (1, True), (1, False)])
def test_who_only_passed_through_came_from_nowhere(infantry: int, *, stays: bool) -> None:
    """N-26.12, N-26.13: a region that all units left again was not entered for its battle."""
    state = position(f"FR milan 2C{' 1I' * infantry}; AU venice 1I", "FR", month=2)
    play(state, "march infantry milan papal-states" if infantry else "")
    play(state, "march cavalry milan papal-states, number 2")
    count = "1" if stays else "2"
    play(state, f"march cavalry papal-states tuscany again, number {count}")
    region = game().regions.index("papal-states")
    came = state.record["came"].reshape(95, -1)[region]
    assert bool(came.any()) is (stays or infantry > 0)


@pytest.mark.parametrize("name", ["FR", "AU"])
def test_who_is_gone_has_no_production_turn(name: str) -> None:
    """N-27.9."""
    other = {"FR": "AU", "AU": "FR"}[name]
    owners = ", ".join(f"{region} {other}" for region in game().regions)
    state = position(
        f"{other} milan 1I", "FR", step="closing", owners=owners, month=3, pap="FR 3, AU 3"
    )
    seen = []
    while state.month == 3:
        seen.append((state.active.name.lower(), state.step))
        play(state, "end" if "end" in texts(state) else "pass")
    assert (NATIONS[other], Step.PURCHASES) in seen
    assert (NATIONS[name], Step.PURCHASES) not in seen


@pytest.mark.parametrize("way", ["pass, pass", "armistice france, refuse, pass, pass"])
def test_a_window_leaves_no_trace(way: str) -> None:
    """The same position reached in two ways is the same."""
    state = play(game().start(0), way)
    other = play(game().start(0), "pass, pass")
    assert state.record_bytes() == other.record_bytes()


def test_marches_leave_no_trace_but_where_units_came_from() -> None:
    first = position("FR paris 2I; AU hungary 2I", "FR", month=2)
    play(first, "march infantry paris burgundy, number 2")
    second = position("FR paris 2I; AU hungary 2I", "FR", month=2)
    play(second, "march infantry paris burgundy, number 1, march infantry paris burgundy")
    assert first.record_bytes() == second.record_bytes()


def test_a_free_army_pursues_a_lone_leader() -> None:
    """N-14.9, N-19.7: at once when the battles of the turn are over."""
    state: WarState = position(
        "AU tuscany 1L; AU vienna 1I", "FR", step="closing", pap="FR 2, AU 0"
    )
    play(state, "overture tuscany, 12, 1, 1, 1")
    assert asked(state) == "france pursue"
    play(state, "end")
    assert there(state, "FR tuscany") == "1I 1C"
    assert state.troops.get("tuscany", {}).keys() == {nation("FR")}


def test_the_dice_of_a_battle_are_those_of_battles() -> None:
    """N-31.98: two dice for fire, one for its effect, within a war as without."""
    state = position("FR milan 1I; AU milan 1I", "FR", month=2, step="battles")
    play(state, "move infantry centre middle-centre, fire infantry centre at french infantry")
    chances = {str(move): chance for move, chance in state.chances()}
    assert chances["roll 7"] == pytest.approx(6 / 36)
    assert chances["roll 12"] == pytest.approx(1 / 36)
    play(state, "roll 12")
    assert [chance for _, chance in state.chances()] == pytest.approx([1 / 6] * 6)
