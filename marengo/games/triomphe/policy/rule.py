"""The rule-of-thumb player: a score for each legal move."""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.marengo.policy.belief import believe
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.position import Workspace
from marengo.games.triomphe.policy import fighting, marching, morale
from marengo.games.triomphe.policy.ground import Ground
from marengo.games.triomphe.policy.positional_features import fill_potential
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.state import State, Tables


@compiled
def score_moves(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Score the legal moves of a decision for the side that decides."""
    decision = s.decision
    if decision == Decision.REDUCTION or decision == Decision.TARGET or decision == Decision.HIT:
        fighting.score_losses(t, s, w, v, k)
    elif decision == Decision.PAYMENT:
        morale.score_payment(t, s, w, v, k)
    elif decision == Decision.SHIFT:
        morale.score_shift(t, s, w, v, k)
    elif decision == Decision.RETURN:
        morale.score_return(t, s, w, v, k)
    elif decision == Decision.FIRE:
        fighting.score_fire(w, v, k)
    elif decision == Decision.SHOW:
        for number in range(w.move_count):
            k.value[number] = 0.0
    else:
        believe(t, s, s.to_move, k)
        _score_fights(t, s, w, e, v, k)
    for number in range(w.move_count):
        k.value[number] *= v.sharpness


@inlined
def _score_fights(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Score decisions for which the enemy's pieces count, and those for which the way does."""
    decision = s.decision
    if decision == Decision.RESPONSE:
        fighting.score_responses(t, s, w, v, k)
    elif decision == Decision.DEFENCE_LEADERS:
        fighting.score_defence_leaders(t, s, w, v, k)
    elif decision == Decision.ASSAULT_PIECES:
        fighting.score_assault_pieces(t, s, w, v, k)
    elif decision == Decision.COUNTER_ATTACK:
        fighting.score_counter_attacks(t, s, w, v, k)
    else:
        fill_potential(t, s, w, e, v, k)
        _score_ways(t, s, w, v, k)


@inlined
def _score_ways(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score decisions about where to go; ``k.far`` and ``k.near`` are filled."""
    decision = s.decision
    if decision == Decision.ACTION:
        marching.score_actions(t, s, w, v, k)
    elif decision == Decision.ROAD_STEP:
        marching.score_road_steps(t, s, w, v, k)
    elif decision == Decision.CONTINUATION:
        marching.score_continuation(t, s, w, v, k)
    elif decision == Decision.ADVANCE:
        marching.score_advance(t, s, w, v, k)
    else:
        morale.score_retreats(t, s, w, v, k)
