"""Chapter 6: the set-up."""

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.random import Generator
from marengo.games.bonaparte.rules.activation import is_entered
from marengo.games.bonaparte.rules.knowledge import shuffle
from marengo.games.bonaparte.rules.sequence import forget_action, forget_turn
from marengo.games.bonaparte.rules.state import Stage, State, Step, Tables
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.setup import clear_pieces, place_pieces
from marengo.games.marengo.rules.vocabulary import NONE, Side, Victory


@entry
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
        shuffle(t, s, side)  # nobody has seen how the pieces lie (B-6.4, B-6.10)
