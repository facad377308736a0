"""Games and positions of Bonaparte: what they hold, how moves are written, what is refused."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marengo import Decision, GameRecord, IllegalMove, Side
from marengo.core.errors import NotationError, PositionError
from marengo.games.bonaparte.state import BonaparteState
from tests.helpers import game as triomphe
from tests.helpers import play, settle, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def test_the_slots_of_the_set_up() -> None:
    """B-6.8, B-6.9."""
    state = game.start(1)
    named = {p.name: f"{p.kind.name[0]}{p.strength}" for p in state.pieces}
    assert Counter(named.values()) == {"I3": 7, "I2": 20, "C2": 10, "A1": 2}
    assert [named[name] for name in ("A3", "A4", "A14", "A20")] == ["I3", "I2", "C2", "A1"]
    assert [named[name] for name in ("F2", "F3", "F10", "F12")] == ["I3", "I2", "C2", "C2"]
    boxes = [f"{where(state, f'F{n}')} {named[f'F{n}']}" for n in range(13, 20)]
    assert boxes == [
        *("12:00 I3", "12:00 I2", "16:00 I3", "16:00 I2", "16:00 I2", "16:00 A1", "17:00 C2"),
    ]
    assert {where(state, f"A{n}") for n in range(1, 21)} == {"6:00"}
    assert [p.active for p in state.pieces] == [True] * 20 + [False] * 12 + [True] * 7


def test_the_facts_at_the_start() -> None:
    """B-6.1, B-6.2."""
    state = game.start(1)
    assert (state.hour, state.turn, state.step, state.commands) == (6, AUSTRIAN, 3, 3)
    assert [state.morale(side) for side in Side] == [16, 17]
    assert [state.demoralised(side) for side in Side] == [None, None]
    assert state.bonus_due is None
    assert state.outcome is None
    assert not state.flag
    assert not state.pontoon_used
    assert state.boxes["12:00"] == {"army": FRENCH, "locality": 66, "hour": 12, "pontoon": False}


def test_crossings_from_a_box_called_by_its_hour() -> None:
    """The colon of 6:00 is none that separates a crossing."""
    state = play(game.start(1), "road A1")  # over the only crossing there is
    assert where(state, "A1") == "1"
    assert (state.last_step("entry:6:00"), state.direction("entry:6:00")) == (1, 1)
    assert str(state.move("cross 6:00-1")) == "cross 6:00-1"
    assert state.move("cross 5-10:c2") == state.move("cross 5-10")
    for text in ("cross 6:00-5", "cross 6:00", "cross 7:00-1", "cross 6:00-1:c1"):
        with pytest.raises(NotationError, match="crossing"):
            state.move(text)


def test_other_forms_of_moves() -> None:
    state = austrian_turn({"8/16": "I2"}, {"16/8": "I2"}, step=2)
    assert texts(state) == {"end", "assault A1 8/16"}
    with pytest.raises(NotationError, match="is no piece"):
        state.move("assault 8/16")
    assert str(state.move("strike F1")) == "strike F1"
    with pytest.raises(NotationError, match="expected pieces of the other side"):
        state.move("strike A1")
    for text in ("shuffle none", "shuffle 8/16", "declare none", "block none", "aim 16/8"):
        assert str(state.move(text)) == text
    with pytest.raises(NotationError, match="no place 'none'"):
        triomphe.start(1).move("march A1 none")


@pytest.mark.parametrize(
    ("step", "decision"),
    [
        (0, Decision.BOMBARDMENT),
        (1, Decision.BOMBARDMENT),
        (2, Decision.ASSAULT),
        (3, Decision.ACTION),
        (4, Decision.DECLARATION),
    ],
)
def test_positions_begin_at_a_step(step: int, decision: Decision) -> None:
    """B-7.4 to B-7.8."""
    artillery = "A1:due" if step < 2 else "A1"
    state = austrian_turn({"8/16": f"{artillery} I2"}, {"16/8": "I2"}, step=step)
    assert (state.decision, state.step) == (decision, max(step, 1))


def test_steps_without_a_choice_are_passed() -> None:
    state = austrian_turn({"8": "I2"}, {"66": "I2"}, step=1, commands=1)
    assert (state.decision, state.step, state.commands) == (Decision.ACTION, 3, 1)
    state = french_turn({"8": "I2"}, {"2": "I2"}, step=0, commands=2)
    assert (state.decision, state.step, state.commands) == (Decision.ACTION, 3, 2)
    assert state.moves == ()


def test_the_start_of_a_turn_is_played() -> None:
    """B-7.3, B-13.7, B-6.12: the bonus is credited, neighbours of the enemy become active."""
    given: dict[str, Any] = {"hour": 10, "demoralised": {FRENCH: 9}, "bonus_due": AUSTRIAN}
    state = austrian_turn({"8": "I2"}, {"66": "I2"}, step=0, **given)
    assert ([state.morale(side) for side in Side], state.bonus_due) == ([21, 0], None)
    state = french_turn({"16": "~I2", "29": "~I3"}, {"8": "I2"}, step=0)
    assert [piece.active for piece in state.pieces if piece.side is FRENCH] == [True, False]
    state = french_turn({"16": "~I2", "29": "~I3"}, {"8": "I2"}, step=0, flag=True)
    assert texts(state) == {"activate F2", "activate none"}
    assert state.activations == 2


def test_marks_of_pieces() -> None:
    """B-8.3, B-8.4, B-8.5, B-11.26."""
    pieces = {"8": "I2! I2:assaulted I2", "8/16": "A1:completed A1:silent A1"}
    state = austrian_turn(pieces, {"16": "I2"})
    assert [p.acted for p in state.pieces][:6] == [True, True, False, True, False, False]
    assert [p.assaulted for p in state.pieces][:6] == [False, True] + [False] * 4
    assert [p.silenced for p in state.pieces][:6] == [False] * 3 + [True, True, False]
    assert [p.face_up for p in state.pieces][:6] == [False] * 3 + [True, False, False]
    assert state.piece("A4").bombardment == "completed"


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ({"austrian": {"999": "I2"}}, "no place '999'"),
        ({"austrian": {"5": "X2"}}, "expected pieces such as"),
        ({"austrian": {"5": "~I2"}}, r"only French pieces on the map are inactive \(B-6.6\)"),
        ({"french": {"12:00": "~I2"}}, "B-6.6"),
        ({"austrian": {"4": "I2 " * 5}}, "locality 4: more pieces than its capacity"),
        ({"austrian": {"5": "I2"}, "french": {"5": "I2"}}, "occupied by both armies"),
        ({"austrian": {"12:00": "I2"}}, "in a box of the enemy"),
        ({"austrian": {"6:00": "I2 " * 25}}, "more than 24 pieces"),
        ({"austrian": {"5": "I5"}}, "expected a strength from 0 to 4"),
        ({"austrian": {"5": "A1:due"}, "step": 1}, "no artillery in an approach"),
        ({"austrian": {"5/10": "A1:due"}}, "expected step 0 or 1"),
        ({"austrian": {"5/10": "A1:declared"}}, "expected A1:due"),
        ({"french": {"10/5": "A1:due"}}, "the side whose turn it is"),
        ({"french": {"10": "I2!"}}, "the side whose turn it is"),
        ({"french": {"10": "I2:assaulted"}}, "the side whose turn it is"),
        ({"hour": 3}, "is no hour of the game"),
        ({"step": 5}, "step: 5: expected 0 to 4"),
        ({"commands": -1}, "commands: expected 0 to 3, not -1"),
        ({"commands": 4}, "commands: expected 0 to 3, not 4"),
        ({"demoralised": {FRENCH: 22}}, "demoralised: expected an hour from 6 to 21, not 22"),
        ({"flag": 1}, "flag: expected True or False, not 1"),
        ({"morale": {AUSTRIAN: 0}}, "Austrian: expected a morale of 0 if demoralised"),
        ({"morale": {FRENCH: 2}, "demoralised": {FRENCH: 8}}, "French: expected a morale"),
        ({"demoralised": {FRENCH: 8}, "bonus_due": FRENCH}, "bonus"),
        ({"steps": {"nonsense": (1, 2)}}, "no such crossing"),
        ({"steps": {"c2": (1, 40)}}, "does not lead into locality 40"),
        ({"assaulted": ["5"]}, "expected an approach"),
        ({"barred": ["5/99"]}, "expected an approach"),
        ({"won": [95]}, "won: expected a locality of the board, not 95"),
        ({"won": "12"}, "won: expected a list, not '12'"),
    ],
)
def test_positions_that_cannot_be_are_refused(facts: dict[str, Any], wanted: str) -> None:
    with pytest.raises(PositionError, match=wanted):
        game.position(**{"turn": AUSTRIAN, **facts})


def played(seed: int, moves: int) -> BonaparteState:
    state, chance = game.start(seed), np.random.default_rng(seed)
    while len(state.moves) < moves:
        legal = state.legal_moves()
        state.play(legal[int(chance.integers(len(legal)))])
    return state


def test_undo_copies_and_records(tmp_path: Path) -> None:
    state = played(3, 60)
    before, copied = state.hash(), state.copy()
    settle(state.play(state.legal_moves()[0]))
    assert state.hash() != before == copied.hash()
    while len(state.moves) > 60:
        state.undo()
    assert state == copied
    path = GameRecord.of(copied, 3, "one", "other").save(tmp_path / "game.txt")
    record = GameRecord.load(path)
    assert record.positions()[-1] == copied
    assert type(record.game) is type(game)


def test_outcomes_say_why() -> None:
    """B-14.2, B-14.3: the two ways to win."""
    stars = {"61": "I2", "66": "I2"}
    facts: list[tuple[dict[str, str], dict[str, Any], str]] = [
        (stars, {}, "the Austrian army holds enough star localities (B-14.3)"),
        (
            {"61": "I2"},
            {},
            "the Austrian army holds too few star localities, or of too few colours (B-14.3)",
        ),
        (stars, {"demoralised": {AUSTRIAN: 9}}, "the Austrian army is demoralised (B-14.2)"),
    ]
    for austrian, given, reason in facts:
        state = french_turn({"8": "I2"}, austrian, hour=21, **given)
        settle(state.play("end"))
        assert state.outcome is not None
        assert (state.outcome.reason, state.outcome.round) == (reason, 21)
        assert repr(state) == f"<State 21:00, over: {reason}>"
        army = "Austria" if state.outcome.winner == AUSTRIAN else "France"
        assert str(state.outcome) == f"{army} has won ({state.outcome.kind}): {reason}"
        with pytest.raises(IllegalMove, match=r"B-14\.1"):
            state.play("end")


def test_each_set_of_pieces_is_named_in_one_way() -> None:
    """B-18: piece by piece, in ascending order."""
    state = austrian_turn({"8": "I3 I2 C2"}, {"66": "I2"})
    assert starting(state, "march") >= {"march A1 6", "march A2 6", "march A3 6"}
    play(state, "march A1 6")
    assert state.context["pieces"] == ["A1"]
    assert texts(state) == {"join A2", "join A3", "join none"}
    play(state, "join A3")
    assert [where(state, f"A{n}") for n in (1, 2, 3)] == ["6", "8", "6"]
