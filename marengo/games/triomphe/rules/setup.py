"""Chapter 4: the set-up."""

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.random import Generator
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.setup import clear_pieces, place_pieces
from marengo.games.marengo.rules.vocabulary import (
    HOURS,
    LOCALITIES,
    NONE,
    PIECES,
    SLOTS,
    Side,
    Victory,
)
from marengo.games.triomphe.rules.knowledge import shuffle
from marengo.games.triomphe.rules.orders import forget_action, forget_turn
from marengo.games.triomphe.rules.state import Stage, State, Tables


@entry
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
    clear_pieces(s)
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
    place_pieces(t, s, g)
    for piece in range(PIECES):
        place = s.place[piece]
        if place != NONE and t.locality_of[place] != NONE:
            s.entered_last[t.locality_of[place]] = piece >= SLOTS  # T-18.31
    shuffle(t, s)
