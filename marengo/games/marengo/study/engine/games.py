"""Games that are watched: played again from their first position and their moves."""

from typing import Any

import numpy as np

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.driver import is_forced, legal, step
from marengo.core.engine.record import Record, Records
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import NONE, Side
from marengo.games.marengo.study.engine.attacks import (
    begin_attack,
    end_attack,
    is_between_attacks,
    notice_attack,
)
from marengo.games.marengo.study.engine.presence import begin_hour, end_hour
from marengo.games.marengo.study.engine.rows import Watch
from marengo.games.marengo.study.engine.turns import (
    begin_turn,
    count_decision,
    end_turn,
    notice_end,
)

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
    begin_attack(t, s, m, NONE, NONE)  # one may go on whose beginning is not seen
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
    n: Any,
    k: Any,
    turns: Records,
    events: Records,
    presence: Records,
    move: int,
) -> None:
    """Play a move as the engine does, with the forced ones that follow, and watch it."""
    count_decision(w, m)
    forced = 1
    while forced:  # in one place, of which _step becomes a part
        _step(t, s, w, m, events, move)
        forced = is_forced(t, s, w)
        move = w.moves[0]
    if s.hour != m.hour or s.turn != m.side:
        end_watching(t, s, w, m, e, n, k, turns, events, presence, int(s.hour != m.hour))
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
    n: Any,
    k: Any,
    turns: Records,
    events: Records,
    presence: Records,
    hour_ends: int,
) -> None:
    """End what is watched: an attack still going on, the turn, and the hour if it ends too."""
    if m.fighting:
        end_attack(t, s, w, m, events)
    if m.turns:
        end_turn(t, s, w, m, e, n, k, turns)
    if hour_ends and m.presence:
        end_hour(t, s, m, presence)


@entry
def watch_moves(
    tables: Records,
    states: Records,
    works: Records,
    watches: Records,
    grounds: Records,
    nets: Records,
    scores: Records,
    turns: Records,
    events: Records,
    presence: Records,
    number: int,
    moves: Array,
) -> None:
    """Play moves that were recorded on ``states[0]``, and watch them; the game may go on after."""
    t, s, w, m = tables[0], states[0], works[0], watches[0]
    e, n, k = grounds[0], nets[Side.AUSTRIAN], scores[0]
    legal(t, s, w)
    begin_watching(t, s, m, number)
    for move in moves:
        watch_play(t, s, w, m, e, n, k, turns, events, presence, move)
    end_watching(t, s, w, m, e, n, k, turns, events, presence, 1)
