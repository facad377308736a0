"""Chapter 22, knowledge: what is shown on which occasion, and what is certain without showing."""

from collections import Counter

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, play, settle, texts
from tests.knowledge import blocks, certain

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

# Pieces in 1 or 42 keep the list of their army long, so that what is not shown stays unknown.


def told_apart(state: TriompheState, by: Side, place: str) -> list[str]:
    """Return the faces of the blocks at a place of which that side knows everything."""
    return sorted(face for faces in blocks(state, by, place) if len(faces) == 1 for face in faces)


def face_up(state: TriompheState, by: Side, place: str) -> int:
    """Return how many enemy blocks lie face-up at a place."""
    return sum(b.face_up for b in state.view(by).enemy if str(b.place) == place)


def test_a_reduced_piece_is_shown() -> None:
    """T-22.11: by a bombardment, old and new face."""
    state = austrian_turn({"8/9": "A1:due"}, {"9": "I3", "42": "C2 I2"})
    play(state, "complete A1")
    assert blocks(state, AUSTRIAN, "9") == [{"I2"}]


def test_the_target_of_a_bombardment_is_shown_by_its_reduction_only() -> None:
    """T-22.11: the other piece of 9 stays unknown, and the two are mixed again."""
    state = austrian_turn({"8/9": "A1:due"}, {"9": "I3 C2", "42": "I1"})
    play(state, "complete A1", "target F1")
    assert told_apart(state, AUSTRIAN, "9") == []
    assert [certain(state, AUSTRIAN, "9", face) for face in ("I2", "C2")] == [1, 0]


def test_continuing_cavalry_is_shown() -> None:
    """T-22.11."""
    state = austrian_turn({"5": "C2 I2", "1": "I3 C1"}, {"20": "I2"})
    play(state, "march A1 10", "continue A1 10/20")
    assert blocks(state, FRENCH, "10/20") == [{"C2"}]


@pytest.mark.parametrize(("target", "shown"), [("14", ["I3"]), ("9", [])])
def test_infantry_is_shown_after_an_attack_into_a_cavalry_obstacle(
    target: str, shown: list[str]
) -> None:
    """T-22.11: the approaches of 14 have obstacles, the one of 9 has none."""
    state = austrian_turn({"8": "I3", "1": "I2 C2"}, {target: "C2"})
    settle(play(state, f"attack A1 8/{target}", "respond none"))
    assert told_apart(state, FRENCH, target) == shown


def test_infantry_is_shown_after_a_failed_attack_into_an_obstacle_too() -> None:
    """T-22.11: one of the two attackers, and not before the end."""
    state = austrian_turn({"8": "I3 C2", "1": "I2 C1"}, {"14": "C2"})
    play(state, "attack A1,A2 8/14", "respond F1")
    assert (state.decision, certain(state, FRENCH, "8", "I3")) == (Decision.ADVANCE, 0)
    play(state, "advance")
    assert [certain(state, FRENCH, "8/14", face) for face in ("I3", "C2")] == [1, 0]


def test_a_piece_that_attacked_on_the_march_is_shown_at_its_end() -> None:
    """T-22.11, T-22.13: that it is cavalry is clear at once, of which strength at the end."""
    state = austrian_turn({"5": "C2", "1": "I2 C1"}, {"10": "I2"})
    play(state, "road A1", "cross 5-10")
    assert blocks(state, FRENCH, "5") == [{"C1", "C2"}]
    play(state, "respond F1", "advance")
    assert blocks(state, FRENCH, "5/10") == [{"C2"}]


def test_a_road_march_without_attack_shows_nothing() -> None:
    """T-22.11."""
    state = austrian_turn({"5": "C2", "1": "I2 C1"}, {"20": "I2"})
    play(state, "road A1", "cross 5-10", "stop")
    assert blocks(state, FRENCH, "10") == [{"C1", "C2", "I2"}]


def test_bombarding_artillery_is_shown_from_declaration_to_the_end_of_its_turn() -> None:
    """T-22.11, T-22.12."""
    state = austrian_turn({"8/9": "A1 I2", "1": "I3"}, {"9": "C2"})
    assert told_apart(state, FRENCH, "8/9") == []
    for moves in (["declare A1"], ["end"], ["end"], ["complete A1"]):
        play(state, *moves)
        assert (face_up(state, FRENCH, "8/9"), "A1" in told_apart(state, FRENCH, "8/9")) == (
            1,
            True,
        )
    play(state, "end")
    assert (face_up(state, FRENCH, "8/9"), "A1" in told_apart(state, FRENCH, "8/9")) == (0, False)


@pytest.mark.parametrize("moves", [["cancel A1"], ["end"]], ids=["cancelled", "lapsed"])
def test_artillery_is_hidden_when_its_bombardment_is_cancelled_or_lapses(moves: list[str]) -> None:
    """T-22.11."""
    state = play(austrian_turn({"8/9": "A1:due I2", "1": "I3"}, {"9": "C2"}), *moves)
    assert (face_up(state, FRENCH, "8/9"), told_apart(state, FRENCH, "8/9")) == (0, [])
    assert certain(state, FRENCH, "8/9", "A1") == 1


def test_disclosures_of_an_assault_step_by_step() -> None:
    """T-22.11, T-22.12: artillery is shown for a moment, leading pieces until the end."""
    state = french_turn({"9/8": "I3 I2 C2", "42": "I2 C1"}, {"8/9": "I2 A1 C2", "1": "I3 C1"})
    play(state, "assault 9/8")
    assert (told_apart(state, FRENCH, "8/9"), told_apart(state, AUSTRIAN, "9/8")) == ([], [])
    play(state, "lead A1")
    assert (told_apart(state, FRENCH, "8/9"), face_up(state, FRENCH, "8/9")) == (["I2"], 1)
    play(state, "send F1,F2 lead F1")
    assert (told_apart(state, AUSTRIAN, "9/8"), face_up(state, AUSTRIAN, "9/8")) == (["I3"], 1)
    play(state, "fire A2")
    assert state.decision is Decision.COUNTER_ATTACK
    assert told_apart(state, AUSTRIAN, "9/8") == ["I2"]
    assert face_up(state, FRENCH, "8/9") == 1
    assert certain(state, FRENCH, "8/9", "A1") == 1


def test_what_is_known_after_an_assault() -> None:
    """T-22.11: all three defenders; of the attackers F2, reduced in step 8, but not F3.

    Austria wins. The leading piece takes 1 + 1 + 1 reductions, one of them too many for it.
    """
    state = french_turn({"9/8": "I3 I2 C2", "42": "I2 C1"}, {"8/9": "I2 A1 C2", "1": "I3 C1"})
    play(state, "assault 9/8", "lead A1", "send F1,F2 lead F1", "fire A2", "counter A3")
    assert state.decision is Decision.ACTION
    assert told_apart(state, AUSTRIAN, "9/8") == ["I1"]
    assert blocks(state, FRENCH, "8/9") == [{"A1", "C1", "I1"}] * 3
    assert (face_up(state, AUSTRIAN, "9/8"), face_up(state, FRENCH, "8/9")) == (0, 0)


def test_assault_pieces_that_neither_lead_nor_suffer_are_not_shown() -> None:
    """T-22.11: which blocks they are is seen, for they have acted."""
    state = austrian_turn({"8/9": "I3 C2 I2", "1": "I2 C1"}, {"9/8": "I2"})
    play(state, "assault 8/9", "lead none", "send A1,A2 lead A1", "counter none")
    assert state.occupier(9) is AUSTRIAN
    assert Counter(str(b.place) for b in state.view(FRENCH).enemy if b.acted) == {"9": 2}
    assert [certain(state, FRENCH, "9", face) for face in ("I3", "C2")] == [1, 0]


def asked(french: dict[str, str], *moves: str) -> TriompheState:
    """Return where an assault on a French approach leads if single answers are asked for."""
    state = austrian_turn({"8/9": "I3 C2", "1": "I2 C1"}, french)
    state.game = state.game.asking(single=True)
    return play(state, "assault 8/9", *moves)


@pytest.mark.parametrize("behind", [("A1", "I2"), ("I2", "A1")])
def test_defensive_fire_is_asked_for_wherever_there_could_be_artillery(behind: list[str]) -> None:
    """T-23.2: for all that the attacker knows, in games that ask for single answers."""
    here, elsewhere = behind
    french = {"9/8": f"I3 {here}", "42": elsewhere}
    state = asked(french, "lead F1", "send A1 lead A1")
    assert (state.decision, state.to_move) == (Decision.FIRE, FRENCH)
    assert texts(state) == ({"fire none", "fire F2"} if here == "A1" else {"fire none"})


def test_no_fire_is_asked_for_where_all_know_that_there_is_no_artillery() -> None:
    """T-23.2: none in the army."""
    state = asked({"9/8": "I3 I2", "42": "I1"}, "lead F1", "send A1 lead A1")
    assert state.decision is Decision.COUNTER_ATTACK


@pytest.mark.parametrize("behind", ["A1", "I2"])
def test_a_counter_attack_is_asked_for_wherever_a_defender_has_not_led(behind: str) -> None:
    """T-23.2: artillery makes none."""
    french = {"9/8": f"I3 {behind}", "42": "I1 C1"}
    state = asked(french, "lead F1", "send A1 lead A1")
    play(state, *(["fire F2", "hit A1"] if behind == "A1" else []))
    assert (state.decision, state.to_move) == (Decision.COUNTER_ATTACK, FRENCH)
    alone = asked({"9/8": "I3", "42": f"{behind} C1"}, "lead F1", "send A1 lead A1")
    assert alone.decision not in (Decision.FIRE, Decision.COUNTER_ATTACK)


def test_retreating_pieces_are_shown_until_the_end_of_the_retreat() -> None:
    """T-22.11, T-22.12: each with its reduction and its destination."""
    state = austrian_turn({"10": "I3"}, {"20": "C2 I3", "42": "I3 C1", "33": "I1"})
    play(state, "attack A1 10/20", "respond none")
    assert state.decision is Decision.RETREAT
    assert (told_apart(state, AUSTRIAN, "20"), face_up(state, AUSTRIAN, "20")) == (["C2", "I2"], 2)
    play(state, "retreat F1 33", "retreat F2 27")
    assert blocks(state, AUSTRIAN, "27") == [{"I2"}]
    assert (told_apart(state, AUSTRIAN, "33"), face_up(state, AUSTRIAN, "33")) == ([], 0)


def test_austrian_artillery_enters_unseen() -> None:
    """T-22.11: from 7:00 it is one of the blocks of the box."""
    views = []
    for name in ("A1", "A2"):
        state = austrian_turn({"Alessandria": "A1 I3 C2"}, {"40": "I2"}, hour=7)
        views.append(play(state, f"pontoon {name}").view(FRENCH))
    assert views[0] == views[1]


@pytest.mark.parametrize(("target", "possible"), [("9", {"I2", "I3", "C2"}), ("14", {"I2", "I3"})])
def test_a_declared_assault_means_a_piece_that_can_lead(target: str, possible: set[str]) -> None:
    """T-22.13: 14 has a cavalry obstacle, 9 has none."""
    state = austrian_turn(
        {f"8/{target}": "I2", "1": "I3 I1 C2 C1 A1"}, {f"{target}/8": "I2", "42": "C2"}
    )
    play(state, f"assault 8/{target}")
    assert state.decision is Decision.DEFENCE_LEADERS
    assert blocks(state, FRENCH, f"8/{target}") == [possible]


def test_an_attack_into_an_obstacle_means_infantry() -> None:
    """T-22.13: before anything is shown."""
    state = austrian_turn({"8": "I2", "1": "I3 I1 C2 C1 A1"}, {"14": "I2"})
    play(state, "attack A1 8/14")
    assert state.decision is Decision.RESPONSE
    assert blocks(state, FRENCH, "8") == [{"I1", "I2", "I3"}]


def test_cavalry_that_does_not_continue_cannot_be_told_from_infantry() -> None:
    """T-22.14: also while its owner is still making up his mind."""
    cavalry = austrian_turn({"5": "C2", "1": "I2"}, {"20": "I2"})
    infantry = austrian_turn({"5": "I2", "1": "C2"}, {"20": "I2"})
    play(infantry, "march A1 10")
    play(cavalry, "march A1 10")
    assert cavalry.decision is Decision.CONTINUATION
    assert cavalry.view(FRENCH) == infantry.view(FRENCH)
    assert play(cavalry, "stay A1").view(FRENCH) == infantry.view(FRENCH)


@pytest.mark.parametrize(
    ("able", "unable", "declined"),
    [
        ({"8/9": "I2 A1", "1": "C1"}, {"8/9": "I2 C1", "1": "A1"}, "fire none"),
        ({"8/9": "I2 C2", "1": "C1"}, {"8/9": "I2 C1", "1": "C2"}, "counter none"),
    ],
    ids=["fire", "counter-attack"],
)
def test_a_defender_who_declines_cannot_be_told_from_one_who_could_not(
    able: dict[str, str], unable: dict[str, str], declined: str
) -> None:
    """T-22.14."""
    views = []
    for austrian, moves in ((able, ["lead A1", declined]), (unable, ["lead A1"])):
        state = play(french_turn({"9/8": "I3", "42": "I2"}, austrian), "assault 9/8", *moves)
        assert state.decision is Decision.ACTION
        views.append(state.view(FRENCH))
    assert views[0] == views[1]


@pytest.mark.parametrize("answer", ["respond F1", "respond F1,F2"])
def test_responding_pieces_are_counted_before_the_attacker_decides(answer: str) -> None:
    """T-22.15: in their new position, faces hidden."""
    state = austrian_turn({"8": "I3 I2"}, {"12": "I2 C2", "12/8": "I3"}, attacked=["12/8"])
    play(state, "attack A1,A2 8/12", answer)
    assert state.decision is Decision.ADVANCE
    assert len(blocks(state, AUSTRIAN, "12/8")) == 1 + answer.count("F")
    assert told_apart(state, AUSTRIAN, "12/8") == []


def test_defenders_in_an_approach_are_counted_before_an_assault() -> None:
    """T-22.15."""
    state = austrian_turn({"8/9": "I3"}, {"9/8": "I2 C2", "9": "A1"})
    assert len(blocks(state, AUSTRIAN, "9/8")) == 2
    assert len(blocks(end_turn(state), AUSTRIAN, "9/8")) == 2
