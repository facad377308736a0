"""What learned players see of *Triomphe à Marengo* beside what both Marengo games have."""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.marengo.policy.belief import believe_once
from marengo.games.marengo.policy.move_features import MARCHING
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE
from marengo.games.triomphe.policy.attacking import assault_result, can_hold, can_repeat
from marengo.games.triomphe.policy.fighting import (
    counter_result,
    defence_result,
    send_result,
    stops_attack,
)
from marengo.games.triomphe.rules.morale import level
from marengo.games.triomphe.rules.retreat import at_stake
from marengo.games.triomphe.rules.state import State, Tables

FOUGHT = 1 << MoveKind.ASSAULT | 1 << MoveKind.LEAD | 1 << MoveKind.SEND | 1 << MoveKind.COUNTER
"""Kinds of move whose promise depends on what enemy pieces are believed to be: a set of bits."""


@compiled
def morale(t: Tables, s: State, side: int) -> float:
    """Return an army's morale level (T-18.1): seven discs and more are alike."""
    return float(level(t, s, side))


@compiled
def actions(t: Tables, s: State) -> int:
    """Return the orders left (T-6.2)."""
    return s.orders


@compiled
def purpose(t: Tables, s: State) -> int:
    """Return what a group is being named for: groups are listed here, and not named."""
    return MARCHING


@compiled
def group_goal(t: Tables, s: State) -> int:
    """Return for which place a group is being named."""
    return NONE


@compiled
def margin(t: Tables, s: State, w: Workspace, k: Scores, move: int) -> float:
    """Return what a move in a fight promises, in points or discs; 0 for other moves."""
    kind = kind_of(move)
    if kind == MoveKind.ATTACK:
        return _prospect(t, s, w, move)
    if kind == MoveKind.RESPOND:
        return 1.0 if stops_attack(t, s, w, size_of(pieces_of(move))) else -1.0
    promised = 0.0
    if (FOUGHT >> kind) & 1:
        believe_once(t, s, k)
        if kind == MoveKind.ASSAULT:
            promised, _ = assault_result(t, s, w, k, target_of(move) - FIRST_APPROACH)
        elif kind == MoveKind.LEAD:
            promised = defence_result(t, s, w, k, pieces_of(move))
        elif kind == MoveKind.SEND:
            promised, _ = send_result(t, s, w, k, move)
        else:
            promised = -counter_result(t, s, k, pieces_of(move))
    return promised


@inlined
def _prospect(t: Tables, s: State, w: Workspace, move: int) -> float:
    """Return the discs that a manoeuvre attack would cost the enemy, negative if he can hold."""
    approach, pieces = target_of(move) - FIRST_APPROACH, pieces_of(move)
    start = s.place[first_slot(s.to_move) + only_piece(pieces)]
    there, size = t.neighbour[approach], size_of(pieces)
    held = can_hold(t, s, w, approach, size, int(start < FIRST_APPROACH))
    lost = at_stake(t, s, w, w.holder[there], there)
    return -lost if held and not can_repeat(t, s, w, start, approach) else lost
