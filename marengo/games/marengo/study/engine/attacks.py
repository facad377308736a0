"""Attacks: what begins one, who takes part, and what it costs.

An attack begins with the move that declares it: a manoeuvre attack, an assault, the completion of a
bombardment, or a step of a road march into a locality that the enemy occupies. It ends when the
next decision is no part of it: an action, an assault, a bombardment, a step of a road march.
"""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Records
from marengo.games.marengo.rules.choices import named
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import (
    end_slot,
    enemy_holds,
    first_slot,
    has,
    locality_of,
)
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, NONE
from marengo.games.marengo.study.engine.presence import book_loss
from marengo.games.marengo.study.engine.primitives import level
from marengo.games.marengo.study.engine.rows import AttackKind, Watch


@compiled
def begin_attack(t: SetUpTables, s: Position, m: Watch, kind: int, approach: int) -> None:
    """Remember how things are as an attack from an approach begins."""
    m.fighting = 1
    m.kind = kind
    m.approach = approach
    m.attackers = 0
    for side in range(2):
        m.level[side] = level(t, s, side)
        for piece in range(first_slot(side), end_slot(t, side)):
            m.stood[piece] = locality_of(t, s, piece)
            m.had[piece] = s.strength[piece]


@compiled
def notice_attack(t: SetUpTables, s: Position, w: Workspace, m: Watch, move: int) -> None:
    """Before a move is played: note whether it begins an attack, or names its pieces."""
    kind = kind_of(move)
    pieces = named(s.turn, pieces_of(move))
    if kind == MoveKind.JOIN:
        if m.naming:
            m.attackers |= pieces
        return
    m.naming = 0
    if kind == MoveKind.ATTACK or kind == MoveKind.ASSAULT:
        fight = AttackKind.MANOEUVRE if kind == MoveKind.ATTACK else AttackKind.ASSAULT
        begin_attack(t, s, m, fight, target_of(move) - FIRST_APPROACH)
        m.attackers = pieces
        m.naming = 1  # groups of Bonaparte are named one by one, assault pieces at SEND (T-11.17)
    elif kind == MoveKind.SEND:
        m.attackers = pieces
    elif kind == MoveKind.COMPLETE:
        approach = s.place[only_piece(pieces)] - FIRST_APPROACH
        begin_attack(t, s, m, AttackKind.BOMBARDMENT, approach)
        m.attackers = pieces
    elif kind == MoveKind.CROSS:
        _notice_step(t, s, w, m, target_of(move))


@compiled
def _notice_step(t: SetUpTables, s: Position, w: Workspace, m: Watch, end: int) -> None:
    """Note whether a step of a road march is an attack (T-8.26, B-9.9)."""
    approach = t.end_approach[end]
    if s.place[only_piece(s.actors)] >= FIRST_BOX or approach == NONE:
        return  # entering is never an attack (T-15.4, B-8.74)
    if enemy_holds(w, s.turn, t.neighbour[approach]):
        begin_attack(t, s, m, AttackKind.ROAD, approach)
        m.attackers = s.actors


@compiled
def is_between_attacks(s: Position) -> int:
    """Return 1 if no attack goes on at a decision."""
    decision = s.decision
    return int(
        decision == Decision.ACTION
        or decision == Decision.ROAD_STEP
        or decision == Decision.ASSAULT
        or decision == Decision.BOMBARDMENT
        or decision == Decision.OVER
    )


@compiled
def end_attack(t: SetUpTables, s: Position, w: Workspace, m: Watch, rows: Records) -> None:
    """Book the losses of an attack, and write its row."""
    m.fighting = 0
    for side in range(2):
        for piece in range(first_slot(side), end_slot(t, side)):
            lost = m.had[piece] - s.strength[piece]
            if lost > 0:  # each where it stood: losses come before retreat and advance
                book_loss(m, side, piece, m.stood[piece], lost)
    if m.kind == NONE:
        return
    m.attacks += 1
    if m.events:
        _write(t, s, w, m, rows)
    m.event += 1


@compiled
def _write(t: SetUpTables, s: Position, w: Workspace, m: Watch, rows: Records) -> None:
    if m.event_rows >= len(rows):
        m.full = 1
        return
    row = rows[m.event_rows]
    m.event_rows += 1
    target = t.neighbour[m.approach]
    row.game = m.game
    row.event = m.event
    row.hour = m.hour
    row.side = m.side
    row.kind = m.kind
    row.origin = t.owner[m.approach]
    row.target = target
    row.taken = enemy_holds(w, 1 - m.side, target)
    for side in range(2):
        row.change[side] = level(t, s, side) - m.level[side]
        role = int(side != m.side)
        number, strength, lost = 0, 0, 0
        for piece in range(first_slot(side), end_slot(t, side)):
            lost += m.had[piece] - s.strength[piece]
            if (m.stood[piece] == target) if role else has(m.attackers, piece):
                number += 1
                strength += m.had[piece]
        row.pieces[role] = number
        row.strength[role] = strength
        row.lost[role] = lost
