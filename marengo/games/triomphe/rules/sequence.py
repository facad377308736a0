"""Chapter 5: the sequence of play."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.rules.bombardment import (
    bombardments_at_turn_end,
    bombardments_at_turn_start,
)
from marengo.games.triomphe.rules.clean_up import clean_up_approaches
from marengo.games.triomphe.rules.knowledge import shuffle
from marengo.games.triomphe.rules.morale import ask_return, clean_up, forget_shifts, update
from marengo.games.triomphe.rules.orders import forget_turn
from marengo.games.triomphe.rules.state import ACTED, Stage, State, Tables
from marengo.games.triomphe.rules.victory import end_of_day


@compiled
def start_turn(t: Tables, s: State, w: Workspace) -> None:
    """Phases 1 and 2: morale update and approach clean-up (T-5.3)."""
    s.orders = t.orders_per_turn
    update(s, s.turn)
    bombardments_at_turn_start(t, s)
    clean_up_approaches(t, s, w)
    shuffle(t, s)
    s.stage = Stage.ACTIONS


@compiled
def start_actions(s: State) -> None:
    """Phase 3: ask for the next action (T-5.4)."""
    s.decision = Decision.ACTION
    s.to_move = s.turn


@compiled
def end_actions(s: State) -> None:
    """End phase 3 (T-5.5)."""
    s.orders = 0
    s.stage = Stage.CLEAN_UP


@compiled
def start_clean_up(t: Tables, s: State, w: Workspace) -> None:
    """Phase 4: morale clean-up, steps 1 and 2, then the question of step 3 (T-18.24)."""
    s.stage = Stage.TURN_END
    clean_up(t, s, w)
    if s.decision != Decision.OVER:
        ask_return(t, s)


@compiled
def end_turn(t: Tables, s: State) -> None:
    """Erase the memory of the turn and pass it on (T-5.2, T-5.6)."""
    bombardments_at_turn_end(t, s)
    forget_shifts(t, s, s.turn)
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        s.marks[piece] &= ~ACTED
    forget_turn(s)
    shuffle(t, s)
    s.stage = Stage.TURN_START
    if s.turn == Side.AUSTRIAN:
        s.turn = Side.FRENCH
    elif s.hour < t.last_hour:
        s.turn = Side.AUSTRIAN
        s.hour += 1
    else:
        end_of_day(t, s)  # T-5.7
