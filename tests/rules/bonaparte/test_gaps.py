"""What other tests do not reach: games in bulk, the defects hunted, choices among pieces alike."""

from typing import Any

import numpy as np
import pytest

from marengo.game import Decision, Side, State
from marengo.rules.bonaparte import batch, engine
from marengo.rules.bonaparte.state import State as Record
from marengo.rules.compiled import COMPILES
from marengo.rules.shared.pieces import survey
from marengo.rules.shared.position import Workspace
from marengo.rules.shared.results import Defect
from marengo.rules.vocabulary import NONE
from tests.helpers import play, texts
from tests.plain import generators_of, play_on_records
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game

GAMES = 2


def results_of(rule: Any) -> Any:
    """Return the results of a few random games."""
    generators = np.concatenate([generators_of(seed) for seed in range(GAMES)])
    results = batch.Result.array(GAMES)
    rule(game.tables, Record.array(), Workspace.array(), generators, results)
    return results


def test_games_in_bulk_are_the_games_one_by_one() -> None:
    """B-18.41: the hunt plays the same games and finds nothing."""
    results = results_of(batch.play_games)
    assert (results == results_of(batch.hunt)).all()
    for seed, result in enumerate(results):
        state = game.ruleset.state(game, play_on_records(game, seed))
        outcome = state.outcome
        assert outcome is not None
        assert (result["winner"], result["last_round"]) == (outcome.winner, outcome.round)
        assert [*result["level"]] == [state.morale(side) for side in Side]
        hours = [NONE if hour is None else hour for hour in map(state.demoralised, Side)]
        assert [*result["demoralised"]] == hours
        stars = {
            place.number: place.star
            for place in game.board.localities
            if place.star and state.occupier(place.number) is Side.AUSTRIAN
        }
        assert (result["stars"], result["colours"]) == (len(stars), len(set(stars.values())))
        assert [*result["lost"]] == [
            strength(game.start(seed), side) - strength(state, side) for side in Side
        ]


def strength(state: State, side: Side) -> int:
    """Return the strength of an army."""
    return sum(piece.strength for piece in state.pieces if piece.side is side)


def test_play_can_be_limited() -> None:
    states, works, generators = Record.array(), Workspace.array(), generators_of(1)
    engine.start_game(game.tables, states, works, generators[:1])
    assert engine.play_randomly(game.tables, states, works, generators[1:], 5) == 5
    assert engine.play_randomly(game.tables, states, works, generators[1:], 0) == 0


def defect_of(state: State, most: int = 1000, **works: int) -> int:
    """Return what the hunt finds in a position, with a workspace that was tampered with."""
    work = Workspace.array()
    survey(state.game.tables[0], state._record[0], work[0])
    work["move_count"][0] = len(state.legal_moves())
    for field, value in works.items():
        if field == "miscounted":
            work["count"][0, value] += 1
        else:
            work[field][0] = value
    return int(batch._find_defect(state.game.tables[0], state._record[0], work[0], most))


def ordinary() -> State:
    return french_turn({"8": "~I2 I3"}, {"5": "C2"})


@pytest.mark.parametrize(
    ("works", "defect"),
    [
        ({}, Defect.NONE),
        ({"most": 7}, Defect.NONE),
        ({"most": 6}, Defect.CREATED),
        ({"overflow": 1}, Defect.OVERFLOW),
        ({"move_count": 0}, Defect.DEAD_END),
        ({"miscounted": 20}, Defect.COUNTS),
    ],
)
def test_what_the_hunt_finds(works: dict[str, int], defect: int) -> None:
    """B-4.6: no strength out of nothing; the position has 7 points."""
    assert defect_of(ordinary(), **works) == defect


def test_an_unsound_position() -> None:
    """B-8.21."""
    state = ordinary()
    state.record["commands"] = -1
    assert defect_of(state) == Defect.UNSOUND


def test_a_game_that_is_over_is_no_dead_end() -> None:
    """B-14.1."""
    state = french_turn({"8": "I3"}, {"5": "C2"}, hour=21, commands=0)
    while state.outcome is None:
        state.play("end" if "end" in texts(state) else state.legal_moves()[0])
    assert state.decision is Decision.OVER
    assert defect_of(state) == Defect.NONE


@pytest.mark.skipif(COMPILES, reason="the bound is a constant of the compiled engine")
def test_a_game_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """B-18.42."""
    monkeypatch.setattr(batch, "MOST_DECISIONS", 10)
    results = results_of(batch.hunt)
    assert [*results["defect"]] == [Defect.TOO_LONG] * GAMES
    assert [*results["decisions"]] == [11] * GAMES


def test_targets_alike_are_one_choice() -> None:
    """B-18.13."""
    state = austrian_turn({"8/10": "A1:due", "8": "I2"}, {"10/8": "I2 I2 C2"}, step=1)
    play(state, "complete A1")
    assert texts(state) == {"target F1", "target F3"}


def test_infantry_alike_to_be_shown_is_one_choice() -> None:
    """B-18.29."""
    state = austrian_turn({"8": "I2 I2 I3"}, {"11": "C2"})
    play(state, "attack A1 8/11", "join A2", "join A3")
    assert texts(state) == {"show A1", "show A3"}


def test_artillery_alike_that_may_fire_is_one_choice() -> None:
    """B-18.16: an army has one such piece by the rules, but a scenario may give it more."""
    state = austrian_turn({"5/10": "I3"}, {"10/5": "A1 A1"}, step=2)
    play(state, "assault A1 5/10")
    assert texts(state) == {"fire none", "fire F1"}
