"""Games in which a side leaves something out: the compiled loop of restricted play.

A restricted side is the ``rule`` player on its own sight, with a list of moves that is shorter.
What it may not do is taken from the position it looks at, before its moves are listed: orders that
it must not spend, pieces that count as having acted, roads that end at every border. So the engine
itself makes sure that nothing is begun that could not be finished without what is left out.
"""

from enum import IntEnum

from marengo.players.batch import finish
from marengo.players.choice import choose_by_rule
from marengo.players.compiled import compiled, inlined
from marengo.rules.bonaparte import road_march as bonaparte_road
from marengo.rules.bonaparte import state as bonaparte
from marengo.rules.compiled import int64
from marengo.rules.decisions import Decision
from marengo.rules.either import begin, by_ruleset, legal, play
from marengo.rules.moves import MoveKind, kind_of, only_piece, pieces_of, target_of
from marengo.rules.records import Int8, Int64, Record, Records
from marengo.rules.shared.pieces import end_slot, first_slot
from marengo.rules.shared.position import Position, SetUpTables, Workspace
from marengo.rules.sight import make_sight
from marengo.rules.triomphe import road_march as triomphe_road
from marengo.rules.triomphe import state as triomphe
from marengo.rules.vocabulary import FIRST_APPROACH, NONE

OPTIONAL = 1 << MoveKind.DECLARE | 1 << MoveKind.FIRE
"""Kinds of move that name no piece where a player declines (B-10.3, T-11.23, B-18.16)."""


class Roads(IntEnum):
    """Which roads a side marches by, once it is on the map."""

    ALL = 0
    LOCAL = 1  # local and side roads alone
    NONE = 2


class Bans(Record):
    """What one side must not do."""

    withheld: Int8  # orders or commands a turn that it does not spend
    idle: Int8  # set of Kind: such pieces take no part in what is done in their own turn
    roads: Int8  # Roads
    left_out: Int64  # set of MoveKind that is never chosen


@compiled
def _hold_back_triomphe(t: triomphe.Tables, s: triomphe.State, b: Bans) -> None:
    """Take orders from a sight, and mark idle pieces as having acted (T-6.2, T-6.7)."""
    s.orders = max(int64(s.orders) - int64(b.withheld), int64(0))
    for piece in range(first_slot(int64(s.turn)), end_slot(t, int64(s.turn))):
        if (int64(b.idle) >> int64(s.kind[piece])) & 1:
            s.marks[piece] |= triomphe.ACTED


@compiled
def _hold_back_bonaparte(t: bonaparte.Tables, s: bonaparte.State, b: Bans) -> None:
    """Take commands from a sight, and mark idle pieces as moved (B-8.13, B-8.3, B-8.4)."""
    s.commands = max(int64(s.commands) - int64(b.withheld), int64(0))
    for piece in range(first_slot(int64(s.turn)), end_slot(t, int64(s.turn))):
        if (int64(b.idle) >> int64(s.kind[piece])) & 1:
            s.marks[piece] |= bonaparte.MOVED | bonaparte.ASSAULTED


@by_ruleset(bonaparte=_hold_back_bonaparte, triomphe=_hold_back_triomphe)
def hold_back(t: SetUpTables, s: Position, b: Bans) -> None:
    """Make of a sight what the side whose turn it is may still do under its bans."""


@by_ruleset(bonaparte=bonaparte_road.can_march, triomphe=triomphe_road.can_march)
def can_march(t: SetUpTables, s: Position, w: Workspace, piece: int) -> int:  # type: ignore[empty-body]
    """Return 1 if a piece could cross some border by road."""


@by_ruleset(bonaparte=bonaparte_road.approach_price, triomphe=triomphe_road.approach_price)
def approach_price(  # type: ignore[empty-body]
    t: SetUpTables, s: Position, w: Workspace, piece: int, approach: int
) -> int:
    """Return what a continuation by road into an approach costs, or NONE."""


@compiled
def has_main_road(t: SetUpTables, approach: int) -> int:
    """Return 1 if a main road goes through an approach, perhaps beside a local one."""
    locality = int64(t.owner[approach])
    found = int64(0)
    for end in range(t.first_end[locality], t.first_end[locality + 1]):
        found |= int64(t.end_approach[end] == approach and t.end_main[end])
    return found


@compiled
def can_begin(t: SetUpTables, own: SetUpTables, s: Position, w: Workspace, piece: int) -> int:
    """Return 1 if a march of a piece need not go by main road, zero steps included (T-12.11)."""
    if can_march(own, s, w, piece):
        return int64(1)
    locality = int64(s.place[piece])
    if locality >= FIRST_APPROACH:  # in a box, from where there is no continuation
        return int64(0)
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        price = approach_price(own, s, w, piece, int64(approach))
        if price != NONE and not has_main_road(t, int64(approach)):
            return int64(1)
    return int64(0)


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
        piece = first_slot(int64(s.turn)) + only_piece(pieces_of(move))
        return 1 - can_begin(t, own, s, w, piece)
    return int64(0)


@compiled
def is_left_out(b: Bans, move: int) -> int:
    """Return 1 if a move is never chosen; to decline is always free."""
    kind = kind_of(move)
    if not (int64(b.left_out) >> kind) & 1:
        return int64(0)
    return int64(pieces_of(move) != 0 or not (OPTIONAL >> kind) & 1)


@compiled
def leave_out(t: SetUpTables, own: SetUpTables, s: Position, w: Workspace, b: Bans) -> None:
    """Drop from the list the moves that are never chosen."""
    kept = int64(0)
    for number in range(w.move_count):
        move = int64(w.moves[number])
        closed = b.roads == Roads.LOCAL and goes_by_main_road(t, own, s, w, move)
        if not closed and not is_left_out(b, move):
            w.moves[kept] = move
            kept += 1
    w.move_count = kept


@inlined
def list_restricted(
    t: SetUpTables, own: SetUpTables, s: Position, w: Workspace, side: int, b: Bans
) -> None:
    """List in ``w.moves`` what a side may do in its sight ``s`` under its bans, perhaps nothing.

    Orders and pieces are held back in its own turn only; retreats, losses and what is paid are not
    touched. ``own`` are the tables with the roads that the side may use.
    """
    if s.turn == side:
        hold_back(own, s, b)
    legal(own, s, w)
    leave_out(t, own, s, w, b)


@compiled
def place_of(w: Workspace, move: int) -> int:
    """Return which of the listed moves this one is.

    A sight lists its moves in the order of the position, but names hidden enemy pieces as the side
    imagines them: what is played is known by its place in the list.
    """
    place = int64(0)
    while place + 1 < w.move_count and w.moves[place] != move:
        place += 1
    return place


@inlined
def play_decision(
    tables: Records,
    own_tables: Records,
    states: Records,
    sights: Records,
    works: Records,
    blocks: Records,
    grounds: Records,
    weights: Records,
    scores: Records,
    settings: Records,
    bans: Records,
    generators: Records,
    first: int,
) -> int:
    """Play the next decision of ``states[0]`` and return the move.

    As :func:`marengo.players.batch.play_decision`; ``own_tables``, ``grounds`` and ``bans`` have
    one row a side, ``works`` three rows. Where a side could do nothing without what it leaves out,
    it does that.
    """
    t, s, w = tables[0], states[0], works[0]
    chosen = int64(0)
    if w.move_count > 1:
        side = int64(s.to_move)
        own = own_tables[side]
        sights[0] = states[0]
        make_sight(t, s, side, sights[0], blocks[0])
        legal(t, sights[0], works[2])
        list_restricted(t, own, sights[0], works[1], side, bans[side])
        if works[1].move_count == 0:
            sights[0] = states[0]
            make_sight(t, s, side, sights[0], blocks[0])
            legal(t, sights[0], works[1])
        best = choose_by_rule(
            own,
            sights[0],
            works[1],
            grounds[side],
            weights[side],
            scores[0],
            generators[first + side],
            settings[side].temperature,
        )
        chosen = place_of(works[2], int64(works[1].moves[best]))
    move = int64(w.moves[chosen])
    play(t, s, w, move)
    return move


@compiled
def play_games(
    tables: Records,
    own_tables: Records,
    states: Records,
    sights: Records,
    works: Records,
    blocks: Records,
    grounds: Records,
    weights: Records,
    scores: Records,
    settings: Records,
    bans: Records,
    generators: Records,
    results: Records,
) -> None:
    """Play one game for each result, as :func:`marengo.players.batch.play_games` does."""
    t, s, w = tables[0], states[0], works[0]
    for number in range(len(results)):
        begin(t, s, w, generators[3 * number])
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
            play_decision(
                tables,
                own_tables,
                states,
                sights,
                works,
                blocks,
                grounds,
                weights,
                scores,
                settings,
                bans,
                generators,
                3 * number + 1,
            )
            decisions += 1
        finish(t, s, decisions, results[number])
