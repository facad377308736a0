"""Chapter 18, decisions: what is remembered, and what happens before the game and by itself."""

from collections import Counter
from typing import Any

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import pass_turn, strengths
from tests.toys import row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

ROW = row(5, ruleset="bonaparte")
STAR = toy_game(
    {1: {"star": "red"}, 2: {"star": "green"}, 3: {"star": "red"}, 4: {}, 5: {}},
    [{"a": 1, "b": n} for n in (2, 3, 4, 5)],
    [{"id": "r2", "between": (1, 2)}],
    entries=[{"name": "6:00", "army": "austrian", "locality": 2, "pontoon": True}],
    ruleset="bonaparte",
)


def test_what_is_remembered_of_each_piece() -> None:
    """B-18.1: activity, strength, place, a pending bombardment, silence, and what was shown."""
    state = austrian_turn({"2/3": "A1", "1": "I3"}, {"3": "C1", "5": "~I3"}, on=ROW)
    assert known(state, FRENCH, "2/3") == Counter("?")
    play(state, "end", "declare A1")
    assert (state.piece("A1").bombardment, state.piece("A1").silenced) == ("declared", True)
    pass_turn(state)
    assert (state.turn, state.piece("A1").bombardment) == (AUSTRIAN, "due")
    pass_turn(play(state, "cancel A1"))
    assert (state.piece("A1").bombardment, state.piece("A1").silenced) == ("none", False)
    assert known(state, FRENCH, "2/3") == Counter(["A1"])
    assert [piece.active for piece in state.pieces if piece.side is FRENCH] == [True, False]
    assert strengths(state, "A1", "A2", "F1", "F2") == (1, 3, 1, 3)
    assert [where(state, name) for name in ("A1", "A2", "F1", "F2")] == ["2/3", "1", "3", "5"]


def test_what_is_remembered_of_the_game() -> None:
    """B-18.2, B-18.7: a bonus is credited before the Austrian turn, and only once.

    Round, morale, the round of demoralisation and the flag are kept from turn to turn.
    """
    facts: dict[str, Any] = {"morale": {AUSTRIAN: 10, FRENCH: 0}, "demoralised": {FRENCH: 9}}
    state = french_turn({"5": "I2"}, {"1": "I2"}, on=ROW, bonus_due=AUSTRIAN, flag=True, **facts)
    for hour, level, due in [(9, 10, AUSTRIAN), (10, 15, None), (10, 15, None), (11, 15, None)]:
        assert (state.hour, state.decision, state.bonus_due) == (hour, Decision.ACTION, due)
        assert (state.morale(AUSTRIAN), state.morale(FRENCH)) == (level, 0)
        assert (state.demoralised(AUSTRIAN), state.demoralised(FRENCH)) == (None, 9)
        assert state.flag
        pass_turn(state)


@pytest.mark.parametrize(
    ("austrian", "given", "moves", "barred"),
    [
        pytest.param({"2": "I2"}, {"commands": 0}, [], "march A1 1", id="commands"),
        pytest.param({"2": "I2!"}, {}, [], "march A1 1", id="moved"),
        pytest.param({"2": "I2:assaulted"}, {}, [], "march A1 1", id="assaulted"),
        pytest.param({"3/1": "A1:completed"}, {}, [], "march A1 3", id="fired"),
        pytest.param({"2": "I2"}, {"steps": {"r2": (3, 1)}}, [], "road A1", id="step"),
        pytest.param({"2": "I2"}, {"steps": {"r2": (1, 2)}}, [], "road A1", id="direction"),
        pytest.param({"2": "I2"}, {"barred": ["2/1"]}, [], "march A1 1", id="lost assault"),
        pytest.param({"2": "I2"}, {"won": [1]}, [], "march A1 1", id="won assault"),
        pytest.param({"6:00": "I2"}, {"pontoon_used": True}, [], "pontoon A1", id="pontoon"),
        pytest.param({"6:00": "I2 I3"}, {}, ["pontoon A1"], "march A1 1", id="off the map"),
        pytest.param({"3/1": "I2"}, {"assaulted": ["3/1"]}, [], "assault A1 3/1", id="approach"),
    ],
)
def test_the_memory_of_a_turn_ends_with_it(
    austrian: dict[str, str], given: dict[str, Any], moves: list[str], barred: str
) -> None:
    """B-18.3, B-18.39: what bars a move this turn does not in the next."""
    french = {"1/3": "I3"} if "3/1" in austrian else {}
    state = play(austrian_turn(austrian, french, on=STAR, step=2, **given), *moves)
    assert (state.turn, state.hour) == (AUSTRIAN, 9)
    assert barred not in texts(state)
    pass_turn(pass_turn(state))
    assert (state.turn, state.hour) == (AUSTRIAN, 10)
    assert barred in texts(state)


@pytest.mark.parametrize("start", ["2", "2/1"])
def test_where_a_piece_began_the_turn_is_remembered(start: str) -> None:
    """B-18.3: an attack from reserve may be blocked, one from an approach may not."""
    state = play(austrian_turn({start: "I2"}, {"1": "I2"}, on=STAR), "attack A1 2/1")
    assert (state.decision is Decision.RESPONSE) is (start == "2")


def test_without_agreed_bids_nobody_is_asked_before_the_first_move() -> None:
    """B-18.4, B-18.5: the game starts with the Austrian moves and the printed morale."""
    state = game.start(3)
    assert (state.decision, state.to_move, state.hour) == (Decision.ACTION, AUSTRIAN, 6)
    assert (state.morale(AUSTRIAN), state.morale(FRENCH)) == (16, 17)


def test_the_start_pieces_are_dealt_by_chance() -> None:
    """B-18.6: always to the same localities, in ever new assignments, unseen by the Austrians."""
    names = [f"F{number}" for number in range(1, 13)]
    states = [game.start(seed) for seed in range(30)]
    deals = [tuple(where(state, name) for name in names) for state in states]
    assert len({tuple(sorted(deal)) for deal in deals}) == 1
    assert len(set(deals)) > 20
    assert all(len({deal[n] for deal in deals}) > 2 for n in range(12))
    assert {face for place in deals[0] for face in known(states[0], AUSTRIAN, place)} == {"?"}
    assert deals[0] == tuple(where(game.start(0), name) for name in names)


def test_automatic_activation_is_nobodys_decision() -> None:
    """B-18.8: at the start of the French turn, next to the enemy; no one else is activated."""
    state = austrian_turn({"2": "I2"}, {"3": "~I2", "5": "~C2"}, on=ROW)
    assert [state.piece(name).active for name in ("F1", "F2")] == [False, False]
    play(state, "end")
    assert (state.decision, state.to_move) == (Decision.ACTION, FRENCH)
    assert [state.piece(name).active for name in ("F1", "F2")] == [True, False]


def test_compulsory_fall_backs_are_nobodys_decision() -> None:
    """B-18.34: at the end of step 3, also of pieces that have moved; not with an enemy opposite."""
    state = austrian_turn({"2/3": "I2 C2!", "4/5": "I3"}, {"5": "I2"}, on=ROW)
    play(state, "end")
    assert (state.decision, state.to_move) == (Decision.ACTION, FRENCH)
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["2", "2", "4/5"]


def test_the_end_of_a_turn_is_nobodys_decision() -> None:
    """B-18.39: artillery that fired lies down, the marks go, the turn passes, then the round."""
    state = austrian_turn({"2/3": "A1:completed", "2": "I2!"}, {"3": "I2"}, on=ROW)
    gun = state.piece("A1")
    assert (gun.bombardment, gun.face_up, gun.acted) == ("completed", True, True)
    play(state, "end")
    assert (state.turn, state.hour, state.decision) == (FRENCH, 9, Decision.ACTION)
    gun = state.piece("A1")
    assert (gun.bombardment, gun.face_up, gun.acted) == ("none", False, False)
    assert not state.piece("A2").acted
    play(state, "end")
    assert (state.turn, state.hour, state.decision) == (AUSTRIAN, 10, Decision.ACTION)


BEATEN: dict[str, Any] = {"morale": {FRENCH: 0}, "demoralised": {FRENCH: 8}}
BROKEN: dict[str, Any] = {"morale": {AUSTRIAN: 0}, "demoralised": {AUSTRIAN: 8}}
BOTH: dict[str, Any] = {
    "morale": {AUSTRIAN: 0, FRENCH: 0},
    "demoralised": {AUSTRIAN: 7, FRENCH: 8},
}


@pytest.mark.parametrize(
    ("held", "facts", "winner", "kind"),
    [
        ("12", {}, AUSTRIAN, "marginal"),
        ("13", {}, FRENCH, "marginal"),
        ("24", {}, FRENCH, "marginal"),
        ("45", BEATEN, AUSTRIAN, "decisive"),
        ("12", BROKEN, FRENCH, "decisive"),
        ("12", BOTH, AUSTRIAN, "marginal"),
        ("13", BOTH, FRENCH, "marginal"),
    ],
)
def test_the_winner_is_nobodys_decision(
    held: str, facts: dict[str, Any], winner: Side, kind: str
) -> None:
    """B-18.40: after round 16, not one earlier; 1 and 3 have a red star, 2 a green one."""
    for hour in (20, 21):
        state = french_turn({}, dict.fromkeys(held, "I2"), on=STAR, hour=hour, **facts)
        assert state.outcome is None
        play(state, "end")
        assert (state.decision is Decision.OVER) is (hour == 21)
        assert (state.outcome is None) is (hour == 20)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.kind, state.outcome.round) == (winner, kind, 21)
    assert texts(state) == set()
