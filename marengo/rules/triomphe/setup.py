"""Chapter 4: the set-up."""

from marengo.rules.compiled import compiled, int64
from marengo.rules.random import Generator, below
from marengo.rules.triomphe.knowledge import shuffle
from marengo.rules.triomphe.orders import forget_action, forget_turn
from marengo.rules.triomphe.pieces import end_slot, first_slot
from marengo.rules.triomphe.state import (
    DISORGANISED,
    Bombardment,
    Decision,
    Stage,
    State,
    Tables,
)
from marengo.rules.vocabulary import (
    HOURS,
    LOCALITIES,
    NONE,
    PIECES,
    SLOTS,
    Side,
    Victory,
)


@compiled
def clear(t: Tables, s: State) -> None:
    """Make an empty position at the start of the first turn."""
    s.hour = t.first_hour
    s.turn = Side.AUSTRIAN
    s.to_move = Side.AUSTRIAN
    s.decision = Decision.NONE
    s.stage = Stage.TURN_START
    s.orders = 0
    s.winner = NONE
    s.victory = Victory.NONE
    for piece in range(PIECES):
        s.place[piece] = NONE
        s.kind[piece] = 0
        s.strength[piece] = 0
        s.marks[piece] = 0
        s.bombardment[piece] = Bombardment.NONE
        s.candidates[piece] = 0  # the slot was never used
    for index in range(2 * HOURS):
        s.track[index] = 0
    for index in range(2 * LOCALITIES):
        s.committed[index] = 0
        s.shifted[index] = 0
    for locality in range(LOCALITIES):
        s.entered_last[locality] = NONE
    for side in range(2):
        s.uncommitted[side] = 0
    forget_turn(s)
    forget_action(s)


@compiled
def set_up(t: Tables, s: State, g: Generator) -> None:
    """Set up the game: discs, pieces, and the blind draws (T-4.1 to T-4.11)."""
    clear(t, s)
    for side in range(2):
        s.uncommitted[side] = t.start_uncommitted[side]
    for index in range(2 * HOURS):
        s.track[index] = t.start_track[index]
    for piece in range(PIECES):
        if t.start_strength[piece] > 0:
            s.place[piece] = t.start_place[piece]
            s.kind[piece] = t.start_kind[piece]
            s.strength[piece] = t.start_strength[piece]
            s.marks[piece] = DISORGANISED * t.start_disorganised[piece]
            s.candidates[piece] = int64(1) << (piece % SLOTS)
    _draw(t, s, g)
    for piece in range(PIECES):
        place = s.place[piece]
        if place != NONE and t.locality_of[place] != NONE:
            s.entered_last[t.locality_of[place]] = piece >= SLOTS  # T-18.31
    shuffle(t, s)


@compiled
def _draw(t: Tables, s: State, g: Generator) -> None:
    """Let the pieces of each pool exchange places, all orders equally likely (T-4.6, T-4.8)."""
    for piece in range(PIECES):
        if t.pool[piece] == NONE:
            continue
        before = int64(0)
        first = first_slot(int64(piece >= SLOTS))
        for other in range(first, end_slot(t, int64(piece >= SLOTS))):
            if t.pool[other] == t.pool[piece]:
                s.candidates[piece] |= int64(1) << (other - first)
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
