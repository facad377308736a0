"""Games in bulk, and the defects that are found."""

from typing import Any

import pytest

from marengo.core.engine import bulk, driver
from marengo.core.engine.bulk import Defect
from marengo.core.engine.compiled import COMPILES
from marengo.core.engine.random import Generator, below, next_word, seeded
from marengo.games.marengo.rules.pieces import recount
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.rules.state import State as Record
from marengo.games.triomphe.state import TriompheState
from marengo.lab.playing import generators_of, runner_of
from tests.helpers import french_turn, game
from tests.plain import first, play_randomly
from tests.plain import generators_of as plain_generators

GAMES = 2


def results_of(seeds: range = range(GAMES)) -> Any:
    """Return the results and the logs of a few random games."""
    return runner_of(game, ("random", "random")).play([*seeds], logged=True)


def test_games_in_bulk_are_the_games_one_by_one() -> None:
    """T-23.2: games in bulk are those that are played move by move."""
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
        assert result["winner"] == outcome.winner
        assert result["last_round"] == outcome.round
        assert [*result["level"]] == [state.level(side) for side in Side]
        lost = [
            sum(piece.strength for piece in each.pieces if piece.side is side)
            for side in Side
            for each in (game.start(seed), state)
        ]
        assert [*result["lost"]] == [lost[0] - lost[1], lost[2] - lost[3]]


def test_play_can_be_limited() -> None:
    states, works, generators = Record.array(), Workspace.array(), plain_generators(1)
    driver.start_game(game.tables, states, works, generators[:1])
    assert play_randomly(game.tables, states, works, generators[1:], 5) == 5
    assert play_randomly(game.tables, states, works, generators[1:], 0) == 0


def defect_of(state: TriompheState, discs: int = 1000, strength: int = 1000, **works: int) -> int:
    """Return what is found in a position, with a workspace that was tampered with."""
    work = Workspace.array()
    recount(*map(first, (state.game.tables, state._record, work)))
    work["move_count"][0] = len(state.legal_moves())
    for field, value in works.items():
        if field == "miscounted":
            work["count"][0, value] += 1
        else:
            work[field][0] = value
    before = (discs, strength)
    return int(bulk.find_defect(state.game.tables[0], state._record[0], work[0], before))


def ordinary() -> TriompheState:
    return french_turn({"8": "~I2 ~I3"}, {"4": "C2"})


def test_a_sound_position_has_no_defect() -> None:
    assert defect_of(ordinary()) == Defect.NONE


def test_a_list_that_is_too_short() -> None:
    assert defect_of(ordinary(), overflow=1) == Defect.OVERFLOW


def test_a_dead_end() -> None:
    assert defect_of(ordinary(), move_count=0) == Defect.DEAD_END


def test_discs_or_strength_out_of_nothing() -> None:
    """T-18.21, T-2.2: there are 12 discs and 7 strength points."""
    assert defect_of(ordinary(), 12, 7) == Defect.NONE
    assert defect_of(ordinary(), 11, 7) == Defect.CREATED
    assert defect_of(ordinary(), 12, 6) == Defect.CREATED


def test_an_unsound_position() -> None:
    state = ordinary()
    state.record["orders"] = -1
    assert defect_of(state) == Defect.UNSOUND


def test_organised_and_disorganised_pieces_together() -> None:
    """T-14.22: French pieces alike in one locality, unless it is begun to be organised."""
    state = french_turn({"8": "~I2 ~I3", "9": "I2"}, {"4": "C2"})
    assert defect_of(state) == Defect.NONE
    state.play("organise F1")
    assert state.begun == {8}
    assert defect_of(state) == Defect.NONE
    state.record["begun"][:] = 0
    assert defect_of(state) == Defect.UNSOUND
    assert any("T-14.16" in problem for problem in state.problems())


def test_counts_that_disagree() -> None:
    assert defect_of(ordinary(), miscounted=20) == Defect.COUNTS


@pytest.mark.skipif(COMPILES, reason="the bound is a constant of the compiled engine")
def test_a_game_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-23.2."""
    monkeypatch.setattr(bulk, "MOST_DECISIONS", 10)
    results, log = results_of()
    assert [*results["defect"]] == [Defect.TOO_LONG] * GAMES
    assert [*results["decisions"]] == [10] * GAMES
    states, works = Record.array(), Workspace.array()
    found = bulk.examine(game.tables, states, works, generators_of([0], 1), log[0])
    assert found == (10, Defect.TOO_LONG)


def test_chance_keeps_within_its_bounds() -> None:
    """With a bound that fits two and two thirds times, one draw in four is rejected."""
    generator = seeded(1)
    bound = 3 << 29
    drawn = [below(generator[0], bound) for _ in range(200)]
    assert 0 <= min(drawn) < max(drawn) < bound
    assert int(generator["drawn"][0]) > 220
    assert {below(generator[0], 3) for _ in range(60)} == {0, 1, 2}
    assert below(generator[0], 1) == 0


def test_chance_is_the_published_generator() -> None:
    """Computed from the definition of xoshiro128** 1.1 for the words 1, 2, 3, 4."""
    generator = Generator.array()
    generator["words"][0] = [1, 2, 3, 4]
    words = [1, 2, 3, 4]
    for _ in range(50):
        assert next_word(generator[0]) == published(words)


def published(s: list[int]) -> int:
    """Draw a number as the reference code by Blackman and Vigna writes it."""

    def rotl(x: int, k: int) -> int:
        return (x << k | x >> 32 - k) & 0xFFFFFFFF

    result = rotl(s[1] * 5 & 0xFFFFFFFF, 7) * 9 & 0xFFFFFFFF
    t = s[1] << 9 & 0xFFFFFFFF
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotl(s[3], 11)
    return result
