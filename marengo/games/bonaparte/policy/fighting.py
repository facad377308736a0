"""Fights: manoeuvre attacks and the reply to them, assaults, leading pieces, pursuit."""

from math import exp

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.policy.marching import boldness, caution, mover
from marengo.games.bonaparte.policy.margins import assault_margin, defence_strength
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import pieces_of, target_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, PIECES, Kind


@compiled
def assault_gain(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, approach: int) -> float:
    """Return the gain to expect of an assault: points of both sides, and the ground."""
    margin = assault_margin(t, s, k, approach)
    here, there = t.owner[approach], t.neighbour[approach]
    won = 1.0 / (1.0 + exp(-v.assault_certainty * (margin - v.assault_margin)))
    losses = max(k.far[there] - 1.0, 0.0)
    prize = v.loss * (1.0 + max(margin, 0.0) + losses) + v.ground + k.near[there] - k.near[here]
    price = v.loss * (1.0 + max(-margin, 0.0)) - v.loss
    bold, careful = boldness(t, s, v), caution(t, s, v)
    return bold * won * prize - careful * ((1.0 - won) * price + v.loss * won) - v.assault_price


@compiled
def score_assaults(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score the assaults against making none (B-18.14): strong leading pieces first."""
    k.value[0] = 0.0
    for number in range(1, w.move_count):
        move = w.moves[number]
        gain = assault_gain(t, s, w, v, k, target_of(move) - FIRST_APPROACH)
        k.value[number] = v.sharpness * gain - v.later_slot * _before(t, s, move)


@compiled
def _before(t: Tables, s: State, move: int) -> float:
    """Return how many pieces of the same place come before the one that a move names."""
    piece = mover(s, move)
    number = 0.0
    for other in range(first_slot(s.to_move), piece):
        number += s.place[other] == s.place[piece]
    return number


@compiled
def join_assault(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Let all join but the last weak piece of an approach, which keeps it closed (strategy)."""
    place = s.goal
    for number in range(w.move_count):
        move = w.moves[number]
        k.value[number] = 0.0
        if pieces_of(move):
            piece = mover(s, move)
            left = w.count[place]
            for other in range(PIECES):
                left -= has(s.group, other)
            k.value[number] = v.join_assault
            if left == 1:
                k.value[number] -= v.keep_behind
            if s.kind[piece] == Kind.ARTILLERY:
                k.value[number] -= v.keep_behind


@compiled
def score_leaders(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Lead with as much as the approach lets count (B-11.22 to B-11.37)."""
    attacking = int(s.to_move == s.turn)
    against = t.opposite[s.attack_approach]
    first = first_slot(s.to_move)
    for number in range(w.move_count):
        pieces = pieces_of(w.moves[number])
        strength, cavalry = 0.0, 0
        for piece in range(first, end_slot(t, s.to_move)):
            if has(pieces, piece - first):
                strength += s.strength[piece]
                cavalry |= s.kind[piece] == Kind.CAVALRY
        if attacking:
            strength -= t.cavalry_penalty[against] if cavalry else t.infantry_penalty[against]
        k.value[number] = v.lead * strength - v.lead_cavalry * cavalry


@compiled
def score_pursuit(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Pursue where that costs the enemy more than the one point it costs (B-11.57, B-11.58)."""
    fled = t.opposite[s.attack_approach] if s.attack_won else s.attack_approach
    first = first_slot(s.to_move)
    for number in range(w.move_count):
        pieces = pieces_of(w.moves[number])
        k.value[number] = 0.0
        if pieces:
            points = -1.0 - t.cavalry_penalty[fled]
            for piece in range(first, end_slot(t, s.to_move)):
                if has(pieces, piece - first):
                    points += s.strength[piece]
            k.value[number] = v.pursuit * points


@compiled
def score_response(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Block where the retreat would cost more; infantry blocks, the weaker first."""
    there = t.neighbour[s.attack_approach]
    against = t.opposite[s.attack_approach]
    gain = v.block + v.block_stake * k.far[there]
    if w.count[there] == 1:
        gain -= v.block_with_last
    for number in range(w.move_count):
        move = w.moves[number]
        k.value[number] = 0.0
        if pieces_of(move):
            piece = mover(s, move)
            k.value[number] = gain + v.block_strength * s.strength[piece]
            if s.kind[piece] == Kind.ARTILLERY:
                k.value[number] -= v.block_artillery
            elif s.kind[piece] == Kind.CAVALRY:
                k.value[number] -= v.block_cavalry * (1 + t.obstacle[against])


@compiled
def join_response(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score a second blocking piece: only in a wide approach, from a full reserve."""
    against = t.opposite[s.attack_approach]
    there = t.neighbour[s.attack_approach]
    blocking = 0
    for piece in range(PIECES):
        blocking += has(s.group, piece)
    useful = t.wide[against] and blocking < 2 and w.count[there] > blocking + 1
    for number in range(w.move_count):
        k.value[number] = 0.0
        if pieces_of(w.moves[number]):
            k.value[number] = v.second_blocker if useful else -v.crowded_block


@compiled
def score_advance(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """After a block go into the approach where an assault from it has prospects (B-9.17)."""
    approach = s.attack_approach
    against = t.opposite[approach]
    defence = defence_strength(t, s, k, against)
    strength = 0.0
    for piece in range(PIECES):
        if has(s.actors, piece):
            strength += s.strength[piece]
    margin = strength - t.infantry_penalty[against] - defence
    gain = boldness(t, s, v) * (v.advance + v.advance_margin * margin)
    gain += v.cover * (w.count[FIRST_APPROACH + approach] == 0)
    for number in range(w.move_count):
        k.value[number] = gain if pieces_of(w.moves[number]) else 0.0


@compiled
def join_advance(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Let those advance together who attacked together."""
    for number in range(w.move_count):
        joins = pieces_of(w.moves[number]) != 0
        k.value[number] = v.join_advance if joins else 0.0
