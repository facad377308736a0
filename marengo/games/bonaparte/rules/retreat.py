"""Chapter 12: the retreat."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.knowledge import eliminate, hide, turn_up
from marengo.games.bonaparte.rules.losses import ask_losses
from marengo.games.bonaparte.rules.pieces import put
from marengo.games.bonaparte.rules.state import Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, named, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of, target_of
from marengo.games.marengo.rules.pieces import (
    end_slot,
    enemy_holds,
    first_slot,
    has,
    locality_of,
    room,
)
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES, Kind


@compiled
def begin_retreat(t: Tables, s: State, w: Workspace) -> None:
    """Show all pieces of the locality lost and eliminate its artillery (B-12.5, B-12.6)."""
    s.retreat_from = t.neighbour[s.attack_approach]
    s.retreat_place = NONE  # the reserve comes first (B-12.12)
    s.stage = Stage.RETREAT_LOSSES
    retreating = _standing(t, s, NONE)
    turn_up(t, s, retreating)
    for piece in range(PIECES):
        if has(retreating, piece) and s.kind[piece] == Kind.ARTILLERY:
            eliminate(t, s, w, piece)


@compiled
def _standing(t: Tables, s: State, place: int) -> int:
    """Return the defenders at a place of the locality lost; NONE: all of them."""
    side = 1 - s.turn
    pieces = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if locality_of(t, s, piece) == s.retreat_from:
            if place == NONE or s.place[piece] == place:
                pieces |= 1 << piece
    return pieces


@compiled
def _owing(t: Tables, s: State, approach: int) -> int:
    """Return the pieces of which one loses a point: in an approach, or in reserve if NONE.

    Infantry in reserve, any piece in an approach, but none that took part in the assault that
    caused the retreat (B-12.7 to B-12.11).
    """
    if approach != NONE:
        if s.leaders and approach == t.opposite[s.attack_approach]:
            return 0
        return _standing(t, s, FIRST_APPROACH + approach)
    infantry = 0
    reserve = _standing(t, s, s.retreat_from)
    for piece in range(PIECES):
        if has(reserve, piece) and s.kind[piece] == Kind.INFANTRY:
            infantry |= 1 << piece
    return infantry


@compiled
def next_retreat_losses(t: Tables, s: State) -> None:
    """Ask for the losses position by position, the reserve first (B-12.12)."""
    end = t.first_approach[s.retreat_from + 1]
    while s.retreat_place < end:
        approach = s.retreat_place
        s.retreat_place = t.first_approach[s.retreat_from] if approach == NONE else approach + 1
        owing = _owing(t, s, approach)
        if owing:
            ask_losses(s, owing, 1)
            return
    s.retreating = _standing(t, s, NONE)
    s.stage = Stage.RETREAT_MOVES


@compiled
def _bars_route(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to retreat across a pair now, 0 if none does."""
    if t.impassable[approach]:
        return 12_15_0
    neighbour = t.neighbour[approach]
    if neighbour == t.owner[s.attack_approach]:
        return 12_14_0
    if enemy_holds(w, 1 - s.turn, neighbour):
        return 12_16_0
    return 0 if room(t, w, neighbour) >= 1 else 12_17_0


@compiled
def ask_retreat(t: Tables, s: State, w: Workspace) -> None:
    """Ask for the next piece and its destination; what finds none is lost (B-12.18, B-12.20)."""
    locality = s.retreat_from
    if s.retreating:
        for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
            if not _bars_route(t, s, w, approach):
                s.decision = Decision.RETREAT
                s.to_move = 1 - s.turn
                return
    for piece in range(PIECES):
        if has(s.retreating, piece):
            eliminate(t, s, w, piece)
    s.retreating = 0
    s.stage = Stage.CONQUEST


@compiled
def retreat_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer every remaining piece every destination (B-12.13, B-12.19, B-12.22)."""
    gather_set(t, s, w, s.to_move, s.retreating)
    first = t.first_approach[s.retreat_from]
    for approach in range(first, t.first_approach[s.retreat_from + 1]):
        if _bars_route(t, s, w, approach):
            continue
        repeated = 0  # another pair to the same locality makes no other move
        for other in range(first, approach):
            same = t.neighbour[other] == t.neighbour[approach]
            repeated |= same and not _bars_route(t, s, w, other)
        for member in range(w.member_count):
            if not repeated and w.like[member] == NONE:
                neighbour = t.neighbour[approach]
                offer_piece(w, MoveKind.RETREAT, neighbour, w.members[member])


@compiled
def bars_retreat(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to retreat to a locality, 0 if none does."""
    pieces, route = named(s.to_move, pieces_of(move)), 12_13_0
    if size_of(pieces) != 1:
        return 12_18_0
    if not pieces & s.retreating:
        return 12_02_0
    for approach in range(t.first_approach[s.retreat_from], t.first_approach[s.retreat_from + 1]):
        if t.neighbour[approach] == target_of(move) and route:
            route = _bars_route(t, s, w, approach)
    return route


@compiled
def play_retreat(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Move a retreating piece into a reserve, where it is turned face-down (B-12.23)."""
    piece = first_slot(s.to_move) + only_piece(pieces_of(move))
    put(t, s, w, piece, target_of(move))
    hide(s, 1 << piece)
    s.retreating &= ~(1 << piece)


@compiled
def advance(t: Tables, s: State, w: Workspace) -> None:
    """Move all surviving attackers into the reserve of the locality (B-9.22, B-11.64)."""
    for piece in range(PIECES):
        if has(s.actors, piece) and s.place[piece] != NONE:
            put(t, s, w, piece, s.retreat_from)


@compiled
def at_stake(t: Tables, s: State, w: Workspace, side: int, locality: int) -> float:
    """Return the points a side loses in Basic when it is thrown out of a locality.

    One for each approach held, and one for a reserve that is not all cavalry (B-12.7, B-12.9).
    """
    stake = 0.0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == locality and s.kind[piece] != Kind.CAVALRY:
            stake = 1.0
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        stake += w.count[FIRST_APPROACH + approach] > 0
    return stake
