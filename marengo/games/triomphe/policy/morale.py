"""Discs taken, shifted and returned, and where pieces retreat to."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import only_piece, pieces_of, target_of
from marengo.games.marengo.rules.pieces import first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import NONE, Side
from marengo.games.triomphe.policy.attacking import BARE
from marengo.games.triomphe.policy.fighting import piece_worth
from marengo.games.triomphe.policy.positional_features import exposure
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.state import DISORGANISED, State, Tables


@compiled
def danger(t: Tables, s: State, w: Workspace, v: Weights, side: int, locality: int) -> float:
    """Return how likely the discs of a side in a locality are to be lost with it."""
    if w.holder[locality] == 1 - side:
        return 1.0
    if w.holder[locality] != side:
        return BARE
    none = NONE
    lost = exposure(t, s, w, v, side, locality, 0, none, 0, none)
    return min(1.0, v.safe_disc * lost)


@compiled
def score_payment(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score enemy discs to take: leave those that will be lost anyway."""
    side = s.due_side
    for number in range(w.move_count):
        locality = target_of(w.moves[number])
        k.value[number] = -v.disc * danger(t, s, w, v, side, locality)


@compiled
def score_shift(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score enemy discs to shift: from safe places to those about to be taken."""
    side = s.due_side
    danger_at_goal = danger(t, s, w, v, side, s.due_to)
    for number in range(w.move_count):
        locality = target_of(w.moves[number])
        k.value[number] = 0.0
        if locality:
            k.value[number] = v.disc * (danger_at_goal - danger(t, s, w, v, side, locality))


@compiled
def score_return(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score French discs to return: the most endangered first (T-18.27)."""
    for number in range(w.move_count):
        locality = target_of(w.moves[number])
        k.value[number] = 0.0
        if locality:
            lost = danger(t, s, w, v, Side.FRENCH, locality)
            k.value[number] = v.disc * (BARE + lost)


@compiled
def score_retreats(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score retreating pieces and their destinations: safe places, the best pieces first."""
    side, none = s.to_move, NONE
    for number in range(w.move_count):
        move = w.moves[number]
        piece = first_slot(side) + only_piece(pieces_of(move))
        locality = target_of(move)
        before = exposure(t, s, w, v, side, locality, 0, none, 0, none)
        after = exposure(t, s, w, v, side, locality, 1, none, 0, none)
        value = k.far[locality] + before - after
        if side == Side.FRENCH:
            mixed = (k.near[locality] > 0) != ((s.marks[piece] & DISORGANISED) != 0)
            if mixed and w.present[locality] > 0:
                value -= v.contagion
        worth = piece_worth(v, s.kind[piece], s.strength[piece])
        k.value[number] = value + 0.3 * worth
