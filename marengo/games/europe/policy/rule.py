"""The rule-of-thumb player: a score for each legal move, in pieces of infantry."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.policy import Nothing
from marengo.games.europe.policy.facts import (
    FACES,
    Scores,
    Weights,
    ahead_by,
    at_least,
    column_armies,
    column_weight,
    deadly_chance,
    elimination_margin,
    hit_chance,
    worth,
)
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.board import (
    armies_in,
    at,
    column_of,
    is_infantry,
    is_line,
    is_middle,
    leaders_in,
)
from marengo.games.europe.rules.charge import charge_modifier, meeting_modifier
from marengo.games.europe.rules.leaders import FATAL, RALLIES
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.pursuit import pursuit_need
from marengo.games.europe.rules.words import (
    ARMS,
    CENTRE,
    COLUMNS,
    NATIONS,
    PIECES,
    SQUARE,
    Arm,
    Decision,
    Piece,
    Side,
    Verb,
    Zone,
)


@compiled
def score_moves(
    t: BattleTables, s: Battle, w: Workspace, e: Nothing, v: Weights, k: Scores
) -> None:
    """Score the legal moves of a decision for the side that decides."""
    for number in range(w.move_count):
        k.value[number] = v.sharpness * promise(t, s, v, w.moves[number])


@compiled
def promise(t: BattleTables, s: Battle, v: Weights, move: int) -> float:
    """Return what a move promises, in pieces of infantry."""
    verb = codes.part(move, codes.VERB)
    if verb == Verb.DEPLOY:
        return _deployment(s, v, move)
    if verb == Verb.PURSUE:
        return _pursuit(t, v, move)
    if verb >= Verb.STAND and verb <= Verb.BREAK_OFF:
        return _answer(t, s, v, verb)
    return _action(t, s, v, move, verb)


@compiled
def _action(t: BattleTables, s: Battle, v: Weights, move: int, verb: int) -> float:
    """Return what an action promises."""
    score = 0.0
    if verb == Verb.MOVE:
        score = _move(s, v, move) - v.stay
    elif verb == Verb.FIRE:
        score = _fire(t, s, v, move)
    elif verb == Verb.CHARGE:
        score = _charge(t, s, v, move)
    elif verb == Verb.UNSQUARE:
        score = _leaves_square(s, v, move)
    elif verb == Verb.RALLY:
        score = _rally(s, v, move)
    elif verb == Verb.RETREAT:
        score = -v.retreat
    return score


@compiled
def _deployment(s: Battle, v: Weights, move: int) -> float:
    """Return how even a line a deployment makes, with horse and one leader in reserve."""
    number, kind = codes.part(move, codes.TO), codes.part(move, codes.PIECE)
    reserve = s.units[at(s.nation, Zone.RESERVE, kind)]
    if ARMS[kind] == Arm.CAVALRY:
        return -number * (v.van if s.half == Side.ATTACKER else v.horse)
    if ARMS[kind] == Arm.LEADER:
        return -v.even * abs(number - int(s.column == CENTRE) * (reserve - 1))
    columns = COLUMNS - s.column if s.great else 1
    return -v.even * abs(number - reserve / columns)


@compiled
def _removes(s: Battle, v: Weights, side: int, zone: int) -> float:
    """Return what it is worth beyond the unit that one army of a side leaves a zone."""
    if is_line(zone) or is_middle(zone):
        left = column_armies(s, side, column_of(zone))
        if left <= 1:
            return v.column
        if left == 2:
            return v.hold
    return 0.0


@compiled
def _cost(v: Weights, piece: int) -> float:
    """Return what it costs in a battle to lose a unit: of cavalry less than its price says."""
    return worth(piece) * (v.mount if ARMS[piece] == Arm.CAVALRY else 1.0)


@compiled
def _pin(s: Battle, v: Weights, zone: int) -> float:
    """Return what it is worth that who is charged from a zone forms square: fire hits it better."""
    shots, column = 0, column_of(zone)
    for nation in range(NATIONS):
        if s.side[nation] == s.half:
            for piece in range(PIECES):
                arm = ARMS[piece]
                if arm == Arm.ARTILLERY or arm == Arm.INFANTRY:
                    shots += s.units[at(nation, zone, piece)]
                if arm == Arm.ARTILLERY and is_middle(zone):
                    shots += s.units[at(nation, column, piece)]
    return v.pin + v.shots * min(shots, 4)


@compiled
def _fatal(s: Battle, v: Weights, side: int, zone: int) -> float:
    """Return what the chance is worth that a leader of a side falls."""
    if leaders_in(s, side, zone) == 0:
        return 0.0
    return v.leader * at_least(FATAL) * worth(Piece.LEADER)


@compiled
def _fire(t: BattleTables, s: Battle, v: Weights, move: int) -> float:
    """Return what fire may be expected to cost the enemy."""
    piece, target = codes.part(move, codes.PIECE), codes.part(move, codes.TARGET)
    zone, far = codes.part(move, codes.TARGET_ZONE), codes.part(move, codes.TO)
    side = 1 - s.half
    defends = int(s.landing and s.half == Side.DEFENDER)
    hit, deadly = hit_chance(piece, target, far, defends), deadly_chance(target)
    loss = _cost(v, target) * (deadly + (1.0 - deadly) * v.rout) + _removes(s, v, side, zone)
    return hit * loss + _fatal(s, v, side, zone)


@compiled
def _clash(
    t: BattleTables, s: Battle, v: Weights, piece: int, zone: int, aim: int, target: int
) -> float:
    """Return what a charge that is carried through may be expected to bring.

    ``aim`` is the target's nation and zone, as moves have it.
    """
    nation, its_zone = codes.part(aim, codes.NATION), codes.part(aim, codes.TARGET_ZONE)
    margin = charge_modifier(s, s.nation, zone, piece) + meeting_modifier(piece, target)
    margin -= charge_modifier(s, nation, its_zone, target)
    mine, its_side = s.half, 1 - s.half
    wins, loses = ahead_by(1 - margin), ahead_by(1 + margin)
    kills = ahead_by(elimination_margin(target) - margin)
    dies = ahead_by(elimination_margin(piece) + margin)
    gain = _cost(v, target) * (kills + (wins - kills) * v.rout)
    cost = _cost(v, piece) * (dies + (loses - dies) * v.rout)
    gain += wins * _removes(s, v, its_side, its_zone) + _fatal(s, v, its_side, its_zone)
    cost += loses * _removes(s, v, mine, zone)
    if t.leader_loss_by_defender:
        cost += _fatal(s, v, mine, zone)
    return gain - cost


@compiled
def _charge(t: BattleTables, s: Battle, v: Weights, move: int) -> float:
    """Return what a charge brings against the enemy's best answer."""
    piece, target = codes.part(move, codes.PIECE), codes.part(move, codes.TARGET)
    zone, its_zone = codes.part(move, codes.ZONE), codes.part(move, codes.TARGET_ZONE)
    score = _clash(t, s, v, piece, zone, move, target)
    if ARMS[piece] == Arm.CAVALRY and is_infantry(target) and target < SQUARE:
        squared = _clash(t, s, v, piece, zone, move, target + SQUARE)
        score = min(score, max(squared, _pin(s, v, zone)))
    elif ARMS[piece] == Arm.INFANTRY and ARMS[target] == Arm.CAVALRY:
        score = min(score, v.evade + _removes(s, v, 1 - s.half, its_zone))
    return score


@compiled
def _answer(t: BattleTables, s: Battle, v: Weights, verb: int) -> float:
    """Return what an answer to a charge is worth to who gives it, or going on to who charges."""
    piece, zone, target = s.piece, s.from_zone, s.target
    aim = codes.aimed(s.target_nation, target, s.target_zone)
    if verb == Verb.BREAK_OFF:
        return 0.0
    if verb == Verb.EVADE:
        return -v.evade - _removes(s, v, 1 - s.half, s.target_zone)
    if verb == Verb.FORM_SQUARE:
        return -max(_clash(t, s, v, piece, zone, aim, target + SQUARE), _pin(s, v, zone))
    score = _clash(t, s, v, piece, zone, aim, target)
    return score if verb == Verb.CARRY_THROUGH else -score


@compiled
def _hold(s: Battle, v: Weights, column: int, armies: int, mine: float) -> float:
    """Return what it is worth to hold a column with so many armies of such worth."""
    theirs = column_weight(s, 1 - s.half, column)
    score = v.balance * mine / (mine + theirs + 1.0)
    if armies == 0:
        score -= v.column
    elif armies == 1:
        score -= v.hold
    return score


@compiled
def _move(s: Battle, v: Weights, move: int) -> float:
    """Return what a move gains: columns held better, leaders where they help, ground forward."""
    piece, zone = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    to, side = codes.part(move, codes.TO), s.half
    if piece == Piece.LEADER:
        return _leader_move(s, v, zone, to)
    score = 0.0
    here = column_of(zone) if zone < Zone.RESERVE else (-1)
    there = column_of(to) if to < Zone.RESERVE else (-1)
    for column in range(COLUMNS):
        change = int(column == there) - int(column == here)
        if change != 0:
            armies, mine = (
                column_armies(s, side, column),
                column_weight(s, side, column),
            )
            after = mine + change * worth(piece)
            score += _hold(s, v, column, armies + change, after)
            score -= _hold(s, v, column, armies, mine)
    if here == there:
        forward = 1.0 if is_middle(to) else -1.0
        theirs = column_weight(s, 1 - side, there)
        score += forward * v.advance * (column_weight(s, side, there) - theirs) / (theirs + 1.0)
    return score


@compiled
def _leader_move(s: Battle, v: Weights, zone: int, to: int) -> float:
    """Return what a leader gains by a move: company, or the reserve if anybody is to rally."""
    side = s.half
    score = 0.0
    for step in range(2):
        place, sign = (zone, -1.0) if step == 0 else (to, 1.0)
        if place == Zone.RESERVE:
            score += sign * 0.1 * min(armies_in(s, side, Zone.ROUT), 5)
        elif leaders_in(s, side, place) <= (1 - step):
            score += sign * 0.02 * min(armies_in(s, side, place), 8)
    return score


@compiled
def _leaves_square(s: Battle, v: Weights, move: int) -> float:
    """Return what it is worth to leave a square: little, and less while cavalry is ahead."""
    zone, enemy = codes.part(move, codes.ZONE), 1 - s.half
    ahead = Zone.MIDDLE + zone if is_line(zone) else column_of(zone)
    horse = 0
    for nation in range(NATIONS):
        if s.side[nation] == enemy:
            for piece in range(Piece.CAVALRY, Piece.ARTILLERY):
                horse += s.units[at(nation, ahead, piece)]
    return -v.square if horse > 0 else v.square


@compiled
def _rally(s: Battle, v: Weights, move: int) -> float:
    """Return what a rally may be expected to bring back."""
    kind = codes.part(move, codes.TARGET)
    if s.decision == Decision.RALLY:
        return worth(kind)
    return at_least(RALLIES[kind]) * worth(kind)


@compiled
def _pursuit(t: BattleTables, v: Weights, move: int) -> float:
    """Return what a pursuit may be expected to eliminate."""
    piece, target = codes.part(move, codes.PIECE), codes.part(move, codes.TARGET)
    need = pursuit_need(t, piece, target)
    return (FACES + 1 - need) / FACES * worth(target)
