"""Decisions inside attacks: responses, leading pieces, counter-attacks, and who takes losses."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import (
    detail_of,
    only_piece,
    pieces_of,
    size_of,
)
from marengo.games.marengo.rules.pieces import first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, PIECES, SLOTS, Kind
from marengo.games.triomphe.policy.attacking import believed_in, chance_of, stake
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.morale import level
from marengo.games.triomphe.rules.state import State, Tables

SURE = 4.0
"""Logits of an outcome that is known."""


@compiled
def piece_worth(v: Weights, kind: int, strength: int) -> float:
    """Return what a piece is worth to its owner, morale apart."""
    if strength <= 0:
        return 0.0
    value = v.symbol * strength + v.body
    if strength >= 2:
        value += v.leader
    return value + v.rider * (kind == Kind.CAVALRY)


@compiled
def reduction_cost(s: State, v: Weights, piece: int) -> float:
    """Return what an own piece loses with one strength point."""
    kind, strength = s.kind[piece], s.strength[piece]
    return piece_worth(v, kind, strength) - piece_worth(v, kind, strength - 1)


@compiled
def score_losses(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score which own piece loses a strength point: the one that loses least by it."""
    first = first_slot(s.to_move)
    for number in range(w.move_count):
        pieces = pieces_of(w.moves[number])
        k.value[number] = 0.0
        if pieces:
            k.value[number] = -reduction_cost(s, v, first + only_piece(pieces))


@compiled
def score_fire(w: Workspace, v: Weights, k: Scores) -> None:
    """Score defensive fire: it costs nothing."""
    for number in range(w.move_count):
        k.value[number] = v.complete * (pieces_of(w.moves[number]) != 0)


@compiled
def stops_attack(t: Tables, s: State, w: Workspace, responding: int) -> int:
    """Return 1 if so many responding pieces beat the attack (T-9.13 to T-9.22)."""
    defence = t.opposite[s.attack_approach]
    blocking = w.count[FIRST_APPROACH + defence] + responding
    single = blocking == 1 and size_of(s.actors) == 1 and s.first_attack
    return int(blocking > t.wide[defence] or single)


@compiled
def score_responses(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score responses: just enough pieces to stop the attack, the strongest infantry first."""
    defence = t.opposite[s.attack_approach]
    first = first_slot(s.to_move)
    value = stake(t, s, w, v, k, t.owner[defence], 1 + t.wide[defence])
    for number in range(w.move_count):
        pieces = pieces_of(w.moves[number])
        sent = size_of(pieces)
        score = value * stops_attack(t, s, w, sent) - v.commitment * sent
        for slot in range(SLOTS):
            if (pieces >> slot) & 1:
                piece = first + slot
                hindered = s.kind[piece] == Kind.CAVALRY and t.obstacle[defence]
                leads = s.strength[piece] >= 2 and not hindered
                score += 0.1 * s.strength[piece] * leads
                score -= v.gun * (s.kind[piece] == Kind.ARTILLERY)
        k.value[number] = score


@compiled
def _penalty(t: Tables, s: State, k: Scores, piece: int) -> int:
    """Return the penalty symbols that a leading piece meets."""
    defence = t.opposite[s.attack_approach]
    if k.cavalry[piece] > 0.5:
        return t.cavalry_penalty[defence]
    return t.infantry_penalty[defence]


@compiled
def strength_believed(k: Scores, pieces: int) -> float:
    """Return the expected strength of a set of pieces."""
    total = 0.0
    for piece in range(PIECES):
        if has(pieces, piece):
            total += k.believed[piece]
    return total


@compiled
def _expected_attack(t: Tables, s: State, w: Workspace, k: Scores) -> tuple[float, float]:
    """Return the result an assault promises before the defence, and how many pieces lead it."""
    approach = s.attack_approach
    place = FIRST_APPROACH + approach
    number = max(w.count[place], 1)
    lead = min(number, 1 + t.wide[approach])
    mean = believed_in(t, s, k, s.turn, place) / number
    defence = t.opposite[approach]
    penalty = t.infantry_penalty[defence]
    if not t.obstacle[defence]:
        penalty = min(penalty, t.cavalry_penalty[defence])
    best = mean * lead + 0.3 * (number - lead)
    return best - penalty, float(lead)


@compiled
def defence_result(t: Tables, s: State, w: Workspace, k: Scores, pieces: int) -> float:
    """Return what leading with some pieces promises the defender, counter-attacks included."""
    place = FIRST_APPROACH + t.opposite[s.attack_approach]
    attack, attackers = _expected_attack(t, s, w, k)
    total = believed_in(t, s, k, s.to_move, place)
    lead = strength_believed(k, pieces << first_slot(s.to_move))
    number, leaders = w.count[place], size_of(pieces)
    others = min(number - leaders, 1 + t.wide[place - FIRST_APPROACH])
    mean = (total - lead) / max(number - leaders, 1)
    return lead + max(0.0, mean * others - attackers) - attack


@compiled
def score_defence_leaders(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score leading pieces of the defence: the least that is likely to win (T-18.10)."""
    defence = t.opposite[s.attack_approach]
    _, attackers = _expected_attack(t, s, w, k)
    value = stake(t, s, w, v, k, t.owner[defence], 1 + t.wide[defence])
    value += v.disc * attackers
    for i in range(w.move_count):
        pieces = pieces_of(w.moves[i])
        win = chance_of(v.steep * defence_result(t, s, w, k, pieces))
        k.value[i] = win * value + (v.disc - v.commitment) * 0.5 * size_of(pieces)


@compiled
def send_result(t: Tables, s: State, w: Workspace, k: Scores, move: int) -> tuple[float, float]:
    """Return the result that assault pieces promise, and the strength that leads them.

    The defence is shown; whoever stands behind it may counter-attack.
    """
    place = FIRST_APPROACH + t.opposite[s.attack_approach]
    shown = strength_believed(k, s.defence_leaders)
    number = w.count[place] - size_of(s.defence_leaders)
    rest = believed_in(t, s, k, 1 - s.to_move, place) - shown
    counters = min(number, 1 + t.wide[place - FIRST_APPROACH])
    attack, leaders, _, penalty = _sent(t, s, k, pieces_of(move), detail_of(move))
    return attack - penalty - shown - max(0.0, rest / max(number, 1) * counters - leaders), attack


@compiled
def score_assault_pieces(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score assault pieces and their leaders against the defence shown (N15b)."""
    defence = t.opposite[s.attack_approach]
    leading = size_of(s.defence_leaders)
    for i in range(w.move_count):
        move = w.moves[i]
        _, leaders, rear, _ = _sent(t, s, k, pieces_of(move), detail_of(move))
        result, attack = send_result(t, s, w, k, move)
        win = chance_of(v.steep * (result - 0.5))
        loss = 2 if t.wide[defence] and size_of(pieces_of(move)) > 1 else 1
        won = stake(t, s, w, v, k, t.owner[defence], loss) + v.disc * leaders
        lost = v.disc * (leading + (leaders if result <= -attack else 0.0))
        if lost >= v.disc * level(t, s, s.to_move):
            lost += v.kill
        k.value[i] = win * won - (1.0 - win) * lost - rear


@compiled
def _sent(
    t: Tables, s: State, k: Scores, pieces: int, leaders: int
) -> tuple[float, float, float, float]:
    """Return strength and number of the leading pieces, the price of guns sent, the penalty."""
    attack, number, guns, penalty = 0.0, 0.0, 0.0, 0.0
    index = 0
    first = first_slot(s.to_move)
    for slot in range(SLOTS):
        if not (pieces >> slot) & 1:
            continue
        piece = first + slot
        guns += s.kind[piece] == Kind.ARTILLERY
        if (leaders >> index) & 1:
            attack += s.strength[piece]
            number += 1.0
            penalty = float(_penalty(t, s, k, piece))
        index += 1
    return attack, number, guns, penalty


@compiled
def counter_result(t: Tables, s: State, k: Scores, pieces: int) -> float:
    """Return the attacker's result once some pieces counter-attack: all strengths are shown."""
    leaders = s.leaders
    result = strength_believed(k, leaders) - _penalty(t, s, k, only_piece(leaders))
    result -= strength_believed(k, s.defence_leaders)
    if pieces:
        counter = strength_believed(k, pieces << first_slot(s.to_move))
        result -= max(0.0, counter - size_of(leaders))
    return result


@compiled
def score_counter_attacks(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score counter-attacks: the strengths are shown, so that the result is known."""
    number = size_of(s.leaders)
    defence = t.opposite[s.attack_approach]
    value = stake(t, s, w, v, k, t.owner[defence], 1 + t.wide[defence])
    value += v.disc * number
    first = first_slot(s.to_move)
    for i in range(w.move_count):
        named = pieces_of(w.moves[i])
        pieces = named << first
        strength = strength_believed(k, pieces)
        held = counter_result(t, s, k, named) <= 0.0
        cavalry = 0.0
        for piece in range(PIECES):
            if has(pieces, piece):
                cavalry += k.cavalry[piece]
        lost = min(float(number), strength) * (v.symbol + (0.0 if held else v.disc))
        k.value[i] = value * held + v.disc * cavalry * 0.7 - v.commitment * size_of(named) - lost
