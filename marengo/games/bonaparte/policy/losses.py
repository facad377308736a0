"""Who takes the losses, and the smaller choices: fire, bombardment, activation."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.policy.ground import Ground
from marengo.games.bonaparte.policy.marching import mover
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import MoveKind, kind_of, only_piece, pieces_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, LOCALITIES, NONE


@compiled
def loss_of_point(v: Weights, strength: float, cavalry: float) -> float:
    """Return what one strength point of a piece is worth to its owner.

    The last point costs the piece, the second the power to lead assaults (B-11.23).
    """
    worth = v.point_of_cavalry * cavalry
    if strength < 1.5:
        return worth + v.last_point
    return worth + v.second_point * (strength < 2.5)


@compiled
def score_losses(s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Lose the cheapest point; at enemy pieces, which show their faces, strike the dearest."""
    for number in range(w.move_count):
        move = w.moves[number]
        if kind_of(move) == MoveKind.STRIKE:
            piece = first_slot(1 - s.to_move) + only_piece(pieces_of(move))
            k.value[number] = loss_of_point(v, k.believed[piece], k.cavalry[piece])
        else:
            piece = mover(s, move)
            k.value[number] = -loss_of_point(v, k.believed[piece], k.cavalry[piece])


@compiled
def score_bombardment(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Fire where the fire does harm, else cancel (B-10.17)."""
    against = t.opposite[s.attack_approach]
    weak = w.count[FIRST_APPROACH + against] > 0 and t.artillery_penalty[against] > 0
    for number in range(w.move_count):
        fires = kind_of(w.moves[number]) == MoveKind.COMPLETE
        k.value[number] = v.bombard if fires != weak else 0.0


@compiled
def score_declaration(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Declare unless pieces behind a penalty are the target (B-10.14, B-10.17)."""
    place = s.place[s.least]
    against = t.opposite[place - FIRST_APPROACH]
    weak = w.count[FIRST_APPROACH + against] > 0 and t.artillery_penalty[against] > 0
    for number in range(w.move_count):
        declares = pieces_of(w.moves[number]) != 0
        k.value[number] = v.bombard if declares and not weak else 0.0


@compiled
def score_any(w: Workspace, k: Scores, value: float) -> None:
    """Prefer doing something to doing nothing, whatever it is."""
    for number in range(w.move_count):
        k.value[number] = value if pieces_of(w.moves[number]) else 0.0


@compiled
def score_show(s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Show the weakest infantry that may be shown (B-9.7)."""
    for number in range(w.move_count):
        k.value[number] = -v.show * s.strength[mover(s, w.moves[number])]


@compiled
def score_activation(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Wake strong pieces and cavalry, near the enemy but not next to him (B-6.12, strategy)."""
    side = s.to_move
    for number in range(w.move_count):
        move = w.moves[number]
        k.value[number] = 0.0
        if pieces_of(move):
            piece = mover(s, move)
            here = t.locality_of[s.place[piece]]
            pressure = 0.0
            for other in range(first_slot(1 - side), end_slot(t, 1 - side)):
                place = s.place[other]
                if place != NONE and t.locality_of[place] != NONE:
                    row = t.locality_of[place] * LOCALITIES
                    pressure += k.believed[other] * e.influence[row + here]
            k.value[number] = v.activate + v.activate_strength * s.strength[piece]
            k.value[number] += v.activate_cavalry * k.cavalry[piece]
            k.value[number] += v.activate_near * min(pressure, v.enough)
