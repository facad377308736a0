"""Games by the hundred: random play without leaving compiled code, and the hunt for defects."""

from marengo.rules.compiled import compiled, int64
from marengo.rules.decisions import Decision
from marengo.rules.random import below
from marengo.rules.records import Int16, Records
from marengo.rules.shared.pieces import counted, side_of, strength_in_game, survey
from marengo.rules.shared.position import Workspace
from marengo.rules.shared.results import MOST_DECISIONS, Defect
from marengo.rules.shared.results import Result as GameResult
from marengo.rules.triomphe import engine
from marengo.rules.triomphe.invariants import (
    discs_in_game,
    list_problems,
)
from marengo.rules.triomphe.morale import level
from marengo.rules.triomphe.state import State, Tables
from marengo.rules.triomphe.victory import east_of_objective
from marengo.rules.vocabulary import PIECES


class Result(GameResult):
    """How one game ended."""

    east: Int16  # Austrian pieces east of the objective line (T-19.3)


@compiled
def summarise(t: Tables, s: State, decisions: int, r: Result) -> None:
    """Write how a game ended into a row of results."""
    r.winner = s.winner
    r.victory = s.victory
    r.last_round = s.hour
    r.decisions = decisions
    r.east = east_of_objective(t, s)
    for side in range(2):
        r.level[side] = level(t, s, int64(side))
        r.lost[side] = 0
    for piece in range(PIECES):
        r.lost[side_of(int64(piece))] += t.start_strength[piece] - s.strength[piece]


@compiled
def play_games(
    tables: Records,
    states: Records,
    works: Records,
    generators: Records,
    results: Records,
) -> None:
    """Play one random game for each result.

    Game *i* is set up by ``generators[2 * i]`` and played by ``generators[2 * i + 1]``, so that
    players never see what drew the pieces.
    """
    t, s, w = tables[0], states[0], works[0]
    for number in range(len(results)):
        engine.begin(t, s, w, generators[2 * number])
        player = generators[2 * number + 1]
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
            engine.play(t, s, w, int64(w.moves[below(player, int64(w.move_count))]))
            decisions += 1
        summarise(t, s, decisions, results[number])
        results[number].defect = Defect.NONE if s.decision == Decision.OVER else Defect.DEAD_END


@compiled
def _find_defect(t: Tables, s: State, w: Workspace, discs: int, strength: int) -> int:
    """Return the first defect of a position reached by play, or Defect.NONE."""
    if w.overflow:
        return int64(Defect.OVERFLOW)
    if s.decision != Decision.OVER and w.move_count == 0:
        return int64(Defect.DEAD_END)
    if discs_in_game(t, s) > discs or strength_in_game(s) > strength:
        return int64(Defect.CREATED)
    list_problems(t, s, w)
    if w.problem_count:
        return int64(Defect.UNSOUND)
    before = counted(w)
    survey(t, s, w)
    return int64(Defect.NONE) if before == counted(w) else int64(Defect.COUNTS)


@compiled
def hunt(
    tables: Records,
    states: Records,
    works: Records,
    generators: Records,
    results: Records,
) -> None:
    """Play random games as ``play_games`` does, checking every position; stop one at a defect."""
    t, s, w = tables[0], states[0], works[0]
    for number in range(len(results)):
        engine.begin(t, s, w, generators[2 * number])
        player = generators[2 * number + 1]
        decisions, defect = int64(0), int64(Defect.NONE)
        discs, strength = discs_in_game(t, s), strength_in_game(s)
        while s.decision != Decision.OVER and defect == Defect.NONE:
            engine.play(t, s, w, int64(w.moves[below(player, int64(w.move_count))]))
            decisions += 1
            defect = _find_defect(t, s, w, discs, strength)
            discs, strength = discs_in_game(t, s), strength_in_game(s)
            if decisions > MOST_DECISIONS:
                defect = int64(Defect.TOO_LONG)
        summarise(t, s, decisions, results[number])
        results[number].defect = defect


@compiled
def problems_of(tables: Records, states: Records, works: Records) -> None:
    """Entry point: list the problems of ``states[0]``."""
    list_problems(tables[0], states[0], works[0])
