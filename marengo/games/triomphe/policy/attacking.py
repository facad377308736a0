"""Attacks: manoeuvre attacks and assaults, before they are declared."""

from math import exp

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.pieces import end_slot, first_slot, in_set
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, Side
from marengo.games.triomphe.policy.positional_features import relocation
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.borders import is_surprised
from marengo.games.triomphe.rules.morale import at, level
from marengo.games.triomphe.rules.pieces import can_act
from marengo.games.triomphe.rules.state import State, Tables

BARE = 0.2
"""Points a reserve of cavalry alone still loses when thrown out: it may hold infantry."""


@compiled
def chance_of(x: float) -> float:
    """Return the logistic function."""
    return 1.0 / (1.0 + exp(-x))


@compiled
def retreat_losses(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, locality: int, reserve_loss: int
) -> float:
    """Return how many discs the holder of a locality loses when thrown out (T-13.5, T-13.7)."""
    side = w.holder[locality]
    losses = float(s.committed[at(side, locality)])
    for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if w.count[FIRST_APPROACH + a] > 0:
            losses += 1.0 + t.wide[a]
    if w.count[locality] > 0:
        infantry = BARE
        for piece in range(first_slot(side), end_slot(t, side)):
            if s.place[piece] == locality:
                infantry += k.believed[piece] * (1.0 - k.cavalry[piece])
        losses += min(float(reserve_loss), infantry)
    if side == Side.AUSTRIAN:
        losses += v.left_behind * w.present[locality]
    return losses


@compiled
def stake(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, locality: int, reserve_loss: int
) -> float:
    """Return what it is worth to throw the holder out of a locality."""
    losses = retreat_losses(t, s, w, v, k, locality, reserve_loss)
    value = v.disc * losses + v.ground
    if losses >= level(t, s, w.holder[locality]):
        value += v.kill
    return value


@compiled
def can_hold(t: Tables, s: State, w: Workspace, a: int, attackers: int, from_reserve: int) -> int:
    """Return 1 if the defender can beat a manoeuvre attack (T-9.13 to T-9.22)."""
    defence = t.opposite[a]
    own = w.count[FIRST_APPROACH + defence]
    if from_reserve and not is_surprised(t, s, 1 - s.to_move):
        own += min(w.count[t.neighbour[a]], attackers)
    single = attackers == 1 and not in_set(s.attacked, defence)
    return int(own > t.wide[defence] or (own == 1 and single))


@compiled
def can_repeat(t: Tables, s: State, w: Workspace, start: int, a: int) -> int:
    """Return 1 if one piece holds, but a first attack only, and more can follow (T-9.21)."""
    defence = t.opposite[a]
    if s.orders < 2 or w.count[FIRST_APPROACH + defence] != 1 or not t.wide[defence]:
        return 0
    helped = w.count[t.neighbour[a]] > 0  # against attacks from reserve (T-9.13)
    if helped and start < FIRST_APPROACH:
        return 0
    side, able = s.to_move, 0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        near = place == FIRST_APPROACH + a or (place == t.owner[a] and not helped)
        able += near and can_act(s, piece)
    return int(able > 1)


@compiled
def attack_value(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, start: int, a: int, attackers: int
) -> float:
    """Return the value of a manoeuvre attack from a place across an approach."""
    locality = t.neighbour[a]
    from_reserve = int(start < FIRST_APPROACH)
    held = can_hold(t, s, w, a, attackers, from_reserve) and not can_repeat(t, s, w, start, a)
    chance = v.slip if held else 1.0
    wide = t.wide[t.opposite[a]]
    won = stake(t, s, w, v, k, locality, 2 if wide and attackers > 1 else 1)
    discs = 2.0 if wide and attackers > 1 else 1.0
    feint = v.feint * min(discs, float(s.uncommitted[1 - s.to_move]))
    value = v.boldness * (chance * won + (1.0 - chance) * feint)
    moved = relocation(t, s, w, v, k, start, locality, attackers, locality)
    return value + chance * moved


@compiled
def _best_attackers(t: Tables, s: State, approach: int, cavalry: int) -> tuple[int, int, int]:
    """Return how many pieces of a type may lead an assault, and the two greatest strengths."""
    number, best, second = 0, 0, 0
    side = s.to_move
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] != FIRST_APPROACH + approach or s.kind[piece] != cavalry:
            continue
        if s.strength[piece] < 2 or not can_act(s, piece):
            continue
        number += 1
        strength = s.strength[piece]
        if strength > best:
            best, second = strength, best
        elif strength > second:
            second = strength
    return number, best, second


@compiled
def believed_in(t: Tables, s: State, k: Scores, side: int, place: int) -> float:
    """Return the expected strength of a side's pieces in one place."""
    total = 0.0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == place:
            total += k.believed[piece]
    return total


@compiled
def expected_defence(
    t: Tables, s: State, w: Workspace, k: Scores, defence: int, leaders: int
) -> float:
    """Return the strength that the defender of an approach can bring: leaders, then counters."""
    place = FIRST_APPROACH + defence
    number = w.count[place]
    if number == 0:
        return 0.0
    mean = believed_in(t, s, k, 1 - s.to_move, place) / number
    lead = min(number, 1 + t.wide[defence])
    counter = min(number - lead, 1 + t.wide[defence])
    return mean * lead + max(0.0, mean * counter - leaders)


@compiled
def assault_result(
    t: Tables, s: State, w: Workspace, k: Scores, approach: int
) -> tuple[float, int]:
    """Return the result to expect of an assault, and how many pieces of the better arm lead it."""
    defence = t.opposite[approach]
    result, leaders = -9.0, 0
    for cavalry in range(2):
        if cavalry and t.obstacle[defence]:
            continue
        number, best, second = _best_attackers(t, s, approach, cavalry)
        if number == 0:
            continue
        lead = min(number, 1 + t.wide[defence])
        penalty = t.cavalry_penalty[defence] if cavalry else t.infantry_penalty[defence]
        attack = best + (second if lead > 1 else 0) - penalty
        expected = attack - expected_defence(t, s, w, k, defence, lead)
        if expected > result:
            result, leaders = expected, lead
    return result, leaders


@compiled
def assault_value(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, approach: int) -> float:
    """Return the value of declaring an assault, led by the better of infantry and cavalry."""
    defence, locality = t.opposite[approach], t.neighbour[approach]
    result, leaders = assault_result(t, s, w, k, approach)
    if leaders == 0:
        return result
    chance = chance_of(v.steep * (result - v.bar))
    won = stake(t, s, w, v, k, locality, leaders) + v.disc * leaders
    own = min(w.count[FIRST_APPROACH + defence], 1 + t.wide[defence])
    repulse = v.disc * (own + 0.5 * leaders) + v.commitment * own
    if repulse >= v.disc * level(t, s, s.to_move):
        repulse += v.kill
    start = FIRST_APPROACH + approach
    moved = relocation(t, s, w, v, k, start, locality, leaders, locality)
    return v.boldness * (chance * won - (1.0 - chance) * repulse) + chance * moved
