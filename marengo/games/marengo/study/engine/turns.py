"""Turns: how things stand at the end of each, and what was decided in it."""

from typing import Any

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Record, Records
from marengo.core.engine.search.primitives import outlook, returns
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, locality_of
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import NONE, Side
from marengo.games.marengo.study.engine.primitives import coming, level, orders_left
from marengo.games.marengo.study.engine.rows import Watch


@compiled
def begin_turn(t: SetUpTables, s: Position, m: Watch) -> None:
    """Begin to watch the turn that a position belongs to."""
    m.hour = s.hour
    m.side = s.turn
    m.decisions = 0
    m.choices = 0
    m.options = 0
    m.attacks = 0
    m.orders = orders_left(t, s)
    m.left = NONE
    _note_credit(t, s, m)


@compiled
def _note_credit(t: SetUpTables, s: Position, m: Watch) -> None:
    """Note what morale the next turn begins with crediting."""
    for side in range(2):
        m.coming[side] = coming(t, s, side)


@compiled
def notice_end(t: SetUpTables, s: Position, m: Watch, move: int) -> None:
    """Before a move is played: note what is left where the side ends its actions.

    Orders not used are lost (T-6.2, B-8.14), and nothing after this move changes a credit due.
    """
    if s.decision == Decision.ACTION and kind_of(move) == MoveKind.END:
        m.left = orders_left(t, s)
        _note_credit(t, s, m)


@compiled
def count_decision(w: Workspace, m: Watch) -> None:
    """Count a decision of the turn, and its legal moves if it is a choice."""
    m.decisions += 1
    if w.move_count > 1:
        m.choices += 1
        m.options += w.move_count


@compiled
def estimate_of(t: SetUpTables, s: Position, w: Workspace, e: Record, n: Any, k: Any) -> float:
    """Return Austria's probability of winning, as was learned or as it has come."""
    if s.decision == Decision.OVER:
        return returns(t, s, Side.AUSTRIAN)
    return outlook(t, s, w, e, n, k, Side.AUSTRIAN)


@compiled
def end_turn(
    t: SetUpTables,
    s: Position,
    w: Workspace,
    m: Watch,
    e: Record,
    n: Any,
    k: Any,
    rows: Records,
) -> None:
    """Write the row of a turn, from the position in which the next one's first decision is due."""
    if m.turn_rows >= len(rows):
        m.full = 1
        return
    row = rows[m.turn_rows]
    m.turn_rows += 1
    passed_on = s.hour != m.hour or s.turn != m.side
    left = m.left if m.left != NONE else orders_left(t, s)
    row.game = m.game
    row.turn = m.turn
    row.hour = m.hour
    row.side = m.side
    row.estimate = estimate_of(t, s, w, e, n, k)
    row.decisions = m.decisions
    row.choices = m.choices
    row.options = m.options
    row.orders = m.orders - left
    row.attacks = m.attacks
    for side in range(2):
        row.level[side] = level(t, s, side) - (m.coming[side] if passed_on else 0)
        strength, pieces, localities = 0, 0, 0
        for piece in range(first_slot(side), end_slot(t, side)):
            if locality_of(t, s, piece) != NONE:
                strength += s.strength[piece]
                pieces += 1
        for locality in range(t.localities):
            localities += w.holder[locality] == side
        row.strength[side] = strength
        row.pieces[side] = pieces
        row.localities[side] = localities
