"""Chapter 6: actions and orders."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.position import (
    APPROACH_WORDS,
    CROSSING_WORDS,
    LOCALITY_WORDS,
    Bombardment,
)
from marengo.games.marengo.rules.setup import clear_action
from marengo.games.marengo.rules.vocabulary import CROSSINGS, FIRST_BOX, NONE, PIECES
from marengo.games.triomphe.rules.knowledge import hide_again, shuffle
from marengo.games.triomphe.rules.pieces import can_act, is_organised
from marengo.games.triomphe.rules.state import ACTED, Stage, State, Tables


@compiled
def bars_group(t: Tables, s: State, pieces: int) -> int:
    """Return the statement that forbids pieces to take part in one action, 0 if none does."""
    place, number = NONE, 0
    for piece in range(PIECES):
        if has(pieces, piece):
            if s.place[piece] >= FIRST_BOX:
                return 15_04_0
            if number and s.place[piece] != place:
                return 7_01_0
            if not can_act(s, piece):
                return 6_07_0
            place, number = s.place[piece], number + 1
    return 0 if 0 < number <= t.group_limit else 6_14_0


@compiled
def are_organised(s: State, pieces: int) -> bool:
    """Return whether no piece of a set is disorganised (T-14.3)."""
    for piece in range(PIECES):
        if has(pieces, piece) and not is_organised(s, piece):
            return False
    return True


@compiled
def begin_action(t: Tables, s: State, actors: int, price: int) -> None:
    """Begin an action: pay its price, mark its pieces (T-6.5, T-6.7).

    A bombardment due is cancelled first, its artillery hidden again (T-10.20).
    """
    s.orders -= price
    s.actors = actors
    for piece in range(PIECES):  # before any is marked, so that it is mixed with its companions
        if has(actors, piece) and s.bombardment[piece] == Bombardment.DUE:
            hide_again(t, s, piece)
    for piece in range(PIECES):
        if has(actors, piece):
            s.marks[piece] |= ACTED


@compiled
def end_action(t: Tables, s: State) -> None:
    """Finish the action: faces hidden again, pieces shuffled where that is legal (T-6.6, T-2.4)."""
    if s.road_fought:  # T-8.34
        for piece in range(PIECES):
            if has(s.actors, piece):
                show(t, s, piece)
    forget_action(s)
    shuffle(t, s)
    s.stage = Stage.ACTIONS


@compiled
def forget_action(s: State) -> None:
    """Erase the memory of an action, so that equal positions are equal records."""
    clear_action(s)
    s.only_approach = NONE
    s.road_fought = 0
    s.first_attack = 0
    s.counter = 0
    s.retreated = 0
    s.due = 0
    s.due_side = 0
    s.due_to = NONE
    s.least_disc = 0
    for side in range(2):
        s.reductions[side] = 0
        s.losses[side] = 0


@compiled
def forget_turn(s: State) -> None:
    """Erase what is remembered of a turn, except marks of pieces (T-5.6, T-23.13)."""
    s.pontoon_used = 0
    for crossing in range(CROSSINGS):
        s.crossing_use[crossing] = 0
    for word in range(APPROACH_WORDS):
        s.attacked[word] = 0
        s.barred[word] = 0
    for word in range(CROSSING_WORDS):
        s.road_attacked[word] = 0
    for word in range(LOCALITY_WORDS):
        s.won[word] = 0
        s.begun[word] = 0


@compiled
def hold_back(t: Tables, s: State, withheld: int, idle: int) -> None:
    """Take away orders, and let pieces of the kinds in ``idle`` count as having acted (T-6.7)."""
    s.orders = max(s.orders - withheld, 0)
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if (idle >> s.kind[piece]) & 1:
            s.marks[piece] |= ACTED
