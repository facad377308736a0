"""Chapter 6: the set-up."""

from marengo.rules.bonaparte.activation import is_entered
from marengo.rules.bonaparte.knowledge import shuffle
from marengo.rules.bonaparte.sequence import forget_action, forget_turn
from marengo.rules.bonaparte.state import Stage, State, Step, Tables
from marengo.rules.compiled import compiled, int64
from marengo.rules.decisions import Decision
from marengo.rules.random import Generator
from marengo.rules.shared.setup import clear_pieces, place_pieces
from marengo.rules.vocabulary import NONE, Side, Victory


@compiled
def clear(t: Tables, s: State) -> None:
    """Make an empty position at the start of the first turn (B-6.1, B-6.2)."""
    s.hour = t.first_hour
    s.turn = Side.AUSTRIAN
    s.to_move = Side.AUSTRIAN
    s.decision = Decision.NONE
    s.stage = Stage.TURN_START
    s.step = Step.START
    s.commands = 0
    s.flag = 0
    s.shuffled = 0
    s.revealed = 0
    s.winner = NONE
    s.victory = Victory.NONE
    s.bonus_due = NONE
    for side in range(2):
        s.morale[side] = t.start_morale[side]
        s.demoralised[side] = NONE
    clear_pieces(s)
    forget_turn(s)
    forget_action(s)


@compiled
def set_up(t: Tables, s: State, g: Generator) -> None:
    """Set up the game with its blind draw (B-6.1 to B-6.10)."""
    clear(t, s)
    place_pieces(t, s, g)
    s.flag = is_entered(t, s)
    for side in range(2):
        shuffle(t, s, int64(side))  # nobody has seen how the pieces lie (B-6.4, B-6.10)
