"""By what moves and positions are known to who learns."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Record
from marengo.games.europe.policy.facts import (
    ACTIVE,
    KINDS,
    NUMBERS,
    SIDE_NUMBERS,
    VALUES,
    Scores,
    column_armies,
    weight_in,
    worth,
)
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.board import armies_in, at, column_of, leaders_in
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    COLUMNS,
    GRADES,
    NATIONS,
    PIECES,
    SQUARE,
    Arm,
    Phase,
    Side,
    Stage,
    Verb,
    Zone,
)

MOST = 7
"""Number of armies above which more make no difference."""


@compiled
def move_features(
    t: BattleTables, s: Battle, w: Workspace, e: Record, v: Record, k: Scores
) -> None:
    """Write the features of each move: its verb and arm, paired with each of some facts."""
    side, active = s.asked, len(k.active) // len(k.value)  # in a war there are more
    enemy = 1 - side
    reserve, rout = Zone.RESERVE, Zone.ROUT
    behind = 16 * _few(armies_in(s, side, reserve)) + 4 * _few(armies_in(s, side, rout))
    behind += _few(armies_in(s, enemy, reserve))
    when = 16 * min(s.turn, 3) + 4 * s.phase + 2 * int(s.quiet > 0) + side
    for number in range(w.move_count):
        move = w.moves[number]
        verb, piece = codes.part(move, codes.VERB), codes.part(move, codes.PIECE)
        kind = 4 * verb + ARMS[piece]
        zone, to = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
        ahead = zone
        if verb == Verb.MOVE:
            ahead = to
        elif verb >= Verb.STAND and verb <= Verb.BREAK_OFF:
            zone = ahead = s.target_zone
        facts = (
            _who_meets_whom(s, move, piece),
            9 * (verb == Verb.MOVE) * (1 + _sort(to)) + 3 * _sort(zone) + _leaders(s, side, to),
            _column(s, side, zone),
            _column(s, side, ahead),
            behind,
            when,
            8 * bounded(to, MOST) + bounded(_here(s, piece), MOST),
            8 * bounded(int(weight_in(s, side, zone)), MOST) + _squares(s, enemy, zone),
        )
        for fact in range(ACTIVE):
            value = bounded(facts[fact], VALUES - 1)
            k.active[number * active + fact] = (fact * KINDS + kind) * VALUES + value


@compiled
def bounded(number: int, most: int) -> int:
    """Return a number, from 0 to the most."""
    return min(max(number, 0), most)


@compiled
def _few(number: int) -> int:
    """Return a number of armies below 4."""
    return min((number + 1) // 2, 3)


@compiled
def _sort(zone: int) -> int:
    """Return 0 for a line zone, 1 for a middle zone, and 2 for reserve and rout zone."""
    return min(zone // COLUMNS, 2)


@compiled
def _here(s: Battle, piece: int) -> int:
    """Return how many units of a kind the nation that acts has in its reserve."""
    if s.nation < 0:
        return 0
    return s.units[at(s.nation, Zone.RESERVE, piece)]


@compiled
def _leaders(s: Battle, side: int, zone: int) -> int:
    """Return how many leaders of a side are in a zone, up to 2."""
    return min(leaders_in(s, side, zone), 2) if zone <= Zone.ROUT else 0


@compiled
def _who_meets_whom(s: Battle, move: int, piece: int) -> int:
    """Return a number for the grades of who acts and of the target, its arm, and its square."""
    target = codes.part(move, codes.TARGET)
    acts = piece
    verb = codes.part(move, codes.VERB)
    if verb >= Verb.STAND and verb <= Verb.BREAK_OFF:
        acts, target = s.piece, s.target
    meets = 3 * (GRADES[acts] + 1) + GRADES[target] + 1
    return int(7 * meets + min(4 * int(target >= SQUARE) + ARMS[target], 6))


@compiled
def _column(s: Battle, side: int, zone: int) -> int:
    """Return a number for the armies of both in the column of a zone."""
    if zone >= Zone.RESERVE:
        return 0
    column = column_of(zone)
    mine, theirs = column_armies(s, side, column), column_armies(s, 1 - side, column)
    return 8 * bounded(mine, MOST) + bounded(theirs, MOST)


@compiled
def _squares(s: Battle, side: int, zone: int) -> int:
    """Return how many squares of a side are in the line zone of a column, up to 7."""
    number = 0
    if zone < Zone.RESERVE:
        for nation in range(NATIONS):
            if s.side[nation] == side:
                for piece in range(SQUARE, PIECES):
                    number += s.units[at(nation, column_of(zone), piece)]
    return bounded(number, MOST)


@compiled
def position_features(t: BattleTables, s: Battle, w: Workspace, e: Record, k: Scores) -> None:
    """Write the features of a position: units by zone of both sides, round, phase and winner."""
    for side in range(2):
        _side_features(s, k, side, side * SIDE_NUMBERS)
    at_end = 2 * SIDE_NUMBERS
    lead = 0.0
    if s.stage >= Stage.PURSUIT:
        lead = 1.0 if s.winner == Side.ATTACKER else -1.0
    facts = (
        1.0,
        lead,
        1.0 * (s.half == Side.ATTACKER),
        1.0 * s.great,
        1.0 * s.landing,
        0.5 * s.quiet,
        min(s.turn, 8) / 8.0,
        1.0 * (s.stage == Stage.DEPLOYMENT),
        1.0 * (s.phase == Phase.CAVALRY),
        1.0 * (s.phase == Phase.ARTILLERY),
        1.0 * (s.phase == Phase.INFANTRY),
    )
    for fact in range(NUMBERS - at_end):
        k.position[at_end + fact] = facts[fact]


@compiled
def _side_features(s: Battle, k: Scores, side: int, first: int) -> None:
    """Write what a side has, from a place on."""
    total, horse, guns = 0.0, 0.0, 0.0
    for nation in range(NATIONS):
        if s.side[nation] == side:
            for zone in range(Zone.ROUT):
                for piece in range(PIECES):
                    number = s.units[at(nation, zone, piece)]
                    value = number * worth(piece)
                    total += value
                    horse += value * (ARMS[piece] == Arm.CAVALRY)
                    guns += value * (ARMS[piece] == Arm.ARTILLERY)
    for column in range(COLUMNS):
        line, middle = column, Zone.MIDDLE + column
        k.position[first + column] = weight_in(s, side, line) / 6.0
        k.position[first + COLUMNS + column] = weight_in(s, side, middle) / 6.0
        held = column_armies(s, side, line)
        k.position[first + 2 * COLUMNS + column] = 1.0 if held == 1 else 0.0
    at_end = first + 3 * COLUMNS
    k.position[at_end] = weight_in(s, side, Zone.RESERVE) / 6.0
    k.position[at_end + 1] = weight_in(s, side, Zone.ROUT) / 6.0
    k.position[at_end + 2] = leaders_in(s, side, Zone.RESERVE) / 2.0
    k.position[at_end + 3] = total / 20.0
    k.position[at_end + 4] = horse / 8.0
    k.position[at_end + 5] = guns / 8.0
