"""Attacks and turns with known answers: of the rulebooks' examples, and of a recorded game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marengo.core.records import GameRecord
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.watching import OBSERVED_COLUMNS, watch_record
from tests import helpers
from tests.rules.bonaparte.setting import austrian_turn as bonaparte_turn
from tests.rules.triomphe.attacking import FRENCH, answer, narrow
from tests.toys import row


def test_a_frame_shows_the_bonus_in_the_turn_that_begins_with_it() -> None:
    """B-13.6, B-13.7: France is demoralised in its turn, Austria credited as the next begins."""
    state = helpers.french_turn(
        {"3/2": "I2", "5": "I3"},
        {"2/3": "I3", "1": "C2"},
        on=row(6, ruleset="bonaparte"),
        step=2,
        morale={Side.AUSTRIAN: 10, Side.FRENCH: 1},
    )
    helpers.play(state, "assault F1 3/2")
    while state.turn == Side.FRENCH:
        moves = [str(move) for move in state.legal_moves()]
        state.play("lead A1" if "lead A1" in moves else moves[0])
    state.play("end")
    turns = watch_record(state)["turns"]
    assert turns["side"].to_list()[:2] == ["french", "austrian"]
    assert turns["french_level"].to_list()[:2] == [0, 0]
    bonus = int(state.game.tables[0]["morale_bonus"])
    first, second = turns["austrian_level"].to_list()[:2]
    assert (first, second - first) == (9, bonus)


def only(state: MarengoState) -> dict[str, Any]:
    """Return the only attack of what was played."""
    (event,) = watch_record(state)["events"].iter_rows(named=True)
    return {name: event[name] for name in list(OBSERVED_COLUMNS["events"])[2:]}


def event(kind: str, way: tuple[int, int], numbers: Sequence[int], taken: bool) -> dict[str, Any]:
    """Return an Austrian attack; the numbers are in the order of the columns."""
    names = [name for name, (dtype, _) in OBSERVED_COLUMNS["events"].items() if dtype.is_integer()]
    found = {"side": "austrian", "kind": kind, "taken": taken, "origin": way[0], "target": way[1]}
    return found | dict(zip(names[4:], numbers, strict=True))


def test_an_assault_of_the_rulebook() -> None:
    """B-16.12: A1 fires, I2 leads and C2 pursues; I3 is lost, I2 goes back with one point."""
    border = {"wide": False, "b_infantry": 1, "a_cavalry": 1}
    state = bonaparte_turn(
        {"2/3": "I3 I2", "1": "C2"},
        {"3/2": "A1 I2 C2", "5": "I3"},
        on=row(6, borders={2: border}, ruleset="bonaparte"),
        step=2,
    )
    helpers.play(state, "assault A1 2/3", "join A2", "lead A1", "fire F1", "lead F2", "pursue F3")
    assert only(state) == event("assault", (2, 3), [2, 5, 3, 5, 4, 2, -4, -2], False)
    (turn,) = watch_record(state)["turns"].iter_rows(named=True)
    assert (turn["orders"], turn["attacks"], turn["decisions"]) == (1, 1, 6)
    assert (turn["austrian_level"], turn["french_level"]) == (12, 15)


def test_a_piece_that_must_join_is_counted() -> None:
    """B-11.5: I1 cannot lead, so that I3 joins it without being asked."""
    state = bonaparte_turn(
        {"2/3": "I1 I3", "1": "C2"},
        {"3/2": "I2", "5": "I3"},
        on=row(6, ruleset="bonaparte"),
        step=2,
    )
    helpers.play(state, "assault A1 2/3", "lead F1")
    found = only(state)
    assert (found["attackers"], found["attacking_strength"]) == (2, 4)


@pytest.mark.parametrize(
    ("reply", "moves", "taken"),
    [("respond F1", ("block none",), False), ("respond none", (), True)],
)
def test_manoeuvre_attacks_of_the_rulebook(reply: str, moves: tuple[str, ...], taken: bool) -> None:
    """B-16.9 and B-16.10: blocked, or the cavalry retreats without a loss."""
    state = bonaparte_turn({"2": "I2"}, {"3": "C2", "5": "I3"}, on=row(6, ruleset="bonaparte"))
    helpers.play(state, "attack A1 2/3", reply, *moves)
    assert only(state) == event("manoeuvre", (2, 3), [1, 2, 1, 2, 0, 0, 0, 0], taken)


def test_an_assault_whose_pieces_are_not_asked_for() -> None:
    """T-11.40: I3 less a penalty of 1 meets I2: nobody wins, each leading piece is reduced."""
    state = narrow("I3", "I2", french={"9": "I1"})
    answer(state, "lead F1")
    assert only(state) == event("assault", (4, 9), [1, 3, 2, 3, 1, 1, -1, 0], False)


def test_a_retreat_that_ends_the_game_takes_nothing() -> None:
    """T-18.4: the game is over before the attackers advance."""
    state = helpers.austrian_turn({"4/9": "I2"}, {"9": "I2"}, uncommitted={FRENCH: 1})
    helpers.play(state, "attack A1 4/9")
    assert state.outcome is not None
    assert only(state) == event("manoeuvre", (4, 9), [1, 2, 1, 2, 0, 1, 0, -1], False)
    (turn,) = watch_record(state)["turns"].iter_rows(named=True)
    assert (turn["estimate"], turn["orders"], turn["french_localities"]) == (1.0, 1, 1)
    (lost,) = watch_record(state)["presence"].filter(pl.col("lost") > 0).iter_rows()
    assert lost == (0, 9, "french", 9, 9, 1, 1, 1)


GOLDEN = [
    (11, "austrian", "manoeuvre", 6, 3, 2, 6, 1, 2, 0, 0, False, 0, 0),
    (12, "austrian", "manoeuvre", 20, 19, 1, 2, 1, 2, 0, 0, False, 0, 0),
    (12, "french", "manoeuvre", 28, 21, 1, 3, 2, 3, 0, 0, False, 0, 0),
    # C2 from 10/9; I2 in 9/20 and C2 in 9/4 lose a point each and retreat to 8 and 14
    (13, "austrian", "manoeuvre", 10, 9, 1, 2, 2, 4, 0, 2, True, 0, -2),
    # this C1 comes back by road from 14; cavalry in reserve retreats without a loss
    (13, "french", "road", 14, 9, 1, 1, 1, 2, 0, 0, True, 0, 0),
    # I3 leads; I2 counter-attacks, is reduced and lost; I1 in another approach is lost retreating
    (14, "austrian", "assault", 6, 8, 1, 3, 2, 3, 0, 3, True, 0, -3),
    (14, "french", "manoeuvre", 19, 20, 1, 2, 1, 2, 0, 1, True, -1, 0),
    (15, "austrian", "manoeuvre", 8, 3, 1, 3, 1, 2, 0, 1, True, 0, -1),
    (16, "austrian", "manoeuvre", 21, 34, 1, 1, 1, 3, 0, 1, True, 0, -1),
    (19, "austrian", "bombardment", 34, 45, 1, 1, 1, 2, 0, 1, False, 0, -1),
    (20, "french", "manoeuvre", 45, 34, 1, 1, 2, 3, 0, 0, False, 0, 0),
]
"""Attacks of a random game, checked move by move with the rules."""


def test_the_attacks_of_a_recorded_game() -> None:
    record = GameRecord[MarengoState].load(Path(__file__).parent / "attacks.txt")
    assert watch_record(record)["events"].drop("game", "event").rows() == GOLDEN
