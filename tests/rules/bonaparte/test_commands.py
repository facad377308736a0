"""Chapter 8 of the digest: what costs a command and what does not."""

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, starting, texts, verbs, where
from tests.rules.bonaparte.marching import group, naming, road
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish, places


@pytest.mark.parametrize("assaults", [0, 1, 2, 3])
def test_three_commands_for_assaults_and_groups_together(assaults: int) -> None:
    """B-8.13, B-8.21: 0 + 3, 1 + 2, 2 + 1, 3 + 0; no fourth of either kind."""
    state = austrian_turn(
        {"5/8": "I3", "5/10": "I3", "9/15": "I3", "2": "I2", "4": "I2", "1": "I2"},
        {"8/5": "I3", "10/5": "I3", "15/9": "I3"},
        step=2,
    )
    assert state.commands == 3
    for attack in ("A1 5/8", "A2 5/10", "A3 9/15")[:assaults]:
        play(state, f"assault {attack}", f"lead F{attack[1]}")
    if assaults < 3:
        play(state, "end")
    assert (state.step, state.commands) == (3, 3 - assaults)
    for march in ("march A4 3", "march A5 6", "march A6 5")[: 3 - assaults]:
        finish(play(state, march))
    assert state.commands == 0
    assert verbs(state) <= {"road", "end"}


def test_a_game_starts_with_three_commands() -> None:
    """B-8.13."""
    assert game.start(3).commands == 3


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_unused_commands_are_lost(left: int) -> None:
    """B-8.14: each turn has its three, whatever the last one left."""
    state = austrian_turn({"5": "I3"}, {"16": "I2"}, commands=left)
    assert end_turn(state).commands == 3
    assert end_turn(state).commands == 3


@pytest.mark.parametrize(
    ("start", "enemy", "verb", "goal"),
    [
        ("5", "10", "march", "5/10"),
        ("5/10", "10", "march", "5"),
        ("5/10", "10/5", "march", "5"),
        ("5", "16", "march", "8"),
        ("5/10", "16", "march", "10"),
        ("5", "10", "attack", "5/10"),
        ("5/10", "10", "attack", "5/10"),
    ],
)
@pytest.mark.parametrize("names", ["A1", "A1 A2"])
def test_groups_without_road_cost_a_command(
    start: str, enemy: str, verb: str, goal: str, names: str
) -> None:
    """B-8.15, B-8.21: whatever their size; without a command they do not move."""
    own, french = {start: "I3 I2"}, {enemy: "C2"}
    state = finish(group(austrian_turn(own, french), verb, names, goal))
    assert state.commands == 2
    without = austrian_turn(own, french, commands=0)
    assert f"{verb} A1 {goal}" not in texts(without)


@pytest.mark.parametrize(
    ("start", "enemy", "steps", "price"),
    [
        ("1", "39", ["1-5", "5-10", "10-12"], 0),
        ("23", "39", ["23-34:c26", "34-44:c27"], 0),
        ("1", "10", ["1-5", "continue 5/10"], 0),
        ("5", "10", ["continue 5/10"], 0),
        ("4", "39", ["4-5"], 1),
        ("1", "39", ["1-5", "5-4"], 1),
        ("4", "39", ["4-5", "5-1"], 1),
        ("4", "39", ["4-6:c39", "6-7", "7-9"], 1),
        ("1", "4", ["1-5", "continue 5/4"], 1),
        ("4", "10", ["4-5", "continue 5/10"], 1),
    ],
)
def test_price_of_road_marches(start: str, enemy: str, steps: list[str], price: int) -> None:
    """B-8.16, B-8.17: one for any use of side roads, continuation included; else nothing."""
    state = finish(road(austrian_turn({start: "C2"}, {enemy: "I2"}), "A1", *steps))
    assert 3 - state.commands == price
    last = steps[-1]
    end = last.split()[-1] if "/" in last else last.rpartition("-")[2].partition(":")[0]
    assert where(state, "A1") == end


def test_any_number_of_marches_on_main_roads() -> None:
    """B-8.17: five, with no command left."""
    starts = {"1": "I3", "12": "C2", "21": "A1", "35": "I2", "51": "C1"}
    state = austrian_turn(starts, {"39": "I2"}, commands=0)
    for name, step in (
        ("A1", "1-5"),
        ("A2", "12-20"),
        ("A3", "21-23"),
        ("A4", "35-43"),
        ("A5", "51-56"),
    ):
        finish(road(state, name, step))
    assert places(state, "A1", "A2", "A3", "A4", "A5") == ("5", "20", "23", "43", "56")
    assert state.commands == 0


def test_blocking_in_reply_is_free() -> None:
    """B-8.18: the attacker pays for his attack, the defender nothing."""
    state = play(austrian_turn({"5": "I3"}, {"10": "I2"}, commands=1), "attack A1 5/10")
    play(state, "respond F1", "block none")
    assert (where(state, "F1"), state.commands) == ("10/5", 0)
    assert end_turn(state).commands == 3


def test_bombardment_is_free() -> None:
    """B-8.18: firing, cancelling and declaring with no command left."""
    due = austrian_turn({"5/10": "A1:due"}, {"10": "I2"}, step=1, commands=0)
    for verb in ("complete", "cancel"):
        assert play(due.copy(), f"{verb} A1").commands == 0
    state = play(austrian_turn({"5/10": "A1"}, {"10": "I2"}, commands=0), "end")
    assert state.decision is Decision.DECLARATION
    assert play(state, "declare A1").piece("A1").bombardment == "declared"


def test_pursuit_is_free() -> None:
    """B-8.18: the assault has taken the last command."""
    state = austrian_turn({"5/8": "I3 C2"}, {"8/5": "I2 I1", "39": "I2"}, step=2, commands=1)
    group(state, "assault", "A1 A2", "5/8")
    play(state, "lead A1", "lead F2")
    assert (state.decision, state.commands) == (Decision.PURSUIT, 0)
    finish(play(state, "pursue A2"))
    assert (where(state, "F1"), where(state, "A2"), state.commands) == ("", "8", 0)


def test_defensive_fire_and_withdrawal_are_free() -> None:
    """B-8.18: a lost assault costs its one command."""
    state = french_turn({"8/5": "I3"}, {"5/8": "A1 I3"}, step=2, commands=1)
    play(state, "assault F1 8/5")
    assert (state.decision, state.to_move) == (Decision.FIRE, Side.AUSTRIAN)
    finish(play(state, "fire A1", "lead none"))
    assert state.commands == 0
    lost = austrian_turn({"5/8": "I3"}, {"8/5": "I3"}, step=2, commands=1)
    finish(play(lost, "assault A1 5/8", "lead F1"))
    assert (where(lost, "A1"), lost.commands) == ("5", 0)


def test_retreat_is_free() -> None:
    """B-8.18: the attack has taken the last command."""
    state = play(austrian_turn({"5": "I3"}, {"10": "C2"}, commands=1), "attack A1 5/10")
    play(state, "respond none", "retreat F1 16")
    assert (where(state, "F1"), where(state, "A1"), state.commands) == ("16", "10", 0)


def test_the_compulsory_fall_back_is_free() -> None:
    """B-8.18: chosen by the owner or made at the end of the step."""
    state = austrian_turn({"5/10": "I3 I2"}, {"16": "I2"}, commands=0)
    play(state, "fall-back A1")
    assert (places(state, "A1", "A2"), state.commands) == (("5", "5/10"), 0)
    assert places(end_turn(state), "A1", "A2") == ("5", "5")


@pytest.mark.parametrize("names", ["A1", "A1 A2", "A1 A2 A3"])
def test_an_assault_costs_one_command(names: str) -> None:
    """B-8.19: however many pieces join."""
    state = austrian_turn({"5/8": "I3 I2 C2"}, {"8/5": "I3", "39": "I2"}, step=2)
    finish(group(state, "assault", names, "5/8"))
    assert state.commands == 2


TWO_ENEMIES = {"12": "I2", "16": "I3"}
"""French pieces beyond two approaches of 10."""


@pytest.mark.parametrize(
    ("pieces", "goals", "left"),
    [
        ("C2 C1", ("10", "10"), 2),
        ("C2 C1", ("10/12", "10/12"), 2),
        ("C2 C1", ("10", "10/12"), 1),
        ("C2 C1", ("10/12", "10/16"), 1),
        ("I3 C2 C1", ("10", "10/12", "10/12"), 1),
        ("I3 C2 C1", ("10", "10", "10/12"), 1),
        ("I3 C2 C1", ("10", "10/16", "10/12"), 0),
        ("I3 I2 C2", ("10", "10", "10"), 2),
    ],
)
def test_price_of_a_split_by_continuation(pieces: str, goals: tuple[str, ...], left: int) -> None:
    """B-8.20: each final position beyond the first; comrades left behind do not count."""
    state = austrian_turn({"5": f"{pieces} I1"}, TWO_ENEMIES)
    names = [f"A{number}" for number in range(1, len(goals) + 1)]
    group(state, "march", " ".join(names), "10")
    for name, goal, piece in zip(names, goals, pieces.split(), strict=True):
        if piece.startswith("C"):
            play(state, f"stay {name}" if goal == "10" else f"continue {name} {goal}")
    assert (state.decision, state.commands) == (Decision.ACTION, left)
    assert places(state, *names) == goals


def blocked(commands: int) -> BonaparteState:
    """Return the position after an attack by three pieces has been blocked."""
    state = austrian_turn({"5": "I3 I2 C2"}, {"10": "I2"}, commands=commands)
    return play(group(state, "attack", "A1 A2 A3", "5/10"), "respond F1")


@pytest.mark.parametrize(
    ("moves", "advanced", "left"),
    [
        (("block none",), "", 2),
        (("block A1", "join none"), "A1", 1),
        (("block A2", "join A3"), "A2 A3", 1),
        (("block A1", "join A2", "join A3"), "A1 A2 A3", 2),
    ],
)
def test_price_of_a_divided_advance(moves: tuple[str, ...], advanced: str, left: int) -> None:
    """B-8.20: staying together, in reserve or in the approach, costs nothing more."""
    state = play(blocked(3), *moves)
    assert (state.decision, state.commands) == (Decision.ACTION, left)
    for name in ("A1", "A2", "A3"):
        assert where(state, name) == ("5/10" if name in advanced else "5")


def test_no_command_no_division() -> None:
    """B-8.21, B-8.20: after a blocked attack all advance or none."""
    state = blocked(1)
    assert texts(state) == {"block none", "block A1"}
    play(state, "block A1")
    assert state.decision is Decision.ACTION
    assert places(state, "A1", "A2", "A3") == ("5/10", "5/10", "5/10")


@pytest.mark.parametrize(
    ("answer", "ends"), [("stay A1", ("10", "10")), ("continue A1 10/12", ("10/12", "10/12"))]
)
def test_no_command_no_split(answer: str, ends: tuple[str, str]) -> None:
    """B-8.21: the second cavalry piece must do as the first; beside infantry it stays."""
    state = austrian_turn({"5": "C2 C1"}, TWO_ENEMIES, commands=1)
    play(group(state, "march", "A1 A2", "10"), answer)
    assert (state.decision, state.commands) == (Decision.ACTION, 0)
    assert places(state, "A1", "A2") == ends
    mixed = austrian_turn({"5": "I3 C2"}, TWO_ENEMIES, commands=1)
    group(mixed, "march", "A1 A2", "10")
    assert (mixed.decision, places(mixed, "A1", "A2")) == (Decision.ACTION, ("10", "10"))


def test_without_commands() -> None:
    """B-8.21: no assault, no group, no side road, no pontoon; main roads and entry are open."""
    state = austrian_turn(
        {"5": "I3", "5/10": "I2", "4": "C2", "6:00": "I1", "9/15": "I3"},
        {"10": "I2", "15/9": "I1"},
        step=2,
        commands=0,
    )
    assert (state.decision, state.step) == (Decision.ACTION, 3)
    assert texts(state) == {"road A1", "road A4", "end"}
    play(state, "road A1")
    assert starting(state, "cross") == {"cross 5-1", "cross 5-8"}


def test_commands_are_not_refunded() -> None:
    """B-8.22: a blocked attack, a blocked attack by side road and a lost assault."""
    state = play(austrian_turn({"5": "I3"}, {"10": "I2"}), "attack A1 5/10")
    assert play(state, "respond F1", "block none").commands == 2
    by_road = road(austrian_turn({"4": "C2"}, {"5": "I2"}), "A1", "4-5")
    assert play(by_road, "respond F1", "block none").commands == 2
    assert places(by_road, "A1", "F1") == ("4", "5/4")
    lost = austrian_turn({"5/8": "I3"}, {"8/5": "I3"}, step=2)
    finish(play(lost, "assault A1 5/8", "lead F1"))
    assert (where(lost, "A1"), lost.commands) == ("5", 2)


def test_with_or_without_the_road() -> None:
    """B-8.23: the same displacement free by road, or for a command whatever the traffic."""
    state = austrian_turn({"5": "I3"}, {"39": "I2"})
    by_road = finish(road(state.copy(), "A1", "5-10"))
    assert (where(by_road, "A1"), by_road.commands) == ("10", 3)
    assert by_road.last_step("c2") == 1
    across = finish(play(state.copy(), "march A1 10"))
    assert (where(across, "A1"), across.commands) == ("10", 2)
    assert across.last_step("c2") == 0
    crowded = austrian_turn({"5": "I3"}, {"39": "I2"}, steps={"c2": (3, 10)})
    assert "march A1 10" in naming(crowded, "A1")
    assert "cross 5-10" not in texts(play(crowded, "road A1"))
