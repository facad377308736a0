"""The rule-of-thumb player: a score for each legal move."""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.bonaparte.policy import fighting, losses, marching, road
from marengo.games.bonaparte.policy.fields import fill_fields
from marengo.games.bonaparte.policy.ground import Ground
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.belief import believe
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of, pieces_of, target_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, Kind


@compiled
def score_moves(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Score the legal moves of a decision for the side that decides."""
    believe(t, s, s.to_move, k)
    decision = s.decision
    if decision == Decision.ACTION:
        fill_fields(t, s, w, e, v, k)
        _score_actions(t, s, w, v, k)
    elif decision == Decision.JOIN:
        _score_join(t, s, w, e, v, k)
    elif decision == Decision.ROAD_STEP:
        fill_fields(t, s, w, e, v, k)
        road.score_steps(t, s, w, v, k)
    elif decision == Decision.RETREAT:
        fill_fields(t, s, w, e, v, k)
        marching.score_retreat(t, s, w, v, k)
    elif decision == Decision.CONTINUATION:
        fill_fields(t, s, w, e, v, k)
        marching.score_continuation(t, s, w, v, k)
    elif decision == Decision.RESPONSE:
        fill_fields(t, s, w, e, v, k)
        fighting.score_response(t, s, w, v, k)
    elif decision == Decision.REDUCTION or decision == Decision.STRIKE:
        losses.score_losses(s, w, v, k)
    else:
        _score_assault(t, s, w, e, v, k)


@inlined
def _score_assault(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Score the decisions around assaults and advances."""
    decision = s.decision
    if decision == Decision.ASSAULT:
        if w.move_count > 1:
            fill_fields(t, s, w, e, v, k)
        fighting.score_assaults(t, s, w, v, k)
    elif decision == Decision.LEADERS or decision == Decision.DEFENCE_LEADERS:
        fighting.score_leaders(t, s, w, v, k)
    elif decision == Decision.PURSUIT:
        fighting.score_pursuit(t, s, w, v, k)
    elif decision == Decision.ADVANCE:
        fighting.score_advance(t, s, w, v, k)
    else:
        _score_rare(t, s, w, e, v, k)


@inlined
def _score_rare(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Score the decisions that are seldom asked."""
    decision = s.decision
    if decision == Decision.ACTIVATION:
        losses.score_activation(t, s, w, e, v, k)
    elif decision == Decision.TARGET:
        losses.score_losses(s, w, v, k)
    elif decision == Decision.BOMBARDMENT:
        losses.score_bombardment(t, s, w, v, k)
    elif decision == Decision.DECLARATION:
        losses.score_declaration(t, s, w, v, k)
    elif decision == Decision.FIRE:
        losses.score_any(w, k, v.fire)
    elif decision == Decision.SHOW:
        losses.score_show(s, w, v, k)
    else:
        for number in range(w.move_count):
            k.value[number] = 0.0
        if decision == Decision.SHUFFLE:
            for number in range(w.move_count):
                k.value[number] = v.shuffle * (target_of(w.moves[number]) != 0)


@inlined
def _score_actions(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score the moves of step 3 against ending it, which scores 0 (B-18.27)."""
    road.forget_marches(s, w, k)
    for number in range(w.move_count):
        gain = _action_gain(t, s, w, v, k, w.moves[number])
        k.value[number] = v.sharpness * gain


@inlined
def _action_gain(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, move: int) -> float:
    """Return the gain of beginning a move of step 3, above the least that is worth a move."""
    kind, target = kind_of(move), target_of(move)
    if kind == MoveKind.END:
        return 0.0
    piece = marching.mover(s, move)
    place = s.place[piece]
    if kind == MoveKind.MARCH:
        return marching.march_gain(t, s, w, v, k, piece, target) - v.command - v.threshold
    if kind == MoveKind.ROAD:
        return road.march_gain(t, s, w, v, k, piece) - v.threshold
    if kind == MoveKind.ATTACK:
        certain = int(place >= FIRST_APPROACH)
        gain = marching.attack_gain(t, s, w, v, k, target - FIRST_APPROACH, certain)
        if not certain and w.count[place] == 1:
            gain -= v.last_piece
        return gain + v.cavalry_attack * k.cavalry[piece] - v.command - v.threshold
    if kind == MoveKind.PONTOON:
        return marching.entry_gain(s, v, piece) - v.command - v.threshold
    return -v.fall_back


@inlined
def _score_join(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Score who joins a group, by what it does; the move without a piece completes it."""
    verb = s.verb
    if verb == MoveKind.ASSAULT:
        fighting.join_assault(t, s, w, v, k)
    elif verb == MoveKind.RESPOND:
        fighting.join_response(t, s, w, v, k)
    elif verb == MoveKind.BLOCK:
        fighting.join_advance(t, s, w, v, k)
    else:
        fill_fields(t, s, w, e, v, k)
        _score_comrades(t, s, w, v, k)


@compiled
def _score_comrades(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Join a march or a manoeuvre attack where the goal is worth more than staying."""
    goal = s.goal
    size = 0
    for piece in range(len(s.place)):
        size += (s.group >> piece) & 1
    for number in range(w.move_count):
        move = w.moves[number]
        k.value[number] = 0.0
        if pieces_of(move):
            piece = marching.mover(s, move)
            k.value[number] = v.sharpness * _join_gain(t, s, w, v, k, piece, goal, size)


@compiled
def _join_gain(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int, goal: int, size: int
) -> float:
    """Return the gain of one more piece in a group that marches or attacks."""
    place = s.place[piece]
    here = t.locality_of[place]
    left = w.count[place] - size
    last = v.last_piece * (left <= 1)
    if s.verb == MoveKind.ATTACK:
        there = t.neighbour[goal - FIRST_APPROACH]
        gain = v.join_attack + k.near[there] - k.near[here] - last
        return gain - v.artillery_back * (s.kind[piece] == Kind.ARTILLERY)
    if goal >= FIRST_APPROACH:
        approach = goal - FIRST_APPROACH
        width = 1 + t.wide[t.opposite[approach]]
        gain = v.join_approach if size < width else -v.crowded
        return gain - last
    if place >= FIRST_APPROACH and here == goal:
        return v.join_back
    return v.join_march + k.near[goal] - k.near[here] - last
