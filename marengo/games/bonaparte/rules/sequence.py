"""Chapter 7: the sequence of play."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.activation import activate_threatened, activations_allowed
from marengo.games.bonaparte.rules.bombardment import (
    bombardments_at_turn_end,
    bombardments_at_turn_start,
)
from marengo.games.bonaparte.rules.demoralisation import credit_bonus
from marengo.games.bonaparte.rules.knowledge import conceal, shufflable, shuffle, shuffle_place
from marengo.games.bonaparte.rules.movement import fall_back_all
from marengo.games.bonaparte.rules.state import ASSAULTED, MOVED, Stage, State, Step, Tables
from marengo.games.bonaparte.rules.victory import end_of_day
from marengo.games.marengo.rules.choices import offer
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, size_of, target_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import APPROACH_WORDS, LOCALITY_WORDS, Workspace
from marengo.games.marengo.rules.setup import clear_action
from marengo.games.marengo.rules.vocabulary import CROSSINGS, PLACES, Side


@compiled
def start_turn(t: Tables, s: State, w: Workspace) -> None:
    """Credit the bonus, then activate French pieces near the enemy (B-7.3, B-7.4, B-6.19)."""
    s.step = Step.START
    s.commands = t.commands_per_turn
    bombardments_at_turn_start(t, s)
    s.stage = Stage.SHUFFLING
    if s.turn == Side.AUSTRIAN:
        credit_bonus(t, s)
        return
    activate_threatened(t, s, w)
    s.activations = activations_allowed(t, s)
    s.stage = Stage.ACTIVATION


@compiled
def ask_shuffle(t: Tables, s: State) -> None:
    """Shuffle all positions, or ask which (B-4.14, B-4.21)."""
    s.stage = Stage.BOMBARDMENT
    conceal(t, s, s.turn)
    if t.automatic_shuffling:
        shuffle(t, s, s.turn)
    else:
        s.decision = Decision.SHUFFLE
        s.to_move = s.turn


@compiled
def _can_shuffle(t: Tables, s: State, place: int) -> int:
    """Return 1 if two pieces of the position may be shuffled with one another."""
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.place[piece] == place and size_of(shufflable(t, s, piece)) > 1:
            return 1
    return 0


@compiled
def shuffle_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the positions in their order, or no more (B-18.10)."""
    offer(w, MoveKind.SHUFFLE, 0, 0, 0)
    for place in range(s.shuffled, PLACES):
        if _can_shuffle(t, s, place):
            offer(w, MoveKind.SHUFFLE, place, 0, 0)


@compiled
def bars_shuffle(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids to shuffle a position, 0 if none does."""
    place = target_of(move)
    if place == 0:
        return 0
    if place < s.shuffled:
        return 18_10_0
    return 0 if _can_shuffle(t, s, place) else 18_10_1


@compiled
def play_shuffle(t: Tables, s: State, move: int) -> None:
    """Shuffle the position named, and ask on (B-17.20)."""
    place = target_of(move)
    s.shuffled = 0
    if place:
        shuffle_place(t, s, s.turn, place)
        s.shuffled = place + 1
        s.stage = Stage.SHUFFLING


@compiled
def start_moves(s: State) -> None:
    """Step 3: ask for the next move (B-18.27)."""
    s.step = Step.MOVES
    s.decision = Decision.ACTION
    s.to_move = s.turn


@compiled
def end_moves(t: Tables, s: State, w: Workspace) -> None:
    """End step 3: compulsory fall-backs (B-8.40)."""
    fall_back_all(t, s, w)
    s.stage = Stage.DECLARATION


@compiled
def end_action(s: State) -> None:
    """Finish a bombardment, an assault or a move, faces hidden again (B-11.66), and go on."""
    forget_action(s)
    s.stage = Stage.MOVES
    if s.step == Step.BOMBARDMENT:
        s.stage = Stage.BOMBARDMENT
    elif s.step == Step.ASSAULTS:
        s.stage = Stage.ASSAULTS


@compiled
def end_turn(t: Tables, s: State) -> None:
    """Erase the memory of the turn and pass it on (B-18.39, B-7.2, B-7.11)."""
    bombardments_at_turn_end(t, s)
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        s.marks[piece] &= ~(MOVED | ASSAULTED)
    forget_turn(s)
    s.stage = Stage.TURN_START
    if s.turn == Side.AUSTRIAN:
        s.turn = Side.FRENCH
    elif s.hour < t.last_hour:
        s.turn = Side.AUSTRIAN
        s.hour += 1
    else:
        end_of_day(t, s)


@compiled
def forget_turn(s: State) -> None:
    """Erase what is remembered of a turn, except marks of pieces (B-18.3)."""
    s.pontoon_used = 0
    s.activations = 0
    for crossing in range(CROSSINGS):
        s.crossing_use[crossing] = 0
    for word in range(APPROACH_WORDS):
        s.assaulted[word] = 0
        s.barred[word] = 0
    for word in range(LOCALITY_WORDS):
        s.won[word] = 0


@compiled
def forget_action(s: State) -> None:
    """Erase the memory of an action, so that equal positions are equal records."""
    clear_action(s)
    s.verb = 0
    s.goal = 0
    s.group = 0
    s.front = 0
    s.rest = 0
    s.losses = 0
    s.after_losses = 0
    s.points = 0
    s.pursuers = 0
