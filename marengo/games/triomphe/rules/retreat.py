"""Chapter 13: the retreat."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, named, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import turn_up
from marengo.games.marengo.rules.moves import (
    MoveKind,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, locality_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    NONE,
    PIECES,
    Direction,
    Kind,
    Side,
)
from marengo.games.triomphe.rules.borders import bars_entry
from marengo.games.triomphe.rules.disorganisation import spread
from marengo.games.triomphe.rules.knowledge import destroy
from marengo.games.triomphe.rules.morale import at, commit, lose
from marengo.games.triomphe.rules.pieces import put
from marengo.games.triomphe.rules.reductions import distribute
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def begin_retreat(t: Tables, s: State, w: Workspace) -> None:
    """Show all defenders and destroy their artillery (T-13.1, T-13.3, T-13.4)."""
    side = 1 - s.turn
    s.retreat_from = t.neighbour[s.attack_approach]
    s.retreat_place = t.first_approach[s.retreat_from]
    s.retreated = 0
    s.losses[side] = 0
    s.stage = Stage.RETREAT_REDUCTIONS
    for piece in range(first_slot(side), end_slot(t, side)):
        if locality_of(t, s, piece) == s.retreat_from:
            turn_up(t, s, 1 << piece)
            if s.kind[piece] == Kind.ARTILLERY:
                s.losses[side] += destroy(t, s, w, piece)


@compiled
def _standing(t: Tables, s: State, place: int, cavalry: int) -> int:
    """Return the set of retreating infantry, and cavalry if wanted, at a place."""
    side = 1 - s.turn
    pieces = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == place and (cavalry or s.kind[piece] == Kind.INFANTRY):
            pieces |= 1 << piece
    return pieces


@compiled
def _advancing(s: State) -> int:
    """Count the attackers that survive and advance (T-13.7, T-13.8)."""
    number = 0
    for piece in range(PIECES):
        number += has(s.actors, piece) and s.strength[piece] > 0
    return number


@compiled
def next_reductions(t: Tables, s: State, w: Workspace) -> None:
    """Step 1: reductions approach by approach, then in reserve (T-13.5 to T-13.9)."""
    end = t.first_approach[s.retreat_from + 1]
    while s.retreat_place < end:
        approach = s.retreat_place
        s.retreat_place += 1
        if w.count[FIRST_APPROACH + approach] > 0:
            pieces = _standing(t, s, FIRST_APPROACH + approach, 1)
            distribute(s, pieces, 1 + t.wide[approach])
            return
    if s.retreat_place == end:
        s.retreat_place += 1
        wide = t.wide[t.opposite[s.attack_approach]]
        number = 2 if wide and _advancing(s) > 1 else 1
        distribute(s, _standing(t, s, s.retreat_from, 0), number)
        return
    s.stage = Stage.RETREAT_PAYMENT


@compiled
def pay_reductions(t: Tables, s: State) -> None:
    """Pay for all reductions of the retreat at once (T-13.21, T-13.22)."""
    side = 1 - s.turn
    s.retreating = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if locality_of(t, s, piece) == s.retreat_from:
            s.retreating |= 1 << piece
    s.stage = Stage.RETREAT_MOVES
    lose(t, s, side, s.losses[side])


@compiled
def bars_destination(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that closes a border to a retreating piece now, 0 if it is open."""
    if t.neighbour[approach] == t.owner[s.attack_approach]:
        return 13_13_0
    if t.impassable[approach]:
        return 3_16_0
    entry = bars_entry(t, w, 1 - s.turn, t.neighbour[approach], 1)
    return 13_14_0 if entry == 7_03_0 else entry


@compiled
def is_disfavoured(t: Tables, s: State, approach: int) -> int:
    """Return 1 if the border leads west for French, east for Austrian pieces (T-13.17)."""
    if s.turn == Side.AUSTRIAN:
        return int(t.direction[approach] == Direction.WEST)
    return int(t.direction[approach] == Direction.EAST)


@compiled
def _best_destinations(t: Tables, s: State, w: Workspace) -> int:
    """Return 2 if a favoured destination is open, 1 if only disfavoured ones, 0 if none."""
    best = 0
    locality = s.retreat_from
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if not bars_destination(t, s, w, approach):
            best = max(best, 2 - is_disfavoured(t, s, approach))
    return best


@compiled
def ask_retreat(t: Tables, s: State, w: Workspace) -> None:
    """Step 2: ask for the next piece and its destination while any has one (T-13.20)."""
    if s.retreating and _best_destinations(t, s, w) > 0:
        s.decision = Decision.RETREAT
        s.to_move = 1 - s.turn
    else:
        s.stage = Stage.RETREAT_LOST


@compiled
def retreat_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer every remaining piece every destination, favoured ones first of all (T-13.18)."""
    best = _best_destinations(t, s, w)
    gather_set(t, s, w, s.to_move, s.retreating)
    first = t.first_approach[s.retreat_from]
    for approach in range(first, t.first_approach[s.retreat_from + 1]):
        if _bars_route(t, s, w, approach, best):
            continue
        neighbour = t.neighbour[approach]
        repeated = 0  # another border to the same locality makes no other move (T-3.29)
        for other in range(first, approach):
            if t.neighbour[other] == neighbour and not _bars_route(t, s, w, other, best):
                repeated = 1
        for member in range(w.member_count):
            if not repeated and w.like[member] == NONE:
                offer_piece(w, MoveKind.RETREAT, neighbour, w.members[member])


@compiled
def _bars_route(t: Tables, s: State, w: Workspace, approach: int, best: int) -> int:
    """Return the statement that forbids to retreat over a border, 0 if it is of the best open."""
    closed = bars_destination(t, s, w, approach)
    return closed or (13_17_0 if 2 - is_disfavoured(t, s, approach) < best else 0)


@compiled
def bars_retreat(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to retreat to a locality, 0 if none does."""
    pieces, to = named(s.to_move, pieces_of(move)), target_of(move)
    if size_of(pieces) != 1 or not pieces & s.retreating:
        return 13_20_0
    statement, best = 13_12_0, _best_destinations(t, s, w)
    for approach in range(t.first_approach[s.retreat_from], t.first_approach[s.retreat_from + 1]):
        if t.neighbour[approach] == to and statement:
            statement = _bars_route(t, s, w, approach, best)
    return statement


@compiled
def play_retreat(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Move a retreating piece; a French one may disorganise or be disorganised (T-13.24)."""
    piece = first_slot(s.to_move) + only_piece(pieces_of(move))
    put(t, s, w, piece, target_of(move))
    s.retreating &= ~(1 << piece)
    s.retreated += 1
    spread(t, s, target_of(move))


@compiled
def lose_stranded(t: Tables, s: State, w: Workspace) -> None:
    """Destroy the pieces without destination, and pay for them (T-13.19, T-13.21, T-13.22)."""
    strength = 0
    for piece in range(PIECES):
        if has(s.retreating, piece):
            strength += destroy(t, s, w, piece)
    s.retreating = 0
    s.stage = Stage.RETREAT_COMMITMENT
    lose(t, s, 1 - s.turn, strength)


@compiled
def commit_retreat(t: Tables, s: State) -> None:
    """Commit an Austrian disc to the locality left for each piece that retreated (T-13.23)."""
    s.stage = Stage.CONQUEST
    if s.turn == Side.FRENCH:
        commit(t, s, Side.AUSTRIAN, s.retreated, s.retreat_from)


@compiled
def advance(t: Tables, s: State, w: Workspace) -> None:
    """Move all surviving attackers into the reserve of the locality taken (T-13.27).

    The pieces that retreated are hidden again (T-13.26).
    """
    s.face_up &= s.actors
    for piece in range(PIECES):
        if has(s.actors, piece) and s.place[piece] != NONE:
            put(t, s, w, piece, s.retreat_from)


@compiled
def at_stake(t: Tables, s: State, w: Workspace, side: int, locality: int) -> float:
    """Return the discs a side loses in Triomphe when it is thrown out of a locality.

    Those committed there, as many as each approach held is wide, and one for a reserve (T-13.5,
    T-13.7).
    """
    stake = float(min(w.count[locality], 1)) + s.committed[at(side, locality)]
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if w.count[FIRST_APPROACH + approach] > 0:
            stake += 1.0 + t.wide[approach]
    return stake
