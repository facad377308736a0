"""Chapter 11: the assault, steps 5 to 11: strength, result, losses, pursuit, completion."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.assault import attack_place, defence_place, defenders
from marengo.games.bonaparte.rules.demoralisation import is_demoralised
from marengo.games.bonaparte.rules.knowledge import turn_up
from marengo.games.bonaparte.rules.losses import alive, distribute
from marengo.games.bonaparte.rules.pieces import put
from marengo.games.bonaparte.rules.retreat import begin_retreat
from marengo.games.bonaparte.rules.state import Stage, State, Tables
from marengo.games.marengo.rules.choices import named
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import may_be
from marengo.games.marengo.rules.losses import strength_of
from marengo.games.marengo.rules.moves import only_piece, pieces_of, size_of
from marengo.games.marengo.rules.pieces import add_to_set, has, is_cavalry
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, PIECES, Kind


@compiled
def assault_strength(t: Tables, s: State) -> int:
    """Return the strength of the assault (B-11.38 to B-11.41)."""
    against = t.opposite[s.attack_approach]
    penalty = t.infantry_penalty[against]
    if is_cavalry(s, only_piece(s.leaders)):  # also if it was shot away (B-11.40)
        penalty = t.cavalry_penalty[against]
    strength = strength_of(s, s.leaders) - penalty
    if is_demoralised(s, s.turn):  # by the defensive fire (B-11.41, B-13.12)
        strength -= size_of(alive(s, s.leaders))
    return strength


@compiled
def defence_strength(s: State) -> int:
    """Return what the defender's leading pieces take off (B-11.42, B-11.43)."""
    weakened = is_demoralised(s, 1 - s.turn)
    strength = 0
    for piece in range(PIECES):
        if has(s.defence_leaders, piece):
            strength += max(s.strength[piece] - weakened, 0)
    return strength


@compiled
def attackers(s: State) -> int:
    """Return the attacking participants still there."""
    return alive(s, s.actors)


@compiled
def winner(s: State) -> int:
    """Return the side that has won the assault."""
    return s.turn if s.attack_won else 1 - s.turn


@compiled
def lose_points(t: Tables, s: State, of_winner: int, points: int, after: int) -> None:
    """Let the winner or the loser of the assault lose points (B-11.17)."""
    if of_winner == s.attack_won:
        front, everyone = s.leaders, attackers(s)
    else:
        front, everyone = s.defence_leaders, defenders(t, s)
    distribute(s, front, everyone & ~front, points, after)


@compiled
def assault_result(t: Tables, s: State) -> None:
    """Take steps 5 to 7: the result, and the winner's loss (B-11.42 to B-11.48)."""
    result = assault_strength(t, s) - defence_strength(s)
    s.attack_won = result > 0
    s.points = 1 + abs(result)
    lose_points(t, s, 1, 1, Stage.ASSAULT_LOSER)


@compiled
def lose_assault(t: Tables, s: State) -> None:
    """Step 7: the loser's losses (B-11.46)."""
    lose_points(t, s, 0, s.points, Stage.ASSAULT_PURSUIT)


@compiled
def in_wait(t: Tables, s: State) -> int:
    """Return what the winner has beside his leading pieces, where pursuit is possible.

    See B-11.51 to B-11.56 and B-11.68.
    """
    approach = s.attack_approach
    none = 0
    if t.obstacle[approach] or t.obstacle[t.opposite[approach]]:
        return none
    own, beaten = defenders(t, s) & ~s.defence_leaders, attackers(s)
    led = s.leaders
    if s.attack_won:
        own, beaten = attackers(s) & ~s.leaders, defenders(t, s)
        led = s.defence_leaders
    if beaten == 0 or (led and is_cavalry(s, only_piece(led))):
        return none
    return own


@compiled
def ask_pursuit(t: Tables, s: State) -> None:
    """Step 8: ask the winner whether he pursues, if the loser must reckon with it (B-17.15)."""
    s.stage = Stage.ASSAULT_END
    own = in_wait(t, s)
    for piece in range(PIECES):
        if has(own, piece) and may_be(t, s, piece, Kind.CAVALRY):
            s.decision = Decision.PURSUIT
            s.to_move = winner(s)


@compiled
def play_pursuit(t: Tables, s: State, move: int) -> None:
    """Take steps 9 and 10: strength of the pursuit, and its loss (B-11.57 to B-11.60)."""
    s.pursuers = named(s.to_move, pieces_of(move))
    if s.pursuers == 0:
        return
    turn_up(t, s, s.pursuers)
    fled_from = defence_place(t, s) if s.attack_won else attack_place(s)
    penalty = t.cavalry_penalty[fled_from - FIRST_APPROACH]
    s.points = max(strength_of(s, s.pursuers) - penalty, 0)
    distribute(s, s.pursuers, 0, 1, Stage.PURSUED)


@compiled
def lose_pursued(t: Tables, s: State) -> None:
    """Step 10: the losses of the pursued (B-11.59)."""
    lose_points(t, s, 0, s.points, Stage.ASSAULT_END)


@compiled
def end_assault(t: Tables, s: State, w: Workspace) -> None:
    """Step 11: beaten attackers withdraw, beaten defenders retreat (B-11.62, B-11.63)."""
    approach = s.attack_approach
    if s.attack_won:
        begin_retreat(t, s, w)
        return
    add_to_set(s.barred, approach)  # B-11.14
    add_to_set(s.barred, t.opposite[approach])
    beaten = attackers(s)
    for piece in range(PIECES):
        if has(beaten, piece):
            put(t, s, w, piece, t.owner[approach])
    s.stage = Stage.ACTION_END


@compiled
def conquer_by_assault(s: State) -> None:
    """Let only participants enter this turn; their cavalry may continue (B-11.13, B-11.16)."""
    add_to_set(s.won, s.retreat_from)
    s.asked = attackers(s)
    s.stage = Stage.CONTINUATION
