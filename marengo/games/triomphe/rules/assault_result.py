"""Chapter 11: the assault, steps 6 to 9: result, reductions, completion."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.losses import strength_of
from marengo.games.marengo.rules.moves import only_piece, size_of
from marengo.games.marengo.rules.pieces import add_to_set, end_slot, first_slot, has, is_cavalry
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import NONE, PIECES, Kind
from marengo.games.triomphe.rules.assault import defence_place
from marengo.games.triomphe.rules.morale import commit, lose
from marengo.games.triomphe.rules.reductions import distribute, distribute_evenly
from marengo.games.triomphe.rules.retreat import begin_retreat
from marengo.games.triomphe.rules.state import Stage, State, Tables

ATTACKER = 0
DEFENDER = 1


@compiled
def assault_result(t: Tables, s: State) -> None:
    """Take steps 6 and 7: the result, and the reductions of each side (T-11.39 to T-11.43)."""
    attack = strength_of(s, s.leaders)
    result = (
        attack - penalties(t, s) - strength_of(s, s.defence_leaders) - strength_of(s, s.counter)
    )
    s.attack_won = result > 0  # T-11.40
    s.reductions[DEFENDER] = size_of(s.leaders)  # T-11.41
    s.reductions[ATTACKER] = size_of(s.defence_leaders)
    for piece in range(PIECES):  # T-11.42
        if has(s.counter, piece) and s.strength[piece] > 0:
            s.reductions[ATTACKER] += is_cavalry(s, piece)
    if not s.attack_won and -result >= attack:  # T-11.43
        s.reductions[ATTACKER] += size_of(s.leaders)
    s.stage = Stage.ASSAULT_ATTACKERS_ODD


@compiled
def penalties(t: Tables, s: State) -> int:
    """Return the symbols in the defence approach that match the leading pieces (T-3.13)."""
    defence = t.opposite[s.attack_approach]
    if s.kind[only_piece(s.leaders)] == Kind.CAVALRY:
        return t.cavalry_penalty[defence]
    return t.infantry_penalty[defence]


@compiled
def _reduce_leaders(t: Tables, s: State, w: Workspace, role: int, leaders: int) -> None:
    """Let leading pieces take what they can of a side's reductions (T-11.44, T-11.45)."""
    number = min(s.reductions[role], strength_of(s, leaders))
    s.reductions[role] -= number
    distribute_evenly(t, s, w, leaders, number)


@compiled
def reduce_attacking_leaders(t: Tables, s: State, w: Workspace) -> None:
    """Step 8, the attacker first: his leading pieces (T-11.48)."""
    s.stage = Stage.ASSAULT_ATTACKERS_REST
    _reduce_leaders(t, s, w, ATTACKER, s.leaders)


@compiled
def reduce_other_attackers(s: State) -> None:
    """Step 8: what exceeds them goes to the attacker's other assault pieces (T-11.46)."""
    s.stage = Stage.ASSAULT_DEFENDERS_ODD
    distribute(s, s.actors & ~s.leaders, s.reductions[ATTACKER])


@compiled
def reduce_defending_leaders(t: Tables, s: State, w: Workspace) -> None:
    """Step 8: the defender's leading pieces."""
    s.stage = Stage.ASSAULT_DEFENDERS_REST
    _reduce_leaders(t, s, w, DEFENDER, s.defence_leaders)


@compiled
def reduce_other_defenders(t: Tables, s: State) -> None:
    """Step 8: what exceeds them goes to all others in the defence approach (T-11.46)."""
    s.stage = Stage.ASSAULT_PAYMENT
    side = 1 - s.turn
    others = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == defence_place(t, s) and not has(s.defence_leaders, piece):
            others |= 1 << piece
    distribute(s, others, s.reductions[DEFENDER])


@compiled
def pay_assault(t: Tables, s: State) -> None:
    """Let the loser pay for all his reductions, the winner for none (T-11.58, T-18.17)."""
    s.stage = Stage.ASSAULT_END
    loser = 1 - s.turn if s.attack_won else s.turn
    lose(t, s, loser, s.losses[loser])


@compiled
def end_assault(t: Tables, s: State, w: Workspace) -> None:
    """Step 9: a lost assault bars the border, a won one drives the defender out.

    T-11.49, T-11.50 and T-18.10, or T-11.52.
    """
    if s.attack_won:
        begin_retreat(t, s, w)
        return
    defence = t.opposite[s.attack_approach]
    add_to_set(s.barred, defence)
    add_to_set(s.barred, s.attack_approach)
    s.stage = Stage.ACTION_END
    discs = size_of(s.defence_leaders) + size_of(s.counter)
    commit(t, s, 1 - s.turn, discs, t.owner[defence])


@compiled
def conquer_by_assault(s: State) -> None:
    """Bar entry by road after the advance; cavalry may continue (T-11.55, T-11.56)."""
    add_to_set(s.won, s.retreat_from)
    s.stage = Stage.CONTINUATION
    for piece in range(PIECES):
        if has(s.actors, piece) and s.place[piece] != NONE:
            s.asked |= 1 << piece
