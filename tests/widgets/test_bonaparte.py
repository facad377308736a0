"""Replay and telling of Bonaparte: groups in one sentence, and what the enemy is not told."""

import re
import sys

import pytest

from marengo.charts.sheets import Scene
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.drawing.position import head_of
from marengo.screens.marengo.narration import narrate, narrate_activations
from marengo.widgets import Replay, replay
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.turn import in_turn

PIECE = re.compile(r"\b[AF]\d+\b")


@pytest.fixture
def stepper(basic: BonaparteState, monkeypatch: pytest.MonkeyPatch) -> Replay:
    """Return a replay that tells and draws no pictures."""
    made: Replay = replay(basic)
    replaying = sys.modules["marengo.screens.marengo.replay"]
    monkeypatch.setattr(replaying, "scene_of", lambda *_, **__: Scene())
    return made


def ready() -> BonaparteState:
    """Return an Austrian turn with pieces of all arms."""
    return austrian_turn(
        {"8": "I3 C2", "8/16": "I2 A1", "6:00": "C2"}, {"16": "I2", "16/8": "C2"}, hour=9
    )


@pytest.mark.parametrize(
    ("move", "joined", "own", "enemy"),
    [
        (
            "march A1 5",
            ["join A2"],
            "marches infantry 3 (A1) and cavalry 2 (A2) from 8 to 5",
            "marches two pieces from 8 to 5",
        ),
        (
            "attack A1 8/16",
            ["join A2", "join none"],
            "attacks with infantry 3 (A1) and cavalry 2 (A2) from 8 (towards 16)",
            "attacks with two pieces from 8 (towards 16)",
        ),
        (
            "assault A3 8/16",
            ["join A4"],
            "assaults with infantry 2 (A3) and artillery 1 (A4) from 8 (towards 16)",
            "assaults with two pieces from 8 (towards 16)",
        ),
        (
            "block A1",
            [],
            "advances into the approach with infantry 3 (A1)",
            "advances into the approach with a piece",
        ),
        ("block none", [], "does not advance", "does not advance"),
        (
            "fall-back A3",
            [],
            "falls back with infantry 2 (A3) from 8 (towards 16) into the reserve",
            "falls back with a piece from 8 (towards 16) into the reserve",
        ),
        (
            "road A5",
            [],
            "sets out by road with cavalry 2 (A5) from the box 6:00",
            "sets out by road with a piece from the box 6:00",
        ),
        (
            "cross 6:00-1",
            [],
            "goes by road from the box 6:00 to 1",
            "goes by road from the box 6:00 to 1",
        ),
        ("aim 16/8", [], "aims at 16 (towards 8)", "aims at 16 (towards 8)"),
        ("pursue A2", [], "pursues with cavalry 2 (A2)", "pursues with cavalry 2"),
        ("shuffle 8", [], "shuffles its pieces in 8", "shuffles its pieces in 8"),
        ("shuffle none", [], "shuffles no more pieces", "shuffles no more pieces"),
        (
            "activate A1",
            [],
            "activates infantry 3 (A1) in 8",
            "activates a piece in 8",
        ),
        ("join A2", [], "adds cavalry 2 (A2) to the group", "adds a piece to the group"),
    ],
)
def test_a_move_in_words(move: str, joined: list[str], own: str, enemy: str) -> None:
    """B-4.12, B-17.11, B-17.12: number and places are open, faces only where they are shown."""
    state = ready()
    for viewer in (None, Side.AUSTRIAN):
        assert narrate(state, move, viewer, joined) == f"Austria {own}."
    assert narrate(state, move, Side.FRENCH, joined) == f"Austria {enemy}."


def test_who_strikes_is_not_told_the_enemys_names() -> None:
    """B-18.17, B-18.20: the enemy chooses among pieces that are shown."""
    state = ready()
    assert narrate(state, "strike F1", Side.AUSTRIAN) == "Austria strikes infantry 2."
    assert narrate(state, "strike F1", Side.FRENCH) == "Austria strikes infantry 2 (F1)."


def test_leading_is_told_of_attack_and_defence() -> None:
    """B-18.15, B-18.18."""
    state = austrian_turn({"8/16": "I3 I2"}, {"16/8": "I3 I2"}, step=2)
    assert narrate(state, "end") == "Austria makes no more assaults."
    state.play("assault A1 8/16").play("join A2")
    assert state.decision.name == "LEADERS"
    assert narrate(state, "lead A1") == "Austria leads the assault with infantry 3 (A1)."
    state.play("lead A1")
    assert state.decision.name == "DEFENCE_LEADERS"
    assert narrate(state, "lead F1", Side.AUSTRIAN) == "France leads the defence with infantry 3."


@pytest.mark.parametrize(
    "move", ["stay A2", "lead none", "fire none", "pursue none", "declare none"]
)
def test_what_was_not_done_stays_secret(move: str) -> None:
    """B-17.15: declining looks like not having the choice."""
    account = narrate(ready(), move, Side.FRENCH)
    assert account == "Austria has decided something that France does not see."
    assert narrate(ready(), move, Side.AUSTRIAN) != account


def test_automatic_activation_is_told_to_both() -> None:
    """B-6.12, B-17.3: which pieces are active is open."""
    state = austrian_turn({"8": "I2"}, {"10": "~I2", "6": "~I2 ~I3", "39": "~I2"}, hour=7)
    after = state.copy().play("end")
    assert narrate_activations(state, after) == "Three pieces in 10 and 6 are activated."
    alone = austrian_turn({"8": "I2"}, {"10": "~I2", "39": "~I2"}, hour=7)
    assert narrate_activations(alone, alone.copy().play("end")) == "A piece in 10 is activated."
    assert narrate_activations(state, state.copy().play("march A1 5")) == ""
    chosen = french_turn({"39": "~I2"}, {}, hour=12, step=0)
    assert narrate_activations(chosen, chosen.copy().play("activate F1")) == ""


def test_a_group_is_one_step_of_the_replay() -> None:
    """What is named piece by piece is shown and told when it is whole."""
    state = ready()
    state.play("march A1 5").play("join A2").play("end")
    shown = replay(state)
    assert shown.slider.max == 2
    shown.slider.value = 1
    assert "marches infantry 3 (A1) and cavalry 2 (A2) from 8 to 5." in shown.status.value
    assert "<code>march A1 5; join A2</code>" in shown.status.value
    assert len(shown._steps.arrows(1)) == 1
    half = replay(ready().play("march A1 5"))
    assert half.slider.max == 1


def test_what_befalls_pieces_that_stay_is_marked() -> None:
    """B-6.11, B-10.3: activation and declaration move nothing, but something happens."""
    chosen = french_turn({"39": "~I2"}, {}, hour=12, step=0).play("activate F1")
    assert [str(end) for end in replay(chosen)._steps.arrows(1)[0]] == ["39", "39"]
    gun = austrian_turn({"8/16": "A1"}, {"16/8": "I2"}, step=4).play("declare A1")
    assert [str(end) for end in replay(gun)._steps.arrows(1)[0]] == ["8/16", "8/16"]


def test_a_side_is_never_told_which_enemy_piece_moved(
    stepper: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B-17.8, B-17.12: of a move the enemy knows how many pieces and where, not which ones."""
    monkeypatch.setattr(stepper, "_show_course", lambda: None)
    for who, letter in (("Austria", "A"), ("France", "F")):
        stepper.seen_by.value = who
        for number in in_turn(range(1, stepper.slider.max + 1), lambda number: number // 3):
            stepper.slider.value = number
            assert {name[0] for name in PIECE.findall(stepper.status.value)} <= {letter}


def test_every_move_of_a_whole_game_is_told(stepper: Replay, basic: BonaparteState) -> None:
    """B-14.2: the end of the day tells who has won, and why."""
    assert stepper.slider.max < len(basic.moves)
    for number in range(stepper.slider.max + 1):
        stepper.slider.value = number
        assert "join" not in str(stepper.position.moves[-1:]) or "; join" in stepper.status.value
    told = [words for words, _ in head_of(stepper.position.view(None)).sides]
    assert re.fullmatch(r"Austrian: demoralised since \d+:00", told[0])
    assert told[1] == "French: morale 4"
    assert "France has won: the Austrian army is demoralised (B-14.2)." in stepper.status.value


def test_a_side_sees_the_enemy_face_down(basic: BonaparteState) -> None:
    """B-4.9."""
    shown = replay(basic, at=100)
    everything = shown.map.scene
    shown.seen_by.value = "France"
    assert shown.map.scene != everything
    assert "hidden" in shown.words.value
