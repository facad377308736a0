"""What other tests do not reach: games in bulk, the defects found, choices among pieces alike."""

from typing import Any

import pytest

from marengo.core.engine import bulk, driver
from marengo.core.engine.bulk import Defect
from marengo.core.engine.compiled import COMPILES
from marengo.core.engine.random import below
from marengo.games.bonaparte.rules.state import State as Record
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.pieces import recount
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import NONE, Side
from marengo.lab.playing import generators_of, runner_of
from tests.helpers import play, texts
from tests.plain import first, play_randomly
from tests.plain import generators_of as plain_generators
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game

GAMES = 2


def results_of(seeds: range = range(GAMES)) -> Any:
    """Return the results and the logs of a few random games."""
    return runner_of(game, ("random", "random")).play([*seeds], logged=True)


def test_games_in_bulk_are_the_games_one_by_one() -> None:
    """B-18.41: games in bulk are those that are played move by move."""
    results, log = results_of()
    generators = generators_of([*range(GAMES)], 3)
    for seed, (result, moves) in enumerate(zip(results, log, strict=True)):
        state = game.start(seed)
        for move in moves:
            listed = [one.code for one in state.legal_moves()]
            players = generators[3 * seed + 1 : 3 * seed + 3]
            chosen = below(players[state.to_move], len(listed)) if len(listed) > 1 else 0
            assert listed[chosen] == move
            state.play(state.legal_moves()[chosen])
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


def strength(state: BonaparteState, side: Side) -> int:
    """Return the strength of an army."""
    return sum(piece.strength for piece in state.pieces if piece.side is side)


def test_play_can_be_limited() -> None:
    states, works, generators = Record.array(), Workspace.array(), plain_generators(1)
    driver.start_game(game.tables, states, works, generators[:1])
    assert play_randomly(game.tables, states, works, generators[1:], 5) == 5
    assert play_randomly(game.tables, states, works, generators[1:], 0) == 0


def defect_of(state: BonaparteState, most: int = 1000, **works: int) -> int:
    """Return what is found in a position, with a workspace that was tampered with."""
    work = Workspace.array()
    recount(*map(first, (state.game.tables, state._record, work)))
    work["move_count"][0] = len(state.legal_moves())
    for field, value in works.items():
        if field == "miscounted":
            work["count"][0, value] += 1
        else:
            work[field][0] = value
    return int(bulk.find_defect(state.game.tables[0], state._record[0], work[0], (most, 0)))


def ordinary() -> BonaparteState:
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
def test_what_is_found_in_a_position(works: dict[str, int], defect: int) -> None:
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
    monkeypatch.setattr(bulk, "MOST_DECISIONS", 10)
    results, log = results_of()
    assert [*results["defect"]] == [Defect.TOO_LONG] * GAMES
    assert [*results["decisions"]] == [10] * GAMES
    states, works = Record.array(), Workspace.array()
    found = bulk.examine(game.tables, states, works, generators_of([0], 1), log[0])
    assert found == (10, Defect.TOO_LONG)


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
