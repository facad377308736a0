"""What a side leaves out: restrictions of the ``rule`` player.

A restricted side is the ``rule`` player on its own information set, with a shorter list of moves.
What it may not do is taken from the position it looks at, before its moves are listed: orders that
it must not spend, pieces that count as having acted, roads that end at every border. So the engine
itself makes sure that nothing is begun that could not be finished without what is left out.
"""

from enum import IntEnum

from marengo.core.engine import bulk
from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.dispatch import implement, primitive
from marengo.core.engine.driver import legal
from marengo.core.engine.record import Int8, Int64, Record, Records
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import first_slot
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE

OPTIONAL = 1 << MoveKind.DECLARE | 1 << MoveKind.FIRE
"""Kinds of move that name no piece where a player declines (B-10.3, T-11.23, B-18.16)."""


class Roads(IntEnum):
    """Roads that a side marches by, once it is on the map."""

    ALL = 0
    LOCAL = 1  # local and side roads alone
    NONE = 2


class Bans(Record, versioned=True):
    """Things that one side must not do."""

    withheld: Int8  # orders or commands a turn that it does not spend
    idle: Int8  # set of Kind: such pieces take no part in what is done in their own turn
    roads: Int8  # Roads
    left_out: Int64  # set of MoveKind that is never chosen


@primitive
def hold_back(t: SetUpTables, s: Position, withheld: int, idle: int) -> None:
    """Make of an information set what the side whose turn it is may still do under its bans."""


@primitive
def can_march(t: SetUpTables, s: Position, w: Workspace, piece: int) -> int:  # type: ignore[empty-body]
    """Return 1 if a piece could cross some border by road."""


@primitive
def approach_price(  # type: ignore[empty-body]
    t: SetUpTables, s: Position, w: Workspace, piece: int, approach: int
) -> int:
    """Return what a continuation by road into an approach costs, or NONE."""


@compiled
def has_main_road(t: SetUpTables, approach: int) -> int:
    """Return 1 if a main road goes through an approach, perhaps beside a local one."""
    locality = t.owner[approach]
    has_main = 0
    for end in range(t.first_end[locality], t.first_end[locality + 1]):
        has_main |= int(t.end_approach[end] == approach and t.end_main[end])
    return has_main


@compiled
def can_begin(t: SetUpTables, own: SetUpTables, s: Position, w: Workspace, piece: int) -> int:
    """Return 1 if a march of a piece need not go by main road, zero steps included (T-12.11)."""
    if can_march(own, s, w, piece):
        return 1
    locality = s.place[piece]
    if locality >= FIRST_APPROACH:  # in a box, from where there is no continuation
        return 0
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        price = approach_price(own, s, w, piece, approach)
        if price != NONE and not has_main_road(t, approach):
            return 1
    return 0


@compiled
def goes_by_main_road(
    t: SetUpTables, own: SetUpTables, s: Position, w: Workspace, move: int
) -> int:
    """Return 1 if a road march would begin or end on a main road that ``own`` has closed.

    A continuation takes the cheapest road into its approach, so that a local one beside a main one
    does not count (T-12.9, B-8.64). All other steps on main roads are not listed with ``own``.
    """
    kind = kind_of(move)
    if kind == MoveKind.CONTINUE and s.decision == Decision.ROAD_STEP:
        return has_main_road(t, target_of(move) - FIRST_APPROACH)
    if kind == MoveKind.ROAD:
        piece = first_slot(s.turn) + only_piece(pieces_of(move))
        return 1 - can_begin(t, own, s, w, piece)
    return 0


@entry
def is_left_out(b: Bans, move: int) -> int:
    """Return 1 if a move is never chosen; to decline is always free."""
    kind = kind_of(move)
    if not (b.left_out >> kind) & 1:
        return 0
    return int(pieces_of(move) != 0 or not (OPTIONAL >> kind) & 1)


@compiled
def leave_out(t: SetUpTables, own: SetUpTables, s: Position, w: Workspace, b: Bans) -> None:
    """Drop from the list the moves that are never chosen."""
    count = 0
    for number in range(w.move_count):
        move = w.moves[number]
        closed = b.roads == Roads.LOCAL and goes_by_main_road(t, own, s, w, move)
        if not closed and not is_left_out(b, move):
            w.moves[count] = move
            count += 1
    w.move_count = count


@compiled
def restrict(t: SetUpTables, b: Bans, own: SetUpTables, seen: Records, works: Records) -> int:
    """List in ``works[1]`` what a side may do in its information set ``seen[0]`` under its bans.

    Orders and pieces are held back in its own turn only; retreats, losses and what is paid are not
    touched. ``own`` are the tables with the roads that the side may use. Where it could do nothing
    without what it leaves out, it may do that. ``works[2]`` keeps all moves.
    """
    legal(t, seen[0], works[2])
    seen[1] = seen[0]
    s = seen[0]
    if s.turn == s.to_move:
        hold_back(own, s, b.withheld, b.idle)
    legal(own, s, works[1])
    leave_out(t, own, s, works[1], b)
    if works[1].move_count == 0:
        seen[0] = seen[1]
        legal(t, s, works[1])
    return 1


implement(Bans, {bulk.restrict: restrict})
