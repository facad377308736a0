"""The set-up of both games: pieces on their places, and the blind draws."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.random import Generator, below
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Bombardment, Position, SetUpTables
from marengo.games.marengo.rules.vocabulary import NONE, PIECES, SLOTS


@compiled
def clear_pieces(s: Position) -> None:
    """Take all pieces out of a position."""
    for piece in range(PIECES):
        s.place[piece] = NONE
        s.kind[piece] = 0
        s.strength[piece] = 0
        s.marks[piece] = 0
        s.bombardment[piece] = Bombardment.NONE
        s.candidates[piece] = 0  # the slot was never used


@compiled
def clear_action(s: Position) -> None:
    """Erase the memory of an action that both games have."""
    s.actors = 0
    s.face_up = 0
    s.asked = 0
    s.march_step = 0
    s.road_end = NONE
    s.crossed = 0
    s.local_paid = 0
    s.by_road = 0
    s.from_reserve = 0
    s.attack_approach = NONE
    s.leaders = 0
    s.defence_leaders = 0
    s.fired = 0
    s.attack_won = 0
    s.pool = 0
    s.left = 0
    s.least = 0
    s.retreat_from = NONE
    s.retreat_place = 0
    s.retreating = 0


@compiled
def place_pieces(t: SetUpTables, s: Position, g: Generator) -> None:
    """Put the pieces on their places and draw those of each pool (T-4.6, T-4.8, B-6.4)."""
    for piece in range(PIECES):
        if t.start_strength[piece] > 0:
            s.place[piece] = t.start_place[piece]
            s.kind[piece] = t.start_kind[piece]
            s.strength[piece] = t.start_strength[piece]
            s.marks[piece] = t.start_marks[piece]
            s.candidates[piece] = 1 << (piece % SLOTS)
    _draw(t, s, g)


@compiled
def _draw(t: SetUpTables, s: Position, g: Generator) -> None:
    """Let the pieces of each pool exchange places, all orders equally likely."""
    for piece in range(PIECES):
        if t.pool[piece] == NONE:
            continue
        before = 0
        first = first_slot(int(piece >= SLOTS))
        for other in range(first, end_slot(t, int(piece >= SLOTS))):
            if t.pool[other] == t.pool[piece]:
                s.candidates[piece] |= 1 << (other - first)
                before += other <= piece
        drawn = below(g, before)  # Fisher and Yates, from the front
        for other in range(first, piece):
            if t.pool[other] == t.pool[piece]:
                if drawn == 0:
                    place = s.place[other]
                    s.place[other] = s.place[piece]
                    s.place[piece] = place
                    break
                drawn -= 1
