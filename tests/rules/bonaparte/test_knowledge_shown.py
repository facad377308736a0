"""Chapter 17 of the digest: which events show pieces, what stays hidden, and what must not leak."""

from itertools import permutations

import pytest

from marengo.core.uncompiled import each_decision
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, texts
from tests.knowledge import blocks
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import finish

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def shown(state: BonaparteState) -> set[str]:
    """Return the names of the pieces that lie face-up."""
    return {piece.name for piece in state.pieces if piece.face_up and piece.strength}


# The events that show pieces


def test_declaring_shows_the_artillery_until_the_end_of_the_turn_in_which_it_fires() -> None:
    """B-17.11: all through the enemy's turn too."""
    state = austrian_turn({"17/27": "A1 I2", "5": "C2 I3"}, {"27": "I2"}, step=4)
    assert shown(state) == set()
    play(state, "declare A1")
    assert (state.turn, shown(state)) == (FRENCH, {"A1"})
    assert {"A1"} in blocks(state, FRENCH, "17/27")
    play(state, "end")
    assert (state.decision, shown(state)) == (Decision.BOMBARDMENT, {"A1"})
    play(state, "complete A1")
    assert (state.decision, shown(state)) == (Decision.ACTION, {"A1"})
    play(state, "end")
    assert (state.turn, shown(state)) == (FRENCH, set())


def test_cancelling_hides_the_artillery() -> None:
    """B-17.11."""
    state = austrian_turn({"17/27": "A1:due", "5": "C2"}, {"27": "I2"}, step=1)
    assert shown(play(state, "cancel A1")) == set()


def test_a_bombardment_shows_the_piece_it_hits() -> None:
    """B-17.11: for the loss only; it stays known."""
    french = {"27": "C2 I3", "37": "I3 C1"}
    state = austrian_turn({"17/27": "A1:due"}, french, step=1)
    play(state, "complete A1", "target F1")
    assert shown(state) == {"A1"}
    assert known(state, AUSTRIAN, "27") == {"C1": 1, "?": 1}


@pytest.mark.parametrize(
    "moves", [["respond none", "retreat F1 26", "stay A3"], ["respond F1", "block none"]]
)
def test_an_attack_over_an_obstacle_shows_one_infantry_piece(moves: list[str]) -> None:
    """B-17.11: the one chosen, until the end of the move, blocked or not."""
    state = austrian_turn({"20": "I3 I2 C2", "5": "I2 C1"}, {"24": "I2", "39": "C2"})
    play(state, "attack A1 20/24", "join A2", "join A3", "show A1")
    assert shown(state) == {"A1"}
    assert known(state, FRENCH, "20") == {"I3": 1, "?": 2}
    play(state, *moves)
    assert (state.decision, shown(state)) == (Decision.ACTION, set())


def test_an_attack_by_road_shows_the_cavalry() -> None:
    """B-17.11, B-17.14: until the end of the attack; cavalry 2 it is known to be after it."""
    state = austrian_turn({"17": "C2", "5": "I2 C1"}, {"27": "C2", "37": "I3"})
    play(state, "road A1", "cross 17-27")
    assert shown(state) == {"A1"}
    play(state, "respond none", "retreat F1 29")
    assert (state.decision, shown(state)) == (Decision.ROAD_STEP, set())
    assert known(play(state, "stop"), FRENCH, "27") == {"C2": 1}


def test_continuation_shows_the_cavalry() -> None:
    """B-17.11, B-17.14: at once hidden again, but known."""
    state = austrian_turn({"17": "C2 I2", "5": "I3 C1"}, {"37": "I2"})
    play(state, "march A1 27", "join none")
    assert known(state, FRENCH, "27") == {"?": 1}
    play(state, "continue A1 27/37")
    assert shown(state) == set()
    assert known(state, FRENCH, "27/37") == {"C2": 1}


def test_an_assault_shows_leading_firing_and_reduced_pieces() -> None:
    """B-17.11: until its end: leaders, the artillery, other participants that lose."""
    austrian = {"17/27": "I2 I3", "5": "C2 I1"}
    state = austrian_turn(austrian, {"27/17": "I1 C2 A1", "37": "I2 C1"}, step=2)
    play(state, "assault A1 17/27", "join A2")
    assert shown(state) == set()
    play(state, "lead A1")
    assert (state.decision, shown(state)) == (Decision.FIRE, {"A1"})
    play(state, "fire F3")
    assert (state.decision, shown(state)) == (Decision.DEFENCE_LEADERS, {"A1", "F3"})
    # 1 − 1 − 1 = −1: both leading pieces go, and A2 loses a point
    play(state, "lead F1")
    assert (state.decision, shown(state)) == (Decision.PURSUIT, {"A2", "F3"})
    play(state, "pursue F2")
    assert (state.decision, shown(state)) == (Decision.ACTION, set())
    assert known(state, AUSTRIAN, "27/17") == {"C1": 1, "A1": 1}


def test_the_defenders_leading_piece_and_the_pursuers_are_shown() -> None:
    """B-17.11: at a narrow approach one of each; 2 − 1 − 3 = −2."""
    austrian = {"17/27": "I2 I3", "5": "C2 I1"}
    state = austrian_turn(austrian, {"27/17": "I3 C2", "37": "I2 C1"}, step=2)
    play(state, "assault A1 17/27", "join A2", "lead A1", "lead F1")
    assert (state.decision, shown(state)) == (Decision.PURSUIT, {"A2", "F1"})
    assert known(state, AUSTRIAN, "27/17") == {"I2": 1, "?": 1}
    play(state, "pursue F2")
    assert (state.decision, shown(state)) == (Decision.ACTION, set())
    assert known(state, AUSTRIAN, "27/17") == {"I2": 1, "C1": 1}


def test_a_retreat_shows_all_pieces_and_where_they_go() -> None:
    """B-17.11, B-17.13: from before the losses until they are placed."""
    french = {"27": "I3 I2 C2", "39": "I3 C1"}
    state = play(austrian_turn({"17": "I2"}, french), "attack A1 17/27", "respond none")
    assert (state.decision, shown(state)) == (Decision.REDUCTION, {"F1", "F2", "F3"})
    assert known(state, AUSTRIAN, "27") == {"I3": 1, "I2": 1, "C2": 1}
    play(state, "reduce F2")
    assert (state.decision, shown(state)) == (Decision.RETREAT, {"F1", "F2", "F3"})
    play(state, "retreat F1 37", "retreat F2 29", "retreat F3 29")
    assert shown(state) == set()
    assert known(state, AUSTRIAN, "37") == {"I3": 1}
    assert known(state, AUSTRIAN, "29") == {"I1": 1, "C2": 1}


# What is not shown


def after(
    pieces: tuple[str, str], by: Side, places: tuple[str, str], *moves: str
) -> BonaparteState:
    """Return the position after moves of an Austrian turn, seen ``by`` one side.

    The first of the other side's pieces stands at the first place, with infantry 3 if that is an
    approach; the second is not concerned.
    """
    place, elsewhere = places
    held = {place: f"I3 {pieces[0]}" if "/" in place else pieces[0], elsewhere: pieces[1]}
    if by is FRENCH:
        state = austrian_turn(held, {"27/17": "I3"} if "/" in place else {"37": "I3"}, step=2)
    else:
        attackers = {"27/29": "29/27", "27/17": "17/27"}.get(place, "17")
        state = austrian_turn({attackers: "I3"}, held, step=2)
    return finish(play(state, *moves))


HIDDEN = {
    "moving": (FRENCH, ("17", "5"), ["march A1 16"]),
    "marching": (FRENCH, ("17", "5"), ["road A1", "cross 17-23", "stop"]),
    "entering": (FRENCH, ("6:00", "5"), ["road A1", "stop"]),
    "the pontoon": (FRENCH, ("6:00", "5"), ["pontoon A1"]),
    "blocking in the own turn": (FRENCH, ("27", "5"), ["march A1 27/37"]),
    "not continuing": (FRENCH, ("17", "5"), ["march A1 27"]),
    "staying out": (FRENCH, ("17/27", "5"), ["assault A1 17/27", "join none", "lead F1"]),
    "taking part and withdrawing": (
        FRENCH,
        ("17/27", "5"),
        ["assault A1 17/27", "join A2", "lead A1", "lead F1"],
    ),
    "blocking in reply": (AUSTRIAN, ("27", "39"), ["attack A1 17/27", "respond F1"]),
    "not pursuing": (AUSTRIAN, ("27/17", "39"), ["assault A1 17/27", "lead F1"]),
    "not leading": (AUSTRIAN, ("27/29", "39"), ["assault A1 29/27", "lead F1"]),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_what_is_not_shown(case: str) -> None:
    """B-17.12, B-17.15: infantry or cavalry, the other side cannot tell;
    nor whether it could not continue, pursue or lead, or would not."""
    by, places, moves = HIDDEN[case]
    one = after(("I2", "C2"), by, places, *moves)
    other = after(("C2", "I2"), by, places, *moves)
    assert one.view(by) == other.view(by)
    assert one.view(by.enemy) != other.view(by.enemy)


def test_activating_shows_nothing() -> None:
    """B-17.12."""
    state = french_turn({"39": "~I3", "56": "~C2"}, {"1": "I2"}, hour=6, step=0)
    play(state, "activate F1")
    assert shown(state) == set()
    assert known(state, AUSTRIAN, "39") == {"?": 1}


# What must not leak


def test_not_firing_looks_like_having_nothing_to_fire_with() -> None:
    """B-17.15: also at the moment when one is asked for the fire and the other is not."""
    gun = austrian_turn({"17/27": "I3"}, {"27/17": "I3 A1", "39": "I2"}, step=2)
    none = austrian_turn({"17/27": "I3"}, {"27/17": "I3 I2", "39": "A1"}, step=2)
    for state in (gun, none):
        play(state, "assault A1 17/27")
    assert (gun.decision, none.decision) == (Decision.FIRE, Decision.DEFENCE_LEADERS)
    assert gun.view(AUSTRIAN) == none.view(AUSTRIAN)
    play(gun, "fire none")
    assert gun.view(AUSTRIAN) == none.view(AUSTRIAN)
    for state in (gun, none):
        finish(play(state, "lead F1"))
    assert gun.view(AUSTRIAN) == none.view(AUSTRIAN)


def asked(french: dict[str, str], *moves: str) -> BonaparteState:
    """Return where an assault on a French approach leads if single answers are asked for."""
    state = austrian_turn({"17/27": "I3 C2"}, french, step=2)
    state.game = state.game.asking(single=True)
    return play(state, "assault A1 17/27", "join none", *moves)


@pytest.mark.parametrize("behind", [("A1", "I2"), ("I2", "A1")])
def test_defensive_fire_is_asked_for_wherever_there_could_be_artillery(behind: list[str]) -> None:
    """B-17.15: for all that the attacker knows, in games that ask for single answers."""
    here, elsewhere = behind
    state = asked({"27/17": f"I3 {here}", "39": elsewhere})
    assert (state.decision, state.to_move) == (Decision.FIRE, FRENCH)
    assert texts(state) == ({"fire none", "fire F2"} if here == "A1" else {"fire none"})


def test_no_fire_is_asked_for_where_all_know_that_there_is_no_artillery() -> None:
    """B-17.15: none in the army."""
    state = asked({"27/17": "I3 I2", "39": "I1"})
    assert state.decision is Decision.DEFENCE_LEADERS


@pytest.mark.parametrize("behind", [("C2", "I2"), ("I2", "C2")])
def test_a_pursuit_is_asked_for_wherever_there_could_be_cavalry(behind: list[str]) -> None:
    """B-17.15: of the winner, who has a piece that did not lead."""
    here, elsewhere = behind
    state = asked({"27/17": f"I3 {here}", "39": elsewhere}, "lead F1")
    decided = [state]
    while state.decision in (Decision.STRIKE, Decision.REDUCTION):
        move = state.move(min(texts(state)))
        decided = [one for *_, one in each_decision(state, move)]
        play(state, str(move))
    (asked_for,) = (one for one in decided if one.decision is Decision.PURSUIT)
    assert asked_for.to_move is FRENCH  # who may have decided just before, and is asked no more
    assert texts(asked_for) == ({"pursue none", "pursue F2"} if here == "C2" else {"pursue none"})


@pytest.mark.parametrize("step", [2, 3])
def test_the_enemys_faces_do_not_change_what_is_legal(step: int) -> None:
    """B-17.16: whichever French piece stands where, Austria has the same moves."""
    austrian = {"17/27": "I3 C2", "17": "C2 I2", "20": "C2 I2", "16/29": "A1"}
    offered = set()
    for faces in permutations(["I3", "C1", "A1", "I1"]):
        french = dict(zip(["27/17", "27", "24", "29"], faces, strict=True))
        offered.add(frozenset(texts(austrian_turn(austrian, french, step=step))))
    assert len(offered) == 1


@pytest.mark.parametrize(("approach", "defended"), [("17/27", "27/17"), ("29/27", "27/29")])
def test_the_enemys_faces_do_not_change_who_may_lead(approach: str, defended: str) -> None:
    """B-17.16: every rule on leading pieces asks for the attacker's own pieces only."""
    for first, second in permutations(["I3", "C2", "A1"], 2):
        french = {defended: first, "27": second}
        state = austrian_turn({approach: "I3 C2"}, french, step=2)
        play(state, f"assault A1 {approach}", "join A2")
        assert texts(state) == {"lead A1", "lead A2"}
