"""Games that are watched: random ones, those of compiled players, and recorded ones."""

from typing import Any

import numpy as np

from marengo.lab.observing.attacks import (
    begin_attack,
    end_attack,
    is_between_attacks,
    notice_attack,
)
from marengo.lab.observing.compiled import compiled, inlined
from marengo.lab.observing.engines import is_forced, step
from marengo.lab.observing.presence import begin_hour, end_hour
from marengo.lab.observing.rows import Watch
from marengo.lab.observing.turns import begin_turn, count_decision, end_turn, notice_end
from marengo.players.batch import choose_move, finish
from marengo.rules.compiled import int64
from marengo.rules.decisions import Decision
from marengo.rules.either import begin, legal
from marengo.rules.random import below
from marengo.rules.records import Record, Records
from marengo.rules.shared.position import Position, SetUpTables, Workspace
from marengo.rules.vocabulary import NONE

Array = np.ndarray[Any, Any]


@compiled
def begin_watching(t: SetUpTables, s: Position, m: Watch, number: int) -> None:
    """Begin to watch a game from the position in which it is."""
    m.game = number
    m.turn = 0
    m.event = 0
    m.naming = 0
    begin_turn(t, s, m)
    begin_hour(t, s, m)
    begin_attack(t, s, m, int64(NONE), int64(NONE))  # one may go on whose beginning is not seen
    m.fighting = 1 - is_between_attacks(s)


@inlined
def _step(t: SetUpTables, s: Position, w: Workspace, m: Watch, events: Records, move: int) -> None:
    """Play one move, and watch it for attacks."""
    notice_end(t, s, m, move)
    notice_attack(t, s, w, m, move)
    step(t, s, w, move)
    if m.fighting and is_between_attacks(s):
        end_attack(t, s, w, m, events)


@inlined
def watch_play(
    t: SetUpTables,
    s: Position,
    w: Workspace,
    m: Watch,
    e: Record,
    v: Record,
    turns: Records,
    events: Records,
    presence: Records,
    move: int,
) -> None:
    """Play a move as the engine does, with the forced ones that follow, and watch it."""
    count_decision(w, m)
    forced = int64(1)
    while forced:  # in one place, of which _step becomes a part
        _step(t, s, w, m, events, move)
        forced = is_forced(t, s, w)
        move = int64(w.moves[0])
    if s.hour != m.hour or s.turn != m.side:
        end_watching(t, s, w, m, e, v, turns, events, presence, int64(s.hour != m.hour))
        if s.hour != m.hour:
            begin_hour(t, s, m)
        begin_turn(t, s, m)
        m.turn += 1


@inlined
def end_watching(
    t: SetUpTables,
    s: Position,
    w: Workspace,
    m: Watch,
    e: Record,
    v: Record,
    turns: Records,
    events: Records,
    presence: Records,
    hour_ends: int,
) -> None:
    """End what is watched: an attack still going on, the turn, and the hour if it ends too."""
    if m.fighting:
        end_attack(t, s, w, m, events)
    if m.turns:
        end_turn(t, s, w, m, e, v, turns)
    if hour_ends and m.presence:
        end_hour(t, s, m, presence)


@compiled
def watch_random_games(
    tables: Records,
    states: Records,
    works: Records,
    watches: Records,
    grounds: Records,
    weights: Records,
    turns: Records,
    events: Records,
    presence: Records,
    generators: Records,
    results: Records,
) -> None:
    """Play one random game for each result, as the batches of the rules do, and watch them.

    Game *i* is set up by ``generators[2 * i]`` and played by ``generators[2 * i + 1]``. ``grounds``
    and ``weights`` are those of the estimate.
    """
    t, s, w, m = tables[0], states[0], works[0], watches[0]
    e, v = grounds[0], weights[0]
    for number in range(len(results)):
        begin(t, s, w, generators[2 * number])
        begin_watching(t, s, m, int64(number))
        player = generators[2 * number + 1]
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
            move = int64(w.moves[below(player, int64(w.move_count))])
            watch_play(t, s, w, m, e, v, turns, events, presence, move)
            decisions += 1
        end_watching(t, s, w, m, e, v, turns, events, presence, int64(1))
        finish(t, s, decisions, results[number])


@compiled
def watch_players(
    tables: Records,
    states: Records,
    sights: Records,
    works: Records,
    blocks: Records,
    watches: Records,
    grounds: Records,
    weights: Records,
    player_weights: Records,
    scores: Records,
    settings: Records,
    turns: Records,
    events: Records,
    presence: Records,
    generators: Records,
    results: Records,
) -> None:
    """Play games as :func:`marengo.players.batch.play_games` does, and watch them.

    ``player_weights`` are those of the two players, ``weights`` those of the estimate.
    """
    t, s, w, m = tables[0], states[0], works[0], watches[0]
    e, v = grounds[0], weights[0]
    for number in range(len(results)):
        begin(t, s, w, generators[3 * number])
        begin_watching(t, s, m, int64(number))
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
            chosen = choose_move(
                tables,
                states,
                sights,
                works,
                blocks,
                grounds,
                player_weights,
                scores,
                settings,
                generators,
                3 * number + 1,
            )
            watch_play(t, s, w, m, e, v, turns, events, presence, int64(w.moves[chosen]))
            decisions += 1
        end_watching(t, s, w, m, e, v, turns, events, presence, int64(1))
        finish(t, s, decisions, results[number])


@compiled
def watch_moves(
    tables: Records,
    states: Records,
    works: Records,
    watches: Records,
    grounds: Records,
    weights: Records,
    turns: Records,
    events: Records,
    presence: Records,
    number: int,
    moves: Array,
) -> None:
    """Play moves that were recorded on ``states[0]``, and watch them; the game may go on after."""
    t, s, w, m = tables[0], states[0], works[0], watches[0]
    e, v = grounds[0], weights[0]
    legal(t, s, w)
    begin_watching(t, s, m, number)
    for move in moves:
        watch_play(t, s, w, m, e, v, turns, events, presence, int64(move))
    end_watching(t, s, w, m, e, v, turns, events, presence, int64(1))
