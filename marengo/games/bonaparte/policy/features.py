"""What learned players see of *Bonaparte at Marengo* beside what both Marengo games have."""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.bonaparte.policy.margins import assault_margin, defence_strength
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.belief import believe_once
from marengo.games.marengo.policy.move_features import (
    ASSAULTING,
    ATTACKING,
    BLOCKING,
    MARCHING,
    OTHER,
    RESPONDING,
)
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import MoveKind, kind_of, pieces_of, target_of
from marengo.games.marengo.rules.pieces import first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES, Kind

MORALE_STEP = 2.0
"""Points of morale that are told apart near demoralisation, up to seven times as many."""

FOUGHT = 1 << MoveKind.ASSAULT | 1 << MoveKind.LEAD | 1 << MoveKind.PURSUE | 1 << MoveKind.BLOCK
"""Kinds of move whose promise depends on what enemy pieces are believed to be: a set of bits."""


@compiled
def morale(t: Tables, s: State, side: int) -> float:
    """Return an army's morale (B-13.1) in steps; 0 once it is demoralised (B-13.2)."""
    if s.demoralised[side] != NONE:
        return 0.0
    return 1.0 + s.morale[side] / MORALE_STEP


@compiled
def actions(t: Tables, s: State) -> int:
    """Return the commands left (B-8.13)."""
    return s.commands


@compiled
def purpose(t: Tables, s: State) -> int:
    """Return what the group that is being named is for (B-8.9)."""
    if s.verb == MoveKind.MARCH:
        return MARCHING
    if s.verb == MoveKind.ATTACK:
        return ATTACKING
    if s.verb == MoveKind.ASSAULT:
        return ASSAULTING
    if s.verb == MoveKind.RESPOND:
        return RESPONDING
    return BLOCKING if s.verb == MoveKind.BLOCK else OTHER


@compiled
def group_goal(t: Tables, s: State) -> int:
    """Return for which place the group is being named; replies and advances follow the attack."""
    if s.verb == MoveKind.MARCH or s.verb == MoveKind.ATTACK or s.verb == MoveKind.ASSAULT:
        return s.goal
    return NONE


@compiled
def margin(t: Tables, s: State, w: Workspace, k: Scores, move: int) -> float:
    """Return what a move in a fight promises, in points; 0 for other moves."""
    kind = kind_of(move)
    if kind == MoveKind.ATTACK:
        return _seen_at_stake(t, w, t.neighbour[target_of(move) - FIRST_APPROACH])
    promised = 0.0
    if (FOUGHT >> kind) & 1:
        believe_once(t, s, k)
        if kind == MoveKind.ASSAULT:
            promised = assault_margin(t, s, k, target_of(move) - FIRST_APPROACH)
        elif kind == MoveKind.LEAD or kind == MoveKind.BLOCK:
            promised = _led(t, s, k, pieces_of(move))
        elif kind == MoveKind.PURSUE:
            promised = _pursuit(t, s, pieces_of(move))
    elif kind == MoveKind.JOIN and purpose(t, s) == ASSAULTING:
        promised = float(_left_behind(s, w, move))
    return promised


@compiled
def _seen_at_stake(t: Tables, w: Workspace, locality: int) -> float:
    """Return the points that the occupier of a locality may lose if he is thrown out.

    As B-12.7 and B-12.9 have it, but a reserve always counts: whether it is all cavalry is hidden.
    """
    lost = 1.0 if w.count[locality] > 0 else 0.0
    for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
        lost += w.count[FIRST_APPROACH + a] > 0
    return lost


@inlined
def _led(t: Tables, s: State, k: Scores, pieces: int) -> float:
    """Return the result to expect if some pieces lead, of an assault made or met."""
    approach = s.attack_approach
    against = t.opposite[approach]
    first, strength, cavalry = first_slot(s.to_move), 0.0, False
    for piece in range(PIECES):
        if has(pieces << first, piece):
            strength += s.strength[piece]
            cavalry |= s.kind[piece] == Kind.CAVALRY
    if s.to_move == s.turn:
        strength -= t.cavalry_penalty[against] if cavalry else t.infantry_penalty[against]
        return strength - defence_strength(t, s, k, against)
    return strength - defence_strength(t, s, k, approach)


@inlined
def _pursuit(t: Tables, s: State, pieces: int) -> float:
    """Return what a pursuit takes from the enemy less the point it costs (B-11.57, B-11.58)."""
    fled = t.opposite[s.attack_approach] if s.attack_won else s.attack_approach
    points, first = -1.0 - t.cavalry_penalty[fled], first_slot(s.to_move)
    for piece in range(PIECES):
        if has(pieces << first, piece):
            points += s.strength[piece]
    return points if pieces else 0.0


@inlined
def _left_behind(s: State, w: Workspace, move: int) -> int:
    """Return how many pieces of its place stay out of an assault if the named one joins."""
    left = w.count[s.goal] - (pieces_of(move) != 0)
    for piece in range(PIECES):
        left -= has(s.group, piece)
    return left
