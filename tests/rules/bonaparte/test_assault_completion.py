"""Chapter 11, assault: step 11, who holds the locality, and what is closed afterwards."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, starting, texts, verbs, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    FRENCH,
    answer,
    asking,
    assault,
    attacked,
    destinations,
    face_up,
    finish,
    lost,
    narrow,
)
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import pass_turn, strengths


@pytest.mark.parametrize(("won", "open_to_others"), [([29], False), ([], True)])
def test_nobody_else_enters_a_locality_won_by_assault(won: list[int], open_to_others: bool) -> None:
    """B-11.13: over no approach and in no way, with or without road; it may be empty."""
    state = austrian_turn({"16": "I2", "31": "C2"}, won=won)
    assert ({"march A1 29", "march A2 29"} <= texts(state)) is open_to_others
    assert bool({"march A1 29", "march A2 29"} & texts(state)) is open_to_others
    assert ("cross 31-29" in texts(play(state, "road A2"))) is open_to_others


def test_after_a_won_assault_only_its_participants_are_there() -> None:
    """B-11.13: those left out may not follow, and the pair itself is not barred."""
    state = narrow("I3 I2", "I1", take="A1", austrian={"16": "C2", "31": "C1"})
    finish(play(state, "lead none"))
    assert state.won(29)
    assert not state.barred("16/29")
    assert not [move for move in texts(state) if move.split()[-1] in ("29", "16/29")]
    assert "cross 31-29" not in texts(play(state.copy(), "road A4"))
    assert "march A3 29" in texts(pass_turn(pass_turn(state)))


@pytest.mark.parametrize(
    ("austrian", "french", "step", "move"),
    [
        ({"16": "I2"}, {}, 3, "march A1 29"),
        ({"29": "I2"}, {}, 3, "march A1 16"),
        ({"16/29": "I2"}, {}, 3, "march A1 29"),
        ({"16": "I2"}, {"29": "I2"}, 3, "attack A1 16/29"),
        ({"29": "I2"}, {"16": "I2"}, 3, "attack A1 29/16"),
        ({"16/29": "I2"}, {"29": "I2"}, 3, "attack A1 16/29"),
        ({"16/29": "I2"}, {"29/16": "I2"}, 2, "assault A1 16/29"),
        ({"29/16": "I2"}, {"16/29": "I2"}, 2, "assault A1 29/16"),
    ],
)
def test_a_lost_assault_bars_the_pair(
    austrian: Mapping[str, str], french: Mapping[str, str], step: int, move: str
) -> None:
    """B-11.14: to moves, attacks and assaults, in both directions."""
    assert move in texts(austrian_turn(austrian, french, step=step))
    assert move not in texts(austrian_turn(austrian, french, step=step, barred=["16/29"]))


@pytest.mark.parametrize(
    ("place", "closed", "open_still"),
    [("31", "cross 31-29", "cross 31-16"), ("29", "cross 29-31", "cross 29-27")],
)
def test_a_barred_pair_is_closed_to_road_marches(place: str, closed: str, open_still: str) -> None:
    """B-11.14: in both directions, and nothing else is."""
    free = starting(play(austrian_turn({place: "C2"}), "road A1"), "cross")
    assert {closed, open_still} <= free
    barred = play(austrian_turn({place: "C2"}, barred=["29/31"]), "road A1")
    assert starting(barred, "cross") == free - {closed}


def test_the_pair_is_barred_though_the_approach_is_empty() -> None:
    """B-11.14, B-11.15: I1 has held and fallen; 29 can be entered only from elsewhere."""
    state = narrow("I2 I3", "I1", take="A1", austrian={"16": "C2", "31": "C1"})
    finish(play(state, "lead F1"))
    assert state.occupier(29) is None
    assert state.barred("16/29")
    assert state.barred("29/16")
    assert {move for move in texts(state) if move.split()[-1] == "29"} == {"march A4 29"}


def test_the_bar_ends_with_the_turn_and_never_binds_the_enemy() -> None:
    """B-11.14: in the next turn the French assault, in the one after it the Austrians."""
    state = finish(answer(narrow("I2 I3", "I3", take="A1"), "lead F1"))
    pass_turn(state)
    assert not state.barred("16/29")
    assert starting(state, "assault") == {"assault F1 29/16"}
    pass_turn(state)
    assert starting(state, "assault") == {"assault A2 16/29"}


def test_the_enemy_may_retreat_across_a_barred_pair() -> None:
    """B-11.14: only friendly pieces of the beaten attacker are stopped."""
    assert destinations(attacked({"29": "C2"}, across="39/29", barred=["16/29"]), "F1") == {
        16,
        27,
        31,
    }


@pytest.mark.parametrize(
    ("austrian", "french", "step", "move"),
    [
        ({"31/29": "I3"}, {"29/31": "I2"}, 2, "assault A1 31/29"),
        ({"31": "I3"}, {"29": "I2"}, 3, "attack A1 31/29"),
        ({"31": "I3"}, {}, 3, "march A1 29"),
    ],
)
def test_after_a_lost_assault_other_approaches_are_open(
    austrian: Mapping[str, str], french: Mapping[str, str], step: int, move: str
) -> None:
    """B-11.15."""
    assert move in texts(austrian_turn(austrian, french, step=step, barred=["16/29"], commands=2))


@pytest.mark.parametrize(("move", "place", "left"), [("stay", "29", 2), ("continue", "29/31", 1)])
def test_cavalry_may_continue_after_a_won_assault(move: str, place: str, left: int) -> None:
    """B-11.16, B-11.65: towards the enemy in 31, for a command if infantry stays behind."""
    state = narrow("I3 C2", "I1", french={"31": "I2"})
    answer(state, "lead A1", "lead none")
    assert asking(state) == (Decision.CONTINUATION, AUSTRIAN)
    assert texts(state) == {"stay A2", "continue A2 29/31"}
    assert [where(state, name) for name in ("A1", "A2")] == ["29", "29"]
    play(state, "stay A2" if move == "stay" else "continue A2 29/31")
    assert [where(state, name) for name in ("A1", "A2")] == ["29", place]
    assert state.commands == left


def test_without_a_command_the_group_cannot_split() -> None:
    """B-11.16."""
    state = narrow("I3 C2", "I1", french={"31": "I2"}, commands=1)
    answer(state, "lead A1", "lead none")
    assert state.decision is Decision.ACTION
    assert where(state, "A2") == "29"


@pytest.mark.parametrize(
    ("moves", "places", "commands"),
    [
        (("continue A1 29/31", "continue A2 29/31"), ["29/31", "29/31"], 2),
        (("continue A1 29/31", "continue A2 29/39"), ["29/31", "29/39"], 1),
        (("continue A1 29/31", "stay A2"), ["29/31", "29"], 1),
    ],
)
def test_a_whole_group_continues_without_a_command(
    moves: tuple[str, ...], places: list[str], commands: int
) -> None:
    """B-11.16: every further position costs one."""
    state = narrow("C2 C2", "I1", french={"31": "I2", "39": "I2"})
    play(answer(state, "lead A1", "lead none"), *moves)
    assert [where(state, name) for name in ("A1", "A2")] == places
    assert state.commands == commands


def test_cavalry_that_stayed_out_does_not_continue() -> None:
    """B-11.16: only participants do."""
    state = answer(narrow("I3 C2", "I1", take="A1", french={"31": "I2"}), "lead none")
    assert state.decision is Decision.ACTION
    assert where(state, "A2") == "16/29"


def test_after_a_lost_assault_the_attackers_withdraw() -> None:
    """B-11.62: all of them at once into their reserve, artillery too, and the defenders stay."""
    state = narrow("I3 I2 C1 A1", "I2 I1", french={"29": "I1"})
    answer(state, "lead A1", "lead F1")
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("A1", "A2", "A3", "A4")] == ["16"] * 4
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["29/16", "29/16", "29"]
    assert strengths(state, "A1", "A2", "A3", "A4") == (2, 2, 1, 1)
    assert state.commands == 2
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (1, 1)


def test_after_a_won_assault_all_enemies_retreat_and_the_attackers_advance() -> None:
    """B-11.63, B-11.64: from every position; then all participants, without being asked."""
    state = narrow("I3 I2 A1", "I1 I3", austrian={"27": "I1"}, french={"29": "C2", "29/27": "I2"})
    answer(state, "lead A1", "lead F1")
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["16/29"] * 3
    play(state, "retreat F2 31", "retreat F3 39", "retreat F4 39")
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("F2", "F3", "F4")] == ["31", "39", "39"]
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["29"] * 3


@pytest.mark.parametrize(("leader", "place"), [("lead F1", "16"), ("lead none", "29")])
def test_all_faces_are_hidden_at_the_end(leader: str, place: str) -> None:
    """B-11.66: of both sides, after a lost and after a won assault; what was seen stays known."""
    state = finish(answer(narrow("I3 I2", "I3 I1"), "lead A1", leader))
    assert face_up(state, FRENCH, place) == 0
    assert known(state, FRENCH, place)["?"] == 1
    for french in ("29/16", "27", "31", "39"):
        assert face_up(state, AUSTRIAN, french) == 0


def test_artillery_with_a_pending_bombardment_stays_face_up() -> None:
    """B-11.66: where its approach holds; the leading I3 beside it is hidden."""
    state = finish(answer(narrow("I2 I3", "I3 A1:declared"), "lead A1", "lead F1"))
    assert face_up(state, AUSTRIAN, "29/16") == 1
    assert known(state, AUSTRIAN, "29/16") == {"I2": 1, "A1": 1}
    assert state.piece("F2").face_up
    assert state.piece("F2").bombardment == "declared"


@pytest.mark.parametrize(
    ("defenders", "leader", "moves"),
    [
        # Held: a move into the own reserve. Held but empty, and won: a fall-back, free.
        ("I3", "lead F1", {"march A2 16"}),
        ("I1", "lead F1", {"fall-back A2"}),
        ("I3", "lead none", {"fall-back A2"}),
    ],
)
def test_what_comrades_left_behind_may_do(defenders: str, leader: str, moves: set[str]) -> None:
    """B-11.67: never cross the pair; they have neither moved nor assaulted."""
    state = finish(answer(narrow("I2 I3", defenders, take="A1"), leader))
    assert not state.piece("A2").acted
    assert not state.piece("A2").assaulted
    assert {move for move in texts(state) if "A2" in move.split()} == moves
    answer(state, *moves)
    if state.decision is Decision.JOIN:
        play(state, "join none")
    assert where(state, "A2") == "16"
    assert state.commands == (1 if moves == {"march A2 16"} else 2)


def test_comrades_left_behind_may_stay_while_the_enemy_does() -> None:
    """B-11.67: they are not put into their reserve at the end of step 3."""
    state = finish(answer(narrow("I2 I3", "I3", take="A1"), "lead F1"))
    assert where(pass_turn(state), "A2") == "16/29"


def test_an_assault_cannot_be_broken_off() -> None:
    """B-11.69: the attacker is asked for his leading piece and for nothing else."""
    state = narrow("I3 I2", "I2 A1")
    assert texts(state) == {"lead A1", "lead A2"}
    play(state, "lead A1")
    while state.decision not in (Decision.ACTION, Decision.ASSAULT):
        assert state.to_move is FRENCH
        assert "end" not in verbs(state)
        state.play("fire F2" if state.decision is Decision.FIRE else "lead F1")
    assert state.barred("16/29")


def test_a_weakened_leading_piece_goes_on_leading() -> None:
    """B-11.69: hit by fire, A2 has the strength of the penalty, yet counts: 3 + 1 − 1 − 2 = 1."""
    state = assault("37/46", "I3 I2", "I2 A1")
    finish(answer(state, "lead A1,A2", "fire F2", "strike A2", "lead F1"))
    assert state.won(46)
